// How a run ends and goes on: what failing throws, what a failed update stops, what is done when a
// run that was ended or interrupted goes on, and events that leaves decide on for the present time.

#include <QObject>
#include <QTest>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tests/engine/message_of.h"
#include "tests/engine/simulator_systems.h"
#include "tests/test_main.h"

namespace loopwright::test_simulator_endings {

namespace {

/// Two updates of one kind, forced, periodic and at initialization; the first may fail.
class TwoUpdates final : public LeafSystem<double> {
 public:
  enum When { kForced, kPeriodic, kInitialization };
  TwoUpdates(bool discrete, When when, bool fails) : fails_(fails) {
    DeclareDiscreteState(1);
    DeclareAbstractState(Value<int>(0));
    if (discrete) {
      Declare(when, &TwoUpdates::DiscreteFirst, &TwoUpdates::DiscreteSecond);
    } else {
      Declare(when, &TwoUpdates::First, &TwoUpdates::Second);
    }
  }
  mutable int first = 0, second = 0;

 private:
  template <typename Method>
  void Declare(When when, Method one, Method two) {
    constexpr bool is_discrete = std::is_same_v<Method, decltype(&TwoUpdates::DiscreteFirst)>;
    for (const Method method : {one, two}) {
      if constexpr (is_discrete) {
        if (when == kForced) DeclareForcedDiscreteUpdateEvent(method);
        if (when == kPeriodic) DeclarePeriodicDiscreteUpdateEvent(1, 0, method);
        if (when == kInitialization) DeclareInitializationDiscreteUpdateEvent(method);
      } else {
        if (when == kForced) DeclareForcedUnrestrictedUpdateEvent(method);
        if (when == kPeriodic) DeclarePeriodicUnrestrictedUpdateEvent(1, 0, method);
        if (when == kInitialization) DeclareInitializationUnrestrictedUpdateEvent(method);
      }
    }
  }
  EventStatus AnswerFirst() const {
    ++first;
    return fails_ ? EventStatus::Failed(this, "first fails") : EventStatus::Succeeded();
  }
  EventStatus DiscreteFirst(const Context<double>&, DiscreteValues<double>* next) const {
    (*next)[0] = 7;
    return AnswerFirst();
  }
  EventStatus DiscreteSecond(const Context<double>&, DiscreteValues<double>*) const {
    ++second;
    return EventStatus::Succeeded();
  }
  EventStatus First(const Context<double>&, State<double>* state) const {
    state->get_mutable_discrete_state(0)[0] = 7;
    return AnswerFirst();
  }
  EventStatus Second(const Context<double>&, State<double>*) const {
    ++second;
    return EventStatus::Succeeded();
  }
  const bool fails_;
};

/// Counts at 0.5, 1, …; what is shown then ends the run, as long as `stop` says so.
class Stopping final : public LeafSystem<double> {
 public:
  Stopping() {
    DeclareDiscreteState(1);
    DeclarePeriodicDiscreteUpdateEvent(0.5, 0.5, &Stopping::Update);
    DeclarePeriodicPublishEvent(0.5, 0.5, &Stopping::Show);
    DeclareVectorOutputPort("y", 1, &Stopping::Output, {xd_ticket()});
  }
  mutable bool stop = true, stop_in_update = false;
  mutable std::vector<double> shown;

