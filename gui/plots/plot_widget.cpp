#include "gui/plots/plot_widget.h"

#include "gui/plots/qcustomplot_header.h"

#include <QElapsedTimer>
#include <QEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/recording/recording.h"
#include "gui/plots/plot_contents.h"
#include "gui/plots/plot_legend.h"
#include "gui/plots/plot_style.h"
#include "gui/plots/readout_overlay.h"
#include "gui/plots/signal_curve.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kWheelFactor = 0.8;
constexpr double kValueMargin = 0.07;  // of the range of values, above and below
constexpr int kLeastZoomPixels = 5;    // a smaller rectangle is a click

}  // namespace

PlotWidget::PlotWidget(QWidget* parent)
    : PlotView(parent), plot_(new QCustomPlot(this)), overlay_(new ReadoutOverlay(this)) {
  setObjectName(QStringLiteral("plot"));
  build();
  applyColours();
}

PlotWidget::~PlotWidget() = default;

void PlotWidget::build() {
  plot_->setObjectName(QStringLiteral("plotArea"));
  plot_->setMouseTracking(true);
  plot_->installEventFilter(this);
  plot_->legend->setVisible(false);
  legend_ = new PlotLegend(plot_->axisRect());
  // Above the axes, so that circles at their edge are whole.
  plot_->addLayer(QStringLiteral("curves"), plot_->layer(QStringLiteral("axes")));
  plot_->addLayer(QStringLiteral("runTime"), plot_->layer(QStringLiteral("main")));
  for (QCPAxis* axis : {plot_->xAxis2, plot_->yAxis2}) {
    axis->setVisible(true);
    axis->setTicks(false);
    axis->setTickLabels(false);
  }
  plot_->xAxis->setLabel(QStringLiteral("t, s"));
  plot_->xAxis->ticker()->setTickCount(9);
  plot_->yAxis->ticker()->setTickCount(4);
  plot_->axisRect()->setMinimumMargins(QMargins(46, 8, 18, 18));
  auto* const line = new QCPItemStraightLine(plot_);
  line->setLayer(QStringLiteral("runTime"));
  line->setObjectName(QStringLiteral("runTime"));
  line->setVisible(false);
  plot_->xAxis->setRange(0, 1);
  plot_->yAxis->setRange(0, 1);
}

void PlotWidget::applyColours() {
  const Theme& theme = Theme::current();
  stylePlot(plot_);
  noteThinning(plot_, recording_.get());
  if (auto* line = plot_->findChild<QCPItemStraightLine*>(QStringLiteral("runTime"))) {
    line->setPen(QPen(theme.accent, 1.4));
  }
  const std::vector<int> rates = curveRates(content_.curves);
  for (size_t i = 0; i < curves_.size(); ++i) {
    curves_[i]->setColour(theme.sampleTimeColour(rates[i]));
    curves_[i]->setBackground(theme.canvas);
  }
}

void PlotWidget::setContent(const PlotContent& content) {
  content_ = content;
  for (SignalCurve* curve : curves_) plot_->removePlottable(curve);
  curves_.clear();
  for (const CurveSetting& setting : content.curves) {
    auto* const curve = new SignalCurve(plot_->xAxis, plot_->yAxis);
    curve->setName(setting.name);
    curve->setLayer(QStringLiteral("curves"));
    curves_.push_back(curve);
  }
  legend_->setCurves(curves_);
  plot_->yAxis->setLabel(content.valueLabel);
  applyColours();
  applySources();
  updateMargins();
  redraw();
}

void PlotWidget::setRecording(std::shared_ptr<const Recording> recording) {
  recording_ = std::move(recording);
  noteThinning(plot_, recording_.get());
  applySources();
  if (valuesFitted_) fitValues();
  redraw();
}

void PlotWidget::applySources() {
  for (size_t i = 0; i < curves_.size(); ++i) {
    const CurveSetting& setting = content_.curves[i];
    const RecordedSignal* signal = nullptr;
    const int column = recording_ ? findColumn(*recording_, setting.path, &signal) : -1;
    curves_[i]->setSource(recording_, column, signal ? signal->discrete : setting.discrete,
                          signal ? signal->period : 0);
  }
}

