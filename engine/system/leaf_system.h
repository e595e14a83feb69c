#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "engine/common/type_safe_index.h"
#include "engine/system/system.h"
#include "engine/system/value_producer.h"

namespace loopwright {

/// Lets a port be named after its position: `u0`, `y1`.
enum DefaultName { kUseDefaultName };

/// A system that is not made of others: subclass it, declare ports, state, parameters, cache
/// entries and events in the constructor, and write the functions that they name.
///
/// An output port or cache entry depends by default on everything (`all_sources_ticket()`), and so
/// on all inputs. Name its true prerequisites: that is what direct feedthrough is derived from.
template <typename T>
class LeafSystem : public System<T> {
 public:
  using System<T>::all_sources_ticket;

  // Defaults are the model values given at declaration; override for others.
  void SetDefaultState(const Context<T>& context, State<T>* state) const override;
  void SetDefaultParameters(const Context<T>& context, Parameters<T>* parameters) const override;
  std::multimap<int, int> GetDirectFeedthroughs() const override;

  // --- for the engine ---
  const std::vector<Event<T>>& events() const { return events_; }
  const std::vector<VectorX<T>>& discrete_models() const { return discrete_models_; }
  const std::vector<std::unique_ptr<AbstractValue>>& abstract_state_models() const {
    return abstract_state_models_;
  }
  const std::vector<VectorX<T>>& numeric_parameter_models() const {
    return numeric_parameter_models_;
  }
  const std::vector<std::unique_ptr<AbstractValue>>& abstract_parameter_models() const {
    return abstract_parameter_models_;
  }
  int num_modes() const { return num_modes_; }
  /// -1 without continuous state.
  int derivative_entry() const { return derivative_entry_; }
  const Event<T>* ordered_initialization() const {
    return ordered_initialization_.empty() ? nullptr : &ordered_initialization_.front();
  }
  void GetWitnessFunctions(const Context<T>& context,
                           std::vector<const WitnessFunction<T>*>* witnesses) const {
    DoGetWitnessFunctions(context, witnesses);
  }
  void CalcModes(const Context<T>& context, int64_t* modes) const { DoCalcModes(context, modes); }
  void CalcModeMargins(const Context<T>& context, const int64_t* modes, T* margins) const {
    DoCalcModeMargins(context, modes, margins);
  }
  /// Runs all forced events of `kind` into `target`.
  EventStatus HandleForced(EventKind kind, const Context<T>& context, EventTarget<T>& target) const;

 protected:
  LeafSystem() = default;
  /// A system that can be converted to other scalars, usually `SystemTypeTag<MySystem>{}`.
  explicit LeafSystem(SystemScalarConverter converter) : System<T>(std::move(converter)) {}

  // --- ports ---
  InputPort<T>& DeclareVectorInputPort(std::variant<std::string, DefaultName> name, int size,
                                       std::optional<RandomDistribution> random = std::nullopt);
  InputPort<T>& DeclareVectorInputPort(std::variant<std::string, DefaultName> name,
                                       const BasicVector<T>& model,
                                       std::optional<RandomDistribution> random = std::nullopt) {
    return DeclareVectorInputPort(std::move(name), model.size(), random);
  }
  InputPort<T>& DeclareAbstractInputPort(std::variant<std::string, DefaultName> name,
                                         const AbstractValue& model);

