#include <QLineEdit>
#include <QListWidget>
#include <QObject>
#include <QTableWidget>
#include <cmath>
#include <memory>

#include "engine/document/document.h"
#include "gui/plots/plot_view.h"
#include "gui/runs/compare_runs_dialog.h"
#include "tests/gui/runs_window.h"
#include "tests/test_main.h"

namespace loopwright::test_runs_panel {

/// Runs that are kept: listed, drawn behind the present one, compared.
class TestRunsPanel : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void endedRunsAppear();
  void aCheckedRunIsDrawnBehind();
  void pinnedRunsOutliveTheMemory();
  void runsAreRenamedAndDeletedByKeys();
  void anEnteredRunIsShownInThePlots();
  void twoRunsAreCompared();
  void signalsOfOneRunAloneAreNamed();
};

void TestRunsPanel::endedRunsAppear() {
  RunsWindow w;
  QCOMPARE(w.count(), 1);
  QVERIFY(!w.runs()->findChild<QLabel*>("runsHint")->isVisible());
  w.runWithGain(4);
  QCOMPARE(w.count(), 2);
  // The newest is on top.
  QCOMPARE(w.tree()->topLevelItem(0)->text(0), QString("run 2"));
  QTRY_COMPARE(w.text("run 1", 1), QString("gain.gain = 2"));
  QCOMPARE(w.text("run 2", 1), QString());
  QCOMPARE(w.text("run 1", 2), QString("0"));
  QCOMPARE(w.text("run 1", 3), QString("done at 2 s"));
  QVERIFY(!w.text("run 1", 4).isEmpty());
  // The list follows the diagram.
  w.setGain(2);
  QTRY_COMPARE(w.text("run 2", 1), QString("gain.gain = 4"));
  QTRY_COMPARE(w.text("run 1", 1), QString());
  // The recording is the one that the plots show, and no copy.
  QCOMPARE(w.kept()->all().back().run->recording, w.panel()->recording());
}

void TestRunsPanel::aCheckedRunIsDrawnBehind() {
  RunsWindow w;
  QCOMPARE(w.plot()->overlayCount(), 0);
  w.runWithGain(4);
  QTRY_COMPARE(w.text("run 1", 1), QString("gain.gain = 2"));
  QCOMPARE(w.plot()->overlayCount(), 0);
  w.check("run 1");
  QCOMPARE(w.plot()->overlayCount(), 2);
  QCOMPARE(w.plot()->legendNames(), QStringList({"state.y", "counter.y", "run 1: gain.gain = 2"}));
  QVERIFY(std::abs(lastValue(w.plot()->overlayGeometry(0)) - (1 - std::exp(-4))) < 1e-6);
  QVERIFY(std::abs(lastValue(w.plot()->geometry(0)) - (1 - std::exp(-8))) < 1e-6);
  QCOMPARE(w.plot()->overlayGeometry(1).circles.size(), w.plot()->geometry(1).circles.size());
  QVERIFY(!w.plot()->overlayGeometry(1).circles.empty());
  // What is measured of the present run is measured of it too, beside it.
  w.trigger(ActionId::kShowPlots);
  w.trigger(ActionId::kPlotMeasures);
  auto* const measures = w.window()->findChild<QTableWidget*>("measureTable");
  QTRY_COMPARE(measures->columnCount(), 4);
  const auto greatest = [measures](int column) {
    return measures->item(3, column)->text().toDouble();
  };
  QCOMPARE(measures->verticalHeaderItem(3)->text(), QString("greatest"));
  QCOMPARE(measures->horizontalHeaderItem(0)->text(), QString("state.y"));
  QVERIFY(measures->horizontalHeaderItem(1)->text().startsWith("run 1"));
  QVERIFY(measures->horizontalHeaderItem(1)->toolTip().endsWith("run 1: gain.gain = 2"));
  QVERIFY(std::abs(greatest(0) - (1 - std::exp(-8))) < 1e-5);
  QVERIFY(std::abs(greatest(1) - (1 - std::exp(-4))) < 1e-5);
  w.trigger(ActionId::kPlotMeasures);
  w.show();
  // It is there in the next run as well, and the present one is never behind itself.
  w.check("run 2");
  QCOMPARE(w.plot()->overlayCount(), 2);
  w.runWithGain(1);
  QCOMPARE(w.plot()->overlayCount(), 4);
  QTRY_COMPARE(w.plot()->legendNames().value(3), QString("run 2: gain.gain = 4"));
  w.check("run 1");
  w.check("run 2");
  QCOMPARE(w.plot()->overlayCount(), 0);
  QCOMPARE(w.plot()->legendNames().size(), 2);
}

