#include "gui/figures/paper_plot.h"

#include <QApplication>
#include <QTest>
#include <cmath>
#include <memory>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/recording/recording.h"
#include "engine/theory/ensemble_theory.h"
#include "gui/figures/figure.h"
#include "gui/figures/figure_options.h"
#include "gui/figures/math_text.h"
#include "gui/figures/plot_figure.h"
#include "gui/figures/plot_layout.h"
#include "gui/figures/plot_tex.h"
#include "gui/plots/plot_view.h"
#include "gui/study/fan_figure.h"
#include "tests/test_main.h"

namespace loopwright::test_paper_plot {

/// The axes of plots in print, and the lines in them.
class TestPaperPlot : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // a.y goes from −1 to 99, and b.y from 0 to 1.
  void init() {
    recording_ = std::make_unique<Recording>(
        std::vector<RecordedSignal>{{"a.y", "v", 1, 0, false, 0}, {"b.y", "w", 1, 0, false, 0}});
    for (int i = 0; i <= 100; ++i) {
      const double values[] = {i - 1.0, i * 0.01};
      recording_->Append(i * 0.2, Side::kBefore, values);
    }
  }

  void leavesOutOnlyPointsOnTheLine();
  void cutsALineAtTheBorder();
  void hasAxesWhateverIsChosen();
  void numbersAreReadAtAGlance();
  void axesHaveThreeTicksWhereTheyHaveRoom();
  void axesNameTheSignalsOfOneOverAnother();
  void leavesRoomForCurves();
  void legendsGoOnInTheNextRow();
  void crowdedJumpsAreLines();
  void aLineOfManySwingsIsThin();
  void theOnlyCurveIsNotNamedTwice();
  void curvesStandOnAxesAtTheRight();
  void otherRunsStandBehind();
  void spectraHaveTheirTheoryDashed();
  void histogramsStandOnTheirAxis();
  void fansHaveGapsWhereNothingIsKnown();
  void fansShowUpdatesThatHaveRoom();
  void fansHaveOtherLinesBesideThem();

 private:
  std::unique_ptr<Recording> recording_;
};

void TestPaperPlot::leavesOutOnlyPointsOnTheLine() {
  QPolygonF line;
  for (int i = 0; i <= 1000; ++i) line.append({i * 0.1, 20 * std::sin(i * 0.02)});
  const QPolygonF fewer = thinned(line, 0.1);
  QVERIFY(fewer.size() > 10 && fewer.size() < 200);
  QCOMPARE(fewer.front(), line.front());
  QCOMPARE(fewer.back(), line.back());
  qsizetype piece = 1;
  for (const QPointF& point : line) {
    while (fewer[piece].x() < point.x()) ++piece;
    const QPointF a = fewer[piece - 1];
    const QPointF span = fewer[piece] - a;
    const QPointF off = point - a;
    const double across = off.x() * span.y() - off.y() * span.x();
    QVERIFY(std::abs(across) / std::hypot(span.x(), span.y()) <= 0.1 + 1e-12);
  }
  QCOMPARE(thinned(QPolygonF({{0, 0}, {0, 0}, {0, 0}}), 0.1).size(), 2);
}

void TestPaperPlot::cutsALineAtTheBorder() {
  const QRectF area(0, 0, 10, 10);
  const auto pieces = clipped(QPolygonF({{-5, 5}, {5, 5}, {5, 15}, {8, 15}, {8, 5}}), area);
  QCOMPARE(pieces.size(), size_t{2});
  QCOMPARE(pieces[0], QPolygonF({{0, 5}, {5, 5}, {5, 10}}));
  QCOMPARE(pieces[1], QPolygonF(QList<QPointF>{{8, 10}, {8, 5}}));
  QVERIFY(clipped(QPolygonF(QList<QPointF>{{-5, -5}, {15, -1}}), area).empty());
}

