#pragma once

#include <span>
#include <vector>

namespace loopwright {

class Recording;

/// The times at which a run with that log interval records: start, the multiples of `interval_sec`
/// in between, stop. Seconds.
std::vector<double> GridTimes(double start_sec, double stop_sec, double interval_sec);

/// The values of the first `num_columns` columns of a recording at these times and at both sides of
/// the updates there, appended to `row`: time by time, x⁻ of all these columns and then x⁺. Where
/// nothing is updated both are the same. NaN for times that the run did not come to.
void AppendOnGrid(const Recording& recording, int num_columns, std::span<const double> times,
                  std::vector<double>* row);

}  // namespace loopwright
