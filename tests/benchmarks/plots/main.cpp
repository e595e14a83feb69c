// Frames of plots on the offscreen platform, everything from taking the new rows to the last pixel.
//
//   streaming  A thread records at a rate of its own, as a run does. At each sixtieth of a second a
//              panel of four plots is drawn, as the editor does it. A tick of that clock that finds
//              the drawing still going on, or the panel resting after a long one, is a dropped
//              frame.
//   zooming    The wheel is turned in and out again at several places of a recording of 10,000,000
//              samples, a frame for each notch.
//   long run   With --long-run alone: the editor's window runs a diagram of 10⁹ steps in the
//              background, with little memory for its recording, while a hand zooms in the plot.
//              A turn is all that the window does at once: nothing that a person does is answered
//              before it is over. What of a turn was spent waiting for a processor that others
//              have is told apart.
//
// The other argument is how many seconds each stream lasts, 5 where it is not given, or for how
// long at most the long run is watched, 600 where it is not given.
#include <QApplication>
#include <QElapsedTimer>
#include <QSettings>
#include <QStringList>
#include <QTemporaryDir>
#include <QWheelEvent>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "blocklib/registry.h"
#include "engine/document/document.h"
#include "engine/file/load.h"
#include "engine/recording/recording.h"
#include "gui/document/diagram_document.h"
#include "gui/main_window/main_window.h"
#include "gui/main_window/workspace.h"
#include "gui/plots/plot_panel.h"
#include "gui/plots/plot_widget.h"
#include "gui/run/recording_memory.h"
#include "gui/run/run_controller.h"
#include "tests/benchmarks/frames.h"

