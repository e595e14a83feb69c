#include <QAbstractItemView>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>
#include <QUndoStack>

#include "engine/document/document.h"
#include "engine/edits/edit_helpers.h"
#include "engine/statistics/confidence.h"
#include "engine/studies/monte_carlo_study.h"
#include "gui/canvas/diagram_view.h"
#include "gui/document/diagram_document.h"
#include "gui/main_window/figure_dialog.h"
#include "gui/study/theory_lines.h"
#include "tests/gui/study_window.h"
#include "tests/test_main.h"

namespace loopwright::test_study_panel {

namespace {

// The figure of a dialog, as it is copied.
QByteArray copiedSvg(const FigureDialog* dialog) {
  QTest::mouseClick(dialog->findChild<QPushButton*>("figure.copySvg"), Qt::LeftButton);
  return QApplication::clipboard()->mimeData()->data("image/svg+xml");
}

// What `loopwright-cli montecarlo --runs RUNS --grid GRID --ensemble` makes of a document that says
// its measures.
std::unique_ptr<MonteCarloStudy> commandLineStudy(const Document& document, uint64_t runs,
                                                  double grid) {
  StudyOptions options;
  options.num_runs = runs;
  options.grid_sec = grid;
  options.has_ensemble = true;
  for (const StudyMeasure& measure : document.study->measures) {
    options.measures.push_back({measure.name, measure.formula});
  }
  auto study = std::make_unique<MonteCarloStudy>(document, BuiltInBlocks(), options);
  study->Advance({});
  return study;
}

}  // namespace

/// The panel of studies: what it asks and makes.
class TestStudyPanel : public StudyWindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void init() { open(); }
  void cleanup() { close(); }

  void aStudyFromNothing();
  void settingsAreUndone();
  void theSignalShownIsKeptInTheFile();
  void theSignalShownFollowsARename();
  void wrongNumbersStayInTheirFields();
  void aWrongMeasureIsToldAtItsField();
  void measuresAreRemoved();
  void aStopRuleEndsTheStudy();
  void aStudyStopsAndGoesOn();
  void theFanBecomesAFigure();
  void aKeptVariantStandsInTheFigure();
  void anEditLeavesTheStudyUnderWayAlone();
  void aClosedWindowWaitsForNoRun();
  void aDiagramWithErrorsIsNotStudied();
  void theNextDocumentHasNoStudy();
};

// Every number is the one of the command line, to the bit.
void TestStudyPanel::aStudyFromNothing() {
  QVERIFY(!document().study);
  openPanel();
  QVERIFY(text("studyNote").startsWith("A study makes many runs"));
  addMeasure("0", "final(lag.y)");
  addMeasure("1", "crossing(lag.y, 0.5)");
  study("300");
  QVERIFY(picture().isComplete);
  QCOMPARE(picture().numRuns, uint64_t{300});
  QVERIFY2(text("studyStatus").startsWith("300 of 300 runs"), qPrintable(text("studyStatus")));
  const auto expected = commandLineStudy(document(), 300, 0.05);
  const StudyResults& results = expected->results();
  QCOMPARE(picture().numValues(), results.num_values());
  for (std::size_t i = 0; i < results.num_values(); ++i) {
    const std::vector<double> values = studyValues(picture(), i);
    QCOMPARE(values.size(), std::size_t{300});
    for (std::size_t run = 0; run < 300; ++run) {
      const double wanted = results.ValuesOf(run)[i];
      QVERIFY(isSame(values[run], wanted));
    }
  }
  QVERIFY(picture().fan == fanOf(results, 0));
  QVERIFY(endingsOf(picture()) == results.endings);
}

void TestStudyPanel::settingsAreUndone() {
  const QByteArray before = editor_->bytes();
  openPanel();
  type("study.runs", "250");
  type("study.seed", "77");
  type("study.grid", "0.2");
  addMeasure("0", "greatest(lag.y)");
  type("study.measure0.name", "peak");
  const StudySettings& study = *document().study;
  QVERIFY(study.runs == ParameterSetting(250.0) && study.grid == ParameterSetting(0.2));
  QVERIFY(document().simulation.Get("seed") == ParameterSetting(77.0));
  QCOMPARE(study.measures.size(), std::size_t{1});
  QCOMPARE(study.measures[0].name, std::string("peak"));
  QCOMPARE(study.measures[0].formula, std::string("greatest(lag.y)"));
  while (editor_->undo()->canUndo()) editor_->undo()->undo();
  QCOMPARE(editor_->bytes(), before);
  QCOMPARE(part<QLineEdit>("study.runs")->text(), QString());
  QVERIFY(part<QLineEdit>("study.measure0") == nullptr ||
          !part<QLineEdit>("study.measure0")->isVisible());
}