void TestRunsPanel::pinnedRunsOutliveTheMemory() {
  RunsWindow w;
  w.runWithGain(3);
  w.runWithGain(4);
  QCOMPARE(w.count(), 3);
  w.click("run 1");
  w.key(Qt::Key_P);
  QVERIFY(w.kept()->find(1)->isPinned);
  QVERIFY(!w.row("run 1")->icon(0).isNull());
  w.check("run 2");
  QCOMPARE(w.plot()->overlayCount(), 2);
  w.kept()->setMostBytes(1);
  // The pinned one and the newest are left, and what is gone is drawn no more.
  QCOMPARE(w.count(), 2);
  QVERIFY(w.row("run 1") && w.row("run 3") && !w.row("run 2"));
  QCOMPARE(w.plot()->overlayCount(), 0);
  w.run();
  QVERIFY(w.row("run 1") && w.row("run 4") && !w.row("run 3"));
  w.click("run 1");
  w.trigger(ActionId::kPinRun);
  QCOMPARE(w.count(), 1);
  QVERIFY(w.row("run 4"));
}

void TestRunsPanel::runsAreRenamedAndDeletedByKeys() {
  RunsWindow w;
  w.runWithGain(3);
  w.click("run 1");
  w.key(Qt::Key_F2);
  auto* const field = w.tree()->viewport()->findChild<QLineEdit*>();
  QVERIFY(field != nullptr);
  field->selectAll();
  QTest::keyClicks(field, "slow");
  QTest::keyClick(field, Qt::Key_Return);
  QTRY_VERIFY(w.row("slow") != nullptr);
  w.check("slow");
  // A name of one's own stands alone.
  QTRY_COMPARE(w.plot()->legendNames().value(2), QString("slow"));
  w.kept()->rename(1, " ");
  QVERIFY(w.row("run 1") != nullptr);
  w.click("run 1");
  w.key(Qt::Key_Delete);
  QCOMPARE(w.count(), 1);
  QCOMPARE(w.plot()->overlayCount(), 0);
  w.tree()->clearSelection();
  w.key(Qt::Key_Delete);
  QCOMPARE(w.count(), 1);
  QCOMPARE(w.note(), QString("Select the runs to delete."));
  // The keyboard stays in the panel when its list is empty.
  w.click(w.tree()->topLevelItem(0)->text(0));
  w.key(Qt::Key_Delete);
  QCOMPARE(w.count(), 0);
  QVERIFY(w.runs()->isAncestorOf(QApplication::focusWidget()));
}

void TestRunsPanel::anEnteredRunIsShownInThePlots() {
  RunsWindow w;
  w.runWithGain(4);
  const auto first = w.kept()->find(1)->run->recording;
  QVERIFY(w.panel()->recording() != first);
  w.click("run 1");
  w.key(Qt::Key_Return);
  QCOMPARE(w.panel()->recording(), first);
  QVERIFY(std::abs(lastValue(w.plot()->geometry(0)) - (1 - std::exp(-4))) < 1e-6);
  // A run that goes on has the plots.
  w.setPace(0.001);
  w.trigger(ActionId::kRun);
  QTRY_VERIFY(w.panel()->recording() != first && w.window()->current()->runs()->isActive());
  w.key(Qt::Key_Return);
  QCOMPARE(w.window()->findChild<QLabel*>("statusMessage")->text(),
           QString("Not shown: a run goes on. Stop it first."));
  w.trigger(ActionId::kStop);
  QTRY_COMPARE(w.count(), 3);
  QVERIFY2(w.text("run 3", 3).startsWith("stopped at"), qPrintable(w.text("run 3", 3)));
}

