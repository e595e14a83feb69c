#include <QApplication>
#include <QElapsedTimer>
#include <QObject>
#include <QPixmap>
#include <QTest>
#include <cmath>
#include <memory>
#include <thread>

#include "engine/simulation/recording.h"
#include "gui/plots/plot_widget.h"
#include "gui/theme/theme.h"

using namespace loopwright;

namespace {

// The counter of the discrete-systems document: S = 0 10 20 30 at 0, 0.02, 0.04, 0.06.
std::shared_ptr<Recording> CounterRecording() {
  auto recording = std::make_shared<Recording>(
      std::vector<RecordedSignal>{{"counter.y", "count", 1, 0, true, 0.02}});
  for (int n = 0; n <= 3; ++n) {
    const double before = 10.0 * n;
    const double after = before + 10;
    recording->Append(0.02 * n, Side::kBefore, &before);
    if (n < 3) recording->Append(0.02 * n, Side::kAfter, &after);
  }
  return recording;
}

// A sampled loop: a smooth position and a held command of period 0.02.
std::shared_ptr<Recording> LoopRecording(int samples) {
  auto recording = std::make_shared<Recording>(
      std::vector<RecordedSignal>{{"plant.position", "position", 1, 0, false, 0},
                                  {"controller.y", "", 1, 0, true, 0.02}});
  double command = 0;
  const auto position = [](double t) { return 1.1 * (1 - std::exp(-14 * t) * std::cos(9 * t)); };
  for (int n = 0; n < samples; ++n) {
    const double t = 0.02 * n;
    double row[2] = {position(t), command};
    recording->Append(t, Side::kBefore, row);
    command = 0.62 + 0.35 * std::exp(-20 * t) * std::cos(25 * t);
    row[1] = command;
    recording->Append(t, Side::kAfter, row);
    for (int k = 1; k < 5; ++k) {
      row[0] = position(t + 0.004 * k);
      recording->Append(t + 0.004 * k, Side::kBefore, row);
    }
  }
  return recording;
}

PlotContent LoopContent() {
  return {"Response", "m", {{"plant.position", "position", false},
                            {"controller.y", "controller.y", true}}};
}

}  // namespace

class TestPlotWidget : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyTheme(qApp, Theme::Mode::kLight); }

  void showsTheCounterOfTheDocument();
  void looksAsInBothThemes();
};

void TestPlotWidget::showsTheCounterOfTheDocument() {
  PlotWidget plot;
  plot.resize(600, 240);
  plot.setContent({"", "", {{"counter.y", "count", true}}});
  plot.setRunSpan(0, 0.06);
  plot.setRecording(CounterRecording());
  plot.fit();
  const auto updates = plot.updates(0);
  QCOMPARE(updates.size(), size_t{3});
  for (int n = 0; n < 3; ++n) {
    QCOMPARE(updates[size_t(n)].time, 0.02 * n);
    QCOMPARE(updates[size_t(n)].before, 10.0 * n);
    QCOMPARE(updates[size_t(n)].after, 10.0 * (n + 1));
  }
  QCOMPARE(plot.geometry(0).circles.size(), size_t{3});
  plot.grab().save("/tmp/pw/counter.png");
}

void TestPlotWidget::looksAsInBothThemes() {
  for (const auto mode : {Theme::Mode::kLight, Theme::Mode::kDark}) {
    applyTheme(qApp, mode);
    PlotWidget plot;
    plot.resize(890, 240);
    plot.setContent(LoopContent());
    plot.setRunSpan(0, 0.4);
    plot.setRunTime(0.24);
    plot.setRecording(LoopRecording(12));
    plot.show();
    QTest::mouseMove(plot.findChild<QWidget*>("plotArea"), QPoint(300, 80));
    plot.grab().save(mode == Theme::Mode::kDark ? "/tmp/pw/dark.png" : "/tmp/pw/light.png");
  }
}

QTEST_MAIN(TestPlotWidget)
#include "test_plot_widget.moc"
