#include <QAbstractButton>
#include <QContextMenuEvent>
#include <QDialog>
#include <QListWidget>
#include <QMenu>
#include <QMessageBox>
#include <QTabBar>
#include <QTest>
#include <QTimer>
#include <functional>
#include <memory>

#include "gui/actions/actions.h"
#include "gui/canvas/block_inserter.h"
#include "gui/canvas/diagram_view.h"
#include "gui/document/diagram_document.h"
#include "gui/main_window/file_commands.h"
#include "gui/run/run_controller.h"
#include "tests/gui/window_fixture.h"
#include "tests/test_main.h"

namespace loopwright::test_document_tabs {

// The tabs of the open documents: their names, their order, what runs, and closing many.
class TestDocumentTabs : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    fixture_ = std::make_unique<WindowFixture>();
    window_ = activeWindow();
  }
  void cleanup() {
    window_.reset();
    fixture_.reset();
  }

  void untitledDocumentsHaveNumbers();
  void closingManyAsksOnce();
  void closingManySavesWhatIsChecked();
  void closingManyCanBeGivenUp();
  void othersAreClosedFromTheMenu();
  void theMiddleButtonCloses();
  void tabsAreDraggedIntoAnotherOrder();
  void tabsAreMovedAndChosenByKeys();
  void aTabShowsThatItsDocumentRuns();

 private:
  QTabBar* tabs() const { return window_->findChild<QTabBar*>("documentTabs"); }
  QAction* action(ActionId id) const { return window_->actions().get(id); }
  QStringList names() const {
    QStringList result;
    for (int i = 0; i < tabs()->count(); ++i) result << tabs()->tabText(i);
    return result;
  }
  QStringList namesOfDocuments() const {
    QStringList result;
    for (const Workspace* each : window_->workspaces()) result << each->document()->displayName();
    return result;
  }
  Workspace* openOne(const char* name) {
    const QString path = fixture_->write(QString("%1.loop.json").arg(name), counterDiagram());
    return openFile(window_.get(), path) ? window_->current() : nullptr;
  }
  void openThree() {
    for (const char* name : {"one", "two", "three"}) QVERIFY(openOne(name) != nullptr);
    QCOMPARE(names(), QStringList({"one", "two", "three"}));
  }
  void change(Workspace* workspace) {
    workspace->view()->inserter()->addBlock("Gain", QPointF(60, 200));
  }

  // Presses `button` of the next modal question, after `before`; counts the questions.
  void answer(const char* button, const std::function<void(QDialog*)>& before = {}) {
    QTimer::singleShot(0, qApp, [this, button, before] {
      auto* const dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
      if (dialog == nullptr) return;
      ++questions_;
      if (before) before(dialog);
      auto* const found = dialog->findChild<QAbstractButton*>(button);
      found != nullptr ? found->click() : dialog->reject();
    });
  }

  std::unique_ptr<WindowFixture> fixture_;
  std::unique_ptr<MainWindow> window_;
  int questions_ = 0;
};

void TestDocumentTabs::untitledDocumentsHaveNumbers() {
  QCOMPARE(names(), QStringList({"untitled 1"}));
  QVERIFY(window_->windowTitle().startsWith("untitled 1"));
  action(ActionId::kNew)->trigger();
  action(ActionId::kNew)->trigger();
  QCOMPARE(names(), QStringList({"untitled 1", "untitled 2", "untitled 3"}));
  window_->showWorkspace(window_->workspaces()[1]);
  action(ActionId::kClose)->trigger();
  action(ActionId::kNew)->trigger();
  QCOMPARE(names(), QStringList({"untitled 1", "untitled 3", "untitled 2"}));
  QCOMPARE(window_->current()->document()->displayName(), QString("untitled 2"));
  // Saved, a document has its file's name, and its number is free again.
  QVERIFY(saveTo(window_.get(), window_->current(), fixture_->path("mine")));
  QCOMPARE(names().last(), QString("mine"));
  action(ActionId::kNew)->trigger();
  QCOMPARE(names().last(), QString("untitled 2"));
}