  using CalcFunction = typename CacheEntry<T>::Calculator;
  /// `calc` is `void (const Context<T>&, BasicVector<T>*) const`.
  template <class MySystem>
  OutputPort<T>& DeclareVectorOutputPort(std::variant<std::string, DefaultName> name, int size,
                                         void (MySystem::*calc)(const Context<T>&, BasicVector<T>*)
                                             const,
                                         std::set<DependencyTicket> prerequisites = {
                                             all_sources_ticket()}) {
    auto call = [calc](const System<T>& self, const Context<T>& context,
                       const EntryTarget<T>& target) {
      BasicVector<T> view(target.data, target.size);
      (static_cast<const MySystem&>(self).*calc)(context, &view);
    };
    return AddLeafOutput(std::move(name), size, nullptr, call, std::move(prerequisites));
  }
  /// The same for a `calc` that writes the `size` elements at `y`: no view is made for it.
  template <class MySystem>
  OutputPort<T>& DeclareVectorOutputPort(std::variant<std::string, DefaultName> name, int size,
                                         void (MySystem::*calc)(const Context<T>&, T* y) const,
                                         std::set<DependencyTicket> prerequisites = {
                                             all_sources_ticket()}) {
    auto call = [calc](const System<T>& self, const Context<T>& context,
                       const EntryTarget<T>& target) {
      (static_cast<const MySystem&>(self).*calc)(context, target.data);
    };
    return AddLeafOutput(std::move(name), size, nullptr, call, std::move(prerequisites));
  }
  /// The same given as data; it depends on what the kernel reads.
  OutputPort<T>& DeclareVectorOutputPort(std::variant<std::string, DefaultName> name,
                                         const Kernel<T>& kernel);
  template <class MySystem>
  OutputPort<T>& DeclareVectorOutputPort(
      std::variant<std::string, DefaultName> name, const BasicVector<T>& model,
      void (MySystem::*calc)(const Context<T>&, BasicVector<T>*) const,
      std::set<DependencyTicket> prerequisites = {all_sources_ticket()}) {
    return DeclareVectorOutputPort(std::move(name), model.size(), calc, std::move(prerequisites));
  }
  OutputPort<T>& DeclareVectorOutputPort(
      std::variant<std::string, DefaultName> name, int size,
      std::function<void(const Context<T>&, BasicVector<T>*)> calc,
      std::set<DependencyTicket> prerequisites = {all_sources_ticket()}) {
    auto call = [calc = std::move(calc)](const System<T>&, const Context<T>& context,
                                         const EntryTarget<T>& target) {
      BasicVector<T> view(target.data, target.size);
      calc(context, &view);
    };
    return AddLeafOutput(std::move(name), size, nullptr, call, std::move(prerequisites));
  }
  /// Shows the continuous state, or a group of discrete state. Nothing is computed or copied for
  /// it, unless continuous state is of more than one kind.
  OutputPort<T>& DeclareStateOutputPort(std::variant<std::string, DefaultName> name,
                                        ContinuousStateIndex);
  OutputPort<T>& DeclareStateOutputPort(std::variant<std::string, DefaultName> name,
                                        DiscreteStateIndex group);
  /// `calc` is `void (const Context<T>&, V*) const`.
  template <class MySystem, typename V>
  OutputPort<T>& DeclareAbstractOutputPort(std::variant<std::string, DefaultName> name,
                                           void (MySystem::*calc)(const Context<T>&, V*) const,
                                           std::set<DependencyTicket> prerequisites = {
                                               all_sources_ticket()}) {
    auto call = [calc](const System<T>& self, const Context<T>& context,
                       const EntryTarget<T>& target) {
      (static_cast<const MySystem&>(self).*calc)(context,
                                                 &target.abstract->template get_mutable_value<V>());
    };
    return AddLeafOutput(std::move(name), -1, AbstractValue::Make<V>(), call,
                         std::move(prerequisites));
  }

  // --- state and parameters ---
  void DeclareContinuousState(int num_z) { DeclareContinuousState(0, 0, num_z); }
  void DeclareContinuousState(int num_q, int num_v, int num_z) {
    DeclareContinuousState(VectorX<T>(VectorX<T>::Zero(num_q + num_v + num_z)), num_q, num_v,
                           num_z);
  }
  void DeclareContinuousState(const VectorX<T>& model, int num_q, int num_v, int num_z);
  void DeclareContinuousState(const BasicVector<T>& model) {
    DeclareContinuousState(VectorX<T>(model.value()), 0, 0, model.size());
  }
  void DeclareContinuousState(const BasicVector<T>& model, int num_q, int num_v, int num_z) {
    DeclareContinuousState(VectorX<T>(model.value()), num_q, num_v, num_z);
  }
  /// Returns the group's index.
  int DeclareDiscreteState(const VectorX<T>& model);
  int DeclareDiscreteState(const BasicVector<T>& model) {
    return DeclareDiscreteState(VectorX<T>(model.value()));
  }
  int DeclareDiscreteState(int size) {
    return DeclareDiscreteState(VectorX<T>(VectorX<T>::Zero(size)));
  }
  int DeclareAbstractState(const AbstractValue& model);
  int DeclareNumericParameter(const BasicVector<T>& model);
  int DeclareAbstractParameter(const AbstractValue& model);

