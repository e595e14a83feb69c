#pragma once

#include <cstdint>
#include "engine/model/block_descriptor.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// Coulomb and viscous friction, elementwise: force = sign(velocity)*coulomb + viscous*velocity, in
/// N; 0 at rest.
///
///     velocity → CoulombFriction → force
///
/// Each element has a mode (semantics 11): the sign of the velocity, -1, 0 or 1. Numeric
/// parameters: 0 coulomb (N), 1 viscous (N s/m).
template <typename T>
class CoulombFriction final : public LeafSystem<T> {
 public:
  CoulombFriction(double coulomb, double viscous, int width);
  explicit CoulombFriction(const BlockArguments& arguments);
  /// The same block over another scalar.
  template <typename U>
  explicit CoulombFriction(const CoulombFriction<U>& other);

 private:
  void CalcOutput(const Context<T>& context, T* y) const;
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override;
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override;

  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(CoulombFriction)

/// The block type `CoulombFriction`.
BlockDescriptor CoulombFrictionBlock();

}  // namespace loopwright
