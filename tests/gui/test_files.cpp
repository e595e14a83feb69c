#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QTest>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QUndoStack>
#include <algorithm>
#include <memory>

#include "engine/document/document.h"
#include "engine/edits/edit.h"
#include "engine/edits/edit_helpers.h"
#include "gui/actions/actions.h"
#include "gui/canvas/block_inserter.h"
#include "gui/canvas/diagram_view.h"
#include "gui/document/autosave.h"
#include "gui/document/diagram_document.h"
#include "gui/document/file_watch.h"
#include "gui/document/recovery.h"
#include "gui/main_window/file_commands.h"
#include "gui/main_window/recovery_dialog.h"
#include "gui/run/run_controller.h"
#include "gui/start/file_lists.h"
#include "tests/gui/window_fixture.h"
#include "tests/test_main.h"

namespace loopwright::test_files {

namespace {

// Sets the counter's increment, one undo step.
void SetIncrement(DiagramDocument* document, int value) {
  const QString problem = document->edit("increment", [&](Transaction* transaction) {
    SetBlockParameter(transaction, "", "counter", "increment", value);
  });
  QVERIFY2(problem.isEmpty(), qPrintable(problem));
}

// Presses a button of the next modal question, if it is the one that is expected.
void Answer(const QString& question, const QString& button, bool* asked) {
  QTimer::singleShot(0, qApp, [question, button, asked] {
    auto* const box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
    *asked = box && box->objectName() == question;
    if (!box) return;
    for (QAbstractButton* each : box->buttons()) {
      if (each->text().remove('&') == button) return each->click();
    }
    box->reject();
  });
}

// As a person does in the list of formats of a dialog, who then has the keyboard there.
void ChooseFilter(const QFileDialog* dialog, int index) {
  auto* const filters = dialog->findChild<QComboBox*>("fileTypeCombo");
  filters->setFocus();
  filters->setCurrentIndex(index);
  Q_EMIT filters->activated(index);
  Q_EMIT filters->textActivated(filters->currentText());
}

}  // namespace

class TestFiles : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    fixture_ = std::make_unique<WindowFixture>();
    openWindow();
    file_ = fixture_->write("counter.loop.json", counterDiagram());
  }
  void cleanup() {
    window_.reset();
    fixture_.reset();
  }

  void point21KeepsUnsavedChangesBesideTheFile();
  void point21KeepsADiagramThatHasNoFile();
  void point21RemovesWhatWasKeptOnceItIsSavedOrUndone();
  void point21OffersWhatACrashLeft();
  void point21NamesADiagramWithoutAFile();
  void point21KeepsTheRecordOfWhatCannotBeKeptAnew();
  void point21ARecordThatCannotBeReadRenamesNothing();
  void point21KeepsTheRecordOfWhatCannotBeReadNow();
  void point21RecoversIntoTheFileThatIsOpen();
  void point21ThrowsAwayWhatACrashLeft();
  void point21DecidesLater();
  void point21OffersNothingOfARunningProgram();
  void point21NoticesAFileThatSomebodyChanged();
  void point21ReloadsAndKeeps();
  void point21NoticesAFileThatIsGone();
  void point21AsksBeforeSavingOverAnothersChanges();
  void point21SavesAnUnchangedDiagramOverAnothersChanges();
  void point21ReloadsNothingThatCannotBeRead();
  void savingAsAsksAboutTheNameWithItsSuffix();
  void savingAsKeepsTheNameWhateverTheFilter();
  void asksBeforeADiagramReachesOtherFolders();
  void asksBeforeARunReplacesAFileThatNoRunWrote();
  void aFileInTheWayIsAllowedAlone();
  void point22StartPageOffersRecentFilesAndExamples();
  void point22AnExampleOpensAsACopy();
  void point22StartPageMakesAndOpens();
  void point22StartPageUsesTheDiagramThatIsUntouched();
  void point22StartPageOffersNothingThatNeedsADocument();
  void point22StartPageLeadsBack();
  void point22StartPageStaysWhereAFileCannotBeOpened();

 private:
  void openWindow() { window_ = shownWindow(); }
  // As a crash leaves it: the record stays, and nobody holds it.
  Recoverable crash(const QByteArray& unsaved);
  DiagramDocument* document() const { return window_->current()->document(); }
  Autosave* autosave() const { return window_->current()->autosave(); }
  QWidget* bar() const { return window_->current()->centre()->findChild<QWidget*>("messageBar"); }
  QString barText() const { return bar()->findChild<QLabel*>("messageBar.text")->text(); }
  void choose(int choice) const {
    const QString name = QStringLiteral("messageBar.choice%1").arg(choice);
    // Buttons of an earlier question may still wait for their end.
    QTest::mouseClick(bar()->findChildren<QPushButton*>(name).last(), Qt::LeftButton);
  }

  std::unique_ptr<WindowFixture> fixture_;
  std::unique_ptr<MainWindow> window_;
  QString file_;
};

