#include <QFileDialog>
#include <QObject>
#include <QPushButton>
#include <QTimer>
#include <functional>
#include <memory>

#include "gui/run/shown_instant.h"
#include "tests/gui/runs_window.h"
#include "tests/test_main.h"

namespace loopwright::test_run_files {

/// Kept runs are saved, opened, and made again.
class TestRunFiles : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { QApplication::setAttribute(Qt::AA_DontUseNativeDialogs); }
  void aSavedRunIsOpenedAndVerified();
  void filesAreChosenInDialogs();
  void damagedFilesAreOpenedAsFarAsTheyAreWhole();
  void changesWhileARunGoesOnAreMadeAgain();
  void aRunThatIsLeftIsKept();
  void aVerificationCanBeCancelled();
  void whatComesOutDifferentlyIsNamed();
  void whatWasThinnedStaysHere();
  void withoutRunsEachCommandSaysSo();
};

void TestRunFiles::aSavedRunIsOpenedAndVerified() {
  RunsWindow w;
  const QString path = w.save("run 1", "first.loop-run");
  QCOMPARE(w.note(), QString("Saved run 1 as first.loop-run."));
  const KeptRun read = ReadRunFile(path.toStdString());
  QCOMPARE(read.recording->size(), w.panel()->recording()->size());
  QCOMPARE(read.start.diagram_file, std::string("diagram.loop.json"));
  QVERIFY(!read.finish->digest.empty());
  w.drop(path);
  QTRY_COMPARE(w.count(), 2);
  QCOMPARE(w.note(), QString("Opened first."));
  QVERIFY(w.row("first") != nullptr);
  QVERIFY(w.kept()->all().back().isPinned);
  const QString expected =
      QString("comes out the same to the bit, %1 rows.").arg(read.recording->size());
  w.click("first");
  w.trigger(ActionId::kVerifyRun);
  QTRY_COMPARE(w.note(), "first " + expected);
  QVERIFY(!w.runs()->findChild<QPushButton*>("runsCancel")->isVisible());
  // One that was never in a file, too.
  w.click("run 1");
  w.trigger(ActionId::kVerifyRun);
  QTRY_COMPARE(w.note(), "run 1 " + expected);
  // Into a folder that is not there.
  w.runs()->save(1, w.fixture().path("none/first.loop-run"));
  QTRY_VERIFY2(w.note().startsWith("Cannot write "), qPrintable(w.note()));
}

void TestRunFiles::filesAreChosenInDialogs() {
  RunsWindow w;
  const QString path = w.fixture().path("chosen.loop-run");
  QString proposed;
  QTimer::singleShot(0, w.window(), [&] {
    auto* const dialog = w.window()->findChild<QFileDialog*>("newFileDialog");
    QVERIFY(dialog != nullptr);
    proposed = QFileInfo(dialog->selectedFiles().value(0)).fileName();
    dialog->selectFile(w.fixture().path("chosen"));
    static_cast<QDialog*>(dialog)->done(QDialog::Accepted);
  });
  w.trigger(ActionId::kSaveRun);
  QCOMPARE(proposed, QString("run 1.loop-run"));
  QTRY_COMPARE(w.note(), QString("Saved run 1 as chosen.loop-run."));
  QTimer::singleShot(0, w.window(), [&] {
    auto* const dialog = w.window()->findChild<QFileDialog*>();
    QVERIFY(dialog != nullptr);
    dialog->selectFile(path);
    static_cast<QDialog*>(dialog)->done(QDialog::Accepted);
  });
  w.trigger(ActionId::kOpenRun);
  QTRY_COMPARE(w.note(), QString("Opened chosen."));
  QVERIFY(w.row("chosen") != nullptr);
}

void TestRunFiles::damagedFilesAreOpenedAsFarAsTheyAreWhole() {
  RunsWindow w;
  const QByteArray bytes = WindowFixture::read(w.save("run 1", "whole.loop-run"));
  QByteArray damaged = bytes;
  damaged[damaged.size() - 20] = char(damaged[damaged.size() - 20] ^ 1);
  w.drop(w.fixture().write("damaged.loop-run", damaged));
  QTRY_VERIFY2(w.note().startsWith("damaged is damaged at byte "), qPrintable(w.note()));
  QVERIFY(w.note().endsWith("only what was recorded up to t = 2 s can be read."));
  QCOMPARE(w.text("damaged", 3), QString("damaged after 2 s"));
  w.click("damaged");
  w.trigger(ActionId::kVerifyRun);
  QVERIFY2(w.note().startsWith("damaged cannot be verified: its file is damaged at byte "),
           qPrintable(w.note()));
  w.drop(w.fixture().write("cut.loop-run", bytes.left(bytes.size() - 5)));
  QTRY_COMPARE(w.note(), QString("cut has no end: it was cut off, or is still written."));
  QCOMPARE(w.text("cut", 3), QString("cut off at 2 s"));
  w.click("cut");
  w.trigger(ActionId::kVerifyRun);
  QTRY_VERIFY2(w.note().startsWith("cut comes out the same to the bit"), qPrintable(w.note()));
  // What is no run changes nothing.
  const int before = w.count();
  w.drop(w.fixture().write("none.loop-run", "something else"));
  QTRY_VERIFY2(w.note().contains("it is no file of a run"), qPrintable(w.note()));
  QCOMPARE(w.count(), before);
}

