#include "gui/responses/response_drawing.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "engine/analysis/response_picture.h"
#include "gui/analysis/crossings.h"
#include "gui/analysis/locus_branches.h"
#include "gui/analysis/response_axes.h"
#include "gui/figures/figure_options.h"
#include "gui/responses/describing_curves.h"
#include "gui/responses/value_range.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kHalfTurn = 180;   // degrees
constexpr double kThinCurve = 0.5;  // points: of what stands beside the curve itself
constexpr const char* kBesideGrey = "#6e6e6e";
constexpr double kUpdateRoom = 4;  // points from one jump of a step to the next

// Whose texts these are, for translators.
class ResponseTexts {
  Q_DECLARE_TR_FUNCTIONS(ResponseFigure)
};

double toDecibels(double factor) { return 20 * std::log10(factor); }

QString textOfGain(double decibels) {
  return ResponseTexts::tr("%1 dB").arg(tickText(std::round(10 * decibels) / 10));
}

QString textOfAngle(double degrees) { return tickText(std::round(10 * degrees) / 10) + u'°'; }

// Draws one view of a response into a plot of its own.
class ResponseDrawing {
 public:
  ResponseDrawing(const ResponsePicture& picture, const QSizeF& size, FigureStyle style,
                  const std::vector<ResponseBehind>& behind)
      : picture_(picture), size_(size), style_(style), behind_(behind) {
    plot_.hasLetter = false;
    plot_.isOverTime = false;
    if (!picture_.margins) return;
    const LoopMargins& margins = *picture_.margins;
    phase_ =
        crossingOf(margins.gain_crossovers, &GainCrossover::phase_margin, margins.phase_margin);
    gain_ = crossingOf(margins.phase_crossovers, &PhaseCrossover::gain_margin, margins.gain_margin);
  }

  PaperPlot take() {
    setOnPaper(size_, &plot_);
    return std::move(plot_);
  }

  // In decibels over frequency; of a loop with the gain margin, a span up to the line of 0 dB.
  void drawGain() {
    const std::vector<double> gains = decibels(picture_.response), seen = decibels(picture_.lens);
    const std::vector<double> held = decibels(picture_.hold), folded = decibels(picture_.folded);
    ValueRange range;
    drawBehind(true, &range);
    drawOverFrequency(gains, seen, held, true);
    if (!folded.empty()) {
      addOver(picture_.folded_frequencies, folded,
              besideCurve("folded", ResponseTexts::tr("folded down"), 3));
    }
    plot_.y.label = ResponseTexts::tr("Gain (dB)");
    plot_.y.steps = {10, 20, 40, 60, 100, 200};
    for (const auto* values : {&gains, &seen, &held}) range.takeAll(*values);  // folded has poles
    if (isLoop()) range.take(0);
    range.setOn(&plot_.y, 0.08);
    addFoldedBands();
    if (!isLoop()) return;
    addLevel(0);
    addCrossovers();
    if (gain_ == nullptr) return;
    const double most = -toDecibels(gain_->gain_margin);
    addSpan({gain_->frequency, most}, {gain_->frequency, 0}, textOfGain(-most));
  }

  // Likewise the phase, with the margin as a span from the phase of −1 to the curve.
  void drawPhase() {
    ValueRange range;
    drawBehind(false, &range);
    drawOverFrequency(picture_.phase, picture_.lens_phase, picture_.hold_phase, false);
    plot_.y.label = ResponseTexts::tr("Phase (°)");
    plot_.y.steps = degreeSteps();
    for (const auto* values : {&picture_.phase, &picture_.lens_phase, &picture_.hold_phase}) {
      range.takeAll(*values);
    }
    const double turned = phase_ == nullptr ? -kHalfTurn : limitOf(*phase_);
    if (isLoop()) range.take(turned);
    range.setOn(&plot_.y, 0.08);
    addFoldedBands();
    if (!isLoop()) return;
    addLevel(turned);
    addCrossovers();
    if (phase_ == nullptr) return;
    addSpan({phase_->frequency, turned}, {phase_->frequency, turned + phase_->phase_margin},
            textOfAngle(phase_->phase_margin));
  }