Recoverable TestFiles::crash(const QByteArray& unsaved) {
  const QString autosave = autosavePathBeside(file_);
  const QByteArray record =
      "{\"file\": \"" + file_.toUtf8() + "\", \"autosave\": \"" + autosave.toUtf8() + "\"}";
  QDir().mkpath(fixture_->path("LoopwrightTest/LoopwrightTest/recovery"));
  Recoverable result;
  result.file = file_;
  result.autosave = autosave;
  result.record = fixture_->write("LoopwrightTest/LoopwrightTest/recovery/1.json", record);
  QFile kept(autosave);
  kept.open(QIODevice::WriteOnly);
  kept.write(unsaved);
  // Changes are kept some time after the file was written.
  QFile file(file_);
  file.open(QIODevice::ReadWrite);
  file.setFileTime(QDateTime::currentDateTime().addSecs(-2), QFileDevice::FileModificationTime);
  return result;
}

void TestFiles::point21KeepsUnsavedChangesBesideTheFile() {
  QVERIFY(openFile(window_.get(), file_));
  autosave()->setInterval(10);
  QSignalSpy saved(autosave(), &Autosave::saved);
  SetIncrement(document(), 7);
  QTRY_COMPARE(saved.count(), 1);
  QCOMPARE(autosave()->path(), fixture_->path(".counter.loop.json.autosave"));
  QCOMPARE(WindowFixture::read(autosave()->path()), document()->bytes());
  QCOMPARE(WindowFixture::read(file_), counterDiagram());
  // The next change follows.
  SetIncrement(document(), 8);
  QTRY_COMPARE(saved.count(), 2);
  QCOMPARE(WindowFixture::read(autosave()->path()), document()->bytes());
}

void TestFiles::point21KeepsADiagramThatHasNoFile() {
  autosave()->setInterval(10);
  QSignalSpy saved(autosave(), &Autosave::saved);
  document()->edit("title", [](Transaction* transaction) {
    transaction->Apply(HeaderEdit{.title = "unsaved", .description = {}});
  });
  QTRY_COMPARE(saved.count(), 1);
  const QString path = autosave()->path();
  QVERIFY2(path.startsWith(fixture_->path("")), qPrintable(path));
  QVERIFY(WindowFixture::read(path).contains("unsaved"));
  // Closed on purpose, it is gone.
  window_.reset();
  QVERIFY(!QFile::exists(path));
  QVERIFY(findRecoverable().empty());
}

void TestFiles::point21RemovesWhatWasKeptOnceItIsSavedOrUndone() {
  QVERIFY(openFile(window_.get(), file_));
  SetIncrement(document(), 7);
  autosave()->saveNow();
  const QString path = autosave()->path();
  QVERIFY(QFile::exists(path));
  document()->undoStack()->undo();
  QVERIFY(!QFile::exists(path));
  SetIncrement(document(), 8);
  autosave()->saveNow();
  QVERIFY(QFile::exists(path));
  QVERIFY(save(window_.get(), window_->current()));
  QVERIFY(!QFile::exists(path));
  QVERIFY(autosave()->path().isEmpty());
}

void TestFiles::point21OffersWhatACrashLeft() {
  QByteArray unsaved = counterDiagram();
  unsaved.replace("\"increment\": 10", "\"increment\": 77");
  const Recoverable left = crash(unsaved);
  QVERIFY(offerRecovery(window_.get()));
  auto* const dialog = window_->findChild<RecoveryDialog*>();
  auto* const list = dialog->findChild<QListWidget*>("recoveryDialog.list");
  QCOMPARE(list->count(), 1);
  QVERIFY2(list->item(0)->text().contains("counter.loop.json"), qPrintable(list->item(0)->text()));
  QTest::mouseClick(dialog->findChild<QPushButton*>("recoveryDialog.recover"), Qt::LeftButton);
  QCOMPARE(document()->filePath(), file_);
  QVERIFY(document()->isModified());
  QVERIFY(document()->bytes().contains("77"));
  QVERIFY(!QFile::exists(left.record));
  // Until it is saved it stays recoverable, now as this program's own.
  QCOMPARE(WindowFixture::read(autosave()->path()), document()->bytes());
  QCOMPARE(WindowFixture::read(file_), counterDiagram());
  QVERIFY(save(window_.get(), window_->current()));
  QVERIFY(WindowFixture::read(file_).contains("77"));
  QVERIFY(findRecoverable().empty());
}

