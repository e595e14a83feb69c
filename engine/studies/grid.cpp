#include "engine/studies/grid.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/recording/recording.h"

namespace loopwright {
namespace {

// Times that lie nearer to each other than this part of the interval are one instant, which a run
// records at the time of any event that happens at it: 3·0.1 where 0.3 is asked for.
constexpr double kOneInstant = 1e-9;

}  // namespace

std::vector<double> GridTimes(double start_sec, double stop_sec, double interval_sec) {
  std::vector<double> times{start_sec};
  const double near = kOneInstant * interval_sec;
  // Log times count from time 0 up, as samples do.
  double k = std::max(0.0, std::ceil(start_sec / interval_sec));
  for (; k * interval_sec < stop_sec - near; ++k) {
    if (k * interval_sec > start_sec + near) times.push_back(k * interval_sec);
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
  const double near = times.size() < 2 ? 0
                                       : kOneInstant * (times.back() - times.front()) /
                                             static_cast<double>(times.size() - 1);
  for (const double time : times) {
    while (at < recording.size() && recording.time(at) < time - near) ++at;
    const int64_t first = at;
    while (at < recording.size() && recording.time(at) <= time + near) ++at;
    append(at > first, first);
    append(at > first, at - 1);
  }
}

}  // namespace loopwright
