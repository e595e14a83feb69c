#pragma once

#include "blocklib/common/block_leaf.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// Counts its own updates, y = x, x⁺ = x⁻ + increment: the system of the discrete-systems document.
///
///     DiscreteCounter → y
///
/// With a modulus > 0 the count is wrapped to [0, modulus).
///
/// Numeric parameters: 0 initial value, 1 increment.
template <typename T>
class DiscreteCounter final : public BlockLeaf<T> {
 public:
  /// Updates at offset_sec + k*period_sec. Throws std::logic_error unless modulus >= 0.
  DiscreteCounter(double period_sec, double offset_sec, const T& initial_value, const T& increment,
                  const Known<T>& modulus);
  /// From the parameters `period`, `offset`, `initial_value`, `increment` and `modulus`.
  explicit DiscreteCounter(const BlockArguments& arguments);

 private:
  enum Parameter { kInitialValue, kIncrement };
  void Update(const Context<T>& context, T* next) const;

  Known<T> modulus_;
};

LOOPWRIGHT_DECLARE_CLASS(DiscreteCounter)

}  // namespace loopwright
