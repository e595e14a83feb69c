#include <QApplication>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <memory>

#include "blocklib/registry.h"
#include "engine/recording/recording.h"
#include "gui/document/diagram_document.h"
#include "gui/export/export.h"
#include "gui/export/figure_maker.h"
#include "gui/figures/figure.h"
#include "gui/figures/figure_options.h"
#include "gui/figures/math_text.h"
#include "gui/figures/plot_figure.h"
#include "gui/figures/plot_layout.h"
#include "gui/main_window/picture_commands.h"
#include "gui/plots/plot_view.h"
#include "gui/theme/theme.h"
#include "tests/gui/window_fixture.h"
#include "tests/test_main.h"

namespace loopwright::test_exported_figures {

namespace {

constexpr double kMm = 72 / 25.4;

// A counter with a scope, and the figures that are asked for.
QByteArray diagramWith(const QByteArray& figures) {
  return R"({"format": "loopwright", "version": 1, "simulation": {"stop_time": 0.1},
  "diagram": {"blocks": {
    "counter": {"type": "DiscreteCounter", "parameters": {"period": 0.02},
                "layout": {"x": 0, "y": 0}},
    "gain": {"type": "Gain", "parameters": {"gain": 100}, "layout": {"x": 120, "y": 0}}},
  "wires": [{"from": "counter.y", "to": "gain.u"}]},
  "plots": [{"title": "Count", "signals": ["counter.y"]},
            {"title": "Scaled", "signals": ["gain.y"]},
            {"title": "Both", "kind": "histogram", "signals": ["gain.y"]}],
  "export": [)" +
         figures + "]}";
}

}  // namespace

// Figures of several plots, and those that a file asks for.
class TestExportedFigures : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    fixture_ = std::make_unique<WindowFixture>();
    recording_ = std::make_unique<Recording>(
        std::vector<RecordedSignal>{{"a.y", "v", 1, 0, false, 0}, {"b.y", "w", 1, 1, false, 0}});
    for (int i = 0; i <= 100; ++i) {
      const double values[] = {1000.0 * i, std::sin(0.1 * i)};
      recording_->Append(i * 0.1, Side::kBefore, values);
    }
  }

  void axesOfAColumnAreAligned();
  void axesAreAsHighAsTheirQuantities();
  void axesOfARowAreAligned();
  void onlyCommonAxesShareNumbers();
  void partsHaveLetters();
  void texHasTheSamePlaces();
  void circlesLieOverAllLines();
  void refusesLayoutsThatDoNotFit();
  void makesTheFiguresOfAFile();
  void rewritesOnlyWhatChanged();
  void saysWhatCannotBeMade();
  void leavesNoHalfFigure();
  void plotsHaveTheStyleOfTheScreen();

 private:
  PlotContent content(const char* title, const char* path) const {
    return {title, "m", {{path, path}}};
  }
  static FigureOptions options(const char* layout) {
    FigureOptions options;
    const QString problem = readFigureOptions({"paper", "120", {}, {}, {}, {}, layout}, &options);
    if (!problem.isEmpty()) qFatal("%s", qPrintable(problem));
    return options;
  }
  QString open(const QByteArray& figures, DiagramDocument* document) const {
    bool opened = false;
    QString path = fixture_->write("d.loop.json", diagramWith(figures));
    document->open(path, &opened);
    if (!opened) qFatal("the diagram was not opened");
    return path;
  }

  std::unique_ptr<WindowFixture> fixture_;
  std::unique_ptr<Recording> recording_;
};

void TestExportedFigures::axesOfAColumnAreAligned() {
  const std::vector<PlotContent> contents{content("Large", "a.y"), content("Small", "b.y")};
  const auto layouts = layoutPlots(contents, *recording_, 0, 10, options("2x1"));
  QCOMPARE(layouts.size(), size_t{2});
  // The numbers of the upper one are wider than those of the lower one.
  QCOMPARE(layouts[0].area.left(), layouts[1].area.left());
  QCOMPARE(layouts[0].area.size(), layouts[1].area.size());
  QVERIFY(layouts[1].area.top() > layouts[0].area.bottom());
  QVERIFY(std::abs(layouts[0].area.height() - layouts[0].area.width() / 2) < 1e-9);
  QCOMPARE(layouts[0].plot.x.ticks, layouts[1].plot.x.ticks);
  const Figure figure = plotFigure(contents, *recording_, 0, 10, options("2x1"));
  QVERIFY(figure.box().width() <= 120 * kMm + 0.01);
  QVERIFY(figure.box().width() > 120 * kMm - 6);
  // Numbers of time and its quantity stand once, below.
  int quantities = 0;
  for (const FigureElement& element : figure.elements) {
    quantities += element.text == u"Time (s)";
    if (element.role != u"number" || element.text != u"10") continue;
    QVERIFY(element.points[0].y() > layouts[1].area.bottom());
  }
  QCOMPARE(quantities, 1);
}

