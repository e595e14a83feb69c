#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QObject>
#include <QProgressBar>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>
#include <QUndoStack>
#include <memory>

#include "engine/document/document.h"
#include "engine/edits/edit_helpers.h"
#include "engine/recording/recording.h"
#include "gui/actions/actions.h"
#include "gui/canvas/diagram_view.h"
#include "gui/document/diagram_document.h"
#include "gui/export/export.h"
#include "gui/main_window/file_commands.h"
#include "gui/panels/problems_panel.h"
#include "gui/plots/plot_panel.h"
#include "gui/plots/plot_widget.h"
#include "gui/run/recording_memory.h"
#include "gui/run/run_bar.h"
#include "gui/run/run_controller.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "tests/gui/window_fixture.h"
#include "tests/test_main.h"

namespace loopwright::test_run {

class TestRun : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    fixture_ = std::make_unique<WindowFixture>();
    window_ = shownWindow();
  }
  void cleanup() {
    window_.reset();
    fixture_.reset();
  }

  void plotsBothValuesOfTheCounter();
  void plotsPointsBeforeALongRunEnds();
  void plotsAboveEachOtherHaveOneLeftEdge();
  void pausesAndGoesOn();
  void refusesADiagramWithErrors();
  void keepsWhatAFailedRunRecorded();
  void saysThatAndWhyABlockEndedTheRun_data();
  void saysThatAndWhyABlockEndedTheRun();
  void warnsOfTheFirstValueThatIsNotFinite();
  void setsStopTimeAndIntegrator();
  void formatsNumbersForTheToolbar();
  void memoryOfRecordingsIsAQuarterOfTheMachineOrAsChosen();
  void staysWithinTheMemoryChosenAndSaysSo();

 private:
  void open(const QByteArray& bytes) {
    QVERIFY(openFile(window_.get(), fixture_->write("diagram.loop.json", bytes)));
  }
  RunController* runs() const { return window_->current()->runs(); }
  PlotPanel* plots() const { return window_->current()->plots(); }
  QAction* action(ActionId id) const { return window_->actions().get(id); }

  std::unique_ptr<WindowFixture> fixture_;
  std::unique_ptr<MainWindow> window_;
};

void TestRun::plotsBothValuesOfTheCounter() {
  open(counterDiagram());
  QSignalSpy finished(runs(), &RunController::finished);
  action(ActionId::kRun)->trigger();
  QTRY_COMPARE(finished.count(), 1);
  QCOMPARE(plots()->plots().size(), size_t{1});
  PlotWidget* const plot = plots()->plots()[0];
  QCOMPARE(plot->curveCount(), 1);
  const auto updates = plot->updates(0);
  QCOMPARE(updates.size(), size_t{3});
  for (int n = 0; n < 3; ++n) {
    QCOMPARE(updates[size_t(n)].time, 0.02 * n);
    QCOMPARE(updates[size_t(n)].before, 10.0 * n);
    QCOMPARE(updates[size_t(n)].after, 10.0 * (n + 1));
  }
  QCOMPARE(plot->upperTime(), 0.06);
  QVERIFY(window_->findChild<QLabel*>("runStatus")->text().startsWith("100 %"));
  QVERIFY(action(ActionId::kRun)->isEnabled());
  QVERIFY(!action(ActionId::kStop)->isEnabled());
}

void TestRun::plotsPointsBeforeALongRunEnds() {
  open(counterDiagram(1e9));
  action(ActionId::kRun)->trigger();
  QTRY_VERIFY(!plots()->plots().empty() && plots()->plots()[0]->rowsShown() > 1000);
  QVERIFY(runs()->isActive());
  QVERIFY(runs()->progress() < 1);
  action(ActionId::kStop)->trigger();
  QTRY_VERIFY(!runs()->isActive());
  const int64_t rows = plots()->plots()[0]->rowsShown();
  QVERIFY(rows > 1000);
  // After the run everything that was recorded is shown, and the axis ends where it ended.
  QCOMPARE(plots()->plots()[0]->upperTime(), runs()->time());
}

