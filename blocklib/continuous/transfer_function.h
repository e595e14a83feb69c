#pragma once

#include "blocklib/common/canonical_form.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// A proper rational transfer function in s, in the canonical form of CanonicalForm.
///
///     u → TransferFunction → y
template <typename T>
class TransferFunction final : public CanonicalForm<T> {
 public:
  /// Coefficients from the highest power of s on.
  TransferFunction(const VectorX<T>& numerator, const VectorX<T>& denominator);
  /// From the parameters `numerator` and `denominator`.
  explicit TransferFunction(const BlockArguments& arguments);
};

LOOPWRIGHT_DECLARE_CLASS(TransferFunction)

}  // namespace loopwright
