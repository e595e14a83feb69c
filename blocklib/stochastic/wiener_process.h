#pragma once

#include <cstdint>
#include <string>

#include "blocklib/common/block_leaf.h"
#include "engine/blocks/block_arguments.h"
#include "engine/random/draw.h"

namespace loopwright {

template <typename T>
class WienerProcess;

namespace scalar_conversion {
/// Numbers that a stream draws are no formulas, so this has no form over expressions.
template <>
struct Traits<WienerProcess> : NonSymbolicTraits {};
}  // namespace scalar_conversion

/// Brownian motion, dx = intensity dW, y = x.
///
///     WienerProcess → y
///
/// Numeric parameters: 0 intensity (1/sqrt(s)), 1 initial value.
template <typename T>
class WienerProcess final : public BlockLeaf<T> {
 public:
  /// `stream` names the random stream from which the increments are drawn.
  WienerProcess(const T& intensity, const T& initial_value, const std::string& stream);
  /// From the parameters `intensity`, `initial_value` and `stream`.
  explicit WienerProcess(const BlockArguments& arguments);

 private:
  enum Parameter { kIntensity, kInitialValue };
  void CalcDrift(const Context<T>& context, const ContinuousPointers<T>& derivatives) const;
  void CalcDiffusion(const Context<T>& context, Eigen::Map<MatrixX<T>>* diffusion) const;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(WienerProcess)

}  // namespace loopwright
