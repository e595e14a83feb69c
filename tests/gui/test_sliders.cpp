// Sliders that are pinned beside the plots, in a real window.
#include <QAction>
#include <QContextMenuEvent>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QUndoStack>
#include <memory>

#include "engine/document/document.h"
#include "engine/edits/edit_helpers.h"
#include "gui/actions/actions.h"
#include "gui/canvas/diagram_view.h"
#include "gui/document/diagram_document.h"
#include "gui/main_window/file_commands.h"
#include "gui/run/run_controller.h"
#include "gui/sliders/slider_strip.h"
#include "gui/sliders/value_slider.h"
#include "tests/gui/window_fixture.h"
#include "tests/test_main.h"

namespace loopwright::test_sliders {

class TestSliders : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    fixture_ = std::make_unique<WindowFixture>();
    window_ = activeWindow(QSize(1440, 900));
    QVERIFY(openFile(window_.get(), fixture_->write("diagram.loop.json", kDiagram)));
    document()->finishCheck();
  }
  void cleanup() {
    window_.reset();
    fixture_.reset();
  }

  void isPinnedFromTheFieldOfABlock();
  void isPinnedFromTheTableOfParameters();
  void dragsAsOneStepAndShowsAtOnce();
  void escTakesADragBack();
  void tunesARunThatGoesOn();
  void aRunTakesBackWhatWasGivenUp();
  void takesTypedValuesAndRefusesWrongOnes();
  void hasARangeOfOnesOwn();
  void followsNamesAndGoesWithItsBlock();

 private:
  static constexpr const char* kDiagram = R"({"format": "loopwright", "version": 1,
  "parameters": {"Kp": {"value": 2}},
  "simulation": {"stop_time": 1000, "realtime_rate": 1},
  "diagram": {"blocks": {
    "source": {"type": "DiscreteCounter", "parameters": {"increment": 10, "period": 0.02},
               "layout": {"x": 0, "y": 0}},
    "gain": {"type": "Gain", "parameters": {"gain": 3}, "layout": {"x": 120, "y": 0}},
    "double": {"type": "Gain", "parameters": {"gain": "2*Kp"}, "layout": {"x": 240, "y": 0}},
    "scope": {"type": "Scope", "layout": {"x": 360, "y": 0}}},
  "wires": [{"from": "source.y", "to": "gain.u"}, {"from": "gain.y", "to": "double.u"},
            {"from": "double.y", "to": "scope.u1"}]}}
)";

  DiagramDocument* document() const { return window_->current()->document(); }
  const std::vector<SliderSetting>& sliders() const { return document()->document().sliders; }
  RunController* runs() const { return window_->current()->runs(); }
  int steps() const { return document()->undoStack()->index(); }
  double gain() const {
    return document()->document().FindBlock("gain")->FindParameter("gain")->value.number();
  }
  template <typename T>
  T* part(const QString& name) const {
    T* const found = window_->findChild<T*>(name);
    if (found == nullptr) qFatal("there is no %s", qPrintable(name));
    return found;
  }
  ValueSlider* slider(const QString& parameter) const {
    return part<ValueSlider>("pinned." + parameter + ".slider");
  }
  void askForMenu(QWidget* widget, const QPoint& place) const {
    QContextMenuEvent asked(QContextMenuEvent::Mouse, place, widget->mapToGlobal(place));
    QApplication::sendEvent(widget, &asked);
  }
  void choose(const char* menu, const char* entry) const {
    auto* const shown = part<QMenu>(menu);
    shown->findChild<QAction*>(entry)->trigger();
    shown->close();
    QTRY_VERIFY(window_->findChild<QMenu*>(menu) == nullptr);
  }
  /// As the menu of its field does.
  void pinGain() const {
    window_->current()->view()->selectBlocks({"gain"});
    auto* const line = part<QLineEdit>("property.gain");
    askForMenu(line, QPoint(3, 3));
    choose("fieldMenu", "field.pin");
    QTRY_VERIFY(part<SliderStrip>("sliderStrip")->isVisible());
  }
  /// Presses the handle and moves it, in steps as a hand does; letting it go is another function.
  /// The handle is in the middle of a decade to both sides, or `beside` that.
  void press(ValueSlider* slider, int beside = 0) {
    grip_ = QPoint(slider->width() / 2 + beside, slider->height() / 2);
    QTest::mousePress(slider, Qt::LeftButton, {}, grip_);
    QVERIFY(slider->isSliderDown());
  }
  void moveBy(ValueSlider* slider, int pixels) const {
    for (int part = 1; part <= 3; ++part) {
      QTest::mouseMove(slider, grip_ + QPoint(part * pixels / 3, 0));
    }
  }
  void letGo(ValueSlider* slider, int pixels) const {
    QTest::mouseRelease(slider, Qt::LeftButton, {}, grip_ + QPoint(pixels, 0));
  }

  std::unique_ptr<WindowFixture> fixture_;
  std::unique_ptr<MainWindow> window_;
  QPoint grip_;
};

