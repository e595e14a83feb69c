// How far signals depend on the steps of a run, and the order that shows.

#include <QObject>
#include <QTest>
#include <cmath>

#include "engine/run/step_check.h"
#include "tests/blocklib/diagram_run.h"
#include "tests/test_main.h"

namespace loopwright::test_step_check {

namespace {

// x' = -x from 1, and a counter that no step changes.
constexpr const char* kDecay = R"({"format": "loopwright", "version": 1,
  "simulation": {"stop_time": 2},
  "diagram": {"blocks": {
    "x": {"type": "Integrator", "parameters": {"initial_value": 1}},
    "minus": {"type": "Gain", "parameters": {"gain": -1}},
    "count": {"type": "DiscreteCounter", "parameters": {"period": 0.5}},
    "scope": {"type": "Scope", "parameters": {"inputs": 2}}},
  "wires": [{"from": "x.y", "to": "minus.u"}, {"from": "minus.y", "to": "x.u"},
            {"from": "x.y", "to": "scope.u1"}, {"from": "count.y", "to": "scope.u2"}]}})";

StepCheck Check(const std::string& text, const RunOptions& options) {
  return CheckSteps(LoadText(text), BuiltInBlocks(), options);
}

const StepCheckColumn& ColumnOf(const StepCheck& check, const std::string& name) {
  for (const StepCheckColumn& column : check.columns) {
    if (column.column == name) return column;
  }
  throw std::runtime_error("there is no column " + name);
}

}  // namespace

