#include <QObject>
#include <QTest>
#include <complex>

#include "tests/blocklib/diagram_run.h"

// After the header that takes Qt's keyword away.
#include "blocklib/common/zero_pole_gain.h"
#include "blocklib/continuous/second_order_integrator.h"
#include "tests/test_main.h"

namespace loopwright::test_integrators_and_lags {

namespace {

const double kPi = std::acos(-1.0);

bool IsNear(double a, double b, double tolerance = 1e-8) { return std::abs(a - b) < tolerance; }

RunOptions Accurate() {
  RunOptions options;
  options.accuracy = 1e-10;
  return options;
}

/// Elements of y of a block `b` at `stop`, its input u driven by `source`.
std::vector<double> Final(const std::string& block, const std::string& source, double stop) {
  return RunDiagram(DiagramText("'b': {" + block + "}, 'c': {" + source + "}", "c.y>b.u"), {"b.y"},
                    stop, Accurate())
      .rows.back()
      .values;
}

const std::string kUnitStep = "'type': 'Constant'";

}  // namespace

/// Linear blocks of continuous time against their exact responses.
class TestIntegratorsAndLags : public QObject {
  Q_OBJECT

 private slots:
  void aResetSetsTheStateToX0() {
    // dx/dt = 1, reset where sin 2t rises through zero (at pi): to 10 + t.
    const RunResult result = RunDiagram(
        DiagramText("'c': {'type': 'Constant'}, 's': {'type': 'Sine', 'parameters': {'frequency': "
                    "2}}, 't': {'type': 'Clock'}, 'i': {'type': 'ResettableIntegrator', "
                    "'parameters': {'initial_value': 3}}",
                    "c.y>i.u s.y>i.reset t.y>i.x0"),
        {"i.y"}, 4, Accurate());
    const std::vector<Row> jumps = Jumps(result);
    QCOMPARE(jumps.size(), size_t{1});
    QVERIFY(IsNear(jumps[0].time, kPi));
    QVERIFY(IsNear(jumps[0].values[0], kPi));
    QVERIFY(IsNear(result.at(4, '-'), 4, 1e-7));
    QVERIFY(IsNear(result.at(3.14, '-'), 3 + 3.14, 0.2));
  }

  void withoutX0AResetGoesBackToTheInitialValue() {
    // Reset by its own value: a sawtooth from 0.25 to 1 with slope 1.
    const RunResult result = RunDiagram(
        DiagramText("'c': {'type': 'Constant'}, 'i': {'type': 'ResettableIntegrator', "
                    "'parameters': {'initial_value': 0.25}}, 'a': {'type': 'Expression', "
                    "'parameters': {'expression': 'u1 - 1'}}",
                    "c.y>i.u i.y>a.u1 a.y>i.reset"),
        {"i.y"}, 2, Accurate());
    const std::vector<Row> jumps = Jumps(result);
    QCOMPARE(jumps.size(), size_t{2});
    for (size_t k = 0; k < jumps.size(); ++k) {
      QVERIFY(IsNear(jumps[k].time, 0.75 * double(k + 1)));
      QCOMPARE(jumps[k].values[0], 0.25);
    }
    QVERIFY(IsNear(result.rows.back().values[0], 0.75));
  }

  void edgesOfResets_data() {
    QTest::addColumn<QString>("trigger");
    QTest::addColumn<QList<double>>("times");
    QTest::newRow("rising") << "rising" << QList<double>{2 * kPi};
    QTest::newRow("falling") << "falling" << QList<double>{kPi, 3 * kPi};
    QTest::newRow("either") << "either" << QList<double>{kPi, 2 * kPi, 3 * kPi};
  }
  void edgesOfResets() {
    QFETCH(QString, trigger);
    QFETCH(QList<double>, times);
    const RunResult result =
        RunDiagram(DiagramText("'c': {'type': 'Constant'}, 's': {'type': 'Sine'}, 'i': {'type': "
                               "'ResettableIntegrator', 'parameters': {'trigger': '" +
                                   trigger.toStdString() + "'}}",
                               "c.y>i.u s.y>i.reset"),
                   {"i.y"}, 10, Accurate());
    const std::vector<Row> jumps = Jumps(result);
    QCOMPARE(jumps.size(), size_t(times.size()));
    for (size_t k = 0; k < jumps.size(); ++k) QVERIFY(IsNear(jumps[k].time, times[k]));
  }

