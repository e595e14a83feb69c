#include "gui/plots/plot_panel.h"

#include "gui/plots/qcustomplot_header.h"

#include <QDropEvent>
#include <QGridLayout>
#include <QLabel>
#include <QRubberBand>
#include <QScrollArea>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "engine/document/document.h"
#include "engine/recording/recording.h"
#include "gui/curves/plot_cursors.h"
#include "gui/curves/signal_drag.h"
#include "gui/plots/figure_widget.h"
#include "gui/plots/plot_frame.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kTwoColumnWidth = 900;
// In a low panel plots below each other would be squeezed, so that narrower ones are the better.
constexpr int kNarrowTwoColumnWidth = 560;
constexpr int kReadableHeight = 210;

// What a plot is called to be dragged by.
QString titleOf(const PlotContent& content) {
  if (!content.title.isEmpty()) return content.title;
  QStringList names;
  for (const CurveSetting& curve : content.curves) names += curve.name;
  return names.join(QStringLiteral(", "));
}

// The part of a plot where one on that side of it would come.
QRect sideOf(const QRect& plot, PlotSide side) {
  QRect part = plot;
  if (side == PlotSide::kLeft) part.setWidth(plot.width() / 2);
  if (side == PlotSide::kRight) part.setLeft(plot.center().x());
  if (side == PlotSide::kAbove) part.setHeight(plot.height() / 2);
  if (side == PlotSide::kBelow) part.setTop(plot.center().y());
  return part;
}

}  // namespace

// A grid of plots in an area that scrolls, and in its place a hint as long as there is nothing to
// show.
PlotPanel::PlotPanel(const BlockRegistry& registry, QWidget* parent)
    : QWidget(parent),
      registry_(registry),
      theories_(new SpectrumTheories(registry, this)),
      cursors_(new PlotCursors(this)),
      leftEdges_(std::make_unique<QCPMarginGroup>(nullptr)),
      area_(new QWidget),
      grid_(new QGridLayout(area_)),
      hint_(new QLabel(tr("Run the diagram to see its signals here."), this)),
      target_(new QRubberBand(QRubberBand::Rectangle, area_)) {
  setObjectName(QStringLiteral("plotPanel"));
  setAttribute(Qt::WA_StyledBackground);
  setAcceptDrops(true);
  hint_->setObjectName(QStringLiteral("plotHint"));
  hint_->setProperty("role", "secondary");
  hint_->setAlignment(Qt::AlignCenter);
  grid_->setContentsMargins(4, 2, 4, 2);
  grid_->setSpacing(4);
  auto* const scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidget(area_);
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(hint_, 1);
  layout->addWidget(scroll, 1);
  area_->setObjectName(QStringLiteral("plotGrid"));
  connect(theories_, &SpectrumTheories::found, this, &PlotPanel::showTheories);
  clear();
}

PlotPanel::~PlotPanel() = default;

void PlotPanel::clear() {
  recording_.reset();
  setContents({});
  showRecording();
}

