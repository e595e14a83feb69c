#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/context/parameters.h"
#include "engine/system/cache_entry.h"
#include "engine/system/event.h"
#include "engine/system/ports.h"
#include "engine/system/scalar_converter.h"
#include "engine/system/system_base.h"
#include "engine/system/witness_function.h"

namespace loopwright {

/// A block of a diagram: input and output ports, state, parameters, and the functions between
/// them. A system is immutable once it is built; every value lies in a Context. After Drake's
/// System, whose names are kept.
template <typename T>
class System : public SystemBase {
 public:
  using Scalar = T;
  ~System() override;

  // --- contexts ---
  /// A context with the default state and parameters, whose cached values are out of date.
  std::unique_ptr<Context<T>> CreateDefaultContext() const;
  std::unique_ptr<Context<T>> AllocateContext() const;
  /// Default parameters first, then default state.
  void SetDefaultContext(Context<T>* context) const;
  virtual void SetDefaultState(const Context<T>& context, State<T>* state) const = 0;
  virtual void SetDefaultParameters(const Context<T>& context, Parameters<T>* parameters) const = 0;
  std::unique_ptr<ContinuousState<T>> AllocateTimeDerivatives() const;
  std::unique_ptr<DiscreteValues<T>> AllocateDiscreteVariables() const;
  /// Throws std::logic_error that names both systems when `context` is not one of this system's.
  void ValidateContext(const Context<T>& context) const {
    internal::ValidateContext(*this, context, "ValidateContext");
  }
  /// The flattened structure, made once, shared by all contexts of this system.
  std::shared_ptr<const Plan<T>> plan() const;

  // --- ports ---
  int num_input_ports() const { return static_cast<int>(inputs_.size()); }
  int num_output_ports() const { return static_cast<int>(outputs_.size()); }
  /// std::out_of_range names the system and its number of ports.
  const InputPort<T>& get_input_port(int index) const;
  const OutputPort<T>& get_output_port(int index) const;
  /// The only port; std::logic_error where there is none or more than one.
  const InputPort<T>& get_input_port() const;
  const OutputPort<T>& get_output_port() const;
  const InputPort<T>& GetInputPort(std::string_view name) const;
  const OutputPort<T>& GetOutputPort(std::string_view name) const;
  bool HasInputPort(std::string_view name) const;
  bool HasOutputPort(std::string_view name) const;
  int num_total_inputs() const;
  int num_total_outputs() const;

  // --- evaluation ---
  /// Null where the port has no value.
  const BasicVector<T>* EvalVectorInput(const Context<T>& context, int port) const;
  const AbstractValue* EvalAbstractInput(const Context<T>& context, int port) const;
  template <typename V>
  const V* EvalInputValue(const Context<T>& context, int port) const {
    const AbstractValue* value = EvalAbstractInput(context, port);
    return value == nullptr ? nullptr : &value->template get_value<V>();
  }
  /// The time derivative of the continuous state, from the cache.
  const ContinuousState<T>& EvalTimeDerivatives(const Context<T>& context) const;
  void CalcTimeDerivatives(const Context<T>& context, ContinuousState<T>* derivatives) const;
  /// Runs the forced events of all leaves: what a program asks for itself.
  void ForcedPublish(const Context<T>& context) const;
  void CalcForcedDiscreteVariableUpdate(const Context<T>& context,
                                        DiscreteValues<T>* discrete) const;
  void CalcForcedUnrestrictedUpdate(const Context<T>& context, State<T>* state) const;
  T CalcPotentialEnergy(const Context<T>& context) const;
  T CalcKineticEnergy(const Context<T>& context) const;
  T CalcConservativePower(const Context<T>& context) const;
  T CalcNonConservativePower(const Context<T>& context) const;

  // --- structure ---
  /// All pairs (input, output) where the output depends directly on the input.
  virtual std::multimap<int, int> GetDirectFeedthroughs() const = 0;
  bool HasDirectFeedthrough(int output_port) const;
  bool HasDirectFeedthrough(int input_port, int output_port) const;
  bool HasAnyDirectFeedthrough() const { return !GetDirectFeedthroughs().empty(); }
  virtual int num_subsystems() const { return 0; }
  virtual const System<T>& subsystem(int index) const;
  int num_continuous_states() const { return num_q_ + num_v_ + num_z_; }
  int num_q() const { return num_q_; }
  int num_v() const { return num_v_; }
  int num_z() const { return num_z_; }

