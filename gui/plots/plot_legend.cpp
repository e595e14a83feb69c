#include "gui/plots/plot_legend.h"

#include <algorithm>

#include "gui/plots/signal_curve.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kLineHeight = 16;
constexpr double kSampleWidth = 18;
constexpr double kPadding = 8;
constexpr double kGap = 7;       // between sample, name and circles
constexpr double kCircles = 26;  // room for ○ ●
constexpr double kCornerInset = 12;
constexpr int kCorners = 4;  // top right, top left, bottom right, bottom left

double entryWidth(const SignalCurve& curve) {
  const QFontMetricsF metrics(secondaryFont());
  return kSampleWidth + kGap + metrics.horizontalAdvance(curve.name()) +
         (curve.held() ? kCircles : 0);
}

}  // namespace

PlotLegend::PlotLegend(QCPAxisRect* axisRect)
    : QCPLayerable(axisRect->parentPlot(), QStringLiteral("legend")), axisRect_(axisRect) {}

void PlotLegend::setCurves(std::vector<SignalCurve*> curves) {
  curves_ = std::move(curves);
  corner_ = 0;
  above_ = false;
}

QSizeF PlotLegend::boxSize() const {
  double width = 0;
  for (const SignalCurve* curve : curves_) width = std::max(width, entryWidth(*curve));
  return {width + 2 * kPadding, scaled(kLineHeight) * double(curves_.size()) + kPadding};
}

QRectF PlotLegend::cornerArea(int corner, const QSizeF& size) const {
  const QRectF rect =
      QRectF(axisRect_->rect())
          .adjusted(kCornerInset, kCornerInset * 0.7, -kCornerInset, -kCornerInset * 0.7);
  const double left = corner % 2 == 0 ? rect.right() - size.width() : rect.left();
  const double top = corner < 2 ? rect.top() : rect.bottom() - size.height();
  return {QPointF(left, top), size};
}

bool PlotLegend::isFree(const QRectF& area) const {
  if (!QRectF(axisRect_->rect()).contains(area)) return false;
  const QRectF wide = area.adjusted(-5, -5, 5, 5);
  return std::none_of(curves_.begin(), curves_.end(),
                      [&wide](const SignalCurve* curve) { return curve->passesThrough(wide); });
}

// The curves are drawn by now, on a layer below.
void PlotLegend::place() {
  const QSizeF size = boxSize();
  // It stays where it is as long as that is free, so that it does not jump about during a run.
  if (!above_ && isFree(cornerArea(corner_, size))) return;
  above_ = true;
  for (int corner = 0; corner < kCorners && above_; ++corner) {
    if (!isFree(cornerArea(corner, size))) continue;
    corner_ = corner;
    above_ = false;
  }
}

void PlotLegend::applyDefaultAntialiasingHint(QCPPainter* painter) const {
  painter->setAntialiasing(true);
}

QRect PlotLegend::clipRect() const { return parentPlot()->viewport(); }

double PlotLegend::drawEntry(QCPPainter* painter, const SignalCurve& curve,
                             const QPointF& left) const {
  curve.drawSample(painter, QRectF(left.x(), left.y() - 4, kSampleWidth, 8));
  const Theme& theme = Theme::current();
  const QFontMetricsF metrics(secondaryFont());
  const double width = metrics.horizontalAdvance(curve.name());
  const double textLeft = left.x() + kSampleWidth + kGap;
  painter->setFont(secondaryFont());
  painter->setPen(theme.ink);
  painter->drawText(QPointF(textLeft, left.y() + 0.36 * metrics.ascent()), curve.name());
  if (curve.held()) {
    const double radius = 3.2;
    const double open = textLeft + width + kGap + radius;
    painter->setPen(QPen(curve.colour(), 1.3));
    painter->setBrush(Qt::NoBrush);
    painter->drawEllipse(QPointF(open, left.y()), radius, radius);
    painter->setBrush(curve.colour());
    painter->drawEllipse(QPointF(open + 11, left.y()), radius, radius);
    painter->setBrush(Qt::NoBrush);
  }
  return entryWidth(curve);
}

void PlotLegend::draw(QCPPainter* painter) {
  area_ = {};
  if (curves_.empty()) return;
  place();
  painter->setBrush(Qt::NoBrush);
  above_ ? drawRow(painter) : drawBox(painter);
}

void PlotLegend::drawBox(QCPPainter* painter) {
  const Theme& theme = Theme::current();
  area_ = cornerArea(corner_, boxSize());
  painter->setPen(QPen(theme.hairline, 1));
  painter->setBrush(theme.canvas);
  painter->drawRoundedRect(area_, 5, 5);
  painter->setBrush(Qt::NoBrush);
  QPointF left(area_.left() + kPadding, area_.top() + kPadding / 2 + scaled(kLineHeight) / 2.0);
  for (const SignalCurve* curve : curves_) {
    drawEntry(painter, *curve, left);
    left.ry() += scaled(kLineHeight);
  }
}

void PlotLegend::drawRow(QCPPainter* painter) {
  double width = 0;
  for (const SignalCurve* curve : curves_) width += entryWidth(*curve) + 2 * kGap;
  const QRectF rect = axisRect_->rect();
  area_ = QRectF(rect.right() - width, rect.top() - scaled(kRowHeight), width, scaled(kRowHeight));
  QPointF left(std::max(area_.left(), rect.left()), area_.center().y() - 1);
  for (const SignalCurve* curve : curves_) left.rx() += drawEntry(painter, *curve, left) + 2 * kGap;
}

}  // namespace loopwright
