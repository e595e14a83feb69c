#include <QTest>
#include <cmath>
#include <memory>

#include "blocklib/registry.h"
#include "engine/document/document.h"
#include "engine/file/load.h"
#include "engine/recording/recording.h"
#include "gui/canvas/diagram_view.h"
#include "gui/curves/signal_samples.h"
#include "gui/document/diagram_document.h"
#include "gui/main_window/file_commands.h"
#include "gui/plots/figure_widget.h"
#include "gui/plots/plot_panel.h"
#include "gui/plots/plot_style.h"
#include "gui/plots/qcustomplot_header.h"
#include "gui/readings/displayed_values.h"
#include "gui/run/run_controller.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "tests/gui/window_fixture.h"
#include "tests/test_main.h"

namespace loopwright::test_figures {

namespace {

// A sine and its cosine over each other; a counter's values in a histogram; the spectra of a sine,
// of noise, and of what a lag makes of it.
const char kDiagram[] = R"({"format": "loopwright", "version": 1,
  "parameters": {"h": {"value": 0.01}},
  "simulation": {"stop_time": 10, "max_step": 0.01},
  "diagram": {"blocks": {
    "sine": {"type": "Sine", "parameters": {"frequency": "2*pi*5"}, "layout": {"x": 0, "y": 0}},
    "cosine": {"type": "Sine", "parameters": {"frequency": "2*pi*5", "phase": "pi/2"},
               "layout": {"x": 0, "y": 100}},
    "counter": {"type": "DiscreteCounter", "parameters": {"period": "h", "modulus": 4},
                "layout": {"x": 0, "y": 200}},
    "display": {"type": "Display", "layout": {"x": 200, "y": 400}},
    "circle": {"type": "XYScope", "layout": {"x": 200, "y": 0}},
    "counts": {"type": "Histogram", "parameters": {"bins": 4, "period": "h"},
               "layout": {"x": 200, "y": 200}},
    "spectrum": {"type": "Spectrum", "parameters": {"segment": 200, "period": "h"},
                 "layout": {"x": 200, "y": 300}},
    "noise": {"type": "GaussianNoise",
              "parameters": {"standard_deviation": 3, "period": "h"}, "layout": {"x": 0, "y": 500}},
    "density": {"type": "Spectrum", "parameters": {"segment": 40, "period": "h"},
                "layout": {"x": 200, "y": 500}},
    "lag": {"type": "FirstOrderLag", "parameters": {"time_constant": "4*h"},
            "layout": {"x": 100, "y": 600}},
    "coloured": {"type": "Spectrum", "parameters": {"segment": 40, "period": "h"},
                 "layout": {"x": 200, "y": 600}}},
  "wires": [
    {"from": "noise.y", "to": "density.u"}, {"from": "noise.y", "to": "lag.u"},
    {"from": "lag.y", "to": "coloured.u"},
    {"from": "cosine.y", "to": "circle.x"}, {"from": "sine.y", "to": "circle.y"},
    {"from": "counter.y", "to": "counts.u"}, {"from": "sine.y", "to": "spectrum.u"},
    {"from": "counter.y", "to": "display.u"}]}}
)";

}  // namespace

class TestFigures : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void oneSignalOverAnother();
  void histogramCountsSamples();
  void spectrumPeaksAtTheFrequency();
  void noiseIsBesideItsTheory();
  void whatIsLinearInNoiseIsBesideItsTheory();
  void legendsStandWhereNothingIsDrawn();
  void doubleClickFits();
  void displayShowsTheLastValue();
  void samplesAreThoseOfTheRecording();
  void samplesBeginAfterTheStart();

 private:
  FigureWidget* figure(size_t index) const {
    return qobject_cast<FigureWidget*>(window_->current()->plots()->views().at(index));
  }

  std::unique_ptr<WindowFixture> fixture_;
  std::unique_ptr<MainWindow> window_;
};

void TestFigures::initTestCase() {
  fixture_ = std::make_unique<WindowFixture>();
  window_ = shownWindow();
  QVERIFY(openFile(window_.get(), fixture_->write("figures.loop.json", kDiagram)));
  window_->current()->runs()->start();
  QTRY_VERIFY(!window_->current()->runs()->isActive());
  QCOMPARE(window_->current()->plots()->views().size(), size_t{5});
  QVERIFY(window_->current()->plots()->plots().empty());
}

void TestFigures::oneSignalOverAnother() {
  const FigureWidget& plot = *figure(0);
  QCOMPARE(plot.content().kind, PlotKind::kXY);
  QVERIFY(plot.pointCount(0) > 1000);
  double lowest = 1, highest = -1;
  for (int i = 0; i < plot.pointCount(0); ++i) {
    // Data of a curve are sorted by row; x and y lie on the unit circle.
    const QPointF point = plot.point(0, i);
    lowest = std::min(lowest, point.y());
    highest = std::max(highest, point.y());
  }
  QVERIFY(std::abs(lowest + 1) < 1e-2);
  QVERIFY(std::abs(highest - 1) < 1e-2);
}

