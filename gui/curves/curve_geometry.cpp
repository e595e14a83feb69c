#include "gui/curves/curve_geometry.h"

#include <algorithm>
#include <cmath>

#include "engine/recording/recording.h"

namespace loopwright {

namespace {

// Rows a pixel up to which every row is looked at; above, the pyramid is asked.
constexpr int64_t kScannedRowsPerPixel = 48;

// Jumps nearer than this many pixels are joined by the line itself: gaps could not be seen.
constexpr double kGapDistance = 3;

// A connected line, reduced to the first, least, greatest and last value of each pixel column.
class ReducedLine {
 public:
  ReducedLine(double lower, double pixelsPerSecond)
      : lower_(lower), pixelsPerSecond_(pixelsPerSecond) {}

  // Gathers values as long as they fall into one column of pixels.
  void Add(double time, double value) {
    const double pixel = std::floor((time - lower_) * pixelsPerSecond_);
    if (count_ > 0 && pixel == pixel_) {
      if (value < least_.y()) least_ = QPointF(time, value);
      if (value > greatest_.y()) greatest_ = QPointF(time, value);
      last_ = QPointF(time, value);
      ++count_;
      return;
    }
    EmitPixel();
    pixel_ = pixel;
    first_ = least_ = greatest_ = last_ = QPointF(time, value);
    count_ = 1;
  }

  // Takes a whole pixel column at once: its least and greatest value, the nearer one first.
  void AddEnvelope(double time, double least, double greatest) {
    EmitPixel();
    const double from = points_.isEmpty() ? least : points_.back().y();
    const bool leastFirst = std::abs(from - least) <= std::abs(from - greatest);
    Emit({time, leastFirst ? least : greatest});
    Emit({time, leastFirst ? greatest : least});
  }

  // Ends the line and hands it over, if there is any.
  void Break(std::vector<QPolygonF>* lines) {
    EmitPixel();
    if (!points_.isEmpty()) lines->push_back(points_);
    points_.clear();
  }

 private:
  // Up to four points draw what all of them would have drawn: the line comes in at the first,
  // covers all between the least and the greatest, and leaves at the last.
  void EmitPixel() {
    if (count_ == 0) return;
    Emit(first_);
    if (count_ > 2) {
      const bool leastFirst = least_.x() < greatest_.x();
      Emit(leastFirst ? least_ : greatest_);
      Emit(leastFirst ? greatest_ : least_);
    }
    if (count_ > 1) Emit(last_);
    count_ = 0;
  }

  void Emit(const QPointF& point) {
    const qsizetype size = points_.size();
    if (size > 0 && points_[size - 1] == point) return;
    // Three points of one value are a line: the middle one says nothing.
    if (size > 1 && points_[size - 1].y() == point.y() && points_[size - 2].y() == point.y()) {
      points_[size - 1] = point;
      return;
    }
    points_.append(point);
  }

  double lower_;
  double pixelsPerSecond_;
  double pixel_ = 0;
  int count_ = 0;
  QPointF first_, least_, greatest_, last_;
  QPolygonF points_;
};

// Whether a time is the offset and a multiple of the period, as near as rounding leaves it.
bool onGrid(double time, double period, double offset) {
  const double steps = (time - offset) / period;
  return std::abs(steps - std::round(steps)) < 1e-6;
}

// Feeds rows in order and makes lines, jumps and updates of them.
class CurveBuilder {
 public:
  explicit CurveBuilder(const CurveRequest& request)
      : request_(request),
        recording_(*request.recording),
        pixelsPerSecond_(request.pixels / std::max(request.upper - request.lower, 1e-300)),
        line_(request.lower, pixelsPerSecond_) {}

