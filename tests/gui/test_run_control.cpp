#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QObject>
#include <QPointer>
#include <QPushButton>
#include <QScopeGuard>
#include <QTest>
#include <QToolBar>
#include <QToolButton>
#include <cmath>
#include <memory>

#include "engine/document/document.h"
#include "engine/recording/recording.h"
#include "gui/actions/actions.h"
#include "gui/canvas/diagram_view.h"
#include "gui/document/diagram_document.h"
#include "gui/language/language.h"
#include "gui/main_window/file_commands.h"
#include "gui/run/run_controller.h"
#include "gui/run/shown_instant.h"
#include "tests/gui/window_fixture.h"
#include "tests/test_main.h"

namespace loopwright::test_run_control {

/// Run control by key and in the run bar: steps, to a time, the pace.
class TestRunControl : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    fixture_ = std::make_unique<WindowFixture>();
    window_ = activeWindow();
    QVERIFY(openFile(window_.get(), fixture_->write("diagram.loop.json", counterDiagram(1000))));
  }
  void cleanup() {
    window_.reset();
    fixture_.reset();
  }

  void stepsByKeys();
  void stepsBackByKeysAndOnAgain();
  void stepsBackToUpdatesAndSamples();
  void stepsThroughThePhasesOfAStep();
  void theBarLeadsBackToAnInstant();
  void anotherRunGoesOnFromThePast();
  void runsToATime();
  void thePaceIsChosenInTheRunBar();
  void thePaceIsChangedByKeys();
  void theStatusOfAPausedRunIsWhole_data() { addLanguages(); }
  void theStatusOfAPausedRunIsWhole();
  void aNarrowWindowWithLargeTextsHasAllOfRunControl_data() { addLanguages(); }
  void aNarrowWindowWithLargeTextsHasAllOfRunControl();

 private:
  static void addLanguages() {
    QTest::addColumn<QString>("language");
    QTest::newRow("English") << "en";
    QTest::newRow("German") << "de";
  }
  RunController* runs() const { return window_->current()->runs(); }
  bool isPaused() const { return runs()->state() == RunController::State::kPaused; }
  QString status() const { return window_->findChild<QLabel*>("runStatus")->text(); }
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const {
    QTest::keyClick(window_.get(), key, modifiers);
  }
  // Runs to 5 s and pauses.
  void pauseAtFive() const {
    runs()->runTo(5);
    QTRY_VERIFY(isPaused() && runs()->shown()->instant() && runs()->time() >= 5);
  }
  double pace() const {
    return window_->current()->document()->document().simulation.Get("realtime_rate").number();
  }

  std::unique_ptr<WindowFixture> fixture_;
  std::unique_ptr<MainWindow> window_;
};

void TestRunControl::stepsByKeys() {
  QTest::keyClick(window_.get(), Qt::Key_F10);
  QTRY_VERIFY(isPaused());
  const double first = runs()->time();
  QVERIFY(first > 0);
  QVERIFY(first <= 0.02 + 1e-12);
  QTest::keyClick(window_.get(), Qt::Key_F10);
  QTRY_VERIFY(isPaused());
  const double second = runs()->time();
  QVERIFY(second > first);
  QVERIFY(second <= 0.04 + 1e-12);
  QTest::keyClick(window_.get(), Qt::Key_F11);
  QTRY_VERIFY(isPaused());
  QVERIFY(runs()->time() > second);
  QVERIFY(window_->findChild<QLabel*>("runStatus")->text().contains("paused"));
  window_->actions().get(ActionId::kRun)->trigger();
  QTRY_VERIFY(!runs()->isActive());
  QCOMPARE(runs()->time(), 1000.0);
}

