#pragma once

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QObject>
#include <QPushButton>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "engine/recording/recording.h"
#include "engine/studies/grid.h"
#include "gui/actions/actions.h"
#include "gui/document/diagram_document.h"
#include "gui/run/run_controller.h"
#include "gui/samples/histogram.h"
#include "gui/study/fan_chart.h"
#include "gui/study/measure_page.h"
#include "gui/study/study_panel.h"
#include "gui/study/study_picture.h"
#include "gui/study/study_runner.h"
#include "tests/gui/editor_window.h"
#include "tests/gui/window_fixture.h"

namespace loopwright {

/// A noise, sampled, through a lag whose start is random. In some runs the noise is below a
/// threshold, and the run fails there.
inline constexpr const char* kNoisyLag =
    R"({"format": "loopwright", "version": 1,
  "simulation": {"stop_time": 1, "seed": 5},
  "diagram": {"blocks": {
    "noise": {"type": "GaussianNoise", "parameters": {"period": 0.1}, "layout": {"x": 0, "y": 0}},
    "lag": {"type": "FirstOrderLag", "parameters": {"time_constant": 0.3, "initial_value": 0},
            "random": {"initial_value": {"distribution": "uniform", "lower": -1, "upper": 1}},
            "layout": {"x": 120, "y": 0}},
    "low": {"type": "Constant", "parameters": {"value": -2.2}, "layout": {"x": 0, "y": 100}},
    "above": {"type": "Comparison", "parameters": {"operator": ">"}, "layout": {"x": 120, "y": 100}},
    "alive": {"type": "Assert", "parameters": {"message": "too low"}, "layout": {"x": 240, "y": 100}},
    "scope": {"type": "Scope", "layout": {"x": 240, "y": 0}}},
  "wires": [{"from": "noise.y", "to": "lag.u"}, {"from": "noise.y", "to": "above.u1"},
            {"from": "low.y", "to": "above.u2"}, {"from": "above.y", "to": "alive.u"},
            {"from": "lag.y", "to": "scope.u1"}]}}
)";

/// Whether two numbers have the same bits, or neither is a number.
inline bool isSame(double a, double b) {
  return std::memcmp(&a, &b, sizeof a) == 0 || (std::isnan(a) && std::isnan(b));
}

inline bool isSamePath(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), isSame);
}

/// Tests of the panel Study: a window with kNoisyLag, and hands for the panel.
class StudyWindowTest : public QObject {
 protected:
  void open() {
    fixture_ = std::make_unique<WindowFixture>();
    editor_ = std::make_unique<EditorWindow>(kNoisyLag);
  }
  void close() {
    editor_.reset();
    fixture_.reset();
  }

  StudyPanel* panel() const { return editor_->workspace()->study(); }
  FanChart* fan() const { return panel()->fan(); }
  Histogram* histogram() const { return panel()->measures()->histogram(); }
  template <typename T>
  T* part(const char* name) const {
    return panel()->findChild<T*>(name);
  }
  QString text(const char* label) const { return part<QLabel>(label)->text(); }
  QString errorOf(const char* field) const {
    return part<QLabel>((std::string(field) + ".error").c_str())->text();
  }
  const Document& document() const { return editor_->document()->document(); }
  const StudyPicture& picture() const { return *panel()->picture(); }

  void openPanel() const {
    editor_->action(ActionId::kShowStudy)->trigger();
    QTRY_VERIFY(panel()->isVisible());
  }
  // Types into a field in the place of what is there.
  void type(const char* name, const char* text) const {
    auto* const field = part<QLineEdit>(name);
    QVERIFY(field != nullptr);
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
  }
  void click(const char* button) const {
    QTest::mouseClick(part<QAbstractButton>(button), Qt::LeftButton);
  }
  void addMeasure(const char* index, const char* formula) const {
    click("studyAddMeasure");
    type((std::string("study.measure") + index).c_str(), formula);
  }
  // Makes a study and waits for its end.
  void study(const char* runs, const char* grid = "0.05") const {
    openPanel();
    type("study.runs", runs);
    type("study.grid", grid);
    run();
  }
  void run() const {
    click("studyRun");
    QTRY_VERIFY_WITH_TIMEOUT(!panel()->runner().isRunning(), 60000);
    QVERIFY2(panel()->picture() != nullptr, qPrintable(text("studyNote")));
  }
  // Whether the run in the window's plots has the values of run `run` of the study.
  bool isPresentRun(uint64_t run) const {
    const std::shared_ptr<const Recording> recording = editor_->workspace()->runs()->recording();
    std::vector<double> values;
    AppendOnGrid(*recording, 1, picture().times, &values);
    const std::vector<double> path = pathOf(picture(), run);
    return isSamePath(values, path);
  }
  static void move(QWidget* area, const QPointF& place, Qt::MouseButtons buttons = Qt::NoButton) {
    QMouseEvent event(QEvent::MouseMove, place, area->mapToGlobal(place), Qt::NoButton, buttons,
                      Qt::NoModifier);
    QApplication::sendEvent(area, &event);
  }
  void drag(QWidget* area, const QPoint& from, const QPoint& to) const {
    QTest::mousePress(area, Qt::LeftButton, {}, from);
    for (const double part : {0.3, 0.6, 1.0}) {
      move(area, QPointF(from) + part * QPointF(to - from), Qt::LeftButton);
    }
    QTest::mouseRelease(area, Qt::LeftButton, {}, to);
  }

  std::unique_ptr<WindowFixture> fixture_;
  std::unique_ptr<EditorWindow> editor_;
};

}  // namespace loopwright
