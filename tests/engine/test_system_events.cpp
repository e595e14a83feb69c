#include <QObject>
#include <QTest>
#include <tuple>

#include "engine/diagram/diagram_builder.h"
#include "engine/simulation/simulator.h"
#include "tests/engine/event_systems.h"
#include "tests/engine/message_of.h"
#include "tests/test_main.h"

namespace loopwright::test_system_events {

namespace {

EventStatus Succeed(const SystemBase*) { return EventStatus::Succeeded(); }
EventStatus Fail(const SystemBase* system) { return EventStatus::Failed(system, "no paper"); }

template <typename EventType>
size_t CountOf(const EventCollection<EventType>& events) {
  return dynamic_cast<const LeafEventCollection<EventType>&>(events).get_events().size();
}

}  // namespace

class TestSystemEvents : public QObject {
  Q_OBJECT
 private slots:
  void collectionsHoldEventsOfEachKind() {
    const AllEvents system;
    auto events = system.AllocateCompositeEventCollection();
    QVERIFY(!events->HasEvents());
    PublishEvent<double>(TriggerType::kTimed).AddToComposite(events.get());
    DiscreteUpdateEvent<double>().AddToComposite(TriggerType::kPerStep, events.get());
    QVERIFY(events->HasPublishEvents() && events->HasDiscreteUpdateEvents());
    QVERIFY(!events->HasUnrestrictedUpdateEvents());
    auto more = system.AllocateCompositeEventCollection();
    more->AddUnrestrictedUpdateEvent(UnrestrictedUpdateEvent<double>());
    more->AddToEnd(*events);
    more->AddToEnd(*events);
    QCOMPARE(CountOf(more->get_publish_events()), size_t{2});
    QCOMPARE(CountOf(more->get_unrestricted_update_events()), size_t{1});
    more->SetFrom(*events);
    QCOMPARE(CountOf(more->get_publish_events()), size_t{1});
    QVERIFY(!more->HasUnrestrictedUpdateEvents());
    more->Clear();
    QVERIFY(!more->HasEvents());
  }

  void collectionsOfOtherSystemsAreRefused() {
    DiagramBuilder<double> builder;
    auto* leaf = builder.AddNamedSystem<AllEvents>("leaf");
    auto diagram = builder.Build();
    diagram->set_name("diagram");
    auto of_diagram = diagram->AllocateCompositeEventCollection();
    auto of_leaf = leaf->AllocateCompositeEventCollection();
    auto context = diagram->CreateDefaultContext();
    QCOMPARE(MessageOf([&] { of_diagram->AddPublishEvent(PublishEvent<double>()); }),
             std::string("DiagramEventCollection::AddEvent(): events belong to leaves: add it to "
                         "the collection of the subsystem"));
    QCOMPARE(MessageOf([&] { of_diagram->AddToEnd(*of_leaf); }),
             std::string("EventCollection::AddToEnd(): the collections are of different systems: "
                         "allocate both with the same system's "
                         "AllocateCompositeEventCollection()"));
    QCOMPARE(
        MessageOf([&] { std::ignore = diagram->Publish(*context, of_leaf->get_publish_events()); }),
        std::string("The events for diagram 'diagram' are those of another system: allocate "
                    "them with the diagram's own AllocateCompositeEventCollection()"));
    const auto& part = diagram->GetSubsystemContext(*leaf, *context);
    QCOMPARE(
        MessageOf([&] { std::ignore = leaf->Publish(part, of_diagram->get_publish_events()); }),
        std::string("The events for system 'leaf' are those of a diagram: allocate them with "
                    "the system's own AllocateCompositeEventCollection()"));
  }

