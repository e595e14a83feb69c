#include "engine/integration/integration_method.h"

#include <cmath>

namespace loopwright {

template <typename T>
const System<T>* IntegrationMethod<T>::FindNonFinite() const {
  const auto& plan = *data_.plan;
  for (const int n : plan.continuous_leaves) {
    const auto& derivative = data_.derivative_view(n);
    for (int i = 0; i < derivative.size(); ++i) {
      if (!std::isfinite(ValueOf(derivative[i]))) return plan.systems[n];
    }
  }
  return nullptr;
}

template <typename T>
const System<T>* IntegrationMethod<T>::LeafOf(int n) const {
  const auto& plan = *data_.plan;
  const auto holds = [n](int first, int count) { return n >= first && n < first + count; };
  for (const int leaf : plan.continuous_leaves) {
    const PlanNode& node = plan.nodes[leaf];
    if (holds(node.q, node.nq) || holds(plan.num_q + node.v, node.nv) ||
        holds(plan.num_q + plan.num_v + node.z, node.nz)) {
      return plan.systems[leaf];
    }
  }
  return nullptr;
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(IntegrationMethod)

}  // namespace loopwright
