#pragma once

#include <Eigen/Core>

#include "engine/linear/linear_model.h"

namespace loopwright {

/// Which part of a model its inputs reach and its outputs show.
struct ModelStructure {
  int controllable = 0;  ///< dimension of the part that the inputs reach
  int observable = 0;    ///< … that the outputs show
  LinearModel minimal;   ///< both
};

/// Staircase forms by orthogonal transformations with rank decisions (Rosenbrock; Van Dooren, IEEE
/// Trans. Automat. Contr. 26 (1981) 111-129). A rank counts what is larger than `tolerance` times
/// the size of the scaled model. Without dead times.
ModelStructure StructureOf(const LinearModel& model, double tolerance = 1e-10);

/// The model in coordinates in which states are reached as easily as they are shown, and the Hankel
/// singular values, descending (Laub, Heath, Paige, Ward, IEEE Trans. Automat. Contr. 32 (1987)
/// 115-122).
struct BalancedModel {
  Eigen::VectorXd hankel_singular_values;
  LinearModel reduced;
  double error_bound = 0;  ///< of the largest gain of what is left out, 2 Σ σ
};

/// The `order` states with the largest values; below 0: all but those below 1e-12 of the largest.
/// NoResultError for a model that is not stable, UsageError for an order that is not there.
BalancedModel BalanceAndReduce(const LinearModel& model, int order);

}  // namespace loopwright
