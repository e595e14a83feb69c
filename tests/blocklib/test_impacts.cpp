// Impacts that follow each other ever faster.

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/blocklib/diagram_run.h"
#include "tests/test_main.h"

namespace loopwright::test_impacts {

namespace {

RunResult Run(const std::string& text, double stop, const std::string& integrator) {
  RunOptions options;
  options.stop_time = stop;
  options.output = "steps";
  options.integrator = integrator;
  return RunDocument(LoadText(text), options);
}

/// A ball of two integrators above a floor whose height is `amplitude` sin(20 t).
std::string Ball(double restitution, double amplitude) {
  const std::string e = std::to_string(restitution), a = std::to_string(amplitude);
  return DiagramText(
      "'g': {'type': 'Constant', 'parameters': {'value': -9.81}}, "
      "'v': {'type': 'ResettableIntegrator', 'parameters': {'trigger': 'falling'}}, "
      "'y': {'type': 'Integrator', 'parameters': {'initial_value': 1}}, "
      "'t': {'type': 'Clock'}, "
      "'height': {'type': 'Expression', 'parameters': {'expression': 'u1 - " +
          a +
          "*sin(20*u2)', 'inputs': 2}}, "
          "'rebound': {'type': 'Expression', 'parameters': {'expression': '-" +
          e + "*u1 + (1 + " + e + ")*20*" + a +
          "*cos(20*u2)', 'inputs': 2}}, 'scope': {'type': 'Scope'}",
      "g.y>v.u y.y>height.u1 t.y>height.u2 height.y>v.reset rebound.y>v.x0 v.y>rebound.u1 "
      "t.y>rebound.u2 v.y>y.u height.y>scope.u1");
}

}  // namespace

class TestImpacts : public QObject {
  Q_OBJECT
 private slots:
  void aBallOfIntegratorsEndsTheRunWhereItsImpactsEnd_data() {
    QTest::addColumn<double>("restitution");
    for (const double restitution : {0.3, 0.5, 0.7, 0.9}) {
      QTest::addRow("%g", restitution) << restitution;
    }
  }
  void aBallOfIntegratorsEndsTheRunWhereItsImpactsEnd() {
    QFETCH(double, restitution);
    const double fall = std::sqrt(2 / 9.81);
    const double limit = fall * (1 + 2 * restitution / (1 - restitution));
    for (const char* integrator : {"dopri5", "bogacki_shampine3", "radau5"}) {
      const RunResult run = Run(Ball(restitution, 0), 20, integrator);
      QVERIFY(run.outcome.end == RunEnd::kFailed);
      QVERIFY2(std::abs(run.outcome.time - limit) < 1e-4,
               qPrintable(QString::number(run.outcome.time - limit)));
      QVERIFY2(QString::fromStdString(run.outcome.message).contains("(a Zeno sequence)"),
               run.outcome.message.c_str());
      for (const Row& row : run.rows) QVERIFY(row.values[0] > -1e-9);
    }
  }

  void aBallFallsThroughNoTableThatMoves_data() {
    QTest::addColumn<double>("amplitude");
    for (const double amplitude : {0.001, 0.005, 0.01, 0.02, 0.05}) {
      QTest::addRow("%g", amplitude) << amplitude;
    }
  }
  void aBallFallsThroughNoTableThatMoves() {
    // Where the table is slow the ball comes to rest on it, for which the diagram has no words: it
    // fails; where it is fast the ball hops on.
    QFETCH(double, amplitude);
    const RunResult run = Run(Ball(0.6, amplitude), 20, "dopri5");
    if (run.outcome.end == RunEnd::kFailed) {
      QVERIFY2(QString::fromStdString(run.outcome.message).contains("Zeno"),
               run.outcome.message.c_str());
    }
    for (const Row& row : run.rows) QVERIFY(row.values[0] > -1e-9);
  }

  // The first fall ends at sqrt(2/9.81) s. The trace has how that was found: looks at the block
  // that watches the height, in the step, above the floor and below it, the last ones close to it.
  void theTraceTellsHowAnImpactWasIsolated() {
    RunOptions options;
    options.stop_time = 0.6;
    RunSetup setup(LoadText(Ball(0.5, 0)), BuiltInBlocks(), options);
    std::vector<QJsonObject> isolations;
    setup.SetTrace([&](const std::string& line) {
      const QJsonObject phase = QJsonDocument::fromJson(QByteArray::fromStdString(line)).object();
      if (phase.contains("readings")) isolations.push_back(phase);
    });
    setup.Run([](double, int64_t) { return true; });
    QCOMPARE(isolations.size(), size_t{1});
    QCOMPARE(isolations[0]["phase"].toString(), QString("continuous"));
    const QJsonObject cause = isolations[0]["cause"].toArray().at(0).toObject();
    QCOMPARE(cause["ended_by"].toString(), QString("witness"));
    const double impact = std::sqrt(2 / 9.81), start = cause["from"].toDouble();
    double nearest = 1;
    const QJsonArray readings = isolations[0]["readings"].toArray();
    for (const auto one : readings) {
      const QJsonObject reading = one.toObject();
      QCOMPARE(reading["block"].toString(), QString("v"));
      const double time = reading["time"].toDouble(), value = reading["value"].toDouble();
      QVERIFY(time > start && time < 0.6 + 1e-9);
      // A height above the floor before the impact, below it afterwards.
      if (std::abs(time - impact) > 1e-6) QCOMPARE(value > 0, time < impact);
      nearest = std::min(nearest, std::abs(time - impact));
    }
    QVERIFY(nearest < 1e-6);
  }
};

LOOPWRIGHT_TEST(TestImpacts)

}  // namespace loopwright::test_impacts

#include "test_impacts.moc"