// A name that is typed halfway is none; the study that was made stays the one that is asked for.
void TestStudyPanel::theSignalShownIsKeptInTheFile() {
  study("20");
  const QByteArray before = editor_->bytes();
  auto* const field = part<QComboBox>("studySignal");
  field->lineEdit()->setFocus();
  QTest::keyClicks(field->lineEdit(), "noise.");
  QVERIFY(!document().study->signal);
  QTest::keyClicks(field->lineEdit(), "y");
  QCOMPARE(*document().study->signal, std::string("noise.y"));
  field->completer()->popup()->hide();
  QVERIFY(editor_->bytes().contains(R"("signal": "noise.y")"));
  QVERIFY2(!text("studyNote").contains("has changed"), qPrintable(text("studyNote")));
  editor_->undo()->undo();
  QCOMPARE(editor_->bytes(), before);
  QCOMPARE(field->currentText(), QString());
  editor_->undo()->redo();
  QCOMPARE(field->currentText(), QString("noise.y"));
  // Opened again the fan is of that signal.
  const QByteArray saved = editor_->bytes();
  editor_->set(kChainDiagram);
  QCOMPARE(field->currentText(), QString());
  editor_->set(saved.constData());
  QCOMPARE(field->currentText(), QString("noise.y"));
  run();
  QCOMPARE(picture().signals[std::size_t(picture().signal)], std::string("noise.y"));
}

void TestStudyPanel::theSignalShownFollowsARename() {
  openPanel();
  panel()->showSignal("lag.y");
  QCOMPARE(editor_->document()->edit(
               "rename",
               [](Transaction* transaction) { RenameBlock(transaction, "", "lag", "filter"); }),
           QString());
  QCOMPARE(*document().study->signal, std::string("filter.y"));
  QCOMPARE(part<QComboBox>("studySignal")->currentText(), QString("filter.y"));
  editor_->undo()->undo();
  QCOMPARE(part<QComboBox>("studySignal")->currentText(), QString("lag.y"));
}

void TestStudyPanel::wrongNumbersStayInTheirFields() {
  openPanel();
  const QByteArray before = editor_->bytes();
  type("study.runs", "2.5");
  QCOMPARE(errorOf("study.runs"), QString("`runs` is 2.5; it must be a whole number from 1 on"));
  type("study.grid", "0");
  QCOMPARE(errorOf("study.grid"), QString("`grid` is 0; it must be > 0 and finite"));
  type("study.seed", "-1");
  QVERIFY(!errorOf("study.seed").isEmpty());
  QCOMPARE(editor_->bytes(), before);
  QCOMPARE(part<QLineEdit>("study.runs")->text(), QString("2.5"));
  // Esc takes the text back.
  QTest::keyClick(part<QLineEdit>("study.runs"), Qt::Key_Escape);
  QCOMPARE(part<QLineEdit>("study.runs")->text(), QString());
  QVERIFY(!part<QLabel>("study.runs.error")->isVisible());
}

void TestStudyPanel::aWrongMeasureIsToldAtItsField() {
  openPanel();
  addMeasure("0", "final(lag.y");
  QVERIFY(!errorOf("study.measure0").isEmpty());
  QCOMPARE(document().study->measures[0].formula, std::string("final(noise.y)"));
  // A formula by itself, of a signal that there is not: the diagram has to be built to know.
  type("study.measure0", "final(lga.y)");
  QCOMPARE(document().study->measures[0].formula, std::string("final(lga.y)"));
  QTRY_VERIFY(errorOf("study.measure0").contains("lga.y"));
  QVERIFY(part<QLabel>("study.measure0.error")->isVisible());
  click("studyRun");
  QTRY_VERIFY(!panel()->runner().isRunning());
  QVERIFY(panel()->picture() == nullptr);
  QVERIFY(errorOf("study.measure0").contains("lga.y"));
  type("study.measure0", "final(lag.y)");
  QTRY_VERIFY(!part<QLabel>("study.measure0.error")->isVisible());
  // Two of one name.
  click("studyAddMeasure");
  type("study.measure1.name", "measure1");
  QVERIFY(!errorOf("study.measure1.name").isEmpty());
  QCOMPARE(document().study->measures[1].name, std::string("measure2"));
}

