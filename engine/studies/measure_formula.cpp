#include "engine/studies/measure_formula.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>

#include "engine/common/exceptions.h"
#include "engine/document/measure_words.h"
#include "engine/text/split_outside.h"

namespace loopwright {
namespace {

// A call that a formula may have: its name, how many numbers follow the signal, and how it is
// written, for messages.
struct MeasureFunction {
  const char* name;
  MeasureKind kind;
  std::size_t num_numbers;
  const char* usage;
};

constexpr MeasureFunction kMeasureFunctions[] = {
    {"value", MeasureKind::kValue, 1, "value(SIGNAL, TIME) or value(SIGNAL, TIME, -)"},
    {"final", MeasureKind::kFinal, 0, "final(SIGNAL)"},
    {"least", MeasureKind::kLeast, 0, "least(SIGNAL)"},
    {"greatest", MeasureKind::kGreatest, 0, "greatest(SIGNAL)"},
    {"mean", MeasureKind::kMean, 0, "mean(SIGNAL)"},
    {"rms", MeasureKind::kRms, 0, "rms(SIGNAL)"},
    {"crossing", MeasureKind::kCrossing, 1, "crossing(SIGNAL, LEVEL)"},
    {"count", MeasureKind::kCount, 1, "count(SIGNAL, LEVEL) or count(BLOCK)"},
    {"settling", MeasureKind::kSettling, 2, "settling(SIGNAL, TARGET, BAND)"},
    {"overshoot", MeasureKind::kOvershoot, 1, "overshoot(SIGNAL, TARGET)"},
    {"failed", MeasureKind::kFailed, 0, "failed(BLOCK)"},
};

// Edits of a diagram follow the names in these calls, which they know by the words.
static_assert(std::equal(std::begin(kMeasureFunctions), std::end(kMeasureFunctions),
                         std::begin(kMeasureWords), std::end(kMeasureWords),
                         [](const MeasureFunction& function, std::string_view word) {
                           return function.name == word;
                         }));

constexpr double kNoMeasure = std::numeric_limits<double>::quiet_NaN();

// NaN where the formula asks for an element that there is not.
double NumberOf(const Formula& formula, const NameScope& names) {
  try {
    return formula.Evaluate(names).number();
  } catch (const FormulaError&) {
    return kNoMeasure;
  }
}

// All calls as they are written, for the message about an unknown name.
std::string FunctionList() {
  std::string list;
  for (const MeasureFunction& function : kMeasureFunctions) {
    list += (list.empty() ? "" : ", ") + std::string(function.usage);
  }
  return list;
}

// The name that takes the place of the call with this number.
std::string CallName(std::size_t number) { return "call_" + std::to_string(number); }

}  // namespace

// Reads one measure after another: puts a name in place of each call, and reads what is left as a
// formula of the expression language.
class MeasureFormulas::Reader {
 public:
  Reader(MeasureFormulas* measures, const NameScope& parameters)
      : measures_(*measures), parameters_(parameters) {}

  // Reads one measure: its calls are cut out and noted, what is left is parsed as a formula, and
  // its names and its shape are checked at once, so that a mistake is told before any run.
  void Read(const MeasureText& text) {
    index_ = measures_.measures_.size();
    if (const auto problem = CheckParameterName(text.name)) Fail(*problem);
    if (HasMeasure(text.name)) Fail("there is another measure of that name");
    const std::string formula = ReplaceCalls(text.text);
    try {
      Measure measure{text.name, Formula::Parse(formula)};
      for (const NameUse& use : measure.formula.names()) CheckName(use.name);
      CheckShape(measure.formula);
      measures_.measures_.push_back(std::move(measure));
    } catch (const FormulaError& error) {
      Fail(std::string(error.what()) + "; of a run there are " + FunctionList());
    }
  }

 private:
  [[noreturn]] void Fail(const std::string& what) const { throw MeasureError(index_, what); }

  bool HasMeasure(const std::string& name) const {
    return std::ranges::count(measures_.measures_, name, &Measure::name) > 0;
  }

  // "greatest(a.y) - 1" becomes "call_0 - 1". The language of formulas knows no signals; a call is
  // found by a word of the list with a bracket right behind it.
  std::string ReplaceCalls(std::string_view text) {
    std::string replaced;
    for (std::size_t i = 0; i < text.size();) {
      std::size_t end = i;
      while (end < text.size() && IsMeasureWordCharacter(text[end])) ++end;
      if (end == i) {
        replaced += text[i++];
        continue;
      }
      const std::string_view word = text.substr(i, end - i);
      const MeasureFunction* function = nullptr;
      for (const MeasureFunction& known : kMeasureFunctions) {
        if (word == known.name && end < text.size() && text[end] == '(') function = &known;
      }
      if (function == nullptr) {
        replaced += word;
        i = end;
        continue;
      }
      const std::size_t close = ClosingBracket(text, end);
      if (close == text.size()) {
        Fail("a ')' is missing behind \"" + std::string(text.substr(end)) + "\"");
      }
      replaced += CallName(measures_.calls_.size());
      measures_.measure_of_.push_back(index_);
      measures_.calls_.push_back(ReadCall(*function, text.substr(end + 1, close - end - 1)));
      i = close + 1;
    }
    return replaced;
  }

