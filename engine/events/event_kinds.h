#pragma once

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "engine/context/context.h"

namespace loopwright {

template <typename T>
class Event;
template <typename T>
class WitnessFunction;

/// What an event handler may write to; which of them are set depends on the event's kind. A publish
/// has none of them. Those that are set hold copies of the present values before the handler runs,
/// and what it leaves there is committed later. A discrete update has `discrete` or `next`, a jump
/// `discrete` and `continuous`, an unrestricted update `state`.
template <typename T>
struct EventTarget {
  DiscreteValues<T>* discrete = nullptr;
  ContinuousState<T>* continuous = nullptr;
  State<T>* state = nullptr;
  T* next = nullptr;                ///< the leaf's discrete state, all groups one after another
  const Event<T>* event = nullptr;  ///< the event that is being handled

  /// Calls `write` with the leaf's discrete state, all groups one after another, also where the
  /// groups lie apart.
  template <typename Write>
  void WriteDiscrete(const Write& write) {
    if (next != nullptr) return write(next);
    if (discrete->num_groups() == 1) return write(discrete->data(0));
    // Groups that lie apart are gathered, written, and put back.
    std::vector<T> values;
    for (int g = 0; g < discrete->num_groups(); ++g) {
      values.insert(values.end(), discrete->data(g), discrete->data(g) + discrete->value(g).size());
    }
    write(values.data());
    const T* from = values.data();
    for (int g = 0; g < discrete->num_groups(); ++g) {
      const auto size = discrete->value(g).size();
      std::copy_n(from, size, discrete->data(g));
      from += size;
    }
  }
};

/// The kinds of event. A jump is a discrete update that may change continuous state as well: it is
/// computed from the same values as all other discrete updates and committed together with them. A
/// publish writes nothing; an unrestricted update may write any state.
enum class EventKind { kPublish, kDiscreteUpdate, kJump, kUnrestrictedUpdate };

/// When an event happens.
enum class TriggerType {
  /// A program asks for it: System::ForcedPublish() and the like.
  kForced,
  /// Once, when a run is initialized.
  kInitialization,
  /// At each step, whatever its size: updates at its beginning, publishes at its end.
  kPerStep,
  /// At multiples of a period, from an offset on.
  kPeriodic,
  /// At one time, or at the times of a list.
  kTimed,
  /// When a witness function changes its sign.
  kWitness,
  kUnknown  ///< not said yet
};

/// When a periodic event happens: at fma(k, period, offset), k = 0, 1, …, in seconds. A period of
/// 0.1 s with an offset of 0.05 s: 0.05, 0.15, 0.25, … Multiplying once for each time, and never
/// adding up, keeps the thousandth as exact as the first.
class PeriodicEventData {
 public:
  /// In seconds; infinite for what happens once.
  double period_sec() const { return period_sec_; }
  /// In seconds: the time of k = 0.
  double offset_sec() const { return offset_sec_; }
  void set_period_sec(double period_sec) { period_sec_ = period_sec; }
  void set_offset_sec(double offset_sec) { offset_sec_ = offset_sec; }
  /// To the last bit; whether two times are one instant is asked elsewhere (semantics 5).
  bool operator==(const PeriodicEventData&) const = default;

 private:
  double period_sec_ = std::numeric_limits<double>::infinity();
  double offset_sec_ = 0;
};

/// Orders timings by period, then by offset.
struct PeriodicEventDataComparator {
  /// Pairs are compared by their first element, and where these are equal by their second.
  bool operator()(const PeriodicEventData& a, const PeriodicEventData& b) const {
    return std::pair(a.period_sec(), a.offset_sec()) < std::pair(b.period_sec(), b.offset_sec());
  }
};

/// What led to a witnessed event: the witness function. Drake's class also tells the interval
/// (t0, tf] that its sign change was isolated to; here nobody sets these times.
template <typename T>
class WitnessTriggeredEventData {
 public:
  /// Null, and times that are not numbers, until they are set.
  const WitnessFunction<T>* triggered_witness() const { return witness_; }
  void set_triggered_witness(const WitnessFunction<T>* witness) { witness_ = witness; }
  /// Not a number in what a simulator hands to handlers.
  const T& t0() const { return t0_; }
  void set_t0(const T& t0) { t0_ = t0; }
  const T& tf() const { return tf_; }
  void set_tf(const T& tf) { tf_ = tf; }

 private:
  const WitnessFunction<T>* witness_ = nullptr;
  T t0_{std::numeric_limits<double>::quiet_NaN()};
  T tf_{std::numeric_limits<double>::quiet_NaN()};
};

}  // namespace loopwright
