#include <QApplication>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QLineF>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include "engine/analysis/response_picture.h"
#include "gui/analysis/locus_branches.h"
#include "gui/document/diagram_document.h"
#include "gui/export/figure_maker.h"
#include "gui/export/figure_responses.h"
#include "gui/figures/figure_files.h"
#include "gui/figures/plot_layout.h"
#include "gui/figures/span_texts.h"
#include "gui/main_window/picture_commands.h"
#include "gui/responses/response_figure.h"
#include "tests/gui/figure_fixture.h"
#include "tests/gui/window_fixture.h"
#include "tests/test_main.h"

namespace loopwright::test_response_figures {

namespace {

// L = 2/(s (s + 1)²) from 0.1 to 10 rad/s, with its margins: at 1 rad/s L = −1, so it has none, and
// with a tenth of the gain it has 20 dB.
ResponsePicture loopPicture(double gain) {
  ResponsePicture picture;
  for (int i = 0; i <= 100; ++i) {
    const double w = std::pow(10, -1 + 0.02 * i);
    const Complex s(0, w);
    picture.frequencies.push_back(w);
    picture.response.push_back(2 * gain / (s * (s + 1.0) * (s + 1.0)));
    picture.phase.push_back(-90 - 2 * std::atan(w) * 180 / std::numbers::pi);
  }
  LoopMargins margins;
  margins.stable = gain < 1;
  margins.gain_margin = 1 / gain;
  margins.phase_crossovers = {{1, 1 / gain}};
  margins.phase_margin = 69;
  margins.gain_crossovers = {{0.19, 69, 1}};
  picture.margins = margins;
  return picture;
}

const QSizeF kAxes(200, 100);

// A loop L = 2/s from `set` to `state`, in which `aside` is an integrator that nothing brings back,
// and the analyses that are asked for.
QByteArray diagramWith(const QByteArray& analyses) {
  return R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
    "set": {"type": "Constant"}, "error": {"type": "Sum", "parameters": {"signs": "+-"}},
    "gain": {"type": "Gain", "parameters": {"gain": 2}}, "state": {"type": "Integrator"},
    "aside": {"type": "Integrator"}, "in": {"type": "Inport"}, "out": {"type": "Outport"}},
  "wires": [{"from": "set.y", "to": "error.u1"}, {"from": "state.y", "to": "error.u2"},
            {"from": "error.y", "to": "gain.u"}, {"from": "gain.y", "to": "state.u"},
            {"from": "in.y", "to": "aside.u"}, {"from": "aside.y", "to": "out.u"}]},
  "analyses": [)" +
         analyses + "]}";
}

// The same diagram with two variants of the gain, two analyses, and the figures that are asked for.
QByteArray listing(const QByteArray& figures) {
  QByteArray text = diagramWith(R"({"name": "loop", "loop": "gain.y", "views": ["bode", "poles"]},
    {"name": "pairs", "inputs": ["set.y", "gain.y"], "outputs": ["state.y"]})");
  text.chop(1);
  return text + R"(, "study": {"common": {"fast": {"gain.gain": 8}, "slow": {"gain.gain": 0.5}}},
  "export": [)" +
         figures + "]}";
}

}  // namespace

/// Analyses as figures for print.
class TestResponseFigures : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void frequenciesHaveDecades();
  void longAxesHaveExponents();
  void degreesAreCountedInQuarters();
  void bodePlotsMarkTheMargins();
  void nicholsPlotsMarkThemFromTheCriticalPoint();
  void textsOfMarginsCoverNoCurve();
  void planesHaveEqualUnits();
  void branchesMeetOnTheRealAxis();
  void branchesEndWhereTheirNumberChanges();
  void stepsJumpWithCircles();
  void figuresHaveTheirMarksInAllFormats();
  void otherResponsesStandBehind();
  void describingFunctionsStandInThePlane();
  void labelsHaveTheirLetterInItalics();
  void valuesWithoutBoundAreGaps();
  void theLensHasItsHoldAndBands();
  void makesTheAnalysesOfAFile();
  void makesOneFigureForEachResponse();
  void saysWhatHasNoResult();
  void leavesNoHalfFigure();
  void variantsAreAnalysed();
  void makesTheAnalysesThatAFileExports();
  void saysWhichAnalysisThereIs();

 private:
  QStringList filesIn(const QString& folder) const {
    return QDir(fixture_.path(folder)).entryList(QDir::Files, QDir::Name);
  }
  int exportTo(const QString& folder, const QByteArray& analyses, const QString& name = {},
               const FigureOptions& options = paper(), const FigureSetting& asked = {}) const {
    const QString path = fixture_.write("d.loop.json", diagramWith(analyses));
    return exportAnalysesOf(path, fixture_.path(folder), name, options, asked);
  }
  // The exit code of making what a file lists, beside its analyses `loop` and `pairs`.
  int exportListed(const QByteArray& figures) const {
    return exportFigures({fixture_.write("e.loop.json", listing(figures))});
  }

  WindowFixture fixture_;
};

