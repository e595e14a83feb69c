#include "engine/system/leaf_computations.h"

#include <stdexcept>
#include <typeinfo>

#include "engine/system/system_extras.h"

namespace loopwright {

// A port whose value is a plain vector, which contexts need no model for.
template <typename T>
InputPort<T>& LeafComputations<T>::DeclareVectorInputPort(
    std::variant<std::string, DefaultName> name, int size,
    std::optional<RandomDistribution> random) {
  return this->AddInputPort(std::move(name), kVectorValued, size, random, nullptr);
}
// A port whose value is of the class of `model`, with its element bounds as a constraint.
template <typename T>
InputPort<T>& LeafComputations<T>::DeclareVectorInputPort(
    std::variant<std::string, DefaultName> name, const BasicVector<T>& model,
    std::optional<RandomDistribution> random) {
  InputPort<T>& port = DeclareVectorInputPort(std::move(name), model.size(), random);
  // A class of the author's own gives the elements names or bounds.
  if (typeid(model) != typeid(BasicVector<T>)) {
    this->mutable_extras().input_models[port.get_index()] = model.Clone();
    AddBoundsConstraint(model, "input port " + port.get_name(), [&port](const Context<T>& context) {
      return VectorX<T>(port.Eval(context));
    });
  }
  return port;
}
template <typename T>
InputPort<T>& LeafComputations<T>::DeclareAbstractInputPort(
    std::variant<std::string, DefaultName> name, const AbstractValue& model) {
  return this->AddInputPort(std::move(name), kAbstractValued, 0, std::nullopt, model.Clone());
}
// Each output port of a leaf is a cache entry "output port NAME", computed when somebody reads it.
template <typename T>
OutputPort<T>& LeafComputations<T>::AddLeafOutput(std::variant<std::string, DefaultName> name,
                                                  int size, std::unique_ptr<AbstractValue> model,
                                                  CalcFunction calc,
                                                  std::set<DependencyTicket> prerequisites) {
  std::string port_name = this->PortName(std::move(name), 'y', this->num_output_ports());
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
std::set<DependencyTicket> LeafComputations<T>::PrerequisitesOf(const Kernel<T>& kernel) const {
  const auto ticket_of = [this](const Operand& operand) {
    switch (operand.kind) {
      case Operand::kInput:
        return this->input_port_ticket(operand.index);
      case Operand::kParameter:
        return this->numeric_parameter_ticket(operand.index);
      case Operand::kAllParameters:
        return this->pn_ticket();
      case Operand::kDiscrete:
        return this->discrete_state_ticket(operand.index);
      case Operand::kContinuous:
        return this->xc_ticket();
      case Operand::kTime:
        return this->time_ticket();
      case Operand::kNone:
        break;
    }
    return this->nothing_ticket();
  };
  std::set<DependencyTicket> tickets;
  for (const Operand& operand : kernel.operands) {
    if (operand.kind != Operand::kNone) tickets.insert(ticket_of(operand));
  }
  if (tickets.empty()) tickets.insert(this->nothing_ticket());
  return tickets;
}

// The kernel outlives the calculator: both belong to one cache entry. The way to run a kernel where
// its inputs may be out of date.
template <typename T>
typename LeafComputations<T>::CalcFunction LeafComputations<T>::CalculatorOf(
    const Kernel<T>* kernel) {
  return [kernel](const System<T>& self, const Context<T>& context, const EntryTarget<T>& target) {
    self.EvaluateKernel(*kernel, context, target.data);
  };
}

template <typename T>
OutputPort<T>& LeafComputations<T>::DeclareVectorOutputPort(
    std::variant<std::string, DefaultName> name, const Kernel<T>& kernel) {
  return AddKernelOutput(std::move(name), kernel, PrerequisitesOf(kernel));
}

// The entry keeps the kernel, which the calculator points to; a simulator that finds a kernel there
// runs it without the calculator.
template <typename T>
OutputPort<T>& LeafComputations<T>::AddKernelOutput(std::variant<std::string, DefaultName> name,
                                                    const Kernel<T>& kernel,
                                                    std::set<DependencyTicket> prerequisites) {
  auto owned = std::make_unique<const Kernel<T>>(kernel);
  OutputPort<T>& port = AddLeafOutput(std::move(name), kernel.size, nullptr,
                                      CalculatorOf(owned.get()), std::move(prerequisites));
  this->entry_of(port).set_kernel(std::move(owned));
  return port;
}

// The object that the context keeps for the entry is of the model's class; a computation into
// another place makes one for the occasion. With a plain BasicVector as the model a view on the
// stack will do.
template <typename T>
OutputPort<T>& LeafComputations<T>::AddLeafOutput(std::variant<std::string, DefaultName> name,
                                                  const BasicVector<T>& model, VectorCalc calc,
                                                  std::set<DependencyTicket> prerequisites) {
  if (typeid(model) == typeid(BasicVector<T>)) {
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
    BasicVector<T>& kept =
        context.data().value_views.entry(context.plan_node().first_entry + index);
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
OutputPort<T>& LeafComputations<T>::DeclareAbstractOutputPort(
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

// An entry from two callables, which need not be methods of the leaf.
template <typename T>
CacheEntry<T>& LeafComputations<T>::DeclareCacheEntry(
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
CacheEntry<T>& LeafComputations<T>::DeclareCacheEntry(std::string description,
                                                      ValueProducer producer,
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

// All constraints of a leaf are made here; an equality is one whose bounds are zero.
template <typename T>
SystemConstraintIndex LeafComputations<T>::DeclareInequalityConstraint(
    ContextConstraintCalc<T> calc, SystemConstraintBounds bounds, std::string description) {
  return this->AddConstraint(std::make_unique<SystemConstraint<T>>(
      this, std::move(calc), std::move(bounds), std::move(description)));
}
// Turns the element bounds of a vector class into an inequality constraint on the value; nothing
// where the class has no bounds.
template <typename T>
void LeafComputations<T>::AddBoundsConstraint(const BasicVector<T>& model,
                                              const std::string& description,
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

LOOPWRIGHT_INSTANTIATE_CLASS(LeafComputations)

}  // namespace loopwright
