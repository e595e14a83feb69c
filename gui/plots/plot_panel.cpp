#include "gui/plots/plot_panel.h"

#include "gui/plots/qcustomplot_header.h"

#include <QGridLayout>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/document/document.h"
#include "engine/recording/recording.h"
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
  setContents({});
  hint_->setVisible(true);
  area_->parentWidget()->parentWidget()->setVisible(false);
}

void PlotPanel::setContents(const std::vector<PlotContent>& contents) {
  while (QLayoutItem* const item = grid_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  views_.clear();
  plots_.clear();
  columns_ = 0;
  for (const PlotContent& content : contents) {
    PlotView* const view = makePlotView(content).release();  // the grid's, below
    views_.push_back(view);
    if (auto* const plot = qobject_cast<PlotWidget*>(view)) {
      plot->setFollowing(following_);
      linkTimes(plot);
      plots_.push_back(plot);
    }
    view->alignLeft(leftEdges_.get());
    connect(view, &PlotView::leftMarginChanged, this, &PlotPanel::alignLeftEdges,
            Qt::QueuedConnection);
    const QString title = contents.size() > 1 || !content.title.isEmpty() ? content.title : "";
    grid_->addWidget(withTitle(view, title), int(views_.size()) - 1, 0);
  }
  arrange();
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
      if (other != plot) other->setTimeRange(lower, upper);
    }
  });
  connect(plot, &PlotWidget::fitRequested, this, [this, plot] {
    for (PlotWidget* other : plots_) {
      if (other != plot) other->fit();
    }
  });
}

void PlotPanel::showRun(const Document& document, const std::shared_ptr<const Recording>& recording,
                        double start, double stop) {
  start_ = start;
  restMs_ = 0;
  setContents(plotContents(document, *recording, rateOf_));
  hint_->setVisible(views_.empty());
  area_->parentWidget()->parentWidget()->setVisible(!views_.empty());
  for (PlotView* plot : views_) {
    plot->setRunSpan(start, stop);
    plot->setRecording(recording);
    plot->fit();
  }
  Q_EMIT plotsChanged();
}

void PlotPanel::continueWith(const std::shared_ptr<const Recording>& recording) {
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
  for (PlotView* plot : views_) {
    plot->setRunTime(std::nullopt);
    plot->refresh();
    plot->setRunSpan(start_, end);
    plot->redraw();
  }
}

void PlotPanel::fit() {
  for (PlotView* plot : views_) plot->fit();
}

void PlotPanel::setFollowing(bool following) {
  following_ = following;
  for (PlotWidget* plot : plots_) plot->setFollowing(following);
}

void PlotPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

}  // namespace loopwright
