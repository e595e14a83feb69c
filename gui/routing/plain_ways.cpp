#include "gui/routing/plain_ways.h"

#include <QRectF>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "gui/routing/routing_map.h"
#include "gui/routing/way_starts.h"

namespace loopwright {

namespace {

using Points = std::vector<QPointF>;

constexpr double kGrid = 10;
constexpr double kStub = 10;           // A wire leaves its port straight for at least this long,
constexpr double kRoom = 20;           // for this long where there is room.
constexpr double kAside = 0.25;        // Price per pixel off the preferred place.
constexpr double kAsideOfTrunk = 2;    // where a channel leaves it.
constexpr double kAbove = 150;         // Price of leading back above.
constexpr double kReach = 160;         // So far from a port a piece beside it may be,
constexpr double kChannelDepth = 100;  // and in strips of this depth channels are looked for,
constexpr int kMostStrips = 4;         // at most so many.
constexpr int kMostLooks = 150;        // Areas that are looked at for a wire,
constexpr int kMostLooksOfLong = 60;   // and for a long one. So many at most are looked at for
constexpr int kLooksOfStart = 4;       // a step or a corner,
constexpr int kLooksOfStrip = 2;       // a strip without its channels,
constexpr int kLooksOfChannel = 9;     // a channel.
constexpr size_t kMostChannels = 3;    // Channels of a strip that are tried to the end.

// The lines of the grid in an interval.
std::vector<double> gridLines(double low, double high) {
  std::vector<double> lines;
  for (double line = std::ceil(low / kGrid) * kGrid; line <= high; line += kGrid) {
    lines.push_back(line);
  }
  return lines;
}

// Looks for the way of one wire.
class PlainWays {
 public:
  PlainWays(const WireEnd& from, const WireEnd& to, RoutingView* view, const Spacing& spacing,
            const BundlePlace& bundle)
      : from_(from),
        to_(to),
        view_(view),
        spacing_(spacing),
        bundle_(bundle),
        isLong_(isLong(from, to)),
        looksBefore_(view->lookCount()) {
    trunk_ = QRectF(from.position, QSizeF());
    for (const auto& way : view->own()) {
      for (const WireSegment& piece : way) trunk_ |= piece.box();
    }
  }

  std::optional<Points> find();

 private:
  struct Priced {
    double at = 0;
    double price = 0;
  };
  // Places along x of a vertical piece; `apart` is the distance of such pieces in a bundle.
  struct StepRange {
    double low = 0;
    double high = 0;
    double preferred = 0;
    double apart = kRoom;
  };

  Surroundings lookAround(const QPointF& a, const QPointF& b) const;
  Surroundings lookAtCorner(const QPointF& a, double low, double high, double y) const;
  // Whether so much has been looked at that there is not enough left for something that takes
  // `looks`. It is asked before each try, so that never more is looked at than is allowed.
  bool isSpent(int looks) const {
    const int most = isLong_ ? kMostLooksOfLong : kMostLooks;
    return view_->lookCount() - looksBefore_ + looks > most;
  }
  void offer(const Points& points, size_t trunkPoints, double extra,
             const Surroundings* known = nullptr);
  void trySteps(const WayStart& start);
  std::optional<StepRange> stepRange(const WayStart& start) const;
  std::vector<double> stepPlaces(double low, double high, double preferred) const;
  void tryCorner(const WayStart& start);
  void tryChannels(const WayStart& start);
  void tryStrips(const WayStart& start, double from, double sign, double end, double extra);
  bool tryStrip(const WayStart& start, double low, double high, double extra);
  void tryChannel(const WayStart& start, double y, double extra);
  double leastPriceAt(double y) const;
  bool canEnterFrom(double y) const;
  std::pair<double, double> leavingRange(const WayStart& start) const;
  double leavingPlace(const WayStart& start) const;
  std::optional<double> bestLeaving(const WayStart& start, double y);
  std::optional<double> bestEntry(double y, double leavesAt);

