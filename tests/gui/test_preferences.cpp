#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableWidget>
#include <QTest>
#include <memory>

#include "gui/actions/actions.h"
#include "gui/canvas/block_inserter.h"
#include "gui/canvas/diagram_view.h"
#include "gui/docks/panel_area.h"
#include "gui/docks/panel_dock.h"
#include "gui/docks/panel_folding.h"
#include "gui/document/autosave.h"
#include "gui/language/language.h"
#include "gui/main_window/file_commands.h"
#include "gui/run/recording_memory.h"
#include "gui/theme/theme_choice.h"
#include "gui/tools/editing_options.h"
#include "tests/gui/window_fixture.h"
#include "tests/test_main.h"

namespace loopwright::test_preferences {

// The dialog of all preferences, and About.
class TestPreferences : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    fixture_ = std::make_unique<WindowFixture>();
    themes_ = std::make_unique<ThemeKeeper>(qApp);
    window_ = std::make_unique<MainWindow>(BuiltInBlocks(), themes_.get());
    window_->show();
    QVERIFY(QTest::qWaitForWindowActive(window_.get()));
  }
  void cleanup() {
    window_.reset();
    themes_.reset();
    fixture_.reset();
  }

  void everyOptionOfAMenuIsThere();
  void choicesTakeEffectAtOnce();
  void menusAndDialogAgree();
  void theDelayOfAutosaveIsKept();
  void theMemoryOfRecordingsIsKept();
  void theTextSizeIsForTheNextStart();
  void itIsOneDialog();
  void aboutNamesVersionLicenceAndLibraries();

 private:
  QAction* action(ActionId id) const { return window_->actions().get(id); }
  QDialog* open() {
    QTest::keySequence(window_.get(), QKeySequence("Ctrl+,"));
    return window_->findChild<QDialog*>("preferences");
  }
  template <typename T>
  T* field(const char* name) const {
    return window_->findChild<T*>(QString("preferences.%1").arg(name));
  }
  // As a person chooses from a list.
  static void choose(QComboBox* box, int index) {
    box->setFocus();
    box->setCurrentIndex(index);
    Q_EMIT box->activated(index);
  }

  std::unique_ptr<WindowFixture> fixture_;
  std::unique_ptr<ThemeKeeper> themes_;
  std::unique_ptr<MainWindow> window_;
};

void TestPreferences::everyOptionOfAMenuIsThere() {
  QVERIFY(open()->isVisible());
  // Nothing of it has to be scrolled to.
  QCOMPARE(open()->findChild<QScrollArea*>()->verticalScrollBar()->maximum(), 0);
  QStringList texts;
  for (const QCheckBox* box : window_->findChildren<QCheckBox*>()) texts << box->text();
  for (const QComboBox* box : open()->findChildren<QComboBox*>()) {
    for (int i = 0; i < box->count(); ++i) texts << box->itemText(i);
  }
  int seen = 0;
  for (const QAction* each : window_->actions().all()) {
    if (!each->isCheckable()) continue;
    QVERIFY2(texts.contains(actionTitle(*each)), qPrintable(each->objectName()));
    ++seen;
  }
  QVERIFY(seen >= 13);
}

void TestPreferences::choicesTakeEffectAtOnce() {
  open();
  choose(field<QComboBox>("themeSystem"), 2);
  QVERIFY(Theme::current().isDark());
  QCOMPARE(themeChoice(), ThemeChoice::kDark);
  choose(field<QComboBox>("themeSystem"), 1);
  QVERIFY(!Theme::current().isDark());
  choose(field<QComboBox>("panelsByRoom"), 2);
  QVERIFY(window_->panels()->folding()->isFolded());
  choose(field<QComboBox>("panelsByRoom"), 1);
  QVERIFY(!window_->panels()->folding()->isFolded());
  QTest::mouseClick(field<QCheckBox>("healWires"), Qt::LeftButton, {}, QPoint(8, 8));
  QVERIFY(EditingOptions::healsWires());
  QVERIFY(openFile(window_.get(), fixture_->write("one.loop.json", counterDiagram())));
  QWidget* const corner = window_->current()->view()->findChild<QWidget*>("minimap");
  const bool before = corner->isVisible();
  field<QCheckBox>("canvasMinimap")->click();
  QVERIFY(corner->isVisible() != before);
}

void TestPreferences::menusAndDialogAgree() {
  open();
  action(ActionId::kThemeDark)->trigger();
  QCOMPARE(field<QComboBox>("themeSystem")->currentIndex(), 2);
  action(ActionId::kReplaceWires)->trigger();
  QVERIFY(field<QCheckBox>("replaceWires")->isChecked());
  action(ActionId::kFollowPlots)->trigger();
  QVERIFY(!field<QCheckBox>("followPlots")->isChecked());
  // At the next start, too.
  window_ = std::make_unique<MainWindow>(BuiltInBlocks(), themes_.get());
  QVERIFY(action(ActionId::kThemeDark)->isChecked());
  QVERIFY(action(ActionId::kReplaceWires)->isChecked());
  QVERIFY(!action(ActionId::kFollowPlots)->isChecked());
}

