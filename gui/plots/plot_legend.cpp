#include "gui/plots/plot_legend.h"

#include <algorithm>
#include <utility>

#include "gui/document/qt_text.h"
#include "gui/plots/readout_overlay.h"
#include "gui/plots/signal_curve.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kLineHeight = 16;
constexpr double kSampleWidth = 22;
constexpr double kPadding = 8;
constexpr double kGap = 7;       // between sample, name and circles
constexpr double kCircles = 26;  // room for ○ ●
constexpr double kCircleRoom = 11;
constexpr double kRadius = 3.2;
constexpr double kValueGap = 16;  // between name and value
constexpr double kCornerInset = 12;
constexpr int kCorners = 4;      // top right, top left, bottom right, bottom left
constexpr int kValueDigits = 4;  // of a value

void drawCircle(QCPPainter* painter, const QPointF& centre, const QColor& colour, bool isFilled) {
  painter->setPen(QPen(colour, 1.3));
  painter->setBrush(isFilled ? QBrush(colour) : QBrush(Qt::NoBrush));
  painter->drawEllipse(centre, kRadius, kRadius);
  painter->setBrush(Qt::NoBrush);
}

}  // namespace

// A layer of its own, kept as a picture.
PlotLegend::PlotLegend(QCPAxisRect* axisRect)
    : QCPLayerable(axisRect->parentPlot(), QStringLiteral("legend")), axisRect_(axisRect) {
  // So that values can follow the pointer without the curves being drawn again.
  layer()->setMode(QCPLayer::lmBuffered);
}

void PlotLegend::setCurves(const std::vector<SignalCurve*>& curves,
                           const std::vector<SignalCurve*>& runs,
                           std::vector<SignalCurve*> others) {
  curves_ = curves;
  numOwn_ = curves.size();
  curves_.insert(curves_.end(), runs.begin(), runs.end());
  others_ = std::move(others);
  entries_.assign(curves_.size(), QRectF());
  values_.clear();
  valueWidth_ = 0;
  corner_ = 0;
  rowsAbove_ = 0;
}

void PlotLegend::setTime(std::optional<double> time) {
  if (time == time_) return;
  time_ = time;
  layer()->replot();
}

std::optional<UpdatePoint> PlotLegend::valueOf(int curve) const {
  const SignalCurve& of = *curves_.at(curve);
  return time_ ? of.valueAtTime(*time_) : of.lastValue();
}

// Texts first, since the widths of all entries follow from them. Two values stand beside each other
// where an update changes the signal, with their unit behind the second.
void PlotLegend::readValues() {
  values_.assign(curves_.size(), {});
  if (!showsValues_) return;
  const QFontMetricsF metrics(captionFont());
  for (size_t i = 0; i < curves_.size(); ++i) {
    const auto value = valueOf(static_cast<int>(i));
    const bool isOfMany = i >= numOwn_ && others_.size() > curves_.size() - numOwn_;
    if (!value || isOfMany) continue;
    const QString& unit = curves_[i]->unit();
    const bool isOne = value->before == value->after;
    values_[i].before =
        withUnit(formatReadout(value->before, kValueDigits), isOne ? unit : QString());
    double width = metrics.horizontalAdvance(values_[i].before);
    if (!isOne) {
      values_[i].after = withUnit(formatReadout(value->after, kValueDigits), unit);
      width += metrics.horizontalAdvance(values_[i].after) + 2 * kCircleRoom + kGap;
    }
    valueWidth_ = std::max(valueWidth_, width);
  }
}

double PlotLegend::entryWidth(size_t curve) const {
  const SignalCurve& of = *curves_[curve];
  const double values = showsValues_ && valueWidth_ > 0 ? kValueGap + valueWidth_ : 0;
  return kSampleWidth + kGap + QFontMetricsF(secondaryFont()).horizontalAdvance(of.name()) +
         (of.held() ? kCircles : 0) + values;
}

QSizeF PlotLegend::boxSize() const {
  double width = 0;
  for (size_t i = 0; i < curves_.size(); ++i) width = std::max(width, entryWidth(i));
  return {width + 2 * kPadding, scaled(kLineHeight) * double(curves_.size()) + kPadding};
}

// Even corners are at the right, the first two at the top.
QRectF PlotLegend::cornerArea(int corner, const QSizeF& size) const {
  const QRectF rect =
      QRectF(axisRect_->rect())
          .adjusted(kCornerInset, kCornerInset * 0.7, -kCornerInset, -kCornerInset * 0.7);
  const double left = corner % 2 == 0 ? rect.right() - size.width() : rect.left();
  const double top = corner < 2 ? rect.top() : rect.bottom() - size.height();
  return {QPointF(left, top), size};
}

// A few pixels more than the area itself, so that no curve touches its edge.
bool PlotLegend::isFree(const QRectF& area) const {
  if (!QRectF(axisRect_->rect()).contains(area)) return false;
  const QRectF wide = area.adjusted(-5, -5, 5, 5);
  const auto passes = [&wide](const SignalCurve* curve) { return curve->passesThrough(wide); };
  return std::none_of(curves_.begin(), curves_.end(), passes) &&
         std::none_of(others_.begin(), others_.end(), passes);
}

