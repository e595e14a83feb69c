#include "gui/analysis/loop_handles.h"

#include <QApplication>
#include <QString>
#include <algorithm>
#include <cmath>

#include "engine/analysis/response_picture.h"
#include "gui/analysis/crossings.h"
#include "gui/analysis/response_axes.h"
#include "gui/analysis/response_plot.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kHandleReach = 10;  // pixels from a handle to a hand that means it
constexpr double kHandleSize = 11;
constexpr double kMarginWidth = 2.4;
constexpr double kHalfCircle = 180;  // degrees

double gainInDecibels(double factor) { return 20 * std::log10(factor); }

// Between two frequencies of the picture by a straight line over the logarithm.
double phaseOfPicture(const ResponsePicture& picture, double frequency) {
  const std::vector<double>& all = picture.frequencies;
  const auto above = std::lower_bound(all.begin(), all.end(), frequency);
  if (above == all.begin()) return picture.phase.front();
  if (above == all.end()) return picture.phase.back();
  const auto i = static_cast<std::size_t>(above - all.begin());
  const double part = std::log(frequency / all[i - 1]) / std::log(all[i] / all[i - 1]);
  return picture.phase[i - 1] + part * (picture.phase[i] - picture.phase[i - 1]);
}

// A margin as a line with its size beside it.
void addMarginLine(QCPAxisRect* axes, const QPointF& from, const QPointF& to, const QString& text,
                   const QColor& colour) {
  auto* const line = new QCPItemLine(axes->parentPlot());
  for (QCPItemPosition* end : {line->start, line->end}) {
    end->setAxes(axes->axis(QCPAxis::atBottom), axes->axis(QCPAxis::atLeft));
    end->setAxisRect(axes);
  }
  line->start->setCoords(from);
  line->end->setCoords(to);
  line->setPen(QPen(colour, kMarginWidth));
  line->setClipAxisRect(axes);
  auto* const label = new QCPItemText(axes->parentPlot());
  label->position->setAxes(axes->axis(QCPAxis::atBottom), axes->axis(QCPAxis::atLeft));
  label->position->setAxisRect(axes);
  label->position->setCoords((from + to) / 2);
  label->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  label->setPadding(QMargins(6, 0, 0, 0));
  label->setText(text);
  label->setColor(colour);
  label->setClipAxisRect(axes);
}

}  // namespace

LoopHandles::LoopHandles(QCustomPlot* plot) : QObject(plot), plot_(plot) {}

QPointF LoopHandles::pixelOf(const Anchor& anchor) {
  return {anchor.axes->axis(QCPAxis::atBottom)->coordToPixel(anchor.at.x()),
          anchor.axes->axis(QCPAxis::atLeft)->coordToPixel(anchor.at.y())};
}

// Places that can be dragged get a ring: poles on a locus, crossovers in a Bode plot.
void LoopHandles::draw(const ResponsePicture& picture, ResponseView view, QCPAxisRect* upper,
                       QCPAxisRect* lower, bool isStale) {
  anchors_.clear();
  if (view == ResponseView::kBode && picture.margins) drawBode(picture, upper, lower, isStale);
  if (view == ResponseView::kPoles && !picture.locus.empty()) {
    for (const PoleInfo& pole : picture.poles) {
      anchors_.push_back({LoopHandle::kPole, upper, {pole.pole.real(), pole.pole.imag()}});
    }
  }
  if (!isEnabled_) return;
  for (const Anchor& anchor : anchors_) addRing(anchor);
}

// The margins are those of the facts; every crossover can be dragged.
void LoopHandles::drawBode(const ResponsePicture& picture, QCPAxisRect* upper, QCPAxisRect* lower,
                           bool isStale) {
  const LoopMargins& margins = *picture.margins;
  for (const GainCrossover& crossover : margins.gain_crossovers) {
    anchors_.push_back({LoopHandle::kCrossover, upper, {crossover.frequency, 0}});
  }
  const auto* const phase =
      crossingOf(margins.gain_crossovers, &GainCrossover::phase_margin, margins.phase_margin);
  const auto* const gain =
      crossingOf(margins.phase_crossovers, &PhaseCrossover::gain_margin, margins.gain_margin);
  const Theme& theme = Theme::current();
  if (phase != nullptr && !picture.frequencies.empty()) {
    const double there = phaseOfPicture(picture, phase->frequency);
    const double turns =
        std::round((there - phase->phase_margin + kHalfCircle) / (2 * kHalfCircle));
    const double turned = 2 * kHalfCircle * turns - kHalfCircle;
    const QPointF end(phase->frequency, turned + phase->phase_margin);
    const QColor colour = phase->phase_margin > 0 ? theme.good : theme.error;
    addMarginLine(lower, {phase->frequency, turned}, end,
                  QString::number(phase->phase_margin, 'f', 1) + u'°', inkOf(colour, isStale));
    anchors_.push_back({LoopHandle::kPhaseMargin, lower, end, turned});
  }
  if (gain != nullptr && gain->frequency > 0) {
    const double decibelsOf = gainInDecibels(gain->gain_margin);
    const QPointF end(gain->frequency, -decibelsOf);
    addMarginLine(upper, {gain->frequency, 0}, end,
                  QString::number(decibelsOf, 'f', 1) + QStringLiteral(" dB"),
                  inkOf(theme.good, isStale));
    anchors_.push_back({LoopHandle::kGainMargin, upper, end});
  }
}