  void eachElementHasItsOwnReset() {
    // Elements 0 and 1 have the slopes 1 and 2; the triggers t - 1 and t - 2.
    const RunResult result = RunDiagram(
        DiagramText("'c': {'type': 'Constant', 'parameters': {'value': [1, 2]}}, 't': {'type': "
                    "'Expression', 'parameters': {'expression': 't - 1; t - 2', 'inputs': 0}}, "
                    "'i': {'type': 'ResettableIntegrator'}",
                    "c.y>i.u t.y>i.reset"),
        {"i.y"}, 3, Accurate());
    QCOMPARE(Jumps(result).size(), size_t{2});
    QVERIFY(IsNear(result.rows.back().values[0], 2));
    QVERIFY(IsNear(result.rows.back().values[1], 2));
  }

  void anInputOfOneElementIsThatOfAll() {
    const RunResult result =
        RunDiagram(DiagramText("'c': {'type': 'Constant'}, 't': {'type': 'Expression', "
                               "'parameters': {'expression': 't - 1', 'inputs': 0}}, 'i': {'type': "
                               "'ResettableIntegrator', 'parameters': {'initial_value': [1, 2]}}",
                               "c.y>i.u t.y>i.reset"),
                   {"i.y"}, 1.5, Accurate());
    QCOMPARE(Jumps(result).size(), size_t{1});
    QVERIFY(IsNear(result.rows.back().values[0], 1.5));
    QVERIFY(IsNear(result.rows.back().values[1], 2.5));
  }

  void secondOrderIntegratorFollowsAParabola() {
    const RunResult result = RunDiagram(
        DiagramText("'c': {'type': 'Constant', 'parameters': {'value': [2, -4]}}, 'b': {'type': "
                    "'SecondOrderIntegrator', 'parameters': {'initial_position': [1, 5], "
                    "'initial_velocity': 3}}",
                    "c.y>b.u"),
        {"b.position", "b.velocity"}, 1.5, Accurate());
    const std::vector<double>& end = result.rows.back().values;
    QVERIFY(IsNear(end[0], 1 + 3 * 1.5 + 1.5 * 1.5));
    QVERIFY(IsNear(end[1], 5 + 3 * 1.5 - 2 * 1.5 * 1.5));
    QVERIFY(IsNear(end[2], 3 + 2 * 1.5));
    QVERIFY(IsNear(end[3], 3 - 4 * 1.5));
  }

  void secondOrderIntegratorDeclaresConfigurationAndVelocity() {
    const SecondOrderIntegrator<double> block(Eigen::Vector2d(1, 2), Eigen::Vector2d(3, 4), 2);
    const auto context = block.CreateDefaultContext();
    const auto& x = context->get_continuous_state();
    QCOMPARE(x.num_q(), 2);
    QCOMPARE(x.num_v(), 2);
    QCOMPARE(x.get_generalized_position()[1], 2.0);
    QCOMPARE(x.get_generalized_velocity()[0], 3.0);
  }

