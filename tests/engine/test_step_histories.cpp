#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/diagram/diagram.h"
#include "engine/diagram/diagram_builder.h"
#include "engine/simulation/simulator.h"
#include "engine/system/leaf_system.h"
#include "engine/traits/step_history.h"
#include "tests/test_main.h"

namespace loopwright::test_step_histories {

namespace {

/// What a Simulator told.
struct Note {
  bool is_step = false;
  double time = 0;  ///< of the start, or of the step's end
  int passes = 0;
  bool derivatives_changed = false;
  double input = 0;  ///< then
  friend bool operator==(const Note&, const Note&) = default;
};
using Notes = std::vector<Note>;

/// Keeps what it is told. It decides at run time on an event at `event_sec` that says that it went
/// through 3 delays.
class Listener final : public LeafSystem<double>, public StepHistory<double> {
 public:
  Listener(double largest_step_sec, double event_sec)
      : largest_step_sec_(largest_step_sec), event_sec_(event_sec) {
    DeclareVectorInputPort("u", 1);
    DeclareNumericParameter(BasicVector<double>{0});
    DeclareDiscreteState(1);
    DeclareAbstractState(Value<Notes>());
    DeclareStateOutputPort("y", DiscreteStateIndex(0));
  }

 private:
  void DoCalcNextUpdateTime(const Context<double>& context,
                            CompositeEventCollection<double>* events, double* time) const override {
    *time = std::numeric_limits<double>::infinity();
    if (discrete_data(context)[0] != 0) return;
    *time = event_sec_;
    DiscreteUpdateEvent<double> event(
        TriggerType::kTimed,
        [](const System<double>&, const Context<double>& c, const DiscreteUpdateEvent<double>&,
           DiscreteValues<double>* xd) { (*xd)[0] = c.get_time(); });
    event.AddToComposite(events);
  }
  int initial_value_parameter() const override { return 0; }
  double CalcLargestStep(const Context<double>&) const override { return largest_step_sec_; }
  int CalcPasses(const Context<double>&) const override { return 3; }
  void NoteStart(const Context<double>& context, int passes, bool derivatives_changed,
                 AbstractValue* history) const override {
    history->get_mutable_value<Notes>().push_back(
        {false, context.get_time(), passes, derivatives_changed, input_data(context, 0)[0]});
  }
  void NoteStep(const Context<double>& context, double start_sec, double end_sec,
                const std::function<void(double)>& move_to, AbstractValue* history) const override {
    move_to(start_sec + 0.25 * (end_sec - start_sec));
    history->get_mutable_value<Notes>().push_back(
        {true, end_sec, 0, false, input_data(context, 0)[0]});
  }

  double largest_step_sec_;
  double event_sec_;
};

/// x' = 2 t, or without state y = t²; a sample of it every second, from 0.5 s on where it has
/// state.
class Source final : public LeafSystem<double> {
 public:
  explicit Source(bool has_state) : has_state_(has_state) {
    set_derivative_prerequisites({time_ticket()});
    if (has_state) DeclareContinuousState(1);
    DeclareDiscreteState(1);
    DeclarePeriodicDiscreteUpdateEvent(1, 0.5, &Source::Sample);
    DeclareVectorOutputPort("y", 1, &Source::CalcOutput, {time_ticket(), xc_ticket()});
  }

 private:
  void DoCalcTimeDerivatives(const Context<double>& context,
                             ContinuousState<double>* derivatives) const override {
    (*derivatives)[0] = 2 * context.get_time();
  }
  void CalcOutput(const Context<double>& context, double* y) const {
    y[0] = has_state_ ? continuous_data(context)[0] : context.get_time() * context.get_time();
  }
  void Sample(const Context<double>& context, DiscreteValues<double>* next) const {
    (*next)[0] = context.get_time();
  }
  bool has_state_;
};

/// A source and a listener, and what the listener was told in a run.
struct Run {
  Run(bool has_state, double largest_step_sec, double event_sec, const SimulatorConfig& config,
      double stop_sec) {
    DiagramBuilder<double> builder;
    auto* source = builder.AddSystem<Source>(has_state);
    listener = builder.AddSystem<Listener>(largest_step_sec, event_sec);
    builder.Connect(source->get_output_port(0), listener->get_input_port(0));
    diagram = builder.Build();
    simulator = std::make_unique<Simulator<double>>(*diagram);
    simulator->set_config(config);
    simulator->AdvanceTo(stop_sec);
    context = &diagram->GetSubsystemContext(*listener, simulator->get_context());
    notes = context->get_abstract_state<Notes>(0);
    for (const Note& note : notes) (note.is_step ? steps : starts).push_back(note);
  }
  const Listener* listener = nullptr;
  std::unique_ptr<Diagram<double>> diagram;
  std::unique_ptr<Simulator<double>> simulator;
  const Context<double>* context = nullptr;
  Notes notes, steps, starts;
};

constexpr double kNever = std::numeric_limits<double>::infinity();

}  // namespace

class TestStepHistories : public QObject {
  Q_OBJECT

