#include "gui/inspector/inspector_panel.h"

#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QSplitter>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "engine/blocks/block_registry.h"
#include "engine/document/document.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"
#include "gui/inspector/dependency_chart.h"
#include "gui/inspector/inspector_rows.h"
#include "gui/language/library_text.h"
#include "gui/run/run_bar.h"
#include "gui/run/run_controller.h"
#include "gui/run/shown_instant.h"
#include "gui/theme/making.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

enum NodeColumn { kNodeName, kNodeValue, kNodeColumns };
enum Role { kBlockRole = Qt::UserRole, kOutputRole };

constexpr int kNameWidth = 142;
constexpr int kValueWidth = 120;
constexpr int kLeastGraph = 96, kMostGraph = 152;  // pixels that it asks for
constexpr int kLow = 400;                          // rows and graph have no room below each other

}  // namespace

// The panel follows the instant at which a run stands: above what is in the block there, as a tree
// of sections, below the chart of what a value depends on. While it is hidden it reads nothing.
InspectorPanel::InspectorPanel(DiagramDocument* document, RunController* runs, QWidget* parent)
    : QWidget(parent),
      document_(document),
      runs_(runs),
      title_(withName(new QLabel(this), QStringLiteral("inspectorTitle"))),
      place_(withName(new QLabel(this), QStringLiteral("inspectorPlace"))),
      hint_(withName(new QLabel(this), QStringLiteral("inspectorHint"))),
      tree_(withName(new QTreeWidget, QStringLiteral("inspectorTree"))),
      chart_(new DependencyChart),
      graph_(withName(new QScrollArea, QStringLiteral("inspectorGraph"))),
      turn_(withName(new QToolButton(this), QStringLiteral("inspectorTurn"))) {
  setObjectName(QStringLiteral("inspectorPanel"));
  title_->setFont(titleFont());
  title_->setTextFormat(Qt::PlainText);
  hint_->setContentsMargins(12, 8, 12, 8);
  for (QLabel* label : {title_, place_, hint_}) {
    label->setWordWrap(true);
    label->setMinimumWidth(1);
  }
  for (QLabel* label : {place_, hint_}) label->setProperty("role", "secondary");
  makeTree();
  makeGraph();
  makeTurn();
  setFocusProxy(tree_);
  auto* const parts = withName(new QSplitter(Qt::Vertical, this), QStringLiteral("inspectorParts"));
  parts->addWidget(tree_);
  parts->addWidget(graph_);
  parts->setStretchFactor(0, 1);
  parts->setStretchFactor(1, 0);
  parts->setChildrenCollapsible(false);
  auto* const titles = new QVBoxLayout;
  titles->setSpacing(2);
  titles->addWidget(title_);
  titles->addWidget(place_);
  auto* const head = withMargins(new QHBoxLayout, {12, 8, 8, 4}, 8);
  head->addLayout(titles, 1);
  head->addWidget(turn_, 0, Qt::AlignTop);
  auto* const layout = withMargins(new QVBoxLayout(this), {0, 0, 0, 0}, 0);
  layout->addLayout(head);
  layout->addWidget(hint_);
  layout->addWidget(parts, 1);
  connect(runs, &RunController::instantChanged, this, &InspectorPanel::refresh);
  connect(runs, &RunController::stateChanged, this, &InspectorPanel::refresh);
  connect(document, &DiagramDocument::reset, this, &InspectorPanel::refresh);
  refresh();
}

// Sections with what is in the block: ports, state, derivatives, cache entries, parameters.
void InspectorPanel::makeTree() {
  tree_->setAccessibleName(tr("The selected block at this instant"));
  tree_->setColumnCount(kNodeColumns);
  tree_->setHeaderLabels({tr("Name"), tr("Value")});
  tree_->setHeaderHidden(true);
  tree_->setUniformRowHeights(true);
  tree_->setFont(secondaryFont());
  tree_->setIndentation(scaled(9));
  tree_->setFrameShape(QFrame::NoFrame);
  tree_->setExpandsOnDoubleClick(false);
  tree_->setContextMenuPolicy(Qt::CustomContextMenu);
  tree_->header()->setStretchLastSection(true);
  tree_->header()->setSectionResizeMode(kNodeName, QHeaderView::Interactive);
  tree_->setColumnWidth(kNodeName, scaled(kNameWidth));
  connect(tree_, &QTreeWidget::itemActivated, this, &InspectorPanel::activate);
  connect(tree_, &QWidget::customContextMenuRequested, this, &InspectorPanel::openMenu);
}

// What the chosen value depends on, and what depends on it.
void InspectorPanel::makeGraph() {
  graph_->setFrameShape(QFrame::NoFrame);
  graph_->setWidgetResizable(true);
  graph_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  graph_->setFocusPolicy(Qt::NoFocus);
  graph_->setWidget(chart_);
  connect(chart_, &DependencyChart::walked, this, &InspectorPanel::walkTo);
  connect(chart_, &DependencyChart::chosenMoved, this, [this](const QRect& box) {
    graph_->ensureVisible(box.center().x(), box.center().y(), 0, box.height());
  });
}

