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

// The icons of a run: start, pause, stop and single steps.
IconDrawing drawRunIcon(IconName name, const Theme& theme) {
  IconDrawing drawing{{}, {}, theme.ink, 1.4};
  switch (name) {
    case IconName::kRun:
      drawing.filled = triangle({4, 2.6}, {13.4, 8}, {4, 13.4});
      drawing.colour = theme.good;
      break;
    case IconName::kPause:
      drawing.stroked =
          iconLines({iconLine({{5, 3.4}, {5, 12.6}}), iconLine({{11, 3.4}, {11, 12.6}})});
      drawing.width = 2.6;
      break;
    case IconName::kStop:
      drawing.filled.addRoundedRect(QRectF(3.4, 3.4, 9.2, 9.2), 1, 1);
      break;
    case IconName::kStepForward:
      drawing.filled = triangle({3.4, 3.6}, {9.6, 8}, {3.4, 12.4});
      drawing.stroked = iconLines({iconLine({{12.4, 3.4}, {12.4, 12.6}})});
      drawing.width = 2;
      break;
    case IconName::kStepToUpdate:
      drawing.filled = triangle({2, 3.6}, {8.2, 8}, {2, 12.4});
      drawing.stroked =
          iconLines({iconLine({{10.6, 3.4}, {10.6, 12.6}}), iconLine({{14, 3.4}, {14, 12.6}})});
      drawing.width = 2;
      break;
    case IconName::kStepBackToUpdate:
      drawing.filled = triangle({14, 3.6}, {7.8, 8}, {14, 12.4});
      drawing.stroked =
          iconLines({iconLine({{5.4, 3.4}, {5.4, 12.6}}), iconLine({{2, 3.4}, {2, 12.6}})});
      drawing.width = 2;
      break;
    case IconName::kStepBack:
      drawing.filled = triangle({12.6, 3.6}, {6.4, 8}, {12.6, 12.4});
      drawing.stroked = iconLines({iconLine({{3.6, 3.4}, {3.6, 12.6}})});
      drawing.width = 2;
      break;
    default:
      break;
  }
  return drawing;
}

