#include "gui/plots/run_overlays.h"

#include "engine/recording/recording.h"
#include "gui/plots/signal_curve.h"
#include "gui/plots/value_axes.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kShade = 0.38;  // of the curve's colour; the rest is background

QColor paled(const QColor& colour, const QColor& background) {
  const auto mix = [](int a, int b) { return static_cast<int>(kShade * a + (1 - kShade) * b); };
  return QColor(mix(colour.red(), background.red()), mix(colour.green(), background.green()),
                mix(colour.blue(), background.blue()));
}

// The first run has the lines of the plot's own curves, further ones have dashes of their own, so
// that they can be told apart.
CurveLine lineOfRun(size_t run, CurveLine own) {
  constexpr CurveLine kLines[] = {CurveLine::kDash, CurveLine::kDot, CurveLine::kDashDot};
  return run == 0 ? own : kLines[(run - 1) % std::size(kLines)];
}

}  // namespace

void RunOverlays::clear() {
  for (SignalCurve* curve : curves_) plot_->removePlottable(curve);
  curves_.clear();
  places_.clear();
}

// A signal that a run did not record has no curve of that run.
void RunOverlays::rebuild(const PlotContent& content, const ValueAxes& axes,
                          const std::vector<SignalCurve*>& own,
                          const std::shared_ptr<const Recording>& present) {
  clear();
  for (size_t run = 0; run < runs_.size(); ++run) {
    const std::shared_ptr<const Recording>& recording = runs_[run].recording;
    for (size_t i = 0; i < own.size() && recording != present; ++i) {
      const CurveSetting& setting = content.curves[i];
      const CurveRequest source = requestFor(recording.get(), setting.path);
      if (source.column < 0) continue;
      auto* const curve = new SignalCurve(plot_->xAxis, axes.find(setting.axis), setting,
                                          QStringLiteral("otherRuns"), content.circles);
      curve->setName(runs_[run].name);
      curve->setSource(recording, source);
      curves_.push_back(curve);
      places_.push_back({i, run});
    }
  }
  follow(own);
}

// A curve of another run has the colour of the present run's curve of the same signal, only paler,
// and another dash for each run. It is hidden with that curve, too.
void RunOverlays::follow(const std::vector<SignalCurve*>& own) {
  const QColor background = Theme::current().canvas;
  for (size_t i = 0; i < curves_.size(); ++i) {
    const SignalCurve& with = *own[places_[i].own];
    curves_[i]->setVisible(with.visible());
    curves_[i]->setLook({paled(with.colour(), background), lineOfRun(places_[i].run, with.line())});
    curves_[i]->setBackground(background);
  }
}

std::vector<SignalCurve*> RunOverlays::firstOfRuns() const {
  std::vector<SignalCurve*> first;
  for (size_t i = 0; i < curves_.size(); ++i) {
    if (i == 0 || places_[i].run != places_[i - 1].run) first.push_back(curves_[i]);
  }
  return first;
}

}  // namespace loopwright
