#include "gui/analysis/response_plot.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QEvent>
#include <QImage>
#include <QMenu>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

#include "engine/analysis/response_picture.h"
#include "gui/analysis/response_axes.h"
#include "gui/analysis/response_table.h"
#include "gui/plots/plot_style.h"
#include "gui/plots/readout_overlay.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kNearEnough = 12.0;  // pixels from a pole to a click that means it

QVector<double> vectorOf(const std::vector<double>& values) {
  return QVector<double>(values.begin(), values.end());
}

// The axes with numbers of those rectangles that there are.
std::vector<QCPAxis*> axesOf(std::initializer_list<QCPAxisRect*> rectangles) {
  std::vector<QCPAxis*> axes;
  for (const QCPAxisRect* rectangle : rectangles) {
    if (!rectangle) continue;
    for (const auto side : {QCPAxis::atBottom, QCPAxis::atLeft}) {
      axes.push_back(rectangle->axis(side));
    }
  }
  return axes;
}

}  // namespace

ResponsePlot::ResponsePlot(QWidget* parent) : QWidget(parent), plot_(new QCustomPlot(this)) {
  setObjectName(QStringLiteral("responsePlot"));
  plot_->setObjectName(QStringLiteral("plotArea"));
  plot_->setLocale(QLocale::c());
  plot_->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
  plot_->setMouseTracking(true);
  plot_->installEventFilter(this);
  rebuild();
}

ResponsePlot::~ResponsePlot() = default;

void ResponsePlot::setPicture(std::shared_ptr<const ResponsePicture> picture) {
  picture_ = std::move(picture);
  isStale_ = false;
  rebuild();
}

void ResponsePlot::setView(ResponseView view) {
  view_ = view;
  rebuild();
}

void ResponsePlot::setStale(bool stale) {
  if (isStale_ == stale) return;
  isStale_ = stale;
  rebuildInPlace();
}

void ResponsePlot::setFrequency(std::optional<double> frequency) {
  if (frequency_ == frequency) return;
  frequency_ = frequency;
  markFrequency();
  plot_->replot(QCustomPlot::rpQueuedReplot);
  Q_EMIT frequencyChanged();
}

// The number of the picture's frequency that is nearest to the cursor on a logarithmic axis; −1
// without a cursor.
int ResponsePlot::nearestFrequency() const {
  if (!picture_ || !frequency_ || picture_->frequencies.empty()) return -1;
  const std::vector<double>& all = picture_->frequencies;
  const auto above = std::lower_bound(all.begin(), all.end(), *frequency_);
  if (above == all.begin()) return 0;
  if (above == all.end()) return static_cast<int>(all.size()) - 1;
  const bool isNearerBelow = *frequency_ / *(above - 1) < *above / *frequency_;
  return static_cast<int>(above - all.begin()) - (isNearerBelow ? 1 : 0);
}

QString ResponsePlot::readout() const {
  const int at = nearestFrequency();
  if (at < 0) return {};
  const auto i = static_cast<size_t>(at);
  return tr("ω = %1 rad/s: gain %2 (%3 dB), phase %4°")
      .arg(formatReadout(picture_->frequencies[i]), formatReadout(std::abs(picture_->response[i])),
           QString::number(decibels(picture_->response[i]), 'f', 1),
           formatReadout(picture_->phase[i]));
}

QPointF ResponsePlot::polePlace(int index) const {
  if (!picture_ || !upper_) return {};
  const Complex pole = picture_->poles[static_cast<size_t>(index)].pole;
  return {upper_->axis(QCPAxis::atBottom)->coordToPixel(pole.real()),
          upper_->axis(QCPAxis::atLeft)->coordToPixel(pole.imag())};
}

double ResponsePlot::frequencyPlace(double frequency) const {
  return upper_ ? upper_->axis(QCPAxis::atBottom)->coordToPixel(frequency) : 0;
}

