#include "gui/study/fan_chart.h"

#include <QApplication>
#include <QEvent>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "gui/plots/plot_style.h"
#include "gui/plots/readout_overlay.h"
#include "gui/samples/study_look.h"
#include "gui/study/fan_band.h"
#include "gui/study/reference_fan.h"
#include "gui/study/study_picture.h"
#include "gui/study/theory_lines.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kMeanWidth = 1.8;
constexpr double kPathWidth = 0.8;
constexpr double kChosenWidth = 2;
constexpr double kCircle = 6.8;  // diameter of ○ and ●, pixels
constexpr double kMarkRoom = 8;  // pixels from one update to the next, or none is marked
constexpr double kNearPath = 8;  // pixels from a path to a pointer that means it
constexpr std::array<int, 3> kBandAlpha = {52, 70, 100};
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// The squared distance of a place from a line between two others, pixels².
double distanceFromLine(const QPointF& place, const QPointF& from, const QPointF& to) {
  const QPointF along = to - from;
  const QPointF away = place - from;
  const double length = QPointF::dotProduct(along, along);
  const double part =
      length > 0 ? std::clamp(QPointF::dotProduct(away, along) / length, 0.0, 1.0) : 0;
  const QPointF rest = away - part * along;
  return QPointF::dotProduct(rest, rest);
}

// The points of a path, times doubled for the two sides.
double timeAt(const StudyPicture& picture, std::size_t point) { return picture.times[point / 2]; }

}  // namespace

// The fan of a study: quantiles of all runs over time as bands, the mean with its confidence
// interval, and single runs as thin lines, which can be pointed at and chosen.
FanChart::FanChart(QWidget* parent) : QWidget(parent), plot_(new QCustomPlot(this)) {
  setObjectName(QStringLiteral("fanChart"));
  plot_->setObjectName(QStringLiteral("fanArea"));
  plot_->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
  plot_->setMouseTracking(true);
  plot_->installEventFilter(this);
  plot_->xAxis->setLabel(tr("time, s"));
  plot_->axisRect()->setMinimumMargins(QMargins(46, 8, 18, 18));
  setMinimumSize(scaled(160), scaled(140));
  // Where ○ and ● have room is known once the axes have their places.
  connect(plot_, &QCustomPlot::afterLayout, this, &FanChart::drawUpdates);
  makeCurves();
  makeMarks();
  styleCurves();
  refresh();
}

FanChart::~FanChart() = default;

// From the back to the front. Bands and paths are curves, not graphs: a curve is a closed shape, or
// several lines in one, and keeps points at one time in their order.
void FanChart::makeCurves() {
  const auto curve = [this] { return new QCPCurve(plot_->xAxis, plot_->yAxis); };
  for (QCPCurve*& band : bands_) band = curve();
  reference_ = std::make_unique<ReferenceFan>(plot_);
  confidence_ = curve();
  thin_ = curve();
  brushedCurve_ = curve();
  mean_ = plot_->addGraph();
  theory_ = std::make_unique<TheoryLines>(plot_);
  chosenCurve_ = curve();
  highlight_ = curve();
  highlight_->setLayer(QStringLiteral("overlay"));
  for (QCPCurve* hidden : {confidence_, highlight_}) hidden->removeFromLegend();
}

// Circles where runs jump, the text beside the pointer, and the legend.
void FanChart::makeMarks() {
  for (QCPGraph** circles : {&before_, &after_}) {
    *circles = plot_->addGraph();
    (*circles)->setLineStyle(QCPGraph::lsNone);
    (*circles)->removeFromLegend();
  }
  label_ = new QCPItemText(plot_);
  label_->setObjectName(QStringLiteral("fanLabel"));
  label_->setLayer(QStringLiteral("overlay"));
  label_->setPositionAlignment(Qt::AlignLeft | Qt::AlignBottom);
  label_->position->setType(QCPItemPosition::ptAbsolute);
  label_->setPadding(QMargins(6, 2, 6, 3));
  label_->setVisible(false);
  // Above the axes, where it covers no path however low the panel is.
  plot_->axisRect()->insetLayout()->take(plot_->legend);
  plot_->plotLayout()->insertRow(0);
  plot_->plotLayout()->addElement(0, 0, plot_->legend);
  plot_->plotLayout()->setRowStretchFactor(0, 0.001);
  plot_->plotLayout()->setRowSpacing(0);
  plot_->legend->setVisible(true);
}