  // One row: it goes on with the line, or is the second half of an update, or ends the line where
  // it is not finite.
  void AddRow(int64_t row) {
    const double time = recording_.time(row);
    const double value = recording_.value(row, request_.column);
    if (!std::isfinite(value)) {
      line_.Break(&geometry_.lines);
      hasValue_ = false;
      time_ = time;
      return;
    }
    const bool updated = recording_.side(row) == Side::kAfter && time == time_ && hasValue_;
    if (updated) {
      AddUpdate(time, value);
    } else if (request_.held && hasValue_ && value != value_) {
      // Changed by an update that was not recorded.
      line_.Add(time, value_);
      Jump(time, value);
    } else {
      line_.Add(time, value);
    }
    time_ = time;
    value_ = value;
    hasValue_ = true;
  }

  void AddRows(int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) AddRow(row);
  }

  // Takes rows [begin, end), all in one pixel column, from the pyramid.
  void AddPixel(int64_t begin, int64_t end) {
    const MinMax range = recording_.Range(request_.column, begin, end);
    if (request_.held && hasValue_ && !range.empty()) {
      const bool constant = range.min == range.max;
      if (constant && range.min == value_) return SkipTo(end - 1);
      const int64_t change = FirstOther(begin, end);
      const MinMax rest = recording_.Range(request_.column, change, end);
      if (rest.min == rest.max) {
        if (change > begin) AddRow(change - 1);
        AddRow(change);
        return SkipTo(end - 1);
      }
    }
    if (range.empty()) return AddRow(end - 1);
    const double middle = 0.5 * (recording_.time(begin) + recording_.time(end - 1));
    line_.AddEnvelope(middle, range.min, range.max);
    lastJump_ = middle;
    time_ = recording_.time(end - 1);
    value_ = recording_.value(end - 1, request_.column);
    hasValue_ = std::isfinite(value_);
  }

  CurveGeometry Finish() {
    line_.Break(&geometry_.lines);
    SelectCircles();
    return std::move(geometry_);
  }

  std::vector<UpdatePoint> TakeUpdates() { return std::move(updates_); }

 private:
  // The first row of [begin, end) whose value is not the present one; there is one.
  int64_t FirstOther(int64_t begin, int64_t end) const {
    while (end - begin > 1) {
      const int64_t middle = begin + (end - begin) / 2;
      const MinMax range = recording_.Range(request_.column, begin, middle);
      const bool same = range.empty() || (range.min == value_ && range.max == value_);
      (same ? begin : end) = middle;
    }
    return begin;
  }

  void SkipTo(int64_t row) {
    time_ = recording_.time(row);
    const double value = recording_.value(row, request_.column);
    if (std::isfinite(value)) line_.Add(time_, value);
  }

  // An update that leaves the signal as it was is shown too where the signal's own samples are due,
  // so that its circles come regularly.
  void AddUpdate(double time, double value) {
    const bool changed = value != value_;
    const bool due =
        request_.held && request_.period > 0 && onGrid(time, request_.period, request_.offset);
    if (changed || due) {
      if (!updates_.empty() && updates_.back().time == time) {
        updates_.back().after = value;
      } else {
        updates_.push_back({time, value_, value});
      }
    }
    if (changed) {
      Jump(time, value);
    } else {
      line_.Add(time, value);
    }
  }

  // Breaks the line where the gap can be seen; jumps that are closer are drawn through.
  void Jump(double time, double value) {
    if ((time - lastJump_) * pixelsPerSecond_ >= kGapDistance) {
      line_.Break(&geometry_.lines);
      geometry_.jumps.push_back({time, value_, value});
    }
    line_.Add(time, value);
    lastJump_ = time;
  }

  // Circles are drawn where both neighbours are far enough for them not to touch.
  void SelectCircles() {
    if (request_.circles == CircleMode::kOn) geometry_.circles = updates_;
    if (request_.circles != CircleMode::kWhereRoom) return;
    const auto apart = [this](const UpdatePoint& a, const UpdatePoint& b) {
      return (b.time - a.time) * pixelsPerSecond_ >= kCircleDistance;
    };
    for (size_t i = 0; i < updates_.size(); ++i) {
      const bool roomBefore = i == 0 || apart(updates_[i - 1], updates_[i]);
      const bool roomAfter = i + 1 == updates_.size() || apart(updates_[i], updates_[i + 1]);
      if (roomBefore && roomAfter) geometry_.circles.push_back(updates_[i]);
    }
  }

