#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "engine/context/dependency_tracker.h"

namespace loopwright::internal {

/// The trackers of a context's whole tree and how a change event runs through them, whatever the
/// scalar. Contexts that nobody asks for a tracker have none. Which values there are in the systems
/// of the tree, and how they depend on each other, says TrackerGraph (engine/system).
class TrackerTable {
 public:
  /// What happened to a cache entry, where that is counted.
  struct EntryCounts {
    int64_t computed = 0, reused = 0, invalidated = 0;
    /// What its computations took on the clock, without those of what they read.
    int64_t nanoseconds = 0;
    std::map<const DependencyTracker*, int64_t> invalidated_by;
    const DependencyTracker* invalidated_last_by = nullptr;
  };

  virtual ~TrackerTable() = default;
  TrackerTable(const TrackerTable&) = delete;
  TrackerTable& operator=(const TrackerTable&) = delete;

  /// std::logic_error names the system where it has no such ticket.
  virtual DependencyTracker& tracker(int node, DependencyTicket ticket) = 0;
  virtual bool has_tracker(int node, DependencyTicket ticket) const = 0;
  /// That of a cache entry, by its number in the plan.
  virtual DependencyTracker& entry_tracker(int entry) = 0;
  /// What the tracker stands for, such as "input port u0", alone or behind the path of its system.
  virtual std::string Describe(const DependencyTracker& tracker) const = 0;
  virtual std::string DescribeWithPath(const DependencyTracker& tracker) const = 0;
  /// The number of the system that it belongs to, in the plan.
  static int node_of(const DependencyTracker& tracker) { return tracker.node_; }
  /// That of the k-th fixed input value, in the order in which they were fixed.
  const DependencyTracker& fixed_tracker(int k) const { return fixed_[k]; }

  // --- changes ---
  /// The value that `tracker` stands for has changed: notifies all that depends on it, in any
  /// depth.
  void NoteValueChange(const DependencyTracker& tracker, int64_t change_event);
  /// A source of the plan has changed (Plan explains the numbers).
  virtual void NoteSource(int source, int64_t change_event) = 0;
  /// All continuous state of a node's subtree.
  virtual void NoteContinuous(int node, int64_t change_event) = 0;
  /// The value that an input port is fixed to has changed, or the port has just been fixed.
  virtual void NoteFixedInput(int input, int64_t change_event) = 0;
  /// Time, accuracy, all state and all parameters of the tree.
  virtual void NoteAllButInputs(int64_t change_event) = 0;
  /// The ports that were fixed depend on what they are connected to again.
  virtual void UnfixAll() = 0;

  // --- counting ---
  /// From here on computations, reuses and invalidations are counted per entry, from 0, and
  /// computations are timed.
  virtual void StartCounting() = 0;
  void StopCounting() { counts_.clear(); }
  bool counting() const { return !counts_.empty(); }
  /// Leaves what happens meanwhile out.
  void PauseCounting(bool pauses) { is_paused_ = pauses; }
  /// Null while nothing is counted.
  EntryCounts* counts(int entry) {
    return counts_.empty() || is_paused_ ? nullptr : &counts_[entry];
  }

 protected:
  TrackerTable() = default;
  /// Marks a cache entry out of date; whether it was not before.
  virtual bool MarkStale(int entry) = 0;

  /// Gives trackers the subscriptions and suppression of those of `other`, a table of equal shape.
  void CopyFrom(const TrackerTable& other);
  /// A new tracker of the fixed value of an input port.
  DependencyTracker& AddFixed(int node, int ticket, int input);
  /// Says whose tracker it is: of a ticket of the system at `node`.
  void Identify(DependencyTracker* tracker, int node, int ticket);
  /// Subscribes without looking whether it has.
  static void Link(DependencyTracker* subscriber, DependencyTracker* prerequisite) {
    subscriber->prerequisites_.push_back(prerequisite);
    prerequisite->subscribers_.push_back(subscriber);
  }
  /// Says which cache entry a notification marks out of date.
  static void SetEntry(DependencyTracker* tracker, int entry) { tracker->entry_ = entry; }

  static int fixed_input_of(const DependencyTracker& tracker) { return tracker.fixed_input_; }
  static int entry_of(const DependencyTracker& tracker) { return tracker.entry_; }

  std::vector<DependencyTracker> trackers_;  ///< never resized once pointers exist
  std::deque<DependencyTracker> fixed_;
  std::vector<EntryCounts> counts_;  ///< per entry; empty where nothing is counted
  bool is_paused_ = false;

 private:
  void Accept(const DependencyTracker& tracker, const DependencyTracker& origin,
              int64_t change_event);
  /// The tracker of this table that is where `tracker` is in `other`.
  DependencyTracker* Counterpart(const DependencyTracker* tracker, const TrackerTable& other);

  std::vector<const DependencyTracker*> stack_;
};

}  // namespace loopwright::internal
