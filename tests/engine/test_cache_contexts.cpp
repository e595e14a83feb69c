// The properties of contexts and their caches, 12, 26 to 30, 32, 34 and 35 (the numbers are those
// of the list of properties that the cache was specified with).

#include <QObject>
#include <QTest>
#include <cstring>

#include "engine/updates/update_buffer.h"
#include "tests/engine/cache_test_systems.h"
#include "tests/test_main.h"

namespace loopwright::test_cache_contexts {
using namespace loopwright::cache_test;  // NOLINT(google-build-using-namespace)

namespace {

/// ẋ = −x, y = x; counts how often it computes.
class Decay : public LeafSystem<double> {
 public:
  Decay() {
    DeclareContinuousState(BasicVector<double>{1.});
    DeclareVectorOutputPort("y", 1, &Decay::Output, {xc_ticket()});
  }
  mutable int derivatives = 0;

 private:
  void Output(const Context<double>& context, BasicVector<double>* y) const {
    (*y)[0] = context.get_continuous_state()[0];
  }
  void DoCalcTimeDerivatives(const Context<double>& context,
                             ContinuousState<double>* xdot) const override {
    ++derivatives;
    (*xdot)[0] = -context.get_continuous_state()[0];
  }
};

/// Counts up by its parameter at each update; its handler also may jump or write abstract state.
class Counter : public LeafSystem<double> {
 public:
  Counter() {
    DeclareNumericParameter(BasicVector<double>{1.});
    DeclareDiscreteState(1);
    DeclareForcedDiscreteUpdateEvent(&Counter::Update);
    DeclareVectorOutputPort("y", 1, &Counter::Output, {xd_ticket()});
  }

 private:
  EventStatus Update(const Context<double>& context, DiscreteValues<double>* next) const {
    (*next)[0] = context.get_discrete_state(0)[0] + context.get_numeric_parameter(0)[0];
    return EventStatus::Succeeded();
  }
  void Output(const Context<double>& context, BasicVector<double>* y) const {
    (*y)[0] = context.get_discrete_state(0)[0];
  }
};

/// Has two groups; its update doubles both, or says that there was nothing to do.
class Doubling : public LeafSystem<double> {
 public:
  explicit Doubling(bool is_idle) : is_idle_(is_idle) {
    DeclareDiscreteState(BasicVector<double>{1.});
    DeclareDiscreteState(BasicVector<double>{2.});
    DeclareForcedDiscreteUpdateEvent(&Doubling::Update);
  }

 private:
  EventStatus Update(const Context<double>& context, DiscreteValues<double>* next) const {
    if (is_idle_) return EventStatus::DidNothing();
    for (int g = 0; g < 2; ++g)
      (*next).get_mutable_vector(g)[0] = 2 * context.get_discrete_state(g)[0];
    return EventStatus::Succeeded();
  }
  bool is_idle_;
};

/// Has something of every kind that bytes hold.
class Everything : public LeafSystem<double> {
 public:
  explicit Everything(int width = 2) {
    DeclareVectorInputPort("u", width);
    DeclareAbstractInputPort("text", Value<std::string>(""));
    DeclareContinuousState(2, 1, 1);
    DeclareDiscreteState(width);
    DeclareModes(1);
    DeclareAbstractState(Value<bool>(true));
    DeclareAbstractState(Value<int>(1));
    DeclareAbstractState(Value<int64_t>(2));
    DeclareAbstractState(Value<double>(3));
    DeclareAbstractState(Value<std::string>("four"));
    DeclareAbstractState(Value<std::vector<int>>({5, 6}));
    DeclareAbstractState(Value<std::vector<double>>({7., 8.}));
    DeclareAbstractState(Value<std::vector<std::string>>({"nine", ""}));
    DeclareAbstractState(Value<Eigen::VectorXd>(Eigen::Vector2d(10, 11)));
    DeclareAbstractState(Value<Eigen::MatrixXd>(Eigen::Matrix2d::Identity()));
    DeclareAbstractState(Value<BasicVector<double>>(BasicVector<double>{12., 13.}));
    DeclareNumericParameter(BasicVector<double>{1., 2.});
    DeclareAbstractParameter(Value<std::string>("parameter"));
    DeclareVectorOutputPort("y", 1, &Everything::Output);
  }

