#pragma once

#include <QHash>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <optional>
#include <string>
#include <vector>

#include "engine/model/edit.h"

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

// What gestures do to a level, inside a transaction. Each throws EditError where it cannot be done.

/// Moves things by `offset`. Corners of wires between two moved blocks move along; where one end
/// moves, the corner next to it follows.
void moveSelection(Transaction* transaction, const std::string& level, const Selection& selection,
                   const QPointF& offset);

void deleteSelection(Transaction* transaction, const std::string& level,
                     const Selection& selection);

/// Turns the blocks by 90 degrees clockwise, each about its middle.
void rotateBlocks(Transaction* transaction, const std::string& level, const QStringList& blocks);
/// Changes the sides of inputs and outputs.
void flipBlocks(Transaction* transaction, const std::string& level, const QStringList& blocks);
/// Comments the blocks out, or back in where all are out.
void toggleEnabled(Transaction* transaction, const std::string& level, const QStringList& blocks);

/// Adds a block of `type` with its top left corner at `position`. Texts of parameters are as typed;
/// a Subsystem begins empty. Returns its name.
std::string addBlock(Transaction* transaction, const std::string& level,
                     const BlockRegistry& registry, const QString& type, const QPointF& position,
                     const QHash<QString, QString>& parameters);

/// Puts a block into the wire to `to`: the wire ends at `input`, and a new one goes from `output`
/// to where it ended.
void spliceBlock(Transaction* transaction, const std::string& level, const std::string& to,
                 const std::string& input, const std::string& output);

/// Replaces the corners of the wire to `to`.
void setWireRoute(Transaction* transaction, const std::string& level, const std::string& to,
                  const std::vector<QPointF>& corners);

/// Names the signal of output `key` (`BLOCK.PORT`); an empty name takes it back.
void nameSignal(Transaction* transaction, const std::string& level, const std::string& key,
                const QString& name);

/// The wire that a block dropped into `box` would be spliced into (see MoveTool), as its `to`;
/// `block` has one input and one output, both free. Nothing where there is none.
std::optional<QString> wireToSplice(const DiagramScene& scene, const QString& block);

/// A document that holds the selected blocks, their wires among each other, notes and frames, for
/// the clipboard.
std::string copySelection(const DiagramScene& scene, const Selection& selection);

/// Adds what copySelection() gave, moved so that its top left corner is at `position` on the grid,
/// under new unique names. Returns the names of the blocks; empty where `bytes` is no diagram.
QStringList pasteSelection(Transaction* transaction, const std::string& level,
                           const BlockRegistry& registry, const std::string& bytes,
                           const QPointF& position);

}  // namespace loopwright
