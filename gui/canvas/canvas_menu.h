#pragma once

#include <QPointF>
#include <QString>

#include "gui/canvas/canvas_part.h"

class QGraphicsItem;
class QMenu;

namespace loopwright {

class BlockItem;

/// What the right button, or the menu key, offers on a canvas: first what lies at the place is
/// found and selected, then the menu is filled with what can be done with it.
class CanvasMenu final : public CanvasPart {
  Q_OBJECT
 public:
  explicit CanvasMenu(DiagramView* view) : CanvasPart(view) {}

  /// The menu at a place of the scene. What lies there becomes the selection. The caller owns it.
  QMenu* make(const QPointF& position);
  /// Opens it; `place` is in the viewport.
  void open(const QPoint& place);
  /// The place of what the keyboard is at, in the viewport.
  QPoint placeOfKeyboard() const;
  /// Adds the colours that the selection can have.
  void fillColours(QMenu* menu);

 Q_SIGNALS:
  /// The help of a block type is wanted.
  void helpRequested(const QString& type);
  /// A plot of a signal is wanted: its path.
  void plotRequested(const QString& path);
  /// The linear analysis is wanted: of the loop through this point, or of the response from or to
  /// it.
  void loopAnalysisRequested(const QString& path);
  void inputAnalysisRequested(const QString& path);
  void outputAnalysisRequested(const QString& path);
  /// A study of this signal is wanted: its path.
  void studyRequested(const QString& path);

 private:
  /// The entries for what lies at the place.
  void fillForBlock(QMenu* menu, BlockItem* block);
  void fillForWire(QMenu* menu, const QString& to);
  void fillForPort(QMenu* menu, const QString& port, bool isInput);
  void fillForText(QMenu* menu, QGraphicsItem* item);
  void fillForCanvas(QMenu* menu, const QPointF& position);
  /// The entries that bring a selection in line.
  void fillAlignments(QMenu* menu);
  /// The entries for the signal of an output: what records it, and what looks at it.
  void addSignalEntries(QMenu* menu, const QString& port);
  /// The entries of the linear analysis at a point, `BLOCK.PORT` or the wire into an input,
  /// `>BLOCK.PORT`; in a menu of their own, or at the end of one.
  void addAnalysisMenu(QMenu* menu, const QString& point);
  void addAnalysisPoint(QMenu* menu, const QString& point, const char* group);
  /// Whether the wire into an input of this level can be a point by itself.
  bool canBePoint(const QString& input) const;
  void recordSignal(const QString& port, bool recorded);
};

}  // namespace loopwright
