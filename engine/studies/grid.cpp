#include "engine/studies/grid.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/common/one_instant.h"
#include "engine/recording/recording.h"

namespace loopwright {

std::vector<double> GridTimes(double start_sec, double stop_sec, double interval_sec) {
  std::vector<double> times{start_sec};
  // Log times count from time 0 up, as samples do.
  double k = std::max(0.0, std::ceil(start_sec / interval_sec));
  for (; k * interval_sec < stop_sec; ++k) {
    const double time = k * interval_sec;
    const auto is_at = [&](double end) { return IsOneInstant(time, end, interval_sec); };
    if (!is_at(start_sec) && !is_at(stop_sec)) times.push_back(time);
  }
  if (stop_sec > times.back()) times.push_back(stop_sec);
  return times;
}

void AppendOnGrid(const Recording& recording, int num_columns, std::span<const double> times,
                  std::vector<double>* row) {
  const auto append = [&](bool is_there, int64_t at) {
    for (int column = 0; column < num_columns; ++column) {
      row->push_back(is_there ? recording.value(at, column)
                              : std::numeric_limits<double>::quiet_NaN());
    }
  };
  int64_t at = 0;
  const double interval =
      times.size() < 2 ? 0 : (times.back() - times.front()) / static_cast<double>(times.size() - 1);
  // A run records at the time of any event that happens at the instant: 3·0.1 where 0.3 is asked
  // for.
  const auto is_before = [&](double other, double time) {
    return other < time && !IsOneInstant(other, time, interval);
  };
  for (const double time : times) {
    while (at < recording.size() && is_before(recording.time(at), time)) ++at;
    const int64_t first = at;
    while (at < recording.size() && !is_before(time, recording.time(at))) ++at;
    append(at > first, first);
    append(at > first, at - 1);
  }
}

}  // namespace loopwright
