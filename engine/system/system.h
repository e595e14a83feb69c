#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <typeinfo>
#include <variant>
#include <vector>

#include "engine/common/inline_vector.h"
#include "engine/common/owning_vector.h"
#include "engine/common/small_mutex.h"
#include "engine/context/loop.h"
#include "engine/context/parameters.h"
#include "engine/random/random_generator.h"
#include "engine/system/cache_entry.h"
#include "engine/system/ports.h"
#include "engine/system/scalar_converter.h"
#include "engine/system/system_events.h"
#include "engine/system/system_output.h"

namespace loopwright {

/// Lets a port be named after its position: `u0`, `y1`.
enum DefaultName { kUseDefaultName };

template <typename T>
class Diagram;
namespace internal {
template <typename T>
struct SystemExtras;
}  // namespace internal

/// A block of a diagram: input and output ports, state, parameters, and the functions between them.
/// A system is immutable once it is built; every value lies in a Context. After Drake's System,
/// whose names are kept. Its functions are divided by what they are for: names and tickets, which
/// are the same for every scalar (SystemBase), mechanics (SystemMechanics), events (SystemEvents),
/// and here contexts, ports, computation, structure and conversion. Who writes a block derives from
/// LeafSystem; who connects blocks makes a Diagram with a DiagramBuilder; a Simulator runs either.
/// In a program without a simulator:
///
///     auto context = system.CreateDefaultContext();
///     system.get_input_port().FixValue(context.get(), 2.0);
///     const auto y = system.get_output_port().Eval(*context);  // computed now
///     const auto again = system.get_output_port().Eval(*context);  // from the cache
///
/// Functions named Eval… answer from the cache, computing first what is out of date; those named
/// Calc… compute into what the caller gives and leave the cache alone. Functions that take a
/// context throw std::logic_error, with both systems' paths, where it is not this system's.
template <typename T>
class System : public SystemEvents<T> {
 public:
  using Scalar = T;
  ~System() override;

  // --- contexts ---
  /// A context with the default state and parameters, whose cached values are out of date.
  std::unique_ptr<Context<T>> CreateDefaultContext() const;
  /// A context whose numbers are all zero, for who sets everything anyway.
  std::unique_ptr<Context<T>> AllocateContext() const;
  /// Default parameters first, then default state.
  void SetDefaultContext(Context<T>* context) const;
  /// Write the default values to `state` or `parameters`, which are those of `context`.
  virtual void SetDefaultState(const Context<T>& context, State<T>* state) const = 0;
  virtual void SetDefaultParameters(const Context<T>& context, Parameters<T>* parameters) const = 0;
  /// Random state and random parameters: by default the default ones. An override is a function of
  /// its arguments alone and takes all randomness from `generator`.
  virtual void SetRandomState(const Context<T>& context, State<T>* state, RandomGenerator*) const {
    SetDefaultState(context, state);
  }
  virtual void SetRandomParameters(const Context<T>& context, Parameters<T>* parameters,
                                   RandomGenerator*) const {
    SetDefaultParameters(context, parameters);
  }
  /// Draws random state, then random parameters, subsystems in order (semantics 17).
  void SetRandomContext(Context<T>* context, RandomGenerator* generator) const;

  // --- storage for what the functions below compute ---
  /// Of this system's numbers and sizes, zero, and of the classes that were declared.
  std::unique_ptr<ContinuousState<T>> AllocateTimeDerivatives() const;
  std::unique_ptr<DiscreteValues<T>> AllocateDiscreteVariables() const;
  /// A value for each output port. The second form checks the context, as Drake's does, and is the
  /// same.
  std::unique_ptr<SystemOutput<T>> AllocateOutput() const;
  std::unique_ptr<SystemOutput<T>> AllocateOutput(const Context<T>& context) const {
    ValidateContext(context);
    return AllocateOutput();
  }
  /// A vector of the class that the port was declared with; std::logic_error for an abstract port.
  /// The port goes by its number: one of another system of this class will do.
  std::unique_ptr<BasicVector<T>> AllocateInputVector(const InputPort<T>& port) const {
    return get_input_port(port.get_index()).AllocateVector();
  }
  /// A value of the type that the port was declared with; std::logic_error for a vector port.
  std::unique_ptr<AbstractValue> AllocateInputAbstract(const InputPort<T>& port) const {
    return get_input_port(port.get_index()).Allocate();
  }
  /// Fixes every input port to a value of its type, in place of connections. A vector's elements
  /// are zero, or those of the model that the port was declared with.
  void AllocateFixedInputs(Context<T>* context) const;
  /// Fixes every input port in `target` to its present value in `other_context`, as evaluated by
  /// `other_system`; ports without a value are left alone.
  void FixInputPortsFrom(const System<double>& other_system, const Context<double>& other_context,
                         Context<T>* target) const;

