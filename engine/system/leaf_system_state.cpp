#include "engine/system/leaf_system.h"

#include <stdexcept>
#include <typeinfo>

#include "engine/system/system_extras.h"

// What a leaf declares of its state, its parameters, and the constraints on both.

namespace loopwright {

namespace {
/// The description of the constraint that the continuous state's element bounds become.
constexpr const char* kContinuousBounds = "bounds of continuous state";

/// Whether continuous state lies in one piece wherever the system is: that of a diagram has the q
/// of all its leaves, then their v, then their z.
bool IsOfOneKind(int num_q, int num_v, int num_z) {
  const int total = num_q + num_v + num_z;
  return num_q == total || num_v == total || num_z == total;
}
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
          context, &context.data().value_views.derivatives(context.node()));
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
  if (typeid(model) != typeid(BasicVector<T>)) {
    this->mutable_extras().continuous_models.push_back(model.Clone());
    this->AddBoundsConstraint(model, kContinuousBounds, [](const Context<T>& context) {
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
  if (typeid(model) != typeid(BasicVector<T>)) {
    this->mutable_extras().group_models[group] = model.Clone();
    this->AddBoundsConstraint(model, "bounds of discrete state group " + std::to_string(group),
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
  if (typeid(model) != typeid(BasicVector<T>)) {
    this->mutable_extras().parameter_models[index] = model.Clone();
    this->AddBoundsConstraint(model, "bounds of numeric parameter " + std::to_string(index),
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
  OutputPort<T>& port = this->AddLeafOutput(std::move(name), this->num_continuous_states(), nullptr,
                                            copy, {this->xc_ticket()});
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
  OutputPort<T>& port = this->AddLeafOutput(std::move(name), size, nullptr, copy,
                                            {this->discrete_state_ticket(group)});
  const auto* extras = this->extras();
  if (extras != nullptr && extras->group_models.contains(group)) {
    this->mutable_extras().entry_models[index] = extras->group_models.at(group)->Clone();
  }
  this->entry_of(port).set_state_place({StatePlace::kDiscrete, group});
  return port;
}

// Shows a piece of abstract state, which is copied, as values of any type have no shared place.
template <typename T>
OutputPort<T>& LeafSystem<T>::DeclareStateOutputPort(std::variant<std::string, DefaultName> name,
                                                     AbstractStateIndex index) {
  auto call = [index](const System<T>&, const Context<T>& context, const EntryTarget<T>& target) {
    target.abstract->SetFrom(context.get_abstract_state_value(index));
  };
  return this->AddLeafOutput(std::move(name), -1, abstract_state_models().at(index)->Clone(), call,
                             {this->abstract_state_ticket(index)});
}

LOOPWRIGHT_INSTANTIATE_CLASS(LeafSystem)

}  // namespace loopwright