// Deletes all plots and makes them anew. The views before are forgotten with them, as they are of
// other plots.
void PlotPanel::setContents(const std::vector<PlotContent>& contents) {
  // A curve that was clicked away in a plot stays so in the next run.
  std::vector<std::vector<QString>> hidden;
  for (const PlotView* view : views_) hidden.push_back(view->hiddenCurves());
  while (QLayoutItem* const item = grid_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  views_.clear();
  plots_.clear();
  frames_.clear();
  places_.clear();
  history_.clear();
  for (const PlotContent& content : contents) {
    addView(content);
    const size_t index = views_.size() - 1;
    if (index < hidden.size()) views_.back()->hideCurves(hidden[index]);
    auto* const frame =
        new PlotFrame(views_.back(), contents.size() > 1 ? titleOf(content) : content.title);
    frames_.push_back(frame);
    connectFrame(frame);
    grid_->addWidget(frame, static_cast<int>(index), 0);
  }
  arrange();
}

// Makes a plot of its kind and connects what plots have in common: cursors, the time axis, the left
// edge, and the menu.
void PlotPanel::addView(const PlotContent& content) {
  PlotView* const view = makePlotView(content).release();  // the grid's, by the caller
  views_.push_back(view);
  if (auto* const plot = qobject_cast<PlotWidget*>(view)) {
    plot->setFollowing(following_);
    plot->setCursors(cursors_);
    if (!overlays_.empty()) plot->setOverlays(overlays_);
    connect(plot, &PlotWidget::readingsChanged, this, &PlotPanel::readingsChanged);
    linkTimes(plot);
    plots_.push_back(plot);
  }
  if (auto* const figure = qobject_cast<FigureWidget*>(view)) figure->setCursors(cursors_);
  view->alignLeft(leftEdges_.get());
  connect(view, &PlotView::leftMarginChanged, this, &PlotPanel::alignLeftEdges,
          Qt::QueuedConnection);
  connect(view, &PlotView::menuRequested, this,
          [this, view](const QPoint& place, const QPoint& global) {
            Q_EMIT menuRequested(view, place, global);
          });
}

// Rows of different numbers of plots are equally wide: a plot spans as many columns of the grid as
// its share of their least common multiple.
void PlotPanel::arrange() {
  std::vector<std::optional<PlotPlace>> chosen;
  for (const PlotView* view : views_) chosen.push_back(view->content().place);
  const bool isLow = height() < int(views_.size()) * scaled(kReadableHeight);
  const int least = isLow ? scaled(kNarrowTwoColumnWidth) : kTwoColumnWidth;
  const bool hasTwo = views_.size() > 1 && width() >= std::min(least, kTwoColumnWidth);
  std::vector<PlotPlace> places = placePlots(chosen, hasTwo ? 2 : 1);
  if (places == places_) return;
  places_ = std::move(places);
  std::map<int, int> inRow;
  for (const PlotPlace& place : places_) ++inRow[place.row];
  const bool isChosen =
      std::ranges::any_of(chosen, [](const auto& place) { return place.has_value(); });
  // Rows may hold different numbers of plots: the grid has as many columns as all of these divide,
  // and each plot spans several. With rows of two and three plots it has six.
  int columns = hasTwo ? 2 : 1;
  if (isChosen) columns = 1;
  for (const auto& [row, count] : inRow) {
    if (isChosen) columns = std::lcm(columns, count);
  }
  while (QLayoutItem* const item = grid_->takeAt(0)) delete item;
  for (size_t i = 0; i < frames_.size(); ++i) {
    const PlotPlace& place = places_[i];
    const int span = isChosen ? columns / inRow[place.row] : 1;
    grid_->addWidget(frames_[i], place.row, place.column * span, 1, span);
  }
  for (int column = 0; column < std::max(columns, grid_->columnCount()); ++column) {
    grid_->setColumnStretch(column, column < columns ? 1 : 0);
  }
}

void PlotPanel::connectFrame(PlotFrame* frame) {
  connect(frame, &PlotFrame::dragged, this,
          [this, frame](const QPoint& global) { showTarget(frame, global); });
  // Plots are made anew for it: not while one of them gets the event.
  connect(
      frame, &PlotFrame::dropped, this,
      [this, frame](const QPoint& global) { dropFrame(frame, global); }, Qt::QueuedConnection);
}

// The plot at a place of the screen, and the side of it that is nearest.
std::optional<std::pair<size_t, PlotSide>> PlotPanel::targetAt(const QPoint& global) const {
  const QPoint at = area_->mapFromGlobal(global);
  for (size_t i = 0; i < frames_.size(); ++i) {
    const QRect frame = frames_[i]->geometry();
    if (!frame.contains(at)) continue;
    const double x = double(at.x() - frame.left()) / frame.width() - 0.5;
    const double y = double(at.y() - frame.top()) / frame.height() - 0.5;
    const PlotSide across = x < 0 ? PlotSide::kLeft : PlotSide::kRight;
    const PlotSide along = y < 0 ? PlotSide::kAbove : PlotSide::kBelow;
    return std::pair(i, std::abs(x) > std::abs(y) ? across : along);
  }
  return std::nullopt;
}

// While a plot is dragged by its title: where it would go if it were dropped here.
void PlotPanel::showTarget(const PlotFrame* frame, const QPoint& global) {
  const auto target = targetAt(global);
  const bool isOther = target && frames_[target->first] != frame;
  target_->setVisible(isOther);
  if (!isOther) return;
  target_->setGeometry(sideOf(frames_[target->first]->geometry(), target->second));
  target_->raise();
}

// Only tells the new places; the document is edited by who hears of them, and the plots follow from
// that.
void PlotPanel::dropFrame(const PlotFrame* frame, const QPoint& global) {
  target_->hide();
  const auto target = targetAt(global);
  const auto found = std::find(frames_.begin(), frames_.end(), frame);
  if (!target || found == frames_.end() || *found == frames_[target->first]) return;
  const size_t plot = found - frames_.begin();
  Q_EMIT plotsMoved(movePlot(places_, plot, target->first, target->second));
}

// Labels that are wider than before move the left edge of one plot: the others follow.
void PlotPanel::alignLeftEdges() {
  const bool areEqual = std::all_of(views_.begin(), views_.end(), [this](const PlotView* view) {
    return view->leftMargin() == views_.front()->leftMargin();
  });
  if (areEqual) return;
  for (PlotView* view : views_) view->redraw();
}

// Panning, zooming and fitting in one plot do the same in the others, as long as they are linked.
void PlotPanel::linkTimes(PlotWidget* plot) {
  connect(plot, &PlotWidget::timeRangeChanged, this, [this, plot](double lower, double upper) {
    for (PlotWidget* other : plots_) {
      if (other != plot && linked_) other->setTimeRange(lower, upper);
    }
    noticeTimes();
  });
  connect(plot, &PlotWidget::fitRequested, this, [this, plot] {
    for (PlotWidget* other : plots_) {
      if (other != plot && linked_) other->fit();
    }
    noticeTimes();
  });
  connect(plot, &PlotWidget::viewChanging, this,
          [this](bool joins) { history_.remember(viewStates(), joins); });
  connect(plot, &PlotWidget::viewRequested, this, &PlotPanel::goToView);
}

void PlotPanel::showRun(const Document& document, const std::shared_ptr<const Recording>& recording,
                        double start, double stop) {
  start_ = start;
  stop_ = stop;
  rest_ = 0;
  recording_ = recording;
  theories_->setDocument(document);
  setContents(contentsOf(document));
  showRecording();
  if (cursors_->areShown() && std::isfinite(stop_)) cursors_->show(start_, stop_);
  Q_EMIT plotsChanged();
}

// The whole run to begin with, in every plot.
void PlotPanel::showRecording() {
  hint_->setVisible(views_.empty());
  area_->parentWidget()->parentWidget()->setVisible(!views_.empty());
  for (PlotView* plot : views_) {
    plot->setRunSpan(start_, stop_);
    plot->setRecording(recording_);
    plot->fit();
  }
  noticeTimes();
}

// Spectra are beside the theory of what was run, whatever the diagram is by now.
std::vector<PlotContent> PlotPanel::contentsOf(const Document& document) const {
  std::vector<PlotContent> contents = plotContents(document, registry_, *recording_, rateOf_);
  choosePeriods(start_, stop_, &contents);
  for (PlotContent& content : contents) findTheories(start_, stop_, theories(), &content);
  return contents;
}

DensityFinder PlotPanel::theories() const {
  return [theories = theories_](const SpectrumRequest& request) {
    return theories->find(request, true);
  };
}

// The theory of a noise is found on a thread; when it has come, the spectra that are open get it,
// and nothing else is drawn anew.
void PlotPanel::showTheories() {
  for (PlotView* view : views_) {
    auto* const figure = qobject_cast<FigureWidget*>(view);
    if (figure == nullptr) continue;
    PlotContent content = figure->content();
    findTheories(start_, stop_, theories(), &content);
    figure->setTheories(content);
  }
}

// Plots of the same curves stay, as they are zoomed.
bool PlotPanel::takeOver(const std::vector<PlotContent>& contents) {
  const auto isSame = [](const PlotContent& content, const PlotView* view) {
    const PlotContent& shown = view->content();
    return content.kind == shown.kind && content.title == shown.title &&
           std::ranges::equal(content.curves, shown.curves, {}, &CurveSetting::path,
                              &CurveSetting::path);
  };
  if (!std::ranges::equal(contents, views_, isSame)) return false;
  for (size_t i = 0; i < contents.size(); ++i) views_[i]->setContent(contents[i]);
  arrange();
  noticeTimes();
  return true;
}

void PlotPanel::showPlotsOf(const Document& document) {
  if (!recording_) return;
  const std::vector<PlotContent> contents = contentsOf(document);
  if (!takeOver(contents)) {
    setContents(contents);
    showRecording();
  }
  Q_EMIT plotsChanged();
}

// What an edit of signals changes otherwise, as that one is recorded, is for the next run.
void PlotPanel::showUnitsOf(const Document& document) {
  if (recording_ && takeOver(contentsOf(document))) Q_EMIT plotsChanged();
}

void PlotPanel::continueWith(const std::shared_ptr<const Recording>& recording) {
  recording_ = recording;
  for (PlotView* plot : views_) plot->continueWith(recording);
}

// A drawing that leaves a part of each picture of the screen to the window is made for each of
// them. A longer one is followed by a rest that is as long, so that the window stays alive under
// heavy recordings.
double restAfter(double drawing) {
  constexpr double kPicture = 1.0 / 60;  // seconds
  constexpr double kMostOfPicture = 0.75;
  return drawing <= kMostOfPicture * kPicture ? 0 : drawing;
}

// Called many times a second while a run goes on. Drawing a million points takes longer than a call
// allows, so a pause follows each drawing that grows with the time that it took (restAfter()): a
// slow plot makes the editor's answers no slower.
void PlotPanel::refresh(double time) {
  if (sinceDrawing_.isValid() && 1e-9 * double(sinceDrawing_.nsecsElapsed()) < rest_) return;
  QElapsedTimer timer;
  timer.start();
  for (PlotView* plot : views_) {
    plot->setRunTime(time);
    plot->refresh();
  }
  noticeTimes();
  rest_ = restAfter(1e-9 * double(timer.nsecsElapsed()));
  sinceDrawing_.start();
}

// Everything is drawn, however long ago the last drawing was; the span ends where the run did.
void PlotPanel::finish(double end) {
  stop_ = end;
  for (PlotView* plot : views_) {
    plot->setRunTime(std::nullopt);
    plot->refresh();
    plot->setRunSpan(start_, end);
    plot->redraw();
  }
}

void PlotPanel::showTime(std::optional<double> time) {
  for (PlotView* plot : views_) {
    plot->setRunTime(time);
    plot->redraw();
  }
}

void PlotPanel::setOverlays(const std::vector<RunOverlay>& runs) {
  overlays_ = runs;
  for (PlotWidget* plot : plots_) plot->setOverlays(runs);
}

void PlotPanel::fit() {
  history_.remember(viewStates(), false);
  for (PlotView* plot : views_) plot->fit();
  noticeTimes();
}

void PlotPanel::showCursors(bool shown) {
  if (!shown) return cursors_->hide();
  const PlotWidget* const plot = plots_.empty() ? nullptr : plots_.front();
  plot ? cursors_->show(plot->lowerTime(), plot->upperTime()) : cursors_->show(start_, stop_);
}

void PlotPanel::setFollowing(bool following) {
  following_ = following;
  for (PlotWidget* plot : plots_) plot->setFollowing(following);
}

// Linked again, all take the part of time of the first plot, and keep their values.
void PlotPanel::setTimesLinked(bool linked) {
  linked_ = linked;
  if (!areTimesLinked()) return;
  const PlotViewState first = plots_.front()->viewState();
  setTimes(first.lower, first.upper, first.isTimeFitted);
  toldTimes_ = shownTimes();
  Q_EMIT shownTimesChanged();
}

void PlotPanel::setTimes(double lower, double upper, bool isFitted) {
  for (PlotWidget* plot : plots_) {
    PlotViewState state = plot->viewState();
    state.lower = lower;
    state.upper = upper;
    state.isTimeFitted = isFitted;
    plot->setViewState(state);
  }
}

// A part that the plot was given by its content is no whole run.
std::optional<std::pair<double, double>> PlotPanel::shownTimes() const {
  if (!areTimesLinked()) return std::nullopt;
  const PlotViewState first = plots_.front()->viewState();
  const AxisSetting axis = plots_.front()->content().axis(QStringLiteral("x"));
  const bool isChosen = first.areRangesChosen && (axis.lower || axis.upper);
  if (first.isTimeFitted && !isChosen) return std::nullopt;
  return std::pair(first.lower, first.upper);
}

void PlotPanel::showTimes(const std::optional<std::pair<double, double>>& times) {
  if (!areTimesLinked() || times == shownTimes()) return;
  history_.remember(viewStates(), true);
  const auto [lower, upper] = times.value_or(std::pair(start_, stop_));
  setTimes(lower, upper, !times);
  toldTimes_ = shownTimes();
}

void PlotPanel::noticeTimes() {
  if (!areTimesLinked() || shownTimes() == toldTimes_) return;
  toldTimes_ = shownTimes();
  Q_EMIT shownTimesChanged();
}

ViewHistory::States PlotPanel::viewStates() const {
  ViewHistory::States states;
  for (const PlotWidget* plot : plots_) states.push_back(plot->viewState());
  return states;
}

bool PlotPanel::canGoToView(int direction) const {
  return direction < 0 ? history_.canGoBack() : history_.canGoForward();
}

// The present views are handed over, so that one can come back to them.
void PlotPanel::goToView(int direction) {
  if (!canGoToView(direction)) return;
  const ViewHistory::States states =
      direction < 0 ? history_.goBack(viewStates()) : history_.goForward(viewStates());
  for (size_t i = 0; i < std::min(states.size(), plots_.size()); ++i) {
    plots_[i]->setViewState(states[i]);
  }
  noticeTimes();
}

void PlotPanel::dragEnterEvent(QDragEnterEvent* event) {
  if (!draggedSignal(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

// Looks for the plot among the widgets that lie under the pointer, from the innermost outwards.
void PlotPanel::dropEvent(QDropEvent* event) {
  const QString path = draggedSignal(*event->mimeData());
  if (path.isEmpty()) return;
  event->acceptProposedAction();
  int place = -1;
  for (const QWidget* at = childAt(event->position().toPoint()); at != nullptr && at != this;
       at = at->parentWidget()) {
    const auto found = std::find(views_.begin(), views_.end(), at);
    if (found != views_.end()) place = static_cast<int>(found - views_.begin());
  }
  // Plots are made anew for it: not while one of them gets the event.
  QTimer::singleShot(0, this, [this, place, path] { Q_EMIT signalDropped(place, path); });
}

void PlotPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

}  // namespace loopwright
