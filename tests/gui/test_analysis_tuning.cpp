#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QObject>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QUndoStack>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <numbers>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/analysis/response_picture.h"
#include "engine/document/document.h"
#include "gui/actions/actions.h"
#include "gui/analysis/analysis_panel.h"
#include "gui/analysis/analysis_views.h"
#include "gui/analysis/loop_handles.h"
#include "gui/analysis/response_area.h"
#include "gui/analysis/response_plot.h"
#include "gui/columns/column_label.h"
#include "gui/document/diagram_document.h"
#include "gui/plots/qcustomplot_header.h"
#include "tests/gui/editor_window.h"
#include "tests/gui/window_fixture.h"
#include "tests/test_main.h"

namespace loopwright::test_analysis_tuning {

namespace {

QByteArray wireText(const QByteArray& from, const QByteArray& to) {
  return "{\"from\": \"" + from + "\", \"to\": \"" + to + "\"}";
}

// A loop of blocks one after another, from the error to the first and from the last to the error.
QByteArray loopOf(const QList<QByteArray>& names, const QByteArray& blocks,
                  const QByteArray& analyses = {}) {
  QByteArray wires = wireText("set.y", "error.u1") + ", " +
                     wireText(names.back() + ".y", "error.u2") + ", " +
                     wireText("error.y", names.front() + ".u");
  for (qsizetype i = 1; i < names.size(); ++i) {
    wires += ", " + wireText(names[i - 1] + ".y", names[i] + ".u");
  }
  return R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
      "set": {"type": "Constant", "layout": {"x": 0, "y": 0}},
      "error": {"type": "Sum", "parameters": {"signs": "+-"}, "layout": {"x": 100, "y": 0}})" +
         blocks + R"(}, "wires": [)" + wires + "]}" + analyses + "}";
}

constexpr const char* kGain =
    R"(, "gain": {"type": "Gain", "parameters": {"gain": 2}, "layout": {"x": 200, "y": 0}})";
constexpr const char* kState = R"(, "state": {"type": "Integrator", "layout": {"x": 400, "y": 0}})";
constexpr const char* kLate =
    R"(, "late": {"type": "TransportDelay", "parameters": {"delay": 0.1},
                  "layout": {"x": 300, "y": 0}})";

// L = 2/s.
QByteArray integratorLoop(const QByteArray& analyses = {}) {
  return loopOf({"gain", "state"}, QByteArray(kGain) + kState, analyses);
}

// L = 2 e^(−0.1 s)/s.
QByteArray deadTimeLoop() {
  return loopOf({"gain", "late", "state"}, QByteArray(kGain) + kLate + kState);
}

}  // namespace