  // Near the poles of L its values are without bound: what is of interest lies around −1.
  void drawNyquist() {
    constexpr double kFar = 4;
    plot_.x.label = ResponseTexts::tr("Real part");
    plot_.y.label = ResponseTexts::tr("Imaginary part");
    ValueRange across{-0.5, 0.5}, up{-0.5, 0.5};
    if (isLoop()) across.take(-1.5);
    const auto add = [&](const ComplexList& response, double sign, PaperCurve curve) {
      QPolygonF line;
      for (const Complex& value : response) {
        line.append({value.real(), sign * value.imag()});
        if (!(std::abs(value) <= kFar)) continue;
        across.take(value.real());
        up.take(sign * value.imag());
      }
      curve.addLine(line);
      plot_.curves.push_back(std::move(curve));
    };
    for (std::size_t i = 0; i < behind_.size(); ++i) {
      add(behind_[i].picture->response, 1, curveBehind(i, true));
    }
    add(picture_.response, -1, besideCurve("negative-frequencies", {}, 1));
    const DescribingCurves described = describingCurves(picture_, style_);
    plot_.curves.insert(plot_.curves.end(), described.curves.begin(), described.curves.end());
    add(picture_.response, 1, curveNamed("response"));
    for (const QPointF& cycle : described.cycles.places) {
      across.take(cycle.x());
      up.take(cycle.y());
    }
    setPlane(across, up, 0.05);
    addLevel(0);
    addUpright(0);
    addCircle();
    if (isLoop()) plot_.marks.push_back({PaperMark::kCritical, {QPointF(-1, 0)}});
    if (!described.texts.empty()) plot_.marks.push_back(described.cycles);
    plot_.spans = described.texts;
  }

  // What counts of −1 is a gain of 0 dB at −180° and whole turns from there.
  void drawNichols() {
    plot_.x.label = ResponseTexts::tr("Phase (°)");
    plot_.x.steps = degreeSteps();
    plot_.y.label = ResponseTexts::tr("Gain (dB)");
    plot_.y.steps = {10, 20, 40, 60, 100, 200};
    ValueRange across, up;
    const auto add = [&](const ResponsePicture& picture, PaperCurve curve) {
      const std::vector<double> gains = decibels(picture.response);
      QPolygonF line;
      for (size_t i = 0; i < gains.size(); ++i) {
        line.append({picture.phase[i], gains[i]});
        across.take(picture.phase[i]);
        up.take(gains[i]);
      }
      curve.addLine(line);
      plot_.curves.push_back(std::move(curve));
    };
    for (std::size_t i = 0; i < behind_.size(); ++i) {
      add(*behind_[i].picture, curveBehind(i, true));
    }
    add(picture_, curveNamed("response"));
    if (isLoop()) {
      across.take(-kHalfTurn);
      up.take(0);
    }
    across.setOn(&plot_.x, 0.08);
    up.setOn(&plot_.y, 0.08);
    addLevel(0);
    if (isLoop()) addCriticalPhases();
  }

  // Poles as crosses, zeros as circles, in the plane of s or of z with what divides stable from
  // unstable: the imaginary axis or the unit circle. A root locus is drawn through them.
  void drawPoles() {
    const bool isSampled = picture_.period_sec > 0;
    plot_.x.label = isSampled ? ResponseTexts::tr("Re $z$") : ResponseTexts::tr("Re $s$ (1/s)");
    plot_.y.label = isSampled ? ResponseTexts::tr("Im $z$") : ResponseTexts::tr("Im $s$ (rad/s)");
    PaperMarks poles = polesOf(picture_);
    PaperMarks zeros{PaperMark::kZero, {}};
    for (const Complex& zero : picture_.zeros) {
      zeros.places.emplace_back(zero.real(), zero.imag());
    }
    ValueRange across{isSampled ? -1.0 : 0, isSampled ? 1.0 : 0};
    ValueRange up{isSampled ? -1.0 : 0, isSampled ? 1.0 : 0};
    plot_.marks = polesBehind();
    plot_.marks.push_back(std::move(poles));
    plot_.marks.push_back(std::move(zeros));
    for (const PaperMarks& marks : plot_.marks) {
      for (const QPointF& place : marks.places) {
        across.take(place.x());
        up.take(place.y());
      }
    }
    setPlane(across, up, 0.1);
    addLevel(0);
    if (isSampled) {
      addCircle();
    } else {
      addUpright(0);
    }
    PaperCurve locus = curveNamed("root-locus");
    locus.lines = locusBranches(picture_.locus);
    locus.pen = kThinCurve;
    if (!locus.lines.empty()) plot_.curves.push_back(locus);
  }

