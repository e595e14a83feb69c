#include <QApplication>
#include <QObject>
#include <QRegularExpression>
#include <QTest>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <ctime>
#include <memory>
#include <thread>

#include "engine/recording/recording.h"
#include "gui/curves/plot_cursors.h"
#include "gui/plots/plot_style.h"
#include "gui/plots/plot_widget.h"
#include "gui/plots/qcustomplot_header.h"
#include "gui/theme/theme.h"
#include "tests/test_main.h"

namespace loopwright::test_plot_widget {

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

// Milliseconds of processor time that this thread has used: not disturbed by what else runs.
double ThreadMilliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * double(now.tv_sec) + 1e-6 * double(now.tv_nsec);
}

// A sampled loop: a smooth position and a held command of period 0.02.
std::shared_ptr<Recording> LoopRecording(int samples) {
  auto recording = std::make_shared<Recording>(std::vector<RecordedSignal>{
      {"plant.position", "position", 1, 0, false, 0}, {"controller.y", "", 1, 0, true, 0.02}});
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
  return {"Response",
          "m",
          {{"plant.position", "position", false}, {"controller.y", "controller.y", true}}};
}

}  // namespace

class TestPlotWidget : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyTheme(qApp, Theme::Mode::kLight); }

  void numbersHaveARealMinusSign();
  void showsTheCounterOfTheDocument();
  void drawsWhatIsRecordedWhileItGrows();
  void theLastNumberOfTheTimeAxisIsThere_data();
  void theLastNumberOfTheTimeAxisIsThere();
  void keepsTurnsShortWithTenMillionRows();
  void zoomsPansAndFits();
  void putsTheLegendWhereNoCurveIs();
  void leavesCursorsThatAreTakenAway();
};

// A hyphen is shorter than a minus sign and stands lower. An axis that nobody chose numbers for has
// it as well.
void TestPlotWidget::numbersHaveARealMinusSign() {
  QVector<double> ticks;
  QVector<QString> labels;
  makeTicker(false)->generate(QCPRange(-1.2, 1.2), QLocale::c(), 'g', 6, ticks, nullptr, &labels);
  QVERIFY(labels.contains(QStringLiteral("−1")));
  QVERIFY(labels.contains(QStringLiteral("1")));
  QVERIFY(labels.filter(QStringLiteral("-")).isEmpty());
  QCustomPlot plot;
  stylePlot(&plot);
  plot.yAxis->ticker()->generate(QCPRange(-1.2, 1.2), QLocale::c(), 'g', 6, ticks, nullptr,
                                 &labels);
  QVERIFY(labels.contains(QStringLiteral("−1")));
}

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
}

void TestPlotWidget::theLastNumberOfTheTimeAxisIsThere_data() {
  QTest::addColumn<double>("stop");
  for (const double stop : {0.06, 10.0, 86400.0, 2e6}) QTest::addRow("%g", stop) << stop;
}

// An axis leaves out a number that would not be seen in whole.
void TestPlotWidget::theLastNumberOfTheTimeAxisIsThere() {
  QFETCH(double, stop);
  PlotWidget plot;
  plot.resize(600, 200);
  plot.setContent(LoopContent());
  plot.setRunSpan(0, stop);
  plot.redraw();
  const auto* const area = plot.findChild<QCustomPlot*>("plotArea");
  const QCPAxis* const axis = area->xAxis;
  QVERIFY(!axis->tickVectorLabels().isEmpty());
  const double place = axis->coordToPixel(axis->tickVector().last());
  const int width =
      QFontMetrics(axis->tickLabelFont()).horizontalAdvance(axis->tickVectorLabels().last());
  QVERIFY(place <= area->axisRect()->right() + 1);
  QVERIFY2(place + width / 2.0 < area->width(), qPrintable(QString::number(place)));
}

void TestPlotWidget::drawsWhatIsRecordedWhileItGrows() {
  auto recording =
      std::make_shared<Recording>(std::vector<RecordedSignal>{{"ramp.y", "", 1, 0, false, 0}});
  PlotWidget plot;
  plot.resize(600, 240);
  plot.setContent({"", "", {{"ramp.y", "ramp", false}}});
  plot.setRunSpan(0, 10);
  plot.setRecording(recording);
  QVERIFY(plot.geometry(0).lines.empty());
  for (int n = 1; n <= 3; ++n) {
    const double value = n;
    recording->Append(n, Side::kBefore, &value);
    plot.refresh();
    QCOMPARE(plot.rowsShown(), int64_t{n});
    QCOMPARE(plot.geometry(0).lines.back().back(), QPointF(n, n));
  }
}

