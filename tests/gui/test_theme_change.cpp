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
  void theStartPageChanges();
  void menusChange();
  void toolTipsChange();
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

  using Pictures = std::map<QString, QImage>;

  // Opens something in one theme, changes to the other, and compares with the same opened in that;
  // where it is drawn piece by piece, once it is. `open` tells whether it could, and `look` has
  // pictures of what is open, by name.
  enum class Drawn { kAtOnce, kPieceByPiece };
  void compare(const std::function<bool()>& open, const std::function<Pictures()>& look,
               Drawn drawn = Drawn::kAtOnce) {
    const auto light_again = qScopeGuard([] { applyTheme(qApp, Theme::Mode::kLight); });
    const auto open_in = [&](Theme::Mode mode) {
      window_.reset();  // a change of theme takes longer with a window that is there
      applyTheme(qApp, mode);
      const bool is_open = open();
      settle();
      return is_open ? look() : Pictures();
    };
    // The other way round what was opened has the same pictures, so two openings tell of both ways;
    // only what is waited for has to be opened again, when it is known what for.
    const auto change_to = [&](Theme::Mode mode, const Pictures& expected) {
      applyTheme(qApp, mode);
      settle();
      if (drawn == Drawn::kPieceByPiece) wait([&] { return look() == expected; });
      return look();
    };
    const Pictures dark = open_in(Theme::Mode::kDark);
    Pictures made_light;
    if (drawn == Drawn::kAtOnce) made_light = change_to(Theme::Mode::kLight, {});
    const Pictures light = open_in(Theme::Mode::kLight);
    QVERIFY(!dark.empty() && dark.size() == light.size());
    for (const auto& [name, picture] : dark) {
      QVERIFY2(picture != light.at(name), qPrintable(name + ": the themes look alike"));
    }
    const Pictures made_dark = change_to(Theme::Mode::kDark, dark);
    if (drawn == Drawn::kPieceByPiece) {
      QCOMPARE(open_in(Theme::Mode::kDark).size(), dark.size());
      made_light = change_to(Theme::Mode::kLight, light);
    }
    compareAll(made_dark, dark);
    compareAll(made_light, light);
  }
  // The same of one widget; `open` returns null where it could not.
  void compareOne(const std::function<QWidget*()>& open, Drawn drawn = Drawn::kAtOnce) {
    QPointer<QWidget> shown;
    compare([&] { return (shown = open()) != nullptr; },
            [&] {
              return shown ? Pictures{{"", shown->grab().toImage()}} : Pictures();
            },
            drawn);
  }
  static void compareAll(const Pictures& seen, const Pictures& expected) {
    QCOMPARE(seen.size(), expected.size());
    for (const auto& [name, picture] : seen) {
      if (picture != expected.at(name)) keep(name, picture, expected.at(name));
      QVERIFY2(picture == expected.at(name),
               qPrintable(name + ": " + difference(picture, expected.at(name))));
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
  static void keep(const QString& what, const QImage& seen, const QImage& expected) {
    const QString folder = qEnvironmentVariable("LOOPWRIGHT_PICTURES");
    if (folder.isEmpty()) return;
    const QString name = QString("%1/%2-%3").arg(folder, QTest::currentTestFunction(), what);
    seen.save(name + "-seen.png");
    expected.save(name + "-expected.png");
  }

  std::unique_ptr<WindowFixture> fixture_;
  std::unique_ptr<MainWindow> window_;
  QString file_;
};

// With all its panels and the help, or opening it and its run would take most of the time. Each
// panel is looked at when it was shown before.
void TestThemeChange::theWindowChanges() {
  const auto look = [this] {
    Pictures pictures;
    for (const PanelInfo& info : panelList()) {
      window_->actions().get(info.show)->trigger();
      settle();
      pictures[info.name] = window_->current()->panel(info.id)->grab().toImage();
    }
    pictures["window"] = window_->grab().toImage();
    pictures["help"] = window_->findChild<QWidget*>("helpWindow")->grab().toImage();
    return pictures;
  };
  compare(
      [&] {
        openAndRun();
        window_->showHelp("TransferFunction");
        return !look().empty();
      },
      look);
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
  compareOne(open, Drawn::kPieceByPiece);
}

void TestThemeChange::menusChange() {
  compareOne([this]() -> QWidget* {
    openWindow();
    QMenu* const menu = window_->menuBar()->findChildren<QMenu*>().first();
    menu->popup(QPoint(0, 0));
    return menu;
  });
}

// Of a button that never has the keyboard: where a field has it, Qt closes the tool tip when the
// theme changes.
void TestThemeChange::toolTipsChange() {
  std::unique_ptr<QToolButton> button;
  compareOne([&]() -> QWidget* {
    button = std::make_unique<QToolButton>();
    button->setFocusPolicy(Qt::NoFocus);
    button->show();
    if (!QTest::qWaitForWindowActive(button.get())) return nullptr;
    QToolTip::showText(button->mapToGlobal(QPoint(5, 5)), "What it does", button.get());
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

// All dialogs of one window.
void TestThemeChange::dialogsChange() {
  std::map<QString, QPointer<QDialog>> dialogs;
  const auto open = [&] {
    openWindow();
    for (const char* name :
         {"preferences", "about", "shortcuts", "recovery", "question", "files"}) {
      QDialog* const dialog = makeDialog(name);
      dialogs[name] = dialog;
      dialog->setFocusPolicy(Qt::StrongFocus);
      dialog->show();
    }
    // The folder of a dialog for files is read by another thread.
    auto* const files = dialogs["files"]->findChild<QFileSystemModel*>();
    const QString path = fixture_->path("");
    const auto entries = QDir(path).entryList(files->filter() | QDir::NoDotAndDotDot).size();
    return wait([&] { return files->rowCount(files->index(path)) == entries; });
  };
  const auto look = [&] {
    Pictures pictures;
    for (const auto& [name, dialog] : dialogs) {
      if (dialog == nullptr) continue;
      // It has the keyboard, and none of its fields, so that this is in the same place each time.
      dialog->activateWindow();
      dialog->setFocus();
      if (!QTest::qWaitForWindowActive(dialog)) continue;
      settle();
      pictures[name] = dialog->grab().toImage();
    }
    return pictures;
  };
  compare(open, look);
  // What is not active is not looked at, and there would be the same pictures too few each time.
  QCOMPARE(look().size(), std::size_t{6});
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