void LoopHandles::addRing(const Anchor& anchor) {
  auto* const ring = new QCPItemTracer(plot_);
  ring->position->setAxes(anchor.axes->axis(QCPAxis::atBottom), anchor.axes->axis(QCPAxis::atLeft));
  ring->position->setAxisRect(anchor.axes);
  ring->position->setCoords(anchor.at);
  ring->setClipAxisRect(anchor.axes);
  ring->setStyle(QCPItemTracer::tsCircle);
  ring->setPen(QPen(Theme::current().accent, kResponseWidth));
  const bool isPole = anchor.handle == LoopHandle::kPole;  // its × shows through
  ring->setBrush(isPole ? QBrush(Qt::NoBrush) : QBrush(Theme::current().canvas));
  ring->setSize(kHandleSize);
}

// The nearest one, where it is near enough to be meant.
bool LoopHandles::press(const QPointF& place) {
  held_.reset();
  if (!isEnabled_) return false;
  const Anchor* nearest = nullptr;
  double least = kHandleReach;
  for (const Anchor& anchor : anchors_) {
    const QPointF away = pixelOf(anchor) - place;
    const double distance = std::hypot(away.x(), away.y());
    if (!(distance < least)) continue;
    least = distance;
    nearest = &anchor;
  }
  if (nearest == nullptr) return false;
  const QRect room = nearest->axes->rect();
  const QCPRange across = nearest->axes->axis(QCPAxis::atBottom)->range();
  const QCPRange up = nearest->axes->axis(QCPAxis::atLeft)->range();
  const bool isLogarithmic =
      nearest->axes->axis(QCPAxis::atBottom)->scaleType() == QCPAxis::stLogarithmic;
  // As the axes have it, whose lowest row of pixels, and not the one below it, is their least
  // value.
  const auto coordinates = [=](const QPointF& pixel) {
    const double right = (pixel.x() - room.left()) / std::max(1, room.width());
    const double above = (room.bottom() - pixel.y()) / std::max(1, room.height());
    const double x = isLogarithmic ? across.lower * std::pow(across.upper / across.lower, right)
                                   : across.lower + right * across.size();
    return QPointF(x, up.lower + above * up.size());
  };
  held_ = Held{nearest->handle, Complex(nearest->at.x(), nearest->at.y()), nearest->turned, place,
               coordinates};
  return true;
}

// What is meant is where the hand is, and not how far it came.
void LoopHandles::move(const QPointF& place) {
  if (!held_) return;
  const double away = (place - held_->pressed).manhattanLength();
  if (!held_->isDragged && away < QApplication::startDragDistance()) return;
  held_->isDragged = true;
  const QPointF at = held_->coordinates(place);
  Complex to(at.x(), at.y());
  if (held_->handle == LoopHandle::kPhaseMargin) to = at.y() - held_->turned;
  if (held_->handle == LoopHandle::kGainMargin) to = std::pow(10, -at.y() / 20);
  Q_EMIT dragged(held_->handle, held_->from, to);
}

// Whether the handle was dragged; if not, the press was a click.
bool LoopHandles::release() {
  const bool wasDragged = held_ && held_->isDragged;
  held_.reset();
  if (wasDragged) Q_EMIT released();
  return wasDragged;
}

void LoopHandles::giveUp() {
  if (!held_) return;
  held_.reset();
  Q_EMIT givenUp();
}

std::vector<QPointF> LoopHandles::placesOf(LoopHandle handle) const {
  std::vector<QPointF> places;
  for (const Anchor& anchor : anchors_) {
    if (anchor.handle == handle) places.push_back(pixelOf(anchor));
  }
  return places;
}

}  // namespace loopwright
