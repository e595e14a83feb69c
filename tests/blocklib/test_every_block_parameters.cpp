// Every parameter of every block: each constraint refuses what it should, and nothing that can be
// written in a file makes a block crash, hang or give a silent NaN.

#include <sys/resource.h>

#include <QObject>
#include <QTest>
#include <map>
#include <set>

#include "tests/blocklib/block_cases.h"

// After the header that takes Qt's keyword away.
#include "engine/text/number_format.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_every_block_parameters {

namespace {

/// A setting that must be refused, and what the message must hold besides the parameter's name.
struct BadValue {
  std::string setting;             ///< JSON, with ' for "
  std::vector<std::string> shows;  ///< the value, and what is allowed
  std::string other = {};          ///< settings of other parameters
};

std::string Quoted(const std::string& text) { return "'" + text + "'"; }

/// What is of another kind than the parameter.
std::vector<BadValue> OfAnotherKind(const ParameterDescriptor& parameter) {
  const BadValue nan{"'inf - inf'", {"is not a number (nan)", "it must have a value"}};
  const BadValue broken{"'2 * ('", {"has a wrong expression", "at character"}};
  switch (parameter.kind) {
    case ParameterKind::kNumber:
      return {{"[1, 2]", {"a vector of 2 elements", "it must be a number"}},
              {"true", {"is true", "it must be a number"}},
              nan,
              broken};
    case ParameterKind::kInteger:
      return {{"1.5", {"is 1.5", "it must be a whole number"}},
              {"1e300", {"is 1e+300", "it must be a whole number"}},
              {"[[1, 2]]", {"a 1 by 2 matrix", "it must be a number"}},
              nan};
    case ParameterKind::kBoolean:
      return {{"[true]", {"is a list", "it must be true or false"}}};
    case ParameterKind::kChoice: {
      std::vector<std::string> shows = parameter.choices;
      shows.emplace_back("is the text \"no such choice\"; it must be ");
      return {{"'no such choice'", shows}, {"true", {"is true; it must be "}}};
    }
    case ParameterKind::kText:
      return {{"[1]", {"is a list", "in quotes"}}, {"true", {"is true", "in quotes"}}};
    case ParameterKind::kVector:
      return {{"[[1, 2], [3, 4]]", {"a 2 by 2 matrix", "it must be a number or a vector"}},
              {"true", {"is true", "it must be a number, a list of numbers or an expression"}},
              nan,
              broken};
    case ParameterKind::kMatrix:
      return {{"[[1, 2], [3]]", {"has 1 numbers in row 1 and 2 in row 0", "must have as many"}},
              {"[1, [2]]", {"as element 1", "must all be numbers, or all be rows"}},
              nan,
              broken};
    case ParameterKind::kComplexVector:
      return {{"true", {"is true", "it must be a number"}}, broken};
    case ParameterKind::kTextList:
      return {{"true", {"is true", "it must be a list of formulas"}},
              {"['2 * (']", {"at character"}}};
    case ParameterKind::kTextMatrix:
      return {{"true", {"is true", "it must be rows of formulas"}},
              {"[['1', '2'], ['3']]", {"rows of 2 and 1 formulas", "must have as many"}}};
  }
  return {};
}

/// What breaks constraints that are stated in words.
const std::map<std::string, std::vector<BadValue>>& Worded() {
  static const std::map<std::string, std::vector<BadValue>> values{
      {"n x n", {{"[[1, 2, 3], [4, 5, 6]]", {}}}},
      {"n x n, positive semidefinite", {{"[[1, 2, 3], [4, 5, 6]]", {}}, {"[[-1]]", {}}}},
      {"p x p, positive definite", {{"[[1, 2, 3], [4, 5, 6]]", {}}, {"[[0]]", {}}}},
      {"n x m", {{"[[1], [1], [1]]", {}}}},
      {"p x n", {{"[[1, 1, 1]]", {}}}},
      {"p x m", {{"[[1, 1, 1]]", {}}}},
      {"n", {{"[1, 2, 3]", {}}}},
      {"as many", {{"[1, 2, 3]", {"has 3 elements", "give as many"}}}},
      {"one row per time", {{"[1, 2, 3]", {}}}},
      {"rows x columns", {{"[[1, 2, 3]]", {"is 1 x 3", "must be 2 x 2"}}}},
      {"degree >= numerator's", {{"0", {"is zero", "give"}}}},
      {"conjugate pairs", {{"['-1+2i']", {}}}},
      {"sum = width of u", {{"[0.5]", {"0.5", "must be"}}}},
      {"counted from 0", {{"[-1]", {"-1"}}, {"[0.5]", {"0.5"}}}},
      {"one per derivative", {{"[1, 2, 3]", {"has 3 elements", "give one for each"}}}},
      {"one per update", {{"[1, 2, 3]", {"has 3 elements", "give one for each"}}}},
      {"a row per state, a column per Wiener process", {{"[['1'], ['2'], ['3']]", {}}}},
      {"a Goto of that tag in the same level", {{"'nobody'", {"nobody"}}}},
      {"unique per diagram level", {}},  // Of one block alone it cannot be broken.
  };
  return values;
}

/// What a relation such as ">= 1" refuses.
std::vector<BadValue> BreakingRelation(const ParameterDescriptor& parameter,
                                       const std::string& relation, const std::string& bound) {
  const bool is_lower = relation[0] == '>';
  char* end = nullptr;
  const double number = std::strtod(bound.c_str(), &end);
  if (*end != '\0') {  // Another parameter.
    const std::string value = is_lower ? "-12345" : "12345";
    return {{value,
             {"is " + value, "`" + bound + "` is 1", "it must be " + parameter.constraint},
             Quoted(bound) + ": 1"}};
  }
  std::vector<double> bad{is_lower ? number - 1 : number + 1};
  if (relation == "!=") bad = {number};
  if (relation.size() == 1) bad.push_back(number);
  std::vector<BadValue> values;
  for (const double value : bad) {
    const std::string text = FormatNumber(value);
    values.push_back({text, {"is " + text, "must be " + parameter.constraint}});
    if (parameter.kind == ParameterKind::kVector) {
      values.push_back({"[" + text + ", " + text + "]",
                        {"has " + text + " as element 0", "must be " + parameter.constraint}});
    }
  }
  if (parameter.unit == "s" && is_lower) values.push_back({"'inf'", {"is inf", "finite"}});
  return values;
}

/// What breaks the parameter's constraint. Throws for a constraint that this test does not know.
std::vector<BadValue> BreakingConstraint(const ParameterDescriptor& parameter) {
  const std::string& text = parameter.constraint;
  if (text.empty() || parameter.kind == ParameterKind::kChoice) return {};
  const auto worded = Worded().find(text);
  if (worded != Worded().end()) return worded->second;
  for (const std::string relation : {">=", "<=", "!=", ">", "<"}) {
    if (text.rfind(relation + " ", 0) != 0) continue;
    return BreakingRelation(parameter, relation, text.substr(relation.size() + 1));
  }
  double lower = 0, upper = 0;
  if (std::sscanf(text.c_str(), "in [%lf, %lf]", &lower, &upper) == 2) {
    const std::string below = FormatNumber(lower - 1), above = FormatNumber(upper + 1);
    return {{below, {"is " + below, "must be " + text}},
            {above, {"is " + above, "must be " + text}}};
  }
  if (text.rfind("only ", 0) == 0) {
    return {{"'x'", {"is \"x\"", "one or more of"}}, {"''", {"is \"\"", "one or more of"}}};
  }
  if (text == "strictly increasing") {
    return {{"[1, 0]", {"has 0 after 1", text}}, {"[1, 1]", {"has 1 after 1", text}}};
  }
  if (text.find_first_not_of("0123456789") == std::string::npos) {
    return {{"[1, 2, 3, 4, 5, 6, 7]", {"has 7 elements", "it must have " + text}}};
  }
  throw std::runtime_error("this test does not know what breaks the constraint \"" + text + "\"");
}

/// Empty where a setting is refused as it must be.
std::string WhyNotRefused(const std::string& type, const std::string& parameter,
                          const BadValue& bad) {
  const std::string settings = Quoted(parameter) + ": " + bad.setting +
                               (bad.other.empty() ? std::string() : ", " + bad.other);
  const std::string here = type + " with {" + settings + "}: ";
  std::vector<Diagnostic> diagnostics;
  try {
    diagnostics = CheckDocument(LoadText(LeastDiagram(type, settings)), BuiltInBlocks());
  } catch (const std::exception& error) {
    return here + "could not be read: " + error.what();
  }
  std::string texts;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity != Severity::kError) continue;
    const std::string& text = diagnostic.text;
    const bool names_block = diagnostic.path == "b" || diagnostic.path.rfind("b.", 0) == 0;
    const bool names_parameter = text.find("`" + parameter + "`") != std::string::npos ||
                                 text.find("the " + parameter + " ") != std::string::npos ||
                                 diagnostic.path == "b." + parameter;
    const bool shows = std::all_of(bad.shows.begin(), bad.shows.end(), [&](const std::string& s) {
      return text.find(s) != std::string::npos;
    });
    if (names_block && names_parameter && shows) return {};
    texts += "\n    " + diagnostic.path + ": " + text;
  }
  std::string wanted;
  for (const std::string& show : bad.shows) wanted += " [" + show + "]";
  return here +
         (texts.empty() ? "is accepted" : "is refused by" + texts + "\n    without" + wanted);
}

