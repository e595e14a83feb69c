#pragma once

#include "engine/linear/linear_model.h"

class QCPAxisRect;

namespace loopwright {

struct ResponsePicture;

/// Draws in the complex plane what describing functions say of a loop: −1/N(A) of each block, the
/// limit cycles predicted where L crosses it, with amplitude and frequency, and beside them the
/// cycle that the diagram really runs through, where it is known.
void addDescribingCurves(QCPAxisRect* axes, const ResponsePicture& picture, bool isStale);

/// Where the cycles are marked.
ComplexList cyclePlaces(const ResponsePicture& picture);

}  // namespace loopwright