  void secondOrderLagFollowsItsStepResponse_data() {
    QTest::addColumn<double>("zeta");
    for (const double zeta : {0.0, 0.2, 1.0, 1.7}) QTest::addRow("%g", zeta) << zeta;
  }
  // Ogata: Modern Control Engineering, 5.3.
  void secondOrderLagFollowsItsStepResponse() {
    QFETCH(double, zeta);
    const double wn = 3, gain = 2, t = 0.8;
    const std::complex<double> root = std::sqrt(std::complex<double>(zeta * zeta - 1, 0));
    double response = 1 - (1 + wn * t) * std::exp(-wn * t);
    if (zeta != 1) {
      const std::complex<double> s1 = wn * (-zeta + root), s2 = wn * (-zeta - root);
      response = 1 - ((s2 * std::exp(s1 * t) - s1 * std::exp(s2 * t)) / (s2 - s1)).real();
    }
    const std::vector<double> y =
        Final("'type': 'SecondOrderLag', 'parameters': {'natural_frequency': 3, 'damping_ratio': " +
                  std::to_string(zeta) + ", 'gain': 2}",
              "'type': 'Constant', 'parameters': {'value': [1, -3]}", t);
    QVERIFY(IsNear(y.at(0), gain * response));
    QVERIFY(IsNear(y.at(1), -3 * gain * response));
  }

  void zeroPoleGainFollowsItsStepResponse() {
    // 5 (s + 3)/((s + 1)(s + 2)) = 10/(s + 1) - 5/(s + 2)
    const std::vector<double> y =
        Final("'type': 'ZeroPoleGain', 'parameters': {'zeros': [-3], 'poles': [-1, -2], 'gain': 5}",
              kUnitStep, 0.9);
    QVERIFY(IsNear(y.at(0), 10 * (1 - std::exp(-0.9)) - 2.5 * (1 - std::exp(-1.8))));
  }

  void zeroPoleGainTakesConjugatePairs() {
    // 5/((s + 1)^2 + 4), and with as many zeros as poles the input passes through.
    const double t = 0.7;
    const double response = 1 - std::exp(-t) * (std::cos(2 * t) + 0.5 * std::sin(2 * t));
    QVERIFY(IsNear(Final("'type': 'ZeroPoleGain', 'parameters': {'poles': ['-1+2i', '-1-2i'], "
                         "'gain': 5}",
                         kUnitStep, t)
                       .at(0),
                   response));
    // (s^2 + 4)/((s + 1)^2 + 4) = 1 - (2 s + 1)/((s + 1)^2 + 4)
    const double impulse = std::exp(-t) * std::sin(2 * t);  // 2/((s + 1)^2 + 4), once integrated
    QVERIFY(IsNear(Final("'type': 'ZeroPoleGain', 'parameters': {'zeros': ['2i', '-2i'], 'poles': "
                         "['-1-2i', '-1+2i']}",
                         kUnitStep, t)
                       .at(0),
                   1 - impulse - response / 5));
  }

  void polynomialsOfRootsAreReal() {
    using Complex = std::complex<double>;
    Eigen::VectorXcd roots(4);
    roots << Complex(-1, 2), 3, Complex(-1, -2), -0.5;
    // (s^2 + 2 s + 5)(s - 3)(s + 0.5)
    QVERIFY(PolynomialOfRoots(roots).isApprox(
        (Eigen::VectorXd(5) << 1, -0.5, -1.5, -15.5, -7.5).finished(), 1e-15));
    QCOMPARE(PolynomialOfRoots(Eigen::VectorXcd()), Eigen::VectorXd(Eigen::VectorXd::Ones(1)));
  }

  void derivativeOfARampIsItsSlope() {
    // s/(T s + 1) on slope*t: slope (1 - e^(-t/T)); on a step: e^(-t/T)/T.
    const std::vector<double> ramp =
        Final("'type': 'Derivative', 'parameters': {'filter_time_constant': 0.4}",
              "'type': 'Expression', 'parameters': {'expression': '3*t; -t', 'inputs': 0}", 0.6);
    QVERIFY(IsNear(ramp.at(0), 3 * (1 - std::exp(-1.5))));
    QVERIFY(IsNear(ramp.at(1), -(1 - std::exp(-1.5))));
    const std::vector<double> step =
        Final("'type': 'Derivative', 'parameters': {'filter_time_constant': 0.4}", kUnitStep, 0.6);
    QVERIFY(IsNear(step.at(0), std::exp(-1.5) / 0.4));
  }
};

LOOPWRIGHT_TEST(TestIntegratorsAndLags)

}  // namespace loopwright::test_integrators_and_lags

#include "test_integrators_and_lags.moc"