/// What a hand changes in the panel of the analysis: a parameter that follows what is dragged, a
/// controller that is put into the diagram; and limit cycles, several views and channels.
class TestAnalysisTuning : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    fixture_ = std::make_unique<WindowFixture>();
    editor_ = std::make_unique<EditorWindow>(integratorLoop().constData());
  }
  void cleanup() {
    editor_.reset();
    fixture_.reset();
  }

  void aCrossoverIsDragged();
  void escGivesUpADrag();
  void aHandMayGoAFewPixels();
  void escGivesUpEveryDrag();
  void aPoleIsDragged();
  void aDragPaintsOnlyWhatFollows();
  void marginsAreDragged();
  void marginsAreDraggedInThePlane();
  void everyCrossoverIsDragged();
  void anyParameterIsDragged();
  void aNamedParameterIsDragged();
  void withoutAParameterNothingIsDragged();
  void aLimitCycleIsPredicted();
  void aPidIsDesigned();
  void statesAreFedBack();
  void whatCannotBeDesignedIsSaid();
  void oneOfSeveralResponsesIsDrawn();
  void viewsStandTogether();
  void degreesHaveRoomForTheirNumbers();
  void decibelsHaveRoomForTheirNumbers();
  void theViewIsExported();
  void dataThatIsApproximatedIsSaid();

 private:
  AnalysisPanel* panel() const { return editor_->workspace()->analysis(); }
  ResponsePlot* plot() const { return panel()->plot(); }
  QCustomPlot* area() const { return plot()->findChild<QCustomPlot*>("plotArea"); }
  template <typename T>
  T* part(const char* name) const {
    return panel()->findChild<T*>(name);
  }
  QString facts() const { return part<QLabel>("analysisFacts")->text(); }
  QString note() const { return part<QLabel>("analysisNote")->text(); }
  QString designed() const { return part<QLabel>("designResult")->text(); }
  void choose(ResponseView view) const {
    part<QTabBar>("analysisViews")->setCurrentIndex(static_cast<int>(view));
  }
  void activate(const char* name, int index) const {
    auto* const field = part<QComboBox>(name);
    field->setCurrentIndex(index);
    Q_EMIT field->activated(index);
  }
  void open() const {
    editor_->action(ActionId::kShowAnalysis)->trigger();
    QTRY_VERIFY(panel()->isVisible());
  }
  void openLoop(const QString& signal) const {
    open();
    panel()->showLoop(signal);
    QTRY_VERIFY2(plot()->handles()->isEnabled(), qPrintable(note()));
  }
  double parameterOf(const QString& block, const char* name) const {
    return editor_->model(block)->FindParameter(name)->value.number();
  }
  void send(QEvent::Type type, const QPointF& place) const {
    const bool isMove = type == QEvent::MouseMove;
    const Qt::MouseButtons down =
        type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton;
    QMouseEvent event(type, place, area()->mapToGlobal(place),
                      isMove ? Qt::NoButton : Qt::LeftButton, down, Qt::NoModifier);
    QApplication::sendEvent(area(), &event);
  }
  // Takes the first handle of a kind to a place of the axes with that number, as far as coordinates
  // are given. Again until the axes have their places. A hand that goes no farther than a click may
  // does not drag, so that it goes farther first.
  void take(LoopHandle handle, int axes, std::optional<double> x, std::optional<double> y) const {
    QTRY_VERIFY(!plot()->isStale());
    QTRY_VERIFY(!plot()->handles()->placesOf(handle).empty() &&
                area()->axisRect(axes)->rect().contains(
                    plot()->handles()->placesOf(handle).front().toPoint()));
    const QPointF from = plot()->handles()->placesOf(handle).front();
    QPointF to = from;
    if (x) to.setX(area()->axisRect(axes)->axis(QCPAxis::atBottom)->coordToPixel(*x));
    if (y) to.setY(area()->axisRect(axes)->axis(QCPAxis::atLeft)->coordToPixel(*y));
    send(QEvent::MouseButtonPress, from);
    const double far = 2 * QApplication::startDragDistance();
    send(QEvent::MouseMove, from + QPointF(far, far));
    send(QEvent::MouseMove, to);
    QVERIFY(plot()->handles()->isHeld());
    held_ = to;
  }
  void letGo() const { send(QEvent::MouseButtonRelease, held_); }
  static bool isNear(double value, double expected, double tolerance) {
    return std::abs(value / expected - 1) <= tolerance;
  }

  std::unique_ptr<WindowFixture> fixture_;
  std::unique_ptr<EditorWindow> editor_;
  mutable QPointF held_;
};

// The parameter and all numbers follow while the hand drags; the whole drag is one step to undo.
void TestAnalysisTuning::aCrossoverIsDragged() {
  const QByteArray before = editor_->bytes();
  openLoop("gain.y");
  QCOMPARE(part<QComboBox>("analysisParameter")->currentText(), QString("gain.gain"));
  take(LoopHandle::kCrossover, 0, 4, {});
  QVERIFY(isNear(parameterOf("gain", "gain"), 4, 1e-2));
  QVERIFY(editor_->document()->isInGesture());
  QCOMPARE(editor_->undo()->count(), 0);
  QVERIFY2(note().startsWith("gain.gain = "), qPrintable(note()));
  const auto isShown = [&](double gain) {
    const auto picture = plot()->picture();
    return picture && picture->margins && picture->margins->gain_crossovers.size() == 1 &&
           isNear(picture->margins->gain_crossovers[0].frequency, gain, 1e-9);
  };
  QTRY_VERIFY(isShown(parameterOf("gain", "gain")));
  letGo();
  QVERIFY(!editor_->document()->isInGesture());
  QCOMPARE(editor_->undo()->count(), 1);
  editor_->undo()->undo();
  QCOMPARE(editor_->bytes(), before);
  QTRY_VERIFY(facts().contains("90.0° at 2 rad/s"));
}

void TestAnalysisTuning::escGivesUpADrag() {
  const QByteArray before = editor_->bytes();
  openLoop("gain.y");
  take(LoopHandle::kCrossover, 0, 4, {});
  QVERIFY(editor_->bytes() != before);
  QTest::keyClick(area(), Qt::Key_Escape);
  QCOMPARE(editor_->bytes(), before);
  QVERIFY(!plot()->handles()->isHeld());
  // The button is still down, and what it does means nothing.
  send(QEvent::MouseMove, held_ + QPointF(40, 0));
  letGo();
  QCOMPARE(editor_->bytes(), before);
  QCOMPARE(editor_->undo()->count(), 0);
  QTRY_VERIFY(facts().contains("90.0° at 2 rad/s"));
}

