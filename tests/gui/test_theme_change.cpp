#include <QAbstractFileIconProvider>
#include <QDir>
#include <QFileDialog>
#include <QFileSystemModel>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPointer>
#include <QScopeGuard>
#include <QStyle>
#include <QTest>
#include <QToolBar>
#include <QToolButton>
#include <QToolTip>
#include <algorithm>
#include <functional>
#include <map>
#include <memory>

#include "gui/actions/actions.h"
#include "gui/actions/shortcuts_page.h"
#include "gui/canvas/block_inserter.h"
#include "gui/canvas/diagram_view.h"
#include "gui/docks/panel_list.h"
#include "gui/document/diagram_document.h"
#include "gui/main_window/about_dialog.h"
#include "gui/main_window/file_commands.h"
#include "gui/main_window/preferences_dialog.h"
#include "gui/main_window/recovery_dialog.h"
#include "gui/run/run_controller.h"
#include "gui/start/example_card.h"
#include "gui/theme/icons.h"
#include "tests/gui/window_fixture.h"
#include "tests/test_main.h"

namespace loopwright::test_theme_change {

/// A change of theme: whatever is open looks at once as if it had been opened in the new theme.
/// With the environment variable LOOPWRIGHT_PICTURES what differs is written into that folder.
class TestThemeChange : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { QApplication::setCursorFlashTime(0); }
  void init() {
    fixture_ = std::make_unique<WindowFixture>();
    file_ = fixture_->write("counter.loop.json", counterDiagram());
  }
  void cleanup() {
    window_.reset();
    fixture_.reset();
  }

  void theWindowChanges();
  void thePanelsChange();
  void theStartPageChanges();
  void theHelpChanges();
  void menusChange();
  void toolTipsChange();
  void dialogsChange_data();
  void dialogsChange();
  void focusAndHoverLookDifferent_data();
  void focusAndHoverLookDifferent();
  void dialogsShowTheProgramsIcons();

 private:
  static void settle() {
    for (int i = 0; i < 3; ++i) QTest::qWait(0), QCoreApplication::processEvents();
  }
  void openWindow() {
    window_.reset();
    window_ = activeWindow(QSize(1440, 900));
  }
  // With a run, whose speed differs each time, and a selected block.
  void openAndRun() {
    openWindow();
    QVERIFY(openFile(window_.get(), file_));
    window_->current()->view()->inserter()->addBlock("Gain", QPointF(60, 200));
    window_->current()->document()->finishCheck();
    window_->current()->view()->selectBlocks({"counter"});
    RunController* const runs = window_->current()->runs();
    runs->start();
    QTRY_VERIFY(!runs->isActive());
    window_->current()->runBar()->findChild<QLabel*>("runStatus")->setText("as fast as it goes");
  }
  QDialog* makeDialog(const QString& name);

  // Whether what is drawn or read a while after opening is there.
  static bool wait(const std::function<bool()>& is_there) {
    constexpr int kLongest = 20000;  // milliseconds
    return QTest::qWaitFor(is_there, kLongest);
  }

  // Opens something in one theme, changes to the other, and compares with the same opened in that;
  // where it is drawn piece by piece, once it is. `open` returns null where it could not.
  enum class Drawn { kAtOnce, kPieceByPiece };
  void compare(const std::function<QWidget*()>& open, Drawn drawn = Drawn::kAtOnce) {
    const auto light = qScopeGuard([] { applyTheme(qApp, Theme::Mode::kLight); });
    for (const auto& [before, after] : {std::pair(Theme::Mode::kLight, Theme::Mode::kDark),
                                        std::pair(Theme::Mode::kDark, Theme::Mode::kLight)}) {
      applyTheme(qApp, after);
      QPointer<QWidget> shown = open();
      settle();
      QVERIFY(shown != nullptr);
      const QImage expected = shown->grab().toImage();
      applyTheme(qApp, before);
      shown = open();
      settle();
      QVERIFY(shown != nullptr);
      QVERIFY2(shown->grab().toImage() != expected, "the themes look alike");
      applyTheme(qApp, after);
      settle();
      QVERIFY(shown != nullptr);
      if (drawn == Drawn::kPieceByPiece) {
        wait([&] { return shown->grab().toImage() == expected; });
      }
      const QImage seen = shown->grab().toImage();
      if (seen != expected) keep(seen, expected);
      QVERIFY2(seen == expected, qPrintable(difference(seen, expected)));
    }
  }
  static QString difference(const QImage& a, const QImage& b) {
    if (a.size() != b.size()) return QStringLiteral("the sizes differ");
    QRect box;
    for (int y = 0; y < a.height(); ++y) {
      for (int x = 0; x < a.width(); ++x) {
        if (a.pixel(x, y) != b.pixel(x, y)) box |= QRect(x, y, 1, 1);
      }
    }
    return QStringLiteral("differs in %1 x %2 at %3, %4")
        .arg(box.width())
        .arg(box.height())
        .arg(box.x())
        .arg(box.y());
  }
  static void keep(const QImage& seen, const QImage& expected) {
    const QString folder = qEnvironmentVariable("LOOPWRIGHT_PICTURES");
    if (folder.isEmpty()) return;
    const QString name =
        QString("%1/%2-%3").arg(folder, QTest::currentTestFunction(), QTest::currentDataTag());
    seen.save(name + "-seen.png");
    expected.save(name + "-expected.png");
  }