void TestRunsPanel::twoRunsAreCompared() {
  RunsWindow w;
  w.click("run 1");
  w.trigger(ActionId::kCompareRuns);
  QCOMPARE(w.note(), QString("Select the two runs to compare."));
  w.runWithGain(4);
  // Of two runs it is clear which are meant.
  w.trigger(ActionId::kCompareRuns);
  auto* const both = w.window()->findChild<CompareRunsDialog*>("compareRuns");
  QVERIFY(both != nullptr);
  QCOMPARE(both->windowTitle(), QString("run 1 and run 2"));
  QCOMPARE(w.note(), QString());
  delete both;
  w.click("run 1");
  w.click("run 2", Qt::ControlModifier);
  w.trigger(ActionId::kCompareRuns);
  auto* const dialog = w.window()->findChild<CompareRunsDialog*>("compareRuns");
  QVERIFY(dialog != nullptr);
  auto* const summary = dialog->findChild<QLabel*>("compareSummary");
  auto* const causes = dialog->findChild<QListWidget*>("compareCauses");
  auto* const differing = dialog->findChild<QTreeWidget*>("compareSignals");
  auto* const tolerance = dialog->findChild<QLineEdit*>("compareTolerance");
  QTRY_VERIFY(summary->text().contains("The runs differ first at t = "));
  QVERIFY2(summary->text().contains("in state.y: "), qPrintable(summary->text()));
  QCOMPARE(causes->count(), 1);
  QCOMPARE(causes->item(0)->text(), QString("block gain.gain: 2 → 4"));
  QCOMPARE(differing->topLevelItemCount(), 1);
  QCOMPARE(differing->topLevelItem(0)->text(0), QString("state.y"));
  // The difference of the chosen signal: the second run is above the first.
  PlotWidget* const plot = dialog->plot();
  QTRY_VERIFY(plot->curveCount() == 1 && !plot->geometry(0).lines.empty());
  QVERIFY(std::abs(lastValue(plot->geometry(0)) - (std::exp(-4) - std::exp(-8))) < 1e-6);
  QCOMPARE(plot->legendNames(), QStringList("state.y: run 2 − run 1"));
  // With a tolerance the first instant is later, and then there is none.
  tolerance->selectAll();
  QTest::keyClicks(tolerance, "0,2");
  QTRY_VERIFY(differing->topLevelItemCount() == 1 &&
              differing->topLevelItem(0)->text(1).toStdString() > "0.1");
  tolerance->selectAll();
  QTest::keyClicks(tolerance, "1");
  QTRY_COMPARE(summary->text(), QString("The runs agree in all 2 signals that both recorded."));
  QTRY_VERIFY(!plot->isVisible());
  tolerance->selectAll();
  QTest::keyClicks(tolerance, "-1");
  QTRY_VERIFY(summary->text().startsWith("The tolerance is a number from 0 on: 0.001 lets"));
  QVERIFY(tolerance->property("invalid").toBool());
  dialog->reject();
}

void TestRunsPanel::signalsOfOneRunAloneAreNamed() {
  RunsWindow w;
  // The same run without the counter, and shorter.
  const auto record = [](double end) {
    RecordedSignal state;
    state.path = "state.y";
    auto recording = std::make_shared<Recording>(std::vector{state});
    for (const double t : {0.0, end}) recording->Append(t, Side::kBefore, &t);
    return recording;
  };
  auto other = std::make_shared<KeptRun>(*w.kept()->find(1)->run);
  auto thinned = record(1);
  thinned->NoteThinned(0.5);
  other->recording = thinned;
  w.kept()->add(other, "other");
  auto same = std::make_shared<KeptRun>(*other);
  same->recording = record(1);
  w.kept()->add(same, "same");
  const auto compared = [&w](const QString& a, const QString& b) {
    w.click(a);
    w.click(b, Qt::ControlModifier);
    w.trigger(ActionId::kCompareRuns);
    auto* const dialog = w.window()->findChild<CompareRunsDialog*>("compareRuns");
    auto* const summary = dialog->findChild<QLabel*>("compareSummary");
    if (!QTest::qWaitFor([&] { return summary->text() != "Comparing…"; })) qFatal("no result");
    const QString text = summary->text();
    const QString cause = dialog->findChild<QListWidget*>("compareCauses")->item(0)->text();
    delete dialog;
    return QStringList({text, cause});
  };
  const QStringList first = compared("run 1", "other");
  QVERIFY2(
      first[0].endsWith("run 1 goes from 0 s to 2 s, other from 0 s to 1 s. Only run 1 recorded "
                        "counter.y. Rows of other before t = 0.5 s were left out to save "
                        "memory."),
      qPrintable(first[0]));
  QCOMPARE(first[1], QString("nothing: diagram, settings and files are the same"));
  QVERIFY(
      compared("other", "same")[0].startsWith("The runs agree in the signal that both recorded."));
}

LOOPWRIGHT_TEST_WITH(QApplication, TestRunsPanel)

}  // namespace loopwright::test_runs_panel

#include "test_runs_panel.moc"
