#include <QAction>
#include <QLineEdit>
#include <QListWidget>
#include <QTableWidget>
#include <QTest>
#include <memory>

#include "gui/actions/actions.h"
#include "gui/canvas/diagram_view.h"
#include "tests/gui/window_fixture.h"
#include "tests/test_main.h"

namespace loopwright::test_commands {

// The command palette and the page of shortcuts, both made from the actions.
class TestCommands : public QObject {
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

  void paletteFindsAndDoes();
  void paletteOffersWhatCanBeDone();
  void paletteGivesUp();
  void shortcutsPageListsAllActions();
  void shortcutsPageFilters();
  void noTwoActionsShareAShortcut();

 private:
  QLineEdit* openPalette() {
    window_->actions().get(ActionId::kCommandPalette)->trigger();
    return window_->findChild<QLineEdit*>("commandPalette.edit");
  }
  QListWidget* list() const { return window_->findChild<QListWidget*>("commandPalette.list"); }

  std::unique_ptr<WindowFixture> fixture_;
  std::unique_ptr<MainWindow> window_;
};

void TestCommands::paletteFindsAndDoes() {
  QWidget* const canvas = window_->current()->view();
  canvas->setFocus();
  QTest::keyClick(window_.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
  auto* const edit = window_->findChild<QLineEdit*>("commandPalette.edit");
  QVERIFY(edit);
  QVERIFY(edit->hasFocus());
  const double before = window_->current()->view()->zoom();
  QTest::keyClicks(edit, "zoom in");
  QCOMPARE(list()->item(0)->text(), QStringLiteral("Zoom in"));
  QTest::keyClick(edit, Qt::Key_Return);
  QVERIFY(window_->current()->view()->zoom() > before);
  QTRY_VERIFY(!window_->findChild<QLineEdit*>("commandPalette.edit"));
  QVERIFY2(canvas->hasFocus(), "the keyboard is where it was");
}

void TestCommands::paletteOffersWhatCanBeDone() {
  QLineEdit* const edit = openPalette();
  // Nothing to undo yet.
  QTest::keyClicks(edit, "undo");
  QCOMPARE(list()->count(), 1);
  QCOMPARE(list()->item(0)->text(), QString("No command is called “undo”"));
  QTest::keyClick(edit, Qt::Key_Return);
  edit->clear();
  // Letters in order will do, what contains them comes first.
  QTest::keyClicks(edit, "sv");
  QStringList found;
  for (int i = 0; i < list()->count(); ++i) found << list()->item(i)->text();
  QVERIFY2(found.contains("Save"), qPrintable(found.join(", ")));
  QTest::keyClick(edit, Qt::Key_Down);
  QCOMPARE(list()->currentRow(), 1);
  QTest::keyClick(edit, Qt::Key_Up);
  QTest::keyClick(edit, Qt::Key_Up);
  QCOMPARE(list()->currentRow(), 0);
}

void TestCommands::paletteGivesUp() {
  QWidget* const canvas = window_->current()->view();
  canvas->setFocus();
  QTest::keyClick(openPalette(), Qt::Key_Escape);
  QTRY_VERIFY(!list());
  QVERIFY2(canvas->hasFocus(), "the keyboard is where it was");
  openPalette();
  window_->current()->view()->setFocus();
  QTRY_VERIFY(!list());
}

void TestCommands::shortcutsPageListsAllActions() {
  window_->actions().get(ActionId::kShortcuts)->trigger();
  auto* const table = window_->findChild<QTableWidget*>("shortcutsPage.table");
  QVERIFY(table);
  QStringList lines;
  for (int row = 0; row < table->rowCount(); ++row) {
    lines << table->item(row, 0)->text() + '|' + table->item(row, 1)->text();
  }
  for (const QAction* action : window_->actions().all()) {
    const QString line = actionTitle(*action) + '|' +
                         QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText)
                             .replace("; ", ", ");
    QVERIFY2(lines.contains(line), qPrintable(line));
  }
}

void TestCommands::shortcutsPageFilters() {
  window_->actions().get(ActionId::kShortcuts)->trigger();
  auto* const table = window_->findChild<QTableWidget*>("shortcutsPage.table");
  QTest::keyClicks(window_->findChild<QLineEdit*>("shortcutsPage.filter"), "save as");
  int visible = 0;
  for (int row = 0; row < table->rowCount(); ++row) visible += !table->isRowHidden(row);
  QCOMPARE(visible, 1);
}

void TestCommands::noTwoActionsShareAShortcut() {
  QHash<QString, QString> owners;
  for (const QAction* action : window_->actions().all()) {
    for (const QKeySequence& key : action->shortcuts()) {
      const QString text = key.toString();
      QVERIFY2(!owners.contains(text),
               qPrintable(text + ": " + owners.value(text) + ", " + action->objectName()));
      owners.insert(text, action->objectName());
    }
  }
  QVERIFY(owners.size() > 20);
}

LOOPWRIGHT_TEST_WITH(QApplication, TestCommands)

}  // namespace loopwright::test_commands

#include "test_commands.moc"
