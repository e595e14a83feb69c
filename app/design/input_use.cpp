#include "app/design/input_use.h"

#include "engine/common/exceptions.h"
#include "engine/text/number_format.h"

namespace loopwright {

InputUse UseOf(const HybridModel& plant, const std::string& what) {
  const int m = plant.num_inputs();
  bool is_read = false, acts = !plant.B.leftCols(m).isZero(0) || !plant.D.leftCols(m).isZero(0);
  for (const HybridInstant<double>& instant : InstantsOf(plant)) {
    if (instant.F.leftCols(m).isZero(0)) continue;
    (instant.time_sec == 0 ? is_read : acts) = true;
  }
  if (is_read && acts) {
    throw UsageError(what +
                     ": some updates read the input when the block is updated, and see its last "
                     "value, and others see the new one; put one ZeroOrderHold of the period " +
                     FormatNumber(plant.period_sec) + " s in front of all");
  }
  return is_read ? InputUse::kSampled : InputUse::kHeld;
}

}  // namespace loopwright