 private:
  void Output(const Context<double>& context, BasicVector<double>* y) const {
    double sum = context.get_time() + 10 * context.get_accuracy().value_or(7);
    sum += get_input_port(0).Eval(context).sum();
    sum += static_cast<double>(EvalInputValue<std::string>(context, 1)->size());
    sum += context.get_continuous_state_vector().CopyToVector().dot(Eigen::Vector4d(1, 3, 9, 27));
    sum += context.get_discrete_state(0).value().sum();
    sum += context.get_abstract_state<bool>(0) ? 0.1 : 0.2;
    sum += context.get_abstract_state<int>(1);
    sum += static_cast<double>(context.get_abstract_state<int64_t>(2));
    sum += context.get_abstract_state<double>(3);
    sum += static_cast<double>(context.get_abstract_state<std::string>(4).size());
    for (const int i : context.get_abstract_state<std::vector<int>>(5)) sum += i;
    for (const double d : context.get_abstract_state<std::vector<double>>(6)) sum += d;
    for (const auto& s : context.get_abstract_state<std::vector<std::string>>(7)) {
      sum += static_cast<double>(s.size());
    }
    sum += context.get_abstract_state<Eigen::VectorXd>(8).sum();
    sum += context.get_abstract_state<Eigen::MatrixXd>(9).sum();
    sum += context.get_abstract_state<BasicVector<double>>(10).value().sum();
    sum += context.get_numeric_parameter(0).value().sum();
    sum += static_cast<double>(context.get_abstract_parameter(0).get_value<std::string>().size());
    sum += static_cast<double>(context.random_source().seed + context.random_source().run);
    if (const int64_t* modes = context.held_modes()) sum += static_cast<double>(modes[0]);
    (*y)[0] = std::sin(sum) / 3;
  }
  void DoCalcTimeDerivatives(const Context<double>& context,
                             ContinuousState<double>* xdot) const override {
    xdot->SetFrom(context.get_continuous_state());
  }
};

/// Everything with other values than it starts with.
void ChangeAll(const Everything& system, Context<double>* context) {
  context->SetTime(1.25);
  context->SetAccuracy(0.001);
  system.get_input_port(0).FixValue(context, Eigen::VectorXd(Eigen::Vector2d(0.1, 0.2)));
  system.get_input_port(1).FixValue(context, Value<std::string>("five5"));
  context->SetContinuousState(Eigen::Vector4d(1, 2, 3, 4) / 7);
  context->SetDiscreteState(Eigen::Vector2d(5, 6) / 7);
  context->SetAbstractState(0, false);
  context->SetAbstractState(1, 11);
  context->SetAbstractState(2, int64_t{22});
  context->SetAbstractState(3, 33.5);
  context->SetAbstractState(4, std::string("forty-four"));
  context->SetAbstractState(5, std::vector<int>{55});
  context->SetAbstractState(6, std::vector<double>{6.6, 7.7, 8.8});
  context->SetAbstractState(7, std::vector<std::string>{});
  context->SetAbstractState(8, Eigen::VectorXd(Eigen::Vector3d(1, 2, 3.5)));
  context->SetAbstractState(9, Eigen::MatrixXd(Eigen::MatrixXd::Constant(3, 2, 0.3)));
  context->get_mutable_abstract_state<BasicVector<double>>(10)[1] = 99;
  context->get_mutable_numeric_parameter(0)[1] = 0.7;
  context->get_mutable_abstract_parameter(0).set_value<std::string>("other");
  context->set_random_source({3, 4});
  context->data().modes[0] = 5;
  context->data().modes_held = true;
  context->data().MarkAllStale();
}

bool SameBits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

struct TwoGains {
  explicit TwoGains(const char* first_name = "first", bool connected = true) {
    DiagramBuilder<double> builder;
    first = builder.AddNamedSystem<Gain>(first_name);
    second = builder.AddNamedSystem<Gain>("second");
    if (connected) builder.Connect(*first, *second);
    builder.ExportInput(first->get_input_port(0), "u");
    if (!connected) builder.ExportInput(second->get_input_port(0), "u");
    builder.ExportOutput(second->get_output_port(0), "y");
    diagram = builder.Build();
    diagram->set_name("gains");
  }
  double Output(const Context<double>& context) const {
    return diagram->get_output_port(0).Eval(context)[0];
  }
  const Gain *first, *second;
  std::unique_ptr<Diagram<double>> diagram;
};

}  // namespace

class TestCacheContexts : public QObject {
  Q_OBJECT
 private slots:
  void property12ACloneHasItsOwnMemory() {
    const Diamond system;
    auto context = system.CreateDefaultContext();
    context->SetTime(1);
    system.top->Eval<double>(*context);
    auto clone = context->Clone();
    for (const auto& entry : system.cache_entries()) {
      QCOMPARE(entry->serial_number(*clone), entry->serial_number(*context));
      QCOMPARE(entry->is_out_of_date(*clone), entry->is_out_of_date(*context));
      QCOMPARE(entry->get_cache_entry_value(*clone).cache_index(),
               entry->get_cache_entry_value(*context).cache_index());
      QVERIFY(&entry->get_cache_entry_value(*clone).PeekAbstractValueOrThrow() !=
              &entry->get_cache_entry_value(*context).PeekAbstractValueOrThrow());
    }
    QCOMPARE(system.top->GetKnownUpToDate<double>(*clone), 5.);
    clone->SetTime(2);
    QVERIFY(system.top->is_out_of_date(*clone) && !system.top->is_out_of_date(*context));
    QCOMPARE(system.top->Eval<double>(*clone), 10.);
    context->SetTime(3);
    QVERIFY(system.top->is_out_of_date(*context) && !system.top->is_out_of_date(*clone));
    QCOMPARE(system.top->GetKnownUpToDate<double>(*clone), 10.);
    system.text->disable_caching(*context);
    auto third = context->Clone();
    QVERIFY(system.text->is_cache_entry_disabled(*third));
    QVERIFY(!system.text->is_cache_entry_disabled(*clone));
  }

