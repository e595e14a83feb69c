#include "gui/analysis/loop_handles.h"

#include <QString>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <numbers>
#include <vector>

#include "engine/analysis/response_picture.h"
#include "gui/analysis/crossings.h"
#include "gui/analysis/response_axes.h"
#include "gui/analysis/response_plot.h"
#include "gui/plots/readout_overlay.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kHandleReach = 10;  // pixels from a handle to a hand that means it
constexpr double kHandleSize = 11;
constexpr double kMarginWidth = 2.4;
constexpr double kHalfCircle = 180;  // degrees

double gainInDecibels(double factor) { return 20 * std::log10(factor); }

// The gain margin of a place that is so many decibels high, where the phase is that of −1.
Complex factorOf(const QPointF& place) { return std::pow(10, -place.y() / 20); }

// Between two frequencies of the picture by a straight line over the logarithm.
double phaseOfPicture(const ResponsePicture& picture, double frequency) {
  const std::vector<double>& all = picture.frequencies;
  const auto above = std::lower_bound(all.begin(), all.end(), frequency);
  if (above == all.begin()) return picture.phase.front();
  if (above == all.end()) return picture.phase.back();
  const std::size_t i = above - all.begin();
  const double part = std::log(frequency / all[i - 1]) / std::log(all[i] / all[i - 1]);
  return picture.phase[i - 1] + part * (picture.phase[i] - picture.phase[i - 1]);
}

Complex valueOf(const QPointF& place) { return {place.x(), place.y()}; }

// The least margins and where they are; null where there is none, or it is infinite.
const GainCrossover* phaseCrossingOf(const LoopMargins& margins) {
  return crossingOf(margins.gain_crossovers, &GainCrossover::phase_margin, margins.phase_margin);
}
const PhaseCrossover* gainCrossingOf(const LoopMargins& margins) {
  const auto* const gain =
      crossingOf(margins.phase_crossovers, &PhaseCrossover::gain_margin, margins.gain_margin);
  return gain != nullptr && gain->frequency > 0 ? gain : nullptr;
}

// Of the phases of −1, whole turns apart, the one that is nearest to this.
double nearestTurn(double phase) {
  return 2 * kHalfCircle * std::round((phase + kHalfCircle) / (2 * kHalfCircle)) - kHalfCircle;
}

// The phase of −1 from which the margin of a crossover is counted.
double turnOf(const ResponsePicture& picture, const GainCrossover& crossover) {
  return nearestTurn(phaseOfPicture(picture, crossover.frequency) - crossover.phase_margin);
}

double radians(double degrees) { return degrees * std::numbers::pi / kHalfCircle; }

// An angle in the plane as a phase margin, of all that are whole turns apart the one that is
// nearest to the present margin: so a hand may pass 180°.
double marginOf(const QPointF& place, double present) {
  const double angle = std::atan2(place.y(), place.x()) * kHalfCircle / std::numbers::pi;
  return present + std::remainder(angle + kHalfCircle - present, 2 * kHalfCircle);
}

// Frequencies with their phases, degrees.
struct PhaseCurve {
  std::vector<double> frequencies, phase;
};

// Where the phase is this one, of several frequencies the nearest to `present`; that itself where
// there is none. Where whole turns do not count, the angle alone is looked for.
double frequencyOf(const PhaseCurve& curve, double wanted, bool countsTurns, double present) {
  double nearest = present, least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i + 1 < curve.phase.size(); ++i) {
    // Between two frequencies the phase is taken to run straight over the logarithm of the
    // frequency; of several crossings the nearest one is meant.
    double before = curve.phase[i] - wanted, behind = curve.phase[i + 1] - wanted;
    if (!countsTurns) {
      const double turns = 2 * kHalfCircle * std::round((before + behind) / 2 / (2 * kHalfCircle));
      before -= turns;
      behind -= turns;
    }
    if (!(before * behind <= 0) || before == behind) continue;
    const double step = curve.frequencies[i + 1] / curve.frequencies[i];
    const double there = curve.frequencies[i] * std::pow(step, before / (before - behind));
    const double away = std::abs(std::log(there / present));
    if (!(away < least)) continue;
    least = away;
    nearest = there;
  }
  return nearest;
}

// Where the size of a margin is written.
struct MarginLabel {
  QPointF at;
  Qt::Alignment alignment;  // of the text, seen from there
};