void PlotWidget::setRunSpan(double start, double stop) {
  start_ = start;
  stop_ = stop > start ? stop : start + 1;
  if (fitted_) plot_->xAxis->setRange(start_, stop_);
}

void PlotWidget::setRunTime(std::optional<double> time) {
  runTime_ = time;
  auto* const line = plot_->findChild<QCPItemStraightLine*>(QStringLiteral("runTime"));
  line->setVisible(time.has_value());
  if (time) {
    line->point1->setCoords(*time, 0);
    line->point2->setCoords(*time, 1);
  }
}

void PlotWidget::refresh() {
  bool more = false;
  for (SignalCurve* curve : curves_) more = curve->takeNewRows() || more;
  if (!more) return;
  if (valuesFitted_) fitValues();
  if (!fitted_ && following_ && runTime_) followRun();
  redraw();
}

void PlotWidget::followRun() {
  const QCPRange range = plot_->xAxis->range();
  if (*runTime_ <= range.upper - 0.05 * range.size() || *runTime_ < range.lower) return;
  const double upper = *runTime_ + 0.2 * range.size();
  plot_->xAxis->setRange(upper - range.size(), upper);
}

void PlotWidget::fitValues() {
  QCPRange all;
  bool any = false;
  for (const SignalCurve* curve : curves_) {
    bool found = false;
    const QCPRange range = curve->getValueRange(found, QCP::sdBoth, QCPRange());
    if (!found) continue;
    if (any) {
      all.expand(range);
    } else {
      all = range;
    }
    any = true;
  }
  if (!any) all = QCPRange(0, 1);
  const double size = all.size();
  const double least = 1e-9 * std::max(std::abs(all.lower), std::abs(all.upper));
  const double margin = size > least ? kValueMargin * size : std::max(1.0, std::abs(all.upper)) / 2;
  plot_->yAxis->setRange(all.lower - margin, all.upper + margin);
}

void PlotWidget::fit() {
  fitted_ = true;
  valuesFitted_ = true;
  plot_->xAxis->setRange(start_, stop_);
  fitValues();
  redraw();
}

double PlotWidget::lowerTime() const { return plot_->xAxis->range().lower; }
double PlotWidget::upperTime() const { return plot_->xAxis->range().upper; }

void PlotWidget::setTimeRange(double lower, double upper) {
  fitted_ = false;
  plot_->xAxis->setRange(lower, upper);
  redraw();
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

QRectF PlotWidget::legendArea() const { return legend_->area(); }

void PlotWidget::redraw() {
  if (plot_->width() <= 0 || plot_->height() <= 0) return;
  QElapsedTimer timer;
  timer.start();
  plot_->replot(QCustomPlot::rpImmediateRefresh);
  if (legend_->isAbove() != legendAbove_ || rightMarginOf(plot_->xAxis) != rightMargin_) {
    updateMargins();
    plot_->replot(QCustomPlot::rpImmediateRefresh);
  }
  const int left = plot_->axisRect()->margins().left();
  if (std::exchange(leftMargin_, left) != left) Q_EMIT leftMarginChanged();
  overlay_->update();
  replotSeconds_ = 1e-9 * double(timer.nsecsElapsed());
}

void PlotWidget::updateMargins() {
  legendAbove_ = legend_->isAbove();
  const int top = legendAbove_ ? scaled(PlotLegend::kRowHeight) + 4 : 8;
  rightMargin_ = rightMarginOf(plot_->xAxis);
  plot_->axisRect()->setMinimumMargins(QMargins(46, top, rightMargin_, 18));
}

void PlotWidget::alignLeft(QCPMarginGroup* group) {
  plot_->axisRect()->setMarginGroup(QCP::msLeft, group);
}

void PlotWidget::paintOn(QPaintDevice* device, const QSize& size, bool vectors) {
  paintPlot(plot_, content_.title, device, size, vectors);
}

void PlotWidget::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) {
    applyColours();
    redraw();
  }
  QWidget::changeEvent(event);
}

void PlotWidget::resizeEvent(QResizeEvent* event) {
  plot_->setGeometry(rect());
  plot_->setViewport(rect());  // a plot not shown yet would learn of its size too late
  overlay_->setGeometry(rect());
  overlay_->raise();
  redraw();
  QWidget::resizeEvent(event);
}

