#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// A logical operation on signals, elementwise; an input is true when it is not 0, y is 1 or 0.
///
///     u1 → ┌───────┐
///     …    │ Logic │ → y
///     un → └───────┘
///
/// | operator | true where          |
/// |----------|---------------------|
/// | and      | all are true        |
/// | nand     | not all are true    |
/// | or       | one or more is true |
/// | nor, not | none is true        |
/// | xor      | an odd number is    |
///
/// Each element of each input has a mode (semantics 11): its truth. A continuous signal that
/// crosses zero stays true. An input of one element is spread.
/// Modes by hand: as a formula a run takes 2.5 times as long (resources/docs/decisions/modes.md).
template <typename T>
class Logic final : public LeafSystem<T> {
 public:
  enum class Operator { kAnd, kOr, kNot, kXor, kNand, kNor };
  /// `op` is an operator's name; `widths` has the width of each input: 1 or a common one.
  Logic(const std::string& op, const std::vector<int>& widths);
  /// From the parameter `operator` and the widths of the inputs.
  explicit Logic(const BlockArguments& arguments);

 private:
  void CalcOutput(const Context<T>& context, T* y) const;
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override;
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override;
  /// The outcome for element `element`; `truth(k, i)` is that of element i of input k.
  template <typename Truth>
  auto Combine(int element, const Truth& truth) const;

  Operator operator_;
  std::vector<int> widths_;
  std::vector<int> first_mode_;  ///< of each input
  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(Logic)

}  // namespace loopwright
