#include "gui/theme/icon_drawing.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

// Four blocks of a palette.
QPainterPath Blocks() {
  QPainterPath path;
  for (const double x : {2.6, 9.0}) {
    for (const double y : {2.6, 9.0}) path.addRoundedRect(QRectF(x, y, 4.4, 4.4), 0.8, 0.8);
  }
  return path;
}

// For the history: what was done when.
QPainterPath Clock() {
  QPainterPath path;
  path.addEllipse(QPointF(8, 8), 5.4, 5.4);
  path.addPolygon(iconLine({{8, 4.8}, {8, 8}, {10.4, 9.4}}));
  return path;
}

// A magnifying glass.
QPainterPath lens() {
  QPainterPath path;
  path.addEllipse(QPointF(7, 7), 4.2, 4.2);
  path.addPolygon(iconLine({{10.2, 10.2}, {13.5, 13.5}}));
  return path;
}

// A block with its ports.
QPainterPath Block() {
  QPainterPath path;
  path.addRoundedRect(QRectF(4, 4, 8, 8), 1, 1);
  path.addPolygon(iconLine({{1.6, 8}, {4, 8}}));
  path.addPolygon(iconLine({{12, 8}, {14.4, 8}}));
  return path;
}

// Sliders.
QPainterPath Settings() {
  QPainterPath path =
      iconLines({iconLine({{2.4, 4}, {8.2, 4}}), iconLine({{11.4, 4}, {13.6, 4}}),
                 iconLine({{2.4, 8}, {3.6, 8}}), iconLine({{6.8, 8}, {13.6, 8}}),
                 iconLine({{2.4, 12}, {8.2, 12}}), iconLine({{11.4, 12}, {13.6, 12}})});
  for (const QPointF knob : {QPointF(9.8, 4), QPointF(5.2, 8), QPointF(9.8, 12)}) {
    path.addEllipse(knob, 1.6, 1.6);
  }
  return path;
}

// Axes with a curve.
QPainterPath plot() {
  QPainterPath path(QPointF(2.6, 2.6));
  path.lineTo(2.6, 13.4);
  path.lineTo(13.6, 13.4);
  path.moveTo(4.4, 10.8);
  path.cubicTo(7, 10.6, 7.2, 4.2, 9, 4.2);
  path.cubicTo(10.8, 4.2, 11, 7.4, 13.4, 7.2);
  return path;
}

// Three signals, one below the other.
QPainterPath signalLines() {
  QPainterPath path =
      iconLines({iconLine({{2.6, 8.6}, {6, 8.6}, {6, 6.8}, {10, 6.8}, {10, 8.6}, {13.4, 8.6}}),
                 iconLine({{2.6, 13}, {13.4, 11.2}})});
  path.moveTo(2.6, 3.6);
  path.cubicTo(6, 0.8, 10, 6.4, 13.4, 3.6);
  return path;
}

// Paths that spread from one point.
QPainterPath fan() {
  QPainterPath path;
  for (const double end : {2.8, 6.2, 9.8, 13.2}) {
    path.moveTo(2.4, 8);
    path.cubicTo(6, 8, 8, end, 13.6, end);
  }
  return path;
}

// A gain that falls with frequency, and the mark of a pole.
QPainterPath response() {
  QPainterPath path =
      iconLines({iconLine({{2.6, 2.6}, {2.6, 13.4}, {13.6, 13.4}}),
                 iconLine({{10.6, 3.4}, {13.2, 6}}), iconLine({{13.2, 3.4}, {10.6, 6}})});
  path.moveTo(4.4, 5.4);
  path.cubicTo(7.4, 5.4, 7.8, 5.8, 9, 8);
  path.lineTo(11.2, 11.4);
  return path;
}

// A list whose rows begin with the sign for a run.
QPainterPath keptRuns() {
  QPainterPath path;
  for (const double y : {4.4, 11.6}) {
    path.addPolygon(iconLine({{2.8, y - 2}, {6, y}, {2.8, y + 2}, {2.8, y - 2}}));
    path.addPolygon(iconLine({{8.4, y}, {13.4, y}}));
  }
  return path;
}

