#pragma once

#include <memory>

#include "engine/system/leaf_system.h"

namespace loopwright {

/// Samples its input at offset + k period, in seconds, and holds it: a vector (as the block type
/// ZeroOrderHold does) or a value of any type.
///
///     u0 → ZeroOrderHold → y0
///
/// A vector starts at zero, other values as their model.
template <typename T>
class ZeroOrderHold final : public LeafSystem<T> {
 public:
  /// For vectors of this size; times in seconds.
  ZeroOrderHold(double period_sec, int vector_size, double offset_sec = 0);
  /// For values of the type of `model`, which is shown until the first sample.
  ZeroOrderHold(double period_sec, const AbstractValue& model, double offset_sec = 0);
  template <typename U>
  explicit ZeroOrderHold(const ZeroOrderHold<U>& other);

  /// In seconds, as it was made.
  double period() const { return period_sec_; }
  double offset() const { return offset_sec_; }
  /// Holds the present input at once; std::logic_error for a hold of other values than vectors.
  void LatchInputPortToState(Context<T>* context) const;
  /// Holds `value`, of the size of the port.
  void SetVectorState(Context<T>* context, const Eigen::Ref<const VectorX<T>>& value) const;

 private:
  template <typename U>
  friend class ZeroOrderHold;
  ZeroOrderHold(double period_sec, double offset_sec, int vector_size,
                std::unique_ptr<AbstractValue> model);
  /// Takes the input in at a sampling time, as a vector.
  EventStatus LatchVector(const Context<T>& context, DiscreteValues<T>* next) const;
  /// Takes the input in at a sampling time, as a value of the model's type.
  EventStatus LatchValue(const Context<T>& context, State<T>* next) const;

  const double period_sec_, offset_sec_;
  const std::unique_ptr<AbstractValue> model_;  ///< null for a vector
};

LOOPWRIGHT_DECLARE_CLASS(ZeroOrderHold)

}  // namespace loopwright
