#include "gui/analysis/analysis_views.h"

#include <QAction>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QMenu>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <array>
#include <initializer_list>

#include "engine/analysis/response_picture.h"
#include "gui/analysis/lens_plot.h"
#include "gui/analysis/loop_handles.h"
#include "gui/analysis/response_plot.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kTogether = 4;  // plots, in one row or two

// What stands beside the chosen view, the first ones that are not it.
constexpr std::array kViewsBeside = {ResponseView::kBode, ResponseView::kPoles, ResponseView::kStep,
                                     ResponseView::kNyquist};

}  // namespace

// One response as a tab says, or several views of it together, which share the cursor and the
// curves that are kept behind.
AnalysisViews::AnalysisViews(QWidget* parent)
    : QWidget(parent),
      tabs_(new QTabBar(this)),
      together_(new QToolButton(this)),
      lens_(new QToolButton(this)),
      keep_(new QToolButton(this)),
      clear_(new QToolButton(this)),
      export_(new QToolButton(this)),
      head_(new QHBoxLayout),
      grid_(new QGridLayout),
      lensPlot_(new LensPlot(this)) {
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  grid_->setSpacing(2);
  addPlot();
  layout->addLayout(grid_, 2);
  layout->addWidget(lensPlot_, 1);
  lensPlot_->hide();
  makeHead();
  makeExport();
}

// The views are pictures of one answer, so that changing between them computes nothing. Keep and
// Export wait for a picture; the lens is offered only where one was found, as of a sampled diagram.
void AnalysisViews::makeHead() {
  tabs_->setObjectName(QStringLiteral("analysisViews"));
  tabs_->setAccessibleName(tr("How it is drawn"));
  tabs_->setDrawBase(false);
  for (const QString& view : {tr("Bode"), tr("Nyquist"), tr("Nichols"), tr("Poles"), tr("Step")}) {
    tabs_->addTab(view);
  }
  connect(tabs_, &QTabBar::currentChanged, this, [this] {
    plot()->setView(view());
    spreadViews();
    Q_EMIT viewChosen();
  });
  const auto setUp = [](QToolButton* button, const QString& name, const QString& text,
                        const QString& toolTip) {
    button->setObjectName(name);
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAutoRaise(true);
  };
  setUp(together_, QStringLiteral("analysisTogether"), tr("Together"),
        tr("Show other views beside this one"));
  setUp(lens_, QStringLiteral("analysisLens"), tr("Lens"),
        tr("Show at which frequencies a sine comes out behind samplers"));
  setUp(keep_, QStringLiteral("analysisKeep"), tr("Keep"),
        tr("Keep these curves in grey behind those that follow"));
  setUp(clear_, QStringLiteral("analysisClear"), tr("Clear"), tr("Clear the curves behind"));
  setUp(export_, QStringLiteral("analysisExport"), tr("Export"),
        tr("Export the chosen view as a picture or as data"));
  for (QToolButton* button : {together_, lens_}) button->setCheckable(true);
  for (QToolButton* button : {keep_, export_}) button->setEnabled(false);
  for (QToolButton* button : {lens_, clear_}) button->hide();
  connect(together_, &QToolButton::toggled, this, &AnalysisViews::showTogether);
  connect(lens_, &QToolButton::toggled, this, &AnalysisViews::showLens);
  connect(keep_, &QToolButton::clicked, plot(), &ResponsePlot::keepPicture);
  connect(clear_, &QToolButton::clicked, this, &AnalysisViews::clearKept);
  head_->setSpacing(6);
  head_->addWidget(tabs_);
  head_->addStretch();
  for (QToolButton* button : {together_, lens_, keep_, clear_, export_}) head_->addWidget(button);
}

// What the menu of a plot has as well, where a person looks for it.
void AnalysisViews::makeExport() {
  export_->setPopupMode(QToolButton::InstantPopup);
  auto* const menu = new QMenu(export_);
  menu->addAction(tr("Export the picture…"), this, [this] { Q_EMIT pictureRequested(plot()); })
      ->setObjectName(QStringLiteral("analysisExport.picture"));
  menu->addAction(tr("Export the data…"), this, [this] { Q_EMIT dataRequested(plot()); })
      ->setObjectName(QStringLiteral("analysisExport.data"));
  menu->addAction(tr("Figure…"), this, &AnalysisViews::figureRequested)
      ->setObjectName(QStringLiteral("analysisExport.figure"));
  export_->setMenu(menu);
}

void AnalysisViews::addPlot() {
  auto* const plot = new ResponsePlot(this);
  if (!plots_.empty()) plot->setObjectName(QStringLiteral("responsePlotBeside"));
  plots_.push_back(plot);
  arrangePlots();
  connectPlot(plot);
}

