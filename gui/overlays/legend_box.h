#pragma once

#include <QPainter>
#include <QWidget>

namespace loopwright {

/// What legends on a canvas look alike in: their height and the room left and right of what they
/// say, in pixels of a usual font and of the screen.
inline constexpr int kLegendHeight = 24;
inline constexpr int kLegendMargin = 10;

/// Begins to paint a legend: the box that fills the widget, and the font of captions.
void paintLegendBox(QPainter* painter, const QWidget& legend);

}  // namespace loopwright
