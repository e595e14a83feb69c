#pragma once

#include <span>
#include <vector>

#include "engine/expression/expression.h"

namespace loopwright {

/// `expression` in a form that people would write. Its value is the same up to rounding wherever
/// all values in it are finite, which is assumed: 0*x is 0, x - x is 0, x + 0 is x, and an infinite
/// limit limits nothing. (Identities that hold for every double are applied when an expression is
/// built.)
///
/// Like terms of a sum and like factors of a product are collected, numbers are gathered in front,
/// signs and quotients are moved outwards: x + y - x is y, x*x*3/6 is 0.5*x^2, -(a - b) is b - a.
/// Nothing is cancelled between numerator and denominator, where a zero would be lost. Sums and
/// products of more than 32 terms are taken as they are from there on.
Expression Simplify(const Expression& expression);

/// The same of several expressions at once, which share what they have in common.
std::vector<Expression> Simplify(std::span<const Expression> expressions);

}  // namespace loopwright
