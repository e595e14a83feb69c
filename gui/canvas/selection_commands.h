#pragma once

#include <QColor>
#include <QPointF>
#include <QSizeF>
#include <QString>
#include <QStringList>
#include <functional>
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
  /// Makes the selected blocks, notes and frames larger by a width and a height in pixels, or
  /// smaller where these are below zero.
  void grow(const QSizeF& growth);
  /// Lets a wire find its way by itself again.
  void routeAutomatically(const QString& to);

 public Q_SLOTS:
  /// Selects all that is on the level, wires included.
  void selectAll();
  /// Opens a subsystem; of another block its form is wanted.
  void open();
  /// Deletes it; where the options say so, wires close over a block with one input and one output.
  void remove();
  /// Puts a copy of it 20 px below and to the right, and selects the copy.
  void duplicate();
  /// Puts blocks, notes and frames on the clipboard, with the wires between the blocks.
  void copy();
  /// As copy(), and deletes what was copied. A wire alone cannot be cut.
  void cut();
  /// Adds what is on the clipboard with its middle at the pointer, on the grid.
  void paste();
  /// Takes the selected blocks out of their wires; see disconnectSelection().
  void takeOut();
  /// Turns the blocks by a quarter, each about itself.
  void rotate();
  /// Mirrors the blocks, so that what had its inputs at the left has them at the right.
  void flip();
  /// Comments the blocks out if any of them is enabled, else in again.
  void toggleEnabled();
  /// Makes a subsystem of it, with ports for the wires that are cut, and selects that.
  void group();
  /// Replaces one selected subsystem by what is inside it.
  void dissolve();
  /// Brings it into line, or distributes it with equal gaps.
  void align(loopwright::Alignment alignment);
  /// Gives blocks and frames a colour; an invalid one takes theirs away.
  void colour(const QColor& colour);
  /// Lays the selected blocks, or all of the level, out from left to right.
  void arrange();

 Q_SIGNALS:
  /// A block was opened that is no subsystem: its form is wanted.
  void propertiesRequested(const QString& block);

 private:
  bool nudgeWire(const QPointF& offset);
  using BlocksChange = std::function<void(Transaction*, const std::string&, const QStringList&)>;
  void change(const QString& verb, const BlocksChange& how);
  void pasteCopy(const Document& copy, const QPointF& corner, const QString& name);
};

}  // namespace loopwright
