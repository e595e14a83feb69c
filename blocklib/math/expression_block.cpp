#include "blocklib/math/expression_block.h"

namespace loopwright {

template <typename T>
ExpressionBlock<T>::ExpressionBlock(const std::vector<int>& input_widths,
                                    const std::vector<Expression>& formulas)
    : FormulaSystem<T>(input_widths, formulas, FormulaSystem<T>::StateKind::kNone, {}) {
  this->DeclareOutputAndModes(nullptr);
}

LOOPWRIGHT_INSTANTIATE_CLASS(ExpressionBlock)

//DESCRIPTOR
}  // namespace loopwright