void TestRun::plotsAboveEachOtherHaveOneLeftEdge() {
  open(R"({"format": "loopwright", "version": 1, "simulation": {"stop_time": 1},
    "diagram": {"blocks": {
      "small": {"type": "Sine"}, "large": {"type": "Sine", "parameters": {"amplitude": 12345}}}},
    "plots": [{"title": "a", "kind": "time", "signals": ["small.y"]},
              {"title": "b", "kind": "time", "signals": ["large.y"],
               "axes": {"y": {"label": "height in m"}}}]})");
  QSignalSpy finished(runs(), &RunController::finished);
  action(ActionId::kRun)->trigger();
  QTRY_COMPARE(finished.count(), 1);
  QCOMPARE(plots()->views().size(), std::size_t{2});
  const PlotView* const small = plots()->views()[0];
  const PlotView* const large = plots()->views()[1];
  QTRY_VERIFY(large->leftMargin() > 50);
  QTRY_COMPARE(small->leftMargin(), large->leftMargin());
}

void TestRun::pausesAndGoesOn() {
  open(counterDiagram(1e9));
  action(ActionId::kRun)->trigger();
  QTRY_COMPARE(runs()->state(), RunController::State::kRunning);
  QVERIFY(!action(ActionId::kRun)->isEnabled());
  action(ActionId::kPause)->trigger();
  QTRY_COMPARE(runs()->state(), RunController::State::kPaused);
  QVERIFY(runs()->statusText().contains(" % · paused"));
  const double paused = runs()->time();
  action(ActionId::kRun)->trigger();
  QTRY_VERIFY(runs()->time() > paused);
  QTRY_COMPARE(runs()->state(), RunController::State::kRunning);
  // The key that pauses goes on as well, and its entry says so.
  const auto pressPause = [this] {
    QTest::keyClick(window_.get(), Qt::Key_F5, Qt::ControlModifier);
  };
  pressPause();
  QTRY_COMPARE(runs()->state(), RunController::State::kPaused);
  QCOMPARE(actionTitle(*action(ActionId::kPause)), QString("Resume"));
  QVERIFY(action(ActionId::kPause)->toolTip().startsWith("Resume (Ctrl+F5"));
  const double again = runs()->time();
  pressPause();
  QTRY_VERIFY(runs()->time() > again);
  QCOMPARE(actionTitle(*action(ActionId::kPause)), QString("Pause"));
  action(ActionId::kStop)->trigger();
  QTRY_COMPARE(runs()->state(), RunController::State::kIdle);
}

void TestRun::refusesADiagramWithErrors() {
  open(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
    "a": {"type": "Gain", "parameters": {"gain": "nothing"}},
    "b": {"type": "Gain", "parameters": {"gain": "nobody"}}, "scope": {"type": "Scope"}},
    "wires": [{"from": "a.y", "to": "scope.u1"}, {"from": "a.y", "to": "b.u"}]}})");
  QSignalSpy refused(runs(), &RunController::refused);
  action(ActionId::kRun)->trigger();
  QTRY_COMPARE(refused.count(), 1);
  QVERIFY(!runs()->isActive());
  QVERIFY(!runs()->recording());
  const int errors = window_->current()->document()->errorCount();
  QVERIFY(errors >= 2);
  QCOMPARE(refused[0][0].toString(),
           QStringLiteral("Not started: the diagram has %1 errors.").arg(errors));
  QCOMPARE(window_->findChild<QLabel*>("statusMessage")->text(), refused[0][0].toString());
}

void TestRun::keepsWhatAFailedRunRecorded() {
  // The state grows without bound and leaves the numbers at t = 1.
  open(R"({"format": "loopwright", "version": 1,
    "simulation": {"stop_time": 2, "integrator": "rk4", "fixed_step": 0.001},
    "diagram": {"blocks": {
      "blowup": {"type": "DifferentialEquation",
                 "parameters": {"derivatives": ["x1^2"], "initial_state": [1]}},
      "scope": {"type": "Scope"}},
    "wires": [{"from": "blowup.y", "to": "scope.u1"}]}})");
  QSignalSpy finished(runs(), &RunController::finished);
  action(ActionId::kRun)->trigger();
  QTRY_COMPARE(finished.count(), 1);
  const auto outcome = finished[0][0].value<RunOutcome>();
  QCOMPARE(int(outcome.end), int(RunEnd::kFailed));
  QVERIFY(outcome.time > 0.9 && outcome.time < 1.2);
  QVERIFY(plots()->plots()[0]->rowsShown() > 900);
  QCOMPARE(window_->current()->problems()->errorCount(), 1);
  QVERIFY(
      window_->findChild<QLabel*>("statusMessage")->text().startsWith("The run failed at t = "));
  // The canvas marks the block that is to blame, until an edit.
  const BlockItem* const item = window_->current()->view()->diagramScene()->findBlock("blowup");
  QVERIFY(item->hasError());
  QVERIFY2(item->toolTip().contains("The run failed at t = "), qPrintable(item->toolTip()));
  SimulationSettings settings = window_->current()->document()->document().simulation;
  settings.Set("stop_time", ParameterSetting(0.5));
  window_->current()->document()->edit(
      "stop", [&settings](Transaction* t) { t->Apply(SimulationEdit{settings}); });
  QVERIFY(!item->hasError());
}

