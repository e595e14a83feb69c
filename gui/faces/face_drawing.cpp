#include "gui/faces/face_drawing.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "gui/faces/block_faces.h"
#include "gui/faces/stroke_path.h"
#include "gui/theme/block_icons.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kCurvePen = 1.4;
constexpr QSizeF kCurveSize(36, 22);
constexpr double kIconSide = 36;
constexpr double kSmallest = 8;  // Font sizes in pixels: the least used,
constexpr double kReadable = 9;  // and the least for which a formula is shown at all.
constexpr double kFormula = 11;

// Sizes are in units of the diagram, in which the painter is scaled.
QFont sized(QFont font, double pixels) {
  font.setPixelSize(static_cast<int>(std::lround(pixels)));
  return font;
}

double textWidth(const QString& text, double pixels) {
  return QFontMetricsF(sized(diagramFont(10), pixels)).horizontalAdvance(text);
}

QColor faint(QColor colour) {
  colour.setAlphaF(0.45f);
  return colour;
}

QColor colourOf(const FaceStyle& style, FaceStroke::Colour colour) {
  switch (colour) {
    case FaceStroke::Colour::kInk:
      return style.ink;
    case FaceStroke::Colour::kMuted:
      return style.muted;
    case FaceStroke::Colour::kFaint:
      return faint(style.muted);
    case FaceStroke::Colour::kAccent:
      return style.accent;
  }
  return style.ink;
}

}  // namespace

bool FaceDrawing::fits(const QString& label, double width) {
  return textWidth(label, kReadable) <= width;
}

// Smaller letters first, then dots at the end, until it fits.
void FaceDrawing::text(const QRectF& area, const QString& label, double pixels,
                       const QColor& colour) const {
  while (pixels > kSmallest && textWidth(label, pixels) > area.width()) --pixels;
  const QFont font = sized(diagramFont(10), pixels);
  const QString shown = QFontMetricsF(font).elidedText(label, Qt::ElideRight, area.width());
  painter->setFont(font);
  painter->setPen(colour);
  painter->drawText(area.adjusted(-2, -4, 2, 4), Qt::AlignCenter, shown);
}

void FaceDrawing::text(const QString& label, double pixels) const {
  text(box.adjusted(4, 0, -4, 0), label, pixels, style.ink);
}

void FaceDrawing::title(const QRectF& area, const QString& label) const {
  painter->setFont(diagramFont(13, QFont::DemiBold));
  painter->setPen(style.ink);
  painter->drawText(area, Qt::AlignCenter, label);
}

void FaceDrawing::twoLines(const QString& first, const QString& second) const {
  const double middle = box.center().y();
  const double left = box.left() + 4;
  const double width = box.width() - 8;
  text({left, middle - kFormula - 3, width, kFormula + 3}, first, kFormula, style.ink);
  text({left, middle + 1, width, kFormula + 3}, second, kFormula, style.ink);
}

// The bar is as wide as the wider of the two.
void FaceDrawing::fraction(const QString& above, const QString& below) const {
  const double widest = std::max(textWidth(above, kFormula), textWidth(below, kFormula));
  const double bar = std::min(widest + 6, box.width() - 8);
  const double middle = box.center().y();
  const double height = kFormula + 3;
  const double left = box.center().x() - bar / 2;
  text({left, middle - height - 0.5, bar, height}, above, kFormula, style.ink);
  text({left, middle + 1.5, bar, height}, below, kFormula, style.ink);
  QPainterPath line({left, middle + 0.5});
  line.lineTo(left + bar, middle + 0.5);
  stroke(line, style.ink, 1);
}

// Both parts change to their short forms together: one in numbers over one in letters would make no
// sense.
void FaceDrawing::fraction(const QString& above, const QString& below, const QString& shortAbove,
                           const QString& shortBelow) const {
  const double width = box.width() - 12;
  const bool shown =
      !above.isEmpty() && !below.isEmpty() && fits(above, width) && fits(below, width);
  fraction(shown ? above : shortAbove, shown ? below : shortBelow);
}