  const CurveRequest& request_;
  const Recording& recording_;
  double pixelsPerSecond_;
  ReducedLine line_;
  CurveGeometry geometry_;
  std::vector<UpdatePoint> updates_;
  bool hasValue_ = false;
  double time_ = 0;
  double value_ = 0;
  double lastJump_ = -INFINITY;
};

// The rows that are seen in the window, with one more on each side so that lines reach its edges.
std::pair<int64_t, int64_t> visibleRows(const CurveRequest& request) {
  const int64_t first = request.recording->LowerBound(request.lower) - 1;
  const int64_t last = request.recording->UpperBound(request.upper) + 1;
  return {std::clamp<int64_t>(first, 0, request.rows), std::min(last, request.rows)};
}

}  // namespace

// A recording has a column for each element of a signal.
CurveRequest requestFor(const Recording* recording, const QString& label) {
  CurveRequest request;
  request.column = -1;
  if (recording == nullptr) return request;
  request.recording = recording;
  request.rows = recording->size();
  const std::string wanted = label.toStdString();
  for (const RecordedSignal& signal : recording->recorded_signals()) {
    for (int k = 0; k < signal.width; ++k) {
      if (recording->ColumnLabel(signal.first_column + k) != wanted) continue;
      request.column = signal.first_column + k;
      request.held = signal.discrete;
      request.period = signal.period;
      request.offset = signal.offset;
      return request;
    }
  }
  return request;
}

// Few rows are looked at one by one. Of many, each column of pixels asks the recording's pyramid of
// least and greatest values, so that the time depends on the width of the plot and not on the
// length of the run.
CurveGeometry computeCurve(const CurveRequest& request) {
  CurveBuilder builder(request);
  const auto [begin, end] = visibleRows(request);
  if (end - begin <= kScannedRowsPerPixel * request.pixels) {
    builder.AddRows(begin, end);
    return builder.Finish();
  }
  const double secondsPerPixel = (request.upper - request.lower) / request.pixels;
  int64_t row = begin;
  int64_t before = 0;  // rows in the last column: the next has about as many
  for (int pixel = 1; row < end && pixel <= request.pixels + 1; ++pixel) {
    const double edge = request.lower + pixel * secondsPerPixel;
    const int64_t next = pixel > request.pixels
                             ? end
                             : std::min(end, request.recording->LowerBound(edge, row + before));
    before = next - row;
    if (next - row <= kScannedRowsPerPixel) {
      builder.AddRows(row, next);
    } else {
      builder.AddPixel(row, next);
    }
    row = std::max(row, next);
  }
  return builder.Finish();
}

// All updates, without reducing anything: for reading values off, not for drawing.
std::vector<UpdatePoint> updatesIn(const CurveRequest& request) {
  CurveBuilder builder(request);
  const auto [begin, end] = visibleRows(request);
  builder.AddRows(begin, end);
  std::vector<UpdatePoint> updates = builder.TakeUpdates();
  std::erase_if(updates, [&request](const UpdatePoint& update) {
    return update.time < request.lower || update.time > request.upper;
  });
  return updates;
}

// At an instant that was recorded, its first and last value; between two, as the curve is drawn.
std::optional<UpdatePoint> valueAt(const CurveRequest& request, double time) {
  const Recording& recording = *request.recording;
  const int64_t first = std::min(recording.LowerBound(time), request.rows);
  const int64_t last = std::min(recording.UpperBound(time), request.rows);
  if (first < last) {
    return UpdatePoint{time, recording.value(first, request.column),
                       recording.value(last - 1, request.column)};
  }
  if (first == 0 || first >= request.rows) return std::nullopt;
  const double before = recording.value(first - 1, request.column);
  if (request.held) return UpdatePoint{time, before, before};
  const double t0 = recording.time(first - 1);
  const double t1 = recording.time(first);
  const double after = recording.value(first, request.column);
  const double value = before + (after - before) * (time - t0) / (t1 - t0);
  return UpdatePoint{time, value, value};
}

}  // namespace loopwright
