#include <QObject>
#include <QTest>
#include <limits>

#include "tests/blocklib/diagram_run.h"
#include "tests/test_main.h"

namespace loopwright::test_math {

namespace {

/// The output at t = 0 of a block whose inputs are constants, given as JSON values.
std::vector<double> Output(const std::string& block, const std::vector<std::string>& inputs,
                           const std::string& parameters = "",
                           const std::vector<std::string>& ports = {}) {
  std::string blocks = "'b': {" + block + "}";
  std::string wires;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const std::string source = "c" + std::to_string(i);
    const std::string port = !ports.empty()       ? ports[i]
                             : inputs.size() == 1 ? "u"
                                                  : "u" + std::to_string(i + 1);
    blocks +=
        ", '" + source + "': {'type': 'Constant', 'parameters': {'value': " + inputs[i] + "}}";
    wires += source + ".y>b." + port + " ";
  }
  return RunDiagram(DiagramText(blocks, wires, parameters), {"b.y"}, 0).rows.at(0).values;
}

std::vector<double> Formula(const std::string& expression, const std::vector<std::string>& inputs,
                            const std::string& parameters = "") {
  std::vector<std::string> ports;
  for (size_t i = 0; i < inputs.size(); ++i) ports.push_back("u" + std::to_string(i + 1));
  return Output("'type': 'Expression', 'parameters': {'expression': '" + expression +
                    "', 'inputs': " + std::to_string(inputs.size()) + "}",
                inputs, parameters, ports);
}

using Values = std::vector<double>;

}  // namespace

class TestMath : public QObject {
  Q_OBJECT

 private slots:
  void gainIsElementwiseOrAMatrix() {
    QCOMPARE(Output("'type': 'Gain', 'parameters': {'gain': -2.5}", {"[1, 2]"}),
             (Values{-2.5, -5}));
    QCOMPARE(Output("'type': 'Gain', 'parameters': {'gain': [3, 4]}", {"[1, 2]"}), (Values{3, 8}));
    QCOMPARE(Output("'type': 'Gain', 'parameters': {'gain': [3, 4]}", {"2"}), (Values{6, 8}));
    QCOMPARE(
        Output("'type': 'Gain', 'parameters': {'gain': [[1, 2], [3, 4], [5, 6]]}", {"[1, 10]"}),
        (Values{21, 43, 65}));
  }

  void sumFollowsItsSigns() {
    QCOMPARE(Output("'type': 'Sum'", {"1", "2"}), (Values{3}));
    QCOMPARE(Output("'type': 'Sum', 'parameters': {'signs': '-+-'}", {"1", "20", "300"}),
             (Values{-281}));
    QCOMPARE(Output("'type': 'Sum', 'parameters': {'signs': '+-'}", {"10", "[1, 2]"}),
             (Values{9, 8}));
    QCOMPARE(Output("'type': 'Sum', 'parameters': {'signs': '-'}", {"[1, 2]"}, "", {"u1"}),
             (Values{-1, -2}));
  }

  void productFollowsItsOperators() {
    QCOMPARE(Output("'type': 'Product'", {"3", "[2, 4]"}), (Values{6, 12}));
    QCOMPARE(Output("'type': 'Product', 'parameters': {'operators': '/*/'}", {"4", "6", "3"}),
             (Values{0.5}));
    QCOMPARE(Output("'type': 'Product', 'parameters': {'operators': '*/'}", {"1", "0"}),
             (Values{std::numeric_limits<double>::infinity()}));
  }

