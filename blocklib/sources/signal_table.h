#pragma once

#include <cstdint>
#include <memory>

#include "blocklib/sources/time_table.h"
#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"
#include "engine/traits/time_scale.h"

namespace loopwright {

/// A signal given by a table of times and rows of values.
///
///     SignalTable → y
///
/// Where the signal jumps (at every time of a held table; where a repeated one begins anew; where
/// one that is 0 outside begins and ends) a discrete update changes it (semantics 12). At the other
/// times a step of the integration ends. A cubic table is a spline (see SplineSlopes()).
///
/// Discrete state: of a held table group 0 is the level, and the last group is the number of jumps
/// that have happened; a table without jumps has no state.
template <typename T>
class SignalTable final : public LeafSystem<T>, public HasTimeScale {
 public:
  /// A source of `table`, which many copies of the system share.
  explicit SignalTable(std::shared_ptr<const TimeTable> table);
  /// From the parameters `times`, `values`, `interpolation` and `outside`.
  explicit SignalTable(const BlockArguments& arguments);

  /// The shortest time from one row to the next.
  double CalcTimeScale() const final { return table_->CalcShortestInterval(); }

 private:
  bool is_held() const { return table_->interpolation == TimeTable::Interpolation::kHold; }
  bool repeats() const { return table_->outside == TimeTable::Outside::kRepeat; }
  /// Declares what happens at the times of the table.
  void DeclareEvents();
  void SetDefaultState(const Context<T>& context, State<T>* state) const override;
  EventStatus Initialize(const Context<T>& context, DiscreteValues<T>* state) const;
  /// Sets the state for a run that starts at `time_sec`.
  void SetState(double time_sec, DiscreteValues<T>* state) const;
  void Jump(const Context<T>& context, T* next) const;
  void CalcOutput(const Context<T>& context, T* y) const;

  /// The level of a held table after so many jumps.
  void CalcLevel(const T& jumps, T* level) const;
  /// The row that a held table shows after so many jumps; -1: 0.
  int RowAfter(int64_t jumps) const;
  /// The signal at a time of the table, beyond its ends the nearest row.
  void CalcAt(const T& time_sec, T* y) const;
  /// One element of the signal at a time from row `i` up to the next row.
  T CalcInRow(int i, int element, const T& time_sec) const;

  std::shared_ptr<const TimeTable> table_;
  std::shared_ptr<const EventTimes> jumps_;
  int number_group_ = -1;  // of the number of jumps
};

LOOPWRIGHT_DECLARE_CLASS(SignalTable)

}  // namespace loopwright