  // --- conversion to another scalar (scalar_converter.h) ---
  /// The same system, with the same name, over another scalar: of a diagram, all that is in it,
  /// connected alike. ScalarConversionError, a std::logic_error, names the path of the first system
  /// that cannot be converted; ...Maybe() is null instead. U is double, AutoDiff or Expression, and
  /// for U = T this is Clone().
  template <typename U>
  std::unique_ptr<System<U>> ToScalarType() const;
  template <typename U>
  std::unique_ptr<System<U>> ToScalarTypeMaybe() const;
  std::unique_ptr<System<AutoDiff>> ToAutoDiffXd() const { return ToScalarType<AutoDiff>(); }
  std::unique_ptr<System<AutoDiff>> ToAutoDiffXdMaybe() const {
    return ToScalarTypeMaybe<AutoDiff>();
  }
  std::unique_ptr<System<Expression>> ToSymbolic() const { return ToScalarType<Expression>(); }
  std::unique_ptr<System<Expression>> ToSymbolicMaybe() const {
    return ToScalarTypeMaybe<Expression>();
  }
  /// An independent copy, made by converting to another scalar and back.
  std::unique_ptr<System<T>> Clone() const { return ToScalarType<T>(); }
  /// The same of `from`, as the class that it is.
  template <typename U, template <typename> class S>
  static std::unique_ptr<S<U>> ToScalarType(const S<T>& from) {
    std::unique_ptr<System<U>> result = from.System<T>::template ToScalarType<U>();
    if (dynamic_cast<S<U>*>(result.get()) == nullptr) {
      internal::ThrowSubclassNotConvertible(from, internal::ScalarNumber<U>::kName);
    }
    return std::unique_ptr<S<U>>(static_cast<S<U>*>(result.release()));
  }
  template <template <typename> class S>
  static std::unique_ptr<S<AutoDiff>> ToAutoDiffXd(const S<T>& from) {
    return ToScalarType<AutoDiff, S>(from);
  }
  template <template <typename> class S>
  static std::unique_ptr<S<Expression>> ToSymbolic(const S<T>& from) {
    return ToScalarType<Expression, S>(from);
  }
  template <template <typename> class S>
  static std::unique_ptr<S<T>> Clone(const S<T>& from) {
    return ToScalarType<T, S>(from);
  }
  const SystemScalarConverter& get_system_scalar_converter() const { return converter_; }

  // --- tickets: what a cache entry can depend on (the cache document) ---
  static DependencyTicket nothing_ticket() { return Well(internal::kNothingTicket); }
  static DependencyTicket time_ticket() { return Well(internal::kTimeTicket); }
  static DependencyTicket accuracy_ticket() { return Well(internal::kAccuracyTicket); }
  static DependencyTicket q_ticket() { return Well(internal::kQTicket); }
  static DependencyTicket v_ticket() { return Well(internal::kVTicket); }
  static DependencyTicket z_ticket() { return Well(internal::kZTicket); }
  static DependencyTicket xc_ticket() { return Well(internal::kXcTicket); }
  static DependencyTicket xd_ticket() { return Well(internal::kXdTicket); }
  static DependencyTicket xa_ticket() { return Well(internal::kXaTicket); }
  static DependencyTicket all_state_ticket() { return Well(internal::kXTicket); }
  static DependencyTicket modes_ticket() { return Well(internal::kModesTicket); }
  static DependencyTicket pn_ticket() { return Well(internal::kPnTicket); }
  static DependencyTicket pa_ticket() { return Well(internal::kPaTicket); }
  static DependencyTicket all_parameters_ticket() { return Well(internal::kAllParametersTicket); }
  static DependencyTicket all_input_ports_ticket() { return Well(internal::kAllInputPortsTicket); }
  static DependencyTicket all_sources_ticket() { return Well(internal::kAllSourcesTicket); }
  static DependencyTicket configuration_ticket() { return Well(internal::kConfigurationTicket); }
  static DependencyTicket kinematics_ticket() { return Well(internal::kKinematicsTicket); }
  static DependencyTicket xcdot_ticket() { return Well(internal::kXcdotTicket); }
  static DependencyTicket pe_ticket() { return Well(internal::kPeTicket); }
  static DependencyTicket ke_ticket() { return Well(internal::kKeTicket); }
  static DependencyTicket pc_ticket() { return Well(internal::kPcTicket); }
  static DependencyTicket pnc_ticket() { return Well(internal::kPncTicket); }
  DependencyTicket input_port_ticket(int index) const { return get_input_port(index).ticket(); }
  DependencyTicket output_port_ticket(int index) const { return get_output_port(index).ticket(); }
  DependencyTicket cache_entry_ticket(int index) const;
  DependencyTicket discrete_state_ticket(int group) const;
  DependencyTicket abstract_state_ticket(int index) const;
  DependencyTicket numeric_parameter_ticket(int index) const;
  DependencyTicket abstract_parameter_ticket(int index) const;

