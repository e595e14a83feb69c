#include <QApplication>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QRegularExpression>
#include <QTest>
#include <memory>
#include <optional>
#include <utility>

#include "blocklib/registry.h"
#include "engine/run/run_instant.h"
#include "gui/document/diagram_document.h"
#include "gui/export/figure_maker.h"
#include "gui/main_window/picture_commands.h"
#include "gui/study/study_picture.h"
#include "tests/gui/window_fixture.h"
#include "tests/test_main.h"

namespace loopwright::test_run_figures {

namespace {

// A counter that goes up by 1 every 0.02 s, a gain behind it, and the figures that are asked for.
QByteArray diagramWith(const QByteArray& figures) {
  return R"({"format": "loopwright", "version": 1,
  "simulation": {"stop_time": 0.1},
  "diagram": {"blocks": {
    "counter": {"type": "DiscreteCounter", "parameters": {"period": 0.02},
                "layout": {"x": 0, "y": 0}},
    "gain": {"type": "Gain", "parameters": {"gain": 100}, "layout": {"x": 160, "y": 0}}},
  "wires": [{"from": "counter.y", "to": "gain.u"}]},
  "plots": [{"title": "Count", "signals": ["counter.y"]}],
  "export": [)" +
         figures + "]}";
}

// A sampled noise through a lag, once slow and once fast, and the figures that are asked for.
QByteArray noisyDiagramWith(const QByteArray& figures) {
  return R"({"format": "loopwright", "version": 1,
  "simulation": {"stop_time": 1},
  "study": {"runs": 40, "grid": 0.05, "signal": "lag.y",
            "common": {"slow": {"lag.time_constant": 0.6}, "fast": {"lag.time_constant": 0.2}}},
  "diagram": {"blocks": {
    "noise": {"type": "GaussianNoise", "parameters": {"period": 0.1}, "layout": {"x": 0, "y": 0}},
    "lag": {"type": "FirstOrderLag", "layout": {"x": 120, "y": 0}},
    "scope": {"type": "Scope", "layout": {"x": 240, "y": 0}}},
  "wires": [{"from": "noise.y", "to": "lag.u"}, {"from": "lag.y", "to": "scope.u1"}]},
  "export": [)" +
         figures + "]}";
}

}  // namespace

// Figures of an instant of a run, of its timeline, and of a study, as a file lists them.
class TestRunFigures : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { fixture_ = std::make_unique<WindowFixture>(); }

  void showsTheValuesOfAnInstant();
  void findsAnInstantThatIsARoundingLater();
  void showsTheTimeline();
  void cutsNoNumberOfTheTimelineInTwo();
  void showsTheFanOfAStudy();
  void showsWhatStandsBesideAFan();
  void refusesWhatOfAFanThereIsNot();
  void plotsHaveTheRunOfAVariantBehind();
  void spectraHaveTheirTheory();
  void makesTheSameBytesTwice();
  void saysWhatIsMissing();

 private:
  QString write(const QByteArray& figures) const {
    return fixture_->write("d.loop.json", diagramWith(figures));
  }
  QByteArray read(const QString& name) const { return WindowFixture::read(fixture_->path(name)); }
  static FigureOptions paper() {
    FigureOptions options;
    const QString problem = readFigureOptions({"paper", {}, {}, {}, {}, {}}, &options);
    if (!problem.isEmpty()) qFatal("%s", qPrintable(problem));
    return options;
  }
  static double widthOf(const QByteArray& svg) {
    static const QRegularExpression kWidth("<svg [^>]*width=\"([0-9.]+)mm\"");
    return kWidth.match(QString::fromUtf8(svg)).captured(1).toDouble();
  }

  std::unique_ptr<WindowFixture> fixture_;
};

