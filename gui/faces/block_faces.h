#pragma once

#include <QColor>
#include <QHash>
#include <QRectF>
#include <QString>

#include "engine/blocks/block_descriptor.h"

class QPainter;

namespace loopwright {

/// What a block shows of itself: its type and the parameters as typed (defaults where none is).
struct BlockFace {
  QString type;
  QString title;  ///< the type's human name, shown where the type has no drawing of its own
  const BlockDescriptor* descriptor = nullptr;  ///< of the type; null where it is unknown
  QHash<QString, QString> parameters;
  Face content;    ///< what the type makes of the parameters (see makeFace())
  QString period;  ///< the sampling period in words, "20 ms"; empty where there is none
  QString value;   ///< what a Display shows: the last value of its input; empty before a run
};

/// The face of a block of a type whose parameters were set to these texts, others to defaults.
BlockFace makeFace(const BlockDescriptor& descriptor,
                   const QHash<QString, QString>& parameters = {});

/// The colours of a drawing.
struct FaceStyle {
  QColor ink;
  QColor muted;
  QColor accent;
  QColor fill;  ///< of the block
  QColor rate;  ///< of the block's sample time
};

/// Draws what the block does into `box`, the inside of its frame: a curve, a fraction, a value.
/// Formulas are set as mathematics. A type without a drawing shows its icon, an unknown one its
/// title.
void paintBlockFace(QPainter* painter, const QRectF& box, const BlockFace& face,
                    const FaceStyle& style);

/// What stands inside the frame beside an input: the sign of a summand, the operator of a factor, a
/// letter where inputs could be confused, or nothing.
QString portSign(const BlockFace& face, int input);

/// What stands there beside an output, counted from 0, of a block with several.
QString outputSign(const BlockFace& face, int output);

}  // namespace loopwright
