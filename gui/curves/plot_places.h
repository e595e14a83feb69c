#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace loopwright {

/// Where a plot stands among the others, counted from 0 at the top and at the left.
struct PlotPlace {
  int row = 0;
  int column = 0;
  friend bool operator==(const PlotPlace&, const PlotPlace&) = default;
};

/// On which side of another plot one is put.
enum class PlotSide { kLeft, kRight, kAbove, kBelow };

/// The places of plots of which some have one that was chosen: those come first, rows and columns
/// without gaps, and each of the others has a row of its own below. Without any that was chosen
/// they fill `columns` columns row by row.
std::vector<PlotPlace> placePlots(const std::vector<std::optional<PlotPlace>>& chosen, int columns);

/// The places after `plot` was moved to a side of `target`: at the left or the right it joins the
/// target's row, above or below it has a row of its own.
std::vector<PlotPlace> movePlot(const std::vector<PlotPlace>& places, size_t plot, size_t target,
                                PlotSide side);

}  // namespace loopwright