// Fewer than those after which icons are dragged; a hand that shakes in a click changes nothing.
void TestAnalysisTuning::aHandMayGoAFewPixels() {
  openLoop("gain.y");
  QTRY_VERIFY(!plot()->isStale() && !plot()->handles()->placesOf(LoopHandle::kCrossover).empty());
  const QPointF from = plot()->handles()->placesOf(LoopHandle::kCrossover).front();
  const double before = parameterOf("gain", "gain");
  send(QEvent::MouseButtonPress, from);
  send(QEvent::MouseMove, from + QPointF(2, 0));
  QCOMPARE(parameterOf("gain", "gain"), before);
  send(QEvent::MouseMove, from + QPointF(4, 0));
  QVERIFY(parameterOf("gain", "gain") > before);
  QVERIFY(parameterOf("gain", "gain") < 1.2 * before);
  held_ = from + QPointF(4, 0);
  letGo();
  QCOMPARE(editor_->undo()->count(), 1);
}

// At −k, on its branch of the locus.
void TestAnalysisTuning::aPoleIsDragged() {
  const QByteArray before = editor_->bytes();
  openLoop("gain.y");
  choose(ResponseView::kPoles);
  take(LoopHandle::kPole, 0, -1.5, {});
  QVERIFY(isNear(parameterOf("gain", "gain"), 1.5, 1e-2));
  letGo();
  QCOMPARE(editor_->undo()->count(), 1);
  editor_->undo()->undo();
  QCOMPARE(editor_->bytes(), before);
}

// Axes, grids and the locus stay as they are while a hand drags, in all views, which show the same
// value, and numbers are laid out once for it. When it lets go there is a whole picture again, with
// a locus around the new value.
void TestAnalysisTuning::aDragPaintsOnlyWhatFollows() {
  openLoop("gain.y");
  choose(ResponseView::kPoles);
  QTest::mouseClick(part<QToolButton>("analysisTogether"), Qt::LeftButton);
  const auto isShown = [&] {
    const double gain = parameterOf("gain", "gain");
    const auto& plots = panel()->views()->plots();
    return std::all_of(plots.begin(), plots.end(), [&](const ResponsePlot* one) {
      const auto picture = one->picture();
      return picture && picture->margins && picture->margins->gain_crossovers.size() == 1 &&
             isNear(picture->margins->gain_crossovers[0].frequency, gain, 1e-9);
    });
  };
  take(LoopHandle::kPole, 0, -1.5, {});
  QTRY_VERIFY(isShown());
  std::vector<const ResponseArea*> areas;
  std::vector<std::unique_ptr<QSignalSpy>> wholes;
  std::vector<int> before;
  for (const ResponsePlot* one : panel()->views()->plots()) {
    auto* const whole = one->findChild<QCustomPlot*>("plotArea");
    areas.push_back(static_cast<const ResponseArea*>(whole));
    QTRY_VERIFY(areas.back()->followingReplots() > 0);
    before.push_back(areas.back()->followingReplots());
    wholes.push_back(std::make_unique<QSignalSpy>(whole, &QCustomPlot::afterReplot));
  }
  const auto* const numbers = static_cast<const ColumnLabel*>(part<QLabel>("analysisFacts"));
  const int measurings = numbers->measurings();
  send(QEvent::MouseMove, held_ + QPointF(9, 0));
  QVERIFY(!isShown());
  QTRY_VERIFY(isShown());
  for (size_t i = 0; i < areas.size(); ++i) {
    QTRY_COMPARE(areas[i]->followingReplots(), before[i] + 1);
    QCOMPARE(wholes[i]->count(), 0);
  }
  QTRY_COMPARE(numbers->measurings(), measurings + 1);
  const auto hasLocusAroundIt = [&] {
    const std::vector<double>& values = plot()->picture()->locus_factors;
    return std::find(values.begin(), values.end(), parameterOf("gain", "gain")) != values.end();
  };
  QVERIFY(!hasLocusAroundIt());
  letGo();
  QTRY_VERIFY(hasLocusAroundIt());
  for (const auto& whole : wholes) QTRY_VERIFY(whole->count() > 0);
}

// The phase margin is 90° − 0.1 k rad, the gain margin π/(0.2 k).
void TestAnalysisTuning::marginsAreDragged() {
  editor_->set(deadTimeLoop().constData());
  const QByteArray before = editor_->bytes();
  openLoop("gain.y");
  take(LoopHandle::kPhaseMargin, 1, {}, -180 + 60);
  QVERIFY(isNear(parameterOf("gain", "gain"), std::numbers::pi / 6 / 0.1, 1e-2));
  letGo();
  editor_->undo()->undo();
  QCOMPARE(editor_->bytes(), before);
  take(LoopHandle::kGainMargin, 0, {}, -20 * std::log10(5));
  QVERIFY(isNear(parameterOf("gain", "gain"), std::numbers::pi / 0.2 / 5, 1e-2));
  letGo();
  editor_->undo()->undo();
  QCOMPARE(editor_->bytes(), before);
}

