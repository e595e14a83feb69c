// The properties of trackers and change events, 17 to 25, 31, 33 and 36 (the numbers are those of
// the list of properties that the cache was specified with), and inspection.

#include <QObject>
#include <QTest>

#include "engine/analysis/inspection.h"
#include "engine/simulation/simulator.h"
#include "tests/engine/cache_test_systems.h"
#include "tests/test_main.h"

namespace loopwright::test_cache_trackers {
using namespace loopwright::cache_test;  // NOLINT(google-build-using-namespace)

namespace {

/// Two leaves in a diagram in a diagram: whole/inner/{first, second}, and whole/outer; first →
/// second.
struct Nested {
  explicit Nested(Kinds first_kinds = {}, Kinds second_kinds = {}, Kinds outer_kinds = {}) {
    DiagramBuilder<double> inner_builder;
    first = inner_builder.AddNamedSystem<Probe>("first", first_kinds);
    second = inner_builder.AddNamedSystem<Probe>("second", second_kinds);
    if (second_kinds.inputs > 0) {
      inner_builder.Connect(first->get_output_port(0), second->get_input_port(0));
    }
    if (first_kinds.inputs > 0) inner_builder.ExportInput(first->get_input_port(0), "u");
    inner_builder.ExportOutput(second->get_output_port(0), "y");
    DiagramBuilder<double> builder;
    inner = builder.AddNamedSystem("inner", inner_builder.Build());
    outer = builder.AddNamedSystem<Probe>("outer", outer_kinds);
    if (outer_kinds.inputs > 0) {
      builder.Connect(inner->get_output_port(0), outer->get_input_port(0));
    }
    if (first_kinds.inputs > 0) builder.ExportInput(inner->get_input_port(0), "u");
    builder.ExportOutput(outer->get_output_port(0), "y");
    whole = builder.Build();
    whole->set_name("whole");
    context = whole->CreateDefaultContext();
    if (first_kinds.inputs > 0) whole->get_input_port(0).FixValue(context.get(), 1.);
  }
  Context<double>& part(const System<double>& system) {
    return whole->GetMutableSubsystemContext(system, context.get());
  }
  void EvalAll() {
    for (const auto* probe : {first, second, outer}) probe->EvalAll(part(*probe));
  }
  /// What is out of date, by system.
  QString Stale() {
    QStringList all;
    for (const auto* probe : {first, second, outer}) all << probe->Stale(part(*probe));
    return all.join(" | ");
  }
  int64_t event(const System<double>& system, DependencyTicket ticket) {
    return (&system == whole.get() ? *context : part(system))
        .get_tracker(ticket)
        .last_change_event();
  }

  Probe *first, *second, *outer;
  Diagram<double>* inner;
  std::unique_ptr<Diagram<double>> whole;
  std::unique_ptr<Context<double>> context;
};

/// Counts seconds, from 1 at t = 0 on; an entry depends on the count, and one that has its value
/// says that it depends on nothing.
class Clock final : public LeafSystem<double> {
 public:
  Clock() {
    DeclareDiscreteState(1);
    DeclarePeriodicDiscreteUpdateEvent<&Clock::Update>(1, 0);
    count = &DeclareCacheEntry("count", &Clock::Calc, {xd_ticket()});
    other = &DeclareCacheEntry("other", &Clock::Calc, {nothing_ticket()});
  }
  const CacheEntry<double>*count, *other;

 private:
  void Update(const Context<double>& context, double* next) const {
    next[0] = context.get_discrete_state_vector()[0] + 1;
  }
  void Calc(const Context<double>& context, double* value) const {
    *value = context.get_discrete_state_vector()[0];
  }
};

/// Has a mode, and entries that depend on it, on all state, on all sources, and on neither.
class Modal final : public LeafSystem<double> {
 public:
  Modal() {
    DeclareModes(1);
    for (const DependencyTicket ticket :
         {modes_ticket(), all_state_ticket(), all_sources_ticket(), xc_ticket()}) {
      entries.push_back(&DeclareCacheEntry("entry", &Modal::Calc, {ticket}));
    }
  }
  /// Which entries are out of date, 1 or 0 each; evaluates all.
  QString TakeStale(const Context<double>& context) const {
    QString stale;
    for (const auto* entry : entries) {
      stale += entry->is_out_of_date(context) ? '1' : '0';
      entry->Eval<int>(context);
    }
    return stale;
  }
  std::vector<const CacheEntry<double>*> entries;

