#include "engine/system/system.h"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <stdexcept>

#include "engine/context/views.h"
#include "engine/system/leaf_system.h"
#include "engine/system/plan_maker.h"
#include "engine/system/system_extras.h"

namespace loopwright {

template <typename T>
System<T>::System(SystemScalarConverter converter) : converter_(std::move(converter)) {}
template <typename T>
System<T>::~System() = default;

// While a system is made it has neither plan nor diagram, and there is nothing to note. What is
// declared in the course of making a plan (FinishDeclarations()) finds none to drop. A declaration
// changes the system and every diagram around it, so all their plans are dropped. Where the
// structure changes, contexts of the old plan are cut off as well; where only an event is added,
// they go on working without it.
template <typename T>
void System<T>::NoteDeclaration(bool changes_structure) {
  if (root_ == nullptr && this->parent() == nullptr) return;
  for (const SystemBase* s = this; s != nullptr; s = s->parent()) {
    auto& system = const_cast<System<T>&>(static_cast<const System<T>&>(*s));
    system.declarations_finished_ = false;
    if (changes_structure && system.extras_) system.extras_->symbolic_inputs.reset();
    if (!system.root_ || !system.root_->plan) continue;
    const std::lock_guard lock(system.plan_mutex_);
    if (changes_structure) system.root_->plan->Retire();
    system.root_->plan.reset();
  }
}

// Made when first asked for, under a lock, since several threads may make contexts of one system.
template <typename T>
std::shared_ptr<const Plan<T>> System<T>::plan() const {
  const std::lock_guard lock(plan_mutex_);
  if (!root_) root_ = std::make_unique<Root>();
  const_cast<System<T>*>(this)->FinishDeclarations();
  if (!root_->plan) {
    auto plan = internal::MakePlan(*this);
    plan->root_alive = root_->alive;
    root_->plan = std::move(plan);
  }
  return root_->plan;
}

// What a class declares and overrides is known when its constructor has run to the end. A plan that
// a base class's constructor asked for was made too early and is made again.
template <typename T>
void System<T>::FinishDeclarations() {
  if (root_ && root_->type == nullptr) root_->type = &typeid(*this);
  if (root_ && *root_->type != typeid(*this)) {
    // A constructor of a base class asked for a plan, and now more of the class is there.
    root_->type = &typeid(*this);
    if (root_->plan) root_->plan->Retire();
    root_->plan.reset();
    declarations_finished_ = false;
    this->ForgetDefaultHooks();
  }
  if (declarations_finished_) return;
  DoFinishDeclarations();
  declarations_finished_ = true;
}

// Only for entries whose author left the prerequisites open: what an author says counts more.
template <typename T>
const std::set<int>* System<T>::symbolic_inputs(const CacheEntryDeclaration<T>& entry) const {
  if (!has_symbolic_inputs() || !entry.has_default_prerequisites()) return nullptr;
  const auto& inputs = *extras_->symbolic_inputs;
  const auto found = inputs.find(entry.cache_index());
  return found == inputs.end() ? nullptr : &found->second;
}
template <typename T>
bool System<T>::has_symbolic_inputs() const {
  return extras_ != nullptr && extras_->symbolic_inputs.has_value();
}

// For a kernel outside of schedules, where nobody knows that what it reads is up to date.
template <typename T>
void System<T>::EvaluateKernel(const Kernel<T>& kernel, const Context<T>& context, T* out) const {
  for (const Operand& operand : kernel.operands) {
    if (operand.kind == Operand::kInput) get_input_port(operand.index).EvalData(context);
  }
  const BoundKernel<T> operation = kernel.Bind(context, out);
  operation.run(operation);
}

template <typename T>
internal::SystemExtras<T>& System<T>::mutable_extras() {
  if (!extras_) extras_ = std::make_unique<internal::SystemExtras<T>>();
  return *extras_;
}

// Numbers are 0; abstract values are copies of the models, as they need an object of the right
// type.
template <typename T>
std::unique_ptr<Context<T>> System<T>::AllocateContext() const {
  auto data = std::make_unique<internal::ContextData<T>>(plan());
  for (const int n : data->plan->leaves) {
    const auto& leaf = static_cast<const LeafSystem<T>&>(*data->plan->systems[n]);
    const PlanNode& node = data->plan->nodes[n];
    int i = node.first_abstract_state;
    for (const auto& model : leaf.abstract_state_models()) {
      data->abstract_states[i++] = model->Clone();
    }
    i = node.first_abstract_parameter;
    for (const auto& model : leaf.abstract_parameter_models()) {
      data->abstract_parameters[i++] = model->Clone();
    }
  }
  return std::make_unique<Context<T>>(std::move(data));
}

template <typename T>
std::unique_ptr<Context<T>> System<T>::CreateDefaultContext() const {
  auto context = AllocateContext();
  SetDefaultContext(context.get());
  context->data().value_views.Drop();  // made for that alone, and large
  return context;
}

// Parameters first, because an author's SetDefaultState() may compute state from them. Everything
// is marked stale in between, so that it reads the new parameters and nothing cached from old ones.
template <typename T>
void System<T>::SetDefaultContext(Context<T>* context) const {
  ValidateContext(context);
  Parameters<T> parameters = internal::ParametersOf(*context);
  SetDefaultParameters(*context, &parameters);
  context->data().MarkAllStale();
  State<T> state = internal::StateOf(*context);
  SetDefaultState(*context, &state);
  context->data().InvalidateAllButInputs();
}

template <typename T>
void System<T>::SetRandomContext(Context<T>* context, RandomGenerator* generator) const {
  ValidateContext(context);
  LOOPWRIGHT_THROW_UNLESS(generator != nullptr);
  SetRandomState(*context, &context->get_mutable_state(), generator);
  SetRandomParameters(*context, &context->get_mutable_parameters(), generator);
}

// --- ports ---

namespace {
// The port of an index, or an error that says how many there are.
template <typename Ports>
const auto& PortAt(const SystemBase& system, const Ports& ports, int index, const char* kind) {
  if (index < 0 || index >= static_cast<int>(ports.size())) {
    throw std::out_of_range("System '" + system.GetSystemPathname() + "' has no " + kind +
                            " port " + std::to_string(index) + ": it has " +
                            std::to_string(ports.size()));
  }
  return *ports[index];
}
// The only port: where there are several, the program must say which one it means.
template <typename Ports>
const auto& OnlyPort(const SystemBase& system, const Ports& ports, const char* kind) {
  if (ports.size() != 1) {
    throw std::logic_error("System '" + system.GetSystemPathname() + "' has " +
                           std::to_string(ports.size()) + " " + kind +
                           " ports: name the one that is meant");
  }
  return *ports[0];
}
// Ports are few, so the list is searched from the front. Null where no port has the name.
template <typename Ports>
const auto* FindPort(const Ports& ports, std::string_view name) {
  const auto found = std::find_if(ports.begin(), ports.end(),
                                  [&](const auto& port) { return port->get_name() == name; });
  return found == ports.end() ? nullptr : *found;
}
// The port of a name, or an error that lists the names that exist.
template <typename Ports>
const auto& NamedPort(const SystemBase& system, const Ports& ports, std::string_view name,
                      const char* kind) {
  if (const auto* port = FindPort(ports, name)) return *port;
  std::string names;
  for (const auto& port : ports) names += (names.empty() ? "" : ", ") + port->get_name();
  throw std::logic_error("System '" + system.GetSystemPathname() + "' has no " + kind +
                         " port named '" + std::string(name) + "': it has [" + names + "]");
}
}  // namespace

template <typename T>
const InputPort<T>& System<T>::get_input_port(int index) const {
  return PortAt(*this, inputs_, index, "input");
}
template <typename T>
const OutputPort<T>& System<T>::get_output_port(int index) const {
  return PortAt(*this, outputs_, index, "output");
}
template <typename T>
const InputPort<T>& System<T>::get_input_port() const {
  return OnlyPort(*this, inputs_, "input");
}
template <typename T>
const OutputPort<T>& System<T>::get_output_port() const {
  return OnlyPort(*this, outputs_, "output");
}
template <typename T>
const InputPort<T>& System<T>::GetInputPort(std::string_view name) const {
  return NamedPort(*this, inputs_, name, "input");
}
template <typename T>
const OutputPort<T>& System<T>::GetOutputPort(std::string_view name) const {
  return NamedPort(*this, outputs_, name, "output");
}
template <typename T>
bool System<T>::HasInputPort(std::string_view name) const {
  return FindPort(inputs_, name) != nullptr;
}
template <typename T>
bool System<T>::HasOutputPort(std::string_view name) const {
  return FindPort(outputs_, name) != nullptr;
}
template <typename T>
int System<T>::num_total_inputs() const {
  return std::accumulate(inputs_.begin(), inputs_.end(), 0,
                         [](int sum, const auto& port) { return sum + port->size(); });
}
template <typename T>
int System<T>::num_total_outputs() const {
  return std::accumulate(outputs_.begin(), outputs_.end(), 0,
                         [](int sum, const auto& port) { return sum + port->size(); });
}

// --- evaluation ---

template <typename T>
const BasicVector<T>* System<T>::EvalBasicVectorInput(const Context<T>& context, int port) const {
  const InputPort<T>& input = get_input_port(port);
  return input.HasValue(context) ? &input.EvalBasicVector(context) : nullptr;
}
template <typename T>
const AbstractValue* System<T>::EvalAbstractInput(const Context<T>& context, int port) const {
  const InputPort<T>& input = get_input_port(port);
  return input.HasValue(context) ? &input.EvalAbstract(context) : nullptr;
}

// Evaluates the derivatives of all leaves in this system's subtree, which are neighbours in the
// list of leaves, and shows where they lie.
template <typename T>
const ContinuousState<T>& System<T>::EvalTimeDerivatives(const Context<T>& context) const {
  internal::ValidateContext(*this, context, "EvalTimeDerivatives");
  auto& data = context.data();
  const auto& leaves = data.plan->continuous_leaves;
  const auto first = std::lower_bound(leaves.begin(), leaves.end(), context.node());
  for (auto n = first; n != leaves.end() && *n < context.plan_node().end; ++n) {
    data.Evaluate(data.plan->derivative_entry[n - leaves.begin()]);
  }
  return data.value_views.derivatives(context.node());
}
template <typename T>
void System<T>::CalcTimeDerivatives(const Context<T>& context,
                                    ContinuousState<T>* derivatives) const {
  LOOPWRIGHT_THROW_UNLESS(derivatives != nullptr &&
                          derivatives->size() == context.num_continuous_states());
  derivatives->SetFrom(EvalTimeDerivatives(context));
}

// --- structure ---

template <typename T>
bool System<T>::HasDirectFeedthrough(int output_port) const {
  const auto pairs = GetDirectFeedthroughs();
  return std::ranges::any_of(pairs, [&](const auto& pair) { return pair.second == output_port; });
}
template <typename T>
bool System<T>::HasDirectFeedthrough(int input_port, int output_port) const {
  const auto pairs = GetDirectFeedthroughs();
  const auto [first, last] = pairs.equal_range(input_port);
  return std::any_of(first, last, [&](const auto& pair) { return pair.second == output_port; });
}
template <typename T>
const System<T>& System<T>::subsystem(int) const {
  throw std::logic_error("System '" + this->GetSystemPathname() + "' has no subsystems");
}

// --- conversion ---

// Null where the conversion is not possible. There is no direct way from a scalar to itself: a copy
// is made by going to another scalar and back.
template <typename T>
template <typename U>
std::unique_ptr<System<U>> System<T>::DoToScalarType() const {
  if constexpr (std::is_same_v<U, T>) {
    using Between = std::conditional_t<std::is_same_v<T, double>, AutoDiff, double>;
    if (auto between = ToScalarTypeMaybe<Between>()) {
      return between->template ToScalarTypeMaybe<T>();
    }
    if constexpr (std::is_same_v<T, double>) {
      if (auto symbolic = ToScalarTypeMaybe<Expression>()) {
        return symbolic->template ToScalarTypeMaybe<T>();
      }
    }
    return nullptr;
  } else if constexpr (std::is_same_v<U, AutoDiff>) {
    return DoToAutoDiffXd();
  } else if constexpr (std::is_same_v<U, Expression>) {
    return DoToSymbolic();
  } else {
    return converter_.template Convert<U>(*this);
  }
}
// The conversion, with the name and the constraints that a program added from outside.
template <typename T>
template <typename U>
std::unique_ptr<System<U>> System<T>::ToScalarType() const {
  std::unique_ptr<System<U>> result = DoToScalarType<U>();
  if (result == nullptr) {
    internal::ThrowNotConvertible(*this, internal::ScalarNumber<U>::kName);
  }
  result->set_name(this->get_name());
  // A copy (U = T) was made by two conversions, which have taken these along.
  if (!std::is_same_v<U, T> && extras() != nullptr) {
    for (const ExternalSystemConstraint& constraint : extras()->external_constraints) {
      result->AddExternalConstraint(constraint);
    }
  }
  return result;
}
template <typename T>
template <typename U>
std::unique_ptr<System<U>> System<T>::ToScalarTypeMaybe() const {
  try {
    return ToScalarType<U>();
  } catch (const ScalarConversionError&) {
    return nullptr;
  }
}

// --- tickets and declarations ---

// Declared tickets are numbered from kNextFreeTicket on, in the order of declaration.
template <typename T>
typename System<T>::TicketInfo System<T>::ticket_info(DependencyTicket ticket) const {
  const int index = ticket - internal::kNextFreeTicket;
  if (index < 0 || index >= num_declared_tickets()) {
    throw std::logic_error("System '" + this->GetSystemPathname() + "' has no dependency ticket " +
                           std::to_string(static_cast<int>(ticket)));
  }
  return tickets_[index];
}
namespace {
[[noreturn]] void ThrowNotDeclared(const SystemBase& system, const char* what, int index) {
  throw std::out_of_range("System '" + system.GetSystemPathname() + "' has no " + what + " " +
                          std::to_string(index));
}
}  // namespace
template <typename T>
DependencyTicket System<T>::cache_entry_ticket(int index) const {
  if (index < 0 || index >= static_cast<int>(entries_.size())) {
    ThrowNotDeclared(*this, "cache entry", index);
  }
  return entries_[index]->ticket();
}
// The reverse of ticket_info(): a search, which only declarations need.
template <typename T>
DependencyTicket System<T>::DeclaredTicket(typename TicketInfo::Kind kind, int index) const {
  for (int k = 0; k < num_declared_tickets(); ++k) {
    if (tickets_[k].kind == kind && static_cast<int>(tickets_[k].index) == index) {
      return DependencyTicket(internal::kNextFreeTicket + k);
    }
  }
  ThrowNotDeclared(*this,
                   kind == TicketInfo::kDiscrete        ? "group of discrete state"
                   : kind == TicketInfo::kAbstractState ? "abstract state"
                   : kind == TicketInfo::kParameter     ? "numeric parameter"
                                                        : "abstract parameter",
                   index);
}

// Each thing that is declared gets a ticket by which entries can depend on it.
template <typename T>
DependencyTicket System<T>::NewTicket(typename TicketInfo::Kind kind, int index) {
  NoteDeclaration(true);
  tickets_.push_back({kind, static_cast<uint32_t>(index)});
  return DependencyTicket(internal::kNextFreeTicket + num_declared_tickets() - 1);
}
template <typename T>
std::string System<T>::PortName(std::variant<std::string, DefaultName> name, char prefix,
                                int index) {
  if (std::holds_alternative<std::string>(name)) return std::get<std::string>(std::move(name));
  return prefix + std::to_string(index);
}
template <typename T>
InputPort<T>& System<T>::DeclareInputPort(std::variant<std::string, DefaultName> name,
                                          PortDataType type, int size,
                                          std::optional<RandomDistribution> random) {
  return AddInputPort(std::move(name), type, type == kVectorValued ? size : 0, random, nullptr);
}
namespace {
// An empty name is a mistake, since ports are found by name.
void ThrowIfNameless(const SystemBase& system, const std::string& name, const char* kind) {
  if (!name.empty()) return;
  throw std::logic_error("System '" + system.GetSystemPathname() + "' declares an " + kind +
                         " port with an empty name: say kUseDefaultName where it has none");
}
}  // namespace
// Refuses a name that another input has; an output may have it.
template <typename T>
InputPort<T>& System<T>::AddInputPort(std::variant<std::string, DefaultName> given_name,
                                      PortDataType type, int size,
                                      std::optional<RandomDistribution> random,
                                      std::unique_ptr<AbstractValue> model) {
  const int index = num_input_ports();
  std::string name = PortName(std::move(given_name), 'u', index);
  ThrowIfNameless(*this, name, "input");
  if (HasInputPort(name)) {
    throw std::logic_error("System '" + this->GetSystemPathname() +
                           "' already has an input port named '" + name + "'");
  }
  return inputs_.push_back(std::make_unique<InputPort<T>>(this, index, std::move(name), type, size,
                                                          NewTicket(TicketInfo::kInput, index),
                                                          random, std::move(model)));
}
template <typename T>
OutputPort<T>& System<T>::AddOutputPort(std::string name, PortDataType type, int size,
                                        const CacheEntry<T>* entry, const OutputPort<T>* source) {
  ThrowIfNameless(*this, name, "output");
  if (HasOutputPort(name)) {
    throw std::logic_error("System '" + this->GetSystemPathname() +
                           "' already has an output port named '" + name + "'");
  }
  const int index = num_output_ports();
  return outputs_.push_back(
      std::make_unique<OutputPort<T>>(this, index, std::move(name), type, size,
                                      NewTicket(TicketInfo::kOutput, index), entry, source));
}
// An empty set of prerequisites is refused, as it is more often forgotten than meant.
template <typename T>
CacheEntry<T>& System<T>::AddCacheEntry(std::string description, int size,
                                        std::unique_ptr<AbstractValue> model,
                                        typename CacheEntry<T>::Calculator calculator,
                                        const TicketSet& prerequisites,
                                        std::optional<DependencyTicket> well_known) {
  if (prerequisites.empty()) {
    throw std::logic_error("Cache entry '" + description + "' of system '" +
                           this->GetSystemPathname() +
                           "' has no prerequisites: say nothing_ticket() where it depends on "
                           "nothing");
  }
  NoteDeclaration(true);
  const int index = static_cast<int>(entries_.size());
  return entries_.push_back(std::make_unique<CacheEntry<T>>(
      this, index, well_known ? *well_known : NewTicket(TicketInfo::kEntry, index),
      std::move(description), size, std::move(model), std::move(calculator), prerequisites));
}
// The counts of all diagrams around the system grow by the difference.
template <typename T>
void System<T>::SetNumContinuousStates(int num_q, int num_v, int num_z) {
  NoteDeclaration(true);
  const int more_q = num_q - num_q_, more_v = num_v - num_v_, more_z = num_z - num_z_;
  for (const SystemBase* s = this; s != nullptr; s = s->parent()) {
    auto& system = const_cast<System<T>&>(static_cast<const System<T>&>(*s));
    system.num_q_ += more_q;
    system.num_v_ += more_v;
    system.num_z_ += more_z;
  }
}

LOOPWRIGHT_INSTANTIATE_CLASS(System)

#define LOOPWRIGHT_INSTANTIATE_CONVERSION(T, U)                           \
  template std::unique_ptr<System<U>> System<T>::ToScalarType<U>() const; \
  template std::unique_ptr<System<U>> System<T>::ToScalarTypeMaybe<U>() const;
LOOPWRIGHT_INSTANTIATE_CONVERSION(double, double)
LOOPWRIGHT_INSTANTIATE_CONVERSION(double, AutoDiff)
LOOPWRIGHT_INSTANTIATE_CONVERSION(double, Expression)
LOOPWRIGHT_INSTANTIATE_CONVERSION(AutoDiff, double)
LOOPWRIGHT_INSTANTIATE_CONVERSION(AutoDiff, AutoDiff)
LOOPWRIGHT_INSTANTIATE_CONVERSION(AutoDiff, Expression)
LOOPWRIGHT_INSTANTIATE_CONVERSION(Expression, double)
LOOPWRIGHT_INSTANTIATE_CONVERSION(Expression, AutoDiff)
LOOPWRIGHT_INSTANTIATE_CONVERSION(Expression, Expression)

}  // namespace loopwright
