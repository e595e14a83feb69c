#pragma once

#include <QGraphicsItem>
#include <QString>
#include <optional>
#include <utility>
#include <vector>

#include "gui/scene/block_item.h"
#include "gui/scene/signal_label.h"

namespace loopwright {

/// A wire on the canvas. The scene gives it its way, its colour and what stands on it; it draws
/// them and says where it lies. It knows nothing of the document and of other wires.
class WireItem : public QGraphicsItem {
 public:
  /// `id` is the scene's number for the wire, the one that it has in the layout of wires.
  explicit WireItem(int id);

  enum { Type = kWireItemType };
  int type() const override { return Type; }
  int id() const { return id_; }
  /// The ends, `BLOCK.PORT`.
  const QString& from() const { return from_; }
  const QString& to() const { return to_; }
  /// Names the output and the input, each as `BLOCK.PORT`.
  void setEnds(const QString& from, const QString& to);
  /// The corners that a person has chosen for it, as the document holds them; without any it finds
  /// its own way.
  const std::optional<std::vector<QPointF>>& ownCorners() const { return ownCorners_; }
  void setOwnCorners(std::optional<std::vector<QPointF>> corners) {
    ownCorners_ = std::move(corners);
  }

  /// The way, in scene coordinates, from the output to the input.
  const std::vector<QPointF>& points() const { return points_; }
  /// Gives it another way, as points() says; neighbours are at one height or above each other.
  void setPoints(const std::vector<QPointF>& points);
  /// Its sample time's number among the colours of the theme (see Theme::sampleTimeColour()).
  void setRate(int rate) { changeShown(this, &rate_, rate); }
  int rate() const { return rate_; }
  /// Where other wires of the same output leave this one.
  void setDots(const std::vector<QPointF>& dots) { changeShown(this, &dots_, dots); }
  const std::vector<QPointF>& dots() const { return dots_; }
  /// The signal's name, empty: none, and how it stands at this wire; nothing where another wire
  /// shows it for what both share.
  void setLabel(const QString& name, const std::optional<SignalLabel>& shown);
  /// Whether the name stands in the border of a frame, which is interrupted there then.
  void setLabelOnFrame(bool isOnFrame) { changeShown(this, &isLabelOnFrame_, isOnFrame); }
  /// The signal's name, also where it is not shown here.
  const QString& label() const { return name_; }
  bool showsLabel() const { return label_.has_value(); }
  /// As it is shown; only where it is.
  const SignalLabel& shownLabel() const { return *label_; }
  /// The pointer is above it: the line is drawn thicker.
  void setHovered(bool hovered) { changeShown(this, &isHovered_, hovered); }
  /// Not both ends exist: drawn as an error.
  void setBroken(bool broken) { changeShown(this, &isBroken_, broken); }
  /// It is part of an algebraic loop: lit up as an error.
  void setInLoop(bool inLoop) { changeShown(this, &isInLoop_, inLoop); }
  bool isInLoop() const { return isInLoop_; }
  /// The middle of its longest piece.
  QPointF middle() const;
  /// That piece, in the scene.
  QLineF longestPiece() const;
  /// The box of its line alone, without arrow, name and room for a hand.
  QRectF lineBox() const;
  /// The box of the arrow at its end.
  QRectF arrowBox() const;
  /// Whether a part of its line lies in `area`.
  bool isIn(const QRectF& area) const;
  /// The index of the piece nearest to a point, from points()[i] to points()[i + 1].
  int segmentAt(const QPointF& scenePosition) const;

  QRectF boundingRect() const override { return bounds_; }
  /// What a click has to hit: a band of 9 px along the line.
  QPainterPath shape() const override;
  bool contains(const QPointF& point) const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  /// Measures what has to be redrawn.
  void updateBounds();
  /// Draws the places where wires of the same output part.
  void paintDots(QPainter* painter, const QColor& colour, double radius) const;

  /// Given by the scene; it stays while the wire's ends change.
  int id_;
  QString from_;
  QString to_;
  std::optional<std::vector<QPointF>> ownCorners_;
  std::vector<QPointF> points_;
  std::vector<QPointF> dots_;
  QString name_;
  std::optional<SignalLabel> label_;
  /// Around everything that is drawn, kept because it is asked for often.
  QRectF bounds_;
  int rate_;
  bool isHovered_ = false;
  bool isBroken_ = false;
  bool isInLoop_ = false;
  bool isLabelOnFrame_ = false;
};

/// Draws a wire as it looks on the canvas: the line and the arrow at its end.
void paintWire(QPainter* painter, const std::vector<QPointF>& points, const QPen& pen);

/// The points where the ways of one output's wires part, each once.
std::vector<QPointF> branchPoints(const std::vector<const WireItem*>& wires);

}  // namespace loopwright
