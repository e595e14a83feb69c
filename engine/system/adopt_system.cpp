#include "engine/system/adopt_system.h"

#include "engine/context/context_data.h"
#include "engine/system/system.h"

namespace loopwright::internal {

namespace {
// The plan of the outermost diagram that the system is in.
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

// Equal fingerprints mean equal structure; a plan that is the context's already has nothing to
// adopt.
template <typename T>
bool AdoptTree(const System<T>& system, const Context<T>& context) {
  auto plan = PlanAround(system);
  if (plan == context.data().plan || plan->fingerprint != context.data().plan->fingerprint) {
    return false;
  }
  context.data().AdoptPlan(std::move(plan));
  return true;
}

template <typename T>
bool AdoptPresentPlan(const System<T>& system, const Context<T>& context) {
  auto plan = system.plan();
  const auto& own = context.data().plan;
  const bool is_whole = context.is_root_context() && context.system() == &system;
  if (!is_whole || plan == own || plan->fingerprint != own->fingerprint) return false;
  context.data().AdoptPlan(std::move(plan));
  return true;
}

template bool AdoptSystem(const System<double>&, const Context<double>&);
template bool AdoptSystem(const System<AutoDiff>&, const Context<AutoDiff>&);
template bool AdoptSystem(const System<Expression>&, const Context<Expression>&);
template bool AdoptTree(const System<double>&, const Context<double>&);
template bool AdoptTree(const System<AutoDiff>&, const Context<AutoDiff>&);
template bool AdoptTree(const System<Expression>&, const Context<Expression>&);
template bool AdoptPresentPlan(const System<double>&, const Context<double>&);
template bool AdoptPresentPlan(const System<AutoDiff>&, const Context<AutoDiff>&);

}  // namespace loopwright::internal