  // Sampled outputs jump: that breaks the curve, with ○ and ● where there is room for them.
  void drawStep() {
    constexpr double kAtOnce = 1e-9;  // of the whole time: pieces of a step meet but for rounding
    plot_.isOverTime = true;
    plot_.x.label = ResponseTexts::tr("Time after the step (s)");
    plot_.y.label = ResponseTexts::tr("Step response");
    ValueRange range, span;
    range.take(0);
    const auto add = [&](const ResponsePicture& picture, PaperCurve curve) {
      const std::vector<double>& times = picture.step_times;
      const std::vector<double>& values = picture.step_values;
      QPolygonF line;
      for (size_t i = 0; i < times.size(); ++i) {
        range.take(values[i]);
        span.take(times[i]);
        const bool isAtOnce = i > 0 && times[i] - times[i - 1] <= kAtOnce * times.back();
        if (isAtOnce && values[i] != values[i - 1]) {
          curve.jumps.push_back({times[i], values[i - 1], values[i]});
          curve.addLine(line);
          line.clear();
        }
        line.append({times[i], values[i]});
      }
      curve.addLine(line);
      plot_.curves.push_back(std::move(curve));
    };
    for (std::size_t i = 0; i < behind_.size(); ++i) {
      add(*behind_[i].picture, curveBehind(i, true));
    }
    add(picture_, curveNamed("step"));
    if (span.upper > 0) plot_.x.upper = span.upper;
    PaperCurve& own = plot_.curves.back();
    if (hasRoom(own.jumps)) own.circles = own.jumps;
    if (picture_.step) range.take(picture_.step->steady_state);
    range.setOn(&plot_.y, 0.04);
    if (range.lower == 0) plot_.y.lower = 0;
    if (picture_.step) addLevel(picture_.step->steady_state);
  }

 private:
  bool isLoop() const { return picture_.margins || picture_.hybrid_margins; }

  static std::vector<double> degreeSteps() { return {15, 30, 45, 90, 180, 360, 720}; }

  // The phase of −1 that the phase margin counts from.
  double limitOf(const GainCrossover& crossover) const {
    const double there = phaseAt(crossover.frequency);
    const double turns = std::round((there - crossover.phase_margin + kHalfTurn) / (2 * kHalfTurn));
    return 2 * kHalfTurn * turns - kHalfTurn;
  }

  // Between two frequencies of the picture by a straight line over the logarithm.
  double phaseAt(double frequency) const {
    const std::vector<double>& all = picture_.frequencies;
    const auto above = std::lower_bound(all.begin(), all.end(), frequency);
    if (above == all.begin()) return picture_.phase.front();
    if (above == all.end()) return picture_.phase.back();
    const size_t i = above - all.begin();
    const double part = std::log(frequency / all[i - 1]) / std::log(all[i] / all[i - 1]);
    return picture_.phase[i - 1] + part * (picture_.phase[i] - picture_.phase[i - 1]);
  }

  bool isScreen() const { return style_ == FigureStyle::kScreen; }

  PaperCurve curveNamed(const char* path, const QString& name = {}) const {
    PaperCurve curve{QString::fromLatin1(path), name};
    curve.isSignal = false;
    if (isScreen()) curve.ink = Theme::light().ink;
    return curve;
  }

  // What stands beside the response, with the n-th kind of dashes.
  PaperCurve besideCurve(const char* path, const QString& name, size_t dashes) const {
    PaperCurve curve = curveNamed(path, name);
    curve.dashes = curveDashes(dashes);
    curve.pen = kThinCurve;
    curve.ink = isScreen() ? Theme::light().muted : QColor(kBesideGrey);
    return curve;
  }

  // The curve of a response behind; the first has the whole line of the one that is shown.
  PaperCurve curveBehind(std::size_t index, bool hasName) const {
    PaperCurve curve = curveNamed("behind", hasName ? behind_[index].name : QString());
    curve.isBehind = true;
    curve.ink = inkBehind(curve.ink, style_);
    curve.dashes = curveDashes(index);
    return curve;
  }