// Each handle of each view that has it.
void TestAnalysisTuning::escGivesUpEveryDrag() {
  editor_->set(deadTimeLoop().constData());
  const QByteArray before = editor_->bytes();
  openLoop("gain.y");
  const struct {
    ResponseView view;
    LoopHandle handle;
  } drags[] = {{ResponseView::kBode, LoopHandle::kPhaseMargin},
               {ResponseView::kBode, LoopHandle::kGainMargin},
               {ResponseView::kNyquist, LoopHandle::kPhaseMargin},
               {ResponseView::kNyquist, LoopHandle::kGainMargin},
               {ResponseView::kNichols, LoopHandle::kPhaseMargin},
               {ResponseView::kPoles, LoopHandle::kPole}};
  for (const auto& drag : drags) {
    choose(drag.view);
    const int axes =
        drag.view == ResponseView::kBode && drag.handle == LoopHandle::kPhaseMargin ? 1 : 0;
    take(drag.handle, axes, {}, {});
    send(QEvent::MouseMove, held_ + QPointF(30, 30));
    QVERIFY(editor_->document()->isInGesture());
    QTest::keyClick(area(), Qt::Key_Escape);
    QVERIFY(!editor_->document()->isInGesture());
    QCOMPARE(editor_->bytes(), before);
    letGo();
    QVERIFY(!editor_->undo()->canUndo());
  }
}

// On the unit circle and the negative real axis of the Nyquist plot, and along 0 dB and the phase
// of −1 in the Nichols plot.
void TestAnalysisTuning::marginsAreDraggedInThePlane() {
  editor_->set(deadTimeLoop().constData());
  const QByteArray before = editor_->bytes();
  openLoop("gain.y");
  const double phase = (60 - 180) * std::numbers::pi / 180;
  const struct {
    ResponseView view;
    LoopHandle handle;
    std::optional<double> x, y;
    double gain;
  } drags[] = {
      {ResponseView::kNyquist, LoopHandle::kPhaseMargin, std::cos(phase), std::sin(phase),
       std::numbers::pi / 6 / 0.1},
      {ResponseView::kNyquist, LoopHandle::kGainMargin, -1. / 5, {}, std::numbers::pi / 0.2 / 5},
      {ResponseView::kNichols, LoopHandle::kPhaseMargin, -180 + 60, {}, std::numbers::pi / 6 / 0.1},
      {ResponseView::kNichols,
       LoopHandle::kGainMargin,
       {},
       -20 * std::log10(5),
       std::numbers::pi / 0.2 / 5}};
  for (const auto& drag : drags) {
    choose(drag.view);
    take(drag.handle, 0, drag.x, drag.y);
    QVERIFY2(isNear(parameterOf("gain", "gain"), drag.gain, 1e-2),
             qPrintable(QString::number(parameterOf("gain", "gain"))));
    letGo();
    QCOMPARE(editor_->undo()->count(), 1);
    editor_->undo()->undo();
    QCOMPARE(editor_->bytes(), before);
  }
  const auto& last = drags[std::size(drags) - 1];
  take(last.handle, 0, last.x, last.y);
  QVERIFY(editor_->bytes() != before);
  QTest::keyClick(area(), Qt::Key_Escape);
  QCOMPARE(editor_->bytes(), before);
  letGo();
  QVERIFY(!editor_->undo()->canUndo());
}

// Of L = k/(s (s² + s/10 + 1)), which crosses 0 dB three times, the first, with the largest margin.
// There the phase is −90° − atan(w/10/(1 − w²)).
void TestAnalysisTuning::everyCrossoverIsDragged() {
  const QByteArray blocks =
      R"(, "gain": {"type": "Gain", "parameters": {"gain": 0.2}, "layout": {"x": 200, "y": 0}},
           "plant": {"type": "TransferFunction", "parameters": {"numerator": [1],
             "denominator": [1, 0.1, 1]}, "layout": {"x": 300, "y": 0}})";
  editor_->set(loopOf({"gain", "plant", "state"}, blocks + kState).constData());
  openLoop("gain.y");
  const double bent = 2.5 * std::numbers::pi / 180, t = std::tan(bent);
  const double w = (std::sqrt(0.01 + 4 * t * t) - 0.1) / (2 * t);
  const double gain = w * std::hypot(1 - w * w, 0.1 * w);
  choose(ResponseView::kNichols);
  take(LoopHandle::kCrossover, 0, -92.5, {});
  QVERIFY2(isNear(parameterOf("gain", "gain"), gain, 2e-2),
           qPrintable(QString::number(parameterOf("gain", "gain"))));
  letGo();
  editor_->undo()->undo();
  choose(ResponseView::kNyquist);
  take(LoopHandle::kCrossover, 0, -std::sin(bent), -std::cos(bent));
  QVERIFY2(isNear(parameterOf("gain", "gain"), gain, 2e-2),
           qPrintable(QString::number(parameterOf("gain", "gain"))));
  letGo();
  QCOMPARE(editor_->undo()->count(), 1);
}

