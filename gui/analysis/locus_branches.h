#pragma once

#include <QPolygonF>
#include <vector>

#include "engine/linear/linear_model.h"

namespace loopwright {

/// The branches of a root locus as lines. `locus` has the poles for one factor after another; where
/// the number of them changes, all branches end and others begin.
///
/// Method: from one factor to the next each pole goes to the nearest one, the nearest pairs first.
/// Where two real poles meet and leave the real axis, or come back to it, the line goes through the
/// point where they meet: there the poles themselves change abruptly, but their sum and the square
/// of their difference do not (they are coefficients of the pair's polynomial), so these are taken
/// to run straight from one factor to the next (the angles of departure of a breakaway point: W. R.
/// Evans, Control System Synthesis by Root Locus Method, Trans. AIEE 69 (1950) 66-69).
std::vector<QPolygonF> locusBranches(const std::vector<ComplexList>& locus);

}  // namespace loopwright
