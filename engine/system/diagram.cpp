#include "engine/system/diagram.h"

#include <stdexcept>

#include "engine/context/views.h"
#include "engine/system/adopt_system.h"

namespace loopwright {

template <typename T>
bool Diagram<T>::HasSubsystemNamed(std::string_view name) const {
  return names_.find(name) != names_.end();
}
template <typename T>
const System<T>& Diagram<T>::GetSubsystemByName(std::string_view name) const {
  const auto found = names_.find(name);
  if (found == names_.end()) {
    throw std::logic_error("Diagram '" + this->GetSystemPathname() + "' has no subsystem named '" +
                           std::string(name) + "'");
  }
  return *subsystems_[found->second];
}

template <typename T>
const Context<T>& Diagram<T>::GetSubsystemContext(const System<T>& subsystem,
                                                  const Context<T>& context) const {
  const auto place = [&] {
    const auto& nodes = context.data().plan->node_of;
    const auto found = nodes.find(&subsystem);
    return found == nodes.end() ? -1 : found->second;
  };
  int node = place();
  if (node < 0 && internal::AdoptTree(subsystem, context)) node = place();
  if (node < context.node() || node >= context.plan_node().end) {
    throw std::logic_error("System '" + subsystem.GetSystemPathname() +
                           "' is not a subsystem of diagram '" + this->GetSystemPathname() + "'");
  }
  return context.data().views[node];
}
template <typename T>
Context<T>& Diagram<T>::GetMutableSubsystemContext(const System<T>& subsystem,
                                                   Context<T>* context) const {
  return const_cast<Context<T>&>(GetSubsystemContext(subsystem, *context));
}

// `state` and `parameters` are those of the context, so the subsystems' are found through it.
template <typename T>
void Diagram<T>::SetDefaultState(const Context<T>& context, State<T>*) const {
  for (const auto& subsystem : subsystems_) {
    const Context<T>& part = GetSubsystemContext(*subsystem, context);
    State<T> own = internal::StateOf(part);
    subsystem->SetDefaultState(part, &own);
  }
}
template <typename T>
void Diagram<T>::SetDefaultParameters(const Context<T>& context, Parameters<T>*) const {
  for (const auto& subsystem : subsystems_) {
    const Context<T>& part = GetSubsystemContext(*subsystem, context);
    Parameters<T> own = internal::ParametersOf(part);
    subsystem->SetDefaultParameters(part, &own);
  }
}

template <typename T>
template <typename F>
T Diagram<T>::SumOverSubsystems(const Context<T>& context, F term) const {
  T sum(0);
  for (const auto& subsystem : subsystems_) {
    sum += term(*subsystem, GetSubsystemContext(*subsystem, context));
  }
  return sum;
}
template <typename T>
T Diagram<T>::DoCalcPotentialEnergy(const Context<T>& context) const {
  return SumOverSubsystems(context, [](const System<T>& system, const Context<T>& part) {
    return system.CalcPotentialEnergy(part);
  });
}
template <typename T>
T Diagram<T>::DoCalcKineticEnergy(const Context<T>& context) const {
  return SumOverSubsystems(context, [](const System<T>& system, const Context<T>& part) {
    return system.CalcKineticEnergy(part);
  });
}
template <typename T>
T Diagram<T>::DoCalcConservativePower(const Context<T>& context) const {
  return SumOverSubsystems(context, [](const System<T>& system, const Context<T>& part) {
    return system.CalcConservativePower(part);
  });
}
template <typename T>
T Diagram<T>::DoCalcNonConservativePower(const Context<T>& context) const {
  return SumOverSubsystems(context, [](const System<T>& system, const Context<T>& part) {
    return system.CalcNonConservativePower(part);
  });
}

LOOPWRIGHT_INSTANTIATE_CLASS(Diagram)

}  // namespace loopwright
