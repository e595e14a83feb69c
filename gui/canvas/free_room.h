#pragma once

#include <QPointF>
#include <QRectF>

namespace loopwright {

class DiagramScene;

/// Whether wires may run through the room that is looked for.
enum class WiresInRoom { kAllowed, kAvoided };

/// The top left corner, on the grid, of the place nearest to `wanted` where a thing of its size
/// lies on no block, no block's name, no note and, if they are avoided, no wire. Where `within` is
/// given, the place lies inside of it. `wanted`'s own corner where there is no such place near.
QPointF findRoom(const DiagramScene& scene, const QRectF& wanted, WiresInRoom wires,
                 const QRectF& within = {});

}  // namespace loopwright
