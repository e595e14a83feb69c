#include "gui/curves/signal_samples.h"

#include <cmath>
#include <utility>

#include "engine/recording/recording.h"
#include "gui/curves/curve_geometry.h"

namespace loopwright {

namespace {

// Times this near, as a part of the period, are one instant.
constexpr double kSameInstant = 1e-9;

}  // namespace

SignalSamples::SignalSamples(std::shared_ptr<const Recording> recording, int column, bool held,
                             double period_sec)
    : recording_(std::move(recording)), column_(column), held_(held), periodSec_(period_sec) {}

// Goes on from the sample that is due next; the number of the first follows from when the recording
// begins. Each time is computed from its number, so that samples of a long run do not drift.
bool SignalSamples::takeNew() {
  if (!recording_ || column_ < 0 || !(periodSec_ > 0)) return false;
  const int64_t rows = recording_->size();
  if (rows == 0) return false;
  if (!hasBegun_) {
    next_ = static_cast<int64_t>(std::ceil(recording_->time(0) / periodSec_ - kSameInstant));
    hasBegun_ = true;
  }
  CurveRequest request;
  request.recording = recording_.get();
  request.rows = rows;
  request.column = column_;
  request.held = held_;
  const size_t before = values_.size();
  const double last = recording_->time(rows - 1);
  for (;; ++next_) {
    const double due = static_cast<double>(next_) * periodSec_;
    if (due > last + kSameInstant * periodSec_) break;
    // A row within a rounding error of the instant is the instant itself.
    const int64_t row = recording_->LowerBound(due - kSameInstant * periodSec_);
    const bool isThere = row < rows && recording_->time(row) <= due + kSameInstant * periodSec_;
    const auto value = valueAt(request, isThere ? recording_->time(row) : due);
    if (value) values_.push_back(value->before);
  }
  return values_.size() > before;
}

}  // namespace loopwright