// A dead time d at the crossover of 2 rad/s takes 2 d off the phase margin of 90°.
void TestAnalysisTuning::anyParameterIsDragged() {
  editor_->set(deadTimeLoop().constData());
  openLoop("gain.y");
  auto* const parameter = part<QComboBox>("analysisParameter");
  activate("analysisParameter", parameter->findText("late.delay"));
  QCOMPARE(parameter->currentText(), QString("late.delay"));
  QTRY_VERIFY(plot()->picture() && plot()->picture()->locus.size() == 41);
  take(LoopHandle::kPhaseMargin, 1, {}, -180 + 60);
  QVERIFY(isNear(parameterOf("late", "delay"), std::numbers::pi / 6 / 2, 3e-2));
  letGo();
  QCOMPARE(editor_->undo()->count(), 1);
}

// A gain that is given by the name of a parameter of the diagram.
void TestAnalysisTuning::aNamedParameterIsDragged() {
  const QByteArray named = QByteArray(kGain).replace(R"("gain": 2)", R"("gain": "k")");
  editor_->set(loopOf({"gain", "state"}, named + kState, R"(, "parameters": {"k": {"value": 2}})")
                   .constData());
  openLoop("gain.y");
  QCOMPARE(part<QComboBox>("analysisParameter")->currentText(), QString("k"));
  QTRY_VERIFY(plot()->handles()->isEnabled());
  take(LoopHandle::kCrossover, 0, 4, {});
  letGo();
  const auto& parameters = editor_->document()->document().parameters;
  QVERIFY(parameters[0].value.is_number() && isNear(parameters[0].value.number(), 4, 1e-2));
  QCOMPARE(editor_->undo()->count(), 1);
}

// Where no parameter is chosen, and where the one that is chosen does not move the loop.
void TestAnalysisTuning::withoutAParameterNothingIsDragged() {
  openLoop("gain.y");
  activate("analysisParameter", 0);
  QTRY_VERIFY(!plot()->handles()->isEnabled());
  auto* const parameter = part<QComboBox>("analysisParameter");
  activate("analysisParameter", parameter->findText("gain.gain"));
  QTRY_VERIFY(plot()->handles()->isEnabled());
  activate("analysisParameter", parameter->findText("set.value"));
  QTRY_VERIFY(!plot()->handles()->isEnabled());
}

// G = 2/(s (s + 1)²) is −1 at 1 rad/s, so that a relay of ±1 makes a sine of 4/π there.
void TestAnalysisTuning::aLimitCycleIsPredicted() {
  const QByteArray blocks =
      QByteArray(kGain) + kState +
      R"(, "relay": {"type": "Relay", "parameters": {"on_threshold": 1e-9, "off_threshold": -1e-9,
             "on_value": 1, "off_value": -1}, "layout": {"x": 300, "y": 0}},
           "plant": {"type": "TransferFunction", "parameters": {"numerator": [1],
             "denominator": [1, 2, 1]}, "layout": {"x": 340, "y": 100}})";
  editor_->set(loopOf({"gain", "relay", "plant", "state"}, blocks).constData());
  open();
  panel()->showLoop("relay.y");
  QTRY_VERIFY2(note().contains("“relay” only switches: it lets no small signal through."),
               qPrintable(note()));
  QTimer::singleShot(0, [] {
    auto* const gain = QApplication::activeModalWidget()->findChild<QLineEdit*>();
    QTest::keyClick(gain, Qt::Key_Return);  // 1, as it is offered
  });
  Q_EMIT part<QLabel>("analysisNote")->linkActivated("gain");
  QTRY_VERIFY2(facts().contains("Cycle by relay"), qPrintable(facts() + note()));
  QVERIFY2(facts().contains("amplitude 1.273"), qPrintable(facts()));
  choose(ResponseView::kNyquist);
  const auto hasCurve = [&] {
    for (int i = 0; i < area()->plottableCount(); ++i) {
      if (area()->plottable(i)->name() == "−1/N of relay") return true;
    }
    return false;
  };
  QVERIFY(hasCurve());
  QStringList texts;
  for (int i = 0; i < area()->itemCount(); ++i) {
    if (const auto* text = qobject_cast<QCPItemText*>(area()->item(i))) texts += text->text();
  }
  QVERIFY2(texts.join(u' ').contains("A = 1.273"), qPrintable(texts.join(u' ')));
  QTRY_VERIFY2(facts().contains("Exact orbit"), qPrintable(facts()));
  QVERIFY2(plot()->picture()->describing.at(0).exact, qPrintable(facts()));
  QVERIFY(isNear(plot()->picture()->describing.at(0).exact->frequency, 1, 0.05));
}

