#pragma once

#include <array>
#include <cstdint>

#include "engine/common/value.h"
#include "engine/expression/default_scalars.h"

namespace loopwright {

template <typename T>
class Context;

/// A kernel with its operands found in one context: all that one computation touches besides the
/// values themselves lies in one cache line.
template <typename T>
struct BoundKernel {
  static constexpr int kMostOperands = 3;
  using Run = void (*)(const BoundKernel&);

  Run run = nullptr;
  T* out = nullptr;
  union {
    const T* in[kMostOperands] = {};
    /// Of a calculator instead of a kernel.
    struct {
      const void* entry;
      const void* context;
      AbstractValue* abstract;
    } call;
    /// Of a kernel that is a method of its leaf.
    struct {
      const Context<T>* context;
    } leaf;
  };
  int size = 0;
  std::array<uint8_t, kMostOperands> strides{};  ///< 0: a scalar that applies to every element
  /// Whether it brings what it reads up to date itself, as a calculator and a method do.
  bool evaluates_inputs = false;
};

/// What a kernel reads: an input port, a numeric parameter, all numeric parameters one after
/// another, a group of discrete state, the continuous state (of one kind), or the time.
struct Operand {
  enum Kind : uint8_t { kNone, kInput, kParameter, kAllParameters, kDiscrete, kContinuous, kTime };
  Kind kind = kNone;
  uint8_t stride = 1;
  int index = 0;
};

/// A computation that a leaf gives as data: a function without state of its own that writes
/// `size` elements, and what it reads. Wherever all of that is known to be up to date (at an
/// integrator's stage, at a discrete update) the engine runs it without going through the leaf.
template <typename T>
struct Kernel {
  typename BoundKernel<T>::Run run = nullptr;
  int size = 0;
  /// Whether it is a method of the leaf, which reads and writes the leaf's context: then it has no
  /// operands.
  bool is_of_leaf = false;
  std::array<Operand, BoundKernel<T>::kMostOperands> operands{};

  /// The operation in the context of the leaf that declared the kernel; it writes to `out`.
  BoundKernel<T> Bind(const Context<T>& context, T* out) const;
};

extern template struct Kernel<double>;
extern template struct Kernel<AutoDiff>;
extern template struct Kernel<Expression>;

}  // namespace loopwright
