#include "engine/integration/autodiff_copy.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "engine/context/blend.h"
#include "engine/context/loop.h"
#include "engine/system/plan_maker.h"

namespace loopwright {

namespace {
// How many numbers the searches of algebraic loops begin at.
template <typename T>
int NumStarts(const Plan<T>& plan) {
  return plan.loops ? plan.loops->num_starts() : 0;
}
}  // namespace

// The system is converted when it is first needed, once. Null is an answer, too: the caller then
// goes without. A system of another shape is the caller's mistake.
template <typename T>
void AutoDiffCopy<T>::Make() {
  system_ = std::exchange(source_, nullptr)();
  if (system_ == nullptr) return;
  std::shared_ptr<const Plan<AutoDiff>> plan = internal::MakePlan(*system_);
  const Plan<T>& own = *from_.plan;
  const bool same = plan->num_nodes() == own.num_nodes() && plan->num_q == own.num_q &&
                    plan->num_v == own.num_v && plan->num_z == own.num_z &&
                    plan->parameters_end == own.parameters_end &&
                    plan->nodes.back().first_mode == own.nodes.back().first_mode &&
                    plan->nodes.back().first_input == own.nodes.back().first_input &&
                    NumStarts(*plan) == NumStarts(own);
  if (!same) {
    throw std::logic_error(
        "the system given for automatic differentiation is not of the shape of '" +
        own.systems[0]->GetSystemPathname() + "'");
  }
  to_ = std::make_unique<internal::ContextData<AutoDiff>>(std::move(plan));
}

// Where values are combined of several branches, so they are in the copy, with the weights as
// constants.
template <typename T>
void AutoDiffCopy<T>::TakeBlend() {
  const internal::Blend<T>* blend = from_.blend();
  if (blend == nullptr && to_->blend() == nullptr) return;
  to_->SetBlend(nullptr);
  if (blend == nullptr) return;
  std::vector<AutoDiff> weights;
  for (const T& weight : blend->weights()) weights.emplace_back(ValueOf(weight));
  to_->SetBlend(std::make_unique<internal::Blend<AutoDiff>>(to_.get(), blend->leaves(),
                                                            static_cast<int>(weights.size())));
  to_->blend()->SetWeights(weights);
}

// All values as constants, without derivatives. Abstract values are copied where they are of the
// same type in both scalars; where one is not, there is no copy and the answer is false.
template <typename T>
bool AutoDiffCopy<T>::Update() {
  if (source_) Make();
  if (to_ == nullptr) return false;
  to_->time = AutoDiff(ValueOf(from_.time));
  to_->accuracy = from_.accuracy;
  std::transform(from_.arena.begin(), from_.arena.begin() + from_.plan->parameters_end,
                 to_->arena.begin(), [](const T& value) { return AutoDiff(ValueOf(value)); });
  to_->modes = from_.modes;
  to_->modes_held = from_.modes_held;
  to_->random = from_.random;
  to_->loops.starts = from_.loops.starts;
  const auto copy_all = [](const auto& from, auto* into) {
    for (size_t i = 0; i < from.size(); ++i) {
      if ((*into)[i] == nullptr) (*into)[i] = from[i]->Clone();
      if ((*into)[i]->type_info() != from[i]->type_info()) return false;
      (*into)[i]->SetFrom(*from[i]);
    }
    return true;
  };
  if (!copy_all(from_.abstract_states, &to_->abstract_states) ||
      !copy_all(from_.abstract_parameters, &to_->abstract_parameters)) {
    return false;
  }
  for (const auto& [input, fixed] : from_.inputs.fixed()) {
    BasicVector<AutoDiff> vector(fixed.vector.size());
    for (int i = 0; i < fixed.vector.size(); ++i) vector[i] = AutoDiff(ValueOf(fixed.vector[i]));
    to_->inputs.Fix(input, {std::move(vector), fixed.abstract ? fixed.abstract->Clone() : nullptr});
  }
  TakeBlend();
  to_->MarkAllStale();
  return true;
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(AutoDiffCopy)

}  // namespace loopwright
