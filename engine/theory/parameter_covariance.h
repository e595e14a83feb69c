#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

#include "engine/theory/ensemble_theory.h"
#include "engine/theory/studied_document.h"

namespace loopwright {

/// Means with each random parameter that many standard deviations away from its own mean. Of no
/// use where the computation was broken off.
using MeansOfMoved =
    std::function<std::vector<Eigen::VectorXd>(const std::vector<double>& deviations)>;

/// Adds to covariances what random parameters do to the means: of signals that follow a parameter
/// in a line, the products of the changes that one standard deviation makes. Each parameter is
/// moved up and down, and then all at once: what these changes do has to be lines, and to add up,
/// else the result becomes inexact. `breaks_off` may be empty.
void AddParameterCovariance(const StudiedDocument& studied, const MeansOfMoved& means_of,
                            const std::function<bool()>& breaks_off, EnsembleTheory* theory);

}  // namespace loopwright