// By SIMC a lag of 1 s with a dead time of 0.5 s gets kp = ki = 1.
void TestAnalysisTuning::aPidIsDesigned() {
  const QByteArray blocks =
      R"(, "pid": {"type": "PidController", "parameters": {"kp": 0.2, "ki": 0.1, "kd": 0},
             "layout": {"x": 200, "y": 0}},
           "lag": {"type": "FirstOrderLag", "parameters": {"time_constant": 1},
             "layout": {"x": 400, "y": 0}},
           "late": {"type": "TransportDelay", "parameters": {"delay": 0.5},
             "layout": {"x": 300, "y": 0}})";
  editor_->set(loopOf({"pid", "late", "lag"}, blocks).constData());
  const QByteArray before = editor_->bytes();
  openLoop("pid.y");
  QCOMPARE(part<QComboBox>("designBlock")->currentText(), QString("pid"));
  auto* const apply = part<QPushButton>("designApply");
  QVERIFY(!apply->isEnabled());
  QTest::mouseClick(part<QPushButton>("designCompute"), Qt::LeftButton);
  QTRY_VERIFY2(apply->isEnabled(), qPrintable(designed()));
  QVERIFY2(designed().startsWith("kp = 1\nki = 1\nkd = 0"), qPrintable(designed()));
  QVERIFY(plot()->proposal() != nullptr);
  QVERIFY(plot()->proposal()->margins && plot()->proposal()->margins->stable);
  QCOMPARE(editor_->bytes(), before);
  QTest::mouseClick(apply, Qt::LeftButton);
  QCOMPARE(editor_->undo()->count(), 1);
  QVERIFY(isNear(parameterOf("pid", "kp"), 1, 1e-9) && isNear(parameterOf("pid", "ki"), 1, 1e-9));
  QVERIFY(plot()->proposal() == nullptr);
  editor_->undo()->undo();
  QCOMPARE(editor_->bytes(), before);
}

// ẋ = u with the cost 9 x² + u² has the gain 3, and from x = 1 the cost 3; with a gain k that is
// (9 + k²)/(2 k). With the pole −5 the gain is 5.
void TestAnalysisTuning::statesAreFedBack() {
  const QByteArray before = editor_->bytes();
  openLoop("gain.y");
  auto* const apply = part<QPushButton>("designApply");
  const auto find = [&](int method, const char* field, const char* text) {
    part<QComboBox>("designMethod")->setCurrentIndex(method);
    QCOMPARE(part<QComboBox>("designBlock")->currentText(), QString("gain"));
    part<QLineEdit>(field)->setText(text);
    QTest::keyClick(part<QLineEdit>(field), Qt::Key_Return);
  };
  find(4, "designQ", "9");
  QTRY_COMPARE(designed(), QString("gain = 3\npoles −3\ncost 3 (now 3.25)"));
  find(5, "designPoles", "[-5]");
  QTRY_COMPARE(designed(), QString("gain = 5\npoles −5"));
  QVERIFY(apply->isEnabled());
  QTest::mouseClick(apply, Qt::LeftButton);
  QVERIFY(isNear(parameterOf("gain", "gain"), 5, 1e-9));
  QTRY_VERIFY(facts().contains("90.0° at 5 rad/s"));
  editor_->undo()->undo();
  QCOMPARE(editor_->bytes(), before);
}

