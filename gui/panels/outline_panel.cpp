#include "gui/panels/outline_panel.h"

#include <QHeaderView>
#include <QMenu>
#include <QTimer>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <utility>

#include "engine/blocks/block_registry.h"
#include "engine/document/document.h"
#include "engine/document/port_key.h"
#include "engine/edits/edit.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"
#include "gui/language/library_text.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kDelay = 100;  // milliseconds after the last change

enum Role { kLevelRole = Qt::UserRole, kBlockRole, kWireRole, kSignalRole };

// By its key an entry is found again after the tree was made anew.
QString keyOf(const QString& level, const QString& name, bool isWire) {
  return (isWire ? QStringLiteral("wire ") : QStringLiteral("block ")) + level + u'|' + name;
}

}  // namespace

// A tree of two columns, made anew a moment after the last change.
OutlinePanel::OutlinePanel(DiagramDocument* document, QWidget* parent)
    : QWidget(parent), document_(document), tree_(new QTreeWidget(this)), delay_(new QTimer(this)) {
  setObjectName("outlinePanel");
  tree_->setObjectName("outlineTree");
  tree_->setAccessibleName(tr("Outline of the diagram"));
  tree_->setColumnCount(2);
  tree_->setHeaderLabels({tr("Block"), tr("Type")});
  tree_->header()->setStretchLastSection(false);
  tree_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  tree_->header()->setSectionResizeMode(1, QHeaderView::Interactive);
  tree_->header()->setHighlightSections(false);
  tree_->setColumnWidth(1, scaled(92));
  tree_->setUniformRowHeights(true);
  tree_->setIndentation(14);
  tree_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  tree_->setFrameShape(QFrame::NoFrame);
  setFocusProxy(tree_);
  tree_->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(tree_, &QWidget::customContextMenuRequested, this, &OutlinePanel::openMenu);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(tree_);
  delay_->setSingleShot(true);
  delay_->setInterval(kDelay);
  connect(delay_, &QTimer::timeout, this, &OutlinePanel::rebuild);
  connect(document, &DiagramDocument::changed, this, &OutlinePanel::onChanged);
  connect(document, &DiagramDocument::reset, this, &OutlinePanel::rebuildSoon);
  connect(tree_, &QTreeWidget::itemSelectionChanged, this, &OutlinePanel::onSelectionChanged);
  connect(tree_, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) {
    Q_EMIT activated(item->data(0, kLevelRole).toString(), item->data(0, kBlockRole).toString(),
                     item->data(0, kWireRole).toString());
  });
}