  // --- checks ---
  /// Throws std::logic_error that names both systems when `context` is not one of this system's.
  void ValidateContext(const Context<T>& context) const {
    internal::ValidateContext(*this, context, "ValidateContext");
  }
  /// For contexts that are given by pointer: std::runtime_error where it is null.
  void ValidateContext(const Context<T>* context) const {
    LOOPWRIGHT_THROW_UNLESS(context != nullptr);
    ValidateContext(*context);
  }
  /// Drake's other name of it.
  void CheckValidContext(const Context<T>& context) const { ValidateContext(context); }
  /// std::logic_error unless `output` has this system's ports: as many, each a vector of the port's
  /// size or an abstract value. Types of abstract values are not compared here; the computation of
  /// the port finds out.
  void CheckValidOutput(const SystemOutput<T>* output) const;
  // --- this system's part of the context of the outermost diagram. std::logic_error where
  // `root_context` is no root context, is null, or has no such part. ---
  /// Used by programs that hold the context of a whole diagram and want to set the state of one
  /// block.
  const Context<T>& GetMyContextFromRoot(const Context<T>& root_context) const;
  Context<T>& GetMyMutableContextFromRoot(Context<T>* root_context) const;
  /// The flattened structure, made once, shared by all contexts of this system.
  std::shared_ptr<const Plan<T>> plan() const;

  // --- ports ---
  /// Ports are numbered from 0 in the order of declaration, inputs and outputs by themselves.
  int num_input_ports() const { return static_cast<int>(inputs_.size()); }
  int num_output_ports() const { return static_cast<int>(outputs_.size()); }
  /// std::out_of_range names the system and its number of ports.
  const InputPort<T>& get_input_port(int index) const;
  const OutputPort<T>& get_output_port(int index) const;
  /// The only port; std::logic_error where there is none or more than one.
  const InputPort<T>& get_input_port() const;
  const OutputPort<T>& get_output_port() const;
  /// std::logic_error for a name that no port has, with a list of those that there are.
  const InputPort<T>& GetInputPort(std::string_view name) const;
  const OutputPort<T>& GetOutputPort(std::string_view name) const;
  /// Whether there is a port of this name.
  bool HasInputPort(std::string_view name) const;
  bool HasOutputPort(std::string_view name) const;
  /// The port that is selected, by index or as the first; null where none is. std::out_of_range for
  /// an index that is not there.
  const InputPort<T>* get_input_port_selection(
      std::variant<InputPortSelection, InputPortIndex> selection) const;
  const OutputPort<T>* get_output_port_selection(
      std::variant<OutputPortSelection, OutputPortIndex> selection) const;
  /// Elements of all vector ports together.
  int num_total_inputs() const;
  int num_total_outputs() const;

  // --- evaluation ---
  /// Null where the port has no value, or one of another class than Vec. std::logic_error for an
  /// abstract port, std::out_of_range for one that is not there.
  template <template <typename> class Vec = BasicVector>
  const Vec<T>* EvalVectorInput(const Context<T>& context, int port) const {
    return dynamic_cast<const Vec<T>*>(EvalBasicVectorInput(context, port));
  }
  /// The vector's elements; std::logic_error where the port has no value.
  PortVector<T, InputPort> EvalEigenVectorInput(const Context<T>& context, int port) const {
    return get_input_port(port).Eval(context);
  }
  /// Null where the port has no value; std::logic_error for a vector port.
  const AbstractValue* EvalAbstractInput(const Context<T>& context, int port) const;
  /// The value of an abstract port as an object of class V, null where the port has none;
  /// std::logic_error where it is of another type. With V = BasicVector<T> the port is a vector
  /// port.
  template <typename V>
  const V* EvalInputValue(const Context<T>& context, int port) const {
    if constexpr (std::is_same_v<V, BasicVector<T>>) {
      return EvalBasicVectorInput(context, port);
    } else {
      const AbstractValue* value = EvalAbstractInput(context, port);
      return value == nullptr ? nullptr : &value->template get_value<V>();
    }
  }
  /// The time derivative of the continuous state, from the cache.
  const ContinuousState<T>& EvalTimeDerivatives(const Context<T>& context) const;
  /// Makes `derivatives` a copy of what EvalTimeDerivatives() answers. std::runtime_error where it
  /// is null or has another size than num_continuous_states().
  void CalcTimeDerivatives(const Context<T>& context, ContinuousState<T>* derivatives) const;
  /// All outputs, in the order of the ports, without a look at their cache.
  void CalcOutput(const Context<T>& context, SystemOutput<T>* outputs) const;
  /// (q, v, z) of the context as a vector of its own.
  VectorX<T> CopyContinuousStateVector(const Context<T>& context) const {
    return context.get_continuous_state_vector().CopyToVector();
  }

