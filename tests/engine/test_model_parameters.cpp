#include <QTest>

#include "engine/check/ports.h"
#include "engine/check/simulation_values.h"
#include "engine/check/structure.h"
#include "tests/engine/model_test_blocks.h"
#include "tests/test_main.h"

namespace loopwright::test_model_parameters {

using test::Check;
using test::Json;
using test::Load;
using test::TestBlocks;

class ModelParametersTest : public QObject {
  Q_OBJECT

 private slots:
  void diagramParametersUseEachOther();
  void innerParametersHideOuterOnes();
  void circlesAreNamed();
  void manyCirclesAreFewDiagnostics();
  void longCirclesAreShortened();
  void longChainsOfParametersEvaluate();
  void wrongSettings_data();
  void wrongSettings();
  void rightSettings_data();
  void rightSettings();
  void anUnusableParameterIsReportedOnce();
  void randomArguments();
  void simulationSettings();
  void simulationDefaults();
  void portsOfABlock();
};

namespace {

std::string TopParameters(const std::string& list) { return "\"parameters\": {" + list + "},"; }

// The width of a Constant whose value is an expression shows what the expression gave.
BlockArguments ArgumentsFor(const std::string& parameter, const std::string& value) {
  static std::vector<std::unique_ptr<Document>> kept;
  kept.push_back(std::make_unique<Document>(Load(Json(
      {"\"b\": {\"type\": \"Kinds\", \"parameters\": {\"" + parameter + "\": " + value + "}}"}, {},
      TopParameters("\"m\": {\"value\": 2}, \"v\": {\"value\": [1, \"m\"]}, "
                    "\"k1i\": {\"value\": 7}")))));
  BlockArguments arguments(*TestBlocks().Find("Kinds"), "b", nullptr);
  static std::vector<Diagnostic> diagnostics;
  diagnostics.clear();
  static std::vector<std::unique_ptr<Structure>> structures;
  structures.push_back(
      std::make_unique<Structure>(LayOut(*kept.back(), TestBlocks(), &diagnostics)));
  if (!diagnostics.empty()) throw std::runtime_error(diagnostics.front().text);
  return *structures.back()->blocks.front().arguments;
}

}  // namespace

void ModelParametersTest::diagramParametersUseEachOther() {
  const Document document = Load(
      Json({"\"c\": {\"type\": \"Constant\", \"parameters\": {\"value\": [\"a\", \"b\"]}}"}, {},
           TopParameters("\"a\": {\"value\": \"2*b\"}, \"b\": {\"value\": \"c + 1\"}, "
                         "\"c\": {\"value\": 2}")));
  std::vector<Diagnostic> diagnostics;
  const Structure structure = LayOut(document, TestBlocks(), &diagnostics);
  QVERIFY(diagnostics.empty());
  const Eigen::VectorXd value = structure.blocks[0].arguments->vector("value");
  QCOMPARE(value[0], 6.0);
  QCOMPARE(value[1], 3.0);
}

void ModelParametersTest::innerParametersHideOuterOnes() {
  const std::string inner =
      "\"s\": {\"type\": \"Subsystem\", \"parameters\": {\"k\": {\"value\": \"10*m\"}}, "
      "\"diagram\": {\"blocks\": {\"c\": {\"type\": \"Constant\", \"parameters\": {\"value\": "
      "[\"k\", \"m\"]}}}, \"wires\": []}}";
  const Document document =
      Load(Json({inner}, {}, TopParameters("\"k\": {\"value\": 1}, \"m\": {\"value\": 2}")));
  std::vector<Diagnostic> diagnostics;
  const Structure structure = LayOut(document, TestBlocks(), &diagnostics);
  QVERIFY(diagnostics.empty());
  QCOMPARE(structure.blocks[1].arguments->path(), std::string("s/c"));
  QCOMPARE(structure.blocks[1].arguments->vector("value")[0], 20.0);
  QCOMPARE(structure.blocks[1].arguments->vector("value")[1], 2.0);
}

void ModelParametersTest::circlesAreNamed() {
  const std::string parameters = TopParameters(
      "\"a\": {\"value\": \"b\"}, \"b\": {\"value\": \"2*c\"}, \"c\": {\"value\": \"a\"}");
  QCOMPARE(Check(Json({}, {}, parameters)),
           QByteArray("f:2:31: error: a: the parameters refer to each other in a circle: a → b → "
                      "c → a; give one of them a value that uses none of the others "
                      "[circular-parameters]"));
  QCOMPARE(Check(Json({}, {}, TopParameters("\"a\": {\"value\": \"a + 1\"}"))),
           QByteArray("f:2:31: error: a: the parameters refer to each other in a circle: a → a; "
                      "give one of them a value that uses none of the others "
                      "[circular-parameters]"));
}

void ModelParametersTest::manyCirclesAreFewDiagnostics() {
  // Every parameter uses the first and the next: reported is the first circle.
  std::string list;
  const int count = 20'000;
  for (int i = 0; i < count; ++i) {
    list += (i > 0 ? ", \"p" : "\"p") + std::to_string(i) + "\": {\"value\": \"p0 + p" +
            std::to_string((i + 1) % count) + "\"}";
  }
  const QByteArray found = Check(Json({}, {}, TopParameters(list)));
  QVERIFY2(found.endsWith("in a circle: p0 → p0; give one of them a value that uses none of the "
                          "others [circular-parameters]"),
           found);
  QCOMPARE(found.count('\n'), 0);
}

void ModelParametersTest::longCirclesAreShortened() {
  std::string list;
  for (int i = 0; i < 30; ++i) {
    list += (i > 0 ? ", \"p" : "\"p") + std::to_string(i) + "\": {\"value\": \"p" +
            std::to_string((i + 1) % 30) + "\"}";
  }
  const QByteArray found = Check(Json({}, {}, TopParameters(list)));
  QVERIFY2(found.contains("p18 → p19 → (10 more) → p0; give"), found);
}

void ModelParametersTest::longChainsOfParametersEvaluate() {
  std::string list;
  const int count = 100'000;
  for (int i = 0; i < count; ++i) {
    list += "\"p" + std::to_string(i) + "\": {\"value\": \"p" + std::to_string(i + 1) + " + 1\"},";
  }
  list += "\"p" + std::to_string(count) + "\": {\"value\": 0}";
  const Document document =
      Load(Json({"\"c\": {\"type\": \"Constant\", \"parameters\": {\"value\": \"p0\"}}"}, {},
                TopParameters(list)));
  std::vector<Diagnostic> diagnostics;
  const Structure structure = LayOut(document, TestBlocks(), &diagnostics);
  QVERIFY(diagnostics.empty());
  QCOMPARE(structure.blocks[0].arguments->vector("value")[0], static_cast<double>(count));
}

void ModelParametersTest::wrongSettings_data() {
  QTest::addColumn<QString>("parameter");
  QTest::addColumn<QString>("value");
  QTest::addColumn<QString>("text");
  const auto row = [](const char* parameter, const char* value, const char* text) {
    QTest::addRow("%s %s", parameter, value) << parameter << value << text;
  };
  row("number", "\"2*mass\"",
      "`number` has a wrong expression: unknown name 'mass' (at character 3 of \"2*mass\") "
      "[expression]");
  row("number", "true",
      "`number` is true; it must be a number, a list of numbers or an expression "
      "[parameter-value]");
  row("number", "[1, 2]",
      "`number` is a vector of 2 elements; it must be a number "
      "[parameter-value]");
  row("number", "\"0/0\"",
      "`number` is not a number (nan); it must have a value "
      "[parameter-value]");
  row("number", "13", "`number` is 13; take another [parameter-value]");
  row("positive", "0", "`positive` is 0; it must be > 0 [parameter-value]");
  row("time", "\"inf\"", "`time` is inf; it must be > 0 and finite [parameter-value]");
  row("integer", "2.5", "`integer` is 2.5; it must be a whole number [parameter-value]");
  row("nonzero", "0", "`nonzero` is 0; it must be != 0 [parameter-value]");
  row("bits", "32", "`bits` is 32; it must be in [2, 31] [parameter-value]");
  row("flag", "[1]", "`flag` is a list; it must be true or false [parameter-value]");
  row("choice", "\"mean\"",
      "`choice` is the text \"mean\"; it must be min or max "
      "[parameter-value]");
  row("choice", "true", "`choice` is true; it must be min or max [parameter-value]");
  row("text", "1", "`text` is 1; it must be a text in quotes [parameter-value]");
  row("formula", "true", "`formula` is true; it must be a formula in quotes [parameter-value]");
  row("vector", "[[1, 2], [3, 4]]",
      "`vector` is a 2 by 2 matrix; it must be a number or a vector [parameter-value]");
  row("vector", "[1, [2]]",
      "`vector` has a vector of 1 element as element 1; the elements must all be numbers, or all "
      "be rows of numbers [parameter-value]");
  row("weights", "[1, -2]",
      "`weights` has -2 as element 1; every element must be >= 0 "
      "[parameter-value]");
  row("falling", "1", "`falling` is 1; it must be < 0 [parameter-value]");
  row("lower", "\"inf - m\", \"upper\": 1",
      "`lower` is inf and `upper` is 1; it must be <= upper [parameter-value]");
  row("lower", "[1, 2], \"upper\": [3, 4, 5]",
      "`lower` has 2 elements and `upper` has 3; give as many, or one [parameter-value]");
  row("times", "[0, 1, 1]",
      "`times` has 1 after 1; it must be strictly increasing [parameter-value]");
  row("state", "[1, 2, 3]", "`state` has 3 elements; it must have 2 [parameter-value]");
  row("matrix", "[[1, 2], [3]]",
      "`matrix` has 1 numbers in row 1 and 2 in row 0; all rows must have as many "
      "[parameter-value]");
  row("formulas", "[true]",
      "`formulas` has true in it; it must be a list of formulas such as [\"x1\", \"2*u1\"] "
      "[parameter-value]");
  row("formulas", "false",
      "`formulas` is false; it must be a list of formulas such as [\"x1\", \"2*u1\"] "
      "[parameter-value]");
  row("table", "[\"1\"]",
      "`table` has the text \"1\" in it; it must be rows of formulas such as [[\"x1\", \"0\"]] "
      "[parameter-value]");
  row("table", "[[\"1\"], [\"1\", \"2\"]]",
      "`table` has rows of 1 and 2 formulas; all rows must have as many [parameter-value]");
}

void ModelParametersTest::wrongSettings() {
  QFETCH(QString, parameter);
  QFETCH(QString, value);
  QFETCH(QString, text);
  const std::string block = "\"b\": {\"type\": \"Kinds\", \"parameters\": {\"" +
                            parameter.toStdString() + "\": " + value.toStdString() + "}}";
  const QString column = QString::number(block.find(": " + value.toStdString()) + 3);
  QCOMPARE(QString::fromUtf8(Check(Json({block}, {}, TopParameters("\"m\": {\"value\": 2}")))),
           "f:4:" + column + ": error: b." + parameter + ": " + text);
}

void ModelParametersTest::rightSettings_data() {
  QTest::addColumn<QString>("parameter");
  QTest::addColumn<QString>("value");
  QTest::addColumn<QString>("expected");
  QTest::addRow("number") << "number"
                          << "\"2.4k*m\""
                          << "4800";
  QTest::addRow("integer") << "integer"
                           << "\"m^3\""
                           << "8";
  QTest::addRow("true") << "flag"
                        << "true"
                        << "true";
  QTest::addRow("truth of a number") << "flag"
                                     << "\"m > 1\""
                                     << "true";
  QTest::addRow("choice") << "choice"
                          << "\"max\""
                          << "max";
  QTest::addRow("formula given as a number") << "formula"
                                             << "5"
                                             << "5";
  QTest::addRow("vector of a list") << "vector"
                                    << "[1, \"2*m\"]"
                                    << "[1, 4]";
  QTest::addRow("vector of an expression") << "vector"
                                           << "\"2*v\""
                                           << "[2, 4]";
  QTest::addRow("matrix of lists") << "matrix"
                                   << "[[1, \"m\"], [3, 4]]"
                                   << "[[1, 2], [3, 4]]";
  QTest::addRow("matrix of rows") << "matrix"
                                  << "[\"v\", [3, 4]]"
                                  << "[[1, 2], [3, 4]]";
  QTest::addRow("complex") << "poles"
                           << "[\"-1+2i\", \"-m-i\", 3, \"1e-3i\", \"pi\"]"
                           << "-1+2i -2-1i 3+0i 0+0.001i 3.141592653589793+0i";
  QTest::addRow("complex with signs of factors")
      << "poles"
      << "[\"2*-3i\", \"1 + 2*-3i\", \"1--2i\", \"m/-2 - 1e-3i\"]"
      << "0-6i 1-6i 1+2i -1-0.001i";
  QTest::addRow("name that ends in i") << "poles"
                                       << "[\"k1i\", \"1-k1i\", \"-2 + 3 i\", \"(m+1)i\"]"
                                       << "7+0i -6+0i -2+3i 0+3i";
  QTest::addRow("one formula") << "formulas"
                               << "\"x1\""
                               << "x1";
  QTest::addRow("rows of formulas") << "table"
                                    << "[[\"1\", 2], [\"x1\", \"0\"]]"
                                    << "1,2;x1,0;";
}

namespace {

struct Describer {
  std::string operator()(double v) const { return FormulaValue(v).ToText(); }
  std::string operator()(std::int64_t v) const { return std::to_string(v); }
  std::string operator()(bool v) const { return v ? "true" : "false"; }
  std::string operator()(const std::string& v) const { return v; }
  std::string operator()(const FormulaValue& v) const { return v.ToText(); }
  std::string operator()(const Eigen::VectorXcd& v) const {
    std::string text;
    for (const auto& z : v) {
      text += (text.empty() ? "" : " ") + FormulaValue(z.real()).ToText() +
              (z.imag() < 0 ? "" : "+") + FormulaValue(z.imag()).ToText() + "i";
    }
    return text;
  }
  std::string operator()(const std::vector<std::string>& v) const {
    std::string text;
    for (const auto& s : v) text += (text.empty() ? "" : ",") + s;
    return text;
  }
  std::string operator()(const std::vector<std::vector<std::string>>& v) const {
    std::string text;
    for (const auto& row : v) text += (*this)(row) + ";";
    return text;
  }
};

std::string ValueText(const BlockArguments& arguments, const std::string& name) {
  switch (arguments.descriptor().FindParameter(name)->kind) {
    case ParameterKind::kNumber:
      return Describer()(arguments.number(name));
    case ParameterKind::kInteger:
      return Describer()(arguments.integer(name));
    case ParameterKind::kBoolean:
      return Describer()(arguments.boolean(name));
    case ParameterKind::kChoice:
    case ParameterKind::kText:
      return Describer()(arguments.text(name));
    case ParameterKind::kVector:
    case ParameterKind::kMatrix:
      return Describer()(arguments.value(name));
    case ParameterKind::kComplexVector:
      return Describer()(arguments.complex_vector(name));
    case ParameterKind::kTextList:
      return Describer()(arguments.text_list(name));
    case ParameterKind::kTextMatrix:
      return Describer()(arguments.text_matrix(name));
  }
  return {};
}

}  // namespace

void ModelParametersTest::rightSettings() {
  QFETCH(QString, parameter);
  QFETCH(QString, value);
  QFETCH(QString, expected);
  const std::string name = parameter.toStdString();
  QCOMPARE(QString::fromStdString(ValueText(ArgumentsFor(name, value.toStdString()), name)),
           expected);
}

void ModelParametersTest::anUnusableParameterIsReportedOnce() {
  const QByteArray found =
      Check(Json({"\"c\": {\"type\": \"Constant\", \"parameters\": {\"value\": \"a\"}}",
                  "\"d\": {\"type\": \"Constant\", \"parameters\": {\"value\": \"2*b\"}}"},
                 {}, TopParameters("\"a\": {\"value\": \"q\"}, \"b\": {\"value\": \"a\"}")));
  QCOMPARE(found, QByteArray("f:2:31: error: a: `a` has a wrong expression: unknown name 'q' (at "
                             "character 1 of \"q\") [expression]"));
  QCOMPARE(Check(Json({"\"b\": {\"type\": \"Kinds\", \"parameters\": {\"number\": 14}}"})),
           QByteArray("f:4:1: error: b: the block does not like 14 [block]"));
  QCOMPARE(Check(Json({"\"b\": {\"type\": \"Kinds\", \"parameters\": {\"number\": 15}}"})),
           QByteArray("f:4:1: error: b: 15 is refused [block]"));
}

void ModelParametersTest::randomArguments() {
  const QByteArray found =
      Check(Json({"\"b\": {\"type\": \"Kinds\", \"random\": {\"number\": {\"distribution\": "
                  "\"gaussian\", \"mean\": \"[1, 2]\", \"standard_deviation\": 1}}}"}));
  QVERIFY2(found.contains("error: b.number: `mean` of the distribution is a vector of 2 elements; "
                          "it must be a number [parameter-value]"),
           found);
  const QByteArray of_diagram =
      Check(Json({}, {},
                 TopParameters("\"a\": {\"value\": 1, \"random\": {\"distribution\": "
                               "\"exponential\", \"rate\": \"q\"}}")));
  QVERIFY2(of_diagram.contains("error: a: `rate` of the distribution has a wrong expression: "
                               "unknown name 'q'"),
           of_diagram);
  const auto check_random = [](const std::string& random) {
    return Check(Json({"\"b\": {\"type\": \"Kinds\", \"random\": {\"number\": {\"distribution\": " +
                       random + "}}}"}));
  };
  const QByteArray start = "error: b.number: `";
  const QByteArray end = " [parameter-value]";
  for (const auto& [random, text] : std::vector<std::pair<std::string, QByteArray>>{
           {"\"uniform\", \"lower\": 2, \"upper\": 1",
            "lower` of the distribution is 2; it must be <= `upper`, which is 1"},
           {"\"gaussian\", \"mean\": 0, \"standard_deviation\": -1",
            "standard_deviation` of the distribution is -1; it must be >= 0"},
           {"\"gaussian\", \"mean\": \"inf\", \"standard_deviation\": 1",
            "mean` of the distribution is inf; it must be finite"},
           {"\"exponential\", \"rate\": 0", "rate` of the distribution is 0; it must be > 0"}}) {
    const QByteArray wrong = check_random(random);
    QVERIFY2(wrong.contains(start + text + end), wrong);
  }
  for (const char* random : {"\"uniform\", \"lower\": 1, \"upper\": 1",
                             "\"gaussian\", \"mean\": 0, \"standard_deviation\": 0"}) {
    const QByteArray right = check_random(random);
    QVERIFY2(!right.contains("distribution"), right);
  }
}

void ModelParametersTest::simulationSettings() {
  const QByteArray found = Check(Json(
      {}, {},
      "\"simulation\": {\"start_time\": \"2*m\", \"stop_time\": 1, \"accuracy\": 0, "
      "\"max_step\": \"inf\", \"fixed_step\": \"q\", \"seed\": \"1/2\", \"realtime_rate\": -1}," +
          TopParameters("\"m\": {\"value\": 2}")));
  for (const char* text :
       // NOLINTNEXTLINE(bugprone-suspicious-missing-comma)
       {"error: simulation.stop_time: `stop_time` is 1, before `start_time`, 4; it must not be "
        "[simulation-value]",
        "error: simulation.accuracy: `accuracy` is 0; it must be > 0 and finite [simulation-value]",
        "error: simulation.max_step: `max_step` is inf; it must be > 0 and finite",
        "error: simulation.fixed_step: `fixed_step` has a wrong expression: unknown name 'q'",
        "error: simulation.seed: `seed` is 0.5; it must be a whole number up to 2^53",
        "error: simulation.realtime_rate: `realtime_rate` is -1; it must be >= 0 and finite"}) {
    QVERIFY2(found.contains(text), (found + "\nlacks\n" + text).constData());
  }
}

void ModelParametersTest::simulationDefaults() {
  Document document = Load(Json({}));
  document.simulation.Set("isolate_events", ParameterSetting(1));
  document.simulation.Set("integrator", ParameterSetting("euler"));
  std::vector<Diagnostic> diagnostics;
  const SimulationValues values = EvaluateSimulation(document, &diagnostics);
  QCOMPARE(diagnostics.size(), std::size_t{2});
  QVERIFY(QByteArray::fromStdString(diagnostics[0].text)
              .startsWith("`integrator` is \"euler\"; it must be explicit_euler, "));
  QCOMPARE(diagnostics[1].text, std::string("`isolate_events` is 1; it must be true or false"));
  QCOMPARE(values.stop_time, 10.0);
  QCOMPARE(values.integrator, std::string("dopri5"));
  QCOMPARE(values.accuracy, 1e-6);
  QVERIFY(values.isolate_events && values.log_updates);
  QVERIFY(!values.max_step && !values.fixed_step && !values.log_interval);
}

void ModelParametersTest::portsOfABlock() {
  const std::string inner =
      "\"s\": {\"type\": \"Subsystem\", \"parameters\": {\"count\": {\"value\": 3}}, \"diagram\": "
      "{\"blocks\": {\"b\": {\"type\": \"Inport\", \"parameters\": {\"index\": \"count\"}}, \"a\": "
      "{\"type\": \"Inport\", \"parameters\": {\"index\": 2}}, \"o\": {\"type\": \"Outport\"}, "
      "\"m\": {\"type\": \"Mux\", \"parameters\": {\"inputs\": \"count\"}}}}}";
  const Document document =
      Load(Json({inner, "\"wrong\": {\"type\": \"Mux\", \"parameters\": {\"inputs\": \"q\"}}",
                 "\"x\": {\"type\": \"Nothing\"}",
                 "\"zero\": {\"type\": \"Mux\", \"parameters\": {\"inputs\": 0}}",
                 "\"many\": {\"type\": \"Mux\", \"parameters\": {\"inputs\": 1e9}}"}));
  const auto ports = [&](const char* level, const char* name) {
    return FindPorts(document, level, *document.FindDiagram(level)->blocks.Find(name),
                     TestBlocks());
  };
  using Names = std::vector<std::string>;
  QCOMPARE(ports("", "s").inputs, (Names{"a", "b"}));
  QCOMPARE(ports("", "s").outputs, (Names{"o"}));
  QCOMPARE(ports("s", "m").inputs, (Names{"u1", "u2", "u3"}));
  QCOMPARE(ports("s", "m").outputs, (Names{"y"}));
  QCOMPARE(ports("", "wrong").inputs, (Names{"u1", "u2"}));
  QCOMPARE(ports("", "zero").inputs, (Names{"u1", "u2"}));
  QCOMPARE(ports("", "many").inputs, (Names{"u1", "u2"}));
  QVERIFY(ports("", "x").inputs.empty());
}

LOOPWRIGHT_TEST(ModelParametersTest)

}  // namespace loopwright::test_model_parameters

#include "test_model_parameters.moc"