namespace loopwright {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kFramesASecond = 60;  // of a display
constexpr int kPlots = 4;

double secondsSince(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::string signalName(int signal) { return "s" + std::to_string(signal) + ".y"; }

/// A plot for each signal.
Document documentOfPlots(int signalCount) {
  Document document;
  for (int signal = 0; signal < signalCount; ++signal) {
    document.plots.emplace_back().signal_paths.push_back(signalName(signal));
  }
  return document;
}

std::shared_ptr<Recording> makeRecording(int signalCount) {
  std::vector<RecordedSignal> recorded(static_cast<size_t>(signalCount));
  for (int signal = 0; signal < signalCount; ++signal) {
    recorded[static_cast<size_t>(signal)].path = signalName(signal);
  }
  return std::make_shared<Recording>(std::move(recorded));
}

/// Writes rows of slow oscillations under noise, of which no two neighbours are alike, so that
/// every pixel has a least and a greatest value of its own.
class RowWriter {
 public:
  /// Rows are `spacing` seconds of simulated time apart.
  RowWriter(Recording* recording, double spacing)
      : recording_(recording),
        spacing_(spacing),
        row_(static_cast<size_t>(recording->num_columns())) {}

  void write(int64_t upTo) {
    for (; next_ < upTo; ++next_) {
      const double time = static_cast<double>(next_) * spacing_;
      for (size_t column = 0; column < row_.size(); ++column) {
        state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
        const double noise = static_cast<double>(state_ >> 40) * 0x1p-24 - 0.5;
        row_[column] = std::sin(time * static_cast<double>(column + 1)) + 0.3 * noise;
      }
      recording_->Append(time, Side::kBefore, row_.data());
    }
  }

 private:
  Recording* recording_;
  double spacing_;
  std::vector<double> row_;
  int64_t next_ = 0;
  uint64_t state_ = 1;
};

/// Records on a thread of its own as many rows a second as it is told, for as long as it lives.
class Stream {
 public:
  Stream(Recording* recording, double rowsASecond)
      : writer_(recording, 1 / rowsASecond),
        thread_([this, rowsASecond](const std::stop_token& stop) {
          const Clock::time_point begin = Clock::now();
          while (!stop.stop_requested()) {
            writer_.write(static_cast<int64_t>(secondsSince(begin) * rowsASecond));
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
          }
        }) {}

 private:
  RowWriter writer_;
  std::jthread thread_;  // ends before what it writes with goes
};

/// What a watcher of the screen would count.
struct Watched {
  std::vector<double> drawnASecond;  // in each second
  std::vector<double> milliseconds;  // of each frame that was drawn
  int64_t ticks = 0, dropped = 0;
};

/// Draws the panel at each tick of the display for some seconds. A tick that was missed, and one at
/// which nothing new was drawn, is a dropped frame.
Watched watch(PlotPanel* panel, double seconds) {
  Watched watched;
  watched.drawnASecond.assign(static_cast<size_t>(std::ceil(seconds)), 0);
  const PlotWidget* const plot = panel->plots().front();
  const Clock::time_point begin = Clock::now();
  for (;;) {
    const auto tick = static_cast<int64_t>(secondsSince(begin) * kFramesASecond) + 1;
    const double time = static_cast<double>(tick) / kFramesASecond;
    if (time >= seconds) break;
    watched.dropped += tick - watched.ticks - 1;
    watched.ticks = tick;
    std::this_thread::sleep_until(
        begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(time)));
    const int64_t shown = plot->rowsShown();
    QElapsedTimer timer;
    timer.start();
    panel->refresh(time);
    paintNow(panel);
    if (plot->rowsShown() == shown) {
      ++watched.dropped;
      continue;
    }
    watched.milliseconds.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    ++watched.drawnASecond[static_cast<size_t>(time)];
  }
  return watched;
}

enum class View { kWholeRun, kLastSecond };

/// Streams into four plots, all of the run or its last second in view, and prints what was seen.
void stream(double rowsASecond, View view, double seconds) {
  const std::shared_ptr<Recording> recording = makeRecording(kPlots);
  PlotPanel panel(BuiltInBlocks());
  panel.resize(1600, 900);
  panel.show();
  panel.showRun(documentOfPlots(kPlots), recording, 0, seconds);
  QApplication::processEvents();
  if (view == View::kLastSecond) {
    PlotWidget* const plot = panel.plots().front();
    plot->zoomTime(1 / seconds, plot->timeToPixel(0));
  }
  Watched watched;
  {
    const Stream source(recording.get(), rowsASecond);
    watched = watch(&panel, seconds);
  }
  const auto samples = static_cast<double>(recording->size()) * kPlots;
  std::printf("%.0f samples a second in four plots, %s in view\n", rowsASecond * kPlots,
              view == View::kWholeRun ? "the whole run" : "the last second");
  std::printf("  frames a second: median %.0f   least %.0f   dropped %lld of %lld\n",
              quantile(watched.drawnASecond, 0.5), quantile(watched.drawnASecond, 0),
              static_cast<long long>(watched.dropped), static_cast<long long>(watched.ticks));
  printFrames(watched.milliseconds);
  std::printf("  recorded: %.0f samples a second\n", samples / seconds);
}

void turnWheel(PlotWidget* plot, double x, int angle) {
  QWidget* const area = plot->findChild<QWidget*>(QStringLiteral("plotArea"));
  const QPointF place(x, plot->plotArea().center().y());
  QWheelEvent wheel(place, area->mapToGlobal(place), {}, QPoint(0, angle), Qt::NoButton,
                    Qt::NoModifier, Qt::NoScrollPhase, false);
  QApplication::sendEvent(area, &wheel);
}

/// Zooms in 10,000,000 samples in as many plots, whose times are linked, and prints the frames.
void zoom(int plots) {
  constexpr int64_t kSamples = 10'000'000;
  constexpr int kNotches = 40;  // a 7,500th of the run is left
  constexpr double kSeconds = 10;
  const int64_t rows = kSamples / plots;
  const std::shared_ptr<Recording> recording = makeRecording(plots);
  RowWriter(recording.get(), kSeconds / static_cast<double>(rows)).write(rows);
  PlotPanel panel(BuiltInBlocks());
  panel.resize(1600, 900);
  panel.show();
  panel.showRun(documentOfPlots(plots), recording, 0, kSeconds);
  panel.finish(kSeconds);
  QApplication::processEvents();
  PlotWidget* const plot = panel.plots().front();
  std::vector<double> milliseconds;
  int tooLong = 0;
  for (const double part : {0.2, 0.5, 0.9}) {
    for (int notch = 0; notch < 2 * kNotches; ++notch) {
      const QRect area = plot->plotArea();
      QElapsedTimer timer;
      timer.start();
      turnWheel(plot, area.left() + part * area.width(), notch < kNotches ? 120 : -120);
      paintNow(&panel);
      milliseconds.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
      if (milliseconds.back() > 1000 / kFramesASecond) ++tooLong;
    }
  }
  std::printf("zooming in %lld samples, plots: %d\n", static_cast<long long>(kSamples), plots);
  std::printf("  frames a second: median %.0f   dropped at 60 a second: %d of %zu\n",
              1000 / quantile(milliseconds, 0.5), tooLong, milliseconds.size());
  printFrames(milliseconds);
}

/// 10⁹ steps of a millisecond each, of which both sides are recorded of two signals.
constexpr char kLongRun[] = R"({"format": "loopwright", "version": 1,
  "simulation": {"stop_time": 1000000},
  "diagram": {"blocks": {
    "counter": {"type": "DiscreteCounter", "parameters": {"period": 0.001}},
    "delay": {"type": "UnitDelay", "parameters": {"period": 0.001}},
    "scope": {"type": "Scope", "parameters": {"inputs": 2}}},
  "wires": [{"from": "counter.y", "to": "delay.u"}, {"from": "counter.y", "to": "scope.u1"},
            {"from": "delay.y", "to": "scope.u2"}]}})";

/// What of the process lies in memory, MiB; 0 where the system does not say.
double residentMebibytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    double kibibytes = 0;
    if (word == "VmRSS:" && status >> kibibytes) return kibibytes / 1024;
  }
  return 0;
}

/// The processor's time that this thread has had, milliseconds.
double processorMilliseconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e3 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e6;
}