 private:
  void Calc(const Context<double>&, int* value) const { ++*value; }
};

QString Statistics(const DependencyTracker& t) {
  return QString("received %1 ignored %2 sent %3 changes %4 prerequisites %5")
      .arg(t.num_notifications_received())
      .arg(t.num_ignored_notifications())
      .arg(t.num_notifications_sent())
      .arg(t.num_value_change_events())
      .arg(t.num_prerequisite_change_events());
}

QString Paths(const std::vector<DependencyTracker*>& trackers) {
  QStringList names;
  for (const DependencyTracker* t : trackers) {
    names << QString::fromStdString(t->GetPathDescription());
  }
  names.sort();
  return names.join(", ");
}

QString Join(const std::vector<std::string>& names) {
  QStringList list;
  for (const auto& name : names) list << QString::fromStdString(name);
  list.sort();
  return list.join(", ");
}

}  // namespace

class TestCacheTrackers : public QObject {
  Q_OBJECT
 private slots:
  void property17TheTableOfBuiltInSubscriptionsIsExact_data() {
    QTest::addColumn<int>("ticket");
    QTest::addColumn<QString>("of_leaf");
    QTest::addColumn<QString>("of_diagram");
    const auto both = [](const char* name, int ticket, const char* prerequisites) {
      QString paths;
      for (const QString& p : QString(prerequisites).split(", ", Qt::SkipEmptyParts)) {
        paths += (paths.isEmpty() ? "whole:" : ", whole:") + p;
      }
      QTest::newRow(name) << ticket << prerequisites << paths;
    };
    const auto upwards = [](const char* name, int ticket, const char* of_leaf) {
      QTest::newRow(name) << ticket << of_leaf << QString("inner:%1, outer:%1").arg(name);
    };
    const auto computed = [](const char* name, int ticket) {
      QTest::newRow(name) << ticket << "all sources"
                          << QString("inner:%1, outer:%1, whole:all sources").arg(name);
    };
    using namespace internal;  // NOLINT(google-build-using-namespace)
    both("nothing", kNothingTicket, "");
    both("time", kTimeTicket, "");
    both("accuracy", kAccuracyTicket, "");
    upwards("q", kQTicket, "");
    upwards("v", kVTicket, "");
    upwards("z", kZTicket, "");
    both("xc", kXcTicket, "q, v, z");
    upwards("xd", kXdTicket, "discrete state 0, discrete state 1");
    upwards("xa", kXaTicket, "abstract state 0");
    both("all state", kXTicket, "modes, xa, xc, xd");
    upwards("modes", kModesTicket, "");
    upwards("pn", kPnTicket, "numeric parameter 0, numeric parameter 1");
    upwards("pa", kPaTicket, "abstract parameter 0");
    both("all parameters", kAllParametersTicket, "pa, pn");
    QTest::newRow("all input ports") << int{kAllInputPortsTicket} << "input port u0"
                                     << "whole:input port u";
    both("all sources", kAllSourcesTicket,
         "accuracy, all input ports, all parameters, all state, time");
    both("configuration", kConfigurationTicket, "accuracy, all parameters, q, xa, xd, z");
    both("kinematics", kKinematicsTicket, "configuration, v");
    computed("xcdot", kXcdotTicket);
    computed("pe", kPeTicket);
    computed("ke", kKeTicket);
    computed("pc", kPcTicket);
    computed("pnc", kPncTicket);
  }
  void property17TheTableOfBuiltInSubscriptionsIsExact() {
    QFETCH(int, ticket);
    QFETCH(QString, of_leaf);
    QFETCH(QString, of_diagram);
    Nested nested;
    const DependencyTicket t(ticket);
    QCOMPARE(Names(nested.part(*nested.first).get_tracker(t).prerequisites()), of_leaf);
    QCOMPARE(Paths(nested.context->get_tracker(t).prerequisites()), of_diagram);
  }
  // A leaf without continuous state has no entry whose tracker that of its derivatives could be.
  void property17DerivativesWithoutStateDependOnAllSources() {
    const Probe system(Kinds::None());
    auto context = system.CreateDefaultContext();
    const auto& tracker = context->get_tracker(system.xcdot_ticket());
    QCOMPARE(Names(tracker.prerequisites()), "all sources");
    QVERIFY(!tracker.has_associated_cache_entry());
  }

  void property17PortsAndEntriesSubscribeToWhatTheyRead() {
    Nested nested;
    const auto prerequisites = [&](const Context<double>& context, DependencyTicket ticket) {
      return Paths(context.get_tracker(ticket).prerequisites());
    };
    const auto& first = nested.part(*nested.first);
    const auto& second = nested.part(*nested.second);
    const auto& inner = nested.part(*nested.inner);
    QCOMPARE(prerequisites(first, nested.first->input_port_ticket(0)), "inner:input port u");
    QCOMPARE(prerequisites(second, nested.second->input_port_ticket(0)),
             "inner/first:output port y");
    QCOMPARE(prerequisites(inner, nested.inner->input_port_ticket(0)), "whole:input port u");
    QCOMPARE(prerequisites(inner, nested.inner->output_port_ticket(0)),
             "inner/second:output port y");
    QCOMPARE(prerequisites(second, nested.second->output_port_ticket(0)),
             "inner/second:cache entry output port y");
    QCOMPARE(prerequisites(*nested.context, nested.whole->input_port_ticket(0)),
             "whole:fixed value of input port u");
    QCOMPARE(prerequisites(first, nested.first->probe("kin").ticket()), "inner/first:kinematics");
    for (const DependencyTicket leaf_source :
         {nested.first->discrete_state_ticket(0), nested.first->numeric_parameter_ticket(1)}) {
      QCOMPARE(prerequisites(first, leaf_source), "");
    }
  }