  // --- cache entries. By default they depend on all sources; see CacheEntry. ---
  /// A value that starts as V{}; `calc` is `void (const Context<T>&, V*) const`.
  template <class MySystem, typename V>
  CacheEntry<T>& DeclareCacheEntry(std::string description,
                                   void (MySystem::*calc)(const Context<T>&, V*) const,
                                   std::set<DependencyTicket> prerequisites = {
                                       all_sources_ticket()}) {
    return AddAbstractEntry(std::move(description), AbstractValue::Make<V>(), EntryCall(calc),
                            std::move(prerequisites));
  }
  /// A value that starts as a copy of `model`.
  template <class MySystem, typename V>
  CacheEntry<T>& DeclareCacheEntry(std::string description, const std::type_identity_t<V>& model,
                                   void (MySystem::*calc)(const Context<T>&, V*) const,
                                   std::set<DependencyTicket> prerequisites = {
                                       all_sources_ticket()}) {
    return AddAbstractEntry(std::move(description), std::make_unique<Value<V>>(model),
                            EntryCall(calc), std::move(prerequisites));
  }
  /// A value that starts as what `allocate` returns: `std::unique_ptr<AbstractValue> () const`.
  template <class MySystem, typename V>
  CacheEntry<T>& DeclareCacheEntry(std::string description,
                                   std::unique_ptr<AbstractValue> (MySystem::*allocate)() const,
                                   void (MySystem::*calc)(const Context<T>&, V*) const,
                                   std::set<DependencyTicket> prerequisites = {
                                       all_sources_ticket()}) {
    CacheEntry<T>& entry = AddAbstractEntry(std::move(description), nullptr, EntryCall(calc),
                                            std::move(prerequisites));
    entry.set_allocator([this, allocate] { return (static_cast<MySystem&>(*this).*allocate)(); });
    return entry;
  }
  /// The same of callables.
  CacheEntry<T>& DeclareCacheEntry(std::string description,
                                   typename CacheEntry<T>::Allocator allocate,
                                   std::function<void(const Context<T>&, AbstractValue*)> calc,
                                   std::set<DependencyTicket> prerequisites = {
                                       all_sources_ticket()});
  CacheEntry<T>& DeclareCacheEntry(std::string description, ValueProducer producer,
                                   std::set<DependencyTicket> prerequisites = {
                                       all_sources_ticket()});

