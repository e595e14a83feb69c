#pragma once

#include <QAction>
#include <QContextMenuEvent>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <memory>

#include "engine/document/document.h"
#include "gui/actions/actions.h"
#include "gui/document/diagram_document.h"
#include "gui/main_window/file_commands.h"
#include "gui/plots/plot_panel.h"
#include "gui/plots/plot_widget.h"
#include "gui/run/run_controller.h"
#include "tests/gui/window_fixture.h"

namespace loopwright {

/// A window with a diagram that has run, and a hand for its plots.
class PlotWindow {
 public:
  explicit PlotWindow(const QByteArray& diagram) : window_(activeWindow(QSize(1300, 900))) {
    if (!openFile(window_.get(), fixture_.write("diagram.loop.json", diagram))) {
      qFatal("the diagram was not opened");
    }
    run();
  }

  /// Runs the diagram to its end.
  void run() const {
    QSignalSpy finished(window_->current()->runs(), &RunController::finished);
    trigger(ActionId::kRun);
    if (!QTest::qWaitFor([&] { return finished.count() == 1; }, 20000)) qFatal("it did not end");
    QCoreApplication::processEvents();
  }

  MainWindow* window() const { return window_.get(); }
  const WindowFixture& fixture() const { return fixture_; }
  PlotPanel* panel() const { return window_->current()->plots(); }
  PlotView* view(size_t index = 0) const { return panel()->views().at(index); }
  PlotWidget* plot(size_t index = 0) const { return panel()->plots().at(index); }
  DiagramDocument* document() const { return window_->current()->document(); }
  const std::vector<PlotSetting>& settings() const { return document()->document().plots; }
  void trigger(ActionId id) const { window_->actions().get(id)->trigger(); }

  /// The widget of a plot that gets the events.
  static QWidget* area(const PlotView* plot) { return plot->findChild<QWidget*>("plotArea"); }

  static void click(const PlotView* plot, const QPoint& place) {
    QTest::mouseMove(area(plot), place);
    QTest::mouseClick(area(plot), Qt::LeftButton, {}, place);
  }

  /// Moves a place of the plot to another, in steps as a hand does.
  static void drag(const PlotView* plot, const QPoint& from, const QPoint& to) {
    QTest::mouseMove(area(plot), from);
    QTest::mousePress(area(plot), Qt::LeftButton, {}, from);
    for (int step = 1; step <= 4; ++step) {
      QTest::mouseMove(area(plot), from + (to - from) * step / 4);
    }
    QTest::mouseRelease(area(plot), Qt::LeftButton, {}, to);
  }

  /// Opens the menu at a place, chooses an entry by its name without `plotMenu.`, and closes it.
  static void choose(const PlotView* plot, const QPoint& place, const char* entry) {
    QContextMenuEvent event(QContextMenuEvent::Mouse, place, area(plot)->mapToGlobal(place));
    QCoreApplication::sendEvent(area(plot), &event);
    auto* const menu = plot->window()->findChild<QMenu*>("plotMenu");
    if (menu == nullptr) qFatal("no menu came");
    auto* const action = menu->findChild<QAction*>(QStringLiteral("plotMenu.") + entry);
    if (action == nullptr) qFatal("the menu has no %s", entry);
    action->trigger();
    menu->close();
    QCoreApplication::sendPostedEvents(menu, QEvent::DeferredDelete);
  }

 private:
  WindowFixture fixture_;
  std::unique_ptr<MainWindow> window_;
};

/// A sine of amplitude 5 and 1 Hz, and a counter that goes up by 10 every 0.25 s, for 2 s in one
/// Scope.
inline QByteArray sineAndCounter() {
  return R"({"format": "loopwright", "version": 1,
  "simulation": {"stop_time": 2, "max_step": 0.005},
  "diagram": {"blocks": {
    "sine": {"type": "Sine", "parameters": {"amplitude": 5, "frequency": "2*pi"},
             "layout": {"x": 0, "y": 0}},
    "counter": {"type": "DiscreteCounter", "parameters": {"increment": 10, "period": 0.25},
                "layout": {"x": 0, "y": 100}},
    "scope": {"type": "Scope", "parameters": {"inputs": 2, "title": "Both"},
              "layout": {"x": 120, "y": 0}}},
  "wires": [{"from": "sine.y", "to": "scope.u1"}, {"from": "counter.y", "to": "scope.u2"}]}}
)";
}

}  // namespace loopwright
