#include "gui/readings/readings_panel.h"

#include <QElapsedTimer>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QVBoxLayout>

#include "gui/curves/plot_cursors.h"
#include "gui/plots/plot_panel.h"
#include "gui/readings/cursor_readings.h"
#include "gui/readings/measure_readings.h"
#include "gui/readings/reading_table.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kPause = 60;     // milliseconds between two looks at plots that change
constexpr int kShareRest = 4;  // as long as this many times the last look took

}  // namespace

ReadingsPanel::ReadingsPanel(PlotPanel* plots, QWidget* parent)
    : QWidget(parent),
      plots_(plots),
      cursorTitle_(new QLabel(tr("Cursors"), this)),
      cursorTable_(new ReadingTable(this)),
      measureTitle_(new QLabel(tr("Measures of what is visible"), this)),
      measureTable_(new ReadingTable(this)) {
  setObjectName(QStringLiteral("readings"));
  setAttribute(Qt::WA_StyledBackground);
  setMinimumWidth(scaled(220));
  cursorTable_->setObjectName(QStringLiteral("cursorTable"));
  cursorTable_->setAccessibleName(cursorTitle_->text());
  measureTable_->setObjectName(QStringLiteral("measureTable"));
  measureTable_->setAccessibleName(measureTitle_->text());
  auto* const content = new QWidget;
  auto* const layout = new QVBoxLayout(content);
  layout->setContentsMargins(12, 6, 8, 6);
  layout->setSpacing(4);
  for (QLabel* title : {cursorTitle_, measureTitle_}) {
    title->setFont(titleFont());
    title->setMinimumWidth(1);  // Gives way to the plots.
  }
  layout->addWidget(cursorTitle_);
  layout->addWidget(cursorTable_);
  layout->addSpacing(6);
  layout->addWidget(measureTitle_);
  layout->addWidget(measureTable_);
  layout->addStretch();
  auto* const scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(content);
  auto* const outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->addWidget(scroll);
  timer_.setSingleShot(true);
  connect(&timer_, &QTimer::timeout, this, &ReadingsPanel::refresh);
  connect(plots, &PlotPanel::readingsChanged, this, &ReadingsPanel::refreshSoon);
  connect(plots, &PlotPanel::plotsChanged, this, &ReadingsPanel::refreshSoon);
  connect(plots->cursors(), &PlotCursors::changed, this, &ReadingsPanel::refresh);
  refresh();
}

void ReadingsPanel::setMeasuresShown(bool shown) {
  showsMeasures_ = shown;
  refresh();
}

QSize ReadingsPanel::sizeHint() const { return {scaled(430), scaled(200)}; }

// Plots may change with every frame; tables follow at a pace that leaves time for the rest.
void ReadingsPanel::refreshSoon() {
  if (!timer_.isActive()) timer_.start(kPause + static_cast<int>(kShareRest * restMs_));
}

// With neither table there is no panel, and the plots have its room.
void ReadingsPanel::refresh() {
  const bool hasCursors = plots_->cursors()->areShown();
  cursorTitle_->setVisible(hasCursors);
  cursorTable_->setVisible(hasCursors);
  measureTitle_->setVisible(showsMeasures_);
  measureTable_->setVisible(showsMeasures_);
  setVisible(hasCursors || showsMeasures_);
  QElapsedTimer timer;
  timer.start();
  if (hasCursors) showCursorReadings(*plots_, cursorTable_);
  if (showsMeasures_) showMeasures(*plots_, measureTable_);
  restMs_ = timer.elapsed();
}

// When the window grows, the plots get the room.
QWidget* makePlotsPage(PlotPanel* plots, ReadingsPanel* readings) {
  auto* const page = new QSplitter(Qt::Horizontal);
  page->setObjectName(QStringLiteral("plotsPage"));
  page->setChildrenCollapsible(false);
  page->setHandleWidth(1);
  page->addWidget(plots);
  page->addWidget(readings);
  page->setStretchFactor(0, 1);
  page->setStretchFactor(1, 0);
  page->setFocusProxy(plots);
  return page;
}

}  // namespace loopwright