void TestPaperPlot::hasAxesWhateverIsChosen() {
  const auto plotWith = [&](PlotKind kind, const AxisSetting& axis) {
    PlotContent content{"Speed", "m/s", {{"a.y", "v"}, {"b.y", "w"}}, kind};
    content.axes = {axis};
    return makePaperPlot(content, *recording_, 0, 20, QSizeF(200, 100), FigureStyle::kPaper);
  };
  const PaperPlot across = plotWith(PlotKind::kXY, {"x", {}, true});
  QCOMPARE(across.x.ticks, (std::vector<double>{1, 10, 100}));
  QCOMPARE(across.x.lower, 1.0);
  // Time begins at 0, which no logarithm has.
  const PaperPlot logTime = plotWith(PlotKind::kTime, {"x", {}, true});
  QVERIFY(!logTime.x.isLogarithmic);
  QCOMPARE(logTime.x.ticks, (std::vector<double>{0, 5, 10, 15, 20}));
  const PaperPlot late = plotWith(PlotKind::kTime, {"x", {}, false, 20});
  QCOMPARE(late.x.lower, 20.0);
  QCOMPARE(late.x.upper, 30.0);
  const PaperPlot high = plotWith(PlotKind::kTime, {"y", {}, false, 1000});
  QCOMPARE(high.y.lower, 1000.0);
  QCOMPARE(high.y.upper, 1500.0);
  const PaperPlot highLog = plotWith(PlotKind::kTime, {"y", {}, true, 1000});
  QCOMPARE(highLog.y.ticks, (std::vector<double>{1000, 10000}));
  // Between neighbouring numbers there is no room for ticks.
  const PaperPlot narrow = plotWith(PlotKind::kTime, {"y", {}, false, 1e17, 1e17 + 16});
  QVERIFY(narrow.y.ticks.size() < 100);
}

void TestPaperPlot::numbersAreReadAtAGlance() {
  const std::pair<double, const char*> texts[] = {{-0.25, "−0.25"},
                                                  {4000, "4000"},
                                                  {20000, "20\u00a0000"},
                                                  {-123456, "−123\u00a0456"},
                                                  {12345.5, "12\u00a0345.5"},
                                                  {1e6, "10⁶"},
                                                  {-1e-5, "−10⁻⁵"},
                                                  {2.5e12, "2.5·10¹²"},
                                                  {0, "0"}};
  for (const auto& [value, text] : texts) QCOMPARE(tickText(value), QString::fromUtf8(text));
}

// At 44 points from tick to tick there would be two.
void TestPaperPlot::axesHaveThreeTicksWhereTheyHaveRoom() {
  const auto ticksOn = [](double width) {
    PaperPlot plot;
    plot.x.upper = 86400;
    setOnPaper(QSizeF(width, 100), &plot);
    return plot.x.ticks;
  };
  QCOMPARE(ticksOn(189), (std::vector<double>{0, 20000, 40000, 60000, 80000}));
  QCOMPARE(ticksOn(100), (std::vector<double>{0, 50000}));  // They would stand too near.
}

void TestPaperPlot::axesNameTheSignalsOfOneOverAnother() {
  PlotContent content{"v over w", "", {{"b.y", "w"}, {"a.y", "v"}}, PlotKind::kXY};
  const auto make = [&] {
    return makePaperPlot(content, *recording_, 0, 20, QSizeF(200, 100), FigureStyle::kPaper);
  };
  const PaperPlot plot = make();
  QCOMPARE(plot.x.label, QString("w"));
  QCOMPARE(plot.y.label, QString("v"));
  QVERIFY(plot.curves[0].name.isEmpty());
  content.axes = {{"y", "speed (m/s)"}};
  QCOMPARE(make().y.label, QString("speed (m/s)"));
}

