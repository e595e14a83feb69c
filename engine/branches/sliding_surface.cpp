#include "engine/branches/sliding_surface.h"

#include "engine/system/leaf_system.h"

namespace loopwright {

// Margins are asked with the branch on side 1, so that the sign says the side whatever the context
// holds. Several branches of one leaf may be on the surface, and all of them have to be on their
// side 1 then.
template <typename T>
T CalcSurfaceMargin(const internal::ContextData<T>& data, const SlidingSurface& surface,
                    SurfaceScratch<T>* scratch) {
  const SidedMode& first = surface.branches[0];
  const PlanNode& node = data.plan->nodes[first.node];
  const auto held = data.modes.begin() + node.first_mode;
  scratch->modes.assign(held, held + node.num_modes);
  scratch->margins.resize(node.num_modes);
  for (const SidedMode& branch : surface.branches) {
    if (branch.node == first.node) scratch->modes[branch.mode - node.first_mode] = branch.sides[1];
  }
  static_cast<const LeafSystem<T>&>(*data.plan->systems[first.node])
      .CalcModeMargins(data.views[first.node], scratch->modes.data(), scratch->margins.data());
  return scratch->margins[first.mode - node.first_mode];
}

template double CalcSurfaceMargin(const internal::ContextData<double>&, const SlidingSurface&,
                                  SurfaceScratch<double>*);
template AutoDiff CalcSurfaceMargin(const internal::ContextData<AutoDiff>&, const SlidingSurface&,
                                    SurfaceScratch<AutoDiff>*);

}  // namespace loopwright