// A margin as a line with its size beside it, where no curve goes through it.
void addMarginLine(QCPAxisRect* axes, const QPointF& from, const QPointF& to, const QString& text,
                   const QColor& colour, const MarginLabel& place) {
  auto* const line = new QCPItemLine(axes->parentPlot());
  placeIn(axes, line);
  line->start->setCoords(from);
  line->end->setCoords(to);
  line->setPen(QPen(colour, kMarginWidth));
  QCPItemText* const label = addText(axes, text, colour);
  label->position->setCoords(place.at);
  label->setPositionAlignment(place.alignment);
  label->setPadding(QMargins(6, 2, 6, 2));
}

// A phase margin, in the colour that says whether the loop keeps it; and a gain margin.
void addPhaseMargin(QCPAxisRect* axes, const QPointF& from, const QPointF& to, double margin,
                    bool isStale, const MarginLabel& place) {
  const Theme& theme = Theme::current();
  addMarginLine(axes, from, to, formatFixed(margin, 1) + u'°',
                inkOf(margin > 0 ? theme.good : theme.error, isStale), place);
}
void addGainMargin(QCPAxisRect* axes, const QPointF& from, const QPointF& to, bool isStale,
                   const MarginLabel& place) {
  addMarginLine(axes, from, to, formatFixed(-to.y(), 1) + QStringLiteral(" dB"),
                inkOf(Theme::current().good, isStale), place);
}

}  // namespace

LoopHandles::LoopHandles(QCustomPlot* plot) : QObject(plot), plot_(plot) {}

QPointF LoopHandles::pixelOf(const Anchor& anchor) {
  return pixelAt(anchor.axes, anchor.at.x(), anchor.at.y());
}

