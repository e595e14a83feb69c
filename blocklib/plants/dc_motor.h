#pragma once

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// A permanent-magnet DC motor with winding current i and shaft rate ω, at rest without current:
///
///     L di/dt = V - R i - Ke ω
///     J dω/dt = Kt i - b ω - load
///
///     voltage V (V)      → DcMotor → rate ω (rad/s)
///     load_torque (N m)  →         → current i (A)
///
/// Continuous state: rate, current. Numeric parameters: 0 resistance R (ohm), 1 inductance L (H),
/// 2 torque constant Kt (N m/A), 3 back-EMF constant Ke (V s/rad), 4 inertia J (kg m²), 5 damping b
/// (N m s).
template <typename T>
class DcMotor final : public LeafSystem<T> {
 public:
  /// The motor's constants, in the units that stand above.
  struct Settings {
    T resistance = 1;    ///< > 0
    T inductance = 0.5;  ///< > 0
    T torque_constant = 0.01;
    T back_emf_constant = 0.01;
    T inertia = 0.01;  ///< > 0
    T damping = 0.1;

    /// The values over another scalar, for the conversion of what holds them.
    template <typename U>
    typename DcMotor<U>::Settings As() const {
      const auto as = [](const T& x) { return ConvertScalar<U>(x); };
      return {as(resistance),        as(inductance), as(torque_constant),
              as(back_emf_constant), as(inertia),    as(damping)};
    }
  };
  /// std::logic_error unless resistance, inductance and inertia are > 0.
  explicit DcMotor(const Settings& settings);
  /// From the parameters that are called like the settings.
  explicit DcMotor(const BlockArguments& arguments);

 private:
  enum Parameter {
    kResistance,
    kInductance,
    kTorqueConstant,
    kBackEmfConstant,
    kInertia,
    kDamping
  };
  enum Variable { kRate, kCurrent };
  enum Input { kVoltage, kLoadTorque };
  void CalcDerivatives(const Context<T>& context, const ContinuousPointers<T>& derivatives) const;
  void CalcRate(const Context<T>& context, T* rate) const;
  void CalcCurrent(const Context<T>& context, T* current) const;
};

LOOPWRIGHT_DECLARE_CLASS(DcMotor)

}  // namespace loopwright
