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
#include <QTest>
#include <cmath>
#include <memory>

#include "engine/document/document.h"
#include "gui/actions/actions.h"
#include "gui/document/diagram_document.h"
#include "gui/main_window/file_commands.h"
#include "gui/run/run_controller.h"
#include "tests/gui/window_fixture.h"
#include "tests/test_main.h"

using namespace loopwright;

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
  void runsToATime();
  void thePaceIsChosenInTheRunBar();
  void thePaceIsChangedByKeys();

 private:
  RunController* runs() const { return window_->current()->runs(); }
  bool isPaused() const { return runs()->state() == RunController::State::kPaused; }
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

LOOPWRIGHT_TEST_WITH(QApplication, TestRunControl)
#include "test_run_control.moc"