  void property18EachEntryIsNotifiedOncePerChange() {
    const Diamond system;
    auto context = system.CreateDefaultContext();
    StartCounting(*context);
    system.text->Eval<std::string>(*context);
    const auto statistics = [&](const CacheEntry<double>& entry) {
      return Statistics(context->get_tracker(entry.ticket()));
    };
    for (int n = 1; n <= 3; ++n) {
      context->SetTime(n);
      const auto expect = [n](int received, int ignored, int sent) {
        return QString("received %1 ignored %2 sent %3 changes 0 prerequisites %1")
            .arg(n * received)
            .arg(n * ignored)
            .arg(n * sent);
      };
      QCOMPARE(statistics(*system.base), expect(1, 0, 2));
      QCOMPARE(statistics(*system.left), expect(1, 0, 1));
      QCOMPARE(statistics(*system.right), expect(1, 0, 1));
      QCOMPARE(statistics(*system.top), expect(2, 1, 1));
      QCOMPARE(statistics(*system.text), expect(1, 0, 0));
      QCOMPARE(
          Statistics(context->get_tracker(system.time_ticket())),
          QString("received %1 ignored 0 sent %2 changes %1 prerequisites 0").arg(n).arg(2 * n));
      QCOMPARE(Inspect(*system.top, *context).invalidated, n);
      system.text->Eval<std::string>(*context);
    }
    // What is stale already is notified all the same.
    context->SetTime(4);
    context->SetTime(5);
    QCOMPARE(context->get_tracker(system.top->ticket()).num_notifications_received(), 10);
    QCOMPARE(Inspect(*system.top, *context).invalidated, 4);
  }

  void property18AChangeEventIsNotedByHandOnce() {
    const Diamond system;
    auto context = system.CreateDefaultContext();
    system.text->Eval<std::string>(*context);
    const auto& left = context->get_tracker(system.left->ticket());
    const auto& right = context->get_tracker(system.right->ticket());
    const int64_t event = context->start_new_change_event();
    left.NoteValueChange(event);
    right.NoteValueChange(event);
    left.NoteValueChange(event);
    QCOMPARE(Statistics(left), "received 2 ignored 1 sent 1 changes 2 prerequisites 0");
    QCOMPARE(left.last_change_event(), event);
    QCOMPARE(Statistics(context->get_tracker(system.top->ticket())),
             "received 2 ignored 1 sent 1 changes 0 prerequisites 2");
    QVERIFY(system.left->is_out_of_date(*context) && system.text->is_out_of_date(*context));
    QVERIFY(!system.base->is_out_of_date(*context));
  }

  void property19Unsubscribe() {
    Diamond system;
    system.set_name("diamond");
    auto context = system.CreateDefaultContext();
    auto& top = context->get_mutable_tracker(system.top->ticket());
    auto& left = context->get_mutable_tracker(system.left->ticket());
    auto& base = context->get_mutable_tracker(system.base->ticket());
    QVERIFY(top.HasPrerequisite(left) && left.HasSubscriber(top));
    QVERIFY(!top.HasPrerequisite(base) && !base.HasSubscriber(top));
    top.UnsubscribeFromPrerequisite(&left);
    QVERIFY(!top.HasPrerequisite(left) && !left.HasSubscriber(top));
    QCOMPARE(top.num_prerequisites(), 1);
    QCOMPARE(left.num_subscribers(), 0);
    system.text->Eval<std::string>(*context);
    left.NoteValueChange(context->start_new_change_event());
    QVERIFY(!system.top->is_out_of_date(*context));
    context->SetTime(1);
    QVERIFY(system.top->is_out_of_date(*context));  // by way of right
    QCOMPARE(Thrown([&] { top.UnsubscribeFromPrerequisite(&left); }),
             "Tracker 'diamond:cache entry top' has not subscribed to 'diamond:cache entry left'");
    top.SubscribeToPrerequisite(&left);
    QVERIFY(top.HasPrerequisite(left));
    QCOMPARE(Thrown([&] { top.SubscribeToPrerequisite(&left); }),
             "Tracker 'diamond:cache entry top' has subscribed to 'diamond:cache entry left' "
             "already");
    auto other = system.CreateDefaultContext();
    QCOMPARE(Thrown([&] {
               top.SubscribeToPrerequisite(&other->get_mutable_tracker(system.base->ticket()));
             }),
             "Tracker 'diamond:cache entry top' cannot subscribe to a tracker of another context");
    system.text->Eval<std::string>(*context);
    left.NoteValueChange(context->start_new_change_event());
    QVERIFY(system.top->is_out_of_date(*context));
  }

