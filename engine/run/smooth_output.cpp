#include "engine/run/smooth_output.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/common/ulp.h"

namespace loopwright {
namespace {

// How far a line may be off, of the signal's range so far …
constexpr double kTolerance = 1e-3;
// … and of its size, in units of its rounding error.
constexpr double kLeastTolerance = 64 * std::numeric_limits<double>::epsilon();

constexpr double kGoldenSection = 0.6180339887498949;
constexpr double kEarlyLook = 1 - kGoldenSection;
// Looks for every time scale and for every longest stretch.
constexpr double kLooksPerTimeScale = 4, kLooksPerStretch = 2;
// So many irrational looks find every wave.
constexpr double kMostLooksForTimeScale = 64;
constexpr double kMostLooks = 4096;

// A parabola's parts are this much nearer to their chords than they must be: at the looks it is
// 0.944 of its greatest distance, and the parts of other curves are not all alike.
constexpr double kSafety = 1.2;
// Two looks that agree on a parabola differ by no more than this factor.
constexpr double kAgreement = 0.4;
constexpr int kMostParts = 8;
// A piece is not cut below so many units in the last place of the time.
constexpr double kLeastLength = 256;
// A step no more than this longer than one that was so near to a line has one look.
constexpr double kSimilar = 2, kNear = 0.1;

// By how much a step may be longer than the longest stretch and still be one.
constexpr double kStretch = 0.02;

// Each cut halves at least; no deeper than this.
constexpr int kLevels = 26;
constexpr int kStartRow = 2 * kLevels, kEndRow = kStartRow + 1, kLookRow = kStartRow + 2;

// Where in a step it is looked at: one place near its start, then multiples of the golden section,
// which spread evenly however many there are and fall into step with no oscillation.
double PartOfLook(int look) {
  if (look == 0) return kEarlyLook;
  if (look == 1) return kGoldenSection;
  const double turns = (look + 1) * kGoldenSection;
  return turns - std::floor(turns);
}

}  // namespace

SmoothOutput::SmoothOutput(std::vector<SignalRecorder*> recorders, double time_scale_sec,
                           double max_stretch_sec)
    : recorders_(std::move(recorders)),
      time_scale_sec_(time_scale_sec),
      max_stretch_sec_(max_stretch_sec) {
  for (const SignalRecorder* recorder : recorders_) {
    for (const int column : recorder->varying_columns())
      varying_.push_back({num_columns_ + column});
    num_columns_ += recorder->num_columns();
  }
  rows_.resize(static_cast<size_t>(kLookRow + 1) * static_cast<size_t>(num_columns_));
}

void SmoothOutput::Restart() {
  for (VaryingColumn& column : varying_) column = {column.column};
  last_step_ = {};
}

// A step is looked at in some places. Where the straight line between recorded points is off by
// more than a reader could see, more points are recorded.
void SmoothOutput::RecordStep(const StepInterior<double>& step) {
  double* const start = Row(kStartRow);
  double* const end = Row(kEndRow);
  ReadStart(step, start);
  Evaluate(step.at(step.end_sec), end);
  WidenRanges(start);
  WidenRanges(end);
  const double length = step.end_sec - step.start_sec;
  const bool is_expected_to_be_a_line =
      last_step_.distance < kNear && length <= kSimilar * last_step_.length_sec;
  distance_ = 0;
  const double stretches = std::ceil(length / max_stretch_sec_ - kStretch);
  const double budget = kMostRows * std::clamp(stretches, 1., kMostLooks);
  Refine(step, {step.start_sec, start}, {step.end_sec, end}, 0, static_cast<int>(budget),
         is_expected_to_be_a_line);
  last_step_.length_sec = length;
  last_step_.distance = distance_;
}

// The row at the start has been recorded, unless the start is somewhere else.
void SmoothOutput::ReadStart(const StepInterior<double>& step, double* row) {
  for (const SignalRecorder* recorder : recorders_) {
    if (recorder->last_time() != step.start_sec) {
      Evaluate(step.at(step.start_sec), Row(kStartRow));
      return;
    }
    row = std::copy_n(recorder->last_row(), recorder->num_columns(), row);
  }
}

void SmoothOutput::Evaluate(const Context<double>& context, double* row) {
  for (SignalRecorder* recorder : recorders_) {
    recorder->Evaluate(context, row);
    row += recorder->num_columns();
  }
}

// Adds the rows between two points, where they are needed, and returns how many; at most `budget`.
int SmoothOutput::Refine(const StepInterior<double>& step, const Point& left, const Point& right,
                         int level, int budget, bool is_expected_to_be_a_line) {
  const double length = right.time_sec - left.time_sec;
  if (budget == 0 || level == kLevels || length < kLeastLength * Ulp(right.time_sec)) return 0;
  const Verdict verdict = LookInto(step, left, right, is_expected_to_be_a_line);
  const int parts = std::min(verdict.parts, budget + 1);
  int used = parts - 1;
  Point from = left;
  for (int part = 1; part <= parts && parts > 1; ++part) {
    Point to = right;
    if (part < parts) {
      double* const row = Row(2 * level + part % 2);
      to = {left.time_sec + length * part / parts, row};
      Evaluate(step.at(to.time_sec), row);
      WidenRanges(row);
    }
    // What a part leaves of its share is for the next ones.
    const int share = (budget - used) / (parts - part + 1);
    used += Refine(step, from, to, level + 1, share, verdict.is_smooth);
    if (part < parts) Append(to);
    from = to;
  }
  return used;
}

// One look is enough where two into the whole have foretold that it is a line.
auto SmoothOutput::LookInto(const StepInterior<double>& step, const Point& left, const Point& right,
                            bool is_expected_to_be_a_line) -> Verdict {
  const int looks = CountLooks(right.time_sec - left.time_sec);
  if (looks > 2) {
    for (int look = 0; look < looks; ++look) {
      if (LookAt(step, left, right, PartOfLook(look)) <= 1) continue;
      return {std::clamp(looks / 4, 2, kMostParts), false};
    }
    return {};
  }
  double first = 0;
  double second = 0;
  if (is_expected_to_be_a_line) {
    last_step_.looked_early = !last_step_.looked_early;
    first = LookAt(step, left, right, last_step_.looked_early ? kEarlyLook : kGoldenSection);
    if (first <= 1) return {};
    second = LookAt(step, left, right, last_step_.looked_early ? kGoldenSection : kEarlyLook);
  } else {
    first = LookAt(step, left, right, kEarlyLook);
    second = LookAt(step, left, right, kGoldenSection);
  }
  const auto [less, more] = std::minmax(first, second);
  if (more <= 1) return {};
  if (less < kAgreement * more) return {2, false};
  const double parts = std::ceil(std::sqrt(kSafety * more));
  return {static_cast<int>(std::min<double>(parts, kMostParts)), parts <= kMostParts};
}

// The greatest distance of a signal from the line between two points, in tolerances.
double SmoothOutput::LookAt(const StepInterior<double>& step, const Point& left, const Point& right,
                            double part) {
  double* const row = Row(kLookRow);
  const double t = left.time_sec + part * (right.time_sec - left.time_sec);
  Evaluate(step.at(t), row);
  WidenRanges(row);
  double distance = 0;
  for (const VaryingColumn& varying : varying_) {
    const double from = left.row[varying.column];
    const double off =
        std::abs(row[varying.column] - (from + part * (right.row[varying.column] - from)));
    const double size = std::max(std::abs(varying.least), std::abs(varying.greatest));
    const double tolerance =
        std::max(kTolerance * (varying.greatest - varying.least), kLeastTolerance * size);
    // What is not finite is not near to any line, however short.
    if (off > tolerance * distance && std::isfinite(off)) distance = off / tolerance;
  }
  distance_ = std::max(distance_, distance);
  return distance;
}

// More where the step is long beside the time scale of the diagram, or beside what a plot shows.
int SmoothOutput::CountLooks(double length_sec) const {
  const double for_time_scale =
      std::min(kLooksPerTimeScale * length_sec / time_scale_sec_, kMostLooksForTimeScale);
  const double for_stretch = kLooksPerStretch * length_sec / max_stretch_sec_;
  const double looks = std::ceil(std::max(for_time_scale, for_stretch) - 1e-6);
  return static_cast<int>(std::clamp(looks, 2., kMostLooks));
}

// What can be seen is a part of the range of each column so far.
void SmoothOutput::WidenRanges(const double* row) {
  for (VaryingColumn& varying : varying_) {
    const double value = row[varying.column];
    if (!std::isfinite(value)) continue;
    varying.least = std::min(varying.least, value);
    varying.greatest = std::max(varying.greatest, value);
  }
}

void SmoothOutput::Append(const Point& point) {
  const double* row = point.row;
  for (SignalRecorder* recorder : recorders_) {
    recorder->Append(point.time_sec, Side::kBefore, row);
    row += recorder->num_columns();
  }
}

}  // namespace loopwright
