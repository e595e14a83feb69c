#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/system/leaf_system.h"

// The systems of test_system_events: what declares events and witness functions, and overrides the
// hooks for them.

namespace loopwright::test_system_events {

/// One event of every kind and trigger; each update adds a digit to x, each publish to a text.
class AllEvents final : public LeafSystem<double> {
 public:
  AllEvents() {
    DeclareDiscreteState(1);
    DeclareAbstractState(Value<std::string>());
    DeclareForcedPublishEvent(&AllEvents::Report);
    DeclareForcedDiscreteUpdateEvent(&AllEvents::Increase);
    DeclareForcedUnrestrictedUpdateEvent(&AllEvents::Append);
    DeclareInitializationPublishEvent(&AllEvents::Report);
    DeclareInitializationDiscreteUpdateEvent(&AllEvents::Increase);
    DeclareInitializationUnrestrictedUpdateEvent(&AllEvents::Append);
    DeclarePerStepPublishEvent(&AllEvents::Report);
    DeclarePerStepDiscreteUpdateEvent(&AllEvents::Increase);
    DeclarePerStepUnrestrictedUpdateEvent(&AllEvents::Append);
    DeclarePeriodicDiscreteUpdateEvent(0.5, 0.25, &AllEvents::Increase);
    DeclarePeriodicUnrestrictedUpdateEvent(0.5, 0.25, &AllEvents::Append);
    DeclarePeriodicPublishEvent(1, 0, &AllEvents::Report);
    DeclareTimedDiscreteUpdateEvent(0.1, &AllEvents::Increase);
  }
  mutable int published = 0;

 private:
  void Report(const Context<double>&) const { ++published; }
  void Increase(const Context<double>& context, DiscreteValues<double>* xd) const {
    (*xd)[0] = context.get_discrete_state()[0] + 1;
  }
  void Append(const Context<double>& context, State<double>* state) const {
    state->get_mutable_abstract_state<std::string>(0) =
        context.get_abstract_state<std::string>(0) + "a";
    state->get_mutable_discrete_state(0)[0] = 100;
  }
};

/// Answers what it is told to.
class Answering final : public LeafSystem<double> {
 public:
  explicit Answering(EventStatus (*answer)(const SystemBase*)) : answer_(answer) {
    DeclareForcedPublishEvent(&Answering::Report);
    DeclareForcedDiscreteUpdateEvent(&Answering::Update);
    DeclareDiscreteState(1);
  }

 private:
  EventStatus Report(const Context<double>&) const { return answer_(this); }
  EventStatus Update(const Context<double>&, DiscreteValues<double>*) const {
    return answer_(this);
  }
  EventStatus (*answer_)(const SystemBase*);
};

/// One of its publishes ends the run, and the other one fails. The override hands each to the base
/// class, or a copy of it, whose answer nobody has asked for.
class HandingOn final : public LeafSystem<double> {
 public:
  HandingOn() {
    DeclarePeriodicPublishEvent(1, 1, &HandingOn::Finish);
    DeclarePeriodicPublishEvent(1, 1, &HandingOn::Fail);
  }
  bool hands_copies_on = false;

 private:
  EventStatus Finish(const Context<double>&) const {
    return EventStatus::ReachedTermination(this, "enough");
  }
  EventStatus Fail(const Context<double>&) const { return EventStatus::Failed(this, "no ink"); }
  void DoPublish(const Context<double>& context,
                 const std::vector<const PublishEvent<double>*>& events) const override {
    for (const auto* event : events) {
      const PublishEvent<double> copy(*event);
      LeafSystem<double>::DoPublish(context, {hands_copies_on ? &copy : event});
    }
  }
};

/// Overrides all three hooks: counts the events and hands them on to their handlers.
class Hooked final : public LeafSystem<double> {
 public:
  Hooked() {
    DeclareDiscreteState(1);
    DeclarePeriodicEvent(0.5, 0.0, PublishEvent<double>());
    DeclarePeriodicEvent(0.5, 0.0,
                         DiscreteUpdateEvent<double>(
                             [](const System<double>&, const Context<double>& context,
                                const DiscreteUpdateEvent<double>&, DiscreteValues<double>* xd) {
                               (*xd)[0] = context.get_discrete_state()[0] + 1;
                             }));
    DeclarePeriodicDiscreteUpdateEvent(0.5, 0.0, &Hooked::Update);
    DeclarePerStepEvent(UnrestrictedUpdateEvent<double>());
  }
  mutable int published = 0, updates = 0, unrestricted = 0;
  mutable std::vector<TriggerType> triggers;

 private:
  void Update(const Context<double>&, DiscreteValues<double>* xd) const { (*xd)[0] += 10; }
  void DoPublish(const Context<double>&,
                 const std::vector<const PublishEvent<double>*>& events) const override {
    published += static_cast<int>(events.size());
    for (const auto* event : events) triggers.push_back(event->get_trigger_type());
  }
  void DoCalcDiscreteVariableUpdates(const Context<double>& context,
                                     const std::vector<const DiscreteUpdateEvent<double>*>& events,
                                     DiscreteValues<double>* xd) const override {
    updates += static_cast<int>(events.size());
    LeafSystem<double>::DoCalcDiscreteVariableUpdates(context, events, xd);
  }
  void DoCalcUnrestrictedUpdate(const Context<double>&,
                                const std::vector<const UnrestrictedUpdateEvent<double>*>& events,
                                State<double>*) const override {
    unrestricted += static_cast<int>(events.size());
  }
};

/// Puts state of another shape in place of its own.
class Reshaping final : public LeafSystem<double> {
 public:
  enum class Part { kNothing, kContinuous, kDiscrete, kAbstract };
  explicit Reshaping(Part part) : part_(part) {
    DeclareContinuousState(2);
    set_name("reshaping");
    DeclareDiscreteState(1);
    DeclareForcedUnrestrictedUpdateEvent(&Reshaping::Update);
  }

