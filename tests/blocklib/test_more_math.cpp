#include <QObject>
#include <QTest>
#include <limits>

#include "tests/blocklib/block_outputs.h"
#include "tests/test_main.h"

namespace loopwright::test_more_math {

namespace {

const double kPi = std::acos(-1.0);
const double kInfinity = std::numeric_limits<double>::infinity();
using Values = std::vector<double>;

/// A block with inputs u1, u2, ….
Values OfMany(const std::string& type, const std::string& parameters,
              const std::vector<std::string>& inputs) {
  std::vector<std::string> ports;
  for (size_t i = 0; i < inputs.size(); ++i) ports.push_back("u" + std::to_string(i + 1));
  return Output(type, parameters, ports, inputs);
}

/// The times at which the output of a block with input u jumps while u = amplitude*sin(t).
std::vector<Row> JumpsUnderSine(const std::string& block, double stop, double amplitude = 1) {
  return Jumps(RunDiagram(DiagramText("'s': {'type': 'Sine', 'parameters': {'amplitude': " +
                                          std::to_string(amplitude) + "}}, 'b': {" + block + "}",
                                      "s.y>b.u"),
                          {"b.y"}, stop));
}

/// The only problem of a block that reads a constant.
QString ProblemOf(const std::string& type, const std::string& parameters) {
  const std::vector<std::string> problems =
      Problems(DiagramText("'c': {'type': 'Constant'}, 'b': {'type': '" + type +
                               "', 'parameters': {" + parameters + "}}",
                           "c.y>b.u"));
  return problems.size() == 1 ? QString::fromStdString(problems[0])
                              : QString("%1 problems").arg(problems.size());
}

}  // namespace

/// Power, Atan2, MinMax, Round, Modulo, Polynomial, DotProduct, Norm, Comparison and Logic.
class TestMoreMath : public QObject {
  Q_OBJECT

 private slots:
  void powerRaises() {
    QCOMPARE(OfOne("Power", "", "[-3, 0, 1.5]"), (Values{9, 0, 2.25}));
    QCOMPARE(OfOne("Power", "'exponent': 3", "[-3, 2]"), (Values{-27, 8}));
    QCOMPARE(OfOne("Power", "'exponent': 0.5", "[4, 2.25]"), (Values{2, 1.5}));
    QCOMPARE(OfOne("Power", "'exponent': -2", "[4, 0]"), (Values{0.0625, kInfinity}));
    QCOMPARE(OfOne("Power", "'exponent': 0", "[4, 0]"), (Values{1, 1}));
    QVERIFY(std::isnan(OfOne("Power", "'exponent': 0.5", "-1")[0]));
  }

  void atan2KnowsItsQuadrant() {
    const Values angles =
        Output("Atan2", "", {"y", "x"},
               {"[1, 1, -1, -1, 0, 0, 0, 2]", "[1, -1, -1, 1, 3, -3, 0, 0]"}, "angle");
    const Values expected{kPi / 4, 3 * kPi / 4, -3 * kPi / 4, -kPi / 4, 0, kPi, 0, kPi / 2};
    QCOMPARE(angles.size(), expected.size());
    for (size_t i = 0; i < angles.size(); ++i) QVERIFY(IsNear(angles[i], expected[i], 1e-15));
    QCOMPARE(Output("Atan2", "", {"y", "x"}, {"[1, -1]", "0"}, "angle"),
             (Values{kPi / 2, -kPi / 2}));
  }

  void minMaxIsElementwise() {
    QCOMPARE(OfMany("MinMax", "", {"[1, 5, -2]", "[3, 4, -2]"}), (Values{3, 5, -2}));
    QCOMPARE(OfMany("MinMax", "'function': 'min'", {"[1, 5, -2]", "[3, 4, -2]"}),
             (Values{1, 4, -2}));
    QCOMPARE(OfMany("MinMax", "'inputs': 3", {"[1, 5]", "2", "[3, 4]"}), (Values{3, 5}));
  }