// It is kept in the file.
void TestSliders::isPinnedFromTheFieldOfABlock() {
  QVERIFY(!part<SliderStrip>("sliderStrip")->isVisible());
  pinGain();
  QCOMPARE(sliders().size(), size_t{1});
  QCOMPARE(sliders()[0].parameter, std::string("gain.gain"));
  QCOMPARE(part<QLineEdit>("pinned.gain.gain.value")->text(), QString("3"));
  QVERIFY(document()->bytes().contains("\"sliders\": [\n    {\"parameter\": \"gain.gain\"}\n  ]"));
  document()->undoStack()->undo();
  QVERIFY(!part<SliderStrip>("sliderStrip")->isVisible());
  document()->undoStack()->redo();
  QVERIFY(part<SliderStrip>("sliderStrip")->isVisible());
  QVERIFY(openFile(window_.get(), fixture_->write("again.loop.json", document()->bytes())));
  auto* const strip = window_->current()->panel(PanelId::kPlots)->findChild<SliderStrip*>();
  QTRY_VERIFY(strip->isVisible());
  QCOMPARE(strip->count(), 1);
  QTest::mouseClick(strip->findChild<QToolButton*>("pinned.gain.gain.unpin"), Qt::LeftButton);
  QTRY_COMPARE(strip->count(), 0);
  QVERIFY(!strip->isVisible());
}

// One that is no number has none.
void TestSliders::isPinnedFromTheTableOfParameters() {
  window_->actions().get(ActionId::kShowParameters)->trigger();
  auto* const table = part<QTableView>("parametersTable");
  QTRY_VERIFY(table->isVisible());
  const QPoint row = table->visualRect(table->model()->index(0, 0)).center();
  askForMenu(table->viewport(), row);
  choose("parametersMenu", "parametersMenu.pin");
  QCOMPARE(sliders().size(), size_t{1});
  QCOMPARE(sliders()[0].parameter, std::string("Kp"));
  QCOMPARE(slider("Kp")->lower(), 0.2);
  QCOMPARE(slider("Kp")->upper(), 20.0);
  askForMenu(table->viewport(), row);
  choose("parametersMenu", "parametersMenu.pin");
  QVERIFY(sliders().empty());
}

void TestSliders::dragsAsOneStepAndShowsAtOnce() {
  pinGain();
  const int before = steps();
  ValueSlider* const handle = slider("gain.gain");
  press(handle);
  moveBy(handle, 30);
  const double dragged = gain();
  QVERIFY2(dragged > 3, qPrintable(QString::number(dragged)));
  QCOMPARE(steps(), before);
  QCOMPARE(part<QLineEdit>("pinned.gain.gain.value")->text().toDouble(), dragged);
  QCOMPARE(part<QLineEdit>("property.gain")->text().toDouble(), dragged);
  moveBy(handle, -30);
  QVERIFY(gain() < 3);
  letGo(handle, -30);
  QCOMPARE(steps(), before + 1);
  QCOMPARE(document()->undoStack()->undoText(), QString("Change gain of gain"));
  document()->undoStack()->undo();
  QCOMPARE(gain(), 3.0);
  QCOMPARE(slider("gain.gain")->number(), 3.0);
  // Quick presses of keys are one step as well.
  handle->setFocus();
  QTest::keyClick(handle, Qt::Key_Right);
  QTest::keyClick(handle, Qt::Key_Right);
  QVERIFY(gain() > 3);
  QCOMPARE(steps(), before + 1);
}

