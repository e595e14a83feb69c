#include <QAccessible>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QScreen>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QTimer>
#include <QUndoStack>
#include <cmath>
#include <memory>

#include "engine/edits/edit_helpers.h"
#include "engine/file/save.h"
#include "gui/actions/actions.h"
#include "gui/analysis/analysis_panel.h"
#include "gui/analysis/response_plot.h"
#include "gui/document/diagram_document.h"
#include "gui/main_window/figure_dialog.h"
#include "gui/main_window/file_commands.h"
#include "gui/main_window/picture_commands.h"
#include "gui/responses/found_response.h"
#include "gui/run/run_controller.h"
#include "gui/runs/kept_runs.h"
#include "tests/gui/study_window.h"
#include "tests/gui/window_fixture.h"
#include "tests/test_main.h"

namespace loopwright::test_figure_dialog {

// The dialog in which a figure is made, by keys and clicks in a window.
class TestFigureDialog : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { QApplication::setAttribute(Qt::AA_DontUseNativeDialogs); }
  void init() {
    fixture_ = std::make_unique<WindowFixture>();
    window_ = activeWindow();
    QVERIFY(openFile(window_.get(), fixture_->write("counter.loop.json", counterDiagram())));
  }
  void cleanup() {
    window_.reset();
    fixture_.reset();
  }

  void theFileHasTheBytesOfTheCommandLine();
  void whatWasSavedIsRememberedAndUndone();
  void thePreviewHasItsTrueSize();
  void plotsAreOfTheLastRun();
  void anInstantIsTheOneThatIsShown();
  void theTimelineIsThatOfTheRun();
  void aKeptStudyOfAnotherDiagramIsNotRemembered();
  void runsThatAreDrawnBehindAreNotRemembered();
  void anAnalysisIsOneOfTheFile();
  void aCopyIsTheFigure();
  void elsewhereItIsOnlyWritten();
  void everyFieldHasAName();

 private:
  FigureDialog* openDialog() const {
    // One that was closed is gone before the next one opens.
    const auto isGone = [this] { return window_->findChild<FigureDialog*>() == nullptr; };
    if (!QTest::qWaitFor(isGone)) qFatal("a dialog is left");
    window_->activateWindow();  // Offscreen nobody gives the keyboard back to it.
    if (!QTest::qWaitForWindowActive(window_.get())) qFatal("the window has not got the keyboard");
    QTest::keySequence(window_.get(), QKeySequence("Ctrl+Shift+E"));
    auto* const dialog = window_->findChild<FigureDialog*>("figureDialog");
    if (dialog == nullptr || !QTest::qWaitForWindowExposed(dialog)) qFatal("there is no dialog");
    return dialog;
  }
  template <typename T>
  static T* field(const FigureDialog* dialog, const char* name) {
    T* const found = dialog->findChild<T*>(QString("figure.%1").arg(name));
    if (found == nullptr) qFatal("there is no field %s", name);
    return found;
  }
  // As a person chooses from a list, by keys.
  static void choose(QComboBox* list, const QString& data) {
    list->setFocus();
    const int wanted = list->findData(data);
    QVERIFY(wanted >= 0);
    QTest::keyClick(list, Qt::Key_Home);
    for (int i = 0; i < wanted; ++i) QTest::keyClick(list, Qt::Key_Down);
    QCOMPARE(list->currentData().toString(), data);
  }
  static void click(const FigureDialog* dialog, const char* name) {
    QTest::mouseClick(field<QPushButton>(dialog, name), Qt::LeftButton);
  }
  // Clicks Save, and answers the dialog that asks for the file.
  void saveAs(const FigureDialog* dialog, const QString& path) const {
    bool answered = false;
    QTimer::singleShot(0, window_.get(), [&] {
      auto* const files = window_->findChild<QFileDialog*>("newFileDialog");
      QVERIFY(files != nullptr);
      files->selectFile(path);
      answered = true;
      static_cast<QDialog*>(files)->done(QDialog::Accepted);
    });
    click(dialog, "save");
    QVERIFY(answered);
  }
  void run() const {
    RunController* const runs = window_->current()->runs();
    QSignalSpy finished(runs, &RunController::finished);
    runs->start();
    QTRY_COMPARE(finished.count(), 1);
  }
  DiagramDocument* document() const { return window_->current()->document(); }
  const std::vector<FigureSetting>& figures() const { return document()->document().figures; }

  std::unique_ptr<WindowFixture> fixture_;
  std::unique_ptr<MainWindow> window_;
};