void TestRunControl::stepsBackByKeysAndOnAgain() {
  pauseAtFive();
  const double there = runs()->time();
  const int64_t step = runs()->shown()->instant()->step;
  press(Qt::Key_F10, Qt::ShiftModifier);
  QTRY_COMPARE(runs()->shown()->instant()->step, step - 1);
  QVERIFY(runs()->shown()->isInPast());
  QVERIFY(runs()->time() < there);
  QVERIFY2(status().contains("before the step"), qPrintable(status()));
  press(Qt::Key_F10, Qt::ShiftModifier);
  QTRY_COMPARE(runs()->shown()->instant()->step, step - 2);
  press(Qt::Key_F10);
  QTRY_COMPARE(runs()->shown()->instant()->step, step - 1);
  press(Qt::Key_F10);
  QTRY_COMPARE(runs()->shown()->instant()->step, step);
  QVERIFY(!runs()->shown()->isInPast());
  QCOMPARE(runs()->time(), there);
  press(Qt::Key_F10, Qt::ShiftModifier);
  QTRY_COMPARE(runs()->shown()->instant()->step, step - 1);
  // From anywhere the run goes on from where it was, and back from its end.
  window_->actions().get(ActionId::kRun)->trigger();
  QTRY_VERIFY(!runs()->isActive());
  QCOMPARE(runs()->time(), 1000.0);
  press(Qt::Key_F10, Qt::ShiftModifier);
  QTRY_VERIFY(runs()->shown()->isInPast());
  QVERIFY(runs()->time() < 1000);
  QVERIFY(!runs()->isActive());
}

// The last update is where both values of its signals are known.
void TestRunControl::stepsBackToUpdatesAndSamples() {
  pauseAtFive();
  const int64_t step = runs()->shown()->instant()->step;
  press(Qt::Key_F11, Qt::ShiftModifier);
  QTRY_VERIFY(runs()->shown()->isInPast() && runs()->shown()->instant()->step < step);
  QVERIFY(runs()->shown()->valuesAfter() != nullptr);
  const int64_t update = runs()->shown()->instant()->step;
  press(Qt::Key_F11, Qt::ShiftModifier);
  QTRY_VERIFY(runs()->shown()->instant()->step < update);
  press(Qt::Key_F11);
  QTRY_COMPARE(runs()->shown()->instant()->step, update);
  // Samples are those of the selected block.
  press(Qt::Key_F11, Qt::AltModifier | Qt::ShiftModifier);
  QCOMPARE(runs()->shown()->instant()->step, update);
  window_->current()->view()->selectBlocks({"counter"});
  press(Qt::Key_F11, Qt::AltModifier | Qt::ShiftModifier);
  QTRY_VERIFY(runs()->shown()->instant()->step < update);
  press(Qt::Key_F11, Qt::AltModifier);
  QTRY_COMPARE(runs()->shown()->instant()->step, update);
}

void TestRunControl::stepsThroughThePhasesOfAStep() {
  pauseAtFive();
  press(Qt::Key_F11, Qt::ShiftModifier);
  QTRY_VERIFY(runs()->shown()->isInPast());
  const int64_t step = runs()->shown()->instant()->step;
  const int phases = static_cast<int>(runs()->shown()->instant()->phases.size());
  QVERIFY(phases > 0);
  press(Qt::Key_F12);
  QCOMPARE(runs()->shown()->phase(), 1);
  QVERIFY2(status().contains("after the discrete updates"), qPrintable(status()));
  press(Qt::Key_F12, Qt::ShiftModifier);
  QCOMPARE(runs()->shown()->phase(), 0);
  press(Qt::Key_F12, Qt::ShiftModifier);
  QTRY_COMPARE(runs()->shown()->instant()->step, step - 1);
  QCOMPARE(runs()->shown()->phase(), static_cast<int>(runs()->shown()->instant()->phases.size()));
  press(Qt::Key_F12);
  QTRY_COMPARE(runs()->shown()->instant()->step, step);
  QCOMPARE(runs()->shown()->phase(), 0);
}

void TestRunControl::theBarLeadsBackToAnInstant() {
  runs()->runTo(500);
  QTRY_VERIFY(isPaused() && runs()->shown()->instant() && runs()->time() >= 500);
  auto* const bar = window_->findChild<QWidget*>("runProgress");
  const QPoint quarter(bar->width() / 4, bar->height() / 2);
  const double expected = 1000.0 * quarter.x() / bar->width();
  QTest::mousePress(bar, Qt::LeftButton, {}, quarter);
  QTRY_VERIFY(runs()->shown()->isInPast());
  QVERIFY2(std::abs(runs()->time() - expected) < 0.03, qPrintable(QString::number(runs()->time())));
  QTest::mouseRelease(bar, Qt::LeftButton, {}, quarter);
}