void TestFiles::point21NamesADiagramWithoutAFile() {
  window_->addWorkspace();
  for (const char* type : {"Sine", "Gain", "Scope"}) {
    window_->current()->view()->inserter()->addBlock(type, QPointF(0, 0));
  }
  autosave()->saveNow();
  // As a crash leaves it: the record as the program wrote it, held by nobody.
  const QString folder = fixture_->path("LoopwrightTest/LoopwrightTest/recovery/");
  const QString record = QDir(folder).entryList({"*.json"}).value(0);
  QVERIFY(!record.isEmpty());
  QFile::copy(folder + record, folder + "left.json");
  const QByteArray kept = WindowFixture::read(autosave()->path());
  const QString autosave_path = autosave()->path();
  window_.reset();
  fixture_->write("LoopwrightTest/LoopwrightTest/recovery/" + QFileInfo(autosave_path).fileName(),
                  kept);
  openWindow();
  QVERIFY(offerRecovery(window_.get()));
  auto* const dialog = window_->findChild<RecoveryDialog*>();
  const QString text = dialog->findChild<QListWidget*>("recoveryDialog.list")->item(0)->text();
  QVERIFY2(text.startsWith("untitled 2 (Gain, Scope, Sine), changed"), qPrintable(text));
  QTest::mouseClick(dialog->findChild<QPushButton*>("recoveryDialog.recover"), Qt::LeftButton);
  QCOMPARE(document()->displayName(), QString("untitled 2"));
  QVERIFY(document()->isModified() && document()->filePath().isEmpty());
}

void TestFiles::point21KeepsTheRecordOfWhatCannotBeKeptAnew() {
  // A file where the folder of records would be: nothing can be kept there, as on a full disk.
  QVERIFY(QDir().mkpath(fixture_->path("LoopwrightTest/LoopwrightTest")));
  const QString inTheWay = fixture_->write("LoopwrightTest/LoopwrightTest/recovery", "");
  QVERIFY(QFileInfo(inTheWay).isFile());
  Recoverable left{};
  left.name = "motor";
  left.autosave = fixture_->write("left.loop", counterDiagram());
  left.record = fixture_->write("left.json", "{}");
  autosave()->setInterval(10);
  QSignalSpy failed(autosave(), &Autosave::failed);
  QVERIFY(recoverDocument(window_.get(), left));
  QCOMPARE(document()->displayName(), QString("motor"));
  QVERIFY(document()->isModified());
  QVERIFY(QFile::exists(left.record));
  QCOMPARE(WindowFixture::read(left.autosave), counterDiagram());
  // That it cannot be kept is said.
  QTRY_COMPARE(failed.count(), 1);
}

void TestFiles::point21ARecordThatCannotBeReadRenamesNothing() {
  const QString name = document()->displayName();
  Recoverable left{};
  left.name = "motor";
  left.autosave = fixture_->write("left.loop", "{\"format\": ");
  left.record = fixture_->write("left.json", "{}");
  QVERIFY(!recoverDocument(window_.get(), left));
  QCOMPARE(document()->displayName(), name);
  QVERIFY(QFile::exists(left.autosave));
}

// A folder is there and cannot be read as a file, whoever asks.
void TestFiles::point21KeepsTheRecordOfWhatCannotBeReadNow() {
  const Recoverable left = crash("{}");
  QVERIFY(QFile::remove(left.autosave));
  QVERIFY(QDir().mkdir(left.autosave));
  QVERIFY(offerRecovery(window_.get()));
  auto* const dialog = window_->findChild<RecoveryDialog*>();
  dialog->findChild<QListWidget*>("recoveryDialog.list")->item(0)->setCheckState(Qt::Checked);
  QTest::mouseClick(dialog->findChild<QPushButton*>("recoveryDialog.recover"), Qt::LeftButton);
  // The user is told where it lies, and asked again at the next start.
  const QString message = window_->findChild<QLabel*>("statusMessage")->text();
  QVERIFY2(message.contains(left.autosave), qPrintable(message));
  QVERIFY(QFile::exists(left.record));
  QCOMPARE(findRecoverable().size(), size_t{1});
}