void TestSliders::escTakesADragBack() {
  pinGain();
  const int before = steps();
  ValueSlider* const handle = slider("gain.gain");
  press(handle);
  moveBy(handle, 30);
  QVERIFY(gain() > 3);
  QTest::keyClick(handle, Qt::Key_Escape);
  QCOMPARE(gain(), 3.0);
  QCOMPARE(handle->number(), 3.0);
  moveBy(handle, 60);
  letGo(handle, 60);
  QCOMPARE(gain(), 3.0);
  QCOMPARE(steps(), before);
  // So does the slider in the form of the block.
  auto* const line = part<QLineEdit>("property.gain");
  askForMenu(line, QPoint(3, 3));
  choose("fieldMenu", "field.slider");
  auto* const inForm = part<ValueSlider>("property.gain.slider");
  QTRY_VERIFY(inForm->width() > 60);
  press(inForm);
  moveBy(inForm, 15);
  QVERIFY(gain() > 3);
  QTest::keyClick(inForm, Qt::Key_Escape);
  letGo(inForm, 15);
  QCOMPARE(gain(), 3.0);
  QCOMPARE(line->text(), QString("3"));
  QCOMPARE(steps(), before);
}

// The run has the value before the hand lets go, and says so in its record.
void TestSliders::tunesARunThatGoesOn() {
  pinGain();
  window_->actions().get(ActionId::kRun)->trigger();
  QTRY_VERIFY(runs()->state() == RunController::State::kRunning);
  const int before = steps();
  ValueSlider* const handle = slider("gain.gain");
  press(handle);
  moveBy(handle, 30);
  const double dragged = gain();
  QTRY_VERIFY(!runs()->edits().notes.empty() &&
              runs()->edits().notes.back().after == QString::number(dragged).toStdString());
  QCOMPARE(runs()->edits().notes.back().path, std::string("gain.gain"));
  QCOMPARE(steps(), before);
  const size_t notes = runs()->edits().notes.size();
  letGo(handle, 30);
  QCOMPARE(steps(), before + 1);
  QCOMPARE(gain(), dragged);
  // Nothing is another one then.
  const int64_t looked = runs()->edits().number;
  QTRY_VERIFY(runs()->edits().number > looked);
  QCOMPARE(runs()->edits().notes.size(), notes);
  // However many values the run has had on the way, the user has changed one thing.
  QTRY_VERIFY2(runs()->statusText().contains(" · 1 change"), qPrintable(runs()->statusText()));
  QCOMPARE(runs()->notes(9).size(), 1);
  QVERIFY2(runs()->notes(9)[0].startsWith("gain.gain: 3 → " + QString::number(dragged)),
           qPrintable(runs()->notes(9)[0]));
  // In a pause the run sees the last one alone.
  runs()->pause();
  QTRY_VERIFY(runs()->state() == RunController::State::kPaused);
  press(handle, 30);
  for (const int pixels : {10, 20, -20}) {
    const int64_t seen = runs()->edits().number;
    moveBy(handle, pixels);
    QTRY_VERIFY(runs()->edits().number > seen);
  }
  letGo(handle, -20);
  const std::string last = QString::number(gain()).toStdString();
  QTRY_VERIFY(runs()->edits().notes.size() == notes + 1 &&
              runs()->edits().notes.back().after == last);
  QVERIFY2(runs()->notes(1)[0].contains(" on"), qPrintable(runs()->notes(1)[0]));
  QCOMPARE(runs()->notes(9).size(), 2);
  runs()->stop();
  QTRY_VERIFY(!runs()->isActive());
}

