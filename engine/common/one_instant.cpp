#include "engine/common/one_instant.h"

#include "engine/common/ulp.h"

namespace loopwright::internal {

bool IsOneInstantClosely(double a_sec, double b_sec, double period_sec) {
  const double size = std::max(std::abs(a_sec), std::abs(b_sec));
  if (std::isinf(size)) return a_sec == b_sec;
  return std::abs(a_sec - b_sec) <= std::max(kInstantPart * period_sec, kInstantUlps * Ulp(size));
}

}  // namespace loopwright::internal
