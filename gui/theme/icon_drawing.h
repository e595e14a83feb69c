#pragma once

#include <QColor>
#include <QPainterPath>
#include <QPolygonF>
#include <initializer_list>
#include <optional>

#include "gui/theme/icons.h"

namespace loopwright {

struct Theme;

/// What an icon is made of, on a grid of 16: shapes in one colour.
struct IconDrawing {
  QPainterPath filled;
  QPainterPath stroked;
  QColor colour;
  double width = 1.4;  ///< of strokes
};

/// A line through `corners`.
QPolygonF iconLine(std::initializer_list<QPointF> corners);
/// The four sides of a rectangle.
QPolygonF iconBox(double left, double top, double right, double bottom);
/// Several lines as one path.
QPainterPath iconLines(std::initializer_list<QPolygonF> lines);

/// The icons that stand for panels, and none for others.
std::optional<IconDrawing> drawPanelIcon(IconName name, const Theme& theme);
/// The icons of dialogs: folders, files and directions, questions and warnings; none for others.
std::optional<IconDrawing> drawDialogIcon(IconName name, const Theme& theme);

}  // namespace loopwright
