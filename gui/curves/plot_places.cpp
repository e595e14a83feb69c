#include "gui/curves/plot_places.h"

#include <algorithm>
#include <map>

namespace loopwright {

namespace {

using PlotRows = std::vector<std::vector<size_t>>;  // plots, by row from the left

// Numbers of rows and columns only order the plots: gaps between them mean nothing.
PlotRows rowsOf(const std::vector<PlotPlace>& places) {
  std::map<int, std::vector<size_t>> byRow;
  for (size_t i = 0; i < places.size(); ++i) byRow[places[i].row].push_back(i);
  PlotRows rows;
  for (auto& [number, row] : byRow) {
    std::stable_sort(row.begin(), row.end(),
                     [&](size_t a, size_t b) { return places[a].column < places[b].column; });
    rows.push_back(row);
  }
  return rows;
}

// The opposite of rowsOf(): numbered from 0 without gaps. Rows that have become empty vanish.
std::vector<PlotPlace> placesIn(const PlotRows& rows, size_t count) {
  std::vector<PlotPlace> places(count);
  int number = 0;
  for (const std::vector<size_t>& row : rows) {
    if (row.empty()) continue;
    for (size_t i = 0; i < row.size(); ++i) places[row[i]] = {number, static_cast<int>(i)};
    ++number;
  }
  return places;
}

}  // namespace

// Without any chosen place the plots fill rows of so many columns; otherwise those without one come
// in rows below.
std::vector<PlotPlace> placePlots(const std::vector<std::optional<PlotPlace>>& chosen,
                                  int columns) {
  std::vector<PlotPlace> places(chosen.size());
  int lastRow = -1;
  for (const auto& place : chosen) lastRow = place ? std::max(lastRow, place->row) : lastRow;
  if (lastRow < 0) {
    for (size_t i = 0; i < places.size(); ++i) {
      places[i] = {static_cast<int>(i) / columns, static_cast<int>(i) % columns};
    }
    return places;
  }
  for (size_t i = 0; i < places.size(); ++i) {
    places[i] = chosen[i] ? *chosen[i] : PlotPlace{++lastRow, 0};
  }
  return placesIn(rowsOf(places), places.size());
}

// Takes the plot out of its row, and puts it beside the target or into a new row above or below.
std::vector<PlotPlace> movePlot(const std::vector<PlotPlace>& places, size_t plot, size_t target,
                                PlotSide side) {
  if (plot == target) return places;
  PlotRows rows = rowsOf(places);
  for (std::vector<size_t>& row : rows) std::erase(row, plot);
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const std::vector<size_t>& one) {
    return std::find(one.begin(), one.end(), target) != one.end();
  });
  if (side == PlotSide::kAbove || side == PlotSide::kBelow) {
    rows.insert(side == PlotSide::kAbove ? row : row + 1, {plot});
  } else {
    const auto beside = std::find(row->begin(), row->end(), target);
    row->insert(side == PlotSide::kLeft ? beside : beside + 1, plot);
  }
  return placesIn(rows, places.size());
}

}  // namespace loopwright