void TestResponseFigures::frequenciesHaveDecades() {
  PaperAxis axis;
  axis.isLogarithmic = true;
  axis.lower = 0.03;
  axis.upper = 20;
  setTicks(200, kTicksAcross, &axis);
  QCOMPARE(axis.ticks.size(), size_t{3});
  QCOMPARE(axis.textAt(axis.ticks[0]), QString("0.1"));
  QCOMPARE(axis.smallTicks.size(), size_t{7 + 8 + 8 + 1});
  QVERIFY(std::abs(axis.smallTicks.front() - 0.03) < 1e-12);
  QVERIFY(std::abs(axis.smallTicks.back() - 20) < 1e-9);
  // Within a decade a power of ten alone says nothing of the scale.
  axis.lower = 1.5;
  axis.upper = 30;
  setTicks(200, kTicksAcross, &axis);
  QCOMPARE(axis.ticks, (std::vector<double>{2, 5, 10, 20}));
  QCOMPARE(axis.smallTicks, (std::vector<double>{3, 4, 6, 7, 8, 9, 30}));
}

void TestResponseFigures::longAxesHaveExponents() {
  PaperAxis axis;
  axis.isLogarithmic = true;
  axis.lower = 1e-6;
  axis.upper = 1e6;
  setTicks(120, kTicksAcross, &axis);
  QCOMPARE(axis.ticks.size(), size_t{7});       // Every second one has a number,
  QCOMPARE(axis.smallTicks.size(), size_t{6});  // the others are ticks alone.
  QCOMPARE(axis.textAt(1), QString::fromUtf8("10⁰"));
  QCOMPARE(axis.textAt(1e-6), QString::fromUtf8("10⁻⁶"));
}

void TestResponseFigures::degreesAreCountedInQuarters() {
  PaperAxis axis;
  axis.steps = {15, 30, 45, 90, 180, 360};
  axis.lower = -280;
  axis.upper = -80;
  setTicks(100, kTicksUp, &axis);
  QCOMPARE(axis.ticks, (std::vector<double>{-270, -180, -90}));
  // No step of these gives a range of 8 degrees three numbers.
  axis.lower = -94;
  axis.upper = -86;
  setTicks(100, kTicksUp, &axis);
  QVERIFY(axis.ticks.size() >= 3);
}

void TestResponseFigures::bodePlotsMarkTheMargins() {
  const ResponsePicture picture = loopPicture(0.1);
  const PaperPlot gain =
      makeResponsePlot(picture, ResponseView::kBode, 0, kAxes, FigureStyle::kPaper);
  QCOMPARE(gain.y.label, QString("Gain (dB)"));
  QVERIFY(gain.x.isLogarithmic && gain.x.lower == 0.1);
  QCOMPARE(gain.spans.size(), size_t{1});
  QCOMPARE(gain.spans[0].text, QString("20 dB"));
  QCOMPARE(gain.spans[0].from, QPointF(1, -20));
  QCOMPARE(gain.spans[0].to, QPointF(1, 0));
  QCOMPARE(gain.guides.size(), size_t{3});  // 0 dB and both crossovers
  const PaperPlot phase =
      makeResponsePlot(picture, ResponseView::kBode, 1, kAxes, FigureStyle::kPaper);
  QCOMPARE(phase.spans.size(), size_t{1});
  QCOMPARE(phase.spans[0].text, QString::fromUtf8("69°"));
  QCOMPARE(phase.spans[0].from, QPointF(0.19, -180));
  QCOMPARE(phase.spans[0].to, QPointF(0.19, -111));
  QVERIFY(!gain.hasLetter && !phase.hasLetter);
  // A response that is no loop has no margins.
  ResponsePicture response = picture;
  response.margins.reset();
  const PaperPlot plain =
      makeResponsePlot(response, ResponseView::kBode, 0, kAxes, FigureStyle::kPaper);
  QVERIFY(plain.spans.empty() && plain.guides.empty());
}