  void property12ACloneReadsItsOwnFixedInputs() {
    TwoGains gains;
    auto context = gains.diagram->CreateDefaultContext();
    gains.diagram->get_input_port(0).FixValue(context.get(), 1.);
    context->get_tracker(gains.diagram->time_ticket());
    auto clone = context->Clone();
    gains.diagram->get_input_port(0).FixValue(clone.get(), 3.);
    QCOMPARE(gains.Output(*clone), 12.);
    QCOMPARE(gains.Output(*context), 4.);
    gains.diagram->get_input_port(0).FixValue(context.get(), 2.);
    QCOMPARE(gains.Output(*clone), 12.);
    QCOMPARE(gains.Output(*context), 8.);
  }

  void property26SubcontextsCannotBeClonedOrWritten() {
    TwoGains gains;
    auto context = gains.diagram->CreateDefaultContext();
    auto& part = gains.diagram->GetMutableSubsystemContext(*gains.first, context.get());
    QCOMPARE(Thrown([&] { part.Clone(); }), "Context::Clone(): only a root context can be cloned");
    QCOMPARE(Thrown([&] { part.ToBytes(); }),
             "Context::ToBytes(): only a root context can be written to bytes");
    QCOMPARE(Thrown([&] { part.FromBytes(context->ToBytes()); }),
             "Context::FromBytes(): only a root context can be read from bytes");
  }

  void property26TimeAndAccuracyBelongToTheRoot() {
    TwoGains gains;
    auto context = gains.diagram->CreateDefaultContext();
    auto& part = gains.diagram->GetMutableSubsystemContext(*gains.first, context.get());
    const auto refused = [](const char* function) {
      return QString(
                 "Context::%1(): this is the context of 'first', a part of a diagram: time and "
                 "accuracy are set in the root context, that of the whole diagram")
          .arg(function);
    };
    QCOMPARE(Thrown([&] { part.SetTime(1); }), refused("SetTime"));
    QCOMPARE(Thrown([&] { part.SetAccuracy(1e-3); }), refused("SetAccuracy"));
    QCOMPARE(Thrown([&] { part.PerturbTime(1, 2); }), refused("PerturbTime"));
    QCOMPARE(Thrown([&] { part.SetTimeAndContinuousState(1, Eigen::VectorXd()); }),
             refused("SetTimeAndContinuousState"));
    QCOMPARE(Thrown([&] { part.SetTimeStateAndParametersFrom(part); }),
             refused("SetTimeStateAndParametersFrom"));
    QCOMPARE(context->get_time(), 0.);
    QVERIFY(!context->get_accuracy().has_value());
  }