  std::unique_ptr<WindowFixture> fixture_;
  std::unique_ptr<MainWindow> window_;
  std::unique_ptr<QDialog> dialog_;
  QString file_;
};

void TestThemeChange::theWindowChanges() {
  compare([this]() -> QWidget* {
    openAndRun();
    return window_.get();
  });
}

// All panels of one window, or opening it and its run would take most of the time.
void TestThemeChange::thePanelsChange() {
  const auto grab = [this] {
    std::map<QString, QImage> pictures;
    for (const PanelInfo& info : panelList()) {
      window_->actions().get(info.show)->trigger();
      settle();
      pictures[info.name] = window_->current()->panel(info.id)->grab().toImage();
    }
    return pictures;
  };
  const auto light = qScopeGuard([] { applyTheme(qApp, Theme::Mode::kLight); });
  for (const auto& [before, after] : {std::pair(Theme::Mode::kLight, Theme::Mode::kDark),
                                      std::pair(Theme::Mode::kDark, Theme::Mode::kLight)}) {
    applyTheme(qApp, after);
    openAndRun();
    grab();  // each panel is looked at when it was shown before, as below
    const std::map<QString, QImage> expected = grab();
    QVERIFY(!expected.empty());
    applyTheme(qApp, before);
    openAndRun();
    for (const auto& [name, picture] : grab()) {
      QVERIFY2(picture != expected.at(name), qPrintable(name + ": the themes look alike"));
    }
    applyTheme(qApp, after);
    settle();
    for (const auto& [name, seen] : grab()) {
      if (seen != expected.at(name)) keep(seen, expected.at(name));
      QVERIFY2(seen == expected.at(name),
               qPrintable(name + ": " + difference(seen, expected.at(name))));
    }
  }
}

void TestThemeChange::theStartPageChanges() {
  const auto open = [this]() -> QWidget* {
    openWindow();
    window_->showStartPage();
    const auto cards = window_->findChildren<ExampleCard*>();
    const auto has_picture = [](const ExampleCard* card) { return !card->icon().isNull(); };
    return wait([&] { return std::all_of(cards.begin(), cards.end(), has_picture); })
               ? window_.get()
               : nullptr;
  };
  compare(open, Drawn::kPieceByPiece);
}

void TestThemeChange::theHelpChanges() {
  compare([this]() -> QWidget* {
    openWindow();
    window_->showHelp("TransferFunction");
    return window_->findChild<QWidget*>("helpWindow");
  });
}

void TestThemeChange::menusChange() {
  compare([this]() -> QWidget* {
    openWindow();
    QMenu* const menu = window_->menuBar()->findChildren<QMenu*>().first();
    menu->popup(QPoint(0, 0));
    return menu;
  });
}

// With a field that has the keyboard Qt closes the tool tip when the theme changes.
void TestThemeChange::toolTipsChange() {
  compare([this]() -> QWidget* {
    openWindow();
    if (QWidget* const focus = QApplication::focusWidget()) focus->clearFocus();
    auto* const button = window_->findChild<QWidget*>("commandButton");
    QToolTip::showText(button->mapToGlobal(QPoint(5, 5)), "What it does", button);
    for (QWidget* const widget : QApplication::topLevelWidgets()) {
      if (widget->inherits("QTipLabel") && widget->isVisible()) return widget;
    }
    return nullptr;
  });
}

QDialog* TestThemeChange::makeDialog(const QString& name) {
  if (name == "preferences") return new PreferencesDialog(window_->actions(), window_.get());
  if (name == "about") return new AboutDialog(window_.get());
  if (name == "shortcuts") return new ShortcutsPage(window_->actions(), window_.get());
  if (name == "recovery") {
    Recoverable left;
    left.time = QDateTime(QDate(2024, 2, 29), QTime(12, 30));
    left.is_older = false;
    return new RecoveryDialog(window_.get(), {left});
  }
  if (name == "question") {
    return new QMessageBox(QMessageBox::Question, "Title", "What now?",
                           QMessageBox::Save | QMessageBox::Cancel, window_.get());
  }
  auto* const files = new QFileDialog(window_.get(), "Save as", fixture_->path(""));
  files->setAcceptMode(QFileDialog::AcceptSave);
  // Whether there is a way back depends on when the other thread has read the folder.
  if (auto* const back = files->findChild<QToolButton*>("backButton")) back->hide();
  return files;
}

