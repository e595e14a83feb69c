// What each view of a response draws; see response_plot.cpp for what the hand does with it.

#include <QVector>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "engine/analysis/response_picture.h"
#include "gui/analysis/describing_marks.h"
#include "gui/analysis/locus_branches.h"
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

}  // namespace

std::vector<std::pair<const ResponsePicture*, QPen>> ResponsePlot::others() const {
  std::vector<std::pair<const ResponsePicture*, QPen>> all;
  for (const auto& kept : kept_) all.emplace_back(kept.get(), keptPen());
  if (proposal_) all.emplace_back(proposal_.get(), proposalPen());
  return all;
}

// What a continuous sine becomes, dashed, with the part of it that is the hold's, dotted; and the
// bands above half the sampling frequency, in which a sine is taken for a slower one: what becomes
// of it there is dotted too, over its own frequency.
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
  addOverFrequency(upper_, picture.folded_frequencies, decibels(picture.folded),
                   QPen(dashed.color(), kResponseWidth, Qt::DotLine));
  constexpr float kFirst = 0.14F, kSecond = 0.07F;
  const double half = std::numbers::pi / picture.period_sec;
  for (QCPAxisRect* axes : {upper_, lower_}) {
    QColor colour = theme.accent;
    colour.setAlphaF(kFirst);
    addBand(axes, half, 2 * half, colour);
    colour.setAlphaF(kSecond);
    addBand(axes, 2 * half, 3 * half, colour);
  }
  lower_->axis(QCPAxis::atBottom)->setRange(upper_->axis(QCPAxis::atBottom)->range());
}

void ResponsePlot::drawBode() {
  lower_ = addAxes(1);
  marginGroup_ = new QCPMarginGroup(plot_);
  for (QCPAxisRect* axes : {upper_, lower_}) {
    axes->setMarginGroup(QCP::msLeft | QCP::msRight, marginGroup_);
    makeLogarithmic(axes->axis(QCPAxis::atBottom));
  }
  const auto draw = [this](const ResponsePicture& picture, const QPen& pen) {
    addOverFrequency(upper_, picture.frequencies, decibels(picture.response), pen);
    addOverFrequency(lower_, picture.frequencies, picture.phase, pen);
  };
  for (const auto& [other, otherPen] : others()) draw(*other, otherPen);
  draw(*picture_, QPen(inkOf(Theme::current().ink, isStale_), kResponseWidth));
  pointCount_ = static_cast<int>(picture_->response.size());
  drawLens();
  upper_->axis(QCPAxis::atLeft)->scaleRange(1.1);
  upper_->axis(QCPAxis::atLeft)->setLabel(tr("gain, dB"));
  lower_->axis(QCPAxis::atLeft)->setLabel(tr("phase, °"));
  lower_->axis(QCPAxis::atBottom)->setLabel(tr("frequency, rad/s"));
  upper_->axis(QCPAxis::atBottom)->setTickLabels(false);
  countDegrees(lower_->axis(QCPAxis::atLeft));
  lower_->axis(QCPAxis::atLeft)->scaleRange(1.1);
  // Both axes of frequency are one.
  for (const auto& [from, to] : {std::pair(upper_, lower_), std::pair(lower_, upper_)}) {
    QCPAxis* const other = to->axis(QCPAxis::atBottom);
    connect(from->axis(QCPAxis::atBottom), qOverload<const QCPRange&>(&QCPAxis::rangeChanged),
            other, qOverload<const QCPRange&>(&QCPAxis::setRange));
  }
  if (!picture_->margins) return;
  addCrossLine(upper_, 0, false, helpPen());
  addCrossLine(lower_, -180, false, helpPen());
  for (const GainCrossover& crossing : picture_->margins->gain_crossovers) {
    for (QCPAxisRect* axes : {upper_, lower_}) {
      addCrossLine(axes, crossing.frequency, true, helpPen());
    }
  }
}