 private:
  void Update(const Context<double>&, State<double>* state) const {
    const int size = part_ == Part::kContinuous ? 3 : 2;
    state->set_continuous_state(std::make_unique<ContinuousState<double>>(
        std::make_unique<BasicVector<double>>(VectorX<double>(VectorX<double>::Ones(size)))));
    if (part_ == Part::kDiscrete) {
      state->set_discrete_state(std::make_unique<DiscreteValues<double>>());
    }
    if (part_ == Part::kAbstract) {
      state->set_abstract_state(std::make_unique<AbstractValues>(AbstractValue::Make<int>(1)));
    }
  }
  void DoCalcTimeDerivatives(const Context<double>&, ContinuousState<double>* d) const override {
    d->SetFromVector(Eigen::Vector2d::Zero());
  }
  Part part_;
};

/// Says at run time when its next event is: at the square of the number of events so far.
class Dynamic final : public LeafSystem<double> {
 public:
  Dynamic() { DeclareDiscreteState(1); }

 private:
  void DoCalcNextUpdateTime(const Context<double>& context,
                            CompositeEventCollection<double>* events, double* time) const override {
    const double n = context.get_discrete_state()[0];
    *time = (n + 1) * (n + 1);
    DiscreteUpdateEvent<double> event(
        TriggerType::kTimed,
        [](const System<double>&, const Context<double>& c, const DiscreteUpdateEvent<double>&,
           DiscreteValues<double>* xd) { (*xd)[0] = c.get_discrete_state()[0] + 1; });
    event.AddToComposite(events);
  }
};

/// Declares a publish every second, and decides at run time on one more, at 2.5 s; per-step events
/// likewise.
class Mixed final : public LeafSystem<double> {
 public:
  Mixed() { DeclarePeriodicPublishEvent(1, 0, &Mixed::Publish); }
  mutable std::vector<double> times;
  mutable int steps = 0;

 private:
  void Publish(const Context<double>& context) const { times.push_back(context.get_time()); }
  void DoCalcNextUpdateTime(const Context<double>& context,
                            CompositeEventCollection<double>* events, double* time) const override {
    LeafSystem<double>::DoCalcNextUpdateTime(context, events, time);
    if (context.get_time() >= 2.5 || *time <= 2.5) return;
    *time = 2.5;
    events->Clear();
    events->AddPublishEvent(PublishEvent<double>(
        TriggerType::kTimed, [this](const Context<double>& c, const PublishEvent<double>&) {
          times.push_back(c.get_time());
        }));
  }
  void DoGetPerStepEvents(const Context<double>&,
                          CompositeEventCollection<double>* events) const override {
    events->AddPublishEvent(PublishEvent<double>(
        TriggerType::kPerStep,
        [this](const Context<double>&, const PublishEvent<double>&) { ++steps; }));
  }
};

class Watching final : public LeafSystem<double> {
 public:
  Watching() {
    set_name("watching");
    DeclareContinuousState(1);
    DeclareDiscreteState(1);
    witness_ = MakeWitnessFunction(
        "half", WitnessFunctionDirection::kCrossesZero, &Watching::Distance,
        DiscreteUpdateEvent<double>([this](const System<double>&, const Context<double>&,
                                           const DiscreteUpdateEvent<double>& event,
                                           DiscreteValues<double>* xd) {
          const auto* data = event.get_event_data<WitnessTriggeredEventData<double>>();
          (*xd)[0] = data != nullptr && data->triggered_witness() == witness_.get() ? 1 : -1;
        }));
    direct_ = MakeWitnessFunction<&Watching::Distance>(
        "direct", WitnessFunctionDirection::kCrossesZero, &Watching::OnDirect);
    silent_ = MakeWitnessFunction("none", WitnessFunctionDirection::kNone,
                                  std::function<double(const Context<double>&)>(
                                      [](const Context<double>& c) { return c.get_time() - 1; }));
  }
  std::unique_ptr<WitnessFunction<double>> witness_, silent_, direct_;

  void OnDirect(const Context<double>&, const PublishEvent<double>&) const {}

 private:
  double Distance(const Context<double>& context) const {
    return context.get_continuous_state()[0] - 0.5;
  }
  void DoGetWitnessFunctions(const Context<double>&,
                             std::vector<const WitnessFunction<double>*>* w) const override {
    w->push_back(witness_.get());
    w->push_back(silent_.get());
  }
  void DoCalcTimeDerivatives(const Context<double>&, ContinuousState<double>* d) const override {
    (*d)[0] = 1;
  }
};

}  // namespace loopwright::test_system_events