class TestStepCheck : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void fixedStepsShowTheOrderOfTheMethod_data() {
    QTest::addColumn<QString>("method");
    QTest::addColumn<double>("order");
    QTest::newRow("explicit_euler") << "explicit_euler" << 1.;
    QTest::newRow("rk2") << "rk2" << 2.;
    QTest::newRow("rk3") << "rk3" << 3.;
    QTest::newRow("rk4") << "rk4" << 4.;
  }
  void fixedStepsShowTheOrderOfTheMethod() {
    QFETCH(QString, method);
    QFETCH(double, order);
    RunOptions options;
    options.integrator = method.toStdString();
    options.fixed_step = 0.0625;
    const StepCheck check = Check(kDecay, options);
    QVERIFY2(check.ok(), check.failure.c_str());
    QCOMPARE(check.setting, std::string("fixed_step"));
    QCOMPARE(check.values[0], 0.0625);
    QCOMPARE(check.values[2], 0.015625);
    // 33 ends of steps, and the three updates of the counter between them have two sides.
    QVERIFY(check.num_instants >= 33);
    const StepCheckColumn& x = check.columns.front();
    QCOMPARE(x.column, std::string("x.y"));
    QVERIFY(x.order.has_value());
    QVERIFY2(std::abs(*x.order - order) < 0.1, qPrintable(QString::number(*x.order)));
    QVERIFY(std::abs(x.range - (1 - std::exp(-2))) < 0.1);
    // What changes is the error, but for the one of the second run.
    const double finest = std::pow(2, -order);
    QVERIFY(std::abs(x.next_change / x.change - finest) < 0.1 * finest);
    QVERIFY(x.time > 0 && x.time <= 2);
    const StepCheckColumn& count = ColumnOf(check, "count.y");
    QCOMPARE(count.change, 0.);
    QVERIFY(!count.order.has_value());
  }

  void aLongRunIsComparedAtAThousandInstants() {
    RunOptions options;
    options.integrator = "rk4";
    options.fixed_step = 0.0003;
    const StepCheck check = Check(kDecay, options);
    QVERIFY2(check.ok(), check.failure.c_str());
    QVERIFY(check.num_instants > 900 && check.num_instants < 1020);
    // The difference is rounding, which has no order.
    QVERIFY(!check.columns.front().order.has_value());
  }

  // Steps that sampling holds shorter than the accuracy asks for are the same at first; a change
  // from nothing has no order.
  void aChangeFromNothingHasNoOrder() {
    const StepCheck check = Check(R"({"format": "loopwright", "version": 1,
  "simulation": {"stop_time": 2},
  "diagram": {"blocks": {
    "set": {"type": "Constant"}, "error": {"type": "Sum", "parameters": {"signs": "+-"}},
    "pid": {"type": "DiscretePid", "parameters": {"kp": 2, "ki": 1, "period": 0.1}},
    "plant": {"type": "FirstOrderLag"}, "scope": {"type": "Scope"}},
  "wires": [{"from": "set.y", "to": "error.u1"}, {"from": "plant.y", "to": "error.u2"},
            {"from": "error.y", "to": "pid.u"}, {"from": "pid.y", "to": "plant.u"},
            {"from": "plant.y", "to": "scope.u1"}]}})",
                                  {});
    QVERIFY2(check.ok(), check.failure.c_str());
    const StepCheckColumn& plant = ColumnOf(check, "plant.y");
    QCOMPARE(plant.change, 0.0);
    QVERIFY(plant.next_change > 0);
    QVERIFY(!plant.order.has_value());
  }

  void chosenStepsFollowTheAccuracy() {
    RunOptions options;
    options.integrator = "bogacki_shampine3";
    options.accuracy = 1e-4;
    options.max_step = 2;
    const StepCheck check = Check(kDecay, options);
    QVERIFY2(check.ok(), check.failure.c_str());
    QCOMPARE(check.setting, std::string("accuracy"));
    QCOMPARE(check.values[1], 1e-5);
    QVERIFY(check.num_instants >= 51);
    const StepCheckColumn& x = ColumnOf(check, "x.y");
    QVERIFY(x.change < 1e-3);
  }

  // The three runs have one path of the noise: with two paths x would change by about 1.
  void noiseStaysTheSamePath() {
    const StepCheck check = Check(R"({"format": "loopwright", "version": 1,
  "simulation": {"stop_time": 1, "stochastic_integrator": "euler_maruyama"},
  "diagram": {"blocks": {
    "x": {"type": "StochasticEquation", "parameters": {
      "initial_state": [1], "drift": ["0.1*x1"], "diffusion": [["0.5*x1"]]}},
    "scope": {"type": "Scope"}},
  "wires": [{"from": "x.y", "to": "scope.u1"}]}})",
                                  {});
    QVERIFY2(check.ok(), check.failure.c_str());
    QCOMPARE(check.setting, std::string("stochastic_step"));
    QCOMPARE(check.values[1], check.values[0] / 2);
    const StepCheckColumn& x = check.columns.front();
    QVERIFY(x.change > 0);
    QVERIFY2(x.change < 0.1 * x.range, qPrintable(QString::number(x.change)));
  }

  void whatCannotBeRunIsToldWhy() {
    const StepCheck invalid = Check(R"({"format": "loopwright", "version": 1,
  "diagram": {"blocks": {"a": {"type": "Gain"}}}})",
                                    {});
    QVERIFY(!invalid.ok());
    QVERIFY(!invalid.diagnostics.empty());
    const StepCheck failed = Check(R"({"format": "loopwright", "version": 1,
  "simulation": {"integrator": "rk4", "fixed_step": 0.5, "stop_time": 2},
  "diagram": {"blocks": {
    "clock": {"type": "Clock"},
    "late": {"type": "Expression", "parameters": {"expression": "1 - u1", "inputs": 1}},
    "check": {"type": "Assert", "parameters": {"message": "too late"}}},
  "wires": [{"from": "clock.y", "to": "late.u1"}, {"from": "late.y", "to": "check.u"}]}})",
                                   {});
    QVERIFY(!failed.ok());
    QVERIFY2(failed.failure.starts_with("with fixed_step = 0.5 the run ends at t = "),
             failed.failure.c_str());
    QVERIFY(failed.failure.find("too late") != std::string::npos);
  }

  void itEndsWhereItIsTold() {
    std::stop_source stop;
    stop.request_stop();
    const StepCheck check = CheckSteps(LoadText(kDecay), BuiltInBlocks(), {}, stop.get_token());
    QVERIFY(check.columns.empty());
  }
};

LOOPWRIGHT_TEST(TestStepCheck)

}  // namespace loopwright::test_step_check

#include "test_step_check.moc"
