#pragma once

#include "engine/loops/loop_part.h"

namespace loopwright::internal {

/// The makers of a loop's part, as a diagram of its leaves converted to the other scalar. The
/// solver of loops lies below diagrams and cannot make one itself, so it is handed these.
template <typename T>
LoopPartMakers<T> MakersOfLoopParts();

}  // namespace loopwright::internal
