#include "gui/theme/icons.h"

#include <QPainter>
#include <QPainterPath>
#include <initializer_list>

#include "gui/theme/icon_drawing.h"
#include "gui/theme/painted_icon_engine.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kIconGrid = 16;

// A closed triangle.
QPainterPath triangle(QPointF a, QPointF b, QPointF c) {
  QPainterPath path(a);
  path.lineTo(b);
  path.lineTo(c);
  path.closeSubpath();
  return path;
}

// A curved arrow; mirrored for redo.
QPainterPath turnArrow(bool forward) {
  QPainterPath path;
  path.moveTo(4, 6.5);
  path.lineTo(9.5, 6.5);
  path.arcTo(QRectF(6, 6.5, 7, 6.5), 90, -180);
  path.lineTo(6, 13);
  path.addPolygon(iconLine({{6.8, 3.6}, {3.6, 6.5}, {6.8, 9.4}}));
  if (!forward) return path;
  return QTransform(-1, 0, 0, 1, kIconGrid, 0).map(path);
}

// A magnifying glass with a minus in it, or a plus.
QPainterPath lens(bool plus) {
  QPainterPath path;
  path.addEllipse(QPointF(7, 7), 4.2, 4.2);
  path.addPolygon(iconLine({{10.2, 10.2}, {13.5, 13.5}}));
  path.addPolygon(iconLine({{5, 7}, {9, 7}}));
  if (plus) path.addPolygon(iconLine({{7, 5}, {7, 9}}));
  return path;
}

// Upright lines, beside the triangles of steps for instance.
QPainterPath bars(std::initializer_list<double> places) {
  QPainterPath path;
  for (const double x : places) path.addPolygon(iconLine({{x, 3.4}, {x, 12.6}}));
  return path;
}

// An icon of strokes alone.
IconDrawing strokes(std::initializer_list<QPolygonF> lines, const QColor& colour, double width) {
  return {{}, iconLines(lines), colour, width};
}

// The icons of a run: start, pause, stop and single steps.
IconDrawing drawRunIcon(IconName name, const Theme& theme) {
  QPainterPath square;
  switch (name) {
    case IconName::kRun:
      return {triangle({4, 2.6}, {13.4, 8}, {4, 13.4}), {}, theme.good, 1.4};
    case IconName::kPause:
      return {{}, bars({5, 11}), theme.ink, 2.6};
    case IconName::kStop:
      square.addRoundedRect(QRectF(3.4, 3.4, 9.2, 9.2), 1, 1);
      return {square, {}, theme.ink, 1.4};
    case IconName::kStepForward:
      return {triangle({3.4, 3.6}, {9.6, 8}, {3.4, 12.4}), bars({12.4}), theme.ink, 2};
    case IconName::kStepToUpdate:
      return {triangle({2, 3.6}, {8.2, 8}, {2, 12.4}), bars({10.6, 14}), theme.ink, 2};
    case IconName::kStepBackToUpdate:
      return {triangle({14, 3.6}, {7.8, 8}, {14, 12.4}), bars({5.4, 2}), theme.ink, 2};
    case IconName::kStepBack:
      return {triangle({12.6, 3.6}, {6.4, 8}, {12.6, 12.4}), bars({3.6}), theme.ink, 2};
    default:
      return {{}, {}, theme.ink, 1.4};
  }
}