void TestFigureDialog::theFileHasTheBytesOfTheCommandLine() {
  run();
  for (const char* name : {"a.pdf", "b.svg", "c.png", "d.tex"}) {
    FigureDialog* const dialog = openDialog();
    choose(field<QComboBox>(dialog, "show"), "both");
    choose(field<QComboBox>(dialog, "width"), "springer");
    saveAs(dialog, fixture_->path(name));
    QTRY_VERIFY(window_->findChild<FigureDialog*>("figureDialog") == nullptr);
    QVERIFY2(QFile::exists(fixture_->path(name)), name);
  }
  QCOMPARE(document()->save(document()->filePath()), QString());
  QHash<QString, QByteArray> written;
  const QDir folder(fixture_->path("."));
  for (const QString& name : folder.entryList(QDir::Files)) {
    if (name.endsWith(".json") || name.endsWith(".ini")) continue;
    written.insert(name, WindowFixture::read(folder.filePath(name)));
    QVERIFY(!written[name].isEmpty());
    QFile::remove(folder.filePath(name));
  }
  QVERIFY(written.size() >= 5);  // and the points of the plot for TeX
  QCOMPARE(exportFigures({document()->filePath()}), 0);
  for (auto each = written.begin(); each != written.end(); ++each) {
    QVERIFY2(WindowFixture::read(folder.filePath(each.key())) == each.value(),
             qPrintable(each.key()));
  }
}

void TestFigureDialog::whatWasSavedIsRememberedAndUndone() {
  FigureDialog* dialog = openDialog();
  choose(field<QComboBox>(dialog, "style"), "mono");
  choose(field<QComboBox>(dialog, "width"), "other");
  field<QDoubleSpinBox>(dialog, "widthMm")->setValue(70);
  auto* const size = field<QDoubleSpinBox>(dialog, "fontSize");
  size->setFocus();
  size->selectAll();
  QTest::keyClicks(size, QLocale().toString(9.5));
  QTest::keyClick(size, Qt::Key_Tab);
  field<QCheckBox>(dialog, "names")->setFocus();
  QTest::keyClick(field<QCheckBox>(dialog, "names"), Qt::Key_Space);
  QVERIFY(!document()->isModified());
  saveAs(dialog, fixture_->path("loop.svg"));
  QCOMPARE(figures().size(), size_t{1});
  QVERIFY(SaveCanonical(document()->document())
              .find(R"({"file": "loop.svg", "style": "mono", "width": 70, "font_size": 9.5, )"
                    R"("names": true})") != std::string::npos);
  QCOMPARE(document()->undoStack()->count(), 1);
  QCOMPARE(document()->undoStack()->undoText(), QString("Remember the figure loop.svg"));
  // The list leads back to it, with all that was chosen; another look replaces it.
  dialog = openDialog();
  auto* const list = field<QComboBox>(dialog, "file");
  QCOMPARE(list->count(), 2);
  list->setFocus();
  QTest::keyClick(list, Qt::Key_Down);
  QCOMPARE(list->currentText(), QString("loop.svg"));
  QCOMPARE(field<QComboBox>(dialog, "style")->currentData().toString(), QString("mono"));
  QCOMPARE(field<QDoubleSpinBox>(dialog, "widthMm")->value(), 70.0);
  QCOMPARE(field<QDoubleSpinBox>(dialog, "fontSize")->value(), 9.5);
  QVERIFY(field<QCheckBox>(dialog, "names")->isChecked());
  choose(field<QComboBox>(dialog, "style"), "");
  saveAs(dialog, fixture_->path("loop.svg"));
  QCOMPARE(figures().size(), size_t{1});
  QVERIFY(!figures()[0].style);
  document()->undoStack()->undo();
  QCOMPARE(*figures()[0].style, std::string("mono"));
  // Forgotten, and back again.
  dialog = openDialog();
  QVERIFY(!field<QPushButton>(dialog, "forget")->isEnabled());
  field<QComboBox>(dialog, "file")->setFocus();
  QTest::keyClick(field<QComboBox>(dialog, "file"), Qt::Key_Down);
  click(dialog, "forget");
  QVERIFY(figures().empty());
  QCOMPARE(field<QComboBox>(dialog, "file")->count(), 1);
  document()->undoStack()->undo();
  QCOMPARE(figures().size(), size_t{1});
  QVERIFY(QFile::exists(fixture_->path("loop.svg")));
}