// Near the poles of L its values are without bound: what is of interest lies around −1.
void ResponsePlot::drawNyquist() {
  constexpr double kFar = 4;
  const QColor colour = inkOf(Theme::current().ink, isStale_);
  const auto addCurve = [&](const ComplexList& response, double sign, const QPen& pen) {
    auto* const curve =
        new QCPCurve(upper_->axis(QCPAxis::atBottom), upper_->axis(QCPAxis::atLeft));
    for (const Complex& value : response) curve->addData(value.real(), sign * value.imag());
    curve->setPen(pen);
  };
  for (const auto& [other, otherPen] : others()) addCurve(other->response, 1, otherPen);
  addCurve(picture_->response, -1, QPen(inkOf(Theme::current().muted, isStale_), 1, Qt::DotLine));
  addCurve(picture_->response, 1, QPen(colour, kResponseWidth));
  pointCount_ = static_cast<int>(picture_->response.size());
  addCrossLine(upper_, 0, false, helpPen());
  addCrossLine(upper_, 0, true, helpPen());
  const bool isLoop = picture_->margins || picture_->hybrid_margins;
  QCPRange across(-0.5, 0.5), up(-0.5, 0.5);
  if (isLoop) {
    addMarks(upper_, {Complex(-1, 0)}, QCPScatterStyle::ssPlus, Theme::current().error);
    across.expand(-1.5);
  }
  for (const Complex& value : picture_->response) {
    if (!(std::abs(value) <= kFar)) continue;
    across.expand(value.real());
    up.expand(value.imag());
    up.expand(-value.imag());
  }
  addDescribingCurves(upper_, *picture_, isStale_);
  for (const Complex& place : cyclePlaces(*picture_)) {
    across.expand(1.2 * place.real());
    up.expand(place.imag());
  }
  upper_->axis(QCPAxis::atBottom)->setRange(across);
  upper_->axis(QCPAxis::atLeft)->setRange(up);
  upper_->axis(QCPAxis::atBottom)->setLabel(tr("real part"));
  upper_->axis(QCPAxis::atLeft)->setLabel(tr("imaginary part"));
  squareAxes();
}

// What counts of −1 is a gain of 0 dB at −180° and whole turns from there: those that the phase
// comes near to are marked.
void ResponsePlot::drawNichols() {
  QCPAxis* const across = upper_->axis(QCPAxis::atBottom);
  QCPAxis* const up = upper_->axis(QCPAxis::atLeft);
  QCPRange phases(-180, -180);
  const auto addCurve = [&](const ResponsePicture& picture, const QPen& curvePen, bool grows) {
    auto* const curve = new QCPCurve(across, up);
    for (size_t i = 0; i < picture.response.size(); ++i) {
      curve->addData(picture.phase[i], decibels(picture.response[i]));
      phases.expand(picture.phase[i]);
    }
    curve->setPen(curvePen);
    curve->rescaleAxes(grows);
  };
  bool enlarges = false;
  for (const auto& [other, otherPen] : others()) {
    addCurve(*other, otherPen, enlarges);
    enlarges = true;
  }
  const QPen pen(inkOf(Theme::current().ink, isStale_), kResponseWidth);
  addCurve(*picture_, pen, enlarges);
  pointCount_ = static_cast<int>(picture_->response.size());
  const bool isLoop = picture_->margins || picture_->hybrid_margins;
  addCrossLine(upper_, 0, false, helpPen());
  if (isLoop) {
    ComplexList critical;
    const double lowest = std::floor((phases.lower + 180) / 360);
    for (double turns = lowest; turns <= std::ceil((phases.upper + 180) / 360); ++turns) {
      critical.emplace_back(360 * turns - 180, 0);
      addCrossLine(upper_, 360 * turns - 180, true, helpPen());
    }
    addMarks(upper_, critical, QCPScatterStyle::ssPlus, Theme::current().error);
    across->setRange(across->range().expanded(QCPRange(-180, -180)));
    up->setRange(up->range().expanded(QCPRange(0, 0)));
  }
  for (QCPAxis* axis : {across, up}) axis->scaleRange(1.1);
  countDegrees(across);
  across->setLabel(tr("phase, °"));
  up->setLabel(tr("gain, dB"));
}

