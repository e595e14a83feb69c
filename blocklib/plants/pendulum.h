#pragma once

#include "blocklib/common/block_leaf.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// A point mass m on a massless rod of length l that turns in a plane, with viscous damping b and
/// driven by a torque τ: m l² dω/dt = τ - b ω - m g l sin θ, dθ/dt = ω.
///
///     torque τ (N m) → Pendulum → angle θ (rad, 0 hangs down)
///                               → rate ω (rad/s)
///
/// θ and ω are declared as configuration and velocity. The potential energy m g l (1 - cos θ) is 0
/// where it hangs down, the kinetic one is m l² ω²/2; gravity's power -m g l ω sin θ is
/// conservative, (τ - b ω) ω is not.
///
/// Numeric parameters: 0 mass (kg), 1 length (m), 2 damping (N m s), 3 gravity (m/s²), 4 initial
/// angle (rad), 5 initial rate (rad/s).
template <typename T>
class Pendulum final : public BlockLeaf<T> {
 public:
  struct Settings {
    T mass = 1;    ///< > 0
    T length = 1;  ///< > 0
    T damping = 0;
    T gravity = 9.81;
    T initial_angle = 0;
    T initial_rate = 0;

    /// The values over another scalar, for the conversion of what holds them.
    template <typename U>
    typename Pendulum<U>::Settings As() const {
      const auto as = [](const T& x) { return ConvertScalar<U>(x); };
      return {as(mass), as(length), as(damping), as(gravity), as(initial_angle), as(initial_rate)};
    }
  };
  /// std::logic_error unless mass and length are > 0.
  explicit Pendulum(const Settings& settings);
  explicit Pendulum(const BlockArguments& arguments);

 private:
  enum Parameter { kMass, kLength, kDamping, kGravity, kInitialAngle, kInitialRate };
  void CalcAngle(const Context<T>& context, T* angle) const;
  void CalcRate(const Context<T>& context, T* rate) const;
  void CalcDerivatives(const Context<T>& context, const ContinuousPointers<T>& derivatives) const;
  T DoCalcPotentialEnergy(const Context<T>& context) const override;
  T DoCalcKineticEnergy(const Context<T>& context) const override;
  T DoCalcConservativePower(const Context<T>& context) const override;
  T DoCalcNonConservativePower(const Context<T>& context) const override;
  /// m g l.
  T CalcWeightTorque(const Context<T>& context) const;
};

LOOPWRIGHT_DECLARE_CLASS(Pendulum)

}  // namespace loopwright
