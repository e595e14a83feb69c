#pragma once

#include "blocklib/common/linear_form.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// A linear system, dx/dt = A x + B u, y = C x + D u; see LinearForm.
///
///     u (m) → StateSpace → y (p)
template <typename T>
class StateSpace final : public LinearForm<T> {
 public:
  /// A single initial value applies to all n states.
  StateSpace(const LinearMatrices<T>& matrices, const VectorX<T>& initial_state);
  /// From the parameters A, B, C, D and `initial_state`.
  explicit StateSpace(const BlockArguments& arguments);
};

LOOPWRIGHT_DECLARE_CLASS(StateSpace)

}  // namespace loopwright
