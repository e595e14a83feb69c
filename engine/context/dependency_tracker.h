#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/context/dependency_ticket.h"

namespace loopwright {

namespace internal {
class TrackerTable;
}

/// Tells everything that depends on one value of a context that the value may have changed (the
/// cache document, "implementation"). There is one for every ticket of every system in the
/// context's tree: well-known tickets, ports, state groups, parameters, cache entries; and one for
/// each fixed input value.
///
/// Obtain one from Context::get_tracker(). Trackers belong to their root context; a clone of the
/// context has its own, with the same subscriptions and suppression, and statistics that start at
/// zero.
class DependencyTracker {
 public:
  DependencyTracker() = default;
  DependencyTracker(const DependencyTracker&) = delete;
  DependencyTracker& operator=(const DependencyTracker&) = delete;

  DependencyTicket ticket() const { return DependencyTicket(ticket_); }
  /// What the tracker stands for: `time`, `input port u`, `cache entry NAME`, ...
  std::string description() const;
  /// `PATH:DESCRIPTION`, with the path of the system.
  std::string GetPathDescription() const;
  bool has_associated_cache_entry() const { return entry_ >= 0; }

  /// The value may have changed, as part of `change_event` (from
  /// Context::start_new_change_event()): its cache entry, if it has one, and everything downstream
  /// is out of date. Each tracker passes a change event on once.
  void NoteValueChange(int64_t change_event) const;

  /// From here on this tracker is notified of changes of `prerequisite`. Throws std::logic_error
  /// where it is already, or where the two belong to different contexts.
  void SubscribeToPrerequisite(DependencyTracker* prerequisite);
  /// Throws std::logic_error where `prerequisite` is none.
  void UnsubscribeFromPrerequisite(DependencyTracker* prerequisite);
  bool HasPrerequisite(const DependencyTracker& prerequisite) const;
  bool HasSubscriber(const DependencyTracker& subscriber) const;
  int num_prerequisites() const { return static_cast<int>(prerequisites_.size()); }
  int num_subscribers() const { return static_cast<int>(subscribers_.size()); }
  const std::vector<DependencyTracker*>& prerequisites() const { return prerequisites_; }
  const std::vector<DependencyTracker*>& subscribers() const { return subscribers_; }

  /// From here on notifications are ignored: nothing is marked, here or downstream of here.
  void suppress_notifications() { suppressed_ = true; }
  bool notifications_are_suppressed() const { return suppressed_; }

  // --- statistics, since the trackers of this context were made ---
  int64_t num_notifications_received() const {
    return num_value_change_events_ + num_prerequisite_change_events_;
  }
  /// Of these, those that were ignored: repeats within one change event, and suppressed ones.
  int64_t num_ignored_notifications() const { return num_ignored_; }
  int64_t num_notifications_sent() const { return num_sent_; }
  int64_t num_value_change_events() const { return num_value_change_events_; }
  int64_t num_prerequisite_change_events() const { return num_prerequisite_change_events_; }
  /// The last change event that was not ignored; 0 where there was none.
  int64_t last_change_event() const { return last_change_event_; }

 private:
  friend class internal::TrackerTable;

  internal::TrackerTable* table_ = nullptr;
  int node_ = 0;    ///< of the plan
  int ticket_ = 0;  ///< of a fixed input value: that of its port
  int entry_ = -1;
  int fixed_input_ = -1;  ///< the input port of the plan whose fixed value this stands for
  bool suppressed_ = false;
  std::vector<DependencyTracker*> subscribers_, prerequisites_;
  mutable int64_t last_change_event_ = 0;
  mutable int64_t num_value_change_events_ = 0, num_prerequisite_change_events_ = 0;
  mutable int64_t num_ignored_ = 0, num_sent_ = 0;
};

}  // namespace loopwright