void TestSliders::aRunTakesBackWhatWasGivenUp() {
  pinGain();
  window_->actions().get(ActionId::kRun)->trigger();
  QTRY_VERIFY(runs()->state() == RunController::State::kRunning);
  ValueSlider* const handle = slider("gain.gain");
  press(handle);
  moveBy(handle, 30);
  QTRY_VERIFY(!runs()->edits().notes.empty());
  QTest::keyClick(handle, Qt::Key_Escape);
  QTRY_COMPARE(runs()->edits().notes.back().after, std::string("3"));
  letGo(handle, 30);
  runs()->stop();
  QTRY_VERIFY(!runs()->isActive());
}

void TestSliders::takesTypedValuesAndRefusesWrongOnes() {
  pinGain();
  auto* const line = part<QLineEdit>("pinned.gain.gain.value");
  const auto type = [&](const char* text) {
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, text);
    QTest::keyClick(line, Qt::Key_Return);
  };
  type("7");
  QCOMPARE(gain(), 7.0);
  type("kk");
  QCOMPARE(gain(), 7.0);
  QVERIFY(line->property("invalid").toBool());
  QVERIFY2(line->toolTip().contains("kk"), qPrintable(line->toolTip()));
  QCOMPARE(line->text(), QString("kk"));
  type("3*Kp");
  QVERIFY(!line->property("invalid").toBool());
  QVERIFY(!slider("gain.gain")->isEnabled());
  QCOMPARE(slider("gain.gain")->toolTip(),
           QString("3*Kp is an expression; only a number has a slider."));
  document()->undoStack()->undo();
  QVERIFY(slider("gain.gain")->isEnabled());
}

void TestSliders::hasARangeOfOnesOwn() {
  pinGain();
  QWidget* const row = part<QWidget>("pinned.gain.gain");
  askForMenu(row, QPoint(5, 5));
  choose("pinnedMenu", "pinnedMenu.range");
  auto* const dialog = part<QDialog>("sliderRangeDialog");
  const auto enter = [&](const char* from, const char* to) {
    dialog->findChild<QLineEdit*>("field.0")->setText(from);
    dialog->findChild<QLineEdit*>("field.1")->setText(to);
    dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->click();
    return dialog->findChild<QLabel*>("problem")->text();
  };
  QCOMPARE(enter("a", ""), QString("A number like 2.5 or 1e3, or nothing."));
  QCOMPARE(enter("4", "4"), QString("The range must end above where it begins."));
  QCOMPARE(enter("", "5"), QString());
  QCOMPARE(*sliders()[0].upper, 5.0);
  QVERIFY(!sliders()[0].lower);
  QCOMPARE(slider("gain.gain")->upper(), 5.0);
  QCOMPARE(slider("gain.gain")->lower(), 0.3);
  slider("gain.gain")->setValue(slider("gain.gain")->maximum());
  QCOMPARE(gain(), 5.0);
}

void TestSliders::followsNamesAndGoesWithItsBlock() {
  pinGain();
  document()->edit("Rename", [](Transaction* t) { RenameBlock(t, "", "gain", "factor"); });
  auto* const strip = part<SliderStrip>("sliderStrip");
  QVERIFY(strip->findChild<QWidget*>("pinned.factor.gain") != nullptr);
  QCOMPARE(strip->findChild<QLineEdit*>("pinned.factor.gain.value")->text(), QString("3"));
  document()->edit("Delete", [](Transaction* t) { RemoveBlocks(t, "", {"factor"}); });
  QCOMPARE(strip->count(), 0);
  document()->undoStack()->undo();
  QCOMPARE(strip->count(), 1);
  QVERIFY(strip->isVisible());
}

LOOPWRIGHT_TEST_WITH(QApplication, TestSliders)

}  // namespace loopwright::test_sliders

#include "test_sliders.moc"