// A whole turn lower, as behind an integrator of the other sign, the margins count from −540°.
void TestResponseFigures::nicholsPlotsMarkThemFromTheCriticalPoint() {
  ResponsePicture picture = loopPicture(0.1);
  for (const double turn : {0.0, -360.0}) {
    for (double& phase : picture.phase) phase += turn;
    const PaperPlot plot =
        makeResponsePlot(picture, ResponseView::kNichols, 0, kAxes, FigureStyle::kPaper);
    QCOMPARE(plot.spans.size(), size_t{2});
    QCOMPARE(plot.spans[0].from, QPointF(turn - 180, 0));
    QCOMPARE(plot.spans[0].to, QPointF(turn - 111, 0));
    QCOMPARE(plot.spans[1].from, QPointF(turn - 180, -20));
    const auto& places = plot.marks.front().places;
    QVERIFY(std::find(places.begin(), places.end(), QPointF(turn - 180, 0)) != places.end());
  }
}

void TestResponseFigures::textsOfMarginsCoverNoCurve() {
  const ResponsePicture picture = loopPicture(0.1);
  const Figure figure =
      responseFigure(picture, ResponseView::kBode, paper({{}, "ieee", {}, {}, {}, {}}));
  int texts = 0;
  for (const FigureElement& text : figure.elements) {
    if (text.role != u"margin-text") continue;
    ++texts;
    const QRectF box = Figure::boxOf(text);
    for (const FigureElement& other : figure.elements) {
      if (other.role != u"curve" && other.role != u"margin") continue;
      for (qsizetype i = 1; i < other.points.size(); ++i) {
        const QLineF piece(other.points[i - 1], other.points[i]);
        for (int k = 0; k <= 50; ++k) {
          QVERIFY2(!box.contains(piece.pointAt(k / 50.0)), qPrintable(text.text));
        }
      }
    }
  }
  QVERIFY(texts >= 2);
}

void TestResponseFigures::planesHaveEqualUnits() {
  ResponsePicture picture = loopPicture(0.5);
  picture.poles = {{Complex(-1, 3), 0, 0, true, {}}, {Complex(-1, -3), 0, 0, true, {}}};
  picture.zeros = {Complex(-8, 0)};
  for (const ResponseView view : {ResponseView::kNyquist, ResponseView::kPoles}) {
    const PaperPlot plot = makeResponsePlot(picture, view, 0, kAxes, FigureStyle::kPaper);
    const double across = (plot.x.upper - plot.x.lower) / kAxes.width();
    const double up = (plot.y.upper - plot.y.lower) / kAxes.height();
    QVERIFY(std::abs(across - up) < 1e-12 * across);
  }
  const PaperPlot nyquist =
      makeResponsePlot(picture, ResponseView::kNyquist, 0, kAxes, FigureStyle::kPaper);
  QCOMPARE(nyquist.marks.front().places, (std::vector<QPointF>{{-1, 0}}));
  QVERIFY(nyquist.x.lower < -1.5);
  // Below 0.1 rad/s L would be beyond any paper: what is far away is cut off.
  QVERIFY(nyquist.y.upper < 10);
  const PaperPlot poles =
      makeResponsePlot(picture, ResponseView::kPoles, 0, kAxes, FigureStyle::kPaper);
  QCOMPARE(poles.marks[0].places.size(), size_t{2});
  QCOMPARE(poles.marks[1].places, (std::vector<QPointF>{{-8, 0}}));
  QCOMPARE(poles.guides.size(), size_t{2});
  QCOMPARE(poles.x.label, QString("Re $s$ (1/s)"));
  picture.period_sec = 0.1;
  const PaperPlot sampled =
      makeResponsePlot(picture, ResponseView::kPoles, 0, kAxes, FigureStyle::kPaper);
  QCOMPARE(sampled.x.label, QString("Re $z$"));
  QVERIFY(sampled.guides.back().size() > 20);  // the unit circle
}

// The poles of 1 + k/(s (s + 2)) are −1 ± √(1 − k): they meet at −1 for k = 1.
void TestResponseFigures::branchesMeetOnTheRealAxis() {
  const auto polesAt = [](double k) {
    const Complex root = std::sqrt(Complex(1 - k, 0));
    return ComplexList{-1.0 - root, -1.0 + root};
  };
  for (const bool isBack : {false, true}) {
    std::vector<ComplexList> locus;
    for (const double k : {0.5, 0.9, 1.2, 2.0}) locus.push_back(polesAt(k));
    if (isBack) std::reverse(locus.begin(), locus.end());
    const std::vector<QPolygonF> branches = locusBranches(locus);
    QCOMPARE(branches.size(), size_t{2});
    for (const QPolygonF& branch : branches) {
      QVERIFY(branch.contains(QPointF(-1, 0)));
      for (const QPointF& point : branch) {
        QVERIFY(std::abs(point.y()) < 1e-12 || std::abs(point.x() + 1) < 1e-12);
      }
    }
    QVERIFY(std::abs(branches[0].back().x() - branches[1].back().x()) > 0.1 ||
            std::abs(branches[0].back().y() - branches[1].back().y()) > 0.1);
  }
}

