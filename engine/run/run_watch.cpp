#include "engine/run/run_watch.h"

#include <exception>
#include <string_view>
#include <utility>

#include "engine/recording/recording.h"
#include "engine/run/instant_context.h"
#include "engine/run/run_options.h"
#include "engine/run/signal_recorder.h"
#include "engine/simulation/trace_phase.h"
#include "engine/system/system.h"

namespace loopwright {

namespace {

std::vector<std::string> PathsOf(const std::vector<const SystemBase*>& systems) {
  std::vector<std::string> paths;
  for (const SystemBase* system : systems) paths.push_back(system->GetSystemPathname());
  return paths;
}

}  // namespace

RunWatch::RunWatch(std::shared_ptr<const BuiltDocument> built)
    : built_(std::move(built)), index_(built_->index()) {}
RunWatch::~RunWatch() = default;

// The signals are copied, as the run goes on; with `looks_inside` the whole context is.
RunInstant RunWatch::Read(int64_t step, const Context<double>& root, bool looks_inside) {
  looks_inside_ = looks_inside;
  RunInstant instant{step, root.get_time(), {}, {}, {}, places(), Copy(root)};
  instant.before = ReadSignals(instant.inside != nullptr ? *instant.inside->context : root);
  return instant;
}

std::shared_ptr<const InstantContext> RunWatch::Copy(const Context<double>& root) const {
  return looks_inside_ ? CopyInstant(built_, index_, root) : nullptr;
}

// Signals whose calculation fails leave the reader without any; the run goes on.
std::vector<double> RunWatch::ReadSignals(const Context<double>& root) {
  std::vector<double> values(reader().num_columns());
  try {
    reader().Evaluate(root, values.data());
  } catch (const std::exception&) {
    values.clear();
  }
  return values;
}

std::shared_ptr<const SignalPlaces> RunWatch::places() {
  if (places_ != nullptr) return places_;
  auto made = std::make_shared<SignalPlaces>();
  for (const RecordedSignal& signal : reader().recording()->recorded_signals()) {
    made->places[signal.path] = {static_cast<size_t>(signal.first_column),
                                 static_cast<size_t>(signal.width)};
  }
  places_ = std::move(made);
  return places_;
}

bool RunWatch::WatchStep(RunInstant* instant) {
  return std::exchange(instant_, instant) != instant;
}

// A subsystem stands for all leaves in it.
void RunWatch::WatchSamples(const std::string& block) {
  sampled_.clear();
  is_sampled_ = false;
  if (block.empty()) return;
  const Plan<double>& plan = index_.plan();
  for (const int n : plan.leaves) {
    const std::string path = plan.systems[n]->GetSystemPathname();
    const bool is_inside =
        path.starts_with(block) && (path.size() == block.size() || path[block.size()] == '/');
    if (is_inside) sampled_.insert(plan.systems[n]);
  }
}

bool RunWatch::TakeSampled() { return std::exchange(is_sampled_, false); }

// What an update or a branch changes is ● of its instant.
void RunWatch::NotePhase(const TracePhase& phase, const Context<double>& root) {
  const std::string_view name = phase.phase;
  const bool is_update = name == "unrestricted" || name == "discrete";
  if (is_update) {
    for (const SystemBase* system : phase.blocks) is_sampled_ |= sampled_.contains(system);
  }
  if (instant_ == nullptr) return;
  const std::shared_ptr<const InstantContext> inside = Copy(root);
  instant_->phases.push_back({phase.phase, phase.time, PathsOf(phase.blocks),
                              PathsOf(phase.changed),
                              ReadSignals(inside != nullptr ? *inside->context : root), inside});
  if (is_update || name == "mode") instant_->after = instant_->phases.back().values;
}

void RunWatch::NoteAfter(const Context<double>& root) {
  if (instant_ == nullptr) return;
  const std::shared_ptr<const InstantContext> inside = Copy(root);
  instant_->after = ReadSignals(inside != nullptr ? *inside->context : root);
}

// Made when somebody first looks, since it lists all signals of the diagram.
SignalRecorder& RunWatch::reader() {
  if (reader_ == nullptr) {
    RunOptions all;
    all.all_signals = true;
    size_t left_out = 0;
    reader_ = std::make_unique<SignalRecorder>(
        index_, SelectSignals(index_.port_signals(), all, &left_out));
  }
  return *reader_;
}

}  // namespace loopwright