 private:
  EventStatus Update(const Context<double>& context, DiscreteValues<double>* next) const {
    (*next)[0] = context.get_discrete_state(0)[0] + 1;
    return stop_in_update ? EventStatus::ReachedTermination(this, "counted")
                          : EventStatus::Succeeded();
  }
  EventStatus Show(const Context<double>& context) const {
    shown.push_back(context.get_time());
    return stop ? EventStatus::ReachedTermination(this, "enough") : EventStatus::Succeeded();
  }
  void Output(const Context<double>& context, BasicVector<double>* y) const {
    (*y)[0] = context.get_discrete_state(0)[0];
  }
};

/// Tells when its input exceeds 0.5: by a publish, or by an update.
class Alarm final : public LeafSystem<double> {
 public:
  explicit Alarm(bool by_update) {
    DeclareVectorInputPort("u", 1);
    DeclareDiscreteState(1);
    witness_ =
        by_update ? MakeWitnessFunction("above", WitnessFunctionDirection::kNegativeThenNonNegative,
                                        &Alarm::Margin, &Alarm::Update)
                  : MakeWitnessFunction("above", WitnessFunctionDirection::kNegativeThenNonNegative,
                                        &Alarm::Margin, &Alarm::Publish);
  }
  mutable std::vector<double> times;

 private:
  double Margin(const Context<double>& context) const {
    return get_input_port(0).Eval(context)[0] - 0.5;
  }
  void Publish(const Context<double>& context) const { times.push_back(context.get_time()); }
  void Update(const Context<double>& context, DiscreteValues<double>* next) const {
    times.push_back(context.get_time());
    (*next)[0] = 1;
  }
  void DoGetWitnessFunctions(
      const Context<double>&,
      std::vector<const WitnessFunction<double>*>* witnesses) const override {
    witnesses->push_back(witness_.get());
  }
  std::unique_ptr<WitnessFunction<double>> witness_;
};

/// Says that an event happens right now as long as one is waiting.
class RightNow final : public LeafSystem<double> {
 public:
  explicit RightNow(bool updates) : updates_(updates) { DeclareDiscreteState(1); }
  mutable int waiting = 1;
  mutable std::vector<double> times;

 private:
  void DoCalcNextUpdateTime(const Context<double>& context,
                            CompositeEventCollection<double>* events, double* time) const override {
    *time = std::numeric_limits<double>::infinity();
    if (waiting == 0) return;
    *time = context.get_time();
    if (updates_) {
      DiscreteUpdateEvent<double>([this](const Context<double>& c,
                                         const DiscreteUpdateEvent<double>&,
                                         DiscreteValues<double>* next) {
        Note(c);
        (*next)[0] += 1;
      }).AddToComposite(TriggerType::kTimed, events);
    } else {
      PublishEvent<double>([this](const Context<double>& c, const PublishEvent<double>&) {
        Note(c);
      }).AddToComposite(TriggerType::kTimed, events);
    }
  }
  void Note(const Context<double>& context) const {
    times.push_back(context.get_time());
    --waiting;
  }
  const bool updates_;
};

/// Answers with the first multiple of 0.25 after the time that it is asked at.
class NextQuarter final : public LeafSystem<double> {
 public:
  mutable std::vector<double> times;

