#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/common/value.h"
#include "engine/context/continuous_state.h"
#include "engine/context/dependency_tracker.h"
#include "engine/context/discrete_values.h"
#include "engine/context/fixed_input_port_value.h"
#include "engine/context/parameters.h"
#include "engine/context/plan.h"
#include "engine/context/state.h"
#include "engine/random/random_source.h"

namespace loopwright {

namespace internal {
template <typename T>
class ContextData;

/// What is to be done when a computed value is asked for; the bits of a byte for each entry of a
/// plan. 0 is a value that is up to date, which is most of them: one look at the byte is all it
/// costs to ask for one.
enum EvaluationFlag : uint8_t {
  kStale = 1,       ///< it is out of date and is to be computed
  kInProgress = 2,  ///< it is being computed; asking for it now means that it needs itself
  kDisabled = 4,    ///< it is computed each time
  kNotPlain = 8,  ///< caching is off or checked, or all reuse is looked at: Evals take the long way
  kCounted = 16   ///< an Eval that finds it up to date adds one to the cache hits
};

/// Where the value of an input port lies, and the cache entry that makes it. Where no entry does,
/// `entry` is one of the two flags behind those of the entries: "is up to date" for a fixed value,
/// "needs attention" for a port without a value.
template <typename T>
struct InputSlot {
  const T* data = nullptr;
  int entry = 0;
};
/// What all contexts of a tree look at in its data, behind one pointer of theirs.
struct SharedByTree {
  int64_t* cache_hits;
  const bool* are_modes_held;
  const std::vector<int64_t>* modes;  ///< of all leaves
  int derivatives_offset;             ///< of all time derivatives, from the arena's first element
};
}  // namespace internal

/// The values of a system, and nothing else: time, state, parameters, fixed inputs and cached
/// results. The context of a diagram holds those of all its subsystems in flat arrays; the context
/// of a subsystem is a view on them. What it costs to change a value is one pass over the cache
/// entries that depend on it and were up to date.
///
/// Obtain one from System::CreateDefaultContext(). One context may be used by one thread at a
/// time; any number of contexts of one system may be used at once.
template <typename T>
class Context {
 public:
  using Data = internal::ContextData<T>;

  /// For the engine: the view of a node on `data`, or a root that owns its data.
  Context(Data* data, int node);
  explicit Context(std::unique_ptr<Data> data);
  ~Context();
  /// A root context takes its data along; the one that was moved from is of no use afterwards.
  Context(Context&& other) noexcept;
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  Context& operator=(Context&&) = delete;

  /// An independent copy; only of a root context (std::logic_error otherwise).
  std::unique_ptr<Context<T>> Clone() const;
  /// Whether this is the context of the outermost diagram, which owns all values.
  bool is_root_context() const { return node_ == 0; }
  /// Time, state and parameters as text.
  std::string to_string() const;
  /// Of the system that this context was made for.
  std::string GetSystemPathname() const;

  // --- time and accuracy, which all contexts of a diagram share: only the root context can set
  // them (std::logic_error elsewhere) ---
  /// In seconds.
  const T& get_time() const;
  /// Marks what depends on time out of date, in the whole tree.
  void SetTime(const T& time_sec);
  /// Sets the time to a value near to `true_time` for a numerical derivative; the true time can
  /// still be had, until the time is set again.
  void PerturbTime(const T& time_sec, const T& true_time_sec);
  /// Empty while the time is not perturbed.
  const std::optional<T>& get_true_time() const;
  /// What computations that approximate, such as an integration within a block, may use as their
  /// relative accuracy; empty where nobody asked for one.
  const std::optional<double>& get_accuracy() const;
  /// Marks what depends on the accuracy.
  void SetAccuracy(const std::optional<double>& accuracy);