  void declaredEventsAreFoundByTrigger() {
    const AllEvents system;
    auto context = system.CreateDefaultContext();
    auto events = system.AllocateCompositeEventCollection();
    system.GetPerStepEvents(*context, events.get());
    QCOMPARE(CountOf(events->get_publish_events()), size_t{1});
    QCOMPARE(CountOf(events->get_discrete_update_events()), size_t{1});
    QCOMPARE(CountOf(events->get_unrestricted_update_events()), size_t{1});
    system.GetInitializationEvents(*context, events.get());
    QCOMPARE(CountOf(events->get_publish_events()), size_t{1});
    system.GetPeriodicEvents(*context, events.get());
    QCOMPARE(CountOf(events->get_publish_events()), size_t{1});
    const auto by_timing = system.MapPeriodicEventsByTiming();
    QCOMPARE(by_timing.size(), size_t{2});
    QCOMPARE(by_timing.begin()->first.period_sec(), 0.5);
    QCOMPARE(by_timing.begin()->first.offset_sec(), 0.25);
    QCOMPARE(by_timing.begin()->second.size(), size_t{2});
    QCOMPARE(system.GetUniquePeriodicDiscreteUpdateAttribute()->offset_sec(), 0.25);
  }

  void theNextUpdateTimeIsLaterThanThePresent() {
    const AllEvents system;
    auto context = system.CreateDefaultContext();
    auto events = system.AllocateCompositeEventCollection();
    const auto next = [&](double now) {
      context->SetTime(now);
      return system.CalcNextUpdateTime(*context, events.get());
    };
    QCOMPARE(next(0), 0.1);
    QVERIFY(!events->HasPublishEvents() && !events->HasUnrestrictedUpdateEvents());
    QCOMPARE(CountOf(events->get_discrete_update_events()), size_t{1});
    QCOMPARE(next(0.1), 0.25);
    QVERIFY(events->HasUnrestrictedUpdateEvents());
    QCOMPARE(next(0.25), 0.75);
    QCOMPARE(next(0.75), 1.);
    QVERIFY(events->HasPublishEvents() && !events->HasDiscreteUpdateEvents());
    QCOMPARE(next(-3), 0.);
    QCOMPARE(next(1e6), 1e6 + 0.25);
  }

  void theNextUpdateTimeIsFoundOrRefusedFarFromZero() {
    Mixed system;  // every second
    auto context = system.CreateDefaultContext();
    auto events = system.AllocateCompositeEventCollection();
    // About where not every second is a number any more.
    for (const double now : {0x1p53 - 40, 0x1p53 - 2, 0x1p53}) {
      context->SetTime(now);
      const double next = system.CalcNextUpdateTime(*context, events.get());
      QVERIFY(next > now && next < now + 40);
    }
    context->SetTime(1e17);
    QCOMPARE(MessageOf([&] { system.CalcNextUpdateTime(*context, events.get()); }),
             std::string("a period of 1 s is too short at t = 1e+17 s: its events cannot be "
                         "counted"));
  }

  void aDiagramsNextUpdateIsItsEarliestPart() {
    DiagramBuilder<double> builder;
    auto* a = builder.AddSystem<AllEvents>();
    builder.AddSystem<Hooked>();
    auto diagram = builder.Build();
    auto context = diagram->CreateDefaultContext();
    auto events = diagram->AllocateCompositeEventCollection();
    context->SetTime(0.3);
    QCOMPARE(diagram->CalcNextUpdateTime(*context, events.get()), 0.5);
    auto* parts = dynamic_cast<DiagramCompositeEventCollection<double>*>(events.get());
    QVERIFY(!parts->get_subevent_collection(0).HasEvents());
    QCOMPARE(CountOf(parts->get_subevent_collection(1).get_discrete_update_events()), size_t{2});
    context->SetTime(0.6);
    QCOMPARE(diagram->CalcNextUpdateTime(*context, events.get()), 0.75);
    QVERIFY(parts->get_subevent_collection(0).HasEvents());
    QVERIFY(!parts->get_subevent_collection(1).HasEvents());
    QCOMPARE(a->published, 0);
    QVERIFY(!diagram->GetUniquePeriodicDiscreteUpdateAttribute());
    QCOMPARE(MessageOf([&] { diagram->EvalUniquePeriodicDiscreteUpdate(*context); }),
             std::string("EvalUniquePeriodicDiscreteUpdate(): the periodic discrete updates of "
                         "system '' do not all have one period and offset, or there are none"));
  }

