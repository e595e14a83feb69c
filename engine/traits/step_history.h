#pragma once

#include <functional>

#include "engine/common/value.h"

namespace loopwright {

template <typename T>
class Context;

/// What a leaf implements, beside LeafSystem, whose output depends on what its input was before (a
/// pure delay). Between two updates a Simulator tells it of every step, so that it can keep in
/// `history`, its abstract state number 0, what it needs later:
///
///     NoteStart()   before a step, where an update or a changed branch came before it
///     NoteStep()    after a step
///
/// Neither may change what the leaf puts out at the context's time: nothing is marked as changed.
template <typename T>
class StepHistory {
 public:
  virtual ~StepHistory() = default;

  /// The number of the numeric parameter that the output is as long as nothing has been noted, with
  /// an element for each of the output's.
  virtual int initial_value_parameter() const = 0;

  /// No step is longer than this, in seconds, but for rounding.
  virtual double CalcLargestStep(const Context<T>& context) const = 0;

  /// The event that this leaf decided on at run time (DoCalcNextUpdateTime()) is about to run:
  /// through how many delays has what it shows gone?
  virtual int CalcPasses(const Context<T>& context) const = 0;

  /// The context is after the update at the start of a step. `passes` is the least of the
  /// CalcPasses() of those whose events ran, 0 where others ran; `derivatives_changed` whether the
  /// integrator was restarted.
  virtual void NoteStart(const Context<T>& context, int passes, bool derivatives_changed,
                         AbstractValue* history) const = 0;

  /// A step from `start_sec` to `end_sec` has been made. `move_to(t)` puts the context anywhere in
  /// it, on the integrator's interpolant; where it is left does not matter.
  virtual void NoteStep(const Context<T>& context, double start_sec, double end_sec,
                        const std::function<void(double)>& move_to,
                        AbstractValue* history) const = 0;
};

}  // namespace loopwright