// Texts that are too large for the figure leave an area all the same.
void TestPaperPlot::leavesRoomForCurves() {
  const PlotContent content{"Speed", "m/s", {{"a.y", "v"}, {"b.y", "w"}}};
  FigureOptions options;
  QCOMPARE(readFigureOptions({"paper", "10", "10", "40", {}, {}}, &options), QString());
  const PlotLayout layout = layoutPlots({content}, *recording_, 0, 20, options)[0];
  QVERIFY(layout.area.width() >= 40);
  QVERIFY(layout.area.height() >= 40);
  const auto files = plotTex({content}, *recording_, 0, 20, options, "Speed");
  QVERIFY(files[0].second.contains("width=40bp"));
}

// In a document of TeX names may be wider, so a row holds fewer of them.
void TestPaperPlot::legendsGoOnInTheNextRow() {
  PaperPlot plot;
  plot.bands = {{"98 %", {}, Qt::gray}, {"", {}, Qt::gray}};
  for (const char* name : {"position", "velocity", "", "force"}) {
    plot.curves.push_back({"a.y", name, {}, {}, {}});
  }
  Figure figure;
  figure.family = "DejaVu Serif";
  const auto wide = legendOf(plot, figure, 1000);
  QCOMPARE(wide.size(), std::size_t{4});
  QCOMPARE(heightOf(wide, figure), 10.0);
  QCOMPARE(wide[0].name(), QString("98 %"));
  QVERIFY(!wide[0].isSignal() && wide[1].isSignal());
  QVERIFY(wide[3].place.x() > wide[2].place.x());
  QCOMPARE(wide[3].place.y(), wide[0].place.y());
  const double whole =
      wide[3].place.x() + kLegendSample + kBesideAxes + widthOf(figure, nameRuns("force", true));
  QCOMPARE(heightOf(legendOf(plot, figure, whole + 0.1), figure), 10.0);
  QCOMPARE(heightOf(legendOf(plot, figure, whole - 1), figure), 20.0);
  QCOMPARE(heightOf(legendOf(plot, figure, whole, true), figure), 20.0);
  plot.bands.clear();
  plot.curves.clear();
  QCOMPARE(heightOf(legendOf(plot, figure, 100), figure), 0.0);
}

// It goes up and down every 0.4 s.
void TestPaperPlot::aLineOfManySwingsIsThin() {
  Recording recording(std::vector<RecordedSignal>{{"a.y", "v", 1, 0, false, 0}});
  for (int i = 0; i <= 100; ++i) {
    const double value = i % 2;
    recording.Append(i * 0.2, Side::kBefore, &value);
  }
  const PlotContent content{"Speed", "m/s", {{"a.y", "v", true}}};
  const auto penUntil = [&](double end) {
    return makePaperPlot(content, recording, 0, end, QSizeF(200, 100), FigureStyle::kPaper)
        .curves[0]
        .pen;
  };
  QCOMPARE(penUntil(20), 0.35);  // a hundred slopes of nearly a hundred points
  QCOMPARE(penUntil(4), 0.0);
}

// It is held for 0.2 s, and for 2 s where it does not change.
void TestPaperPlot::crowdedJumpsAreLines() {
  Recording recording(std::vector<RecordedSignal>{{"a.y", "v", 1, 0, true, 0}});
  double value = 0;
  for (int i = 1; i <= 60; ++i) {
    recording.Append(i * 0.2, Side::kBefore, &value);
    if (i < 30 || i % 10 == 0) value = i % 2 == 0 ? i : -i;
    if (i < 30 || i % 10 == 0) recording.Append(i * 0.2, Side::kAfter, &value);
  }
  const PlotContent content{"Speed", "m/s", {{"a.y", "v", true}}};
  const auto curveOn = [&](double width) {
    return makePaperPlot(content, recording, 0.2, 12, QSizeF(width, 100), FigureStyle::kPaper)
        .curves[0];
  };
  const PaperCurve narrow = curveOn(100);  // 1.7 points from one to the next
  QVERIFY2(narrow.lines.size() <= 6, qPrintable(QString::number(narrow.lines.size())));
  QVERIFY(narrow.lines[0].size() > 50 && narrow.jumps.size() <= 5 && !narrow.jumps.empty());
  QCOMPARE(narrow.pen, 0.0);  // Of so few its line is no thinner.
  const PaperCurve wide = curveOn(1000);
  QVERIFY(wide.lines.size() > 30 && wide.jumps.size() > 30);
}