void TestResponseFigures::branchesEndWhereTheirNumberChanges() {
  const std::vector<ComplexList> locus = {{-1.0, -2.0}, {-1.1, -2.2}, {-1.2}};
  const std::vector<QPolygonF> branches = locusBranches(locus);
  QCOMPARE(branches.size(), size_t{3});
  QCOMPARE(branches[1], QPolygonF(QVector<QPointF>{{-2, 0}, {-2.2, 0}}));
  QCOMPARE(branches[2].size(), 1);
  QVERIFY(locusBranches({}).empty());
}

// Pieces of a step meet but for rounding: 0.3 is written as 3·0.1 is not.
void TestResponseFigures::stepsJumpWithCircles() {
  ResponsePicture picture;
  picture.step_times = {0, 0.1, 0.1, 0.3, 3 * 0.1, 1};
  picture.step_values = {0, 0, 0.5, 0.5, 1, 1};
  picture.step = StepCharacteristics();
  picture.step->steady_state = 1;
  const PaperPlot plot =
      makeResponsePlot(picture, ResponseView::kStep, 0, kAxes, FigureStyle::kPaper);
  QCOMPARE(plot.curves[0].lines.size(), size_t{3});
  QCOMPARE(plot.curves[0].jumps.size(), size_t{2});
  QCOMPARE(plot.curves[0].circles.size(), size_t{2});
  QCOMPARE(plot.curves[0].circles[0].after, 0.5);
  QCOMPARE(plot.y.lower, 0.0);
  QCOMPARE(plot.guides.front().front().y(), 1.0);
  // With 2 points from one to the next circles would hide each other.
  const PaperPlot narrow =
      makeResponsePlot(picture, ResponseView::kStep, 0, QSizeF(10, 100), FigureStyle::kPaper);
  QVERIFY(narrow.curves[0].circles.empty());
  picture.without_step = "it grows";
  QCOMPARE(missingInView(picture, ResponseView::kStep), QString("it grows"));
  QVERIFY(missingInView(picture, ResponseView::kBode).isEmpty());
}

void TestResponseFigures::figuresHaveTheirMarksInAllFormats() {
  ResponsePicture picture = loopPicture(0.5);
  picture.poles = {{Complex(-1, 3), 0, 0, true, {}}, {Complex(-1, -3), 0, 0, true, {}}};
  picture.zeros = {Complex(-8, 0)};
  picture.locus = {{Complex(-1, 1), Complex(-1, -1)}, {Complex(-1, 3), Complex(-1, -3)}};
  for (const char* style : {"paper", "screen", "mono"}) {
    FigureOptions options;
    QCOMPARE(readFigureOptions({style, "ieee", {}, {}, {}, {}}, &options), QString());
    const Figure poles = responseFigure(picture, ResponseView::kPoles, options);
    const QByteArray svg = figureBytes(poles, "svg");
    QCOMPARE(svg.count("class=\"pole\""), 2);
    QCOMPARE(svg.count("class=\"zero\""), 1);
    QCOMPARE(svg.count("class=\"curve\""), 2);
    QVERIFY(poles.box().width() <= 88.9 * 72 / 25.4 + 0.5);
    QCOMPARE(figureBytes(responseFigure(picture, ResponseView::kPoles, options), "svg"), svg);
    const QByteArray bode =
        figureBytes(responseFigure(picture, ResponseView::kBode, options), "svg");
    QCOMPARE(bode.count("class=\"margin\""), 2);
    QCOMPARE(bode.count("class=\"letter\""), 0);
    QCOMPARE(bode.count(">Frequency (rad/s)<"), 1);
    QVERIFY(bode.count("class=\"small-tick\"") >= 16);
  }
  const auto bode = responseTex(picture, ResponseView::kBode, paper(), "loop-bode");
  QCOMPARE(bode[0].first, QString("loop-bode.tex"));
  // Both quantities stand equally far away from the axes.
  QCOMPARE(bode[0].second.count("ylabel style={at={(axis description cs:0,0.5)}"), 2);
  for (const char* part :
       {"xmode=log", "minor xtick={", "\\draw[/pgfplots/lw/margin] (axis cs:1,", "lw/guide",
        "{69\\ensuremath{^{\\circ}}}", "{6 dB}", "loop-bode-guides-2.dat"}) {
    QVERIFY2(bode[0].second.contains(part), part);
  }
  const auto nyquist = responseTex(picture, ResponseView::kNyquist, paper(), "n");
  QVERIFY(nyquist[0].second.contains("\\addplot[lw/critical] coordinates {(-1,0)};"));
  const auto poles = responseTex(picture, ResponseView::kPoles, paper(), "p");
  QVERIFY(poles[0].second.contains("\\addplot[lw/pole] coordinates {(-1,3) (-1,-3)};"));
  QVERIFY(poles[0].second.contains("\\addplot[lw/zero] coordinates {(-8,0)};"));
}

