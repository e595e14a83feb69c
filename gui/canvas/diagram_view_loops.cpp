// The part of DiagramView that breaks algebraic loops.
#include <QLineF>
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "engine/edits/edit_helpers.h"
#include "gui/canvas/diagram_view.h"
#include "gui/canvas/free_room.h"
#include "gui/document/diagram_document.h"
#include "gui/document/loop_remedy.h"
#include "gui/edits/diagram_edits.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/wire_item.h"

namespace loopwright {

namespace {

const char kType[] = "UnitDelay";

/// The piece of a wire's way for a block that lies across it: the longest that runs from side to
/// side, or the longest of all. Pieces that other wires of the net run along count half, for the
/// block would seem to be in those, too.
std::size_t pieceForBlock(const DiagramScene& scene, const WireItem& wire) {
  const std::vector<QPointF>& way = wire.points();
  std::size_t best = 0;
  double most = -1;
  for (std::size_t i = 0; i + 1 < way.size(); ++i) {
    constexpr double kFlat = 3;
    const bool isFlat = way[i].y() == way[i + 1].y();
    const bool isShared = piecesAlong(scene, wire.to(), i).size() > 1;
    const double worth =
        QLineF(way[i], way[i + 1]).length() * (isFlat ? kFlat : 1) * (isShared ? 0.5 : 1);
    if (worth <= most) continue;
    most = worth;
    best = i;
  }
  return best;
}

}  // namespace

void DiagramView::breakLoop(const LoopDelay& delay) {
  openLevel(QString::fromStdString(delay.wire.level));
  const QString to = QString::fromStdString(delay.wire.to);
  const WireItem* const wire = scene_->findWire(to);
  if (wire == nullptr || wire->points().size() < 2) return;
  const std::size_t piece = pieceForBlock(*scene_, *wire);
  const QPointF begin = wire->points()[piece];
  const QPointF end = wire->points()[piece + 1];
  // Beside the wire where a block is in the way.
  const QPointF corner = cornerFor(kType, (begin + end) / 2);
  const QPointF place = findRoom(*scene_, QRectF(corner, sizeOf(kType)), WiresInRoom::kAllowed);
  QString name;
  const std::string here = level().toStdString();
  const QString problem = document_->edit(tr("Break the loop"), [&](Transaction* transaction) {
    QHash<QString, QString> parameters;
    if (!delay.period.isEmpty()) parameters.insert(QStringLiteral("period"), delay.period);
    const std::string added =
        loopwright::addBlock(transaction, here, document_->registry(), kType, place, parameters);
    name = QString::fromStdString(added);
    // A wire that leads back to the left goes on in its direction.
    if (end.x() < begin.x()) flipBlocks(transaction, here, {name});
    spliceBlock(transaction, here,
                {to, piece, wire->points(), {}, QStringLiteral("u"), QStringLiteral("y")}, name);
  });
  showMessage(problem);
  if (!problem.isEmpty()) return;
  reveal(QString::fromStdString(JoinPath(here, name.toStdString())));
  setFocus();
}

}  // namespace loopwright