 private:
  void DoCalcNextUpdateTime(const Context<double>& context,
                            CompositeEventCollection<double>* events, double* time) const override {
    *time = 0.25 * (std::floor(context.get_time() / 0.25) + 1);
    PublishEvent<double>([this](const Context<double>& c, const PublishEvent<double>&) {
      times.push_back(c.get_time());
    }).AddToComposite(TriggerType::kTimed, events);
  }
};

}  // namespace

class TestSimulatorEndings : public QObject {
  Q_OBJECT
 private slots:
  void failingThrowsUnlessAStatusIsAskedFor_data() { kinds(); }
  void failingThrowsUnlessAStatusIsAskedFor() {
    QFETCH(bool, discrete);
    TwoUpdates periodic(discrete, TwoUpdates::kPeriodic, true);
    periodic.set_name("bad");
    const std::string message = "bad: failed at t = 0 s: first fails";
    {
      Simulator<double> simulator(periodic);
      QCOMPARE(MessageOf([&] { simulator.AdvanceTo(1); }), message);
      QVERIFY_THROWS_EXCEPTION(std::runtime_error, simulator.AdvanceTo(1));
      QVERIFY_THROWS_EXCEPTION(std::runtime_error, simulator.AdvancePendingEvents());
      QCOMPARE(simulator.TryAdvanceTo(1).FormatMessage(), message);
      QCOMPARE(periodic.first, 1);
      QCOMPARE(simulator.get_context().get_discrete_state(0)[0], 0.);
    }
    {
      Simulator<double> simulator(periodic);
      QCOMPARE(MessageOf([&] { simulator.AdvancePendingEvents(); }), message);
    }
    TwoUpdates at_start(discrete, TwoUpdates::kInitialization, true);
    at_start.set_name("bad");
    Simulator<double> simulator(at_start);
    QCOMPARE(MessageOf([&] { simulator.Initialize(); }), message);
    QCOMPARE(MessageOf([&] { simulator.AdvanceTo(1); }), message);
    QCOMPARE(simulator.TryInitialize().reason(), SimulatorStatus::kEventHandlerFailed);
    auto context = at_start.CreateDefaultContext();
    QCOMPARE(MessageOf([&] { at_start.ExecuteInitializationEvents(context.get()); }),
             std::string("An initialization event of system 'bad' failed: first fails"));
    QVERIFY(at_start.TryExecuteInitializationEvents(context.get()).failed());
    TwoUpdates forced(discrete, TwoUpdates::kForced, true);
    forced.set_name("bad");
    context = forced.CreateDefaultContext();
    QCOMPARE(MessageOf([&] { forced.ExecuteForcedEvents(context.get()); }),
             std::string("A forced event of system 'bad' failed: first fails"));
    QVERIFY(forced.TryExecuteForcedEvents(context.get()).failed());
    QCOMPARE(context->get_discrete_state(0)[0], 0.);
  }

  void aFailedUpdateStopsTheOthers_data() { kinds(); }
  void aFailedUpdateStopsTheOthers() {
    QFETCH(bool, discrete);
    for (const auto when :
         {TwoUpdates::kForced, TwoUpdates::kPeriodic, TwoUpdates::kInitialization}) {
      DiagramBuilder<double> builder;
      auto* a = builder.AddSystem<TwoUpdates>(discrete, when, true);
      auto* b = builder.AddSystem<TwoUpdates>(discrete, when, false);
      const auto diagram = builder.Build();
      if (when == TwoUpdates::kForced) {
        auto context = diagram->CreateDefaultContext();
        QVERIFY(diagram->TryExecuteForcedEvents(context.get()).failed());
      } else {
        Simulator<double> simulator(*diagram);
        QVERIFY(!simulator.TryAdvanceTo(1).succeeded());
      }
      QCOMPARE(a->first, 1);
      QCOMPARE(a->second, 0);
      QCOMPARE(b->first, 0);
      QCOMPARE(b->second, 0);
      auto context = diagram->CreateDefaultContext();
      if (when == TwoUpdates::kInitialization) {
        QVERIFY(diagram->TryExecuteInitializationEvents(context.get()).failed());
        QCOMPARE(a->first, 2);
        QCOMPARE(a->second + b->first + b->second, 0);
      }
    }
  }

  void whatAPublishEndedGoesOn() {
    Stopping system;
    Simulator<double> simulator(system);
    Rows rows;
    RecordInto(&simulator, system, &rows);
    auto status = simulator.AdvanceTo(2);
    QCOMPARE(status.reason(), SimulatorStatus::kReachedTerminationCondition);
    QCOMPARE(status.return_time(), 0.5);
    QCOMPARE(simulator.get_context().get_discrete_state(0)[0], 0.);  // pending
    system.stop = false;
    QVERIFY(simulator.AdvancePendingEvents().succeeded());
    QCOMPARE(simulator.get_context().get_discrete_state(0)[0], 1.);
    QVERIFY(simulator.AdvancePendingEvents().succeeded());
    QCOMPARE(simulator.get_context().get_discrete_state(0)[0], 1.);
    QVERIFY(simulator.AdvanceTo(1.25).succeeded());
    COMPARE_ROWS(
        rows,
        {{0, '-', 0}, {0.5, '-', 0}, {0.5, '+', 1}, {1, '-', 1}, {1, '+', 2}, {1.25, '-', 2}});
    QVERIFY((system.shown == std::vector<double>{0.5, 1}));
  }