// At 0.06 s the counter goes from 3 to 4; what stands on no wire has no value.
void TestRunFigures::showsTheValuesOfAnInstant() {
  const QString path = write(R"(
    {"file": "at.svg", "show": "instant", "time": 0.06},
    {"file": "at.tex", "show": "instant", "time": 0.06},
    {"file": "at-mono.svg", "show": "instant", "time": 0.06, "style": "mono"},
    {"file": "late.svg", "show": "instant", "time": 5},
    {"file": "end.svg", "show": "instant"})");
  QCOMPARE(exportFigures({path}), 2);
  const QByteArray svg = read("at.svg");
  QCOMPARE(svg.count("class=\"before\""), 1);
  QCOMPARE(svg.count("class=\"after\""), 1);
  QCOMPARE(svg.count("class=\"value\""), 2);
  for (const char* text : {">3<", ">4<", "> = 0.06 s<"}) QVERIFY2(svg.contains(text), text);
  const QByteArray tex = read("at.tex");
  for (const char* text : {"\\lwbefore{} 3", "\\lwafter{} 4", "$t$ = 0.06 s", "\\lwstyle{value}"}) {
    QVERIFY2(tex.contains(text), text);
  }
  const QByteArray mono = read("at-mono.svg");
  for (const char* text : {">3<", ">4<", ">t = 0.06 s<"}) QVERIFY2(mono.contains(text), text);
  QVERIFY(!QFileInfo::exists(fixture_->path("late.svg")));
  QVERIFY(read("end.svg").contains("> = 0.1 s<"));
  // The same by the options of the command line.
  const QString drawn = fixture_->path("drawn.svg");
  QCOMPARE(exportDiagramOf(path, drawn, paper(), 0.06), 0);
  QVERIFY(WindowFixture::read(drawn).contains("class=\"after\""));
  QCOMPARE(exportDiagramOf(path, drawn, paper(), 5), 1);
}

void TestRunFigures::findsAnInstantThatIsARoundingLater() {
  QVERIFY(3 * 0.1 > 0.3 && aimFor(0.3) >= 3 * 0.1);
  QVERIFY(aimFor(0.3) < 0.3 + 1e-12);
  QVERIFY(aimFor(-1) > -1);
}

void TestRunFigures::showsTheTimeline() {
  const QString path = write(R"(
    {"file": "whole.svg", "show": "timeline", "width": "ieee"},
    {"file": "part.svg", "show": "timeline", "from": 0.05, "to": 0.07, "width": "ieee-wide",
     "style": "screen"},
    {"file": "part.tex", "show": "timeline", "from": 0.05, "to": 0.07, "standalone": true},
    {"file": "late.svg", "show": "timeline", "from": 5})");
  QCOMPARE(exportFigures({path}), 2);
  const QByteArray whole = read("whole.svg");
  const QByteArray part = read("part.svg");
  for (const QByteArray& svg : {whole, part}) {
    for (const char* text : {">discrete<", ">publish<", ">Time (s)<"}) {
      QVERIFY2(svg.contains(text), text);
    }
    QVERIFY(!svg.contains(">isolation<"));  // Nothing is isolated here.
  }
  QVERIFY(whole.count("class=\"phase\"") > part.count("class=\"phase\""));
  QVERIFY(part.contains(">0.06<") && part.contains("3 → 4"));
  QVERIFY2(widthOf(whole) > 80 && widthOf(whole) <= 88.91,
           qPrintable(QString::number(widthOf(whole))));
  const QByteArray tex = read("part.tex");
  QVERIFY(tex.startsWith("\\documentclass"));
  for (const char* text : {"lw/phase", "lw/lane", "{discrete}"}) QVERIFY2(tex.contains(text), text);
  QVERIFY(!QFileInfo::exists(fixture_->path("late.svg")));
  const QString drawn = fixture_->path("drawn.svg");
  QCOMPARE(exportTimelineOf(path, drawn, 0.05, std::nullopt, paper()), 0);
  QVERIFY(WindowFixture::read(drawn).contains(">0.06<"));
  QCOMPARE(exportTimelineOf(path, drawn, 5, std::nullopt, paper()), 1);
}