void TestPaperPlot::theOnlyCurveIsNotNamedTwice() {
  const auto plotOf = [this](const PlotContent& content) {
    return makePaperPlot(content, *recording_, 0, 20, QSizeF(200, 100), FigureStyle::kPaper);
  };
  QVERIFY(plotOf({"Speed", "m/s", {{"a.y", "speed"}}}).curves[0].name.isEmpty());
  QVERIFY(plotOf({"Mean speed", "m/s", {{"a.y", "speed"}}}).curves[0].name.isEmpty());
  QCOMPARE(plotOf({"Speed", "m/s", {{"a.y", "s"}}}).curves[0].name, QStringLiteral("s"));
  QCOMPARE(plotOf({"Speed", "m/s", {{"a.y", "v"}}}).curves[0].name, QString("v"));
  QCOMPARE(plotOf({"Speed", "m/s", {{"a.y", "speed"}, {"b.y", "w"}}}).curves[0].name,
           QString("speed"));
  // A sink that nobody has titled is called as its block.
  PlotContent sink{"sub/scope", "", {{"a.y", "speed"}}};
  sink.block = "sub/scope";
  QCOMPARE(plotOf(sink).y.label, QString("speed"));
  sink.valueLabel = "m/s";
  QCOMPARE(plotOf(sink).y.label, QString("speed (m/s)"));
  sink.curves.push_back({"b.y", "w"});
  QCOMPARE(plotOf(sink).y.label, QString("m/s"));
  sink.title = "Speeds";
  QCOMPARE(plotOf(sink).y.label, QString("Speeds (m/s)"));
}

// a.y from −1 to 99 at the left, b.y from 0 to 1 at the right: both use the whole height.
void TestPaperPlot::curvesStandOnAxesAtTheRight() {
  PlotContent content{"Both", "", {{"a.y", "v"}, {"b.y", "w"}}};
  content.curves[0].unit = "m/s";
  content.curves[1].unit = "V";
  content.curves[1].axis = "y2";
  const PaperPlot plot =
      makePaperPlot(content, *recording_, 0, 20, QSizeF(200, 100), FigureStyle::kPaper);
  QCOMPARE(plot.right.size(), std::size_t{1});
  QCOMPARE(plot.y.label, QString("v (m/s)"));
  QCOMPARE(plot.right[0].label, QString("w (V)"));
  QVERIFY(plot.y.upper > 99 && plot.right[0].upper > 1 && plot.right[0].upper < 1.2);
  QVERIFY(plot.right[0].ticks.size() >= 3);
  QCOMPARE(plot.curves[1].lines.back().back().y(), 1.0);
  FigureOptions options;
  options.font = "DejaVu Serif";
  const auto layouts = layoutPlots({content}, *recording_, 0, 20, options);
  const PlotLayout& layout = layouts.at(0);
  QVERIFY(layout.hasLegend);
  const Figure figure = figureOfPlots(layouts, options);
  // The end of each curve is where its axis has its value, and the numbers at the right have room.
  const double right = layout.area.right();
  int axes = 0;
  bool hasNumber = false;
  for (const FigureElement& element : figure.elements) {
    const bool isAtRight = !element.points.isEmpty() && element.points.front().x() >= right;
    if (element.role == "axis") ++axes;
    if (element.role == "number" && isAtRight) hasNumber = true;
    if (element.role != "curve") continue;
    const PaperAxis& axis = element.name == "b.y" ? layout.plot.right[0] : layout.plot.y;
    const double top = element.name == "b.y" ? 1 : 99;
    QVERIFY(std::abs(element.points.back().y() -
                     (layout.area.bottom() - axis.partOf(top) * layout.area.height())) < 0.2);
  }
  QCOMPARE(axes, 2);
  QVERIFY(hasNumber);
  QVERIFY2(figure.box().right() <= layout.width + 0.1, "the texts of the axis need room");
  // In TeX the points have their own values, in axes of their own.
  const auto files = plotTex({content}, *recording_, 0, 20, options, "Both");
  const QByteArray& tex = files[0].second;
  QCOMPARE(tex.count("\\begin{axis}"), 3);
  QVERIFY(tex.contains("axis y line*=right") && tex.contains("ylabel={w (V)}"));
  QVERIFY2(files[2].second.endsWith(" 1\n"), files[2].second.right(40).constData());
  // A range that is set counts on its own axis.
  content.axes = {{"y2", "", false, 0.0, 4.0}};
  const PaperPlot chosen =
      makePaperPlot(content, *recording_, 0, 20, QSizeF(200, 100), FigureStyle::kScreen);
  QCOMPARE(chosen.right[0].upper, 4.0);
  QVERIFY(chosen.y.upper > 99);
  // A unit stands behind the name however long it is, also where one is drawn over the other.
  content.curves[1].unit = "N·m/(rad/s)";
  for (const PlotKind kind : {PlotKind::kTime, PlotKind::kXY}) {
    content.kind = kind;
    const PaperPlot named =
        makePaperPlot(content, *recording_, 0, 20, QSizeF(200, 100), FigureStyle::kPaper);
    QCOMPARE((kind == PlotKind::kTime ? named.right.at(0) : named.y).label,
             QString("w (N·m/(rad/s))"));
  }
}