// A block under a magnifying glass.
QPainterPath inspector() {
  QPainterPath path = iconLines({iconLine({{6, 11.4}, {2.8, 11.4}, {2.8, 3}, {12, 3}, {12, 5}})});
  path.addEllipse(QPointF(9.4, 9), 3.2, 3.2);
  path.addPolygon(iconLine({{11.8, 11.4}, {14, 13.6}}));
  return path;
}

// An exclamation mark in a ring.
QPainterPath Problems() {
  QPainterPath path;
  path.addEllipse(QPointF(8, 8), 5.4, 5.4);
  path.addPolygon(iconLine({{8, 4.8}, {8, 8.8}}));
  path.addPolygon(iconLine({{8, 11}, {8, 11.2}}));
  return path;
}

// The strokes of a panel's icon; an empty path for other icons.
QPainterPath panelShape(IconName name) {
  switch (name) {
    case IconName::kPanelBlocks:
      return Blocks();
    case IconName::kPanelOutline:
      // A tree of three lines.
      return iconLines({iconLine({{2.6, 3.6}, {9.4, 3.6}}), iconLine({{6.6, 8}, {13.4, 8}}),
                        iconLine({{6.6, 12.4}, {13.4, 12.4}}), iconLine({{3.8, 5.4}, {3.8, 12.4}}),
                        iconLine({{3.8, 8}, {5, 8}}), iconLine({{3.8, 12.4}, {5, 12.4}})});
    case IconName::kPanelHistory:
      return Clock();
    case IconName::kPanelFind:
      return lens();
    case IconName::kPanelBlock:
      return Block();
    case IconName::kPanelParameters:
      // Braces about an equals sign.
      return iconLines(
          {iconLine({{5, 2.8}, {3.6, 2.8}, {3.6, 7}, {2.4, 8}, {3.6, 9}, {3.6, 13.2}, {5, 13.2}}),
           iconLine(
               {{11, 2.8}, {12.4, 2.8}, {12.4, 7}, {13.6, 8}, {12.4, 9}, {12.4, 13.2}, {11, 13.2}}),
           iconLine({{6.4, 6.8}, {9.6, 6.8}}), iconLine({{6.4, 9.4}, {9.6, 9.4}})});
    case IconName::kPanelSettings:
      return Settings();
    case IconName::kPanelMinimap:
      return iconLines({iconBox(2.4, 3, 13.6, 13), iconBox(7.6, 8, 12, 11.4)});
    case IconName::kPanelPlots:
      return plot();
    case IconName::kPanelSignals:
      return signalLines();
    case IconName::kPanelAnalysis:
      return response();
    case IconName::kPanelStudy:
      return fan();
    case IconName::kPanelRuns:
      return keptRuns();
    case IconName::kPanelInspector:
      return inspector();
    case IconName::kPanelTimeline:
      // Boxes in three lanes, one after the other.
      return iconLines(
          {iconBox(2.4, 2.8, 6, 5), iconBox(6, 6.9, 9.6, 9.1), iconBox(9.6, 11, 13.6, 13.2)});
    case IconName::kPanelProblems:
      return Problems();
    case IconName::kUnfold:
      // A panel beside a canvas, with an arrow into it.
      return iconLines({iconBox(2.4, 3, 13.6, 13), iconLine({{6.4, 3}, {6.4, 13}}),
                        iconLine({{9, 6}, {11, 8}, {9, 10}})});
    default:
      return {};
  }
}

}  // namespace

// All of them are strokes in the colour of text.
std::optional<IconDrawing> drawPanelIcon(IconName name, const Theme& theme) {
  const QPainterPath shape = panelShape(name);
  if (shape.isEmpty()) return std::nullopt;
  return IconDrawing{{}, shape, theme.ink, 1.2};
}

}  // namespace loopwright
