#pragma once

#include "blocklib/common/block_leaf.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// A mass on a spring with a damper, m dv/dt = force - k q - c v, dq/dt = v.
///
///     force (N) → MassSpringDamper → position q (m)
///                                  → velocity v (m/s)
///
/// q and v are declared as configuration and velocity. The spring's energy k q²/2 is potential, the
/// mass's m v²/2 kinetic; the spring's power -k q v is conservative, the damper's and the force's
/// (force - c v) v is not.
///
/// Numeric parameters: 0 mass (kg), 1 stiffness (N/m), 2 damping (N s/m), 3 initial position (m), 4
/// initial velocity (m/s).
template <typename T>
class MassSpringDamper final : public BlockLeaf<T> {
 public:
  struct Settings {
    T mass = 1;  ///< > 0
    T stiffness = 1;
    T damping = 0;
    T initial_position = 0;
    T initial_velocity = 0;

    /// The values over another scalar, for the conversion of what holds them.
    template <typename U>
    typename MassSpringDamper<U>::Settings As() const {
      const auto as = [](const T& x) { return ConvertScalar<U>(x); };
      return {as(mass), as(stiffness), as(damping), as(initial_position), as(initial_velocity)};
    }
  };
  /// std::logic_error unless the mass is > 0.
  explicit MassSpringDamper(const Settings& settings);
  explicit MassSpringDamper(const BlockArguments& arguments);

 private:
  enum Parameter { kMass, kStiffness, kDamping, kInitialPosition, kInitialVelocity };
  void CalcPosition(const Context<T>& context, T* position) const;
  void CalcVelocity(const Context<T>& context, T* velocity) const;
  void CalcDerivatives(const Context<T>& context, const ContinuousPointers<T>& derivatives) const;
  T DoCalcPotentialEnergy(const Context<T>& context) const override;
  T DoCalcKineticEnergy(const Context<T>& context) const override;
  T DoCalcConservativePower(const Context<T>& context) const override;
  T DoCalcNonConservativePower(const Context<T>& context) const override;
};

LOOPWRIGHT_DECLARE_CLASS(MassSpringDamper)

}  // namespace loopwright