void TestDocumentTabs::closingManyAsksOnce() {
  openThree();
  change(window_->workspaces()[0]);
  change(window_->workspaces()[2]);
  questions_ = 0;
  QStringList listed;
  answer("unsavedDocuments.discard", [&](QDialog* dialog) {
    auto* const list = dialog->findChild<QListWidget*>("unsavedDocuments.list");
    for (int i = 0; i < list->count(); ++i) listed << list->item(i)->text();
    QVERIFY(list->sizeHintForRow(0) >= list->fontMetrics().height() + 10);
  });
  QVERIFY(window_->close());
  QCOMPARE(questions_, 1);
  QCOMPARE(listed, QStringList({"one", "three"}));
  QCOMPARE(WindowFixture::read(fixture_->path("one.loop.json")), counterDiagram());
}

void TestDocumentTabs::closingManySavesWhatIsChecked() {
  openThree();
  for (Workspace* each : window_->workspaces()) change(each);
  const QByteArray second = window_->workspaces()[1]->document()->bytes();
  answer("unsavedDocuments.save", [](QDialog* dialog) {
    auto* const list = dialog->findChild<QListWidget*>("unsavedDocuments.list");
    auto* const button = dialog->findChild<QAbstractButton*>("unsavedDocuments.save");
    for (int i = 0; i < 3; ++i) list->item(i)->setCheckState(Qt::Unchecked);
    QVERIFY(!button->isEnabled());
    list->item(1)->setCheckState(Qt::Checked);
    QVERIFY(button->isEnabled());
  });
  action(ActionId::kCloseAll)->trigger();
  QCOMPARE(names(), QStringList({"untitled 1"}));
  QCOMPARE(WindowFixture::read(fixture_->path("one.loop.json")), counterDiagram());
  QCOMPARE(WindowFixture::read(fixture_->path("two.loop.json")), second);
  QCOMPARE(WindowFixture::read(fixture_->path("three.loop.json")), counterDiagram());
}

void TestDocumentTabs::closingManyCanBeGivenUp() {
  openThree();
  for (Workspace* each : window_->workspaces()) change(each);
  answer("unsavedDocuments.cancel");
  QVERIFY(!window_->close());
  QVERIFY(window_->isVisible());
  QTimer::singleShot(0, qApp, [] {
    if (auto* const dialog = QApplication::activeModalWidget()) {
      QTest::keyClick(dialog, Qt::Key_Escape);
    }
  });
  action(ActionId::kCloseAll)->trigger();
  QCOMPARE(tabs()->count(), 3);
  for (const Workspace* each : window_->workspaces()) QVERIFY(each->document()->isModified());
}

void TestDocumentTabs::othersAreClosedFromTheMenu() {
  openThree();
  change(window_->workspaces()[1]);
  const QPoint at = tabs()->tabRect(1).center();
  QContextMenuEvent asked(QContextMenuEvent::Mouse, at, tabs()->mapToGlobal(at));
  QApplication::sendEvent(tabs(), &asked);
  auto* const menu = tabs()->findChild<QMenu*>("documentTabs.menu");
  QVERIFY(menu != nullptr);
  QVERIFY(menu->actions().contains(action(ActionId::kCloseOthers)));
  action(ActionId::kCloseOthers)->trigger();
  menu->close();
  // That with changes is the one that stays, so nothing was asked.
  QCOMPARE(names(), QStringList({QString::fromUtf8("two ●")}));
}

void TestDocumentTabs::theMiddleButtonCloses() {
  openThree();
  QTest::mouseClick(tabs(), Qt::MiddleButton, {}, tabs()->tabRect(0).center());
  QCOMPARE(names(), QStringList({"two", "three"}));
  QCOMPARE(namesOfDocuments(), names());
  // Let go on another tab, or pressed beside all of them, it closes none.
  const auto middle = [this](int tab) { return tabs()->tabRect(tab).center(); };
  QTest::mousePress(tabs(), Qt::MiddleButton, {}, middle(0));
  QTest::mouseRelease(tabs(), Qt::MiddleButton, {}, middle(1));
  QCOMPARE(names(), QStringList({"two", "three"}));
  QTest::mousePress(tabs(), Qt::MiddleButton, {}, tabs()->tabRect(1).topRight() + QPoint(20, 5));
  QTest::mouseRelease(tabs(), Qt::MiddleButton, {}, middle(1));
  QCOMPARE(names(), QStringList({"two", "three"}));
}