void InspectorPanel::makeTurn() {
  turn_->setText(tr("Graph"));
  turn_->setToolTip(tr("What the value depends on, and what depends on it"));
  turn_->setProperty("toggle", true);
  turn_->setCheckable(true);
  turn_->setFocusPolicy(Qt::TabFocus);
  connect(turn_, &QToolButton::toggled, this, &InspectorPanel::arrangeParts);
}

// A value that was walked to is of the block that is shown because of that. On the way to another
// level no block is selected; a system inside a block stands for the block.
void InspectorPanel::showBlock(const QString& path) {
  if (path != block_ && !path.isEmpty()) {
    const bool isWalkedTo =
        middle_ && (middle_->block == path || middle_->block.startsWith(path + u'/'));
    if (!isWalkedTo) middle_.reset();
    const bool isOutput =
        isWalkedTo && middle_->block == path && middle_->kind == ValueKind::kOutput;
    output_ = isOutput ? middle_->number : 0;
  }
  block_ = path;
  refresh();
}

void InspectorPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  runs_->shown()->lookInside(true);
  refresh();
}

void InspectorPanel::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  runs_->shown()->lookInside(false);
}

void InspectorPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrangeParts();
}

// The keyboard goes to the part that is there.
void InspectorPanel::arrangeParts() {
  const bool hasGraph = !chart_->graph().middle.empty();
  const bool isLow = height() < scaled(kLow);
  const bool isTurned = isLow && hasGraph && turn_->isChecked();
  setFocusProxy(isTurned ? static_cast<QWidget*>(chart_) : tree_);
  turn_->setVisible(isLow && hasGraph);
  graph_->setVisible(hasGraph && (!isLow || isTurned));
  tree_->setVisible(!isTurned);
}

// Rows have colours of the theme.
void InspectorPanel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) refresh();
}

// Why there is nothing to show; "" where there is something.
QString InspectorPanel::hint() const {
  if (block_.isEmpty()) return tr("Select a block to look into it.");
  if (!runs_->shown()->instant()) return tr("Run the diagram, and pause it or let it end.");
  if (!runs_->shown()->instant()->inside) return tr("Looking…");
  return {};
}

// "at t = 0.24 s, after the discrete updates".
QString InspectorPanel::placeText() const {
  if (!runs_->shown()->instant()) return {};
  const bool isRunning = runs_->state() == RunController::State::kRunning;
  const bool isAtEnd = !runs_->isActive() && !runs_->shown()->isInPast();
  const QString where = isRunning ? tr("while the run goes on")
                        : isAtEnd ? tr("at the end of the run")
                                  : runs_->shown()->phaseText();
  const double time = isRunning ? runs_->shown()->instant()->time : runs_->time();
  const double span = runs_->stopTime() - runs_->startTime();
  return tr("at t = %1 s, %2").arg(formatTime(time, span), where);
}

// What was shown stays until the run has looked into its blocks at another instant.
void InspectorPanel::refresh() {
  if (!isVisible()) return;
  const Block* const block = document_->document().FindBlock(block_.toStdString());
  const BlockDescriptor* const type =
      block != nullptr ? document_->registry().Find(block->type) : nullptr;
  title_->setText(type == nullptr ? block_ : tr("%1, %2").arg(block_, libraryText(type->title)));
  title_->setVisible(!block_.isEmpty());
  QString why = hint();
  std::vector<InspectorRow> rows;
  DependencyGraph graph;
  if (why.isEmpty()) {
    const InspectorRows inspector(*document_, runs_->shown()->instant(), runs_->shown()->phase());
    rows = inspector.of(block_.toStdString(), output_);
    if (rows.empty()) why = tr("The run computes nothing for this block.");
    graph = graphOf(inspector);
  }
  place_->setText(placeText());
  place_->setVisible(!block_.isEmpty() && runs_->shown()->instant() != nullptr);
  hint_->setText(why);
  hint_->setVisible(!why.isEmpty());
  showRows(rows);
  chart_->setGraph(std::move(graph));
  graph_->setMinimumHeight(
      std::clamp(chart_->minimumSizeHint().height(), scaled(kLeastGraph), scaled(kMostGraph)));
  arrangeParts();
}

// Where the run has no such value as was walked to, as after an edit, it begins anew.
DependencyGraph InspectorPanel::graphOf(const InspectorRows& rows) const {
  DependencyGraph graph;
  if (middle_) graph = dependencyGraph(rows, *middle_);
  if (!graph.middle.empty()) return graph;
  const auto first = firstPlace(rows, block_, output_);
  return first ? dependencyGraph(rows, *first) : graph;
}

// --- rows ---

