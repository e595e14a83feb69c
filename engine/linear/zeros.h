#pragma once

#include "engine/linear/linear_model.h"

namespace loopwright {

/// The transmission zeros of a model, and the rank that its transfer matrix has at almost every s.
struct SystemZeros {
  ComplexList zeros;
  int normal_rank = 0;
};

/// The finite invariant zeros: where
///
///     A − s I   B
///     C         D
///
/// loses rank, decoupling zeros included. The part of the model that has no finite zeros is taken
/// away step by step by orthogonal transformations, until D is square and regular (Emami-Naeini,
/// Van Dooren, Automatica 18 (1982) 415-430, the method of SLICOT's AB08ND). A model without dead
/// times.
SystemZeros ZerosOf(const LinearModel& model);

}  // namespace loopwright