  void itIsTheSameRunInPieces_data() {
    QTest::addColumn<bool>("in_update");
    QTest::addColumn<bool>("fixed_step");
    for (const bool in_update : {false, true}) {
      for (const bool fixed : {false, true}) {
        QTest::addRow("%d %d", in_update, fixed) << in_update << fixed;
      }
    }
  }
  // Ended at each of its events, a run makes the records of one that is not.
  void itIsTheSameRunInPieces() {
    QFETCH(bool, in_update);
    QFETCH(bool, fixed_step);
    const auto run = [&](bool in_pieces) {
      DiagramBuilder<double> builder;
      auto* stopping = builder.AddSystem<Stopping>();
      stopping->stop = in_pieces && !in_update;
      stopping->stop_in_update = in_pieces && in_update;
      builder.AddSystem<Spring>();
      builder.ExportOutput(stopping->get_output_port(0), "y");
      const auto diagram = builder.Build();
      Simulator<double> simulator(*diagram);
      if (fixed_step) simulator.set_config(Fixed("rk4", 0.125));
      Rows rows;
      RecordInto(&simulator, *diagram, &rows);
      int calls = 0;
      while (!simulator.AdvanceTo(2.25).succeeded()) ++calls;
      QTest::qCompare(calls, in_pieces ? 4 : 0, "calls", "expected", __FILE__, __LINE__);
      rows.emplace_back(0, ' ', simulator.get_context().get_continuous_state_vector()[0]);
      rows.emplace_back(0, ' ', simulator.get_num_steps_taken());
      return rows;
    };
    const Rows whole = run(false), pieces = run(true);
    QVERIFY2(whole == pieces, qPrintable(Text(whole) + "\n" + Text(pieces)));
  }

  void whatAMonitorEndedGoesOn() {
    Stopping system;
    system.stop = false;
    Simulator<double> simulator(system);
    bool on = true;
    simulator.set_monitor([&](const Context<double>& context) {
      return on && context.get_time() >= 1 ? EventStatus::ReachedTermination(nullptr, "monitor")
                                           : EventStatus::Succeeded();
    });
    QCOMPARE(simulator.AdvanceTo(2).FormatMessage(),
             std::string("ended the run at t = 1 s: monitor"));
    on = false;
    QVERIFY(simulator.AdvanceTo(2).succeeded());
    QCOMPARE(simulator.get_context().get_time(), 2.);
    QCOMPARE(simulator.get_context().get_discrete_state(0)[0], 3.);
    // Ended at the start: nothing but the beginning is done, and then all.
    Simulator<double> at_start(system);
    on = true;
    at_start.set_monitor([&](const Context<double>&) {
      return on ? EventStatus::ReachedTermination(nullptr, "at once") : EventStatus::Succeeded();
    });
    QCOMPARE(at_start.AdvanceTo(2).return_time(), 0.);
    QCOMPARE(at_start.get_context().get_time(), 0.);
    on = false;
    QVERIFY(at_start.AdvanceTo(2).succeeded());
    QCOMPARE(at_start.get_context().get_discrete_state(0)[0], 3.);
  }

  void whatAnInterruptionEndedGoesOn_data() {
    QTest::addColumn<bool>("fixed_step");
    QTest::newRow("error control") << false;
    QTest::newRow("fixed") << true;
  }
  void whatAnInterruptionEndedGoesOn() {
    QFETCH(bool, fixed_step);
    Spring system;
    Simulator<double> whole(system), pieces(system);
    for (Simulator<double>* simulator : {&whole, &pieces}) {
      if (fixed_step) simulator->set_config(Fixed("rk4", 0.125));
    }
    whole.AdvanceTo(3);
    int calls = 0, ends = 0;
    pieces.set_step_callback([&] { return ++calls % 3 != 0; });
    while (pieces.AdvanceTo(3).reason() == SimulatorStatus::kInterrupted) ++ends;
    QVERIFY(ends > 2);
    QCOMPARE(pieces.get_num_steps_taken(), whole.get_num_steps_taken());
    QVERIFY(pieces.get_context().get_continuous_state_vector()[0] ==
            whole.get_context().get_continuous_state_vector()[0]);
  }

