#pragma once

#include <vector>

#include "blocklib/common/formula_system.h"
#include "engine/blocks/block_arguments.h"

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

}  // namespace loopwright