void TestRunControl::anotherRunGoesOnFromThePast() {
  pauseAtFive();
  const int64_t step = runs()->shown()->instant()->step;
  QVERIFY(!window_->actions().get(ActionId::kRunOnFromHere)->isEnabled());
  press(Qt::Key_F10, Qt::ShiftModifier);
  QTRY_COMPARE(runs()->shown()->instant()->step, step - 1);
  const std::shared_ptr<const Recording> before = runs()->recording();
  QVERIFY(window_->actions().get(ActionId::kRunOnFromHere)->isEnabled());
  press(Qt::Key_F5, Qt::ControlModifier | Qt::ShiftModifier);
  QTRY_VERIFY(!runs()->isActive() && runs()->time() == 1000.0);
  // Nothing was changed: the other run is what the first would have been.
  const std::shared_ptr<const Recording> after = runs()->recording();
  QVERIFY(after != before);
  QVERIFY(after->size() > before->size());
  for (int64_t row = 0; row < before->size(); ++row) {
    QCOMPARE(after->time(row), before->time(row));
    QCOMPARE(after->value(row, 0), before->value(row, 0));
  }
}

void TestRunControl::runsToATime() {
  QTest::keyClick(window_.get(), Qt::Key_F10, Qt::ControlModifier);
  const QPointer<QDialog> dialog = window_->findChild<QDialog*>("runToDialog");
  QVERIFY(dialog);
  auto* const field = dialog->findChild<QLineEdit*>("field.0");
  auto* const ok = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
  QTest::keyClicks(field, "soon");
  QTest::mouseClick(ok, Qt::LeftButton);
  QCOMPARE(dialog->findChild<QLabel*>("problem")->text(), QString("A number of seconds like 2.5."));
  field->clear();
  QTest::keyClicks(field, "5");
  QTest::mouseClick(ok, Qt::LeftButton);
  QTRY_VERIFY(isPaused());
  QVERIFY(std::abs(runs()->time() - 5) < 0.021);
  QTRY_VERIFY(!dialog);
  window_->actions().get(ActionId::kRunTo)->trigger();
  auto* const again = window_->findChild<QDialog*>("runToDialog");
  QTest::keyClicks(again->findChild<QLineEdit*>("field.0"), "3");
  QTest::mouseClick(again->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok),
                    Qt::LeftButton);
  QVERIFY(again->findChild<QLabel*>("problem")->text().startsWith("The run is past that"));
  again->reject();
  window_->actions().get(ActionId::kStop)->trigger();
  QTRY_VERIFY(!runs()->isActive());
}

void TestRunControl::thePaceIsChosenInTheRunBar() {
  auto* const box = window_->findChild<QComboBox*>("pace");
  QCOMPARE(box->currentText(), QString("full speed"));
  const auto choose = [box](Qt::Key key) {
    box->showPopup();
    QTest::keyClick(box->view(), key);
    QTest::keyClick(box->view(), Qt::Key_Return);
  };
  choose(Qt::Key_End);
  QCOMPARE(pace(), 0.01);
  QCOMPARE(box->currentText(), QString("0.01× real time"));
  window_->actions().get(ActionId::kRun)->trigger();
  QTRY_COMPARE(runs()->state(), RunController::State::kRunning);
  QVERIFY(runs()->time() < 100);
  // At that pace the run would take a day: it follows the choice of another.
  choose(Qt::Key_Home);
  QTRY_VERIFY(!runs()->isActive());
  QCOMPARE(runs()->time(), 1000.0);
}

