#include "gui/plots/readout_overlay.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "gui/document/qt_text.h"
#include "gui/plots/cursor_lines.h"
#include "gui/plots/plot_widget.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kMaxLines = 8;
constexpr int kReadoutLineHeight = 17;
constexpr double kReadoutPadding = 9;

}  // namespace

QString formatReadout(double value, int digits) {
  return QString::number(value, 'g', digits).replace(u'-', QChar(0x2212));
}

QString formatFixed(double value, int decimals) {
  return QString::number(value, 'f', decimals).replace(u'-', QChar(0x2212));
}

// As many decimals as two digits of the uncertainty need: 3.14159 ± 0.023 is shown as "3.142" and
// "0.023". Where that would be more than nine decimals, both are written as other readouts are. The
// minus sign is the typographic one, as wide as a plus.
std::pair<QString, QString> formatUncertain(double value, double halfWidth) {
  constexpr int kMostDecimals = 9;  // beyond, powers of ten are shorter
  const int decimals = halfWidth > 0 && std::isfinite(halfWidth)
                           ? std::max(0, 1 - static_cast<int>(std::floor(std::log10(halfWidth))))
                           : kMostDecimals + 1;
  if (decimals > kMostDecimals) return {formatReadout(value), formatReadout(halfWidth)};
  return {formatFixed(value, decimals), QString::number(halfWidth, 'f', decimals)};
}

// Transparent for the mouse, so the plot below gets every event.
ReadoutOverlay::ReadoutOverlay(PlotWidget* plot) : QWidget(plot), plot_(plot) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setAttribute(Qt::WA_NoSystemBackground);
}

void ReadoutOverlay::setPointer(std::optional<QPoint> pointer) {
  pointer_ = pointer;
  update();
}

void ReadoutOverlay::setZoomArea(std::optional<QRect> area) {
  zoomArea_ = area;
  update();
}

// Cursors always; then the rectangle or the read-out, which are never wanted together.
void ReadoutOverlay::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  paintCursors(&painter, *plot_);
  if (zoomArea_) {
    QColor fill = Theme::current().accent;
    fill.setAlphaF(0.12f);
    painter.setPen(QPen(Theme::current().accent, 1));
    painter.setBrush(fill);
    painter.drawRect(QRectF(*zoomArea_).adjusted(0.5, 0.5, -0.5, -0.5));
  } else if (pointer_) {
    paintReadout(&painter, *pointer_);
  }
}

// ○ value ● value, or the value alone. Draws if `painter` is given; returns the width.
double ReadoutOverlay::writeValues(QPainter* painter, QPointF base, const Line& line) {
  const QFontMetricsF metrics(secondaryFont());
  const double radius = 3.4;
  double width = 0;
  const auto write = [&](bool filled, bool circle, double value) {
    if (circle) {
      if (painter) {
        const QPointF centre(base.x() + width + radius, base.y() - 0.35 * metrics.ascent());
        painter->setPen(QPen(Theme::current().bubbleText, 1.3));
        painter->setBrush(filled ? QBrush(Theme::current().bubbleText) : QBrush(Qt::NoBrush));
        painter->drawEllipse(centre, radius, radius);
      }
      width += 2 * radius + 5;
    }
    const bool isLast = filled || !line.both;
    const QString text = withUnit(formatReadout(value), isLast ? line.unit : QString());
    if (painter) {
      painter->setPen(Theme::current().bubbleText);
      painter->drawText(base + QPointF(width, 0), text);
    }
    width += metrics.horizontalAdvance(text);
  };
  write(false, line.both, line.point.before);
  if (line.both) {
    width += 10;
    write(true, true, line.point.after);
  }
  return width;
}

// A few lines at most; a bubble with more would cover the curves.
std::vector<ReadoutOverlay::Line> ReadoutOverlay::linesAt(double time, bool isUpdate) const {
  std::vector<Line> lines;
  for (int i = 0; i < plot_->curveCount(); ++i) {
    const auto point = plot_->valueAtTime(i, time);
    if (!plot_->isCurveShown(i) || !point || static_cast<int>(lines.size()) == kMaxLines) continue;
    const bool both = isUpdate && (plot_->isHeld(i) || point->before != point->after);
    const CurveSetting& curve = plot_->content().curves[size_t(i)];
    lines.push_back({plot_->curveColour(i), curve.name, curve.unit, *point, both});
  }
  return lines;
}

