#include <QApplication>
#include <QTest>
#include <memory>

#include "engine/recording/recording.h"
#include "gui/figures/diagram_tikz.h"
#include "gui/figures/plot_tex.h"
#include "gui/plots/plot_view.h"
#include "tests/gui/figure_fixture.h"
#include "tests/gui/window_fixture.h"
#include "tests/test_main.h"

namespace loopwright::test_tex_figures {

/// Diagrams as TikZ and plots for PGFPlots. Whether TeX takes them is for
/// tests/packaging/tex_figures to say.
class TestTexFigures : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { fixture_ = std::make_unique<WindowFixture>(); }

  void leavesRoomForItsTexts();
  void hasEveryBlockAndWire();
  void drawsFacesAndTextsOnce();
  void takesEveryNote();
  void plotsHaveTheirPointsBeside();

 private:
  std::unique_ptr<WindowFixture> fixture_;
};

// Its names may be wider than those of the layout: those at the ends of a diagram have room for
// that.
void TestTexFigures::leavesRoomForItsTexts() {
  const QString named = fixture_->write("n.loop.json", R"({"format": "loopwright", "version": 1,
    "diagram": {"blocks": {
      "the name of a source": {"type": "Constant", "layout": {"x": 0, "y": 0}},
      "the name of a gain": {"type": "Gain", "layout": {"x": 300, "y": 0}}},
    "wires": [{"from": "the name of a source.y", "to": "the name of a gain.u"}]}})");
  const auto widthOf = [&](const FigureOptions& options) {
    QString warning;
    return figureOf(named, options, &warning).box().width();
  };
  FigureOptions options = paper({"paper", {}, {}, "9", {}, {}});
  options.names = true;
  const double whole = widthOf(options);
  options.width = whole + 0.1;
  QCOMPARE(widthOf(options), whole);
  QVERIFY(widthOf(forTex(options)) < whole - 1);
  DiagramDocument document(BuiltInBlocks());
  openDiagram(LOOPWRIGHT_SOURCE_DIR "/resources/examples/sampled_pid.loop.json", &document);
  const DiagramScene scene(&document);
  QString warning;
  options = paper({"paper", "ieee", {}, "9", {}, {}});
  QVERIFY(diagramTikz(scene, options, &warning).contains("\\node[lw/label, fill=white] at "));
}

// Nodes are called as the blocks, with `-` for what TikZ would not take, and once each.
void TestTexFigures::hasEveryBlockAndWire() {
  DiagramDocument document(BuiltInBlocks());
  openDiagram(fixture_->write("d.loop.json", R"({"format": "loopwright", "version": 1, "diagram": {
    "blocks": {
      "a b": {"type": "Gain", "parameters": {"gain": "k"}, "layout": {"x": 0, "y": 0}},
      "a_b": {"type": "Gain", "layout": {"x": 120, "y": 0}},
      "50 %": {"type": "Integrator", "layout": {"x": 240, "y": 0}}},
    "wires": [{"from": "a b.y", "to": "a_b.u"}, {"from": "a_b.y", "to": "50 %.u"}],
    "signals": {"a b.y": {"name": "x_1"}, "a_b.y": {"name": "100 %"}}}})"),
              &document);
  const DiagramScene scene(&document);
  QString warning;
  FigureOptions options = paper();
  options.names = true;
  const QByteArray tex = diagramTikz(scene, options, &warning);
  for (const char* part :
       {"] (a-b) at ", "] (a-b-2) at ", "] (50--) at ", "(a-b.east) -- (a-b-2.west)", "{$x_{1}$}",
        "{\\textit{100 \\%}}", "{50 \\%}", "{$a_{b}$}", "\\frac{1}{s}", "% a_b.y to 50 %.u\n"}) {
    QVERIFY2(tex.contains(part), part);
  }
  QCOMPARE(tex.count("\\draw[lw/wire"), 2);
  QVERIFY(tex.startsWith("\\ifdefined\\lwunit"));
  QVERIFY(!tex.contains("documentclass"));
  options.standalone = true;
  QVERIFY(diagramTikz(scene, options, &warning).startsWith("\\documentclass"));
}

// The face of a block is a picture; what lies around the block is not part of it.
void TestTexFigures::drawsFacesAndTextsOnce() {
  DiagramDocument document(BuiltInBlocks());
  openDiagram(LOOPWRIGHT_SOURCE_DIR "/resources/examples/sampled_control.loop.json", &document);
  const DiagramScene scene(&document);
  QString warning;
  const QByteArray tex = diagramTikz(scene, paper(), &warning);
  QVERIFY(tex.contains("\\draw[lw/face]"));
  for (const char* text : {"wanted speed", "Cascade.", "$h = \\mbox{100 ms}$", "Speed loop"}) {
    QVERIFY2(tex.count(text) == 1, text);
  }
}

// A bracket at the beginning of a line is no distance.
void TestTexFigures::takesEveryNote() {
  DiagramDocument document(BuiltInBlocks());
  openDiagram(fixture_->write("n.loop.json", R"({"format": "loopwright", "version": 1, "diagram": {
    "blocks": {"g": {"type": "Gain", "layout": {"x": 0, "y": 100}}}, "wires": [],
    "notes": [{"text": "one\n\n[2] two", "x": 0, "y": 0, "width": 200, "height": 40}]}})"),
              &document);
  const DiagramScene scene(&document);
  QString warning;
  const QByteArray tex = diagramTikz(scene, paper(), &warning);
  QVERIFY2(tex.contains("{one\\\\{}[2] two}"), tex.constData());
}

void TestTexFigures::plotsHaveTheirPointsBeside() {
  PlotContent content{"Speed", "m/s", {{"a.y", "v_1", true}}};
  content.circles = CircleMode::kOn;
  Recording recording({{"a.y", "v_1", 1, 0, true, 0.5}});
  for (int i = 0; i < 3; ++i) {
    const double before = i;
    const double after = i + 1;
    recording.Append(0.5 * i, Side::kBefore, &before);
    recording.Append(0.5 * i, Side::kAfter, &after);
  }
  const auto files = plotTex({content}, recording, 0, 1, paper(), "Speed");
  QCOMPARE(files.size(), size_t{4});
  QCOMPARE(files[0].first, QString("Speed.tex"));
  QCOMPARE(files[1].first, QString("Speed-1.dat"));
  QCOMPARE(files[2].first, QString("Speed-1-jumps.dat"));
  QCOMPARE(files[3].second, QByteArray("0 0 1\n0.5 1 2\n1 2 3\n"));
  for (const char* part : {"{\\lwpath Speed-1.dat}", "ylabel={Speed (m/s)}", "{$v_{1}$}"}) {
    QVERIFY2(files[0].second.contains(part), part);
  }
  QCOMPARE(files[0].second.count("Speed-1-updates.dat"), 2);
  QCOMPARE(texFileName("a b_ü/1"), QString("a-b-1"));
}

LOOPWRIGHT_TEST_WITH(QApplication, TestTexFigures)

}  // namespace loopwright::test_tex_figures

#include "test_tex_figures.moc"
