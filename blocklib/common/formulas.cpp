#include "blocklib/common/formulas.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "blocklib/common/block_helpers.h"
#include "blocklib/common/formula_system.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/text/suggest_name.h"

namespace loopwright {
namespace {

// "in formula 2 at character 5: "; of a matrix "in row 1, column 2 at …"; where there is one
// formula, the character alone. `columns` is 0 where the formulas are no matrix.
std::string Place(size_t num_formulas, size_t columns, size_t formula, size_t character) {
  const std::string at = "at character " + std::to_string(character + 1) + ": ";
  if (num_formulas == 1) return at;
  if (columns == 0) return "in formula " + std::to_string(formula + 1) + " " + at;
  return "in row " + std::to_string(formula / columns + 1) + ", column " +
         std::to_string(formula % columns + 1) + " " + at;
}

bool IsMatrix(const BlockArguments& arguments, std::string_view parameter) {
  return arguments.descriptor().FindParameter(parameter)->kind == ParameterKind::kTextMatrix;
}

// Of a matrix of formulas; 0 where `parameter` is none.
size_t Columns(const BlockArguments& arguments, std::string_view parameter) {
  if (!IsMatrix(arguments, parameter)) return 0;
  const auto& rows = arguments.text_matrix(parameter);
  return rows.empty() ? 0 : rows.front().size();
}

// The texts of a list of formulas, of a matrix row by row, or the parts between the ';' of a text.
std::vector<std::string> FormulaTexts(const BlockArguments& arguments, std::string_view parameter) {
  if (IsMatrix(arguments, parameter)) {
    std::vector<std::string> texts;
    for (const auto& row : arguments.text_matrix(parameter)) {
      texts.insert(texts.end(), row.begin(), row.end());
    }
    return texts;
  }
  if (arguments.descriptor().FindParameter(parameter)->kind == ParameterKind::kTextList) {
    return arguments.text_list(parameter);
  }
  const auto parts = SplitFormulas(arguments.text(parameter));
  return {parts.begin(), parts.end()};
}

// Throws std::invalid_argument with the place of the first error.
std::vector<Formula> Read(const BlockArguments& arguments, std::string_view parameter) {
  const std::vector<std::string> texts = FormulaTexts(arguments, parameter);
  std::vector<Formula> formulas;
  for (const std::string& text : texts) {
    try {
      formulas.push_back(Formula::Parse(text));
    } catch (const FormulaError& error) {
      throw std::invalid_argument(
          Place(texts.size(), Columns(arguments, parameter), formulas.size(), error.begin()) +
          error.what());
    }
  }
  return formulas;
}

}  // namespace

// Begins with what all formulas know, such as sin and pi, and adds the block's own variables.
FormulaNames StateFormulaNames(const BlockArguments& arguments) {
  FormulaNames names = arguments.formula_names();
  for (int i = 0; i < arguments.size("initial_state"); ++i) {
    names.AddVariable(NumberedPort("x", i), StateVariable(i));
  }
  AddInputNames(arguments, &names);
  if (arguments.has("period")) names.AddVariable("n", StepVariable());
  return names;
}

// The parameter's name goes before what is wrong, as a block may have formulas in several
// parameters.
std::vector<Formula> ReadFormulas(const BlockArguments& arguments, std::string_view parameter) {
  try {
    return Read(arguments, parameter);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument("`" + std::string(parameter) + "` " + error.what());
  }
}

// Whether a name stands in any of the formulas, as in "t" for those that depend on time.
bool UsesName(const std::vector<Formula>& formulas, std::string_view name) {
  return std::any_of(formulas.begin(), formulas.end(), [&](const Formula& formula) {
    const std::vector<NameUse> names = formula.names();
    return std::any_of(names.begin(), names.end(),
                       [&](const NameUse& use) { return use.name == name; });
  });
}

// Looks at what follows the name in the text: `u1[0]` and `u1 [0]` use an element of u1, `u1 + [0]`
// does not.
bool UsesElementOf(const std::vector<Formula>& formulas, std::string_view name) {
  for (const Formula& formula : formulas) {
    const std::string& text = formula.text();
    for (const NameUse& use : formula.names()) {
      const size_t next = text.find_first_not_of(" \t\r\n", use.end);
      if (use.name == name && next != std::string::npos && text[next] == '[') return true;
    }
  }
  return false;
}

// While widths are being inferred the inputs may not have any yet; then one element stands for
// each.
void AddInputNames(const BlockArguments& arguments, FormulaNames* names) {
  names->AddVariable("t", TimeVariable());
  for (int port = 0; port < arguments.integer("inputs"); ++port) {
    const int width = port < arguments.num_inputs() ? arguments.input_width(port) : 1;
    std::vector<Expression> elements;
    for (int i = 0; i < width; ++i) elements.push_back(InputVariable(port, i));
    names->AddVector(NumberedPort("u", port), elements);
  }
}

// The first error is told with its place, and for an unknown name a similar one that is known.
void ValidateFormulas(const BlockArguments& arguments, std::string_view parameter,
                      const FormulaNames& names, ArgumentProblems* problems) {
  std::vector<Formula> formulas;
  try {
    formulas = Read(arguments, parameter);
  } catch (const std::invalid_argument& error) {
    return problems->Add(parameter, error.what());
  }
  if (formulas.empty()) problems->Add(parameter, "has no formula: give at least one");
  for (size_t i = 0; i < formulas.size(); ++i) {
    for (const NameUse& use : formulas[i].names()) {
      if (names.FindVariable(use.name) || names.FindConstant(use.name)) continue;
      return problems->Add(
          parameter, Place(formulas.size(), Columns(arguments, parameter), i, use.begin) +
                         "unknown name '" + use.name + "'" + DidYouMean(use.name, names.names()));
    }
  }
}

// Equations and outputs may use the same names. There is one equation for each state, so that their
// number must be that of the initial state's elements: unlike elsewhere, one element does not stand
// for all.
void ValidateStateFormulas(const BlockArguments& arguments, std::string_view equations,
                           ArgumentProblems* problems) {
  const FormulaNames names = StateFormulaNames(arguments);
  ValidateFormulas(arguments, equations, names, problems);
  ValidateFormulas(arguments, "outputs", names, problems);
  const size_t count = arguments.text_list(equations).size();
  const int states = arguments.size("initial_state");
  if (static_cast<size_t>(states) != count) {
    problems->Add("initial_state", "has " + std::to_string(states) +
                                       (states == 1 ? " element" : " elements") + ", `" +
                                       std::string(equations) + "` has " + std::to_string(count) +
                                       ": give one for each");
  }
}

// A bare `u1` in a formula is a number, so the input must have one element. An input that is only
// used by element may have any width.
void InferFormulaInputs(const BlockArguments& arguments,
                        std::initializer_list<std::string_view> parameters, BlockWidths* widths) {
  std::vector<Formula> formulas;
  for (const std::string_view parameter : parameters) {
    const std::vector<Formula> more = ReadFormulas(arguments, parameter);
    formulas.insert(formulas.end(), more.begin(), more.end());
  }
  for (int i = 0; i < widths->num_inputs(); ++i) {
    const std::string name = NumberedPort("u", i);
    if (UsesName(formulas, name) && !UsesElementOf(formulas, name)) widths->set_in(i, 1);
  }
}

// Makes expressions of formulas, in which names are replaced by what they stand for. A formula that
// cannot be made into one, as it names an element that the input does not have, is told with its
// place.
std::vector<Expression> LowerFormulas(const std::vector<Formula>& formulas,
                                      const BlockArguments& arguments, std::string_view parameter,
                                      const FormulaNames& names, size_t columns) {
  const auto* symbols = dynamic_cast<const SymbolicScope*>(arguments.scope());
  std::vector<Expression> result;
  for (const Formula& formula : formulas) {
    try {
      result.push_back(symbols == nullptr ? formula.Lower(names) : formula.Lower(names, *symbols));
    } catch (const FormulaError& error) {
      throw std::invalid_argument("`" + std::string(parameter) + "` " +
                                  Place(formulas.size(), columns, result.size(), error.begin()) +
                                  error.what());
    }
  }
  return result;
}

// Formulas with states, inputs, time and the diagram's parameters become expressions in the order
// of the parameter's elements.
std::vector<Expression> LowerStateFormulas(const BlockArguments& arguments,
                                           std::string_view parameter) {
  return LowerFormulas(ReadFormulas(arguments, parameter), arguments, parameter,
                       StateFormulaNames(arguments), Columns(arguments, parameter));
}

}  // namespace loopwright