  WireEnd from_;
  WireEnd to_;
  RoutingView* view_;
  Spacing spacing_;
  BundlePlace bundle_;
  bool isLong_;      // then the first free way of a form is taken
  int looksBefore_;  // of the view, when this began
  std::optional<Points> best_;
  double least_ = std::numeric_limits<double>::infinity();
  QRectF trunk_;  // around the beginning and all of the trunk
};

QRectF around(const QPointF& a, const QPointF& b) {
  return QRectF(a, b).normalized().adjusted(-kRoom, -kRoom, kRoom, kRoom);
}

// What is around a straight piece. Beside a long wire so much changes that only what it has to
// keep off has a bearing on it, not what crosses it.
Surroundings PlainWays::lookAround(const QPointF& a, const QPointF& b) const {
  const WirePieces pieces = WireSegment{a, b}.direction();
  return view_->look(around(a, b), isLong_ ? pieces : WirePieces::kAll);
}

// What is around all ways that lead across from a point to an x between `low` and `high`, and up
// or down to `y` there.
Surroundings PlainWays::lookAtCorner(const QPointF& a, double low, double high, double y) const {
  const QRectF row = around({std::min(a.x(), low), a.y()}, {std::max(a.x(), high), a.y()});
  const QRectF column = around({low, a.y()}, {high, y});
  if (!isLong_) return view_->look(row | column);
  Surroundings found = view_->look(row, WirePieces::kHorizontal);
  found.add(view_->look(column, WirePieces::kVertical));
  return found;
}

// Takes the way if it is free and costs less than the best so far. `known`: what is around all of
// its pieces behind the trunk, where that has been looked up.
void PlainWays::offer(const Points& points, size_t trunkPoints, double extra,
                      const Surroundings* known) {
  WayPrice price(spacing_, view_->own());
  price.addPixels(extra);
  for (size_t i = 1; i < points.size(); ++i) {
    // What stands on the trunk has been seen by it.
    const bool isFirst = i == 1;
    const bool isLast = i + 1 == points.size();
    if (i < trunkPoints) {
      price.add(points[i - 1], points[i], {}, isFirst, isLast);
    } else if (known != nullptr) {
      price.add(points[i - 1], points[i], *known, isFirst, isLast);
    } else {
      price.add(points[i - 1], points[i], lookAround(points[i - 1], points[i]), isFirst, isLast);
    }
    // What follows only adds to it.
    if (!price.isFree() || price.pixels() >= least_) return;
  }
  least_ = price.pixels();
  best_ = simplifyRoute(points);
}

// The places of a step that are tried: from the preferred one outwards, near both ends, and on the
// trunk.
std::vector<double> PlainWays::stepPlaces(double low, double high, double preferred) const {
  constexpr int kTried = 10;
  constexpr int kTriedAtEnds = 3;
  std::vector<double> places{preferred};
  for (int i = 1; i <= kTried; ++i) {
    places.insert(places.end(), {preferred - kGrid * i, preferred + kGrid * i});
  }
  for (int i = 0; i < kTriedAtEnds; ++i) {
    places.insert(places.end(), {std::ceil(low / kGrid) * kGrid + kGrid * i,
                                 std::floor(high / kGrid) * kGrid - kGrid * i});
  }
  for (const auto& way : view_->own()) {
    for (const WireSegment& piece : way) {
      if (!piece.isHorizontal()) places.push_back(piece.from.x());
    }
  }
  // In the order in which they were listed, each once: of places with equal prices the one that is
  // tried first counts.
  std::erase_if(places, [&](double place) { return place < low || place > high; });
  std::vector<double> result;
  for (double place : places) {
    if (std::find(result.begin(), result.end(), place) == result.end()) result.push_back(place);
  }
  return result;
}

// Where the one vertical piece of a way may be, and where it looks best. Between opposite sides of
// two blocks it lies between them; between sides that look the same way it lies beyond both, as a
// bracket. Nothing where there is no room for it.
std::optional<PlainWays::StepRange> PlainWays::stepRange(const WayStart& start) const {
  const double a = start.position().x();
  const double b = to_.position.x();
  const double leaves = start.direction;
  const bool isBetween = leaves == -to_.outward.x();
  StepRange range;
  if (isBetween) {
    range.low = std::min(a, b) + kStub;
    range.high = std::max(a, b) - kStub;
    if ((b - a) * leaves < 2 * kStub) return {};
    const double between = range.high - range.low - 2 * (kRoom - kStub);
    if ((bundle_.count - 1) * kRoom > between) range.apart = kGrid;
    range.preferred =
        snapToLine((a + b) / 2 + range.apart * (bundle_.index - (bundle_.count - 1) / 2.0));
    // A branch leaves a straight trunk as late as it can, 20 px before the trunk's end, where the
    // input lies beyond that end.
    const double beyond = (b - start.trunkEnd) * leaves;
    const double straight = (start.trunkEnd - a) * leaves;
    if (straight > 0 && beyond > kRoom)
      range.preferred = snapToLine(start.trunkEnd - leaves * kRoom);
  } else if (leaves > 0) {
    range.low = std::max(a, b) + kStub;
    range.high = range.low + kReach;
    range.preferred = snapToLine(range.low + kRoom - kStub);
  } else {
    range.high = std::min(a, b) - kStub;
    range.low = range.high - kReach;
    range.preferred = snapToLine(range.high - kRoom + kStub);
  }
  return range;
}

// Tries the straight way where both ends are at one height, else the ways with one vertical piece.
void PlainWays::trySteps(const WayStart& start) {
  const QPointF a = start.position();
  const QPointF b = to_.position;
  const double leaves = start.direction;
  const double enters = -to_.outward.x();
  Points points = start.trunk;
  if (leaves == enters && a.y() == b.y()) {
    if ((b.x() - a.x()) * leaves <= 0) return;
    points.push_back(b);
    offer(points, start.trunk.size(), 0);
    return;
  }
  if (a.y() == b.y()) return;
  const std::optional<StepRange> range = stepRange(start);
  if (!range) return;
  // On the trunk a pixel costs less: a step is not to follow it for that alone.
  const double aside = start.trunkEnd == a.x() ? kAside : 1;
  const std::vector<double> places = stepPlaces(range->low, range->high, range->preferred);
  if (places.empty()) return;
  const double roomBefore = std::exchange(spacing_.wireRoom, range->apart);
  const auto [first, last] = std::minmax_element(places.begin(), places.end());
  const QRectF area = around(a, b) | around({*first, a.y()}, {*last, b.y()});
  Surroundings found;
  if (isLong_) {
    found = lookAtCorner(a, *first, *last, b.y());
    found.add(lookAtCorner(b, *first, *last, b.y()));
  } else {
    found = view_->look(area);
  }
  const double before = least_;
  // All places are offered and the cheapest stays; a pixel off the preferred place costs something,
  // so that of equal ways the one that looks best is taken.
  const auto offerAll = [&](const std::vector<double>& all) {
    for (const double x : all) {
      points.resize(start.trunk.size());
      points.insert(points.end(), {{x, a.y()}, {x, b.y()}, b});
      offer(points, start.trunk.size(), aside * std::abs(x - range->preferred), &found);
      if (isLong_ && least_ < before) break;
    }
  };
  offerAll(places);
  // Where all of these are taken, for instance by a long name before the input, there may be one
  // farther from both ends, which is better than another bend.
  if (!isLong_ && least_ == before) offerAll(gridLines(*first, *last));
  spacing_.wireRoom = roomBefore;
}

// To a port that looks up or down: across to above or below it, and in.
void PlainWays::tryCorner(const WayStart& start) {
  const QPointF a = start.position();
  const QPointF b = to_.position;
  if ((b.x() - a.x()) * start.direction < kStub) return;
  if ((a.y() - b.y()) * to_.outward.y() < kStub) return;
  Points points = start.trunk;
  points.insert(points.end(), {{b.x(), a.y()}, b});
  offer(points, start.trunk.size(), 0);
}

// Where a wire that goes along a channel leaves the row of its beginning.
double PlainWays::leavingPlace(const WayStart& start) const {
  const double a = start.position().x();
  const double direction = start.direction;
  const double straight = (start.trunkEnd - a) * direction;
  if (straight < 2 * kStub) return snapToLine(a + direction * kRoom);
  const bool isAhead = (to_.position.x() - start.trunkEnd) * direction > 0;
  if (isAhead) return snapToLine(start.trunkEnd - direction * std::min(kRoom, straight / 2));
  return snapToLine((a + start.trunkEnd) / 2);
}

// The least and the greatest x at which a wire may leave the row of its beginning: along a straight
// trunk up to 10 px before its end, without one up to kReach from the port.
std::pair<double, double> PlainWays::leavingRange(const WayStart& start) const {
  const double a = start.position().x();
  const double straight = (start.trunkEnd - a) * start.direction;
  const double end = straight < 2 * kStub ? a + start.direction * kReach
                                          : start.trunkEnd - start.direction * kStub;
  return std::minmax(a + start.direction * kStub, end);
}

// The best x for the piece from the row of the beginning to a channel.
std::optional<double> PlainWays::bestLeaving(const WayStart& start, double y) {
  const QPointF a = start.position();
  const auto [low, high] = leavingRange(start);
  const double preferred = leavingPlace(start);
  const double goal = to_.position.x() + to_.outward.x() * kRoom;
  const Surroundings found = lookAtCorner(a, low, high, y);
  std::optional<double> best;
  double least = std::numeric_limits<double>::infinity();
  for (const double x : stepPlaces(low, high, preferred)) {
    WayPrice price(spacing_, view_->own());
    price.addPixels(kAsideOfTrunk * std::abs(x - preferred) + std::abs(x - goal));
    if (price.pixels() >= least) continue;
    price.add(a, {x, a.y()}, found, start.trunk.size() == 1, false);
    if (!price.isFree() || price.pixels() >= least) continue;
    price.add({x, a.y()}, {x, y}, found, false, false);
    if (!price.isFree() || price.pixels() >= least) continue;
    best = x;
    least = price.pixels();
  }
  return best;
}

// The best x for the piece from a channel to the row of the input.
std::optional<double> PlainWays::bestEntry(double y, double leavesAt) {
  const QPointF b = to_.position;
  if (to_.outward.x() == 0) return b.x();
  const double direction = to_.outward.x();
  // The room beside the input's block, in which the last bend may be.
  const double near = b.x() + direction * kStub;
  const double far = b.x() + direction * kReach;
  const double preferred = snapToLine(b.x() + direction * kRoom);
  const Surroundings found = lookAtCorner(b, std::min(near, far), std::max(near, far), y);
  std::optional<double> best;
  double least = std::numeric_limits<double>::infinity();
  for (const double x : gridLines(std::min(near, far), std::max(near, far))) {
    WayPrice price(spacing_);
    price.addPixels(kAside * std::abs(x - preferred) + std::abs(x - leavesAt));
    if (price.pixels() >= least) continue;
    price.add({x, y}, {x, b.y()}, found, false, false);
    if (!price.isFree() || price.pixels() >= least) continue;
    price.add({x, b.y()}, b, found, false, true);
    if (!price.isFree() || price.pixels() >= least) continue;
    best = x;
    least = price.pixels();
  }
  return best;
}

// No way through a channel at this height costs less: outside of the box around the trunk every
// pixel is paid for.
double PlainWays::leastPriceAt(double y) const {
  const auto outside = [](double from, double to, double low, double high) {
    const auto [near, far] = std::minmax(from, to);
    return std::max(0.0, std::min(far, low) - near) + std::max(0.0, far - std::max(near, high));
  };
  const QPointF b = to_.position;
  const double start = std::clamp(y, trunk_.top(), trunk_.bottom());
  const double across = std::max({0.0, trunk_.left() - b.x(), b.x() - trunk_.right()});
  return std::abs(y - start) + outside(y, b.y(), trunk_.top(), trunk_.bottom()) + across;
}

// Whether the way from a channel into a port that looks up or down is open. Where it is not, it is
// not from any height beyond either.
bool PlainWays::canEnterFrom(double y) const {
  const QPointF b = to_.position;
  if (to_.outward.x() != 0 || std::abs(y - b.y()) < kRoom) return true;
  WayPrice price(spacing_);
  price.add({b.x(), y}, b, lookAround({b.x(), y}, b), false, true);
  return price.isFree();
}

// Offers the way out of the start's row, along the channel at height `y`, and into the input. First
// the best place to leave and, for it, the best place to enter are chosen, so that not every pair
// of them is tried: that takes a sum of looks instead of a product.
void PlainWays::tryChannel(const WayStart& start, double y, double extra) {
  const std::optional<double> leavesAt = bestLeaving(start, y);
  if (!leavesAt) return;
  const std::optional<double> entersAt = bestEntry(y, *leavesAt);
  if (!entersAt) return;
  const QPointF a = start.position();
  const QPointF b = to_.position;
  Points points = start.trunk;
  points.insert(points.end(), {{*leavesAt, a.y()}, {*leavesAt, y}, {*entersAt, y}});
  if (to_.outward.x() != 0) points.emplace_back(*entersAt, b.y());
  points.push_back(b);
  offer(points, start.trunk.size(),
        extra + kAsideOfTrunk * std::abs(*leavesAt - leavingPlace(start)));
}

// Tries the best channels between two heights. Returns whether one of them is free and has room.
bool PlainWays::tryStrip(const WayStart& start, double low, double high, double extra) {
  const QPointF a = start.position();
  const QPointF b = to_.position;
  const double left = leavingPlace(start);
  const double right = snapToLine(b.x() + to_.outward.x() * kRoom);
  const Surroundings found = view_->look(around({left, low}, {right, high}),
                                         isLong_ ? WirePieces::kHorizontal : WirePieces::kAll);
  // Heights of channels: the lines of the grid, and where the trunk already runs.
  std::vector<double> places = gridLines(low, high);
  for (const auto& way : view_->own()) {
    for (const WireSegment& piece : way) {
      const double y = piece.from.y();
      if (piece.isHorizontal() && y >= low && y <= high) places.push_back(y);
    }
  }
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  // First only the middle part of each channel is priced, with the detour in height. That takes the
  // one look above, and decides which few are worth trying to the end.
  std::vector<Priced> channels;
  bool hasRoom = false;
  for (const double y : places) {
    WayPrice price(spacing_);
    price.add({left, y}, {right, y}, found, false, false);
    if (!price.isFree()) continue;
    hasRoom = hasRoom || isLong_ || price.pixels() <= std::abs(left - right);
    price.addPixels(std::abs(y - a.y()) + std::abs(y - b.y()));
    channels.push_back({y, price.pixels()});
  }
  std::stable_sort(channels.begin(), channels.end(),
                   [](const Priced& one, const Priced& other) { return one.price < other.price; });
  const double before = least_;
  for (size_t i = 0; i < channels.size() && i < kMostChannels; ++i) {
    if ((isLong_ && least_ < before) || isSpent(kLooksOfChannel)) break;
    if (extra + leastPriceAt(channels[i].at) < least_) tryChannel(start, channels[i].at, extra);
  }
  return hasRoom && least_ < before;
}

// Strips from a height on upwards or downwards, until one has a channel with room.
void PlainWays::tryStrips(const WayStart& start, double from, double sign, double end,
                          double extra) {
  for (int i = 0; i < kMostStrips; ++i) {
    const double near = from + sign * kChannelDepth * i;
    if ((end - near) * sign < 0 || isSpent(kLooksOfStrip)) return;
    const double far = sign * std::min(sign * end, sign * (near + sign * kChannelDepth));
    const auto [low, high] = std::minmax(near, far);
    // Of its channels the one nearest to the input costs least and is the easiest to enter from.
    const double nearest = std::clamp(to_.position.y(), low, high);
    if (extra + leastPriceAt(nearest) >= least_ || !canEnterFrom(nearest)) continue;
    if (tryStrip(start, low, high, extra)) return;
  }
}

// Looks for channels below both ends, above them at an extra price, and between them where there is
// room for the distances to both; a long wire begins with those between, another ends with them. A
// long wire takes the first kind of channel in which a way is found.
void PlainWays::tryChannels(const WayStart& start) {
  constexpr double kFar = 1e6;
  const double a = start.position().y();
  const double b = to_.position.y();
  const double top = std::min(a, b);
  const double bottom = std::max(a, b);
  // A port that looks up or down is entered from there.
  const double enters = to_.outward.y();
  const bool isBetween = (enters == 0 || (a - b) * enters > 0) && bottom - top >= 2 * kRoom;
  // The best few of the free channels are tried to the end, as long as none of them can be known to
  // cost more than what was found.
  const double before = least_;
  if (isBetween && isLong_) tryStrips(start, top + kStub, 1, bottom - kStub, 0);
  if (isLong_ && least_ < before) return;
  if (enters >= 0) tryStrips(start, bottom + kStub, 1, kFar, 0);
  if (isLong_ && least_ < before) return;
  if (enters <= 0) tryStrips(start, top - kStub, -1, -kFar, enters == 0 ? kAbove : 0);
  if (isBetween && !isLong_) tryStrips(start, top + kStub, 1, bottom - kStub, 0);
}

// The best plain way that it finds from the output or the trunk to the input. Ways through
// channels, which have more bends, are tried only where no way with one step or one corner is free.
std::optional<Points> PlainWays::find() {
  if (from_.outward.x() == 0 || to_.outward.isNull()) return {};
  const std::vector<WayStart> places = wayStarts(from_, to_.position, view_->own());
  for (const WayStart& start : places) {
    if (isSpent(kLooksOfStart)) break;
    to_.outward.x() != 0 ? trySteps(start) : tryCorner(start);
  }
  if (best_) return best_;
  for (const WayStart& start : places) tryChannels(start);
  return best_;
}

}  // namespace

std::optional<Points> plainWay(const WireEnd& from, const WireEnd& to, RoutingView* view,
                               const Spacing& spacing, const BundlePlace& bundle) {
  return PlainWays(from, to, view, spacing, bundle).find();
}

}  // namespace loopwright
