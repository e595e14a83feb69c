#include "engine/context/context.h"

#include <stdexcept>
#include <string>

#include "engine/context/cache_overlay.h"
#include "engine/context/changes.h"
#include "engine/context/context_bytes.h"
#include "engine/context/context_data.h"

namespace loopwright {

namespace {
void CheckIndex(int index, int count, const char* what) {
  if (index < 0 || index >= count) {
    throw std::out_of_range("There is no " + std::string(what) + " " + std::to_string(index) +
                            ": the system has " + std::to_string(count));
  }
}
}  // namespace

template <typename T>
Context<T>::Context(Data* data, int node) : data_(data), node_(node) {
  Bind();
}
template <typename T>
Context<T>::Context(std::unique_ptr<Data> data)
    : data_(data.get()), node_(0), owned_(std::move(data)) {
  data_->root = this;
  Bind();
}
template <typename T>
void Context<T>::Bind() {
  const Plan<T>& plan = *data_->plan;
  const PlanNode& node = plan.nodes[node_];
  inputs_ = data_->inputs.data() + node.first_input;
  flags_ = data_->flags.data();
  outputs_ = plan.outputs.data() + node.first_output;
  system_ = plan.systems[node_];
  arena_ = data_->arena.data();
  groups_ = plan.groups.data() + node.first_group;
  parameters_ = plan.parameters.data() + node.first_parameter;
  derivatives_ = arena_ + plan.num_continuous();
  q_offset_ = node.q;
  v_offset_ = plan.num_q + node.v;
  z_offset_ = plan.num_q + plan.num_v + node.z;
  continuous_offset_ = plan.continuous_offset(node_);
}
template <typename T>
Context<T>::~Context() = default;
template <typename T>
Context<T>::Context(Context&& other) noexcept
    : data_(other.data_), node_(other.node_), owned_(std::move(other.owned_)) {
  if (owned_) data_->root = this;
  Bind();
}

template <typename T>
std::unique_ptr<Context<T>> Context<T>::Clone() const {
  if (!is_root_context()) {
    throw std::logic_error("Context::Clone(): only a root context can be cloned");
  }
  return std::make_unique<Context<T>>(std::make_unique<Data>(*data_));
}

template <typename T>
const PlanNode& Context<T>::plan_node() const {
  return data_->plan->nodes[node_];
}

template <typename T>
const T& Context<T>::get_time() const {
  return data_->time;
}
template <typename T>
void Context<T>::SetTime(const T& time_sec) {
  data_->time = time_sec;
  data_->Invalidate(Plan<T>::time_source());
}
template <typename T>
const std::optional<double>& Context<T>::get_accuracy() const {
  return data_->accuracy;
}
template <typename T>
void Context<T>::SetAccuracy(const std::optional<double>& accuracy) {
  data_->accuracy = accuracy;
  data_->Invalidate(Plan<T>::accuracy_source());
}

template <typename T>
int Context<T>::num_continuous_states() const {
  const PlanNode& n = plan_node();
  return n.nq + n.nv + n.nz;
}
template <typename T>
bool Context<T>::has_only_continuous_state() const {
  return num_continuous_states() > 0 && num_discrete_state_groups() == 0 &&
         num_abstract_states() == 0;
}
template <typename T>
bool Context<T>::has_only_discrete_state() const {
  return num_continuous_states() == 0 && num_discrete_state_groups() > 0 &&
         num_abstract_states() == 0;
}
template <typename T>
bool Context<T>::is_stateless() const {
  return num_continuous_states() == 0 && num_discrete_state_groups() == 0 &&
         num_abstract_states() == 0;
}
template <typename T>
int Context<T>::num_total_states() const {
  if (num_abstract_states() > 0) {
    throw std::logic_error("Context::num_total_states(): there is abstract state");
  }
  int total = num_continuous_states();
  const PlanNode& n = plan_node();
  for (int i = 0; i < n.num_groups; ++i) total += data_->plan->groups[n.first_group + i].size;
  return total;
}
template <typename T>
const ContinuousState<T>& Context<T>::get_continuous_state() const {
  return data_->continuous_view(node_);
}
template <typename T>
ContinuousState<T>& Context<T>::get_mutable_continuous_state() {
  data_->InvalidateContinuous(node_);
  return data_->continuous_view(node_);
}

template <typename T>
ContinuousState<T>& Context<T>::MutableTimeAndContinuousState(const T& time_sec) {
  const int64_t event = data_->StartNewChangeEvent();
  data_->time = time_sec;
  data_->Invalidate(Plan<T>::time_source(), event);
  data_->InvalidateContinuous(node_, event);
  return data_->continuous_view(node_);
}
template <typename T>
VectorBase<T>& Context<T>::get_mutable_generalized_position() {
  internal::NoteContinuousKind(data_, node_, internal::kQTicket, data_->StartNewChangeEvent());
  return data_->continuous_view(node_).get_mutable_generalized_position();
}
template <typename T>
VectorBase<T>& Context<T>::get_mutable_generalized_velocity() {
  internal::NoteContinuousKind(data_, node_, internal::kVTicket, data_->StartNewChangeEvent());
  return data_->continuous_view(node_).get_mutable_generalized_velocity();
}
template <typename T>
VectorBase<T>& Context<T>::get_mutable_misc_continuous_state() {
  internal::NoteContinuousKind(data_, node_, internal::kZTicket, data_->StartNewChangeEvent());
  return data_->continuous_view(node_).get_mutable_misc_continuous_state();
}
template <typename T>
std::pair<VectorBase<T>*, VectorBase<T>*> Context<T>::GetMutableVZVectors(int64_t change_event) {
  internal::NoteContinuousKind(data_, node_, internal::kVTicket, change_event);
  internal::NoteContinuousKind(data_, node_, internal::kZTicket, change_event);
  ContinuousState<T>& xc = data_->continuous_view(node_);
  return {&xc.get_mutable_generalized_velocity(), &xc.get_mutable_misc_continuous_state()};
}

template <typename T>
int Context<T>::num_discrete_state_groups() const {
  return plan_node().num_groups;
}
template <typename T>
const DiscreteValues<T>& Context<T>::get_discrete_state() const {
  return data_->discrete_view(node_);
}
template <typename T>
DiscreteValues<T>& Context<T>::get_mutable_discrete_state() {
  internal::NoteDiscreteState(data_, node_, data_->StartNewChangeEvent());
  return data_->discrete_view(node_);
}
template <typename T>
BasicVector<T>& Context<T>::get_mutable_discrete_state(int group) {
  CheckIndex(group, num_discrete_state_groups(), "discrete state group");
  data_->Invalidate(data_->plan->group_source(plan_node().first_group + group));
  return data_->discrete_view(node_).get_mutable_vector(group);
}

template <typename T>
int Context<T>::num_abstract_states() const {
  return plan_node().num_abstract_states;
}
template <typename T>
const AbstractValue& Context<T>::get_abstract_state_value(int index) const {
  CheckIndex(index, num_abstract_states(), "abstract state");
  return *data_->abstract_states[plan_node().first_abstract_state + index];
}
template <typename T>
AbstractValue& Context<T>::get_mutable_abstract_state_value(int index) {
  CheckIndex(index, num_abstract_states(), "abstract state");
  const int i = plan_node().first_abstract_state + index;
  data_->Invalidate(data_->plan->abstract_state_source(i));
  return *data_->abstract_states[i];
}

template <typename T>
int Context<T>::num_numeric_parameter_groups() const {
  return plan_node().num_parameters;
}
template <typename T>
const BasicVector<T>& Context<T>::get_numeric_parameter(int index) const {
  CheckIndex(index, num_numeric_parameter_groups(), "numeric parameter");
  return data_->parameter_view(plan_node().first_parameter + index);
}
template <typename T>
BasicVector<T>& Context<T>::get_mutable_numeric_parameter(int index) {
  CheckIndex(index, num_numeric_parameter_groups(), "numeric parameter");
  const int i = plan_node().first_parameter + index;
  data_->Invalidate(data_->plan->parameter_source(i));
  return data_->parameter_view(i);
}
template <typename T>
int Context<T>::num_abstract_parameters() const {
  return plan_node().num_abstract_parameters;
}
template <typename T>
const AbstractValue& Context<T>::get_abstract_parameter(int index) const {
  CheckIndex(index, num_abstract_parameters(), "abstract parameter");
  return *data_->abstract_parameters[plan_node().first_abstract_parameter + index];
}
template <typename T>
AbstractValue& Context<T>::get_mutable_abstract_parameter(int index) {
  CheckIndex(index, num_abstract_parameters(), "abstract parameter");
  const int i = plan_node().first_abstract_parameter + index;
  data_->Invalidate(data_->plan->abstract_parameter_source(i));
  return *data_->abstract_parameters[i];
}

template <typename T>
void Context<T>::FixInputPort(int port, const VectorX<T>& value) {
  CheckIndex(port, plan_node().num_inputs, "input port");
  data_->FixInput(plan_node().first_input + port, {BasicVector<T>(value), nullptr});
}
template <typename T>
void Context<T>::FixInputPort(int port, const AbstractValue& value) {
  CheckIndex(port, plan_node().num_inputs, "input port");
  data_->FixInput(plan_node().first_input + port, {BasicVector<T>(), value.Clone()});
}

template <typename T>
void Context<T>::SetTimeStateAndParametersFrom(const Context<T>& other) {
  const Data& from = *other.data_;
  if (!is_root_context() || !other.is_root_context() || data_->plan != from.plan) {
    throw std::logic_error(
        "Context::SetTimeStateAndParametersFrom(): both must be root contexts of one system");
  }
  data_->time = from.time;
  data_->accuracy = from.accuracy;
  const auto& plan = *data_->plan;
  std::copy_n(from.arena.begin(), plan.num_continuous(), data_->arena.begin());
  std::copy(from.arena.begin() + plan.discrete_begin, from.arena.begin() + plan.parameters_end,
            data_->arena.begin() + plan.discrete_begin);
  for (size_t i = 0; i < from.abstract_states.size(); ++i) {
    data_->abstract_states[i]->SetFrom(*from.abstract_states[i]);
  }
  for (size_t i = 0; i < from.abstract_parameters.size(); ++i) {
    data_->abstract_parameters[i]->SetFrom(*from.abstract_parameters[i]);
  }
  data_->modes = from.modes;
  data_->modes_held = from.modes_held;
  data_->random = from.random;
  data_->InvalidateAllButInputs();
}

template <typename T>
const int64_t* Context<T>::held_modes() const {
  return data_->modes_held ? data_->modes.data() + plan_node().first_mode : nullptr;
}
template <typename T>
RandomSource Context<T>::random_source() const {
  return data_->random;
}
template <typename T>
void Context<T>::set_random_source(RandomSource source) {
  data_->random = source;
  data_->MarkAllStale();
}

// Of the whole tree it is a mode of evaluation; of a part it is what each of its entries says.
template <typename T>
void Context<T>::DisableCaching() const {
  if (node_ == 0) {
    data_->SetCaching(Data::Caching::kOff);
  } else {
    internal::SetFlagOfEntries(data_, node_, Data::kDisabled, true);
  }
}
template <typename T>
void Context<T>::EnableCaching() const {
  if (node_ != 0 && !is_caching_enabled())
    internal::SetFlagOfEntries(data_, 0, Data::kDisabled, true);
  if (node_ == 0 || !is_caching_enabled()) data_->SetCaching(Data::Caching::kOn);
  internal::SetFlagOfEntries(data_, node_, Data::kDisabled, false);
}
template <typename T>
bool Context<T>::is_caching_enabled() const {
  return data_->caching() != Data::Caching::kOff;
}
template <typename T>
void Context<T>::FreezeCache() const {
  data_->get_overlay().SetFrozen(node_, true);
}
template <typename T>
void Context<T>::UnfreezeCache() const {
  data_->get_overlay().SetFrozen(node_, false);
}
template <typename T>
bool Context<T>::is_cache_frozen() const {
  return data_->has_overlay() && data_->get_overlay().is_frozen(node_);
}
template <typename T>
void Context<T>::EnableCacheChecking() const {
  data_->SetCaching(Data::Caching::kChecked);
}
template <typename T>
void Context<T>::SetAllCacheEntriesOutOfDate() const {
  if (node_ == 0) return data_->MarkAllStale();
  // What lies downstream of the part stays as it is: only trackers can live with that.
  data_->get_overlay().trackers();
  internal::SetFlagOfEntries(data_, node_, Data::kStale, true);
}

template <typename T>
int64_t Context<T>::start_new_change_event() const {
  return data_->StartNewChangeEvent();
}
template <typename T>
bool Context<T>::has_tracker(DependencyTicket ticket) const {
  return data_->get_overlay().trackers().has_tracker(node_, ticket);
}
template <typename T>
const DependencyTracker& Context<T>::get_tracker(DependencyTicket ticket) const {
  return data_->get_overlay().trackers().tracker(node_, ticket);
}
template <typename T>
DependencyTracker& Context<T>::get_mutable_tracker(DependencyTicket ticket) {
  return data_->get_overlay().trackers().tracker(node_, ticket);
}

template <typename T>
std::vector<std::byte> Context<T>::ToBytes() const {
  if (!is_root_context()) {
    throw std::logic_error("Context::ToBytes(): only a root context can be written to bytes");
  }
  return internal::ContextToBytes(*data_);
}
template <typename T>
void Context<T>::FromBytes(const std::vector<std::byte>& bytes) {
  if (!is_root_context()) {
    throw std::logic_error("Context::FromBytes(): only a root context can be read from bytes");
  }
  internal::ContextFromBytes(bytes, data_);
}

LOOPWRIGHT_INSTANTIATE_CLASS(Context)

}  // namespace loopwright