  void property19SubscriptionsMayRunInACircle() {
    const Diamond system;
    auto context = system.CreateDefaultContext();
    auto& base = context->get_mutable_tracker(system.base->ticket());
    base.SubscribeToPrerequisite(&context->get_mutable_tracker(system.text->ticket()));
    system.text->Eval<std::string>(*context);
    context->SetTime(1);
    QVERIFY(system.text->is_out_of_date(*context));
    QCOMPARE(Statistics(base), "received 2 ignored 1 sent 2 changes 0 prerequisites 2");
  }

  // A Simulator prepares updates, which tell no tracker, only where nobody has asked for one: those
  // who subscribed hear of each update. They also hear of all state and parameters set anew.
  void property18UpdatesReachWhoSubscribedByHand() {
    const Clock clock;
    Simulator<double> simulator(clock);
    Context<double>& context = simulator.get_mutable_context();
    context.get_mutable_tracker(clock.other->ticket())
        .SubscribeToPrerequisite(&context.get_mutable_tracker(clock.count->ticket()));
    simulator.Initialize();
    const auto evaluate = [&] {
      QCOMPARE(clock.count->Eval<double>(context), context.get_discrete_state_vector()[0]);
      QCOMPARE(clock.other->Eval<double>(context), context.get_discrete_state_vector()[0]);
      QVERIFY(!clock.count->is_out_of_date(context) && !clock.other->is_out_of_date(context));
    };
    for (const double time : {0.5, 1.5, 2.5}) {
      QVERIFY(simulator.AdvanceTo(time).succeeded());
      QVERIFY(clock.count->is_out_of_date(context));
      QVERIFY(clock.other->is_out_of_date(context));
      evaluate();
    }
    const DependencyTracker& tracker = context.get_tracker(clock.other->ticket());
    const int64_t notifications = tracker.num_notifications_received();
    clock.SetDefaultContext(&context);
    QVERIFY(clock.other->is_out_of_date(context));
    QVERIFY(tracker.num_notifications_received() > notifications);
    evaluate();
  }

  void property20SuppressedNotificationsStopDownstreamAndAreCloned() {
    const Diamond system;
    auto context = system.CreateDefaultContext();
    auto& left = context->get_mutable_tracker(system.left->ticket());
    auto& right = context->get_mutable_tracker(system.right->ticket());
    QVERIFY(!left.notifications_are_suppressed());
    left.suppress_notifications();
    right.suppress_notifications();
    QVERIFY(left.notifications_are_suppressed());
    auto clone = context->Clone();
    QVERIFY(clone->get_tracker(system.left->ticket()).notifications_are_suppressed());
    QVERIFY(!clone->get_tracker(system.top->ticket()).notifications_are_suppressed());
    for (auto* c : {context.get(), clone.get()}) {
      system.text->Eval<std::string>(*c);
      c->SetTime(1);
      QVERIFY(system.base->is_out_of_date(*c));
      QVERIFY(!system.left->is_out_of_date(*c) && !system.right->is_out_of_date(*c));
      QVERIFY(!system.top->is_out_of_date(*c));
      QCOMPARE(system.text->Eval<std::string>(*c), std::string("0"));
      QCOMPARE(Statistics(c->get_tracker(system.left->ticket())),
               "received 1 ignored 1 sent 0 changes 0 prerequisites 1");
    }
  }

  void property21StatisticsStartAtZeroInAClone() {
    const Diamond system;
    auto context = system.CreateDefaultContext();
    auto& top = context->get_mutable_tracker(system.top->ticket());
    auto& time = context->get_mutable_tracker(system.time_ticket());
    top.SubscribeToPrerequisite(&time);
    context->SetTime(1);
    QCOMPARE(Statistics(top), "received 3 ignored 2 sent 1 changes 0 prerequisites 3");
    auto clone = context->Clone();
    const auto& copy = clone->get_tracker(system.top->ticket());
    QVERIFY(&copy != &top);
    QCOMPARE(Statistics(copy), "received 0 ignored 0 sent 0 changes 0 prerequisites 0");
    QVERIFY(copy.HasPrerequisite(clone->get_tracker(system.time_ticket())));
    QVERIFY(!copy.HasPrerequisite(time));
    clone->SetTime(2);
    QCOMPARE(Statistics(copy), "received 3 ignored 2 sent 1 changes 0 prerequisites 3");
    QCOMPARE(Statistics(top), "received 3 ignored 2 sent 1 changes 0 prerequisites 3");
  }

  void property21TrackersHavePathNames() {
    Nested nested;
    const auto& leaf = nested.part(*nested.second);
    const auto name = [&](DependencyTicket ticket) {
      return QString::fromStdString(leaf.get_tracker(ticket).GetPathDescription());
    };
    const auto& system = *nested.second;
    QCOMPARE(name(system.time_ticket()), "inner/second:time");
    QCOMPARE(name(system.input_port_ticket(0)), "inner/second:input port u0");
    QCOMPARE(name(system.output_port_ticket(0)), "inner/second:output port y");
    QCOMPARE(name(system.discrete_state_ticket(1)), "inner/second:discrete state 1");
    QCOMPARE(name(system.abstract_state_ticket(0)), "inner/second:abstract state 0");
    QCOMPARE(name(system.numeric_parameter_ticket(1)), "inner/second:numeric parameter 1");
    QCOMPARE(name(system.abstract_parameter_ticket(0)), "inner/second:abstract parameter 0");
    QCOMPARE(name(system.probe("kin").ticket()), "inner/second:cache entry kin");
    QCOMPARE(QString::fromStdString(leaf.get_tracker(system.q_ticket()).description()), "q");
  }

