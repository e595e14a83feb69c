#pragma once

#include <QPointF>
#include <QRectF>
#include <QString>

#include "gui/canvas/canvas_part.h"

namespace loopwright {

class InlineEditor;

/// The texts of a canvas that are written in place: names of blocks and signals, notes, titles of
/// frames.
class CanvasTexts final : public CanvasPart {
  Q_OBJECT
 public:
  explicit CanvasTexts(DiagramView* view) : CanvasPart(view) {}

  /// Opens a field at a block's name. Nothing happens where there is no such block.
  void editBlockName(const QString& block);
  /// Opens a field above the middle of the wire to `wire` (`BLOCK.PORT`) for its signal's name.
  void editSignalName(const QString& wire);
  /// Opens a field over the note with this index; a note that is left empty is deleted.
  void editNote(int index);
  /// Opens a field for the title of the frame with this index; an empty text is no title.
  void editFrameTitle(int index);
  /// Opens a field for a new note with its top left corner at a point of the scene.
  void addNoteAt(const QPointF& position);
  /// Adds a frame of this size and place, in the scene, and opens a field for its title.
  void addFrameAround(const QRectF& box);
  /// Closes the fields that are open over the canvas.
  void giveUp();

 public Q_SLOTS:
  /// Opens the text of what is selected.
  void rename();
  /// Adds a note at the pointer or in the middle and opens it for writing.
  void addNote();
  /// Adds a frame around the selection, or in the middle, and asks for its title.
  void addFrame();

 private:
  /// Shows a field with its middle at a point of the scene, which is scrolled into view. `label`
  /// says to screen readers what it is for.
  void openEditor(InlineEditor* editor, const QString& label, const QPointF& centre);
};

}  // namespace loopwright