void TestFigureDialog::thePreviewHasItsTrueSize() {
  FigureDialog* const dialog = openDialog();
  choose(field<QComboBox>(dialog, "width"), "other");
  auto* const width = field<QDoubleSpinBox>(dialog, "widthMm");
  QVERIFY(width->isVisible());
  width->setValue(10);  // The diagram is wider, so it is made smaller, and that is said.
  const auto* const preview = field<QLabel>(dialog, "preview");
  const QPixmap pixmap = preview->pixmap();
  const double mm =
      pixmap.width() / pixmap.devicePixelRatio() * 25.4 / dialog->screen()->physicalDotsPerInch();
  const QString message = field<QLabel>(dialog, "message")->text();
  QVERIFY2(std::abs(mm - 10) < 1, qPrintable(QString::number(mm)));
  QVERIFY2(message.contains("mm") && message.contains("points"), qPrintable(message));
  choose(field<QComboBox>(dialog, "width"), "ieee-wide");
  QVERIFY(!field<QLabel>(dialog, "message")->text().contains("points"));
  QVERIFY(!width->isVisible());
}

void TestFigureDialog::plotsAreOfTheLastRun() {
  FigureDialog* dialog = openDialog();
  choose(field<QComboBox>(dialog, "show"), "plots");
  QCOMPARE(field<QLabel>(dialog, "message")->text(), QString("plots need a run"));
  for (const char* button : {"save", "copySvg", "copyPng"}) {
    QVERIFY(!field<QPushButton>(dialog, button)->isEnabled());
  }
  QTest::keyClick(dialog, Qt::Key_Escape);
  QTRY_VERIFY(window_->findChild<FigureDialog*>("figureDialog") == nullptr);
  run();
  dialog = openDialog();
  QVERIFY(!field<QSpinBox>(dialog, "columns")->isVisible());
  choose(field<QComboBox>(dialog, "show"), "plots");
  QVERIFY(field<QSpinBox>(dialog, "columns")->isVisible());
  QVERIFY(field<QPushButton>(dialog, "save")->isEnabled());
  QVERIFY(!field<QPushButton>(dialog, "copyTikz")->isEnabled());
  QVERIFY(!field<QLabel>(dialog, "preview")->pixmap().isNull());
}

// The instant that a figure is to be of is shown by the whole program; the file has its time.
void TestFigureDialog::anInstantIsTheOneThatIsShown() {
  run();
  RunController* const runs = window_->current()->runs();
  const FigureDialog* const dialog = openDialog();
  auto* const time = field<QDoubleSpinBox>(dialog, "time");
  QVERIFY(!time->isVisible());
  choose(field<QComboBox>(dialog, "show"), "instant");
  QVERIFY(time->isVisible());
  QVERIFY(!field<QLabel>(dialog, "preview")->pixmap().isNull());
  time->setValue(0.02);
  QTRY_COMPARE(runs->time(), 0.02);
  click(dialog, "copySvg");
  const QByteArray svg = QApplication::clipboard()->mimeData()->data("image/svg+xml");
  QVERIFY(svg.contains("> = 0.02 s<") && svg.contains("class=\"after\""));
  saveAs(dialog, fixture_->path("at.svg"));
  QCOMPARE(figures().size(), size_t{1});
  QCOMPARE(*figures()[0].show, std::string("instant"));
  QCOMPARE(*figures()[0].time, 0.02);
  QCOMPARE(WindowFixture::read(fixture_->path("at.svg")), svg);
}

// Phases are kept of runs that begin while the panel is open; of another run there is none.
void TestFigureDialog::theTimelineIsThatOfTheRun() {
  run();
  FigureDialog* dialog = openDialog();
  choose(field<QComboBox>(dialog, "show"), "timeline");
  QCOMPARE(field<QLabel>(dialog, "message")->text(),
           QString("a timeline needs a run that began while the panel Timeline was open"));
  QVERIFY(!field<QPushButton>(dialog, "copyTikz")->isEnabled());
  QTest::keyClick(dialog, Qt::Key_Escape);
  QTRY_VERIFY(window_->findChild<FigureDialog*>("figureDialog") == nullptr);
  window_->current()->runs()->setTimelineWanted([] { return true; });
  run();
  dialog = openDialog();
  choose(field<QComboBox>(dialog, "show"), "timeline");
  QVERIFY(field<QPushButton>(dialog, "save")->isEnabled());
  field<QDoubleSpinBox>(dialog, "from")->setValue(0.01);
  saveAs(dialog, fixture_->path("lanes.svg"));
  QCOMPARE(figures().size(), size_t{1});
  QCOMPARE(*figures()[0].from, 0.01);
  QVERIFY(!figures()[0].to && !figures()[0].time);
  QVERIFY(WindowFixture::read(fixture_->path("lanes.svg")).contains(">discrete<"));
}