// What is done in one plot is done in all.
void AnalysisViews::connectPlot(ResponsePlot* plot) {
  connect(plot, &ResponsePlot::frequencyChanged, this, [this, plot] {
    for (ResponsePlot* other : plots_) other->setFrequency(plot->frequency());
    lensPlot_->setFrequency(plot->frequency());
    Q_EMIT frequencyChanged();
  });
  connect(plot, &ResponsePlot::poleClicked, this, &AnalysisViews::poleClicked);
  connect(plot, &ResponsePlot::keptChanged, this, [this, plot] {
    for (ResponsePlot* other : plots_) other->setKept(plot->kept());
    clear_->setVisible(plot->keptCount() > 0);
  });
  connect(plot, &ResponsePlot::pictureRequested, this,
          [this, plot] { Q_EMIT pictureRequested(plot); });
  connect(plot, &ResponsePlot::dataRequested, this, [this, plot] { Q_EMIT dataRequested(plot); });
  connect(plot, &ResponsePlot::figureRequested, this, &AnalysisViews::figureRequested);
  const LoopHandles* const handles = plot->handles();
  connect(handles, &LoopHandles::dragged, this, &AnalysisViews::dragged);
  connect(handles, &LoopHandles::released, this, &AnalysisViews::released);
  connect(handles, &LoopHandles::givenUp, this, &AnalysisViews::givenUp);
}

// In one row each has room for its numbers where two rows of half the height have not.
void AnalysisViews::arrangePlots() {
  constexpr int kLow = 340;  // pixels
  const int columns = height() < scaled(kLow) ? kTogether : kTogether / 2;
  for (std::size_t i = 0; i < plots_.size(); ++i) {
    const int row = static_cast<int>(i) / columns, column = static_cast<int>(i) % columns;
    QLayoutItem* const there = grid_->itemAtPosition(row, column);
    if (there == nullptr || there->widget() != plots_[i]) grid_->addWidget(plots_[i], row, column);
  }
}

void AnalysisViews::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrangePlots();
}

// Plots that nobody has wanted yet are not made.
void AnalysisViews::showTogether(bool together) {
  while (together && plots_.size() < kTogether) addPlot();
  for (std::size_t i = 1; i < plots_.size(); ++i) {
    if (together) copyTo(plots_[i]);
    plots_[i]->setVisible(together);
  }
  spreadViews();
}

// A plot that is shown beside the others has missed what these were told before: all that is not in
// the picture itself.
void AnalysisViews::copyTo(ResponsePlot* other) const {
  other->setKept(plot()->kept());
  other->setPicture(plot()->picture());
  other->setProposal(plot()->proposal());
  other->setStale(plot()->isStale());
  other->setDraggable(plot()->handles()->isEnabled());
  other->setFrequency(plot()->frequency());
}

std::span<ResponsePlot* const> AnalysisViews::shown() const {
  return std::span(plots_).first(together_->isChecked() ? plots_.size() : 1);
}

// Beside the chosen view come the others, in a fixed order.
void AnalysisViews::spreadViews() {
  std::size_t next = 1;
  for (const ResponseView beside : kViewsBeside) {
    if (beside == view() || next >= plots_.size()) continue;
    plots_[next++]->setView(beside);
  }
}

ResponseView AnalysisViews::view() const {
  return static_cast<ResponseView>(tabs_->currentIndex());
}

void AnalysisViews::choosePole(int index) {
  for (ResponsePlot* plot : plots_) {
    if (!plot->isHidden()) plot->markPole(index);
  }
  Q_EMIT poleClicked(index);
}

void AnalysisViews::setView(ResponseView view) { tabs_->setCurrentIndex(static_cast<int>(view)); }

// Only plots that can be seen are drawn; the others get the picture as they are shown.
void AnalysisViews::setPicture(const std::shared_ptr<const ResponsePicture>& picture,
                               bool keepsZoom) {
  for (ResponsePlot* plot : shown()) plot->setPicture(picture, keepsZoom);
  keep_->setEnabled(picture != nullptr);
  export_->setEnabled(picture != nullptr);
  lensPlot_->setPicture(picture);
  lens_->setVisible(picture != nullptr && !picture->lens.empty());
  showLens();
}

// A picture without a lens has no room for it.
void AnalysisViews::showLens() { lensPlot_->setVisible(lens_->isChecked() && !lens_->isHidden()); }

void AnalysisViews::followPicture(const std::shared_ptr<const ResponsePicture>& picture) {
  for (ResponsePlot* plot : shown()) plot->followPicture(picture);
  lensPlot_->setStale(true);  // it waits for the hand to let go
}

void AnalysisViews::setStale(bool stale) {
  for (ResponsePlot* plot : shown()) plot->setStale(stale);
  lensPlot_->setStale(stale);
}

void AnalysisViews::setDraggable(bool draggable) {
  for (ResponsePlot* plot : shown()) plot->setDraggable(draggable);
}

void AnalysisViews::clearKept() { plot()->clearKept(); }

void AnalysisViews::setProposal(const std::shared_ptr<const ResponsePicture>& picture) {
  for (ResponsePlot* plot : shown()) plot->setProposal(picture);
}

}  // namespace loopwright
