#pragma once

#include <vector>

#include "engine/system/leaf_system.h"

namespace loopwright {

/// Stacks its inputs into one vector.
///
///     u0, u1, … → Multiplexer → y0
template <typename T>
class Multiplexer final : public LeafSystem<T> {
 public:
  /// `num_scalar_inputs` inputs of one element.
  explicit Multiplexer(int num_scalar_inputs);
  /// Inputs of these sizes; std::logic_error where there is none.
  explicit Multiplexer(const std::vector<int>& input_sizes);
  /// An input for each element of `model`, whose class the output has.
  explicit Multiplexer(const BasicVector<T>& model);
  template <typename U>
  explicit Multiplexer(const Multiplexer<U>& other);

 private:
  Multiplexer(const std::vector<int>& input_sizes, const BasicVector<T>& model);
  void CombineInputs(const Context<T>& context, BasicVector<T>* y) const;
};

LOOPWRIGHT_DECLARE_CLASS(Multiplexer)

}  // namespace loopwright
