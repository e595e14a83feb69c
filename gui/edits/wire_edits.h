#pragma once

#include <QHash>
#include <QPointF>
#include <QString>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/edits/edit.h"

namespace loopwright {

class DiagramScene;

// What gestures do to the wires of a level and to the signals that they carry, inside a
// transaction. Each throws EditError where it cannot be done.

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

}  // namespace loopwright