  // --- continuous state ---
  /// The number of elements of q, v and z together.
  int num_continuous_states() const;
  /// Whether there is state of this kind and of no other; is_stateless() where there is none at
  /// all.
  bool has_only_continuous_state() const;
  bool has_only_discrete_state() const;
  bool is_stateless() const;
  /// Elements of continuous and discrete state; std::logic_error where there is abstract state.
  int num_total_states() const;
  /// A view on the elements, which follows changes.
  const ContinuousState<T>& get_continuous_state() const;
  const VectorBase<T>& get_continuous_state_vector() const {
    return get_continuous_state().get_vector();
  }
  /// Marks everything that depends on this system's continuous state out of date.
  ContinuousState<T>& get_mutable_continuous_state();
  VectorBase<T>& get_mutable_continuous_state_vector() {
    return get_mutable_continuous_state().get_mutable_vector();
  }
  /// (q, v, z); std::out_of_range where the size is not num_continuous_states().
  template <typename Derived>
  void SetContinuousState(const Eigen::MatrixBase<Derived>& xc) {
    get_mutable_continuous_state().SetFromVector(xc);
  }
  /// Both in one change event, so that what depends on both is marked once: what an integrator
  /// does.
  template <typename Derived>
  void SetTimeAndContinuousState(const T& time_sec, const Eigen::MatrixBase<Derived>& xc) {
    MutableTimeAndContinuousState(time_sec).SetFromVector(xc);
  }
  /// Each marks only what depends on that kind of continuous state.
  VectorBase<T>& get_mutable_generalized_position();
  VectorBase<T>& get_mutable_generalized_velocity();
  VectorBase<T>& get_mutable_misc_continuous_state();
  /// v and z, as part of `change_event`.
  std::pair<VectorBase<T>*, VectorBase<T>*> GetMutableVZVectors(int64_t change_event);
  /// Sets the time and says that the continuous state was, or is about to be, changed through a
  /// reference obtained before.
  void SetTimeAndNoteContinuousStateChange(const T& time_sec);
  void NoteContinuousStateChange();

  // --- discrete state ---
  /// A group is a vector that is declared, and marked out of date, as a whole: a state of a filter
  /// of order 3 is one group of three elements.
  int num_discrete_state_groups() const;
  /// All groups of the system and its parts, in the order of declaration and build.
  const DiscreteValues<T>& get_discrete_state() const;
  /// std::out_of_range for a group that is not there.
  const BasicVector<T>& get_discrete_state(int group) const {
    return get_discrete_state().get_vector(group);
  }
  /// Of systems with one group: that group.
  const BasicVector<T>& get_discrete_state_vector() const { return get_discrete_state(0); }
  /// All groups; marks what depends on any of them.
  DiscreteValues<T>& get_mutable_discrete_state();
  /// Notifies what depends on this group alone. std::out_of_range for a group that is not there.
  BasicVector<T>& get_mutable_discrete_state(int group);
  BasicVector<T>& get_mutable_discrete_state_vector() { return get_mutable_discrete_state(0); }
  /// std::out_of_range where the size is not that of the group.
  template <typename Derived>
  void SetDiscreteState(int group, const Eigen::MatrixBase<Derived>& xd) {
    get_mutable_discrete_state(group).SetFromVector(xd);
  }
  template <typename Derived>
  void SetDiscreteState(const Eigen::MatrixBase<Derived>& xd) {
    SetDiscreteState(0, xd);
  }

  // --- abstract state ---
  /// Values of any type that a block keeps, such as a queue or a text.
  int num_abstract_states() const;
  const AbstractValues& get_abstract_state() const { return get_state().get_abstract_state(); }
  AbstractValues& get_mutable_abstract_state();
  /// std::out_of_range for an index that is not there; as a V, std::logic_error where it is of
  /// another type. The mutable ones mark what depends on this value before it is written.
  const AbstractValue& get_abstract_state_value(int index) const;
  AbstractValue& get_mutable_abstract_state_value(int index);
  template <typename V>
  const V& get_abstract_state(int index) const {
    return get_abstract_state_value(index).template get_value<V>();
  }
  template <typename V>
  V& get_mutable_abstract_state(int index) {
    return get_mutable_abstract_state_value(index).template get_mutable_value<V>();
  }
  template <typename V>
  void SetAbstractState(int index, const V& value) {
    get_mutable_abstract_state<V>(index) = value;
  }