  // --- events. A handler is a method:
  //   publish                EventStatus (const Context<T>&) const
  //   discrete update        EventStatus (const Context<T>&, DiscreteValues<T>*) const, or
  //                          void (const Context<T>&, T* next) const (see Event::DirectUpdate)
  //   jump                   EventStatus (const Context<T>&, ContinuousState<T>*,
  //                                       DiscreteValues<T>*) const
  //   unrestricted update    EventStatus (const Context<T>&, State<T>*) const
  // or the same returning void. ---
  template <typename Method>
  void DeclarePeriodicPublishEvent(double period_sec, double offset_sec, Method method) {
    DeclarePeriodic(period_sec, offset_sec, internal::MakeEvent<T>(TriggerType::kPeriodic, method),
                    EventKind::kPublish);
  }
  template <typename Method>
  void DeclarePeriodicDiscreteUpdateEvent(double period_sec, double offset_sec, Method method) {
    DeclarePeriodic(period_sec, offset_sec, internal::MakeEvent<T>(TriggerType::kPeriodic, method),
                    EventKind::kDiscreteUpdate);
  }
  /// An update of all discrete state of the leaf that is given as data.
  void DeclarePeriodicDiscreteUpdateEvent(double period_sec, double offset_sec,
                                          const Kernel<T>& kernel);
  template <typename Method>
  void DeclarePeriodicUnrestrictedUpdateEvent(double period_sec, double offset_sec, Method method) {
    DeclarePeriodic(period_sec, offset_sec, internal::MakeEvent<T>(TriggerType::kPeriodic, method),
                    EventKind::kUnrestrictedUpdate);
  }
  /// Once, at `time_sec`; not in a run that starts later.
  template <typename Method>
  void DeclareTimedDiscreteUpdateEvent(double time_sec, Method method) {
    AddTimedEvent(time_sec, internal::MakeEvent<T>(TriggerType::kTimed, method));
  }
  template <typename Method>
  void DeclarePerStepPublishEvent(Method method) {
    AddEvent(internal::MakeEvent<T>(TriggerType::kPerStep, method), EventKind::kPublish);
  }
  template <typename Method>
  void DeclarePerStepDiscreteUpdateEvent(Method method) {
    AddEvent(internal::MakeEvent<T>(TriggerType::kPerStep, method), EventKind::kDiscreteUpdate);
  }
  template <typename Method>
  void DeclarePerStepUnrestrictedUpdateEvent(Method method) {
    AddEvent(internal::MakeEvent<T>(TriggerType::kPerStep, method), EventKind::kUnrestrictedUpdate);
  }
  template <typename Method>
  void DeclareInitializationPublishEvent(Method method) {
    AddEvent(internal::MakeEvent<T>(TriggerType::kInitialization, method), EventKind::kPublish);
  }
  template <typename Method>
  void DeclareInitializationDiscreteUpdateEvent(Method method) {
    AddEvent(internal::MakeEvent<T>(TriggerType::kInitialization, method),
             EventKind::kDiscreteUpdate);
  }
  template <typename Method>
  void DeclareInitializationUnrestrictedUpdateEvent(Method method) {
    AddEvent(internal::MakeEvent<T>(TriggerType::kInitialization, method),
             EventKind::kUnrestrictedUpdate);
  }
  template <typename Method>
  void DeclareForcedPublishEvent(Method method) {
    AddEvent(internal::MakeEvent<T>(TriggerType::kForced, method), EventKind::kPublish);
  }
  template <typename Method>
  void DeclareForcedDiscreteUpdateEvent(Method method) {
    AddEvent(internal::MakeEvent<T>(TriggerType::kForced, method), EventKind::kDiscreteUpdate);
  }
  template <typename Method>
  void DeclareForcedUnrestrictedUpdateEvent(Method method) {
    AddEvent(internal::MakeEvent<T>(TriggerType::kForced, method), EventKind::kUnrestrictedUpdate);
  }
  /// A discrete update that Initialize runs leaf by leaf in feedthrough order, after all other
  /// initialization updates: for state that starts as a function of the input (a relay).
  template <typename Method>
  void DeclareOrderedInitialization(Method method) {
    ordered_initialization_.assign(1, internal::MakeEvent<T>(TriggerType::kInitialization, method));
  }

  // --- witness functions; return them from DoGetWitnessFunctions() ---
  template <class MySystem>
  std::unique_ptr<WitnessFunction<T>> MakeWitnessFunction(std::string description,
                                                          WitnessFunctionDirection direction,
                                                          T (MySystem::*calc)(const Context<T>&)
                                                              const) const {
    return std::make_unique<WitnessFunction<T>>(this, std::move(description), direction,
                                                WitnessCall(calc), std::nullopt);
  }
  template <class MySystem, typename Method>
  std::unique_ptr<WitnessFunction<T>> MakeWitnessFunction(std::string description,
                                                          WitnessFunctionDirection direction,
                                                          T (MySystem::*calc)(const Context<T>&)
                                                              const,
                                                          Method handler) const {
    return std::make_unique<WitnessFunction<T>>(
        this, std::move(description), direction, WitnessCall(calc),
        internal::MakeEvent<T>(TriggerType::kWitness, handler));
  }
  /// The witness functions that matter in the present state. The one null that the base class
  /// answers says that this leaf never has any; an override need not call it.
  virtual void DoGetWitnessFunctions(const Context<T>&,
                                     std::vector<const WitnessFunction<T>*>* witnesses) const {
    witnesses->push_back(nullptr);
  }

  // --- derivatives ---
  /// Computes the time derivatives; must be overridden where there is continuous state.
  virtual void DoCalcTimeDerivatives(const Context<T>& context,
                                     ContinuousState<T>* derivatives) const;
  /// The same, cheaper to call, in place of overriding DoCalcTimeDerivatives(); call it before
  /// DeclareContinuousState().
  template <class MySystem>
  void DeclareTimeDerivatives(void (MySystem::*calc)(const Context<T>&,
                                                     const ContinuousPointers<T>& derivatives)
                                  const) {
    derivative_calculator_ = [calc](const System<T>& self, const Context<T>& context,
                                    const EntryTarget<T>&) {
      (static_cast<const MySystem&>(self).*calc)(context, context.derivatives());
    };
  }
  /// The same given as data, for continuous state of one kind.
  void DeclareTimeDerivatives(const Kernel<T>& kernel);
  /// What the time derivatives depend on; call it before DeclareContinuousState(). By default
  /// everything.
  void set_derivative_prerequisites(std::set<DependencyTicket> prerequisites) {
    derivative_prerequisites_ = std::move(prerequisites);
  }

