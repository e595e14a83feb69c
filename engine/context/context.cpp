#include "engine/context/context.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "engine/context/cache_overlay.h"
#include "engine/context/changes.h"
#include "engine/context/context_data.h"
#include "engine/context/views.h"

namespace loopwright {

namespace {
// Refuses an index that is not within [0, count), with a text that says how many there are.
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
// Looks up once where this system's part of every flat array begins. Fast accessors then read
// `arena_ + offset` and never go through the plan.
template <typename T>
void Context<T>::Bind() {
  const Plan<T>& plan = *data_->plan;
  const PlanNode& node = plan.nodes[node_];
  inputs_ = data_->inputs.places() + node.first_input;
  flags_ = data_->flags.data();
  outputs_ = plan.outputs.data() + node.first_output;
  system_ = plan.is_retired() ? nullptr : plan.systems[node_];
  arena_ = data_->arena.data();
  groups_ = plan.groups.data() + node.first_group;
  parameters_ = plan.parameters.data() + node.first_parameter;
  shared_ = &data_->shared;
  first_mode_ = node.first_mode;
  q_offset_ = node.q;
  v_offset_ = plan.num_q + node.v;
  z_offset_ = plan.num_q + plan.num_v + node.z;
  continuous_offset_ = plan.continuous_offset(node_);
}
template <typename T>
Context<T>::~Context() = default;
// A root moves its data along. Pointers are looked up again, since they may refer to the context
// that was moved from.
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
void Context<T>::ThrowUnlessRoot(const char* function) const {
  if (is_root_context()) return;
  throw std::logic_error("Context::" + std::string(function) + "(): this is the context of '" +
                         GetSystemPathname() +
                         "', a part of a diagram: time and accuracy are set in the root context, "
                         "that of the whole diagram");
}
template <typename T>
void Context<T>::SetTime(const T& time_sec) {
  if (!is_root_context()) ThrowUnlessRoot("SetTime");
  data_->time = time_sec;
  data_->true_time.reset();
  data_->Invalidate(Plan<T>::time_source());
}
// With the true time kept beside the perturbed one, who is asked at a time just before an instant,
// or just after it, can still be told which instant is meant.
template <typename T>
void Context<T>::PerturbTime(const T& time_sec, const T& true_time_sec) {
  ThrowUnlessRoot("PerturbTime");
  data_->time = time_sec;
  data_->true_time = true_time_sec;
  data_->Invalidate(Plan<T>::time_source());
}
template <typename T>
const std::optional<T>& Context<T>::get_true_time() const {
  return data_->true_time;
}
template <typename T>
const std::optional<double>& Context<T>::get_accuracy() const {
  return data_->accuracy;
}
template <typename T>
void Context<T>::SetAccuracy(const std::optional<double>& accuracy) {
  ThrowUnlessRoot("SetAccuracy");
  data_->accuracy = accuracy;
  data_->Invalidate(Plan<T>::accuracy_source());
}

template <typename T>
int Context<T>::num_continuous_states() const {
  const PlanNode& n = plan_node();
  return n.nq + n.nv + n.nz;
}
// These three ask the numbers of the node, which count its whole subtree.
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
// Continuous and discrete elements. Abstract state has no number of elements, so there it is an
// error.
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
  return data_->value_views.continuous(node_);
}
// Marked when it is handed out, since nothing is told of what is written through it.
template <typename T>
ContinuousState<T>& Context<T>::get_mutable_continuous_state() {
  data_->InvalidateContinuous(node_);
  return data_->value_views.continuous(node_);
}

// Time and state change in one event: what depends on both is marked once.
template <typename T>
ContinuousState<T>& Context<T>::MutableTimeAndContinuousState(const T& time_sec) {
  ThrowUnlessRoot("SetTimeAndContinuousState");
  const int64_t event = data_->StartNewChangeEvent();
  data_->time = time_sec;
  data_->true_time.reset();
  data_->Invalidate(Plan<T>::time_source(), event);
  data_->InvalidateContinuous(node_, event);
  return data_->value_views.continuous(node_);
}
// Entries that depend on v or z alone stay as they are.
template <typename T>
VectorBase<T>& Context<T>::get_mutable_generalized_position() {
  internal::NoteContinuousKind(data_, node_, internal::kQTicket, data_->StartNewChangeEvent());
  return data_->value_views.continuous(node_).get_mutable_generalized_position();
}
template <typename T>
VectorBase<T>& Context<T>::get_mutable_generalized_velocity() {
  internal::NoteContinuousKind(data_, node_, internal::kVTicket, data_->StartNewChangeEvent());
  return data_->value_views.continuous(node_).get_mutable_generalized_velocity();
}
template <typename T>
VectorBase<T>& Context<T>::get_mutable_misc_continuous_state() {
  internal::NoteContinuousKind(data_, node_, internal::kZTicket, data_->StartNewChangeEvent());
  return data_->value_views.continuous(node_).get_mutable_misc_continuous_state();
}
// Velocities and the rest may be written while positions stay: what depends on q alone, such as the
// kinematics of a linkage, is not computed again.
template <typename T>
std::pair<VectorBase<T>*, VectorBase<T>*> Context<T>::GetMutableVZVectors(int64_t change_event) {
  internal::NoteContinuousKind(data_, node_, internal::kVTicket, change_event);
  internal::NoteContinuousKind(data_, node_, internal::kZTicket, change_event);
  ContinuousState<T>& xc = data_->value_views.continuous(node_);
  return {&xc.get_mutable_generalized_velocity(), &xc.get_mutable_misc_continuous_state()};
}
// The reference that the caller has is to the same view.
template <typename T>
void Context<T>::SetTimeAndNoteContinuousStateChange(const T& time_sec) {
  MutableTimeAndContinuousState(time_sec);
}
template <typename T>
void Context<T>::NoteContinuousStateChange() {
  data_->InvalidateContinuous(node_);
}

template <typename T>
int Context<T>::num_discrete_state_groups() const {
  return plan_node().num_groups;
}
template <typename T>
const DiscreteValues<T>& Context<T>::get_discrete_state() const {
  return data_->value_views.discrete(node_);
}
// All groups of the subtree are marked, in one change event.
template <typename T>
DiscreteValues<T>& Context<T>::get_mutable_discrete_state() {
  internal::NoteDiscreteState(data_, node_, data_->StartNewChangeEvent());
  return data_->value_views.discrete(node_);
}
// Only what depends on this group becomes stale, unlike with the function above.
template <typename T>
BasicVector<T>& Context<T>::get_mutable_discrete_state(int group) {
  CheckIndex(group, num_discrete_state_groups(), "discrete state group");
  data_->Invalidate(data_->plan->group_source(plan_node().first_group + group));
  return data_->value_views.discrete(node_).get_mutable_vector(group);
}

template <typename T>
int Context<T>::num_abstract_states() const {
  return plan_node().num_abstract_states;
}
// The objects of all systems lie in one list; the node knows where its own begin.
template <typename T>
const AbstractValue& Context<T>::get_abstract_state_value(int index) const {
  CheckIndex(index, num_abstract_states(), "abstract state");
  return *data_->abstract_states[plan_node().first_abstract_state + index];
}
// Each abstract value is a source of its own.
template <typename T>
AbstractValue& Context<T>::get_mutable_abstract_state_value(int index) {
  CheckIndex(index, num_abstract_states(), "abstract state");
  const int i = plan_node().first_abstract_state + index;
  data_->Invalidate(data_->plan->abstract_state_source(i));
  return *data_->abstract_states[i];
}

// --- all at once ---

// One view for each node, made by the first call.
template <typename T>
const State<T>& Context<T>::get_state() const {
  auto& state = data_->value_views.rare().states[node_];
  if (!state) state = std::make_unique<State<T>>(internal::StateOf(*this));
  return *state;
}
// The view is the one that readers get; only the marking differs.
template <typename T>
State<T>& Context<T>::get_mutable_state() {
  internal::NoteState(data_, node_, data_->StartNewChangeEvent());
  return const_cast<State<T>&>(get_state());
}
template <typename T>
AbstractValues& Context<T>::get_mutable_abstract_state() {
  internal::NoteAbstractState(data_, node_, data_->StartNewChangeEvent());
  return const_cast<State<T>&>(get_state()).get_mutable_abstract_state();
}
// A list of pointers into the arrays, kept so that it is made once.
template <typename T>
const Parameters<T>& Context<T>::get_parameters() const {
  auto& parameters = data_->value_views.rare().parameters[node_];
  if (!parameters) parameters = std::make_unique<Parameters<T>>(internal::ParametersOf(*this));
  return *parameters;
}
template <typename T>
Parameters<T>& Context<T>::get_mutable_parameters() {
  internal::NoteParameters(data_, node_, data_->StartNewChangeEvent());
  return const_cast<Parameters<T>&>(get_parameters());
}
template <typename T>
int Context<T>::num_input_ports() const {
  return plan_node().num_inputs;
}
template <typename T>
int Context<T>::num_output_ports() const {
  return plan_node().num_outputs;
}
template <typename T>
std::string Context<T>::GetSystemPathname() const {
  return data_->plan->PathOf(node_);
}

template <typename T>
int Context<T>::num_numeric_parameter_groups() const {
  return plan_node().num_parameters;
}
template <typename T>
const BasicVector<T>& Context<T>::get_numeric_parameter(int index) const {
  CheckIndex(index, num_numeric_parameter_groups(), "numeric parameter");
  return data_->value_views.parameter(plan_node().first_parameter + index);
}
// Marks what depends on this parameter before the caller writes it.
template <typename T>
BasicVector<T>& Context<T>::get_mutable_numeric_parameter(int index) {
  CheckIndex(index, num_numeric_parameter_groups(), "numeric parameter");
  const int i = plan_node().first_parameter + index;
  data_->Invalidate(data_->plan->parameter_source(i));
  return data_->value_views.parameter(i);
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

// The size is not compared with the port's, which is known to the system only:
// InputPort::FixValue() does that.
template <typename T>
FixedInputPortValue& Context<T>::FixInputPort(int port, const VectorX<T>& value) {
  CheckIndex(port, plan_node().num_inputs, "input port");
  return data_->inputs.Fix(plan_node().first_input + port, {BasicVector<T>(value), nullptr});
}
template <typename T>
FixedInputPortValue& Context<T>::FixInputPort(int port, const AbstractValue& value) {
  CheckIndex(port, plan_node().num_inputs, "input port");
  return data_->inputs.Fix(plan_node().first_input + port, {BasicVector<T>(), value.Clone()});
}

template <typename T>
void Context<T>::EvaluateTheLongWay(int entry) const {
  data_->EvaluateTheLongWay(entry);
}
template <typename T>
RandomSource Context<T>::random_source() const {
  return data_->random;
}
// Draws are a function of seed, run and time: with another seed every value that noise reaches may
// differ.
template <typename T>
void Context<T>::set_random_source(RandomSource source) {
  data_->random = source;
  data_->MarkAllStale();
}

// Of the whole tree it is a mode of evaluation; of a part it is what each of its entries says.
template <typename T>
void Context<T>::DisableCaching() const {
  if (node_ == 0) {
    internal::CacheSwitches<T>(data_).SetCaching(Data::Caching::kOff);
  } else {
    internal::SetFlagOfEntries(data_, node_, Data::kDisabled, true);
  }
}
// Enabling one part while caching is off as a whole disables all entries one by one first, so that
// the others stay off.
template <typename T>
void Context<T>::EnableCaching() const {
  if (node_ != 0 && !is_caching_enabled())
    internal::SetFlagOfEntries(data_, 0, Data::kDisabled, true);
  if (node_ == 0 || !is_caching_enabled())
    internal::CacheSwitches<T>(data_).SetCaching(Data::Caching::kOn);
  internal::SetFlagOfEntries(data_, node_, Data::kDisabled, false);
}
template <typename T>
bool Context<T>::is_caching_enabled() const {
  return data_->caching() != Data::Caching::kOff;
}
template <typename T>
void Context<T>::EnableCacheChecking() const {
  internal::CacheSwitches<T>(data_).SetCaching(Data::Caching::kChecked);
}
// Of the whole tree all flags are set. Of a part only its own are.
template <typename T>
void Context<T>::SetAllCacheEntriesOutOfDate() const {
  if (node_ == 0) return data_->MarkAllStale();
  // What lies downstream of the part stays as it is: only trackers can live with that.
  data_->get_overlay().trackers();
  internal::SetFlagOfEntries(data_, node_, Data::kStale, true);
}

LOOPWRIGHT_INSTANTIATE_CLASS(Context)

}  // namespace loopwright