  void property27CopyingStateAndParametersLeavesTimeAndAccuracy_data() {
    QTest::addColumn<bool>("trackers");
    QTest::newRow("lists") << false;
    QTest::newRow("trackers") << true;
  }
  void property27CopyingStateAndParametersLeavesTimeAndAccuracy() {
    QFETCH(bool, trackers);
    const Probe system;
    auto from = system.CreateDefaultContext();
    from->SetTime(3);
    from->SetAccuracy(0.5);
    from->SetContinuousState(Eigen::Vector3d(1, 2, 3));
    from->SetDiscreteState(1, Eigen::VectorXd::Constant(1, 4));
    from->SetAbstractState(0, 9);
    from->get_mutable_numeric_parameter(1)[0] = 6;
    auto to = system.CreateDefaultContext();
    if (trackers) to->get_tracker(system.time_ticket());
    to->SetTime(1);
    to->SetAccuracy(0.25);
    system.EvalAll(*to);
    int64_t before = to->start_new_change_event();
    to->SetStateAndParametersFrom(*from);
    QCOMPARE(to->start_new_change_event(), before + 2);  // all of it is one event
    QCOMPARE(to->get_time(), 1.);
    QCOMPARE(*to->get_accuracy(), 0.25);
    QCOMPARE(to->get_continuous_state_vector()[2], 3.);
    QCOMPARE(to->get_discrete_state(1)[0], 4.);
    QCOMPARE(to->get_abstract_state<int>(0), 9);
    QCOMPARE(to->get_numeric_parameter(1)[0], 6.);
    QCOMPARE(system.Stale(*to), "all conf kin p pa pe pn pn0 pn1 q v x xa xc xd xd0 xd1 z");
    system.EvalAll(*to);
    before = to->start_new_change_event();
    to->SetTimeStateAndParametersFrom(*from);
    QCOMPARE(to->start_new_change_event(), before + 2);
    QCOMPARE(to->get_time(), 3.);
    QCOMPARE(*to->get_accuracy(), 0.5);
    QCOMPARE(system.Stale(*to), "a all conf kin p pa pe pn pn0 pn1 q t v x xa xc xd xd0 xd1 z");
  }

  void property28AnUpdateNotifiesOnlySystemsThatHadEvents() {
    DiagramBuilder<double> builder;
    const auto* one = builder.AddNamedSystem<Counter>("one");
    const auto* two = builder.AddNamedSystem<Counter>("two");
    const auto diagram = builder.Build();
    auto context = diagram->CreateDefaultContext();
    const auto& one_context = diagram->GetSubsystemContext(*one, *context);
    const auto& two_context = diagram->GetSubsystemContext(*two, *context);
    one->get_output_port(0).Eval(one_context);
    two->get_output_port(0).Eval(two_context);
    const auto& whole_xd = context->get_tracker(diagram->xd_ticket());
    const auto& one_xd = one_context.get_tracker(one->discrete_state_ticket(0));
    UpdateBuffer<double> buffer(&context->data());
    buffer.Begin();
    QVERIFY(!buffer.Run(one_context.node(), *one->events()[0]).failed());
    QVERIFY(buffer.Commit());
    QCOMPARE(one->get_output_port(0).Eval(one_context)[0], 1.);
    QCOMPARE(one_xd.num_value_change_events(), 1);
    QCOMPARE(whole_xd.last_change_event(), one_xd.last_change_event());
    QVERIFY(!two->get_output_port(0).cache_entry()->is_out_of_date(two_context));
    QCOMPARE(two_context.get_tracker(two->xd_ticket()).num_notifications_received(), 0);
    QCOMPARE(two_context.get_tracker(two->discrete_state_ticket(0)).num_notifications_received(),
             0);
  }

