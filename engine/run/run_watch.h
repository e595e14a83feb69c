#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/index/diagram_index.h"
#include "engine/run/run_instant.h"

namespace loopwright {

class SignalRecorder;
class SystemBase;
struct TracePhase;
template <typename T>
class Context;

/// What is looked at of a run, step by step, for who shows one of its instants: all signals, what
/// the phases of a step make of them, and whether a block was updated. It records nothing.
class RunWatch {
 public:
  /// `index` lives as long as this.
  explicit RunWatch(const DiagramIndex<double>& index);
  ~RunWatch();

  /// All signals of all levels, in the order of places(); empty where one cannot be computed.
  std::vector<double> ReadSignals(const Context<double>& root);
  /// Where each of them lies among those values.
  std::shared_ptr<const SignalPlaces> places();

  /// The instant whose step is noted from here on; null: none. True where that is another.
  bool WatchStep(RunInstant* instant);
  /// The block whose updates are looked out for, with all that is in it; "": none.
  void WatchSamples(const std::string& block);
  /// Whether there was one since this was asked last.
  bool TakeSampled();
  /// Whether phases are to be told by NotePhase().
  bool needs_phases() const { return instant_ != nullptr || !sampled_.empty(); }

  /// A phase is over, which has left the context as it is.
  void NotePhase(const TracePhase& phase, const Context<double>& root);
  /// All updates of an instant have been made.
  void NoteAfter(const Context<double>& root);

 private:
  SignalRecorder& reader();

  const DiagramIndex<double>& index_;
  std::unique_ptr<SignalRecorder> reader_;      ///< of all signals; made when it is asked for
  std::shared_ptr<const SignalPlaces> places_;  ///< likewise
  RunInstant* instant_ = nullptr;
  std::set<const SystemBase*> sampled_;  ///< leaves whose updates are looked out for
  bool is_sampled_ = false;
};

}  // namespace loopwright
