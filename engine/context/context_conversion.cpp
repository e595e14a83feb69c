// Copying values between contexts of different scalars.

#include <algorithm>
#include <stdexcept>

#include "engine/context/context.h"
#include "engine/context/context_data.h"

namespace loopwright {
namespace {

// Whether two systems that were converted from one another have values of the same sizes. That they
// are of one class is not looked at: sizes are what copying relies on.
template <typename T, typename U>
bool HaveSameShape(const internal::ContextData<T>& to, const internal::ContextData<U>& from) {
  const Plan<T>& a = *to.plan;
  const Plan<U>& b = *from.plan;
  const auto same = [](const std::vector<Slot>& x, const std::vector<Slot>& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                      [](const Slot& i, const Slot& j) { return i.size == j.size; });
  };
  return a.num_nodes() == b.num_nodes() && a.num_q == b.num_q && a.num_v == b.num_v &&
         a.num_z == b.num_z && same(a.groups, b.groups) && same(a.parameters, b.parameters) &&
         to.abstract_states.size() == from.abstract_states.size() &&
         to.abstract_parameters.size() == from.abstract_parameters.size() &&
         to.modes.size() == from.modes.size();
}

}  // namespace

// State and parameters are copied by slots, as arenas of different scalars need not have their
// cache entries at the same places. Starts of loop searches come along where both systems tear
// loops alike.
template <typename T>
template <typename U>
void Context<T>::SetTimeStateAndParametersFrom(const Context<U>& other) {
  const internal::ContextData<U>& from = other.data();
  if (!is_root_context() || !other.is_root_context() || !HaveSameShape(*data_, from)) {
    throw std::logic_error(
        "Context::SetTimeStateAndParametersFrom(): both must be root contexts of one system, "
        "converted to different scalars");
  }
  data_->time = ConvertScalar<T>(from.time);
  data_->true_time.reset();
  data_->accuracy = from.accuracy;
  const auto copy = [&](int begin, int count, int from_begin) {
    for (int i = 0; i < count; ++i) {
      data_->arena[begin + i] = ConvertScalar<T>(from.arena[from_begin + i]);
    }
  };
  const Plan<T>& plan = *data_->plan;
  copy(0, plan.num_continuous(), 0);
  for (size_t i = 0; i < plan.groups.size(); ++i) {
    copy(plan.groups[i].offset, plan.groups[i].size, from.plan->groups[i].offset);
  }
  for (size_t i = 0; i < plan.parameters.size(); ++i) {
    copy(plan.parameters[i].offset, plan.parameters[i].size, from.plan->parameters[i].offset);
  }
  for (size_t i = 0; i < from.abstract_states.size(); ++i) {
    data_->abstract_states[i]->SetFrom(*from.abstract_states[i]);
  }
  for (size_t i = 0; i < from.abstract_parameters.size(); ++i) {
    data_->abstract_parameters[i]->SetFrom(*from.abstract_parameters[i]);
  }
  data_->modes = from.modes;
  data_->modes_held = from.modes_held;
  data_->random = from.random;
  if (data_->loop_starts.size() == from.loop_starts.size()) data_->loop_starts = from.loop_starts;
  data_->InvalidateAllButInputs();
}

template void Context<AutoDiff>::SetTimeStateAndParametersFrom(const Context<double>&);
template void Context<Expression>::SetTimeStateAndParametersFrom(const Context<double>&);
template void Context<double>::SetTimeStateAndParametersFrom(const Context<AutoDiff>&);
template void Context<Expression>::SetTimeStateAndParametersFrom(const Context<AutoDiff>&);
template void Context<double>::SetTimeStateAndParametersFrom(const Context<Expression>&);
template void Context<AutoDiff>::SetTimeStateAndParametersFrom(const Context<Expression>&);

}  // namespace loopwright
