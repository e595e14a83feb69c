// What each view of a response draws; see response_plot.cpp for what the hand does with it.

#include <QVector>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "engine/analysis/response_picture.h"
#include "gui/analysis/describing_marks.h"
#include "gui/analysis/locus_branches.h"
#include "gui/analysis/loop_handles.h"
#include "gui/analysis/response_area.h"
#include "gui/analysis/response_axes.h"
#include "gui/analysis/response_plot.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

QVector<double> vectorOf(const std::vector<double>& values) {
  return QVector<double>(values.begin(), values.end());
}

// Of pictures that were kept: grey, behind the present one.
QPen keptPen() {
  constexpr double kShare = 0.5;
  const Theme& theme = Theme::current();
  return QPen(blended(theme.canvas, theme.muted, kShare), kResponseWidth);
}

// Of the response with a controller that is proposed.
QPen proposalPen() { return QPen(Theme::current().good, kResponseWidth); }

// A curve over frequency; the axis of values has room for all of its curves.
void addOverFrequency(QCPAxisRect* axes, const std::vector<double>& frequencies,
                      const std::vector<double>& values, const QPen& pen) {
  QCPGraph* const graph =
      axes->parentPlot()->addGraph(axes->axis(QCPAxis::atBottom), axes->axis(QCPAxis::atLeft));
  graph->setData(vectorOf(frequencies), vectorOf(values), true);
  graph->setPen(pen);
  graph->rescaleAxes(axes->axis(QCPAxis::atLeft)->graphs().size() > 1);
}

// The same, for which only the axis of frequencies makes room: what is folded down has hundreds of
// decibels near the poles of an integrator at the sampling frequency, which press all else flat.
void addBesideFrequency(QCPAxisRect* axes, const std::vector<double>& frequencies,
                        const std::vector<double>& values, const QPen& pen) {
  QCPAxis* const upright = axes->axis(QCPAxis::atLeft);
  const QCPRange range = upright->range();
  addOverFrequency(axes, frequencies, values, pen);
  upright->setRange(range);
}

using Others = std::vector<std::pair<const ResponsePicture*, QPen>>;

// Poles in s and in z have no place in one picture.
bool hasPlaneOf(const ResponsePicture& picture, const ResponsePicture& other) {
  return (other.period_sec > 0) == (picture.period_sec > 0);
}

// The part of the plane that poles and zeros need, across and up.
std::pair<QCPRange, QCPRange> roomOfPoles(const ResponsePicture& picture, const Others& others) {
  const bool isSampled = picture.period_sec > 0;
  QCPRange across(isSampled ? -1 : 0, isSampled ? 1 : 0), up(-1, 1);
  const auto include = [&](const Complex& place) {
    across.expand(place.real());
    up.expand(place.imag());
  };
  for (const PoleInfo& pole : picture.poles) include(pole.pole);
  for (const auto& [other, pen] : others) {
    if (!hasPlaneOf(picture, *other)) continue;
    for (const PoleInfo& pole : other->poles) include(pole.pole);
  }
  for (const Complex& zero : picture.zeros) include(zero);
  return {across, up};
}

QCPCurve* addCurve(QCPAxisRect* axes, const QPen& pen) {
  auto* const curve = new QCPCurve(axes->axis(QCPAxis::atBottom), axes->axis(QCPAxis::atLeft));
  curve->setPen(pen);
  return curve;
}

// In the complex plane; with −1 for `sign` at the frequencies below 0.
void addNyquist(QCPAxisRect* axes, const ComplexList& response, double sign, const QPen& pen) {
  QVector<double> real, imaginary;
  for (const Complex& value : response) {
    real += value.real();
    imaginary += sign * value.imag();
  }
  addCurve(axes, pen)->setData(real, imaginary);
}

void addNichols(QCPAxisRect* axes, const ResponsePicture& picture, const QPen& pen, bool isFirst) {
  QCPCurve* const curve = addCurve(axes, pen);
  curve->setData(vectorOf(picture.phase), vectorOf(decibels(picture.response)));
  curve->rescaleAxes(!isFirst);
}

