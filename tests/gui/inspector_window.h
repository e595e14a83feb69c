#pragma once

#include <QCoreApplication>
#include <QLabel>
#include <QTest>
#include <QTreeWidget>

#include "gui/canvas/camera.h"
#include "gui/canvas/diagram_view.h"
#include "gui/inspector/dependency_chart.h"
#include "gui/inspector/inspector_panel.h"
#include "gui/run/shown_instant.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "tests/gui/canvas_gestures.h"
#include "tests/gui/runs_window.h"

namespace loopwright {

inline InspectorPanel* inspectorOf(const MainWindow& window) {
  return qobject_cast<InspectorPanel*>(window.current()->panel(PanelId::kInspector));
}

/// A window whose run has ended, with the inspector, and a hand for it.
class InspectorWindow : public RunsWindow {
 public:
  explicit InspectorWindow(const QByteArray& diagram = loopDiagram()) : RunsWindow(diagram) {
    trigger(ActionId::kPanelsBeside);  // A folded panel goes when the canvas is clicked.
    open();
    view()->camera()->zoomToFit();
  }

  void open() const {
    trigger(ActionId::kShowInspector);
    if (!QTest::qWaitFor([this] { return panel()->isVisible(); })) qFatal("it is not shown");
  }
  InspectorPanel* panel() const { return inspectorOf(*window()); }
  QTreeWidget* tree() const { return panel()->findChild<QTreeWidget*>("inspectorTree"); }
  DependencyChart* chart() const { return panel()->findChild<DependencyChart*>(); }
  DiagramView* view() const { return window()->current()->view(); }
  RunController* controller() const { return window()->current()->runs(); }
  QString label(const char* name) const { return panel()->findChild<QLabel*>(name)->text(); }
  QString hint() const {
    const auto* const label = panel()->findChild<QLabel*>("inspectorHint");
    return label->isVisible() ? label->text() : QString();
  }

  /// Clicks on a block of the canvas, and waits until it is looked into.
  void select(const char* block) const {
    const BlockItem* const item = view()->diagramScene()->findBlock(block);
    CanvasGestures(view()).click(item->drawnBox().center());
    if (!QTest::qWaitFor([&] { return section("Ports") != nullptr; })) {
      qFatal("nothing is shown of %s: %s %s", block, qPrintable(selected().join(',')),
             qPrintable(hint()));
    }
  }
  /// Goes to another instant, and waits until the inspector shows it.
  void go(ActionId id, double time) const {
    trigger(id);
    QTRY_COMPARE(controller()->time(), time);
    QTRY_VERIFY(controller()->shown()->instant()->inside != nullptr);
  }

  QTreeWidgetItem* section(const QString& title) const {
    return child(tree()->invisibleRootItem(), title);
  }
  /// The row below `parent` whose name begins so.
  static QTreeWidgetItem* child(const QTreeWidgetItem* parent, const QString& name) {
    for (int i = 0; parent != nullptr && i < parent->childCount(); ++i) {
      if (parent->child(i)->text(0).startsWith(name)) return parent->child(i);
    }
    return nullptr;
  }
  QTreeWidgetItem* row(const char* title, const char* name) const {
    QTreeWidgetItem* const found = child(section(title), name);
    if (found == nullptr) qFatal("there is no %s in %s", name, title);
    return found;
  }
  QString name(const char* title, const char* name) const { return row(title, name)->text(0); }
  QString value(const char* title, const char* name) const { return row(title, name)->text(1); }

  void doubleClick(QTreeWidgetItem* item) const {
    tree()->scrollToItem(item);
    const QPoint place = tree()->visualItemRect(item).center();
    QTest::mouseClick(tree()->viewport(), Qt::LeftButton, {}, place);
    QTest::mouseDClick(tree()->viewport(), Qt::LeftButton, {}, place);
  }
  void enter(QTreeWidgetItem* item) const {
    tree()->setFocus();
    tree()->setCurrentItem(item);
    QTest::keyClick(tree(), Qt::Key_Return);
  }
  QStringList selected() const { return view()->selectedBlocks(); }

  /// What stands in a column of the graph.
  QStringList values(DependencyColumn column) const {
    QStringList names;
    for (const DependencyNode& node : chart()->graph().column(column)) names += node.name;
    return names;
  }
  /// Clicks on a value of the graph, where it is drawn.
  void clickValue(DependencyColumn column, const QString& name) const {
    if (!QTest::qWaitFor([this] { return chart()->isVisible(); })) qFatal("there is no graph");
    QCoreApplication::processEvents();
    const auto row = static_cast<int>(values(column).indexOf(name));
    const QRect box = chart()->boxOf(column, row);
    if (!chart()->rect().contains(box) || box.isEmpty())
      qFatal("%s is not there", qPrintable(name));
    QTest::mouseClick(chart(), Qt::LeftButton, {}, box.center());
  }
};

}  // namespace loopwright