// In the other run a.y is 50 higher, and b.y is not recorded.
void TestPaperPlot::otherRunsStandBehind() {
  const auto other =
      std::make_shared<Recording>(std::vector<RecordedSignal>{{"a.y", "v", 1, 0, false, 0}});
  for (int i = 0; i <= 100; ++i) {
    const double value = i + 49.0;
    other->Append(i * 0.2, Side::kBefore, &value);
  }
  const std::shared_ptr<const Recording> present(recording_.get(), [](const Recording*) {});
  const std::vector<RunOverlay> behind{{"this one", present}, {"slow", other}, {"slower", other}};
  PlotContent content{"Speed", "m/s", {{"a.y", "v"}, {"b.y", "w"}}};
  const auto make = [&](FigureStyle style) {
    return makePaperPlot(content, *recording_, 0, 20, QSizeF(200, 100), style, &behind);
  };
  const PaperPlot plot = make(FigureStyle::kPaper);
  QCOMPARE(plot.curves.size(), std::size_t{4});  // The present run is not behind itself.
  const PaperCurve& slow = plot.curves[0];
  const PaperCurve& own = plot.curves[2];
  QCOMPARE(slow.name, QString("slow"));
  QVERIFY(slow.isBehind && !slow.isSignal && !own.isBehind);
  QVERIFY(slow.ink != own.ink && slow.dashes == own.dashes);
  QVERIFY(plot.curves[1].dashes != slow.dashes);
  QCOMPARE(slow.lines.back().back().y(), own.lines.back().back().y() + 50);
  QVERIFY(plot.y.upper > 149);
  QVERIFY(make(FigureStyle::kScreen).curves[0].ink != make(FigureStyle::kScreen).curves[2].ink);
  Figure figure;
  figure.family = "DejaVu Serif";
  QStringList legend;
  for (const LegendEntry& entry : legendOf(plot, figure, 1000)) legend += entry.name();
  QCOMPARE(legend, (QStringList{"v", "w", "slow", "slower"}));
  content.kind = PlotKind::kXY;
  QCOMPARE(make(FigureStyle::kPaper).curves.size(), std::size_t{1});
  std::swap(content.curves[0].path, content.curves[1].path);
  content.curves[0].path = "a.y";
  QCOMPARE(make(FigureStyle::kPaper).curves.size(), std::size_t{3});
}

