#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/context/context_data.h"
#include "engine/context/tracker_table.h"

namespace loopwright::internal {

/// The trackers of a context's whole tree, with the subscriptions of the cache document's tables.
/// While a context has them, all its changes go through them; contexts that nobody asks for a
/// tracker have none and mark by the plan's lists, which have the same meaning.
template <typename T>
class TrackerGraph final : public TrackerTable {
 public:
  /// For a context that has had none, or for a copy of the one that `other` belongs to. `data` owns
  /// the overlay that this lies in.
  explicit TrackerGraph(ContextData<T>* data);
  TrackerGraph(const TrackerGraph& other, ContextData<T>* data);

  DependencyTracker& tracker(int node, DependencyTicket ticket) override;
  bool has_tracker(int node, DependencyTicket ticket) const override;
  DependencyTracker& entry_tracker(int entry) override;
  std::string Describe(const DependencyTracker& tracker) const override;
  std::string DescribeWithPath(const DependencyTracker& tracker) const override;
  void NoteSource(int source, int64_t change_event) override;
  void NoteContinuous(int node, int64_t change_event) override;
  void NoteFixedInput(int input, int64_t change_event) override;
  void NoteAllButInputs(int64_t change_event) override;
  void UnfixAll() override;
  void StartCounting() override;

 private:
  const Plan<T>& plan() const;
  /// The tracker of a ticket that is known to exist.
  DependencyTracker& at(int node, int ticket) { return trackers_[first_[node] + ticket]; }
  /// The steps in which the graph is made: numbering, mapping sources, then subscriptions node by
  /// node.
  void Number();
  void MapSources();
  void Connect(int node, int ticket, std::initializer_list<int> prerequisites);
  void ConnectBuiltIn(int node);
  void ConnectEntries(int node);
  void ConnectOutputs(int node);
  void ConnectParts(int diagram);
  /// The tracker of what input `port` of part number `part` is connected to, or null.
  DependencyTracker* Source(int diagram, int part, int port);
  /// What a leaf lacks passes nothing on.
  void SuppressMissingState(int node);
  /// Of an input port by its number in the plan.
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