// Two tabs of one file would write over each other.
void TestFiles::point21RecoversIntoTheFileThatIsOpen() {
  QByteArray unsaved = counterDiagram();
  unsaved.replace("\"increment\": 10", "\"increment\": 77");
  QVERIFY(openFile(window_.get(), file_));
  const size_t tabs = window_->workspaces().size();
  const Recoverable left = crash(unsaved);
  QVERIFY(recoverDocument(window_.get(), left));
  QCOMPARE(window_->workspaces().size(), tabs);
  QCOMPARE(document()->filePath(), file_);
  QVERIFY(document()->bytes().contains("77"));
  QVERIFY(!QFile::exists(left.record));
  // Changes made since are not lost for it.
  SetIncrement(document(), 8);
  const Recoverable other = crash(unsaved);
  QVERIFY(!recoverDocument(window_.get(), other));
  QCOMPARE(window_->workspaces().size(), tabs);
  QVERIFY(!document()->bytes().contains("77"));
  QVERIFY(QFile::exists(other.record));
}

void TestFiles::point21ThrowsAwayWhatACrashLeft() {
  const Recoverable left = crash("{}");
  QVERIFY(offerRecovery(window_.get()));
  auto* const dialog = window_->findChild<RecoveryDialog*>();
  QTest::mouseClick(dialog->findChild<QPushButton*>("recoveryDialog.discard"), Qt::LeftButton);
  QVERIFY(!QFile::exists(left.record));
  QVERIFY(!QFile::exists(left.autosave));
  QVERIFY(!offerRecovery(window_.get()));
}

void TestFiles::point21DecidesLater() {
  const Recoverable left = crash("{}");
  QVERIFY(offerRecovery(window_.get()));
  QTest::keyClick(window_->findChild<RecoveryDialog*>(), Qt::Key_Escape);
  QVERIFY(QFile::exists(left.autosave));
  QCOMPARE(findRecoverable().size(), size_t{1});
}

void TestFiles::point21OffersNothingOfARunningProgram() {
  QVERIFY(openFile(window_.get(), file_));
  SetIncrement(document(), 7);
  autosave()->saveNow();
  QVERIFY(QFile::exists(autosave()->path()));
  QVERIFY(findRecoverable().empty());
}

void TestFiles::point21NoticesAFileThatSomebodyChanged() {
  QVERIFY(openFile(window_.get(), file_));
  QVERIFY(!bar()->isVisible());
  fixture_->write("counter.loop.json", counterDiagram(0.5));
  QTRY_VERIFY(bar()->isVisible());
  QCOMPARE(barText(), QStringLiteral("counter.loop.json was changed by another program."));
  // What the program itself writes is no news.
  choose(0);
  SetIncrement(document(), 7);
  QVERIFY(save(window_.get(), window_->current()));
  window_->current()->fileWatch()->check();
  QVERIFY(!bar()->isVisible());
}

void TestFiles::point21ReloadsAndKeeps() {
  QVERIFY(openFile(window_.get(), file_));
  fixture_->write("counter.loop.json", counterDiagram(0.5));
  window_->current()->fileWatch()->check();
  choose(0);
  QVERIFY(!bar()->isVisible());
  QVERIFY(!document()->isModified());
  QCOMPARE(document()->bytes(), counterDiagram(0.5));

  SetIncrement(document(), 7);
  const QByteArray mine = document()->bytes();
  fixture_->write("counter.loop.json", counterDiagram(0.25));
  window_->current()->fileWatch()->check();
  QVERIFY2(barText().contains("Reloading it loses"), qPrintable(barText()));
  choose(1);
  QCOMPARE(document()->bytes(), mine);
  QVERIFY(document()->isModified());
  // He has decided: saving does not ask again.
  QVERIFY(save(window_.get(), window_->current()));
  QCOMPARE(WindowFixture::read(file_), mine);
}

void TestFiles::point21NoticesAFileThatIsGone() {
  QVERIFY(openFile(window_.get(), file_));
  QVERIFY(QFile::remove(file_));
  QTRY_VERIFY(bar()->isVisible());
  QVERIFY2(barText().contains("was deleted or moved"), qPrintable(barText()));
  choose(0);
  QVERIFY(document()->isModified());
  QVERIFY(save(window_.get(), window_->current()));
  QVERIFY(QFile::exists(file_));
}

void TestFiles::point21AsksBeforeSavingOverAnothersChanges() {
  QVERIFY(openFile(window_.get(), file_));
  SetIncrement(document(), 7);
  fixture_->write("counter.loop.json", counterDiagram(0.5));
  bool asked = false;
  Answer("changedOnDisk", "Cancel", &asked);
  QVERIFY(!save(window_.get(), window_->current()));
  QVERIFY(asked);
  QCOMPARE(WindowFixture::read(file_), counterDiagram(0.5));
  QVERIFY(document()->isModified());
  Answer("changedOnDisk", "Replace", &asked);
  QVERIFY(save(window_.get(), window_->current()));
  QCOMPARE(WindowFixture::read(file_), document()->bytes());
}