// The file cannot make it again: such a figure is written, and that is all.
void TestFigureDialog::aKeptStudyOfAnotherDiagramIsNotRemembered() {
  std::string diagram = kNoisyLag;
  diagram.insert(diagram.find(R"("diagram")"), R"("study": {"runs": 10, "grid": 0.1}, )");
  QVERIFY(openFile(window_.get(), fixture_->write("noisy.loop.json", diagram.c_str())));
  window_->actions().get(ActionId::kShowStudy)->trigger();
  const StudyPanel* const panel = window_->current()->study();
  QTRY_VERIFY(panel->isVisible());
  const auto press = [panel](const char* button) {
    QTest::mouseClick(panel->findChild<QPushButton*>(button), Qt::LeftButton);
    QTRY_VERIFY(!panel->runner().isRunning() && panel->picture() != nullptr);
  };
  press("studyRun");
  press("studyKeep");
  document()->edit("slower", [](Transaction* transaction) {
    SetBlockParameter(transaction, "", "lag", "time_constant", ParameterSetting(0.6));
  });
  press("studyRun");
  QTRY_VERIFY(panel->picture()->comparison != nullptr &&
              !panel->picture()->comparison->fan.empty());
  const int edits = document()->undoStack()->count();
  const FigureDialog* const dialog = openDialog();
  auto* const kept = field<QCheckBox>(dialog, "kept");
  QVERIFY(!kept->isVisible());
  choose(field<QComboBox>(dialog, "show"), "study");
  QVERIFY(kept->isVisible() && kept->toolTip().contains("not remembered"));
  QTest::keyClick(kept, Qt::Key_Space);
  QVERIFY(!dialog->setting().beside);
  const QString message = field<QLabel>(dialog, "message")->text();
  QVERIFY2(message.contains("the kept study (lag.time_constant = 0.3) is none of"),
           qPrintable(message));
  saveAs(dialog, fixture_->path("fan.svg"));
  QVERIFY(WindowFixture::read(fixture_->path("fan.svg"))
              .contains("lag.time_constant = 0.3: mean and 90 %"));
  QVERIFY(figures().empty());
  QCOMPARE(document()->undoStack()->count(), edits);
}

void TestFigureDialog::runsThatAreDrawnBehindAreNotRemembered() {
  run();
  run();
  KeptRuns* const runs = window_->current()->keptRuns();
  QVERIFY(!runs->all().empty());
  const int first = runs->all().front().number;
  runs->rename(first, "before");
  runs->setOverlaid(first, true);
  const FigureDialog* const dialog = openDialog();
  auto* const kept = field<QCheckBox>(dialog, "kept");
  choose(field<QComboBox>(dialog, "show"), "plots");
  QVERIFY(kept->isVisible() && !kept->isChecked());
  QCOMPARE(kept->text().remove(u'&'), QString("The runs that are drawn behind"));
  QVERIFY(!field<QLabel>(dialog, "message")->text().contains("not remember"));
  QTest::keyClick(kept, Qt::Key_Space);
  QVERIFY(field<QLabel>(dialog, "message")->text().contains("kept in this window alone"));
  saveAs(dialog, fixture_->path("runs.svg"));
  QVERIFY(WindowFixture::read(fixture_->path("runs.svg")).contains(">before<"));
  QVERIFY(figures().empty());
}