// Pale and without marks of their own; their names stand in the legend.
void TestResponseFigures::otherResponsesStandBehind() {
  ResponsePicture picture = loopPicture(0.5);
  picture.poles = {{Complex(-1, 3), 0, 0, true, {}}};
  picture.step_times = {0, 1, 2};
  picture.step_values = {0, 1, 1};
  auto other = std::make_shared<ResponsePicture>(loopPicture(0.1));
  other->poles = {{Complex(-20, 1), 0, 0, true, {}}};
  other->step_times = {0, 5, 5, 10};
  other->step_values = {0, 1, 2, 3};
  const std::vector<ResponseBehind> behind = {{"before", other}};
  for (const FigureStyle style : {FigureStyle::kPaper, FigureStyle::kScreen}) {
    const auto make = [&](ResponseView view, std::size_t part = 0) {
      return makeResponsePlot(picture, view, part, kAxes, style, behind);
    };
    const PaperPlot alone = makeResponsePlot(picture, ResponseView::kBode, 0, kAxes, style);
    for (const ResponseView view :
         {ResponseView::kBode, ResponseView::kNyquist, ResponseView::kNichols}) {
      const PaperPlot plot = make(view);
      QVERIFY(plot.curves.front().isBehind && !plot.curves.back().isBehind);
      QCOMPARE(plot.curves.front().name, QString("before"));
      QCOMPARE(plot.curves.front().ink, inkBehind(alone.curves[0].ink, style));
      QVERIFY(plot.curves.front().ink != plot.curves.back().ink);
      QCOMPARE(plot.curves.size(), view == ResponseView::kNyquist ? size_t{3} : size_t{2});
    }
    // Below the gain the name is no news. The margins are those of the present loop.
    QVERIFY(make(ResponseView::kBode, 1).curves.front().name.isEmpty());
    QCOMPARE(make(ResponseView::kBode).spans.size(), alone.spans.size());
    QVERIFY(make(ResponseView::kBode).y.lower < alone.y.lower);
    const PaperPlot poles = make(ResponseView::kPoles);
    QCOMPARE(poles.marks.front().name, QString("before"));
    QCOMPARE(poles.marks.front().places, (std::vector<QPointF>{{-20, 1}}));
    QVERIFY(poles.x.lower < -20);
    const PaperPlot step = make(ResponseView::kStep);
    QCOMPARE(step.x.upper, 10.0);
    QVERIFY(step.curves.front().circles.empty() && step.curves.front().jumps.size() == 1);
  }
  // Poles in z have no place beside poles in s.
  other->period_sec = 0.1;
  const PaperPlot apart = makeResponsePlot(picture, ResponseView::kPoles, 0, kAxes,
                                           FigureStyle::kPaper, {{"before", other}});
  QCOMPARE(apart.marks.size(), size_t{2});
  other->period_sec = 0;
  const QByteArray svg =
      figureBytes(responseFigure(picture, ResponseView::kPoles, paper(), behind), "svg");
  QCOMPARE(svg.count("class=\"pole\""), 2);
  QCOMPARE(svg.count("class=\"sample\""), 1);
  QVERIFY(svg.contains(">before<"));
  const QByteArray tex =
      responseTex(picture, ResponseView::kPoles, paper(), "p", behind).front().second;
  QVERIFY(tex.contains("\\addplot[lw/pole, /tikz/color=black!40] coordinates {(-20,1)};"));
  QVERIFY(tex.contains("/pgfplots/.search also={/tikz}, lw/pole, /tikz/color=black!40] plot"));
}

// The letter of a plane is mathematics in its labels, as in formulas around the figure.
void TestResponseFigures::labelsHaveTheirLetterInItalics() {
  ResponsePicture picture = loopPicture(0.5);
  picture.poles = {{Complex(-1, 3), 0, 0, true, {}}};
  int found = 0;
  for (const FigureElement& element :
       responseFigure(picture, ResponseView::kPoles, paper()).elements) {
    if (element.role != u"quantity" || element.text != u"s") continue;
    QVERIFY(element.italic);
    found += element.upwards ? 10 : 1;
  }
  QCOMPARE(found, 11);
  const QByteArray tex = responseTex(picture, ResponseView::kPoles, paper(), "p").front().second;
  QVERIFY(tex.contains("xlabel={Re $s$ (1/s)}") && tex.contains("ylabel={Im $s$ (rad/s)}"));
  QCOMPARE(quantityParts("Cost ($)"), QStringList("Cost ($)"));
  QCOMPARE(quantityParts("Re $z$"), QStringList({"Re ", "z", ""}));
}

