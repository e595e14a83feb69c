#pragma once

#include <QGraphicsItem>
#include <QList>
#include <QPolygonF>
#include <QString>
#include <optional>

namespace loopwright {

class WireItem;

/// A signal's value as it stands on a wire. Where an update is made at that instant, there are two:
/// ○ before it and ● after it.
struct WireValue {
  QString before;
  QString after;  ///< empty where there is one value
  friend bool operator==(const WireValue&, const WireValue&) = default;
};

/// What the pointer on a wire tells beside the value.
struct WireDetail {
  QString instant;            ///< whose values these are: "t = 1.5 s"
  QString unit = {};          ///< of the value; empty where none is known
  QList<WireValue> elements;  ///< the first ones of a vector; none of a number
  int moreElements = 0;       ///< that it has beside them
  /// The last rows that are recorded, (seconds, value), a line for each element; none where the
  /// signal is not recorded.
  QList<QPolygonF> past;
  friend bool operator==(const WireDetail&, const WireDetail&) = default;
};

/// A dark bubble with the value of a signal, above a place of its wire; a second value stands below
/// it. With a detail there is a card above it: the elements of a vector in a table, a small curve
/// of what the signal was, and the instant. It gets no mouse events, and far out it is not drawn,
/// as it could not be read.
class ValueBubble : public QGraphicsItem {
 public:
  ValueBubble();

  /// The point of the line that the bubble stands at, in the scene. A bubble with `isBelow` leaves
  /// the room above the line, where the signal's name is. A text wider than `room` ends in "…", so
  /// that a vector on a short wire covers no block; what a number takes is there always.
  void show(const WireValue& value, const QPointF& place, bool isBelow, double room);
  const WireValue& value() const { return value_; }
  /// Shows a card with more of the value above the bubble; without a detail there is none.
  void setDetail(const std::optional<WireDetail>& detail);
  const std::optional<WireDetail>& detail() const { return detail_; }

  QRectF boundingRect() const override { return bounds_; }
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  /// The first or the second value as it is written.
  QString text(int index) const;
  /// The box that it takes in the bubble.
  QRectF box(int index) const;
  /// The box of the card, which stands above the bubble.
  QRectF cardBox() const;
  void updateBounds();
  void paintCard(QPainter* painter) const;
  void paintPast(QPainter* painter, const QRectF& area) const;

  WireValue value_;
  std::optional<WireDetail> detail_;
  QPointF place_;
  bool isBelow_ = false;
  double room_ = 0;
  QRectF bounds_;
};

/// Shows a value on a wire, where the signal's name leaves room; as wide as it is where `isWhole`.
void showOnWire(const WireValue& value, const WireItem& wire, bool isWhole, ValueBubble* bubble);

}  // namespace loopwright