void TestAnalysisTuning::whatCannotBeDesignedIsSaid() {
  openLoop("gain.y");
  auto* const compute = part<QPushButton>("designCompute");
  // Why there is nothing to choose is said before it is asked.
  const QString without = "There is no block with the gains kp, ki and kd; add a PidController.";
  QCOMPARE(designed(), without);
  QVERIFY(!part<QComboBox>("designBlock")->isEnabled());
  // Scrolling the column leaves the choice under the pointer as it is.
  auto* const method = part<QComboBox>("designMethod");
  QWheelEvent wheel(method->rect().center(), method->mapToGlobal(method->rect().center()), {},
                    QPoint(0, -120), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
  QApplication::sendEvent(method, &wheel);
  QCOMPARE(method->currentIndex(), 0);
  QTest::mouseClick(compute, Qt::LeftButton);
  QCOMPARE(designed(), without);
  part<QComboBox>("designMethod")->setCurrentIndex(4);
  QCOMPARE(designed(), QString());
  QVERIFY(part<QComboBox>("designBlock")->isEnabled());
  part<QLineEdit>("designQ")->setText("[[1, 0], [0, 1]]");
  QTest::mouseClick(compute, Qt::LeftButton);
  QTRY_VERIFY2(designed().contains("Q is 2 by 2, but it must be 1 by 1, for the states state.x"),
               qPrintable(designed()));
  part<QComboBox>("designMethod")->setCurrentIndex(5);
  part<QLineEdit>("designPoles")->setText("deadbeat");
  QTest::mouseClick(compute, Qt::LeftButton);
  QTRY_VERIFY2(designed().contains("deadbeat is for sampled models"), qPrintable(designed()));
  QVERIFY2(!designed().contains("--"), qPrintable(designed()));
  QVERIFY(!part<QPushButton>("designApply")->isEnabled());
  editor_->set(loopOf({"pid", "state"}, QByteArray(kState) +
                                            R"(, "pid": {"type": "PidController",
                                                "layout": {"x": 200, "y": 0}})")
                   .constData());
  part<QComboBox>("designMethod")->setCurrentIndex(2);
  QTRY_COMPARE(part<QComboBox>("designBlock")->count(), 1);
  QCOMPARE(designed(), QString());
  part<QLineEdit>("designMs")->setText("much");
  QTest::mouseClick(compute, Qt::LeftButton);
  QCOMPARE(designed(), QString("largest |S|: “much” is no number"));
  // A gain that feeds states back is a Gain, or a new one.
  part<QComboBox>("designMethod")->setCurrentIndex(4);
  QCOMPARE(part<QComboBox>("designBlock")->count(), 1);
  QTest::mouseClick(compute, Qt::LeftButton);
  QVERIFY2(designed().startsWith("New blocks stand between the ends of a response"),
           qPrintable(designed()));
}

// From the reference to the state, which comes to 1, and to what drives it, which comes to 0.
void TestAnalysisTuning::oneOfSeveralResponsesIsDrawn() {
  editor_->set(integratorLoop(R"(, "analyses": [{"name": "two", "inputs": ["set.y"],
      "outputs": ["state.y", "gain.y"], "views": ["step"]}])")
                   .constData());
  const QByteArray before = editor_->bytes();
  open();
  auto* const channel = part<QComboBox>("analysisChannel");
  QTRY_COMPARE(channel->count(), 2);
  QVERIFY(channel->isVisible());
  const auto comesTo = [&](double value) {
    const auto picture = plot()->picture();
    return picture && picture->step && std::abs(picture->step->steady_state - value) < 1e-9;
  };
  QTRY_VERIFY(comesTo(1));
  activate("analysisChannel", 1);
  QCOMPARE(part<QComboBox>("analysisTo")->currentText(), QString("gain.y"));
  QTRY_VERIFY(comesTo(0));
  // Looking at another one changes nothing in the file; a change there is that of the one in sight.
  QCOMPARE(editor_->bytes(), before);
  QLineEdit* const to = part<QComboBox>("analysisTo")->lineEdit();
  to->setText("error.y");
  QTest::keyClick(to, Qt::Key_Return);
  const auto& outputs = editor_->document()->document().analyses.at(0).outputs;
  QVERIFY((outputs == std::vector<std::string>{"state.y", "error.y"}));
  editor_->undo()->undo();
  QCOMPARE(editor_->bytes(), before);
}

// One cursor runs through all of them, and all show the same.
void TestAnalysisTuning::viewsStandTogether() {
  openLoop("gain.y");
  QTest::mouseClick(part<QToolButton>("analysisTogether"), Qt::LeftButton);
  const auto& plots = panel()->views()->plots();
  QCOMPARE(plots.size(), size_t{4});
  std::set<ResponseView> views;
  for (const ResponsePlot* one : plots) {
    QVERIFY(one->isVisible());
    QVERIFY(one->picture() == plot()->picture());
    views.insert(one->view());
  }
  QCOMPARE(views.size(), size_t{4});
  // Side by side where the panel is low, else in two rows.
  const auto rows = [&plots] {
    std::set<int> tops;
    for (const ResponsePlot* one : plots) tops.insert(one->y());
    return tops.size();
  };
  panel()->views()->resize(800, 200);
  QTRY_COMPARE(rows(), size_t{1});
  panel()->views()->resize(800, 600);
  QTRY_COMPARE(rows(), size_t{2});
  plots[0]->setFrequency(3);
  for (const ResponsePlot* one : plots) QCOMPARE(one->frequency(), std::optional(3.0));
  plots[3]->keepPicture();
  QCOMPARE(plots[0]->keptCount(), 1);
  QTest::mouseClick(part<QToolButton>("analysisTogether"), Qt::LeftButton);
  QVERIFY(plots[0]->isVisible() && !plots[1]->isVisible());
  // What nobody sees is not drawn, until it is seen again.
  const auto old = plots[1]->picture();
  QTest::mouseClick(part<QToolButton>("analysisClear"), Qt::LeftButton);
  take(LoopHandle::kCrossover, 0, 4, {});
  letGo();
  QTRY_VERIFY(!plots[0]->isStale() && plots[0]->picture() != old);
  QVERIFY(plots[1]->picture() == old);
  QTest::mouseClick(part<QToolButton>("analysisTogether"), Qt::LeftButton);
  for (const ResponsePlot* one : plots) {
    QVERIFY(one->picture() == plot()->picture());
    QCOMPARE(one->keptCount(), 0);
    QVERIFY(one->handles()->isEnabled());
  }
}

