#include "gui/plots/plot_panel.h"

#include "gui/plots/qcustomplot_header.h"

#include <QGridLayout>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/document/document.h"
#include "engine/recording/recording.h"
#include "gui/plots/plot_cursors.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kTwoColumnWidth = 900;
constexpr int kLeastPlotHeight = 150;

// A plot below its title.
QWidget* withTitle(PlotView* plot, const QString& title) {
  auto* const frame = new QWidget;
  auto* const layout = new QVBoxLayout(frame);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  if (!title.isEmpty()) {
    auto* const label = new QLabel(title, frame);
    label->setProperty("role", "secondary");
    label->setContentsMargins(48, 6, 0, 0);
    layout->addWidget(label);
  }
  layout->addWidget(plot, 1);
  frame->setMinimumHeight(scaled(kLeastPlotHeight));
  return frame;
}

}  // namespace

PlotPanel::PlotPanel(QWidget* parent)
    : QWidget(parent),
      cursors_(new PlotCursors(this)),
      leftEdges_(std::make_unique<QCPMarginGroup>(nullptr)),
      area_(new QWidget),
      grid_(new QGridLayout(area_)),
      hint_(new QLabel(tr("Run the diagram to see its signals here."), this)) {
  setObjectName(QStringLiteral("plotPanel"));
  setAttribute(Qt::WA_StyledBackground);
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
  clear();
}

PlotPanel::~PlotPanel() = default;

void PlotPanel::clear() {
  recording_.reset();
  setContents({});
  hint_->setVisible(true);
  area_->parentWidget()->parentWidget()->setVisible(false);
}

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
  history_.clear();
  columns_ = 0;
  for (const PlotContent& content : contents) {
    addView(content);
    const size_t index = views_.size() - 1;
    if (index < hidden.size()) views_.back()->hideCurves(hidden[index]);
    const QString title = contents.size() > 1 || !content.title.isEmpty() ? content.title : "";
    grid_->addWidget(withTitle(views_.back(), title), static_cast<int>(index), 0);
  }
  arrange();
}

void PlotPanel::addView(const PlotContent& content) {
  PlotView* const view = makePlotView(content).release();  // the grid's, by the caller
  views_.push_back(view);
  if (auto* const plot = qobject_cast<PlotWidget*>(view)) {
    plot->setFollowing(following_);
    plot->setCursors(cursors_);
    connect(plot, &PlotWidget::readingsChanged, this, &PlotPanel::readingsChanged);
    linkTimes(plot);
    plots_.push_back(plot);
  }
  view->alignLeft(leftEdges_.get());
  connect(view, &PlotView::leftMarginChanged, this, &PlotPanel::alignLeftEdges,
          Qt::QueuedConnection);
  connect(view, &PlotView::menuRequested, this,
          [this, view](const QPoint& place, const QPoint& global) {
            Q_EMIT menuRequested(view, place, global);
          });
}

void PlotPanel::arrange() {
  const int count = static_cast<int>(views_.size());
  const int columns = count > 1 && width() >= kTwoColumnWidth ? 2 : 1;
  if (columns == columns_ || count == 0) return;
  columns_ = columns;
  std::vector<QWidget*> frames;
  while (QLayoutItem* const item = grid_->takeAt(0)) {
    frames.push_back(item->widget());
    delete item;
  }
  for (int i = 0; i < count; ++i) {
    grid_->addWidget(frames[size_t(i)], i / columns, i % columns);
  }
  for (int column = 0; column < 2; ++column) {
    grid_->setColumnStretch(column, column < columns ? 1 : 0);
  }
}

// Labels that are wider than before move the left edge of one plot: the others follow.
void PlotPanel::alignLeftEdges() {
  const bool areEqual = std::all_of(views_.begin(), views_.end(), [this](const PlotView* view) {
    return view->leftMargin() == views_.front()->leftMargin();
  });
  if (areEqual) return;
  for (PlotView* view : views_) view->redraw();
}