// What its panel keeps may stand behind, which the file does not know.
void TestFigureDialog::anAnalysisIsOneOfTheFile() {
  FigureDialog* dialog = openDialog();
  choose(field<QComboBox>(dialog, "show"), "analysis");
  QVERIFY(field<QLabel>(dialog, "message")->text().startsWith("the file has no analyses"));
  QTest::keyClick(dialog, Qt::Key_Escape);
  QVERIFY(openFile(window_.get(), fixture_->write("loop.loop.json", R"(
    {"format": "loopwright", "version": 1, "diagram": {"blocks": {
      "error": {"type": "Sum", "parameters": {"signs": "+-"}}, "state": {"type": "Integrator"},
      "gain": {"type": "Gain", "parameters": {"gain": 2}}, "set": {"type": "Constant"}},
    "wires": [{"from": "set.y", "to": "error.u1"}, {"from": "state.y", "to": "error.u2"},
              {"from": "error.y", "to": "gain.u"}, {"from": "gain.y", "to": "state.u"}]},
    "analyses": [{"name": "one", "loop": "gain.y"},
                 {"name": "two", "inputs": ["set.y"], "outputs": ["state.y"]}]})")));
  dialog = openDialog();
  auto* const analysis = field<QComboBox>(dialog, "analysis");
  auto* const view = field<QComboBox>(dialog, "view");
  QVERIFY(!analysis->isVisible());
  choose(field<QComboBox>(dialog, "show"), "analysis");
  QVERIFY(analysis->isVisible() && view->isVisible());
  QVERIFY(!field<QCheckBox>(dialog, "kept")->isVisible());
  choose(analysis, "two");
  choose(view, "poles");
  QVERIFY(!field<QPushButton>(dialog, "copyTikz")->isEnabled());
  saveAs(dialog, fixture_->path("two.svg"));
  QCOMPARE(figures().size(), size_t{1});
  QCOMPARE(*figures()[0].analysis, std::string("two"));
  QCOMPARE(*figures()[0].view, std::string("poles"));
  QCOMPARE(document()->save(document()->filePath()), QString());
  const QByteArray svg = WindowFixture::read(fixture_->path("two.svg"));
  QFile::remove(fixture_->path("two.svg"));
  QCOMPARE(exportFigures({document()->filePath()}), 0);
  QCOMPARE(WindowFixture::read(fixture_->path("two.svg")), svg);
  ResponsePlot* const plot = window_->current()->analysis()->plot();
  plot->setPicture(findResponse(document()->document(), document()->registry(),
                                document()->document().analyses[0])
                       .picture);
  plot->keepPicture();
  dialog = openDialog();
  auto* const kept = field<QCheckBox>(dialog, "kept");
  choose(field<QComboBox>(dialog, "show"), "analysis");
  QCOMPARE(field<QComboBox>(dialog, "analysis")->currentText(), QString("one"));
  QVERIFY(kept->isVisible());
  QCOMPARE(kept->text().remove(u'&'), QString("The curves that were kept"));
  QTest::keyClick(kept, Qt::Key_Space);
  QVERIFY(field<QLabel>(dialog, "message")->text().contains("kept in this window alone"));
  saveAs(dialog, fixture_->path("one.svg"));
  QVERIFY(WindowFixture::read(fixture_->path("one.svg")).contains(">earlier<"));
  QCOMPARE(figures().size(), size_t{1});
}

void TestFigureDialog::aCopyIsTheFigure() {
  const FigureDialog* const dialog = openDialog();
  const QClipboard* const clipboard = QApplication::clipboard();
  click(dialog, "copyTikz");
  QVERIFY(clipboard->text().contains("\\begin{tikzpicture}"));
  click(dialog, "copySvg");
  const QByteArray svg = clipboard->mimeData()->data("image/svg+xml");
  QVERIFY(svg.contains("<svg") && svg.contains("class=\"block\""));
  QCOMPARE(clipboard->text().toUtf8(), svg);
  click(dialog, "copyPng");
  QVERIFY(clipboard->image().width() > 100);
  QVERIFY(!document()->isModified());
}

void TestFigureDialog::elsewhereItIsOnlyWritten() {
  const QTemporaryDir elsewhere;
  saveAs(openDialog(), elsewhere.filePath("loop.pdf"));
  QVERIFY(WindowFixture::read(elsewhere.filePath("loop.pdf")).startsWith("%PDF"));
  QVERIFY(figures().empty());
  QVERIFY(!document()->isModified());
  // What cannot be written is said, and the dialog stays.
  const FigureDialog* const dialog = openDialog();
  QVERIFY(QDir(fixture_->path(".")).mkdir("folder.pdf"));
  saveAs(dialog, fixture_->path("folder.pdf"));
  QVERIFY(field<QLabel>(dialog, "message")->text().contains("folder.pdf cannot be written"));
  QVERIFY(dialog->isVisible());
  QVERIFY(figures().empty());
}

void TestFigureDialog::everyFieldHasAName() {
  const FigureDialog* const dialog = openDialog();
  int fields = 0;
  for (QWidget* widget : dialog->findChildren<QWidget*>()) {
    if (!widget->objectName().startsWith("figure.") || widget->focusPolicy() == Qt::NoFocus)
      continue;
    QAccessibleInterface* const accessible = QAccessible::queryAccessibleInterface(widget);
    QVERIFY2(!accessible->text(QAccessible::Name).isEmpty(), qPrintable(widget->objectName()));
    ++fields;
  }
  QCOMPARE(fields, 24);
}

LOOPWRIGHT_TEST_WITH(QApplication, TestFigureDialog)

}  // namespace loopwright::test_figure_dialog

#include "test_figure_dialog.moc"
