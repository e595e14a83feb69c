#include <QObject>
#include <QTest>

#include "blocklib/plants/mass_spring_damper.h"
#include "tests/blocklib/diagram_run.h"
#include "tests/test_main.h"

namespace loopwright::test_plants {

namespace {
bool IsNear(double a, double b, double tolerance) { return std::abs(a - b) < tolerance; }

RunResult RunBall(const std::string& parameters, double stop) {
  RunOptions options;
  options.accuracy = 1e-10;
  return RunDiagram(
      DiagramText("'b': {'type': 'BouncingBall', 'parameters': {" + parameters + "}}", ""),
      {"b.height", "b.velocity"}, stop, options);
}
}  // namespace

class TestPlants : public QObject {
  Q_OBJECT

 private slots:
  void massSpringDamperFollowsItsSolution() {
    RunOptions options;
    options.accuracy = 1e-10;
    // Undamped, unforced: q = cos 2t. Without a wire the force is 0.
    const RunResult free = RunDiagram(
        DiagramText("'p': {'type': 'MassSpringDamper', 'parameters': {'mass': 2, 'stiffness': 8, "
                    "'initial_position': 1}}",
                    ""),
        {"p.position", "p.velocity"}, 1.2, options);
    QVERIFY(IsNear(free.rows.back().values.at(0), std::cos(2.4), 1e-8));
    QVERIFY(IsNear(free.rows.back().values.at(1), -2 * std::sin(2.4), 1e-8));
    // Critically damped, pushed by 3 N: q = 3 (1 - (1 + t) e^-t).
    const RunResult pushed =
        RunDiagram(DiagramText("'f': {'type': 'Constant', 'parameters': {'value': 3}},"
                               "'p': {'type': 'MassSpringDamper', 'parameters': {'damping': 2}}",
                               "f.y>p.force"),
                   {"p.position"}, 2, options);
    QVERIFY(IsNear(pushed.rows.back().values.at(0), 3 * (1 - 3 * std::exp(-2)), 1e-8));
  }

  void massSpringDamperReportsItsEnergies() {
    const MassSpringDamper<double> plant({2, 8, 3, 0.5, -1});
    const auto context = plant.CreateDefaultContext();
    plant.get_input_port(0).FixValue(context.get(), 7.0);
    QCOMPARE(plant.CalcPotentialEnergy(*context), 0.5 * 8 * 0.25);
    QCOMPARE(plant.CalcKineticEnergy(*context), 0.5 * 2 * 1.0);
    QCOMPARE(plant.CalcConservativePower(*context), -8 * 0.5 * -1);
    QCOMPARE(plant.CalcNonConservativePower(*context), (7.0 - 3 * -1) * -1);
    QCOMPARE(context->get_continuous_state().num_q(), 1);
    QCOMPARE(context->get_continuous_state().num_v(), 1);
  }

  void ballBouncesAtTheRightTimes() {
    const RunResult result = RunBall("'initial_height': 10", 5);
    const std::vector<Row> jumps = Jumps(result);
    QCOMPARE(jumps.size(), size_t{2});
    QVERIFY(IsNear(jumps[0].time, 1.4278431229270645, 1e-9));
    QVERIFY(IsNear(jumps[1].time, 3.7123921196103677, 1e-9));
    for (const Row& row : jumps) QCOMPARE(row.values.at(0), 0.0);
    QVERIFY(IsNear(jumps[0].values.at(1), 11.205712828731603, 1e-8));
    QVERIFY(IsNear(result.rows.back().values.at(0), 3.4106847818149393, 1e-7));
  }

  void ballComesToRest() {
    const RunResult result = RunBall("", 100);
    const std::vector<Row> jumps = Jumps(result);
    const double zeno = std::sqrt(2 / 9.81) * (1 + 2 * 0.8 / (1 - 0.8));
    QVERIFY(IsNear(jumps.back().time, zeno, 1e-6));
    QCOMPARE(jumps.back().values, (std::vector<double>{0, 0}));
    QCOMPARE(result.rows.back().values, (std::vector<double>{0, 0}));
  }

  void noBounceIsMissedByALongStep() {
    // The second flight is a tenth of the first, far shorter than the steps of this run.
    const RunResult result = RunBall("'initial_height': 100, 'restitution': 0.05", 1000);
    for (const Row& row : result.rows) QVERIFY(row.values.at(0) > -1e-6);
    const double fall = std::sqrt(200 / 9.81);
    const std::vector<Row> jumps = Jumps(result);
    QVERIFY(IsNear(jumps.at(0).time, fall, 1e-8));
    QVERIFY(IsNear(jumps.at(1).time, fall * 1.1, 1e-8));
  }

  void ballThatStartsOnTheFloorRestsOrRises() {
    QVERIFY(Jumps(RunBall("'initial_height': 0", 1)).empty());
    QCOMPARE(RunBall("'initial_height': 0", 1).rows.back().values, (std::vector<double>{0, 0}));
    const RunResult thrown = RunBall("'initial_height': 0, 'initial_velocity': -10", 1);
    QCOMPARE(thrown.rows.front().values, (std::vector<double>{0, 8}));
    QVERIFY(IsNear(thrown.rows.back().values.at(0), 8 - 0.5 * 9.81, 1e-8));
  }

  void ballWithoutRestitutionStopsAtOnce() {
    const RunResult result = RunBall("'restitution': 0", 2);
    QCOMPARE(Jumps(result).size(), size_t{1});
    QCOMPARE(result.rows.back().values, (std::vector<double>{0, 0}));
  }
};

LOOPWRIGHT_TEST(TestPlants)

}  // namespace loopwright::test_plants

#include "test_plants.moc"