// The pointer snaps to an update that is near, where both values are shown. The bubble stands at
// the right of the line where there is room, else at its left, and stays within the plot.
void ReadoutOverlay::paintReadout(QPainter* painter, const QPoint& pointer) {
  const QRect rect = plot_->plotArea();
  if (!rect.contains(pointer)) return;
  const auto update = plot_->updateNear(plot_->pixelToTime(pointer.x()));
  const double time = update.value_or(plot_->pixelToTime(pointer.x()));
  const std::vector<Line> lines = linesAt(time, update.has_value());
  if (lines.empty()) return;

  const double x = plot_->timeToPixel(time);
  QColor cursor = Theme::current().muted;
  cursor.setAlphaF(0.7f);
  painter->setPen(QPen(cursor, 1));
  painter->drawLine(QPointF(x, rect.top()), QPointF(x, rect.bottom()));
  painter->setPen(Qt::NoPen);
  for (int i = 0; i < plot_->curveCount(); ++i) {
    const auto point = plot_->valueAtTime(i, time);
    if (!plot_->isCurveShown(i) || !point) continue;
    if (update && (plot_->isHeld(i) || point->before != point->after)) continue;
    const QPointF place = plot_->place(i, time, point->after);
    painter->setBrush(plot_->curveColour(i));
    if (place.y() >= rect.top() && place.y() <= rect.bottom()) painter->drawEllipse(place, 3, 3);
  }

  const QFontMetricsF metrics(secondaryFont());
  double nameWidth = metrics.horizontalAdvance(QStringLiteral("t"));
  double valueWidth = metrics.horizontalAdvance(formatReadout(time)) + 14;
  for (const Line& line : lines) {
    nameWidth = std::max(nameWidth, metrics.horizontalAdvance(line.name));
    valueWidth = std::max(valueWidth, writeValues(nullptr, {}, line));
  }
  QRectF bubble(0, 0, nameWidth + valueWidth + 14 + 12 + 2 * kReadoutPadding,
                scaled(kReadoutLineHeight) * double(lines.size() + 1) + kReadoutPadding);
  bubble.moveTopLeft(QPointF(x + 12, pointer.y() - bubble.height() - 8));
  if (bubble.right() > width() - 4) bubble.moveRight(x - 12);
  bubble.moveTop(std::clamp(bubble.top(), 2.0, std::max(2.0, height() - bubble.height() - 2)));
  paintBubble(painter, bubble, nameWidth, time, lines);
}

// The time first, then a line for each curve with a mark in its colour.
void ReadoutOverlay::paintBubble(QPainter* painter, const QRectF& bubble, double nameWidth,
                                 double time, const std::vector<Line>& lines) const {
  const QFontMetricsF metrics(secondaryFont());
  painter->setBrush(Theme::current().bubble);
  painter->setPen(Qt::NoPen);
  painter->drawRoundedRect(bubble, 5, 5);
  painter->setFont(secondaryFont());
  QColor soft = Theme::current().bubbleText;
  soft.setAlphaF(0.7f);
  const double left = bubble.left() + kReadoutPadding;
  const double values = left + 14 + nameWidth + 12;
  double base = bubble.top() + kReadoutPadding / 2 + 0.5 * scaled(kReadoutLineHeight) +
                0.36 * metrics.ascent();
  painter->setPen(soft);
  painter->drawText(QPointF(left + 14, base), QStringLiteral("t"));
  painter->drawText(QPointF(values, base), formatReadout(time) + QStringLiteral(" s"));
  for (const Line& line : lines) {
    base += scaled(kReadoutLineHeight);
    // Ink is too dark for the bubble: a continuous curve's mark is the bubble's own text colour.
    const bool dark = line.colour.lightness() < 70;
    painter->setPen(QPen(dark ? soft : line.colour, 2));
    painter->drawLine(QPointF(left, base - 4), QPointF(left + 9, base - 4));
    painter->setPen(soft);
    painter->drawText(QPointF(left + 14, base), line.name);
    writeValues(painter, QPointF(values, base), line);
  }
}

}  // namespace loopwright