void TestFigures::histogramCountsSamples() {
  const FigureWidget& plot = *figure(1);
  QCOMPARE(plot.content().kind, PlotKind::kHistogram);
  QCOMPARE(plot.pointCount(0), 4);
  // 1,001 samples at 0, h, ..., 10: the value before each update is k mod 4.
  const double counts[] = {251, 250, 250, 250};
  for (int bin = 0; bin < 4; ++bin) {
    QCOMPARE(plot.point(0, bin).y(), counts[bin]);
    QCOMPARE(plot.point(0, bin).x(), 0.375 + 0.75 * bin);
  }
}

void TestFigures::spectrumPeaksAtTheFrequency() {
  const FigureWidget& plot = *figure(2);
  QCOMPARE(plot.content().kind, PlotKind::kSpectrum);
  int peak = 0;
  for (int i = 0; i < plot.pointCount(0); ++i) {
    if (plot.point(0, i).y() > plot.point(0, peak).y()) peak = i;
  }
  // 200 samples of 0.01 s: frequencies are 0.5 Hz apart, and 5 Hz is one of them.
  QCOMPARE(plot.point(0, peak).x(), 5.0);
  // A sine of amplitude 1 has the variance 1/2, which the Hann window spreads over three lines with
  // the parts 1/6, 2/3, 1/6.
  QVERIFY(std::abs(plot.point(0, peak).y() - 0.5 * 2 / 3 / 0.5) < 1e-3);
}

// White samples of variance 9 each 0.01 s: 0.18 one-sided, and half of it where no negative
// frequency counts to a positive one. 49 segments know it to within about a third.
void TestFigures::noiseIsBesideItsTheory() {
  QVERIFY(figure(2)->theoryOf(0).empty());
  FigureWidget& plot = *figure(3);
  const std::vector<QPointF> theory = plot.theoryOf(0);
  const auto intervals = plot.intervalsOf(0);
  QCOMPARE(theory.size(), size_t{20});
  QCOMPARE(intervals.size(), size_t{20});
  int holds = 0;
  for (size_t i = 0; i < theory.size(); ++i) {
    QVERIFY(std::abs(theory[i].y() - (i < 19 ? 0.18 : 0.09)) < 1e-12);
    QCOMPARE(theory[i].x(), plot.point(0, static_cast<int>(i)).x());
    const double estimate = plot.point(0, static_cast<int>(i)).y();
    QVERIFY(intervals[i].first < estimate && estimate < intervals[i].second);
    if (i < 19) QVERIFY(intervals[i].second / intervals[i].first < 1.9);
    holds += intervals[i].first < theory[i].y() && theory[i].y() < intervals[i].second;
  }
  QVERIFY2(holds >= 17, qPrintable(QString::number(holds)));
  // The noise that was run is drawn, whatever it is by now.
  const QByteArray edited = QByteArray(kDiagram).replace("deviation\": 3", "deviation\": 5");
  const LoadResult result = LoadDocument(edited.toStdString(), BuiltInBlocks());
  window_->current()->plots()->showPlotsOf(*result.document);
  QCOMPARE(figure(3)->theoryOf(0), theory);
}

// Over a period the lag keeps a of itself and takes 1 − a of the sample. It is found beside the
// window; what has no noise before it has none.
void TestFigures::whatIsLinearInNoiseIsBesideItsTheory() {
  FigureWidget& plot = *figure(4);
  QTRY_COMPARE(plot.theoryOf(0).size(), size_t{20});
  const std::vector<QPointF> theory = plot.theoryOf(0);
  const auto intervals = plot.intervalsOf(0);
  const double a = std::exp(-0.25);
  int holds = 0;
  for (size_t i = 0; i < theory.size(); ++i) {
    const double turn = 2 * std::acos(-1.0) * theory[i].x() * 0.01;
    const double gain = (1 - a) * (1 - a) / (1 - 2 * a * std::cos(turn) + a * a);
    QVERIFY(std::abs(theory[i].y() - (i < 19 ? 0.18 : 0.09) * gain) < 1e-9);
    holds += intervals[i].first < theory[i].y() && theory[i].y() < intervals[i].second;
  }
  QVERIFY2(holds >= 15, qPrintable(QString::number(holds)));
  QVERIFY(figure(2)->theoryOf(0).empty());
  auto* const area = plot.findChild<QCustomPlot*>("plotArea");
  QCOMPARE(area->legend->itemCount(), 3);
  // What was found stays for the run, whatever the diagram is by now.
  const LoadResult result = LoadDocument(kDiagram, BuiltInBlocks());
  window_->current()->plots()->showPlotsOf(*result.document);
  QCOMPARE(figure(4)->theoryOf(0), theory);
}