// The curves are drawn by now, on a layer below.
void PlotLegend::place() {
  const QSizeF size = boxSize();
  // It stays where it is as long as that is free, so that it does not jump about during a run.
  bool isAbove = rowsAbove_ > 0 || !isFree(cornerArea(corner_, size));
  for (int corner = 0; corner < kCorners && isAbove; ++corner) {
    if (!isFree(cornerArea(corner, size))) continue;
    corner_ = corner;
    isAbove = false;
  }
  if (isAbove) return layRows();
  rowsAbove_ = 0;
  area_ = cornerArea(corner_, size);
  QRectF entry(area_.left() + kPadding, area_.top() + kPadding / 2, size.width() - 2 * kPadding,
               scaled(kLineHeight));
  for (QRectF& place : entries_) {
    place = entry;
    entry.translate(0, entry.height());
  }
}

// Rows above the axes, filled from the left, the last one nearest to the axes.
void PlotLegend::layRows() {
  const QRectF rect = axisRect_->rect();
  const double height = scaled(kRowHeight);
  // First where rows begin, since how many they are says how high the legend is; then the places.
  std::vector<size_t> begins = {0};
  double right = 0;
  for (size_t i = 0; i < curves_.size(); ++i) {
    const double width = entryWidth(i);
    if (right > 0 && right + width > rect.width()) {
      begins.push_back(i);
      right = 0;
    }
    right += width + 2 * kGap;
  }
  rowsAbove_ = static_cast<int>(begins.size());
  area_ = QRectF(rect.left(), rect.top() - rowsAbove_ * height, rect.width(), rowsAbove_ * height);
  begins.push_back(curves_.size());
  for (size_t row = 0; row + 1 < begins.size(); ++row) {
    double left = rect.left();
    for (size_t i = begins[row]; i < begins[row + 1]; ++i) {
      entries_[i] = QRectF(left, area_.top() + double(row) * height, entryWidth(i), height - 2);
      left += entryWidth(i) + 2 * kGap;
    }
  }
}

void PlotLegend::applyDefaultAntialiasingHint(QCPPainter* painter) const {
  painter->setAntialiasing(true);
}

QRect PlotLegend::clipRect() const { return parentPlot()->viewport(); }

int PlotLegend::curveAt(const QPointF& position) const {
  for (size_t i = 0; i < numOwn_; ++i) {
    if (entries_[i].contains(position)) return static_cast<int>(i);
  }
  return -1;
}

QStringList PlotLegend::names() const {
  QStringList names;
  for (const SignalCurve* curve : curves_) names += curve->name();
  return names;
}

// Drawn after the curves, whose lines as drawn decide where there is room.
void PlotLegend::draw(QCPPainter* painter) {
  area_ = {};
  if (curves_.empty()) return;
  readValues();
  place();
  if (rowsAbove_ == 0) {
    painter->setPen(QPen(Theme::current().hairline, 1));
    painter->setBrush(Theme::current().canvas);
    painter->drawRoundedRect(area_, 5, 5);
  }
  painter->setBrush(Qt::NoBrush);
  for (size_t i = 0; i < curves_.size(); ++i) drawEntry(painter, i);
}

// A sample of the line, the name, the circles of a held signal, and the value at the right end.
void PlotLegend::drawEntry(QCPPainter* painter, size_t curve) const {
  const SignalCurve& of = *curves_[curve];
  const Theme& theme = Theme::current();
  const double middle = entries_[curve].center().y();
  double left = entries_[curve].left();
  of.drawSample(painter, QRectF(left, middle - 4, kSampleWidth, 8));
  left += kSampleWidth + kGap;
  const QFontMetricsF metrics(secondaryFont());
  painter->setFont(secondaryFont());
  painter->setPen(of.visible() ? theme.ink : theme.muted);
  painter->drawText(QPointF(left, middle + 0.36 * metrics.ascent()), of.name());
  if (!of.visible()) return;
  left += metrics.horizontalAdvance(of.name());
  if (of.held()) {
    drawCircle(painter, {left + kGap + kRadius, middle}, of.colour(), false);
    drawCircle(painter, {left + kGap + kRadius + kCircleRoom, middle}, of.colour(), true);
  }
  drawValue(painter, curve, entries_[curve].right());
}

// From the right: the value, or ○ before ● after.
void PlotLegend::drawValue(QCPPainter* painter, size_t curve, double right) const {
  const Value& value = values_[curve];
  if (value.before.isEmpty()) return;
  const Theme& theme = Theme::current();
  const QFontMetricsF metrics(captionFont());
  const double middle = entries_[curve].center().y();
  painter->setFont(captionFont());
  double left = right;
  const auto write = [&](const QString& text) {
    left -= metrics.horizontalAdvance(text);
    painter->setPen(theme.muted);
    painter->drawText(QPointF(left, middle + 0.36 * metrics.ascent()), text);
  };
  if (value.after.isEmpty()) return write(value.before);
  write(value.after);
  drawCircle(painter, {left - kCircleRoom / 2 - 1, middle}, theme.muted, true);
  left -= kCircleRoom + kGap;
  write(value.before);
  drawCircle(painter, {left - kCircleRoom / 2 - 1, middle}, theme.muted, false);
}

}  // namespace loopwright
