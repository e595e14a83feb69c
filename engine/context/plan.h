#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/common/small_mutex.h"
#include "engine/common/value.h"
#include "engine/context/basic_vector.h"
#include "engine/context/cache_entry_declaration.h"
#include "engine/context/discrete_values.h"
#include "engine/context/system_queries.h"

namespace loopwright {

template <typename T>
class Event;
namespace internal {
template <typename T>
struct LoopSet;
}  // namespace internal

/// Which vectors of a plan are of a subclass of BasicVector, by their number in the plan, and a
/// model of each. Views of all others are plain.
template <typename T>
struct VectorModels {
  using ByNumber = std::unordered_map<int, const BasicVector<T>*>;
  ByNumber continuous;  ///< by node
  ByNumber groups, parameters, entries, inputs;

  /// The model of a vector; null where it is a plain BasicVector, as nearly all are.
  static const BasicVector<T>* Find(const ByNumber& models, int number) {
    if (models.empty()) return nullptr;
    const auto found = models.find(number);
    return found == models.end() ? nullptr : found->second;
  }
};

/// One system of a flattened diagram. Systems are in depth-first order, so everything that belongs
/// to a subtree is one contiguous range: the range of a node's subtree ends where the node
/// number `end` begins.
struct PlanNode {
  int parent = -1;
  int end = 0;
  int q = 0, v = 0, z = 0;     ///< first element within the q, v, z of the whole
  int nq = 0, nv = 0, nz = 0;  ///< of the subtree
  int first_group = 0, num_groups = 0;
  int first_parameter = 0, num_parameters = 0;
  int first_abstract_state = 0, num_abstract_states = 0;
  int first_abstract_parameter = 0, num_abstract_parameters = 0;
  int first_mode = 0, num_modes = 0;
  int first_entry = 0;  ///< the node's own cache entries, those of children follow
  int first_input = 0, num_inputs = 0;
  int first_output = 0, num_outputs = 0;
};

/// Rows of integers >= 0 of different lengths. Most have one value, or none: such a row takes no
/// more room than an integer, and no more than one load to read.
class Adjacency {
 public:
  /// What only() says of an empty row; of a longer one it says less.
  static constexpr int kEmpty = -1;

  Adjacency() = default;
  /// Pairs (row, value), in any order; the values of a row are sorted, repeats are dropped.
  Adjacency(int rows, const std::vector<std::pair<int, int>>& pairs);

  const int* begin(int row) const {
    return rows_[row] >= kEmpty ? &rows_[row] : &longer_[kEmpty - rows_[row]];
  }
  const int* end(int row) const { return begin(row) + size(row); }
  /// The values of a row.
  std::span<const int> operator[](int row) const { return {begin(row), end(row)}; }
  int size(int row) const {
    const int code = rows_[row];
    return code >= 0 ? 1 : code == kEmpty ? 0 : longer_[kEmpty - 1 - code];
  }
  /// The value of a row of one; negative otherwise.
  int only(int row) const { return rows_[row]; }
  const int* only() const { return rows_.data(); }
  int num_values() const { return num_values_; }
  int num_longer_rows() const { return num_longer_rows_; }

 private:
  /// The value of a row of one; kEmpty; or kEmpty - 1 - i: longer_[i] is the length of the row,
  /// whose values follow there.
  std::vector<int> rows_;
  std::vector<int> longer_;
  int num_values_ = 0, num_longer_rows_ = 0;
};

/// The immutable result of flattening a system once: where each value lies in a context, which
/// cache entries depend on which value, and in which order they are evaluated. Contexts share it.
/// It is data: MakePlan() (engine/system/plan_maker.h) fills it.
///
/// A *source* is a value that a cache entry can depend on and that is not itself computed: time,
/// accuracy, each leaf's q, v, z and modes, each discrete group, abstract state, parameter and
/// input port (where it is fixed). Entries and sources form one flat graph.
template <typename T>
class Plan {
 public:
  /// A cache entry of one of the systems.
  struct Entry {
    const CacheEntryDeclaration<T>* declaration = nullptr;
    int node = 0;
    int offset = 0;  ///< in the arena, of a vector value or of a leaf's time derivatives
    int size = 0;    ///< -1: an abstract value; 0: time derivatives
  };
  /// What an entry is to the evaluation of all time derivatives at an integrator's stage.
  enum class StageRole : uint8_t {
    kNone,       ///< neither needed nor changed by time and continuous state
    kScheduled,  ///< needed, and changes with time or continuous state
    kConstant,   ///< needed, and does not
    kOther       ///< not needed, but changes
  };
  /// An event of a leaf.
  struct LeafEvent {
    int node = 0;
    const Event<T>* event = nullptr;
  };

  // --- the contexts that lie as this plan says ---
  void AddUser(internal::ContextData<T>* user) const;
  void RemoveUser(internal::ContextData<T>* user) const;
  /// Called when a system that was flattened has become another one: from here on its contexts
  /// belong to no system (Context::system() is null), so that every use of them with one is refused
  /// at the place where a context of a strange system is.
  void Retire() const;
  bool is_retired() const { return is_retired_; }

