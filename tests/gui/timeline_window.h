#pragma once

#include <QApplication>
#include <QLabel>
#include <QTest>
#include <QWheelEvent>
#include <cmath>

#include "engine/timeline/timeline.h"
#include "gui/canvas/diagram_view.h"
#include "gui/canvas/wire_values.h"
#include "gui/docks/panel_area.h"
#include "gui/docks/panel_dock.h"
#include "gui/timeline/timeline_chart.h"
#include "gui/timeline/timeline_panel.h"
#include "tests/gui/plot_window.h"

namespace loopwright::test_timeline {

/// An event of every kind within a second: a counter every 0.25 s, a step at 0.3 s, a relay that
/// switches on at asin(1/4)/2π s, limits that are reached at 1/12 s, and an integrator.
inline QByteArray everyKind() {
  return R"({"format": "loopwright", "version": 1,
  "simulation": {"stop_time": 1, "max_step": 0.05},
  "diagram": {"blocks": {
    "sine": {"type": "Sine", "parameters": {"amplitude": 2, "frequency": "2*pi"},
             "layout": {"x": 0, "y": 0}},
    "limits": {"type": "Saturation", "layout": {"x": 120, "y": 0}},
    "state": {"type": "Integrator", "layout": {"x": 240, "y": 0}},
    "relay": {"type": "Relay", "layout": {"x": 120, "y": 80}},
    "step": {"type": "Step", "parameters": {"time": 0.3}, "layout": {"x": 0, "y": 160}},
    "counter": {"type": "DiscreteCounter", "parameters": {"increment": 10, "period": 0.25},
                "layout": {"x": 0, "y": 240}},
    "scope": {"type": "Scope", "parameters": {"inputs": 4}, "layout": {"x": 400, "y": 80}}},
  "wires": [{"from": "sine.y", "to": "limits.u"}, {"from": "limits.y", "to": "state.u"},
            {"from": "sine.y", "to": "relay.u"}, {"from": "state.y", "to": "scope.u1"},
            {"from": "relay.y", "to": "scope.u2"}, {"from": "step.y", "to": "scope.u3"},
            {"from": "counter.y", "to": "scope.u4"}]}}
)";
}

inline const double kRelayOn = std::asin(0.25) / (2 * std::acos(-1.0));
inline constexpr double kLimit = 1.0 / 12;

/// A window whose first run was made with the timeline closed, and a hand for the panel.
class TimelineWindow : public PlotWindow {
 public:
  explicit TimelineWindow(const QByteArray& diagram = everyKind()) : PlotWindow(diagram) {}

  Workspace* workspace() const { return window()->current(); }
  RunController* runs() const { return workspace()->runs(); }
  TimelinePanel* timeline() const { return workspace()->timeline(); }
  TimelineChart* chart() const { return timeline()->chart(); }
  const TimelineView& view() const { return chart()->timeline(); }
  PanelDock* dock() const { return window()->panels()->dock(PanelId::kTimeline); }
  template <typename T>
  T* child(const char* name) const {
    return timeline()->findChild<T*>(QLatin1String(name));
  }
  QString text(const char* name) const { return child<QLabel>(name)->text(); }

  void open() const {
    QTest::keyClick(window(), Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
    if (!QTest::qWaitFor([this] { return timeline()->isVisible(); })) qFatal("it is not shown");
  }
  // Opens the panel and runs with it.
  void collect() const {
    open();
    run();
    if (view().empty()) qFatal("nothing was collected");
  }

  // The event of a block in a phase that begins or ends about a time.
  TimelineEvent find(PhaseKind kind, const char* block, double time) const {
    TimelineEvent found;
    view().ForEach(view().first(), view().end(),
                   [&](int64_t number, const TimelineChunk& chunk, const TimelinePhase& phase) {
                     if (phase.kind != kind || std::abs(phase.end - time) > 1e-9) return true;
                     for (uint32_t i = 0; i < phase.num_items; ++i) {
                       const TimelineItem& item = chunk.items[phase.first_item + i];
                       if (view().block(item.block) != block) continue;
                       found = {number, static_cast<int>(i), false};
                       return false;
                     }
                     return true;
                   });
    return found;
  }
  TimelineEvent isolation(double time) const {
    TimelineEvent found;
    view().ForEach(view().first(), view().end(),
                   [&](int64_t number, const TimelineChunk&, const TimelinePhase& phase) {
                     if (phase.num_readings == 0 || std::abs(phase.end - time) > 1e-9) return true;
                     found = {number, -1, true};
                     return false;
                   });
    return found;
  }

  void wheel(int notches, double x) const {
    const QPointF place(x, chart()->laneRect(TimelineLane::kPublish).center().y());
    QWheelEvent event(place, chart()->mapToGlobal(place), {}, QPoint(0, notches * 120),
                      Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(chart(), &event);
  }
  double xOf(double time) const {
    return chart()->rulerRect().left() + chart()->places().xOf(time);
  }
  // By the wheel, the pointer at the instant, until there is no other in view.
  void zoomInto(double time) const {
    const auto isInside = [&] {
      return chart()->places().isOpened() && chart()->places().stops().size() == 1;
    };
    for (int n = 0; n < 100 && !isInside(); ++n) wheel(1, xOf(time) + 1);
    if (!isInside()) qFatal("the zoom did not get there");
  }
  QPoint middleOf(const TimelineEvent& event) const { return chart()->boxOf(event).center(); }
  void click(const QPoint& place) const {
    QTest::mouseMove(chart(), place);
    QTest::mouseClick(chart(), Qt::LeftButton, {}, place);
  }
  void drag(const QPoint& from, const QPoint& to) const {
    QTest::mousePress(chart(), Qt::LeftButton, {}, from);
    for (int step = 1; step <= 4; ++step) QTest::mouseMove(chart(), from + (to - from) * step / 4);
    QTest::mouseRelease(chart(), Qt::LeftButton, {}, to);
  }
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const {
    QTest::keyClick(chart(), key, modifiers);
  }
  QString onWire(const char* from) const {
    const auto value = workspace()->view()->wireValues()->valueAt(from);
    if (!value) return QStringLiteral("nothing");
    return value->after.isEmpty() ? value->before : value->before + " → " + value->after;
  }
};

}  // namespace loopwright::test_timeline
