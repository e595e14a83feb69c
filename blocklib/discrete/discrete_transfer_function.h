#pragma once

#include "blocklib/common/canonical_form.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// A proper rational transfer function in z, in the canonical form of CanonicalForm. With equal
/// degrees the output follows the input between updates too.
///
///     u → DiscreteTransferFunction → y
template <typename T>
class DiscreteTransferFunction final : public CanonicalForm<T> {
 public:
  /// Coefficients from the highest power of z on; updates run at offset_sec + k*period_sec.
  DiscreteTransferFunction(const VectorX<T>& numerator, const VectorX<T>& denominator,
                           double period_sec, double offset_sec);
  /// From the parameters `numerator`, `denominator`, `period` and `offset`.
  explicit DiscreteTransferFunction(const BlockArguments& arguments);

 private:
  void Update(const Context<T>& context, T* next) const;
};

LOOPWRIGHT_DECLARE_CLASS(DiscreteTransferFunction)

}  // namespace loopwright