  void property22TimeAndAccuracyReachAllChildren() {
    Nested nested;
    nested.EvalAll();
    nested.context->SetTime(1);
    QCOMPARE(nested.Stale(), "all pe t | all pe t u u0 | all pe t u u0");
    for (const auto* system : {nested.first, nested.second, nested.outer}) {
      QCOMPARE(nested.part(*system).get_time(), 1.);
    }
    nested.EvalAll();
    nested.context->SetAccuracy(1e-3);
    QCOMPARE(nested.Stale(), "a all conf kin pe | a all conf kin pe u u0 | a all conf kin pe u u0");
    QCOMPARE(*nested.part(*nested.second).get_accuracy(), 1e-3);
    nested.context->get_tracker(nested.whole->time_ticket());
    const int64_t before = nested.context->start_new_change_event();
    nested.context->SetTime(2);
    for (const System<double>* s : {static_cast<const System<double>*>(nested.whole.get()),
                                    static_cast<const System<double>*>(nested.inner),
                                    static_cast<const System<double>*>(nested.second)}) {
      QCOMPARE(nested.event(*s, s->time_ticket()), before + 1);
    }
  }

  void property23AChangeReachesOnlySystemsThatHaveIt_data() {
    QTest::addColumn<bool>("trackers");
    QTest::newRow("lists") << false;
    QTest::newRow("trackers") << true;
  }
  // Without ports; "first" has all, "second" no state, "outer" no parameters and only z.
  void property23AChangeReachesOnlySystemsThatHaveIt() {
    QFETCH(bool, trackers);
    Kinds all, none, some;
    all.inputs = 0;
    none = Kinds::None();
    some = Kinds::None();
    some.z = 2;
    Nested nested(all, none, some);
    if (trackers) nested.context->get_tracker(nested.whole->xc_ticket());
    auto& root = *nested.context;
    const auto stale_after = [&](auto change) {
      nested.EvalAll();
      change();
      return nested.Stale();
    };
    QCOMPARE(stale_after([&] { root.get_mutable_continuous_state(); }),
             "all conf kin pe q v x xc z |  | all conf kin pe x xc z");
    QCOMPARE(stale_after([&] { root.get_mutable_discrete_state(); }),
             "all conf kin pe x xd xd0 xd1 |  | ");
    QCOMPARE(stale_after([&] { root.get_mutable_abstract_state_value(0); }),
             "all conf kin pe x xa |  | ");
    QCOMPARE(stale_after([&] { root.get_mutable_numeric_parameter(0); }),
             "all conf kin p pe pn pn0 |  | ");
    QCOMPARE(stale_after([&] { root.get_mutable_abstract_parameter(0); }),
             "all conf kin p pa pe |  | ");
  }
  void property23KindsThatALeafLacksAreNotPassedOn() {
    Nested nested({}, Kinds::None(), {});
    const auto& leaf = nested.part(*nested.second);
    const auto& system = *nested.second;
    nested.context->get_mutable_continuous_state();
    for (const auto ticket : {system.q_ticket(), system.v_ticket(), system.z_ticket()}) {
      QVERIFY(leaf.get_tracker(ticket).notifications_are_suppressed());
      QCOMPARE(leaf.get_tracker(ticket).last_change_event(), 0);
    }
    QVERIFY(leaf.get_tracker(system.xd_ticket()).notifications_are_suppressed());
    QVERIFY(leaf.get_tracker(system.xa_ticket()).notifications_are_suppressed());
    QCOMPARE(leaf.get_tracker(system.xc_ticket()).num_notifications_received(), 0);
    QCOMPARE(leaf.get_tracker(system.all_sources_ticket()).num_notifications_received(), 0);
  }

