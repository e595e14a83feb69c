// What belongs to a subsystem among the values of a diagram, and how subsystems are connected.

#include <stdexcept>

#include "engine/diagram/diagram.h"
#include "engine/diagram/part_of_state.h"

namespace loopwright {

// At any depth; the diagram itself is not its own part.
template <typename T>
int Diagram<T>::PlaceOf(const System<T>& subsystem, const Plan<T>& plan) const {
  const int place = plan.node_of(subsystem);
  if (place > 0) return place;
  throw std::logic_error("System '" + subsystem.GetSystemPathname() +
                         "' is not a subsystem of diagram '" + this->GetSystemPathname() + "'");
}
// By a search, as it is asked for seldom.
template <typename T>
int Diagram<T>::NumberOf(const System<T>& subsystem) const {
  for (int i = 0; i < num_subsystems(); ++i) {
    if (subsystems_[i].get() == &subsystem) return i;
  }
  throw std::logic_error("System '" + subsystem.GetSystemPathname() +
                         "' is not a direct subsystem of diagram '" + this->GetSystemPathname() +
                         "'");
}

// Whether the input reads just this output. Ports of other diagrams are not connected here.
template <typename T>
bool Diagram<T>::AreConnected(const OutputPort<T>& output, const InputPort<T>& input) const {
  for (int i = 0; i < num_subsystems(); ++i) {
    if (subsystems_[i].get() != &input.get_system()) continue;
    const Source source = input_source(i, input.get_index());
    return source.system >= 0 && subsystems_[source.system].get() == &output.get_system() &&
           source.port == output.get_index();
  }
  return false;
}

// The view is kept with the whole state, so that the reference lives as long as that.
template <typename T>
State<T>& Diagram<T>::GetMutableSubsystemState(const System<T>& subsystem, State<T>* state) const {
  LOOPWRIGHT_THROW_UNLESS(state != nullptr);
  const auto plan = this->plan();
  const int place = PlaceOf(subsystem, *plan);
  return state->parts().Get(place, [&] {
    const auto* model = VectorModels<T>::Find(plan->vector_models.continuous, place);
    return std::make_unique<State<T>>(
        internal::PartOf(state, plan->nodes[0], plan->nodes[place], model));
  });
}
// Derivatives lie as the state does, so the part is found in the same way.
template <typename T>
const ContinuousState<T>& Diagram<T>::GetSubsystemDerivatives(
    const System<T>& subsystem, const ContinuousState<T>& derivatives) const {
  const auto plan = this->plan();
  const int place = PlaceOf(subsystem, *plan);
  return derivatives.parts().Get(place, [&] {
    const auto* model = VectorModels<T>::Find(plan->vector_models.continuous, place);
    return internal::PartOf(const_cast<ContinuousState<T>*>(&derivatives), plan->nodes[0],
                            plan->nodes[place], model);
  });
}
// Groups of a subtree are a range of the diagram's, so the part is a view on these.
template <typename T>
const DiscreteValues<T>& Diagram<T>::GetSubsystemDiscreteValues(
    const System<T>& subsystem, const DiscreteValues<T>& discrete) const {
  const auto plan = this->plan();
  const int place = PlaceOf(subsystem, *plan);
  return discrete.parts().Get(place, [&] {
    return internal::PartOf(const_cast<DiscreteValues<T>*>(&discrete), plan->nodes[0],
                            plan->nodes[place]);
  });
}

// Of a direct part only: collections are nested as diagrams are.
template <typename T>
CompositeEventCollection<T>& Diagram<T>::GetMutableSubsystemCompositeEventCollection(
    const System<T>& subsystem, CompositeEventCollection<T>* events) const {
  auto* own = dynamic_cast<DiagramCompositeEventCollection<T>*>(events);
  const int number = NumberOf(subsystem);
  if (own == nullptr || own->num_subsystems() != num_subsystems()) {
    throw std::logic_error("The events for diagram '" + this->GetSystemPathname() +
                           "' are those of another system: allocate them with the diagram's own "
                           "AllocateCompositeEventCollection()");
  }
  return own->get_mutable_subevent_collection(number);
}

// The residuals of the parts one after another, of the sizes that they declared.
template <typename T>
void Diagram<T>::DoCalcImplicitTimeDerivativesResidual(
    const Context<T>& context, const ContinuousState<T>& proposed_derivatives,
    EigenPtr<VectorX<T>> residual) const {
  int begin = 0;
  for (const auto& subsystem : subsystems_) {
    VectorX<T> part = subsystem->AllocateImplicitTimeDerivativesResidual();
    subsystem->CalcImplicitTimeDerivativesResidual(
        GetSubsystemContext(*subsystem, context),
        GetSubsystemDerivatives(*subsystem, proposed_derivatives), &part);
    for (int i = 0; i < part.size(); ++i) (*residual)[begin + i] = part[i];
    begin += static_cast<int>(part.size());
  }
}

LOOPWRIGHT_INSTANTIATE_CLASS(Diagram)

}  // namespace loopwright
