#include "gui/routing/way_starts.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace loopwright {

namespace {

constexpr std::size_t kMostStarts = 5;

// How far the trunk goes on straight from a point of it.
double trunkEndFrom(const Trunk& trunk, const QPointF& position, double direction) {
  double end = position.x();
  for (bool grows = true; grows;) {
    grows = false;
    for (const auto& way : trunk) {
      for (const WireSegment& piece : way) {
        if (piece.from.y() != position.y() || piece.to.y() != position.y()) continue;
        const double a = direction * piece.from.x();
        const double b = direction * piece.to.x();
        if (std::min(a, b) > direction * end || std::max(a, b) <= direction * end) continue;
        end = direction * std::max(a, b);
        grows = true;
      }
    }
  }
  return end;
}

}  // namespace

std::vector<WayStart> wayStarts(const WireEnd& from, const QPointF& goal, const Trunk& trunk) {
  std::vector<std::pair<double, WayStart>> found;
  for (const auto& way : trunk) {
    std::vector<QPointF> points{from.position};
    for (std::size_t i = 0; i < way.size(); ++i) {
      const WireSegment& piece = way[i];
      if (i > 0 && piece.isHorizontal() && piece.from.x() != piece.to.x()) {
        const double direction = piece.to.x() < piece.from.x() ? -1 : 1;
        found.emplace_back((goal - piece.to).manhattanLength(),
                           WayStart{points, direction, trunkEndFrom(trunk, piece.from, direction)});
      }
      points.push_back(piece.to);
    }
  }
  // The input is reached from near rather than from far; of equal ones the earlier wire of the
  // trunk comes first, so that the answer is always the same.
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  // The output itself always comes first, as the only start that needs no wire before this one.
  std::vector<WayStart> starts;
  if (from.outward.x() != 0) {
    const double direction = from.outward.x();
    starts.push_back({{from.position}, direction, trunkEndFrom(trunk, from.position, direction)});
  }
  for (auto& entry : found) {
    WayStart& start = entry.second;
    if (starts.size() >= kMostStarts) break;
    const bool isKnown = std::any_of(starts.begin(), starts.end(), [&](const WayStart& other) {
      return other.position() == start.position() && other.direction == start.direction;
    });
    if (!isKnown) starts.push_back(std::move(start));
  }
  return starts;
}

}  // namespace loopwright
