// Equations as text and as LaTeX.

#include <algorithm>
#include <unordered_set>

#include "engine/analysis/equations.h"
#include "engine/expression/expression_text.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

std::string DirectionText(WitnessFunctionDirection direction) {
  switch (direction) {
    case WitnessFunctionDirection::kPositiveThenNonPositive:
      return " falls through ";
    case WitnessFunctionDirection::kNegativeThenNonNegative:
      return " rises through ";
    default:
      return " crosses ";
  }
}

// Whether a path can stand in a formula as it is, without being taken for several words.
bool IsPlain(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
         static_cast<unsigned char>(c) >= 0x80 || c == '_' || c == '.' || c == '/' || c == '[' ||
         c == ']';
}
std::string TextSymbol(const std::string& name) {
  return std::all_of(name.begin(), name.end(), IsPlain) ? name : "'" + name + "'";
}

std::string Text(const Expression& value) { return ToText(value, TextStyle{TextSymbol, true}); }

// When an update happens, in words; `value` writes the witness and `number` a number.
template <typename Value, typename Number>
std::string Heading(const UpdateEquations& update, const Value& value, const Number& number) {
  switch (update.trigger) {
    case TriggerType::kPeriodic:
      return "every " + number(update.period_sec) + " s from " + number(update.offset_sec) +
             " s on";
    case TriggerType::kTimed:
      return "at " + number(update.offset_sec) + " s";
    case TriggerType::kWitness:
      return "when " + value(update.witness) + DirectionText(update.direction) + number(0);
    default:
      return "at every step";
  }
}

// What follows the symbol of a new value.
const char* NextMark(const UpdateEquations& update) {
  return update.trigger == TriggerType::kPeriodic ? "[n+1]" : "+";
}

// As EscapeLatex(), for text, in which blanks are what they are.
std::string EscapeLatexText(const std::string& text) {
  std::string escaped = EscapeLatex(text);
  for (size_t at = escaped.find("\\ "); at != std::string::npos; at = escaped.find("\\ ", at)) {
    escaped.erase(at, 1);
  }
  return escaped;
}

// The symbols of a block without closed form; its path where it has none.
std::string TextSymbols(const WithoutForm& block) {
  std::string text;
  for (const std::string& name : block.symbols) {
    text += (text.empty() ? "" : ", ") + TextSymbol(name);
  }
  return text.empty() ? TextSymbol(block.path) : text;
}

std::string Capitalized(std::string text) {
  if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

// Whether something is left to be said of the symbols.
bool HasWhere(const SystemEquations& equations) {
  return !equations.shared.empty() || !equations.parameters.empty();
}

// A number, or a matrix row by row.
std::string ValueToLatex(const FormulaValue& value) {
  if (value.is_number()) return ToLatex(value.number());
  std::string rows;
  for (Eigen::Index i = 0; i < value.elements().rows(); ++i) {
    if (i > 0) rows += " \\\\ ";
    for (Eigen::Index j = 0; j < value.elements().cols(); ++j) {
      rows += (j > 0 ? " & " : "") + ToLatex(value.elements()(i, j));
    }
  }
  return "\\begin{pmatrix} " + rows + " \\end{pmatrix}";
}

// How symbols are written in LaTeX. A parameter such as `x_plant` that would look like another
// symbol, the state `plant.x`, is written as it is spelled.
class LatexSymbols {
 public:
  // Two names may look the same in LaTeX (`x_1` and `x1`): a parameter that would look like
  // something else is spelled out.
  explicit LatexSymbols(const SystemEquations& equations) {
    std::unordered_set<std::string> taken;
    const auto take = [&taken](const std::vector<Equation>& list) {
      for (const Equation& equation : list) taken.insert(SymbolToLatex(equation.symbol));
    };
    for (const std::string& input : equations.inputs) taken.insert(SymbolToLatex(input));
    take(equations.loops);
    take(equations.derivatives);
    for (const UpdateEquations& update : equations.updates) take(update.next);
    take(equations.outputs);
    take(equations.shared);
    for (const ParameterSymbol& parameter : equations.parameters) {
      for (const std::string& name : NamesOf(parameter)) {
        const bool is_new = taken.insert(SymbolToLatex(name)).second;
        if (!is_new) spelled_.insert(name);
      }
    }
  }

  std::string operator()(const std::string& name) const {
    return spelled_.contains(name) ? "\\mathrm{" + EscapeLatex(name) + "}" : SymbolToLatex(name);
  }

 private:
  static std::vector<std::string> NamesOf(const ParameterSymbol& parameter) {
    std::vector<std::string> names;
    for (const Expression& element : parameter.elements) names.push_back(element.name());
    if (!parameter.value.is_number()) names.push_back(parameter.name);
    return names;
  }

  std::unordered_set<std::string> spelled_;
};

// The symbol with what stands before and behind its letter, such as an accent, but before its
// index.
std::string Marked(const std::string& symbol, const std::string& before,
                   const std::string& behind) {
  const std::string latex = SymbolToLatex(symbol);
  const size_t index = std::min(latex.find("_{"), latex.size());
  return before + latex.substr(0, index) + behind + latex.substr(index);
}

}  // namespace

