#include "engine/context/kernel.h"

#include "engine/context/context_data.h"

namespace loopwright {

// Turns "input 0" or "parameter 2" into an address in this context. A method of a leaf reads what
// it likes and evaluates its inputs itself, so it gets the context and nothing else.
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
    const Operand& operand = operands[i];
    operation.strides[i] = operand.stride;
    switch (operand.kind) {
      case Operand::kNone:
        break;
      case Operand::kInput:
        operation.in[i] = context.inputs()[operand.index].data;
        break;
      case Operand::kParameter:
        operation.in[i] = context.arena() + context.parameters()[operand.index].offset;
        break;
      // Numeric parameters of a leaf are neighbours in the arena, so one address serves for all.
      case Operand::kAllParameters:
        operation.in[i] = context.arena() + context.parameters()[0].offset;
        break;
      case Operand::kDiscrete:
        operation.in[i] = context.arena() + context.groups()[operand.index].offset;
        break;
      case Operand::kContinuous:
        operation.in[i] = context.arena() + context.continuous_offset();
        break;
      case Operand::kTime:
        operation.in[i] = &context.get_time();
        break;
    }
  }
  return operation;
}

template struct Kernel<double>;
template struct Kernel<AutoDiff>;
template struct Kernel<Expression>;

}  // namespace loopwright