// Places that can be dragged get a ring: poles on a locus, crossovers and margins in the plots of
// the frequency response.
void LoopHandles::draw(const ResponsePicture& picture, ResponseView view, QCPAxisRect* upper,
                       QCPAxisRect* lower, bool isStale) {
  anchors_.clear();
  const bool hasMargins = picture.margins && !picture.frequencies.empty();
  if (view == ResponseView::kBode && hasMargins) drawBode(picture, upper, lower, isStale);
  if (view == ResponseView::kNyquist && hasMargins) drawNyquist(picture, upper);
  if (view == ResponseView::kNichols && hasMargins) drawNichols(picture, upper, isStale);
  if (view == ResponseView::kPoles && !picture.locus.empty()) {
    for (const PoleInfo& pole : picture.poles) {
      anchors_.push_back({LoopHandle::kPole, upper, {pole.pole.real(), pole.pole.imag()}, valueOf});
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
    anchors_.push_back({LoopHandle::kCrossover, upper, {crossover.frequency, 0}, valueOf});
  }
  if (const GainCrossover* const phase = phaseCrossingOf(margins)) {
    const double turned = turnOf(picture, *phase);
    const QPointF end(phase->frequency, turned + phase->phase_margin);
    // Beyond the line of −180°, as the curve is on the side of the margin.
    const QPointF from(phase->frequency, turned);
    const Qt::Alignment beyond = phase->phase_margin > 0 ? Qt::AlignTop : Qt::AlignBottom;
    addPhaseMargin(lower, from, end, phase->phase_margin, isStale, {from, Qt::AlignLeft | beyond});
    anchors_.push_back({LoopHandle::kPhaseMargin, lower, end,
                        [turned](const QPointF& place) { return Complex(place.y() - turned); }});
  }
  if (const PhaseCrossover* const gain = gainCrossingOf(margins)) {
    const double decibelsOf = gainInDecibels(gain->gain_margin);
    const QPointF end(gain->frequency, -decibelsOf);
    addGainMargin(upper, {gain->frequency, 0}, end, isStale,
                  {{gain->frequency, -decibelsOf / 2}, Qt::AlignLeft | Qt::AlignVCenter});
    anchors_.push_back({LoopHandle::kGainMargin, upper, end, factorOf});
  }
}

// Both margins are distances from the point that stands for −1.
void LoopHandles::drawNichols(const ResponsePicture& picture, QCPAxisRect* axes, bool isStale) {
  const LoopMargins& margins = *picture.margins;
  if (const GainCrossover* const phase = phaseCrossingOf(margins)) {
    const double turned = turnOf(picture, *phase);
    const QPointF end(turned + phase->phase_margin, 0);
    addPhaseMargin(axes, {turned, 0}, end, phase->phase_margin, isStale,
                   {{turned + phase->phase_margin / 2, 0}, Qt::AlignHCenter | Qt::AlignBottom});
    anchors_.push_back({LoopHandle::kPhaseMargin, axes, end,
                        [turned](const QPointF& place) { return Complex(place.x() - turned); }});
  }
  if (const PhaseCrossover* const gain = gainCrossingOf(margins)) {
    const double decibelsOf = gainInDecibels(gain->gain_margin);
    const double turned = nearestTurn(phaseOfPicture(picture, gain->frequency));
    const QPointF end(turned, -decibelsOf);
    addGainMargin(axes, {turned, 0}, end, isStale,
                  {{turned, -decibelsOf / 2}, Qt::AlignRight | Qt::AlignVCenter});
    anchors_.push_back({LoopHandle::kGainMargin, axes, end, factorOf});
  }
  addCrossovers(picture, axes, false);
}

// To the right of the origin there is no gain margin; a factor below 0 is none that can be had.
void LoopHandles::drawNyquist(const ResponsePicture& picture, QCPAxisRect* axes) {
  const LoopMargins& margins = *picture.margins;
  if (const GainCrossover* const phase = phaseCrossingOf(margins)) {
    const double present = phase->phase_margin;
    const double angle = radians(present - kHalfCircle);
    anchors_.push_back(
        {LoopHandle::kPhaseMargin,
         axes,
         {std::cos(angle), std::sin(angle)},
         [present](const QPointF& place) { return Complex(marginOf(place, present)); }});
  }
  if (const PhaseCrossover* const gain = gainCrossingOf(margins)) {
    anchors_.push_back(
        {LoopHandle::kGainMargin, axes, {-1 / gain->gain_margin, 0}, [](const QPointF& place) {
           return Complex(-1 / place.x());
         }});
  }
  addCrossovers(picture, axes, true);
}

// Those that the phase margin is not of, in a plot without an axis of frequencies: the hand is at
// the phase of one.
void LoopHandles::addCrossovers(const ResponsePicture& picture, QCPAxisRect* axes, bool isNyquist) {
  const LoopMargins& margins = *picture.margins;
  const GainCrossover* const least = phaseCrossingOf(margins);
  std::shared_ptr<const PhaseCurve> curve;
  for (const GainCrossover& crossover : margins.gain_crossovers) {
    if (&crossover == least) continue;
    if (curve == nullptr) {
      curve = std::make_shared<PhaseCurve>(PhaseCurve{picture.frequencies, picture.phase});
    }
    const double phase = turnOf(picture, crossover) + crossover.phase_margin;
    const QPointF at =
        isNyquist ? QPointF(std::cos(radians(phase)), std::sin(radians(phase))) : QPointF(phase, 0);
    anchors_.push_back({LoopHandle::kCrossover, axes, at,
                        [curve, isNyquist, present = crossover.frequency](const QPointF& place) {
                          const double angle =
                              isNyquist ? marginOf(place, 0) - kHalfCircle : place.x();
                          return Complex(frequencyOf(*curve, angle, !isNyquist, present));
                        }});
  }
}

void LoopHandles::addRing(const Anchor& anchor) {
  auto* const ring = new QCPItemTracer(plot_);
  placeIn(anchor.axes, ring);
  ring->position->setCoords(anchor.at);
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
  // The axes may follow the picture while the handle is dragged; the hand goes by those of now.
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
  held_ = Held{nearest->handle, valueOf(nearest->at), nearest->meaning, place, coordinates};
  return true;
}

// What is meant is where the hand is, and not how far it came. A pixel moves the phase margin of a
// low plot by 6°: so a drag begins sooner than one of icons, which would begin with 60°.
void LoopHandles::move(const QPointF& place) {
  constexpr double kFirstWay = 3;  // pixels, more than a hand shakes that clicks
  if (!held_) return;
  const double away = (place - held_->pressed).manhattanLength();
  if (!held_->isDragged && away < kFirstWay) return;
  held_->isDragged = true;
  Q_EMIT dragged(held_->handle, held_->from, held_->meaning(held_->coordinates(place)));
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