void TestFiles::point21SavesAnUnchangedDiagramOverAnothersChanges() {
  QVERIFY(openFile(window_.get(), file_));
  fixture_->write("counter.loop.json", counterDiagram(0.5));
  window_->current()->fileWatch()->check();
  QVERIFY(bar()->isVisible());
  bool asked = false;
  Answer("changedOnDisk", "Replace", &asked);
  QVERIFY(save(window_.get(), window_->current()));
  QVERIFY(asked);
  QCOMPARE(WindowFixture::read(file_), counterDiagram());
  QVERIFY(!document()->isModified());
  QVERIFY(!bar()->isVisible());
}

void TestFiles::savingAsAsksAboutTheNameWithItsSuffix() {
  QVERIFY(openFile(window_.get(), file_));
  const QString other = fixture_->write("motor.loop.json", counterDiagram(0.5));
  for (const int filter : {0, 1}) {  // diagrams, all files
    bool asked = false;
    QTimer::singleShot(0, qApp, [&asked, filter] {
      auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
      if (dialog == nullptr) return;
      ChooseFilter(dialog, filter);
      dialog->findChild<QLineEdit*>("fileNameEdit")->setText("motor");
      QTimer::singleShot(0, dialog, [&asked] {
        auto* const question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        asked = question != nullptr;
        if (asked) question->button(QMessageBox::No)->click();
      });
      static_cast<QDialog*>(dialog)->accept();
      dialog->reject();
    });
    QVERIFY(!saveAs(window_.get(), window_->current()));
    QVERIFY2(asked, filter == 0 ? "diagrams" : "all files");
    QCOMPARE(WindowFixture::read(other), counterDiagram(0.5));
  }
}

void TestFiles::savingAsKeepsTheNameWhateverTheFilter() {
  QVERIFY(openFile(window_.get(), file_));
  QStringList names;
  QTimer::singleShot(0, qApp, [&names] {
    auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
    if (dialog == nullptr) return;
    for (const int filter : {1, 0, 1, 0}) {
      ChooseFilter(dialog, filter);
      names << QFileInfo(dialog->selectedFiles().value(0)).fileName();
    }
    dialog->reject();
  });
  QVERIFY(!saveAs(window_.get(), window_->current()));
  const QString name = QFileInfo(file_).fileName();
  QCOMPARE(names, QStringList({name, name, name, name}));
}

void TestFiles::point21ReloadsNothingThatCannotBeRead() {
  QVERIFY(openFile(window_.get(), file_));
  fixture_->write("counter.loop.json", "{\"format\": ");
  window_->current()->fileWatch()->check();
  choose(0);
  QVERIFY(window_->findChild<QDialog*>("diagnosticsDialog"));
  QCOMPARE(document()->bytes(), counterDiagram());
}

void TestFiles::asksBeforeADiagramReachesOtherFolders() {
  QTemporaryDir elsewhere;
  QFile data(elsewhere.filePath("data.csv"));
  QVERIFY(data.open(QIODevice::WriteOnly));
  data.write("time,a\n0,1\n1,2\n");
  data.close();
  const QByteArray path = data.fileName().toUtf8();
  const QByteArray diagram =
      "{\"format\": \"loopwright\", \"version\": 1, \"diagram\": {\"blocks\": {\"reader\": "
      "{\"type\": \"FileSource\", \"parameters\": {\"path\": \"" +
      path + "\"}}}}}";
  QVERIFY(openFile(window_.get(), fixture_->write("reader.loop.json", diagram)));
  QTRY_VERIFY(bar()->isVisible());
  const QString file = QFileInfo(data).canonicalFilePath();
  QCOMPARE(barText(), "reader uses " + file +
                          ", outside the folder of this diagram. Allow it only if you trust where "
                          "the diagram came from.");
  QCOMPARE(document()->errorCount(), 1);
  choose(0);
  QTRY_COMPARE(document()->errorCount(), 0);
  QVERIFY(!bar()->isVisible());
  QVERIFY(!document()->isModified());
  // That file is allowed, and no other.
  const QString other = elsewhere.filePath("other.csv");
  QVERIFY(QFile::copy(data.fileName(), other));
  const auto read = [this](const QString& from) {
    document()->edit("Read", [&](Transaction* t) {
      SetBlockParameter(t, "", "reader", "path", ParameterSetting(from.toStdString()));
    });
    document()->finishCheck();
  };
  read(other);
  QCOMPARE(document()->errorCount(), 1);
  QVERIFY(bar()->isVisible());
  QVERIFY2(barText().startsWith("reader uses " + QFileInfo(other).canonicalFilePath()),
           qPrintable(barText()));
  choose(1);
  QVERIFY(!bar()->isVisible());
  document()->check();
  document()->finishCheck();
  QCOMPARE(document()->errorCount(), 1);
  QVERIFY(!bar()->isVisible());
  // The first is still allowed; what comes back is asked again.
  read(data.fileName());
  QCOMPARE(document()->errorCount(), 0);
  read(other);
  QVERIFY(bar()->isVisible());
}