void TestRunControl::thePaceIsChangedByKeys() {
  QTest::keyClick(window_.get(), Qt::Key_PageDown, Qt::AltModifier);
  QCOMPARE(pace(), 100.0);
  QTest::keyClick(window_.get(), Qt::Key_PageDown, Qt::AltModifier);
  QCOMPARE(pace(), 10.0);
  QTest::keyClick(window_.get(), Qt::Key_PageUp, Qt::AltModifier);
  QCOMPARE(pace(), 100.0);
  QTest::keyClick(window_.get(), Qt::Key_PageUp, Qt::AltModifier);
  QCOMPARE(pace(), 0.0);
  QTest::keyClick(window_.get(), Qt::Key_PageUp, Qt::AltModifier);
  QCOMPARE(pace(), 0.0);
}

// In a window of a usual size nothing of what is said of a paused run is cut, in any language.
void TestRunControl::theStatusOfAPausedRunIsWhole() {
  QFETCH(QString, language);
  installLanguage(language);
  const auto usual = qScopeGuard([this] {
    window_.reset();
    installLanguage(QStringLiteral("en"));
  });
  window_ = activeWindow(QSize(1600, 1000));
  QVERIFY(openFile(window_.get(), fixture_->path("diagram.loop.json")));
  pauseAtFive();
  QCoreApplication::processEvents();
  const auto* const label = window_->current()->runBar()->findChild<QLabel*>("runStatus");
  QCOMPARE(label->text().count(QStringLiteral(" · ")), 3);
  QVERIFY2(label->fontMetrics().horizontalAdvance(label->text()) <= label->width(),
           qPrintable(label->text()));
  QVERIFY(window_->findChild<QComboBox*>("pace")->isVisible());
}

// What has no room behind the run bar is behind the button at the toolbar's end, and in the menus.
void TestRunControl::aNarrowWindowWithLargeTextsHasAllOfRunControl() {
  QFETCH(QString, language);
  installLanguage(language);
  setTextScale(1.5);
  applyTheme(qApp, Theme::Mode::kLight);
  const auto usual = qScopeGuard([this] {
    window_.reset();
    installLanguage(QStringLiteral("en"));
    setTextScale(1);
    applyTheme(qApp, Theme::Mode::kLight);
  });
  window_ = activeWindow(QSize(1280, 720));
  QVERIFY(openFile(window_.get(), fixture_->path("diagram.loop.json")));
  pauseAtFive();
  QCOMPARE(window_->width(), 1280);
  QCoreApplication::processEvents();
  auto* const bar = window_->findChild<QToolBar*>("toolBar");
  const auto isSeen = [&](const QWidget* widget) {
    const QRect place(widget->mapTo(window_.get(), QPoint(0, 0)), widget->size());
    return widget->isVisible() && window_->rect().contains(place) &&
           widget->visibleRegion().boundingRect().width() == widget->width();
  };
  for (const ActionId id : {ActionId::kRun, ActionId::kPause, ActionId::kStop, ActionId::kStepBack,
                            ActionId::kStep, ActionId::kStepToUpdate}) {
    const QAction* const action = window_->actions().get(id);
    bool isThere = false;
    for (const QToolButton* button : bar->findChildren<QToolButton*>()) {
      if (button->defaultAction() == action) isThere = isThere || isSeen(button);
    }
    QVERIFY2(isThere, qPrintable(action->objectName()));
  }
  for (const char* name : {"runTime", "stopTime", "integrator", "runProgress", "runStatus"}) {
    QVERIFY2(isSeen(window_->current()->runBar()->findChild<QWidget*>(name)), name);
  }
  // The status leaves the bar enough to be seen moving.
  QVERIFY(window_->current()->runBar()->findChild<QWidget*>("runProgress")->width() >= scaled(45));
  QVERIFY(isSeen(bar->findChild<QToolButton*>("qt_toolbar_ext_button")));
  // The box is as wide as what it shows, and its list as what may be chosen.
  auto* const integrator = window_->current()->runBar()->findChild<QComboBox*>("integrator");
  QVERIFY(integrator->width() < scaled(130));
  QVERIFY(integrator->view()->minimumWidth() > integrator->width());
}

LOOPWRIGHT_TEST_WITH(QApplication, TestRunControl)

}  // namespace loopwright::test_run_control

#include "test_run_control.moc"
