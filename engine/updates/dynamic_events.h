#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "engine/context/context_data.h"
#include "engine/events/event_collection.h"

namespace loopwright {

/// The events that leaves decide on at run time: those whose class overrides DoCalcNextUpdateTime()
/// or DoGetPerStepEvents() are asked, others only once, when a first simulator meets them. What
/// they declared is left to the event calendar. A leaf that receives messages is an example: only
/// while it runs does it know when the next one arrives. Times in seconds.
template <typename T>
class DynamicEvents {
 public:
  /// An event of the leaf `node` that is going to happen.
  using Pending = typename Plan<T>::LeafEvent;

  /// `data` must outlive this.
  explicit DynamicEvents(internal::ContextData<T>* data) : data_(*data) {}

  /// Finds out which leaves are to be asked at every step. Of those that nobody has asked yet it
  /// asks for their next event, and forgets the answer. To be called when a run begins.
  void FindLeaves();
  /// Whether no leaf is asked at every step.
  bool empty() const { return leaves_.empty(); }
  /// Asks all for their next event after the present.
  void Ask();
  /// The earliest of what they answered, infinity where there is none.
  double time() const { return time_; }
  /// They happen at this time instead, which is the same instant.
  void MergeWith(double time_sec) { time_ = time_sec; }
  /// What happens then. The events live until the next Ask().
  const std::vector<Pending>& events() const { return events_; }
  /// The per-step events of those that say what they are; they live as long as this.
  std::vector<Pending> PerStepEvents();

 private:
  /// What a leaf answered when it was asked last.
  struct Leaf {
    int node;
    std::unique_ptr<CompositeEventCollection<T>> events;
    double time;
  };
  /// A leaf to be asked, with an empty collection.
  Leaf Asked(int node) const;
  static void Append(int node, const CompositeEventCollection<T>& events,
                     std::vector<Pending>* list);

  internal::ContextData<T>& data_;
  std::vector<Leaf> leaves_;
  std::vector<Leaf> per_step_leaves_;  ///< those that PerStepEvents() asked last
  double time_ = std::numeric_limits<double>::infinity();
  std::vector<Pending> events_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(DynamicEvents)

}  // namespace loopwright
