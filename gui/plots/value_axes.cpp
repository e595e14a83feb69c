#include "gui/plots/value_axes.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "gui/plots/plot_style.h"
#include "gui/plots/signal_curve.h"

namespace loopwright {

namespace {

constexpr double kValueMargin = 0.07;  // of the range of values, above and below
constexpr int kValueTicks = 4;
// A logarithmic axis of values that reach zero or less begins this much below the greatest.
constexpr double kLeastShare = 1e-6;

// Room above and below, so that curves do not touch the frame. A constant gets a range around it,
// as a range of nothing cannot be drawn.
QCPRange withMargin(const QCPRange& range, bool isLogarithmic) {
  if (isLogarithmic) {
    const double upper = range.upper > 0 ? range.upper : 1;
    const double lower = range.lower > 0 ? range.lower : kLeastShare * upper;
    const double margin = lower < upper ? std::pow(upper / lower, kValueMargin) : 2;
    return {lower / margin, upper * margin};
  }
  const double size = range.size();
  const double least = 1e-9 * std::max(std::abs(range.lower), std::abs(range.upper));
  const double margin =
      size > least ? kValueMargin * size : std::max(1.0, std::abs(range.upper)) / 2;
  return {range.lower - margin, range.upper + margin};
}

// The range with the limits that were chosen; automatic ones keep clear of them.
QCPRange withChosen(QCPRange range, const AxisSetting& setting) {
  const double size = range.size();
  if (setting.lower) range.lower = *setting.lower;
  if (setting.upper) range.upper = *setting.upper;
  if (range.lower < range.upper) return range;
  if (setting.lower) return {*setting.lower, *setting.lower + size};
  return {*setting.upper - size, *setting.upper};
}

}  // namespace

ValueAxes::ValueAxes(QCustomPlot* plot) : plot_(plot) { axes_.push_back({"y", plot->yAxis}); }

// The axis at the right is QCustomPlot's own and only loses its numbers; further ones are removed.
void ValueAxes::clear() {
  while (axes_.size() > 1) {
    QCPAxis* const axis = axes_.back().axis;
    if (axis == plot_->yAxis2) {
      axis->setTicks(false);
      axis->setTickLabels(false);
      axis->setLabel(QString());
    } else {
      plot_->axisRect()->removeAxis(axis);
    }
    axes_.pop_back();
  }
}

// The first further axis is the plot's own right one, which is there as its frame. Only more than
// two need new ones.
void ValueAxes::add(const QString& name) {
  QCPAxis* axis = plot_->yAxis2;
  if (axes_.size() > 1) axis = plot_->axisRect()->addAxis(QCPAxis::atRight);
  axis->setVisible(true);
  axis->setTicks(true);
  axis->setTickLabels(true);
  axes_.push_back({name, axis});
}

// The names are sorted, so that y2 lies nearer to the plot than y3.
void ValueAxes::setContent(const PlotContent& content) {
  content_ = content;
  clear();
  std::set<QString> names;
  for (const CurveSetting& curve : content.curves) {
    if (!curve.axis.isEmpty() && curve.axis != u"y") names.insert(curve.axis);
  }
  for (const QString& name : names) add(name);
  for (const NamedAxis& named : axes_) {
    const bool isLogarithmic = content.axis(named.name).isLogarithmic;
    named.axis->setLabel(content.axisLabel(named.name));
    scaleAxis(named.axis, isLogarithmic);
    if (!isLogarithmic) named.axis->ticker()->setTickCount(kValueTicks);
  }
}

void ValueAxes::applyColours() {
  for (const NamedAxis& named : axes_) styleAxis(named.axis);
}

// With several axes one has to see which curve belongs to which. An axis all of whose curves have
// one colour takes that colour for its numbers; one with several keeps that of text.
void ValueAxes::followColours(const std::vector<SignalCurve*>& curves) {
  if (axes_.size() < 2) return;
  for (const NamedAxis& named : axes_) {
    std::vector<QColor> colours;
    for (const SignalCurve* curve : curves) {
      if (curve->valueAxis() == named.axis) colours.push_back(curve->colour());
    }
    const auto isFirst = [&](const QColor& colour) { return colour == colours.front(); };
    if (colours.empty() || !std::ranges::all_of(colours, isFirst)) continue;
    named.axis->setTickLabelColor(colours.front());
    named.axis->setLabelColor(colours.front());
  }
}

QCPAxis* ValueAxes::find(const QString& name) const {
  for (const NamedAxis& named : axes_) {
    if (named.name == name) return named.axis;
  }
  return axes_.front().axis;
}

QString ValueAxes::nameOf(const QCPAxis* axis) const {
  for (const NamedAxis& named : axes_) {
    if (named.axis == axis) return named.name;
  }
  return axes_.front().name;
}

QCPAxis* ValueAxes::at(const QPointF& position) const {
  for (const NamedAxis& named : axes_) {
    const auto part = named.axis->getPartAt(position);
    if (part != QCPAxis::spNone) return named.axis;
  }
  // Between the numbers and the axis, and left of the numbers.
  const QRect rect = plot_->axisRect()->rect();
  const bool isBeside = position.y() >= rect.top() && position.y() <= rect.bottom();
  if (isBeside && position.x() < rect.left()) return axes_.front().axis;
  if (isBeside && position.x() > rect.right() && axes_.size() > 1) return axes_[1].axis;
  return nullptr;
}

// Of each axis its own curves. Without any values there is a range that a logarithmic axis can show
// too.
void ValueAxes::fit(const std::vector<SignalCurve*>& curves, bool chosen) {
  for (const NamedAxis& named : axes_) {
    std::optional<QCPRange> all;
    for (const SignalCurve* curve : curves) {
      if (curve->valueAxis() != named.axis || !curve->visible()) continue;
      bool found = false;
      const QCPRange range = curve->getValueRange(found, QCP::sdBoth, QCPRange());
      if (!found) continue;
      all = all ? QCPRange(std::min(all->lower, range.lower), std::max(all->upper, range.upper))
                : range;
    }
    const AxisSetting setting = content_.axis(named.name);
    const QCPRange range = all ? withMargin(*all, setting.isLogarithmic) : QCPRange(0.1, 1);
    named.axis->setRange(chosen ? withChosen(range, setting) : range);
  }
}

void ValueAxes::zoomInto(double top, double bottom) {
  for (const NamedAxis& named : axes_) {
    named.axis->setRange(named.axis->pixelToCoord(bottom), named.axis->pixelToCoord(top));
  }
}

void ValueAxes::scale(double factor, double height) {
  for (const NamedAxis& named : axes_) {
    named.axis->scaleRange(factor, named.axis->pixelToCoord(height));
  }
}

void ValueAxes::rememberRanges() {
  for (NamedAxis& named : axes_) named.remembered = named.axis->range();
}

// On a logarithmic axis pixels are factors.
void ValueAxes::pan(double pixels) {
  const double height = std::max(1, plot_->axisRect()->height());
  for (const NamedAxis& named : axes_) {
    const QCPRange& range = named.remembered;
    if (named.axis->scaleType() == QCPAxis::stLogarithmic) {
      const double factor = std::pow(range.upper / range.lower, pixels / height);
      named.axis->setRange(range.lower * factor, range.upper * factor);
    } else {
      const double shift = range.size() * pixels / height;
      named.axis->setRange(range.lower + shift, range.upper + shift);
    }
  }
}

std::vector<QCPRange> ValueAxes::ranges() const {
  std::vector<QCPRange> ranges;
  for (const NamedAxis& named : axes_) ranges.push_back(named.axis->range());
  return ranges;
}

void ValueAxes::setRanges(const std::vector<QCPRange>& ranges) {
  for (size_t i = 0; i < std::min(ranges.size(), axes_.size()); ++i) {
    axes_[i].axis->setRange(ranges[i]);
  }
}

}  // namespace loopwright
