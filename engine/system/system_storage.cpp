#include <stdexcept>

#include "engine/system/system.h"
#include "engine/system/system_extras.h"

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
// As Drake has it; outputs do not depend on the context.
template <typename T>
std::unique_ptr<SystemOutput<T>> System<T>::AllocateOutput(const Context<T>& context) const {
  ValidateContext(context);
  return AllocateOutput();
}

// Compares kind and size port by port, and names the first that differs.
template <typename T>
void System<T>::CheckValidOutput(const SystemOutput<T>* output) const {
  const std::string who = "System '" + GetSystemPathname() + "': the output ";
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

// By the number of the port, so that a port of another system of this class will do.
template <typename T>
std::unique_ptr<BasicVector<T>> System<T>::AllocateInputVector(const InputPort<T>& port) const {
  return get_input_port(port.get_index()).AllocateVector();
}
template <typename T>
std::unique_ptr<AbstractValue> System<T>::AllocateInputAbstract(const InputPort<T>& port) const {
  return get_input_port(port.get_index()).Allocate();
}

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
    throw std::logic_error("FixInputPortsFrom(): system '" + GetSystemPathname() + "' has " +
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

// --- constraints ---

// Few systems have constraints, which are kept among what is out of the ordinary.
template <typename T>
int System<T>::num_constraints() const {
  return extras_ ? static_cast<int>(extras_->constraints.size()) : 0;
}
template <typename T>
const SystemConstraint<T>& System<T>::get_constraint(SystemConstraintIndex index) const {
  if (index < 0 || index >= num_constraints()) {
    throw std::out_of_range("System '" + GetSystemPathname() + "' has no constraint " +
                            std::to_string(static_cast<int>(index)) + ": it has " +
                            std::to_string(num_constraints()));
  }
  return *extras_->constraints[index];
}
// Indices count from 0 in the order of addition.
template <typename T>
SystemConstraintIndex System<T>::AddConstraint(std::unique_ptr<SystemConstraint<T>> constraint) {
  LOOPWRIGHT_THROW_UNLESS(constraint != nullptr && &constraint->get_system() == this);
  mutable_extras().constraints.push_back(std::move(constraint));
  return SystemConstraintIndex(num_constraints() - 1);
}
// A constraint may lack a function for this scalar. It is added all the same, so that indices agree
// between scalars, and complains when it is calculated.
template <typename T>
SystemConstraintIndex System<T>::AddExternalConstraint(ExternalSystemConstraint constraint) {
  SystemConstraintCalc<T> calc = constraint.get_calc<T>();
  if (!calc) {
    const std::string text = "External constraint '" + constraint.description() + "' of system '" +
                             GetSystemPathname() + "' has no function for this scalar";
    calc = [text](const System<T>&, const Context<T>&, VectorX<T>*) {
      throw std::logic_error(text);
    };
  }
  const auto index = AddConstraint(std::make_unique<SystemConstraint<T>>(
      this, std::move(calc), constraint.bounds(), constraint.description()));
  mutable_extras().external_constraints.push_back(std::move(constraint));
  return index;
}
// Stops at the first that is violated.
template <typename T>
bool System<T>::CheckSystemConstraintsSatisfied(const Context<T>& context, double tolerance) const {
  ValidateContext(context);
  for (int i = 0; i < num_constraints(); ++i) {
    if (!get_constraint(SystemConstraintIndex(i)).CheckSatisfied(context, tolerance)) return false;
  }
  return true;
}

// What follows checks its arguments and asks the class of the system.
template <typename T>
int System<T>::get_num_constraint_equations(const Context<T>& context) const {
  ValidateContext(context);
  return do_get_num_constraint_equations(context);
}
template <typename T>
Eigen::VectorXd System<T>::EvalConstraintEquations(const Context<T>& context) const {
  ValidateContext(context);
  return DoEvalConstraintEquations(context);
}
template <typename T>
Eigen::VectorXd System<T>::EvalConstraintEquationsDot(const Context<T>& context) const {
  ValidateContext(context);
  return DoEvalConstraintEquationsDot(context);
}
// J has a row for each constraint, and so has lambda.
template <typename T>
Eigen::VectorXd System<T>::CalcVelocityChangeFromConstraintImpulses(
    const Context<T>& context, const Eigen::MatrixXd& J, const Eigen::VectorXd& lambda) const {
  ValidateContext(context);
  if (lambda.size() != J.rows()) {
    throw std::logic_error("CalcVelocityChangeFromConstraintImpulses(): the Jacobian matrix has " +
                           std::to_string(J.rows()) + " rows, lambda has size " +
                           std::to_string(lambda.size()) + "; both are the number of constraints");
  }
  return DoCalcVelocityChangeFromConstraintImpulses(context, J, lambda);
}
template <typename T>
double System<T>::CalcConstraintErrorNorm(const Context<T>& context,
                                          const Eigen::VectorXd& error) const {
  const int count = get_num_constraint_equations(context);
  if (error.size() != count) {
    throw std::logic_error("CalcConstraintErrorNorm(): system '" + GetSystemPathname() + "' has " +
                           std::to_string(count) + " constraint equations, the error has size " +
                           std::to_string(error.size()));
  }
  return DoCalcConstraintErrorNorm(context, error);
}
// The defaults serve systems without constraint equations. Who has some must override all of them,
// which the check reminds of.
template <typename T>
Eigen::VectorXd System<T>::DoEvalConstraintEquations(const Context<T>& context) const {
  LOOPWRIGHT_THROW_UNLESS(get_num_constraint_equations(context) == 0);
  return Eigen::VectorXd::Zero(0);
}
template <typename T>
Eigen::VectorXd System<T>::DoEvalConstraintEquationsDot(const Context<T>& context) const {
  LOOPWRIGHT_THROW_UNLESS(get_num_constraint_equations(context) == 0);
  return Eigen::VectorXd::Zero(0);
}
template <typename T>
Eigen::VectorXd System<T>::DoCalcVelocityChangeFromConstraintImpulses(
    const Context<T>& context, const Eigen::MatrixXd&, const Eigen::VectorXd&) const {
  LOOPWRIGHT_THROW_UNLESS(get_num_constraint_equations(context) == 0);
  return Eigen::VectorXd::Zero(context.get_continuous_state().num_v());
}
// A class whose equations have different units weighs them in an override.
template <typename T>
double System<T>::DoCalcConstraintErrorNorm(const Context<T>&, const Eigen::VectorXd& error) const {
  return error.norm();
}

LOOPWRIGHT_INSTANTIATE_CLASS(System)

}  // namespace loopwright