void addStep(QCPAxisRect* axes, const ResponsePicture& picture, const QPen& pen, bool isFirst) {
  if (picture.step_times.empty()) return;
  QCPCurve* const curve = addCurve(axes, pen);
  curve->setData(vectorOf(picture.step_times), vectorOf(picture.step_values));
  curve->rescaleAxes(!isFirst);
}

}  // namespace

// Curves that stand behind the response: those that were kept, and a proposal.
std::vector<std::pair<const ResponsePicture*, QPen>> ResponsePlot::others() const {
  std::vector<std::pair<const ResponsePicture*, QPen>> all;
  for (const auto& kept : kept_) all.emplace_back(kept.get(), keptPen());
  if (proposal_) all.emplace_back(proposal_.get(), proposalPen());
  return all;
}

bool ResponsePlot::isLoop() const { return picture_->margins || picture_->hybrid_margins; }

// A picture is drawn in two parts. What is around the response, the axes, grids, kept curves and
// curves that do not change while a handle is dragged, is drawn once; the response itself, as often
// as it changes (drawResponse()).
const ResponsePlot::Drawing& ResponsePlot::drawing() const {
  using Plot = ResponsePlot;
  static constexpr Drawing kDrawings[] = {
      {&Plot::drawAroundBode, &Plot::drawBode, &Plot::fitBode},
      {&Plot::drawAroundNyquist, &Plot::drawNyquist, &Plot::fitNyquist},
      {&Plot::drawAroundNichols, &Plot::drawNichols, &Plot::fitNichols},
      {&Plot::drawAroundPoles, &Plot::drawPoles, &Plot::fitPoles},
      {&Plot::drawAroundStep, &Plot::drawStep, &Plot::fitStep}};
  return kDrawings[static_cast<int>(view_)];
}

// All that is drawn in here lies on a layer of its own, which can be cleared and painted without
// the rest. That makes a drag follow the hand.
void ResponsePlot::drawResponse() {
  const ResponseArea::Following following(plot_);
  (this->*drawing().response)();
  handles_->draw(*picture_, view_, upper_, lower_, isStale_);
  markFrequency();
}

// Both axes of frequency are one. The bands are those above half the sampling frequency, in which a
// sine is taken for a slower one.
void ResponsePlot::drawAroundBode() {
  lower_ = addAxesBox(plot_, 1);
  marginGroup_ = new QCPMarginGroup(plot_);
  for (QCPAxisRect* axes : {upper_, lower_}) {
    axes->setMarginGroup(QCP::msLeft | QCP::msRight, marginGroup_);
    makeLogarithmic(axes->axis(QCPAxis::atBottom));
  }
  for (const auto& [from, to] : {std::pair(upper_, lower_), std::pair(lower_, upper_)}) {
    QCPAxis* const other = to->axis(QCPAxis::atBottom);
    connect(from->axis(QCPAxis::atBottom), qOverload<const QCPRange&>(&QCPAxis::rangeChanged),
            other, qOverload<const QCPRange&>(&QCPAxis::setRange));
  }
  for (const auto& [other, pen] : others()) {
    addOverFrequency(upper_, other->frequencies, decibels(other->response), pen);
    addOverFrequency(lower_, other->frequencies, other->phase, pen);
  }
  upper_->axis(QCPAxis::atLeft)->setLabel(tr("gain, dB"));
  lower_->axis(QCPAxis::atLeft)->setLabel(tr("phase, °"));
  lower_->axis(QCPAxis::atBottom)->setLabel(tr("frequency, rad/s"));
  upper_->axis(QCPAxis::atBottom)->setTickLabels(false);
  countInRoom(upper_->axis(QCPAxis::atLeft));
  countDegrees(lower_->axis(QCPAxis::atLeft));
  if (!picture_->lens.empty()) {
    constexpr float kFirst = 0.14F, kSecond = 0.07F;
    const double half = std::numbers::pi / picture_->period_sec;
    for (QCPAxisRect* axes : {upper_, lower_}) {
      QColor colour = Theme::current().accent;
      colour.setAlphaF(kFirst);
      addBand(axes, half, 2 * half, colour);
      colour.setAlphaF(kSecond);
      addBand(axes, 2 * half, 3 * half, colour);
    }
  }
  if (!isLoop()) return;
  addCrossLine(upper_, 0, false, helpPen());
  addCrossLine(lower_, -180, false, helpPen());
}

