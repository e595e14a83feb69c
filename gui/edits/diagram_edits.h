#pragma once

#include <QColor>
#include <QHash>
#include <QList>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <optional>
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

/// The ways of all wires, by `to`.
using WireWays = QHash<QString, std::vector<QPointF>>;
WireWays wireWays(const DiagramScene& scene);

/// A piece of a wire, from point `piece` of its way to the next.
struct WirePiece {
  QString wire;  ///< its `to`
  std::size_t piece = 0;
  std::vector<QPointF> way;
};

/// The piece of the wire to `to`, and those of other wires of its net that lie on it: what a person
/// sees as one line.
std::vector<WirePiece> piecesAlong(const DiagramScene& scene, const QString& to, std::size_t piece);

/// Where a block may be spliced into a wire.
struct SplicePlace {
  QString wire;       ///< its `to`
  std::size_t piece;  ///< of its way, from point `piece` to the next
  std::vector<QPointF> way;
  QPointF shift;  ///< brings the block's ports onto the piece
  QString input;  ///< names of the block's ports
  QString output;
  std::vector<WirePiece> branches = {};  ///< other wires of the net that lie there too
};

/// The place where a block lies on a wire that had one of `ways` before the block was there: along
/// a piece of it, within a step of the grid. Only a block with one input and one output, both free.
std::optional<SplicePlace> splicePlace(const DiagramScene& scene, const QString& block,
                                       const WireWays& ways);

/// Puts a block into a wire: the wire ends at its input, and a new one goes on from its output, and
/// so do the branches that lie there. Corners that a person made stay, each with its part.
void spliceBlock(Transaction* transaction, const std::string& level, const SplicePlace& place,
                 const QString& block);

/// Replaces the corners of the wire to `to`.
void setWireRoute(Transaction* transaction, const std::string& level, const std::string& to,
                  const std::vector<QPointF>& corners);

/// Moves pieces of wires aside to where `place` is; see cornersWithPieceAt().
void movePieces(Transaction* transaction, const std::string& level,
                const std::vector<WirePiece>& pieces, const QPointF& place);

/// Names the signal of output `key` (`BLOCK.PORT`), whose block must exist; an empty name takes it
/// back.
void nameSignal(Transaction* transaction, const std::string& level, const std::string& key,
                const QString& name);

/// Takes the name of output `before` to output `after` if the first drives nothing any more and the
/// other has no name.
void moveSignalName(Transaction* transaction, const std::string& level, const std::string& before,
                    const std::string& after);

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
