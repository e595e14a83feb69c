#include "gui/readings/signal_list.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QMimeData>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "engine/check/ports.h"
#include "engine/document/document.h"
#include "gui/curves/signal_drag.h"
#include "gui/document/diagram_document.h"
#include "gui/document/fuzzy_match.h"
#include "gui/document/qt_text.h"
#include "gui/panels/sample_time_text.h"
#include "gui/plots/plot_panel.h"
#include "gui/readings/displayed_values.h"

namespace loopwright {

namespace {

constexpr int kRebuildDelay = 150;  // milliseconds after the last change
constexpr int kRefreshDelay = 250;  // between two looks at the last values
constexpr int kPathRole = Qt::UserRole;

enum Column { kName, kWidth, kRate, kValue, kUnit, kColumns };

// Rows that are dragged as signals.
class SignalTree : public QTreeWidget {
 public:
  using QTreeWidget::QTreeWidget;

 protected:
  QStringList mimeTypes() const override { return {QLatin1String(kSignalMimeType)}; }
  QMimeData* mimeData(const QList<QTreeWidgetItem*>& items) const override {
    if (items.isEmpty()) return nullptr;
    auto* const dragged = new QMimeData;
    dragged->setData(QLatin1String(kSignalMimeType),
                     items.front()->data(kName, kPathRole).toString().toUtf8());
    return dragged;
  }
};

}  // namespace

// Two timers: the rows are made anew some time after the last change, and last values are read a
// few times in a second while a run goes on.
SignalList::SignalList(DiagramDocument* document, PlotPanel* plots, QWidget* parent)
    : QWidget(parent),
      document_(document),
      plots_(plots),
      search_(new QLineEdit(this)),
      tree_(new SignalTree(this)) {
  setObjectName(QStringLiteral("signalPanel"));
  search_->setObjectName(QStringLiteral("signalSearch"));
  search_->setPlaceholderText(tr("Search signals"));
  search_->setClearButtonEnabled(true);
  tree_->setObjectName(QStringLiteral("signalTree"));
  tree_->setAccessibleName(tr("Signals of the diagram"));
  tree_->setHeaderLabels({tr("Signal"), tr("Width"), tr("Rate"), tr("Last value"), tr("Unit")});
  for (const int column : {kWidth, kValue}) {
    tree_->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
  }
  tree_->setRootIsDecorated(false);
  tree_->setUniformRowHeights(true);
  tree_->setFrameShape(QFrame::NoFrame);
  tree_->setDragEnabled(true);
  tree_->setDragDropMode(QAbstractItemView::DragOnly);
  tree_->header()->setHighlightSections(false);
  tree_->header()->setStretchLastSection(false);
  tree_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  // Where there is little room, what is looked for most stands in front.
  tree_->header()->moveSection(kValue, kName + 1);
  tree_->header()->moveSection(kUnit, kName + 2);
  setFocusProxy(search_);
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 8, 8, 0);
  layout->setSpacing(6);
  layout->addWidget(search_);
  layout->addWidget(tree_, 1);
  for (QTimer* timer : {&rebuild_, &refresh_}) timer->setSingleShot(true);
  rebuild_.setInterval(kRebuildDelay);
  refresh_.setInterval(kRefreshDelay);
  connect(&rebuild_, &QTimer::timeout, this, &SignalList::rebuild);
  connect(&refresh_, &QTimer::timeout, this, &SignalList::refreshValues);
  connect(document, &DiagramDocument::changed, this, &SignalList::rebuildSoon);
  connect(document, &DiagramDocument::reset, this, &SignalList::rebuildSoon);
  connect(document, &DiagramDocument::diagnosticsChanged, this, &SignalList::rebuildSoon);
  const auto look = [this] {
    if (isVisible() && !refresh_.isActive()) refresh_.start();
  };
  connect(plots, &PlotPanel::readingsChanged, this, look);
  connect(plots, &PlotPanel::plotsChanged, this, look);
  connect(search_, &QLineEdit::textChanged, this, &SignalList::filter);
  connect(tree_, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem* item) {
    Q_EMIT plotRequested(item->data(kName, kPathRole).toString());
  });
}

void SignalList::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  rebuild();
}

// While it is hidden nothing is done; showing it makes it anew.
void SignalList::rebuildSoon() {
  if (isVisible()) rebuild_.start();
}

// The current row is found again by its path.
void SignalList::rebuild() {
  const QTreeWidgetItem* const current = tree_->currentItem();
  const QString path = current ? current->data(kName, kPathRole).toString() : QString();
  tree_->clear();
  addLevel(document_->document().root, QString());
  for (int i = 0; i < tree_->topLevelItemCount(); ++i) {
    QTreeWidgetItem* const item = tree_->topLevelItem(i);
    if (item->data(kName, kPathRole) == path) tree_->setCurrentItem(item);
  }
  filter();
  refreshValues();
}

// A row for each output port, the ports of subsystems among them, then those inside.
void SignalList::addLevel(const DiagramModel& diagram, const QString& level) {
  for (const Block& block : diagram.blocks) {
    const std::string name = JoinPath(level.toStdString(), block.name);
    const PortNames ports =
        FindPorts(document_->document(), level.toStdString(), block, document_->registry());
    for (const std::string& port : ports.outputs) {
      const std::string path = name + '.' + port;
      const size_t index = diagram.FindSignal(block.name + '.' + port);
      const bool isNamed =
          index < diagram.signal_settings.size() && diagram.signal_settings[index].name.has_value();
      auto* const item = new QTreeWidgetItem(tree_);
      item->setText(kName, isNamed ? toQt(*diagram.signal_settings[index].name) : toQt(path));
      item->setToolTip(kName, toQt(path));
      item->setData(kName, kPathRole, toQt(path));
      const int width = document_->report().signalWidth(path);
      if (width > 0) item->setText(kWidth, QString::number(width));
      if (const SampleTime* const time = document_->report().sampleTime(path)) {
        item->setText(kRate, sampleTimeText(*time));
      }
      item->setText(kUnit, toQt(document_->units().Of(path)));
      for (const int column : {kWidth, kValue}) {
        item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
      }
    }
    if (block.diagram) addLevel(*block.diagram, toQt(name));
  }
}

// Names and paths are both searched, so that a signal with a name is found by its block too.
void SignalList::filter() {
  for (int i = 0; i < tree_->topLevelItemCount(); ++i) {
    QTreeWidgetItem* const item = tree_->topLevelItem(i);
    const QString texts = item->text(kName) + u' ' + item->data(kName, kPathRole).toString();
    item->setHidden(fuzzyMatch(texts, search_->text()) == Match::kNone);
  }
}

void SignalList::refreshValues() {
  for (int i = 0; i < tree_->topLevelItemCount(); ++i) {
    QTreeWidgetItem* const item = tree_->topLevelItem(i);
    item->setText(kValue, lastValue(item->data(kName, kPathRole).toString()));
  }
}

// Of a vector all elements in brackets, as many as a row can show.
QString SignalList::lastValue(const QString& path) const {
  constexpr int kDigits = 6;
  constexpr size_t kMostElements = 6;
  const auto& recording = plots_->recording();
  return recording ? lastValueText(*recording, path.toStdString(), kDigits, kMostElements)
                   : QString();
}

}  // namespace loopwright
