#include <QObject>
#include <QTest>

#include "tests/blocklib/diagram_run.h"

// After the header that takes Qt's keyword away.
#include "blocklib/plants/cart_pole.h"
#include "blocklib/plants/pendulum.h"
#include "tests/test_main.h"

namespace loopwright::test_dynamic_plants {

namespace {

bool IsNear(double a, double b, double tolerance) { return std::abs(a - b) < tolerance; }

RunResult Run(const std::string& blocks, const std::string& wires,
              const std::vector<std::string>& signal_paths, double stop) {
  RunOptions options;
  options.accuracy = 1e-11;
  return RunDiagram(DiagramText(blocks, wires), signal_paths, stop, options);
}

/// The complete elliptic integral of the first kind, by the arithmetic-geometric mean (Abramowitz,
/// Stegun, 17.6).
double EllipticK(double k) {
  double a = 1, b = std::sqrt(1 - k * k);
  for (int i = 0; i < 10; ++i) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  return 0.5 * std::acos(-1.0) / a;
}

}  // namespace

class TestDynamicPlants : public QObject {
  Q_OBJECT

 private slots:
  void pendulumHasItsPeriod() {
    // From rest at 2 rad: the period is 4 sqrt(l/g) K(sin 1), at half of it it is at -2 rad.
    const double period = 4 * std::sqrt(0.5 / 9.81) * EllipticK(std::sin(1));
    const std::string pendulum =
        "'p': {'type': 'Pendulum', 'parameters': {'mass': 3, 'length': 0.5, 'initial_angle': 2}}";
    const RunResult half = Run(pendulum, "", {"p.angle", "p.rate"}, period / 2);
    QVERIFY(IsNear(half.rows.back().values[0], -2, 1e-8));
    QVERIFY(IsNear(half.rows.back().values[1], 0, 1e-7));
    const RunResult quarter = Run(pendulum, "", {"p.angle", "p.rate"}, period / 4);
    QVERIFY(IsNear(quarter.rows.back().values[0], 0, 1e-8));
    // m l^2 w^2/2 = m g l (1 - cos 2)
    QVERIFY(IsNear(quarter.rows.back().values[1], -std::sqrt(2 * 9.81 / 0.5 * (1 - std::cos(2))),
                   1e-8));
  }

  void pendulumTurnsUnderATorqueAndItsDamping() {
    // Without gravity: J w' = tau - b w.
    const RunResult result =
        Run("'c': {'type': 'Constant', 'parameters': {'value': 0.6}}, 'p': {'type': 'Pendulum', "
            "'parameters': {'mass': 2, 'length': 0.5, 'gravity': 0, 'damping': 0.3, "
            "'initial_rate': -1}}",
            "c.y>p.torque", {"p.rate", "p.angle"}, 0.7);
    const double decay = std::exp(-0.3 / 0.5 * 0.7);
    QVERIFY(IsNear(result.rows.back().values[0], 2 - 3 * decay, 1e-9));
    QVERIFY(IsNear(result.rows.back().values[1], 2 * 0.7 - 3 * (1 - decay) * 0.5 / 0.3, 1e-9));
  }

  void pendulumReportsItsEnergies() {
    const Pendulum<double> plant({2, 0.5, 0.3, 9.81, 0.8, -1.5});
    const auto context = plant.CreateDefaultContext();
    plant.get_input_port(0).FixValue(context.get(), 0.7);
    const double weight = 2 * 9.81 * 0.5;
    QCOMPARE(plant.CalcPotentialEnergy(*context), weight * (1 - std::cos(0.8)));
    QCOMPARE(plant.CalcKineticEnergy(*context), 0.5 * 2 * 0.25 * 2.25);
    QCOMPARE(plant.CalcConservativePower(*context), weight * std::sin(0.8) * 1.5);
    QCOMPARE(plant.CalcNonConservativePower(*context), (0.7 + 0.3 * 1.5) * -1.5);
    // The rate of the whole energy is the non-conservative power.
    const auto& rates = plant.EvalTimeDerivatives(*context);
    const double angular_acceleration = rates.get_generalized_velocity()[0];
    const double rate = 2 * 0.25 * -1.5 * angular_acceleration + weight * std::sin(0.8) * -1.5;
    QVERIFY(IsNear(rate, plant.CalcNonConservativePower(*context), 1e-12));
    QCOMPARE(context->get_continuous_state().num_q(), 1);
    QCOMPARE(context->get_continuous_state().num_v(), 1);
  }

  // Lagrange's equations as the header gives them, solved for the accelerations by Cramer's rule,
  // at an arbitrary state.
  void cartPoleFollowsLagrangesEquations() {
    const double M = 1.2, m = 0.3, l = 0.7, g = 9.81, force = 2.5;
    const CartPole<double> plant({M, m, l, g, Eigen::Vector4d(0.4, 0.9, -0.6, 1.7)});
    const auto context = plant.CreateDefaultContext();
    plant.get_input_port(0).FixValue(context.get(), force);
    const auto& rates = plant.EvalTimeDerivatives(*context);
    const double c = std::cos(0.9), s = std::sin(0.9), w = 1.7;
    // (M + m) a + m l c alpha = F + m l w^2 s;  c a + l alpha = g s
    const double determinant = (M + m) * l - m * l * c * c;
    const double right = force + m * l * w * w * s;
    QVERIFY(IsNear(rates.get_generalized_velocity()[0],
                   (right * l - m * l * c * g * s) / determinant, 1e-13));
    QVERIFY(IsNear(rates.get_generalized_velocity()[1], ((M + m) * g * s - c * right) / determinant,
                   1e-13));
    QCOMPARE(rates.get_generalized_position()[0], -0.6);
    QCOMPARE(rates.get_generalized_position()[1], 1.7);
  }