// What reads upwards beside low axes would stand in what the plots above and below have there.
void TestExportedFigures::axesAreAsHighAsTheirQuantities() {
  const char* title = "A quantity with a name of forty letters";
  const std::vector<PlotContent> contents{content(title, "a.y"), content("Small", "b.y")};
  for (const bool isTex : {false, true}) {
    const FigureOptions asked = isTex ? forTex(options("2x1")) : options("2x1");
    const auto layouts = layoutPlots(contents, *recording_, 0, 10, asked);
    QCOMPARE(layouts[0].plot.y.label, QString(title) + " (m)");
    const Figure figure{asked.font, asked.textSize(), {}};
    const double length = widthOf(figure, quantityRuns(layouts[0].plot.y.label));
    QVERIFY(length > layouts[0].area.width() / 2);
    QVERIFY(layouts[0].area.height() >= (isTex ? 1.15 : 1) * length);
    QCOMPARE(layouts[1].area.height(), layouts[0].area.height());
  }
}

void TestExportedFigures::axesOfARowAreAligned() {
  const std::vector<PlotContent> contents{content("Large", "a.y"), content("Small", "b.y"),
                                          content("Third", "b.y")};
  FigureOptions asked = options("2x2");
  asked.height = 100 * kMm;
  const auto layouts = layoutPlots(contents, *recording_, 0, 10, asked);
  QCOMPARE(layouts[0].area.top(), layouts[1].area.top());
  QCOMPARE(layouts[0].area.left(), layouts[2].area.left());
  for (const PlotLayout& layout : layouts) QCOMPARE(layout.area.size(), layouts[0].area.size());
  QVERIFY(layouts[1].corner.x() > layouts[0].area.right());
  // Nothing stands below the second one, so it has its own numbers.
  QVERIFY(!layouts[0].hasTimeTexts);
  QVERIFY(layouts[1].hasTimeTexts);
  const QRectF box = plotFigure(contents, *recording_, 0, 10, asked).box();
  QVERIFY(box.height() <= 100 * kMm + 0.01 && box.height() > 100 * kMm - 6);
  QVERIFY(box.width() <= 120 * kMm + 0.01);
}

void TestExportedFigures::onlyCommonAxesShareNumbers() {
  std::vector<PlotContent> contents{content("Large", "a.y"), content("Small", "b.y")};
  contents[1].axes = {{"x", {}, false, 2, 5}};
  for (const PlotLayout& layout : layoutPlots(contents, *recording_, 0, 10, options("2x1"))) {
    QVERIFY(layout.hasTimeTexts);
  }
}

void TestExportedFigures::partsHaveLetters() {
  const std::vector<PlotContent> contents{content("Large", "a.y"), content("Small", "b.y")};
  const auto lettersOf = [](const Figure& figure) {
    QStringList letters;
    for (const FigureElement& element : figure.elements) {
      if (element.role == u"letter") letters += element.text;
    }
    return letters;
  };
  QCOMPARE(lettersOf(plotFigure(contents, *recording_, 0, 10, options("2x1"))),
           QStringList({"(a)", "(b)"}));
  QCOMPARE(lettersOf(plotFigure(contents, *recording_, 0, 10, options("1x2"), 1)),
           QStringList({"(b)", "(c)"}));
  QCOMPARE(lettersOf(plotFigure({contents[0]}, *recording_, 0, 10, options("1x1"))), QStringList());
}

void TestExportedFigures::texHasTheSamePlaces() {
  const std::vector<PlotContent> contents{content("Large", "a.y"), content("Small", "b.y")};
  const auto files = plotTex(contents, *recording_, 0, 10, options("2x1"), "two");
  QCOMPARE(files.size(), size_t{3});
  QCOMPARE(files[1].first, QString("two-1.dat"));
  QCOMPARE(files[2].first, QString("two-2.dat"));
  const QByteArray& tex = files[0].second;
  QCOMPARE(tex.count("\\begin{axis}"), 2);
  QCOMPARE(tex.count("\\begin{tikzpicture}"), 1);
  QCOMPARE(tex.count("xlabel={Time (s)}"), 1);
  QCOMPARE(tex.count("xticklabels=\\empty"), 1);
  // Numbers are written whole, so no power of ten stands beside an axis.
  QCOMPARE(tex.count("scaled ticks=false"), tex.count("\\begin{axis}"));
  for (const char* letter : {"{(a)}", "{(b)}"}) QCOMPARE(tex.count(letter), 1);
  // Both begin at the same place, and are equally wide.
  static const QRegularExpression kPlace(
      "at=\\{\\(([0-9.]+)bp,-([0-9.]+)bp\\)\\}, scale only axis, "
      "width=([0-9.]+)bp");
  auto matches = kPlace.globalMatch(QString::fromUtf8(tex));
  const QRegularExpressionMatch upper = matches.next();
  const QRegularExpressionMatch lower = matches.next();
  QCOMPARE(upper.captured(1), lower.captured(1));
  QCOMPARE(upper.captured(3), lower.captured(3));
  QVERIFY(upper.captured(2).toDouble() < lower.captured(2).toDouble());
}