// Of a sawtooth and a ramp, at 5 samples a second; the theory of the first has a density of 2 on
// both sides.
void TestPaperPlot::spectraHaveTheirTheoryDashed() {
  Recording recording(
      std::vector<RecordedSignal>{{"a.y", "v", 1, 0, true, 0.2}, {"b.y", "w", 1, 1, true, 0.2}});
  for (int i = 0; i <= 200; ++i) {
    const double values[] = {(i * 37) % 11 - 5.0, i * 0.01};
    recording.Append(i * 0.2, Side::kBefore, values);
  }
  PlotContent content{"Spectrum", "", {{"a.y", "v"}}, PlotKind::kSpectrum};
  content.segment = 64;
  content.period_sec = 0.2;
  content.curves[0].theory = [](std::span<const double> frequencies) {
    return std::vector<double>(frequencies.size(), 2.0);
  };
  const auto make = [&](FigureStyle style) {
    return makePaperPlot(content, recording, 0, 40, QSizeF(200, 100), style);
  };
  for (const FigureStyle style : {FigureStyle::kPaper, FigureStyle::kScreen}) {
    const PaperPlot plot = make(style);
    QVERIFY(plot.x.isLogarithmic && plot.y.isLogarithmic);
    QCOMPARE(plot.x.label, QString("Frequency (Hz)"));
    QCOMPARE(plot.x.upper, 2.5);
    QCOMPARE(plot.curves.size(), std::size_t{2});
    QCOMPARE(plot.bands.size(), std::size_t{1});
    QVERIFY(plot.curves[0].dashes.isEmpty() && !plot.curves[1].dashes.isEmpty());
    QCOMPARE(plot.curves[1].name, QString("v, theory"));
    // One-sided, but for half the sampling rate.
    QCOMPARE(plot.curves[1].lines[0].front().y(), 4.0);
    QCOMPARE(plot.curves[1].lines[0].back(), QPointF(2.5, 2));
  }
  // Intervals of two would hide each other.
  content.curves.push_back({"b.y", "w"});
  const PaperPlot both = make(FigureStyle::kPaper);
  QVERIFY(both.bands.empty());
  QCOMPARE(both.curves.size(), std::size_t{3});
  QVERIFY(both.curves[0].ink != both.curves[2].ink);
  // Of a signal that was not recorded there are axes.
  content.curves = {{"c.y", "u"}};
  QVERIFY(make(FigureStyle::kPaper).curves.empty());
}