  // --- all state at once ---
  /// Views that follow the values. The mutable one marks what depends on any state.
  const State<T>& get_state() const;
  State<T>& get_mutable_state();
  /// A copy that owns its values.
  std::unique_ptr<State<T>> CloneState() const { return get_state().Clone(); }
  /// Copies continuous, discrete and abstract state; throws where `state` is not of this system's
  /// shape, as the SetFrom() of each kind does.
  void SetStateFrom(const State<T>& state) { get_mutable_state().SetFrom(state); }

  // --- parameters ---
  /// Views on all parameters; the mutable one marks what depends on any of them.
  const Parameters<T>& get_parameters() const;
  Parameters<T>& get_mutable_parameters();
  int num_numeric_parameter_groups() const;
  /// One by one, and marked one by one. std::out_of_range for an index that is not there.
  const BasicVector<T>& get_numeric_parameter(int index) const;
  BasicVector<T>& get_mutable_numeric_parameter(int index);
  /// Values of any type, such as tables, by their index.
  int num_abstract_parameters() const;
  const AbstractValue& get_abstract_parameter(int index) const;
  AbstractValue& get_mutable_abstract_parameter(int index);

  // --- ports ---
  int num_input_ports() const;
  int num_output_ports() const;
  /// Gives an input port a value of its own, in place of what is connected to it. Elsewhere the
  /// name is InputPort::FixValue(), which checks the value's size and type first.
  FixedInputPortValue& FixInputPort(int port, const VectorX<T>& value);
  FixedInputPortValue& FixInputPort(int port, const AbstractValue& value);

  // --- copying from a context of the same structure, of any level: std::logic_error where the
  // structures differ. Fixed inputs are not copied. ---
  void SetStateAndParametersFrom(const Context<T>& other);
  /// Time and accuracy as well: only into a root context.
  void SetTimeStateAndParametersFrom(const Context<T>& other);
  /// Copies from a context over another scalar: of the system that this one's was converted from,
  /// or to.
  template <typename U>
  void SetStateAndParametersFrom(const Context<U>& other);
  /// The same from a context of the system that this one's was converted from, or to: shapes must
  /// agree (std::logic_error). From AutoDiff and Expression values are taken over, see
  /// ConvertScalar().
  template <typename U>
  void SetTimeStateAndParametersFrom(const Context<U>& other);

  // --- modes (semantics 11) and randomness ---
  /// The branches that a simulator holds, or null where they follow the present values.
  const int64_t* held_modes() const {
    return *shared_->are_modes_held ? shared_->modes->data() + first_mode_ : nullptr;
  }
  /// Which random numbers the run draws: its seed and its number. Shared by the whole tree.
  RandomSource random_source() const;
  void set_random_source(RandomSource source);

  // --- the cache. What is said of a context holds for its subcontexts. ---
  /// From here on nothing is reused from one evaluation to the next; results stay the same. Values
  /// are still marked out of date by changes.
  void DisableCaching() const;
  /// Also enables entries that were disabled one by one. What is up to date is used again.
  void EnableCaching() const;
  /// Of the whole tree.
  bool is_caching_enabled() const;
  /// From here on values that are up to date can be read; computing others, and writing to any, is
  /// a std::logic_error that names the entry.
  void FreezeCache() const;
  void UnfreezeCache() const;
  /// Of this context itself.
  bool is_cache_frozen() const;
  /// Recomputes every value that would be reused and compares it, bit for bit; a difference is a
  /// std::logic_error that names the entry.
  void EnableCacheChecking() const;
  /// Of this context and its subcontexts: everything is computed again when asked for.
  void SetAllCacheEntriesOutOfDate() const;