  int num_nodes() const { return static_cast<int>(nodes.size()) - 1; }
  int num_entries() const { return static_cast<int>(entries.size()); }
  int num_continuous() const { return num_q + num_v + num_z; }
  const CacheEntryDeclaration<T>& cache_entry(int entry) const {
    return *entries[entry].declaration;
  }
  const System<T>& system_of(int entry) const { return *systems[entries[entry].node]; }
  /// The place of a system; -1 where it is no part of what was flattened.
  int node_of(const System<T>& system) const { return queries->FindNode(*this, system); }
  /// The path of a node's system, for people.
  std::string PathOf(int node) const { return queries->GetPathname(*systems[node]); }
  /// `Cache entry 'NAME' of system 'PATH'`, for people.
  std::string NameOf(int entry) const {
    return "Cache entry '" + cache_entry(entry).description() + "' of system '" +
           PathOf(entries[entry].node) + "'";
  }
  /// Where the q, v and z of a node's subtree lie in the arena, where those of the whole follow one
  /// another.
  std::array<Slot, 3> continuous_slots(int node) const {
    const PlanNode& n = nodes[node];
    return {{{n.q, n.nq}, {num_q + n.v, n.nv}, {num_q + num_v + n.z, n.nz}}};
  }
  /// Of a leaf with one kind of continuous state: where it begins in the arena.
  int continuous_offset(int node) const {
    const PlanNode& n = nodes[node];
    return n.nq ? n.q : n.nv ? num_q + n.v : num_q + num_v + n.z;
  }

  // Sources.
  int num_sources() const { return first_modes_source + num_nodes(); }
  static constexpr int time_source() { return 0; }
  static constexpr int accuracy_source() { return 1; }
  int group_source(int group) const { return first_group_source + group; }
  int parameter_source(int i) const { return first_parameter_source + i; }
  int abstract_state_source(int i) const { return first_abstract_state_source + i; }
  int abstract_parameter_source(int i) const { return first_abstract_parameter_source + i; }
  int input_source(int input) const { return first_input_source + input; }
  int q_source(int node) const { return first_continuous_source + 3 * node; }
  int v_source(int node) const { return q_source(node) + 1; }
  int z_source(int node) const { return q_source(node) + 2; }
  int modes_source(int node) const { return first_modes_source + node; }

  // Structure. `nodes` has one more element than there are systems: the end of every range.
  std::vector<PlanNode> nodes;
  std::vector<const System<T>*> systems;
  const internal::SystemQueries<T>* queries = nullptr;  ///< what can be asked of them
  std::vector<int> leaves;                              ///< nodes without children, in build order
  std::vector<int> continuous_leaves;                   ///< those with continuous state
  std::vector<int> mode_leaves;                         ///< those with modes, in feedthrough order
  std::vector<int> ordered_initialization_leaves;       ///< in feedthrough order
  std::vector<LeafEvent> events;                        ///< of all leaves, in build order

  // Layout. The arena: xc, its time derivative, discrete groups, numeric parameters, entries.
  int num_q = 0, num_v = 0, num_z = 0;
  std::vector<Slot> groups, parameters;
  int discrete_begin = 0, discrete_end = 0;
  int parameters_end = 0;
  int arena_size = 0;
  VectorModels<T> vector_models;

  // Values and what they depend on.
  std::vector<Entry> entries;
  std::vector<int> input_entry;  ///< per input port: the entry it reads, or -1 where none
  /// Where an output port's value lies, and the entry that makes it.
  struct OutputPlace {
    int entry = -1;
    int offset = 0;  ///< in the arena, of a vector
  };
  std::vector<OutputPlace> outputs;   ///< per output port of every node
  std::vector<int> derivative_entry;  ///< per continuous leaf
  Adjacency source_dependents, entry_dependents, entry_prerequisites;
  Adjacency input_aliases;  ///< input ports deeper down that read the same value as this one
  /// The algebraic loops, each with entries of its own behind those of the systems; null where
  /// there are none.
  std::shared_ptr<const internal::LoopSet<T>> loops;

  std::vector<int> order;  ///< all entries, each after what it depends on
  /// The entries of these roles, in order.
  std::vector<int> derivative_schedule, other_time_and_state_dependents;
  std::vector<StageRole> stage_roles;     ///< per entry
  std::vector<char> affects_derivatives;  ///< per source: whether a time derivative needs it

  /// Equal for plans of equal structure: classes, ports, state, parameters, cache entries with
  /// their prerequisites, and connections; names do not count (engine/system/plan_maker.cpp).
  uint64_t fingerprint = 0;
  /// Expired when the root system is gone: `systems` and `entries` then refer to nothing.
  std::weak_ptr<const void> root_alive;

  // Where each kind of source begins.
  int first_group_source = 2, first_parameter_source = 0, first_abstract_state_source = 0,
      first_abstract_parameter_source = 0, first_input_source = 0, first_continuous_source = 0,
      first_modes_source = 0;

 private:
  mutable std::unordered_set<internal::ContextData<T>*> users_;  ///< locked by users_mutex_
  mutable bool is_retired_ = false;
  mutable SmallMutex users_mutex_;
};

LOOPWRIGHT_DECLARE_CLASS(Plan)

}  // namespace loopwright
