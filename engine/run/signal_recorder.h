#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/index/diagram_index.h"
#include "engine/recording/recording.h"
#include "engine/run/non_finite.h"
#include "engine/run/run_options.h"

namespace loopwright {

template <typename T>
class Context;

/// What is recorded where an option does not say it is at most this many signals.
inline constexpr size_t kMaxDefaultSignals = 1000;

/// A signal to record: an output port, or one element of it.
struct SelectedSignal {
  const PortSignal<double>* signal = nullptr;
  int element = -1;  ///< -1: all of them
};

/// The signals that a run records: those of `options`, in their order (UsageError names one that
/// there is not; with `*` and `?` all that match, each once), else the default ones of the diagram.
/// Ports that carry no vector are left out. `left_out` (may be null) is set to the number of
/// default signals beyond kMaxDefaultSignals.
std::vector<SelectedSignal> SelectSignals(std::span<const PortSignal<double>> ports,
                                          const RunOptions& options, size_t* left_out);

/// Evaluates the selected output ports and appends their values to a recording. A run has one for
/// its results and one for each file that a block writes.
class SignalRecorder {
 public:
  /// Rows are kept in `memory`; null: in ordinary memory.
  SignalRecorder(const DiagramIndex<double>& index, const std::vector<SelectedSignal>& selected,
                 std::shared_ptr<SpillMemory> memory = nullptr);

  /// Only for the thread that records where there is a limit: see LimitMemory().
  std::shared_ptr<const Recording> recording() const { return recording_; }

  /// Keeps the recording within so many bytes (at least kLeastLimit, and room for some dozens of
  /// rows a column). Before that is too little, its older rows are thinned (ThinOlderRows()):
  /// a new recording takes its place and is told to `on_thinned`; readers of the old one may go on.
  void LimitMemory(int64_t bytes, std::function<void(std::shared_ptr<const Recording>)> on_thinned);
  static constexpr int64_t kLeastLimit = int64_t{16} << 20;

  /// Makes memory for so many rows that stepping starts without allocating.
  void ReserveUsual();

  /// Begins anew, for another run of the same diagram: in the recording that there is, where nobody
  /// else holds it, else in a new one.
  void Restart();

  int num_columns() const { return recording_->num_columns(); }
  /// The columns that change between updates.
  const std::vector<int>& varying_columns() const { return varying_columns_; }
  /// The output ports that a row is read from.
  std::vector<const OutputPort<double>*> ports() const;

  /// Appends a row of the signals in `context`, which is one of the diagram's. Allocates nothing
  /// but the recording's chunks.
  void Record(const Context<double>& context, Side side);
  /// The latest row that Record() appended, of num_columns() values, and its time.
  const double* last_row() const { return row_.data(); }
  double last_time() const { return last_time_; }

  /// The signals in `context`, of which Record() has seen one, as a row.
  void Evaluate(const Context<double>& context, double* row);
  /// Appends such a row.
  void Append(double t_sec, Side side, const double* row) {
    if (recording_->size() >= most_rows_) [[unlikely]]
      Thin();
    if (!non_finite_.has_value()) LookForNonFinite(t_sec, row);
    recording_->Append(t_sec, side, row);
  }

  /// The first value recorded that is not finite.
  const std::optional<NonFiniteValue>& non_finite() const { return non_finite_; }

 private:
  /// Where one signal of a row lies.
  struct Source {
    const OutputPort<double>* port;
    int entry;  ///< of the plan, which makes the value
    int place;  ///< of its first element that is recorded, in the context's arena
    int width;
  };
  /// When the limit is reached.
  void Thin();
  /// Until one is found: afterwards nothing is looked at.
  void LookForNonFinite(double t_sec, const double* row) {
    for (int column = 0; column < num_columns(); ++column) {
      const bool is_finite = std::abs(row[column]) <= std::numeric_limits<double>::max();
      if (!is_finite) [[unlikely]]
        return NoteNonFinite(t_sec, column, row[column]);
    }
  }
  void NoteNonFinite(double t_sec, int column, double value);
  void NameBlock(const OutputPort<double>& origin);

  std::vector<Source> sources_;
  std::shared_ptr<SpillMemory> memory_;
  std::shared_ptr<Recording> recording_;
  int64_t most_rows_ = std::numeric_limits<int64_t>::max();
  std::function<void(std::shared_ptr<const Recording>)> on_thinned_;
  std::vector<int> varying_columns_;
  std::vector<double> row_;
  double last_time_ = std::numeric_limits<double>::quiet_NaN();
  std::optional<NonFiniteValue> non_finite_;
  /// Where non_finite_ was recorded, until it is known where it comes from.
  const OutputPort<double>* untraced_ = nullptr;
};

}  // namespace loopwright
