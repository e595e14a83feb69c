#pragma once

#include <memory>
#include <vector>

#include "engine/context/context_data.h"
#include "engine/events/event.h"
#include "engine/updates/event_calendar.h"

namespace loopwright {

/// The simultaneous discrete updates of events that always come together (those of one rate),
/// prepared once: what they read that has changed is brought up to date in order, every update is
/// one operation, and what they wrote is committed by copying whole ranges.
template <typename T>
class RateUpdate {
 public:
  /// Whether no leaf of `events`, numbers in the plan's list, runs its updates through an override
  /// of DoCalcDiscreteVariableUpdates(): only then can they be prepared. False as long as it is not
  /// known, which it is after a first update.
  static bool AreHooksKnown(const Plan<T>& plan, const std::vector<int>& events);
  /// Null where one of the events is not given as a kernel, or reads a port that has no value.
  static std::unique_ptr<RateUpdate> Make(internal::ContextData<T>* data,
                                          const std::vector<int>& events);

  /// Whether it still reads where the context's inputs lie; if not, it has to be made anew.
  bool is_bound() const { return bound_version_ == data_.binding_version(); }
  /// Computes all updates from the context's values and commits them. Only while caching is on.
  void Run();
  /// Whether RunRepeatedly() may be called: all that is run are kernels, and it is bound.
  bool can_repeat() const { return are_kernels_ && is_bound(); }
  /// Computes and commits the updates that are due now, goes to the next instant, and so on, as
  /// long as that is one of this rate alone before `limit_sec`, `most` times at most. Those of the
  /// instant reached are pending then. Returns how many were run.
  int64_t RunRepeatedly(EventCalendar<T>* calendar, double limit_sec, int64_t most);

 private:
  RateUpdate(internal::ContextData<T>* data, const std::vector<int>& events)
      : data_(*data), events_(events) {}
  /// Operations of one kernel that lie one behind the other.
  struct Stretch {
    typename Kernel<T>::RunAll run_all;  ///< null: each is run by itself
    int count;
  };
  /// Operations in the order in which they are run, also as stretches: a thousand gains, one after
  /// another, are one loop instead of a thousand calls. That makes discrete_chain/1000 of
  /// loopwright_benchmarks faster by more than a fifth.
  struct Operations {
    std::vector<BoundKernel<T>> all;
    std::vector<Stretch> stretches;  ///< none where all are run one by one

    void Clear();
    /// `kernel`: what the operation was bound from; null where that is not known.
    void Append(const BoundKernel<T>& operation, const Kernel<T>* kernel);
    /// To be called after the last Append().
    void JoinShortStretches();
    void Run() const;
    void RunStretches() const;
  };

  bool IsPossible() const;
  void FindRanges();
  void FindDependents();
  void FindInputs();
  std::vector<int> InputEntries() const;
  void FindConstants(const std::vector<int>& read);
  void Bind();
  int64_t CountInputsOfUpdates() const;
  void Copy(const T* from, T* to, const std::vector<Slot>& ranges) const;

  internal::ContextData<T>& data_;
  std::vector<int> events_;
  std::vector<Slot> written_;    ///< all discrete state of the leaves
  std::vector<Slot> started_;    ///< … of those whose updates need the present values there
  std::vector<int> dependents_;  ///< entries that the new state makes stale
  std::vector<char> changing_;   ///< per entry: changes with time, continuous or this state
  std::vector<int> inputs_;      ///< entries that the updates need and that change, in order
  std::vector<int> constants_;   ///< those that these or the updates read, and that do not
  bool affects_derivatives_ = false;
  bool are_kernels_ = false;     ///< nothing that is run looks at which values are up to date
  int64_t hits_of_updates_ = 0;  ///< what the updates that are kernels read of kept values
  int64_t bound_version_ = 0;
  Operations updates_, input_operations_;
  std::vector<std::unique_ptr<const BoundTape>> formulas_;  ///< of updates_
  std::vector<T> next_;  ///< as the context's arena, up to the end of discrete state
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(RateUpdate)

}  // namespace loopwright
