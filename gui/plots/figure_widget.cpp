#include "gui/plots/figure_widget.h"

#include "gui/curves/plot_cursors.h"
#include "gui/noise/spectrum_curves.h"
#include "gui/plots/curve_look.h"
#include "gui/plots/plot_style.h"
#include "gui/plots/xy_plot.h"

#include <QContextMenuEvent>
#include <cmath>
#include <utility>

#include "blocklib/sinks/histogram.h"
#include "engine/recording/recording.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kCurveWidth = 1.6;
constexpr double kFillOpacity = 0.35;
constexpr double kTheoryWidth = 1.2;
constexpr double kBandOpacity = 0.2;
constexpr double kMargin = 0.05;  // of the extent, on each side

// A curve of two signals is thinned to this many points: more than a screen can show, and as many
// as are drawn in a twentieth of a second.
constexpr int kMostPairs = 50000;

}  // namespace

// Zooming and panning are QCustomPlot's own here, since nothing has to follow them.
FigureWidget::FigureWidget(QWidget* parent)
    : PlotView(parent), markers_(std::make_unique<XYMarkers>(plot_)) {
  setObjectName(QStringLiteral("figure"));
  plot_->installEventFilter(this);
  plot_->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
  applyColours();
}

FigureWidget::~FigureWidget() = default;

// Everything is made anew: a figure has few parts, and its kind may be another one.
void FigureWidget::setContent(const PlotContent& content) {
  content_ = content;
  makePlottables();
  scaleAxes();
  labelAxes();
  applyColours();
  setRecording(recording_);
}

// One curve of two signals, or bars or a line for each signal.
void FigureWidget::makePlottables() {
  plot_->clearPlottables();
  plottables_.clear();
  beside_.clear();
  if (content_.kind == PlotKind::kXY) {
    plottables_.push_back(new XYCurve(plot_));
    return;
  }
  for (const CurveSetting& curve : content_.curves) {
    QCPAbstractPlottable* plottable = nullptr;
    if (content_.kind == PlotKind::kHistogram) {
      plottable = new QCPBars(plot_->xAxis, plot_->yAxis);
    } else {
      beside_.push_back(makeBand());
      plottable = plot_->addGraph();
      beside_.back().theory = plot_->addGraph();
      beside_.back().theory->setName(tr("%1, theory").arg(curve.name));
      if (!curve.theory) beside_.back().theory->removeFromLegend();
    }
    plottable->setName(curve.name);
    plottables_.push_back(plottable);
  }
  plot_->legend->setVisible(plottables_.size() > 1 || content_.kind == PlotKind::kSpectrum);
}

// The band of an estimate, behind its line; the first one says in the legend what it is.
FigureWidget::BesideSpectrum FigureWidget::makeBand() {
  const bool isFirst = beside_.empty();
  BesideSpectrum band{plot_->addGraph(), plot_->addGraph()};
  band.upper->setChannelFillGraph(band.lower);
  band.upper->setName(tr("interval of the estimate, 95 %"));
  band.lower->removeFromLegend();
  if (!isFirst) band.upper->removeFromLegend();
  return band;
}

// A spectrum has logarithmic axes; others where that was chosen.
void FigureWidget::scaleAxes() {
  for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) {
    const bool isLogarithmic =
        content_.kind == PlotKind::kSpectrum || settingOf(axis).isLogarithmic;
    scaleAxis(axis, isLogarithmic);
  }
}

AxisSetting FigureWidget::settingOf(const QCPAxis* axis) const {
  return content_.axis(axis == plot_->xAxis ? QStringLiteral("x") : QStringLiteral("y"));
}

// What the kind of figure means by its axes, unless the content has labels of its own.
void FigureWidget::labelAxes() {
  const auto name = [this](size_t curve) {
    return curve < content_.curves.size() ? content_.curves[curve].nameAndUnit() : QString();
  };
  switch (content_.kind) {
    case PlotKind::kXY:
      plot_->xAxis->setLabel(name(0));
      plot_->yAxis->setLabel(name(1));
      break;
    case PlotKind::kHistogram:
      // Of several the legend has the names.
      plot_->xAxis->setLabel(content_.curves.size() == 1 ? name(0) : QString());
      plot_->yAxis->setLabel(tr("samples"));
      break;
    case PlotKind::kSpectrum:
      plot_->xAxis->setLabel(tr("frequency, Hz"));
      plot_->yAxis->setLabel(
          tr("density, %1").arg(densityUnit(content_.unitOf(QStringLiteral("y")))));
      break;
    case PlotKind::kTime:
      break;
  }
  for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) {
    if (const QString label = settingOf(axis).label; !label.isEmpty()) axis->setLabel(label);
  }
}

