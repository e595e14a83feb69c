#include "engine/common/one_instant.h"

#include "engine/common/ulp.h"

namespace loopwright {
namespace internal {

bool IsOneInstantClosely(double a_sec, double b_sec, double period_sec) {
  const double size = std::max(std::abs(a_sec), std::abs(b_sec));
  if (std::isinf(size)) return a_sec == b_sec;
  return std::abs(a_sec - b_sec) <= std::max(kInstantPart * period_sec, kInstantUlps * Ulp(size));
}

}  // namespace internal

double TimeInPeriod(double time_sec, double period_sec) {
  double rest = std::fmod(time_sec, period_sec);
  if (rest < 0) rest += period_sec;
  const bool is_beginning =
      IsOneInstant(rest, period_sec, period_sec) || IsOneInstant(rest, 0, period_sec);
  return is_beginning ? 0 : rest;
}

}  // namespace loopwright
