#pragma once

#include <QColor>
#include <QHash>
#include <QList>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <string>
#include <vector>

#include "engine/document/document.h"
#include "engine/edits/edit.h"

class QGraphicsItem;

namespace loopwright {

class BlockRegistry;
class DiagramScene;

/// What is selected on the canvas, by name, so that it outlasts changes of the scene.
struct Selection {
  QStringList blocks;  ///< in the order of the document
  QStringList wires;   ///< by `to`
  std::vector<int> notes;
  std::vector<int> frames;

  bool isEmpty() const {
    return blocks.isEmpty() && wires.isEmpty() && notes.empty() && frames.empty();
  }
  bool canMove() const { return !blocks.isEmpty() || !notes.empty() || !frames.empty(); }
  /// "gain", "3 blocks", "a wire", ... for the names of undo steps.
  QString describe() const;
};

Selection currentSelection(const DiagramScene& scene);

/// The items of what is in a selection and still there.
QList<QGraphicsItem*> itemsOf(const DiagramScene& scene, const Selection& selection);

/// Adds the blocks and notes that lie in the selected frames.
void includeFramed(const DiagramScene& scene, Selection* selection);

// What gestures do to a level, inside a transaction. Each throws EditError where it cannot be done.

/// Moves things by `offset`. Corners of wires between two moved blocks move along; where one end
/// moves, the corner next to it follows.
void moveSelection(Transaction* transaction, const std::string& level,
                   const BlockRegistry& registry, const Selection& selection,
                   const QPointF& offset);

/// Takes the selected blocks out of their wires: those between them stay, and a block with one
/// wired input and one output leaves its source wired to where it led.
void disconnectSelection(Transaction* transaction, const std::string& level,
                         const Selection& selection);

/// Removes what is selected. With `heals`, a block with one wired input and one output leaves its
/// source wired to where it led.
void deleteSelection(Transaction* transaction, const std::string& level, const Selection& selection,
                     bool heals = false);

/// The rectangle around the selected blocks, notes and frames; null where there are none.
QRectF selectionBox(const DiagramScene& scene, const Selection& selection);

enum class Alignment { kLeft, kCentre, kRight, kTop, kMiddle, kBottom, kAcross, kDown };

/// Brings the left edges, centres, ... of what is selected in line with those of the rectangle
/// around it; kAcross and kDown make the gaps between neighbours equal, the outermost stay.
void alignSelection(Transaction* transaction, const std::string& level,
                    const BlockRegistry& registry, const DiagramScene& scene,
                    const Selection& selection, Alignment alignment);

/// Gives a block, or the note or frame of that index, another size, at least one that can be taken
/// hold of.
void resizeBlock(Transaction* transaction, const std::string& level, const QString& name,
                 const QSizeF& size);
void resizeNote(Transaction* transaction, const std::string& level, int index, const QSizeF& size);
void resizeFrame(Transaction* transaction, const std::string& level, int index, const QSizeF& size);
/// Makes what is selected and can have another size larger by `growth`; `scene` knows the sizes.
void growSelection(Transaction* transaction, const std::string& level, const DiagramScene& scene,
                   const Selection& selection, const QSizeF& growth);

/// Gives blocks and frames a colour; an invalid one takes it back.
void colourSelection(Transaction* transaction, const std::string& level, const Selection& selection,
                     const QColor& colour);

/// Renames a block. It keeps drawing the same random numbers, and what is inside it too.
void renameBlock(Transaction* transaction, const std::string& level, const BlockRegistry& registry,
                 const QString& before, const QString& name);

/// Turns the blocks by 90 degrees clockwise, each about its middle; `scene` knows their sizes.
void rotateBlocks(Transaction* transaction, const std::string& level, const DiagramScene& scene,
                  const QStringList& blocks);
/// Changes the sides of inputs and outputs.
void flipBlocks(Transaction* transaction, const std::string& level, const QStringList& blocks);
/// Comments the blocks out, or back in where all are out.
void toggleEnabled(Transaction* transaction, const std::string& level, const QStringList& blocks);

/// Adds a block of `type` with its top left corner at `position`. Texts of parameters are as typed;
/// a Subsystem begins empty. Returns its name.
std::string addBlock(Transaction* transaction, const std::string& level,
                     const BlockRegistry& registry, const QString& type, const QPointF& position,
                     const QHash<QString, QString>& parameters);

/// Gives an Inport or Outport that is added to a diagram the next index where its own is taken.
void takeFreeIndex(const DiagramModel& diagram, Block* block);

/// A document that holds the selected blocks, their wires among each other, notes and frames.
Document copyOf(const DiagramScene& scene, const Selection& selection);

/// The top left corner of what a document's top level holds.
QPointF cornerOf(const Document& document);

/// Adds what is in the top level of `source`, moved so that its top left corner is at `corner`,
/// under new unique names and with random streams of its own. Returns the names of the blocks.
QStringList pasteDocument(Transaction* transaction, const std::string& level,
                          const BlockRegistry& registry, const Document& source,
                          const QPointF& corner);

}  // namespace loopwright