// A single curve of two signals is drawn in the colour of the text, the others in the colours of
// curves in order.
void FigureWidget::applyColours() {
  stylePlot(plot_);
  noteThinning(plot_, recording_.get());
  const Theme& theme = Theme::current();
  plot_->legend->setFont(captionFont());
  plot_->legend->setTextColor(theme.ink);
  plot_->legend->setBrush(QBrush(theme.canvas));
  plot_->legend->setBorderPen(QPen(theme.hairline));
  const std::vector<CurveLook> looks = sampleLooks(content_.curves);
  for (size_t i = 0; i < plottables_.size(); ++i) {
    QCPAbstractPlottable* const plottable = plottables_[i];
    const bool isAutomatic = content_.kind == PlotKind::kXY && !content_.curves[i].colour.isValid();
    QColor colour = isAutomatic ? theme.ink : looks[i].colour;
    QPen pen(colour, kCurveWidth);
    setDashes(looks[i].line, &pen);
    plottable->setPen(pen);
    colour.setAlphaF(static_cast<float>(kFillOpacity));
    const bool filled = content_.kind == PlotKind::kHistogram;
    plottable->setBrush(filled ? QBrush(colour) : QBrush(Qt::NoBrush));
    if (i < beside_.size()) colourBeside(i, pen.color());
  }
}

// One theory is drawn in the colour of the text, as over the fan of a study; several in the colours
// of their curves.
void FigureWidget::colourBeside(size_t curve, const QColor& colour) {
  const BesideSpectrum& beside = beside_[curve];
  QColor fill = colour;
  fill.setAlphaF(static_cast<float>(kBandOpacity));
  beside.lower->setPen(Qt::NoPen);
  beside.upper->setPen(Qt::NoPen);
  beside.upper->setBrush(fill);
  QPen pen(beside_.size() == 1 ? Theme::current().ink : colour, kTheoryWidth);
  pen.setStyle(Qt::DashLine);
  beside.theory->setPen(pen);
}

// Begins anew with another recording: nothing of the old one stays.
void FigureWidget::setRecording(std::shared_ptr<const Recording> recording) {
  recording_ = std::move(recording);
  noteThinning(plot_, recording_.get());
  samples_.clear();
  shownSamples_.assign(content_.curves.size(), 0);
  pairsTaken_ = 0;
  for (const CurveSetting& curve : content_.curves) {
    const CurveRequest request = requestFor(recording_.get(), curve.path);
    samples_.emplace_back(recording_, request.column, request.held, content_.period_sec);
  }
  if (auto* curve = qobject_cast<QCPCurve*>(plottables_.empty() ? nullptr : plottables_[0])) {
    curve->data()->clear();
  }
  takeNew();
  if (fitted_) fitTo(chosenRanges_);
  redraw();
}

// Samples that were taken stay; a curve of two signals is drawn anew.
void FigureWidget::continueWith(std::shared_ptr<const Recording> recording) {
  if (content_.kind == PlotKind::kXY) return setRecording(std::move(recording));
  refresh();
  recording_ = std::move(recording);
  for (SignalSamples& samples : samples_) samples.continueWith(recording_);
  noteThinning(plot_, recording_.get());
  redraw();
}

void FigureWidget::refresh() {
  if (!takeNew()) return;
  if (fitted_) fitTo(chosenRanges_);
  redraw();
}

// Takes in the rows that have come. True where the picture is another one.
bool FigureWidget::takeNew() {
  if (!recording_ || content_.curves.empty()) return false;
  if (content_.kind == PlotKind::kXY) return takePairs();
  bool more = false;
  for (size_t i = 0; i < samples_.size(); ++i) {
    samples_[i].takeNew();
    more = showSamples(i) || more;
  }
  return more;
}