// In the colours of the theme; called again when that changes.
void FanChart::styleCurves() {
  const Theme& theme = Theme::current();
  stylePlot(plot_);
  for (std::size_t i = 0; i < bands_.size(); ++i) {
    bands_[i]->setPen(Qt::NoPen);
    bands_[i]->setBrush(withAlpha(theme.accent, kBandAlpha[i]));
  }
  const QColor meanColour = theme.isDark() ? theme.accent.lighter(130) : theme.accent.darker(170);
  confidence_->setPen(Qt::NoPen);
  confidence_->setBrush(withAlpha(meanColour, 90));
  mean_->setPen(QPen(meanColour, kMeanWidth));
  for (const auto& [circles, inside] :
       {std::pair(before_, theme.canvas), std::pair(after_, meanColour)}) {
    circles->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(meanColour, 1.4), inside, kCircle));
  }
  reference_->style();
  theory_->style();
  thin_->setPen(QPen(withAlpha(theme.ink, 110), kPathWidth));
  brushedCurve_->setPen(QPen(withAlpha(chosenColour(), 150), kPathWidth));
  chosenCurve_->setPen(QPen(chosenColour(), kChosenWidth));
  highlight_->setPen(QPen(theme.ink, kChosenWidth));
  label_->setFont(secondaryFont());
  label_->setColor(theme.bubbleText);
  label_->setBrush(theme.bubble);
  styleLegend();
}

// Small, and without a frame: the space is for the fan.
void FanChart::styleLegend() {
  const Theme& theme = Theme::current();
  QCPLegend* const legend = plot_->legend;
  legend->setFont(captionFont());
  legend->setTextColor(theme.ink);
  legend->setBrush(Qt::NoBrush);
  legend->setBorderPen(Qt::NoPen);
  legend->setIconSize(scaled(18), scaled(12));
  legend->setRowSpacing(0);
  legend->setMargins(QMargins(6, 4, 6, 0));
  thin_->setName(tr("single runs"));
  for (const auto& [band, name] :
       {std::pair(bands_[2], tr("50 % of the runs")), std::pair(bands_[1], tr("90 % of the runs")),
        std::pair(bands_[0], tr("98 % of the runs"))}) {
    band->setName(name);
  }
}

// As many entries in a row as the width has room for; those below each other are as wide as the
// widest of them.
void FanChart::layLegend() {
  QCPLegend* const legend = plot_->legend;
  // The last row may have empty cells, which hold no item.
  std::vector<int> entries;
  for (int i = 0; i < legend->itemCount(); ++i) {
    const QCPAbstractLegendItem* const item = legend->item(i);
    if (item != nullptr) entries.push_back(item->minimumOuterSizeHint().width());
  }
  const auto widthOf = [&](std::size_t numColumns) {
    std::vector<int> widths(numColumns);
    for (std::size_t i = 0; i < entries.size(); ++i) {
      widths[i % numColumns] = std::max(widths[i % numColumns], entries[i]);
    }
    const int between = static_cast<int>(numColumns - 1) * legend->columnSpacing();
    return std::accumulate(widths.begin(), widths.end(), between) + legend->margins().left() +
           legend->margins().right();
  };
  std::size_t numColumns = std::max<std::size_t>(1, entries.size());
  while (numColumns > 1 && widthOf(numColumns) > plot_->width()) --numColumns;
  legend->setWrap(static_cast<int>(numColumns));
  legend->setFillOrder(QCPLayoutGrid::foColumnsFirst, true);
}

