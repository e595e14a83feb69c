#include "gui/figures/axis_map.h"

#include <algorithm>

namespace loopwright {

// A block's sides, say: between them nothing shrinks, whatever factor solve() is given.
void AxisMap::keep(double from, double to) {
  add(from);
  add(to);
  kept_.emplace_back(from, to);
}

// Kept as a demand until solve(); the same two places may have several, and the largest wins.
void AxisMap::need(double from, double to, double room) {
  add(from);
  add(to);
  needs_.emplace_back(from, to, room);
}

// Places are taken from left to right: what one must be behind has its place already.
void AxisMap::solve(double unit, double factor, double least) {
  auto before = places_.end();
  for (auto place = places_.begin(); place != places_.end(); ++place) {
    place->second = 0;
    if (before != places_.end()) {
      const double middle = (before->first + place->first) / 2;
      const bool isKept = std::any_of(kept_.begin(), kept_.end(), [&](const auto& range) {
        return range.first < middle && middle < range.second;
      });
      // From place to place: the distance as drawn, or narrowed by the factor but not below
      // `least`. What must be kept together, as a block, is not narrowed.
      const double plain = unit * (place->first - before->first);
      const double narrow = std::max(plain * factor, std::min(plain, least));
      place->second = before->second + (isKept ? std::max(plain, narrow) : narrow);
    }
    // A text between two places pushes the second one on until it has room.
    for (const auto& [from, to, room] : needs_) {
      if (to == place->first) place->second = std::max(place->second, places_.at(from) + room);
    }
    before = place;
  }
}

// A place that nobody added has none: 0, as a figure without anything has.
double AxisMap::operator()(double place) const {
  const auto found = places_.find(place);
  return found == places_.end() ? 0 : found->second;
}

}  // namespace loopwright
