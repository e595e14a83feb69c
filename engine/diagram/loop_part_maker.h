#pragma once

#include "engine/loops/loop_part.h"

namespace loopwright::internal {

/// The makers of a loop's part, as a diagram of its leaves converted to the other scalar.
template <typename T>
LoopPartMakers<T> MakersOfLoopParts();

}  // namespace loopwright::internal