bool PlotWidget::eventFilter(QObject* watched, QEvent* event) {
  if (watched != plot_) return false;
  switch (event->type()) {
    case QEvent::MouseButtonPress:
      return pressMouse(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseMove:
      return moveMouse(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonRelease:
      return releaseMouse(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonDblClick:
      fit();
      Q_EMIT fitRequested();
      return true;
    case QEvent::Leave:
      overlay_->setPointer(std::nullopt);
      return false;
    case QEvent::Wheel: {
      auto* const wheel = static_cast<QWheelEvent*>(event);
      turnWheel(wheel->position(), wheel->angleDelta().y() / 120.0, wheel->modifiers());
      return true;
    }
    default:
      return false;
  }
}

bool PlotWidget::pressMouse(const QMouseEvent& event) {
  const bool pans = event.button() == Qt::MiddleButton ||
                    (event.button() == Qt::LeftButton && event.modifiers() & Qt::ShiftModifier);
  if (!pans && event.button() != Qt::LeftButton) return false;
  drag_ = pans ? Drag::kPan : Drag::kZoom;
  dragStart_ = event.pos();
  panLower_ = plot_->xAxis->range().lower;
  panUpper_ = plot_->xAxis->range().upper;
  panBottom_ = plot_->yAxis->range().lower;
  panTop_ = plot_->yAxis->range().upper;
  return true;
}

bool PlotWidget::moveMouse(const QMouseEvent& event) {
  const QRect area = plot_->axisRect()->rect();
  overlay_->setPointer(event.pos());
  if (drag_ == Drag::kZoom) {
    overlay_->setZoomArea(QRect(dragStart_, event.pos()).normalized().intersected(area));
  } else if (drag_ == Drag::kPan) {
    const QPoint moved = event.pos() - dragStart_;
    const double seconds = (panUpper_ - panLower_) * moved.x() / std::max(1, area.width());
    const double values = (panTop_ - panBottom_) * moved.y() / std::max(1, area.height());
    fitted_ = false;
    plot_->xAxis->setRange(panLower_ - seconds, panUpper_ - seconds);
    if (!valuesFitted_) plot_->yAxis->setRange(panBottom_ + values, panTop_ + values);
    Q_EMIT timeRangeChanged(lowerTime(), upperTime());
    redraw();
  }
  return true;
}

bool PlotWidget::releaseMouse(const QMouseEvent& event) {
  const Drag drag = drag_;
  drag_ = Drag::kNone;
  overlay_->setZoomArea(std::nullopt);
  if (drag == Drag::kZoom) {
    const QRect area = QRect(dragStart_, event.pos()).normalized();
    zoomInto(area.intersected(plot_->axisRect()->rect()));
  }
  return drag != Drag::kNone;
}

void PlotWidget::zoomInto(const QRect& area) {
  if (area.width() < kLeastZoomPixels || area.height() < kLeastZoomPixels) return;
  const double lower = plot_->xAxis->pixelToCoord(area.left());
  const double upper = plot_->xAxis->pixelToCoord(area.right());
  const double bottom = plot_->yAxis->pixelToCoord(area.bottom());
  const double top = plot_->yAxis->pixelToCoord(area.top());
  valuesFitted_ = false;
  plot_->yAxis->setRange(bottom, top);
  setTimeRange(lower, upper);
  Q_EMIT timeRangeChanged(lower, upper);
}

void PlotWidget::turnWheel(const QPointF& position, double steps, Qt::KeyboardModifiers modifiers) {
  const double factor = std::pow(kWheelFactor, steps);
  if (modifiers & Qt::ControlModifier) {
    valuesFitted_ = false;
    plot_->yAxis->scaleRange(factor, plot_->yAxis->pixelToCoord(position.y()));
    redraw();
    return;
  }
  fitted_ = false;
  plot_->xAxis->scaleRange(factor, plot_->xAxis->pixelToCoord(position.x()));
  Q_EMIT timeRangeChanged(lowerTime(), upperTime());
  redraw();
}

}  // namespace loopwright
