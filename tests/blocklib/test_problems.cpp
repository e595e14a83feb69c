#include <QObject>
#include <QTest>

#include "tests/blocklib/diagram_run.h"
#include "tests/test_main.h"

namespace loopwright::test_problems {

/// The texts that people see where the parameters of a block are wrong.
class TestProblems : public QObject {
  Q_OBJECT

 private slots:
  void wrongParametersAreNamed_data() {
    QTest::addColumn<QString>("block");
    QTest::addColumn<QString>("problem");
    const auto row = [](const char* name, const char* block, const char* problem) {
      QTest::newRow(name) << block << problem;
    };
    row("no signs", "'type': 'Sum', 'parameters': {'signs': ''}",
        "b.signs: `signs` is \"\"; it must be one or more of + and -");
    row("no operators", "'type': 'Product', 'parameters': {'operators': ''}",
        "b.operators: `operators` is \"\"; it must be one or more of * and /");
    row("denominator of zeros", "'type': 'TransferFunction', 'parameters': {'denominator': [0, 0]}",
        "b.denominator: `denominator` is zero: give at least one coefficient that is not");
    row("degree of the denominator",
        "'type': 'DiscreteTransferFunction', 'parameters': {'numerator': [1, 0, 0], 'denominator': "
        "[0, 1, 2]}",
        "b.denominator: `denominator` has degree 1, the numerator degree 2: the denominator's must "
        "be at least the numerator's");
    row("A", "'type': 'StateSpace', 'parameters': {'A': [[1, 2]]}",
        "b.A: `A` is 1 x 2: it must be square");
    row("B", "'type': 'StateSpace', 'parameters': {'A': [[1, 0], [0, 1]], 'C': [[1, 0]]}",
        "b.B: `B` is 1 x 1: it must be n x m = 2 x 1, with a row for each row of `A`");
    row("C", "'type': 'StateSpace', 'parameters': {'A': [[1, 0], [0, 1]], 'B': [[1], [0]]}",
        "b.C: `C` is 1 x 1: it must be p x n = 1 x 2, with a column for each row of `A`");
    row("D", "'type': 'StateSpace', 'parameters': {'D': [[0, 1]]}",
        "b.D: `D` is 1 x 2: it must be p x m = 1 x 1, with the rows of `C` and the columns of `B`");
    row("initial state", "'type': 'StateSpace', 'parameters': {'initial_state': [1, 2, 3]}",
        "b.initial_state: `initial_state` has 3 elements: give one or 1, as many as `A` has rows");
    row("limits of a PID", "'type': 'DiscretePid', 'parameters': {'lower': 2, 'upper': 1}",
        "b.lower: `lower` is above `upper`: it must be at most that");
    row("limits of an integrator", "'type': 'Integrator', 'parameters': {'lower': 2, 'upper': 1}",
        "b.lower: `lower` is 2 and `upper` is 1; it must be <= upper");
    row("parts of a Demux", "'type': 'Demux', 'parameters': {'widths': [1, 1.5]}",
        "b.widths: `widths` has the element 1.5: each must be a whole number from 1 to 1000000");
    row("one initial state for each equation",
        "'type': 'DifferentialEquation', 'parameters': {'derivatives': ['x2', '-x1'], "
        "'initial_state': [1, 2, 3]}",
        "b.initial_state: `initial_state` has 3 elements, `derivatives` has 2: give one for each");
    row("one initial state for each update",
        "'type': 'DifferenceEquation', 'parameters': {'updates': ['x1', '1']}",
        "b.initial_state: `initial_state` has 1 element, `updates` has 2: give one for each");
    row("no equation", "'type': 'DifferenceEquation', 'parameters': {'outputs': []}",
        "b.outputs: `outputs` has no formula: give at least one");
    row("syntax of a formula", "'type': 'Expression', 'parameters': {'expression': '2*'}",
        "b.expression: `expression` at character 3: expected a number, a name or '(' after '*'");
    row("syntax of one of several formulas",
        "'type': 'Expression', 'parameters': {'expression': 'u1; u1 +'}",
        "b.expression: `expression` in formula 2 at character 6: expected a number, a name or '(' "
        "after '+'");
    row("syntax of a formula of a list",
        "'type': 'DifferentialEquation', 'parameters': {'derivatives': ['('], 'outputs': ['x1']}",
        "b.derivatives: `derivatives` at character 2: expected a number, a name or '(' after '('");
    row("unknown name", "'type': 'Expression', 'parameters': {'expression': 'u1 + zta'}",
        "b.expression: `expression` at character 6: unknown name 'zta', did you mean 'zeta'?");
    row("name of a step in continuous time",
        "'type': 'DifferentialEquation', 'parameters': {'outputs': ['x1', 'n']}",
        "b.outputs: `outputs` in formula 2 at character 1: unknown name 'n'");
    row("bounds of a noise", "'type': 'UniformNoise', 'parameters': {'lower': [0, 2]}",
        "b.lower: `lower` has 2 as element 1 and `upper` is 1; every element must be <= upper");
    row("rate of a noise", "'type': 'ExponentialNoise', 'parameters': {'rate': [1, 0]}",
        "b.rate: `rate` has 0 as element 1; every element must be > 0");
    row("power of a noise", "'type': 'BandLimitedWhiteNoise', 'parameters': {'power': -1}",
        "b.power: `power` is -1; it must be >= 0");
    row("step of a random walk", "'type': 'RandomWalk', 'parameters': {'step_deviation': -1}",
        "b.step_deviation: `step_deviation` is -1; it must be >= 0");
    row("rate of arrivals", "'type': 'PoissonProcess', 'parameters': {'rate': 0}",
        "b.rate: `rate` is 0; it must be > 0");
    row("time constant", "'type': 'OrnsteinUhlenbeck', 'parameters': {'time_constant': 0}",
        "b.time_constant: `time_constant` is 0; it must be > 0 and finite");
    row("stationary deviation",
        "'type': 'OrnsteinUhlenbeck', 'parameters': {'stationary_deviation': -1}",
        "b.stationary_deviation: `stationary_deviation` is -1; it must be >= 0");
    row("intensity", "'type': 'WienerProcess', 'parameters': {'intensity': -1}",
        "b.intensity: `intensity` is -1; it must be >= 0");
    row("volatility", "'type': 'GeometricBrownianMotion', 'parameters': {'volatility': -1}",
        "b.volatility: `volatility` is -1; it must be >= 0");
    row("initial value of a growth",
        "'type': 'GeometricBrownianMotion', 'parameters': {'initial_value': 0}",
        "b.initial_value: `initial_value` is 0; it must be > 0");
    row("rows of a diffusion",
        "'type': 'StochasticEquation', 'parameters': {'drift': ['x2', '-x1'], 'initial_state': "
        "[0, 0]}",
        "b.diffusion: `diffusion` has 1 row, `drift` has 2 formulas: give a row for each");
    row("columns of a diffusion",
        "'type': 'StochasticEquation', 'parameters': {'drift': ['x2', '-x1'], 'initial_state': "
        "[0, 0], 'diffusion': [['1', '2'], ['3']]}",
        "b.diffusion: `diffusion` has rows of 2 and 1 formulas; all rows must have as many");
    row("an empty row of a diffusion",
        "'type': 'StochasticEquation', 'parameters': {'diffusion': [[]]}",
        "b.diffusion: `diffusion` has no columns: give one for each Wiener process");
    row("syntax in a diffusion",
        "'type': 'StochasticEquation', 'parameters': {'drift': ['x2', '-x1'], 'initial_state': "
        "[0, 0], 'diffusion': [['1', '2'], ['3', '4*']]}",
        "b.diffusion: `diffusion` in row 2, column 2 at character 3: expected a number, a name or "
        "'(' after '*'");
    row("unknown name in a diffusion",
        "'type': 'StochasticEquation', 'parameters': {'diffusion': [['x2']]}",
        "b.diffusion: `diffusion` at character 1: unknown name 'x2'");
    row("one initial state for each drift",
        "'type': 'StochasticEquation', 'parameters': {'initial_state': [0, 1]}",
        "b.initial_state: `initial_state` has 2 elements, `drift` has 1: give one for each");
  }
  void wrongParametersAreNamed() {
    QFETCH(QString, block);
    QFETCH(QString, problem);
    const std::vector<std::string> problems = Problems(DiagramText(
        "'b': {" + block.toStdString() + ", 'enabled': true}", "", "'zeta': {'value': 1}"));
    QStringList texts;
    for (const std::string& text : problems) texts << QString::fromStdString(text);
    QVERIFY2(texts.contains(problem), qPrintable(texts.join('\n')));
  }

  void anElementThatAnInputLacksIsNamed() {
    const std::vector<std::string> problems =
        Problems(DiagramText("'c': {'type': 'Constant', 'parameters': {'value': [1, 2]}},"
                             "'b': {'type': 'Expression', 'parameters': {'expression': 'u1[2]'}}",
                             "c.y>b.u1"));
    QCOMPARE(problems.size(), size_t{1});
    QCOMPARE(QString::fromStdString(problems[0]),
             QString("b: `expression` at character 1: there is no element 2: a vector of 2 "
                     "elements has elements 0 to 1"));
  }

  void severalFormulasTakeNumbers() {
    const std::vector<std::string> problems = Problems(
        DiagramText("'c': {'type': 'Constant', 'parameters': {'value': [1, 2]}},"
                    "'b': {'type': 'Expression', 'parameters': {'expression': 'u1; 2*u1'}}",
                    "c.y>b.u1"));
    QCOMPARE(problems.size(), size_t{1});
    QVERIFY(QString::fromStdString(problems[0]).contains("width"));
  }
};

LOOPWRIGHT_TEST(TestProblems)

}  // namespace loopwright::test_problems

#include "test_problems.moc"
