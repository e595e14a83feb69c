#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "engine/recording/recording.h"

namespace loopwright {

/// A straight piece of a signal: from `value0` at `time0` to `value1` at `time1`, seconds. A jump
/// is a piece without length.
struct SignalPiece {
  double time0 = 0;
  double value0 = 0;
  double time1 = 0;
  double value1 = 0;

  /// Seconds; 0 of a jump.
  double duration() const { return time1 - time0; }
  /// The value at a time within the piece; of a jump, the one after it.
  double At(double time) const {
    if (time >= time1) return value1;
    return value0 + (value1 - value0) * (time - time0) / (time1 - time0);
  }
};

/// A signal between two times, as it was recorded, in straight pieces: a held signal (`held`) keeps
/// each value until the next one and then jumps; any other is joined by straight lines from sample
/// to sample, and jumps where two samples have one time. For example a counter with 10 from 0 s and
/// 20 from 1 s on, looked at between 0.5 s and 1.5 s, is the piece 10 until 1 s, the jump from 10
/// to 20, and the piece 20 until 1.5 s.
///
/// Where the range ends within a piece the piece is cut there. Both values of an instant at an end
/// of the range belong to it. Values that are not finite are gaps.
class SignalPart {
 public:
  /// Rows [0, rows) of a column of a recording, which must outlive this.
  SignalPart(const Recording& recording, int64_t rows, int column, bool held, double lower,
             double upper)
      : recording_(&recording),
        rows_(rows),
        column_(column),
        held_(held),
        lower_(lower),
        upper_(upper) {}
  /// Samples: `values[i]` at `times[i]`, which never decrease. Both must outlive this.
  SignalPart(std::span<const double> times, std::span<const double> values, bool held, double lower,
             double upper)
      : times_(times),
        values_(values),
        rows_(static_cast<int64_t>(times.size())),
        held_(held),
        lower_(lower),
        upper_(upper) {}

  /// The range, seconds.
  double lower() const { return lower_; }
  double upper() const { return upper_; }

  /// Calls `visit` for every piece in order of time. Each begins where the one before it ended, but
  /// for the first one and those behind gaps: these are without length and have one value, that
  /// with which the signal sets in.
  template <typename Visit>
  void ForEachPiece(Visit&& visit) const {
    Walk<Visit> walk{*this, visit};
    const int64_t end = std::min(rows_, FirstAfter(upper_) + 1);
    for (int64_t row = std::max<int64_t>(0, FirstAt(lower_) - 1); row < end;) {
      const std::span<const double> times =
          recording_ ? recording_->Times(row, end) : times_.subspan(row, end - row);
      const std::span<const double> values =
          recording_ ? recording_->Values(column_, row, end) : values_.subspan(row, end - row);
      const std::size_t count = std::min(times.size(), values.size());
      for (std::size_t k = 0; k < count; ++k) walk.Add(times[k], values[k]);
      row += static_cast<int64_t>(count);
    }
  }

 private:
  /// Makes pieces of samples as they come, with the last sample at hand.
  template <typename Visit>
  struct Walk {
    const SignalPart& part;
    Visit& visit;
    bool is_on = false;
    double time = 0;
    double value = 0;

    /// Takes the next sample. A held signal makes two pieces of it: the old value up to here, and
    /// the jump. A value that is not finite ends what was before it, and the first one behind it
    /// begins anew.
    void Add(double next_time, double next) {
      const bool is_finite = std::isfinite(next);
      if (is_on && part.held_) {
        if (next_time > time) Emit({time, value, next_time, value});
        if (is_finite && next != value) Emit({next_time, value, next_time, next});
      } else if (is_on && is_finite) {
        Emit({time, value, next_time, next});
      } else if (is_finite) {
        Emit({next_time, next, next_time, next});
      }
      is_on = is_finite;
      time = next_time;
      value = next;
    }

    /// Hands a piece on, cut to the range; what lies outside of the range is left out.
    void Emit(SignalPiece piece) {
      if (piece.time1 < part.lower_ || piece.time0 > part.upper_) return;
      SignalPiece cut = piece;
      if (piece.time0 < part.lower_) {
        cut.time0 = part.lower_;
        cut.value0 = piece.At(part.lower_);
      }
      if (piece.time1 > part.upper_) {
        cut.time1 = part.upper_;
        cut.value1 = piece.At(part.upper_);
      }
      visit(cut);
    }
  };

  /// The first row at a time or later.
  int64_t FirstAt(double time) const {
    if (recording_) return std::min(rows_, recording_->LowerBound(time));
    return std::lower_bound(times_.begin(), times_.end(), time) - times_.begin();
  }
  /// The first row later than a time.
  int64_t FirstAfter(double time) const {
    if (recording_) return std::min(rows_, recording_->UpperBound(time));
    return std::upper_bound(times_.begin(), times_.end(), time) - times_.begin();
  }

  const Recording* recording_ = nullptr;
  std::span<const double> times_, values_;
  int64_t rows_;
  int column_ = 0;
  bool held_;
  double lower_, upper_;
};

}  // namespace loopwright
