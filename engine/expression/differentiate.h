#pragma once

#include <span>
#include <vector>

#include "engine/common/vector.h"
#include "engine/expression/expression.h"

namespace loopwright {

/// The derivative of `expression` with respect to `variable`, a node of its own graph: terms that
/// do not depend on the variable are left out, even where a factor beside them is not finite.
///
/// At a branch (abs, min, max, mod, a selection) it is the derivative of the branch that holds, as
/// a selection by the same condition; that of sign, floor, ceil, round, comparisons and logic is 0.
/// These are the rules of AutoDiff. Throws std::logic_error where `variable` is none.
Expression Differentiate(const Expression& expression, const Expression& variable);

/// The same of several expressions at once, which share what they have in common.
std::vector<Expression> Differentiate(std::span<const Expression> expressions,
                                      const Expression& variable);

/// Row i, column j: the derivative of expression i with respect to variable j.
MatrixX<Expression> Jacobian(std::span<const Expression> expressions,
                             std::span<const Expression> variables);

}  // namespace loopwright