void TestDocumentTabs::tabsAreDraggedIntoAnotherOrder() {
  openThree();
  Workspace* const first = window_->workspaces()[0];
  const QPoint from = tabs()->tabRect(0).center();
  const QPoint to = tabs()->tabRect(2).center() + QPoint(30, 0);
  QTest::mousePress(tabs(), Qt::LeftButton, {}, from);
  for (int i = 1; i <= 8; ++i) {
    const QPoint at = from + (to - from) * i / 8;
    QMouseEvent move(QEvent::MouseMove, at, tabs()->mapToGlobal(at), Qt::NoButton, Qt::LeftButton,
                     {});
    QApplication::sendEvent(tabs(), &move);
  }
  QTest::mouseRelease(tabs(), Qt::LeftButton, {}, to);
  QTRY_COMPARE(names(), QStringList({"two", "three", "one"}));
  QCOMPARE(namesOfDocuments(), names());
  QCOMPARE(window_->current(), first);
  QVERIFY(first->view()->isVisible());
  // Titles, marks and closing follow their documents.
  change(first);
  QCOMPARE(names().last(), QString::fromUtf8("one ●"));
  Q_EMIT tabs()->tabCloseRequested(0);
  QCOMPARE(namesOfDocuments(), QStringList({"three", "one"}));
}

void TestDocumentTabs::tabsAreMovedAndChosenByKeys() {
  openThree();
  QTest::keySequence(window_.get(), QKeySequence("Ctrl+Shift+PgUp"));
  QCOMPARE(names(), QStringList({"one", "three", "two"}));
  QCOMPARE(namesOfDocuments(), names());
  QTest::keySequence(window_.get(), QKeySequence("Ctrl+PgDown"));
  QCOMPARE(window_->current()->document()->displayName(), QString("two"));
  QTest::keySequence(window_.get(), QKeySequence("Ctrl+PgDown"));
  QCOMPARE(window_->current()->document()->displayName(), QString("one"));
  // There is nothing further left.
  QTest::keySequence(window_.get(), QKeySequence("Ctrl+Shift+PgUp"));
  QCOMPARE(names(), QStringList({"one", "three", "two"}));
}

void TestDocumentTabs::aTabShowsThatItsDocumentRuns() {
  // Until it is stopped.
  const QString path = fixture_->write("long.loop.json", counterDiagram(1e9));
  QVERIFY(openFile(window_.get(), path));
  Workspace* const workspace = window_->current();
  QVERIFY(openOne("other") != nullptr);
  QVERIFY(tabs()->tabIcon(0).isNull());
  workspace->runs()->start();
  QTRY_COMPARE(workspace->runs()->state(), RunController::State::kRunning);
  QVERIFY(!tabs()->tabIcon(0).isNull());
  QVERIFY2(tabs()->tabToolTip(0).contains("Runs"), qPrintable(tabs()->tabToolTip(0)));
  const QImage running = tabs()->tabIcon(0).pixmap(16).toImage();
  QVERIFY(tabs()->tabIcon(1).isNull());
  workspace->runs()->pause();
  QTRY_COMPARE(workspace->runs()->state(), RunController::State::kPaused);
  QVERIFY(tabs()->tabIcon(0).pixmap(16).toImage() != running);
  QVERIFY(tabs()->tabToolTip(0).contains("paused"));
  workspace->runs()->stop();
  QTRY_VERIFY(!workspace->runs()->isActive());
  QVERIFY(tabs()->tabIcon(0).isNull());
  QCOMPARE(tabs()->tabToolTip(0), path);
}

LOOPWRIGHT_TEST_WITH(QApplication, TestDocumentTabs)

}  // namespace loopwright::test_document_tabs

#include "test_document_tabs.moc"
