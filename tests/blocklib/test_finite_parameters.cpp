#include <QObject>
#include <QTest>

#include "tests/blocklib/diagram_run.h"
#include "tests/test_main.h"

namespace loopwright::test_finite_parameters {

namespace {

/// The problems of a block `b` that reads a constant at its first input, `port` (empty: none).
QString ProblemsOf(const std::string& type, const std::string& port,
                   const std::string& parameters) {
  const std::string block = "'b': {'type': '" + type + "', 'parameters': {" + parameters + "}}";
  const std::string constant = port.empty() ? "" : "'c': {'type': 'Constant'}, ";
  QStringList list;
  for (const std::string& problem :
       Problems(DiagramText(constant + block, port.empty() ? "" : "c.y>b." + port))) {
    list << QString::fromStdString(problem);
  }
  return list.join('\n');
}

}  // namespace

/// Parameters that are numbers, but none that a block can work with.
class TestFiniteParameters : public QObject {
  Q_OBJECT

 private slots:
  void areAskedFor_data() {
    QTest::addColumn<QString>("port");
    QTest::addColumn<QString>("parameters");
    QTest::addColumn<QString>("problem");
    const auto row = [](const char* type, const char* port, const char* parameters,
                        const char* problem) {
      QTest::newRow(type) << port << parameters << problem;
    };
    row("Sine", "", "'amplitude': [1, 'inf']",
        "b.amplitude: `amplitude` has inf as element 1; every element must be finite");
    row("Pulse", "", "'delay': -1e308",
        "b.delay: `delay` is -1e+308; it must not lie more than 2^53 periods before 0");
    row("Gain", "u", "'gain': '-inf'", "b.gain: `gain` is -inf; it must be finite");
    row("TransferFunction", "u", "'numerator': 'inf'",
        "b.numerator: `numerator` is inf; it must be finite");
    row("DiscreteTransferFunction", "u", "'denominator': [1e-308, 5]",
        "b.denominator: `denominator` begins with 1e-308: divided by it, coefficients go beyond "
        "the range of numbers");
    row("StateSpace", "u", "'C': [['inf']]", "b.C: `C` is inf; it must be finite");
    row("GaussianNoise", "", "'standard_deviation': 'inf'",
        "b.standard_deviation: `standard_deviation` is inf; it must be finite");
    row("GaussMarkov", "", "'stationary_deviation': 'inf'",
        "b.stationary_deviation: `stationary_deviation` is inf; it must be finite");
    row("Ramp", "", "'slope': 'inf'", "b.slope: `slope` is inf; it must be finite");
    row("Sawtooth", "", "'amplitude': 'inf'", "b.amplitude: `amplitude` is inf; it must be finite");
    row("Chirp", "", "'stop_frequency': 1e308",
        "b.stop_frequency: `stop_frequency` is 1e+308; it must be at most 1e+300, or the phase "
        "goes beyond the range of numbers");
    row("SignalTable", "", "'values': [-1e308, 1e308]",
        "b.values: `values` changes too steeply: its slopes go beyond the range of numbers");
    row("UniformNoise", "", "'lower': '-inf'", "b.lower: `lower` is -inf; it must be finite");
    row("BandLimitedWhiteNoise", "", "'power': 'inf'",
        "b.power: `power` is inf; it must be finite");
    row("RandomWalk", "", "'step_deviation': 'inf'",
        "b.step_deviation: `step_deviation` is inf; it must be finite");
    row("Inport", "", "'default': []", "b.default: `default` has no elements; give at least one");
    row("Expression", "u1", "'inputs': 1e15",
        "b: the block has more than 10000 ports; the limit is 10000");
  }
  void areAskedFor() {
    QFETCH(QString, port);
    QFETCH(QString, parameters);
    QFETCH(QString, problem);
    QCOMPARE(ProblemsOf(QTest::currentDataTag(), port.toStdString(), parameters.toStdString()),
             problem);
  }

  void anInfiniteStateFailsTheRunAndNamesTheBlock() {
    for (const char* parameters : {"'initial_value': 'inf'", "'lower': 'inf'"}) {
      const RunResult result =
          RunDiagram(DiagramText("'c': {'type': 'Constant'}, 'b': {'type': 'Integrator', "
                                 "'parameters': {" +
                                     std::string(parameters) + "}}",
                                 "c.y>b.u"),
                     {"b.y"}, 1);
      QCOMPARE(result.outcome.end, RunEnd::kFailed);
      QCOMPARE(result.outcome.path, "b");
      QCOMPARE(result.outcome.message,
               "its state is not finite: look at its initial value, or at the event that set it");
    }
  }
};

LOOPWRIGHT_TEST(TestFiniteParameters)

}  // namespace loopwright::test_finite_parameters

#include "test_finite_parameters.moc"