  // --- change events and trackers (the cache document) ---
  /// A number greater than all before it, from anywhere in the tree: changes noted under it reach
  /// everything downstream once.
  int64_t start_new_change_event() const;
  /// Whether the ticket is one of this context's system. Makes the trackers, as get_tracker() does.
  bool has_tracker(DependencyTicket ticket) const;
  /// The tracker of a ticket of this context's system; std::logic_error where it has no such one.
  /// The first call makes the trackers of the whole tree, and changes go through them from then on.
  const DependencyTracker& get_tracker(DependencyTicket ticket) const;
  /// To subscribe or suppress by hand; see DependencyTracker.
  DependencyTracker& get_mutable_tracker(DependencyTicket ticket);

  // --- as bytes ---
  /// Everything but computed values: time, accuracy, state, parameters, fixed inputs, modes, random
  /// source, and whether caching is on, off or checked, and off for which entries. Only of a root
  /// context, of `double` or AutoDiff; std::logic_error names an abstract value whose type is none
  /// of those listed in context_bytes.cpp.
  std::vector<std::byte> ToBytes() const;
  /// Takes the values from what ToBytes() of a context of equal structure gave; every computed
  /// value is out of date. Refuses others (std::logic_error, naming the system) and leaves this
  /// context as it was then.
  void FromBytes(const std::vector<std::byte>& bytes);

  // --- for the engine ---
  Data& data() const { return *data_; }
  int node() const { return node_; }
  const PlanNode& plan_node() const;
  /// Looks up anew where the values lie; to be called when the data's plan is another one.
  void Bind();
  // Where the values of this system lie; what LeafSystem's fast accessors read.
  const internal::InputSlot<T>* inputs() const { return inputs_; }
  const uint8_t* flags() const { return flags_; }
  /// Brings an entry of the plan up to date.
  void EvaluateEntry(int entry) const {
    const uint8_t flag = flags_[entry];
    if (flag == 0) return;
    if (flag == internal::kCounted) {
      ++*shared_->cache_hits;
    } else {
      EvaluateTheLongWay(entry);
    }
  }
  const typename Plan<T>::OutputPlace* outputs() const { return outputs_; }
  /// Null where the system was declared anew after this context was made (Plan::Retire()).
  const System<T>* system() const { return system_; }
  T* arena() const { return arena_; }
  const Slot* groups() const { return groups_; }
  const Slot* parameters() const { return parameters_; }
  /// The first elements of this leaf's q, v and z, and of their time derivatives.
  ContinuousPointers<T> continuous() const { return PointersFrom(arena_); }
  ContinuousPointers<T> derivatives() const {
    return PointersFrom(arena_ + shared_->derivatives_offset);
  }
  int continuous_offset() const { return continuous_offset_; }

 private:
  /// The part of EvaluateEntry() that is seldom needed, apart so that the rest is inlined.
  void EvaluateTheLongWay(int entry) const;
  ContinuousState<T>& MutableTimeAndContinuousState(const T& time_sec);
  ContinuousPointers<T> PointersFrom(T* base) const {
    return {base + q_offset_, base + v_offset_, base + z_offset_};
  }
  void ThrowUnlessRoot(const char* function) const;
  void ThrowUnlessSameStructure(bool same, const char* function) const;
  void CopyStateAndParameters(const Context<T>& other, const char* function, int64_t change_event);

  Data* data_;
  const internal::InputSlot<T>* inputs_ = nullptr;
  const uint8_t* flags_ = nullptr;
  const typename Plan<T>::OutputPlace* outputs_ = nullptr;
  const System<T>* system_ = nullptr;
  T* arena_ = nullptr;
  const Slot* groups_ = nullptr;
  const Slot* parameters_ = nullptr;
  const internal::SharedByTree* shared_ = nullptr;
  int first_mode_ = 0;
  int node_;
  int q_offset_ = 0, v_offset_ = 0, z_offset_ = 0;
  int continuous_offset_ = 0;  ///< of the first element, where there is only one of q, v and z
  std::unique_ptr<Data> owned_;
};

LOOPWRIGHT_DECLARE_CLASS(Context)

}  // namespace loopwright