// Of two signals that are updated at the same times: nothing goes through ○, neither the line of
// the other one nor an axis.
void TestExportedFigures::circlesLieOverAllLines() {
  Recording recording({{"a.y", "v", 1, 0, true, 1}, {"b.y", "w", 1, 1, true, 1}});
  for (int i = 0; i < 4; ++i) {
    const double before[] = {1.0 * i, 0};
    const double after[] = {1.0 * i + 1, 0.5};
    recording.Append(i, Side::kBefore, before);
    recording.Append(i, Side::kAfter, after);
  }
  const PlotContent both{"Both", "m", {{"a.y", "v", true}, {"b.y", "w", true}}};
  const Figure figure = plotFigure({both}, recording, 0, 4, options("1x1"));
  std::size_t lastLine = 0, firstCircle = figure.elements.size();
  int circles = 0;
  for (std::size_t i = 0; i < figure.elements.size(); ++i) {
    const QString& role = figure.elements[i].role;
    if (role == u"curve" || role == u"jump" || role == u"axis") lastLine = i;
    if (role != u"before" && role != u"after") continue;
    ++circles;
    firstCircle = std::min(firstCircle, i);
  }
  QCOMPARE(circles, 16);
  QVERIFY(lastLine < firstCircle);
  const QByteArray tex = plotTex({both}, recording, 0, 4, options("1x1"), "p")[0].second;
  QVERIFY(tex.lastIndexOf("\\addplot[lw/curve") < tex.indexOf("\\addplot[lw/before"));
  QCOMPARE(tex.count("\\addplot[lw/before"), 2);
  QVERIFY(
      tex.contains("\\lwplotstyle{before}{lw/marks, mark=*, mark options={solid, "
                   "line width=0.5pt, fill=white}"));
  // Nor does a curve on an axis of its own, or that axis.
  PlotContent apart = both;
  apart.curves[1].axis = "y2";
  const QByteArray axes = plotTex({apart}, recording, 0, 4, options("1x1"), "p")[0].second;
  const qsizetype first = axes.indexOf("\\addplot[lw/before");
  QCOMPARE(axes.count("\\addplot[lw/before"), 2);
  QVERIFY(axes.lastIndexOf("\\addplot[lw/curve") < first);
  QVERIFY(axes.contains("axis y line*=right") && axes.lastIndexOf("axis y line*=right") < first);
}

void TestExportedFigures::refusesLayoutsThatDoNotFit() {
  FigureOptions asked;
  for (const char* layout : {"0x1", "2", "2x", "x2", "10x1", "2X1", "two"}) {
    const QString problem = readFigureOptions({"paper", {}, {}, {}, {}, {}, layout}, &asked);
    QCOMPARE(problem, QString("--figure: '%1' is no layout, rows and columns from 1x1 to 9x9")
                          .arg(QLatin1String(layout)));
  }
  QCOMPARE(readFigureOptions({"mono", {}, {}, {}, {}, {}, "2x1"}, &asked), QString());
  QCOMPARE(readFigureOptions({{}, {}, {}, {}, {}, "tex", "2x1"}, &asked), QString());
  const std::vector<PlotContent> three(3, content("Large", "a.y"));
  QCOMPARE(gridProblem(three, options("2x1")), QString("3 plots do not fit into a figure of 2x1"));
  QCOMPARE(gridProblem(three, options("2x2")), QString());
  QCOMPARE(gridProblem({}, options("2x2")), QString("there is no plot for a figure"));
}

