#include "engine/system/adopt_system.h"

#include "engine/context/context_data.h"
#include "engine/system/system.h"

namespace loopwright::internal {

namespace {
template <typename T>
std::shared_ptr<const Plan<T>> PlanAround(const System<T>& system) {
  const SystemBase* top = &system;
  while (top->parent() != nullptr) top = top->parent();
  return static_cast<const System<T>*>(top)->plan();
}
}  // namespace

template <typename T>
bool AdoptSystem(const System<T>& system, const Context<T>& context) {
  return PlanAround(system)->node_of(system) == context.node() && AdoptTree(system, context);
}

template <typename T>
bool AdoptTree(const System<T>& system, const Context<T>& context) {
  auto plan = PlanAround(system);
  if (plan == context.data().plan || plan->fingerprint != context.data().plan->fingerprint) {
    return false;
  }
  context.data().AdoptPlan(std::move(plan));
  return true;
}

template bool AdoptSystem(const System<double>&, const Context<double>&);
template bool AdoptSystem(const System<AutoDiff>&, const Context<AutoDiff>&);
template bool AdoptSystem(const System<Expression>&, const Context<Expression>&);
template bool AdoptTree(const System<double>&, const Context<double>&);
template bool AdoptTree(const System<AutoDiff>&, const Context<AutoDiff>&);
template bool AdoptTree(const System<Expression>&, const Context<Expression>&);

}  // namespace loopwright::internal