// −1/N of a relay, with a cycle at −1.5, half way from the second amplitude to the third.
void TestResponseFigures::describingFunctionsStandInThePlane() {
  ResponsePicture picture = loopPicture(0.5);
  DescribingCurve curve;
  curve.block = "relay";
  curve.amplitudes = {0, 1, 2};
  curve.values = {0, -1, -2};
  PredictedCycle cycle;
  cycle.frequency = 1.2345;
  cycle.amplitude = 1.5;
  curve.cycles = {cycle};
  picture.describing = {curve};
  const PaperPlot plot =
      makeResponsePlot(picture, ResponseView::kNyquist, 0, kAxes, FigureStyle::kPaper);
  const auto& drawn = plot.curves.at(1);
  QCOMPARE(drawn.name, QString("−1/N of relay"));
  QVERIFY(!drawn.dashes.isEmpty());
  QCOMPARE(plot.marks.back().form, PaperMark::kCycle);
  QCOMPARE(plot.marks.back().places, (std::vector<QPointF>{{-1.5, 0}}));
  QCOMPARE(plot.spans.size(), size_t{1});
  QCOMPARE(plot.spans[0].text, QString("A = 1.5, 1.23 rad/s"));
  QVERIFY(plot.x.lower < -1.5);
  const QByteArray svg =
      figureBytes(responseFigure(picture, ResponseView::kNyquist, paper()), "svg");
  QCOMPARE(svg.count("class=\"cycle\""), 1);
  QCOMPARE(svg.count("class=\"sample\""), 1);
  QVERIFY(!svg.contains("class=\"margin\""));
  const QByteArray tex = responseTex(picture, ResponseView::kNyquist, paper(), "n").front().second;
  QVERIFY(tex.contains("\\addplot[lw/cycle] coordinates {(-1.5,0)};"));
  QVERIFY(!tex.contains("\\draw[/pgfplots/lw/margin]"));
  // Other views have no place for them.
  QVERIFY(makeResponsePlot(picture, ResponseView::kNichols, 0, kAxes, FigureStyle::kPaper)
              .marks.back()
              .form == PaperMark::kCritical);
}

// The logarithm of 0 has no place.
void TestResponseFigures::valuesWithoutBoundAreGaps() {
  ResponsePicture picture = loopPicture(0.5);
  picture.response[50] = 0;
  const PaperPlot plot =
      makeResponsePlot(picture, ResponseView::kBode, 0, kAxes, FigureStyle::kPaper);
  QCOMPARE(plot.curves[0].lines.size(), size_t{2});
  QVERIFY(std::isfinite(plot.y.lower) && std::isfinite(plot.y.upper));
  picture.lens = picture.response;
  picture.lens_phase = picture.phase;
  const PaperPlot both =
      makeResponsePlot(picture, ResponseView::kBode, 0, kAxes, FigureStyle::kPaper);
  QCOMPARE(both.curves.size(), size_t{2});
  QVERIFY(!both.curves[0].name.isEmpty() && !both.curves[1].name.isEmpty());
  QVERIFY(both.curves[0].dashes != both.curves[1].dashes);
}

// Beside the lens stand the hold's part of it and, up to three times half the sampling frequency,
// what is folded down, with a line where each of the two bands begins.
void TestResponseFigures::theLensHasItsHoldAndBands() {
  ResponsePicture picture = loopPicture(0.5);
  picture.margins.reset();
  picture.period_sec = std::numbers::pi / 10;
  picture.lens = picture.hold = picture.response;
  picture.lens_phase = picture.hold_phase = picture.phase;
  picture.folded_frequencies = {10, 20, 30};
  picture.folded = {0.5, 100, 0.25};
  std::vector<PaperPlot> plots;
  for (const size_t part : {size_t{0}, size_t{1}}) {
    plots.push_back(
        makeResponsePlot(picture, ResponseView::kBode, part, kAxes, FigureStyle::kPaper));
    QCOMPARE(plots.back().x.upper, 30.0);
    QCOMPARE(plots.back().guides.size(), size_t{2});
    QVERIFY(std::abs(plots.back().guides[0][0].x() - 10) < 1e-12);
    QVERIFY(std::abs(plots.back().guides[1][0].x() - 20) < 1e-12);
  }
  QCOMPARE(plots[0].curves.size(), size_t{4});
  // The 40 dB of what is folded leave the picture, and the curve comes back.
  QVERIFY(plots[0].y.upper < 40);
  QCOMPARE(plots[0].curves[3].lines.size(), size_t{2});
  QCOMPARE(plots[0].curves[3].lines[1].back(), QPointF(30, 20 * std::log10(0.25)));
  for (size_t i = 0; i < 4; ++i) {
    QVERIFY(!plots[0].curves[i].name.isEmpty());
    for (size_t j = 0; j < i; ++j) QVERIFY(plots[0].curves[i].dashes != plots[0].curves[j].dashes);
  }
  QCOMPARE(plots[1].curves.size(), size_t{3});
}

