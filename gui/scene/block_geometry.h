#pragma once

#include <QHash>
#include <QPointF>
#include <QSizeF>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

namespace loopwright {

enum class BlockOutline { kRectangle, kCircle, kTriangle, kPill };

/// A port on the rim of its block. Inputs and outputs of a type are in the order of the descriptor.
struct PortPlace {
  QString name;
  bool isInput = true;
  QPointF position;  ///< relative to the top left corner of the block's box
  QPointF outward;   ///< unit vector away from the block
};

/// What decides a block's size and where its ports are.
struct BlockForm {
  BlockOutline outline = BlockOutline::kRectangle;
  QStringList inputs;
  QStringList outputs;
  std::optional<double> width;  ///< of the box as shown; absent: the default
  std::optional<double> height;
  QSizeF naturalSize{60, 40};  ///< the least default size, before rotation
  int rotation = 0;            ///< 0, 90, 180 or 270 degrees, clockwise
  bool flipped = false;        ///< inputs and outputs change sides, before rotation
};

struct BlockGeometry {
  QSizeF size;
  BlockOutline outline = BlockOutline::kRectangle;
  std::vector<PortPlace> inputs;
  std::vector<PortPlace> outputs;
  /// Where a block has many ports: the number of each, inputs first. Else empty.
  QHash<QString, size_t> numbers;

  const PortPlace* findPort(const QString& name) const;
};

/// Inputs left, outputs right, 20 px apart and on the 10 px grid, in a box that is high enough for
/// them; a circle's inputs are left, below and above, as a sum is drawn.
BlockGeometry makeBlockGeometry(const BlockForm& form);

}  // namespace loopwright
