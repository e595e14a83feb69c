// Expressions in LaTeX.

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "engine/expression/expression_text.h"
#include "engine/expression/expression_writer.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

// How strongly a form binds in print, loosest first; a fraction or root needs no brackets as a
// factor, but as the base of a power.
enum Strength { kLoose, kOr, kAnd, kNot, kRelation, kTruth, kSum, kFactor, kTight, kBase };

// Functions that are written with brackets around their arguments, and relations.
constexpr OperationText kWords[] = {{Operation::kLog, "\\ln"},
                                    {Operation::kLog10, "\\log_{10}"},
                                    {Operation::kSin, "\\sin"},
                                    {Operation::kCos, "\\cos"},
                                    {Operation::kTan, "\\tan"},
                                    {Operation::kAsin, "\\arcsin"},
                                    {Operation::kAcos, "\\arccos"},
                                    {Operation::kAtan, "\\arctan"},
                                    {Operation::kSinh, "\\sinh"},
                                    {Operation::kCosh, "\\cosh"},
                                    {Operation::kTanh, "\\tanh"},
                                    {Operation::kAsinh, "\\operatorname{arsinh}"},
                                    {Operation::kAcosh, "\\operatorname{arcosh}"},
                                    {Operation::kAtanh, "\\operatorname{artanh}"},
                                    {Operation::kSign, "\\operatorname{sign}"},
                                    {Operation::kRound, "\\operatorname{round}"},
                                    {Operation::kAtan2, "\\operatorname{atan2}"},
                                    {Operation::kMod, "\\operatorname{mod}"},
                                    {Operation::kMin, "\\min"},
                                    {Operation::kMax, "\\max"},
                                    {Operation::kLess, " < "},
                                    {Operation::kLessEqual, " \\le "},
                                    {Operation::kEqual, " = "},
                                    {Operation::kNotEqual, " \\ne "},
                                    {Operation::kGreaterEqual, " \\ge "},
                                    {Operation::kGreater, " > "}};

// The operand that is written first in `e`.
Expression FirstWritten(Expression e) {
  while (e.operation() == Operation::kMultiply || e.operation() == Operation::kPower) {
    e = e.operand(0);
  }
  return e;
}
// Whether brackets are needed behind another operator: a + (-b).
bool BeginsWithMinus(const Expression& e) {
  const Expression first = FirstWritten(e);
  return first.operation() == Operation::kNegate ||
         (first.is_constant() && std::signbit(first.value()));
}
// Whether a dot is needed before it: 2 · 3, where 2 3 would be read as 23.
bool BeginsWithDigit(const Expression& e) { return FirstWritten(e).is_constant(); }

// Says for each operation what it is written as; ExpressionWriter puts the pieces together.
class LatexWriter final : public ExpressionWriter {
 public:
  explicit LatexWriter(const TextStyle& style) : style_(style) {}

 private:
  // 1e-5 becomes 10^{-5}, and 2.5e-7 becomes 2.5 \cdot 10^{-7}.
  static Form Number(double value) {
    if (std::isnan(value)) return {{"\\mathrm{NaN}"}, kBase};
    const bool minus = std::signbit(value);
    const std::string sign = minus ? "-" : "";
    if (std::isinf(value)) return {{sign + "\\infty"}, minus ? kSum : kBase};
    const std::string digits = FormatNumber(std::abs(value));
    const size_t e = digits.find('e');
    if (e == std::string::npos) return {{sign + digits}, minus ? kSum : kBase};
    const std::string mantissa = digits.substr(0, e);
    const std::string power = "10^{" + std::to_string(std::stoi(digits.substr(e + 1))) + "}";
    return {{sign + (mantissa == "1" ? "" : mantissa + " \\cdot ") + power},
            minus ? kSum : kFactor};
  }