  void dispatchersRunHandlersOnTheSameValues() {
    DiagramBuilder<double> inner;
    auto* a = inner.AddNamedSystem<AllEvents>("a");
    DiagramBuilder<double> builder;
    builder.AddNamedSystem("inner", inner.Build());
    auto* b = builder.AddNamedSystem<AllEvents>("b");
    auto diagram = builder.Build();
    auto context = diagram->CreateDefaultContext();
    auto events = diagram->AllocateCompositeEventCollection();
    diagram->GetPerStepEvents(*context, events.get());
    QVERIFY(diagram->Publish(*context, events->get_publish_events()).succeeded());
    QCOMPARE(a->published, 1);
    QCOMPARE(b->published, 1);
    auto discrete = diagram->AllocateDiscreteVariables();
    QVERIFY(diagram
                ->CalcDiscreteVariableUpdate(*context, events->get_discrete_update_events(),
                                             discrete.get())
                .succeeded());
    QCOMPARE(discrete->get_vector(0)[0], 1.);
    QCOMPARE(discrete->get_vector(1)[0], 1.);
    QCOMPARE(context->get_discrete_state(1)[0], 0.);
    diagram->ApplyDiscreteVariableUpdate(events->get_discrete_update_events(), discrete.get(),
                                         context.get());
    QCOMPARE(context->get_discrete_state(1)[0], 1.);

    auto state = context->CloneState();
    QVERIFY(!diagram
                 ->CalcUnrestrictedUpdate(*context, events->get_unrestricted_update_events(),
                                          state.get())
                 .failed());
    QCOMPARE(state->get_abstract_state<std::string>(1), std::string("a"));
    QCOMPARE(context->get_abstract_state<std::string>(1), std::string());
    diagram->ApplyUnrestrictedUpdate(events->get_unrestricted_update_events(), state.get(),
                                     context.get());
    QCOMPARE(context->get_abstract_state<std::string>(0), std::string("a"));
    QCOMPARE(context->get_discrete_state(0)[0], 100.);
  }

  void forcedEventsOfADiagramSeeTheSameValues() {
    DiagramBuilder<double> builder;
    auto* a = builder.AddSystem<AllEvents>();
    auto* b = builder.AddSystem<AllEvents>();
    auto diagram = builder.Build();
    auto context = diagram->CreateDefaultContext();
    diagram->ForcedPublish(*context);
    static_cast<const System<double>&>(*diagram).Publish(*context);
    QCOMPARE(a->published, 2);
    QCOMPARE(b->published, 2);
    auto discrete = diagram->AllocateDiscreteVariables();
    diagram->CalcForcedDiscreteVariableUpdate(*context, discrete.get());
    QCOMPARE(discrete->get_vector(1)[0], 1.);
    auto state = context->CloneState();
    diagram->CalcForcedUnrestrictedUpdate(*context, state.get());
    QCOMPARE(state->get_abstract_state<std::string>(1), std::string("a"));
    QVERIFY(diagram->ExecuteForcedEvents(context.get()).succeeded());
    QCOMPARE(context->get_abstract_state<std::string>(0), std::string("a"));
    QCOMPARE(context->get_discrete_state(0)[0], 101.);  // unrestricted first, then discrete
    QCOMPARE(a->published, 3);
    QVERIFY(diagram->ExecuteInitializationEvents(context.get()).succeeded());
    QCOMPARE(context->get_abstract_state<std::string>(0), std::string("aa"));
    QCOMPARE(context->get_discrete_state(0)[0], 101.);
    QCOMPARE(a->published, 4);
  }