// Of 0, 1, 2, 3 in turn: 51 zeros and 50 of each other in 201 samples, and of a ramp.
void TestPaperPlot::histogramsStandOnTheirAxis() {
  Recording recording(
      std::vector<RecordedSignal>{{"a.y", "v", 1, 0, true, 0.2}, {"b.y", "w", 1, 1, true, 0.2}});
  for (int i = 0; i <= 200; ++i) {
    const double values[] = {i % 4 * 1.0, i * 0.01};
    recording.Append(i * 0.2, Side::kBefore, values);
  }
  PlotContent content{"Counts", "", {{"a.y", "v"}}, PlotKind::kHistogram};
  content.bins = 4;
  content.period_sec = 0.2;
  const auto make = [&](FigureStyle style = FigureStyle::kPaper) {
    return makePaperPlot(content, recording, 0, 40, QSizeF(200, 100), style);
  };
  const PaperPlot plot = make();
  QCOMPARE(plot.x.label, QString("v"));
  QCOMPARE(plot.y.label, QString("Samples"));
  QVERIFY(!plot.isOverTime && plot.curves.size() == 1 && plot.curves[0].name.isEmpty());
  QCOMPARE(plot.y.lower, 0.0);
  const QPolygonF& outline = plot.curves[0].lines.at(0);
  QCOMPARE(outline.first(), QPointF(0, 0));
  QCOMPARE(outline.last(), QPointF(3, 0));
  QCOMPARE(outline[1], QPointF(0, 51));
  QCOMPARE(outline[2], QPointF(0.75, 51));
  QCOMPARE(outline.boundingRect().bottom(), 51.0);
  QCOMPARE(plot.bands.size(), size_t{1});
  QCOMPARE(plot.bands[0].fill.red(), plot.bands[0].fill.blue());
  QVERIFY(make(FigureStyle::kScreen).curves[0].ink != QColor(Qt::black));
  // Limits that are chosen cut off the bars, and an axis of counts without zero has a foot for one
  // sample.
  content.axes = {{"x", "speed (m/s)", false, 1, 2}, {"y", {}, true}};
  const PaperPlot cut = make();
  QCOMPARE(cut.x.label, QString("speed (m/s)"));
  QCOMPARE(cut.y.lower, 0.5);
  for (const QPointF& point : cut.bands[0].areas[0]) {
    QVERIFY(point.x() > 1 - 1e-9 && point.x() < 2 + 1e-9 && point.y() > 0.5 - 1e-9);
  }
  // Several have no areas, which would hide each other, and are told apart.
  content.axes.clear();
  content.curves.push_back({"b.y", "w"});
  const PaperPlot both = make();
  QVERIFY(both.bands.empty());
  QCOMPARE(both.curves.size(), size_t{2});
  QVERIFY(both.curves[0].dashes != both.curves[1].dashes);
  QCOMPARE(both.curves[1].name, QString("w"));
  QCOMPARE(both.x.label, QString("Counts"));
  // Of a signal that was not recorded there are axes.
  content.curves = {{"c.y", "u"}};
  QVERIFY(make().curves.empty());
  QCOMPARE(make().x.upper, 1.02);
}

// The fan of a signal that jumps by 1 every `every` seconds, on a grid of 0.1 s.
static std::vector<FanPoint> staircase(int every) {
  std::vector<FanPoint> fan;
  for (int i = 0; i <= 100; ++i) {
    for (const int side : {0, 1}) {
      FanPoint& point = fan.emplace_back();
      point.time = 0.1 * i;
      point.mean = side == 0 ? (i + every - 1) / every : i / every + 1;
      point.halfWidth = 0.1;
      const double spread[] = {-3, -2, -1, 1, 2, 3};
      for (std::size_t q = 0; q < point.quantiles.size(); ++q) {
        point.quantiles[q] = point.mean + spread[q];
      }
    }
  }
  return fan;
}

void TestPaperPlot::fansHaveGapsWhereNothingIsKnown() {
  std::vector<FanPoint> fan = staircase(1000);
  fan.erase(fan.begin(), fan.begin() + 2);  // It stands still behind the start.
  for (std::size_t i = 100; i < 110; ++i) fan[i].quantiles.front() = NAN;
  for (FanPoint& point : fan) point.halfWidth = NAN;  // of one run
  const PaperPlot plot = makeFanPlot({fan, "x"}, QSizeF(200, 100), FigureStyle::kPaper);
  QCOMPARE(plot.bands.size(), std::size_t{4});
  QCOMPARE(plot.bands[0].areas.size(), std::size_t{2});
  QCOMPARE(plot.bands[1].areas.size(), std::size_t{1});
  QVERIFY(plot.bands[3].areas.empty());
  // The axis holds the widest band, and a straight edge needs no point between its ends.
  QVERIFY(plot.y.lower < -2 && plot.y.upper > 4);
  QCOMPARE(plot.bands[1].areas[0].size(), 4);
  QCOMPARE(plot.bands[0].name, QString("98 %"));
  QCOMPARE(plot.x.upper, 10.0);
  // Without a run there is an empty plot.
  const PaperPlot empty = makeFanPlot({{}, "x"}, QSizeF(200, 100), FigureStyle::kPaper);
  QVERIFY(empty.bands[0].areas.empty() && empty.curves[0].lines.empty());
}

