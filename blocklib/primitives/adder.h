#pragma once

#include "engine/system/leaf_system.h"

namespace loopwright {

/// Adds vectors of one size, elementwise, for programs that build diagrams in C++; of the block
/// types Sum is the one that adds.
///
///     u0, u1, … → Adder → sum
template <typename T>
class Adder final : public LeafSystem<T> {
 public:
  /// `num_inputs` inputs of `size` elements; std::logic_error unless both are > 0.
  Adder(int num_inputs, int size);
  /// For the conversion to another scalar.
  template <typename U>
  explicit Adder(const Adder<U>& other);

 private:
  /// The sum, element by element.
  void CalcSum(const Context<T>& context, T* sum) const;
};

LOOPWRIGHT_DECLARE_CLASS(Adder)

}  // namespace loopwright