 private slots:
  void everyStepIsToldAndNoneIsLongerThanAllowed_data() {
    QTest::addColumn<bool>("has_state");
    QTest::addColumn<double>("fixed_step");
    QTest::newRow("without state") << false << 0.;
    QTest::newRow("controlled") << true << 0.;
    QTest::newRow("fixed") << true << 0.7;
    QTest::newRow("fixed, as long as allowed") << true << 0.2;
  }
  void everyStepIsToldAndNoneIsLongerThanAllowed() {
    QFETCH(bool, has_state);
    QFETCH(double, fixed_step);
    SimulatorConfig config;
    if (fixed_step > 0) config.fixed_step = fixed_step;
    const Run run(has_state, 0.2, kNever, config, 3);
    double last = 0;
    for (const Note& step : run.steps) {
      QVERIFY(step.time > last);
      QVERIFY(step.time - last <= 0.2 * (1 + 1e-9));
      // The context was a quarter into the step.
      const double then = last + 0.25 * (step.time - last);
      QVERIFY(std::abs(step.input - then * then) < 1e-12);
      last = step.time;
    }
    QCOMPARE(last, 3.0);
    QCOMPARE(int64_t(run.steps.size()), run.simulator->get_num_steps_taken());
    if (fixed_step == 0.2) {
      // Grids from 0, 0.5, 1.5 and 2.5 on, each cut at the next update: 3 + 5 + 5 + 3 steps.
      QCOMPARE(run.steps.size(), size_t{16});
    }
  }

  void startsAreToldAfterUpdates() {
    // The samples do not change derivatives.
    const Run run(true, 10, kNever, {}, 2);
    QCOMPARE(run.starts.size(), size_t{3});
    QCOMPARE(run.starts[0], (Note{false, 0, 0, true, 0}));
    QCOMPARE(run.starts[1].time, 0.5);
    QCOMPARE(run.starts[1].passes, 0);
    QCOMPARE(run.starts[1].derivatives_changed, false);
    QVERIFY(std::abs(run.starts[1].input - 0.25) < 1e-12);
    QCOMPARE(run.starts[2].time, 1.5);
  }

  void ownEventsSayThroughHowManyDelaysTheyWent() {
    const Run run(true, 10, 0.25, {}, 1);
    QCOMPARE(run.starts.size(), size_t{3});
    QCOMPARE(run.starts[1].time, 0.25);
    QCOMPARE(run.starts[1].passes, 3);
    QCOMPARE(run.starts[2].passes, 0);
    // Together with an event of another the least counts.
    const Run both(true, 10, 0.5, {}, 1);
    QCOMPARE(both.starts.size(), size_t{2});
    QCOMPARE(both.starts[1].time, 0.5);
    QCOMPARE(both.starts[1].passes, 0);
  }

  void anEventDecidedAtRunTimeJoinsTheTimedOnesOfItsInstant() {
    for (const double event_sec : {std::nextafter(0.5, 0), std::nextafter(0.5, 1)}) {
      const Run run(true, 10, event_sec, {}, 1);
      QCOMPARE(run.simulator->get_num_discrete_updates(), int64_t{1});
      QCOMPARE(run.context->get_discrete_state()[0], 0.5);
    }
    // And the end of the run: it stays pending, as all that is due then.
    const Run end(true, 10, std::nextafter(1, 2), {}, 1);
    QCOMPARE(end.simulator->get_context().get_time(), 1.0);
    QCOMPARE(end.context->get_discrete_state()[0], 0.0);
    end.simulator->AdvancePendingEvents();
    QCOMPARE(end.context->get_discrete_state()[0], 1.0);
  }
};

LOOPWRIGHT_TEST(TestStepHistories)

}  // namespace loopwright::test_step_histories

#include "test_step_histories.moc"