  void property24ChangesOfChildrenShowInTheDiagram() {
    Nested nested;
    auto& leaf = nested.part(*nested.second);
    const System<double>& whole = *nested.whole;
    const auto expect = [&](const std::set<int>& changed) {
      const int64_t event = nested.context->start_new_change_event() - 1;
      for (const System<double>* s : {&whole, static_cast<const System<double>*>(nested.inner)}) {
        std::set<int> found;
        for (int t = 0; t < internal::kNextFreeTicket; ++t) {
          if (nested.event(*s, DependencyTicket(t)) == event) found.insert(t);
        }
        std::set<int> expected = changed;
        for (const int t :
             {internal::kAllSourcesTicket, internal::kXcdotTicket, internal::kPeTicket,
              internal::kKeTicket, internal::kPcTicket, internal::kPncTicket}) {
          expected.insert(t);
        }
        QCOMPARE(found, expected);
      }
      QCOMPARE(nested.event(*nested.first, whole.all_sources_ticket()) == event, false);
    };
    nested.context->get_tracker(whole.xc_ticket());
    using namespace internal;  // NOLINT(google-build-using-namespace)
    leaf.get_mutable_continuous_state();
    expect({kQTicket, kVTicket, kZTicket, kXcTicket, kXTicket, kConfigurationTicket,
            kKinematicsTicket});
    leaf.get_mutable_discrete_state(1);
    expect({kXdTicket, kXTicket, kConfigurationTicket, kKinematicsTicket});
    leaf.get_mutable_abstract_state<int>(0);
    expect({kXaTicket, kXTicket, kConfigurationTicket, kKinematicsTicket});
    leaf.get_mutable_numeric_parameter(0);
    expect({kPnTicket, kAllParametersTicket, kConfigurationTicket, kKinematicsTicket});
    leaf.get_mutable_abstract_parameter(0);
    expect({kPaTicket, kAllParametersTicket, kConfigurationTicket, kKinematicsTicket});
  }
  void property24ChangesOfTheDiagramShowInItsChildren() {
    Nested nested;
    const auto& system = *nested.second;
    nested.context->get_tracker(nested.whole->xc_ticket());
    nested.part(*nested.inner).get_mutable_continuous_state();
    const int64_t event = nested.context->start_new_change_event() - 1;
    for (const auto ticket : {system.q_ticket(), system.v_ticket(), system.z_ticket(),
                              system.xc_ticket(), system.xcdot_ticket()}) {
      QCOMPARE(nested.event(*nested.first, ticket), event);
      QCOMPARE(nested.event(*nested.second, ticket), event);
      QCOMPARE(nested.event(*nested.whole, ticket), event);
    }
    QVERIFY(nested.event(*nested.outer, system.q_ticket()) != event);
    nested.EvalAll();
    nested.context->get_mutable_discrete_state();
    QCOMPARE(nested.Stale(),
             "all conf kin pe x xd xd0 xd1 | all conf kin pe u u0 x xd xd0 xd1 | "
             "all conf kin pe u u0 x xd xd0 xd1");
  }

  void property25ChangeEventNumbersGrowFromAnywhereInTheTree() {
    Nested nested;
    int64_t last = nested.context->start_new_change_event();
    for (const System<double>* s : {static_cast<const System<double>*>(nested.second),
                                    static_cast<const System<double>*>(nested.inner),
                                    static_cast<const System<double>*>(nested.outer)}) {
      const int64_t next = nested.part(*s).start_new_change_event();
      QCOMPARE(next, last + 1);
      nested.part(*s).get_mutable_numeric_parameter(0);
      last = nested.context->start_new_change_event();
      QCOMPARE(last, next + 2);
    }
    auto clone = nested.context->Clone();
    QVERIFY(clone->start_new_change_event() > last);
  }

  void property31EachSourceInvalidatesExactlyItsDependents_data() {
    QTest::addColumn<bool>("trackers");
    QTest::newRow("lists") << false;
    QTest::newRow("trackers") << true;
  }
  void property31EachSourceInvalidatesExactlyItsDependents() {
    QFETCH(bool, trackers);
    const Probe system;
    auto context = system.CreateDefaultContext();
    if (trackers) context->get_tracker(system.time_ticket());
    system.get_input_port(0).FixValue(context.get(), 1.);
    const auto stale_after = [&](auto change) {
      system.EvalAll(*context);
      change(*context);
      return system.Stale(*context);
    };
    using C = Context<double>;
    const Eigen::Vector3d x(1, 2, 3);
    QCOMPARE(stale_after([](C& c) { c.SetTime(1); }), "all pe t");
    QCOMPARE(stale_after([](C& c) { c.SetAccuracy(1e-3); }), "a all conf kin pe");
    QCOMPARE(stale_after([&](C& c) { c.SetContinuousState(x); }), "all conf kin pe q v x xc z");
    QCOMPARE(stale_after([&](C& c) { c.SetTimeAndContinuousState(1, x); }),
             "all conf kin pe q t v x xc z");
    QCOMPARE(stale_after([](C& c) { c.get_mutable_generalized_position(); }),
             "all conf kin pe q x xc");
    QCOMPARE(stale_after([](C& c) { c.get_mutable_generalized_velocity(); }), "all kin pe v x xc");
    QCOMPARE(stale_after([](C& c) { c.get_mutable_misc_continuous_state(); }),
             "all conf kin pe x xc z");
    QCOMPARE(stale_after([](C& c) { c.GetMutableVZVectors(c.start_new_change_event()); }),
             "all conf kin pe v x xc z");
    QCOMPARE(stale_after([](C& c) { c.get_mutable_discrete_state(0); }),
             "all conf kin pe x xd xd0");
    QCOMPARE(stale_after([](C& c) { c.get_mutable_discrete_state(1); }),
             "all conf kin pe x xd xd1");
    QCOMPARE(stale_after([](C& c) { c.get_mutable_discrete_state(); }),
             "all conf kin pe x xd xd0 xd1");
    QCOMPARE(stale_after([](C& c) { c.SetAbstractState(0, 3); }), "all conf kin pe x xa");
    QCOMPARE(stale_after([](C& c) { c.get_mutable_numeric_parameter(0); }),
             "all conf kin p pe pn pn0");
    QCOMPARE(stale_after([](C& c) { c.get_mutable_numeric_parameter(1); }),
             "all conf kin p pe pn pn1");
    QCOMPARE(stale_after([](C& c) { c.get_mutable_abstract_parameter(0); }),
             "all conf kin p pa pe");
    QCOMPARE(stale_after([&](C& c) { system.get_input_port(0).FixValue(&c, 2.); }), "all pe u u0");
    QCOMPARE(system.probe("none").serial_number(*context), 1);
  }

