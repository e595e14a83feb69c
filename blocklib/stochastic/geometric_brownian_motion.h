#pragma once

#include <cstdint>
#include <string>

#include "blocklib/common/block_leaf.h"
#include "engine/blocks/block_arguments.h"
#include "engine/random/draw.h"

namespace loopwright {

template <typename T>
class GeometricBrownianMotion;

namespace scalar_conversion {
/// Numbers that a stream draws are no formulas, so this has no form over expressions.
template <>
struct Traits<GeometricBrownianMotion> : NonSymbolicTraits {};
}  // namespace scalar_conversion

/// Multiplicative noise, dx = mu x dt + sigma x dW in the sense of Itô, y = x. The solution is
/// x(t) = x(0) exp((mu - sigma²/2) t + sigma W(t)), of mean x(0) exp(mu t).
///
///     GeometricBrownianMotion → y
///
/// Numeric parameters: 0 drift mu (1/s), 1 volatility sigma (1/sqrt(s)), 2 initial value.
template <typename T>
class GeometricBrownianMotion final : public BlockLeaf<T> {
 public:
  /// `stream` names the random stream from which the increments are drawn.
  GeometricBrownianMotion(const T& drift, const T& volatility, const T& initial_value,
                          const std::string& stream);
  /// From the parameters `drift`, `volatility`, `initial_value` and `stream`.
  explicit GeometricBrownianMotion(const BlockArguments& arguments);

 private:
  enum Parameter { kDrift, kVolatility, kInitialValue };
  void CalcDrift(const Context<T>& context, const ContinuousPointers<T>& derivatives) const;
  void CalcDiffusion(const Context<T>& context, Eigen::Map<MatrixX<T>>* diffusion) const;
  void CalcDiffusionDerivative(const Context<T>& context, T* derivative) const;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(GeometricBrownianMotion)

}  // namespace loopwright