void TestStudyPanel::measuresAreRemoved() {
  openPanel();
  addMeasure("0", "final(lag.y)");
  addMeasure("1", "least(lag.y)");
  auto* const stop = part<QComboBox>("studyStopMeasure");
  stop->setCurrentIndex(1);
  Q_EMIT stop->activated(1);
  QCOMPARE(document().study->stop->measure, std::string("measure1"));
  type("study.measure0.name", "last");
  QCOMPARE(document().study->stop->measure, std::string("last"));
  QTRY_VERIFY(part<QAbstractButton>("study.measure0.remove")->isVisible());
  click("study.measure0.remove");
  QCOMPARE(document().study->measures.size(), std::size_t{1});
  QCOMPARE(document().study->measures[0].name, std::string("measure2"));
  QVERIFY(!document().study->stop);
}

void TestStudyPanel::aStopRuleEndsTheStudy() {
  openPanel();
  addMeasure("0", "final(lag.y)");
  auto* const stop = part<QComboBox>("studyStopMeasure");
  stop->setCurrentIndex(1);
  Q_EMIT stop->activated(1);
  type("study.stop", "0");
  QVERIFY(errorOf("study.stop").contains("half_width of 0; it must be > 0"));
  type("study.stop", "0.08");
  study("5000");
  QVERIFY(picture().isComplete);
  QVERIFY(picture().numRuns >= 100 && picture().numRuns < 5000);
  QVERIFY(text("studyStatus").contains("as precise as asked for"));
  const std::vector<double> values = studyValues(picture(), picture().parameters.size());
  QVERIFY(MeanHalfWidth(MomentsOf(values, false), 0.95) <= 0.08);
}

void TestStudyPanel::aStudyStopsAndGoesOn() {
  openPanel();
  addMeasure("0", "final(lag.y)");
  type("study.grid", "0.05");
  type("study.runs", "20000");
  click("studyRun");
  QCOMPARE(part<QPushButton>("studyRun")->text(), QString("Stop"));
  QTRY_VERIFY(panel()->picture() && panel()->picture()->numRuns > 40);
  QVERIFY(text("studyStatus").contains("s left"));
  click("studyRun");
  QTRY_VERIFY(!panel()->runner().isRunning());
  const uint64_t before = picture().numRuns;
  QVERIFY(before < 20000 && !picture().isComplete);
  const std::vector<double> path = pathOf(picture(), before - 1);
  QCOMPARE(part<QPushButton>("studyRun")->text(), QString("Go on"));
  click("studyRun");
  QTRY_VERIFY(picture().numRuns > before + 20);
  click("studyRun");
  QTRY_VERIFY(!panel()->runner().isRunning());
  QVERIFY(isSamePath(pathOf(picture(), before - 1), path));
  const uint64_t runs = picture().numRuns;
  const auto expected = commandLineStudy(document(), runs, 0.05);
  const std::vector<double> values = studyValues(picture(), picture().parameters.size());
  QCOMPARE(values.size(), std::size_t(runs));
  for (uint64_t run = 0; run < runs; ++run) {
    const double wanted = expected->results().ValuesOf(run)[picture().parameters.size()];
    QVERIFY(isSame(values[run], wanted));
  }
  QVERIFY(picture().fan == fanOf(expected->results(), 0));
  // Over again from run 0.
  type("study.runs", "20");
  QCOMPARE(part<QPushButton>("studyRun")->text(), QString("Run"));
  run();
  QCOMPARE(picture().numRuns, uint64_t{20});
}

// The button leads to the dialog of figures, which shows the fan of the signal that is shown.
void TestStudyPanel::theFanBecomesAFigure() {
  openPanel();
  QVERIFY(!part<QPushButton>("studyFigure")->isEnabled());
  type("study.grid", "0.05");
  type("study.runs", "20");
  run();
  QTRY_VERIFY(fan()->theory().theory() != nullptr);
  click("studyFigure");
  auto* const dialog = panel()->window()->findChild<FigureDialog*>("figureDialog");
  QVERIFY(dialog != nullptr);
  QCOMPARE(*dialog->setting().show, std::string("study"));
  QCOMPARE(*dialog->setting().signal, picture().signals[std::size_t(picture().signal)]);
  QVERIFY(!dialog->findChild<QLabel*>("figure.preview")->pixmap().isNull());
  // What the chart has beside the fan.
  QTest::keyClick(dialog->findChild<QCheckBox*>("figure.theory"), Qt::Key_Space);
  dialog->findChild<QSpinBox*>("figure.paths")->setValue(3);
  const FigureSetting setting = dialog->setting();
  QCOMPARE(*setting.theory, true);
  QCOMPARE(*setting.paths, 3.0);
  QVERIFY(!setting.variant && !setting.beside);
  const QByteArray svg = copiedSvg(dialog);
  QVERIFY(svg.contains("deviations by theory") && svg.contains("single runs"));
  // No study is kept yet.
  QTest::keyClick(dialog->findChild<QCheckBox*>("figure.kept"), Qt::Key_Space);
  QVERIFY(dialog->findChild<QLabel*>("figure.message")->text().startsWith("no other study"));
  QVERIFY(!dialog->findChild<QPushButton*>("figure.save")->isEnabled());
  dialog->reject();
}