  // --- modes (semantics 11) ---
  void DeclareModes(int count) { num_modes_ += count; }
  /// The branch of each mode from the present values.
  virtual void DoCalcModes(const Context<T>&, int64_t*) const {}
  /// margins[i] is > 0 while modes[i] is the right branch and falls through zero where it stops
  /// being so.
  virtual void DoCalcModeMargins(const Context<T>&, const int64_t*, T*) const {}
  /// The branches to use, or null where they follow the present values.
  const int64_t* held_modes(const Context<T>& context) const { return context.held_modes(); }

  // --- fast access: a pointer to the first element, no view and no check of the type ---
  const T* input_data(const Context<T>& context, int port) const {
    const internal::InputSlot<T>& slot = context.inputs()[port];
    if (context.flags()[slot.entry] != 0) this->get_input_port(port).EvalData(context);
    return slot.data;
  }
  /// The leaf's continuous state where it has only one kind of it.
  const T* continuous_data(const Context<T>& context) const {
    return context.arena() + context.continuous_offset();
  }
  const T* discrete_data(const Context<T>& context, int group = 0) const {
    return context.arena() + context.groups()[group].offset;
  }
  const T* parameter_data(const Context<T>& context, int index) const {
    return context.arena() + context.parameters()[index].offset;
  }

 private:
  template <class MySystem>
  static typename WitnessFunction<T>::Calc WitnessCall(T (MySystem::*calc)(const Context<T>&)
                                                           const) {
    return [calc](const System<T>& self, const Context<T>& context) {
      return (static_cast<const MySystem&>(self).*calc)(context);
    };
  }
  template <class MySystem, typename V>
  static CalcFunction EntryCall(void (MySystem::*calc)(const Context<T>&, V*) const) {
    return [calc](const System<T>& self, const Context<T>& context, const EntryTarget<T>& target) {
      const auto& system = static_cast<const MySystem&>(self);
      if constexpr (std::is_same_v<V, AbstractValue>) {
        (system.*calc)(context, target.abstract);
      } else {
        (system.*calc)(context, &target.abstract->template get_mutable_value<V>());
      }
    };
  }
  CacheEntry<T>& AddAbstractEntry(std::string description, std::unique_ptr<AbstractValue> model,
                                  CalcFunction calc, std::set<DependencyTicket> prerequisites) {
    return this->AddCacheEntry(std::move(description), -1, std::move(model), std::move(calc),
                               std::move(prerequisites));
  }
  OutputPort<T>& AddLeafOutput(std::variant<std::string, DefaultName> name, int size,
                               std::unique_ptr<AbstractValue> model, CalcFunction calc,
                               std::set<DependencyTicket> prerequisites);
  std::set<DependencyTicket> PrerequisitesOf(const Kernel<T>& kernel) const;
  static CalcFunction CalculatorOf(const Kernel<T>* kernel);
  void AddEvent(Event<T> event, EventKind expected);
  void AddTimedEvent(double time_sec, Event<T> event);
  void DeclarePeriodic(double period_sec, double offset_sec, Event<T> event, EventKind expected);

  VectorX<T> continuous_model_;
  std::vector<VectorX<T>> discrete_models_, numeric_parameter_models_;
  std::vector<std::unique_ptr<AbstractValue>> abstract_state_models_, abstract_parameter_models_;
  std::vector<Event<T>> events_, ordered_initialization_;
  std::set<DependencyTicket> derivative_prerequisites_{all_sources_ticket()};
  CalcFunction derivative_calculator_;
  std::unique_ptr<const Kernel<T>> derivative_kernel_;
  int num_modes_ = 0;
  int derivative_entry_ = -1;
};

LOOPWRIGHT_DECLARE_CLASS(LeafSystem)

}  // namespace loopwright