  // --- time derivatives as an implicit equation, residual = F(context, ẋ_proposed): zero where the
  // proposed derivatives are those of the equation. By default the residual is ẋ_proposed -
  // CalcTimeDerivatives(context); of a diagram it is that of its subsystems one after another. ---
  /// The number of elements of the residual.
  int implicit_time_derivatives_residual_size() const;
  VectorX<T> AllocateImplicitTimeDerivativesResidual() const {
    return VectorX<T>(implicit_time_derivatives_residual_size());
  }
  /// Writes F to `residual`. std::logic_error unless `proposed_derivatives` has
  /// num_continuous_states() elements and `residual` implicit_time_derivatives_residual_size().
  void CalcImplicitTimeDerivativesResidual(const Context<T>& context,
                                           const ContinuousState<T>& proposed_derivatives,
                                           EigenPtr<VectorX<T>> residual) const;
  void CalcImplicitTimeDerivativesResidual(const Context<T>& context,
                                           const Eigen::Ref<const VectorX<T>>& proposed_derivatives,
                                           EigenPtr<VectorX<T>> residual) const;

  // --- Graphviz: a text for the program `dot` ---
  /// Shows subsystems down to `max_depth` levels.
  std::string GetGraphvizString(int max_depth = std::numeric_limits<int>::max()) const;
  /// Writes the nodes and edges of this system alone, without the frame of a whole graph around
  /// them, so that a diagram can put the fragments of its parts together.
  virtual void GetGraphvizFragment(int max_depth, std::stringstream* dot) const = 0;
  void GetGraphvizFragment(std::stringstream* dot) const {
    GetGraphvizFragment(std::numeric_limits<int>::max(), dot);
  }
  /// The node that a wire to or from the port ends at.
  virtual void GetGraphvizInputPortToken(const InputPort<T>& port, int max_depth,
                                         std::stringstream* dot) const = 0;
  virtual void GetGraphvizOutputPortToken(const OutputPort<T>& port, int max_depth,
                                          std::stringstream* dot) const = 0;

  // --- structure ---
  /// All pairs (input, output) where the output depends directly on the input.
  virtual std::multimap<int, int> GetDirectFeedthroughs() const = 0;
  /// Whether an output depends on any input, or on the given one, at the same instant. A loop of
  /// wires in which each block has this is an algebraic loop.
  bool HasDirectFeedthrough(int output_port) const;
  bool HasDirectFeedthrough(int input_port, int output_port) const;
  bool HasAnyDirectFeedthrough() const { return !GetDirectFeedthroughs().empty(); }
  /// Of a diagram: its direct parts. subsystem() is a std::logic_error in a leaf.
  virtual int num_subsystems() const { return 0; }
  virtual const System<T>& subsystem(int index) const;
  /// Port `port` of subsystem number `system`.
  struct PortId {
    int system = -1;
    int port = 0;
    auto operator<=>(const PortId&) const = default;
  };
  /// What an input of a subsystem reads: an output of a subsystem, or, with `system` = -1, an input
  /// of this diagram itself, or nothing (`port` = -1).
  virtual PortId input_source(int, int) const { return {-1, -1}; }
  /// Elements of the continuous state of the system and all that is in it: all, and by kind.
  int num_continuous_states() const { return num_q_ + num_v_ + num_z_; }
  int num_q() const { return num_q_; }
  int num_v() const { return num_v_; }
  int num_z() const { return num_z_; }
  /// Of the system and all that is in it.
  int num_discrete_state_groups() const;
  int num_abstract_states() const;
  int num_numeric_parameter_groups() const;
  int num_abstract_parameters() const;
  /// Whether all state is one group of discrete state, with one periodic update from offset 0:
  /// x[n+1] = f(n, x[n], u[n]). `time_period`, s, is written only then, and may be null.
  bool IsDifferenceEquationSystem(double* time_period = nullptr) const;
  /// Whether there is neither discrete nor abstract state, nor an abstract input: ẋ = f(t, x, u).
  bool IsDifferentialEquationSystem() const;