// The small icons of titles and fields, in the colour of secondary text; nothing for others.
std::optional<IconDrawing> drawDockIcon(IconName name, const Theme& theme) {
  IconDrawing drawing{{}, {}, theme.muted, 1.3};
  switch (name) {
    case IconName::kFloat:
      return strokes(
          {iconBox(6, 3.4, 12.6, 10), iconLine({{3.4, 6}, {3.4, 12.6}, {10, 12.6}, {10, 12.6}})},
          theme.muted, 1.3);
    case IconName::kDock:
      return strokes({iconBox(2.6, 3.4, 13.4, 12.6), iconLine({{6.4, 3.4}, {6.4, 12.6}})},
                     theme.muted, 1.3);
    case IconName::kClose:
      return strokes({iconLine({{4.2, 4.2}, {11.8, 11.8}}), iconLine({{11.8, 4.2}, {4.2, 11.8}})},
                     theme.muted, 1.3);
    case IconName::kReset:
      drawing.stroked.arcMoveTo(QRectF(3.4, 3.4, 9.2, 9.2), 150);
      drawing.stroked.arcTo(QRectF(3.4, 3.4, 9.2, 9.2), 150, -290);
      drawing.stroked.addPolygon(iconLine({{3.2, 2.6}, {3.9, 6}, {7.2, 5.2}}));
      break;
    case IconName::kTable:
      return strokes({iconBox(2.6, 3.4, 13.4, 12.6), iconLine({{2.6, 6.5}, {13.4, 6.5}}),
                      iconLine({{2.6, 9.5}, {13.4, 9.5}}), iconLine({{6.6, 3.4}, {6.6, 12.6}})},
                     theme.muted, 1);
    case IconName::kMore:
      return strokes({iconLine({{8, 4.4}, {8, 11.6}}), iconLine({{4.4, 8}, {11.6, 8}})},
                     theme.muted, 1.3);
    case IconName::kPin:
      drawing.filled.addEllipse(QPointF(10, 6), 3.2, 3.2);
      drawing.stroked = iconLines({iconLine({{10, 6}, {3.6, 12.4}})});
      break;
    default:
      return {};
  }
  return drawing;
}

// The signs of the status bar: a dot, red or green, or a triangle for warnings.
IconDrawing drawSign(IconName name, const Theme& theme) {
  IconDrawing drawing{{}, {}, theme.error, 1.4};
  drawing.filled.addEllipse(QPointF(8, 8), 5, 5);
  if (name == IconName::kGood) drawing.colour = theme.good;
  if (name == IconName::kWarning) {
    drawing.colour = theme.warning;
    drawing.filled = triangle({8, 2.8}, {14, 13}, {2, 13});
  }
  return drawing;
}

// How a canvas or a plot is looked at, and what is read off it. Nothing for other icons.
std::optional<IconDrawing> drawViewIcon(IconName name, const Theme& theme) {
  switch (name) {
    case IconName::kFit:
      return strokes({iconLine({{2.6, 6}, {2.6, 2.6}, {6, 2.6}}),
                      iconLine({{10, 2.6}, {13.4, 2.6}, {13.4, 6}}),
                      iconLine({{13.4, 10}, {13.4, 13.4}, {10, 13.4}}),
                      iconLine({{6, 13.4}, {2.6, 13.4}, {2.6, 10}})},
                     theme.ink, 1.4);
    case IconName::kFollow:
      return strokes({iconLine({{2.4, 8}, {10, 8}}), iconLine({{7, 4.8}, {10.2, 8}, {7, 11.2}}),
                      iconLine({{13, 3}, {13, 13}})},
                     theme.ink, 1.4);
    case IconName::kCursors:
      return strokes({iconLine({{5, 2.4}, {5, 13.6}}), iconLine({{11, 2.4}, {11, 13.6}}),
                      iconLine({{1.6, 10}, {5, 6.6}, {11, 9}, {14.4, 5.4}})},
                     theme.ink, 1.4);
    case IconName::kMeasures:
      return strokes({iconLine({{2.4, 10.8}, {10.8, 2.4}, {13.6, 5.2}, {5.2, 13.6}, {2.4, 10.8}}),
                      iconLine({{5.2, 8}, {6.6, 9.4}}), iconLine({{8, 5.2}, {9.4, 6.6}})},
                     theme.ink, 1.4);
    case IconName::kZoomIn:
    case IconName::kZoomOut:
      return IconDrawing{{}, lens(name == IconName::kZoomIn), theme.ink, 1.4};
    default:
      return {};
  }
}