  // --- for the engine ---
  /// What a ticket that is not well known names.
  struct TicketInfo {
    enum Kind {
      kInput,
      kOutput,
      kEntry,
      kDiscrete,
      kAbstractState,
      kParameter,
      kAbstractParameter
    } kind;
    int index;
  };
  const TicketInfo& ticket_info(DependencyTicket ticket) const;
  /// Tickets that are not well known have numbers from internal::kNextFreeTicket on.
  int num_declared_tickets() const { return static_cast<int>(tickets_.size()); }
  /// Contexts made from now on, of this system or of a diagram around it, get a new plan.
  void DropPlan() const;
  const std::vector<std::unique_ptr<CacheEntry<T>>>& cache_entries() const { return entries_; }

 protected:
  explicit System(SystemScalarConverter converter = {}) : converter_(std::move(converter)) {}

  /// How ToAutoDiffXd() and ToSymbolic() make their result, null where that is not possible: by
  /// default by the converter.
  virtual std::unique_ptr<System<AutoDiff>> DoToAutoDiffXd() const {
    return converter_.template Convert<AutoDiff>(*this);
  }
  virtual std::unique_ptr<System<Expression>> DoToSymbolic() const {
    return converter_.template Convert<Expression>(*this);
  }

  InputPort<T>& AddInputPort(std::string name, PortDataType type, int size,
                             std::optional<RandomDistribution> random,
                             std::unique_ptr<AbstractValue> model);
  OutputPort<T>& AddOutputPort(std::string name, PortDataType type, int size,
                               const CacheEntry<T>* entry, const OutputPort<T>* source);
  CacheEntry<T>& AddCacheEntry(std::string description, int size,
                               std::unique_ptr<AbstractValue> model,
                               typename CacheEntry<T>::Calculator calculator,
                               std::set<DependencyTicket> prerequisites,
                               std::optional<DependencyTicket> well_known = std::nullopt);
  CacheEntry<T>& entry_of(const OutputPort<T>& port) {
    return *entries_[port.cache_entry()->cache_index()];
  }
  DependencyTicket NewTicket(typename TicketInfo::Kind kind, int index);
  void SetNumContinuousStates(int num_q, int num_v, int num_z);

  virtual T DoCalcPotentialEnergy(const Context<T>&) const { return T(0); }
  virtual T DoCalcKineticEnergy(const Context<T>&) const { return T(0); }
  virtual T DoCalcConservativePower(const Context<T>&) const { return T(0); }
  virtual T DoCalcNonConservativePower(const Context<T>&) const { return T(0); }

  std::vector<DependencyTicket> discrete_tickets_, abstract_state_tickets_,
      numeric_parameter_tickets_, abstract_parameter_tickets_;

 private:
  static DependencyTicket Well(internal::WellKnownTicket t) { return DependencyTicket(t); }
  template <typename F>
  void ForEachForcedEvent(const Context<T>& context, EventKind kind, F visit) const;

  template <typename U>
  std::unique_ptr<System<U>> DoToScalarType() const;

  SystemScalarConverter converter_;
  std::vector<std::unique_ptr<InputPort<T>>> inputs_;
  std::vector<std::unique_ptr<OutputPort<T>>> outputs_;
  std::vector<std::unique_ptr<CacheEntry<T>>> entries_;
  std::vector<TicketInfo> tickets_;
  int num_q_ = 0, num_v_ = 0, num_z_ = 0;
  mutable std::mutex plan_mutex_;
  mutable std::shared_ptr<const Plan<T>> plan_;
  mutable std::shared_ptr<char> alive_;  ///< lets plans know whether this system still exists
};

LOOPWRIGHT_DECLARE_CLASS(System)

}  // namespace loopwright
