#include <QAction>
#include <QLineEdit>
#include <QMessageBox>
#include <QObject>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QSet>
#include <QTabBar>
#include <QTest>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QUndoStack>
#include <filesystem>
#include <memory>

#include "gui/actions/actions.h"
#include "gui/canvas/block_inserter.h"
#include "gui/canvas/diagram_view.h"
#include "gui/document/diagram_document.h"
#include "gui/language/language.h"
#include "gui/main_window/diagnostics_dialog.h"
#include "gui/main_window/file_commands.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/start/file_lists.h"
#include "gui/theme/theme_choice.h"
#include "tests/gui/window_fixture.h"
#include "tests/test_main.h"

namespace loopwright::test_main_window {

namespace {

// Answers the next modal question by a key.
void AnswerWith(Qt::Key key, bool* asked) {
  QTimer::singleShot(0, qApp, [key, asked] {
    QWidget* const question = QApplication::activeModalWidget();
    *asked = question && question->objectName() == "unsavedChanges";
    if (question) QTest::keyClick(question, key);
  });
}

void DontSaveNext(bool* asked) {
  QTimer::singleShot(0, qApp, [asked] {
    auto* const question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
    *asked = question != nullptr;
    if (!question) return;
    for (QAbstractButton* button : question->buttons()) {
      if (button->text() == "&Don't save") return button->click();
    }
  });
}

}  // namespace

class TestMainWindow : public QObject {
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

  void opensWithoutMarkingAsChanged();
  void savingWithoutAnEditKeepsTheBytes();
  void marksChangesInTitleAndTab();
  void theFirstBlockStaysWhereItWasClicked();
  void asksBeforeChangesAreLost();
  void aNarrowToolbarOffersWhatHasNoRoom();
  void theAnswersSayWhatTheyDo_data();
  void theAnswersSayWhatTheyDo();
  void keepsEverythingWhereAFileCannotBeRead();
  void opensAFileOnce();
  void namesAFileThatHasNoSuffix();
  void remembersRecentFiles();
  void saysWhyAFileCannotBeWritten();
  void everyActionHasATooltip();
  void switchesTheTheme();
  void remembersItsLayout();

 private:
  QTabBar* tabs() const { return window_->findChild<QTabBar*>("documentTabs"); }
  DiagramDocument* document() const { return window_->current()->document(); }
  QAction* action(ActionId id) const { return window_->actions().get(id); }

