#include "gui/plots/readout_overlay.h"

#include "gui/plots/qcustomplot_header.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "gui/plots/plot_widget.h"
#include "gui/plots/signal_curve.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kSnapPixels = 5;  // an update instant this near is the one that is meant
constexpr int kMaxLines = 8;
constexpr int kLineHeight = 17;
constexpr double kPadding = 9;

struct ReadoutLine {
  QColor colour;
  QString name;
  UpdatePoint point;
  bool both = false;
};

// ○ value ● value, or the value alone. Draws if `painter` is given; returns the width.
double writeValues(QPainter* painter, QPointF base, const ReadoutLine& line) {
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
    const QString text = formatReadout(value);
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

}  // namespace

QString formatReadout(double value) {
  QString text = QString::number(value, 'g', 6);
  text.replace(QLatin1Char('-'), QChar(0x2212));
  return text;
}

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

void ReadoutOverlay::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
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

void ReadoutOverlay::paintReadout(QPainter* painter, const QPoint& pointer) {
  QCPAxis* const timeAxis = plot_->plot_->xAxis;
  QCPAxis* const valueAxis = plot_->plot_->yAxis;
  const QRect rect = timeAxis->axisRect()->rect();
  if (!rect.contains(pointer)) return;
  double time = timeAxis->pixelToCoord(pointer.x());
  const double tolerance = kSnapPixels * timeAxis->range().size() / std::max(1, rect.width());
  std::optional<UpdatePoint> nearest;
  for (const SignalCurve* curve : plot_->curves_) {
    const auto update = curve->updateNear(time, tolerance);
    if (!update) continue;
    if (!nearest || std::abs(update->time - time) < std::abs(nearest->time - time)) {
      nearest = update;
    }
  }
  if (nearest) time = nearest->time;

  std::vector<ReadoutLine> lines;
  for (const SignalCurve* curve : plot_->curves_) {
    const auto point = curve->valueAtTime(time);
    if (!point || static_cast<int>(lines.size()) == kMaxLines) continue;
    const bool both = nearest && (curve->held() || point->before != point->after);
    lines.push_back({curve->colour(), curve->name(), *point, both});
  }
  if (lines.empty()) return;

  const double x = timeAxis->coordToPixel(time);
  QColor cursor = Theme::current().muted;
  cursor.setAlphaF(0.7f);
  painter->setPen(QPen(cursor, 1));
  painter->drawLine(QPointF(x, rect.top()), QPointF(x, rect.bottom()));
  painter->setPen(Qt::NoPen);
  for (const ReadoutLine& line : lines) {
    if (line.both) continue;
    const double y = valueAxis->coordToPixel(line.point.after);
    painter->setBrush(line.colour);
    if (y >= rect.top() && y <= rect.bottom()) painter->drawEllipse(QPointF(x, y), 3, 3);
  }

  const QFontMetricsF metrics(secondaryFont());
  double nameWidth = metrics.horizontalAdvance(QStringLiteral("t"));
  double valueWidth = metrics.horizontalAdvance(formatReadout(time)) + 14;
  for (const ReadoutLine& line : lines) {
    nameWidth = std::max(nameWidth, metrics.horizontalAdvance(line.name));
    valueWidth = std::max(valueWidth, writeValues(nullptr, {}, line));
  }
  QRectF bubble(0, 0, nameWidth + valueWidth + 14 + 12 + 2 * kPadding,
                scaled(kLineHeight) * double(lines.size() + 1) + kPadding);
  bubble.moveTopLeft(QPointF(x + 12, pointer.y() - bubble.height() - 8));
  if (bubble.right() > width() - 4) bubble.moveRight(x - 12);
  bubble.moveTop(std::clamp(bubble.top(), 2.0, std::max(2.0, height() - bubble.height() - 2)));
  painter->setBrush(Theme::current().bubble);
  painter->setPen(Qt::NoPen);
  painter->drawRoundedRect(bubble, 5, 5);

  painter->setFont(secondaryFont());
  QColor soft = Theme::current().bubbleText;
  soft.setAlphaF(0.7f);
  const double left = bubble.left() + kPadding;
  const double values = left + 14 + nameWidth + 12;
  double base = bubble.top() + kPadding / 2 + 0.5 * scaled(kLineHeight) + 0.36 * metrics.ascent();
  painter->setPen(soft);
  painter->drawText(QPointF(left + 14, base), QStringLiteral("t"));
  painter->drawText(QPointF(values, base), formatReadout(time) + QStringLiteral(" s"));
  for (const ReadoutLine& line : lines) {
    base += scaled(kLineHeight);
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
