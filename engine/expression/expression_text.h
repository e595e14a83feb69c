#pragma once

#include <functional>
#include <string>

#include "engine/expression/expression.h"

namespace loopwright {

/// How expressions are written.
struct TextStyle {
  /// What stands for a variable; its name where this is empty.
  std::function<std::string(const std::string& name)> symbol;
  /// Spaces around `*` and `/`, for symbols that hold these characters.
  bool spaced_products = false;
};

/// `expression` in the language of Formula, with no more brackets than it needs. Read back with the
/// same variables it is the same expression, node for node. Exceptions: what the language has no
/// word for, asinh, acosh and atanh, is written like a call of them; NaN is `(inf - inf)`.
std::string ToText(const Expression& expression, const TextStyle& style = {});

/// `expression` in LaTeX, for display mode: fractions, powers, roots and cases as in print. Symbols
/// are by default those of SymbolToLatex().
std::string ToLatex(const Expression& expression, const TextStyle& style = {});

/// A name in LaTeX: Greek letters by their names, digits at the end and what follows `_` or stands
/// in brackets as an index (`omega_n`, `x1`, `u1[0]`), words upright. Of a path in a diagram such
/// as `plant/mass.q[1]` what follows the last dot is the name and the rest its index.
std::string SymbolToLatex(const std::string& name);

/// `text` with the characters escaped that mean something to LaTeX, for \mathrm and \text.
std::string EscapeLatex(const std::string& text);

/// How many nodes `expression` would have if it were written out, nothing shared; at most 1e18.
double WrittenSize(const Expression& expression);

}  // namespace loopwright