  // What is subtracted needs brackets where it is a sum, and any right operand where it begins with
  // a minus.
  static Form AddOrSubtract(const Expression& e) {
    const bool minus = e.operation() == Operation::kSubtract;
    const Expression right = e.operand(1);
    const int strength = minus || BeginsWithMinus(right) ? kFactor : kSum;
    Form form = Infix(e, minus ? " - " : " + ", kSum, kSum, strength);
    if (BeginsWithMinus(right)) form.pieces.back().strength = kBase;
    return form;
  }

  // A product is written without a sign, but for a dot before a digit.
  static Form Times(const Expression& e) {
    Form form =
        Infix(e, BeginsWithDigit(e.operand(1)) ? " \\cdot " : "\\,", kFactor, kFactor, kFactor);
    // A sign in front of the product needs no brackets.
    if (BeginsWithMinus(e.operand(0))) {
      form.pieces.front().strength = kSum;
      form.strength = kSum;
      const Operation left = e.operand(0).operation();
      if (left == Operation::kAdd || left == Operation::kSubtract) {
        form.pieces.front().strength = kFactor;
      }
    }
    return form;
  }

  // a where c, …, and what is left; selections in the last place add rows. Nested conditions, as a
  // piecewise function has them, become one table.
  static Form Cases(Expression e) {
    Form form{{"\\begin{cases} "}, kBase};
    for (; e.operation() == Operation::kSelect; e = e.operand(2)) {
      form.pieces.emplace_back(e.operand(1), kLoose);
      form.pieces.emplace_back(" & \\text{if } ");
      form.pieces.emplace_back(e.operand(0), kLoose);
      form.pieces.emplace_back(" \\\\ ");
    }
    form.pieces.emplace_back(e, kLoose);
    form.pieces.emplace_back(" & \\text{otherwise} \\end{cases}");
    return form;
  }

  // A form that brings its own brackets: |a|, ⌊a⌋, ⌈a⌉.
  static Form Delimited(const Expression& e, const char* open, const char* close) {
    return {{open, {e.operand(0), kLoose}, close}, kBase};
  }

  // sin(x), atan2(y, x): brackets that grow with what is inside.
  static Form Call(const Expression& e) {
    Form form{{std::string(TextOf(e.operation(), kWords)) + "\\left(", {e.operand(0), kLoose}},
              kTight};
    if (e.num_operands() > 1) {
      form.pieces.emplace_back(", ");
      form.pieces.emplace_back(e.operand(1), kLoose);
    }
    form.pieces.emplace_back("\\right)");
    return form;
  }

  Form FormOf(const Expression& e) const override {
    switch (e.operation()) {
      case Operation::kConstant:
        return Number(e.value());
      case Operation::kVariable:
        return {{style_.symbol ? style_.symbol(e.name()) : SymbolToLatex(e.name())}, kBase};
      case Operation::kNegate:
        return {{"-", {e.operand(0), kFactor}}, kSum};
      case Operation::kAdd:
      case Operation::kSubtract:
        return AddOrSubtract(e);
      case Operation::kMultiply:
        return Times(e);
      case Operation::kDivide:
        return {{"\\frac{", {e.operand(0), kLoose}, "}{", {e.operand(1), kLoose}, "}"}, kTight};
      case Operation::kPower:
        return {{{e.operand(0), kBase}, "^{", {e.operand(1), kLoose}, "}"}, kTight};
      case Operation::kSqrt:
        return {{"\\sqrt{", {e.operand(0), kLoose}, "}"}, kTight};
      case Operation::kExp:
        return {{"e^{", {e.operand(0), kLoose}, "}"}, kTight};
      case Operation::kAbs:
        return Delimited(e, "\\left|", "\\right|");
      case Operation::kFloor:
        return Delimited(e, "\\left\\lfloor ", "\\right\\rfloor");
      case Operation::kCeil:
        return Delimited(e, "\\left\\lceil ", "\\right\\rceil");
      case Operation::kNot:
        return {{"\\lnot ", {e.operand(0), kTruth}}, kNot};
      case Operation::kAnd:
        return Infix(e, " \\land ", kAnd, kAnd, kAnd);
      case Operation::kOr:
        return Infix(e, " \\lor ", kOr, kOr, kOr);
      case Operation::kSelect:
        return Cases(e);
      default:
        if (IsComparison(e.operation())) {
          return Infix(e, std::string(TextOf(e.operation(), kWords)), kRelation, kSum, kSum);
        }
        return Call(e);
    }
  }