  void whatAnEndingUpdateTriggeredIsStillToCome_data() {
    QTest::addColumn<bool>("by_update");
    QTest::newRow("publish") << false;
    QTest::newRow("update") << true;
  }
  void whatAnEndingUpdateTriggeredIsStillToCome() {
    QFETCH(bool, by_update);
    for (const bool pending_events : {false, true}) {
      DiagramBuilder<double> builder;
      auto* stopping = builder.AddSystem<Stopping>();
      auto* alarm = builder.AddSystem<Alarm>(by_update);
      builder.Connect(*stopping, *alarm);
      const auto diagram = builder.Build();
      stopping->stop = false;
      stopping->stop_in_update = true;
      Simulator<double> simulator(*diagram);
      QCOMPARE(simulator.AdvanceTo(2).return_time(), 0.5);
      QVERIFY(alarm->times.empty());
      if (pending_events) {
        simulator.AdvancePendingEvents();
        QVERIFY((alarm->times == std::vector<double>{0.5}));
      }
      simulator.AdvanceTo(0.75);
      QVERIFY((alarm->times == std::vector<double>{0.5}));
    }
  }

  void eventsRightNowRunAtOnce() {
    RightNow publishes(false);
    Simulator<double> simulator(publishes);
    simulator.Initialize();
    QVERIFY((publishes.times == std::vector<double>{0}));
    publishes.waiting = 2;
    simulator.AdvanceTo(1);
    QVERIFY((publishes.times == std::vector<double>{0, 0, 0}));
    publishes.waiting = 1;
    simulator.AdvanceTo(2);
    QVERIFY((publishes.times == std::vector<double>{0, 0, 0, 1}));

    // An update waits for the first step, as one that is declared does.
    RightNow updates(true);
    Simulator<double> updating(updates);
    updating.Initialize();
    QVERIFY(updates.times.empty());
    updating.AdvanceTo(1);
    QVERIFY((updates.times == std::vector<double>{0}));
    QCOMPARE(updating.get_context().get_discrete_state(0)[0], 1.);
    updates.waiting = 2;
    updating.AdvanceTo(2);
    QVERIFY((updates.times == std::vector<double>{0, 1, 1}));
  }

  void leavesAreAskedForTheStartTime() {
    for (const double start : {0., 0.5, 0.6}) {
      NextQuarter system;
      Simulator<double> simulator(system);
      simulator.get_mutable_context().SetTime(start);
      simulator.AdvanceTo(1);
      const std::vector<double> expected = start == 0.6 ? std::vector<double>{0.75, 1}
                                           : start == 0.5
                                               ? std::vector<double>{0.5, 0.75, 1}
                                               : std::vector<double>{0, 0.25, 0.5, 0.75, 1};
      QVERIFY2(system.times == expected, std::to_string(start).c_str());
    }
  }

  void eventsRightNowForeverEndTheRun() {
    RightNow system(true);
    system.set_name("eager");
    system.waiting = std::numeric_limits<int>::max();
    Simulator<double> simulator(system);
    QVERIFY(MessageOf([&] {
              simulator.AdvanceTo(1);
            }).find("1000 steps were made without time advancing") != std::string::npos);
  }

 private:
  static void kinds() {
    QTest::addColumn<bool>("discrete");
    QTest::newRow("unrestricted") << false;
    QTest::newRow("discrete") << true;
  }
};

LOOPWRIGHT_TEST(TestSimulatorEndings)

}  // namespace loopwright::test_simulator_endings

#include "test_simulator_endings.moc"
