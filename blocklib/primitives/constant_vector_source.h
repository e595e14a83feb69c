#pragma once

#include "engine/system/leaf_system.h"

namespace loopwright {

/// A constant vector.
///
///     ConstantVectorSource → y0
///
/// Numeric parameter 0 is the value, so that it can be changed in a context.
template <typename T>
class ConstantVectorSource final : public LeafSystem<T> {
 public:
  /// A vector of any size, or a single number.
  explicit ConstantVectorSource(const Eigen::Ref<const VectorX<T>>& value);
  explicit ConstantVectorSource(const T& value);
  /// The output is of the class of `value`.
  explicit ConstantVectorSource(const BasicVector<T>& value);
  /// For the conversion to another scalar; the value is that at the making, not one set in a
  /// context.
  template <typename U>
  explicit ConstantVectorSource(const ConstantVectorSource<U>& other);

  /// The value in a context, to read or to change.
  const BasicVector<T>& get_source_value(const Context<T>& context) const {
    return this->GetNumericParameter(context, 0);
  }
  /// Through it the value changes in this context alone.
  BasicVector<T>& get_mutable_source_value(Context<T>* context) const {
    return this->GetMutableNumericParameter(context, 0);
  }

 private:
  void CalcOutput(const Context<T>& context, BasicVector<T>* y) const {
    y->SetFrom(context.get_numeric_parameter(0));
  }
};

LOOPWRIGHT_DECLARE_CLASS(ConstantVectorSource)

}  // namespace loopwright