// What a continuous sine becomes, dashed, with the part of it that is the hold's, dotted; and what
// becomes of it in the bands is dotted too, over its own frequency.
void ResponsePlot::drawLens() {
  const Theme& theme = Theme::current();
  const ResponsePicture& picture = *picture_;
  if (picture.lens.empty()) return;
  const QPen dashed(inkOf(theme.accent, isStale_), kResponseWidth, Qt::DashLine);
  addOverFrequency(upper_, picture.frequencies, decibels(picture.lens), dashed);
  addOverFrequency(lower_, picture.frequencies, picture.lens_phase, dashed);
  const QPen dotted(inkOf(theme.muted, isStale_), kResponseWidth, Qt::DotLine);
  addOverFrequency(upper_, picture.frequencies, decibels(picture.hold), dotted);
  addOverFrequency(lower_, picture.frequencies, picture.hold_phase, dotted);
  addBesideFrequency(upper_, picture.folded_frequencies, decibels(picture.folded),
                     QPen(dashed.color(), kResponseWidth, Qt::DotLine));
  lower_->axis(QCPAxis::atBottom)->setRange(upper_->axis(QCPAxis::atBottom)->range());
}

// Gain above, phase below, over one axis of frequency.
void ResponsePlot::drawBode() {
  const QPen pen(inkOf(Theme::current().ink, isStale_), kResponseWidth);
  addOverFrequency(upper_, picture_->frequencies, decibels(picture_->response), pen);
  addOverFrequency(lower_, picture_->frequencies, picture_->phase, pen);
  pointCount_ = static_cast<int>(picture_->response.size());
  drawLens();
  if (!picture_->margins) return;
  for (const GainCrossover& crossing : picture_->margins->gain_crossovers) {
    for (QCPAxisRect* axes : {upper_, lower_}) {
      addCrossLine(axes, crossing.frequency, true, helpPen());
    }
  }
}

// A little room around the curves, as in all views. Planes in which angles or circles mean
// something get equal units on both axes.
void ResponsePlot::fitBode() {
  for (QCPAxisRect* axes : {upper_, lower_}) axes->axis(QCPAxis::atLeft)->scaleRange(1.1);
}

// Of a loop the point −1 is marked: how far the response stays from it is the margin.
void ResponsePlot::drawAroundNyquist() {
  for (const auto& [other, pen] : others()) addNyquist(upper_, other->response, 1, pen);
  addCrossLine(upper_, 0, false, helpPen());
  addCrossLine(upper_, 0, true, helpPen());
  if (isLoop()) {
    addMarks(upper_, {Complex(-1, 0)}, QCPScatterStyle::ssPlus, Theme::current().error);
  }
  addDescribingCurves(upper_, *picture_, isStale_);
  for (const auto side : {QCPAxis::atBottom, QCPAxis::atLeft}) countInRoom(upper_->axis(side));
  upper_->axis(QCPAxis::atBottom)->setLabel(tr("real part"));
  upper_->axis(QCPAxis::atLeft)->setLabel(tr("imaginary part"));
}

void ResponsePlot::drawNyquist() {
  const Theme& theme = Theme::current();
  addNyquist(upper_, picture_->response, -1, QPen(inkOf(theme.muted, isStale_), 1, Qt::DotLine));
  addNyquist(upper_, picture_->response, 1, QPen(inkOf(theme.ink, isStale_), kResponseWidth));
  pointCount_ = static_cast<int>(picture_->response.size());
}

