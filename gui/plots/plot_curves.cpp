#include "gui/plots/plot_curves.h"

#include "gui/plots/qcustomplot_header.h"

#include <algorithm>
#include <cmath>

#include "gui/plots/plot_legend.h"
#include "gui/plots/run_overlays.h"
#include "gui/plots/signal_curve.h"
#include "gui/plots/value_axes.h"

namespace loopwright {

namespace {

constexpr double kSnapPixels = 5;  // an update instant this near is the one that is meant

}  // namespace

// What is drawn belongs to this class, so that those who read it need not know how it came there:
// the axes of values, and the curves of other runs.
PlotCurves::PlotCurves(QWidget* parent)
    : PlotView(parent),
      axes_(std::make_unique<ValueAxes>(plot_)),
      overlays_(std::make_unique<RunOverlays>(plot_)) {}

PlotCurves::~PlotCurves() = default;

bool PlotCurves::isCurveShown(int curve) const { return curves_.at(curve)->visible(); }

bool PlotCurves::isHeld(int curve) const { return curves_.at(curve)->held(); }

QColor PlotCurves::curveColour(int curve) const { return curves_.at(curve)->colour(); }

CurveLine PlotCurves::curveLine(int curve) const { return curves_.at(curve)->line(); }

CurveRequest PlotCurves::visiblePart(int curve) const {
  return curves_.at(curve)->request(lowerTime(), upperTime());
}

int64_t PlotCurves::rowsShown() const {
  int64_t rows = 0;
  for (const SignalCurve* curve : curves_) rows = std::max(rows, curve->rows());
  return rows;
}

std::vector<UpdatePoint> PlotCurves::updates(int curve) const {
  return curves_.at(curve)->updates();
}

const CurveGeometry& PlotCurves::geometry(int curve) const { return curves_.at(curve)->geometry(); }

std::optional<UpdatePoint> PlotCurves::valueAtTime(int curve, double time) const {
  return curves_.at(curve)->valueAtTime(time);
}

// The tolerance is in pixels, hence in seconds according to the zoom. Of several curves the nearest
// update counts.
std::optional<double> PlotCurves::updateNear(double time) const {
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
std::optional<double> PlotCurves::updateBeside(double time, int direction) const {
  std::optional<double> found;
  for (int i = 0; i < curveCount(); ++i) {
    if (!isCurveShown(i) || curves_[i]->rows() == 0) continue;
    for (const UpdatePoint& update : updatesIn(visiblePart(i))) {
      if (direction * (update.time - time) <= 0) continue;
      if (!found || direction * (update.time - *found) < 0) found = update.time;
    }
  }
  return found;
}

int PlotCurves::overlayCount() const { return static_cast<int>(overlays_->curves().size()); }

OverlayPart PlotCurves::overlayPart(int overlay) const {
  const SignalCurve& curve = *overlays_->curves().at(overlay);
  return {static_cast<int>(overlays_->ownOf(overlay)), curve.name(), curve.colour(), curve.line(),
          curve.request(lowerTime(), upperTime())};
}

const CurveGeometry& PlotCurves::overlayGeometry(int overlay) const {
  return overlays_->curves().at(overlay)->geometry();
}

double PlotCurves::lowerTime() const { return plot_->xAxis->range().lower; }
double PlotCurves::upperTime() const { return plot_->xAxis->range().upper; }

QRect PlotCurves::plotArea() const { return plot_->axisRect()->rect(); }

QPointF PlotCurves::place(int curve, double time, double value) const {
  return curves_.at(curve)->coordsToPixels(time, value);
}

double PlotCurves::timeToPixel(double time) const { return plot_->xAxis->coordToPixel(time); }
double PlotCurves::pixelToTime(double x) const { return plot_->xAxis->pixelToCoord(x); }

double PlotCurves::pixelToValue(double y) const { return plot_->yAxis->pixelToCoord(y); }

QRectF PlotCurves::legendArea() const { return legend_->area(); }
QRectF PlotCurves::legendEntry(int curve) const { return legend_->entryArea(curve); }

int PlotCurves::legendEntryAt(const QPointF& position) const { return legend_->curveAt(position); }

QStringList PlotCurves::legendNames() const { return legend_->names(); }

std::optional<UpdatePoint> PlotCurves::legendValue(int curve) const {
  return legend_->valueOf(curve);
}

// From the curve that is drawn last, and so lies on top.
int PlotCurves::curveAt(const QPoint& position) const {
  constexpr int kNear = 5;
  const QRectF area(position.x() - kNear, position.y() - kNear, 2 * kNear, 2 * kNear);
  for (size_t i = curves_.size(); i-- > 0;) {
    if (curves_[i]->passesThrough(area)) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace loopwright