  void minMaxOfOneInputIsOverItsElements() {
    QCOMPARE(OfMany("MinMax", "'inputs': 1", {"[1, 5, -2]"}), (Values{5}));
    QCOMPARE(OfMany("MinMax", "'inputs': 1, 'function': 'min'", {"[1, 5, -2]"}), (Values{-2}));
    QCOMPARE(OfMany("MinMax", "'inputs': 1", {"7"}), (Values{7}));
  }

  void minMaxChangesWhereSignalsCross() {
    // max(sin t, cos t) changes at pi/4 and 5 pi/4; its integral over a period is 2*2^0.5*... :
    // from -3 pi/4 to pi/4 it is cos, from pi/4 to 5 pi/4 sin, 2^0.5 each.
    const RunResult result = RunDiagram(
        DiagramText("'s': {'type': 'Sine'}, 'c': {'type': 'Sine', 'parameters': {'phase': 'pi/2'}},"
                    "'m': {'type': 'MinMax'}, 'i': {'type': 'Integrator'}",
                    "s.y>m.u1 c.y>m.u2 m.y>i.u"),
        {"i.y"}, 2 * kPi);
    const std::vector<Row> jumps = Jumps(result);
    QCOMPARE(jumps.size(), size_t{2});
    QVERIFY(IsNear(jumps[0].time, kPi / 4));
    QVERIFY(IsNear(jumps[1].time, 5 * kPi / 4));
    QVERIFY(IsNear(result.rows.back().values[0], 2 * std::sqrt(2), 1e-6));
  }

  void roundRounds_data() {
    QTest::addColumn<QString>("function");
    QTest::addColumn<QList<double>>("expected");
    QTest::newRow("nearest") << "nearest" << QList<double>{-3, -2, -1, 0, 0, 0, 1, 2, 3, 1e300};
    QTest::newRow("floor") << "floor" << QList<double>{-3, -2, -1, -1, 0, 0, 0, 1, 2, 1e300};
    QTest::newRow("ceil") << "ceil" << QList<double>{-2, -1, 0, 0, 0, 1, 1, 2, 3, 1e300};
    QTest::newRow("truncate") << "truncate" << QList<double>{-2, -1, 0, 0, 0, 0, 0, 1, 2, 1e300};
  }
  void roundRounds() {
    QFETCH(QString, function);
    QFETCH(QList<double>, expected);
    const Values y = OfOne("Round", "'function': '" + function.toStdString() + "'",
                           "[-2.5, -1.7, -0.5, -0.3, 0, 0.3, 0.5, 1.7, 2.5, 1e300]");
    QCOMPARE(y, Values(expected.begin(), expected.end()));
  }

  void jumpsOfRoundAreLocated() {
    const std::vector<Row> nearest = JumpsUnderSine("'type': 'Round'", kPi, 1.2);
    QCOMPARE(nearest.size(), size_t{2});
    QVERIFY(IsNear(nearest[0].time, std::asin(0.5 / 1.2)));
    QVERIFY(IsNear(nearest[1].time, kPi - std::asin(0.5 / 1.2)));
    QCOMPARE(nearest[0].values[0], 1.0);
    QCOMPARE(nearest[1].values[0], 0.0);
    // From 0 to -1 and back: at 0 itself nothing happens.
    const std::vector<Row> truncated =
        JumpsUnderSine("'type': 'Round', 'parameters': {'function': 'truncate'}", 2 * kPi, -1.2);
    QCOMPARE(truncated.size(), size_t{4});
    QVERIFY(IsNear(truncated[0].time, std::asin(1 / 1.2)));
    QCOMPARE(truncated[0].values[0], -1.0);
    QVERIFY(IsNear(truncated[2].time, kPi + std::asin(1 / 1.2)));
    QCOMPARE(truncated[2].values[0], 1.0);
  }

