#include "blocklib/common/formulas.h"

#include <algorithm>
#include <stdexcept>

#include "blocklib/common/block_helpers.h"
#include "blocklib/common/formula_system.h"
#include "engine/model/block_descriptor.h"

namespace loopwright {
namespace {

bool IsList(const BlockArguments& arguments, std::string_view parameter) {
  return arguments.descriptor().FindParameter(parameter)->kind == ParameterKind::kTextList;
}

/// "formula 2 at character 5: expected a number", counted from 1; `formula` -1 where there is one.
std::string Describe(const FormulaError& error, int formula) {
  return (formula < 0 ? "" : "formula " + std::to_string(formula + 1) + " ") + "at character " +
         std::to_string(error.begin() + 1) + ": " + error.what();
}

/// Calls `function(text, formula)` for each text of a parameter and puts a FormulaError into words.
template <typename F>
void ForEachText(const BlockArguments& arguments, std::string_view parameter, F function) {
  std::vector<std::string> texts;
  const bool is_list = IsList(arguments, parameter);
  if (is_list) {
    texts = arguments.text_list(parameter);
  } else {
    texts.push_back(arguments.text(parameter));
  }
  for (size_t i = 0; i < texts.size(); ++i) {
    try {
      function(texts[i]);
    } catch (const FormulaError& error) {
      throw std::invalid_argument(Describe(error, is_list ? static_cast<int>(i) : -1));
    }
  }
}

std::vector<Formula> Read(const BlockArguments& arguments, std::string_view parameter) {
  std::vector<Formula> formulas;
  const bool is_list = IsList(arguments, parameter);
  ForEachText(arguments, parameter, [&](const std::string& text) {
    if (is_list) {
      formulas.push_back(Formula::Parse(text));
    } else {
      // Read again one by one, so that positions count from the beginning of each formula.
      for (const Formula& formula : Formula::ParseList(text)) {
        formulas.push_back(Formula::Parse(formula.text()));
      }
    }
  });
  return formulas;
}

}  // namespace

std::vector<Formula> ReadFormulas(const BlockArguments& arguments, std::string_view parameter) {
  try {
    return Read(arguments, parameter);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument("`" + std::string(parameter) + "`, " + error.what());
  }
}

bool UsesName(const std::vector<Formula>& formulas, std::string_view name) {
  return std::any_of(formulas.begin(), formulas.end(), [&](const Formula& formula) {
    const std::vector<NameUse> names = formula.names();
    return std::any_of(names.begin(), names.end(),
                       [&](const NameUse& use) { return use.name == name; });
  });
}

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

void ValidateFormulas(const BlockArguments& arguments, std::string_view parameter,
                      ArgumentProblems* problems) {
  try {
    if (Read(arguments, parameter).empty()) {
      problems->Add(parameter, "has no formula: give at least one");
    }
  } catch (const std::invalid_argument& error) {
    problems->Add(parameter, error.what());
  }
}

void ValidateStateFormulas(const BlockArguments& arguments, std::string_view equations,
                           ArgumentProblems* problems) {
  ValidateFormulas(arguments, equations, problems);
  ValidateFormulas(arguments, "outputs", problems);
  const size_t count = arguments.text_list(equations).size();
  const int states = arguments.size("initial_state");
  if (static_cast<size_t>(states) != count) {
    problems->Add("initial_state", "has " + std::to_string(states) +
                                       (states == 1 ? " element" : " elements") + ", `" +
                                       std::string(equations) + "` has " + std::to_string(count) +
                                       ": give one for each");
  }
}

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

std::vector<Expression> LowerFormulas(const std::vector<Formula>& formulas,
                                      std::string_view parameter, const FormulaNames& names) {
  std::vector<Expression> result;
  for (const Formula& formula : formulas) {
    try {
      result.push_back(formula.Lower(names));
    } catch (const FormulaError& error) {
      throw std::invalid_argument(
          "`" + std::string(parameter) + "`, " +
          Describe(error, formulas.size() == 1 ? -1 : static_cast<int>(result.size())));
    }
  }
  return result;
}

std::vector<Expression> LowerStateFormulas(const BlockArguments& arguments,
                                           std::string_view parameter) {
  FormulaNames names = arguments.formula_names();
  for (int i = 0; i < arguments.size("initial_state"); ++i) {
    names.AddVariable(NumberedPort("x", i), StateVariable(i));
  }
  for (int port = 0; port < arguments.num_inputs(); ++port) {
    std::vector<Expression> elements;
    for (int i = 0; i < arguments.input_width(port); ++i) {
      elements.push_back(InputVariable(port, i));
    }
    names.AddVector(NumberedPort("u", port), elements);
  }
  names.AddVariable("t", TimeVariable());
  if (arguments.has("period")) names.AddVariable("n", StepVariable());
  return LowerFormulas(ReadFormulas(arguments, parameter), parameter, names);
}

}  // namespace loopwright
