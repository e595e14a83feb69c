#pragma once

#include <cstdint>

#include "blocklib/common/signal_history.h"
#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"
#include "engine/traits/step_history.h"

namespace loopwright {

template <typename T>
class TransportDelay;
namespace scalar_conversion {
template <>
struct Traits<TransportDelay> : NonSymbolicTraits {};
}  // namespace scalar_conversion

/// A pure delay of each element of a signal, y(t) = u(t - delay); until the start time plus the
/// delay, the initial value.
///
///     u → TransportDelay → y
///
/// What u was is kept for as long as the delay (SignalHistory): within each accepted step the
/// polynomial through seven points of the integrator's own interpolant, or as many such pieces as
/// the accuracy needs. No step is longer than the delay, so u is known wherever it is asked for.
/// Where an update or a changed branch makes u jump, or restarts the integrator, y jumps or bends
/// one delay later: an event, so that integrators see a smooth function in between. What has gone
/// through delays six times, in a loop or a chain, is smooth enough to go without.
///
/// (Hairer, Nørsett, Wanner: Solving ODEs I, II.17.)
///
/// Abstract state 0: the SignalHistory; discrete state 0: the number of its segment that is shown.
/// Numeric parameters: 0 delay (s), 1 initial value.
template <typename T>
class TransportDelay final : public LeafSystem<T>, public StepHistory<T> {
 public:
  /// The delay must be > 0; a single initial value applies to all `width` elements.
  TransportDelay(const T& delay_sec, const VectorX<T>& initial_value, int width);
  /// From the parameters `delay` and `initial_value`.
  explicit TransportDelay(const BlockArguments& arguments);

 private:
  enum Parameter { kDelay, kInitialValue };
  EventStatus Initialize(const Context<T>& context, State<T>* state) const;
  void CalcOutput(const Context<T>& context, T* y) const;
  EventStatus Arrive(const Context<T>& context, DiscreteValues<T>* segment) const;
  void DoCalcNextUpdateTime(const Context<T>& context, CompositeEventCollection<T>* events,
                            T* time) const override;
  int initial_value_parameter() const override { return kInitialValue; }
  double CalcLargestStep(const Context<T>& context) const override;
  int CalcPasses(const Context<T>& context) const override;
  void NoteStart(const Context<T>& context, int passes, bool derivatives_changed,
                 AbstractValue* history) const override;
  void NoteStep(const Context<T>& context, double start_sec, double end_sec,
                const std::function<void(double)>& move_to, AbstractValue* history) const override;
  /// Appends u from `start_sec` to `end_sec` in one piece, or in two halves, or so on.
  void Record(const Context<T>& context, double start_sec, double end_sec, int depth,
              const std::function<void(double)>& move_to, SignalHistory* history) const;
  /// What the input was, as far as it is still needed.
  const SignalHistory& history(const Context<T>& context) const;
  int64_t segment(const Context<T>& context) const;
  /// The delay in seconds.
  double delay(const Context<T>& context) const;

  int width_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(TransportDelay)

}  // namespace loopwright
