#pragma once

#include <algorithm>
#include <initializer_list>

#include "blocklib/common/spread.h"
#include "engine/context/kernel.h"

namespace loopwright {

/// Element by element, `Element` of the operands: the loop of most kernels. `element(i, j, k)` is
/// given the places in the three operands and returns the element of the output; an operand of one
/// element has place 0 all the time.
template <typename T, typename Element>
void ForEachElement(const BoundKernel<T>& op, const Element& element) {
  if (op.size == 1) {  // by far the most frequent
    op.out[0] = element(0, 0, 0);
    return;
  }
  for (int i = 0; i < op.size; ++i) {
    op.out[i] = element(i * op.strides[0], i * op.strides[1], i * op.strides[2]);
  }
}

/// Reads `kind` number `index`, whose size is `size`: a scalar applies to every element, which its
/// stride of zero says.
inline Operand ReadElements(Operand::Kind kind, int index, int size) {
  return {kind, static_cast<uint8_t>(Stride(size)), index};
}

/// A kernel that computes `size` elements by `run` from `operands`, BoundKernel::kMostOperands at
/// most, which `run` finds in their order.
template <typename T>
Kernel<T> MakeKernel(int size, std::initializer_list<Operand> operands,
                     typename BoundKernel<T>::Run run = nullptr) {
  Kernel<T> kernel;
  kernel.size = size;
  kernel.run = run;
  std::copy(operands.begin(), operands.end(), kernel.operands.begin());
  return kernel;
}

/// y = u, of `width` elements of input 0.
template <typename T>
Kernel<T> CopyOfInput(int width) {
  auto kernel = MakeKernel<T>(width, {ReadElements(Operand::kInput, 0, width)});
  kernel.RunBy([](const BoundKernel<T>& op) {
    ForEachElement(op, [&](int i, int, int) { return op.in[0][i]; });
  });
  return kernel;
}

}  // namespace loopwright
