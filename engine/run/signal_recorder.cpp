#include "engine/run/signal_recorder.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "engine/common/exceptions.h"
#include "engine/context/context_data.h"
#include "engine/diagram/diagram.h"
#include "engine/document/document.h"
#include "engine/recording/thinning.h"
#include "engine/text/suggest_name.h"
#include "engine/text/wildcard.h"

namespace loopwright {
namespace {

// Memory made for rows before the run.
constexpr double kReservedBytes = 4 << 20;

// Ports of other values have no numbers to record.
bool IsVector(const PortSignal<double>& signal) {
  return signal.port != nullptr && signal.port->get_data_type() == kVectorValued;
}

// The signals by path, made only where an option names some.
class SignalFinder {
 public:
  explicit SignalFinder(std::span<const PortSignal<double>> signals) : signals_(signals) {
    for (const auto& signal : signals_) {
      if (IsVector(signal)) by_path_.emplace(signal.path, &signal);
    }
  }

  bool Has(const std::string& path) const { return by_path_.contains(path); }

  // A path, or a path with [k]. UsageError says what is not there and what is near it.
  SelectedSignal Find(const std::string& text) const {
    if (const auto found = by_path_.find(text); found != by_path_.end()) {
      return {found->second, -1};
    }
    const auto path = ParseSignalPath(text);
    if (!path.has_value() || path->element < 0) throw UsageError(NotThere(text));
    const auto found = by_path_.find(path->block + "." + path->port);
    if (found == by_path_.end()) throw UsageError(NotThere(text));
    const int width = found->second->width;
    if (path->element >= width) {
      throw UsageError("there is no signal \"" + text + "\": " + found->second->path + " has " +
                       std::to_string(width) +
                       (width == 1 ? " element" : " elements, counted from 0"));
    }
    return {found->second, path->element};
  }

  // The signals that `pattern` with wildcards means, in the order of blocks and ports: those that
  // are not in `selected` yet. With [k] at its end, the elements k of those that have one.
  void AddMatching(const std::string& pattern, std::vector<SelectedSignal>* selected) const {
    const auto path = ParseSignalPath(pattern);
    const int element = path.has_value() ? path->element : -1;
    const std::string port_pattern =
        pattern.substr(0, element < 0 ? pattern.npos : pattern.rfind('['));
    bool is_there = false;
    for (const auto& signal : signals_) {
      if (!IsVector(signal) || element >= signal.width) continue;
      if (!MatchesWildcards(signal.path, port_pattern)) continue;
      is_there = true;
      const bool is_new = std::none_of(selected->begin(), selected->end(), [&](const auto& other) {
        return other.signal == &signal && other.element == element;
      });
      if (is_new) selected->push_back({&signal, element});
    }
    if (!is_there) throw UsageError("no signal is like \"" + pattern + "\"; " + kForm);
  }

 private:
  static constexpr const char* kForm =
      "a signal is BLOCK.PORT of an output, SUBSYSTEM/BLOCK.PORT inside one";

  // A name that is nearly right gets a suggestion, any other the form of names.
  std::string NotThere(const std::string& text) const {
    std::vector<std::string> paths;
    paths.reserve(by_path_.size());
    for (const auto& signal : signals_) {
      if (IsVector(signal)) paths.push_back(signal.path);
    }
    std::string message = "there is no signal \"" + text + "\"";
    if (const auto near = SuggestName(text, paths)) {
      return message + "; did you mean \"" + *near + "\"?";
    }
    return message + "; " + kForm;
  }