  void property28AnUpdateIsOneChangeEventAndNoneWhereNothingWasDone() {
    DiagramBuilder<double> builder;
    const auto* active = builder.AddNamedSystem<Doubling>("active", false);
    const auto* idle = builder.AddNamedSystem<Doubling>("idle", true);
    const auto diagram = builder.Build();
    auto context = diagram->CreateDefaultContext();
    const auto event = [&](const System<double>& system, DependencyTicket ticket) {
      return diagram->GetSubsystemContext(system, *context).get_tracker(ticket).last_change_event();
    };
    const int64_t before = context->start_new_change_event();
    UpdateBuffer<double> buffer(&context->data());
    const auto run = [&](const Doubling& system) {
      const auto& part = diagram->GetSubsystemContext(system, *context);
      QVERIFY(!buffer.Run(part.node(), *system.events()[0]).failed());
    };
    event(*idle, idle->xd_ticket());  // makes the trackers
    buffer.Begin();
    run(*idle);
    QVERIFY(!buffer.Commit());
    QCOMPARE(event(*idle, idle->xd_ticket()), 0);
    buffer.Begin();
    run(*active);
    run(*idle);
    QVERIFY(buffer.Commit());
    QVERIFY(event(*active, active->discrete_state_ticket(0)) > before);
    QCOMPARE(event(*active, active->discrete_state_ticket(1)),
             event(*active, active->discrete_state_ticket(0)));
    QCOMPARE(event(*idle, idle->xd_ticket()), 0);
    QCOMPARE(diagram->GetSubsystemContext(*active, *context).get_discrete_state(1)[0], 4.);
  }

  void property29AChangeOfASubcontextRecomputesTheDiagramsDerivatives() {
    DiagramBuilder<double> builder;
    const auto* one = builder.AddNamedSystem<Decay>("one");
    const auto* two = builder.AddNamedSystem<Decay>("two");
    const auto diagram = builder.Build();
    auto context = diagram->CreateDefaultContext();
    QCOMPARE(diagram->EvalTimeDerivatives(*context)[1], -1.);
    auto& part = diagram->GetMutableSubsystemContext(*two, context.get());
    part.SetContinuousState(Eigen::VectorXd::Constant(1, 5));
    const auto& xdot = diagram->EvalTimeDerivatives(*context);
    QCOMPARE(xdot[0], -1.);
    QCOMPARE(xdot[1], -5.);
    QCOMPARE(one->derivatives, 1);
    QCOMPARE(two->derivatives, 2);
    const auto& tracker = context->get_tracker(diagram->xcdot_ticket());
    part.SetContinuousState(Eigen::VectorXd::Constant(1, 6));
    QCOMPARE(tracker.last_change_event(),
             part.get_tracker(two->q_ticket()).last_change_event() == 0
                 ? part.get_tracker(two->z_ticket()).last_change_event()
                 : -1);
    QCOMPARE(diagram->EvalTimeDerivatives(*context)[1], -6.);
    QCOMPARE(one->derivatives, 1);
  }

  void property30AFixedInputsChangeInvalidatesDownstream_data() {
    QTest::addColumn<bool>("trackers");
    QTest::newRow("lists") << false;
    QTest::newRow("trackers") << true;
  }
  void property30AFixedInputsChangeInvalidatesDownstream() {
    QFETCH(bool, trackers);
    TwoGains gains;
    auto context = gains.diagram->CreateDefaultContext();
    if (trackers) context->get_tracker(gains.diagram->time_ticket());
    auto& first = gains.diagram->GetMutableSubsystemContext(*gains.first, context.get());
    auto& second = gains.diagram->GetMutableSubsystemContext(*gains.second, context.get());
    const auto stale = [&] {
      return QString("%1 %2")
          .arg(gains.first->get_output_port(0).cache_entry()->is_out_of_date(first))
          .arg(gains.second->get_output_port(0).cache_entry()->is_out_of_date(second));
    };
    gains.diagram->get_input_port(0).FixValue(context.get(), 1.);
    QCOMPARE(gains.Output(*context), 4.);
    gains.diagram->get_input_port(0).FixValue(context.get(), 2.);
    QCOMPARE(stale(), "1 1");
    QCOMPARE(gains.Output(*context), 8.);
    gains.second->get_input_port(0).FixValue(&second, 10.);  // in place of its connection
    QCOMPARE(stale(), "0 1");
    QCOMPARE(gains.Output(*context), 20.);
    if (trackers) {
      // What it was connected to does not reach it any more.
      gains.diagram->get_input_port(0).FixValue(context.get(), 3.);
      QCOMPARE(stale(), "1 0");
      const auto& port = second.get_tracker(gains.second->input_port_ticket(0));
      QCOMPARE(Names(port.prerequisites()), "fixed value of input port u");
      const DependencyTracker& fixed = *port.prerequisites().front();
      const int64_t before = fixed.num_value_change_events();
      gains.second->get_input_port(0).FixValue(&second, 11.);
      QCOMPARE(fixed.num_value_change_events(), before + 1);
    }
  }

