#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "engine/context/context_data.h"
#include "engine/events/event_collection.h"

namespace loopwright {

/// The events that leaves decide on at run time: those whose class overrides DoCalcNextUpdateTime()
/// or DoGetPerStepEvents() are asked, no others. What they declared is left to the event calendar.
/// A leaf that receives messages is an example: only while it runs does it know when the next one
/// arrives. Times in seconds.
template <typename T>
class DynamicEvents {
 public:
  /// An event of the leaf `node` that is going to happen.
  struct Pending {
    int node;
    const Event<T>* event;
  };

  /// `data` must outlive this.
  explicit DynamicEvents(internal::ContextData<T>* data);
  ~DynamicEvents();

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
  static void Append(int node, const CompositeEventCollection<T>& events,
                     std::vector<Pending>* list);

  internal::ContextData<T>& data_;
  std::vector<Leaf> leaves_, per_step_leaves_;
  double time_ = std::numeric_limits<double>::infinity();
  std::vector<Pending> events_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(DynamicEvents)

}  // namespace loopwright