void TestExportedFigures::makesTheFiguresOfAFile() {
  DiagramDocument document(BuiltInBlocks());
  const QString path = open(R"(
    {"file": "loop.svg", "width": "ieee"},
    {"file": "sub/plots.svg", "show": "plots", "width": 120},
    {"file": "one.svg", "show": "plots", "plots": ["Scaled"], "font_size": 9},
    {"file": "sub/all.svg", "show": "both", "width": 120},
    {"file": "sub/all.tex", "show": "both", "width": 120, "standalone": true},
    {"file": "mono.png", "style": "mono"})",
                            &document);
  QCOMPARE(exportFigures({path}), 0);
  const QByteArray loop = WindowFixture::read(fixture_->path("loop.svg"));
  QVERIFY(loop.contains("class=\"block\"") && !loop.contains("class=\"curve\""));
  const QByteArray plots = WindowFixture::read(fixture_->path("sub/plots.svg"));
  QCOMPARE(plots.count("class=\"axis\""), 3);
  QCOMPARE(plots.count("class=\"letter\""), 3);
  QCOMPARE(plots.count("class=\"band\""), 1);  // the bars of the histogram
  const QByteArray one = WindowFixture::read(fixture_->path("one.svg"));
  QCOMPARE(one.count("class=\"axis\""), 1);
  QVERIFY(one.contains(">Scaled<") && !one.contains(">Count<"));
  QVERIFY(one.contains("font-size=\"9\"") && !one.contains("font-size=\"8\""));
  const QByteArray all = WindowFixture::read(fixture_->path("sub/all.svg"));
  QCOMPARE(all.count("class=\"block\""), 2);
  QCOMPARE(all.count("class=\"axis\""), 3);
  for (const char* letter : {">(a)<", ">(b)<", ">(c)<", ">(d)<"}) QCOMPARE(all.count(letter), 1);
  const QByteArray tex = WindowFixture::read(fixture_->path("sub/all.tex"));
  QVERIFY(tex.startsWith("\\documentclass"));
  QCOMPARE(tex.count("\\begin{tikzpicture}"), 2);
  QVERIFY(QFileInfo::exists(fixture_->path("sub/all-2.dat")));
  QVERIFY(WindowFixture::read(fixture_->path("mono.png")).startsWith("\x89PNG"));
}

void TestExportedFigures::rewritesOnlyWhatChanged() {
  DiagramDocument document(BuiltInBlocks());
  const QByteArray figures = R"({"file": "loop.pdf"},
    {"file": "count.tex", "show": "plots", "plots": ["Count"]},
    {"file": "scaled.svg", "show": "plots", "plots": ["Scaled"]})";
  const QString path = open(figures, &document);
  QCOMPARE(exportFigures({path}), 0);
  // All files get a time that no writing gives them.
  const QDateTime before = QDateTime::fromSecsSinceEpoch(1'000'000'000);
  QStringList files = QDir(fixture_->path(".")).entryList(QDir::Files);
  files.removeOne("d.loop.json");
  QCOMPARE(files, QStringList({"count-1-jumps.dat", "count-1-updates.dat", "count-1.dat",
                               "count.tex", "loop.pdf", "scaled.svg"}));
  for (const QString& name : files) {
    QFile file(fixture_->path(name));
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.setFileTime(before, QFileDevice::FileModificationTime));
  }
  const auto written = [&] {
    QStringList changed;
    for (const QString& name : files) {
      if (QFileInfo(fixture_->path(name)).lastModified() != before) changed += name;
    }
    return changed;
  };
  QCOMPARE(exportFigures({path}), 0);
  QCOMPARE(written(), QStringList());
  // Another gain changes what shows it, and nothing else.
  QByteArray text = diagramWith(figures);
  QVERIFY(text.contains("\"gain\": 100"));
  fixture_->write("d.loop.json", text.replace("\"gain\": 100", "\"gain\": 250"));
  QCOMPARE(exportFigures({path}), 0);
  QCOMPARE(written(), QStringList({"loop.pdf", "scaled.svg"}));
}

