#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/context/dependency_tracker.h"
#include "engine/context/plan.h"

namespace loopwright::internal {

template <typename T>
class ContextData;

/// Trackers and how a change event runs through them, whatever the scalar.
class TrackerTable {
 public:
  /// What happened to a cache entry, where that is counted.
  struct EntryCounts {
    int64_t computed = 0, reused = 0, invalidated = 0;
    std::map<const DependencyTracker*, int64_t> invalidated_by;
  };

  virtual ~TrackerTable() = default;
  TrackerTable(const TrackerTable&) = delete;
  TrackerTable& operator=(const TrackerTable&) = delete;

  virtual std::string Describe(const DependencyTracker& tracker) const = 0;
  virtual std::string DescribeWithPath(const DependencyTracker& tracker) const = 0;

  void NoteValueChange(const DependencyTracker& tracker, int64_t change_event);
  const DependencyTracker& fixed_tracker(int k) const { return fixed_[k]; }

 protected:
  TrackerTable() = default;
  /// Marks a cache entry out of date; whether it was not before.
  virtual bool MarkStale(int entry) = 0;

  /// Gives trackers the subscriptions and suppression of those of `other`, a table of equal shape.
  void CopyFrom(const TrackerTable& other);
  DependencyTracker& AddFixed(int node, int ticket, int input);
  void Identify(DependencyTracker* tracker, int node, int ticket);
  /// Subscribes without looking whether it has.
  static void Link(DependencyTracker* subscriber, DependencyTracker* prerequisite) {
    subscriber->prerequisites_.push_back(prerequisite);
    prerequisite->subscribers_.push_back(subscriber);
  }
  static void SetEntry(DependencyTracker* tracker, int entry) { tracker->entry_ = entry; }

  static int node_of(const DependencyTracker& tracker) { return tracker.node_; }
  static int fixed_input_of(const DependencyTracker& tracker) { return tracker.fixed_input_; }
  static int entry_of(const DependencyTracker& tracker) { return tracker.entry_; }

  std::vector<DependencyTracker> trackers_;  ///< never resized once pointers exist
  std::deque<DependencyTracker> fixed_;
  std::vector<EntryCounts> counts_;  ///< per entry; empty where nothing is counted

 private:
  void Accept(const DependencyTracker& tracker, const DependencyTracker& origin,
              int64_t change_event);
  /// The tracker of this table that is where `tracker` is in `other`.
  DependencyTracker* Counterpart(const DependencyTracker* tracker, const TrackerTable& other);

  std::vector<const DependencyTracker*> stack_;
};

/// The trackers of a context's whole tree, with the subscriptions of the cache document's tables.
/// While a context has them, all its changes go through them; contexts that nobody asks for a
/// tracker have none and mark by the plan's lists, which have the same meaning.
template <typename T>
class TrackerGraph final : public TrackerTable {
 public:
  explicit TrackerGraph(ContextData<T>* data);
  TrackerGraph(const TrackerGraph& other, ContextData<T>* data);

  /// std::logic_error names the system where it has no such ticket.
  DependencyTracker& tracker(int node, DependencyTicket ticket);
  bool has_tracker(int node, DependencyTicket ticket) const;
  DependencyTracker& entry_tracker(int entry);
  std::string Describe(const DependencyTracker& tracker) const override;
  std::string DescribeWithPath(const DependencyTracker& tracker) const override;

  // --- changes ---
  void NoteSource(int source, int64_t change_event);
  /// All continuous state of a node's subtree.
  void NoteContinuous(int node, int64_t change_event);
  void NoteFixedInput(int input, int64_t change_event);
  /// Time, accuracy, all state and all parameters of the tree.
  void NoteAllButInputs(int64_t change_event);
  /// The ports that were fixed depend on what they are connected to again.
  void UnfixAll();

  // --- counting ---
  void StartCounting();
  void StopCounting() { counts_.clear(); }
  bool counting() const { return !counts_.empty(); }
  EntryCounts* counts(int entry) { return counts_.empty() ? nullptr : &counts_[entry]; }

 private:
  const Plan<T>& plan() const;
  DependencyTracker& at(int node, int ticket) { return trackers_[first_[node] + ticket]; }
  void Number();
  void MapSources();
  void Connect(int node, int ticket, std::initializer_list<int> prerequisites);
  void ConnectBuiltIn(int node);
  void ConnectEntries(int node);
  void ConnectOutputs(int node);
  void ConnectParts(int diagram);
  /// The tracker of what input `port` of part number `part` is connected to, or null.
  DependencyTracker* Source(int diagram, int part, int port);
  void SuppressMissingState(int node);
  DependencyTracker& input_tracker(int input);
  /// From here on the port's tracker has that of a fixed value as its only prerequisite.
  void Fix(int input);
  bool MarkStale(int entry) override;

  ContextData<T>* data_;
  std::vector<int> first_;                       ///< per node: its first tracker
  std::vector<int> source_tracker_;              ///< per source but time, accuracy: its tracker
  std::vector<std::pair<int, int>> input_port_;  ///< per input port of the plan: node, number
  std::map<int, int> fixed_at_;                  ///< input port of the plan → its fixed tracker
};

LOOPWRIGHT_DECLARE_CLASS(TrackerGraph)

}  // namespace loopwright::internal
