#include <QDropEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QObject>
#include <QTest>
#include <QTreeWidget>
#include <QUndoStack>
#include <memory>

#include "gui/canvas/canvas_menu.h"
#include "gui/canvas/diagram_view.h"
#include "gui/curves/signal_drag.h"
#include "gui/document/signal_edits.h"
#include "tests/gui/plot_window.h"
#include "tests/test_main.h"

namespace loopwright::test_signal_list {

namespace {

QTreeWidgetItem* rowOf(const QTreeWidget* tree, const QString& name) {
  const QList<QTreeWidgetItem*> found = tree->findItems(name, Qt::MatchExactly);
  return found.size() == 1 ? found.front() : nullptr;
}

// Lets a dragged signal fall on a place of the plots.
void drop(PlotPanel* panel, const QPoint& place, const QString& path) {
  QMimeData data;
  data.setData(QLatin1String(kSignalMimeType), path.toUtf8());
  QDragEnterEvent enter(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(panel, &enter);
  QVERIFY(enter.isAccepted());
  QDropEvent event(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(panel, &event);
  QVERIFY(event.isAccepted());
}

}  // namespace

/// The list of all signals, and the ways from a signal to a plot.
class TestSignalList : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void listsAllSignalsWithTheirLastValues();
  void aRowIsDraggedAsItsSignal();
  void aSignalIsDroppedOnAPlot();
  void aSignalIsDroppedBesideThePlots();
  void entriesShowASignalInAPlot();
  void curvesAreTakenOut();
};

void TestSignalList::listsAllSignalsWithTheirLastValues() {
  const PlotWindow w(sineAndCounter());
  w.trigger(ActionId::kShowSignals);
  auto* const tree = w.window()->findChild<QTreeWidget*>("signalTree");
  QTRY_VERIFY(tree->isVisible());
  QTRY_VERIFY(rowOf(tree, "counter.y") != nullptr);
  QCOMPARE(tree->topLevelItemCount(), 2);
  // Rows may be made anew at any time.
  const auto text = [tree](int column) { return rowOf(tree, "counter.y")->text(column); };
  QCOMPARE(text(1), QString("1"));
  QCOMPARE(text(2), QString("every 0.25 s"));
  QTRY_COMPARE(text(3), QString("80"));
  QCOMPARE(text(4), QString());
  w.document()->edit("unit", [](Transaction* t) { setUnit(t, "", "counter.y", "V"); });
  QTRY_COMPARE(text(4), QString("V"));
  QTest::keyClicks(w.window()->findChild<QLineEdit*>("signalSearch"), "sin");
  QVERIFY(rowOf(tree, "counter.y")->isHidden());
  QVERIFY(!rowOf(tree, "sine.y")->isHidden());
}

void TestSignalList::aRowIsDraggedAsItsSignal() {
  const PlotWindow w(sineAndCounter());
  w.trigger(ActionId::kShowSignals);
  auto* const tree = w.window()->findChild<QTreeWidget*>("signalTree");
  QTRY_VERIFY(rowOf(tree, "sine.y") != nullptr);
  QVERIFY(tree->dragEnabled());
  const std::unique_ptr<QMimeData> data(tree->model()->mimeData({tree->model()->index(0, 0)}));
  QCOMPARE(draggedSignal(*data), QString("sine.y"));
}

void TestSignalList::aSignalIsDroppedOnAPlot() {
  QByteArray diagram = sineAndCounter();
  diagram.replace(R"({"from": "sine.y", "to": "scope.u1"}, )", "");
  diagram.replace(R"("inputs": 2, )", "");
  diagram.replace("scope.u2", "scope.u1");
  const PlotWindow w(diagram);
  QCOMPARE(w.plot()->curveCount(), 1);
  const QPoint place = w.plot()->mapTo(w.panel(), w.plot()->plotArea().center());
  drop(w.panel(), place, "sine.y");
  QTRY_COMPARE(w.settings().size(), size_t{1});
  QCOMPARE(w.settings()[0].signal_paths, (std::vector<std::string>{"counter.y", "sine.y"}));
  QCOMPARE(*w.settings()[0].title, std::string("Both"));
  // It was not recorded: the next run does.
  w.run();
  QCOMPARE(w.plot()->curveCount(), 2);
  drop(w.panel(), place, "sine.y");
  QCoreApplication::processEvents();
  QCOMPARE(w.settings()[0].signal_paths.size(), size_t{2});
  w.document()->undoStack()->undo();
  QVERIFY(w.settings().empty());
}

void TestSignalList::aSignalIsDroppedBesideThePlots() {
  const PlotWindow w(sineAndCounter());
  drop(w.panel(), QPoint(2, 2), "sine.y");
  QTRY_COMPARE(w.panel()->plots().size(), size_t{2});
  QCOMPARE(w.plot(0)->curveCount(), 2);
  QCOMPARE(w.plot(1)->curveCount(), 1);
}

void TestSignalList::entriesShowASignalInAPlot() {
  const PlotWindow w(sineAndCounter());
  Q_EMIT w.window()->current()->view()->menu()->plotRequested("counter.y");
  QCOMPARE(w.panel()->plots().size(), size_t{2});
  w.trigger(ActionId::kShowSignals);
  auto* const tree = w.window()->findChild<QTreeWidget*>("signalTree");
  QTRY_VERIFY(rowOf(tree, "sine.y") != nullptr);
  tree->setCurrentItem(rowOf(tree, "sine.y"));
  tree->setFocus();
  QTest::keyClick(tree, Qt::Key_Return);
  QTRY_COMPARE(w.panel()->plots().size(), size_t{3});
  QCOMPARE(w.plot(2)->content().curves[0].path, QString("sine.y"));
}

void TestSignalList::curvesAreTakenOut() {
  const PlotWindow w(sineAndCounter());
  PlotWindow::choose(w.plot(), w.plot()->legendEntry(0).center().toPoint(), "remove");
  QCOMPARE(w.plot()->curveCount(), 1);
  QCOMPARE(w.plot()->content().curves[0].path, QString("counter.y"));
  QCOMPARE(w.plot()->content().title, QString("Both"));
}

LOOPWRIGHT_TEST_WITH(QApplication, TestSignalList)

}  // namespace loopwright::test_signal_list

#include "test_signal_list.moc"
