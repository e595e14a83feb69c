#pragma once

#include <vector>

#include "engine/system/leaf_system.h"

namespace loopwright {

/// Stacks its inputs into one vector, in the order of the ports; the reverse of Demultiplexer.
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
  /// For the conversion to another scalar; the class of a model does not go along.
  template <typename U>
  explicit Multiplexer(const Multiplexer<U>& other);

 private:
  /// All others lead here.
  Multiplexer(const std::vector<int>& input_sizes, const BasicVector<T>& model);
  /// Writes the inputs one behind the other.
  void CombineInputs(const Context<T>& context, BasicVector<T>* y) const;
};

LOOPWRIGHT_DECLARE_CLASS(Multiplexer)

}  // namespace loopwright
