// A viewer of steps that names the signals it evaluates: what they do not need is not computed, and
// the run is the same to the bit.

#include <QObject>
#include <QTest>
#include <cmath>
#include <string>
#include <vector>

#include "engine/diagram/diagram_builder.h"
#include "engine/simulation/simulator.h"
#include "engine/system/leaf_system.h"
#include "tests/test_main.h"

namespace loopwright::test_step_viewer {

namespace {

/// ẋ = cos(t) - `rate` x, shown; counts what is computed.
class Lag final : public LeafSystem<double> {
 public:
  explicit Lag(double rate) : rate_(rate) {
    DeclareContinuousState(1);
    DeclareVectorOutputPort("x", 1, &Lag::Show, {z_ticket()});
  }
  mutable int derivatives = 0, outputs = 0;

 private:
  void DoCalcTimeDerivatives(const Context<double>& context,
                             ContinuousState<double>* slope) const override {
    ++derivatives;
    (*slope)[0] = std::cos(context.get_time()) - rate_ * context.get_continuous_state_vector()[0];
  }
  void Show(const Context<double>& context, double* x) const {
    ++outputs;
    x[0] = context.get_continuous_state_vector()[0];
  }
  double rate_;
};

struct Outcome {
  std::vector<double> ends, within;
  int64_t evaluations = 0;  ///< of derivatives, as the run counts them
  int derivatives = 0, outputs_of_seen = 0, outputs_of_other = 0;  ///< as made
};

enum class View { kNone, kAll, kNamed };

Outcome RunOf(const std::string& integrator, View view) {
  DiagramBuilder<double> builder;
  const auto* seen = builder.AddSystem<Lag>(2.);
  const auto* other = builder.AddSystem<Lag>(3.);
  const auto diagram = builder.Build();
  Simulator<double> simulator(*diagram);
  SimulatorConfig config;
  config.integrator = integrator;
  config.fixed_step = 0.125;
  simulator.set_config(config);
  Outcome outcome;
  const auto& port = seen->get_output_port(0);
  const auto value = [&](const Context<double>& context) {
    return port.Eval(diagram->GetSubsystemContext(*seen, context))[0];
  };
  const auto look = [&](const StepInterior<double>& step) {
    for (const double part : {0.25, 0., 0.75}) {
      const double t = step.start_sec + part * (step.end_sec - step.start_sec);
      outcome.within.push_back(value(step.at(t)));
    }
  };
  if (view == View::kAll) simulator.set_step_viewer(look);
  if (view == View::kNamed) simulator.set_step_viewer(look, {&port});
  simulator.set_monitor([&](const Context<double>& context) {
    outcome.ends.push_back(value(context));
    outcome.ends.push_back(context.get_continuous_state_vector()[1]);
    return EventStatus::Succeeded();
  });
  simulator.AdvanceTo(4);
  outcome.evaluations = simulator.statistics().derivative_evaluations;
  outcome.derivatives = other->derivatives;
  outcome.outputs_of_seen = seen->outputs;
  outcome.outputs_of_other = other->outputs;
  return outcome;
}

}  // namespace

class TestStepViewer : public QObject {
  Q_OBJECT

 private slots:
  void aLookComputesWhatIsNamed_data() {
    QTest::addColumn<QString>("integrator");
    QTest::addColumn<int>("more");  // derivatives, where the last step's end had to be known
    QTest::addRow("from the stages") << "dopri5" << 0;
    QTest::addRow("from the slopes at both ends") << "rk4" << 1;
    QTest::addRow("first same as last") << "bogacki_shampine3" << 0;
  }

  void aLookComputesWhatIsNamed() {
    QFETCH(QString, integrator);
    QFETCH(int, more);
    const std::string name = integrator.toStdString();
    const Outcome unseen = RunOf(name, View::kNone);
    const Outcome all = RunOf(name, View::kAll);
    const Outcome named = RunOf(name, View::kNamed);
    QCOMPARE(named.ends, unseen.ends);
    QCOMPARE(all.ends, unseen.ends);
    QCOMPARE(named.within, all.within);
    QCOMPARE(named.evaluations, unseen.evaluations);
    QCOMPARE(all.evaluations, unseen.evaluations);
    QCOMPARE(named.derivatives, unseen.derivatives + more);
    QCOMPARE(all.derivatives, unseen.derivatives + more);
    QCOMPARE(named.outputs_of_other, unseen.outputs_of_other);
    // Three looks and the way back, for each of 32 steps.
    QCOMPARE(named.outputs_of_seen, unseen.outputs_of_seen + 4 * 32);
  }
};

LOOPWRIGHT_TEST_WITH(QCoreApplication, TestStepViewer)

}  // namespace loopwright::test_step_viewer

#include "test_step_viewer.moc"
