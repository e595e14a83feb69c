#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QObject>
#include <QPushButton>
#include <QTest>
#include <QUndoStack>
#include <memory>
#include <string>

#include "engine/analysis/response_picture.h"
#include "engine/document/document.h"
#include "gui/actions/actions.h"
#include "gui/analysis/analysis_panel.h"
#include "gui/analysis/response_plot.h"
#include "gui/document/diagram_document.h"
#include "tests/gui/editor_window.h"
#include "tests/gui/window_fixture.h"
#include "tests/test_main.h"

namespace loopwright::test_analysis_designs {

namespace {

// A force moves a cart, whose speed and place are states.
QByteArray cart(const QByteArray& analyses = {}) {
  return R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
      "force": {"type": "Constant", "layout": {"x": 0, "y": 0}},
      "between": {"type": "Gain", "layout": {"x": 100, "y": 0}},
      "speed": {"type": "Integrator", "layout": {"x": 200, "y": 0}},
      "place": {"type": "Integrator", "layout": {"x": 300, "y": 0}}},
    "wires": [{"from": "force.y", "to": "between.u"}, {"from": "between.y", "to": "speed.u"},
              {"from": "speed.y", "to": "place.u"}]})" +
         analyses + "}";
}

constexpr const char* kBothStates =
    R"(, "analyses": [{"name": "cart", "inputs": ["force.y"], "outputs": ["place.y", "speed.y"]}])";

// In the order of the list.
enum Method { kRegulator = 4, kPoles, kFilter, kLqg };

}  // namespace

/// Controllers and filters that the panel of the analysis puts into the diagram as new blocks.
class TestAnalysisDesigns : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    fixture_ = std::make_unique<WindowFixture>();
    editor_ = std::make_unique<EditorWindow>(cart(kBothStates).constData());
  }
  void cleanup() {
    editor_.reset();
    fixture_.reset();
  }

  void aRegulatorWithSamplesIsWired();
  void aFilterIsAdded();
  void aControllerOfOneOutputIsWired();
  void whatIsMissedForNewBlocksIsSaid();
  void aPeriodThatCannotBeIsSaid();
  void whatIsOldIsNotPutIn();

 private:
  AnalysisPanel* panel() const { return editor_->workspace()->analysis(); }
  template <typename T>
  T* part(const char* name) const {
    return panel()->findChild<T*>(name);
  }
  QString designed() const { return part<QLabel>("designResult")->text(); }
  QPushButton* apply() const { return part<QPushButton>("designApply"); }
  QString typeOf(const QString& block) const {
    const Block* const found = editor_->model(block);
    return found == nullptr ? QString() : QString::fromStdString(found->type);
  }
  void open() const {
    editor_->action(ActionId::kShowAnalysis)->trigger();
    QTRY_VERIFY(panel()->isVisible());
  }
  // From the force to the place, without an analysis of the file.
  void lookAtOneOutput() const {
    panel()->showResponseFrom("force.y");
    panel()->showResponseTo("place.y");
    QTRY_VERIFY(panel()->plot()->picture() != nullptr);
  }
  void find(Method method, const QString& block = "new blocks", const QString& period = {}) const {
    part<QComboBox>("designMethod")->setCurrentIndex(method);
    auto* const blocks = part<QComboBox>("designBlock");
    blocks->setCurrentIndex(blocks->findText(block));
    QCOMPARE(blocks->currentText(), block);
    part<QLineEdit>("designPeriod")->setText(period);
    QTest::mouseClick(part<QPushButton>("designCompute"), Qt::LeftButton);
  }
  // What was found gets into the diagram as one step, which undo takes back to the byte.
  void putAndTakeBack(const QStringList& blocks) const {
    const QByteArray before = editor_->bytes();
    QTRY_VERIFY2(apply()->isEnabled(), qPrintable(designed()));
    QCOMPARE(editor_->bytes(), before);
    QTest::mouseClick(apply(), Qt::LeftButton);
    QCOMPARE(editor_->undo()->count(), 1);
    for (const QString& block : blocks) {
      QVERIFY2(editor_->model(block) != nullptr, qPrintable(block));
      QVERIFY2(editor_->model(block)->layout, qPrintable(block));
      QVERIFY2(editor_->block(block) != nullptr, qPrintable(block));
    }
    QVERIFY(!apply()->isEnabled() && designed().isEmpty());
    editor_->document()->finishCheck();
    QCOMPARE(editor_->document()->errorCount(), 0);
    editor_->undo()->undo();
    QCOMPARE(editor_->bytes(), before);
  }

  std::unique_ptr<WindowFixture> fixture_;
  std::unique_ptr<EditorWindow> editor_;
};

// Both states are outputs. A Gain that is there would be asked for its own.
void TestAnalysisDesigns::aRegulatorWithSamplesIsWired() {
  open();
  QTRY_VERIFY(panel()->plot()->picture() != nullptr);
  part<QComboBox>("designMethod")->setCurrentIndex(kRegulator);
  QCOMPARE(part<QComboBox>("designBlock")->currentText(), QString("between"));
  find(kRegulator, "new blocks", "0.1");
  QTRY_VERIFY2(designed().startsWith("K = ["), qPrintable(designed()));
  QVERIFY(panel()->plot()->proposal() != nullptr);
  for (const PoleInfo& pole : panel()->plot()->proposal()->poles) QVERIFY(pole.is_stable);
  QTest::mouseClick(apply(), Qt::LeftButton);
  QCOMPARE(typeOf("lqr_hold"), QString("ZeroOrderHold"));
  QCOMPARE(editor_->wireModel("between.u")->from, std::string("lqr_sum.y"));
  editor_->undo()->undo();
  editor_->undo()->clear();
  find(kRegulator, "new blocks", "0.1");
  putAndTakeBack({"lqr", "lqr_hold", "lqr_sum", "lqr_hold_u"});
}

