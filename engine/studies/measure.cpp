#include "engine/studies/measure.h"

#include <algorithm>
#include <cmath>

#include "engine/recording/recording.h"
#include "engine/run/run_outcome.h"

namespace loopwright {
namespace {

// One column of a recording as a function of time.
class RecordedColumn {
 public:
  RecordedColumn(const Recording& recording, int column)
      : recording_(recording), column_(column), rows_(recording.size()) {
    for (const RecordedSignal& signal : recording.recorded_signals()) {
      if (column >= signal.first_column && column < signal.first_column + signal.width) {
        is_held_ = signal.discrete;
      }
    }
  }

  int64_t rows() const { return rows_; }
  double time(int64_t row) const { return recording_.time(row); }
  double value(int64_t row) const { return recording_.value(row, column_); }
  double duration() const { return time(rows_ - 1) - time(0); }
  double last() const { return value(rows_ - 1); }

  std::optional<double> At(double time_sec, Side side) const {
    if (time_sec < time(0) || time_sec > time(rows_ - 1)) return std::nullopt;
    const int64_t first = recording_.LowerBound(time_sec);
    const int64_t behind = recording_.UpperBound(time_sec);
    if (first < behind) return value(side == Side::kBefore ? first : behind - 1);
    if (is_held_) return value(first - 1);
    const double part = (time_sec - time(first - 1)) / (time(first) - time(first - 1));
    return value(first - 1) + (value(first) - value(first - 1)) * part;
  }

  // The mean of the values, or of their squares, over time.
  std::optional<double> Mean(bool of_squares) const {
    if (!(duration() > 0)) return std::nullopt;
    double integral = 0;
    for (int64_t row = 1; row < rows_; ++row) {
      const double from = value(row - 1), to = is_held_ ? from : value(row);
      // Of a straight line the mean square is exact too.
      const double mean = of_squares ? (from * from + from * to + to * to) / 3 : (from + to) / 2;
      integral += mean * (time(row) - time(row - 1));
    }
    return integral / duration();
  }

  // The time at which the column comes from row - 1 to the level.
  double CrossingTime(int64_t row, double level) const {
    if (is_held_) return time(row);
    const double from = value(row - 1), part = (level - from) / (value(row) - from);
    return time(row - 1) + (time(row) - time(row - 1)) * part;
  }

 private:
  const Recording& recording_;
  const int column_;
  const int64_t rows_;
  bool is_held_ = false;
};

bool Rises(const RecordedColumn& column, int64_t row, double level) {
  return column.value(row - 1) < level && column.value(row) >= level;
}

std::optional<double> FirstCrossing(const RecordedColumn& column, double level) {
  for (int64_t row = 1; row < column.rows(); ++row) {
    const bool falls = column.value(row - 1) > level && column.value(row) <= level;
    if (falls || Rises(column, row, level)) return column.CrossingTime(row, level);
  }
  return std::nullopt;
}

double CountRises(const RecordedColumn& column, double level) {
  int64_t count = 0;
  for (int64_t row = 1; row < column.rows(); ++row) count += Rises(column, row, level) ? 1 : 0;
  return static_cast<double>(count);
}

std::optional<double> SettlingTime(const RecordedColumn& column, double target, double band) {
  int64_t row = column.rows();
  while (row > 0 && std::abs(column.value(row - 1) - target) <= band) --row;
  if (row == column.rows()) return std::nullopt;
  if (row == 0) return 0;
  const double edge = column.value(row - 1) > target ? target + band : target - band;
  // Between the last row outside and the first one inside; it may come in at the opposite edge.
  const double time =
      std::clamp(column.CrossingTime(row, edge), column.time(row - 1), column.time(row));
  return time - column.time(0);
}

std::optional<double> Overshoot(const RecordedColumn& column, double target) {
  const double way = target - column.value(0);
  if (way == 0) return std::nullopt;
  double furthest = 0;
  for (int64_t row = 0; row < column.rows(); ++row) {
    furthest = std::max(furthest, (column.value(row) - target) / way);
  }
  return furthest;
}

double Extreme(const RecordedColumn& column, bool greatest) {
  double extreme = column.value(0);
  for (int64_t row = 1; row < column.rows(); ++row) {
    extreme =
        greatest ? std::max(extreme, column.value(row)) : std::min(extreme, column.value(row));
  }
  return extreme;
}

}  // namespace

std::optional<double> EvaluateMeasure(const MeasureCall& call, const Recording& recording,
                                      int column_number, const RunOutcome& outcome) {
  const bool has_failed = outcome.end == RunEnd::kFailed;
  if (call.kind == MeasureKind::kFailed) return has_failed && outcome.path == call.subject ? 1 : 0;
  if (has_failed || recording.size() == 0) return std::nullopt;
  const RecordedColumn column(recording, column_number);
  const auto& arguments = call.arguments;
  switch (call.kind) {
    case MeasureKind::kValue:
      return column.At(arguments[0], call.side);
    case MeasureKind::kFinal:
      return column.last();
    case MeasureKind::kLeast:
      return Extreme(column, false);
    case MeasureKind::kGreatest:
      return Extreme(column, true);
    case MeasureKind::kMean:
      return column.Mean(false);
    case MeasureKind::kRms: {
      const std::optional<double> square = column.Mean(true);
      return square ? std::optional(std::sqrt(*square)) : std::nullopt;
    }
    case MeasureKind::kCrossing:
      return FirstCrossing(column, arguments[0]);
    case MeasureKind::kCount:
      return CountRises(column, arguments[0]);
    case MeasureKind::kSettling:
      return SettlingTime(column, arguments[0], arguments[1]);
    case MeasureKind::kOvershoot:
      return Overshoot(column, arguments[0]);
    case MeasureKind::kFailed:
      break;  // above
  }
  return std::nullopt;
}

int FindColumn(const Recording& recording, const std::string& label) {
  for (int column = 0; column < recording.num_columns(); ++column) {
    if (recording.ColumnLabel(column) == label) return column;
  }
  return -1;
}

}  // namespace loopwright