void TestFiles::aFileInTheWayIsAllowedAlone() {
  fixture_->write("one.csv", "mine\n");
  fixture_->write("two.csv", "mine\n");
  QTemporaryDir elsewhere;
  QFile data(elsewhere.filePath("data.csv"));
  QVERIFY(data.open(QIODevice::WriteOnly));
  data.write("time,a\n0,1\n1,2\n");
  data.close();
  const QByteArray diagram =
      "{\"format\": \"loopwright\", \"version\": 1, \"diagram\": {\"blocks\": {\"a\": {\"type\": "
      "\"Clock\"}, \"log\": {\"type\": \"FileSink\", \"parameters\": {\"path\": "
      "\"one.csv\"}}}, \"wires\": [{\"from\": \"a.y\", \"to\": \"log.u1\"}]}}";
  QVERIFY(openFile(window_.get(), fixture_->write("writer.loop.json", diagram)));
  QTRY_VERIFY(bar()->isVisible());
  choose(0);
  document()->finishCheck();
  QVERIFY(document()->diagnostics().empty());
  // Neither another file in the folder nor one outside is allowed by that.
  const auto write = [this](const char* block, const char* type, const QString& path) {
    document()->edit("Add", [&](Transaction* t) {
      Block added;
      added.name = block;
      added.type = type;
      added.SetParameter("path", ParameterSetting(path.toStdString()));
      AddBlock(t, "", added);
      if (added.type != "FileSink") return;
      Wire wire;
      wire.from = "a.y";
      wire.to = added.name + ".u1";
      Connect(t, "", wire);
    });
    document()->finishCheck();
  };
  write("reader", "FileSource", data.fileName());
  QCOMPARE(document()->errorCount(), 1);
  QVERIFY2(barText().startsWith("reader uses "), qPrintable(barText()));
  write("log2", "FileSink", "two.csv");
  // Both are asked about at once.
  QVERIFY2(barText().contains("reader uses ") &&
               barText().contains("log2 writes over two.csv, which no run has written."),
           qPrintable(barText()));
  choose(0);
  document()->finishCheck();
  QCOMPARE(document()->errorCount(), 0);
  QVERIFY(!bar()->isVisible());
}

void TestFiles::asksBeforeARunReplacesAFileThatNoRunWrote() {
  const QString own = fixture_->write("notes.csv", "mine\n");
  const QByteArray diagram =
      "{\"format\": \"loopwright\", \"version\": 1, \"diagram\": {\"blocks\": {\"a\": {\"type\": "
      "\"Clock\"}, \"log\": {\"type\": \"FileSink\", \"parameters\": {\"path\": "
      "\"notes.csv\"}}}, \"wires\": [{\"from\": \"a.y\", \"to\": \"log.u1\"}]}}";
  QVERIFY(openFile(window_.get(), fixture_->write("writer.loop.json", diagram)));
  QTRY_VERIFY(bar()->isVisible());
  QCOMPARE(barText(),
           QStringLiteral("log writes over notes.csv, which no run has written. Allow it only if "
                          "you trust where the diagram came from."));
  RunController* const runs = window_->current()->runs();
  const auto run = [runs] {
    QSignalSpy finished(runs, &RunController::finished);
    runs->start();
    QVERIFY(finished.count() > 0 || finished.wait(10000));
  };
  const auto read = [&own] {
    QFile file(own);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  };
  run();
  QCOMPARE(read(), QByteArray("mine\n"));
  QVERIFY(bar()->isVisible());
  choose(0);
  QVERIFY(!bar()->isVisible());
  document()->finishCheck();
  run();
  QVERIFY(read().startsWith("time,side,a.y\n0,-,0\n"));
  QVERIFY(!document()->isModified());
}