void FanChart::setSignalName(const QString& name) {
  plot_->yAxis->setLabel(name);
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

// What was zoomed to stays while the fan fills in; another signal or study is shown whole.
void FanChart::setPicture(std::shared_ptr<const StudyPicture> picture) {
  const bool isAnother = !picture || !picture_ || picture->signal != picture_->signal ||
                         picture->numRuns < picture_->numRuns;
  picture_ = std::move(picture);
  isFitted_ = isFitted_ || isAnother;
  refresh();
}

void FanChart::setTheory(std::shared_ptr<const EnsembleTheory> theory) {
  theory_->set(std::move(theory));
  refresh();
}

void FanChart::setReference(const std::vector<FanPoint>& fan, const QString& name) {
  reference_->set(fan, name);
}

void FanChart::setBrushedRuns(std::vector<uint64_t> runs) {
  brushed_ = std::move(runs);
  refresh();
}

void FanChart::setChosenRun(std::optional<uint64_t> run) {
  chosen_ = run;
  refresh();
}

// Draws everything anew. Of a study of many runs that is cheap: the picture has quantiles and some
// paths, not all runs.
void FanChart::refresh() {
  drawFan();
  drawPaths();
  layLegend();
  if (isFitted_) fit();
  drawHighlight();
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

// Bands from the outermost quantiles to the innermost, each from its lower quantile to its upper
// one.
void FanChart::drawFan() {
  const std::vector<FanPoint> none;
  const std::vector<FanPoint>& fan = picture_ ? picture_->fan : none;
  for (std::size_t i = 0; i < bands_.size(); ++i) {
    drawBand(
        fan, [i](const FanPoint& point) { return point.quantiles[i]; },
        [i](const FanPoint& point) { return point.quantiles[point.quantiles.size() - 1 - i]; },
        bands_[i]);
  }
  const auto halfWidth = [](const FanPoint& point) {
    return std::isfinite(point.halfWidth) ? point.halfWidth : 0;
  };
  drawBand(
      fan, [&](const FanPoint& point) { return point.mean - halfWidth(point); },
      [&](const FanPoint& point) { return point.mean + halfWidth(point); }, confidence_);
  drawMean(fan, mean_);
  double widest = 0;
  for (const FanPoint& point : fan) widest = std::max(widest, halfWidth(point));
  mean_->setName(tr("mean, ±%1 at most (95 %)").arg(formatUncertain(widest, widest).second));
  plot_->legend->setVisible(!fan.empty());
  showNumbers(plot_, !fan.empty());
}

// ○ and ● stand where the runs jump, unless they would hide each other.
void FanChart::drawUpdates() {
  QVector<double> times, before, after;
  double last = -kMarkRoom;
  bool hasRoom = true;
  for (std::size_t i = 0; picture_ && i + 1 < picture_->fan.size(); i += 2) {
    const FanPoint& from = picture_->fan[i];
    const FanPoint& to = picture_->fan[i + 1];
    if (from.mean == to.mean && from.quantiles == to.quantiles) continue;
    const double place = plot_->xAxis->coordToPixel(from.time);
    hasRoom = hasRoom && place - last >= kMarkRoom;
    last = place;
    times += from.time;
    before += from.mean;
    after += to.mean;
  }
  if (!hasRoom) times.clear(), before.clear(), after.clear();
  before_->setData(times, before, true);
  after_->setData(times, after, true);
  updateCount_ = static_cast<int>(times.size());
  theory_->drawUpdates(kMarkRoom);
}

// The paths of these runs, one behind the other, with gaps between.
void FanChart::drawPathsOf(const std::vector<uint64_t>& runs, QCPCurve* curve) const {
  QVector<QCPCurveData> points;
  for (const uint64_t run : runs) {
    const std::vector<double> path = picture_ ? pathOf(*picture_, run) : std::vector<double>();
    for (std::size_t i = 0; i < path.size(); ++i) {
      points.append({double(points.size()), timeAt(*picture_, i), path[i]});
    }
    points.append({double(points.size()), kNone, kNone});
  }
  curve->data()->set(points, true);
}

// The first runs as thin lines, those that are brushed in a histogram, and the chosen one. Only
// these can be pointed at.
void FanChart::drawPaths() {
  std::vector<uint64_t> thin;
  const uint64_t numRuns = picture_ ? picture_->numRuns : 0;
  for (uint64_t run = 0; run < std::min<uint64_t>(numRuns, kThinPaths); ++run) thin.push_back(run);
  std::vector<uint64_t> brushed;
  for (const uint64_t run : brushed_) {
    if (brushed.size() == kBrushedPaths) break;
    if (picture_ && !pathOf(*picture_, run).empty()) brushed.push_back(run);
  }
  drawPathsOf(thin, thin_);
  drawPathsOf(brushed, brushedCurve_);
  drawPathsOf(chosen_ ? std::vector{*chosen_} : std::vector<uint64_t>(), chosenCurve_);
  brushedPaths_ = static_cast<int>(brushed.size());
  brushedCurve_->setName(tr("brushed runs"));
  if (chosen_) chosenCurve_->setName(tr("run %1 (chosen)").arg(*chosen_));
  const auto setInLegend = [](QCPCurve* curve, bool isIn) {
    isIn ? curve->addToLegend() : curve->removeFromLegend();
  };
  setInLegend(brushedCurve_, !brushed.empty());
  setInLegend(chosenCurve_, chosen_.has_value());
  drawn_ = std::move(thin);
  drawn_.insert(drawn_.end(), brushed.begin(), brushed.end());
  if (chosen_) drawn_.push_back(*chosen_);
}

// The path under the pointer, on a layer of its own, so that nothing else is drawn again.
void FanChart::drawHighlight() {
  const bool isThere = hovered_.has_value() && picture_;
  drawPathsOf(isThere ? std::vector{*hovered_} : std::vector<uint64_t>(), highlight_);
  label_->setVisible(isThere);
  if (isThere) label_->setText(tr("run %1: a click makes it the present run").arg(*hovered_));
}

// The fan and the paths whole, with some air.
void FanChart::fit() {
  isFitted_ = true;
  if (!picture_ || picture_->fan.empty()) return;
  QCPRange values;
  bool isFound = false;
  for (const QCPCurve* curve : {reference_->band(), bands_[0], thin_}) {
    bool has = false;
    const QCPRange range = curve->getValueRange(has);
    if (has && isFound) values.expand(range);
    if (has && !isFound) values = range;
    isFound = isFound || has;
  }
  if (!isFound) return;
  if (values.size() <= 0) values = QCPRange(values.lower - 1, values.upper + 1);
  plot_->yAxis->setRange(values);
  plot_->yAxis->scaleRange(1.1);
  plot_->xAxis->setRange(picture_->times.front(), picture_->times.back());
}

QPointF FanChart::placeOf(double time, double value) const {
  return {plot_->xAxis->coordToPixel(time), plot_->yAxis->coordToPixel(value)};
}

// The run whose path is nearest, where it is near enough to be meant.
std::optional<uint64_t> FanChart::runAt(const QPointF& place) const {
  std::optional<uint64_t> nearest;
  if (!picture_ || !plot_->axisRect()->rect().contains(place.toPoint())) return nearest;
  double least = kNearPath * kNearPath;
  for (const uint64_t run : drawn_) {
    const std::vector<double> path = pathOf(*picture_, run);
    for (std::size_t i = 1; i < path.size(); ++i) {
      const double distance =
          distanceFromLine(place, placeOf(timeAt(*picture_, i - 1), path[i - 1]),
                           placeOf(timeAt(*picture_, i), path[i]));
      if (!(distance < least)) continue;
      least = distance;
      nearest = run;
    }
  }
  return nearest;
}

// Only what is highlighted is drawn anew.
void FanChart::hover(const QPointF& place) {
  const std::optional<uint64_t> run = runAt(place);
  // Above the pointer, below it where there is no room for that.
  const bool isRight = place.x() > plot_->width() / 2.0;
  const bool isTop = place.y() < plot_->axisRect()->top() + scaled(30);
  label_->setPositionAlignment((isRight ? Qt::AlignRight : Qt::AlignLeft) |
                               (isTop ? Qt::AlignTop : Qt::AlignBottom));
  label_->position->setPixelPosition(place + QPointF(isRight ? -10 : 10, isTop ? 16 : -8));
  if (run == hovered_ && !run) return;
  hovered_ = run;
  drawHighlight();
  plot_->setCursor(run ? Qt::PointingHandCursor : Qt::ArrowCursor);
  plot_->layer(QStringLiteral("overlay"))->replot();
}

// A click stays where it began; what moves is a drag, which pans.
void FanChart::release(const QPointF& place) {
  const bool isClick =
      pressed_ && (place - *pressed_).manhattanLength() < QApplication::startDragDistance();
  if (pressed_ && !isClick) isFitted_ = false;
  pressed_.reset();
  if (!isClick) return;
  if (const std::optional<uint64_t> run = runAt(place)) Q_EMIT runClicked(*run);
}

void FanChart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::StyleChange) return;
  styleCurves();
  refresh();
}

void FanChart::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  plot_->resize(size());
  refresh();
}

// QCustomPlot handles drags and the wheel itself; what is done here besides is to follow the
// pointer, to tell clicks from drags, and to note that a person has zoomed, after which new runs
// leave the axes alone.
bool FanChart::eventFilter(QObject* watched, QEvent* event) {
  if (watched != plot_) return QWidget::eventFilter(watched, event);
  switch (event->type()) {
    case QEvent::MouseMove:
      hover(static_cast<QMouseEvent*>(event)->position());
      break;
    case QEvent::Leave:
      hover(QPointF(-1, -1));
      break;
    case QEvent::Wheel:
      isFitted_ = false;
      break;
    case QEvent::MouseButtonPress: {
      const auto* const mouse = static_cast<QMouseEvent*>(event);
      pressed_.reset();
      if (mouse->button() == Qt::LeftButton) pressed_ = mouse->position();
      break;
    }
    case QEvent::MouseButtonRelease:
      if (static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton) {
        release(static_cast<QMouseEvent*>(event)->position());
      }
      break;
    case QEvent::MouseButtonDblClick:
      pressed_.reset();
      fit();
      refresh();
      return true;
    default:
      break;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace loopwright
