#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// An elementary function of each element of a signal.
///
///     u → MathFunction → y
///
/// `abs` and `sign` have a mode for each element (semantics 11): the sign of u, -1, 0 or 1 (abs: -1
/// or 1).
/// Modes by hand: as a formula a run takes 2.3 times as long (resources/docs/decisions/modes.md).
template <typename T>
class MathFunction final : public LeafSystem<T> {
 public:
  /// The functions; angles are in radians, and where a function is not real, as log of -1, y is
  /// NaN.
  enum class Function {
    kAbs,
    kSign,
    kSqrt,
    kSquare,
    kCube,
    kExp,
    kLog,
    kLog10,
    kReciprocal,
    kSin,
    kCos,
    kTan,
    kAsin,
    kAcos,
    kAtan,
    kSinh,
    kCosh,
    kTanh,
    kAsinh,
    kAcosh,
    kAtanh,
  };
  /// `function` is one of names(); std::logic_error otherwise.
  MathFunction(const std::string& function, int width);

  /// The functions' names, in the order of Function.
  static const std::vector<std::string>& names();
  /// From the parameter `function` and the width of the input.
  explicit MathFunction(const BlockArguments& arguments);

 private:
  void CalcOutput(const Context<T>& context, T* y) const;
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override;
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override;
  /// The branch that `u` lies on.
  int64_t Branch(const T& u) const;

  Function function_;
  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(MathFunction)

}  // namespace loopwright
