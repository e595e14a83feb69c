#pragma once

#include <QGraphicsItem>
#include <QString>

namespace loopwright {

/// A signal's value as it stands on a wire. Where an update is made at that instant, there are two:
/// ○ before it and ● after it.
struct WireValue {
  QString before;
  QString after;  ///< empty where there is one value
  friend bool operator==(const WireValue&, const WireValue&) = default;
};

/// A dark bubble with the value of a signal, above a place of its wire; a second value stands below
/// it. It gets no mouse events, and far out it is not drawn, as it could not be read.
class ValueBubble : public QGraphicsItem {
 public:
  ValueBubble();

  /// The point of the line that the bubble stands at, in the scene. A bubble with `isBelow` leaves
  /// the room above the line, where the signal's name is. A text wider than `room` ends in "…", so
  /// that a vector on a short wire covers no block; what a number takes is there always.
  void show(const WireValue& value, const QPointF& place, bool isBelow, double room);
  const WireValue& value() const { return value_; }

  QRectF boundingRect() const override { return bounds_; }
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  /// The first or the second value as it is written.
  QString text(int index) const;
  /// The box of it.
  QRectF box(int index) const;

  WireValue value_;
  QPointF place_;
  bool isBelow_ = false;
  double room_ = 0;
  QRectF bounds_;
};

}  // namespace loopwright