/// Settings at the ends of what can be written.
const std::vector<std::string>& Extremes() {
  static const std::vector<std::string> settings{"0",
                                                 "-1",
                                                 "1",
                                                 "0.5",
                                                 "1e308",
                                                 "-1e308",
                                                 "1e-308",
                                                 "-1e-308",
                                                 "5e-324",
                                                 "2147483647",
                                                 "2147483648",
                                                 "9007199254740992",
                                                 "1e17",
                                                 "'inf'",
                                                 "'-inf'",
                                                 "'inf - inf'",
                                                 "'0/0'",
                                                 "[]",
                                                 "[[]]",
                                                 "[0]",
                                                 "[1, 2, 3]",
                                                 "[0, 0]",
                                                 "[1e308, 1e308]",
                                                 "[-1e308, 1e308]",
                                                 "[0, 1e-308]",
                                                 "['inf', 1]",
                                                 "['-inf', 'inf']",
                                                 "[[1, 2], [3, 4]]",
                                                 "[[1e308]]",
                                                 "[[1e-308]]",
                                                 "[['inf']]",
                                                 "[[1], [2]]",
                                                 "true",
                                                 "false",
                                                 "null",
                                                 "{}",
                                                 "''",
                                                 "'nonsense'",
                                                 "'1 +'",
                                                 "'x1'",
                                                 "['x1', 'x1']",
                                                 "[['x1', '1'], ['0', '2']]",
                                                 "'1/0'",
                                                 "'u1/0'",
                                                 "'sqrt(-1)'"};
  return settings;
}