void TestResponseFigures::makesTheAnalysesOfAFile() {
  const QByteArray analyses = R"({"name": "the loop", "loop": "gain.y", "views": ["bode", "poles"]},
      {"name": "The loop", "loop": "error.y", "views": ["nyquist"]})";
  QCOMPARE(exportTo("all", analyses), 0);
  QCOMPARE(
      filesIn("all"),
      (QStringList{"The loop 2-nyquist.csv", "The loop 2-nyquist.pdf", "The loop 2-nyquist.png",
                   "The loop 2-nyquist.svg", "the loop-bode.csv", "the loop-bode.pdf",
                   "the loop-bode.png", "the loop-bode.svg", "the loop-poles.csv",
                   "the loop-poles.pdf", "the loop-poles.png", "the loop-poles.svg"}));
  const QByteArray poles = WindowFixture::read(fixture_.path("all/the loop-poles.csv"));
  QVERIFY(poles.startsWith("kind,re,im\npole,-2,"));
  // Two branches of 201 factors: that of the loop, and the pole of `aside`, which stays where it
  // is.
  QCOMPARE(poles.count("pole,0,0\n"), 1);
  QCOMPARE(poles.count("locus,"), 2 * 201);
  QCOMPARE(poles.count("locus,0,0\n"), 201);
  const QByteArray bode = WindowFixture::read(fixture_.path("all/the loop-bode.svg"));
  QVERIFY(bode.contains(">90°<"));
  FigureOptions tex = paper();
  tex.tex = true;
  QCOMPARE(exportTo("tex", analyses, "the loop", tex), 0);
  QVERIFY(filesIn("tex").contains("the-loop-bode.tex"));
  QVERIFY(filesIn("tex").contains("the-loop-poles-1.dat"));
  QVERIFY(filesIn("tex").filter("nyquist").isEmpty());
}

void TestResponseFigures::makesOneFigureForEachResponse() {
  QCOMPARE(exportTo("pairs", R"({"name": "r", "inputs": ["set.y", "gain.y"],
      "outputs": ["state.y", "error.y"], "views": ["step"]})"),
           0);
  QCOMPARE(filesIn("pairs").filter(".svg"),
           (QStringList{"r gain.y error.y-step.svg", "r gain.y state.y-step.svg",
                        "r set.y error.y-step.svg", "r set.y state.y-step.svg"}));
  // Without points it is from the Inport to the Outport: an integrator, which never settles. A
  // step that was not asked for is left out.
  QCOMPARE(exportTo("ports", R"({"name": "p"})"), 0);
  QCOMPARE(filesIn("ports").filter(".svg").size(), 4);
  QVERIFY(filesIn("ports").filter("step").isEmpty());
}

void TestResponseFigures::saysWhatHasNoResult() {
  QCOMPARE(exportTo("none", R"({"name": "a", "loop": "set.y"},
      {"name": "b", "loop": "gain.y", "views": ["step"]})"),
           2);
  QCOMPARE(filesIn("none").size(), 4);
  QCOMPARE(exportTo("step", R"({"name": "p", "views": ["step", "bode"]})"), 3);
  QCOMPARE(filesIn("step").filter(".svg"), QStringList("p-bode.svg"));
  QCOMPARE(exportTo("orbit", R"({"name": "o", "loop": "gain.y", "at": {"periodic": 1}})"), 2);
  QCOMPARE(exportTo("orbit", QByteArray()), 1);
  QCOMPARE(exportTo("orbit", R"({"name": "o", "loop": "gain.y"})", "p"), 1);
  QVERIFY(!QFileInfo::exists(fixture_.path("orbit")));
}

// A folder stands where a file is to be.
void TestResponseFigures::leavesNoHalfFigure() {
  const QByteArray analyses = R"({"name": "a", "loop": "gain.y", "views": ["bode", "step"]})";
  QVERIFY(QDir().mkpath(fixture_.path("half/a-step.pdf")));
  QCOMPARE(exportTo("half", analyses), 4);
  QVERIFY(filesIn("half").isEmpty());
  fixture_.write("taken", "no folder");
  QCOMPARE(exportTo("taken", analyses), 4);
}

