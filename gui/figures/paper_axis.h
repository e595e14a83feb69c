#pragma once

#include <QString>
#include <vector>

namespace loopwright {

/// One axis of a plot in print: what it shows and where it has ticks.
struct PaperAxis {
  QString label;  ///< "Time (s)"
  double lower = 0;
  double upper = 1;
  bool isLogarithmic = false;
  std::vector<double> ticks;  ///< in its units, ascending
  /// Ticks without a number, between the others: on a logarithmic axis 2, 3, ... 9.
  std::vector<double> smallTicks = {};
  /// How far apart its numbers may be, ascending, as 45 and 90 of degrees; where there are none, or
  /// none fits, it is 1, 2 or 5 times a power of ten.
  std::vector<double> steps = {};

  /// Where a value lies: 0 at the beginning of the axis, 1 at its end.
  double partOf(double value) const;
  /// The number at a tick, as mathRuns() takes it: that of tickText(), or on a logarithmic axis
  /// that is long all as powers of ten.
  QString textAt(double tick) const;
};

/// How many points ticks are from each other.
struct TickRoom {
  double usual = 0;
  double least = 0;   ///< where there would be fewer than three: they say little of a scale
  double decade = 0;  ///< the least of powers of ten, whose numbers are short
};
inline constexpr TickRoom kTicksAcross{44, 36, 18};
inline constexpr TickRoom kTicksUp{26, 15, 11};

/// Gives an axis that is `length` points long its ticks: powers of ten where it is logarithmic,
/// otherwise multiples of a step.
void setTicks(double length, const TickRoom& room, PaperAxis* axis);

/// Multiples of 1, 2 or 5 times a power of ten from `lower` to `upper`, at most about `most` of
/// them; none where the limits give no number of them.
std::vector<double> linearTicks(double lower, double upper, double most);

/// A value of an axis in a few digits, as mathRuns() takes it: with a real minus, the digits of
/// large numbers in groups of three, and a power of ten where there were too many: "20 000",
/// "1.5·10⁻⁵".
QString tickText(double value);

}  // namespace loopwright