/// Parameters with which a NaN is what the block's formula gives, and why.
bool IsNanByFormula(const std::string& type, const std::string& parameter) {
  static const std::set<std::pair<std::string, std::string>> parameters{
      // A negative number to a power that is not whole.
      {"Power", "exponent"},
      // The user's own formula: u1/0, sqrt(-1).
      {"Expression", "expression"},
      {"DifferentialEquation", "outputs"},
      {"DifferenceEquation", "updates"},
      {"DifferenceEquation", "outputs"},
      {"StochasticEquation", "outputs"},
  };
  return parameters.count({type, parameter}) > 0;
}

/// Whether signals of the run are noise of rounding, which no row more shows better: what is left
/// of a residual that is zero, and what is left of a division by next to nothing.
bool IsNoiseByFormula(const std::string& type, const std::string& parameter) {
  return BuiltInBlocks().Find(type)->finds_unknown || (type == "Modulo" && parameter == "divisor");
}

/// A run of a few steps. Empty where it gives an answer or a clear diagnostic.
std::string WhyNotClear(const std::string& type, const std::string& parameter,
                        const std::string& setting) {
  const std::string here = type + " with {'" + parameter + "': " + setting + "}: ";
  const std::string settings = Quoted(parameter) + ": " + setting;
  const auto names_block = [](const std::string& path) {
    return path == "b" || path.rfind("b.", 0) == 0 || path.find("/b") != std::string::npos;
  };
  try {
    std::string text;
    try {
      text = LeastDiagram(type, settings);
    } catch (const std::exception& error) {
      return std::string(error.what()).empty() ? here + "no message" : std::string();
    }
    LoadResult loaded = LoadDocument(text, BuiltInBlocks());
    if (!loaded.document) return {};
    RunOptions options;
    options.all_signals = true;
    options.stop_time = 0.5;
    if (IsNoiseByFormula(type, parameter)) options.log_interval = 0.01;
    RunSetup setup(*loaded.document, BuiltInBlocks(), options);
    if (!setup.ok()) {
      const auto& all = setup.diagnostics();
      const bool named = std::any_of(all.begin(), all.end(), [&](const Diagnostic& d) {
        return d.severity == Severity::kError && (names_block(d.path) || d.path.find('b') == 0 ||
                                                  d.text.find("b.") != std::string::npos);
      });
      return named ? std::string()
                   : here + "refused without the block's name: " + all[0].path + ": " + all[0].text;
    }
    constexpr int64_t kMostSteps = 1500;  // more than may be made without time advancing
    const RunOutcome outcome = setup.Run([](double, int64_t steps) { return steps < kMostSteps; });
    if (outcome.end == RunEnd::kFailed) {
      const bool named = names_block(outcome.path) || outcome.message.find('b') == 0 ||
                         outcome.message.find(" b.") != std::string::npos;
      return named && !outcome.message.empty()
                 ? std::string()
                 : here + "failed without the block's name: " + outcome.path + ": " +
                       outcome.message;
    }
    if (IsNanByFormula(type, parameter)) return {};
    const Recording& recording = *setup.recording();
    for (int64_t i = 0; i < recording.size(); ++i) {
      for (int column = 0; column < recording.num_columns(); ++column) {
        if (!std::isnan(recording.value(i, column))) continue;
        return here + "a silent NaN at t = " + FormatNumber(recording.time(i));
      }
    }
    return {};
  } catch (const std::exception& error) {
    return here + "threw " + error.what();
  }
}

