#pragma once

#include <cstdint>

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// Coulomb friction's parameters.
template <typename T>
struct CoulombFrictionValues {
  T coulomb = 1;            ///< sliding friction, N
  T viscous = 0;            ///< N s/m
  T breakaway = 0;          ///< friction at rest, N, where it is above coulomb
  T stribeck_velocity = 0;  ///< by which that falls to coulomb, m/s; > 0 where it matters

  /// The values over another scalar, for the conversion of what holds them.
  template <typename U>
  CoulombFrictionValues<U> As() const {
    const auto as = [](const T& x) { return ConvertScalar<U>(x); };
    return {as(coulomb), as(viscous), as(breakaway), as(stribeck_velocity)};
  }
};

/// Dry and viscous friction, elementwise, in N (Stribeck's curve in the form of Armstrong-Hélouvry,
/// Dupont, Canudas de Wit, Automatica 30 (1994) 1083-1138):
///
///     force = sign(v) (coulomb + max(breakaway - coulomb, 0) exp(-(v / stribeck_velocity)²))
///             + viscous v
///
///     velocity → CoulombFriction → force
///
/// Each element has a mode (semantics 11): the sign of the velocity, -1, 0 or 1. At rest the motion
/// slides on v = 0: the force is then the one that keeps v there, as long as that lies between the
/// two values that the force has on both sides of v = 0. Numeric parameters: 0 coulomb, 1 viscous,
/// 2 breakaway, 3 stribeck_velocity.
/// Modes by hand: as a formula a run takes 1.8 times as long (resources/docs/decisions/modes.md).
template <typename T>
class CoulombFriction final : public LeafSystem<T> {
 public:
  /// For `width` elements with the same values.
  CoulombFriction(const CoulombFrictionValues<T>& values, int width);
  /// From the parameters that are called like the values.
  explicit CoulombFriction(const BlockArguments& arguments);

 private:
  enum Parameter { kCoulomb, kViscous, kBreakaway, kStribeckVelocity };
  T CalcDryForce(const Context<T>& context, const T& velocity) const;
  void CalcOutput(const Context<T>& context, T* y) const;
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override;
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override;

  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(CoulombFriction)

}  // namespace loopwright
