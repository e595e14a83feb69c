#include "engine/expression/formula.h"

#include "engine/expression/formula_parser.h"
#include "engine/expression/formula_tree.h"

namespace loopwright {
namespace {

void CheckLength(std::string_view text) {
  if (text.size() <= Formula::kMaxLength) return;
  throw FormulaError("the expression has " + std::to_string(text.size()) + " characters; at most " +
                         std::to_string(Formula::kMaxLength) + " are possible",
                     Formula::kMaxLength, text.size());
}

}  // namespace

Formula Formula::Parse(std::string_view text) {
  CheckLength(text);
  return Formula(ParseFormula(text, 0));
}

std::vector<Formula> Formula::ParseList(std::string_view text) {
  CheckLength(text);
  std::vector<Formula> formulas;
  for (size_t begin = 0;;) {
    const size_t end = std::min(text.find(';', begin), text.size());
    formulas.push_back(Formula(ParseFormula(text.substr(begin, end - begin), begin)));
    if (end == text.size()) return formulas;
    begin = end + 1;
  }
}

const std::string& Formula::text() const { return tree_->text; }

std::vector<NameUse> Formula::names() const { return tree_->uses; }

}  // namespace loopwright