// On an axis that a plot has not drawn yet, over two turns: every 135° where there is room. It is
// the height that counts in a Bode plot, and the width in a Nichols plot.
void TestAnalysisTuning::degreesHaveRoomForTheirNumbers() {
  openLoop("gain.y");
  const auto degrees = [this](ResponseView view, const QSize& size) {
    plot()->resize(size);
    plot()->setView(view);
    const bool isBode = view == ResponseView::kBode;
    const QCPAxis* const axis =
        area()->axisRect(isBode ? 1 : 0)->axis(isBode ? QCPAxis::atLeft : QCPAxis::atBottom);
    const QCPRange turns(-720, 0);
    QVector<double> ticks;
    axis->ticker()->generate(turns, QLocale::c(), 'g', 3, ticks, nullptr, nullptr);
    return std::count_if(ticks.begin(), ticks.end(),
                         [&turns](double tick) { return turns.contains(tick); });
  };
  QCOMPARE(degrees(ResponseView::kBode, QSize(200, 600)), qsizetype{5});
  QVERIFY(degrees(ResponseView::kBode, QSize(800, 150)) <= 3);
  QCOMPARE(degrees(ResponseView::kNichols, QSize(800, 150)), qsizetype{5});
  QVERIFY(degrees(ResponseView::kNichols, QSize(200, 600)) <= 3);
}

// The decibels above them have as little.
void TestAnalysisTuning::decibelsHaveRoomForTheirNumbers() {
  openLoop("gain.y");
  plot()->setView(ResponseView::kBode);
  const auto decibels = [this](const QSize& size) {
    plot()->resize(size);
    const QCPRange range(-30, 70);
    QVector<double> ticks;
    area()
        ->axisRect(0)
        ->axis(QCPAxis::atLeft)
        ->ticker()
        ->generate(range, QLocale::c(), 'g', 3, ticks, nullptr, nullptr);
    return std::count_if(ticks.begin(), ticks.end(),
                         [&range](double tick) { return range.contains(tick); });
  };
  QCOMPARE(decibels(QSize(200, 600)), qsizetype{5});  // every 20 dB
  QVERIFY(decibels(QSize(800, 150)) <= 3);
}

void TestAnalysisTuning::theViewIsExported() {
  QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
  openLoop("gain.y");
  QString chosen;
  QTimer::singleShot(0, editor_->window(), [&] {
    auto* const dialog = editor_->window()->findChild<QFileDialog*>("newFileDialog");
    QVERIFY(dialog != nullptr);
    chosen = fixture_->path(dialog->selectedFiles().value(0).section(u'/', -1));
    dialog->selectFile(chosen);
    static_cast<QDialog*>(dialog)->done(QDialog::Accepted);
  });
  part<QAction>("analysisExport.data")->trigger();
  QVERIFY2(chosen.endsWith("analysis.csv"), qPrintable(chosen));
  QCOMPARE(WindowFixture::read(chosen), plot()->table());
}

// Poles of dead time; and all of a sampled loop in which it is no finite state.
void TestAnalysisTuning::dataThatIsApproximatedIsSaid() {
  editor_->set(deadTimeLoop().constData());
  openLoop("gain.y");
  QVERIFY2(facts().contains("exact; in poles as a Padé approximation of order 4"),
           qPrintable(facts()));
  const QByteArray blocks = QByteArray(kGain) + kState + kLate +
                            R"(, "hold": {"type": "ZeroOrderHold", "parameters": {"period": 0.1},
                                 "layout": {"x": 250, "y": 0}},
                               "lag": {"type": "FirstOrderLag", "layout": {"x": 500, "y": 0}})";
  editor_->set(loopOf({"gain", "hold", "state", "late", "lag"}, blocks).constData());
  panel()->showLoop("gain.y");
  QTRY_VERIFY2(facts().contains("between samples, as a Padé approximation of order 4"),
               qPrintable(facts() + note()));
}

LOOPWRIGHT_TEST_WITH(QApplication, TestAnalysisTuning)

}  // namespace loopwright::test_analysis_tuning

#include "test_analysis_tuning.moc"