  std::span<const PortSignal<double>> signals_;
  std::unordered_map<std::string, const PortSignal<double>*> by_path_;
};

}  // namespace

// What a user named, else all, else what the file says, else the signals of the top level.
std::vector<SelectedSignal> SelectSignals(std::span<const PortSignal<double>> signals,
                                          const RunOptions& options, size_t* left_out) {
  if (left_out != nullptr) *left_out = 0;
  std::vector<SelectedSignal> selected;
  if (!options.signal_paths.empty()) {
    const SignalFinder finder(signals);
    for (const std::string& text : options.signal_paths) {
      if (HasWildcard(text) && !finder.Has(text)) {
        finder.AddMatching(text, &selected);
      } else {
        selected.push_back(finder.Find(text));
      }
    }
    return selected;
  }
  const auto add_where = [&](auto condition) {
    for (const auto& signal : signals) {
      if (IsVector(signal) && condition(signal)) selected.push_back({&signal, -1});
    }
  };
  if (options.all_signals) {
    add_where([](const auto&) { return true; });
    return selected;
  }
  add_where([](const auto& signal) { return signal.logged_by_default; });
  if (!selected.empty()) return selected;
  add_where([](const auto& signal) { return signal.path.find('/') == std::string::npos; });
  if (selected.size() > kMaxDefaultSignals) {
    if (left_out != nullptr) *left_out = selected.size() - kMaxDefaultSignals;
    selected.resize(kMaxDefaultSignals);
  }
  return selected;
}

// Each signal gets a column for each element that is recorded, and the place in the context where
// its value lies, so that recording a row looks nothing up.
SignalRecorder::SignalRecorder(const DiagramIndex<double>& index,
                               const std::vector<SelectedSignal>& selected,
                               std::shared_ptr<SpillMemory> memory)
    : memory_(std::move(memory)) {
  std::vector<RecordedSignal> recorded;
  int columns = 0;
  for (const auto& [signal, element] : selected) {
    RecordedSignal column;
    column.path = signal->path;
    column.name = signal->name;
    column.width = signal->width;
    column.discrete = signal->discrete;
    column.period = signal->period;
    column.offset = signal->offset;
    if (element >= 0) {
      column.path += "[" + std::to_string(element) + "]";
      column.width = 1;
    }
    if (signal->is_continuous) {
      for (int k = 0; k < column.width; ++k) varying_columns_.push_back(columns + k);
    }
    columns += column.width;
    const auto [entry, offset] = index.PlaceOf(*signal);
    sources_.push_back({signal->port, entry, offset + std::max(element, 0), column.width});
    recorded.push_back(std::move(column));
  }
  recording_ = std::make_shared<Recording>(std::move(recorded), memory_);
  row_.resize(recording_->num_columns());
}

std::vector<const OutputPort<double>*> SignalRecorder::ports() const {
  std::vector<const OutputPort<double>*> ports;
  ports.reserve(sources_.size());
  for (const Source& source : sources_) ports.push_back(source.port);
  return ports;
}

// When the limit is reached older rows are thinned into a new recording, which readers are told of.
void SignalRecorder::LimitMemory(int64_t bytes,
                                 std::function<void(std::shared_ptr<const Recording>)> on_thinned) {
  on_thinned_ = std::move(on_thinned);
  // The old and the new one, of half as many rows, are there together for a while, and of both some
  // chunks are not full.
  constexpr int64_t kNotFull = kLeastLimit / 2;
  const double of_one = 2. / 3 * static_cast<double>(std::max(bytes, kLeastLimit) - kNotFull);
  most_rows_ = std::max(static_cast<int64_t>(of_one / recording_->bytes_per_row()),
                        LeastRowsToThin(num_columns()));
}

// Memory for about four megabytes of rows.
void SignalRecorder::ReserveUsual() {
  recording_->Reserve(1 + static_cast<int64_t>(kReservedBytes / recording_->bytes_per_row()));
}

// A recording that somebody else still reads is left to them.
void SignalRecorder::Restart() {
  if (recording_.use_count() == 1) {
    recording_->Clear();
  } else {
    recording_ = std::make_shared<Recording>(recording_->recorded_signals(), memory_);
    ReserveUsual();
  }
  last_time_ = std::numeric_limits<double>::quiet_NaN();
  non_finite_.reset();
  untraced_ = nullptr;
}

void SignalRecorder::Thin() {
  recording_ = ThinOlderRows(*recording_);
  if (on_thinned_) on_thinned_(recording_);
}

// Evaluates the signals and appends them as a row. The first value that is not finite is traced to
// the block where it arose.
void SignalRecorder::Record(const Context<double>& context, Side side) {
  Evaluate(context, row_.data());
  last_time_ = context.get_time();
  Append(last_time_, side, row_.data());
  // A row between two steps is of a time that `context` no longer has; its end is the next best.
  if (untraced_ != nullptr) [[unlikely]]
    NameBlock(FindOriginOfNonFinite(*std::exchange(untraced_, nullptr), context));
}

// Notes the signal for now; where the value comes from is looked up when a context is at hand.
void SignalRecorder::NoteNonFinite(double t_sec, int column, double value) {
  const auto& signals = recording_->recorded_signals();
  const auto after = std::find_if(
      signals.begin(), signals.end(),
      [&](const RecordedSignal& signal) { return column < signal.first_column + signal.width; });
  untraced_ = sources_[after - signals.begin()].port;
  non_finite_ = NonFiniteValue{t_sec, value, recording_->ColumnLabel(column), {}, {}};
  NameBlock(*untraced_);
}

void SignalRecorder::NameBlock(const OutputPort<double>& origin) {
  non_finite_->block = origin.get_system().GetSystemPathname();
  non_finite_->port = origin.get_name();
}

// Brings each signal up to date and copies it; nothing is allocated.
void SignalRecorder::Evaluate(const Context<double>& context, double* row) {
  auto& data = context.data();
  for (const Source& source : sources_) {
    data.Evaluate(source.entry);
    const double* value = data.arena.data() + source.place;
    row = std::copy(value, value + source.width, row);
  }
}

}  // namespace loopwright