// Near the poles of L its values are without bound: what is of interest lies around −1. A response
// that settles has a bound, and is seen as a whole.
void ResponsePlot::fitNyquist() {
  const std::vector<PoleInfo>& poles = picture_->poles;
  const bool isBounded =
      std::all_of(poles.begin(), poles.end(), [](const PoleInfo& pole) { return pole.is_stable; });
  const double far = isLoop() || !isBounded ? 4 : std::numeric_limits<double>::infinity();
  QCPRange across(-0.5, 0.5), up(-0.5, 0.5);
  if (isLoop()) across.expand(-1.5);
  for (const Complex& value : picture_->response) {
    if (!(std::abs(value) <= far)) continue;
    across.expand(value.real());
    up.expand(value.imag());
    up.expand(-value.imag());
  }
  for (const Complex& place : cyclePlaces(*picture_)) {
    across.expand(1.2 * place.real());
    up.expand(place.imag());
  }
  upper_->axis(QCPAxis::atBottom)->setRange(across);
  upper_->axis(QCPAxis::atLeft)->setRange(up);
  squareAxes();
}

void ResponsePlot::drawAroundNichols() {
  bool isFirst = true;
  for (const auto& [other, pen] : others()) {
    addNichols(upper_, *other, pen, isFirst);
    isFirst = false;
  }
  addCrossLine(upper_, 0, false, helpPen());
  countDegrees(upper_->axis(QCPAxis::atBottom));
  countInRoom(upper_->axis(QCPAxis::atLeft));
  upper_->axis(QCPAxis::atBottom)->setLabel(tr("phase, °"));
  upper_->axis(QCPAxis::atLeft)->setLabel(tr("gain, dB"));
}

// What counts of −1 is a gain of 0 dB at −180° and whole turns from there: those that the phase
// comes near to are marked.
void ResponsePlot::drawNichols() {
  const QPen pen(inkOf(Theme::current().ink, isStale_), kResponseWidth);
  addNichols(upper_, *picture_, pen, others().empty());
  pointCount_ = static_cast<int>(picture_->response.size());
  if (!isLoop()) return;
  QCPRange phases(-180, -180);
  for (const double phase : picture_->phase) phases.expand(phase);
  for (const auto& [other, otherPen] : others()) {
    for (const double phase : other->phase) phases.expand(phase);
  }
  ComplexList critical;
  const double lowest = std::floor((phases.lower + 180) / 360);
  for (double turns = lowest; turns <= std::ceil((phases.upper + 180) / 360); ++turns) {
    critical.emplace_back(360 * turns - 180, 0);
    addCrossLine(upper_, 360 * turns - 180, true, helpPen());
  }
  addMarks(upper_, critical, QCPScatterStyle::ssPlus, Theme::current().error);
}

// Of a loop 0 dB and −180° are always in sight, the same point in this view.
void ResponsePlot::fitNichols() {
  QCPAxis* const across = upper_->axis(QCPAxis::atBottom);
  QCPAxis* const up = upper_->axis(QCPAxis::atLeft);
  if (isLoop()) {
    across->setRange(across->range().expanded(QCPRange(-180, -180)));
    up->setRange(up->range().expanded(QCPRange(0, 0)));
  }
  for (QCPAxis* axis : {across, up}) axis->scaleRange(1.1);
}

// Lines of equal damping reach well beyond the poles, so that the plane can be dragged without
// coming to their ends. Other pictures' poles are left out where one is of s and the other of z, as
// they lie in planes of different meaning.
void ResponsePlot::drawAroundPoles() {
  const bool isSampled = picture_->period_sec > 0;
  for (const auto& [other, otherPen] : others()) {
    if (!hasPlaneOf(*picture_, *other)) continue;
    ComplexList poles;
    for (const PoleInfo& pole : other->poles) poles.push_back(pole.pole);
    addMarks(upper_, poles, QCPScatterStyle::ssCross, otherPen.color());
  }
  const auto [across, up] = roomOfPoles(*picture_, others());
  addDampingGrid(upper_, isSampled,
                 4 * std::max({across.size(), up.size(), -across.lower, up.upper}));
  if (!isSampled) addCrossLine(upper_, 0, true, helpPen());
  addCrossLine(upper_, 0, false, helpPen());
  for (const QPolygonF& branch : locusBranches(picture_->locus)) {
    QCPCurve* const curve = addCurve(upper_, QPen(inkOf(Theme::current().muted, isStale_), 1));
    for (const QPointF& place : branch) curve->addData(place.x(), place.y());
  }
  for (const auto side : {QCPAxis::atBottom, QCPAxis::atLeft}) countInRoom(upper_->axis(side));
  upper_->axis(QCPAxis::atBottom)->setLabel(isSampled ? tr("Re z") : tr("Re s, 1/s"));
  upper_->axis(QCPAxis::atLeft)->setLabel(isSampled ? tr("Im z") : tr("Im s, rad/s"));
}