  // Takes the inside of a call apart at its commas: the signal (or the block, of failed() and of
  // count() without a level), a number for each argument, and for value() perhaps a side.
  MeasureCall ReadCall(const MeasureFunction& function, std::string_view inside) const {
    std::vector<std::string_view> parts = SplitOutside(inside, ',');
    const bool is_of_events = function.kind == MeasureKind::kCount && parts.size() == 1;
    MeasureCall call{
        is_of_events ? MeasureKind::kEvents : function.kind, Unquoted(parts.front()), {}};
    const bool has_side = function.kind == MeasureKind::kValue && parts.size() == 3;
    if (has_side) {
      if (parts.back() != "-" && parts.back() != "+") {
        Fail("the side \"" + std::string(parts.back()) + "\" must be - (before) or + (after)");
      }
      call.side = parts.back() == "-" ? Side::kBefore : Side::kAfter;
      parts.pop_back();
    }
    const std::size_t num_numbers = is_of_events ? 0 : function.num_numbers;
    if (call.subject.empty() || parts.size() != num_numbers + 1) {
      Fail("\"" + std::string(function.name) + "(" + std::string(inside) + ")\" must be " +
           function.usage);
    }
    for (std::size_t i = 1; i < parts.size(); ++i) call.arguments.push_back(Number(parts[i]));
    return call;
  }

  // A name may stand in quotes, which are not part of it.
  static std::string Unquoted(std::string_view text) {
    const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
    return std::string(quoted ? text.substr(1, text.size() - 2) : text);
  }

  // A number in a call, an expression of the diagram's parameters: it must have a value before the
  // first run.
  double Number(std::string_view text) const {
    try {
      const FormulaValue value = Formula::Parse(text).Evaluate(parameters_);
      if (value.is_number() && std::isfinite(value.number())) return value.number();
    } catch (const FormulaError& error) {
      Fail("\"" + std::string(text) + "\": " + error.what());
    }
    Fail("\"" + std::string(text) + "\" is not a finite number");
  }

  // A name is a call, an earlier measure, or a parameter, whose value is kept.
  void CheckName(const std::string& name) {
    for (std::size_t i = 0; i < measures_.calls_.size(); ++i) {
      if (name == CallName(i)) return;
    }
    if (HasMeasure(name)) return;
    const FormulaValue* value = parameters_.Find(name);
    if (value != nullptr) return measures_.constants_.Set(name, *value);
    Fail("unknown name \"" + name + "\"; there are earlier measures, parameters of the diagram, " +
         FunctionList());
  }

  // With 1 for what a run gives; FormulaError.
  void CheckShape(const Formula& formula) const {
    NameTable names = measures_.constants_;
    for (std::size_t i = 0; i < measures_.calls_.size(); ++i) names.Set(CallName(i), 1.0);
    for (const Measure& earlier : measures_.measures_) names.Set(earlier.name, 1.0);
    const FormulaValue value = formula.Evaluate(names);
    if (!value.is_number()) Fail("it is " + value.Describe() + "; a measure is a number");
  }

  MeasureFormulas& measures_;
  const NameScope& parameters_;
  std::size_t index_ = 0;
};

MeasureFormulas::MeasureFormulas(const std::vector<MeasureText>& texts,
                                 const NameScope& parameters) {
  Reader reader(this, parameters);
  for (const MeasureText& text : texts) reader.Read(text);
}

// Measures are evaluated in their order, and each becomes a name for those behind it. One that uses
// what does not exist does not exist either, whatever its formula would make of it: 0 times nothing
// is nothing.
std::vector<double> MeasureFormulas::Evaluate(const std::vector<double>& of_calls) const {
  NameTable names = constants_;
  for (std::size_t i = 0; i < of_calls.size(); ++i) names.Set(CallName(i), of_calls[i]);
  std::vector<double> values;
  for (const Measure& measure : measures_) {
    bool exists = true;
    for (const NameUse& use : measure.formula.names()) {
      const FormulaValue* value = names.Find(use.name);
      exists = exists && !(value->is_number() && std::isnan(value->number()));
    }
    values.push_back(exists ? NumberOf(measure.formula, names) : kNoMeasure);
    names.Set(measure.name, values.back());
  }
  return values;
}

// Semicolons inside brackets and quotes do not separate, since names of blocks may have them.
std::vector<MeasureText> SplitMeasures(std::string_view text) {
  std::vector<MeasureText> measures;
  for (const std::string_view part : SplitOutside(text, ';')) {
    if (part.empty()) continue;
    const std::size_t equals = part.find('=');
    const std::string_view name = WithoutBlanks(part.substr(0, equals));
    if (equals == std::string_view::npos || name.empty()) {
      throw UsageError("--measures: \"" + std::string(part) +
                       "\" is not NAME=FORMULA, such as peak=greatest(plant.position)");
    }
    measures.push_back({std::string(name), std::string(WithoutBlanks(part.substr(equals + 1)))});
  }
  return measures;
}

}  // namespace loopwright
