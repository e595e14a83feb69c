#pragma once

#include "blocklib/common/block_leaf.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// A switch with hysteresis for each element of a signal: on when u rises through the on threshold,
/// off when it falls through the off threshold, unchanged in between.
///
///     u → Relay → y
///
/// Whether it is on is discrete state (1 or 0), so the output does not depend directly on the
/// input. Both crossings are isolated; an input that jumps exactly onto a threshold has crossed it.
/// Where the two thresholds are one, the relay is on there. When a run starts the state is set from
/// u: on from the on threshold upwards, off below the off threshold, as given in between.
///
/// Numeric parameters: 0 on threshold, 1 off threshold, 2 on value, 3 off value.
template <typename T>
class Relay final : public BlockLeaf<T> {
 public:
  struct Settings {
    T on_threshold = 0.5;
    T off_threshold = -0.5;  ///< not above the on threshold
    T on_value = 1;
    T off_value = 0;
    bool initially_on = false;

    /// The values over another scalar, for the conversion of what holds them.
    template <typename U>
    typename Relay<U>::Settings As() const {
      const auto as = [](const T& x) { return ConvertScalar<U>(x); };
      return {as(on_threshold), as(off_threshold), as(on_value), as(off_value), initially_on};
    }
  };
  /// For a signal of `width` elements. std::logic_error where the on threshold is below the other.
  Relay(const Settings& settings, int width);
  /// From the parameters that are called like the settings.
  explicit Relay(const BlockArguments& arguments);

 private:
  enum Parameter { kOnThreshold, kOffThreshold, kOnValue, kOffValue };
  void CalcOutput(const Context<T>& context, T* y) const;
  EventStatus Initialize(const Context<T>& context, DiscreteValues<T>* on) const;
  /// Switch element `i`.
  EventStatus SwitchOn(const Context<T>& context, int i, DiscreteValues<T>* on) const;
  EventStatus SwitchOff(const Context<T>& context, int i, DiscreteValues<T>* on) const;
  /// Rises through 0 where element `i` is to be switched on (off); -1 while it is on (off).
  T CalcSwitchOn(const Context<T>& context, int i) const;
  T CalcSwitchOff(const Context<T>& context, int i) const;

  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(Relay)

}  // namespace loopwright
