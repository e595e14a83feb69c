#pragma once

#include <cstdint>

#include "blocklib/nonlinear/bounded_table.h"
#include "blocklib/nonlinear/lookup_table_1d.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// Interpolates bilinearly in a grid, elementwise: u1 goes along the rows' breakpoints, u2 along
/// the columns'.
///
///     u1 → ┌───────────────┐
///     u2 → │ LookupTable2D │ → y
///          └───────────────┘
///
/// Outside, `hold` takes the nearest point of the grid's rectangle and `linear` goes on with the
/// outermost cells. With `error`, the same as hold is computed, and a run in which an element of u1
/// or u2 leaves the range of its breakpoints fails there (located; at the start time and across
/// jumps too).
///
/// Each element of y has two modes (semantics 11), its row and its column of cells: the number of
/// breakpoints not above u1 (u2). An input of one element is spread.
/// Modes by hand: one for n rows or columns, which are n - 1 comparisons in a formula.
template <typename T>
class LookupTable2D final : public BoundedTable<T> {
 public:
  /// `rows` and `columns` are strictly increasing and finite; `values` is rows x columns.
  LookupTable2D(const Eigen::VectorXd& rows, const Eigen::VectorXd& columns,
                const Eigen::MatrixXd& values, TableExtrapolation extrapolation, int u1_width,
                int u2_width);
  /// From the parameters `rows`, `columns`, `values` and `extrapolation`.
  explicit LookupTable2D(const BlockArguments& arguments);

 private:
  /// Where along an axis: between point `index` and the next, the latter weighing `weight`.
  struct Place {
    int index;
    T weight;
  };
  /// The branch of an axis that `u` lies in.
  int64_t FindCell(const Eigen::VectorXd& axis, double u) const;
  /// The place of `u` by branch `cell` of an axis.
  Place Locate(const Eigen::VectorXd& axis, int64_t cell, const T& u) const;
  /// How far u is inside branch `cell`.
  T Margin(const Eigen::VectorXd& axis, int64_t cell, const T& u) const;
  /// The value in the cell of these branches.
  T Interpolate(int64_t row, int64_t column, const T& u1, const T& u2) const;
  /// The value by whatever branches are right, as one expression.
  T InterpolateBySelection(const T& u1, const T& u2) const;

  void CalcOutput(const Context<T>& context, T* y) const;
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override;
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override;

  const Eigen::VectorXd& axis(int input) const { return input == 0 ? rows_ : columns_; }

  Eigen::VectorXd rows_, columns_;
  Eigen::MatrixXd values_;
  TableExtrapolation extrapolation_;
  int widths_[2];  ///< of the inputs
  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(LookupTable2D)

}  // namespace loopwright
