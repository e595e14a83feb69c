#pragma once

#include <memory>
#include <string>

namespace loopwright {

template <typename T>
class System;
template <typename T>
class Plan;

namespace internal {

template <typename T>
class ContextData;
class TrackerTable;

/// What a plan and its contexts ask of the systems that were flattened. To themselves these are
/// pointers, kept for those who know what a system is; who makes a plan (engine/system/plan_maker)
/// gives it the answers. So engine/context includes nothing of engine/system, and the folders form
/// no circle.
template <typename T>
class SystemQueries {
 public:
  /// The path of a system, for people.
  virtual std::string GetPathname(const System<T>& system) const = 0;
  /// The place of `system` in `plan`; -1 where it is no part of what was flattened.
  virtual int FindNode(const Plan<T>& plan, const System<T>& system) const = 0;
  /// The trackers of a context that has had none.
  virtual std::unique_ptr<TrackerTable> MakeTrackers(ContextData<T>* data) const = 0;
  /// Those of a context that is a copy of the one whose trackers `other` are.
  virtual std::unique_ptr<TrackerTable> CopyTrackers(const TrackerTable& other,
                                                     ContextData<T>* data) const = 0;

 protected:
  ~SystemQueries() = default;
};

}  // namespace internal
}  // namespace loopwright