void TestThemeChange::dialogsChange_data() {
  QTest::addColumn<QString>("name");
  for (const char* name : {"preferences", "about", "shortcuts", "recovery", "question", "files"}) {
    QTest::newRow(name) << name;
  }
}

void TestThemeChange::dialogsChange() {
  QFETCH(QString, name);
  compare([&]() -> QWidget* {
    openWindow();
    QDialog* const dialog = makeDialog(name);
    dialog->show();
    // The folder of a dialog for files is read by another thread.
    if (auto* const files = dialog->findChild<QFileSystemModel*>()) {
      const QString path = fixture_->path("");
      const auto entries = QDir(path).entryList(files->filter() | QDir::NoDotAndDotDot).size();
      if (!wait([&] { return files->rowCount(files->index(path)) == entries; })) return nullptr;
    }
    [dialog] { QVERIFY(QTest::qWaitForWindowActive(dialog)); }();
    // None of its fields, so that the keyboard is in the same place each time.
    dialog->setFocusPolicy(Qt::StrongFocus);
    dialog->setFocus();
    return dialog;
  });
}

void TestThemeChange::focusAndHoverLookDifferent_data() {
  QTest::addColumn<QString>("name");
  for (const char* name : {"card", "tool", "command"}) {
    QTest::newRow(name) << name;
  }
}

void TestThemeChange::focusAndHoverLookDifferent() {
  QFETCH(QString, name);
  openWindow();
  window_->showStartPage();
  settle();
  QWidget* widget = nullptr;
  if (name == "card") widget = window_->findChild<ExampleCard*>();
  if (name == "tool") {
    auto* const button = new QToolButton(window_->findChild<QWidget*>("startPage.page"));
    button->setText("Tool");
    button->show();
    widget = button;
  }
  if (name == "command") widget = window_->findChild<QToolButton*>("commandButton");
  QVERIFY(widget != nullptr);
  const auto look = [&](bool focus, bool hover) {
    widget->setFocusPolicy(Qt::StrongFocus);
    focus ? widget->setFocus(Qt::TabFocusReason) : window_->setFocus();
    widget->setAttribute(Qt::WA_UnderMouse, hover);
    settle();
    widget->setAttribute(Qt::WA_UnderMouse, hover);
    return widget->grab().toImage();
  };
  const QImage plain = look(false, false);
  const QImage hovered = look(false, true);
  const QImage focused = look(true, false);
  QVERIFY(hovered != plain);
  QVERIFY(focused != plain);
  QVERIFY(focused != hovered);
}

void TestThemeChange::dialogsShowTheProgramsIcons() {
  openWindow();
  QMessageBox question(QMessageBox::Question, "Title", "What now?", QMessageBox::Ok);
  QCOMPARE(question.iconPixmap().toImage(),
           makeIcon(IconName::kQuestion).pixmap(question.iconPixmap().size()).toImage());
  for (const auto& [standard, name] :
       {std::pair(QStyle::SP_MessageBoxWarning, IconName::kCaution),
        std::pair(QStyle::SP_MessageBoxCritical, IconName::kTrouble),
        std::pair(QStyle::SP_FileDialogNewFolder, IconName::kNewFolder),
        std::pair(QStyle::SP_FileDialogToParent, IconName::kUp)}) {
    QCOMPARE(qApp->style()->standardIcon(standard).pixmap(32).toImage(),
             makeIcon(name).pixmap(32).toImage());
  }
  // No two of them are alike, and each shows something.
  QList<QImage> seen;
  for (int i = 0; i <= int(IconName::kNoColour); ++i) {
    const QImage image = makeIcon(IconName(i)).pixmap(32).toImage();
    QVERIFY2(!seen.contains(image), qPrintable(QString::number(i)));
    seen << image;
  }
  // The dialog that asks for a file lists folders with them.
  QDir(fixture_->path("")).mkdir("inner");
  QTimer::singleShot(0, qApp, [] {
    auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
    QVERIFY(dialog != nullptr);
    QCOMPARE(dialog->iconProvider()->icon(QFileInfo("/tmp")).pixmap(16).toImage(),
             makeIcon(IconName::kFolder).pixmap(16).toImage());
    dialog->reject();
  });
  chooseAndOpen(window_.get());
}

LOOPWRIGHT_TEST_WITH(QApplication, TestThemeChange)

}  // namespace loopwright::test_theme_change

#include "test_theme_change.moc"
