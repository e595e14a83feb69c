#include <stdexcept>

#include "engine/common/overridden.h"
#include "engine/system/system.h"
#include "engine/system/system_extras.h"

namespace loopwright {

namespace {
// Places in SystemExtras::energy_entries, in the order of the tickets pe, ke, pc and pnc.
constexpr int kPotential = 0, kKinetic = 1, kConservative = 2, kNonConservative = 3;
}  // namespace

// Systems without mechanics have no energy, which is what the four defaults say.
template <typename T>
T System<T>::DoCalcPotentialEnergy(const Context<T>&) const {
  return T(0);
}
template <typename T>
T System<T>::DoCalcKineticEnergy(const Context<T>&) const {
  return T(0);
}
template <typename T>
T System<T>::DoCalcConservativePower(const Context<T>&) const {
  return T(0);
}
template <typename T>
T System<T>::DoCalcNonConservativePower(const Context<T>&) const {
  return T(0);
}

// Computed without the cache entry, after a check of the context; so are the three that follow.
template <typename T>
T System<T>::CalcPotentialEnergy(const Context<T>& context) const {
  ValidateContext(context);
  return DoCalcPotentialEnergy(context);
}
template <typename T>
T System<T>::CalcKineticEnergy(const Context<T>& context) const {
  ValidateContext(context);
  return DoCalcKineticEnergy(context);
}
template <typename T>
T System<T>::CalcConservativePower(const Context<T>& context) const {
  ValidateContext(context);
  return DoCalcConservativePower(context);
}
template <typename T>
T System<T>::CalcNonConservativePower(const Context<T>& context) const {
  ValidateContext(context);
  return DoCalcNonConservativePower(context);
}

// From the cache entry where the class has one, and zero without any entry where it has none:
// nearly all blocks need no room for energies.
template <typename T>
const T& System<T>::EvalEnergy(const Context<T>& context, int which) const {
  static const T zero(0);
  const int entry = energy_entry(which);
  if (entry >= 0) return *entries_[entry]->EvalData(context);
  ValidateContext(context);
  return zero;
}
// By the place of its entry; so are the three that follow.
template <typename T>
const T& System<T>::EvalPotentialEnergy(const Context<T>& context) const {
  return EvalEnergy(context, kPotential);
}
template <typename T>
const T& System<T>::EvalKineticEnergy(const Context<T>& context) const {
  return EvalEnergy(context, kKinetic);
}
template <typename T>
const T& System<T>::EvalConservativePower(const Context<T>& context) const {
  return EvalEnergy(context, kConservative);
}
template <typename T>
const T& System<T>::EvalNonConservativePower(const Context<T>& context) const {
  return EvalEnergy(context, kNonConservative);
}

// `which` is one of the places above; -1 for what is always zero.
template <typename T>
int System<T>::energy_entry(int which) const {
  return extras_ ? extras_->energy_entries[which] : -1;
}

// `reference` is a system that overrides nothing. A diagram gets an entry where one of its parts
// has one, since it sums them up.
template <typename T>
void System<T>::DeclareEnergyEntries(const System<T>& reference) {
  using Method = T (System<T>::*)(const Context<T>&) const;
  struct Quantity {
    const char* description;
    Method method;
    internal::WellKnownTicket ticket;
  };
  // The four quantities in the order of their places, each with the ticket that stands for all that
  // an energy can depend on.
  const Quantity quantities[] = {
      {"potential energy", &System<T>::DoCalcPotentialEnergy, internal::kPeTicket},
      {"kinetic energy", &System<T>::DoCalcKineticEnergy, internal::kKeTicket},
      {"conservative power", &System<T>::DoCalcConservativePower, internal::kPcTicket},
      {"non-conservative power", &System<T>::DoCalcNonConservativePower, internal::kPncTicket}};
  for (int which = 0; which < 4; ++which) {
    const Quantity& quantity = quantities[which];
    if (energy_entry(which) >= 0) continue;
    const bool has_own = internal::IsOverridden<System<T>>(*this, reference, quantity.method);
    bool has_parts = false;
    for (int i = 0; i < num_subsystems(); ++i) has_parts |= subsystem(i).energy_entry(which) >= 0;
    if (!has_own && !has_parts) continue;
    // The entry calls the function that the class overrides.
    auto calc = [method = quantity.method](const System<T>& self, const Context<T>& context,
                                           const EntryTarget<T>& target) {
      *target.data = (self.*method)(context);
    };
    mutable_extras().energy_entries[which] =
        AddCacheEntry(quantity.description, 1, nullptr, calc, {DependencyTicket(quantity.ticket)})
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
void System<T>::MapVelocityToQDot(const Context<T>& context, const VectorBase<T>& velocity,
                                  VectorBase<T>* qdot) const {
  const VectorX<T> copy = velocity.CopyToVector();
  MapVelocityToQDot(context, Eigen::Ref<const VectorX<T>>(copy), qdot);
}
template <typename T>
void System<T>::MapVelocityToQDot(const Context<T>& context,
                                  const Eigen::Ref<const VectorX<T>>& velocity,
                                  VectorBase<T>* qdot) const {
  ValidateContext(context);
  LOOPWRIGHT_THROW_UNLESS(qdot != nullptr);
  CheckSizes(*this, "MapVelocityToQDot", context, velocity.size(), qdot->size());
  DoMapVelocityToQDot(context, velocity, qdot);
}
template <typename T>
void System<T>::MapQDotToVelocity(const Context<T>& context, const VectorBase<T>& qdot,
                                  VectorBase<T>* velocity) const {
  const VectorX<T> copy = qdot.CopyToVector();
  MapQDotToVelocity(context, Eigen::Ref<const VectorX<T>>(copy), velocity);
}
template <typename T>
void System<T>::MapQDotToVelocity(const Context<T>& context,
                                  const Eigen::Ref<const VectorX<T>>& qdot,
                                  VectorBase<T>* velocity) const {
  ValidateContext(context);
  LOOPWRIGHT_THROW_UNLESS(velocity != nullptr);
  CheckSizes(*this, "MapQDotToVelocity", context, velocity->size(), qdot.size());
  DoMapQDotToVelocity(context, qdot, velocity);
}
template <typename T>
void System<T>::DoMapVelocityToQDot(const Context<T>&, const Eigen::Ref<const VectorX<T>>& velocity,
                                    VectorBase<T>* qdot) const {
  ThrowUnlessAlike(*this, "DoMapVelocityToQDot", velocity.size(), qdot->size());
  qdot->SetFromVector(velocity);
}
template <typename T>
void System<T>::DoMapQDotToVelocity(const Context<T>&, const Eigen::Ref<const VectorX<T>>& qdot,
                                    VectorBase<T>* velocity) const {
  ThrowUnlessAlike(*this, "DoMapQDotToVelocity", qdot.size(), velocity->size());
  velocity->SetFromVector(qdot);
}

LOOPWRIGHT_INSTANTIATE_CLASS(System)

}  // namespace loopwright