  std::unique_ptr<WindowFixture> fixture_;
  std::unique_ptr<MainWindow> window_;
};

void TestMainWindow::opensWithoutMarkingAsChanged() {
  QVERIFY(openFile(window_.get(), fixture_->write("counter.loop.json", counterDiagram())));
  // The untouched empty document made room.
  QCOMPARE(tabs()->count(), 1);
  QCOMPARE(tabs()->tabText(0), "counter");
  QVERIFY(!window_->isWindowModified());
  QVERIFY(!document()->isModified());
  QCOMPARE(document()->document().root.blocks.size(), size_t{2});
}

void TestMainWindow::savingWithoutAnEditKeepsTheBytes() {
  const QString path = fixture_->write("counter.loop.json", counterDiagram());
  openFile(window_.get(), path);
  // A second name for the file: writing would put a new file under the first.
  std::filesystem::create_hard_link(path.toStdString(),
                                    fixture_->path("linked.loop.json").toStdString());
  action(ActionId::kSave)->trigger();
  QCOMPARE(int(std::filesystem::hard_link_count(path.toStdString())), 2);
  QCOMPARE(WindowFixture::read(path), counterDiagram());
  QVERIFY(saveTo(window_.get(), window_->current(), fixture_->path("copy.loop.json")));
  QCOMPARE(WindowFixture::read(fixture_->path("copy.loop.json")), counterDiagram());
}

void TestMainWindow::marksChangesInTitleAndTab() {
  openFile(window_.get(), fixture_->write("counter.loop.json", counterDiagram()));
  window_->current()->view()->inserter()->addBlock("Gain", QPointF(60, 200));
  QVERIFY(window_->isWindowModified());
  QCOMPARE(tabs()->tabText(0), QString::fromUtf8("counter ●"));
  QVERIFY(action(ActionId::kUndo)->isEnabled());
  action(ActionId::kUndo)->trigger();
  QVERIFY(!window_->isWindowModified());
  QCOMPARE(tabs()->tabText(0), "counter");
  action(ActionId::kRedo)->trigger();
  action(ActionId::kSave)->trigger();
  QVERIFY(!window_->isWindowModified());
  QCOMPARE(WindowFixture::read(document()->filePath()), document()->bytes());
}

void TestMainWindow::theFirstBlockStaysWhereItWasClicked() {
  DiagramView* const view = window_->current()->view();
  const QPoint place(view->width() / 3, view->height() / 3);
  QTest::mouseDClick(view->viewport(), Qt::LeftButton, {}, place);
  auto* const edit = window_->findChild<QLineEdit*>("quickAdd.edit");
  QVERIFY(edit != nullptr);
  QTest::keyClicks(edit, "gain");
  const int height = view->height();
  QTest::keyClick(edit, Qt::Key_Return);
  QTRY_COMPARE(tabs()->tabText(0), QString::fromUtf8("untitled 1 ●"));
  QTest::qWait(0);
  QCoreApplication::sendPostedEvents();
  QCOMPARE(view->height(), height);
  const QRectF box = view->diagramScene()->findBlock("Gain")->box();
  const QPoint away = view->mapFromScene(box.center()) - place;
  QVERIFY2(away.manhattanLength() <= 2 * 5,
           qPrintable(QStringLiteral("%1 %2").arg(away.x()).arg(away.y())));
}

void TestMainWindow::asksBeforeChangesAreLost() {
  window_->current()->view()->inserter()->addBlock("Gain", QPointF(0, 0));
  bool asked = false;
  AnswerWith(Qt::Key_Escape, &asked);
  action(ActionId::kClose)->trigger();
  QVERIFY(asked);
  QVERIFY(document()->isModified());

  asked = false;
  AnswerWith(Qt::Key_Escape, &asked);
  QVERIFY(!window_->close());
  QVERIFY(asked);
  QVERIFY(window_->isVisible());

  asked = false;
  DontSaveNext(&asked);
  action(ActionId::kClose)->trigger();
  QVERIFY(asked);
  QCOMPARE(tabs()->count(), 1);
  QVERIFY(document()->document().root.blocks.empty());
  QVERIFY(window_->close());
}

void TestMainWindow::theAnswersSayWhatTheyDo_data() {
  QTest::addColumn<QString>("language");
  QTest::addColumn<QStringList>("answers");
  QTest::newRow("English") << "en" << QStringList{"Save", "Don't save", "Cancel"};
  QTest::newRow("German") << "de" << QStringList{"Speichern", "Nicht speichern", "Abbrechen"};
}

void TestMainWindow::theAnswersSayWhatTheyDo() {
  QFETCH(QString, language);
  QFETCH(QStringList, answers);
  installLanguage(language);
  const auto english = qScopeGuard([] { installLanguage(QStringLiteral("en")); });
  const QString path = fixture_->write("counter.loop.json", counterDiagram());
  QVERIFY(openFile(window_.get(), path));
  window_->current()->view()->inserter()->addBlock("Gain", QPointF(60, 200));
  // Presses the buttons one after the other, the last first.
  for (int i = 2; i >= 0; --i) {
    QStringList shown;
    QTimer::singleShot(0, qApp, [&shown, wanted = answers[i]] {
      auto* const question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      if (!question) return;
      QAbstractButton* pressed = nullptr;
      for (QAbstractButton* button : question->buttons()) {
        shown << button->text().remove('&');
        if (shown.last() == wanted) pressed = button;
      }
      pressed ? pressed->click() : question->reject();
    });
    QCOMPARE(mayClose(window_.get(), window_->current()), i != 2);
    QCOMPARE(QSet<QString>(shown.begin(), shown.end()),
             QSet<QString>(answers.begin(), answers.end()));
    QCOMPARE(document()->isModified(), i != 0);
    QCOMPARE(WindowFixture::read(path) == document()->bytes(), i == 0);
  }
}

void TestMainWindow::aNarrowToolbarOffersWhatHasNoRoom() {
  const QString name = QStringLiteral("qt_toolbar_ext_button");
  auto* const more = window_->findChild<QToolBar*>("toolBar")->findChild<QToolButton*>(name);
  window_->resize(1440, 900);
  QTRY_VERIFY(!more->isVisible());
  window_->resize(800, 700);
  QTRY_VERIFY(more->isVisible());
  const QImage image = more->grab().toImage();
  int ink = 0;
  for (int x = 0; x < image.width(); ++x) {
    for (int y = 0; y < image.height(); ++y) ink += image.pixel(x, y) != image.pixel(0, 0);
  }
  QVERIFY2(ink > 5, "the button cannot be seen");
}

void TestMainWindow::keepsEverythingWhereAFileCannotBeRead() {
  openFile(window_.get(), fixture_->write("counter.loop.json", counterDiagram()));
  const QByteArray before = document()->bytes();
  const QString bad = fixture_->write("bad.loop.json", counterDiagram().left(150));
  QVERIFY(!openFile(window_.get(), bad));
  QCOMPARE(tabs()->count(), 1);
  QCOMPARE(document()->bytes(), before);
  auto* const dialog = window_->findChild<DiagnosticsDialog*>("diagnosticsDialog");
  QVERIFY(dialog);
  const QString text = dialog->findChild<QPlainTextEdit*>("diagnosticsText")->toPlainText();
  QVERIFY2(text.startsWith("bad.loop.json:5:"), qPrintable(text));
  QVERIFY(text.contains(": error: "));
  QVERIFY(!recentFiles().contains(bad));
  delete dialog;

  QVERIFY(!openFile(window_.get(), fixture_->path("missing.loop.json")));
  auto* const missing = window_->findChild<DiagnosticsDialog*>("diagnosticsDialog");
  QVERIFY(missing);
  QVERIFY(missing->findChild<QPlainTextEdit*>("diagnosticsText")
              ->toPlainText()
              .contains("missing.loop.json"));
}

void TestMainWindow::opensAFileOnce() {
  const QString first = fixture_->write("first.loop.json", counterDiagram());
  const QString second = fixture_->write("second.loop.json", counterDiagram());
  openFile(window_.get(), first);
  openFile(window_.get(), second);
  QCOMPARE(tabs()->count(), 2);
  QCOMPARE(tabs()->currentIndex(), 1);
  openFile(window_.get(), first);
  QCOMPARE(tabs()->count(), 2);
  QCOMPARE(tabs()->currentIndex(), 0);
  QCOMPARE(document()->filePath(), first);
  action(ActionId::kClose)->trigger();
  QCOMPARE(tabs()->count(), 1);
  QCOMPARE(document()->filePath(), second);
}

void TestMainWindow::namesAFileThatHasNoSuffix() {
  window_->current()->view()->inserter()->addBlock("Gain", QPointF(0, 0));
  QVERIFY(saveTo(window_.get(), window_->current(), fixture_->path("mine")));
  QVERIFY(QFile::exists(fixture_->path("mine.loop.json")));
  QCOMPARE(tabs()->tabText(0), "mine");
}

void TestMainWindow::remembersRecentFiles() {
  const QString first = fixture_->write("first.loop.json", counterDiagram());
  const QString second = fixture_->write("second.loop.json", counterDiagram());
  openFile(window_.get(), first);
  openFile(window_.get(), second);
  openFile(window_.get(), first);
  QCOMPARE(recentFiles(), QStringList({second, first}));
}

void TestMainWindow::saysWhyAFileCannotBeWritten() {
  window_->current()->view()->inserter()->addBlock("Gain", QPointF(0, 0));
  QString text;
  QTimer::singleShot(0, qApp, [&text] {
    auto* const warning = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
    if (!warning) return;
    text = warning->text();
    warning->accept();
  });
  QVERIFY(!saveTo(window_.get(), window_->current(), fixture_->path("no/folder/x.loop.json")));
  QVERIFY2(text.contains("no/folder/x.loop.json"), qPrintable(text));
  QVERIFY(document()->isModified());
}

void TestMainWindow::everyActionHasATooltip() {
  int seen = 0;
  for (const QAction* const each : window_->actions().findChildren<QAction*>()) {
    QVERIFY(!each->toolTip().isEmpty());
    const QString keys = each->shortcut().toString(QKeySequence::NativeText);
    QVERIFY2(each->toolTip().contains(keys), qPrintable(each->objectName()));
    ++seen;
  }
  QVERIFY(seen > 30);
}

void TestMainWindow::switchesTheTheme() {
  ThemeKeeper themes(qApp);
  QVERIFY(!Theme::current().isDark());
  MainWindow window(BuiltInBlocks(), &themes);
  QVERIFY(window.actions().get(ActionId::kThemeSystem)->isChecked());
  window.actions().get(ActionId::kThemeDark)->trigger();
  QVERIFY(Theme::current().isDark());
  QCOMPARE(themeChoice(), ThemeChoice::kDark);
  window.actions().get(ActionId::kThemeSystem)->trigger();
  QVERIFY(!Theme::current().isDark());
  // Without one who keeps it, the theme cannot be chosen.
  QVERIFY(!action(ActionId::kThemeDark)->isEnabled());
}

void TestMainWindow::remembersItsLayout() {
  window_->resize(1300, 800);
  QVERIFY(window_->close());
  window_ = shownWindow();
  QCOMPARE(window_->size(), QSize(1300, 800));
}

LOOPWRIGHT_TEST_WITH(QApplication, TestMainWindow)

}  // namespace loopwright::test_main_window

#include "test_main_window.moc"