void TestRun::saysThatAndWhyABlockEndedTheRun_data() {
  QTest::addColumn<QByteArray>("block");
  QTest::addColumn<QString>("status");
  QTest::addColumn<int>("errors");
  QTest::newRow("StopWhen") << QByteArray(R"({"type": "StopWhen"})")
                            << "The run ended at t = 1 s. end: the input u became non-zero" << 0;
  QTest::newRow("Assert") << QByteArray(
                                 R"({"type": "Assert", "parameters": {"message": "too late"}})")
                          << "The run failed at t = 1 s. end: too late" << 1;
}
void TestRun::saysThatAndWhyABlockEndedTheRun() {
  QFETCH(QByteArray, block);
  // A level that goes from 0 to 1, or for the assertion from 1 to 0.
  const QByteArray levels = block.contains("Assert") ? R"("initial": 1, "final": 0)" : "";
  open(R"({"format": "loopwright", "version": 1, "simulation": {"stop_time": 2},
    "diagram": {"blocks": {"step": {"type": "Step", "parameters": {)" +
       levels + R"(}}, "end": )" + block + R"(}, "wires": [{"from": "step.y", "to": "end.u"}]}})");
  QSignalSpy finished(runs(), &RunController::finished);
  action(ActionId::kRun)->trigger();
  QTRY_COMPARE(finished.count(), 1);
  QTEST(window_->findChild<QLabel*>("statusMessage")->text(), "status");
  QTEST(window_->current()->problems()->errorCount(), "errors");
}

void TestRun::warnsOfTheFirstValueThatIsNotFinite() {
  // x becomes 10, 10^3, 10^9 and so on: 10^243 in the fifth update, then infinite.
  open(R"({"format": "loopwright", "version": 1, "simulation": {"stop_time": 2},
    "diagram": {"blocks": {
      "growth": {"type": "DifferenceEquation",
                 "parameters": {"updates": ["x1^3"], "initial_state": [10]}},
      "%1 twice": {"type": "Gain", "parameters": {"gain": 2}},
      "scope": {"type": "Scope"}},
    "wires": [{"from": "growth.y", "to": "%1 twice.u"}, {"from": "%1 twice.y", "to": "scope.u1"}]}})");
  QSignalSpy finished(runs(), &RunController::finished);
  action(ActionId::kRun)->trigger();
  QTRY_COMPARE(finished.count(), 1);
  const auto outcome = finished[0][0].value<RunOutcome>();
  QCOMPARE(int(outcome.end), int(RunEnd::kDone));
  QCOMPARE(window_->current()->problems()->warningCount(), 1);
  QCOMPARE(window_->current()->problems()->errorCount(), 0);
  const auto* const list = window_->findChild<QTreeView*>("problemsList");
  QCOMPARE(list->model()->index(0, 0).data().toString(), "growth");
  const QString text = list->model()->index(0, 1).data().toString();
  QVERIFY2(text.startsWith("The output y is inf at t = 0.5 s, where %1 twice.y has the first "
                           "value recorded that is not finite."),
           qPrintable(text));
  QVERIFY(window_->findChild<QLabel*>("statusMessage")->text().startsWith("growth: The output y"));
  // It is of this run: an edit or the next run takes it away.
  action(ActionId::kRun)->trigger();
  QCOMPARE(window_->current()->problems()->warningCount(), 0);
  QTRY_COMPARE(finished.count(), 2);
  QCOMPARE(window_->current()->problems()->warningCount(), 1);
}

void TestRun::setsStopTimeAndIntegrator() {
  open(counterDiagram());
  auto* const stop = window_->findChild<QLineEdit*>("stopTime");
  QCOMPARE(stop->text(), "0.06 s");
  stop->setFocus();
  stop->selectAll();
  QTest::keyClicks(stop, "2*");
  QTest::keyClick(stop, Qt::Key_Return);
  QVERIFY(stop->property("invalid").toBool());
  QVERIFY(!window_->current()->document()->isModified());
  stop->selectAll();
  QTest::keyClicks(stop, "0.5 s");
  QTest::keyClick(stop, Qt::Key_Return);
  const SimulationSettings& settings = window_->current()->document()->document().simulation;
  QCOMPARE(settings.Get("stop_time").number(), 0.5);
  QVERIFY(!stop->property("invalid").toBool());

  auto* const integrator = window_->findChild<QComboBox*>("integrator");
  QCOMPARE(integrator->currentText(), "dopri5");
  integrator->setFocus();
  QTest::keyClicks(integrator, "rk4");
  Q_EMIT integrator->textActivated("rk4");
  QCOMPARE(settings.Get("integrator").text(), std::string("rk4"));
  QUndoStack* const stack = window_->current()->document()->undoStack();
  while (stack->canUndo()) window_->actions().get(ActionId::kUndo)->trigger();
  QCOMPARE(stop->text(), "0.06 s");
  QCOMPARE(integrator->currentText(), "dopri5");
}

void TestRun::memoryOfRecordingsIsAQuarterOfTheMachineOrAsChosen() {
  QVERIFY(!RecordingMemory::isChosen());
  QCOMPARE(RecordingMemory::mebibytes(), RecordingMemory::machineMebibytes() / 4);
  RecordingMemory::setMebibytes(300);
  QVERIFY(RecordingMemory::isChosen());
  QCOMPARE(RecordingMemory::mebibytes(), 300);
  RecordingMemory::setMebibytes(1);
  QCOMPARE(RecordingMemory::mebibytes(), RecordingMemory::kLeastMebibytes);
  RecordingMemory::setMebibytes(0);
  QCOMPARE(RecordingMemory::mebibytes(), RecordingMemory::machineMebibytes() / 4);
}

void TestRun::staysWithinTheMemoryChosenAndSaysSo() {
  RecordingMemory::setMebibytes(RecordingMemory::kLeastMebibytes);
  open(counterDiagram(1e9));
  action(ActionId::kRun)->trigger();
  constexpr int kPatience = 120000;
  const auto is_thinned = [this] {
    return runs()->recording() && runs()->recording()->thinned_until().has_value();
  };
  QTRY_VERIFY_WITH_TIMEOUT(is_thinned(), kPatience);
  action(ActionId::kStop)->trigger();
  QTRY_VERIFY(!runs()->isActive());
  RecordingMemory::setMebibytes(0);
  const Recording& recording = *runs()->recording();
  QVERIFY(recording.bytes() < int64_t{RecordingMemory::kLeastMebibytes} << 20);
  QCOMPARE(recording.time(0), 0.);
  QCOMPARE(recording.time(recording.size() - 1), runs()->time());
  const PlotWidget& plot = *plots()->plots().at(0);
  QCOMPARE(plot.rowsShown(), recording.size());
  const QString svg = fixture_->path("plot.svg");
  QCOMPARE(exportPlot(plots()->plots()[0], svg), QString());
  QVERIFY(WindowFixture::read(svg).contains("to save memory; extremes are kept"));
}

void TestRun::formatsNumbersForTheToolbar() {
  QCOMPARE(formatCount(2310), QString("2") + QChar(0xa0) + "310");
  QCOMPARE(formatCount(999), "999");
  QCOMPARE(formatCount(1234567), QString("1") + QChar(0xa0) + "234" + QChar(0xa0) + "567");
  QCOMPARE(formatRate(142.4), QString::fromUtf8("142× real time"));
  QCOMPARE(formatRate(9999.6), QString::fromUtf8(">9999× real time"));
  QCOMPARE(formatRate(1.44), QString::fromUtf8("1.4× real time"));
  QCOMPARE(formatTime(0.24, 1), "0.240");
  QCOMPARE(formatTime(12.5, 100), "12.5");
  QCOMPARE(formatTime(12, 1e6), "12");
}

LOOPWRIGHT_TEST_WITH(QApplication, TestRun)

}  // namespace loopwright::test_run

#include "test_run.moc"
