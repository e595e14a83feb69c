#include "engine/system/leaf_system.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "engine/system/symbolic_feedthrough.h"
#include "engine/system/system_extras.h"

namespace loopwright {

namespace {
// The given name, or the prefix and the number of the port: u0, u1, y0.
std::string PortName(std::variant<std::string, DefaultName> name, char prefix, int index) {
  if (std::holds_alternative<std::string>(name)) return std::get<std::string>(std::move(name));
  return prefix + std::to_string(index);
}

/// The description of the constraint that the continuous state's element bounds become.
constexpr const char* kContinuousBounds = "bounds of continuous state";
}  // namespace

// The values that were given when state was declared.
template <typename T>
void LeafSystem<T>::SetDefaultState(const Context<T>&, State<T>* state) const {
  state->get_mutable_continuous_state().SetFromVector(continuous_model_);
  for (size_t i = 0; i < discrete_models_.size(); ++i) {
    state->get_mutable_discrete_state(static_cast<int>(i)).SetFromVector(discrete_models_[i]);
  }
  for (size_t i = 0; i < abstract_state_models().size(); ++i) {
    state->get_mutable_abstract_value(static_cast<int>(i)).SetFrom(*abstract_state_models()[i]);
  }
}

// Each parameter becomes the model that it was declared with, numbers first.
template <typename T>
void LeafSystem<T>::SetDefaultParameters(const Context<T>&, Parameters<T>* parameters) const {
  for (size_t i = 0; i < numeric_parameter_models_.size(); ++i) {
    parameters->get_mutable_numeric_parameter(static_cast<int>(i))
        .SetFromVector(numeric_parameter_models_[i]);
  }
  for (size_t i = 0; i < abstract_parameter_models().size(); ++i) {
    parameters->get_mutable_abstract_parameter(static_cast<int>(i))
        .SetFrom(*abstract_parameter_models()[i]);
  }
}

// Follows prerequisites from entry to entry within the leaf until only sources are left, and
// collects the inputs among them. Each entry is visited once.
template <typename T>
std::set<int> LeafSystem<T>::InputsOf(const CacheEntry<T>& of) const {
  using Info = typename System<T>::TicketInfo;
  std::set<int> inputs, entries;
  std::vector<int> todo{of.cache_index()};
  const auto visit = [&](int entry) {
    if (entries.insert(entry).second) todo.push_back(entry);
  };
  while (!todo.empty()) {
    const auto& entry = *this->cache_entries()[todo.back()];
    todo.pop_back();
    // What the symbolic form tells is more exact than "all sources".
    if (const auto* symbolic = this->symbolic_inputs(entry)) {
      inputs.insert(symbolic->begin(), symbolic->end());
      continue;
    }
    for (const DependencyTicket ticket : entry.prerequisites()) {
      // Composite tickets first; well known ones that contain no input, such as that of time, need
      // nothing; then what the leaf declared itself.
      if (ticket == internal::kAllInputPortsTicket || internal::MeansAllSources(ticket)) {
        for (int i = 0; i < this->num_input_ports(); ++i) inputs.insert(i);
      } else if (ticket == internal::kXcdotTicket) {
        if (derivative_entry_ >= 0) visit(derivative_entry_);
      } else if (ticket >= internal::kNextFreeTicket) {
        const Info info = this->ticket_info(ticket);
        if (info.kind == Info::kInput) inputs.insert(info.index);
        if (info.kind == Info::kEntry) visit(info.index);
        if (info.kind == Info::kOutput) {
          visit(this->get_output_port(info.index).cache_entry()->cache_index());
        }
      }
    }
  }
  return inputs;
}

// An output depends on an input directly when the input is among what its cache entry needs.
template <typename T>
std::multimap<int, int> LeafSystem<T>::GetDirectFeedthroughs() const {
  std::multimap<int, int> pairs;
  // A leaf by itself finds out each time that it is asked.
  std::map<int, std::set<int>> symbolic;
  if (!this->has_symbolic_inputs()) symbolic = internal::FindSymbolicInputs(*this);
  for (int output = 0; output < this->num_output_ports(); ++output) {
    const CacheEntry<T>& entry = *this->get_output_port(output).cache_entry();
    const auto found = symbolic.find(entry.cache_index());
    for (const int input : found != symbolic.end() ? found->second : InputsOf(entry)) {
      pairs.emplace(input, output);
    }
  }
  return pairs;
}

// Converting a leaf to symbols is costly, so it is done only where an output's author left the
// prerequisites open, and its result is kept.
template <typename T>
void LeafSystem<T>::FindSymbolicInputs() {
  if (this->has_symbolic_inputs()) return;
  bool leaves_it_open = false;
  for (int output = 0; output < this->num_output_ports(); ++output) {
    leaves_it_open |= this->get_output_port(output).cache_entry()->has_default_prerequisites();
  }
  if (leaves_it_open) this->mutable_extras().symbolic_inputs = internal::FindSymbolicInputs(*this);
}

namespace {
// Whether the author gave elements names by a class of their own.
template <typename T>
bool IsOfSubclass(const BasicVector<T>& model) {
  return typeid(model) != typeid(BasicVector<T>);
}
}  // namespace

// A port whose value is a plain vector, which contexts need no model for.
template <typename T>
InputPort<T>& LeafSystem<T>::DeclareVectorInputPort(std::variant<std::string, DefaultName> name,
                                                    int size,
                                                    std::optional<RandomDistribution> random) {
  return this->AddInputPort(PortName(std::move(name), 'u', this->num_input_ports()), kVectorValued,
                            size, random, nullptr);
}
// A port whose value is of the class of `model`, with its element bounds as a constraint.
template <typename T>
InputPort<T>& LeafSystem<T>::DeclareVectorInputPort(std::variant<std::string, DefaultName> name,
                                                    const BasicVector<T>& model,
                                                    std::optional<RandomDistribution> random) {
  InputPort<T>& port = DeclareVectorInputPort(std::move(name), model.size(), random);
  if (IsOfSubclass(model)) {
    this->mutable_extras().input_models[port.get_index()] = model.Clone();
    AddBoundsConstraint(model, "input port " + port.get_name(), [&port](const Context<T>& context) {
      return VectorX<T>(port.Eval(context));
    });
  }
  return port;
}
template <typename T>
InputPort<T>& LeafSystem<T>::DeclareAbstractInputPort(std::variant<std::string, DefaultName> name,
                                                      const AbstractValue& model) {
  return this->AddInputPort(PortName(std::move(name), 'u', this->num_input_ports()),
                            kAbstractValued, 0, std::nullopt, model.Clone());
}
// Each output port of a leaf is a cache entry "output port NAME", computed when somebody reads it.
template <typename T>
OutputPort<T>& LeafSystem<T>::AddLeafOutput(std::variant<std::string, DefaultName> name, int size,
                                            std::unique_ptr<AbstractValue> model, CalcFunction calc,
                                            std::set<DependencyTicket> prerequisites) {
  std::string port_name = PortName(std::move(name), 'y', this->num_output_ports());
  // Without a model the value is a vector; an abstract one has the size -1 as an entry and 0 as a
  // port.
  const PortDataType type = model == nullptr ? kVectorValued : kAbstractValued;
  const CacheEntry<T>& entry =
      this->AddCacheEntry("output port " + port_name, size, std::move(model), std::move(calc),
                          std::move(prerequisites));
  return this->AddOutputPort(std::move(port_name), type, size < 0 ? 0 : size, &entry, nullptr);
}

// A kernel says what it reads, so its author need not name prerequisites and cannot forget one.
template <typename T>
std::set<DependencyTicket> LeafSystem<T>::PrerequisitesOf(const Kernel<T>& kernel) const {
  std::set<DependencyTicket> tickets;
  for (const Operand& operand : kernel.operands) {
    switch (operand.kind) {
      case Operand::kNone:
        break;
      case Operand::kInput:
        tickets.insert(this->input_port_ticket(operand.index));
        break;
      case Operand::kParameter:
        tickets.insert(this->numeric_parameter_ticket(operand.index));
        break;
      case Operand::kAllParameters:
        tickets.insert(this->pn_ticket());
        break;
      case Operand::kDiscrete:
        tickets.insert(this->discrete_state_ticket(operand.index));
        break;
      case Operand::kContinuous:
        tickets.insert(this->xc_ticket());
        break;
      case Operand::kTime:
        tickets.insert(this->time_ticket());
        break;
    }
  }
  if (tickets.empty()) tickets.insert(this->nothing_ticket());
  return tickets;
}

// The kernel outlives the calculator: both belong to one cache entry. The way to run a kernel where
// its inputs may be out of date.
template <typename T>
typename LeafSystem<T>::CalcFunction LeafSystem<T>::CalculatorOf(const Kernel<T>* kernel) {
  return [kernel](const System<T>& self, const Context<T>& context, const EntryTarget<T>& target) {
    self.EvaluateKernel(*kernel, context, target.data);
  };
}

// The entry keeps the kernel, which the calculator points to; a simulator that finds a kernel there
// runs it without the calculator.
template <typename T>
OutputPort<T>& LeafSystem<T>::DeclareVectorOutputPort(std::variant<std::string, DefaultName> name,
                                                      const Kernel<T>& kernel) {
  auto owned = std::make_unique<const Kernel<T>>(kernel);
  OutputPort<T>& port = AddLeafOutput(std::move(name), kernel.size, nullptr,
                                      CalculatorOf(owned.get()), PrerequisitesOf(kernel));
  this->entry_of(port).set_kernel(std::move(owned));
  return port;
}

// Noted until the continuous state is declared, which makes the entry.
template <typename T>
void LeafSystem<T>::SetDerivativeKernel(const Kernel<T>& kernel) {
  DerivativeDeclaration& declaration = derivative_declaration();
  declaration.kernel = std::make_unique<const Kernel<T>>(kernel);
  declaration.calculator = CalculatorOf(declaration.kernel.get());
}

// Both are used up by DeclareContinuousState().
template <typename T>
void LeafSystem<T>::DeclareTimeDerivatives(const Kernel<T>& kernel) {
  SetDerivativeKernel(kernel);
  set_derivative_prerequisites(PrerequisitesOf(kernel));
}

namespace {
/// Whether continuous state lies in one piece wherever the system is: that of a diagram has the q
/// of all its leaves, then their v, then their z.
bool IsOfOneKind(int num_q, int num_v, int num_z) {
  const int total = num_q + num_v + num_z;
  return num_q == total || num_v == total || num_z == total;
}
}  // namespace

// Shows (q, v, z). With one kind of state the port's value lies where the state lies, and the
// function is run only for copies; with several they are gathered into one vector.
template <typename T>
OutputPort<T>& LeafSystem<T>::DeclareStateOutputPort(std::variant<std::string, DefaultName> name,
                                                     ContinuousStateIndex) {
  auto copy = [](const System<T>& self, const Context<T>& context, const EntryTarget<T>& target) {
    const ContinuousPointers<T> x = context.continuous();
    if (x.q == target.data || x.v == target.data || x.z == target.data) return;
    T* next = std::copy_n(x.q, self.num_q(), target.data);
    next = std::copy_n(x.v, self.num_v(), next);
    std::copy_n(x.z, self.num_z(), next);
  };
  // The entry that is about to be made has this number; its value is of the state's class.
  const int index = static_cast<int>(this->cache_entries().size());
  OutputPort<T>& port = AddLeafOutput(std::move(name), this->num_continuous_states(), nullptr, copy,
                                      {this->xc_ticket()});
  const auto* extras = this->extras();
  if (extras != nullptr && extras->continuous_model() != nullptr) {
    this->mutable_extras().entry_models[index] = extras->continuous_model()->Clone();
  }
  if (IsOfOneKind(this->num_q(), this->num_v(), this->num_z())) {
    this->entry_of(port).set_state_place({StatePlace::kContinuous, 0});
  } else {
    this->mutable_extras().gathered_state_entries.push_back(index);
  }
  return port;
}
// Shows a group of discrete state, always where it lies.
template <typename T>
OutputPort<T>& LeafSystem<T>::DeclareStateOutputPort(std::variant<std::string, DefaultName> name,
                                                     DiscreteStateIndex group) {
  const int size = static_cast<int>(discrete_models_.at(group).size());
  auto copy = [group](const System<T>&, const Context<T>& context, const EntryTarget<T>& target) {
    const T* state = context.arena() + context.groups()[group].offset;
    if (state != target.data) std::copy_n(state, target.size, target.data);
  };
  const int index = static_cast<int>(this->cache_entries().size());
  OutputPort<T>& port =
      AddLeafOutput(std::move(name), size, nullptr, copy, {this->discrete_state_ticket(group)});
  const auto* extras = this->extras();
  if (extras != nullptr && extras->group_models.contains(group)) {
    this->mutable_extras().entry_models[index] = extras->group_models.at(group)->Clone();
  }
  this->entry_of(port).set_state_place({StatePlace::kDiscrete, group});
  return port;
}

// The object that the context keeps for the entry is of the model's class; a computation into
// another place makes one for the occasion. With a plain BasicVector as the model a view on the
// stack will do.
template <typename T>
OutputPort<T>& LeafSystem<T>::AddLeafOutput(std::variant<std::string, DefaultName> name,
                                            const BasicVector<T>& model, VectorCalc calc,
                                            std::set<DependencyTicket> prerequisites) {
  if (!IsOfSubclass(model)) {
    auto call = [calc = std::move(calc)](const System<T>& self, const Context<T>& context,
                                         const EntryTarget<T>& target) {
      BasicVector<T> view(target.data, target.size);
      calc(self, context, &view);
    };
    return AddLeafOutput(std::move(name), model.size(), nullptr, call, std::move(prerequisites));
  }
  const int index = static_cast<int>(this->cache_entries().size());
  const auto& stored = this->mutable_extras().entry_models[index] = model.Clone();
  auto call = [calc = std::move(calc), index, model = stored.get()](
                  const System<T>& self, const Context<T>& context, const EntryTarget<T>& target) {
    BasicVector<T>& kept = context.data().entry_view(context.plan_node().first_entry + index);
    if (kept.data() == target.data) {
      calc(self, context, &kept);
    } else {
      calc(self, context, model->CloneAsView(BasicVector<T>(target.data, target.size)).get());
    }
  };
  OutputPort<T>& port =
      AddLeafOutput(std::move(name), model.size(), nullptr, call, std::move(prerequisites));
  AddBoundsConstraint(
      model, "bounds of output port " + port.get_name(),
      [&port](const Context<T>& context) { return VectorX<T>(port.Eval(context)); });
  return port;
}

// The allocator is called once, here: contexts copy what it made.
template <typename T>
OutputPort<T>& LeafSystem<T>::DeclareAbstractOutputPort(
    std::variant<std::string, DefaultName> name,
    const std::function<std::unique_ptr<AbstractValue>()>& allocate,
    std::function<void(const Context<T>&, AbstractValue*)> calc,
    std::set<DependencyTicket> prerequisites) {
  std::unique_ptr<AbstractValue> model = allocate();
  if (model == nullptr) {
    throw std::logic_error("System '" + this->GetSystemPathname() +
                           "' declares an abstract output port whose allocator returned null");
  }
  auto call = [calc = std::move(calc)](const System<T>&, const Context<T>& context,
                                       const EntryTarget<T>& target) {
    calc(context, target.abstract);
  };
  return AddLeafOutput(std::move(name), -1, std::move(model), call, std::move(prerequisites));
}

// Shows a piece of abstract state, which is copied, as values of any type have no shared place.
template <typename T>
OutputPort<T>& LeafSystem<T>::DeclareStateOutputPort(std::variant<std::string, DefaultName> name,
                                                     AbstractStateIndex index) {
  auto call = [index](const System<T>&, const Context<T>& context, const EntryTarget<T>& target) {
    target.abstract->SetFrom(context.get_abstract_state_value(index));
  };
  return AddLeafOutput(std::move(name), -1, abstract_state_models().at(index)->Clone(), call,
                       {this->abstract_state_ticket(index)});
}

namespace {
/// std::logic_error: `what` was declared for the continuous state as it was before, and does not
/// fit that of `system` as it is declared now, which is `how`.
template <typename T>
[[noreturn]] void ThrowDeclaredBefore(const System<T>& system, const std::string& how,
                                      const std::string& what) {
  throw std::logic_error("System '" + system.GetSystemPathname() + "' declares continuous state " +
                         how + " after " + what +
                         " was declared for it: declare it again, after the state");
}
}  // namespace

// Makes the entry of the time derivatives, or redefines it where state was declared before. Without
// a calculator or kernel that was set beforehand, derivatives come from DoCalcTimeDerivatives().
template <typename T>
ContinuousStateIndex LeafSystem<T>::DeclareContinuousState(const VectorX<T>& model, int num_q,
                                                           int num_v, int num_z) {
  LOOPWRIGHT_THROW_UNLESS(model.size() == num_q + num_v + num_z && num_v <= num_q);
  if (derivative_entry_ >= 0) {
    if (!IsOfOneKind(num_q, num_v, num_z)) {
      for (const auto* entry : this->cache_entries()) {
        if (entry->state_place().kind != StatePlace::kContinuous) continue;
        ThrowDeclaredBefore(*this, "of several kinds (q, v, z)", entry->description());
      }
    }
    ForgetContinuousState(static_cast<int>(model.size()));
  }
  continuous_model_ = model;
  this->SetNumContinuousStates(num_q, num_v, num_z);
  // How the derivatives are computed may have been said once for all declarations.
  const bool is_said = derivative_entry_ >= 0 && derivative_declaration_ == nullptr;
  if (model.size() == 0 || is_said) return ContinuousStateIndex(0);
  DerivativeDeclaration& declaration = derivative_declaration();
  CalcFunction calc = declaration.calculator;
  if (!calc) {
    calc = [](const System<T>& self, const Context<T>& context, const EntryTarget<T>&) {
      static_cast<const LeafSystem<T>&>(self).DoCalcTimeDerivatives(
          context, &context.data().derivative_view(context.node()));
    };
  }
  if (derivative_entry_ < 0) {
    derivative_entry_ = this->AddCacheEntry("time derivatives", 0, nullptr, calc,
                                            declaration.prerequisites, this->xcdot_ticket())
                            .cache_index();
  } else {
    this->cache_entries()[derivative_entry_]->Redefine(calc, declaration.prerequisites);
  }
  this->cache_entries()[derivative_entry_]->set_kernel(std::move(declaration.kernel));
  derivative_declaration_.reset();
  return ContinuousStateIndex(0);
}

/// Before a declaration that replaces an earlier one. Refuses where something of the old size
/// exists: a diffusion matrix, a port that shows the state, or a kernel of derivatives.
template <typename T>
void LeafSystem<T>::ForgetContinuousState(int new_size) {
  const auto refuse = [&](const std::string& what) {
    ThrowDeclaredBefore(*this, "of another size", what);
  };
  if (new_size != this->num_continuous_states()) {
    if (diffusion() != nullptr) refuse("its diffusion");
    for (const auto* entry : this->cache_entries()) {
      if (entry->state_place().kind == StatePlace::kContinuous) refuse(entry->description());
    }
    if (this->extras() != nullptr && !this->extras()->gathered_state_entries.empty()) {
      refuse(this->cache_entries()[this->extras()->gathered_state_entries.front()]->description());
    }
    const Kernel<T>* kernel = this->cache_entries()[derivative_entry_]->kernel();
    const bool has_size = kernel != nullptr && !kernel->is_of_leaf;
    if (has_size && !derivative_declaration_) refuse("a kernel of time derivatives");
  }
  if (this->extras() == nullptr || this->extras()->continuous_model() == nullptr) return;
  this->mutable_extras().continuous_models.push_back(nullptr);
  std::erase_if(this->mutable_extras().constraints, [](const auto& constraint) {
    return constraint->description() == kContinuousBounds;
  });
}
// State of a class of its own: numbers are declared as always, and the model is kept beside them.
template <typename T>
ContinuousStateIndex LeafSystem<T>::DeclareContinuousState(const BasicVector<T>& model, int num_q,
                                                           int num_v, int num_z) {
  const auto index = DeclareContinuousState(model.CopyToVector(), num_q, num_v, num_z);
  if (IsOfSubclass(model)) {
    this->mutable_extras().continuous_models.push_back(model.Clone());
    AddBoundsConstraint(model, kContinuousBounds, [](const Context<T>& context) {
      return context.get_continuous_state_vector().CopyToVector();
    });
  }
  return index;
}
// Each group has a ticket, so that what reads one of them is not computed anew for the others.
template <typename T>
DiscreteStateIndex LeafSystem<T>::DeclareDiscreteState(const VectorX<T>& model) {
  const int group = static_cast<int>(discrete_models_.size());
  discrete_models_.push_back(model);
  this->NewTicket(System<T>::TicketInfo::kDiscrete, group);
  return DiscreteStateIndex(group);
}
template <typename T>
DiscreteStateIndex LeafSystem<T>::DeclareDiscreteState(const BasicVector<T>& model) {
  const DiscreteStateIndex group = DeclareDiscreteState(model.CopyToVector());
  if (IsOfSubclass(model)) {
    this->mutable_extras().group_models[group] = model.Clone();
    AddBoundsConstraint(model, "bounds of discrete state group " + std::to_string(group),
                        [group](const Context<T>& context) {
                          return context.get_discrete_state(group).CopyToVector();
                        });
  }
  return group;
}
// An empty one stands for all leaves that have none of it.
template <typename T>
const typename LeafSystem<T>::Rare& LeafSystem<T>::rare() const {
  static const Rare none;
  return rare_ ? *rare_ : none;
}
template <typename T>
typename LeafSystem<T>::Rare& LeafSystem<T>::mutable_rare() {
  if (!rare_) rare_ = std::make_unique<Rare>();
  return *rare_;
}
// Kept among what few leaves have, with a ticket for each value.
template <typename T>
AbstractStateIndex LeafSystem<T>::DeclareAbstractState(const AbstractValue& model) {
  const int index = static_cast<int>(abstract_state_models().size());
  mutable_rare().state_models.push_back(model.Clone());
  this->NewTicket(System<T>::TicketInfo::kAbstractState, index);
  return AbstractStateIndex(index);
}
// The value of `model` is the default; its class, where it is a subclass, is that of the parameter
// in every context.
template <typename T>
NumericParameterIndex LeafSystem<T>::DeclareNumericParameter(const BasicVector<T>& model) {
  const int index = static_cast<int>(numeric_parameter_models_.size());
  numeric_parameter_models_.push_back(model.CopyToVector());
  this->NewTicket(System<T>::TicketInfo::kParameter, index);
  if (IsOfSubclass(model)) {
    this->mutable_extras().parameter_models[index] = model.Clone();
    AddBoundsConstraint(model, "bounds of numeric parameter " + std::to_string(index),
                        [index](const Context<T>& context) {
                          return context.get_numeric_parameter(index).CopyToVector();
                        });
  }
  return NumericParameterIndex(index);
}
template <typename T>
AbstractParameterIndex LeafSystem<T>::DeclareAbstractParameter(const AbstractValue& model) {
  const int index = static_cast<int>(abstract_parameter_models().size());
  mutable_rare().parameter_models.push_back(model.Clone());
  this->NewTicket(System<T>::TicketInfo::kAbstractParameter, index);
  return AbstractParameterIndex(index);
}

// All constraints of a leaf are made here; an equality is one whose bounds are zero.
template <typename T>
SystemConstraintIndex LeafSystem<T>::DeclareInequalityConstraint(ContextConstraintCalc<T> calc,
                                                                 SystemConstraintBounds bounds,
                                                                 std::string description) {
  return this->AddConstraint(std::make_unique<SystemConstraint<T>>(
      this, std::move(calc), std::move(bounds), std::move(description)));
}
// Turns the element bounds of a vector class into an inequality constraint on the value; nothing
// where the class has no bounds.
template <typename T>
void LeafSystem<T>::AddBoundsConstraint(const BasicVector<T>& model, const std::string& description,
                                        std::function<VectorX<T>(const Context<T>&)> value) {
  Eigen::VectorXd lower, upper;
  model.GetElementBounds(&lower, &upper);
  if (lower.size() == 0 && upper.size() == 0) return;
  LOOPWRIGHT_THROW_UNLESS(lower.size() == model.size() && upper.size() == model.size());
  DeclareInequalityConstraint(
      [value = std::move(value)](const Context<T>& context, VectorX<T>* result) {
        *result = value(context);
      },
      {lower, upper}, description);
}

// An entry from two callables, which need not be methods of the leaf.
template <typename T>
CacheEntry<T>& LeafSystem<T>::DeclareCacheEntry(
    std::string description, typename CacheEntry<T>::Allocator allocate,
    std::function<void(const Context<T>&, AbstractValue*)> calc,
    std::set<DependencyTicket> prerequisites) {
  auto call = [calc = std::move(calc)](const System<T>&, const Context<T>& context,
                                       const EntryTarget<T>& target) {
    calc(context, target.abstract);
  };
  CacheEntry<T>& entry =
      AddAbstractEntry(std::move(description), nullptr, std::move(call), std::move(prerequisites));
  entry.set_allocator(std::move(allocate));
  return entry;
}
// A ValueProducer has forgotten the type of context that it computes from, so that is checked here.
template <typename T>
CacheEntry<T>& LeafSystem<T>::DeclareCacheEntry(std::string description, ValueProducer producer,
                                                std::set<DependencyTicket> prerequisites) {
  if (!producer.accepts(typeid(Context<T>))) {
    throw std::logic_error("Cache entry '" + description + "' of system '" +
                           this->GetSystemPathname() +
                           "' is declared with a computation from another type of context");
  }
  auto allocate = producer.allocate_callback();
  return DeclareCacheEntry(
      std::move(description), std::move(allocate),
      [producer = std::move(producer)](const Context<T>& context, AbstractValue* value) {
        producer.Calc(&context, value);
      },
      std::move(prerequisites));
}

// There is no default: a state whose derivatives were forgotten would stand still unnoticed.
template <typename T>
void LeafSystem<T>::DoCalcTimeDerivatives(const Context<T>&, ContinuousState<T>*) const {
  throw std::logic_error("System '" + this->GetSystemPathname() +
                         "' has continuous state but does not override DoCalcTimeDerivatives()");
}

LOOPWRIGHT_INSTANTIATE_CLASS(LeafSystem)

}  // namespace loopwright