  // --- conversion to another scalar (scalar_converter.h) ---
  /// The same system, with the same name, over another scalar: of a diagram, all that is in it,
  /// connected alike. ScalarConversionError, a std::logic_error, names the path of the first system
  /// that cannot be converted; ...Maybe() is null instead. U is double, AutoDiff or Expression, and
  /// for U = T this is Clone().
  template <typename U>
  std::unique_ptr<System<U>> ToScalarType() const;
  template <typename U>
  std::unique_ptr<System<U>> ToScalarTypeMaybe() const;
  /// Drake's names of the two conversions; AutoDiff carries derivatives, Expression symbols.
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
  /// What the system's author handed to the constructor.
  const SystemScalarConverter& get_system_scalar_converter() const { return converter_; }

  // --- tickets of what this system declares; SystemTickets has those of every system ---
  /// Of what the system itself declared, by its number.
  DependencyTicket input_port_ticket(int index) const { return get_input_port(index).ticket(); }
  DependencyTicket output_port_ticket(int index) const { return get_output_port(index).ticket(); }
  /// std::out_of_range, here and below, names the system and what it does not have.
  DependencyTicket cache_entry_ticket(int index) const;
  /// State and parameters by their number in the order of declaration: what a cache entry or a port
  /// that reads just this one names as its prerequisite.
  DependencyTicket discrete_state_ticket(int group) const {
    return DeclaredTicket(TicketInfo::kDiscrete, group);
  }
  DependencyTicket abstract_state_ticket(int index) const {
    return DeclaredTicket(TicketInfo::kAbstractState, index);
  }
  DependencyTicket numeric_parameter_ticket(int index) const {
    return DeclaredTicket(TicketInfo::kParameter, index);
  }
  DependencyTicket abstract_parameter_ticket(int index) const {
    return DeclaredTicket(TicketInfo::kAbstractParameter, index);
  }

  // --- for the engine ---
  /// What a ticket that is not well known names.
  struct TicketInfo {
    enum Kind : uint32_t {
      kInput,
      kOutput,
      kEntry,
      kDiscrete,
      kAbstractState,
      kParameter,
      kAbstractParameter
    };
    Kind kind : 4;
    uint32_t index : 28;
  };
  /// std::logic_error for a ticket that this system has not given out.
  TicketInfo ticket_info(DependencyTicket ticket) const;
  /// Tickets that are not well known have numbers from internal::kNextFreeTicket on.
  int num_declared_tickets() const { return static_cast<int>(tickets_.size()); }
  /// To be called when something is declared: contexts made from now on, of this system or of a
  /// diagram around it, have it. Those made before go on without it where it is an event; where it
  /// changes the structure, they are refused from now on.
  void NoteDeclaration(bool changes_structure);
  /// Those of this system itself, outputs of leaves and time derivatives among them.
  const OwningVector<CacheEntry<T>>& cache_entries() const { return entries_; }
  /// Null where the system has nothing out of the ordinary.
  const internal::SystemExtras<T>* extras() const { return extras_.get(); }
  /// The inputs that a cache entry reads whose prerequisites are all sources, where its symbolic
  /// form tells; null otherwise.
  const std::set<int>* symbolic_inputs(const CacheEntryDeclaration<T>& entry) const;
  bool has_symbolic_inputs() const;
  /// Called when the system becomes a part of a diagram, before loops are looked for.
  virtual void FindSymbolicInputs() {}
  /// What solves the algebraic loops of a diagram at every instant; null where nothing does.
  virtual internal::LoopSearchMaker<T> loop_search_maker() const { return nullptr; }
  /// Brings the inputs that `kernel`, one of this system's, reads up to date, and computes.
  void EvaluateKernel(const Kernel<T>& kernel, const Context<T>& context, T* out) const;
  /// Called when the system's class is known, before a plan is made: declares, once, what follows
  /// from other declarations.
  void FinishDeclarations();

 protected:
  explicit System(SystemScalarConverter converter = {});

  /// How ToAutoDiffXd() and ToSymbolic() make their result, null where that is not possible: by
  /// default by the converter.
  virtual std::unique_ptr<System<AutoDiff>> DoToAutoDiffXd() const {
    return converter_.template Convert<AutoDiff>(*this);
  }
  virtual std::unique_ptr<System<Expression>> DoToSymbolic() const {
    return converter_.template Convert<Expression>(*this);
  }