// Where "step 16 · 0.024 s" has no room, it is cut behind a number or a word: "step 1…" would be
// another step. Those around 0.2 s have two digits.
void TestRunFigures::cutsNoNumberOfTheTimelineInTwo() {
  const QString path = LOOPWRIGHT_SOURCE_DIR "/resources/examples/sampled_pid.loop.json";
  const QString drawn = fixture_->path("lanes.svg");
  static const QRegularExpression kCut(QStringLiteral(">step[^<]*…<"));
  static const QRegularExpression kWhole(QStringLiteral(">step( \\d\\d( · \\d\\.\\d{3,})?)?…<"));
  int cut = 0;
  FigureOptions options = paper();
  options.fontSize = 11;
  for (const double width : {370.0, 470.0, 515.0}) {
    options.width = width;
    QCOMPARE(exportTimelineOf(path, drawn, 0.195, 0.26, options), 0);
    const QString svg = QString::fromUtf8(WindowFixture::read(drawn));
    for (auto found = kCut.globalMatch(svg); found.hasNext(); ++cut) {
      const QString text = found.next().captured();
      QVERIFY2(kWhole.match(text).hasMatch(), qPrintable(text));
    }
  }
  QVERIFY(cut > 0);
}

// All runs of the counter are the same: its bands are lines, and it jumps at each of its updates.
void TestRunFigures::showsTheFanOfAStudy() {
  const QString path = write(R"(
    {"file": "fan.svg", "show": "study", "signal": "counter.y", "style": "screen"},
    {"file": "fan.tex", "show": "study", "signal": "counter.y"},
    {"file": "none.svg", "show": "study", "signal": "none.y"})");
  QCOMPARE(exportFigures({path}), 2);
  const QByteArray svg = read("fan.svg");
  QCOMPARE(svg.count("class=\"band\""), 4);
  QVERIFY(svg.count("class=\"before\"") >= 5);
  QCOMPARE(svg.count("class=\"before\""), svg.count("class=\"after\""));
  for (const char* text : {"98", "90", "50", ">mean<", ">counter.y<"}) {
    QVERIFY2(svg.contains(text), text);
  }
  const QByteArray tex = read("fan.tex");
  QCOMPARE(tex.count("\\addplot[lw/band, fill=black!"), 4);
  QCOMPARE(tex.count("\\node[/pgfplots/lw/legend]"), 4);
  for (const char* text :
       {"axis on top", "lw/band", "{98 \\%}", "fan-1.dat", "fan-1-updates.dat"}) {
    QVERIFY2(tex.contains(text), text);
  }
  QVERIFY(read("fan-band-1.dat").count('\n') >= 4);
  QVERIFY(!QFileInfo::exists(fixture_->path("none.svg")));
  const QString drawn = fixture_->path("drawn.pdf");
  QCOMPARE(exportStudyOf(path, drawn, {}, paper()), 0);
  QVERIFY(WindowFixture::read(drawn).startsWith("%PDF"));
  FigureSetting asked;
  asked.variant = "fast";
  QCOMPARE(exportStudyOf(path, drawn, asked, paper()), 1);
  asked.variant.reset();
  asked.signal = "none.y";
  QCOMPARE(exportStudyOf(path, drawn, asked, paper()), 2);
}

