#pragma once

#include <QByteArray>
#include <QColor>
#include <QIcon>
#include <QRectF>
#include <QString>

class QPainter;

namespace loopwright {

/// Whether a block type has an icon. Asked at each drawing of a block, so nothing is drawn for it.
bool hasBlockIcon(const QString& type);

/// The icon of a block type of the library (BlockDescriptor::icon) as an SVG in `currentColor`;
/// empty for a type that the library does not have.
QByteArray blockIconDrawing(const QString& type);

/// Draws the icon of a block type into the largest square in the middle of `box`; a type without
/// one gets an empty frame. Icons are drawings of one colour on a grid of 24.
void paintBlockIcon(QPainter* painter, const QRectF& box, const QString& type,
                    const QColor& colour);

/// The icon of a block type, drawn in the current theme's ink whenever it is painted; lists that
/// hold it need no update when the theme changes.
QIcon blockIcon(const QString& type);

}  // namespace loopwright