void TestPreferences::theDelayOfAutosaveIsKept() {
  open();
  auto* const seconds = field<QSpinBox>("autosave");
  QCOMPARE(seconds->value(), 2);
  seconds->setValue(1);
  QCOMPARE(Autosave::delaySeconds(), 1);
  QSignalSpy saved(window_->current()->autosave(), &Autosave::saved);
  window_->current()->view()->inserter()->addBlock("Gain", QPointF(0, 0));
  QTRY_COMPARE(saved.count(), 1);
  QSettings().setValue("files/autosaveSeconds", -7);
  QCOMPARE(Autosave::delaySeconds(), 1);
}

void TestPreferences::theMemoryOfRecordingsIsKept() {
  open();
  auto* const size = field<QSpinBox>("recordingMemory");
  QCOMPARE(size->text(), size->specialValueText());
  size->setValue(300);
  QCOMPARE(RecordingMemory::mebibytes(), 300);
  size->setValue(0);
  QVERIFY(!RecordingMemory::isChosen());
  QCOMPARE(RecordingMemory::mebibytes(), RecordingMemory::machineMebibytes() / 4);
}

void TestPreferences::theTextSizeIsForTheNextStart() {
  open();
  auto* const box = field<QComboBox>("textSize");
  QCOMPARE(box->currentIndex(), 0);
  QCOMPARE(textSizeChoice(), 0.0);
  choose(box, box->findText("150 %"));
  QCOMPARE(textSizeChoice(), 1.5);
  QCOMPARE(textScale(), 1.0);
  delete open();
  window_ = std::make_unique<MainWindow>(BuiltInBlocks(), themes_.get());
  window_->show();
  window_->activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(window_.get()));
  QVERIFY(open() != nullptr);
  QCOMPARE(field<QComboBox>("textSize")->currentText(), QString("150 %"));
}

void TestPreferences::itIsOneDialog() {
  QDialog* const first = open();
  QVERIFY(!first->isModal());
  first->close();
  action(ActionId::kPreferences)->trigger();
  QCOMPARE(window_->findChildren<QDialog*>("preferences").size(), 1);
  QVERIFY(first->isVisible());
  QTest::keyClick(first, Qt::Key_Escape);
  QVERIFY(!first->isVisible());
}

void TestPreferences::aboutNamesVersionLicenceAndLibraries() {
  action(ActionId::kAbout)->trigger();
  auto* const about = window_->findChild<QDialog*>("aboutDialog");
  QVERIFY(about != nullptr && about->isVisible());
  const QRegularExpression number("\\d+\\.\\d+");
  const QString version = about->findChild<QLabel*>("aboutDialog.version")->text();
  QVERIFY2(number.match(version).hasMatch(), qPrintable(version));
  QVERIFY(about->findChild<QLabel*>("aboutDialog.licence")->text().contains("GPL-3.0-or-later"));
  auto* const table = about->findChild<QTableWidget*>("aboutDialog.libraries");
  QStringList names;
  for (int row = 0; row < table->rowCount(); ++row) {
    const QString name = table->item(row, 0)->text();
    names << name;
    const QString found = table->item(row, 1)->text();
    QVERIFY2(number.match(found).hasMatch() || name == "Random123", qPrintable(name));
    QVERIFY2(!table->item(row, 2)->text().isEmpty(), qPrintable(name));
    if (name == "Qt") QCOMPARE(found, QString(qVersion()));
  }
  QCOMPARE(names, QStringList({"CLI11", "Eigen", "matio", "nlohmann/json", "QCustomPlot", "Qt",
                               "Random123", "SUNDIALS", "xxHash", "Zstandard"}));
  for (int row = 1; row < table->rowCount(); ++row) {
    QCOMPARE(table->rowHeight(row), table->rowHeight(0));
  }
  auto* const copy = about->findChild<QPushButton*>("aboutDialog.copy");
  QVERIFY(!copy->isDefault());
  QTest::mouseClick(copy, Qt::LeftButton);
  const QString copied = QGuiApplication::clipboard()->text();
  QVERIFY2(copied.startsWith("Loopwright ") && copied.contains("SUNDIALS "), qPrintable(copied));
}

LOOPWRIGHT_TEST_WITH(QApplication, TestPreferences)

}  // namespace loopwright::test_preferences

#include "test_preferences.moc"
