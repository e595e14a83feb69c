#pragma once

#include <QHash>
#include <QPointF>
#include <QSizeF>
#include <QString>
#include <vector>

#include "engine/drawing/block_form.h"

namespace loopwright {

/// A port on the rim of its block. Inputs and outputs of a type are in the order of the descriptor.
struct PortPlace {
  QString name;
  bool isInput = true;
  QPointF position;  ///< relative to the top left corner of the block's box
  QPointF outward;   ///< unit vector away from the block
};

/// A block's box and ports in Qt's types, with a way from a port's name to its place.
struct BlockGeometry {
  QSizeF size;
  BlockOutline outline = BlockOutline::kRectangle;
  std::vector<PortPlace> inputs;
  std::vector<PortPlace> outputs;
  /// Where a block has many ports: the number of each, inputs first. Else empty.
  QHash<QString, size_t> numbers;

  /// The port of that name; null where the block has none.
  const PortPlace* findPort(const QString& name) const;
};

/// Where the engine puts the ports of a block of that form (MakeBlockBox()). The engine decides, so
/// that the command line can lay out diagrams with the same boxes.
BlockGeometry makeBlockGeometry(const BlockForm& form);

/// The distance from a point to the nearest point of the straight piece from `a` to `b`.
double distanceToLine(const QPointF& point, const QPointF& a, const QPointF& b);

}  // namespace loopwright