  void cartPoleKeepsEnergyAndMomentum() {
    // Without a force both are those at the start.
    const RunResult result =
        Run("'p': {'type': 'CartPole', 'parameters': {'cart_mass': 1.2, 'pole_mass': 0.3, "
            "'pole_length': 0.7, 'initial_state': [0, 0.1, 0.2, -0.3]}}",
            "", {"p.state"}, 4);
    const auto energy = [](const std::vector<double>& x) {
      const double vx = x[2] + 0.7 * x[3] * std::cos(x[1]), vy = -0.7 * x[3] * std::sin(x[1]);
      return 0.5 * 1.2 * x[2] * x[2] + 0.15 * (vx * vx + vy * vy) +
             0.3 * 9.81 * 0.7 * std::cos(x[1]);
    };
    const auto momentum = [](const std::vector<double>& x) {
      return 1.5 * x[2] + 0.3 * 0.7 * x[3] * std::cos(x[1]);
    };
    const std::vector<double>& start = result.rows.front().values;
    const std::vector<double>& end = result.rows.back().values;
    QCOMPARE(start, (std::vector<double>{0, 0.1, 0.2, -0.3}));
    QVERIFY(IsNear(energy(end), energy(start), 1e-8));
    QVERIFY(IsNear(momentum(end), momentum(start), 1e-8));
    QVERIFY(std::abs(end[1] - start[1]) > 0.1);  // it has moved
  }

  void dcMotorSettlesAndStartsAsItsEquationsSay() {
    const std::string blocks =
        "'v': {'type': 'Constant', 'parameters': {'value': 12}}, 'l': {'type': 'Constant', "
        "'parameters': {'value': 0.05}}, 'm': {'type': 'DcMotor', 'parameters': {'resistance': 2, "
        "'inductance': 0.1, 'torque_constant': 0.3, 'back_emf_constant': 0.25, 'inertia': 0.02, "
        "'damping': 0.01}}";
    const RunResult end =
        Run(blocks, "v.y>m.voltage l.y>m.load_torque", {"m.rate", "m.current"}, 60);
    // R i + Ke w = V, Kt i - b w = load
    const double determinant = 2 * -0.01 - 0.25 * 0.3;
    QVERIFY(IsNear(end.rows.back().values[0], (2 * 0.05 - 0.3 * 12) / determinant, 1e-8));
    QVERIFY(IsNear(end.rows.back().values[1], (12 * -0.01 - 0.25 * 0.05) / determinant, 1e-8));
    // Without a wire there is no load. With Ke = 0 the current is that of the winding alone.
    const RunResult current =
        Run("'v': {'type': 'Constant', 'parameters': {'value': 3}}, 'm': {'type': 'DcMotor', "
            "'parameters': {'back_emf_constant': 0, 'torque_constant': 2}}",
            "v.y>m.voltage", {"m.rate", "m.current"}, 0.4);
    QVERIFY(IsNear(current.rows.back().values[1], 3 * (1 - std::exp(-0.8)), 1e-9));
    // J w' + b w = Kt i: w = 3 Kt/b (1 - (10 e^-2t - 2 e^-10t)/8)
    QVERIFY(IsNear(current.rows.back().values[0],
                   60 * (1 - (10 * std::exp(-0.8) - 2 * std::exp(-4)) / 8), 1e-8));
  }

  void vanDerPolWithoutFrictionIsAnOscillator() {
    const RunResult result =
        Run("'b': {'type': 'VanDerPol', 'parameters': {'mu': 0, 'initial_state': [1, 0]}}", "",
            {"b.y"}, 2.2);
    QVERIFY(IsNear(result.rows.back().values[0], std::cos(2.2), 1e-9));
    QVERIFY(IsNear(result.rows.back().values[1], -std::sin(2.2), 1e-9));
  }

  void plantsAgreeWithTheirFormulas() {
    const RunResult result =
        Run("'v': {'type': 'VanDerPol', 'parameters': {'mu': 2}}, 'l': {'type': 'Lorenz'}, 'w': "
            "{'type': 'DifferentialEquation', 'parameters': {'derivatives': ['x2', '2*(1 - "
            "x1^2)*x2 - x1'], 'outputs': ['x1', 'x2'], 'initial_state': [2, 0]}}, 'k': {'type': "
            "'DifferentialEquation', 'parameters': {'derivatives': ['10*(x2 - x1)', 'x1*(28 - x3) "
            "- x2', 'x1*x2 - 8/3*x3'], 'outputs': ['x1', 'x2', 'x3'], 'initial_state': [1, 1, "
            "1]}}",
            "", {"v.y", "w.y", "l.y", "k.y"}, 3);
    const std::vector<double>& y = result.rows.back().values;
    for (size_t i : {0, 1}) QVERIFY(IsNear(y[i], y[2 + i], 1e-8));
    for (size_t i : {4, 5, 6}) QVERIFY(IsNear(y[i], y[3 + i], 1e-6));
    QVERIFY(std::abs(y[4] - 1) > 1e-3);
  }
};

LOOPWRIGHT_TEST(TestDynamicPlants)

}  // namespace loopwright::test_dynamic_plants

#include "test_dynamic_plants.moc"
