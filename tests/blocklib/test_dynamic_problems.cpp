#include <QObject>
#include <QTest>

#include "tests/blocklib/diagram_run.h"
#include "tests/test_main.h"

namespace loopwright::test_dynamic_problems {

/// The texts that people see where the parameters of dynamic blocks are wrong.
class TestDynamicProblems : public QObject {
  Q_OBJECT

 private slots:
  void wrongParametersAreNamed_data() {
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("parameters");
    QTest::addColumn<QString>("problem");
    const auto row = [](const char* type, const char* parameters, const char* problem) {
      QTest::addRow("%s %s", type, parameters) << type << parameters << problem;
    };
    row("ResettableIntegrator", "'trigger': 'up'",
        "b.trigger: `trigger` is the text \"up\"; it must be rising, falling or either");
    row("SecondOrderLag", "'natural_frequency': 0",
        "b.natural_frequency: `natural_frequency` is 0; it must be > 0");
    row("SecondOrderLag", "'damping_ratio': -1",
        "b.damping_ratio: `damping_ratio` is -1; it must be >= 0");
    row("ZeroPoleGain", "'poles': ['-1+2i', -3]",
        "b.poles: `poles` has -1+2i without its conjugate: give -1-2i too");
    row("ZeroPoleGain", "'zeros': ['1-2i', '1-2i'], 'poles': [-1, -1]",
        "b.zeros: `zeros` has 1-2i without its conjugate: give 1+2i too");
    row("ZeroPoleGain", "'zeros': [-1, -2]",
        "b.poles: `poles` has 1 of them, `zeros` has 2: there must be at least as many poles");
    row("DiscreteZeroPoleGain", "'poles': []  , 'zeros': [0.5]",
        "b.poles: `poles` has 0 of them, `zeros` has 1: there must be at least as many poles");
    row("PidController", "'derivative_filter': 0",
        "b.derivative_filter: `derivative_filter` is 0; it must be > 0");
    row("PidController", "'lower': 2, 'upper': 1",
        "b.lower: `lower` is above `upper`: it must be at most that");
    row("Derivative", "'filter_time_constant': 0",
        "b.filter_time_constant: `filter_time_constant` is 0; it must be > 0 and finite");
    row("TransportDelay", "'delay': 0", "b.delay: `delay` is 0; it must be > 0 and finite");
    row("TransportDelay", "'delay': 'inf'", "b.delay: `delay` is inf; it must be > 0 and finite");
    row("Delay", "'samples': 0", "b.samples: `samples` is 0; it must be >= 1");
    row("Delay", "'samples': 2000000",
        "b.samples: `samples` is 2000000; it must be at most 1000000");
    row("DiscreteIntegrator", "'method': 'euler'",
        "b.method: `method` is the text \"euler\"; it must be forward, backward or trapezoidal");
    row("DiscreteStateSpace", "'A': [[1, 2]]", "b.A: `A` is 1 x 2: it must be square");
    row("DiscreteStateSpace", "'initial_state': [1, 2]",
        "b.initial_state: `initial_state` has 2 elements: give one or 1, as many as `A` has rows");
    row("FirFilter", "'coefficients': []",
        "b.coefficients: `coefficients` has no element: give at least one");
    row("MovingAverage", "'window': 0", "b.window: `window` is 0; it must be >= 1");
    row("MovingAverage", "'window': 1000001",
        "b.window: `window` is 1000001; it must be at most 1000000");
    row("KalmanFilter", "'A': [[1, 0]]", "b.A: `A` is 1 x 2: it must be square");
    row("KalmanFilter", "'B': [[1], [2]]",
        "b.B: `B` is 2 x 1: it must be n x m = 1 x 1, with a row for each row of `A`");
    row("KalmanFilter", "'C': [[1, 2]]",
        "b.C: `C` is 1 x 2: it must be p x n = 1 x 1, with a column for each row of `A`");
    row("KalmanFilter", "'Q': [[1, 0], [0, 1]]",
        "b.Q: `Q` is 2 x 2: it must be n x n = 1 x 1, as `A`");
    row("KalmanFilter", "'R': [[1, 0], [0, 1]]",
        "b.R: `R` is 2 x 2: it must be p x p = 1 x 1, with a row for each row of `C`");
    row("KalmanFilter", "'initial_covariance': [[1, 0], [0, 1]]",
        "b.initial_covariance: `initial_covariance` is 2 x 2: it must be n x n = 1 x 1, as `A`");
    row("KalmanFilter", "'initial_estimate': [1, 2]",
        "b.initial_estimate: `initial_estimate` has 2 elements: give one or 1, as many as `A` has "
        "rows");
    row("KalmanFilter", "'Q': -1",
        "b.Q: `Q` has the eigenvalue -1: it must be positive semidefinite");
    row("KalmanFilter", "'R': 0", "b.R: `R` has the eigenvalue 0: it must be positive definite");
    row("KalmanFilter",
        "'A': [[1, 0], [0, 1]], 'B': [[0], [0]], 'C': [[1, 0]], 'Q': [[1, 2], [0, 1]], "
        "'initial_covariance': [[1, 0], [0, 1]]",
        "b.Q: `Q` is not symmetric: a covariance must be");
    row("KalmanFilter", "'Q': 'inf'", "b.Q: `Q` is inf; it must be finite");
    row("KalmanFilter", "'R': 'inf'", "b.R: `R` is inf; it must be finite");
    row("KalmanFilter", "'initial_covariance': 'inf'",
        "b.initial_covariance: `initial_covariance` is inf; it must be finite");
    row("TriggeredSampler", "'edge': 'up'",
        "b.edge: `edge` is the text \"up\"; it must be rising, falling or either");
    row("Pendulum", "'length': 0", "b.length: `length` is 0; it must be > 0");
    row("CartPole", "'initial_state': [1, 2]",
        "b.initial_state: `initial_state` has 2 elements; it must have 4");
    row("DcMotor", "'inductance': 0", "b.inductance: `inductance` is 0; it must be > 0");
    row("Pendulum", "'mass': 0", "b.mass: `mass` is 0; it must be > 0");
    row("Pendulum", "'damping': -1", "b.damping: `damping` is -1; it must be >= 0");
    row("CartPole", "'cart_mass': 0", "b.cart_mass: `cart_mass` is 0; it must be > 0");
    row("CartPole", "'pole_mass': -2", "b.pole_mass: `pole_mass` is -2; it must be > 0");
    row("CartPole", "'pole_length': 0", "b.pole_length: `pole_length` is 0; it must be > 0");
    row("DcMotor", "'resistance': 0", "b.resistance: `resistance` is 0; it must be > 0");
    row("DcMotor", "'inertia': 0", "b.inertia: `inertia` is 0; it must be > 0");
    row("DcMotor", "'damping': -1", "b.damping: `damping` is -1; it must be >= 0");
    for (const char* type : {"Delay", "FirstOrderHold", "DiscreteIntegrator", "DiscreteDerivative",
                             "DiscreteZeroPoleGain", "DiscreteStateSpace", "FirFilter",
                             "MovingAverage", "KalmanFilter"}) {
      row(type, "'period': 0", "b.period: `period` is 0; it must be > 0 and finite");
      row(type, "'offset': -1", "b.offset: `offset` is -1; it must be >= 0 and finite");
    }
    row("VanDerPol", "'mu': -1", "b.mu: `mu` is -1; it must be >= 0");
    row("Lorenz", "'initial_state': 1",
        "b.initial_state: `initial_state` has 1 elements; it must have 3");
  }
  void wrongParametersAreNamed() {
    QFETCH(QString, type);
    QFETCH(QString, parameters);
    QFETCH(QString, problem);
    const std::vector<std::string> problems =
        Problems(DiagramText("'b': {'type': '" + type.toStdString() + "', 'parameters': {" +
                                 parameters.toStdString() + "}}",
                             ""));
    QStringList texts;
    for (const std::string& text : problems) texts << QString::fromStdString(text);
    QVERIFY2(texts.contains(problem), qPrintable(texts.join('\n')));
  }

