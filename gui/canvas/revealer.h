#pragma once

#include <QString>

#include "gui/canvas/canvas_part.h"

namespace loopwright {

class ChangeSet;

/// Leads to what is somewhere in the document: opens its level, selects it and brings it to the
/// middle of the canvas.
class Revealer final : public CanvasPart {
  Q_OBJECT
 public:
  explicit Revealer(DiagramView* view) : CanvasPart(view) {}

  /// Leads to what a diagnostic or a signal is about (`SUB/BLOCK`, `BLOCK.PORT`) and flashes the
  /// block. False where there is no such block.
  bool reveal(const QString& path);
  /// Leads to a wire, a note or a frame of a level.
  bool revealWire(const QString& level, const QString& to);
  /// `index` is the note's place in the level's list. False where there is no such level or note.
  bool revealNote(const QString& level, int index);
  /// `index` is the frame's place in the level's list. False where there is no such level or frame.
  bool revealFrame(const QString& level, int index);
  /// Scrolls as little as needed for a block of the level to be seen.
  void showBlock(const QString& name);
  /// Leads to what an undo or a redo has changed, where it is not seen: it opens its level and
  /// scrolls there.
  void showStep(const ChangeSet& changes);
};

}  // namespace loopwright