// A lag is linear, so its theory is exact. What stands beside the fan is in all formats, and the
// options of the command line give the same bytes.
void TestRunFigures::showsWhatStandsBesideAFan() {
  const QByteArray shown = R"("show": "study", "variant": "fast", "beside": "slow", "theory": true,
      "paths": 5})";
  QByteArray figures;
  for (const char* name : {"fan.svg", "fan.pdf", "fan.png", "fan.tex"}) {
    figures += QByteArray(R"({"file": ")") + name + "\", " + shown + ",";
  }
  const QString path = fixture_->write(
      "noisy.loop.json",
      noisyDiagramWith(figures + R"({"file": "plain.svg", "show": "study", "variant": "fast"},
        {"file": "slow.svg", "show": "study", "variant": "slow", "style": "screen", "paths": 2})"));
  QCOMPARE(exportFigures({path}), 0);
  const QByteArray svg = read("fan.svg");
  const QByteArray plain = read("plain.svg");
  for (const char* text : {"slow: mean and 90 %", "single runs", "deviations by theory"}) {
    QVERIFY2(svg.contains(text), text);
    QVERIFY2(!plain.contains(text), text);
  }
  QVERIFY(svg.count("class=\"curve\"") > plain.count("class=\"curve\"") + 8);
  QVERIFY(!svg.contains("approximate"));
  QVERIFY(read("fan.pdf").startsWith("%PDF") && read("fan.png").startsWith("\x89PNG"));
  const QByteArray slow = read("slow.svg");
  QVERIFY(slow.contains("single runs") && !slow.contains("slow"));
  const QByteArray tex = read("fan.tex");
  for (const char* text : {"{slow: mean and 90 \\%}", "{single runs}", "% theory", "fan-5.dat",
                           "\\ensuremath{\\pm} 2 deviations by theory}", "line width=0.4pt"}) {
    QVERIFY2(tex.contains(text), text);
  }
  // Of five runs there are five lines, each with gaps where it jumps.
  QVERIFY(read("fan-3.dat").count("nan nan") >= 4);
  FigureSetting asked;
  asked.variant = "fast";
  asked.beside = "slow";
  asked.theory = true;
  asked.paths = 5;
  const QString drawn = fixture_->path("drawn.svg");
  QCOMPARE(exportStudyOf(path, drawn, asked, paper()), 0);
  QCOMPARE(WindowFixture::read(drawn), svg);
}

void TestRunFigures::refusesWhatOfAFanThereIsNot() {
  const QString path = fixture_->write("noisy.loop.json", noisyDiagramWith(R"(
    {"file": "a.svg", "show": "study", "variant": "faster"},
    {"file": "b.svg", "show": "study", "beside": "slower"},
    {"file": "c.svg", "show": "study", "signal": "noise.y", "theory": true})"));
  QCOMPARE(exportFigures({path}), 2);
  QVERIFY(!QFileInfo::exists(fixture_->path("a.svg")));
  QVERIFY(!QFileInfo::exists(fixture_->path("b.svg")));
  QVERIFY(read("c.svg").contains("deviations by theory"));
}

// The lag of 0.6 s comes less far than that of 0.2 s.
void TestRunFigures::plotsHaveTheRunOfAVariantBehind() {
  const QString path = fixture_->write("noisy.loop.json", noisyDiagramWith(R"(
    {"file": "plain.svg", "show": "plots"},
    {"file": "both.svg", "show": "plots", "variant": "fast", "beside": "slow"},
    {"file": "both.tex", "show": "plots", "variant": "fast", "beside": "slow"},
    {"file": "none.svg", "show": "plots", "beside": "slower"},
    {"file": "other.svg", "show": "plots", "variant": "faster"})"));
  QCOMPARE(exportFigures({path}), 2);
  const QByteArray both = read("both.svg");
  QCOMPARE(both.count("class=\"curve\""), 2);
  QVERIFY(both.contains(">slow<") && !read("plain.svg").contains(">slow<"));
  QVERIFY(both.contains("stroke=\"#9a9a9a\""));
  QCOMPARE(read("both.tex").count("\\addplot[lw/curve"), 2);
  QVERIFY(read("both-1.dat") != read("both-2.dat"));
  QVERIFY(!QFileInfo::exists(fixture_->path("none.svg")));
  QVERIFY(!QFileInfo::exists(fixture_->path("other.svg")));
  FigureSetting asked;
  asked.variant = "fast";
  asked.beside = "slow";
  FigureOptions options = paper();
  options.grid = FigureGrid{1, 1};
  QCOMPARE(exportPlotsOf(path, fixture_->path("plots"), options, asked), 0);
  QCOMPARE(read("plots/figure.svg").count("class=\"curve\""), 2);
  asked.beside = "slower";
  QCOMPARE(exportPlotsOf(path, fixture_->path("none"), options, asked), 1);
  QVERIFY(!QFileInfo::exists(fixture_->path("none")));
}

// Of the noise itself, from its block, and of the lag behind it.
void TestRunFigures::spectraHaveTheirTheory() {
  QByteArray diagram = noisyDiagramWith(R"(
    {"file": "lag.svg", "show": "plots"},
    {"file": "slow.svg", "show": "plots", "variant": "slow"})");
  diagram.replace(R"("stop_time": 1})", R"("stop_time": 20})");
  diagram.replace(R"("export":)", R"("plots": [{"title": "Noise", "kind": "spectrum",
      "signals": ["noise.y", "lag.y"]}], "export":)");
  const QString path = fixture_->write("noisy.loop.json", diagram);
  QCOMPARE(exportFigures({path}), 0);
  const QByteArray lag = read("lag.svg");
  QVERIFY(lag.contains("noise.y, theory") && lag.contains("lag.y, theory"));
  QCOMPARE(lag.count("class=\"curve\""), 4);
  QVERIFY(lag.contains(">Frequency (Hz)<"));
  QVERIFY(read("slow.svg").contains("lag.y, theory") && read("slow.svg") != lag);
  FigureOptions options;
  QCOMPARE(exportPlotsOf(path, fixture_->path("plots"), options), 0);
  QVERIFY(read("plots/Noise.svg").contains("theory"));
}