  void theMostSevereAnswerWinsAndAFailedForcedEventNamesItsSystem() {
    DiagramBuilder<double> builder;
    builder.AddNamedSystem<Answering>("good", Succeed);
    builder.AddNamedSystem<Answering>("printer", Fail);
    auto diagram = builder.Build();
    auto context = diagram->CreateDefaultContext();
    QCOMPARE(MessageOf([&] { diagram->ForcedPublish(*context); }),
             std::string("A forced event of system 'printer' failed: no paper"));
    auto discrete = diagram->AllocateDiscreteVariables();
    QCOMPARE(
        MessageOf([&] { diagram->CalcForcedDiscreteVariableUpdate(*context, discrete.get()); }),
        std::string("A forced event of system 'printer' failed: no paper"));
    QVERIFY(diagram->TryExecuteForcedEvents(context.get()).failed());
    QCOMPARE(MessageOf([&] { diagram->ExecuteForcedEvents(context.get()); }),
             std::string("A forced event of system 'printer' failed: no paper"));
    const AllEvents nothing_to_do;
    auto other = nothing_to_do.CreateDefaultContext();
    auto events = nothing_to_do.AllocateCompositeEventCollection();
    QVERIFY(nothing_to_do.Publish(*other, events->get_publish_events()).did_nothing());
  }

  void overriddenHooksGetAllEvents() {
    const Hooked system;
    Simulator<double> simulator(system);
    simulator.AdvanceTo(1.2);
    QCOMPARE(system.published, 3);  // at 0, 0.5 and 1
    QVERIFY(system.triggers == std::vector<TriggerType>(3, TriggerType::kPeriodic));
    QCOMPARE(system.updates, 6);
    // Each update is x + 1 from the value before, then 10 more from the second handler.
    QCOMPARE(simulator.get_context().get_discrete_state()[0], 33.);
    QVERIFY(system.unrestricted > 0);
    const Hooked forced;
    auto context = forced.CreateDefaultContext();
    forced.ForcedPublish(*context);
    QCOMPARE(forced.published, 1);
    QVERIFY(forced.triggers == std::vector<TriggerType>(1, TriggerType::kForced));
    auto events = forced.AllocateCompositeEventCollection();
    forced.GetPeriodicEvents(*context, events.get());
    auto discrete = forced.AllocateDiscreteVariables();
    QVERIFY(forced
                .CalcDiscreteVariableUpdate(*context, events->get_discrete_update_events(),
                                            discrete.get())
                .succeeded());
    QCOMPARE((*discrete)[0], 11.);
    QCOMPARE(forced.updates, 2);
  }

  void answersPassThroughAnOverriddenHook() {
    HandingOn system;
    auto context = system.CreateDefaultContext();
    auto events = system.AllocateCompositeEventCollection();
    system.GetPeriodicEvents(*context, events.get());
    const EventStatus both = system.Publish(*context, events->get_publish_events());
    QVERIFY(both.failed());
    QCOMPARE(both.message(), std::string("no ink"));
    Simulator<double> simulator(system);
    QCOMPARE(simulator.TryAdvanceTo(2).reason(), SimulatorStatus::kEventHandlerFailed);
    system.hands_copies_on = true;
    QVERIFY(system.Publish(*context, events->get_publish_events()).succeeded());
  }

  void anUnrestrictedUpdateMayNotChangeTheShapeOfTheState() {
    using Part = Reshaping::Part;
    const std::string text =
        "An unrestricted update of system 'reshaping' changed the number of its state variables, "
        "which is fixed when the system is made";
    for (const Part part : {Part::kContinuous, Part::kDiscrete, Part::kAbstract}) {
      const Reshaping system(part);
      auto context = system.CreateDefaultContext();
      auto state = context->CloneState();
      QCOMPARE(MessageOf([&] { system.CalcForcedUnrestrictedUpdate(*context, state.get()); }),
               text);
    }
    const Reshaping same_shape(Part::kNothing);
    auto context = same_shape.CreateDefaultContext();
    auto state = context->CloneState();
    same_shape.CalcForcedUnrestrictedUpdate(*context, state.get());
    QCOMPARE(state->get_continuous_state()[1], 1.);
  }

