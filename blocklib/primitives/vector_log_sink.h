#pragma once

#include <string>
#include <unordered_set>

#include "blocklib/primitives/vector_log.h"
#include "engine/diagram/diagram_builder.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// Kinds of trigger.
using TriggerTypeSet = std::unordered_set<TriggerType>;

/// Keeps its input at publish events, in a log that lies in the context: each context has its own.
///
///     data → VectorLogSink
///
/// At a time with updates the sample is the value before them (x⁻), as all publishing sees it.
template <typename T>
class VectorLogSink final : public LeafSystem<T> {
 public:
  /// Samples at each step, or with a period, s, at 0, period, 2 period, …; and when publishing is
  /// forced.
  explicit VectorLogSink(int input_size, double publish_period_sec = 0);
  /// Samples at the triggers that are given: kForced, kPerStep, and kPeriodic, for which alone
  /// there must be a period. std::logic_error for others, and where there is none.
  VectorLogSink(int input_size, const TriggerTypeSet& publish_triggers,
                double publish_period_sec = 0);
  template <typename U>
  explicit VectorLogSink(const VectorLogSink<U>& other);

  /// `context` is this system's own; `root_context` that of the outermost diagram.
  const VectorLog<T>& GetLog(const Context<T>& context) const;
  /// The log of a context, to be cleared for instance.
  VectorLog<T>& GetMutableLog(Context<T>* context) const;
  const VectorLog<T>& FindLog(const Context<T>& root_context) const {
    return GetLog(this->GetMyContextFromRoot(root_context));
  }
  /// The log of this system's context within that of the outermost diagram.
  VectorLog<T>& FindMutableLog(Context<T>* root_context) const {
    return GetMutableLog(&this->GetMyMutableContextFromRoot(root_context));
  }

 private:
  template <typename U>
  friend class VectorLogSink;
  /// The log is the value of a cache entry that nothing makes out of date, so that publishing,
  /// which changes nothing else in a context, can add to it.
  struct Kept {
    mutable VectorLog<T> log{0};
  };
  void KeepLog(const Context<T>&, Kept*) const {}
  /// Takes one sample.
  EventStatus WriteToLog(const Context<T>& context) const;

  const TriggerTypeSet publish_triggers_;
  const double publish_period_sec_;
  const CacheEntry<T>* log_entry_ = nullptr;
};

LOOPWRIGHT_DECLARE_CLASS(VectorLogSink)

/// Adds a VectorLogSink to `builder` that logs `source`.
template <typename T>
VectorLogSink<T>* LogVectorOutput(const OutputPort<T>& source, DiagramBuilder<T>* builder,
                                  double publish_period_sec = 0) {
  LOOPWRIGHT_THROW_UNLESS(builder != nullptr);
  auto* sink = builder->template AddSystem<VectorLogSink>(source.size(), publish_period_sec);
  builder->Connect(source, sink->get_input_port(0));
  return sink;
}
/// Adds one that samples at the given triggers.
template <typename T>
VectorLogSink<T>* LogVectorOutput(const OutputPort<T>& source, DiagramBuilder<T>* builder,
                                  const TriggerTypeSet& publish_triggers,
                                  double publish_period_sec = 0) {
  LOOPWRIGHT_THROW_UNLESS(builder != nullptr);
  auto* sink = builder->template AddSystem<VectorLogSink>(source.size(), publish_triggers,
                                                          publish_period_sec);
  builder->Connect(source, sink->get_input_port(0));
  return sink;
}

}  // namespace loopwright
