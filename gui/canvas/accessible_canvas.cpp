#include "gui/canvas/accessible_canvas.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QHash>
#include <QPointer>

#include "engine/document/document.h"
#include "gui/canvas/diagram_view.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"

namespace loopwright {

namespace {

// The rectangle of the screen that shows an area of the scene.
QRect onScreen(const DiagramView& view, const QRectF& area) {
  const QPoint corner = view.viewport()->mapToGlobal(view.mapFromScene(area.topLeft()));
  return {corner, (area.size() * view.zoom()).toSize()};
}

// A block by its name: it is gone where the level shown has none of that name.
class AccessibleBlock : public QAccessibleInterface {
 public:
  AccessibleBlock(DiagramView* view, const QString& name) : view_(view), name_(name) {}

  bool isValid() const override { return item() != nullptr; }
  QObject* object() const override { return nullptr; }
  QAccessibleInterface* parent() const override {
    return QAccessible::queryAccessibleInterface(view_);
  }
  QAccessibleInterface* child(int) const override { return nullptr; }
  QAccessibleInterface* childAt(int, int) const override { return nullptr; }
  int childCount() const override { return 0; }
  int indexOfChild(const QAccessibleInterface*) const override { return -1; }
  QAccessible::Role role() const override { return QAccessible::Graphic; }
  void setText(QAccessible::Text, const QString&) override {}

  QString text(QAccessible::Text kind) const override {
    if (kind == QAccessible::Name) return name_;
    if (kind != QAccessible::Description || !isValid()) return {};
    const Block* block = view_->diagramScene()->diagram().blocks.Find(name_.toStdString());
    return block != nullptr ? QString::fromStdString(block->type) : QString();
  }
  QRect rect() const override { return isValid() ? onScreen(*view_, item()->box()) : QRect(); }
  QAccessible::State state() const override {
    QAccessible::State state;
    state.invalid = !isValid();
    if (!isValid()) return state;
    state.selectable = true;
    state.multiSelectable = true;
    state.selected = item()->isSelected();
    const QWidget* viewport = view_->viewport();
    const QRect seen(viewport->mapToGlobal(QPoint(0, 0)), viewport->size());
    state.offscreen = !seen.intersects(rect());
    state.invisible = !view_->isVisible();
    return state;
  }

  const QString& name() const { return name_; }

 private:
  BlockItem* item() const {
    return view_ != nullptr ? view_->diagramScene()->findBlock(name_) : nullptr;
  }

  QPointer<DiagramView> view_;
  QString name_;
};

// The canvas for screen readers: a widget whose children are the widgets over it and then the
// blocks of the level. Children are made when they are asked for and kept by name, as Qt wants the
// same object for the same thing.
class AccessibleCanvas : public QAccessibleWidget {
 public:
  explicit AccessibleCanvas(DiagramView* view)
      : QAccessibleWidget(view, QAccessible::Canvas), view_(view) {}
  ~AccessibleCanvas() override {
    forget([](const QString&) { return true; });
  }

  int childCount() const override { return QAccessibleWidget::childCount() + blockCount(); }

  QAccessibleInterface* child(int index) const override {
    const int widgets = QAccessibleWidget::childCount();
    if (index < widgets) return QAccessibleWidget::child(index);
    if (index - widgets >= blockCount()) return nullptr;
    return blockOf(blocks()[index - widgets].name);
  }

  // Blocks are counted behind the widgets, in the order of the document.
  int indexOfChild(const QAccessibleInterface* child) const override {
    const auto* block = dynamic_cast<const AccessibleBlock*>(child);
    if (block == nullptr) return QAccessibleWidget::indexOfChild(child);
    const std::size_t index = blocks().IndexOf(block->name().toStdString());
    if (index >= blocks().size()) return -1;
    return QAccessibleWidget::childCount() + static_cast<int>(index);
  }

  QAccessibleInterface* childAt(int x, int y) const override {
    const QPoint place = view_->viewport()->mapFromGlobal(QPoint(x, y));
    const BlockItem* block = view_->diagramScene()->blockAt(view_->mapToScene(place));
    if (block == nullptr) return QAccessibleWidget::childAt(x, y);
    return blockOf(block->name().toStdString());
  }

 private:
  const BlockList& blocks() const { return view_->diagramScene()->diagram().blocks; }
  int blockCount() const { return static_cast<int>(blocks().size()); }

  // The interface of a block, made at the first question. Those of blocks that are gone are dropped
  // when there are clearly more of them than blocks.
  QAccessibleInterface* blockOf(const std::string& block) const {
    if (known_.size() > 2 * blockCount() + 10) {
      forget([this](const QString& name) { return !blocks().contains(name.toStdString()); });
    }
    const QString name = QString::fromStdString(block);
    const auto found = known_.constFind(name);
    if (found != known_.constEnd()) return QAccessible::accessibleInterface(*found);
    auto* fresh = new AccessibleBlock(view_, name);
    known_.insert(name, QAccessible::registerAccessibleInterface(fresh));
    return fresh;
  }

  // Drops the interfaces of all names for which `condition` holds.
  template <typename Condition>
  void forget(Condition condition) const {
    known_.removeIf([&](const auto& entry) {
      if (!condition(entry.key())) return false;
      QAccessible::deleteAccessibleInterface(entry.value());
      return true;
    });
  }

  DiagramView* view_;
  mutable QHash<QString, QAccessible::Id> known_;  // by name; Qt owns the interfaces
};

// Qt calls this for every object that somebody asks about; only canvases get an interface here.
QAccessibleInterface* makeInterface(const QString& type, QObject* object) {
  if (type != QLatin1String(DiagramView::staticMetaObject.className())) return nullptr;
  auto* view = qobject_cast<DiagramView*>(object);
  return view != nullptr ? new AccessibleCanvas(view) : nullptr;
}

}  // namespace

void installAccessibleCanvas() { QAccessible::installFactory(makeInterface); }

}  // namespace loopwright