  void property32PerturbingTimeKeepsTheTrueTime() {
    const Probe system;
    auto context = system.CreateDefaultContext();
    context->SetTime(1);
    QVERIFY(!context->get_true_time().has_value());
    system.EvalAll(*context);
    context->PerturbTime(1 + 1e-8, 1);
    QCOMPARE(context->get_time(), 1 + 1e-8);
    QCOMPARE(*context->get_true_time(), 1.);
    QCOMPARE(system.Stale(*context), "all pe t");
    auto clone = context->Clone();
    QCOMPARE(*clone->get_true_time(), 1.);
    auto other = system.CreateDefaultContext();
    other->FromBytes(context->ToBytes());
    QCOMPARE(*other->get_true_time(), 1.);
    auto copy = system.CreateDefaultContext();
    copy->SetStateAndParametersFrom(*context);
    QVERIFY(!copy->get_true_time().has_value());
    copy->SetTimeStateAndParametersFrom(*context);
    QCOMPARE(*copy->get_true_time(), 1.);
    copy->SetTimeAndContinuousState(3, Eigen::Vector3d(1, 2, 3));
    QVERIFY(!copy->get_true_time().has_value());
    context->SetTime(2);
    QVERIFY(!context->get_true_time().has_value());
    other->FromBytes(context->ToBytes());
    QVERIFY(!other->get_true_time().has_value());
  }

  void property34AContextGoesToBytesAndBack() {
    const Everything system;
    auto context = system.CreateDefaultContext();
    ChangeAll(system, context.get());
    context->get_tracker(system.time_ticket());
    const double expected = system.get_output_port(0).Eval(*context)[0];
    auto other = system.CreateDefaultContext();
    other->FromBytes(context->ToBytes());
    QVERIFY(SameBits(system.get_output_port(0).Eval(*other)[0], expected));
    QCOMPARE(other->ToBytes(), context->ToBytes());
    QCOMPARE(other->get_time(), 1.25);
    QCOMPARE(*other->get_accuracy(), 0.001);
    QCOMPARE(other->get_abstract_state<Eigen::MatrixXd>(9).rows(), 3);
    QCOMPARE(other->held_modes()[0], 5);
    QCOMPARE(system.EvalTimeDerivatives(*other)[3], 4. / 7);
    // The values replace what was there, inputs that only this one has fixed among them.
    auto fresh = system.CreateDefaultContext();
    system.get_input_port(1).FixValue(context.get(), Value<std::string>("only here"));
    auto tracked = context->Clone();
    tracked->FromBytes(fresh->ToBytes());
    QVERIFY(!system.get_input_port(1).HasValue(*tracked));
    QVERIFY(!tracked->get_accuracy().has_value());
    QCOMPARE(tracked->held_modes(), nullptr);
    QVERIFY(tracked->get_tracker(system.input_port_ticket(1)).prerequisites().empty());
  }

  void property34BytesKeepWhatIsCached() {
    const Diamond system;
    auto context = system.CreateDefaultContext();
    system.left->disable_caching(*context);
    context->EnableCacheChecking();
    auto other = system.CreateDefaultContext();
    other->FromBytes(context->ToBytes());
    QVERIFY(system.left->is_cache_entry_disabled(*other));
    QVERIFY(!system.right->is_cache_entry_disabled(*other));
    QVERIFY(other->data().caching() == context->data().caching());
    context->DisableCaching();
    other->FromBytes(context->ToBytes());
    QVERIFY(!other->is_caching_enabled());
  }