void ResponsePlot::drawPoles() {
  const Theme& theme = Theme::current();
  const bool isSampled = picture_->period_sec > 0;
  ComplexList stable, unstable;
  QCPRange across(isSampled ? -1 : 0, isSampled ? 1 : 0), up(-1, 1);
  const auto include = [&](const Complex& place) {
    across.expand(place.real());
    up.expand(place.imag());
  };
  for (const PoleInfo& pole : picture_->poles) {
    (pole.is_stable ? stable : unstable).push_back(pole.pole);
    include(pole.pole);
  }
  // Poles in s and in z have no place in one picture.
  for (const auto& [other, otherPen] : others()) {
    if ((other->period_sec > 0) != isSampled) continue;
    ComplexList poles;
    for (const PoleInfo& pole : other->poles) {
      poles.push_back(pole.pole);
      include(pole.pole);
    }
    addMarks(upper_, poles, QCPScatterStyle::ssCross, otherPen.color());
  }
  for (const Complex& zero : picture_->zeros) include(zero);
  const double reach = 4 * std::max({across.size(), up.size(), -across.lower, up.upper});
  addDampingGrid(upper_, isSampled, reach);
  if (!isSampled) addCrossLine(upper_, 0, true, helpPen());
  addCrossLine(upper_, 0, false, helpPen());
  for (const QPolygonF& branch : locusBranches(picture_->locus)) {
    auto* const curve =
        new QCPCurve(upper_->axis(QCPAxis::atBottom), upper_->axis(QCPAxis::atLeft));
    for (const QPointF& place : branch) curve->addData(place.x(), place.y());
    curve->setPen(QPen(inkOf(theme.muted, isStale_), 1));
  }
  addMarks(upper_, stable, QCPScatterStyle::ssCross, inkOf(theme.ink, isStale_));
  addMarks(upper_, unstable, QCPScatterStyle::ssCross, inkOf(theme.error, isStale_));
  addMarks(upper_, picture_->zeros, QCPScatterStyle::ssCircle, inkOf(theme.ink, isStale_));
  pointCount_ = static_cast<int>(picture_->poles.size() + picture_->zeros.size());
  if (across.size() <= 0) across = QCPRange(across.lower - 1, across.upper + 1);
  upper_->axis(QCPAxis::atBottom)->setRange(across);
  upper_->axis(QCPAxis::atLeft)->setRange(up);
  for (const auto side : {QCPAxis::atBottom, QCPAxis::atLeft}) upper_->axis(side)->scaleRange(1.2);
  upper_->axis(QCPAxis::atBottom)->setLabel(isSampled ? tr("Re z") : tr("Re s, 1/s"));
  upper_->axis(QCPAxis::atLeft)->setLabel(isSampled ? tr("Im z") : tr("Im s, rad/s"));
  squareAxes();
}

void ResponsePlot::drawStep() {
  bool hasCurve = false;
  const auto addCurve = [&](const ResponsePicture& picture, const QPen& pen) {
    if (picture.step_times.empty()) return;
    auto* const curve =
        new QCPCurve(upper_->axis(QCPAxis::atBottom), upper_->axis(QCPAxis::atLeft));
    for (size_t i = 0; i < picture.step_times.size(); ++i) {
      curve->addData(picture.step_times[i], picture.step_values[i]);
    }
    curve->setPen(pen);
    curve->rescaleAxes(hasCurve);
    hasCurve = true;
  };
  for (const auto& [other, otherPen] : others()) addCurve(*other, otherPen);
  addCurve(*picture_, QPen(inkOf(Theme::current().ink, isStale_), kResponseWidth));
  pointCount_ = static_cast<int>(picture_->step_times.size());
  upper_->axis(QCPAxis::atBottom)->setLabel(tr("time after the step, s"));
  upper_->axis(QCPAxis::atLeft)->setLabel(tr("answer to a unit step"));
  if (!hasCurve) return;
  upper_->axis(QCPAxis::atLeft)->scaleRange(1.1);
  if (picture_->step) addCrossLine(upper_, picture_->step->steady_state, false, helpPen());
}

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
