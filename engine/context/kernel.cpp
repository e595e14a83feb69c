#include "engine/context/kernel.h"

#include <type_traits>

#include "engine/context/context_data.h"

namespace loopwright {

// Turns "input 0" or "parameter 2" into an address in this context.
template <typename T>
static const T* AddressOf(const Operand& operand, const Context<T>& context) {
  switch (operand.kind) {
    case Operand::kInput:
      return context.inputs()[operand.index].data + operand.element;
    case Operand::kParameter:
      return context.arena() + context.parameters()[operand.index].offset + operand.element;
    // Numeric parameters of a leaf are neighbours in the arena, so one address serves for all.
    case Operand::kAllParameters:
      return context.arena() + context.parameters()[0].offset + operand.element;
    case Operand::kDiscrete:
      return context.arena() + context.groups()[operand.index].offset + operand.element;
    case Operand::kContinuous:
      return context.arena() + context.continuous_offset() + operand.element;
    case Operand::kTime:
      return &context.get_time();
    case Operand::kNone:
      break;
  }
  return nullptr;
}

// A method of a leaf reads what it likes and evaluates its inputs itself, so it gets the context
// and nothing else.
template <typename T>
BoundKernel<T> Kernel<T>::Bind(const Context<T>& context, T* out) const {
  BoundKernel<T> operation;
  operation.run = run;
  operation.out = out;
  operation.size = size;
  if (is_of_leaf) {
    operation.leaf = {&context};
    operation.evaluates_inputs = true;
    return operation;
  }
  // Each operand becomes the address of its first element.
  for (int i = 0; i < BoundKernel<T>::kMostOperands; ++i) {
    operation.strides[i] = operands[i].stride;
    operation.in[i] = AddressOf(operands[i], context);
  }
  return operation;
}

// Steps of a bound tape are for numbers: other scalars go through the method, which runs the tape.
template <typename T>
std::unique_ptr<const BoundTape> Kernel<T>::BindFormulas(const Context<T>& context, T* out) const {
  if constexpr (std::is_same_v<T, double>) {
    if (formulas == nullptr) return nullptr;
    std::vector<const double*> inputs;
    for (const Operand& operand : formulas->inputs) inputs.push_back(AddressOf(operand, context));
    return std::make_unique<const BoundTape>(formulas->tape, inputs, out);
  }
  return nullptr;
}

template struct Kernel<double>;
template struct Kernel<AutoDiff>;
template struct Kernel<Expression>;

}  // namespace loopwright