// Bins and spectra are made anew from all samples, while a run goes on only after a tenth more came
// in: that takes time in proportion to the samples. Returns whether the picture is another.
bool FigureWidget::showSamples(size_t curve) {
  const size_t count = samples_[curve].values().size();
  size_t& shown = shownSamples_[curve];
  if (count == shown || (isRunning_ && count < shown + shown / 10)) return false;
  shown = count;
  if (content_.kind == PlotKind::kHistogram) {
    showBins(curve);
  } else {
    showSpectrum(curve);
  }
  return true;
}

// Every row, or as many as a screen can show, the last one always.
bool FigureWidget::takePairs() {
  if (content_.curves.size() < 2) return false;
  const int x = requestFor(recording_.get(), content_.curves[0].path).column;
  const int y = requestFor(recording_.get(), content_.curves[1].path).column;
  const int64_t rows = recording_->size();
  if (x < 0 || y < 0 || rows == pairsTaken_) return false;
  auto* const curve = qobject_cast<QCPCurve*>(plottables_[0]);
  const int64_t stride = 1 + rows / kMostPairs;
  const bool thins = stride > 1 + pairsTaken_ / kMostPairs;
  if (thins) curve->data()->clear();
  QVector<QCPCurveData> points;
  for (int64_t row = thins ? 0 : pairsTaken_; row < rows; ++row) {
    if (row % stride != 0 && row + 1 != rows) continue;
    points.append(QCPCurveData(static_cast<double>(row), recording_->value(row, x),
                               recording_->value(row, y)));
  }
  curve->data()->add(points, true);
  pairsTaken_ = rows;
  return true;
}

// Each bar stands in the middle of its bin and is as wide as it.
void FigureWidget::showBins(size_t curve) {
  const BinCounts bins = CountInBins(samples_[curve].values(), content_.bins);
  auto* const bars = qobject_cast<QCPBars*>(plottables_[curve]);
  const double width = (bins.upper - bins.lower) / static_cast<double>(bins.counts.size());
  QVector<QCPBarsData> heights;
  for (size_t i = 0; i < bins.counts.size(); ++i) {
    heights.append(QCPBarsData(bins.lower + (static_cast<double>(i) + 0.5) * width,
                               static_cast<double>(bins.counts[i])));
  }
  bars->setWidth(width);
  bars->data()->set(heights, true);
}

// The estimate, its interval of confidence, and where it is known what theory says.
void FigureWidget::showSpectrum(size_t curve) {
  const SpectrumCurves curves = spectrumCurves(samples_[curve].values(), content_.segment,
                                               content_.period_sec, content_.curves[curve].theory);
  const auto show = [](QCPGraph* graph, const std::vector<QPointF>& points) {
    QVector<QCPGraphData> values;
    for (const QPointF& point : points) values.append(QCPGraphData(point.x(), point.y()));
    graph->data()->set(values, true);
  };
  show(qobject_cast<QCPGraph*>(plottables_[curve]), curves.line);
  show(beside_[curve].lower, curves.lower);
  show(beside_[curve].upper, curves.upper);
  show(beside_[curve].theory, curves.theory);
}

// Estimates are made once more, from the samples that are there.
void FigureWidget::setTheories(const PlotContent& content) {
  for (size_t i = 0; i < beside_.size(); ++i) {
    DensityOf& theory = content_.curves[i].theory;
    if (theory || !content.curves[i].theory) continue;
    theory = content.curves[i].theory;
    beside_[i].theory->addToLegend();
    shownSamples_[i] = 0;
  }
  refresh();
}

void FigureWidget::showWhole(bool chosen) {
  fitTo(chosen);
  redraw();
}

