#include "gui/theme/icon_drawing.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

// A folder with its tab, and a plus in it for a new one.
QPainterPath folder(bool withPlus) {
  QPainterPath path = iconLines({iconLine(
      {{2.2, 12.8}, {2.2, 3.4}, {6, 3.4}, {7.6, 5.2}, {13.8, 5.2}, {13.8, 12.8}, {2.2, 12.8}})});
  if (!withPlus) return path;
  path.addPolygon(iconLine({{8, 7}, {8, 11}}));
  path.addPolygon(iconLine({{6, 9}, {10, 9}}));
  return path;
}

// To the right, turned by `degrees` clockwise.
QPainterPath arrow(double degrees) {
  const QPainterPath path =
      iconLines({iconLine({{3, 8}, {12.6, 8}}), iconLine({{8.8, 4}, {12.8, 8}, {8.8, 12}})});
  QTransform turn;
  turn.translate(8, 8).rotate(degrees).translate(-8, -8);
  return turn.map(path);
}

// Three lines, or with `withColumns` two columns of them.
QPainterPath List(bool withColumns) {
  QPainterPath path;
  for (const double y : {4.0, 8.0, 12.0}) {
    path.addPolygon(iconLine({{2.6, y}, {withColumns ? 8.0 : 13.4, y}}));
    if (withColumns) path.addPolygon(iconLine({{10.4, y}, {13.4, y}}));
  }
  return path;
}

// The ring around a sign.
QPainterPath circle() {
  QPainterPath path;
  path.addEllipse(QPointF(8, 8), 6, 6);
  return path;
}

// A dot: a stroke so short that only its round ends are seen.
void addDot(QPainterPath* path, double x, double y) {
  path->addPolygon(iconLine({{x, y}, {x, y + 0.1}}));
}

QPainterPath question() {
  QPainterPath path = circle();
  path.moveTo(6, 6.4);
  path.cubicTo(6, 3.8, 10.2, 3.8, 10.2, 6.3);
  path.cubicTo(10.2, 7.8, 8, 7.8, 8, 9.4);
  addDot(&path, 8, 11.4);
  return path;
}

QPainterPath information() {
  QPainterPath path = circle();
  path.addPolygon(iconLine({{8, 7.4}, {8, 11.4}}));
  addDot(&path, 8, 4.8);
  return path;
}

QPainterPath caution() {
  QPainterPath path = iconLines(
      {iconLine({{8, 2.2}, {14.4, 13.4}, {1.6, 13.4}, {8, 2.2}}), iconLine({{8, 6.4}, {8, 9.6}})});
  addDot(&path, 8, 11.4);
  return path;
}

// A cross in a ring.
QPainterPath Trouble() {
  QPainterPath path = circle();
  path.addPolygon(iconLine({{5.8, 5.8}, {10.2, 10.2}}));
  path.addPolygon(iconLine({{10.2, 5.8}, {5.8, 10.2}}));
  return path;
}

// A circle that is struck out.
QPainterPath noColour() {
  QPainterPath path;
  path.addEllipse(QPointF(8, 8), 5.4, 5.4);
  path.addPolygon(iconLine({{4.3, 11.7}, {11.7, 4.3}}));
  return path;
}

// The strokes of an icon of dialogs; an empty path for other icons.
QPainterPath dialogShape(IconName name) {
  switch (name) {
    case IconName::kFolder:
      return folder(false);
    case IconName::kNewFolder:
      return folder(true);
    case IconName::kComputer:
      return iconLines({iconBox(2.4, 3, 13.6, 10.6), iconLine({{8, 10.6}, {8, 13}}),
                        iconLine({{5.2, 13}, {10.8, 13}})});
    case IconName::kHome:
      return iconLines({iconLine({{2.4, 8.2}, {8, 3}, {13.6, 8.2}}),
                        iconLine({{4, 7}, {4, 13.2}, {12, 13.2}, {12, 7}})});
    case IconName::kForward:
      return arrow(0);
    case IconName::kUp:
      return arrow(-90);
    case IconName::kBack:
      return arrow(180);
    case IconName::kList:
      return List(false);
    case IconName::kDetails:
      return List(true);
    case IconName::kQuestion:
      return question();
    case IconName::kInformation:
      return information();
    case IconName::kCaution:
      return caution();
    case IconName::kTrouble:
      return Trouble();
    case IconName::kNoColour:
      return noColour();
    default:
      return {};
  }
}

}  // namespace

// Signs have colours that say how serious they are; all else has that of secondary text.
std::optional<IconDrawing> drawDialogIcon(IconName name, const Theme& theme) {
  const QPainterPath shape = dialogShape(name);
  if (shape.isEmpty()) return std::nullopt;
  const bool isSign = name == IconName::kQuestion || name == IconName::kInformation;
  const QColor colour = isSign                       ? theme.accent
                        : name == IconName::kCaution ? theme.warning
                        : name == IconName::kTrouble ? theme.error
                                                     : theme.muted;
  return IconDrawing{{}, shape, colour, 1.1};
}

}  // namespace loopwright