void TestFiles::point22StartPageOffersRecentFilesAndExamples() {
  addRecentFile(file_);
  addRecentFile(fixture_->path("gone.loop.json"));
  window_->showStartPage();
  QVERIFY(window_->isStartPageShown());
  QCOMPARE(window_->windowTitle(), QStringLiteral("Loopwright"));
  // Nothing is said of a document that is not shown.
  const auto* const problems = window_->findChild<QToolButton*>("problemsButton");
  QVERIFY(!problems->isVisible());
  auto* const page = window_->findChild<QWidget*>("startPage");
  QVERIFY(page->findChild<QToolButton*>("startPage.recent0")->text().startsWith("counter"));
  QVERIFY(!page->findChild<QToolButton*>("startPage.recent1"));
  const std::vector<Example> examples = findExamples();
  QVERIFY(examples.size() >= 7);
  for (size_t i = 0; i < examples.size(); ++i) {
    auto* const card = page->findChild<QToolButton*>(QStringLiteral("startPage.example%1").arg(i));
    QVERIFY(card);
    QCOMPARE(card->text(), examples[i].title);
    QTRY_VERIFY(!card->icon().isNull());
    // Something is drawn on it.
    const QImage picture = card->icon().pixmap(card->iconSize()).toImage();
    bool has_ink = false;
    for (int x = 0; x < picture.width(); ++x) {
      for (int y = 0; y < picture.height(); ++y) {
        has_ink = has_ink || picture.pixelColor(x, y) != picture.pixelColor(0, 0);
      }
    }
    QVERIFY2(has_ink, qPrintable(card->text()));
  }
  QTest::mouseClick(page->findChild<QToolButton*>("startPage.example0"), Qt::LeftButton);
  QVERIFY(!window_->isStartPageShown());
  QVERIFY(problems->isVisible());
  QCOMPARE(document()->copyOf(), examples[0].path);
}

void TestFiles::point22AnExampleOpensAsACopy() {
  const auto examples = findExamples();
  const auto found = std::find_if(examples.begin(), examples.end(), [](const Example& other) {
    return other.path.endsWith("dead_time_control.loop.json");
  });
  QVERIFY(found != examples.end());
  const Example& example = *found;
  const QByteArray shipped = WindowFixture::read(example.path);
  const QString name = QFileInfo(example.path).fileName().section('.', 0, 0);
  auto* const menu = window_->findChild<QMenu*>("examplesMenu");
  Q_EMIT menu->aboutToShow();
  menu->actions().at(static_cast<int>(found - examples.begin()))->trigger();
  QCOMPARE(document()->displayName(), name);
  QVERIFY(document()->filePath().isEmpty() && !document()->isModified());
  QVERIFY(window_->findChild<QLabel*>("statusMessage")->text().contains("copy"));
  // Chosen again it is shown, changed it is opened anew under another name.
  QVERIFY(openFile(window_.get(), example.path));
  QCOMPARE(window_->workspaces().size(), std::size_t{1});
  const DiagramDocument* const first = document();
  window_->current()->view()->inserter()->addBlock("Gain", QPointF(0, -200));
  QVERIFY(openFile(window_.get(), example.path));
  QCOMPARE(window_->workspaces().size(), std::size_t{2});
  QCOMPARE(document()->displayName(), name + " 2");
  QCOMPARE(first->displayName(), name);
  // What is kept for a crash lies nowhere near the examples.
  window_->showWorkspace(window_->workspaces()[0]);
  autosave()->saveNow();
  QVERIFY2(autosave()->path().startsWith(fixture_->path("")), qPrintable(autosave()->path()));
  // Saving asks for a place, proposes the name, and not the folder of the examples.
  addRecentFile(file_);
  QString proposed;
  bool asked = false;
  QTimer::singleShot(0, qApp, [&] {
    auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
    asked = dialog != nullptr;
    if (!asked) return;
    proposed = dialog->selectedFiles().value(0);
    if (QFile::exists(proposed)) return dialog->reject();
    static_cast<QDialog*>(dialog)->accept();
  });
  QVERIFY(save(window_.get(), window_->current()));
  QVERIFY(asked);
  QCOMPARE(proposed, fixture_->path(name + ".loop.json"));
  QCOMPARE(document()->filePath(), proposed);
  QVERIFY(document()->copyOf().isEmpty());
  QCOMPARE(WindowFixture::read(proposed), document()->bytes());
  QCOMPARE(WindowFixture::read(example.path), shipped);
}

void TestFiles::point22StartPageMakesAndOpens() {
  window_->showStartPage();
  QTest::mouseClick(window_->findChild<QPushButton*>("startPage.new"), Qt::LeftButton);
  QVERIFY(!window_->isStartPageShown());
  QVERIFY(document()->filePath().isEmpty());
  addRecentFile(file_);
  window_->actions().get(ActionId::kStartPage)->trigger();
  QVERIFY(window_->isStartPageShown());
  QTest::mouseClick(window_->findChild<QToolButton*>("startPage.recent0"), Qt::LeftButton);
  QVERIFY(!window_->isStartPageShown());
  QCOMPARE(document()->filePath(), file_);
}

