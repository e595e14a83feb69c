#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/index/diagram_index.h"
#include "engine/run/run_instant.h"
#include "engine/run/run_model.h"

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
  /// Of a document without errors.
  explicit RunWatch(std::shared_ptr<const BuiltDocument> built);
  ~RunWatch();

  /// The instant at which a run stands before its step of number `step`. Where it looks inside,
  /// copies of the context come along, here and with the phases of a step that is watched, and
  /// signals are computed with these, so that the run's own cache is left as it is.
  RunInstant Read(int64_t step, const Context<double>& root, bool looks_inside);
  /// Where each of them lies among those values.
  std::shared_ptr<const SignalPlaces> places();

  /// The instant whose step is noted from here on; null: none. True where that is another.
  bool WatchStep(RunInstant* instant);
  /// Whether what happens to cache entries in the step that is watched is to be counted.
  bool needs_counts() const { return instant_ != nullptr && looks_inside_; }
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
  /// All signals of all levels, in the order of places(); empty where one cannot be computed.
  std::vector<double> ReadSignals(const Context<double>& root);
  /// Null where nobody looks inside.
  std::shared_ptr<const InstantContext> Copy(const Context<double>& root) const;

  const std::shared_ptr<const BuiltDocument> built_;
  const DiagramIndex<double>& index_;
  bool looks_inside_ = false;
  std::unique_ptr<SignalRecorder> reader_;      ///< of all signals; made when it is asked for
  std::shared_ptr<const SignalPlaces> places_;  ///< likewise
  RunInstant* instant_ = nullptr;
  std::set<const SystemBase*> sampled_;  ///< leaves whose updates are looked out for
  bool is_sampled_ = false;
};

}  // namespace loopwright
