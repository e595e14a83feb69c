#pragma once

#include <QPointF>
#include <cstdint>

#include "gui/routing/routing_map.h"

namespace loopwright {

/// The least distances that a way keeps, in pixels.
struct Spacing {
  double block;
  double text;  ///< below zero: texts may be crossed, at a price
  double wire;  ///< of wires side by side that belong to different nets
  /// Wires nearer to each other than this are a price.
  double wireRoom = 20;
};

/// What a way costs, in pixels of length: as long as it is, more for bends, for crossing wires, for
/// running nearer than 20 px beside anything; less where it runs on the trunk, which is what wires
/// of its net have drawn before it. Added up piece by piece from the output on.
///
/// Prices are whole numbers of 1/16 px: sums of them do not depend on their order.
class WayPrice {
 public:
  /// What a bend costs, in pixels of length: a detour of less than 40 px is worth a bend less.
  static constexpr double kBend = 40;

  /// `trunk`: the ways of the wires of the same net that are there already.
  WayPrice(const Spacing& spacing, const Trunk& trunk) : spacing_(spacing), trunk_(&trunk) {}
  /// Of a piece alone, without regard to a trunk.
  explicit WayPrice(const Spacing& spacing) : WayPrice(spacing, kNoTrunk) {}

  /// Adds the straight piece from `from` to `to` among `around`. At the first and the last piece of
  /// a way it is near a block without offence.
  void add(const QPointF& from, const QPointF& to, const Surroundings& around, bool isFirst,
           bool isLast);
  /// Adds what a point of a way costs among obstacles.
  void addObstacles(const QPointF& point, const Surroundings& around);
  /// Adds a price that belongs to no piece, such as that of a place that is less wanted.
  void addPixels(double pixels) { sixteenths_ += sixteenths(pixels); }

  /// Whether it keeps the least distances so far.
  bool isFree() const { return isFree_; }
  /// The price so far, in pixels of length.
  double pixels() const { return static_cast<double>(sixteenths_) / 16; }

 private:
  static int64_t sixteenths(double pixels);
  double sharedWithTrunk(const QPointF& from, const QPointF& to) const;
  void addObstacle(const QRectF& piece, bool isHorizontal, const Obstacle& obstacle);
  void addBorder(const QRectF& piece, bool isHorizontal, const QRectF& frame);
  void addWire(const QRectF& piece, bool isHorizontal, const WireSegment& wire);
  void addTrunk(const QPointF& from, const QPointF& to);

  static inline const Trunk kNoTrunk;

  Spacing spacing_;
  const Trunk* trunk_;
  int64_t sixteenths_ = 0;
  bool isFree_ = true;
  bool isOnTrunk_ = true;  // so far
  int pieces_ = 0;
};

}  // namespace loopwright