// Of a curve that rises to the right the legend stands at the left, of one that falls at the right,
// and it does not jump where nothing is below it.
void TestFigures::legendsStandWhereNothingIsDrawn() {
  QCustomPlot plot;
  plot.resize(400, 300);
  QCPGraph* const curve = plot.addGraph();
  curve->setName("a name of some length");
  plot.legend->setVisible(true);
  const auto place = [&](double from, double to) {
    curve->setData({0, 1}, {from, to}, true);
    plot.rescaleAxes();
    plot.replot();
    keepLegendOffData(&plot);
    plot.replot();
    return plot.axisRect()->insetLayout()->insetAlignment(0);
  };
  QCOMPARE(place(1, 0), Qt::AlignTop | Qt::AlignRight);
  QCOMPARE(place(0, 1), Qt::AlignTop | Qt::AlignLeft);
  QCOMPARE(place(0.1, 1), Qt::AlignTop | Qt::AlignLeft);
  QVERIFY(!keepLegendOffData(&plot));
  // Bars stand on the axis, so that below the end of one nothing is free.
  plot.removeGraph(curve);
  auto* const bars = new QCPBars(plot.xAxis, plot.yAxis);
  bars->setName("a name of some length");
  bars->setWidth(1);
  bars->setData({0, 1, 2, 3}, {4, 3, 2, 1}, true);
  plot.rescaleAxes();
  plot.replot();
  QVERIFY(keepLegendOffData(&plot));
  QCOMPARE(plot.axisRect()->insetLayout()->insetAlignment(0), Qt::AlignTop | Qt::AlignRight);
}

void TestFigures::doubleClickFits() {
  FigureWidget& plot = *figure(0);
  QWidget* const area = plot.findChild<QWidget*>("plotArea");
  const QImage before = plot.grab().toImage();
  QWheelEvent wheel(QPointF(200, 80), area->mapToGlobal(QPointF(200, 80)), QPoint(), QPoint(0, 240),
                    Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
  QApplication::sendEvent(area, &wheel);
  QTRY_VERIFY(plot.grab().toImage() != before);
  QTest::mouseDClick(area, Qt::LeftButton);
  QTRY_VERIFY(plot.grab().toImage() == before);
}

void TestFigures::displayShowsTheLastValue() {
  const DiagramScene& scene = *window_->current()->view()->diagramScene();
  // 1,000 updates before the end: the counter is back at 0, and was never seen at 4.
  QCOMPARE(scene.findBlock("display")->appearance().face.value, QStringLiteral("0"));
  // What others show does not concern it.
  QCOMPARE(scene.findBlock("counts")->appearance().face.value, QString());
  const auto values = displayedValues(window_->current()->document()->document(), BuiltInBlocks(),
                                      *window_->current()->runs()->recording(), "");
  QCOMPARE(values.size(), qsizetype{1});
}

void TestFigures::samplesAreThoseOfTheRecording() {
  const auto recording = std::make_shared<Recording>(std::vector<RecordedSignal>(1));
  const auto append = [&](double t, Side side, double value) {
    recording->Append(t, side, &value);
  };
  SignalSamples lines(recording, 0, false, 0.1), held(recording, 0, true, 0.1);
  QVERIFY(!lines.takeNew());
  append(0, Side::kBefore, 5);
  append(0, Side::kAfter, 6);
  append(0.1, Side::kBefore, 7);
  append(0.1, Side::kAfter, 8);
  QVERIFY(lines.takeNew());
  QCOMPARE(lines.values(), (std::vector<double>{5, 7}));
  append(0.30000000000000004, Side::kBefore, 10);
  append(0.35, Side::kBefore, 11);
  QVERIFY(lines.takeNew());
  QVERIFY(!lines.takeNew());
  QCOMPARE(lines.values().size(), size_t{4});
  QVERIFY(std::abs(lines.values()[2] - 9) < 1e-12);  // between 8 at 0.1 and 10 at 0.3
  QCOMPARE(lines.values()[3], 10.0);
  QVERIFY(held.takeNew());
  QCOMPARE(held.values(), (std::vector<double>{5, 7, 8, 10}));
}

void TestFigures::samplesBeginAfterTheStart() {
  const auto recording = std::make_shared<Recording>(std::vector<RecordedSignal>(1));
  for (const double t : {-0.75, 0.25, 1.25}) recording->Append(t, Side::kBefore, &t);
  SignalSamples samples(recording, 0, false, 0.5);
  QVERIFY(samples.takeNew());
  QCOMPARE(samples.values(), (std::vector<double>{-0.5, 0, 0.5, 1}));
}

LOOPWRIGHT_TEST_WITH(QApplication, TestFigures)

}  // namespace loopwright::test_figures

#include "test_figures.moc"