// A margin on each side, by a factor on a logarithmic axis. Bars stand on zero.
void FigureWidget::fitTo(bool chosen) {
  fitted_ = true;
  chosenRanges_ = chosen;
  plot_->rescaleAxes();
  for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) {
    const bool stands = axis == plot_->yAxis && content_.kind == PlotKind::kHistogram;
    QCPRange range = axis->range();
    if (axis->scaleType() == QCPAxis::stLogarithmic) {
      const double factor = std::pow(range.upper / range.lower, kMargin);
      range = QCPRange(range.lower / factor, range.upper * factor);
    } else {
      const double extent = range.size() > 0 ? range.size() : 1;
      range = QCPRange(range.lower - kMargin * extent, range.upper + kMargin * extent);
      if (stands) range.lower = 0;
    }
    const AxisSetting setting = settingOf(axis);
    if (chosen) {
      range = {setting.lower.value_or(range.lower), setting.upper.value_or(range.upper)};
    }
    axis->setRange(range);
  }
}

// An x-y plot has no axis of time: it marks the point at which its signals are at the cursor.
void FigureWidget::setCursors(PlotCursors* cursors) {
  cursors_ = cursors;
  if (content_.kind == PlotKind::kXY) {
    connect(cursors, &PlotCursors::changed, this, &FigureWidget::redraw);
  }
}

// What the values of both signals at the times of the cursors are asked of.
void FigureWidget::placeMarkers() {
  if (content_.kind != PlotKind::kXY || content_.curves.size() < 2) return;
  markers_->show(cursors_, requestFor(recording_.get(), content_.curves[0].path),
                 requestFor(recording_.get(), content_.curves[1].path));
}

// Drawn once more where the numbers at the right end of the axis need another margin, or the legend
// another corner.
void FigureWidget::redraw() {
  if (plot_->width() <= 0 || plot_->height() <= 0) return;
  placeMarkers();
  plot_->replot(QCustomPlot::rpQueuedRefresh);
  if (const int right = rightMarginOf(plot_->xAxis);
      right != plot_->axisRect()->minimumMargins().right()) {
    plot_->axisRect()->setMinimumMargins(QMargins(46, 8, right, 18));
    plot_->replot(QCustomPlot::rpQueuedRefresh);
  }
  if (keepLegendOffData(plot_)) plot_->replot(QCustomPlot::rpQueuedRefresh);
  noteLeftMargin();
}

QString FigureWidget::axisAt(const QPoint& position) const {
  const QRect axes = plot_->axisRect()->rect();
  if (position.y() > axes.bottom()) return QStringLiteral("x");
  return position.x() < axes.left() ? QStringLiteral("y") : QString();
}

void FigureWidget::paintOn(QPaintDevice* device, const QSize& size, bool vectors) {
  paintPlot(plot_, content_.title, device, size, vectors);
}

int FigureWidget::pointCount(int curve) const {
  return plottables_.at(curve)->interface1D()->dataCount();
}

QPointF FigureWidget::point(int curve, int index) const {
  const auto* const points = plottables_.at(curve)->interface1D();
  return QPointF(points->dataMainKey(index), points->dataMainValue(index));
}

std::vector<QPointF> FigureWidget::theoryOf(int curve) const {
  std::vector<QPointF> points;
  for (const QCPGraphData& one : *beside_.at(curve).theory->data()) {
    points.emplace_back(one.key, one.value);
  }
  return points;
}

// The confidence interval of each point of a spectrum, lower and upper bound, as they are drawn.
std::vector<std::pair<double, double>> FigureWidget::intervalsOf(int curve) const {
  const BesideSpectrum& beside = beside_.at(curve);
  std::vector<std::pair<double, double>> intervals;
  for (int i = 0; i < beside.lower->dataCount(); ++i) {
    intervals.emplace_back(beside.lower->dataMainValue(i), beside.upper->dataMainValue(i));
  }
  return intervals;
}

// The axes stop following the data with the first turn of the wheel or press of a button.
bool FigureWidget::eventFilter(QObject* watched, QEvent* event) {
  if (watched != plot_) return false;
  if (event->type() == QEvent::ContextMenu) {
    const auto* const menu = static_cast<QContextMenuEvent*>(event);
    Q_EMIT menuRequested(menu->pos(), menu->globalPos());
    return true;
  }
  if (event->type() == QEvent::MouseButtonDblClick) {
    fit();
    return true;
  }
  if (event->type() == QEvent::Wheel || event->type() == QEvent::MouseButtonPress) fitted_ = false;
  return false;
}

}  // namespace loopwright