// One of a variant of the diagram has its name in the file.
void TestStudyPanel::aKeptVariantStandsInTheFigure() {
  std::string variants = kNoisyLag;
  variants.insert(variants.find(R"("diagram")"), R"("study": {"runs": 20, "grid": 0.05, "common": {
      "slow": {"lag.time_constant": 0.6}, "fast": {"lag.time_constant": 0.2}}}, )");
  editor_->set(variants.c_str());
  openPanel();
  run();
  click("studyKeep");
  part<QComboBox>("studyVariant")->setCurrentIndex(1);
  click("studyAgain");
  QTRY_VERIFY(!panel()->runner().isRunning() && panel()->picture() != nullptr &&
              picture().comparison != nullptr && !picture().comparison->fan.empty());
  click("studyFigure");
  auto* const dialog = panel()->window()->findChild<FigureDialog*>("figureDialog");
  QTest::keyClick(dialog->findChild<QCheckBox*>("figure.kept"), Qt::Key_Space);
  QCOMPARE(*dialog->setting().variant, std::string("fast"));
  QCOMPARE(*dialog->setting().beside, std::string("slow"));
  QVERIFY(copiedSvg(dialog).contains("slow: mean and 90 %"));
  dialog->reject();
}

// It goes on with the document as it was.
void TestStudyPanel::anEditLeavesTheStudyUnderWayAlone() {
  openPanel();
  addMeasure("0", "final(lag.y)");
  type("study.runs", "3000");
  type("study.grid", "0.05");
  const Document before = document();
  click("studyRun");
  QTRY_VERIFY(panel()->picture() && panel()->picture()->numRuns > 20);
  QVERIFY(panel()->runner().isRunning());
  QCOMPARE(editor_->document()->edit("lag",
                                     [](Transaction* transaction) {
                                       SetBlockParameter(transaction, "", "lag", "time_constant",
                                                         ParameterSetting(3.0));
                                     }),
           QString());
  QVERIFY(text("studyNote").contains("has changed since this study began"));
  QTRY_VERIFY_WITH_TIMEOUT(!panel()->runner().isRunning(), 60000);
  QCOMPARE(picture().numRuns, uint64_t{3000});
  const auto expected = commandLineStudy(before, 3000, 0.05);
  QVERIFY(picture().fan == fanOf(expected->results(), 0));
  // Moving a block changes no run.
  run();
  QVERIFY(picture().fan != fanOf(expected->results(), 0));
  editor_->view()->selectBlocks({"lag"});
  editor_->key(Qt::Key_Right);
  QVERIFY(!text("studyNote").contains("has changed"));
}

// A run may take long: it is broken off.
void TestStudyPanel::aClosedWindowWaitsForNoRun() {
  editor_->document()->edit("long", [this](Transaction* transaction) {
    SimulationSettings settings = document().simulation;
    settings.Set("stop_time", ParameterSetting(1e12));
    transaction->Apply(SimulationEdit{settings});
  });
  openPanel();
  type("study.grid", "1e11");
  click("studyRun");
  QVERIFY(panel()->runner().isRunning());
  QTest::qWait(100);
  editor_->window()->setAttribute(Qt::WA_DeleteOnClose, false);
  editor_.reset();  // which would not come back
}

void TestStudyPanel::aDiagramWithErrorsIsNotStudied() {
  editor_->document()->edit("wire",
                            [](Transaction* transaction) { Disconnect(transaction, "", "lag.u"); });
  openPanel();
  click("studyRun");
  QTRY_VERIFY(!panel()->runner().isRunning());
  QVERIFY(panel()->picture() == nullptr);
  QVERIFY2(text("studyNote").startsWith("lag"), qPrintable(text("studyNote")));
}

void TestStudyPanel::theNextDocumentHasNoStudy() {
  study("30");
  QVERIFY(panel()->picture() != nullptr);
  editor_->set(kChainDiagram);
  QVERIFY(panel()->picture() == nullptr);
  QCOMPARE(text("studyStatus"), QString());
  QCOMPARE(part<QLineEdit>("study.runs")->text(), QString());
  QTRY_VERIFY(!panel()->runner().isRunning());
  QTest::qWait(50);  // What the last study might still publish.
  QVERIFY(panel()->runner().picture() == nullptr);
}

LOOPWRIGHT_TEST_WITH(QApplication, TestStudyPanel)

}  // namespace loopwright::test_study_panel

#include "test_study_panel.moc"