void PlotPanel::linkTimes(PlotWidget* plot) {
  connect(plot, &PlotWidget::timeRangeChanged, this, [this, plot](double lower, double upper) {
    for (PlotWidget* other : plots_) {
      if (other != plot && linked_) other->setTimeRange(lower, upper);
    }
  });
  connect(plot, &PlotWidget::fitRequested, this, [this, plot] {
    for (PlotWidget* other : plots_) {
      if (other != plot && linked_) other->fit();
    }
  });
  connect(plot, &PlotWidget::viewChanging, this,
          [this](bool joins) { history_.remember(viewStates(), joins); });
  connect(plot, &PlotWidget::viewRequested, this, &PlotPanel::goToView);
}

void PlotPanel::showRun(const Document& document, const std::shared_ptr<const Recording>& recording,
                        double start, double stop) {
  start_ = start;
  stop_ = stop;
  restMs_ = 0;
  recording_ = recording;
  setContents(plotContents(document, *recording, rateOf_));
  showRecording();
  Q_EMIT plotsChanged();
}

void PlotPanel::showRecording() {
  hint_->setVisible(views_.empty());
  area_->parentWidget()->parentWidget()->setVisible(!views_.empty());
  for (PlotView* plot : views_) {
    plot->setRunSpan(start_, stop_);
    plot->setRecording(recording_);
    plot->fit();
  }
}

// Plots of the same curves stay, as they are zoomed.
void PlotPanel::showPlotsOf(const Document& document) {
  if (!recording_) return;
  const std::vector<PlotContent> contents = plotContents(document, *recording_, rateOf_);
  const bool areSame = std::equal(
      contents.begin(), contents.end(), views_.begin(), views_.end(),
      [](const PlotContent& content, const PlotView* view) {
        const PlotContent& shown = view->content();
        return content.kind == shown.kind && content.title == shown.title &&
               std::equal(content.curves.begin(), content.curves.end(), shown.curves.begin(),
                          shown.curves.end(), [](const CurveSetting& a, const CurveSetting& b) {
                            return a.path == b.path;
                          });
      });
  if (areSame) {
    for (size_t i = 0; i < contents.size(); ++i) views_[i]->setContent(contents[i]);
  } else {
    setContents(contents);
    showRecording();
  }
  Q_EMIT plotsChanged();
}

void PlotPanel::continueWith(const std::shared_ptr<const Recording>& recording) {
  recording_ = recording;
  for (PlotView* plot : views_) plot->continueWith(recording);
}

void PlotPanel::refresh(double time) {
  if (sinceDrawing_.isValid() && sinceDrawing_.elapsed() < restMs_) return;
  QElapsedTimer timer;
  timer.start();
  for (PlotView* plot : views_) {
    plot->setRunTime(time);
    plot->refresh();
  }
  restMs_ = timer.elapsed();
  sinceDrawing_.start();
}

void PlotPanel::finish(double end) {
  stop_ = end;
  for (PlotView* plot : views_) {
    plot->setRunTime(std::nullopt);
    plot->refresh();
    plot->setRunSpan(start_, end);
    plot->redraw();
  }
}

void PlotPanel::fit() {
  history_.remember(viewStates(), false);
  for (PlotView* plot : views_) plot->fit();
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

void PlotPanel::setTimesLinked(bool linked) {
  linked_ = linked;
  if (!linked || plots_.empty()) return;
  const PlotViewState first = plots_.front()->viewState();
  for (PlotWidget* plot : plots_) {
    PlotViewState state = plot->viewState();
    state.lower = first.lower;
    state.upper = first.upper;
    state.isTimeFitted = first.isTimeFitted;
    plot->setViewState(state);
  }
}

ViewHistory::States PlotPanel::viewStates() const {
  ViewHistory::States states;
  for (const PlotWidget* plot : plots_) states.push_back(plot->viewState());
  return states;
}

bool PlotPanel::canGoToView(int direction) const {
  return direction < 0 ? history_.canGoBack() : history_.canGoForward();
}

void PlotPanel::goToView(int direction) {
  if (!canGoToView(direction)) return;
  const ViewHistory::States states =
      direction < 0 ? history_.goBack(viewStates()) : history_.goForward(viewStates());
  for (size_t i = 0; i < std::min(states.size(), plots_.size()); ++i) {
    plots_[i]->setViewState(states[i]);
  }
}

void PlotPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

}  // namespace loopwright
