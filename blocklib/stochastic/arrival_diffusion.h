#pragma once

#include <string>

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

template <typename T>
class ArrivalDiffusion;

namespace scalar_conversion {
/// Numbers that a stream draws are no formulas, so this has no form over expressions.
template <>
struct Traits<ArrivalDiffusion> : NonSymbolicTraits {};
}  // namespace scalar_conversion

/// What stands in the place of a PoissonProcess N of rate λ where mean and covariance are computed:
///
///     dx = λ dt + √λ dW, from 0,   y = x.
///
///     ArrivalDiffusion → y
///
/// Both have increments over times that do not overlap which are independent, with the mean and the
/// variance λ dt, so that E y(t) = λ t and Cov(y(s), y(t)) = λ min(s, t) are the same; hence also
/// mean and covariance of all that is linear in them, as Campbell's theorem says of shot noise: the
/// sum of h(t − arrival) has the mean λ ∫h and the variance λ ∫h² (Papoulis, Pillai: Probability,
/// Random Variables and Stochastic Processes (4th edition, 2002), 10-2). Higher moments are others.
///
/// Numeric parameter 0 is the rate (1/s).
template <typename T>
class ArrivalDiffusion final : public LeafSystem<T> {
 public:
  /// `rate_per_sec` > 0; `stream` names the random stream from which increments are drawn.
  ArrivalDiffusion(const T& rate_per_sec, const std::string& stream);
  /// From the parameters `rate` and `stream` of a PoissonProcess.
  explicit ArrivalDiffusion(const BlockArguments& arguments);

 private:
  void CalcDrift(const Context<T>& context, const ContinuousPointers<T>& derivatives) const;
  void CalcDiffusion(const Context<T>& context, Eigen::Map<MatrixX<T>>* diffusion) const;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(ArrivalDiffusion)

}  // namespace loopwright