  void moduloIsInItsInterval() {
    QCOMPARE(OfOne("Modulo", "'divisor': 3", "[7, -7, 3, -3, 0, 2.5]"),
             (Values{1, 2, 0, 0, 0, 2.5}));
    QCOMPARE(OfOne("Modulo", "'divisor': -3", "[7, -7]"), (Values{1, 2}));
    // Below zero by less than can be told apart from the divisor.
    const double y = OfOne("Modulo", "", "-1e-20")[0];
    QCOMPARE(y, std::nextafter(1.0, 0.0));
    QVERIFY(OfOne("Modulo", "'divisor': 0.3", "-1e-20")[0] < 0.3);
    QCOMPARE(OfOne("Modulo", "'divisor': 1e-300", "1e300")[0], std::fmod(1e300, 1e-300));
  }

  void jumpsOfModuloAreLocated() {
    const RunResult result =
        RunDiagram(DiagramText("'t': {'type': 'Clock'}, 'b': {'type': 'Modulo', 'parameters': "
                               "{'divisor': 0.7}}, 'i': {'type': 'Integrator'}",
                               "t.y>b.u b.y>i.u"),
                   {"b.y", "i.y"}, 2);
    const std::vector<Row> jumps = Jumps(result);
    QCOMPARE(jumps.size(), size_t{2});
    QVERIFY(IsNear(jumps[0].time, 0.7) && IsNear(jumps[1].time, 1.4));
    QVERIFY(IsNear(jumps[0].values[0], 0));
    QVERIFY(IsNear(result.rows.back().values[1], 0.7 * 0.7 + 0.5 * 0.6 * 0.6));
  }

  void polynomialIsEvaluated() {
    QCOMPARE(OfOne("Polynomial", "", "[3, -2]"), (Values{3, -2}));
    QCOMPARE(OfOne("Polynomial", "'coefficients': [2, -1, 0.5]", "[3, -2]"), (Values{15.5, 10.5}));
    QCOMPARE(OfOne("Polynomial", "'coefficients': 4", "[3, -2]"), (Values{4, 4}));
  }

  void dotProductSums() {
    QCOMPARE(OfMany("DotProduct", "", {"[1, 2, 3]", "[4, -5, 6]"}), (Values{12}));
    QCOMPARE(OfMany("DotProduct", "", {"2", "[4, -5, 6]"}), (Values{10}));
    QCOMPARE(OfMany("DotProduct", "", {"2", "3"}), (Values{6}));
    const std::vector<std::string> problems =
        Problems(DiagramText("'a': {'type': 'Constant', 'parameters': {'value': [1, 2]}},"
                             "'c': {'type': 'Constant', 'parameters': {'value': [1, 2, 3]}},"
                             "'b': {'type': 'DotProduct'}",
                             "a.y>b.u1 c.y>b.u2"));
    QCOMPARE(problems.size(), size_t{1});
    QCOMPARE(problems[0],
             "b.u2: the widths do not match: b.u1 (from a.y) has width 2, b.u2 (from c.y) has "
             "width 3; they must be equal, or one of them 1");
  }

  void normIsOfItsOrder() {
    QCOMPARE(OfOne("Norm", "'order': '1'", "[3, -4, 1]"), (Values{8}));
    QCOMPARE(OfOne("Norm", "", "[3, -4]"), (Values{5}));
    QCOMPARE(OfOne("Norm", "'order': 2", "[1, -2, 2]"), (Values{3}));
    QCOMPARE(OfOne("Norm", "'order': 'inf'", "[3, -4, 1]"), (Values{4}));
    for (const char* order : {"1", "2", "inf"}) {
      const std::string parameter = "'order': '" + std::string(order) + "'";
      QCOMPARE(OfOne("Norm", parameter, "-7"), (Values{7}));
      QCOMPARE(OfOne("Norm", parameter, "[0, 0]"), (Values{0}));
    }
  }