  void widthsThatDoNotGoTogetherAreNamed() {
    const auto problem_of = [](const std::string& block, const std::string& wires) {
      const std::vector<std::string> problems = Problems(
          DiagramText("'c': {'type': 'Constant', 'parameters': {'value': [1, 2]}}, 'd': {'type': "
                      "'Constant', 'parameters': {'value': [1, 2, 3]}}, 'b': {" +
                          block + "}",
                      wires));
      return QString::fromStdString(problems.empty() ? "none" : problems[0]);
    };
    QCOMPARE(problem_of("'type': 'ResettableIntegrator'", "c.y>b.u d.y>b.reset"),
             QString("b.reset: the widths do not match: b.u (from c.y) has width 2, b.reset (from "
                     "d.y) has width 3; they must be equal, or one of them 1"));
    QCOMPARE(
        problem_of("'type': 'TransportDelay', 'parameters': {'initial_value': [1, 2, 3]}",
                   "c.y>b.u"),
        QString("b.u: the widths do not match: b.u (from c.y) has width 2, `initial_value` has "
                "3 elements"));
    QCOMPARE(problem_of("'type': 'KalmanFilter'", "c.y>b.u d.y>b.measurement"),
             QString("b.u: the widths do not match: c.y has width 2, b.u takes width 1"));
  }
};

LOOPWRIGHT_TEST(TestDynamicProblems)

}  // namespace loopwright::test_dynamic_problems

#include "test_dynamic_problems.moc"
