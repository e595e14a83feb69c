#include <algorithm>
#include <cmath>

#include "gui/plots/plot_widget.h"
#include "gui/plots/run_overlays.h"
#include "gui/plots/signal_curve.h"

// What can be asked of the curves of a plot over time.

namespace loopwright {

namespace {

constexpr double kSnapPixels = 5;  // an update instant this near is the one that is meant

}  // namespace

bool PlotWidget::isHeld(int curve) const { return curves_.at(static_cast<size_t>(curve))->held(); }

QColor PlotWidget::curveColour(int curve) const {
  return curves_.at(static_cast<size_t>(curve))->colour();
}

CurveLine PlotWidget::curveLine(int curve) const {
  return curves_.at(static_cast<size_t>(curve))->line();
}

CurveRequest PlotWidget::visiblePart(int curve) const {
  return curves_.at(static_cast<size_t>(curve))->request(lowerTime(), upperTime());
}

int64_t PlotWidget::rowsShown() const {
  int64_t rows = 0;
  for (const SignalCurve* curve : curves_) rows = std::max(rows, curve->rows());
  return rows;
}

std::vector<UpdatePoint> PlotWidget::updates(int curve) const {
  return curves_.at(static_cast<size_t>(curve))->updates();
}

const CurveGeometry& PlotWidget::geometry(int curve) const {
  return curves_.at(static_cast<size_t>(curve))->geometry();
}

std::optional<UpdatePoint> PlotWidget::valueAtTime(int curve, double time) const {
  return curves_.at(static_cast<size_t>(curve))->valueAtTime(time);
}

// The tolerance is in pixels, hence in seconds according to the zoom. Of several curves the nearest
// update counts.
std::optional<double> PlotWidget::updateNear(double time) const {
  const double tolerance =
      kSnapPixels * plot_->xAxis->range().size() / std::max(1, plotArea().width());
  std::optional<double> nearest;
  for (const SignalCurve* curve : curves_) {
    const auto update = curve->visible() ? curve->updateNear(time, tolerance) : std::nullopt;
    if (!update) continue;
    if (!nearest || std::abs(update->time - time) < std::abs(*nearest - time)) {
      nearest = update->time;
    }
  }
  return nearest;
}

// For the arrow keys: the next update in a direction, of any curve that is shown.
std::optional<double> PlotWidget::updateBeside(double time, int direction) const {
  std::optional<double> found;
  for (int i = 0; i < curveCount(); ++i) {
    if (!isCurveShown(i) || curves_[size_t(i)]->rows() == 0) continue;
    for (const UpdatePoint& update : updatesIn(visiblePart(i))) {
      if (direction * (update.time - time) <= 0) continue;
      if (!found || direction * (update.time - *found) < 0) found = update.time;
    }
  }
  return found;
}

int PlotWidget::overlayCount() const { return static_cast<int>(overlays_->curves().size()); }

OverlayPart PlotWidget::overlayPart(int overlay) const {
  const SignalCurve& curve = *overlays_->curves().at(static_cast<size_t>(overlay));
  return {static_cast<int>(overlays_->ownOf(static_cast<size_t>(overlay))), curve.name(),
          curve.colour(), curve.line(), curve.request(lowerTime(), upperTime())};
}

const CurveGeometry& PlotWidget::overlayGeometry(int overlay) const {
  return overlays_->curves().at(static_cast<size_t>(overlay))->geometry();
}

}  // namespace loopwright