  void property34InputsAreConnectedAgain() {
    TwoGains gains;
    auto context = gains.diagram->CreateDefaultContext();
    gains.diagram->get_input_port(0).FixValue(context.get(), 1.);
    const auto bytes = context->ToBytes();
    context->get_tracker(gains.diagram->time_ticket());
    auto& second = gains.diagram->GetMutableSubsystemContext(*gains.second, context.get());
    gains.second->get_input_port(0).FixValue(&second, 10.);
    QCOMPARE(gains.Output(*context), 20.);
    context->FromBytes(bytes);
    QCOMPARE(gains.Output(*context), 4.);
    QCOMPARE(Names(second.get_tracker(gains.second->input_port_ticket(0)).prerequisites()),
             "output port y");
    gains.diagram->get_input_port(0).FixValue(context.get(), 5.);
    QCOMPARE(gains.Output(*context), 20.);
  }

  void property34DifferentiatedContextsGoToBytesToo() {
    class Square final : public LeafSystem<AutoDiff> {
     public:
      Square() {
        DeclareNumericParameter(BasicVector<AutoDiff>{3.});
        DeclareAbstractState(Value<BasicVector<AutoDiff>>(BasicVector<AutoDiff>{AutoDiff(2., 1)}));
        DeclareVectorOutputPort("y", 1, &Square::Output);
      }

     private:
      void Output(const Context<AutoDiff>& context, BasicVector<AutoDiff>* y) const {
        const AutoDiff p = context.get_numeric_parameter(0)[0];
        (*y)[0] = p * p * context.get_abstract_state<BasicVector<AutoDiff>>(0)[0];
      }
    };
    const Square system;
    auto context = system.CreateDefaultContext();
    context->get_mutable_numeric_parameter(0)[0] = AutoDiff(5, 2);
    auto other = system.CreateDefaultContext();
    other->FromBytes(context->ToBytes());
    const AutoDiff y = system.get_output_port(0).Eval(*other)[0];
    QCOMPARE(y.value(), 50.);
    QCOMPARE(y.derivatives()[2], 20.);
    QCOMPARE(y.derivatives()[1], 25.);
  }

  void property34DamagedBytesAreRefused() {
    Everything system;
    system.set_name("everything");
    auto context = system.CreateDefaultContext();
    ChangeAll(system, context.get());
    const auto bytes = context->ToBytes();
    const double before = system.get_output_port(0).Eval(*context)[0];
    const auto refused = [&](std::vector<std::byte> changed) {
      const QString text = Thrown([&] { context->FromBytes(changed); });
      const double after = system.get_output_port(0).Eval(*context)[0];
      return SameBits(after, before) ? text : "the context was changed";
    };
    QCOMPARE(refused({}), "Context::FromBytes(): these bytes are not those of a context");
    auto other = bytes;
    other[0] = std::byte{'X'};
    QCOMPARE(refused(other), "Context::FromBytes(): these bytes are not those of a context");
    other = bytes;
    other[8] = std::byte{2};
    QCOMPARE(refused(other),
             "Context::FromBytes(): the bytes are of version 2, this program reads version 1");
    for (size_t size = 12; size < bytes.size(); ++size) {
      QCOMPARE(refused({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)}),
               "Context::FromBytes(): the bytes end in the middle of a value");
    }
    other = bytes;
    other.push_back(std::byte{0});
    QCOMPARE(refused(other), "Context::FromBytes(): the bytes are damaged");
    // Any byte of the header that says what follows may be wrong: refused, or read as a value.
    for (size_t i = 20; i < bytes.size(); ++i) {
      other = bytes;
      other[i] = std::byte{0xff};
      auto victim = context->Clone();
      const QString text = Thrown([&] { victim->FromBytes(other); });
      QVERIFY2(text == "nothing was thrown" || text.startsWith("Context::FromBytes(): the bytes "),
               qPrintable(text));
    }
  }

  void property34UnknownTypesAreNamed() {
    struct Strange {
      int i = 0;
    };
    class Holder final : public LeafSystem<double> {
     public:
      Holder() { DeclareAbstractState(Value<Strange>()); }
    };
    DiagramBuilder<double> builder;
    builder.AddNamedSystem<Gain>("gain");
    builder.AddNamedSystem<Holder>("holder");
    const auto diagram = builder.Build();
    auto context = diagram->CreateDefaultContext();
    QCOMPARE(
        Thrown([&] { context->ToBytes(); }),
        QString("Context::ToBytes(): an abstract state of system 'holder' is of type %1, which "
                "cannot be written to bytes")
            .arg(QString::fromStdString(DemangledName(typeid(Strange)))));
  }

