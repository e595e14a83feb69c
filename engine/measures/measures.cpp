#include "engine/measures/measures.h"

#include <cmath>

#include "engine/measures/signal_part.h"

namespace loopwright {

namespace {

// The mean time between crossings of `middle` upwards (direction 1) or downwards (-1), each from
// `band` on one side of it to `band` on the other.
double PeriodOfCrossings(const SignalPart& part, double middle, double band, int direction) {
  int64_t count = 0;
  double first = 0;
  double last = 0;
  bool was_below = false;
  double crossing = 0;  // the last one since the signal was below
  part.ForEachPiece([&](const SignalPiece& piece) {
    const double from = direction * (piece.value0 - middle);
    const double to = direction * (piece.value1 - middle);
    if (from < -band) was_below = true;
    if (from < 0 && to >= 0) crossing = piece.time0 + from / (from - to) * piece.duration();
    if (was_below && to > band) {
      if (count == 0) first = crossing;
      last = crossing;
      ++count;
      was_below = false;
    }
    if (to < -band) was_below = true;
  });
  return count < 2 ? Measures::kNone : (last - first) / static_cast<double>(count - 1);
}

bool RisesTo(const SignalPiece& piece, double level) {
  return piece.value0 < level && piece.value1 >= level;
}

}  // namespace

// One pass over the straight pieces. Mean and mean square are integrals over time, exact on each
// piece, and not means of samples: samples lie closer where steps were short.
Measures Measure(const SignalPart& part) {
  Measures found;
  double duration = 0;
  double sum = 0;      // the integral of the signal
  double squares = 0;  // and of its square
  const auto look = [&found](double time, double value) {
    if (!(value >= found.least)) {
      found.least = value;
      found.least_time = time;
    }
    if (!(value <= found.greatest)) {
      found.greatest = value;
      found.greatest_time = time;
    }
  };
  part.ForEachPiece([&](const SignalPiece& piece) {
    if (std::isnan(found.start)) {
      found.start = piece.time0;
      found.first = piece.value0;
    }
    found.end = piece.time1;
    found.last = piece.value1;
    look(piece.time0, piece.value0);
    look(piece.time1, piece.value1);
    const double a = piece.value0;
    const double b = piece.value1;
    duration += piece.duration();
    sum += piece.duration() * (a + b) / 2;
    squares += piece.duration() * (a * a + a * b + b * b) / 3;
  });
  if (std::isnan(found.start)) return found;
  found.mean = duration > 0 ? sum / duration : found.last;
  found.rms = duration > 0 ? std::sqrt(squares / duration) : std::abs(found.last);
  found.period = MeasurePeriod(part, found.least, found.greatest);
  return found;
}

// The time within the piece follows from its line; a jump crosses at its own time.
double FirstCrossing(const SignalPart& part, double level) {
  double time = Measures::kNone;
  part.ForEachPiece([&](const SignalPiece& piece) {
    const bool falls_to = piece.value0 > level && piece.value1 <= level;
    if (!std::isnan(time) || !(falls_to || RisesTo(piece, level))) return;
    const double share = (level - piece.value0) / (piece.value1 - piece.value0);
    time = piece.time0 + piece.duration() * share;
  });
  return time;
}

// Crossings upwards alone, so that an oscillation of ten periods counts ten.
int64_t CountRises(const SignalPart& part, double level) {
  int64_t count = 0;
  part.ForEachPiece([&](const SignalPiece& piece) { count += RisesTo(piece, level) ? 1 : 0; });
  return count;
}

// Crossings of the middle of the swing, but only after the signal was clearly on the other side, so
// that noise around the middle makes no crossings.
double MeasurePeriod(const SignalPart& part, double least, double greatest) {
  constexpr double kBand = 0.1;  // of the swing, on each side of the middle
  const double middle = least + (greatest - least) / 2;
  const double band = kBand * (greatest - least);
  if (!(band > 0)) return Measures::kNone;
  const double rises = PeriodOfCrossings(part, middle, band, 1);
  return std::isnan(rises) ? PeriodOfCrossings(part, middle, band, -1) : rises;
}

}  // namespace loopwright