// Of a wire: its signal in a plot.
void OutlinePanel::openMenu(const QPoint& place) {
  const QTreeWidgetItem* const item = tree_->itemAt(place);
  const QString signal = item != nullptr ? item->data(0, kSignalRole).toString() : QString();
  if (signal.isEmpty()) return;
  auto* const menu = new QMenu(this);
  menu->setObjectName(QStringLiteral("outlineMenu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(tr("Show in a plot"), this, [this, signal] { Q_EMIT plotRequested(signal); })
      ->setObjectName(QStringLiteral("outlineMenu.plot"));
  menu->popup(tree_->viewport()->mapToGlobal(place));
}

void OutlinePanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (isStale_) return rebuild();
  select(selected_);
}

// A block that was only moved or coloured is the same here.
void OutlinePanel::onChanged(const ChangeSet& changes) {
  for (const Change& change : changes.changes()) {
    const bool looksTheSame = change.kind == ChangeKind::kChanged &&
                              change.subject == ChangeSubject::kBlock &&
                              (change.block_parts & ~(kBlockLayout | kBlockColor)) == 0;
    const bool counts = change.subject == ChangeSubject::kBlock ||
                        change.subject == ChangeSubject::kWire ||
                        change.subject == ChangeSubject::kSignal;
    if (counts && !looksTheSame) return rebuildSoon();
  }
}

// Many edits may come in a row, and a hidden tree is rebuilt when it is shown again.
void OutlinePanel::rebuildSoon() {
  isStale_ = true;
  if (isVisible()) delay_->start();
}

// What was open stays open, and what is selected on the canvas stays selected.
void OutlinePanel::rebuild() {
  isStale_ = false;
  QSet<QString> open;
  for (auto item = items_.begin(); item != items_.end(); ++item) {
    if ((*item)->isExpanded()) open.insert(item.key());
  }
  isQuiet_ = true;
  items_.clear();
  tree_->clear();
  addLevel(tree_->invisibleRootItem(), document_->document().root, QString());
  for (const QString& key : std::as_const(open)) {
    if (QTreeWidgetItem* item = items_.value(key)) item->setExpanded(true);
  }
  isQuiet_ = false;
  select(selected_);
}

// One pass over the wires first, so that a level of thousands of blocks takes time in proportion to
// it. The text that a screen reader speaks is made of the same parts.
void OutlinePanel::addLevel(QTreeWidgetItem* parent, const DiagramModel& diagram,
                            const QString& level) {
  QHash<QString, QStringList> inputs;  // by block: "u from A.y"
  QHash<QString, QList<const Wire*>> wires;
  for (const Wire& wire : diagram.wires) {
    inputs[toQt(BlockOf(wire.to))] +=
        tr("%1 from %2").arg(toQt(wire.to).section(u'.', -1), toQt(wire.from));
    wires[toQt(BlockOf(wire.from))] += &wire;
  }
  // Names that people gave to signals, by the output that they begin at.
  QHash<QString, QString> names;
  for (const SignalSetting& setting : diagram.signal_settings) {
    if (setting.name) names.insert(toQt(setting.key), toQt(*setting.name));
  }
  QList<QTreeWidgetItem*> added;
  for (const Block& block : diagram.blocks) {
    const QString name = toQt(block.name);
    const BlockDescriptor* type = document_->registry().Find(block.type);
    const QString title = type != nullptr ? libraryText(type->title) : toQt(block.type);
    auto* item = new QTreeWidgetItem({name, title});
    item->setData(0, kLevelRole, level);
    item->setData(0, kBlockRole, name);
    QStringList spoken{(block.is_enabled() ? tr("Block %1, %2") : tr("Block %1, %2, commented out"))
                           .arg(name, title)};
    if (const QStringList in = inputs.value(name); !in.isEmpty()) {
      spoken += tr("Inputs: %1").arg(in.join(QStringLiteral(", ")));
    }
    QStringList out;
    for (const Wire* wire : wires.value(name)) {
      const QString from = toQt(wire->from);
      const QString to = toQt(wire->to);
      const QString port = from.section(u'.', -1);
      const QString signal = names.value(from);
      const QString text = port + QStringLiteral(" → ") + to;
      auto* child = new QTreeWidgetItem(item, {text, signal});
      child->setData(0, kLevelRole, level);
      child->setData(0, kWireRole, to);
      child->setData(0, kSignalRole, level.isEmpty() ? from : level + u'/' + from);
      child->setData(0, Qt::AccessibleTextRole,
                     signal.isEmpty() ? tr("Wire from %1 to %2").arg(from, to)
                                      : tr("Wire from %1 to %2, signal %3").arg(from, to, signal));
      items_.insert(keyOf(level, to, true), child);
      out += tr("%1 to %2").arg(port, to);
    }
    if (!out.isEmpty()) spoken += tr("Outputs: %1").arg(out.join(QStringLiteral(", ")));
    item->setData(0, Qt::AccessibleTextRole, spoken.join(QStringLiteral(". ")));
    items_.insert(keyOf(level, name, false), item);
    if (block.diagram) {
      addLevel(item, *block.diagram, level.isEmpty() ? name : level + u'/' + name);
    }
    added += item;
  }
  // All at once: a tree that is told of each child alone lays itself out as often.
  parent->addChildren(added);
}

void OutlinePanel::onSelectionChanged() {
  if (isQuiet_) return;
  const QTreeWidgetItem* current = tree_->currentItem();
  if (current == nullptr) return;
  // The canvas shows one level: that of the entry that the keyboard is at.
  const QString level = current->data(0, kLevelRole).toString();
  QStringList blocks;
  QStringList wires;
  selected_.clear();
  for (const QTreeWidgetItem* item : tree_->selectedItems()) {
    if (item->data(0, kLevelRole).toString() != level) continue;
    const QString block = item->data(0, kBlockRole).toString();
    const QString wire = item->data(0, kWireRole).toString();
    if (!block.isEmpty()) blocks += block;
    if (!wire.isEmpty()) wires += wire;
  }
  Q_EMIT selectionRequested(level, blocks, wires);
}

// While the keyboard is in the tree, the tree leads and the canvas follows.
void OutlinePanel::showSelection(const QString& level, const QStringList& blocks,
                                 const QStringList& wires) {
  selected_.clear();
  for (const QString& name : blocks) selected_ += keyOf(level, name, false);
  for (const QString& to : wires) selected_ += keyOf(level, to, true);
  if (!isStale_ && isVisible() && !tree_->hasFocus()) select(selected_);
}

// The selection is not told to the canvas, where it comes from.
void OutlinePanel::select(const QStringList& keys) {
  isQuiet_ = true;
  tree_->clearSelection();
  bool first = true;
  for (const QString& key : keys) {
    QTreeWidgetItem* item = items_.value(key);
    if (item == nullptr) continue;
    if (std::exchange(first, false)) {
      tree_->setCurrentItem(item);
      tree_->scrollToItem(item);
    }
    item->setSelected(true);
  }
  isQuiet_ = false;
}

}  // namespace loopwright