void TestPaperPlot::fansShowUpdatesThatHaveRoom() {
  const PaperPlot few = makeFanPlot({staircase(20), "x"}, QSizeF(200, 100), FigureStyle::kPaper);
  QCOMPARE(few.curves[0].circles.size(), std::size_t{6});
  QCOMPARE(few.curves[0].jumps.size(), std::size_t{6});
  QCOMPARE(few.curves[0].circles[1].before, 1.0);
  QCOMPARE(few.curves[0].circles[1].after, 2.0);
  // 2 points from one to the next are too few for circles: the mean is one line.
  const PaperPlot many = makeFanPlot({staircase(1), "x"}, QSizeF(200, 100), FigureStyle::kPaper);
  QVERIFY(many.curves[0].circles.empty());
  QCOMPARE(many.curves[0].lines.size(), std::size_t{1});
}

// Theory goes with the mean, and the kept study stands 1 lower; from the back to the front these
// are edges and mean of the kept study, runs, mean and theory.
void TestPaperPlot::fansHaveOtherLinesBesideThem() {
  FanContent content{staircase(20), "x"};
  content.kept = content.fan;
  content.keptName = "slow";
  auto theory = std::make_shared<EnsembleTheory>();
  std::vector<double> path;
  for (FanPoint& point : content.kept) {
    point.mean -= 1;
    theory->means.emplace_back(Eigen::VectorXd::Constant(1, point.mean + 1));
    theory->covariances.emplace_back(Eigen::MatrixXd::Constant(1, 1, 4));
    path.push_back(point.mean + 0.5);
  }
  for (int i = 0; i <= 100; ++i) theory->times.push_back(0.1 * i);
  path.resize(100);  // It ended halfway.
  content.theory = theory;
  content.paths = {path, path};
  const PaperPlot plot = makeFanPlot(content, QSizeF(200, 100), FigureStyle::kPaper);
  QStringList names;
  for (const PaperCurve& curve : plot.curves) names += curve.name;
  QCOMPARE(names, (QStringList{"", "slow: mean and 90 %", "single runs", "mean",
                               "mean ± 2 deviations by theory"}));
  const auto& [edges, kept, runs, mean, lines] =
      std::tie(plot.curves[0], plot.curves[1], plot.curves[2], plot.curves[3], plot.curves[4]);
  QCOMPARE(mean.lines.size(), std::size_t{5});  // It jumps six times, at both ends as well.
  QCOMPARE(edges.lines.size(), 2 * mean.lines.size());
  QCOMPARE(kept.lines.front().front().y(), mean.lines.front().front().y() - 1);
  QVERIFY(runs.lines.size() >= 6 && runs.lines.back().back().x() < 5);
  QCOMPARE(lines.lines.size(), 3 * mean.lines.size());
  QCOMPARE(lines.circles.size(), 3 * mean.circles.size());
  QCOMPARE(lines.lines.back().back().y(), mean.lines.back().back().y() + 4);
  QVERIFY(kept.dashes != mean.dashes && lines.dashes != mean.dashes && kept.dashes != lines.dashes);
  QVERIFY(plot.y.upper > lines.lines.back().back().y());
  // However many rows the legend has, the axes are not flat.
  FigureOptions options;
  QCOMPARE(readFigureOptions({"paper", "50", {}, {}, {}, {}}, &options), QString());
  QRectF axes;
  for (const FigureElement& element : fanFigure(content, options).elements) {
    if (element.role == u"axis") axes = element.points.boundingRect();
  }
  QVERIFY(axes.width() > 50 && axes.height() > 0.49 * axes.width());
  theory->SetInexact("it saturates");
  QVERIFY(makeFanPlot(content, QSizeF(200, 100), FigureStyle::kScreen)
              .curves.back()
              .name.endsWith(", approximate"));
}

LOOPWRIGHT_TEST_WITH(QApplication, TestPaperPlot)

}  // namespace loopwright::test_paper_plot

#include "test_paper_plot.moc"
