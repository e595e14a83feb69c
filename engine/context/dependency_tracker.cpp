#include "engine/context/dependency_tracker.h"

#include <algorithm>
#include <stdexcept>

#include "engine/context/tracker_table.h"

namespace loopwright {

namespace {
// Whether a tracker is one of the list; lists are short, a handful of elements.
bool Contains(const std::vector<DependencyTracker*>& trackers, const DependencyTracker& tracker) {
  return std::find(trackers.begin(), trackers.end(), &tracker) != trackers.end();
}
}  // namespace

std::string DependencyTracker::description() const { return table_->Describe(*this); }
std::string DependencyTracker::GetPathDescription() const {
  return table_->DescribeWithPath(*this);
}

void DependencyTracker::NoteValueChange(int64_t change_event) const {
  table_->NoteValueChange(*this, change_event);
}

bool DependencyTracker::HasPrerequisite(const DependencyTracker& prerequisite) const {
  return Contains(prerequisites_, prerequisite);
}
bool DependencyTracker::HasSubscriber(const DependencyTracker& subscriber) const {
  return Contains(subscribers_, subscriber);
}

// Both sides note the subscription: the subscriber, so that it can be undone, and the prerequisite,
// so that it can notify.
void DependencyTracker::SubscribeToPrerequisite(DependencyTracker* prerequisite) {
  if (prerequisite->table_ != table_) {
    throw std::logic_error("Tracker '" + GetPathDescription() +
                           "' cannot subscribe to a tracker of another context");
  }
  if (HasPrerequisite(*prerequisite)) {
    throw std::logic_error("Tracker '" + GetPathDescription() + "' has subscribed to '" +
                           prerequisite->GetPathDescription() + "' already");
  }
  prerequisites_.push_back(prerequisite);
  prerequisite->subscribers_.push_back(this);
}

void DependencyTracker::UnsubscribeFromPrerequisite(DependencyTracker* prerequisite) {
  if (!HasPrerequisite(*prerequisite)) {
    throw std::logic_error("Tracker '" + GetPathDescription() + "' has not subscribed to '" +
                           prerequisite->GetPathDescription() + "'");
  }
  std::erase(prerequisites_, prerequisite);
  std::erase(prerequisite->subscribers_, this);
}

namespace internal {

// A tracker hears of a change event. It passes an event on once only: with a diamond a → b, a → c,
// b → d, c → d, d is marked by the first path and ignores the second. Its own entry becomes stale
// and, where that is counted, so is the tracker at which the change began.
void TrackerTable::Accept(const DependencyTracker& tracker, const DependencyTracker& origin,
                          int64_t change_event) {
  if (tracker.last_change_event_ == change_event || tracker.suppressed_) {
    ++tracker.num_ignored_;
    return;
  }
  tracker.last_change_event_ = change_event;
  if (tracker.entry_ >= 0 && MarkStale(tracker.entry_)) {
    if (EntryCounts* const own = counts(tracker.entry_)) {
      ++own->invalidated;
      ++own->invalidated_by[&origin];
      own->invalidated_last_by = &origin;
    }
  }
  if (tracker.num_subscribers() > 0) stack_.push_back(&tracker);
}

// With a stack of its own: diagrams are long. The order does not show in what is counted. One
// change event runs from `tracker` through all subscribers.
void TrackerTable::NoteValueChange(const DependencyTracker& tracker, int64_t change_event) {
  ++tracker.num_value_change_events_;
  Accept(tracker, tracker, change_event);
  while (!stack_.empty()) {
    const DependencyTracker& sender = *stack_.back();
    stack_.pop_back();
    for (const DependencyTracker* subscriber : sender.subscribers_) {
      ++subscriber->num_prerequisite_change_events_;
      Accept(*subscriber, tracker, change_event);
    }
    sender.num_sent_ += sender.num_subscribers();
  }
}

// A tracker for the value that an input port is fixed to. They lie in a deque, so pointers to the
// earlier ones stay valid.
DependencyTracker& TrackerTable::AddFixed(int node, int ticket, int input) {
  DependencyTracker& tracker = fixed_.emplace_back();
  Identify(&tracker, node, ticket);
  tracker.fixed_input_ = input;
  return tracker;
}

// Tells a new tracker of which node and ticket it is.
void TrackerTable::Identify(DependencyTracker* tracker, int node, int ticket) {
  tracker->table_ = this;
  tracker->node_ = node;
  tracker->ticket_ = ticket;
}

// Trackers of tickets are found by their position; those of fixed values, which are few, by a
// search.
DependencyTracker* TrackerTable::Counterpart(const DependencyTracker* tracker,
                                             const TrackerTable& other) {
  if (tracker->fixed_input_ < 0) return trackers_.data() + (tracker - other.trackers_.data());
  const auto at = std::find_if(other.fixed_.begin(), other.fixed_.end(),
                               [&](const DependencyTracker& t) { return &t == tracker; });
  return &fixed_[at - other.fixed_.begin()];
}

// Copies the graph of subscriptions with each pointer replaced by its counterpart. Statistics are
// not copied. All trackers exist before the first is filled, so that counterparts do not move.
void TrackerTable::CopyFrom(const TrackerTable& other) {
  const auto copy = [&](const DependencyTracker& from, DependencyTracker* to) {
    Identify(to, from.node_, from.ticket_);
    to->entry_ = from.entry_;
    to->fixed_input_ = from.fixed_input_;
    to->suppressed_ = from.suppressed_;
    const auto copy_all = [&](const std::vector<DependencyTracker*>& list) {
      std::vector<DependencyTracker*> result;
      result.reserve(list.size());
      for (const DependencyTracker* t : list) result.push_back(Counterpart(t, other));
      return result;
    };
    to->subscribers_ = copy_all(from.subscribers_);
    to->prerequisites_ = copy_all(from.prerequisites_);
  };
  trackers_ = std::vector<DependencyTracker>(other.trackers_.size());
  while (fixed_.size() < other.fixed_.size()) fixed_.emplace_back();
  for (size_t i = 0; i < trackers_.size(); ++i) copy(other.trackers_[i], &trackers_[i]);
  for (size_t i = 0; i < fixed_.size(); ++i) copy(other.fixed_[i], &fixed_[i]);
}

}  // namespace internal
}  // namespace loopwright