  void squaresOfANormNeitherOverflowNorVanish() {
    QCOMPARE(OfOne("Norm", "", "[3e300, -4e300]"), (Values{5e300}));
    QCOMPARE(OfOne("Norm", "", "[3e-300, -4e-300]"), (Values{5e-300}));
  }

  void branchesOfANormAreLocated() {
    // |sin t| for one element, max(|sin t|, |cos t|) for two.
    for (const char* order : {"1", "2", "inf"}) {
      const std::vector<Row> jumps = JumpsUnderSine(
          "'type': 'Norm', 'parameters': {'order': '" + std::string(order) + "'}", 4);
      QCOMPARE(jumps.size(), size_t{1});
      QVERIFY(IsNear(jumps[0].time, kPi));
    }
    const std::vector<Row> jumps =
        Jumps(RunDiagram(DiagramText("'s': {'type': 'Sine', 'parameters': {'phase': [0, 'pi/2']}},"
                                     "'b': {'type': 'Norm', 'parameters': {'order': 'inf'}}",
                                     "s.y>b.u"),
                         {"b.y"}, 3));
    QCOMPARE(jumps.size(), size_t{2});
    QVERIFY(IsNear(jumps[0].time, kPi / 4) && IsNear(jumps[1].time, 3 * kPi / 4));
  }

  void comparisonCompares_data() {
    QTest::addColumn<QList<double>>("expected");
    QTest::newRow("<") << QList<double>{1, 0, 0};
    QTest::newRow("<=") << QList<double>{1, 1, 0};
    QTest::newRow("==") << QList<double>{0, 1, 0};
    QTest::newRow("!=") << QList<double>{1, 0, 1};
    QTest::newRow(">=") << QList<double>{0, 1, 1};
    QTest::newRow(">") << QList<double>{0, 0, 1};
  }
  void comparisonCompares() {
    QFETCH(QList<double>, expected);
    const std::string parameter = "'operator': '" + std::string(QTest::currentDataTag()) + "'";
    QCOMPARE(OfMany("Comparison", parameter, {"[1, 2, 3]", "2"}),
             Values(expected.begin(), expected.end()));
  }

  void comparisonIsAnEventWhereItChanges() {
    const RunResult result = RunDiagram(
        DiagramText("'s': {'type': 'Sine'}, 'c': {'type': 'Constant', 'parameters': {'value': "
                    "0.5}}, 'b': {'type': 'Comparison', 'parameters': {'operator': '>'}}",
                    "s.y>b.u1 c.y>b.u2"),
        {"b.y"}, kPi);
    const std::vector<Row> jumps = Jumps(result);
    QCOMPARE(jumps.size(), size_t{2});
    QVERIFY(IsNear(jumps[0].time, kPi / 6) && IsNear(jumps[1].time, 5 * kPi / 6));
    QCOMPARE(jumps[0].values[0], 1.0);
    QCOMPARE(result.at(jumps[0].time, '-'), 0.0);
  }

  void equalityOfCrossingSignalsIsNoEvent() {
    const RunResult result = RunDiagram(
        DiagramText("'s': {'type': 'Sine'}, 'c': {'type': 'Constant', 'parameters': {'value': "
                    "0.5}}, 'b': {'type': 'Comparison', 'parameters': {'operator': '=='}}",
                    "s.y>b.u1 c.y>b.u2"),
        {"b.y"}, kPi);
    QVERIFY(Jumps(result).empty());
    for (const Row& row : result.rows) QCOMPARE(row.values[0], 0.0);
    // Held signals are equal as long as both are.
    const RunResult held =
        RunDiagram(DiagramText("'n': {'type': 'DiscreteCounter', 'parameters': {'period': 1}},"
                               "'c': {'type': 'Constant', 'parameters': {'value': 2}},"
                               "'b': {'type': 'Comparison', 'parameters': {'operator': '=='}}",
                               "n.y>b.u1 c.y>b.u2"),
                   {"b.y"}, 4);
    QCOMPARE(held.at(0.5, '+'), 0.0);
    QCOMPARE(held.at(1, '+'), 1.0);
    QCOMPARE(held.at(2, '-'), 1.0);
    QCOMPARE(held.at(2, '+'), 0.0);
  }

