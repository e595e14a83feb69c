#pragma once

#include "engine/model/block_descriptor.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// A linear system, dx/dt = A x + B u, y = C x + D u.
///
///     u (m) → StateSpace → y (p)
///
/// The output depends directly on the input where D has an element that is not zero.
///
/// Numeric parameters, matrices row by row: 0 A, 1 B, 2 C, 3 D, 4 initial state.
template <typename T>
class StateSpace final : public LeafSystem<T> {
 public:
  /// A is n x n, B n x m, C p x n, D p x m; a single initial value applies to all n states.
  StateSpace(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B, const Eigen::MatrixXd& C,
             const Eigen::MatrixXd& D, const Eigen::VectorXd& initial_state);
  explicit StateSpace(const BlockArguments& arguments);
  /// The same block over another scalar.
  template <typename U>
  explicit StateSpace(const StateSpace<U>& other);

 private:
  template <typename U>
  friend class StateSpace;

  void SetDefaultState(const Context<T>& context, State<T>* state) const override;
  void CalcOutput(const Context<T>& context, T* y) const;
  void DoCalcTimeDerivatives(const Context<T>& context,
                             ContinuousState<T>* derivatives) const override;

  int num_states_;
  int num_inputs_;
  int num_outputs_;
  bool has_feedthrough_;
};

LOOPWRIGHT_DECLARE_CLASS(StateSpace)

/// The block type `StateSpace`.
BlockDescriptor StateSpaceBlock();

}  // namespace loopwright
