// Periodic orbits: their multipliers, by the derivative along one run, beside differences of runs
// that begin a little aside.

#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "tests/blocklib/diagram_run.h"

// After the header that takes Qt's keyword away.
#include "engine/common/exceptions.h"
#include "engine/diagram/diagram.h"
#include "engine/linear/eigenvalues.h"
#include "engine/orbits/periodic_orbit.h"
#include "engine/orbits/run_derivative.h"
#include "tests/test_main.h"

namespace loopwright::test_orbits {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kTurn = 2 * std::numbers::pi;

OperatingPoint PointOf(const Document& document) {
  return FindOperatingPoint(document, BuiltInBlocks(), {});
}

/// The places of state in the arena, by their names in results.
std::map<std::string, int> PlacesOf(const OperatingPoint& point) {
  const DiagramIndex<double>& index = point.built->index();
  std::map<std::string, int> places;
  for (const QuantityKind kind : {QuantityKind::kContinuousState, QuantityKind::kDiscreteState}) {
    for (const Quantity& quantity : index.quantities(kind)) {
      for (int k = 0; k < quantity.size; ++k) {
        places[StateName(index, quantity, k)] = quantity.place + k;
      }
    }
  }
  return places;
}

std::unique_ptr<Simulator<double>> SimulatorOf(OperatingPoint point, double period_sec) {
  auto simulator =
      std::make_unique<Simulator<double>>(*point.built->result().diagram, std::move(point.context));
  SimulatorConfig config;
  config.accuracy = 1e-13;
  config.absolute_tolerance = 1e-15;
  config.max_step = period_sec / 50;
  simulator->set_config(config);
  return simulator;
}

/// What the diagram's run makes of a state in a period, of the elements `varied`.
VectorXd After(const Document& document, const std::vector<NamedValue>& start,
               const std::vector<std::string>& varied, double period_sec) {
  OperatingPoint point = PointOf(document);
  const std::shared_ptr<const BuiltDocument> kept = point.built;
  const std::map<std::string, int> places = PlacesOf(point);
  for (const NamedValue& state : start) {
    point.context->data().arena[static_cast<size_t>(places.at(state.name))] = state.value;
  }
  point.context->data().InvalidateAllButInputs();
  const double begin = point.context->get_time();
  const auto simulator = SimulatorOf(std::move(point), period_sec);
  simulator->AdvanceTo(begin + period_sec);
  VectorXd after(static_cast<Eigen::Index>(varied.size()));
  for (size_t i = 0; i < varied.size(); ++i) {
    after[static_cast<Eigen::Index>(i)] =
        simulator->get_context().data().arena[static_cast<size_t>(places.at(varied[i]))];
  }
  return after;
}

/// The multipliers by runs from aside.
ComplexList MultipliersOfRuns(const Document& document, const PeriodicOrbit& orbit,
                              const std::vector<std::string>& varied) {
  const auto n = static_cast<Eigen::Index>(varied.size());
  MatrixXd slope(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    std::vector<NamedValue> above = orbit.states, below = orbit.states;
    const auto at = std::find_if(above.begin(), above.end(), [&](const NamedValue& state) {
      return state.name == varied[static_cast<size_t>(i)];
    });
    const double aside = 1e-5 * std::max(0.1, std::abs(at->value));
    below[static_cast<size_t>(at - above.begin())].value -= aside;
    at->value += aside;
    slope.col(i) = (After(document, above, varied, orbit.period_sec) -
                    After(document, below, varied, orbit.period_sec)) /
                   (2 * aside);
  }
  return EigenvaluesOf(slope);
}

/// The orbit's multipliers are those of runs, to 1e-5 of the largest.
PeriodicOrbit CompareWithRuns(const Document& document, std::optional<double> period_sec,
                              const std::vector<std::string>& varied) {
  PeriodicOrbit orbit = OrbitFinder(PointOf(document)).Find(period_sec);
  ComplexList expected = MultipliersOfRuns(document, orbit, varied);
  if (orbit.multipliers.size() != varied.size()) {
    qWarning("%zu multipliers of %zu states", orbit.multipliers.size(), varied.size());
    orbit.multipliers.clear();
    return orbit;
  }
  double largest = 0;
  for (const Complex multiplier : expected) largest = std::max(largest, std::abs(multiplier));
  for (const Complex found : orbit.multipliers) {
    const auto nearest = std::min_element(
        expected.begin(), expected.end(),
        [&](Complex a, Complex b) { return std::abs(a - found) < std::abs(b - found); });
    if (!(std::abs(*nearest - found) < 1e-5 * largest)) {
      qWarning("%.9g%+.9gi is not %.9g%+.9gi", found.real(), found.imag(), nearest->real(),
               nearest->imag());
      orbit.multipliers.clear();
      return orbit;
    }
    expected.erase(nearest);
  }
  return orbit;
}

std::string ErrorOf(const Document& document, double period_sec) {
  try {
    OrbitFinder(PointOf(document)).Find(period_sec);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

Document Diagram(const std::string& blocks, const std::string& wires) {
  return LoadText(DiagramText(blocks, wires));
}

/// A lag that goes through zero as sin³(t − 1) does, at no speed, what is behind the times at which
/// it is above `level`.
Document LevelDiagram(const std::string& level) {
  return Diagram(
      "'s': {'type': 'Sine', 'parameters': {'phase': -1}}, "
      "'c': {'type': 'Sine', 'parameters': {'phase': 0.5707963267948966}}, "
      "'u': {'type': 'Expression', 'parameters': {'expression': 'u1^3 + 3*u1^2*u2', 'inputs': 2}}, "
      "'lag': {'type': 'FirstOrderLag', 'parameters': {'time_constant': 1}}, "
      "'level': {'type': 'Constant', 'parameters': {'value': " +
          level +
          "}}, 'above': {'type': 'Comparison', 'parameters': {'operator': '>'}}, "
          "'out': {'type': 'FirstOrderLag', 'parameters': {'time_constant': 2}}",
      "s.y>u.u1 c.y>u.u2 u.y>lag.u lag.y>above.u1 level.y>above.u2 above.y>out.u");
}

}  // namespace

class TestOrbits : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // A pulse width that a sample of the output decides, and the output itself: the branch changes
  // where the sum meets the ramp, and the sum moves with both.
  void pulseWidthModulation() {
    const Document document = Diagram(
        "'saw': {'type': 'Sawtooth', 'parameters': {'amplitude': 1, 'period': 1}}, "
        "'plant': {'type': 'SecondOrderLag', 'parameters': {'natural_frequency': 2, "
        "'damping_ratio': 0.4}}, 'ref': {'type': 'Constant', 'parameters': {'value': 0.4}}, "
        "'e': {'type': 'Sum', 'parameters': {'signs': '+-'}}, "
        "'g': {'type': 'Gain', 'parameters': {'gain': 1.5}}, "
        "'hold': {'type': 'ZeroOrderHold', 'parameters': {'period': 1}}, "
        "'c': {'type': 'Comparison', 'parameters': {'operator': '>'}}, "
        "'sum': {'type': 'Sum', 'parameters': {'signs': '++'}}",
        "plant.y>e.u2 ref.y>e.u1 e.y>g.u g.y>hold.u hold.y>sum.u1 plant.y>sum.u2 sum.y>c.u1 "
        "saw.y>c.u2 c.y>plant.u");
    const PeriodicOrbit orbit =
        CompareWithRuns(document, 1, {"plant.x[0]", "plant.x[1]", "hold.x"});
    QCOMPARE(orbit.multipliers.size(), size_t{3});
  }

  // Of a relay's loop the period is not known. What its events set is fixed, and not varied; it is
  // told where the orbit begins.
  void relay() {
    const Document document = Diagram(
        "'e': {'type': 'Gain', 'parameters': {'gain': -1}}, 'relay': {'type': 'Relay', "
        "'parameters': "
        "{'on_threshold': 0.1, 'off_threshold': -0.1, 'on_value': 1, 'off_value': -1, "
        "'initially_on': true}}, 'plant': {'type': 'TransferFunction', 'parameters': {'numerator': "
        "[1], 'denominator': [1, 3, 3, 1]}}",
        "plant.y>e.u e.y>relay.u relay.y>plant.u");
    const PeriodicOrbit orbit =
        CompareWithRuns(document, {}, {"plant.x[0]", "plant.x[1]", "plant.x[2]"});
    QCOMPARE(orbit.multipliers.size(), size_t{3});
    QVERIFY(std::abs(orbit.period_sec - 4.787671942045406) < 1e-8);
    QVERIFY(std::abs(orbit.multipliers[2] - 1.0) < 1e-9);  // along the orbit
    QVERIFY(std::any_of(orbit.states.begin(), orbit.states.end(),
                        [](const NamedValue& state) { return state.name == "relay.x"; }));
  }

  // A mass on a spring that is driven into a wall: the impact sets the velocity to −0.8 of itself.
  void impacts() {
    const Document document = Diagram(
        "'force': {'type': 'Sine', 'parameters': {'amplitude': 1, 'frequency': 2.8, 'phase': "
        "0.5}}, "
        "'acceleration': {'type': 'Sum', 'parameters': {'signs': '+--'}}, "
        "'damping': {'type': 'Gain', 'parameters': {'gain': 0.1}}, "
        "'velocity': {'type': 'ResettableIntegrator', 'parameters': {'trigger': 'falling', "
        "'initial_value': 0.3}}, "
        "'position': {'type': 'Integrator', 'parameters': {'initial_value': 0.2}}, "
        "'rebound': {'type': 'Gain', 'parameters': {'gain': -0.8}}",
        "force.y>acceleration.u1 damping.y>acceleration.u2 position.y>acceleration.u3 "
        "velocity.y>damping.u acceleration.y>velocity.u velocity.y>position.u "
        "position.y>velocity.reset velocity.y>rebound.u rebound.y>velocity.x0");
    const PeriodicOrbit orbit =
        CompareWithRuns(document, kTurn / 2.8, {"velocity.x", "position.x"});
    QCOMPARE(orbit.multipliers.size(), size_t{2});
    QVERIFY(std::abs(orbit.multipliers[0] + 2.6463094193) < 1e-6);
  }

  // What an event sets to a value that follows from others is varied.
  void triggeredSampler() {
    const Document document = Diagram(
        "'s': {'type': 'Sine'}, 'sum': {'type': 'Sum', 'parameters': {'signs': '+-'}}, "
        "'lag': {'type': 'FirstOrderLag', 'parameters': {'time_constant': 1}}, "
        "'other': {'type': 'FirstOrderLag', 'parameters': {'time_constant': 3}}, "
        "'sampler': {'type': 'TriggeredSampler'}, "
        "'k': {'type': 'Gain', 'parameters': {'gain': 0.7}}",
        "s.y>sum.u1 k.y>sum.u2 sum.y>lag.u lag.y>other.u lag.y>sampler.trigger other.y>sampler.u "
        "sampler.y>k.u");
    const PeriodicOrbit orbit = CompareWithRuns(document, kTurn, {"lag.x", "other.x", "sampler.x"});
    QCOMPARE(orbit.multipliers.size(), size_t{3});
  }

  // Where the motion sticks there is no derivative along one run; it is taken of runs.
  void sliding() {
    const Document document = Diagram(
        "'f': {'type': 'Sine', 'parameters': {'amplitude': 1.5, 'frequency': 0.5}}, "
        "'m': {'type': 'SecondOrderIntegrator', 'parameters': {'initial_position': 0.3}}, "
        "'sum': {'type': 'Sum', 'parameters': {'signs': '+---'}}, "
        "'sign': {'type': 'MathFunction', 'parameters': {'function': 'sign'}}, "
        "'c': {'type': 'Gain', 'parameters': {'gain': 0.3}}",
        "f.y>sum.u1 m.velocity>sign.u sign.y>sum.u2 m.position>sum.u3 m.velocity>c.u c.y>sum.u4 "
        "sum.y>m.u");
    const PeriodicOrbit orbit = OrbitFinder(PointOf(document)).Find(2 * kTurn);
    QCOMPARE(orbit.multipliers.size(), size_t{2});
    QVERIFY(std::abs(orbit.multipliers[0]) < 1e-8);  // what it begins with is lost in sticking
    QVERIFY(std::abs(orbit.multipliers[1] - 0.0542944734) < 1e-7);
  }

  // A ball thrown up from a height hits the floor once: the derivative of where it is then, by
  // height and velocity at the beginning, is known from formulas.
  void derivativeOfABall() {
    constexpr double g = 9.81, e = 0.8, h = 1, v = 0.5, end = 0.9;
    OperatingPoint point = PointOf(Diagram(
        "'ball': {'type': 'BouncingBall', 'parameters': {'initial_height': 1, 'initial_velocity': "
        "0.5, 'gravity': 9.81, 'restitution': 0.8}}",
        ""));
    const std::shared_ptr<const BuiltDocument> built = point.built;
    const auto simulator = SimulatorOf(std::move(point), end);
    RunDerivative derivative(simulator.get(), [built] { return built->Differentiated(); }, {0, 1});
    simulator->AdvanceTo(end);
    QVERIFY(derivative.is_known());
    const double speed = std::sqrt(v * v + 2 * g * h), rest = end - (v + speed) / g;
    QVERIFY(rest > 0 && rest < 2 * e * speed / g);
    const Eigen::RowVector2d later(1 / speed, (1 + v / speed) / g);  // of the impact
    const Eigen::RowVector2d faster(e * g / speed, e * v / speed);   // just after it
    Eigen::Matrix2d expected;
    expected.row(0) = rest * faster - (e * speed - g * rest) * later;
    expected.row(1) = faster + g * later;
    QVERIFY((derivative.matrix() - expected).cwiseAbs().maxCoeff() < 1e-9);
    QVERIFY((derivative.rate() - Eigen::Vector2d(e * speed - g * rest, -g)).norm() < 1e-9);
    derivative.RequireExistence();
  }

  // A level that is reached at no speed is grazed; another one is crossed.
  void grazing() {
    const std::string error = ErrorOf(LevelDiagram("0"), kTurn);
    QVERIFY2(error.starts_with("the orbit grazes: at ") &&
                 error.find("s the threshold of \"above\" is touched rather than crossed") !=
                     std::string::npos,
             error.c_str());
    QCOMPARE(ErrorOf(LevelDiagram("0.3"), kTurn), std::string());
  }

  // Two lags that reach their thresholds together: with one of them earlier what follows is another
  // than with the other.
  void eventsThatMeet() {
    const std::string lag = "{'type': 'FirstOrderLag', 'parameters': {'time_constant': 1}}";
    const std::string comparison = "{'type': 'Comparison', 'parameters': {'operator': '>'}}";
    const Document document = Diagram(
        "'s': {'type': 'Sine'}, 'a': " + lag + ", 'b': " + lag + ", 'above_a': " + comparison +
            ", 'above_b': " + comparison +
            ", 'level': {'type': 'Constant', 'parameters': {'value': 0.3}}, "
            "'both': {'type': 'Product'}, 'out': {'type': 'FirstOrderLag'}",
        "s.y>a.u s.y>b.u a.y>above_a.u1 b.y>above_b.u1 level.y>above_a.u2 level.y>above_b.u2 "
        "above_a.y>both.u1 above_b.y>both.u2 both.y>out.u");
    const std::string error = ErrorOf(document, kTurn);
    QVERIFY2(error.starts_with("several events meet at ") &&
                 error.find("that of \"above_") != std::string::npos,
             error.c_str());
  }

  void deadTime() {
    const Document document = Diagram(
        "'s': {'type': 'Sine'}, 'late': {'type': 'TransportDelay', 'parameters': {'delay': 0.3}}, "
        "'lag': {'type': 'FirstOrderLag'}",
        "s.y>late.u late.y>lag.u");
    const std::string error = ErrorOf(document, kTurn);
    QVERIFY2(error.starts_with("--periodic: \"late\" is a dead time"), error.c_str());
  }
};

LOOPWRIGHT_TEST(TestOrbits)

}  // namespace loopwright::test_orbits

#include "test_orbits.moc"