  void anOverrideSaysWhenTheNextEventIs() {
    const Dynamic system;
    auto context = system.CreateDefaultContext();
    auto events = system.AllocateCompositeEventCollection();
    QCOMPARE(system.CalcNextUpdateTime(*context, events.get()), 1.);
    context->SetDiscreteState(Eigen::Matrix<double, 1, 1>(2));
    QCOMPARE(system.CalcNextUpdateTime(*context, events.get()), 9.);
    QVERIFY(system.DecidesOnEvents(*context));
    const AllEvents declaring;
    QVERIFY(!declaring.DecidesOnEvents(*declaring.CreateDefaultContext()));
    // An override that calls the base class's function is one all the same.
    const Mixed mixed;
    auto of_mixed = mixed.CreateDefaultContext();
    of_mixed->SetTime(3);
    QVERIFY(mixed.DecidesOnEvents(*of_mixed));
    QVERIFY(mixed.DecidesOnEvents(*of_mixed));
  }

  void theSimulatorAsksForEventsDecidedAtRunTime() {
    DiagramBuilder<double> builder;
    builder.AddSystem<Dynamic>();
    auto* beside = builder.AddSystem<Hooked>();
    auto* mixed = builder.AddSystem<Mixed>();
    auto diagram = builder.Build();
    Simulator<double> simulator(*diagram);
    simulator.AdvanceTo(9);  // at 1 and 4, and at 9, which stays pending
    QCOMPARE(simulator.get_context().get_discrete_state(0)[0], 2.);
    QCOMPARE(beside->published, 19);
    simulator.AdvanceTo(9.25);
    QCOMPARE(simulator.get_context().get_discrete_state(0)[0], 3.);
    // Declared every second from 0 on, and once at 2.5: each of them once.
    QVERIFY(mixed->times == std::vector<double>({0, 1, 2, 2.5, 3, 4, 5, 6, 7, 8, 9}));
    QVERIFY(mixed->steps > 0);
  }

  void forcedEventsCanBeReplaced() {
    class Replacing final : public LeafSystem<double> {
     public:
      Replacing() {
        DeclareDiscreteState(1);
        auto publish = std::make_unique<LeafEventCollection<PublishEvent<double>>>();
        publish->AddEvent(PublishEvent<double>(
            TriggerType::kForced, [](const System<double>& system, const Context<double>&,
                                     const PublishEvent<double>& event) {
              ++dynamic_cast<const Replacing&>(system).published;
              return event.get_trigger_type() == TriggerType::kForced
                         ? EventStatus::Succeeded()
                         : EventStatus::Failed(&system, "not forced");
            }));
        set_forced_publish_events(std::move(publish));
        auto update = std::make_unique<LeafEventCollection<DiscreteUpdateEvent<double>>>();
        update->AddEvent(DiscreteUpdateEvent<double>(
            [](const Context<double>&, const DiscreteUpdateEvent<double>&,
               DiscreteValues<double>* xd) { (*xd)[0] = 5; }));
        set_forced_discrete_update_events(std::move(update));
        auto unrestricted =
            std::make_unique<LeafEventCollection<UnrestrictedUpdateEvent<double>>>();
        unrestricted->AddEvent(UnrestrictedUpdateEvent<double>(
            [](const Context<double>&, const UnrestrictedUpdateEvent<double>&,
               State<double>* state) { state->get_mutable_discrete_state(0)[0] = 6; }));
        set_forced_unrestricted_update_events(std::move(unrestricted));
      }
      mutable int published = 0;
    };
    const Replacing system;
    auto context = system.CreateDefaultContext();
    system.ForcedPublish(*context);
    QCOMPARE(system.published, 1);
    auto discrete = system.AllocateDiscreteVariables();
    system.CalcForcedDiscreteVariableUpdate(*context, discrete.get());
    QCOMPARE((*discrete)[0], 5.);
    auto state = context->CloneState();
    system.CalcForcedUnrestrictedUpdate(*context, state.get());
    QCOMPARE(state->get_discrete_state(0)[0], 6.);
  }

