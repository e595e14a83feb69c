#include "blocklib/sources/time_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "blocklib/common/cubic_spline.h"
#include "engine/common/checks.h"

namespace loopwright {

// The slopes of the splines are computed once, column by column.
TimeTable::TimeTable(std::vector<double> times, std::vector<double> rows, int row_width,
                     Interpolation between, Outside beyond)
    : times_sec(std::move(times)),
      values(std::move(rows)),
      width(row_width),
      interpolation(between),
      outside(beyond) {
  LOOPWRIGHT_THROW_UNLESS(!times_sec.empty() && width > 0);
  LOOPWRIGHT_THROW_UNLESS(values.size() == times_sec.size() * static_cast<size_t>(width));
  LOOPWRIGHT_THROW_UNLESS(outside != Outside::kRepeat || times_sec.size() > 1);
  if (interpolation != Interpolation::kCubic) return;
  slopes.resize(values.size());
  std::vector<double> column(times_sec.size());
  const size_t stride = width;
  for (size_t k = 0; k < stride; ++k) {
    for (size_t i = 0; i < column.size(); ++i) column[i] = values[i * stride + k];
    const std::vector<double> of_column = SplineSlopes(times_sec, column);
    for (size_t i = 0; i < column.size(); ++i) slopes[i * stride + k] = of_column[i];
  }
}

// Words of the catalogue; the last one of each is the default.
TimeTable::Interpolation TimeTable::ToInterpolation(const std::string& name) {
  return name == "hold"    ? Interpolation::kHold
         : name == "cubic" ? Interpolation::kCubic
                           : Interpolation::kLinear;
}

TimeTable::Outside TimeTable::ToOutside(const std::string& name) {
  return name == "repeat" ? Outside::kRepeat : name == "zero" ? Outside::kZero : Outside::kHold;
}

// In seconds; infinity for a table of one row.
double TimeTable::CalcShortestInterval() const {
  double shortest = std::numeric_limits<double>::infinity();
  for (size_t i = 1; i < times_sec.size(); ++i) {
    shortest = std::min(shortest, times_sec[i] - times_sec[i - 1]);
  }
  return shortest;
}

// A guess first, which is right at once for even steps, then a search by halves.
int TimeTable::FindRow(double time_sec) const {
  const int last = num_rows() - 1;
  if (!(time_sec >= times_sec.front())) return -1;
  if (time_sec >= times_sec.back()) return last;
  // Most tables have even steps: where the times say so, that is the row.
  const double part = (time_sec - times_sec.front()) / duration_sec();
  const int guess = std::min(static_cast<int>(part * last), last - 1);
  if (times_sec[guess] <= time_sec && time_sec < times_sec[static_cast<size_t>(guess) + 1]) {
    return guess;
  }
  const auto after = std::upper_bound(times_sec.begin(), times_sec.end(), time_sec);
  return static_cast<int>(after - times_sec.begin()) - 1;
}

}  // namespace loopwright