void TestFiles::point22StartPageUsesTheDiagramThatIsUntouched() {
  MainWindow window(BuiltInBlocks());
  window.show();
  window.showStartPage();
  window.actions().get(ActionId::kNew)->trigger();
  QVERIFY(!window.isStartPageShown());
  QCOMPARE(window.workspaces().size(), std::size_t{1});
  window.actions().get(ActionId::kNew)->trigger();
  QCOMPARE(window.workspaces().size(), std::size_t{2});
}

void TestFiles::point22StartPageOffersNothingThatNeedsADocument() {
  QVERIFY(openFile(window_.get(), file_));
  SetIncrement(document(), 20);
  const auto runOnce = [this] {
    RunController* const runs = window_->current()->runs();
    QSignalSpy finished(runs, &RunController::finished);
    runs->start();
    QTRY_COMPARE(finished.count(), 1);
  };
  runOnce();
  const Actions& actions = window_->actions();
  QAction* const run = actions.get(ActionId::kRun);
  QWidget* const button = window_->findChild<QToolBar*>("toolBar")->widgetForAction(run);
  QStringList before;
  for (const QAction* action : actions.all()) {
    if (action->isEnabled()) before << action->objectName();
  }
  const QImage enabled = button->grab().toImage();
  window_->showStartPage();
  QStringList offered;
  for (const QAction* action : actions.all()) {
    if (action->isEnabled()) offered << action->objectName().remove("action.");
  }
  QCOMPARE(offered,
           QStringList({"new", "open", "quit", "healWires", "replaceWires", "preferences",
                        "canvasMinimap", "panelsByRoom", "panelsBeside", "panelsFolded",
                        "languageSystem", "languageEnglish", "languageGerman", "help", "allBlocks",
                        "commandPalette", "startPage", "shortcuts", "about"}));
  QStringList closed;
  for (const QMenu* menu : window_->menuBar()->findChildren<QMenu*>()) {
    if (!menu->menuAction()->isEnabled()) closed << menu->title().remove('&');
  }
  QCOMPARE(closed, QStringList({"Panels", "Go to", "Colour", "Align", "Kept runs"}));
  // The button looks disabled, and its key does nothing.
  QVERIFY(!button->isEnabled());
  QVERIFY(button->grab().toImage() != enabled);
  QTest::keyClick(window_->findChild<QWidget*>("startPage"), Qt::Key_F5);
  QVERIFY(!window_->current()->runs()->isActive());
  // What happens to the documents meanwhile enables nothing.
  document()->undoStack()->undo();
  document()->undoStack()->redo();
  QVERIFY(!actions.get(ActionId::kUndo)->isEnabled());
  QVERIFY(!actions.get(ActionId::kSave)->isEnabled());
  runOnce();
  QVERIFY(!run->isEnabled() && !actions.get(ActionId::kStop)->isEnabled());
  window_->showWorkspace(window_->current());
  QStringList after;
  for (const QAction* action : actions.all()) {
    if (action->isEnabled()) after << action->objectName();
  }
  QCOMPARE(after, before);
  QCOMPARE(button->grab().toImage(), enabled);
}

void TestFiles::point22StartPageLeadsBack() {
  auto* const back = window_->findChild<QPushButton*>("startPage.documents");
  window_->showStartPage();
  QVERIFY2(!back->isVisible(), "there is nothing to go back to");
  window_->showWorkspace(window_->current());
  window_->current()->view()->inserter()->addBlock("Gain", QPointF(0, 0));
  window_->actions().get(ActionId::kStartPage)->trigger();
  QVERIFY(back->isVisible());
  QTest::mouseClick(back, Qt::LeftButton);
  QVERIFY(!window_->isStartPageShown());
  QCOMPARE(window_->workspaces().size(), std::size_t{1});
  QVERIFY(window_->current()->view()->hasFocus());
}

void TestFiles::point22StartPageStaysWhereAFileCannotBeOpened() {
  addRecentFile(fixture_->write("bad.loop.json", "{"));
  window_->showStartPage();
  QTest::mouseClick(window_->findChild<QToolButton*>("startPage.recent0"), Qt::LeftButton);
  QVERIFY(window_->findChild<QDialog*>("diagnosticsDialog"));
  QVERIFY(window_->isStartPageShown());
}

LOOPWRIGHT_TEST_WITH(QApplication, TestFiles)

}  // namespace loopwright::test_files

#include "test_files.moc"