  void mathFunctionComputesEachFunction_data() {
    QTest::addColumn<double>("u");
    QTest::addColumn<double>("expected");
    const auto row = [](const char* name, double u, double expected) {
      QTest::newRow(name) << u << expected;
    };
    row("abs", -2.5, 2.5);
    row("sign", -2.5, -1);
    row("sqrt", 2, std::sqrt(2));
    row("square", -3, 9);
    row("cube", -3, -27);
    row("exp", 0.5, std::exp(0.5));
    row("log", 0.5, std::log(0.5));
    row("log10", 0.5, std::log10(0.5));
    row("reciprocal", 4, 0.25);
    row("sin", 0.5, std::sin(0.5));
    row("cos", 0.5, std::cos(0.5));
    row("tan", 0.5, std::tan(0.5));
    row("asin", 0.5, std::asin(0.5));
    row("acos", 0.5, std::acos(0.5));
    row("atan", 0.5, std::atan(0.5));
    row("sinh", 0.5, std::sinh(0.5));
    row("cosh", 0.5, std::cosh(0.5));
    row("tanh", 0.5, std::tanh(0.5));
    row("asinh", 0.5, std::asinh(0.5));
    row("acosh", 1.5, std::acosh(1.5));
    row("atanh", 0.5, std::atanh(0.5));
  }
  void mathFunctionComputesEachFunction() {
    QFETCH(double, u);
    QFETCH(double, expected);
    const std::string name = QTest::currentDataTag();
    const Values values =
        Output("'type': 'MathFunction', 'parameters': {'function': '" + name + "'}",
               {"[" + std::to_string(u) + ", " + std::to_string(u) + "]"});
    QCOMPARE(values.size(), size_t{2});
    // The compiler computes `expected` itself and rounds it better than the library.
    for (const double y : values) QVERIFY(std::abs(y - expected) <= 4e-16 * std::abs(expected));
  }

  void signAndAbsOfZero() {
    QCOMPARE(Output("'type': 'MathFunction', 'parameters': {'function': 'sign'}", {"[-1, 0, 2]"}),
             (Values{-1, 0, 1}));
    QCOMPARE(Output("'type': 'MathFunction', 'parameters': {'function': 'abs'}", {"0"}),
             (Values{0}));
  }

  void absOfASineIsIntegratedOverItsCorners() {
    // The integral of |sin| over two periods is 8, to the accuracy only where corners are located.
    const RunResult result =
        RunDiagram(DiagramText("'s': {'type': 'Sine'}, 'a': {'type': 'MathFunction', 'parameters': "
                               "{'function': 'abs'}}, 'i': {'type': 'Integrator'}",
                               "s.y>a.u a.y>i.u"),
                   {"i.y"}, 4 * std::acos(-1.0));
    QVERIFY(std::abs(result.rows.back().values.at(0) - 8) < 1e-6);
    QCOMPARE(result.side('+').size(), size_t{3});  // pi, 2 pi, 3 pi
  }

  void expressionUsesInputsTimeAndParameters() {
    QCOMPARE(Formula("m*u1 + u2^2", {"2", "3"}, "'m': {'value': 10}"), (Values{29}));
    QCOMPARE(Formula("u1; t; -u1", {"5"}), (Values{5, 0, -5}));
    QCOMPARE(Formula("u1[1] - u2", {"[1, 7]", "3"}), (Values{4}));
    QCOMPARE(Formula("2 + 3", {}), (Values{5}));
    QCOMPARE(Formula("u1 > 2 ? u1 : -u1", {"1"}), (Values{-1}));
  }

  void aFormulaOfVectorsIsAppliedElementwise() {
    QCOMPARE(Formula("u1*u2", {"[1, 2, 3]", "10"}), (Values{10, 20, 30}));
    QCOMPARE(Formula("u1*u2[0]", {"[1, 2]", "[5, 6]"}), (Values{5, 10}));
  }

  void expressionBranchesAreLocated() {
    // y = min(t, 1): its integral to 2 is 1.5.
    const RunResult result =
        RunDiagram(DiagramText("'e': {'type': 'Expression', 'parameters': {'expression': 'min(t, "
                               "1)', 'inputs': 0}}, 'i': {'type': 'Integrator'}",
                               "e.y>i.u"),
                   {"i.y"}, 2);
    QVERIFY(std::abs(result.rows.back().values.at(0) - 1.5) < 1e-12);
    QCOMPARE(result.side('+').size(), size_t{1});
    QVERIFY(std::abs(result.side('+').at(0).time - 1) < 1e-12);
  }
};

LOOPWRIGHT_TEST(TestMath)

}  // namespace loopwright::test_math

#include "test_math.moc"
