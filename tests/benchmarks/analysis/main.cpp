// Frames while a hand drags a pole of a loop of 20 states on its locus, with Bode plot, step and
// margins beside it, on the offscreen platform: a frame is everything from the move of the mouse to
// the last pixel of the picture with the new value of the parameter, which is computed on a thread
// of its own. Then the frames that a person sees whose hand moves on without waiting for them. The
// same of a loop with a sampler, once more with the lens open.
#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QTabBar>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "blocklib/registry.h"
#include "engine/analysis/response_picture.h"
#include "engine/document/document.h"
#include "engine/file/load.h"
#include "gui/analysis/analysis_panel.h"
#include "gui/analysis/analysis_runner.h"
#include "gui/analysis/analysis_views.h"
#include "gui/analysis/lens_plot.h"
#include "gui/analysis/loop_handles.h"
#include "gui/analysis/response_plot.h"
#include "gui/document/diagram_document.h"
#include "tests/benchmarks/frames.h"

namespace loopwright {

namespace {

constexpr int kStates = 20;
constexpr int kMoves = 400;
constexpr int kPatience = 20000;  // milliseconds, for what comes at last

/// What the loop is of, and what is open beside the four views.
struct Case {
  bool isSampled;
  bool hasLens;
};

/// A gain and lags of 1 s, 1/2 s, … in a loop, in place of the last a hold where it is sampled.
Document loopOfLags(bool isSampled) {
  std::string blocks = R"("error": {"type": "Sum", "parameters": {"signs": "+-"}},
      "set": {"type": "Constant"}, "gain": {"type": "Gain", "parameters": {"gain": 0.7}})";
  std::string wires = R"({"from": "set.y", "to": "error.u1"}, {"from": "error.y", "to": "gain.u"})";
  std::string before = "gain";
  for (int i = 1; i <= kStates; ++i) {
    const std::string name = "lag" + std::to_string(i);
    const std::string block =
        isSampled && i == kStates
            ? R"({"type": "ZeroOrderHold", "parameters": {"period": 0.1}})"
            : R"({"type": "FirstOrderLag", "parameters": {"time_constant": )" +
                  std::to_string(1.0 / i) + "}}";
    blocks += ", \"" + name + "\": " + block;
    wires += ", {\"from\": \"" + before + ".y\", \"to\": \"" + name + ".u\"}";
    before = name;
  }
  wires += ", {\"from\": \"" + before + ".y\", \"to\": \"error.u2\"}";
  LoadResult loaded =
      LoadDocument(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {)" + blocks +
                       "}, \"wires\": [" + wires + "]}}",
                   BuiltInBlocks());
  if (!loaded.document) {
    std::fprintf(stderr, "%s\n", loaded.diagnostics.front().text.c_str());
    std::exit(1);
  }
  return std::move(*loaded.document);
}

/// Handles what comes until the condition holds, and sleeps meanwhile, as a program does: one that
/// asks again and again takes a processor from the thread that computes.
template <typename Condition>
bool waitFor(const Condition& condition) {
  QElapsedTimer timer;
  timer.start();
  QTimer wakes;
  wakes.start(kPatience / 100);
  while (!condition()) {
    if (timer.elapsed() > kPatience) return false;
    QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
  }
  return true;
}

void send(QWidget* area, QEvent::Type type, const QPointF& place) {
  const bool isMove = type == QEvent::MouseMove;
  QMouseEvent event(type, place, area->mapToGlobal(place), isMove ? Qt::NoButton : Qt::LeftButton,
                    type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton,
                    Qt::NoModifier);
  QApplication::sendEvent(area, &event);
}

/// Where the pole is that is farthest to the right.
QPointF rightmostPole(const ResponsePlot* plot) {
  const std::vector<QPointF> poles = plot->handles()->placesOf(LoopHandle::kPole);
  return *std::max_element(poles.begin(), poles.end(),
                           [](const auto& a, const auto& b) { return a.x() < b.x(); });
}

/// Where the hand is that moves the pole to and fro.
QPointF swayed(const QPointF& from, int move) {
  constexpr double kReach = 40;  // pixels
  return from + QPointF(kReach * std::sin(0.1 * (move + 3)) - 15, 0);
}

/// The frames of a drag of the pole that is farthest to the right, to and fro.
std::vector<double> drag(AnalysisPanel* panel) {
  const ResponsePlot* const plot = panel->plot();
  QWidget* const area = plot->findChild<QWidget*>(QStringLiteral("plotArea"));
  const QPointF from = rightmostPole(plot);
  send(area, QEvent::MouseButtonPress, from);
  std::vector<double> milliseconds;
  for (int move = 0; move < kMoves; ++move) {
    const auto before = plot->picture();
    const int begun = panel->runner().begun();
    QElapsedTimer timer;
    timer.start();
    send(area, QEvent::MouseMove, swayed(from, move));
    if (panel->runner().begun() == begun) continue;  // the value is the one that it was
    if (!waitFor([&] { return plot->picture() != before; })) break;
    paintNow(panel);
    milliseconds.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
  }
  send(area, QEvent::MouseButtonRelease, from);
  return milliseconds;
}

/// The times from one frame to the next while the hand moves as often as a mouse tells, whether a
/// frame has come or not.
std::vector<double> dragWithoutRest(AnalysisPanel* panel) {
  constexpr int kBetweenMoves = 8;  // milliseconds
  const ResponsePlot* const plot = panel->plot();
  QWidget* const area = plot->findChild<QWidget*>(QStringLiteral("plotArea"));
  const QPointF from = rightmostPole(plot);
  send(area, QEvent::MouseButtonPress, from);
  std::vector<double> milliseconds;
  int move = 0;
  QTimer hand;
  QObject::connect(&hand, &QTimer::timeout, area,
                   [&] { send(area, QEvent::MouseMove, swayed(from, move++)); });
  hand.start(kBetweenMoves);
  auto shown = plot->picture();
  QElapsedTimer timer;
  timer.start();
  while (move < kMoves && waitFor([&] { return plot->picture() != shown || move >= kMoves; })) {
    if (plot->picture() == shown) continue;
    shown = plot->picture();
    paintNow(panel);
    milliseconds.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    timer.restart();
  }
  hand.stop();
  send(area, QEvent::MouseButtonRelease, from);
  return milliseconds;
}

/// The frames of one way to drag, in a panel of its own; none where there is nothing to drag.
template <typename Drag>
std::vector<double> framesOf(const Case& what, const Drag& dragAround) {
  DiagramDocument document(BuiltInBlocks());
  AnalysisPanel panel(&document);
  panel.resize(1600, 900);
  document.setDocument(loopOfLags(what.isSampled));
  document.finishCheck();
  panel.show();
  panel.findChild<QTabBar*>(QStringLiteral("analysisViews"))
      ->setCurrentIndex(static_cast<int>(ResponseView::kPoles));
  panel.findChild<QToolButton*>(QStringLiteral("analysisTogether"))->click();
  panel.showLoop(QStringLiteral("gain.y"));
  if (!waitFor([&] { return panel.plot()->handles()->isEnabled(); })) return {};
  if (what.hasLens) {
    for (ResponsePlot* plot : panel.views()->plots()) plot->setFrequency(1);
    panel.findChild<QToolButton*>(QStringLiteral("analysisLens"))->click();
    if (!panel.findChild<LensPlot*>()->isVisible()) return {};
  }
  paintNow(&panel);
  return dragAround(&panel);
}

int run(const Case& what) {
  std::printf("a pole of a loop of %d states%s dragged, four views together%s\n", kStates,
              what.isSampled ? " with a sampler" : "", what.hasLens ? " and the lens" : "");
  const std::vector<double> frames = framesOf(what, drag);
  printFrames(frames);
  if (frames.empty()) {
    std::fprintf(stderr, "there is nothing to drag\n");
    return 1;
  }
  // Within a pixel the pole of the loop with a sampler goes through all of its values.
  if (what.isSampled) return 0;
  std::printf("  from frame to frame while the hand moves 125 times a second:\n");
  printFrames(framesOf(what, dragWithoutRest));
  return 0;
}

}  // namespace

}  // namespace loopwright

int main(int argc, char** argv) {
  using loopwright::Case;
  return loopwright::runWithApplication(argc, argv, [] {
    for (const Case& what : {Case{false, false}, Case{true, false}, Case{true, true}}) {
      const int code = loopwright::run(what);
      if (code != 0) return code;
    }
    return 0;
  });
}