void TestResponseFigures::variantsAreAnalysed() {
  const QString path = fixture_.write("v.loop.json", listing({}));
  FigureSetting asked;
  asked.variant = "fast";
  asked.beside = "slow";
  QCOMPARE(exportAnalysesOf(path, fixture_.path("v"), "loop", paper(), asked), 0);
  // L = 8/s has its pole at −8, L = 0.5/s at −0.5.
  QVERIFY(WindowFixture::read(fixture_.path("v/loop-poles.csv")).contains("pole,-8,"));
  const QByteArray svg = WindowFixture::read(fixture_.path("v/loop-bode.svg"));
  QVERIFY(svg.contains(">slow<") && !svg.contains(">fast<"));
  asked.beside = "none";
  QCOMPARE(exportAnalysesOf(path, fixture_.path("n"), "loop", paper(), asked), 1);
  QVERIFY(!QFileInfo::exists(fixture_.path("n")));
}

// The same bytes as on the command line; each analysis of each variant is made once.
void TestResponseFigures::makesTheAnalysesThatAFileExports() {
  QCOMPARE(exportListed(R"(
    {"file": "bode.svg", "show": "analysis", "width": "ieee"},
    {"file": "poles.svg", "show": "analysis", "analysis": "loop", "view": "poles",
     "variant": "fast", "beside": "slow"},
    {"file": "pair.tex", "show": "analysis", "analysis": "pairs", "view": "step",
     "input": "gain.y"})"),
           0);
  const QString path = fixture_.path("e.loop.json");
  QCOMPARE(
      exportAnalysesOf(path, fixture_.path("same"), "loop", paper({{}, "ieee", {}, {}, {}, {}})),
      0);
  QCOMPARE(WindowFixture::read(fixture_.path("bode.svg")),
           WindowFixture::read(fixture_.path("same/loop-bode.svg")));
  const QByteArray poles = WindowFixture::read(fixture_.path("poles.svg"));
  QVERIFY(poles.contains(">slow<") && poles.count("class=\"pole\"") > 2);
  QVERIFY(WindowFixture::read(fixture_.path("pair.tex")).contains("\\begin{axis}"));
  QVERIFY(QFileInfo::exists(fixture_.path("pair-1.dat")));
  const QDateTime before = QFileInfo(fixture_.path("bode.svg")).lastModified();
  QCOMPARE(exportFigures({path}), 0);
  QCOMPARE(QFileInfo(fixture_.path("bode.svg")).lastModified(), before);
}

void TestResponseFigures::saysWhichAnalysisThereIs() {
  DiagramDocument document(BuiltInBlocks());
  const auto problemOf = [&](const QByteArray& file, const FigureSetting& figure) {
    openDiagram(fixture_.write("p.loop.json", file), &document);
    FigureSource source{&document};
    FigureResponses(&document).find(figure, &source);
    return makeFigure(source, figure).problem;
  };
  FigureSetting figure;
  figure.file = "x.svg";
  figure.show = "analysis";
  QCOMPARE(problemOf(listing({}), figure), QString());
  figure.analysis = "none";
  QCOMPARE(problemOf(listing({}), figure),
           QString("there is no analysis \"none\" (there are: loop, pairs)"));
  figure.analysis = "pairs";
  figure.input = "state.y";
  QCOMPARE(problemOf(listing({}), figure),
           QString("the analysis \"pairs\" has no input \"state.y\" (there are: set.y, gain.y)"));
  figure.input.reset();
  figure.output = "set.y";
  QCOMPARE(problemOf(listing({}), figure),
           QString("the analysis \"pairs\" has no output \"set.y\" (there are: state.y)"));
  figure.output.reset();
  figure.beside = "none";
  QCOMPARE(problemOf(listing({}), figure),
           QString("there is no variant 'none' (there are: fast, slow)"));
  figure.beside.reset();
  QCOMPARE(problemOf(diagramWith({}), figure),
           QString("the file has no analyses: in the panel Analysis, Keep as a new analysis notes "
                   "one"));
  // What is wrong has another exit code than what has no result, and the file says where.
  QCOMPARE(exportListed(R"({"file": "x.svg", "show": "analysis", "analysis": "none"})"), 2);
  QCOMPARE(exportListed(R"({"file": "x.svg", "show": "analysis", "view": "gain"})"), 2);
  QCOMPARE(exportFigures({fixture_.write("u.loop.json",
                                         diagramWith(R"({"name": "p"})").chopped(1) +
                                             R"(, "export": [{"file": "x.svg", "show": "analysis",
                                             "view": "step"}]})")}),
           3);
  QVERIFY(!QFileInfo::exists(fixture_.path("x.svg")));
}

LOOPWRIGHT_TEST_WITH(QApplication, TestResponseFigures)

}  // namespace loopwright::test_response_figures

#include "test_response_figures.moc"
