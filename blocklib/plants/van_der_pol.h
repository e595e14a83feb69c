#pragma once

#include "blocklib/common/block_leaf.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// Van der Pol's oscillator, d²x/dt² = mu (1 - x²) dx/dt - x.
///
///     VanDerPol → y = [x, dx/dt]
///
/// Numeric parameters: 0 mu, 1 initial state.
template <typename T>
class VanDerPol final : public BlockLeaf<T> {
 public:
  /// The initial state has two elements.
  VanDerPol(const T& mu, const VectorX<T>& initial_state);
  explicit VanDerPol(const BlockArguments& arguments);

 private:
  enum Parameter { kMu, kInitialState };
};

LOOPWRIGHT_DECLARE_CLASS(VanDerPol)

}  // namespace loopwright