  void property31ModesAreASource_data() {
    QTest::addColumn<bool>("trackers");
    QTest::newRow("lists") << false;
    QTest::newRow("trackers") << true;
  }
  void property31ModesAreASource() {
    QFETCH(bool, trackers);
    const Modal system;
    auto context = system.CreateDefaultContext();
    if (trackers) context->get_tracker(system.time_ticket());
    QCOMPARE(system.TakeStale(*context), "1111");
    QCOMPARE(system.TakeStale(*context), "0000");
    context->data().Invalidate(context->data().plan->modes_source(0));
    QCOMPARE(system.TakeStale(*context), "1110");
  }

  void property33SeveralChangesInOneCallShareOneChangeEvent() {
    Nested nested;
    auto& root = *nested.context;
    const System<double>& whole = *nested.whole;
    const int n = root.num_continuous_states();
    const auto& all = root.get_tracker(whole.all_sources_ticket());
    const auto events = [&](auto change) {
      const int64_t before = root.start_new_change_event();
      change();
      return root.start_new_change_event() - before - 1;
    };
    QCOMPARE(events([&] { root.SetTimeAndContinuousState(1, Eigen::VectorXd::Zero(n)); }), 1);
    QCOMPARE(nested.event(whole, whole.time_ticket()), nested.event(whole, whole.q_ticket()));
    QCOMPARE(nested.event(whole, whole.time_ticket()), all.last_change_event());
    QCOMPARE(events([&] { root.SetContinuousState(Eigen::VectorXd::Zero(n)); }), 1);
    QCOMPARE(events([&] { root.get_mutable_discrete_state(); }), 1);
    const int64_t event = root.start_new_change_event();
    root.GetMutableVZVectors(event);
    for (const auto ticket : {whole.v_ticket(), whole.z_ticket()}) {
      QCOMPARE(nested.event(*nested.second, ticket), event);
      QCOMPARE(nested.event(whole, ticket), event);
    }
    QVERIFY(nested.event(*nested.second, whole.q_ticket()) != event);
  }

  void property36SetContinuousStateNotifiesItsConstituents() {
    Nested nested;
    auto& root = *nested.context;
    const System<double>& whole = *nested.whole;
    root.get_tracker(whole.xc_ticket());
    root.SetContinuousState(Eigen::VectorXd::Ones(root.num_continuous_states()));
    const int64_t event = root.start_new_change_event() - 1;
    for (const System<double>* s : {&whole, static_cast<const System<double>*>(nested.inner),
                                    static_cast<const System<double>*>(nested.first),
                                    static_cast<const System<double>*>(nested.outer)}) {
      for (const auto ticket : {s->q_ticket(), s->v_ticket(), s->z_ticket(), s->xc_ticket(),
                                s->all_state_ticket(), s->xcdot_ticket()}) {
        QCOMPARE(nested.event(*s, ticket), event);
      }
      QVERIFY(nested.event(*s, s->xd_ticket()) != event);
    }
  }

  void property36GetMutableStateNotifiesItsConstituents() {
    Nested nested;
    nested.context->get_tracker(nested.whole->xc_ticket());
    nested.EvalAll();
    nested.part(*nested.inner).get_mutable_state();
    const int64_t event = nested.context->start_new_change_event() - 1;
    for (const System<double>* s : {static_cast<const System<double>*>(nested.whole.get()),
                                    static_cast<const System<double>*>(nested.inner),
                                    static_cast<const System<double>*>(nested.first)}) {
      for (const auto ticket : {s->q_ticket(), s->v_ticket(), s->z_ticket(), s->xc_ticket(),
                                s->xd_ticket(), s->xa_ticket(), s->all_state_ticket()}) {
        QCOMPARE(nested.event(*s, ticket), event);
      }
      QVERIFY(nested.event(*s, s->all_parameters_ticket()) != event);
    }
    QCOMPARE(nested.event(*nested.first, nested.first->discrete_state_ticket(1)), event);
    QCOMPARE(nested.event(*nested.first, nested.first->abstract_state_ticket(0)), event);
    QVERIFY(nested.event(*nested.outer, nested.outer->all_state_ticket()) != event);
    nested.EvalAll();
    nested.context->get_mutable_parameters();
    const QString stale = "all conf kin p pa pe pn pn0 pn1";
    QCOMPARE(nested.Stale(), stale + " | " + stale + " u u0 | " + stale + " u u0");
  }