void TestRunFiles::changesWhileARunGoesOnAreMadeAgain() {
  RunsWindow w;
  RunController* const runs = w.window()->current()->runs();
  runs->runTo(1);
  QTRY_VERIFY(runs->state() == RunController::State::kPaused && runs->time() >= 1);
  w.setGain(5);
  QTRY_COMPARE(runs->notes(2).size(), 1);
  w.trigger(ActionId::kRun);
  QTRY_COMPARE(w.count(), 2);
  w.show();
  QTRY_VERIFY2(w.text("run 2", 1).startsWith("gain.gain = 2, gain.gain = 5 from 1"),
               qPrintable(w.text("run 2", 1)));
  w.drop(w.save("run 2", "changed.loop-run"));
  QTRY_VERIFY(w.row("changed") != nullptr);
  for (const char* name : {"run 2", "changed"}) {
    w.click(name);
    w.trigger(ActionId::kVerifyRun);
    QTRY_VERIFY2(w.note().startsWith(QString(name) + " comes out the same"), qPrintable(w.note()));
  }
}

void TestRunFiles::aRunThatIsLeftIsKept() {
  RunsWindow w;
  RunController* const runs = w.window()->current()->runs();
  runs->runTo(1);
  QTRY_VERIFY(runs->state() == RunController::State::kPaused && runs->time() >= 1);
  w.trigger(ActionId::kStepBack);
  QTRY_VERIFY(runs->shown()->isInPast());
  w.trigger(ActionId::kRunOnFromHere);
  QTRY_COMPARE(w.count(), 3);
  QVERIFY2(w.text("run 2", 3).startsWith("cut off at "), qPrintable(w.text("run 2", 3)));
  QCOMPARE(w.text("run 3", 3), QString("done at 2 s"));
  for (const char* name : {"run 2", "run 3"}) {
    w.click(name);
    w.trigger(ActionId::kVerifyRun);
    QTRY_VERIFY2(w.note().startsWith(QString(name) + " comes out the same"), qPrintable(w.note()));
  }
}

void TestRunFiles::aVerificationCanBeCancelled() {
  RunsWindow w(loopDiagram(3000));
  w.trigger(ActionId::kVerifyRun);
  auto* const cancel = w.runs()->findChild<QPushButton*>("runsCancel");
  QVERIFY(cancel->isVisible());
  w.trigger(ActionId::kVerifyRun);
  QCOMPARE(w.note(), QString("Another run is being verified: wait, or cancel it."));
  QTest::mouseClick(cancel, Qt::LeftButton);
  QTRY_COMPARE(w.note(), QString("run 1 was not verified to its end."));
  QVERIFY(!cancel->isVisible());
  // A window that is closed does not wait for one.
  w.trigger(ActionId::kVerifyRun);
}

void TestRunFiles::whatComesOutDifferentlyIsNamed() {
  RunsWindow w;
  const auto add = [&w](const QString& name, const std::function<void(KeptRun*)>& change) {
    auto run = std::make_shared<KeptRun>(*w.kept()->find(1)->run);
    change(run.get());
    w.kept()->add(run, name);
    w.click(name);
    w.trigger(ActionId::kVerifyRun);
  };
  add("other", [](KeptRun* run) { run->start.options.overrides = {{"gain.gain", "3"}}; });
  QTRY_VERIFY2(w.note().startsWith("other comes out differently: "), qPrintable(w.note()));
  QTRY_COMPARE(w.text("other", 1), QString("gain.gain = 3"));
  add("unreadable", [](KeptRun* run) { run->start.diagram_text = "{}"; });
  QTRY_VERIFY2(w.note().startsWith("unreadable cannot be made again: "), qPrintable(w.note()));
  QTRY_COMPARE(w.text("unreadable", 1), QString("its diagram cannot be read"));
  add("unknown", [](KeptRun* run) { run->start.options.overrides = {{"none.gain", "3"}}; });
  QTRY_VERIFY2(w.note().startsWith("unknown cannot be made again: "), qPrintable(w.note()));
}

void TestRunFiles::whatWasThinnedStaysHere() {
  RunsWindow w;
  auto run = std::make_shared<KeptRun>(*w.kept()->find(1)->run);
  auto thinned = std::make_shared<Recording>(run->start.recorded);
  thinned->NoteThinned(0.5);
  run->recording = thinned;
  w.kept()->add(run, "thinned");
  w.click("thinned");
  w.runs()->save(2, w.fixture().path("thinned.loop-run"));
  QTRY_VERIFY2(w.note().endsWith("older rows of the run were left out to save memory; give "
                                 "recordings more memory, and run it again."),
               qPrintable(w.note()));
  w.trigger(ActionId::kVerifyRun);
  QVERIFY2(w.note().startsWith("thinned cannot be verified: its older rows were left out to save "
                               "memory. Give recordings more memory in the preferences"),
           qPrintable(w.note()));
}

void TestRunFiles::withoutRunsEachCommandSaysSo() {
  WindowFixture fixture;
  const auto window = activeWindow();
  RunsPanel* const panel = window->current()->runsPanel();
  auto* const note = panel->findChild<QLabel*>("runsNote");
  for (const ActionId id : {ActionId::kVerifyRun, ActionId::kSaveRun}) {
    note->clear();
    window->actions().get(id)->trigger();
    QVERIFY(panel->isVisible());
    QCOMPARE(note->text(),
             QString("No run is kept yet: run the diagram, or open the file of a run."));
  }
  QVERIFY(panel->findChild<QLabel*>("runsHint")->isVisible());
}

LOOPWRIGHT_TEST_WITH(QApplication, TestRunFiles)

}  // namespace loopwright::test_run_files

#include "test_run_files.moc"
