#pragma once

#include <QApplication>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QTest>
#include <QTreeWidget>
#include <QUrl>

#include "engine/edits/edit_helpers.h"
#include "engine/kept_run/run_file.h"
#include "engine/recording/recording.h"
#include "gui/runs/kept_runs.h"
#include "gui/runs/runs_panel.h"
#include "tests/gui/plot_window.h"

namespace loopwright {

/// A loop of an integrator and a gain k, dx/dt = k (1 − x) from 0, and a counter.
inline QByteArray loopDiagram(double stopTime = 2) {
  return R"({"format": "loopwright", "version": 1,
  "simulation": {"stop_time": )" +
         QByteArray::number(stopTime) + R"(, "max_step": 0.01},
  "diagram": {"blocks": {
    "set": {"type": "Constant", "layout": {"x": 0, "y": 0}},
    "error": {"type": "Sum", "parameters": {"signs": "+-"}, "layout": {"x": 100, "y": 0}},
    "gain": {"type": "Gain", "parameters": {"gain": 2}, "layout": {"x": 200, "y": 0}},
    "state": {"type": "Integrator", "layout": {"x": 300, "y": 0}},
    "counter": {"type": "DiscreteCounter", "parameters": {"increment": 0.1, "period": 0.5},
                "layout": {"x": 300, "y": 100}},
    "scope": {"type": "Scope", "parameters": {"inputs": 2}, "layout": {"x": 400, "y": 0}}},
  "wires": [{"from": "set.y", "to": "error.u1"}, {"from": "state.y", "to": "error.u2"},
            {"from": "error.y", "to": "gain.u"}, {"from": "gain.y", "to": "state.u"},
            {"from": "state.y", "to": "scope.u1"}, {"from": "counter.y", "to": "scope.u2"}]}}
)";
}

/// A window with the panel of the kept runs, the first of which has been made, and a hand for it.
class RunsWindow : public PlotWindow {
 public:
  explicit RunsWindow(const QByteArray& diagram = loopDiagram()) : PlotWindow(diagram) { show(); }

  RunsPanel* runs() const { return window()->current()->runsPanel(); }
  KeptRuns* kept() const { return window()->current()->keptRuns(); }
  QTreeWidget* tree() const { return runs()->findChild<QTreeWidget*>("runsTree"); }
  QString note() const { return runs()->findChild<QLabel*>("runsNote")->text(); }
  int count() const { return tree()->topLevelItemCount(); }
  /// A row by what is written in its first column.
  QTreeWidgetItem* row(const QString& name) const {
    return tree()->findItems(name, Qt::MatchExactly).value(0);
  }
  QString text(const QString& name, int column) const { return row(name)->text(column); }

  void setGain(double gain) const {
    const QString problem = document()->edit("gain", [gain](Transaction* t) {
      SetBlockParameter(t, "", "gain", "gain", ParameterSetting(gain));
    });
    QCOMPARE(problem, QString());
  }
  void setPace(double rate) const {
    SimulationSettings settings = document()->document().simulation;
    settings.Set("realtime_rate", ParameterSetting(rate));
    document()->edit("pace", [&settings](Transaction* t) { t->Apply(SimulationEdit{settings}); });
  }
  /// Opens the panel, before which the plots come when a run begins.
  void show() const {
    trigger(ActionId::kShowRuns);
    if (!QTest::qWaitFor([this] { return tree()->isVisible(); })) qFatal("the panel is not shown");
  }
  void run() const {
    PlotWindow::run();
    show();
  }
  void runWithGain(double gain) const {
    setGain(gain);
    run();
  }

  void click(const QString& name, Qt::KeyboardModifiers modifiers = {}) const {
    show();
    const QRect place = tree()->visualItemRect(row(name));
    QTest::mouseClick(tree()->viewport(), Qt::LeftButton, modifiers,
                      QPoint(place.left() + 150, place.center().y()));
  }
  /// Clicks into the box before a name.
  void check(const QString& name) const {
    show();
    const QRect place = tree()->visualItemRect(row(name));
    QTest::mouseClick(tree()->viewport(), Qt::LeftButton, {},
                      QPoint(place.left() + 12, place.center().y()));
  }
  void key(Qt::Key key) const {
    show();
    QTest::keyClick(tree(), key);
  }

  /// Drops a file onto the window, as from another program.
  void drop(const QString& path) const {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(window(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(window(), &event);
    QVERIFY(event.isAccepted());
  }
  /// Saves a run under a name in the folder of the test.
  QString save(const QString& name, const QString& file) const {
    QString path = fixture().path(file);
    runs()->save(row(name)->data(0, Qt::UserRole).toInt(), path);
    if (!QTest::qWaitFor([this] { return note().startsWith("Saved"); })) qFatal("not saved");
    return path;
  }
};

/// The last value of a curve as it was drawn.
inline double lastValue(const CurveGeometry& geometry) { return geometry.lines.back().back().y(); }

}  // namespace loopwright