// Unstable poles in the colour of errors; the boundary is the imaginary axis or the unit circle.
void ResponsePlot::drawPoles() {
  const Theme& theme = Theme::current();
  ComplexList stable, unstable;
  for (const PoleInfo& pole : picture_->poles) {
    (pole.is_stable ? stable : unstable).push_back(pole.pole);
  }
  addMarks(upper_, stable, QCPScatterStyle::ssCross, inkOf(theme.ink, isStale_));
  addMarks(upper_, unstable, QCPScatterStyle::ssCross, inkOf(theme.error, isStale_));
  addMarks(upper_, picture_->zeros, QCPScatterStyle::ssCircle, inkOf(theme.ink, isStale_));
  pointCount_ = static_cast<int>(picture_->poles.size() + picture_->zeros.size());
}

void ResponsePlot::fitPoles() {
  auto [across, up] = roomOfPoles(*picture_, others());
  if (across.size() <= 0) across = QCPRange(across.lower - 1, across.upper + 1);
  upper_->axis(QCPAxis::atBottom)->setRange(across);
  upper_->axis(QCPAxis::atLeft)->setRange(up);
  for (const auto side : {QCPAxis::atBottom, QCPAxis::atLeft}) upper_->axis(side)->scaleRange(1.2);
  squareAxes();
}

void ResponsePlot::drawAroundStep() {
  bool isFirst = true;
  for (const auto& [other, pen] : others()) {
    addStep(upper_, *other, pen, isFirst);
    isFirst = isFirst && other->step_times.empty();
  }
  for (const auto side : {QCPAxis::atBottom, QCPAxis::atLeft}) countInRoom(upper_->axis(side));
  upper_->axis(QCPAxis::atBottom)->setLabel(tr("time after the step, s"));
  upper_->axis(QCPAxis::atLeft)->setLabel(tr("answer to a unit step"));
}

// The first of several curves sets the range of the axes, the others extend it. So this one counts
// as the first only where no kept picture has a step.
void ResponsePlot::drawStep() {
  const Others all = others();
  const bool isFirst = std::all_of(
      all.begin(), all.end(), [](const auto& other) { return other.first->step_times.empty(); });
  const QPen pen(inkOf(Theme::current().ink, isStale_), kResponseWidth);
  addStep(upper_, *picture_, pen, isFirst);
  pointCount_ = static_cast<int>(picture_->step_times.size());
  if (picture_->step) addCrossLine(upper_, picture_->step->steady_state, false, helpPen());
}

void ResponsePlot::fitStep() {
  if (plot_->plottableCount() > 0) upper_->axis(QCPAxis::atLeft)->scaleRange(1.1);
}

// A unit is as long up as across, so that circles look like circles.
void ResponsePlot::squareAxes() {
  const QSize room = plot_->size();
  if (room.isEmpty() || !upper_) return;
  QCPAxis* const across = upper_->axis(QCPAxis::atBottom);
  QCPAxis* const up = upper_->axis(QCPAxis::atLeft);
  // The axes' own rectangle is known only when it was drawn; its margins are about these.
  const double width = std::max(1, room.width() - 70);
  const double height = std::max(1, room.height() - 50);
  const double unitsAcross = across->range().size() / width;
  const double unitsUp = up->range().size() / height;
  if (unitsAcross < unitsUp) {
    across->setRange(across->range().center(), unitsUp * width, Qt::AlignCenter);
  } else {
    up->setRange(up->range().center(), unitsAcross * height, Qt::AlignCenter);
  }
}

}  // namespace loopwright