  // A truth that is used as a number stands in Iverson's brackets: 1 where it holds, else 0.
  std::pair<std::string, std::string> Brackets(const Expression& e, int strength) const override {
    if (IsTruth(e.operation()) && strength >= kSum) return {"\\left[", "\\right]"};
    return {"\\left(", "\\right)"};
  }

  const TextStyle& style_;
};

constexpr std::array<std::string_view, 34> kGreek{
    "alpha",   "beta",   "gamma", "delta",   "epsilon", "zeta",  "eta",   "theta", "iota",
    "kappa",   "lambda", "mu",    "nu",      "xi",      "pi",    "rho",   "sigma", "tau",
    "upsilon", "phi",    "chi",   "psi",     "omega",   "Gamma", "Delta", "Theta", "Lambda",
    "Xi",      "Pi",     "Sigma", "Upsilon", "Phi",     "Psi",   "Omega"};

// A word without indices. Greek letters by name, single letters and numbers as they are, and
// everything else upright.
std::string WordToLatex(const std::string& word) {
  if (std::find(kGreek.begin(), kGreek.end(), word) != kGreek.end()) return "\\" + word;
  const bool digits =
      std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
  const bool letter = word.size() == 1 && std::isalpha(static_cast<unsigned char>(word[0]));
  return letter || digits ? word : "\\mathrm{" + EscapeLatex(word) + "}";
}

// Appends the parts of `text` between the characters `between`, none of them empty.
void SplitInto(const std::string& text, const char* between, std::vector<std::string>* parts) {
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find_first_of(between, begin), text.size());
    if (end > begin) parts->push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
}

}  // namespace

std::string ToLatex(const Expression& expression, const TextStyle& style) {
  return LatexWriter(style).Write(expression);
}

// Characters that LaTeX gives a meaning of their own.
std::string EscapeLatex(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\\') {
      escaped += "\\backslash{}";
    } else if (c == '^') {
      escaped += "\\hat{}";
    } else if (c == '~') {
      escaped += "\\sim{}";
    } else {
      if (std::string_view("_{}#$%& ").find(c) != std::string_view::npos) escaped += '\\';
      escaped += c;
    }
  }
  return escaped;
}

// Names have structure: "plant.x_max[2]" is x with the indices plant, max and 2; digits at the end
// of a word, as in x1, are an index as well.
std::string SymbolToLatex(const std::string& name) {
  const size_t dot = name.rfind('.');
  const std::string path = dot == std::string::npos ? "" : name.substr(0, dot);
  const std::string own = dot == std::string::npos ? name : name.substr(dot + 1);
  const size_t bracket = std::min(own.find('['), own.size());
  std::vector<std::string> parts;  // The word and its indices.
  SplitInto(own.substr(0, bracket), "_", &parts);
  if (parts.empty()) parts.push_back(own);
  std::string& word = parts[0];
  size_t end = word.size();
  while (end > 1 && word[end - 1] >= '0' && word[end - 1] <= '9') --end;
  if (end < word.size()) {
    const std::string digits = word.substr(end);
    word.resize(end);
    parts.insert(parts.begin() + 1, digits);
  }
  std::string indices;
  const auto add = [&indices](const std::string& index) {
    indices += (indices.empty() ? "" : ",") + index;
  };
  if (!path.empty()) add("\\mathrm{" + EscapeLatex(path) + "}");
  for (size_t i = 1; i < parts.size(); ++i) add(WordToLatex(parts[i]));
  std::vector<std::string> elements;
  SplitInto(own.substr(bracket), "[]", &elements);
  for (const std::string& element : elements) add(WordToLatex(element));
  const std::string symbol = WordToLatex(parts[0]);
  return indices.empty() ? symbol : symbol + "_{" + indices + "}";
}

}  // namespace loopwright