// The small icons of titles and fields, in the colour of secondary text.
IconDrawing drawDockIcon(IconName name, const Theme& theme) {
  IconDrawing drawing{{}, {}, theme.muted, 1.3};
  switch (name) {
    case IconName::kFloat:
      drawing.stroked = iconLines(
          {iconBox(6, 3.4, 12.6, 10), iconLine({{3.4, 6}, {3.4, 12.6}, {10, 12.6}, {10, 12.6}})});
      break;
    case IconName::kDock:
      drawing.stroked =
          iconLines({iconBox(2.6, 3.4, 13.4, 12.6), iconLine({{6.4, 3.4}, {6.4, 12.6}})});
      break;
    case IconName::kClose:
      drawing.stroked =
          iconLines({iconLine({{4.2, 4.2}, {11.8, 11.8}}), iconLine({{11.8, 4.2}, {4.2, 11.8}})});
      break;
    case IconName::kReset:
      drawing.stroked.arcMoveTo(QRectF(3.4, 3.4, 9.2, 9.2), 150);
      drawing.stroked.arcTo(QRectF(3.4, 3.4, 9.2, 9.2), 150, -290);
      drawing.stroked.addPolygon(iconLine({{3.2, 2.6}, {3.9, 6}, {7.2, 5.2}}));
      break;
    case IconName::kTable:
      drawing.stroked =
          iconLines({iconBox(2.6, 3.4, 13.4, 12.6), iconLine({{2.6, 6.5}, {13.4, 6.5}}),
                     iconLine({{2.6, 9.5}, {13.4, 9.5}}), iconLine({{6.6, 3.4}, {6.6, 12.6}})});
      drawing.width = 1;
      break;
    case IconName::kMore:
      drawing.stroked =
          iconLines({iconLine({{8, 4.4}, {8, 11.6}}), iconLine({{4.4, 8}, {11.6, 8}})});
      break;
    case IconName::kPin:
      drawing.filled.addEllipse(QPointF(10, 6), 3.2, 3.2);
      drawing.stroked = iconLines({iconLine({{10, 6}, {3.6, 12.4}})});
      break;
    default:
      break;
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
  IconDrawing drawing{{}, {}, theme.ink, 1.4};
  switch (name) {
    case IconName::kFit:
      drawing.stroked = iconLines({iconLine({{2.6, 6}, {2.6, 2.6}, {6, 2.6}}),
                                   iconLine({{10, 2.6}, {13.4, 2.6}, {13.4, 6}}),
                                   iconLine({{13.4, 10}, {13.4, 13.4}, {10, 13.4}}),
                                   iconLine({{6, 13.4}, {2.6, 13.4}, {2.6, 10}})});
      break;
    case IconName::kFollow:
      drawing.stroked =
          iconLines({iconLine({{2.4, 8}, {10, 8}}), iconLine({{7, 4.8}, {10.2, 8}, {7, 11.2}}),
                     iconLine({{13, 3}, {13, 13}})});
      break;
    case IconName::kCursors:
      drawing.stroked =
          iconLines({iconLine({{5, 2.4}, {5, 13.6}}), iconLine({{11, 2.4}, {11, 13.6}}),
                     iconLine({{1.6, 10}, {5, 6.6}, {11, 9}, {14.4, 5.4}})});
      break;
    case IconName::kMeasures:
      drawing.stroked =
          iconLines({iconLine({{2.4, 10.8}, {10.8, 2.4}, {13.6, 5.2}, {5.2, 13.6}, {2.4, 10.8}}),
                     iconLine({{5.2, 8}, {6.6, 9.4}}), iconLine({{8, 5.2}, {9.4, 6.6}})});
      break;
    case IconName::kZoomIn:
    case IconName::kZoomOut:
      drawing.stroked = lens(name == IconName::kZoomIn);
      break;
    default:
      return {};
  }
  return drawing;
}

// What an icon is made of; groups of icons have functions of their own. The last resort are the
// icons of a run, as every other name is above.
IconDrawing Draw(IconName name, const Theme& theme) {
  if (const auto panel = drawPanelIcon(name, theme)) return *panel;
  if (const auto dialog = drawDialogIcon(name, theme)) return *dialog;
  if (const auto view = drawViewIcon(name, theme)) return *view;
  IconDrawing drawing{{}, {}, theme.ink, 1.4};
  switch (name) {
    case IconName::kNew:
      drawing.stroked = iconLines({iconLine({{9, 2.2},
                                             {3.6, 2.2},
                                             {3.6, 13.8},
                                             {12.4, 13.8},
                                             {12.4, 5.6},
                                             {9, 2.2},
                                             {9, 5.6},
                                             {12.4, 5.6}})});
      break;
    case IconName::kOpen:
      drawing.stroked = iconLines(
          {iconLine({{2.2, 12.8}, {2.2, 3.4}, {6, 3.4}, {7.6, 5.2}, {12.6, 5.2}, {12.6, 7.4}}),
           iconLine({{2.2, 12.8}, {4.4, 7.4}, {14.4, 7.4}, {12.4, 12.8}, {2.2, 12.8}})});
      break;
    case IconName::kSave:
      drawing.stroked = iconLines(
          {iconLine({{2.6, 2.6}, {11, 2.6}, {13.4, 5}, {13.4, 13.4}, {2.6, 13.4}, {2.6, 2.6}}),
           iconLine({{5, 2.6}, {5, 5.8}, {10, 5.8}, {10, 2.6}}),
           iconLine({{5, 13.4}, {5, 9}, {11, 9}, {11, 13.4}})});
      break;
    case IconName::kUndo:
    case IconName::kRedo:
      drawing.stroked = turnArrow(name == IconName::kRedo);
      break;
    case IconName::kExport:
      drawing.stroked =
          iconLines({iconLine({{8, 10}, {8, 2.4}}), iconLine({{5, 5.2}, {8, 2.4}, {11, 5.2}}),
                     iconLine({{3, 8.6}, {3, 13.4}, {13, 13.4}, {13, 8.6}})});
      break;
    case IconName::kFloat:
    case IconName::kDock:
    case IconName::kClose:
    case IconName::kReset:
    case IconName::kTable:
    case IconName::kPin:
    case IconName::kMore:
      return drawDockIcon(name, theme);
    case IconName::kError:
    case IconName::kWarning:
    case IconName::kGood:
      return drawSign(name, theme);
    default:
      return drawRunIcon(name, theme);
  }
  return drawing;
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