// Of the same block rows are kept and given other texts, so that what is open and selected stays.
void InspectorPanel::showRows(const std::vector<InspectorRow>& rows) {
  const bool isOther = shown_ != block_ || rows.empty();
  shown_ = block_;
  if (isOther) tree_->clear();
  fill(tree_->invisibleRootItem(), rows);
  if (!isOther) return;
  if (tree_->topLevelItemCount() > 0) tree_->setCurrentItem(tree_->topLevelItem(0));
  // Names as wide as they are, as far as values keep the room that they mostly need.
  const int least = scaled(kNameWidth);
  tree_->resizeColumnToContents(kNodeName);
  const int most = std::max(least, tree_->viewport()->width() - scaled(kValueWidth));
  tree_->setColumnWidth(kNodeName, std::clamp(tree_->columnWidth(kNodeName), least, most));
}

// Rows are changed in place, so that what is open and chosen stays while the instant changes.
void InspectorPanel::fill(QTreeWidgetItem* parent, const std::vector<InspectorRow>& rows) {
  const bool isSection = parent == tree_->invisibleRootItem();
  while (parent->childCount() > static_cast<int>(rows.size())) {
    delete parent->child(parent->childCount() - 1);
  }
  for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
    const InspectorRow& row = rows[i];
    const bool isNew = i >= parent->childCount();
    QTreeWidgetItem* const item = isNew ? new QTreeWidgetItem(parent) : parent->child(i);
    item->setText(kNodeName, row.name);
    item->setText(kNodeValue, row.value);
    const QString whole = row.value.isEmpty() ? row.name : tr("%1: %2").arg(row.name, row.value);
    const QString toolTip = row.toolTip.isEmpty() ? whole : whole + u'\n' + row.toolTip;
    for (const int column : {kNodeName, kNodeValue}) item->setToolTip(column, toolTip);
    item->setData(kNodeName, kBlockRole, row.block);
    item->setData(kNodeName, kOutputRole, row.output);
    item->setData(kNodeName, Qt::AccessibleTextRole, whole);
    if (isSection) {
      item->setFirstColumnSpanned(row.value.isEmpty());
      QFont font = tree_->font();
      font.setWeight(QFont::DemiBold);
      item->setFont(kNodeName, font);
    }
    const Theme& theme = Theme::current();
    item->setForeground(kNodeName, isSection ? theme.ink : theme.muted);
    item->setForeground(kNodeValue, row.isWarning ? theme.warning : theme.ink);
    fill(item, row.rows);
    if (isNew) item->setExpanded(row.isOpen);
  }
}

// A row that leads nowhere opens or closes what is below it.
void InspectorPanel::activate(QTreeWidgetItem* item) {
  const int output = item->data(kNodeName, kOutputRole).toInt();
  const QString block = item->data(kNodeName, kBlockRole).toString();
  if (output >= 0) return explain(output);
  if (!block.isEmpty() && block != block_) return Q_EMIT blockRequested(block);
  item->setExpanded(!item->isExpanded());
}

// The explanation is the last section.
void InspectorPanel::explain(int output) {
  output_ = output;
  middle_ = {block_, ValueKind::kOutput, output};
  refresh();
  QTreeWidgetItem* const section = tree_->topLevelItem(tree_->topLevelItemCount() - 1);
  section->setExpanded(true);
  tree_->setCurrentItem(section->child(0));
  tree_->scrollToItem(section, QAbstractItemView::PositionAtTop);
}

// The time belongs to no block; values of the block that is shown need no other one.
void InspectorPanel::walkTo(const DependencyPlace& place) {
  middle_ = place;
  const bool isHere = place.block == block_;
  if (isHere && place.kind == ValueKind::kOutput) output_ = place.number;
  if (!isHere && !place.block.isEmpty()) Q_EMIT blockRequested(place.block);
  refresh();
}

// Of an output and of what belongs to another block.
void InspectorPanel::openMenu(const QPoint& place) {
  QTreeWidgetItem* const item = tree_->itemAt(place);
  if (item == nullptr) return;
  const int output = item->data(kNodeName, kOutputRole).toInt();
  const QString block = item->data(kNodeName, kBlockRole).toString();
  const bool leads = !block.isEmpty() && block != block_;
  if (output < 0 && !leads) return;
  auto* const menu = deletedOnClose(withName(new QMenu(this), QStringLiteral("inspectorMenu")));
  if (output >= 0) {
    menu->addAction(tr("Why this value?"), this, [this, output] { explain(output); })
        ->setObjectName(QStringLiteral("inspectorMenu.why"));
  }
  if (leads) {
    menu->addAction(tr("Go to %1").arg(block), this,
                    [this, block] { Q_EMIT blockRequested(block); })
        ->setObjectName(QStringLiteral("inspectorMenu.go"));
  }
  menu->popup(tree_->viewport()->mapToGlobal(place));
}

}  // namespace loopwright
