#pragma once

#include <QColor>
#include <QHash>
#include <QRectF>
#include <QSizeF>
#include <QString>
#include <QStringList>

#include "gui/canvas/block_geometry.h"

class QIcon;
class QPainter;

namespace loopwright {

/// What a block shows of itself: its type and the parameters as typed (defaults where none is).
struct BlockFace {
  QString type;
  QString title;  ///< the type's human name, shown where the type has no drawing of its own
  QHash<QString, QString> parameters;
  QString period;  ///< the sampling period in words, "20 ms"; empty where there is none

  QString parameter(const QString& name) const { return parameters.value(name); }
};

/// The colours and the amount of detail of a drawing.
struct FaceStyle {
  QColor ink;
  QColor muted;
  QColor accent;
  QColor fill;              ///< of the block
  QColor rate;              ///< of the block's sample time
  bool forPalette = false;  ///< a small picture: symbols instead of values
};

/// The outline of a type and the least size of its blocks.
BlockOutline blockOutline(const QString& type);
QSizeF blockNaturalSize(const BlockFace& face);

/// Draws what the block does into `box`, the inside of its frame: a curve, a fraction, a value.
/// Formulas are set as mathematics. A type without a drawing shows its title.
void paintBlockFace(QPainter* painter, const QRectF& box, const BlockFace& face,
                    const FaceStyle& style);

/// What stands inside the frame beside a port: the sign of a summand, the operator of a factor, or
/// nothing.
QString portSign(const BlockFace& face, int input);

/// A picture of a type for the palette, 32 × 24 px: a small frame with the face of the type.
QIcon blockIcon(const BlockFace& face);

}  // namespace loopwright