// What an icon is made of; groups of icons have functions of their own. The last resort are the
// icons of a run, as every other name is above.
IconDrawing Draw(IconName name, const Theme& theme) {
  if (const auto panel = drawPanelIcon(name, theme)) return *panel;
  if (const auto dialog = drawDialogIcon(name, theme)) return *dialog;
  if (const auto view = drawViewIcon(name, theme)) return *view;
  if (const auto dock = drawDockIcon(name, theme)) return *dock;
  switch (name) {
    case IconName::kNew:
      return strokes({iconLine({{9, 2.2},
                                {3.6, 2.2},
                                {3.6, 13.8},
                                {12.4, 13.8},
                                {12.4, 5.6},
                                {9, 2.2},
                                {9, 5.6},
                                {12.4, 5.6}})},
                     theme.ink, 1.4);
    case IconName::kOpen:
      return strokes(
          {iconLine({{2.2, 12.8}, {2.2, 3.4}, {6, 3.4}, {7.6, 5.2}, {12.6, 5.2}, {12.6, 7.4}}),
           iconLine({{2.2, 12.8}, {4.4, 7.4}, {14.4, 7.4}, {12.4, 12.8}, {2.2, 12.8}})},
          theme.ink, 1.4);
    case IconName::kSave:
      return strokes(
          {iconLine({{2.6, 2.6}, {11, 2.6}, {13.4, 5}, {13.4, 13.4}, {2.6, 13.4}, {2.6, 2.6}}),
           iconLine({{5, 2.6}, {5, 5.8}, {10, 5.8}, {10, 2.6}}),
           iconLine({{5, 13.4}, {5, 9}, {11, 9}, {11, 13.4}})},
          theme.ink, 1.4);
    case IconName::kUndo:
    case IconName::kRedo:
      return {{}, turnArrow(name == IconName::kRedo), theme.ink, 1.4};
    case IconName::kExport:
      return strokes({iconLine({{8, 10}, {8, 2.4}}), iconLine({{5, 5.2}, {8, 2.4}, {11, 5.2}}),
                      iconLine({{3, 8.6}, {3, 13.4}, {13, 13.4}, {13, 8.6}})},
                     theme.ink, 1.4);
    case IconName::kError:
    case IconName::kWarning:
    case IconName::kGood:
      return drawSign(name, theme);
    default:
      return drawRunIcon(name, theme);
  }
}

// Draws an icon in the colours of the theme that is in use when it is painted.
class ThemeIconEngine : public PaintedIconEngine {
 public:
  explicit ThemeIconEngine(IconName name) : name_(name) {}

  // Scales the grid of 16 to the icon's size; a disabled one is drawn faintly.
  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    const IconDrawing drawing = Draw(name_, Theme::current());
    const double scale = std::min(rect.width(), rect.height()) / kIconGrid;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->translate(rect.center() + QPointF(0.5, 0.5));
    painter->scale(scale, scale);
    painter->translate(-kIconGrid / 2, -kIconGrid / 2);
    if (mode == QIcon::Disabled) painter->setOpacity(0.35);
    painter->setPen(Qt::NoPen);
    painter->setBrush(drawing.colour);
    painter->drawPath(drawing.filled);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(
        QPen(drawing.colour, drawing.width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->drawPath(drawing.stroked);
    painter->restore();
  }

  QIconEngine* clone() const override { return new ThemeIconEngine(name_); }

 private:
  IconName name_;
};

}  // namespace

// An open line through its corners, on the grid of 16.
QPolygonF iconLine(std::initializer_list<QPointF> corners) {
  return QPolygonF(QList<QPointF>(corners));
}

// A closed line: the first corner comes again at the end.
QPolygonF iconBox(double left, double top, double right, double bottom) {
  return iconLine({{left, top}, {right, top}, {right, bottom}, {left, bottom}, {left, top}});
}

// Lines that do not hang together, as one path.
QPainterPath iconLines(std::initializer_list<QPolygonF> lines) {
  QPainterPath path;
  for (const QPolygonF& line : lines) path.addPolygon(line);
  return path;
}

QIcon makeIcon(IconName name) { return QIcon(new ThemeIconEngine(name)); }

}  // namespace loopwright