  void property35BytesOfAnotherStructureAreRefused() {
    const Everything two(2);
    Everything three(3);
    three.set_name("three");
    auto context = three.CreateDefaultContext();
    QCOMPARE(Thrown([&] { context->FromBytes(two.CreateDefaultContext()->ToBytes()); }),
             "Context::FromBytes(): the bytes belong to a system of another structure than "
             "'three'");
  }

  void property35AContextWorksWithAnotherSystemOfEqualStructure() {
    auto one = std::make_unique<TwoGains>("first");
    const TwoGains other("called differently");
    auto context = one->diagram->CreateDefaultContext();
    one->diagram->get_input_port(0).FixValue(context.get(), 3.);
    QCOMPARE(one->Output(*context), 12.);
    QCOMPARE(other.Output(*context), 12.);
    QCOMPARE(one->Output(*context), 12.);
    auto& part = other.diagram->GetMutableSubsystemContext(*other.second, context.get());
    part.get_mutable_numeric_parameter(0)[0] = 5;
    QCOMPARE(other.Output(*context), 30.);
    context->get_tracker(other.diagram->time_ticket());
    one.reset();  // a context needs no system of its own
    auto clone = context->Clone();
    for (auto* c : {context.get(), clone.get()}) {
      other.diagram->get_input_port(0).FixValue(c, 1.);
      QCOMPARE(other.Output(*c), 10.);
      QCOMPARE(c->get_tracker(other.diagram->time_ticket()).GetPathDescription(),
               std::string("gains:time"));
    }
    // A part of another diagram of equal structure, asked alone.
    const TwoGains third("third");
    const auto& view = third.diagram->GetSubsystemContext(*third.second, *context);
    QCOMPARE(third.second->get_output_port(0).Eval(view)[0], 10.);
  }

  void property35ValuesComputedByOneSystemAreNotTakenForTheOthers() {
    class Constant final : public LeafSystem<double> {
     public:
      explicit Constant(double value) : value_(value) {
        DeclareVectorOutputPort("y", 1, &Constant::Output, {nothing_ticket()});
      }

     private:
      void Output(const Context<double>&, BasicVector<double>* y) const { (*y)[0] = value_; }
      double value_;
    };
    const Constant one(1), two(2);
    auto context = one.CreateDefaultContext();
    QCOMPARE(one.get_output_port(0).Eval(*context)[0], 1.);
    QCOMPARE(two.get_output_port(0).Eval(*context)[0], 2.);
    QCOMPARE(one.get_output_port(0).Eval(*context)[0], 1.);
  }

  void property35AnyOtherSystemIsRefusedByName() {
    auto gains = std::make_unique<TwoGains>();
    const TwoGains unconnected("first", false);
    Gain gain;
    gain.set_name("gain");
    auto context = gains->diagram->CreateDefaultContext();
    auto& part = gains->diagram->GetMutableSubsystemContext(*gains->first, context.get());
    const auto refused = [](const System<double>& system, const Context<double>& c) {
      return Thrown([&] { system.ValidateContext(c); });
    };
    QCOMPARE(refused(gain, *context),
             "ValidateContext(): the context belongs to system 'gains', not to 'gain'");
    QCOMPARE(refused(*unconnected.diagram, *context),
             "ValidateContext(): the context belongs to system 'gains', not to 'gains'");
    QCOMPARE(refused(gain, part),
             "ValidateContext(): the context belongs to system 'first', not to 'gain'");
    QCOMPARE(refused(*gains->second, part),
             "ValidateContext(): the context belongs to system 'first', not to 'second'");
    QCOMPARE(Thrown([&] { gain.get_output_port(0).Eval(*context); }),
             "OutputPort(): the context belongs to system 'gains', not to 'gain'");
    const Everything two(2), three(3);
    auto everything = two.CreateDefaultContext();
    QVERIFY(refused(three, *everything) != "nothing was thrown");
    const Counter counter;
    QVERIFY(refused(counter, *gain.CreateDefaultContext()) != "nothing was thrown");
    gains.reset();
    QCOMPARE(refused(gain, *context),
             "ValidateContext(): the context belongs to a system that is gone, not to 'gain'");
  }
};

LOOPWRIGHT_TEST(TestCacheContexts)

}  // namespace loopwright::test_cache_contexts

#include "test_cache_contexts.moc"