  // --- inspection ---

  void inspectionNamesWhatAnEntryDependsOn() {
    Nested nested;
    const auto& system = *nested.second;
    const auto& context = nested.part(system);
    const EntryInspection kin = Inspect(system.probe("kin"), context);
    QCOMPARE(kin.name, std::string("inner/second:cache entry kin"));
    QCOMPARE(kin.system, std::string("inner/second"));
    QCOMPARE(kin.description, std::string("kin"));
    QCOMPARE(kin.size, -1);
    QCOMPARE(Join(kin.depends_on), "inner/second:kinematics");
    QCOMPARE(Join(kin.depended_on_by), "");
    QCOMPARE(Join(kin.sources),
             "inner/second:abstract parameter 0, inner/second:abstract state 0, "
             "inner/second:accuracy, inner/second:discrete state 0, inner/second:discrete state 1, "
             "inner/second:numeric parameter 0, inner/second:numeric parameter 1, inner/second:q, "
             "inner/second:v, inner/second:z");
    QVERIFY(!kin.up_to_date && !kin.disabled && !kin.frozen);
    const auto& output = *nested.first->get_output_port(0).cache_entry();
    const EntryInspection y = Inspect(output, nested.part(*nested.first));
    QCOMPARE(y.size, 1);
    QCOMPARE(Join(y.depended_on_by), "inner/first:output port y");
    QVERIFY(Join(y.sources).contains("whole:fixed value of input port u"));
    QCOMPARE(Join(y.entries_behind),
             "inner/second:cache entry all, inner/second:cache entry output port y, "
             "inner/second:cache entry pe, inner/second:cache entry u, inner/second:cache entry "
             "u0, inner/second:xcdot, outer:cache entry all, outer:cache entry output port y, "
             "outer:cache entry pe, outer:cache entry u, outer:cache entry u0, outer:xcdot");
  }

  void inspectionCountsComputationsReuseAndInvalidation() {
    const Diamond system;
    auto context = system.CreateDefaultContext();
    system.text->Eval<std::string>(*context);
    QCOMPARE(Inspect(*system.top, *context).computed, 0);  // nothing is counted yet
    StartCounting(*context);
    for (int n = 1; n <= 3; ++n) {
      context->SetTime(n);
      context->SetTime(n + 0.5);
      for (int i = 0; i < 4; ++i) system.top->Eval<double>(*context);
    }
    context->get_tracker(system.left->ticket()).NoteValueChange(context->start_new_change_event());
    const EntryInspection top = Inspect(*system.top, *context);
    QCOMPARE(top.computed, 3);
    QCOMPARE(top.reused, 9);
    QCOMPARE(top.invalidated, 4);
    QCOMPARE(top.serial_number, 4);
    QCOMPARE(static_cast<int>(top.invalidated_by.size()), 2);
    QCOMPARE(top.invalidated_by[0].source, std::string(":time"));
    QCOMPARE(top.invalidated_by[0].count, 3);
    QCOMPARE(top.invalidated_by[1].source, std::string(":cache entry left"));
    QCOMPARE(top.invalidated_by[1].count, 1);
    const EntryInspection base = Inspect(*system.base, *context);
    QCOMPARE(base.computed, 3);
    QCOMPARE(base.reused, 3);  // left computes it, right reuses it
    QVERIFY(base.up_to_date);
    auto clone = context->Clone();
    QCOMPARE(Inspect(*system.top, *clone).computed, 0);
    system.top->Eval<double>(*clone);
    QCOMPARE(Inspect(*system.top, *clone).computed, 1);
    StopCounting(*context);
    system.top->Eval<double>(*context);
    QCOMPARE(Inspect(*system.top, *context).computed, 0);
  }

  void inspectionShowsDisabledAndFrozenEntries() {
    Nested nested;
    nested.EvalAll();
    nested.first->probe("t").disable_caching(nested.part(*nested.first));
    nested.part(*nested.second).FreezeCache();
    const auto all = InspectAll(nested.part(*nested.inner));
    QCOMPARE(all.size(),
             nested.first->cache_entries().size() + nested.second->cache_entries().size());
    for (const EntryInspection& e : all) {
      QCOMPARE(e.disabled, e.name == "inner/first:cache entry t");
      QCOMPARE(e.frozen, e.system == "inner/second");
      if (e.description == "t") QVERIFY(e.up_to_date);
    }
    nested.context->DisableCaching();
    QVERIFY(Inspect(nested.outer->probe("t"), nested.part(*nested.outer)).disabled);
    QVERIFY(Thrown([&] {
              Inspect(nested.outer->probe("t"), nested.part(*nested.first));
            }).startsWith("Inspect(): the context belongs to system 'inner/first'"));
  }
};

LOOPWRIGHT_TEST(TestCacheTrackers)

}  // namespace loopwright::test_cache_trackers

#include "test_cache_trackers.moc"
