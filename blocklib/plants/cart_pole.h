#pragma once

#include "blocklib/common/block_leaf.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// A cart of mass M on a rail, pushed by a force F, with a point mass m on a massless pole of
/// length l that is hinged on it; without friction. With x the cart's position and θ the pole's
/// angle from upright, positive towards positive x, Lagrange's equations are
///
///     (M + m) d²x/dt² + m l cos θ d²θ/dt² - m l (dθ/dt)² sin θ = F
///     l d²θ/dt² + cos θ d²x/dt² - g sin θ = 0
///
/// (Åström, Murray: Feedback Systems, example 3.2, for a massless frictionless pole).
///
///     force F (N) → CartPole → state [x (m), θ (rad), dx/dt (m/s), dθ/dt (rad/s)]
///
/// x and θ are declared as configuration, their rates as velocity. Numeric parameters: 0 cart's
/// mass (kg), 1 pole's mass (kg), 2 pole's length (m), 3 gravity (m/s²), 4 initial state.
template <typename T>
class CartPole final : public BlockLeaf<T> {
 public:
  struct Settings {
    T cart_mass = 1;      ///< > 0
    T pole_mass = 0.1;    ///< > 0
    T pole_length = 0.5;  ///< > 0
    T gravity = 9.81;
    VectorX<T> initial_state = Eigen::Vector4d(0, 0.1, 0, 0).template cast<T>();

    /// The values over another scalar, for the conversion of what holds them.
    template <typename U>
    typename CartPole<U>::Settings As() const {
      const auto as = [](const T& x) { return ConvertScalar<U>(x); };
      return {as(cart_mass), as(pole_mass), as(pole_length), as(gravity),
              VectorX<U>(initial_state.unaryExpr(as))};
    }
  };
  /// std::logic_error unless masses and length are > 0 and the state has four elements.
  explicit CartPole(const Settings& settings);
  explicit CartPole(const BlockArguments& arguments);

 private:
  enum Parameter { kCartMass, kPoleMass, kPoleLength, kGravity, kInitialState };
  void CalcDerivatives(const Context<T>& context, const ContinuousPointers<T>& derivatives) const;
};

LOOPWRIGHT_DECLARE_CLASS(CartPole)

}  // namespace loopwright