  void wrongAnswersAboutTheNextEventAreRefused() {
    class Wrong final : public LeafSystem<double> {
     public:
      explicit Wrong(double answer) : answer_(answer) { set_name("wrong"); }

     private:
      void DoCalcNextUpdateTime(const Context<double>&, CompositeEventCollection<double>*,
                                double* time) const override {
        *time = answer_;
      }
      double answer_;
    };
    const auto message = [](double answer) {
      const Wrong system(answer);
      auto context = system.CreateDefaultContext();
      auto events = system.AllocateCompositeEventCollection();
      return MessageOf([&] { system.CalcNextUpdateTime(*context, events.get()); });
    };
    QCOMPARE(message(std::nan("")),
             std::string("DoCalcNextUpdateTime() of system 'wrong' gave a time that is not a "
                         "number"));
    QCOMPARE(message(2.),
             std::string("DoCalcNextUpdateTime() of system 'wrong' gave a time but no event that "
                         "happens then"));
    QCOMPARE(message(std::numeric_limits<double>::infinity()), std::string("nothing was thrown"));
  }

  void handlersAreToldWhichWitnessTriggered() {
    const Watching watching;
    for (const auto* witness : {watching.witness_.get(), watching.direct_.get()}) {
      const auto* data = witness->get_event()->get_event_data<WitnessTriggeredEventData<double>>();
      QVERIFY(data != nullptr);
      QVERIFY(data->triggered_witness() == witness);
    }
  }

  void witnessFunctionsAreFoundAndEvaluatedThroughDiagrams() {
    DiagramBuilder<double> inner;
    auto* watching = inner.AddNamedSystem<Watching>("watching");
    DiagramBuilder<double> builder;
    builder.AddNamedSystem("inner", inner.Build());
    builder.AddSystem<AllEvents>();
    auto diagram = builder.Build();
    auto context = diagram->CreateDefaultContext();
    std::vector<const WitnessFunction<double>*> witnesses;
    diagram->GetWitnessFunctions(*context, &witnesses);
    QCOMPARE(witnesses.size(), size_t{2});
    QVERIFY(witnesses[0] == watching->witness_.get());
    QCOMPARE(diagram->CalcWitnessValue(*context, *witnesses[0]), -0.5);
    context->SetTime(3);
    QCOMPARE(diagram->CalcWitnessValue(*context, *witnesses[1]), 2.);
    auto events = diagram->AllocateCompositeEventCollection();
    diagram->AddTriggeredWitnessFunctionToCompositeEventCollection(*witnesses[1], events.get());
    QVERIFY(!events->HasEvents());
    diagram->AddTriggeredWitnessFunctionToCompositeEventCollection(*witnesses[0], events.get());
    QVERIFY(events->HasDiscreteUpdateEvents());
    auto discrete = diagram->AllocateDiscreteVariables();
    QVERIFY(!diagram
                 ->CalcDiscreteVariableUpdate(*context, events->get_discrete_update_events(),
                                              discrete.get())
                 .failed());
    QCOMPARE(discrete->get_vector(0)[0], 1.);
    const Watching stranger;
    QCOMPARE(MessageOf([&] { diagram->CalcWitnessValue(*context, *stranger.witness_); }),
             std::string("Witness function 'half' belongs to system 'watching', which is not a "
                         "part of system ''"));
    QCOMPARE(MessageOf([&] {
               diagram->AddTriggeredWitnessFunctionToCompositeEventCollection(*stranger.witness_,
                                                                              events.get());
             }),
             std::string("Witness function 'half' belongs to system 'watching', which is not a "
                         "part of diagram ''"));
    Simulator<double> simulator(*diagram);
    simulator.AdvanceTo(1);
    QCOMPARE(simulator.get_context().get_discrete_state(0)[0], 1.);
  }
};

LOOPWRIGHT_TEST(TestSystemEvents)

}  // namespace loopwright::test_system_events

#include "test_system_events.moc"
