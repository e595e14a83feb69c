#pragma once

#include <QGraphicsItem>
#include <QSet>
#include <QString>

#include "gui/faces/block_faces.h"
#include "gui/scene/block_geometry.h"
#include "gui/scene/shown_value.h"

namespace loopwright {

/// The types of the scene's items, for qgraphicsitem_cast.
enum CanvasItemType {
  kBlockItemType = QGraphicsItem::UserType + 1,
  kWireItemType,
  kNoteItemType,
  kFrameItemType
};

/// What a block item shows; the scene makes it from the document.
struct BlockAppearance {
  QString name;
  BlockFace face;
  BlockForm form;
  QPointF position;  ///< of the box's top left corner
  bool isEnabled = true;
  bool isKnown = true;  ///< false: a placeholder of an unknown type
  bool namesPorts = false;
  QColor tint;  ///< the block's own colour; invalid: none
};

/// A block on the canvas. It shows and says where its ports are; the scene keeps it up to date.
class BlockItem : public QGraphicsItem {
 public:
  /// `id` is the scene's number for the block, the one that its obstacle has in the layout of
  /// wires.
  explicit BlockItem(int id);

  enum { Type = kBlockItemType };
  int type() const override { return Type; }
  int id() const { return id_; }
  const QString& name() const { return appearance_.name; }
  const BlockAppearance& appearance() const { return appearance_; }
  const BlockGeometry& geometry() const { return geometry_; }
  /// The box without name and selection ring, in scene coordinates.
  QRectF box() const { return {pos(), geometry_.size}; }
  /// The box of its outline, in scene coordinates: that of a circle is smaller than its box.
  QRectF drawnBox() const { return mapRectToScene(outlinePath(0).boundingRect()); }
  /// The place of a port in scene coordinates; the middle of the block for an unknown port.
  QPointF portPosition(const QString& port) const;
  /// The port nearest to a point of the scene, within `tolerance`; null where there is none.
  const PortPlace* portAt(const QPointF& scenePosition, double tolerance) const;
  /// The nearest port without a wire whose triangle is within `tolerance` of a point of the scene;
  /// a small side with one such port belongs to it as a whole. Null where there is none, and on the
  /// block itself.
  const PortPlace* openPortAt(const QPointF& scenePosition, double tolerance) const;
  /// Circles and pills have their size.
  bool canBeResized() const {
    return geometry_.outline != BlockOutline::kCircle && geometry_.outline != BlockOutline::kPill;
  }
  /// The name's rectangle, in item coordinates.
  QRectF nameRect() const { return nameRect_; }

  /// Shows another form, face, name or place. What runs and checks have set stays.
  void setAppearance(const BlockAppearance& appearance);
  /// Sample-time colour index (see Theme) and period in words.
  void setRate(int rate, const QString& period);
  int rate() const { return rate_; }
  /// The value that a Display shows.
  void setValue(const QString& value) { changeShown(this, &appearance_.face.value, value); }
  /// Texts of what is wrong with the block; empty: nothing.
  void setProblems(const QString& problems, bool isError);
  /// How much of its colour the block has that tells what it costs in a run, 0 (least) to 1 (most),
  /// below 0: none of it; and the cost in words.
  void setCost(double share, const QString& text);
  double cost() const { return cost_; }
  const QString& costText() const { return costText_; }
  /// The inputs that still want a wire; they are drawn hollow.
  void setOpenInputs(const QSet<QString>& ports) { changeShown(this, &open_, ports); }
  const QSet<QString>& openInputs() const { return open_; }
  /// Whether an error was found at the block or inside it.
  bool hasError() const { return hasError_; }
  /// Whether anything was found there, an error or a warning.
  bool hasProblem() const { return !problems_.isEmpty(); }
  /// The ports at which a wire begins or ends, by name; they lose their triangles.
  void setConnectedPorts(const QSet<QString>& ports) { changeShown(this, &connected_, ports); }
  const QSet<QString>& connectedPorts() const { return connected_; }
  /// The outputs whose signals are recorded: each has a badge on its wire.
  void setRecordedPorts(const QSet<QString>& ports);
  const QSet<QString>& recordedPorts() const { return recorded_; }
  /// It is part of an algebraic loop, or something inside it is: lit up as an error.
  void setInLoop(bool inLoop) { changeShown(this, &isInLoop_, inLoop); }
  bool isInLoop() const { return isInLoop_; }
  /// Rings the block for a moment's attention, 0 (not at all) to 1.
  void setFlash(double strength);
  double flash() const { return flash_; }
  /// While a wire is drawn: the ports that would take it.
  void setHighlightedPorts(const QSet<QString>& ports) { changeShown(this, &highlighted_, ports); }
  const QSet<QString>& highlightedPorts() const { return highlighted_; }
  /// The port that has the keyboard; "" for none.
  void setFocusedPort(const QString& port) { changeShown(this, &focusedPort_, port); }

  QRectF boundingRect() const override { return bounds_; }
  /// What a click has to hit: the outline of the block.
  QPainterPath shape() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  void updateToolTip();
  /// The colour of the block inside its outline.
  QColor fillColour() const;
  /// Places the name and measures what has to be redrawn.
  void updateBounds();
  /// Measures the widest names at both sides, or the room that signs take there.
  void updatePortNames();
  /// The outline, `grow` pixels outside of the frame.
  QPainterPath outlinePath(double grow) const;
  /// How far a place of the item is from what belongs to a free port.
  double distanceToOpenPort(const PortPlace& port, const QPointF& place) const;
  /// The room for the face.
  QRectF faceBox() const;
  /// Draws marks, signs and names of the ports in the exposed part.
  void paintPorts(QPainter* painter, const QRectF& exposed) const;
  /// Draws the mark of one port and, in the block, its name or a sign such as "+".
  void paintPort(QPainter* painter, const PortPlace& port, const QString& sign) const;
  /// Draws the badge of an output whose signal is recorded.
  void paintRecordedBadge(QPainter* painter, const PortPlace& port) const;
  /// Writes a port's name into the block.
  void paintPortName(QPainter* painter, const PortPlace& port) const;
  /// Writes the block's name below it.
  void paintName(QPainter* painter) const;
  /// Draws the sign of an error or a warning at a corner.
  void paintBadge(QPainter* painter) const;

  int id_;
  BlockAppearance appearance_;
  BlockGeometry geometry_;
  QRectF bounds_;
  QRectF nameRect_;
  // The widest name of a port at the left, or the room for signs of ports that have no names; and
  // at the right.
  double left_ = 0;
  double right_ = 0;
  QSet<QString> connected_;
  QSet<QString> open_;
  QSet<QString> recorded_;
  QSet<QString> highlighted_;
  QString focusedPort_;
  int rate_;
  QString problems_, costText_;
  double cost_ = -1;
  bool hasError_ = false;
  bool isInLoop_ = false;
  double flash_ = 0;
};

}  // namespace loopwright
