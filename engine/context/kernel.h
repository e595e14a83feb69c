#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/common/value.h"
#include "engine/expression/bound_tape.h"
#include "engine/expression/default_scalars.h"

namespace loopwright {

template <typename T>
class Context;
template <typename T>
struct ContinuousPointers;

/// A kernel with its operands found in one context: all that one computation touches besides the
/// values themselves lies in one cache line. For example y = 2 u, with u and y of three elements:
/// `in[0]` is the address of u with stride 1, `in[1]` that of the gain with stride 0, `out` that of
/// y, and `size` is 3.
template <typename T>
struct BoundKernel {
  /// More operands would not fit the cache line; computations with more are calculators.
  static constexpr int kMostOperands = 3;
  using Run = void (*)(const BoundKernel&);

  /// Of a calculator instead of a kernel.
  struct Call {
    const void* entry;
    const void* context;
    AbstractValue* abstract;
  };
  /// Of a kernel that is a method of its leaf.
  struct Leaf {
    const Context<T>* context;
  };

  /// Called as `operation.run(operation)`.
  Run run = nullptr;
  /// Where `size` elements are written.
  T* out = nullptr;
  union {
    const T* in[kMostOperands] = {};
    Call call;
    Leaf leaf;
    const BoundTape* tape;  ///< of formulas
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
  /// How far apart elements lie: 1, or 0 where one number serves for all.
  uint8_t stride = 1;
  /// Which port, parameter or group; nothing for time and continuous state.
  int index = 0;
  /// The element where it begins.
  int element = 0;
};

/// Formulas over numbers as a kernel: a tape without modes, and where each of its inputs lies, with
/// kNone for those that it does not need.
struct KernelTape {
  Tape tape;
  std::vector<Operand> inputs;
};

/// A computation that a leaf gives as data: a function without state of its own that writes
/// `size` elements, and what it reads. Wherever all of that is known to be up to date (at an
/// integrator's stage, at a discrete update) the engine runs it without going through the leaf.
template <typename T>
struct Kernel {
  /// Runs `count` operations that lie one behind the other.
  using RunAll = void (*)(const BoundKernel<T>* first, int count);

  typename BoundKernel<T>::Run run = nullptr;
  /// The loop of `run` over operations of this kernel, compiled as one; null where RunBy() was not
  /// used.
  RunAll run_all = nullptr;
  int size = 0;
  /// Whether it is a method of the leaf, which reads and writes the leaf's context: then it has no
  /// operands.
  bool is_of_leaf = false;
  /// Formulas, the leaf's own, that compute the same as the method: over numbers they are run in
  /// its place wherever what they read is up to date. Null where there are none.
  const KernelTape* formulas = nullptr;
  std::array<Operand, BoundKernel<T>::kMostOperands> operands{};

  /// A method of the leaf that writes an output of `size` elements or the discrete state,
  /// `void (const Context<T>&, T* out) const`, or the time derivatives,
  /// `void (const Context<T>&, const ContinuousPointers<T>&) const`. It becomes part of `run`.
  template <auto method>
  static Kernel OfMethod(int size = 0) {
    Kernel kernel;
    kernel.size = size;
    kernel.is_of_leaf = true;
    kernel.run = [](const BoundKernel<T>& operation) __attribute__((flatten)) {
      CallOnLeaf(method, *operation.leaf.context, operation.out);
    };
    return kernel;
  }

  /// Sets `run`, and `run_all` with it. `body(operation)` is a lambda that captures nothing.
  template <typename Body>
  void RunBy(Body) {
    run = [](const BoundKernel<T>& operation) { Body{}(operation); };
    run_all = [](const BoundKernel<T>* first, int count) {
      for (int i = 0; i < count; ++i) Body{}(first[i]);
    };
  }

  /// All that it is known to read; nothing of a method.
  std::span<const Operand> reads() const {
    return formulas != nullptr ? std::span<const Operand>(formulas->inputs) : operands;
  }
  /// The operation in the context of the leaf that declared the kernel; it writes to `out`. Every
  /// input that it reads must have a value.
  BoundKernel<T> Bind(const Context<T>& context, T* out) const;
  /// Its formulas, bound to that context; null where there are none or T is no number.
  std::unique_ptr<const BoundTape> BindFormulas(const Context<T>& context, T* out) const;

 private:
  template <class MySystem>
  static void CallOnLeaf(void (MySystem::*method)(const Context<T>&, T*) const,
                         const Context<T>& context, T* out) {
    (static_cast<const MySystem&>(*context.system()).*method)(context, out);
  }
  template <class MySystem>
  static void CallOnLeaf(void (MySystem::*method)(const Context<T>&, const ContinuousPointers<T>&)
                             const,
                         const Context<T>& context, T*) {
    (static_cast<const MySystem&>(*context.system()).*method)(context, context.derivatives());
  }
};

extern template struct Kernel<double>;
extern template struct Kernel<AutoDiff>;
extern template struct Kernel<Expression>;

}  // namespace loopwright
