#pragma once

#include <cstdint>

#include "blocklib/common/piecewise_cubic.h"
#include "blocklib/nonlinear/bounded_table.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// What a table does outside its breakpoints.
enum class TableExtrapolation { kHold, kLinear, kError };

/// Interpolates in a table, elementwise (see PiecewiseCubic for the kinds of interpolation).
///
///     u → LookupTable1D → y
///
/// Each element has a mode (semantics 11): the piece of the table that u lies in. With `error`, the
/// end values are held outside, and a run in which an element of u leaves the range of the
/// breakpoints fails there (located; at the start time and across jumps too).
/// Modes by hand: one for n pieces, which are n - 1 comparisons in a formula.
template <typename T>
class LookupTable1D final : public BoundedTable<T> {
 public:
  /// `breakpoints` are strictly increasing and finite, `values` as many.
  LookupTable1D(const Eigen::VectorXd& breakpoints, const Eigen::VectorXd& values,
                PiecewiseCubic::Interpolation interpolation, TableExtrapolation extrapolation,
                int width);
  /// From the parameters `breakpoints`, `values`, `interpolation` and `extrapolation`.
  explicit LookupTable1D(const BlockArguments& arguments);

 private:
  void CalcOutput(const Context<T>& context, T* y) const;
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override;
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override;

  PiecewiseCubic table_;
  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(LookupTable1D)

}  // namespace loopwright
