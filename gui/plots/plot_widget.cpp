#include "gui/plots/plot_widget.h"

#include "gui/plots/qcustomplot_header.h"

#include <algorithm>
#include <utility>

#include "engine/recording/recording.h"
#include "gui/curves/plot_cursors.h"
#include "gui/plots/plot_gestures.h"
#include "gui/plots/plot_legend.h"
#include "gui/plots/plot_style.h"
#include "gui/plots/readout_overlay.h"
#include "gui/plots/reference_lines.h"
#include "gui/plots/run_overlays.h"
#include "gui/plots/signal_curve.h"
#include "gui/plots/value_axes.h"
#include "gui/theme/theme.h"

namespace loopwright {

// QCustomPlot draws axes and ticks; curves, legend and read-outs are our own, put into it.
PlotWidget::PlotWidget(QWidget* parent) : PlotCurves(parent), overlay_(new ReadoutOverlay(this)) {
  setObjectName(QStringLiteral("plot"));
  build();
  applyColours();
}

// Events that come while the parts go would find only some of them.
PlotWidget::~PlotWidget() { delete gestures_; }

// Sets up what never changes: layers, and the line that shows where the run is.
void PlotWidget::build() {
  gestures_ = new PlotGestures(this, plot_);
  setFocusProxy(plot_);
  plot_->legend->setVisible(false);
  legend_ = new PlotLegend(plot_->axisRect());
  // Above the axes, so that circles at their edge are whole.
  plot_->addLayer(QStringLiteral("otherRuns"), plot_->layer(QStringLiteral("axes")));
  plot_->addLayer(QStringLiteral("curves"), plot_->layer(QStringLiteral("otherRuns")));
  plot_->addLayer(QStringLiteral("runTime"), plot_->layer(QStringLiteral("main")));
  plot_->xAxis->ticker()->setTickCount(9);
  auto* const line = new QCPItemStraightLine(plot_);
  line->setLayer(QStringLiteral("runTime"));
  line->setObjectName(QStringLiteral("runTime"));
  line->setVisible(false);
  plot_->xAxis->setRange(0, 1);
  plot_->yAxis->setRange(0, 1);
  axes_->setContent(content_);
}

// Everything that depends on the theme, so that it can be called again when the theme changes.
void PlotWidget::applyColours() {
  const Theme& theme = Theme::current();
  stylePlot(plot_);
  axes_->applyColours();
  noteThinning(plot_, recording_.get());
  showReferences(plot_, content_, *axes_);
  if (auto* line = plot_->findChild<QCPItemStraightLine*>(QStringLiteral("runTime"))) {
    line->setPen(QPen(theme.accent, 1.4));
  }
  const std::vector<CurveLook> looks = curveLooks(content_.curves);
  for (size_t i = 0; i < curves_.size(); ++i) {
    curves_[i]->setLook(looks[i]);
    curves_[i]->setBackground(theme.canvas);
  }
  axes_->followColours(curves_);
  overlays_->follow(curves_);
}

// Curves are made anew, since their number and axes may differ. Those that the user had hidden stay
// hidden, and what was zoomed stays so unless an axis was set otherwise.
void PlotWidget::setContent(const PlotContent& content) {
  const bool sameAxes = content.axes == content_.axes;
  const bool samePlaces = std::ranges::equal(content.curves, content_.curves, {},
                                             &CurveSetting::axis, &CurveSetting::axis);
  const std::vector<QString> hidden = hiddenCurves();
  content_ = content;
  for (SignalCurve* curve : curves_) plot_->removePlottable(curve);
  curves_.clear();
  overlays_->clear();
  axes_->setContent(content);
  for (const CurveSetting& setting : content.curves) {
    curves_.push_back(new SignalCurve(plot_->xAxis, axes_->find(setting.axis), setting,
                                      QStringLiteral("curves"), content.circles));
  }
  hideCurves(hidden);
  const QString timeLabel = content.axis(QStringLiteral("x")).label;
  plot_->xAxis->setLabel(timeLabel.isEmpty() ? QStringLiteral("t, s") : timeLabel);
  applyColours();
  applySources();
  rebuildOverlays();
  updateMargins();
  // What was chosen anew is shown.
  if (!sameAxes) valuesFitted_ = fitted_ = chosenRanges_ = true;
  // An axis that has come has no range yet.
  if (!samePlaces) valuesFitted_ = true;
  if (fitted_) fitTime();
  if (valuesFitted_) fitValues();
  redraw();
}

// A run that begins brings another recording, of which nothing is drawn yet. The axes stay as they
// are if they were set by hand.
void PlotWidget::setRecording(std::shared_ptr<const Recording> recording) {
  recording_ = std::move(recording);
  noteThinning(plot_, recording_.get());
  applySources();
  rebuildOverlays();
  if (valuesFitted_) fitValues();
  redraw();
}

// Tells each curve its column in the recording. A signal that was not recorded has none, and its
// curve stays empty.
void PlotWidget::applySources() {
  for (size_t i = 0; i < curves_.size(); ++i) {
    CurveRequest source = requestFor(recording_.get(), content_.curves[i].path);
    if (source.column < 0) source.held = content_.curves[i].discrete;
    curves_[i]->setSource(recording_, source);
  }
}

void PlotWidget::rebuildOverlays() {
  overlays_->rebuild(content_, *axes_, curves_, recording_);
  legend_->setCurves(curves_, overlays_->firstOfRuns(), overlays_->curves());
}

void PlotWidget::setOverlays(const std::vector<RunOverlay>& runs) {
  overlays_->setRuns(runs);
  rebuildOverlays();
  if (valuesFitted_) fitValues();
  redraw();
}

void PlotWidget::setRunSpan(double start, double stop) {
  start_ = start;
  stop_ = stop > start ? stop : start + 1;
  if (fitted_) fitTime();
}

// The line is straight and goes through two points at that time, from edge to edge.
void PlotWidget::setRunTime(std::optional<double> time) {
  runTime_ = time;
  auto* const line = plot_->findChild<QCPItemStraightLine*>(QStringLiteral("runTime"));
  line->setVisible(time.has_value());
  if (time) {
    line->point1->setCoords(*time, 0);
    line->point2->setCoords(*time, 1);
  }
}

// All plots of a panel share two cursors. Whose cursors were shown before is followed no longer.
void PlotWidget::setCursors(PlotCursors* cursors) {
  if (cursors_ != nullptr) disconnect(cursors_, nullptr, this, nullptr);
  cursors_ = cursors;
  const auto show = [this] {
    overlay_->update();
    updateLegendTime();
  };
  if (cursors == nullptr) return show();
  connect(cursors, &PlotCursors::changed, this, show);
}

// Nothing is drawn where no rows have come, so a paused run costs nothing.
void PlotWidget::refresh() {
  bool more = false;
  for (SignalCurve* curve : curves_) more = curve->takeNewRows() || more;
  if (!more) return;
  if (valuesFitted_) fitValues();
  if (!fitted_ && following_ && runTime_) followRun();
  redraw();
}

// When the run comes near the right edge, the window moves on by a part of its width rather than
// with each row, so that the curves stand still most of the time.
void PlotWidget::followRun() {
  const QCPRange range = plot_->xAxis->range();
  if (*runTime_ <= range.upper - 0.05 * range.size() || *runTime_ < range.lower) return;
  const double upper = *runTime_ + 0.2 * range.size();
  plot_->xAxis->setRange(upper - range.size(), upper);
}

// The axes of values show all of the present run and of the runs behind it.
void PlotWidget::fitValues() {
  std::vector<SignalCurve*> all = curves_;
  all.insert(all.end(), overlays_->curves().begin(), overlays_->curves().end());
  axes_->fit(all, chosenRanges_);
}

// A chosen range may lie outside of the run altogether; then the other end gives way, so that the
// range never becomes empty.
void PlotWidget::fitTime() {
  const AxisSetting setting = content_.axis(QStringLiteral("x"));
  double lower = start_;
  double upper = stop_;
  if (chosenRanges_) {
    lower = setting.lower.value_or(std::min(start_, setting.upper.value_or(stop_) - 1e-9));
    upper = setting.upper.value_or(std::max(stop_, lower + 1e-9));
  }
  plot_->xAxis->setRange(lower, upper);
}

void PlotWidget::showWhole(bool chosen) {
  fitted_ = valuesFitted_ = true;
  chosenRanges_ = chosen;
  fitTime();
  fitValues();
  redraw();
}

// What going back and forth between views restores.
PlotViewState PlotWidget::viewState() const {
  PlotViewState state{lowerTime(), upperTime(), fitted_, valuesFitted_, chosenRanges_, {}};
  for (const QCPRange& range : axes_->ranges()) state.values.emplace_back(range.lower, range.upper);
  return state;
}

// Ranges that followed the data follow it again, rather than having the numbers of then.
void PlotWidget::setViewState(const PlotViewState& state) {
  fitted_ = state.isTimeFitted;
  valuesFitted_ = state.areValuesFitted;
  chosenRanges_ = state.areRangesChosen;
  plot_->xAxis->setRange(state.lower, state.upper);
  if (fitted_) fitTime();
  std::vector<QCPRange> ranges;
  for (const auto& [lower, upper] : state.values) ranges.emplace_back(lower, upper);
  axes_->setRanges(ranges);
  if (valuesFitted_) fitValues();
  redraw();
}

void PlotWidget::setTimeRange(double lower, double upper) {
  fitted_ = false;
  plot_->xAxis->setRange(lower, upper);
  redraw();
}

void PlotWidget::setCurveShown(int curve, bool shown) {
  curves_.at(curve)->setVisible(shown);
  overlays_->follow(curves_);
  if (valuesFitted_) fitValues();
  redraw();
}

std::vector<QString> PlotWidget::hiddenCurves() const {
  std::vector<QString> hidden;
  for (int i = 0; i < curveCount(); ++i) {
    if (!isCurveShown(i)) hidden.push_back(content_.curves[i].path);
  }
  return hidden;
}

// A run that begins makes the curves anew. Those that the user had switched off, by their paths,
// stay off.
void PlotWidget::hideCurves(const std::vector<QString>& paths) {
  for (size_t i = 0; i < curves_.size(); ++i) {
    curves_[i]->setVisible(std::ranges::find(paths, content_.curves[i].path) == paths.end());
  }
  overlays_->follow(curves_);
}

QString PlotWidget::axisAt(const QPoint& position) const {
  if (const QCPAxis* const axis = axes_->at(position)) return axes_->nameOf(axis);
  return position.y() > plotArea().bottom() ? QStringLiteral("x") : QString();
}

// The picture is made at once and shown with those of other plots, once for all that has changed.
// Drawing tells how many rows the legend needs, and how wide the labels are. Where that is other
// than what room was left for, it is drawn once more.
void PlotWidget::redraw() {
  if (plot_->width() <= 0 || plot_->height() <= 0) return;
  plot_->replot(QCustomPlot::rpQueuedRefresh);
  if (legend_->rowsAbove() != legendRows_ || rightMarginOf(plot_->xAxis) != rightMargin_) {
    updateMargins();
    plot_->replot(QCustomPlot::rpQueuedRefresh);
  }
  noteLeftMargin();
  overlay_->update();
  Q_EMIT readingsChanged();
}

void PlotWidget::updateMargins() {
  legendRows_ = legend_->rowsAbove();
  const int top = legendRows_ > 0 ? legendRows_ * scaled(PlotLegend::kRowHeight) + 4 : 8;
  rightMargin_ = rightMarginOf(plot_->xAxis);
  plot_->axisRect()->setMinimumMargins(QMargins(46, top, rightMargin_, 18));
}

void PlotWidget::paintOn(QPaintDevice* device, const QSize& size, bool vectors) {
  legend_->setValuesShown(false);
  paintPlot(plot_, content_.title, device, size, vectors);
  legend_->setValuesShown(true);
}

void PlotWidget::fitByHand() {
  Q_EMIT viewChanging(false);
  fit();
  Q_EMIT fitRequested();
}

// Plots with linked times follow the time of the zoom, and not its values.
void PlotWidget::zoomInto(const QRect& area) {
  Q_EMIT viewChanging(false);
  const double lower = pixelToTime(area.left());
  const double upper = pixelToTime(area.right());
  valuesFitted_ = false;
  axes_->zoomInto(area.top(), area.bottom());
  setTimeRange(lower, upper);
  Q_EMIT timeRangeChanged(lower, upper);
}

// About the time under the pointer, which stays where it is.
void PlotWidget::zoomTime(double factor, double x) {
  Q_EMIT viewChanging(true);
  fitted_ = false;
  plot_->xAxis->scaleRange(factor, pixelToTime(x));
  Q_EMIT timeRangeChanged(lowerTime(), upperTime());
  redraw();
}

void PlotWidget::zoomValues(double factor, double y) {
  Q_EMIT viewChanging(true);
  valuesFitted_ = false;
  axes_->scale(factor, y);
  redraw();
}

void PlotWidget::beginPan() {
  Q_EMIT viewChanging(true);
  panLower_ = lowerTime();
  panUpper_ = upperTime();
  axes_->rememberRanges();
}

// Counted from where the pan began, so that rounding does not add up. Values move only where they
// do not follow the data.
void PlotWidget::panTo(const QPoint& moved) {
  const double seconds = (panUpper_ - panLower_) * moved.x() / std::max(1, plotArea().width());
  fitted_ = false;
  plot_->xAxis->setRange(panLower_ - seconds, panUpper_ - seconds);
  if (!valuesFitted_) axes_->pan(moved.y());
  Q_EMIT timeRangeChanged(lowerTime(), upperTime());
  redraw();
}

void PlotWidget::setPointer(std::optional<QPoint> pointer) {
  overlay_->setPointer(pointer);
  updateLegendTime();
}

// The pointer's time, else that of the cursor moved last.
void PlotWidget::updateLegendTime() {
  std::optional<double> time;
  const auto pointer = overlay_->pointer();
  if (pointer && plotArea().contains(*pointer)) {
    const double at = pixelToTime(pointer->x());
    time = updateNear(at).value_or(at);
  } else if (cursors_ != nullptr && cursors_->areShown()) {
    time = cursors_->time(cursors_->active());
  }
  legend_->setTime(time);
}

void PlotWidget::setZoomArea(std::optional<QRect> area) { overlay_->setZoomArea(area); }

// QCustomPlot and the overlay are siblings, one upon the other, because the plot paints from a
// buffer: marks that follow the pointer would make it paint all of its curves anew.
void PlotWidget::resizeEvent(QResizeEvent* event) {
  overlay_->setGeometry(rect());
  overlay_->raise();
  PlotView::resizeEvent(event);
}

}  // namespace loopwright
