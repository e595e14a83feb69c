#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "blocklib/common/piecewise_cubic.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/leaf_system.h"

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
class LookupTable1D final : public LeafSystem<T> {
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
  /// 1 where an element is outside the breakpoints, else -1.
  T CalcIsOutside(const Context<T>& context) const;
  /// Fails where an element is outside before the first step.
  EventStatus CheckAtStart(const Context<T>& context) const;
  /// Fails with the element, its value and the range of the table.
  EventStatus Fail(const Context<T>& context) const;
  void DoGetWitnessFunctions(const Context<T>& context,
                             std::vector<const WitnessFunction<T>*>* witnesses) const override;

  PiecewiseCubic table_;
  TableExtrapolation extrapolation_;
  double first_;  ///< breakpoint
  double last_;
  int width_;
  std::unique_ptr<WitnessFunction<T>> witness_;
};

LOOPWRIGHT_DECLARE_CLASS(LookupTable1D)

/// The block type `LookupTable1D`.
BlockDescriptor LookupTable1DBlock();

}  // namespace loopwright
