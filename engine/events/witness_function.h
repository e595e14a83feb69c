#pragma once

#include <optional>
#include <string>
#include <utility>

#include "engine/events/event.h"

namespace loopwright {

/// Which sign changes trigger a witness (semantics 10). Rising: from <= 0 to > 0; falling: from >=
/// 0 to < 0. Across a jump, reaching 0 counts as well.
enum class WitnessFunctionDirection {
  /// Never triggers.
  kNone,
  /// Falling.
  kPositiveThenNonPositive,
  /// Rising.
  kNegativeThenNonNegative,
  /// Both.
  kCrossesZero
};

/// A scalar function of a leaf's context whose sign change is isolated in time and, where it has
/// one, runs an event. A bouncing ball's is its height: where it falls through zero, the step ends
/// and the event turns the velocity round. Made by LeafSystem's MakeWitnessFunction(), and returned
/// by an override of DoGetWitnessFunctions() while it matters. Authors make its value continuous in
/// time: a jump through zero within a step is seen, but its time is only that of the jump.
template <typename T>
class WitnessFunction {
 public:
  /// A function of (system, context) that returns the value.
  using Calc = Handler<System<T>, T(const Context<T>&)>;

  /// For the leaf `system`, which outlives it. `description` names it in messages, `calc` is its
  /// value, and `event` runs where the sign changes; without one only the step ends there.
  WitnessFunction(const System<T>* system, std::string description,
                  WitnessFunctionDirection direction, Calc calc, std::optional<Event<T>> event)
      : system_(system),
        description_(std::move(description)),
        direction_(direction),
        calc_(std::move(calc)),
        event_(std::move(event)) {
    system->NoteWitnessFunction();
    if (!event_) return;
    // Lets the event's handler know, by the event's data, which witness function it belongs to.
    WitnessTriggeredEventData<T> data;
    data.set_triggered_witness(this);
    event_->set_event_data(std::move(data));
  }

  /// The leaf that it belongs to, and by what name.
  const System<T>& get_system() const { return *system_; }
  const std::string& description() const { return description_; }
  WitnessFunctionDirection direction_type() const { return direction_; }
  /// Null where only the time is isolated.
  const Event<T>* get_event() const { return event_ ? &*event_ : nullptr; }
  /// `context` is the leaf's.
  T CalcWitnessValue(const Context<T>& context) const { return calc_(*system_, context); }

  /// Whether a change from `before` to `after` triggers. From -1 to 0 does not, the next change
  /// from 0 to 2 does.
  bool should_trigger(double before, double after) const {
    const bool rising = before <= 0 && after > 0;
    const bool falling = before >= 0 && after < 0;
    switch (direction_) {
      case WitnessFunctionDirection::kNone:
        return false;
      case WitnessFunctionDirection::kPositiveThenNonPositive:
        return falling;
      case WitnessFunctionDirection::kNegativeThenNonNegative:
        return rising;
      case WitnessFunctionDirection::kCrossesZero:
        return rising || falling;
    }
    return false;
  }

 private:
  const System<T>* system_;
  std::string description_;
  WitnessFunctionDirection direction_;
  Calc calc_;
  std::optional<Event<T>> event_;
};

}  // namespace loopwright
