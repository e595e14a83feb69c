#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace loopwright {

/// A signal over time as a table, and how to read it between and outside its times.
struct TimeTable {
  enum class Interpolation { kLinear, kHold, kCubic };
  /// Before the first and after the last time: the nearest row, the table again and again, or 0.
  /// With kRepeat and kZero, and with kHold as the interpolation, the last row counts up to its
  /// time only.
  enum class Outside { kHold, kRepeat, kZero };

  /// Throws std::logic_error unless the times are finite and increase strictly, there are as many
  /// rows of `width` values, at least one, and two where the table repeats.
  TimeTable(std::vector<double> times_sec, std::vector<double> values, int width,
            Interpolation interpolation, Outside outside);

  /// `linear`, `hold`, `cubic`; `hold`, `repeat`, `zero`.
  static Interpolation ToInterpolation(const std::string& name);
  static Outside ToOutside(const std::string& name);

  /// How many times there are, at least one.
  int num_rows() const { return static_cast<int>(times_sec.size()); }
  /// From the first to the last time, in seconds.
  double duration_sec() const { return times_sec.back() - times_sec.front(); }
  /// From a row to the next, where that is shortest, in seconds; infinity where there is one row.
  double CalcShortestInterval() const;
  /// The `width` values of row `i`.
  const double* row(int i) const { return values.data() + static_cast<int64_t>(i) * width; }
  const double* slope_row(int i) const { return slopes.data() + static_cast<int64_t>(i) * width; }

  /// The last row whose time is not after `time_sec`; -1 before the first.
  int FindRow(double time_sec) const;

  std::vector<double> times_sec;
  std::vector<double> values;  ///< row after row
  std::vector<double> slopes;  ///< of the spline in each row, where the interpolation is cubic
  int width;
  Interpolation interpolation;
  Outside outside;
};

}  // namespace loopwright
