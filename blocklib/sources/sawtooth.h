#pragma once

#include <string>

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"
#include "engine/traits/time_scale.h"

namespace loopwright {

enum class SawtoothShape { kSawtooth, kTriangle };

/// A sawtooth, which rises from -amplitude to amplitude over each period and falls back, or a
/// triangle, which goes up in the first half of each period and down in the second.
///
///     Sawtooth → y
///
/// Periods begin at t = k*period, k = 0, 1, …; before the first, y = -amplitude. A sawtooth's fall
/// is a discrete update, of the number of periods that have passed; at a triangle's corners a step
/// of the integration ends (semantics 12).
///
/// Numeric parameters: 0 amplitude, 1 period (s; events stay where they were declared).
template <typename T>
class Sawtooth final : public LeafSystem<T>, public HasTimeScale {
 public:
  /// Throws std::logic_error unless period_sec > 0.
  Sawtooth(const T& amplitude, const Known<T>& period_sec, SawtoothShape shape);
  /// From the parameters `amplitude`, `period` and `shape`.
  explicit Sawtooth(const BlockArguments& arguments);

  /// The period.
  double CalcTimeScale() const final { return period_sec_; }

 private:
  enum Parameter { kAmplitude, kPeriod };
  void DeclareSawtooth();
  void DeclareTriangle();
  static void CalcSawtooth(const BoundKernel<T>& op);
  static void CalcTriangle(const BoundKernel<T>& op);
  /// Counts the periods before the start of the run.
  EventStatus Initialize(const Context<T>& context, DiscreteValues<T>* passed) const;
  /// One more period has passed: the signal falls back to where it began.
  void Fall(const Context<T>& context, T* passed) const;

  double period_sec_;
};

LOOPWRIGHT_DECLARE_CLASS(Sawtooth)

}  // namespace loopwright
