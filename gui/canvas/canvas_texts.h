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

  void editBlockName(const QString& block);
  void editSignalName(const QString& wire);
  void editNote(int index);
  void editFrameTitle(int index);
  void addNoteAt(const QPointF& position);
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
  void openEditor(InlineEditor* editor, const QPointF& centre);
};

}  // namespace loopwright