  // Of the responses behind, the gains, with their names, or the phases over frequency; those
  // beyond the axis of frequency do not widen that of the values.
  void drawBehind(bool isGain, ValueRange* range) {
    const std::vector<double>& own = picture_.frequencies;
    for (std::size_t i = 0; i < behind_.size(); ++i) {
      const ResponsePicture& other = *behind_[i].picture;
      const std::vector<double> values = isGain ? decibels(other.response) : other.phase;
      for (std::size_t k = 0; k < values.size(); ++k) {
        const double frequency = other.frequencies[k];
        if (!own.empty() && frequency >= own.front() && frequency <= own.back()) {
          range->take(values[k]);
        }
      }
      addOver(other.frequencies, values, curveBehind(i, isGain));
    }
  }

  static PaperMarks polesOf(const ResponsePicture& picture) {
    PaperMarks marks{PaperMark::kPole, {}};
    for (const PoleInfo& pole : picture.poles) {
      marks.places.emplace_back(pole.pole.real(), pole.pole.imag());
    }
    return marks;
  }

  // Poles in s and in z have no place in one plane.
  std::vector<PaperMarks> polesBehind() const {
    std::vector<PaperMarks> all;
    for (const ResponseBehind& other : behind_) {
      if ((other.picture->period_sec > 0) != (picture_.period_sec > 0)) continue;
      PaperMarks& marks = all.emplace_back(polesOf(*other.picture));
      marks.ink = inkBehind(isScreen() ? Theme::light().ink : QColor(Qt::black), style_);
      marks.name = other.name;
    }
    return all;
  }

  void addOver(const std::vector<double>& frequencies, const std::vector<double>& values,
               PaperCurve curve) {
    QPolygonF line;
    for (size_t i = 0; i < values.size(); ++i) line.append({frequencies[i], values[i]});
    curve.addLine(line);
    plot_.curves.push_back(std::move(curve));
  }

  // The response, and where there is one the lens; the upper plot says which is which.
  void drawOverFrequency(const std::vector<double>& values, const std::vector<double>& seen,
                         const std::vector<double>& held, bool hasNames) {
    plot_.isOverTime = true;
    plot_.x.label = ResponseTexts::tr("Frequency (rad/s)");
    plot_.x.isLogarithmic = true;
    const std::vector<double>& all = picture_.frequencies;
    const std::vector<double>& above = picture_.folded_frequencies;
    plot_.x.lower = all.empty() ? 1 : all.front();
    plot_.x.upper = !above.empty() ? above.back() : all.empty() ? 10 : all.back();
    const bool needsNames = hasNames && !seen.empty();
    const auto nameOf = [&](const QString& name) { return needsNames ? name : QString(); };
    addOver(all, values, curveNamed("response", nameOf(ResponseTexts::tr("input held"))));
    if (seen.empty()) return;
    PaperCurve lens = besideCurve("lens", nameOf(ResponseTexts::tr("continuous sine")), 1);
    lens.pen = 0;
    if (isScreen()) lens.ink = Theme::light().accent;
    addOver(all, seen, lens);
    if (held.empty()) return;
    addOver(all, held, besideCurve("hold", nameOf(ResponseTexts::tr("hold alone")), 2));
  }

  // Where the two bands that sampling folds down begin; they end with the axis.
  void addFoldedBands() {
    if (picture_.folded.empty()) return;
    for (const double halves : {1.0, 2.0})
      addUpright(halves * std::numbers::pi / picture_.period_sec);
  }

  // Equal units across and up: the axis with more room holds more.
  void setPlane(const ValueRange& across, const ValueRange& up, double room) {
    across.setOn(&plot_.x, room);
    up.setOn(&plot_.y, room);
    const double unitsAcross = (plot_.x.upper - plot_.x.lower) / size_.width();
    const double unitsUp = (plot_.y.upper - plot_.y.lower) / size_.height();
    const auto widen = [](double length, PaperAxis* axis) {
      const double middle = (axis->lower + axis->upper) / 2;
      axis->lower = middle - length / 2;
      axis->upper = middle + length / 2;
    };
    if (unitsAcross < unitsUp) {
      widen(unitsUp * size_.width(), &plot_.x);
    } else {
      widen(unitsAcross * size_.height(), &plot_.y);
    }
  }