/// What the watcher of a long run has seen.
struct LongRun {
  std::vector<double> milliseconds;  // of each turn of the window
  std::vector<double> computing;     // what of each the window itself took of the processor
  double least = 0, most = 0;        // of memory, MiB
  int longTurns = 0;
};

/// Lets the window do what it has to, at each sixtieth of a second, until the run or the time is
/// over. In each second the hand turns the wheel by a notch, ten times in, then ten times out.
LongRun watchLongRun(const Workspace& workspace, double seconds) {
  constexpr double kLongTurn = 50;  // milliseconds
  LongRun seen;
  seen.least = seen.most = residentMebibytes();
  const Clock::time_point begin = Clock::now();
  for (int64_t tick = 1; secondsSince(begin) < seconds && workspace.runs()->isActive(); ++tick) {
    std::this_thread::sleep_until(
        begin + std::chrono::duration_cast<Clock::duration>(
                    std::chrono::duration<double>(double(tick) / kFramesASecond)));
    const bool isSecond = tick % static_cast<int64_t>(kFramesASecond) == 0;
    const int64_t second = tick / static_cast<int64_t>(kFramesASecond);
    const double computed = processorMilliseconds();
    QElapsedTimer timer;
    timer.start();
    if (isSecond && !workspace.plots()->plots().empty()) {
      PlotWidget* const plot = workspace.plots()->plots().front();
      turnWheel(plot, plot->plotArea().center().x(), second / 10 % 2 == 0 ? 120 : -120);
    }
    paintNow(workspace.plots());
    seen.milliseconds.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    seen.computing.push_back(processorMilliseconds() - computed);
    if (seen.milliseconds.back() > kLongTurn) ++seen.longTurns;
    if (isSecond) seen.most = std::max(seen.most, residentMebibytes());
  }
  return seen;
}

/// Runs in a window with settings of its own, and prints what was seen.
void longRun(double seconds) {
  constexpr int kMebibytes = 256;  // for the recording
  const QTemporaryDir folder;
  QSettings::setDefaultFormat(QSettings::IniFormat);
  QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
  QCoreApplication::setOrganizationName(QStringLiteral("LoopwrightBenchmark"));
  RecordingMemory::setMebibytes(kMebibytes);
  MainWindow window(BuiltInBlocks());
  window.resize(1600, 1000);
  window.show();
  LoadResult loaded = LoadDocument(kLongRun, BuiltInBlocks());
  Workspace* const workspace = window.current();
  workspace->document()->setDocument(std::move(loaded.document).value());
  QApplication::processEvents();
  workspace->run();
  const Clock::time_point begin = Clock::now();
  const LongRun seen = watchLongRun(*workspace, seconds);
  const auto& recording = workspace->runs()->recording();
  std::printf("a run of 1e9 steps, watched for %.0f s: %s\n", secondsSince(begin),
              workspace->runs()->statusText().toUtf8().constData());
  if (recording) {
    std::printf("  recording: %.0f MiB of %d MiB, all rows from t = %g s on\n",
                static_cast<double>(recording->size()) * recording->bytes_per_row() / (1 << 20),
                kMebibytes, recording->thinned_until().value_or(0));
  }
  std::printf("  memory: %.0f MiB before, %.0f MiB after, %.0f MiB at most\n", seen.least,
              residentMebibytes(), seen.most);
  std::printf(
      "  a turn of the window: median %.2f ms   99 %% %.2f ms   most %.2f ms   "
      "above 50 ms: %d of %zu\n",
      quantile(seen.milliseconds, 0.5), quantile(seen.milliseconds, 0.99),
      quantile(seen.milliseconds, 1), seen.longTurns, seen.milliseconds.size());
  std::printf("  of that on the processor: median %.2f ms   99 %% %.2f ms   most %.2f ms\n",
              quantile(seen.computing, 0.5), quantile(seen.computing, 0.99),
              quantile(seen.computing, 1));
  workspace->runs()->stop();
  while (workspace->runs()->isActive()) QApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

void run(double seconds) {
  stream(1'000'000.0 / kPlots, View::kWholeRun, seconds);
  stream(1'000'000.0 / kPlots, View::kLastSecond, seconds);
  stream(1'000'000, View::kWholeRun, seconds);
  zoom(1);
  zoom(kPlots);
}

}  // namespace

}  // namespace loopwright

int main(int argc, char** argv) {
  return loopwright::runWithApplication(argc, argv, [] {
    QStringList arguments = QApplication::arguments().mid(1);
    const bool isLongRun = arguments.removeAll(QStringLiteral("--long-run")) > 0;
    bool isNumber = true;
    const double usual = isLongRun ? 600 : 5;
    const double seconds = arguments.isEmpty() ? usual : arguments[0].toDouble(&isNumber);
    if (!isNumber || !(seconds >= 1)) {
      std::fprintf(stderr,
                   "The argument is a number of seconds, 1 or more, and not \"%s\"; before it may "
                   "stand --long-run.\n",
                   qPrintable(arguments[0]));
      return 2;
    }
    isLongRun ? loopwright::longRun(seconds) : loopwright::run(seconds);
    return 0;
  });
}