// What was zoomed to stays: the picture is the same.
void ResponsePlot::rebuildInPlace() {
  std::vector<QCPRange> ranges;
  for (const QCPAxis* axis : axesOf({upper_, lower_})) ranges.push_back(axis->range());
  rebuild();
  const std::vector<QCPAxis*> axes = axesOf({upper_, lower_});
  for (size_t i = 0; i < axes.size() && i < ranges.size(); ++i) axes[i]->setRange(ranges[i]);
}

// Everything is made anew: views differ in what axes they have, and pictures are small.
void ResponsePlot::rebuild() {
  plot_->clearPlottables();
  plot_->clearItems();
  plot_->plotLayout()->clear();
  delete marginGroup_;  // after the axes in it
  marginGroup_ = nullptr;
  cursorLines_.clear();
  marker_ = nullptr;
  upper_ = lower_ = nullptr;
  pointCount_ = 0;
  plot_->setBackground(QBrush(Theme::current().panel));
  if (picture_) {
    upper_ = addAxes(0);
    switch (view_) {
      case ResponseView::kBode:
        drawBode();
        break;
      case ResponseView::kNyquist:
        drawNyquist();
        break;
      case ResponseView::kNichols:
        drawNichols();
        break;
      case ResponseView::kPoles:
        drawPoles();
        break;
      case ResponseView::kStep:
        drawStep();
        break;
    }
    markFrequency();
  }
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

QCPAxisRect* ResponsePlot::addAxes(int row) {
  auto* const axes = new QCPAxisRect(plot_);
  axes->setupFullAxesBox(true);
  axes->setBackground(QBrush(Theme::current().canvas));
  for (QCPAxis* axis : axes->axes()) styleAxis(axis);
  for (const auto side : {QCPAxis::atTop, QCPAxis::atRight}) {
    axes->axis(side)->setTicks(false);
    axes->axis(side)->setTickLabels(false);
  }
  for (QCPAxis* axis : axes->axes()) {
    axis->setLayer(QStringLiteral("axes"));
    axis->grid()->setLayer(QStringLiteral("grid"));
  }
  axes->setMinimumMargins(QMargins(46, 8, 18, 18));
  plot_->plotLayout()->addElement(row, 0, axes);
  return axes;
}

void ResponsePlot::drawBode() {
  lower_ = addAxes(1);
  marginGroup_ = new QCPMarginGroup(plot_);
  const QColor colour = inkOf(Theme::current().ink, isStale_);
  std::vector<double> gains;
  for (const Complex& value : picture_->response) gains.push_back(decibels(value));
  const QVector<double> frequencies = vectorOf(picture_->frequencies);
  const auto draw = [&](QCPAxisRect* axes, const std::vector<double>& values) {
    axes->setMarginGroup(QCP::msLeft | QCP::msRight, marginGroup_);
    makeLogarithmic(axes->axis(QCPAxis::atBottom));
    QCPGraph* const graph =
        plot_->addGraph(axes->axis(QCPAxis::atBottom), axes->axis(QCPAxis::atLeft));
    graph->setData(frequencies, vectorOf(values), true);
    graph->setPen(QPen(colour, kResponseWidth));
    graph->rescaleAxes(axes->axis(QCPAxis::atLeft)->graphs().size() > 1);
    return graph;
  };
  draw(upper_, gains);
  upper_->axis(QCPAxis::atLeft)->scaleRange(1.1);
  draw(lower_, picture_->phase);
  pointCount_ = static_cast<int>(gains.size());
  if (!picture_->lens.empty()) {
    std::vector<double> seen;
    for (const Complex& value : picture_->lens) seen.push_back(decibels(value));
    const QPen pen(inkOf(Theme::current().accent, isStale_), kResponseWidth, Qt::DashLine);
    draw(upper_, seen)->setPen(pen);
    draw(lower_, picture_->lens_phase)->setPen(pen);
  }
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
  const auto addCurve = [&](double sign, const QPen& pen) {
    auto* const curve =
        new QCPCurve(upper_->axis(QCPAxis::atBottom), upper_->axis(QCPAxis::atLeft));
    for (const Complex& value : picture_->response) {
      curve->addData(value.real(), sign * value.imag());
    }
    curve->setPen(pen);
  };
  addCurve(-1, QPen(inkOf(Theme::current().muted, isStale_), 1, Qt::DotLine));
  addCurve(1, QPen(colour, kResponseWidth));
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
  auto* const curve = new QCPCurve(across, up);
  QCPRange phases(-180, -180);
  for (size_t i = 0; i < picture_->response.size(); ++i) {
    curve->addData(picture_->phase[i], decibels(picture_->response[i]));
    phases.expand(picture_->phase[i]);
  }
  curve->setPen(QPen(inkOf(Theme::current().ink, isStale_), kResponseWidth));
  pointCount_ = static_cast<int>(picture_->response.size());
  curve->rescaleAxes();
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
  for (const PoleInfo& pole : picture_->poles) {
    (pole.is_stable ? stable : unstable).push_back(pole.pole);
    across.expand(pole.pole.real());
    up.expand(pole.pole.imag());
  }
  for (const Complex& zero : picture_->zeros) {
    across.expand(zero.real());
    up.expand(zero.imag());
  }
  const double reach = 4 * std::max({across.size(), up.size(), -across.lower, up.upper});
  addDampingGrid(upper_, isSampled, reach);
  if (!isSampled) addCrossLine(upper_, 0, true, helpPen());
  addCrossLine(upper_, 0, false, helpPen());
  ComplexList locus;
  for (const ComplexList& poles : picture_->locus) {
    locus.insert(locus.end(), poles.begin(), poles.end());
  }
  addMarks(upper_, locus, QCPScatterStyle::ssDot, inkOf(theme.muted, isStale_));
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
  auto* const curve = new QCPCurve(upper_->axis(QCPAxis::atBottom), upper_->axis(QCPAxis::atLeft));
  for (size_t i = 0; i < picture_->step_times.size(); ++i) {
    curve->addData(picture_->step_times[i], picture_->step_values[i]);
  }
  curve->setPen(QPen(inkOf(Theme::current().ink, isStale_), kResponseWidth));
  pointCount_ = static_cast<int>(picture_->step_times.size());
  upper_->axis(QCPAxis::atBottom)->setLabel(tr("time after the step, s"));
  upper_->axis(QCPAxis::atLeft)->setLabel(tr("answer to a unit step"));
  if (pointCount_ == 0) return;
  curve->rescaleAxes();
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

void ResponsePlot::markFrequency() {
  for (QCPItemLine* line : cursorLines_) plot_->removeItem(line);
  cursorLines_.clear();
  if (marker_) plot_->removeItem(marker_);
  marker_ = nullptr;
  const int at = nearestFrequency();
  if (at < 0) return;
  const QPen pen(Theme::current().accent, 1);
  if (view_ == ResponseView::kBode) {
    for (QCPAxisRect* axes : {upper_, lower_}) {
      cursorLines_.push_back(
          addCrossLine(axes, picture_->frequencies[static_cast<size_t>(at)], true, pen));
    }
  } else if (view_ == ResponseView::kNyquist || view_ == ResponseView::kNichols) {
    const auto i = static_cast<size_t>(at);
    const Complex value = view_ == ResponseView::kNyquist
                              ? picture_->response[i]
                              : Complex(picture_->phase[i], decibels(picture_->response[i]));
    marker_ = new QCPItemTracer(plot_);
    marker_->position->setAxes(upper_->axis(QCPAxis::atBottom), upper_->axis(QCPAxis::atLeft));
    marker_->position->setAxisRect(upper_);
    marker_->position->setCoords(value.real(), value.imag());
    marker_->setClipAxisRect(upper_);
    marker_->setStyle(QCPItemTracer::tsCircle);
    marker_->setPen(QPen(Theme::current().accent, kResponseWidth));
    marker_->setBrush(Qt::NoBrush);
    marker_->setSize(kPoleSize);
  }
}

void ResponsePlot::paintOn(QPaintDevice* device, const QSize& size, bool vectors) {
  paintPlot(plot_, {}, device, size, vectors);
}

QByteArray ResponsePlot::table() const {
  return picture_ ? responseTable(*picture_, view_) : QByteArray();
}

// At a place of the screen.
void ResponsePlot::openMenu(const QPoint& place) {
  auto* const menu = new QMenu(this);
  menu->setObjectName(QStringLiteral("responseMenu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(tr("Copy as a picture"), this, &ResponsePlot::copyPicture)
      ->setObjectName(QStringLiteral("responseMenu.copyPicture"));
  menu->addAction(tr("Export the picture…"), this, &ResponsePlot::pictureRequested)
      ->setObjectName(QStringLiteral("responseMenu.exportPicture"));
  menu->addAction(tr("Export the data…"), this, &ResponsePlot::dataRequested)
      ->setObjectName(QStringLiteral("responseMenu.exportData"));
  menu->popup(place);
}

void ResponsePlot::copyPicture() {
  constexpr int kScale = 2;  // for sharp screens and paper
  QImage picture(size() * kScale, QImage::Format_RGB32);
  picture.setDevicePixelRatio(kScale);
  paintOn(&picture, size(), false);
  QGuiApplication::clipboard()->setImage(picture);
}

// The nearest pole, where it is near enough to be meant.
void ResponsePlot::clickAt(const QPointF& place) {
  if (!picture_ || view_ != ResponseView::kPoles) return;
  int nearest = -1;
  double least = kNearEnough;
  for (int i = 0; i < static_cast<int>(picture_->poles.size()); ++i) {
    const QPointF away = polePlace(i) - place;
    const double distance = std::hypot(away.x(), away.y());
    if (distance > least) continue;
    least = distance;
    nearest = i;
  }
  if (nearest >= 0) Q_EMIT poleClicked(nearest);
}

// A click stays where it began; what moves is a drag.
void ResponsePlot::release(const QPointF& place) {
  const bool isClick =
      pressed_ && (place - *pressed_).manhattanLength() < QApplication::startDragDistance();
  pressed_.reset();
  if (isClick) clickAt(place);
}

void ResponsePlot::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange) rebuildInPlace();
}

void ResponsePlot::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  plot_->resize(size());
  if (view_ == ResponseView::kNyquist || view_ == ResponseView::kPoles) rebuild();
}

// QCustomPlot passes none of its events on to its parent, that for the menu neither.
bool ResponsePlot::eventFilter(QObject* watched, QEvent* event) {
  if (watched != plot_ || !picture_) return QWidget::eventFilter(watched, event);
  if (event->type() == QEvent::ContextMenu) {
    openMenu(static_cast<QContextMenuEvent*>(event)->globalPos());
    return true;
  }
  if (event->type() == QEvent::MouseMove && view_ == ResponseView::kBode) {
    const QPointF place = static_cast<QMouseEvent*>(event)->position();
    const bool isInside = upper_->rect().contains(place.toPoint()) ||
                          (lower_ && lower_->rect().contains(place.toPoint()));
    if (isInside) setFrequency(upper_->axis(QCPAxis::atBottom)->pixelToCoord(place.x()));
  } else if (event->type() == QEvent::MouseButtonPress) {
    const auto* const mouse = static_cast<QMouseEvent*>(event);
    pressed_.reset();
    if (mouse->button() == Qt::LeftButton) pressed_ = mouse->position();
  } else if (event->type() == QEvent::MouseButtonRelease) {
    const auto* const mouse = static_cast<QMouseEvent*>(event);
    if (mouse->button() == Qt::LeftButton) release(mouse->position());
  } else if (event->type() == QEvent::MouseButtonDblClick) {
    pressed_.reset();
    rebuild();
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace loopwright