// A run that records ten million rows while the window draws: the writer's thread and this one's
// event loop, whose longest turn is printed.
void TestPlotWidget::keepsTurnsShortWithTenMillionRows() {
  constexpr int64_t kRows = 10'000'000;
  auto recording = std::make_shared<Recording>(std::vector<RecordedSignal>{
      {"noise.y", "", 1, 0, false, 0}, {"counter.y", "", 1, 0, true, 1e-6}});
  PlotWidget plot;
  plot.resize(1000, 300);
  plot.setContent({"", "", {{"noise.y", "noise", false}, {"counter.y", "count", true}}});
  plot.setRunSpan(0, 1e-6 * kRows);
  plot.setRecording(recording);
  plot.show();
  std::thread writer([&recording] {
    uint64_t state = 1;
    for (int64_t i = 0; i < kRows; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      const double row[2] = {double(state >> 40) * 1e-7, double(i % 1000) * 1e-3};
      recording->Append(1e-6 * double(i), i % 2 == 0 ? Side::kBefore : Side::kAfter, row);
    }
  });
  int turns = 0;
  double longest = 0;
  int64_t shown_early = 0;
  while (plot.rowsShown() < kRows) {
    const double begin = ThreadMilliseconds();
    plot.refresh();
    QCoreApplication::processEvents();
    longest = std::max(longest, ThreadMilliseconds() - begin);
    ++turns;
    if (shown_early == 0) shown_early = plot.rowsShown();
  }
  writer.join();
  QVERIFY(shown_early > 0);
  QVERIFY(shown_early < kRows);
  qInfo("10 000 000 rows: %d turns, the longest %.1f ms", turns, longest);

  longest = 0;
  for (int n = 0; n < 12; ++n) {
    const double begin = ThreadMilliseconds();
    const double half = 5 * std::pow(0.3, n);
    plot.setTimeRange(5 - half, 5 + half);
    longest = std::max(longest, ThreadMilliseconds() - begin);
    int points = 0;
    for (const QPolygonF& line : plot.geometry(0).lines) points += int(line.size());
    QVERIFY(points <= 4 * 1000);
  }
  qInfo("zooming in: the longest turn %.1f ms", longest);
}

void TestPlotWidget::zoomsPansAndFits() {
  PlotWidget plot;
  plot.resize(800, 240);
  plot.setContent(LoopContent());
  plot.setRunSpan(0, 0.24);
  plot.setRecording(LoopRecording(12));
  plot.show();
  QWidget* const area = plot.findChild<QWidget*>("plotArea");
  QCOMPARE(plot.upperTime(), 0.24);

  QWheelEvent wheel(QPointF(400, 100), area->mapToGlobal(QPointF(400, 100)), {}, QPoint(0, 120),
                    Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
  QCoreApplication::sendEvent(area, &wheel);
  const double width = plot.upperTime() - plot.lowerTime();
  QVERIFY(std::abs(width - 0.8 * 0.24) < 1e-12);

  QTest::mousePress(area, Qt::MiddleButton, {}, QPoint(400, 100));
  QTest::mouseMove(area, QPoint(350, 100));
  QTest::mouseRelease(area, Qt::MiddleButton, {}, QPoint(350, 100));
  QVERIFY(std::abs(plot.upperTime() - plot.lowerTime() - width) < 1e-12);
  const double panned = plot.lowerTime();
  QVERIFY(panned > 0.024);

  QTest::mousePress(area, Qt::LeftButton, {}, QPoint(200, 40));
  QTest::mouseMove(area, QPoint(300, 100));
  QTest::mouseRelease(area, Qt::LeftButton, {}, QPoint(400, 140));
  QVERIFY(plot.lowerTime() > panned);
  QVERIFY(plot.upperTime() - plot.lowerTime() < 0.5 * width);

  QTest::mouseDClick(area, Qt::LeftButton, {}, QPoint(300, 100));
  QCOMPARE(plot.lowerTime(), 0.0);
  QCOMPARE(plot.upperTime(), 0.24);
}

void TestPlotWidget::putsTheLegendWhereNoCurveIs() {
  PlotWidget plot;
  plot.resize(800, 240);
  plot.setContent(LoopContent());
  plot.setRunSpan(0, 0.4);
  plot.setRecording(LoopRecording(12));
  plot.show();
  // Right of the curves there is room.
  QVERIFY(plot.legendArea().left() > 400);
  QVERIFY(plot.legendArea().top() > 5);
  // A curve from corner to corner, twice, leaves none: the legend goes above the axes.
  auto cross = std::make_shared<Recording>(std::vector<RecordedSignal>{
      {"plant.position", "", 1, 0, false, 0}, {"controller.y", "", 1, 0, false, 0}});
  for (int n = 0; n <= 100; ++n) {
    const double row[2] = {double(n % 2), 0.5};
    cross->Append(0.004 * n, Side::kBefore, row);
  }
  plot.setRecording(cross);
  QVERIFY(plot.legendArea().top() < 5);
}

// Without cursors there is nothing to be connected to, of which Qt would warn.
void TestPlotWidget::leavesCursorsThatAreTakenAway() {
  QTest::failOnWarning(QRegularExpression("connect"));
  PlotCursors cursors;
  PlotWidget plot;
  plot.setCursors(&cursors);
  plot.setCursors(nullptr);
  QVERIFY(plot.cursors() == nullptr);
  // Nobody listens any more.
  QVERIFY(!disconnect(&cursors, nullptr, &plot, nullptr));
}

LOOPWRIGHT_TEST_WITH(QApplication, TestPlotWidget)

}  // namespace loopwright::test_plot_widget

#include "test_plot_widget.moc"
