#pragma once

#include <QPainter>
#include <functional>

namespace loopwright {

struct Figure;

/// Adds to a figure what `draw` draws with a painter: lines, areas and texts, all black, as they
/// lie after the painter's transformations. So the pictures on the faces of blocks are drawn for
/// print by what draws them on the screen. Texts get the size of the figure's texts and keep their
/// middle; `pen` is the width of all lines, points.
void captureDrawing(Figure* figure, const QString& role, const QString& name, double pen,
                    const std::function<void(QPainter*)>& draw);

}  // namespace loopwright