// Written with ^ where there is no room to raise the exponent.
void FaceDrawing::power(const QString& base, const QString& exponent, double pixels) const {
  const double raised = std::max(kSmallest, pixels * 0.66);
  const double gap = 0.5;
  const double width = textWidth(base, pixels) + gap + textWidth(exponent, raised);
  if (width > box.width() - 6) return text(base + u'^' + exponent, kReadable);
  const double left = box.center().x() - width / 2;
  const double middle = box.center().y();
  const double split = left + textWidth(base, pixels);
  text({left, middle - pixels / 2, split - left + 1, pixels}, base, pixels, style.ink);
  text({split + gap, middle - pixels * 0.95, width - (split - left) + 1, pixels}, exponent, raised,
       style.ink);
}

void FaceDrawing::icon() const {
  const double side = std::min({box.width() - 12, box.height() - 12, kIconSide});
  const QRectF square(box.center() - QPointF(side, side) / 2, QSizeF(side, side));
  paintBlockIcon(painter, square, face.type, style.ink);
}

// Pictures grow with the block only a little, so that all blocks look drawn by one hand.
void FaceDrawing::centre(const QSizeF& size) const {
  const double scale =
      std::min({(box.width() - 8) / size.width(), (box.height() - 6) / size.height(), 1.25});
  painter->translate(box.center());
  painter->scale(scale, scale);
}

void FaceDrawing::stroke(const QPainterPath& path, const QColor& colour, double width) const {
  painter->setBrush(Qt::NoBrush);
  painter->setPen(QPen(colour, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter->drawPath(path);
}

// Pictures are given as paths in units of their own, and are scaled to the middle of the block.
void FaceDrawing::picture(const std::vector<FaceStroke>& strokes, const QSizeF& extent) const {
  painter->save();
  centre(extent);
  for (const FaceStroke& line : strokes) {
    const QPainterPath path = parseStrokePath(line.path);
    const QColor colour = colourOf(style, line.colour);
    if (line.fill > 0) {
      QColor inside = colour;
      inside.setAlphaF(static_cast<float>(line.fill));
      painter->fillPath(path, inside);
    }
    if (line.width > 0) stroke(path, colour, line.width);
  }
  painter->restore();
}

// The points fill the picture from the least to the greatest value; where zero lies between, it has
// an axis.
void FaceDrawing::function(const std::vector<QPointF>& points, bool stairs) const {
  const auto [low, high] = std::ranges::minmax_element(points, {}, &QPointF::y);
  const double bottom = low->y();
  const double height = high->y() - bottom;
  const double first = points.front().x();
  const double width = points.back().x() - first;
  const QSizeF size = kCurveSize - QSizeF(4, 4);
  const auto place = [&](QPointF point) {
    const double x = width > 0 ? (point.x() - first) / width - 0.5 : 0;
    const double y = height > 0 ? 0.5 - (point.y() - bottom) / height : 0;
    return QPointF(x * size.width(), y * size.height());
  };
  QPainterPath path(place(points.front()));
  for (size_t i = 1; i < points.size(); ++i) {
    const QPointF next = place(points[i]);
    if (stairs) path.lineTo(next.x(), path.currentPosition().y());
    path.lineTo(next);
  }
  QPainterPath axes;
  if (bottom < 0 && bottom + height > 0) {
    const double zero = place({first, 0}).y();
    axes.moveTo(-size.width() / 2, zero);
    axes.lineTo(size.width() / 2, zero);
  }
  painter->save();
  centre(kCurveSize);
  stroke(axes, faint(style.muted), 0.8);
  stroke(path, style.ink, kCurvePen);
  painter->restore();
}

// Zero belongs to the picture always, as stems stand on it.
void FaceDrawing::stems(const std::vector<double>& values) const {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const double bottom = std::min(*low, 0.0);
  const double height = std::max(*high, 0.0) - bottom;
  const QSizeF size = kCurveSize - QSizeF(4, 4);
  const auto y = [&](double value) { return (0.5 - (value - bottom) / height) * size.height(); };
  const double step = size.width() / static_cast<double>(values.size());
  QPainterPath lines;
  QPainterPath dots;
  double x = (step - size.width()) / 2;
  for (const double value : values) {
    lines.moveTo(x, y(0));
    lines.lineTo(x, y(value));
    dots.addEllipse(QPointF(x, y(value)), 1.6, 1.6);
    x += step;
  }
  QPainterPath axis({-size.width() / 2, y(0)});
  axis.lineTo(size.width() / 2, y(0));
  painter->save();
  centre(kCurveSize);
  stroke(axis, faint(style.muted), 0.8);
  stroke(lines, style.ink, 1.2);
  painter->fillPath(dots, style.ink);
  painter->restore();
}

}  // namespace loopwright