  void addLevel(double value) {
    plot_.guides.push_back({QPointF(plot_.x.lower, value), QPointF(plot_.x.upper, value)});
  }

  void addUpright(double value) {
    plot_.guides.push_back({QPointF(value, plot_.y.lower), QPointF(value, plot_.y.upper)});
  }

  // The unit circle: of a plane of z the boundary of stability, elsewhere a gain of 1.
  void addCircle() {
    constexpr int kCorners = 200;
    QPolygonF circle;
    for (int i = 0; i <= kCorners; ++i) {
      const double angle = 2 * std::numbers::pi * i / kCorners;
      circle.append({std::cos(angle), std::sin(angle)});
    }
    plot_.guides.push_back(circle);
  }

  // In both plots of a Bode plot, so that one is read off the other.
  void addCrossovers() {
    if (phase_ != nullptr) addUpright(phase_->frequency);
    if (gain_ != nullptr) addUpright(gain_->frequency);
  }

  void addSpan(const QPointF& from, const QPointF& to, const QString& text) {
    const bool isAround = from.x() >= plot_.x.lower && from.x() <= plot_.x.upper;
    if (isAround && from != to) plot_.spans.push_back({from, to, text});
  }

  // All points that stand for −1, with both margins at the one that they count from.
  void addCriticalPhases() {
    PaperMarks critical{PaperMark::kCritical, {}};
    const double first = std::ceil((plot_.x.lower + kHalfTurn) / (2 * kHalfTurn));
    for (double turns = first;; ++turns) {
      const double phase = 2 * kHalfTurn * turns - kHalfTurn;
      if (phase > plot_.x.upper) break;
      critical.places.emplace_back(phase, 0);
      addUpright(phase);
    }
    if (phase_ != nullptr) {
      const double turned = limitOf(*phase_);
      addSpan({turned, 0}, {turned + phase_->phase_margin, 0}, textOfAngle(phase_->phase_margin));
    }
    if (gain_ != nullptr) {
      const double turns = std::round((phaseAt(gain_->frequency) + kHalfTurn) / (2 * kHalfTurn));
      const double turned = 2 * kHalfTurn * turns - kHalfTurn;
      const double most = -toDecibels(gain_->gain_margin);
      addSpan({turned, most}, {turned, 0}, textOfGain(-most));
    }
    plot_.marks.push_back(critical);
  }

  // Whether ○ and ● of neighbouring jumps do not hide each other.
  bool hasRoom(const std::vector<UpdatePoint>& jumps) const {
    const double pointsPerSecond = size_.width() / (plot_.x.upper - plot_.x.lower);
    for (size_t i = 1; i < jumps.size(); ++i) {
      if ((jumps[i].time - jumps[i - 1].time) * pointsPerSecond < kUpdateRoom) return false;
    }
    return true;
  }

  const ResponsePicture& picture_;
  const QSizeF size_;
  const FigureStyle style_;
  const std::vector<ResponseBehind>& behind_;
  const GainCrossover* phase_ = nullptr;  // where the phase margin is,
  const PhaseCrossover* gain_ = nullptr;  // and where the gain margin is
  PaperPlot plot_;
};

}  // namespace

PaperPlot makeResponsePlot(const ResponsePicture& picture, ResponseView view, std::size_t part,
                           const QSizeF& size, FigureStyle style,
                           const std::vector<ResponseBehind>& behind) {
  ResponseDrawing drawing(picture, size, style, behind);
  switch (view) {
    case ResponseView::kBode:
      if (part == 0) {
        drawing.drawGain();
      } else {
        drawing.drawPhase();
      }
      break;
    case ResponseView::kNyquist:
      drawing.drawNyquist();
      break;
    case ResponseView::kNichols:
      drawing.drawNichols();
      break;
    case ResponseView::kPoles:
      drawing.drawPoles();
      break;
    case ResponseView::kStep:
      drawing.drawStep();
      break;
  }
  return drawing.take();
}

}  // namespace loopwright
