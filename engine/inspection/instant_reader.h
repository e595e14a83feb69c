#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/run/instant_context.h"
#include "engine/run/run_costs.h"

namespace loopwright {

class DependencyTracker;

/// What a value of a block is.
enum class ValueKind : uint8_t {
  kInput,
  kOutput,
  kContinuousState,    ///< of one kind: its number is 0 for q, 1 for v, 2 for the rest
  kDiscreteState,      ///< a group
  kAbstractState,      ///< an object
  kMode,               ///< the branches, all together
  kParameter,          ///< a group of numeric parameters
  kAbstractParameter,  ///< an object
  kDerivatives,        ///< of the continuous state, computed
  kEntry,              ///< what the block keeps in the cache besides outputs and derivatives
  kTime,
};

/// A value of a block in a run's model: the `number`-th of its kind in the system `node`.
struct ValueRef {
  ValueKind kind = ValueKind::kTime;
  int node = 0;
  int number = 0;
  auto operator<=>(const ValueRef&) const = default;
};

/// What a value is at an instant: numbers, or a text that stands for an object, or why it cannot be
/// computed.
struct ShownValue {
  std::vector<double> numbers;
  std::string object;
  std::string problem;
  bool operator==(const ShownValue&) const = default;
};

/// A cache entry of a block at an instant.
struct InspectedEntry {
  ValueRef value;                 ///< an output, the derivatives, or another entry
  bool is_up_to_date = false;     ///< whether it was then
  std::vector<ValueRef> depends;  ///< what it depends on directly
  bool is_counted = false;        ///< whether what follows is known
  int64_t computed = 0;           ///< in the step so far
  int64_t reused = 0;
  int64_t invalidated = 0;
  std::optional<ValueRef> cause;  ///< whose change made it stale last, in that step
  std::optional<RunCost> in_run;  ///< in the whole run so far, where that is known
};

/// A step of the way from a value back to what determines it.
struct ValueOrigin {
  ValueRef value;
  int parent = -1;           ///< which row of the list it determines; -1: the value asked about
  bool is_repeated = false;  ///< it stands in an earlier row, with what determines it
};

/// Reads the blocks of a run at one of its instants: their values, what the cache knows of them,
/// and what they depend on. For one thread at a time.
///
///     InstantReader reader(instant->inside);
///     const int node = reader.FindBlock("plant/tank");
///     for (const ValueRef& output : reader.ValuesOf(node, ValueKind::kOutput))
///     reader.Read(output);
class InstantReader {
 public:
  /// `at` is not null.
  explicit InstantReader(std::shared_ptr<const InstantContext> at);

  /// The system of a block; -1 where the run has none for it, as for a subsystem or an Inport.
  int FindBlock(std::string_view path) const { return at_->index->FindLeaf(path); }
  const LeafSystem<double>& leaf(int node) const;
  const InstantContext& at() const { return *at_; }

  /// The values of a kind that a block has. Not of kTime; of kEntry see EntriesOf().
  std::vector<ValueRef> ValuesOf(int node, ValueKind kind) const;
  /// The name within its block, of an element where the block names each.
  std::string NameOf(const ValueRef& value, int element = 0) const;
  bool HasElementNames(const ValueRef& value) const;
  std::string UnitOf(const ValueRef& value) const;
  /// The path of the block that it belongs to; empty for the time.
  std::string BlockOf(const ValueRef& value) const;

  /// Computes it where it is not known. What a block throws is the problem that is shown.
  ShownValue Read(const ValueRef& value) const;

  /// The output that an input reads; nothing where it reads none.
  std::optional<ValueRef> SourceOf(const ValueRef& input) const;
  /// What a value depends on directly, within its block: inputs, state, parameters, time. Of a
  /// state what changes it: of a continuous one what its derivative depends on, of a discrete one
  /// what its updates read. Inputs only where the value is computed from them (direct feedthrough).
  std::vector<ValueRef> DependenciesOf(const ValueRef& value) const;
  /// What depends on a value directly: all values that have it among their DependenciesOf(). Of an
  /// output these are, besides values of its block, the inputs that read it, wherever they are.
  std::vector<ValueRef> DependentsOf(const ValueRef& value) const;
  /// Whether a computed value was up to date at the instant; of an input, whether the output that
  /// it reads was. Nothing for what no block computes: state, parameters, the time.
  std::optional<bool> IsUpToDate(const ValueRef& value) const;
  /// The cache entries of a block; `costs` are RunInstant::costs.
  std::vector<InspectedEntry> EntriesOf(int node, const RunCosts* costs = nullptr) const;
  /// From a value back along what it depends on, over wires as well, up to sources: parameters,
  /// time, state that nothing from outside changes. Nearer ones come first; at most `most` rows.
  std::vector<ValueOrigin> OriginOf(const ValueRef& value, size_t most) const;

 private:
  using Data = internal::ContextData<double>;

  Data& data() const { return at_->context->data(); }
  const Plan<double>& plan() const { return at_->index->plan(); }
  const Quantity* QuantityOf(const ValueRef& value) const;
  int EntryOf(const ValueRef& value) const;
  ValueRef RefOfEntry(int node, int number) const;
  std::optional<ValueRef> RefOf(int node, int ticket) const;
  void Collect(const DependencyTracker& tracker, std::vector<const DependencyTracker*>* seen,
               std::vector<ValueRef>* found) const;
  std::vector<ValueRef> EntryDependencies(int entry) const;
  bool IsRead(const ValueRef& input, int entry) const;
  std::vector<ValueRef> UpdateDependencies(int node) const;
  std::vector<ValueRef> DependingValues(int node) const;
  ShownValue ReadNumbers(const ValueRef& value) const;
  ShownValue ReadPort(const ValueRef& value) const;
  ShownValue ReadEntry(const ValueRef& value) const;

  std::shared_ptr<const InstantContext> at_;
};

}  // namespace loopwright