  /// The given name of a port, or the prefix and its number: u0, u1, y0.
  static std::string PortName(std::variant<std::string, DefaultName> name, char prefix, int index);
  /// Declare a port, or a cache entry, and answer it. std::logic_error where a name is empty or
  /// taken, or an entry has no prerequisites. `size` is the number of elements, -1 of an abstract
  /// entry. An output is either computed by `entry` or shows `source`, the port of a part.
  InputPort<T>& AddInputPort(std::variant<std::string, DefaultName> name, PortDataType type,
                             int size, std::optional<RandomDistribution> random,
                             std::unique_ptr<AbstractValue> model);
  OutputPort<T>& AddOutputPort(std::string name, PortDataType type, int size,
                               const CacheEntry<T>* entry, const OutputPort<T>* source);
  CacheEntry<T>& AddCacheEntry(std::string description, int size,
                               std::unique_ptr<AbstractValue> model,
                               typename CacheEntry<T>::Calculator calculator,
                               const TicketSet& prerequisites,
                               std::optional<DependencyTicket> well_known = std::nullopt);
  /// The entry of a leaf's output, to be edited while the system is made.
  CacheEntry<T>& entry_of(const OutputPort<T>& port) {
    return *entries_[port.cache_entry()->cache_index()];
  }
  /// The next free ticket, for thing number `index` of a kind.
  DependencyTicket NewTicket(typename TicketInfo::Kind kind, int index);
  /// Of this system; the diagrams around it follow.
  void SetNumContinuousStates(int num_q, int num_v, int num_z);

  /// For authors of systems that are neither leaf nor diagram, under Drake's name.
  InputPort<T>& DeclareInputPort(std::variant<std::string, DefaultName> name, PortDataType type,
                                 int size, std::optional<RandomDistribution> random = std::nullopt);
  InputPort<T>& DeclareInputPort(PortDataType type, int size,
                                 std::optional<RandomDistribution> random = std::nullopt) {
    return DeclareInputPort(kUseDefaultName, type, size, random);
  }
  /// Made by the first call.
  internal::SystemExtras<T>& mutable_extras();
  /// What a leaf or a diagram declares once its class is known.
  virtual void DoFinishDeclarations() = 0;
  /// For an author whose residual has another size than the continuous state.
  void DeclareImplicitTimeDerivativesResidualSize(int size);
  virtual void DoCalcImplicitTimeDerivativesResidual(const Context<T>& context,
                                                     const ContinuousState<T>& proposed_derivatives,
                                                     EigenPtr<VectorX<T>> residual) const;
  /// The elements of an output port in `output`, to write to; std::logic_error for an abstract one.
  VectorMap<T> GetMutableOutputVector(SystemOutput<T>* output, int port) const;

 private:
  friend class Diagram<T>;
  // They use what is kept here: cache entries, what few systems have, and its lock.
  friend class SystemMechanics<T>;
  friend class SystemEvents<T>;
  /// What a system that contexts are made of has.
  struct Root {
    std::shared_ptr<const Plan<T>> plan;
    /// The class that the declarations were finished for: while a constructor of a base class runs,
    /// that class.
    const std::type_info* type = nullptr;
    std::shared_ptr<char> alive = std::make_shared<char>();  ///< lets plans know whether it exists
  };
  /// The ticket of a declared thing by its number; std::out_of_range where there is none.
  DependencyTicket DeclaredTicket(typename TicketInfo::Kind kind, int index) const;
  /// Null where the port has no value.
  const BasicVector<T>* EvalBasicVectorInput(const Context<T>& context, int port) const;
  /// Null where this system itself cannot be converted.
  template <typename U>
  std::unique_ptr<System<U>> DoToScalarType() const;

  SystemScalarConverter converter_;
  OwningVector<InputPort<T>> inputs_;
  OwningVector<OutputPort<T>> outputs_;
  OwningVector<CacheEntry<T>> entries_;
  InlineVector<TicketInfo, 6> tickets_;
  mutable std::unique_ptr<internal::SystemExtras<T>> extras_;  ///< locked by plan_mutex_
  mutable std::unique_ptr<Root> root_;                         ///< locked by plan_mutex_
  int num_q_ = 0, num_v_ = 0, num_z_ = 0;
  bool declarations_finished_ = false;
  mutable SmallMutex plan_mutex_;
};

LOOPWRIGHT_DECLARE_CLASS(System)

}  // namespace loopwright
