#include "engine/system/system_mechanics.h"

#include <stdexcept>
#include <utility>

#include "engine/system/system.h"
#include "engine/system/system_extras.h"

namespace loopwright {

// --- energy and power ---

// From the cache entry where there is one, else computed by the member given and kept beside it.
// Nearly all blocks have no energy, and are asked for it only as parts of a diagram: they need no
// room for it in the cache.
template <typename T>
const T& SystemMechanics<T>::EvalEnergy(const Context<T>& context, int which,
                                        CalcEnergy calc) const {
  const int entry = energy_entry(which);
  if (entry >= 0) return *self().cache_entries()[entry]->EvalData(context);
  T value = (this->*calc)(context);
  T& kept = context.data().value_views.rare().energies[4 * context.node() + which];
  kept = std::move(value);
  return kept;
}

// -1 for what is always zero.
template <typename T>
int SystemMechanics<T>::energy_entry(int which) const {
  const auto* extras = self().extras();
  return extras != nullptr ? extras->energy_entries[which] : -1;
}

// The entries themselves are declared after all others.
template <typename T>
void SystemMechanics<T>::DeclareEnergies() {
  self().mutable_extras().declares_energies = true;
  self().NoteDeclaration(true);
}

// A diagram gets an entry where one of its parts has one, since it sums them up.
template <typename T>
void SystemMechanics<T>::DeclareEnergyEntries() {
  struct Quantity {
    const char* description;
    CalcEnergy method;
    internal::WellKnownTicket ticket;
  };
  // The four quantities in the order of their places, each with the ticket that stands for all that
  // an energy can depend on.
  const Quantity quantities[] = {
      {"potential energy", &SystemMechanics<T>::DoCalcPotentialEnergy, internal::kPeTicket},
      {"kinetic energy", &SystemMechanics<T>::DoCalcKineticEnergy, internal::kKeTicket},
      {"conservative power", &SystemMechanics<T>::DoCalcConservativePower, internal::kPcTicket},
      {"non-conservative power", &SystemMechanics<T>::DoCalcNonConservativePower,
       internal::kPncTicket}};
  for (int which = 0; which < 4; ++which) {
    const Quantity& quantity = quantities[which];
    if (energy_entry(which) >= 0) continue;
    const bool has_own = self().extras() != nullptr && self().extras()->declares_energies;
    bool has_parts = false;
    for (int i = 0; i < self().num_subsystems(); ++i) {
      has_parts |= self().subsystem(i).energy_entry(which) >= 0;
    }
    if (!has_own && !has_parts) continue;
    // The entry calls the function that the class overrides.
    auto calc = [method = quantity.method](const System<T>& system, const Context<T>& context,
                                           const EntryTarget<T>& target) {
      *target.data = (system.*method)(context);
    };
    self().mutable_extras().energy_entries[which] =
        self()
            .AddCacheEntry(quantity.description, 1, nullptr, calc,
                           {DependencyTicket(quantity.ticket)})
            .cache_index();
  }
}

// --- generalized velocity and the rate of change of configuration ---

namespace {
// q̇ must have the size of q, and v that of v.
template <typename T>
void CheckSizes(const System<T>& system, const char* function, const Context<T>& context,
                Eigen::Index velocity, Eigen::Index qdot) {
  const auto& xc = context.get_continuous_state();
  if (velocity == xc.num_v() && qdot == xc.num_q()) return;
  throw std::logic_error(std::string(function) + "(): system '" + system.GetSystemPathname() +
                         "' has " + std::to_string(xc.num_q()) + " q and " +
                         std::to_string(xc.num_v()) + " v, but q̇ has size " + std::to_string(qdot) +
                         " and v has size " + std::to_string(velocity));
}
// The default N(q) is the identity matrix, which there is only where q and v are of one size.
template <typename T>
void ThrowUnlessAlike(const System<T>& system, const char* hook, Eigen::Index from,
                      Eigen::Index to) {
  if (from == to) return;
  throw std::runtime_error("System '" + system.GetSystemPathname() + "' has " +
                           "q and v of different sizes: it must override " + hook +
                           "(), whose default takes q̇ and v for the same");
}
}  // namespace

// A VectorBase may lie in pieces; the hooks get one contiguous vector.
template <typename T>
void SystemMechanics<T>::MapVelocityToQDot(const Context<T>& context, const VectorBase<T>& velocity,
                                           VectorBase<T>* qdot) const {
  const VectorX<T> copy = velocity.CopyToVector();
  MapVelocityToQDot(context, Eigen::Ref<const VectorX<T>>(copy), qdot);
}
template <typename T>
void SystemMechanics<T>::MapVelocityToQDot(const Context<T>& context,
                                           const Eigen::Ref<const VectorX<T>>& velocity,
                                           VectorBase<T>* qdot) const {
  self().ValidateContext(context);
  LOOPWRIGHT_THROW_UNLESS(qdot != nullptr);
  CheckSizes(self(), "MapVelocityToQDot", context, velocity.size(), qdot->size());
  DoMapVelocityToQDot(context, velocity, qdot);
}
template <typename T>
void SystemMechanics<T>::MapQDotToVelocity(const Context<T>& context, const VectorBase<T>& qdot,
                                           VectorBase<T>* velocity) const {
  const VectorX<T> copy = qdot.CopyToVector();
  MapQDotToVelocity(context, Eigen::Ref<const VectorX<T>>(copy), velocity);
}
template <typename T>
void SystemMechanics<T>::MapQDotToVelocity(const Context<T>& context,
                                           const Eigen::Ref<const VectorX<T>>& qdot,
                                           VectorBase<T>* velocity) const {
  self().ValidateContext(context);
  LOOPWRIGHT_THROW_UNLESS(velocity != nullptr);
  CheckSizes(self(), "MapQDotToVelocity", context, velocity->size(), qdot.size());
  DoMapQDotToVelocity(context, qdot, velocity);
}
template <typename T>
void SystemMechanics<T>::DoMapVelocityToQDot(const Context<T>&,
                                             const Eigen::Ref<const VectorX<T>>& velocity,
                                             VectorBase<T>* qdot) const {
  ThrowUnlessAlike(self(), "DoMapVelocityToQDot", velocity.size(), qdot->size());
  qdot->SetFromVector(velocity);
}
template <typename T>
void SystemMechanics<T>::DoMapQDotToVelocity(const Context<T>&,
                                             const Eigen::Ref<const VectorX<T>>& qdot,
                                             VectorBase<T>* velocity) const {
  ThrowUnlessAlike(self(), "DoMapQDotToVelocity", qdot.size(), velocity->size());
  velocity->SetFromVector(qdot);
}

// --- constraints ---

// Few systems have constraints, which are kept among what is out of the ordinary.
template <typename T>
int SystemMechanics<T>::num_constraints() const {
  const auto* extras = self().extras();
  return extras != nullptr ? static_cast<int>(extras->constraints.size()) : 0;
}
template <typename T>
const SystemConstraint<T>& SystemMechanics<T>::get_constraint(SystemConstraintIndex index) const {
  if (index < 0 || index >= num_constraints()) {
    throw std::out_of_range("System '" + GetSystemPathname() + "' has no constraint " +
                            std::to_string(static_cast<int>(index)) + ": it has " +
                            std::to_string(num_constraints()));
  }
  return *self().extras()->constraints[index];
}
// Indices count from 0 in the order of addition.
template <typename T>
SystemConstraintIndex SystemMechanics<T>::AddConstraint(
    std::unique_ptr<SystemConstraint<T>> constraint) {
  LOOPWRIGHT_THROW_UNLESS(constraint != nullptr && &constraint->get_system() == &self());
  self().mutable_extras().constraints.push_back(std::move(constraint));
  return SystemConstraintIndex(num_constraints() - 1);
}
// A constraint may lack a function for this scalar. It is added all the same, so that indices agree
// between scalars, and complains when it is calculated.
template <typename T>
SystemConstraintIndex SystemMechanics<T>::AddExternalConstraint(
    ExternalSystemConstraint constraint) {
  SystemConstraintCalc<T> calc = constraint.get_calc<T>();
  if (!calc) {
    const std::string text = "External constraint '" + constraint.description() + "' of system '" +
                             GetSystemPathname() + "' has no function for this scalar";
    calc = [text](const System<T>&, const Context<T>&, VectorX<T>*) {
      throw std::logic_error(text);
    };
  }
  const auto index = AddConstraint(std::make_unique<SystemConstraint<T>>(
      &self(), std::move(calc), constraint.bounds(), constraint.description()));
  self().mutable_extras().external_constraints.push_back(std::move(constraint));
  return index;
}
// Stops at the first that is violated.
template <typename T>
bool SystemMechanics<T>::CheckSystemConstraintsSatisfied(const Context<T>& context,
                                                         double tolerance) const {
  self().ValidateContext(context);
  for (int i = 0; i < num_constraints(); ++i) {
    if (!get_constraint(SystemConstraintIndex(i)).CheckSatisfied(context, tolerance)) return false;
  }
  return true;
}

// J has a row for each constraint, and so has lambda.
template <typename T>
Eigen::VectorXd SystemMechanics<T>::CalcVelocityChangeFromConstraintImpulses(
    const Context<T>& context, const Eigen::MatrixXd& J, const Eigen::VectorXd& lambda) const {
  self().ValidateContext(context);
  if (lambda.size() != J.rows()) {
    throw std::logic_error("CalcVelocityChangeFromConstraintImpulses(): the Jacobian matrix has " +
                           std::to_string(J.rows()) + " rows, lambda has size " +
                           std::to_string(lambda.size()) + "; both are the number of constraints");
  }
  return DoCalcVelocityChangeFromConstraintImpulses(context, J, lambda);
}
template <typename T>
double SystemMechanics<T>::CalcConstraintErrorNorm(const Context<T>& context,
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
Eigen::VectorXd SystemMechanics<T>::DoEvalConstraintEquations(const Context<T>& context) const {
  LOOPWRIGHT_THROW_UNLESS(get_num_constraint_equations(context) == 0);
  return Eigen::VectorXd::Zero(0);
}
template <typename T>
Eigen::VectorXd SystemMechanics<T>::DoEvalConstraintEquationsDot(const Context<T>& context) const {
  LOOPWRIGHT_THROW_UNLESS(get_num_constraint_equations(context) == 0);
  return Eigen::VectorXd::Zero(0);
}
template <typename T>
Eigen::VectorXd SystemMechanics<T>::DoCalcVelocityChangeFromConstraintImpulses(
    const Context<T>& context, const Eigen::MatrixXd&, const Eigen::VectorXd&) const {
  LOOPWRIGHT_THROW_UNLESS(get_num_constraint_equations(context) == 0);
  return Eigen::VectorXd::Zero(context.get_continuous_state().num_v());
}
// A class whose equations have different units weighs them in an override.
template <typename T>
double SystemMechanics<T>::DoCalcConstraintErrorNorm(const Context<T>&,
                                                     const Eigen::VectorXd& error) const {
  return error.norm();
}

LOOPWRIGHT_INSTANTIATE_CLASS(SystemMechanics)

}  // namespace loopwright
