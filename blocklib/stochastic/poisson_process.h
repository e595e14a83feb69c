#pragma once

#include <cstdint>
#include <string>

#include "engine/blocks/block_arguments.h"
#include "engine/random/draw.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

template <typename T>
class PoissonProcess;

namespace scalar_conversion {
/// Numbers that a stream draws are no formulas, so this has no form over expressions.
template <>
struct Traits<PoissonProcess> : NonSymbolicTraits {};
}  // namespace scalar_conversion

/// Counts random arrivals: y starts at 0 and jumps by 1 at intervals that are independent and
/// exponential, of mean 1/rate. The interval after k arrivals is draw k of the stream, divided by
/// the rate; the first begins at the start time.
///
///     PoissonProcess → y
///
/// Discrete state: group 0 the count, 1 the time of the next arrival (s). Numeric parameter 0 is
/// the rate (1/s).
template <typename T>
class PoissonProcess final : public LeafSystem<T> {
 public:
  /// `rate_per_sec` > 0.
  PoissonProcess(const T& rate_per_sec, const std::string& stream);
  /// From the parameters `rate` and `stream`.
  explicit PoissonProcess(const BlockArguments& arguments);

 private:
  enum Group { kCount, kNextArrival };
  void SetDefaultState(const Context<T>& context, State<T>* state) const override;
  void Initialize(const Context<T>& context, DiscreteValues<T>* next) const;
  void Arrive(const Context<T>& context, DiscreteValues<T>* next) const;
  void DoCalcNextUpdateTime(const Context<T>& context, CompositeEventCollection<T>* events,
                            T* time) const override;
  /// When the arrival after `count` others happens, which happened by the time of `context`.
  T NextArrival(const Context<T>& context, double count) const;

  uint64_t stream_key_;
  DiscreteUpdateEvent<T> arrival_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(PoissonProcess)

}  // namespace loopwright