  void logicFollowsItsTable_data() {
    QTest::addColumn<QList<double>>("expected");
    // Of (0, 0), (0, 3), (-1, 0), (-1, 3).
    QTest::newRow("and") << QList<double>{0, 0, 0, 1};
    QTest::newRow("or") << QList<double>{0, 1, 1, 1};
    QTest::newRow("xor") << QList<double>{0, 1, 1, 0};
    QTest::newRow("nand") << QList<double>{1, 1, 1, 0};
    QTest::newRow("nor") << QList<double>{1, 0, 0, 0};
    QTest::newRow("not") << QList<double>{1, 0, 0, 0};
  }
  void logicFollowsItsTable() {
    QFETCH(QList<double>, expected);
    const std::string parameter = "'operator': '" + std::string(QTest::currentDataTag()) + "'";
    QCOMPARE(OfMany("Logic", parameter, {"[0, 0, -1, -1]", "[0, 3, 0, 3]"}),
             Values(expected.begin(), expected.end()));
  }

  void logicTakesAnyNumberOfInputs() {
    QCOMPARE(OfMany("Logic", "'operator': 'not', 'inputs': 1", {"[0, 2]"}), (Values{1, 0}));
    QCOMPARE(OfMany("Logic", "'operator': 'xor', 'inputs': 3", {"[0, 1, 1]", "[0, 0, 1]", "1"}),
             (Values{1, 0, 1}));
    QCOMPARE(OfMany("Logic", "'inputs': 3", {"[0, 1, 1]", "[0, 0, 1]", "1"}), (Values{0, 0, 1}));
  }

  void logicOfAContinuousSignalStaysTrueAcrossZero() {
    QVERIFY(JumpsUnderSine("'type': 'Gain'", 4).empty());
    const RunResult result = RunDiagram(
        DiagramText("'s': {'type': 'Sine', 'parameters': {'phase': 0.1}}, 'p': {'type': 'Pulse'},"
                    "'b': {'type': 'Logic'}",
                    "s.y>b.u1 p.y>b.u2"),
        {"b.y"}, 4);
    QCOMPARE(result.at(3.2, '-'), 1.0);
    QCOMPARE(result.at(3.6, '-'), 0.0);
    QCOMPARE(result.at(3.5, '+'), 0.0);
  }

  void badParametersAreRefused() {
    QCOMPARE(ProblemOf("Modulo", "'divisor': 0"), "b.divisor: `divisor` is 0; it must be != 0");
    QCOMPARE(ProblemOf("Modulo", "'divisor': '-inf'"),
             "b.divisor: `divisor` is -inf; it must be finite");
    QCOMPARE(ProblemOf("Polynomial", "'coefficients': []"),
             "b.coefficients: `coefficients` has no elements; give at least one");
    QCOMPARE(ProblemOf("Polynomial", "'coefficients': [1, 'inf']"),
             "b.coefficients: `coefficients` has inf as element 1; every element must be finite");
    QCOMPARE(ProblemOf("Norm", "'order': '3'"),
             "b.order: `order` is the text \"3\"; it must be 1, 2 or inf");
    QCOMPARE(
        ProblemOf("Round", "'function': 'up'"),
        "b.function: `function` is the text \"up\"; it must be nearest, floor, ceil or truncate");
    QCOMPARE(ProblemOf("MinMax", "'inputs': 0"), "b.inputs: `inputs` is 0; it must be >= 1");
    QCOMPARE(ProblemOf("Logic", "'inputs': -1"), "b.inputs: `inputs` is -1; it must be >= 1");
  }
};

LOOPWRIGHT_TEST(TestMoreMath)

}  // namespace loopwright::test_more_math

#include "test_more_math.moc"
