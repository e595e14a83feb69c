#pragma once

#include <vector>

#include "blocklib/common/formula_system.h"
#include "engine/blocks/block_descriptor.h"

namespace loopwright {

/// A vector of formulas of the inputs and of time.
///
///     u1 → ┌────────────┐
///     …    │ Expression │ → y
///     un → └────────────┘
template <typename T>
class ExpressionBlock final : public FormulaSystem<T> {
 public:
  /// `formulas` are made of InputVariable() and TimeVariable().
  ExpressionBlock(const std::vector<int>& input_widths, const std::vector<Expression>& formulas);
  explicit ExpressionBlock(const BlockArguments& arguments);
};

LOOPWRIGHT_DECLARE_CLASS(ExpressionBlock)

/// The block type `Expression`. An input that a formula names with an index (`u1[0]`) is a vector
/// of its own; the others are numbers, or, of a single formula, vectors of one width to which it is
/// applied elementwise, an input of width 1 being spread.
BlockDescriptor ExpressionBlockDescriptor();

}  // namespace loopwright