void TestExportedFigures::saysWhatCannotBeMade() {
  DiagramDocument document(BuiltInBlocks());
  FigureSetting figure;
  figure.file = "a.svg";
  open("", &document);
  const FigureSource source{&document};
  QVERIFY(makeFigure(source, figure).problem.isEmpty());
  figure.level = "nowhere";
  QCOMPARE(makeFigure(source, figure).problem, QString("there is no subsystem \"nowhere\""));
  figure.level.reset();
  figure.font = "No such font";
  QVERIFY(makeFigure(source, figure).problem.startsWith("there is no font 'No such font' (there"));
  figure.font.reset();
  figure.show = "plots";
  QCOMPARE(makeFigure(source, figure).problem, QString("plots need a run"));
  figure.show.reset();
  figure.file = "a.bmp";
  QCOMPARE(makeFigure(source, figure).problem,
           QString("a.bmp: the name of a figure ends in .pdf, .svg, .png or .tex"));
  QCOMPARE(makeFigure(source, figure).files.size(), size_t{0});
  QCOMPARE(exportDiagram(&document, {}, "a.bmp", {}, nullptr),
           QString("a.bmp: the name of a figure ends in .pdf, .svg, .png or .tex"));
  figure.file = "a.svg";
  figure.show = "analysis";
  QCOMPARE(makeFigure(source, figure).problem, QString("the diagram is not analysed"));
  const auto codeOf = [&](const QByteArray& figures) {
    return exportFigures({fixture_->write("d.loop.json", diagramWith(figures))});
  };
  // What is right is made all the same.
  QCOMPARE(codeOf(R"({"file": "x.svg", "show": "plots", "plots": ["Speed"]},
                     {"file": "right.svg"})"),
           2);
  QVERIFY(!QFileInfo::exists(fixture_->path("x.svg")));
  QVERIFY(QFileInfo::exists(fixture_->path("right.svg")));
  QCOMPARE(codeOf(R"({"file": "x.svg", "show": "plots", "layout": "1x1"})"), 2);
  QCOMPARE(codeOf(R"({"file": "x.gif"})"), 2);
  QCOMPARE(exportFigures({fixture_->path("none.loop.json")}), 4);
  QVERIFY(!QFileInfo::exists(fixture_->path("x.svg")));
}

// The third file of the figure is in the way as a folder: none of the others is written.
void TestExportedFigures::leavesNoHalfFigure() {
  DiagramDocument document(BuiltInBlocks());
  const QString path = open(R"({"file": "out/count.tex", "show": "plots"})", &document);
  QVERIFY(QDir(fixture_->path(".")).mkpath("out/count-2.dat"));
  QCOMPARE(exportFigures({path}), 4);
  QCOMPARE(QDir(fixture_->path("out")).entryList(QDir::Files), QStringList());
  // And where the folder itself cannot be made.
  fixture_->write("taken", "a file");
  open(R"({"file": "taken/loop.pdf"})", &document);
  QCOMPARE(exportFigures({path}), 4);
  QCOMPARE(WindowFixture::read(fixture_->path("taken")), QByteArray("a file"));
}

// Curves have the colours of their wires and a grid behind them, or are black; the size is the one
// asked for.
void TestExportedFigures::plotsHaveTheStyleOfTheScreen() {
  DiagramDocument document(BuiltInBlocks());
  const QString path = open(R"(
    {"file": "screen.svg", "show": "plots", "style": "screen", "width": 120, "font_size": 9},
    {"file": "mono.svg", "show": "plots", "style": "mono", "width": 120},
    {"file": "both.svg", "show": "both", "style": "mono", "width": 120},
    {"file": "both.png", "show": "both", "style": "screen"})",
                            &document);
  QCOMPARE(exportFigures({path}), 0);
  const QByteArray screen = WindowFixture::read(fixture_->path("screen.svg"));
  QVERIFY(screen.contains("class=\"grid\"") && !screen.contains("class=\"tick\""));
  QVERIFY(screen.contains(Theme::light().sampleTimeColour(0).name().toUtf8()));
  QVERIFY(screen.contains("font-size=\"9\""));
  static const QRegularExpression kWidth("<svg [^>]*width=\"([0-9.]+)mm\"");
  const QByteArray mono = WindowFixture::read(fixture_->path("mono.svg"));
  for (const QByteArray& svg : {screen, mono}) {
    const double width = kWidth.match(QString::fromUtf8(svg)).captured(1).toDouble();
    QVERIFY2(width > 110 && width <= 120.01, qPrintable(QString::number(width)));
  }
  const QByteArray both = WindowFixture::read(fixture_->path("both.svg"));
  QVERIFY(both.contains(">(a)<") && both.contains(">(c)<"));
  static const QRegularExpression kColour("#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})");
  for (const QByteArray& svg : {mono, both}) {
    auto colours = kColour.globalMatch(QString::fromUtf8(svg));
    QVERIFY(colours.hasNext());
    while (colours.hasNext()) {
      const QRegularExpressionMatch colour = colours.next();
      QCOMPARE(colour.captured(1), colour.captured(2));
      QCOMPARE(colour.captured(2), colour.captured(3));
    }
  }
  QVERIFY(WindowFixture::read(fixture_->path("both.png")).startsWith("\x89PNG"));
}

LOOPWRIGHT_TEST_WITH(QApplication, TestExportedFigures)

}  // namespace loopwright::test_exported_figures

#include "test_exported_figures.moc"
