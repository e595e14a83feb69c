#pragma once

#include <QColor>
#include <QPointF>
#include <QSizeF>
#include <QString>
#include <QStringList>
#include <string>

#include "gui/canvas/canvas_part.h"

namespace loopwright {

class Document;
class Transaction;
enum class Alignment;

/// What can be done with the selection of a canvas. Each change is one undo step; where it is not
/// possible, the status bar says why.
class SelectionCommands final : public CanvasPart {
  Q_OBJECT
 public:
  explicit SelectionCommands(DiagramView* view) : CanvasPart(view) {}

  /// Moves it; of a wire that is selected alone its longest piece across the direction.
  void nudge(const QPointF& offset);
  void grow(const QSizeF& growth);
  /// Lets a wire find its way by itself again.
  void routeAutomatically(const QString& to);

 public Q_SLOTS:
  void selectAll();
  /// Opens a subsystem; of another block its form is wanted.
  void open();
  void remove();
  void duplicate();
  void copy();
  void cut();
  void paste();
  /// Takes the selected blocks out of their wires; see disconnectSelection().
  void takeOut();
  void rotate();
  void flip();
  void toggleEnabled();
  void group();
  void dissolve();
  void align(loopwright::Alignment alignment);
  void colour(const QColor& colour);
  /// Lays the selected blocks, or all of the level, out from left to right.
  void arrange();

 Q_SIGNALS:
  /// A block was opened that is no subsystem: its form is wanted.
  void propertiesRequested(const QString& block);

 private:
  bool nudgeWire(const QPointF& offset);
  void change(const QString& verb,
              void (*how)(Transaction*, const std::string&, const QStringList&));
  void pasteCopy(const Document& copy, const QPointF& corner, const QString& name);
};

}  // namespace loopwright