void TestRunFigures::makesTheSameBytesTwice() {
  const QString path = write(R"(
    {"file": "a.pdf", "show": "instant"}, {"file": "b.pdf", "show": "timeline"},
    {"file": "c.pdf", "show": "study"}, {"file": "d.pdf", "show": "both", "style": "mono"},
    {"file": "e.svg", "show": "both", "style": "screen"})");
  QHash<QString, QByteArray> first;
  for (int round = 0; round < 2; ++round) {
    QCOMPARE(exportFigures({path}), 0);
    for (const QString name : {"a.pdf", "b.pdf", "c.pdf", "d.pdf", "e.svg"}) {
      const QByteArray bytes = read(name);
      QVERIFY2(!bytes.isEmpty() && (round == 0 || first[name] == bytes), qPrintable(name));
      first[name] = bytes;
      QVERIFY(QFile::remove(fixture_->path(name)));
    }
  }
}

void TestRunFigures::saysWhatIsMissing() {
  DiagramDocument document(BuiltInBlocks());
  FigureSource source{&document};
  FigureSetting figure;
  figure.file = "a.svg";
  const auto problemOf = [&](const char* show) {
    figure.show = show;
    return makeFigure(source, figure).problem;
  };
  QCOMPARE(problemOf("instant"), QString("an instant needs a run, which is paused or over"));
  QCOMPARE(problemOf("timeline"),
           QString("a timeline needs a run that began while the panel Timeline was open"));
  QCOMPARE(problemOf("study"), QString("a fan needs a study that has made runs"));
  const auto instant = std::make_shared<RunInstant>();
  instant->time = 2;
  source.instant = instant;
  figure.time = 1;
  QCOMPARE(problemOf("instant"), QString("the run shows the instant at 2 s, which is after 1 s"));
  figure.time = 2;
  QCOMPARE(problemOf("instant"), QString("the values at this instant cannot be computed"));
  const auto study = std::make_shared<StudyPicture>();
  study->signals = {"counter.y", "gain.y"};
  study->signal = 0;
  study->fan = {FanPoint(), FanPoint()};
  source.study = study;
  figure.signal = "gain.y";
  QCOMPARE(problemOf("study"), QString("the study shows the signal counter.y, and not gain.y"));
  figure.signal.reset();
  figure.theory = true;
  source.noTheory = "it counts";
  QCOMPARE(problemOf("study"), QString("there is no theory of counter.y: it counts"));
  source.showsKept = true;
  QCOMPARE(problemOf("study"), QString("no other study with the signal counter.y is kept"));
  figure.beside = "slow";
  QCOMPARE(problemOf("study"), QString("no study of the variant \"slow\" is kept"));
  figure.variant = "fast";
  QCOMPARE(problemOf("study"), QString("the study is not of the variant \"fast\""));
}

LOOPWRIGHT_TEST_WITH(QApplication, TestRunFigures)

}  // namespace loopwright::test_run_figures

#include "test_run_figures.moc"
