#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "engine/simulation/simulated_run.h"
#include "engine/simulation/trace_phase.h"

namespace loopwright {

template <typename T>
class DiagramIndex;

/// Tells of the phases of a run, one by one: the blocks that took part, those that changed, why,
/// and the values of what changed before and after. The values are kept afterwards, as the next
/// phase's "before".
template <typename T>
class RunTrace {
 public:
  explicit RunTrace(SimulatedRun<T>* run) : run_(*run), data_(run->data) {}
  RunTrace(const RunTrace&) = delete;
  RunTrace& operator=(const RunTrace&) = delete;

  /// Whom to tell; an empty function: nobody.
  void set_handler(std::function<void(const TracePhase&)> handler) {
    handler_ = std::move(handler);
  }
  std::function<void(const TracePhase&)> TakeHandler() { return std::move(handler_); }
  /// Whether anybody is told. The functions below are called only then. Who was given before a
  /// step is told of that step first: not of what is left to do for the steps before it.
  bool is_on() const { return handler_ && !run_.next_is_announced; }

  /// The values are "before" for the next phase.
  void KeepState();
  /// A phase, with the nodes of the leaves that took part and of those that changed.
  void Tell(const char* phase, const std::vector<int>& blocks, const std::vector<int>& changed,
            std::vector<TraceCause> causes, std::vector<TraceReading> readings = {});
  /// The phase in which the branches of these leaves have changed.
  void TellOfBranches(const std::vector<int>& changed);
  /// The time of the last phase, at which the present one begins.
  double last_time() const { return time_; }

 private:
  void AddValues(int node, TracePhase* record) const;
  const DiagramIndex<T>& index() const;
  double ShownMode(int mode) const;

  SimulatedRun<T>& run_;
  internal::ContextData<T>& data_;
  std::function<void(const TracePhase&)> handler_;
  mutable std::shared_ptr<const DiagramIndex<T>> index_;  ///< made for the first phase
  // The state at the last phase.
  std::vector<T> state_;
  std::vector<double> modes_;
  double time_ = 0;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(RunTrace)

}  // namespace loopwright
