#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "engine/context/plan.h"
#include "engine/context/state.h"

namespace loopwright::internal {

// Views on the part of a diagram's values that is a subsystem's: `whole` and `part` are the places
// of both in one plan.

/// `model` is what the part's vector is a subclass of BasicVector like; null where it is plain. The
/// view lies where the whole lies, be that a context, a buffer of updates, or values of a program's
/// own.
template <typename T>
std::unique_ptr<ContinuousState<T>> PartOf(ContinuousState<T>* xc, const PlanNode& whole,
                                           const PlanNode& part, const BasicVector<T>* model) {
  // The part's q begins as far behind the whole's q as their first elements are apart in the plan;
  // so it is with v and z.
  using Piece = typename ContinuousState<T>::Piece;
  auto view = std::make_unique<ContinuousState<T>>(
      Piece{xc->get_mutable_generalized_position().data() + (part.q - whole.q), part.nq},
      Piece{xc->get_mutable_generalized_velocity().data() + (part.v - whole.v), part.nv},
      Piece{xc->get_mutable_misc_continuous_state().data() + (part.z - whole.z), part.nz});
  if (model != nullptr) view->AdoptType(*model);
  return view;
}

/// Groups of a subtree are neighbours, so the part is a range of the whole's.
/// The groups keep the classes that they have in the whole.
template <typename T>
std::unique_ptr<DiscreteValues<T>> PartOf(DiscreteValues<T>* xd, const PlanNode& whole,
                                          const PlanNode& part) {
  // Indices of the plan count from the outermost system; those of `xd` from `whole`.
  return std::make_unique<DiscreteValues<T>>(xd, part.first_group - whole.first_group,
                                             part.num_groups);
}

/// All three kinds of state. Abstract values are the same objects as in the whole.
template <typename T>
State<T> PartOf(State<T>* state, const PlanNode& whole, const PlanNode& part,
                const BasicVector<T>* model) {
  std::vector<AbstractValue*> abstract;
  for (int i = 0; i < part.num_abstract_states; ++i) {
    abstract.push_back(&state->get_mutable_abstract_value(part.first_abstract_state -
                                                          whole.first_abstract_state + i));
  }
  return State<T>(PartOf(&state->get_mutable_continuous_state(), whole, part, model),
                  PartOf(&state->get_mutable_discrete_state(), whole, part),
                  std::make_unique<AbstractValues>(std::move(abstract)));
}

}  // namespace loopwright::internal
