#pragma once

#include <cstdint>
#include <limits>

#include "blocklib/common/block_leaf.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// Integrates each element of its input, dx/dt = u, y = x, between two limits.
///
///     u → Integrator → y
///
/// Where x rises through the upper limit (falls through the lower one) an isolated event sets it
/// exactly to it, and there it stays while u pushes outwards: the mode of that element (semantics
/// 11) is 1 (-1) then and 0 elsewhere. Without limits there are neither modes nor witnesses.
///
/// Modes by hand: in a formula, x on its limit would stand on a threshold while it is held there.
///
/// Numeric parameters: 0 initial value, 1 the limits [lower, upper].
template <typename T>
class Integrator final : public BlockLeaf<T> {
 public:
  /// A single initial value applies to all `width` elements; it is moved into the limits.
  Integrator(const VectorX<T>& initial_value, int width,
             const T& lower = -std::numeric_limits<double>::infinity(),
             const T& upper = std::numeric_limits<double>::infinity());
  /// Drake's forms: `size` elements from zero, or from an initial value for each.
  explicit Integrator(int size) : Integrator(VectorX<T>::Zero(1), size) {}
  explicit Integrator(const VectorX<T>& initial_value)
      : Integrator(initial_value, static_cast<int>(initial_value.size())) {}
  /// From the parameters `initial_value`, `lower` and `upper`.
  explicit Integrator(const BlockArguments& arguments);

  /// Sets the integral in a context; std::logic_error unless `value` has the width of the signal.
  void set_integral_value(Context<T>* context, const Eigen::Ref<const VectorX<T>>& value) const {
    this->ValidateContext(context);
    context->SetContinuousState(value);
  }

 private:
  enum Parameter { kInitialValue, kLimits };
  void SetDefaultState(const Context<T>& context, State<T>* state) const override;
  void CalcLimitedDerivatives(const Context<T>& context,
                              const ContinuousPointers<T>& derivatives) const;
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override;
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override;
  /// How far element `i` is above the upper (below the lower) limit.
  T CalcAbove(const Context<T>& context, int i) const;
  T CalcBelow(const Context<T>& context, int i) const;
  /// Puts every element that is outside onto its limit.
  EventStatus MoveToLimits(const Context<T>& context, ContinuousState<T>* x,
                           DiscreteValues<T>* none) const;

  int width_;
  bool is_limited_;
};

LOOPWRIGHT_DECLARE_CLASS(Integrator)

}  // namespace loopwright
