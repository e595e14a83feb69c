#include "gui/analysis/lens_plot.h"

#include <QEvent>
#include <QLocale>
#include <QSharedPointer>
#include <QString>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <utility>
#include <vector>

#include "engine/analysis/response_picture.h"
#include "gui/analysis/response_axes.h"
#include "gui/plots/readout_overlay.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kLeastHeight = 140;   // pixels
constexpr double kBarWidth = 0.08;  // of a sampling frequency
constexpr float kOthers = 0.4F;     // how much of the colour the other frequencies have

// The text of a frequency n sampling frequencies away: −2ωₛ, −ωₛ, 0, ωₛ, …
QString shiftText(int n) {
  if (n == 0) return QStringLiteral("0");
  const QString sign = n < 0 ? QStringLiteral("−") : QString();
  const QString count = std::abs(n) == 1 ? QString() : QString::number(std::abs(n));
  return sign + count + QStringLiteral("ωₛ");
}

// Writes into the upper left corner at which frequency the lens looks. Of a loop it is the sine
// that is added where the wire is cut.
void addTitle(QCPAxisRect* axes, const ResponsePicture& picture, double frequency,
              const QColor& colour) {
  constexpr double kAway = 0.02;  // of the size of the axes
  const bool isLoop = picture.margins || picture.hybrid_margins;
  const QString text = isLoop ? LensPlot::tr("What ω = %1 rad/s makes once around the cut loop")
                              : LensPlot::tr("What ω = %1 rad/s at the input makes at the output");
  QCPItemText* const label = addText(axes, text.arg(formatReadout(frequency)), colour);
  label->position->setType(QCPItemPosition::ptAxisRectRatio);
  label->position->setCoords(kAway, kAway);
  label->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
}

void addBar(QCPAxisRect* axes, int n, double height, const QColor& colour) {
  auto* const bar = new QCPBars(axes->axis(QCPAxis::atBottom), axes->axis(QCPAxis::atLeft));
  bar->setWidth(kBarWidth);
  bar->setPen(Qt::NoPen);
  bar->setBrush(colour);
  bar->addData(n, height);
}

// What comes out at ω, beside its bar.
void addOwnText(QCPAxisRect* axes, const ResponsePicture& picture, std::size_t index,
                const QColor& ink) {
  constexpr int kDecimals = 1;
  const double gain = std::abs(picture.lens[index]);
  QCPItemText* const label =
      addText(axes,
              LensPlot::tr("%1, %2° of which the hold %3°")
                  .arg(formatReadout(gain), formatFixed(picture.lens_phase[index], kDecimals),
                       formatFixed(picture.hold_phase[index], kDecimals)),
              ink);
  label->position->setCoords(kBarWidth, gain);
  label->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
}

// A bar for each frequency at which a sine of frequency ω comes out behind the samplers: ω itself
// in the middle, in full colour, and its aliases ω + n ωₛ to both sides, paler. Their heights are
// gains, so that the middle one is the frequency response and the others are what sampling adds to
// it.
void addBars(QCPAxisRect* axes, const ResponsePicture& picture, std::size_t index, bool isStale) {
  const Theme& theme = Theme::current();
  const QColor ink = inkOf(theme.ink, isStale), muted = inkOf(theme.muted, isStale);
  QColor others = inkOf(theme.accent, isStale);
  others.setAlphaF(others.alphaF() * kOthers);
  double highest = std::abs(picture.lens[index]);
  addBar(axes, 0, highest, inkOf(theme.accent, isStale));
  int farthest = 0;
  const QSharedPointer<QCPAxisTickerText> ticks(new QCPAxisTickerText);
  ticks->addTick(0, shiftText(0));
  for (const auto& [n, values] : picture.lens_aliases) {
    addBar(axes, n, std::abs(values[index]), others);
    highest = std::max(highest, std::abs(values[index]));
    farthest = std::max(farthest, std::abs(n));
    ticks->addTick(n, shiftText(n));
  }
  addOwnText(axes, picture, index, ink);
  addTitle(axes, picture, picture.frequencies[index], muted);
  constexpr double kHalfStep = 0.5, kRoomAbove = 1.3;  // for the line of text
  QCPAxis* const across = axes->axis(QCPAxis::atBottom);
  across->setTicker(ticks);
  across->setRange(-farthest - kHalfStep, farthest + kHalfStep);
  across->setLabel(LensPlot::tr("ω + n ωₛ, rad/s"));
  QCPAxis* const up = axes->axis(QCPAxis::atLeft);
  up->setRange(0, std::isfinite(highest) && highest > 0 ? highest * kRoomAbove : 1);
  up->setLabel(LensPlot::tr("gain"));
}

}  // namespace

LensPlot::LensPlot(QWidget* parent) : QWidget(parent), plot_(new QCustomPlot(this)) {
  setObjectName(QStringLiteral("lensPlot"));
  plot_->setObjectName(QStringLiteral("plotArea"));
  plot_->setLocale(QLocale::c());
  setMinimumHeight(scaled(kLeastHeight));
}

void LensPlot::setPicture(std::shared_ptr<const ResponsePicture> picture) {
  picture_ = std::move(picture);
  isStale_ = false;
  draw();
}

void LensPlot::setFrequency(std::optional<double> frequency) {
  if (frequency_ == frequency) return;
  frequency_ = frequency;
  draw();
}

void LensPlot::setStale(bool stale) {
  if (isStale_ == stale) return;
  isStale_ = stale;
  draw();
}

void LensPlot::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  draw();
}

void LensPlot::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange) draw();
}

void LensPlot::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  plot_->resize(size());
}

// Everything is made anew: it is a few bars.
void LensPlot::draw() {
  if (!isVisible()) return;
  plot_->clearPlottables();
  plot_->clearItems();
  plot_->plotLayout()->clear();
  plot_->setBackground(QBrush(Theme::current().panel));
  if (picture_ && !picture_->lens.empty()) {
    const std::vector<double>& all = picture_->frequencies;
    const std::size_t index = frequency_ ? nearestOf(all, *frequency_) : all.size() / 2;
    addBars(addAxesBox(plot_, 0), *picture_, index, isStale_);
  }
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

}  // namespace loopwright