void FailWith(const std::vector<std::string>& failures) {
  if (failures.empty()) return;
  std::string text = std::to_string(failures.size()) + " of the settings:";
  for (const std::string& failure : failures) text += "\n  " + failure;
  QFAIL(text.c_str());
}

/// A row for each parameter of each type.
void AddParameterRows() {
  QTest::addColumn<QString>("type");
  QTest::addColumn<QString>("parameter");
  for (const BlockDescriptor& block : BuiltInBlocks().all()) {
    for (const ParameterDescriptor& parameter : block.parameters) {
      QTest::newRow((block.type + "." + parameter.name).c_str())
          << QString::fromStdString(block.type) << QString::fromStdString(parameter.name);
    }
  }
}

}  // namespace

class TestEveryBlockParameters : public QObject {
  Q_OBJECT

 private slots:
  // A block that takes all memory is to be told apart from a machine that stops.
  void initTestCase() {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    constexpr rlim_t kMostBytes = rlim_t{4} << 30;
    const rlimit limit{kMostBytes, kMostBytes};
    QCOMPARE(setrlimit(RLIMIT_AS, &limit), 0);
#endif
  }

  void constraintsRefuse_data() { AddParameterRows(); }
  void constraintsRefuse() {
    const std::string type = RowText("type");
    const ParameterDescriptor& parameter =
        *BuiltInBlocks().Find(type)->FindParameter(RowText("parameter"));
    std::vector<BadValue> values = OfAnotherKind(parameter);
    const std::vector<BadValue> more = BreakingConstraint(parameter);
    values.insert(values.end(), more.begin(), more.end());
    QVERIFY(!values.empty());
    std::vector<std::string> failures;
    for (const BadValue& bad : values) {
      const std::string why = WhyNotRefused(type, parameter.name, bad);
      if (!why.empty()) failures.push_back(why);
    }
    FailWith(failures);
  }

  void extremesGiveAnAnswerOrAReason_data() { AddParameterRows(); }
  // Under the sanitizers, which take ten times as long, a parameter has every fifth of them, and
  // the next parameter others.
  void extremesGiveAnAnswerOrAReason() {
    const size_t stride = DrawsAreJudged() ? 1 : 5;
    std::vector<std::string> failures;
    for (size_t i = num_parameters_++ % stride; i < Extremes().size(); i += stride) {
      const std::string why = WhyNotClear(RowText("type"), RowText("parameter"), Extremes()[i]);
      if (!why.empty()) failures.push_back(why);
    }
    FailWith(failures);
  }

 private:
  size_t num_parameters_ = 0;  // that had their extremes
};

LOOPWRIGHT_TEST(TestEveryBlockParameters)

}  // namespace loopwright::test_every_block_parameters

#include "test_every_block_parameters.moc"