// It only watches, so that there is nothing to compare.
void TestAnalysisDesigns::aFilterIsAdded() {
  open();
  lookAtOneOutput();
  find(kFilter);
  QTRY_VERIFY2(designed().startsWith("L = ["), qPrintable(designed()));
  QVERIFY(!designed().contains("M = "));
  QVERIFY(panel()->plot()->proposal() == nullptr);
  QTest::mouseClick(apply(), Qt::LeftButton);
  QCOMPARE(typeOf("kalman"), QString("StateSpace"));
  editor_->undo()->undo();
  editor_->undo()->clear();
  find(kFilter, "new blocks", "0.1");
  QTRY_VERIFY2(designed().contains("M = ["), qPrintable(designed()));
  putAndTakeBack({"kalman", "kalman_u"});
}

void TestAnalysisDesigns::aControllerOfOneOutputIsWired() {
  open();
  lookAtOneOutput();
  find(kLqg);
  QTRY_VERIFY2(designed().startsWith("K = ["), qPrintable(designed()));
  QVERIFY2(designed().contains("\nL = [") && designed().contains("\npoles "),
           qPrintable(designed()));
  // The cart without a controller does not come to rest.
  QVERIFY2(designed().contains("\ncost ") && designed().endsWith(" (now ∞)"),
           qPrintable(designed()));
  QVERIFY(panel()->plot()->proposal() != nullptr);
  QCOMPARE(panel()->plot()->proposal()->poles.size(), size_t{4});
  for (const PoleInfo& pole : panel()->plot()->proposal()->poles) QVERIFY(pole.is_stable);
  putAndTakeBack({"lqg", "lqg_sum"});
  find(kLqg, "new blocks", "0.1");
  QTRY_VERIFY2(apply()->isEnabled(), qPrintable(designed()));
  QTest::mouseClick(apply(), Qt::LeftButton);
  QCOMPARE(typeOf("lqg"), QString("DiscreteStateSpace"));
}

void TestAnalysisDesigns::whatIsMissedForNewBlocksIsSaid() {
  open();
  panel()->showLoop("between.y");
  find(kLqg);
  QVERIFY2(designed().startsWith("New blocks stand between the ends of a response: choose "
                                 "“Response from” above the plots"),
           qPrintable(designed()));
  // The gain is found, but one output does not tell both states.
  lookAtOneOutput();
  find(kRegulator);
  QTRY_VERIFY2(designed().contains("feed all of them back, or estimate them with lqg"),
               qPrintable(designed()));
  QVERIFY2(designed().startsWith("K = [") && !designed().contains("--"), qPrintable(designed()));
  QVERIFY(!apply()->isEnabled());
  panel()->showResponseTo("between.y");
  find(kFilter);
  QTRY_VERIFY2(designed().contains("no output shows it (states place.x)"), qPrintable(designed()));
}

void TestAnalysisDesigns::aPeriodThatCannotBeIsSaid() {
  open();
  lookAtOneOutput();
  for (const QString& period : {QString("soon"), QString("inf")}) {
    find(kFilter, "new blocks", period);
    QCOMPARE(designed(), QString("period, s: “%1” is no number").arg(period));
  }
  for (const Method method : {kFilter, kLqg}) {
    find(method, "new blocks", "-1");
    QTRY_COMPARE(designed(), QString("a positive number of seconds is needed"));
  }
  find(kRegulator, "between", "0.1");
  QTRY_VERIFY2(designed().contains("put a ZeroOrderHold of that period before it, or choose new "
                                   "blocks"),
               qPrintable(designed()));
  part<QLineEdit>("designV")->setText("[[1, 0], [0, 1]]");
  find(kLqg);
  QTRY_COMPARE(designed(), QString("V is 2 by 2, but here it must be 1 by 1"));
}

// What was found is of the method, the fields and the ends that are seen.
void TestAnalysisDesigns::whatIsOldIsNotPutIn() {
  open();
  lookAtOneOutput();
  const auto isNothingLeft = [this] {
    return panel()->plot()->proposal() == nullptr && !apply()->isEnabled();
  };
  find(kLqg);
  QTRY_VERIFY2(apply()->isEnabled(), qPrintable(designed()));
  part<QComboBox>("designMethod")->setCurrentIndex(kFilter);
  QVERIFY(isNothingLeft() && designed().isEmpty());
  find(kLqg);
  QTRY_VERIFY2(apply()->isEnabled(), qPrintable(designed()));
  find(kLqg, "new blocks", "soon");
  QVERIFY(isNothingLeft());
  find(kLqg);
  QTRY_VERIFY2(apply()->isEnabled(), qPrintable(designed()));
  // The speed does not tell the place.
  panel()->showResponseTo("speed.y");
  QTRY_VERIFY2(designed().contains("no output shows it (states place.x)"), qPrintable(designed()));
  QVERIFY(isNothingLeft());
  panel()->showResponseTo("place.y");
  QTRY_VERIFY2(apply()->isEnabled(), qPrintable(designed()));
}

LOOPWRIGHT_TEST_WITH(QApplication, TestAnalysisDesigns)

}  // namespace loopwright::test_analysis_designs

#include "test_analysis_designs.moc"
