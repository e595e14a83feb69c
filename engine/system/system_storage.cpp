#include <stdexcept>

#include "engine/system/system.h"

namespace loopwright {

// What a leaf declared of a class of its own is the same in what is allocated for it: a context
// knows.
template <typename T>
std::unique_ptr<ContinuousState<T>> System<T>::AllocateTimeDerivatives() const {
  const auto the_plan = plan();
  const PlanNode& node = the_plan->nodes[0];
  auto derivatives = std::make_unique<ContinuousState<T>>(node.nq, node.nv, node.nz);
  const auto* model = VectorModels<T>::Find(the_plan->vector_models.continuous, 0);
  if (model != nullptr) derivatives->AdoptType(*model);
  return derivatives;
}

// All groups of the subtree, of the sizes in the plan, with zeros.
template <typename T>
std::unique_ptr<DiscreteValues<T>> System<T>::AllocateDiscreteVariables() const {
  const auto the_plan = plan();
  std::vector<VectorX<T>> groups;
  for (const Slot& slot : the_plan->groups) groups.push_back(VectorX<T>::Zero(slot.size));
  auto values = std::make_unique<DiscreteValues<T>>(groups);
  for (const auto& [group, model] : the_plan->vector_models.groups) {
    values->AdoptType(group, *model);
  }
  return values;
}

// One value for each port, of the port's own class or type.
template <typename T>
std::unique_ptr<SystemOutput<T>> System<T>::AllocateOutput() const {
  auto output = std::make_unique<SystemOutput<T>>();
  for (const auto& port : outputs_) {
    if (port->get_data_type() == kVectorValued) {
      output->Add(port->AllocateVector());
    } else {
      output->Add(port->Allocate());
    }
  }
  return output;
}

// Compares kind and size port by port, and names the first that differs.
template <typename T>
void System<T>::CheckValidOutput(const SystemOutput<T>* output) const {
  const std::string who = "System '" + this->GetSystemPathname() + "': the output ";
  if (output == nullptr) throw std::logic_error(who + "is null");
  if (output->num_ports() != num_output_ports()) {
    throw std::logic_error(who + "has " + std::to_string(output->num_ports()) +
                           " ports, the system " + std::to_string(num_output_ports()));
  }
  for (const auto& port : outputs_) {
    const int i = port->get_index();
    const bool is_vector = port->get_data_type() == kVectorValued;
    const BasicVector<T>* vector = output->get_vector_data(i);
    if (is_vector != (vector != nullptr)) {
      throw std::logic_error(who + "for port '" + port->get_name() +
                             (is_vector ? "' must be a vector" : "' must be an abstract value"));
    }
    if (is_vector && vector->size() != port->size()) {
      throw std::logic_error(who + "for port '" + port->get_name() + "' must have size " +
                             std::to_string(port->size()) + ", not " +
                             std::to_string(vector->size()));
    }
  }
}

// Computed afresh, unlike Eval() of the ports: what the outputs read comes from the cache, the
// outputs themselves do not.
template <typename T>
void System<T>::CalcOutput(const Context<T>& context, SystemOutput<T>* outputs) const {
  ValidateContext(context);
  CheckValidOutput(outputs);
  for (const auto& port : outputs_) {
    const int i = port->get_index();
    if (port->get_data_type() == kVectorValued) {
      port->Calc(context, outputs->GetMutableVectorData(i));
    } else {
      port->Calc(context, outputs->GetMutableData(i));
    }
  }
}

// For authors who fill an output by hand.
template <typename T>
VectorMap<T> System<T>::GetMutableOutputVector(SystemOutput<T>* output, int port) const {
  CheckValidOutput(output);
  BasicVector<T>* vector = output->GetMutableVectorData(get_output_port(port).get_index());
  if (vector == nullptr) {
    throw std::logic_error("Port " + get_output_port(port).GetFullDescription() +
                           " is abstract-valued, but a vector was asked for");
  }
  return vector->get_mutable_value();
}

// --- inputs ---

// So that a system can be evaluated alone, with zeros or models at all its inputs.
template <typename T>
void System<T>::AllocateFixedInputs(Context<T>* context) const {
  ValidateContext(context);
  for (const auto& port : inputs_) {
    if (port->get_data_type() == kVectorValued) {
      port->FixValue(context, *port->AllocateVector());
    } else {
      port->FixValue(context, *port->Allocate());
    }
  }
}

// The usual step before a linearization: the values at which a system of doubles stands become
// constants in the context of its AutoDiff form.
template <typename T>
void System<T>::FixInputPortsFrom(const System<double>& other_system,
                                  const Context<double>& other_context, Context<T>* target) const {
  ValidateContext(target);
  other_system.ValidateContext(other_context);
  if (other_system.num_input_ports() != num_input_ports()) {
    throw std::logic_error("FixInputPortsFrom(): system '" + this->GetSystemPathname() + "' has " +
                           std::to_string(num_input_ports()) + " input ports, system '" +
                           other_system.GetSystemPathname() + "' has " +
                           std::to_string(other_system.num_input_ports()));
  }
  for (const auto& port : inputs_) {
    const InputPort<double>& other = other_system.get_input_port(port->get_index());
    if (!other.HasValue(other_context)) continue;
    if (port->get_data_type() == kVectorValued) {
      port->FixValue(target, VectorX<T>(other.Eval(other_context).template cast<T>()));
    } else {
      port->FixValue(target, other.EvalAbstract(other_context));
    }
  }
}

LOOPWRIGHT_INSTANTIATE_CLASS(System)

}  // namespace loopwright
