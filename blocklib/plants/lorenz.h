#pragma once

#include "blocklib/common/block_leaf.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// The system of Lorenz (J. Atmos. Sci. 20 (1963) 130-141):
///
///     dx/dt = sigma (y - x)
///     dy/dt = x (rho - z) - y
///     dz/dt = x y - beta z
///
///     Lorenz → y = [x, y, z]
///
/// Numeric parameters: 0 sigma, 1 rho, 2 beta, 3 initial state.
template <typename T>
class Lorenz final : public BlockLeaf<T> {
 public:
  /// The initial state has three elements.
  Lorenz(const T& sigma, const T& rho, const T& beta, const VectorX<T>& initial_state);
  explicit Lorenz(const BlockArguments& arguments);

 private:
  enum Parameter { kSigma, kRho, kBeta, kInitialState };
};

LOOPWRIGHT_DECLARE_CLASS(Lorenz)

}  // namespace loopwright