// Section by section, each under a heading; those that are empty are left out.
std::string EquationsText(const SystemEquations& equations) {
  std::string text;
  const auto heading = [&text](const std::string& line) {
    text += (text.empty() ? "" : "\n") + line + ":\n";
  };
  const auto add = [&text](const std::string& left, const Expression& value) {
    text += "  " + left + " = " + Text(value) + "\n";
  };
  const auto section = [&](const std::string& title, const auto& list, const auto& write) {
    if (!list.empty()) heading(title);
    for (const auto& element : list) write(element);
  };
  section("Inputs", equations.inputs,
          [&](const std::string& input) { text += "  " + TextSymbol(input) + "\n"; });
  section("Algebraic loops", equations.loops, [&](const Equation& equation) {
    add(equation.symbol.empty() ? "0" : TextSymbol(equation.symbol), equation.value);
  });
  section("Continuous state", equations.derivatives, [&](const Equation& equation) {
    add("d/dt " + TextSymbol(equation.symbol), equation.value);
  });
  for (const UpdateEquations& update : equations.updates) {
    heading(Capitalized(Heading(update, Text, FormatNumber)));
    for (const Equation& equation : update.next) {
      add(TextSymbol(equation.symbol) + NextMark(update), equation.value);
    }
  }
  section("Outputs", equations.outputs,
          [&](const Equation& equation) { add(TextSymbol(equation.symbol), equation.value); });
  section("Without closed form", equations.without_form, [&](const WithoutForm& block) {
    text += "  " + TextSymbols(block) + ": " + block.reason + "\n";
  });
  if (HasWhere(equations)) heading("Where");
  for (const Equation& equation : equations.shared) add(equation.symbol, equation.value);
  for (const ParameterSymbol& parameter : equations.parameters) {
    text += "  " + TextSymbol(parameter.name) + " = " + parameter.value.ToText() + "\n";
  }
  return text;
}

// Rows of an `align` environment: the left side, &, and the right side.
std::string EquationsLatex(const SystemEquations& equations) {
  const LatexSymbols symbol(equations);
  const TextStyle style{symbol, false};
  std::string text;
  const auto row = [&text](const std::string& left, const std::string& right) {
    text += (text.empty() ? "  " : " \\\\\n  ") + left + "&" + right;
  };
  const auto add = [&](const std::string& left, const Expression& value) {
    row(left + " ", "= " + ToLatex(value, style));
  };
  const auto heading = [&row](const std::string& words) { row("", "\\text{" + words + ":}"); };
  for (const Equation& equation : equations.loops) {
    add(equation.symbol.empty() ? "0" : SymbolToLatex(equation.symbol), equation.value);
  }
  for (const Equation& equation : equations.derivatives) {
    add(Marked(equation.symbol, "\\dot{", "}"), equation.value);
  }
  const auto inline_value = [&style](const Expression& value) {
    return "$" + ToLatex(value, style) + "$";
  };
  const auto inline_number = [](double value) { return "$" + ToLatex(value) + "$"; };
  for (const UpdateEquations& update : equations.updates) {
    heading(Heading(update, inline_value, inline_number));
    for (const Equation& equation : update.next) {
      add(update.trigger == TriggerType::kPeriodic ? SymbolToLatex(equation.symbol) + "[n+1]"
                                                   : Marked(equation.symbol, "", "^{+}"),
          equation.value);
    }
  }
  if (!equations.outputs.empty()) heading("outputs");
  for (const Equation& equation : equations.outputs) {
    add(SymbolToLatex(equation.symbol), equation.value);
  }
  if (!equations.without_form.empty()) heading("without closed form");
  for (const WithoutForm& block : equations.without_form) {
    std::string symbols;
    for (const std::string& name : block.symbols) {
      symbols += (symbols.empty() ? "$" : ", $") + SymbolToLatex(name) + "$";
    }
    if (symbols.empty()) symbols = EscapeLatex(block.path);
    row("", "\\text{" + symbols + ": " + EscapeLatexText(block.reason) + "}");
  }
  if (HasWhere(equations)) heading("where");
  for (const Equation& equation : equations.shared) {
    add(SymbolToLatex(equation.symbol), equation.value);
  }
  for (const ParameterSymbol& parameter : equations.parameters) {
    row(symbol(parameter.name) + " ", "= " + ValueToLatex(parameter.value));
  }
  return "\\begin{aligned}\n" + text + (text.empty() ? "" : "\n") + "\\end{aligned}\n";
}

}  // namespace loopwright
