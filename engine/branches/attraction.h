#pragma once

#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <vector>

namespace loopwright {

/// How fast a motion beside several surfaces comes back to all of them, which it does where this is
/// positive. `weights` are those with which it slides on them, and `sensitivity` is S = ∂r/∂w, by
/// which the rates r of the margins depend on the weights.
///
/// Weights between 0 and 1 with r = 0 say that the motion can stay, not that it does: with
///
///     x1' = c sign x2 - sign x1,    x2' = c sign x1 - sign x2
///
/// both signs are 0 where it stays at x1 = x2 = 0, but where c is above 1 it leaves. A switch that
/// takes a short way ε, tanh(g/ε) in place of sign g, makes of the surfaces a layer in which the
/// weights move by w_s' = (2/ε) w_s (1 - w_s) r_s; it comes to rest where the eigenvalues of D S
/// have negative real parts, with D the diagonal matrix of all w_s (1 - w_s) (Guglielmi, Hairer,
/// SIAM J. Appl. Dyn. Syst. 14 (2015) 1454-1477). Where directions turn around a corner of two
/// ideal switches, each turn is then shorter than the last.
///
/// The least of -Re λ. `sensitivity` has to be finite, becomes D S, and `solver` is made for its
/// size.
double CalcAttraction(const std::vector<double>& weights, Eigen::MatrixXd* sensitivity,
                      Eigen::EigenSolver<Eigen::MatrixXd>* solver);

}  // namespace loopwright
