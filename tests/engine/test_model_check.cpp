#include <QObject>
#include <QTest>

#include "engine/check/analysis.h"
#include "engine/check/sample_times.h"
#include "engine/common/cycles.h"
#include "tests/engine/model_test_blocks.h"
#include "tests/test_main.h"

namespace loopwright::test_model_check {

using test::Check;
using test::Json;
using test::Load;
using test::TestBlocks;

class ModelCheckTest : public QObject {
  Q_OBJECT

 private slots:
  void nothingIsWrong();
  void everyDiagnostic_data();
  void everyDiagnostic();
  void sortedByPlace();
  void commentedOutBlocksNeedNoWires();
  void defaultsNeedNoWires();
  void conditionalFeedthroughIsAsked();
  void anyDepth();
  void longChainsAndLoops();
  void loopsTellTheirWires();
  void cycles();
  void sampleTimes();
  void sampleTimeTexts();
};

namespace {

std::string Typed(const std::string& name, const std::string& type,
                  const std::string& parameters = {}) {
  return "\"" + name + "\": {\"type\": \"" + type + "\", \"parameters\": {" + parameters + "}}";
}

// A subsystem of these blocks and wires.
std::string Subsystem(const std::string& name, const std::vector<std::string>& blocks,
                      const std::vector<std::string>& wires, const std::string& rest = {}) {
  std::string text =
      "\"" + name + "\": {\"type\": \"Subsystem\"" + rest + ", \"diagram\": {\"blocks\": {";
  for (std::size_t i = 0; i < blocks.size(); ++i) text += (i > 0 ? ", " : "") + blocks[i];
  text += "}, \"wires\": [";
  for (std::size_t i = 0; i < wires.size(); ++i) {
    const std::size_t at = wires[i].find('>');
    text += std::string(i > 0 ? ", " : "") + "{\"from\": \"" + wires[i].substr(0, at) +
            "\", \"to\": \"" + wires[i].substr(at + 1) + "\"}";
  }
  return text + "]}}";
}

}  // namespace

void ModelCheckTest::nothingIsWrong() {
  QCOMPARE(Check(Json({})), QByteArray());
  QCOMPARE(Check(Json({Typed("c", "Clock"), Typed("s", "Sum", "\"signs\": \"+-\""),
                       Typed("i", "Integrator"), Typed("p", "Probe", "\"inputs\": 2")},
                      {"c.y>s.u1", "i.y>s.u2", "s.y>i.u", "i.y>p.u1", "s.y>p.u2"})),
           QByteArray());
}

void ModelCheckTest::everyDiagnostic_data() {
  QTest::addColumn<QString>("json");
  QTest::addColumn<QString>("text");
  const auto row = [](const char* name, const std::string& json, const char* text) {
    QTest::addRow("%s", name) << QString::fromStdString(json) << text;
  };
  const std::string clock = Typed("c", "Clock");
  row("unknown type", Json({Typed("g", "Gian")}),
      "f:4:15: error: g: there is no block type \"Gian\", did you mean \"Gain\"? [unknown-type]");
  row("unknown type without suggestion, wired",
      Json({clock, Typed("g", "Wormhole"), Typed("p", "Probe")}, {"c.y>g.u", "g.y>p.u1"}),
      "f:5:15: error: g: there is no block type \"Wormhole\" [unknown-type]");
  row("unknown input", Json({clock, Typed("p", "Probe")}, {"c.y>p.v", "c.y>p.u1"}),
      "f:7:23: error: p.v: p (Probe) has no input \"v\"; it has u1 [unknown-port]");
  row("unknown output",
      Json({Typed("m", "Mux", "\"inputs\": 12"), Typed("p", "Probe")}, {"m.out>p.u1"}), nullptr);
  row("an output taken for an input",
      Json({clock, Typed("i", "Integrator")}, {"c.y>i.u", "c.y>i.y"}),
      "f:8:23: error: i.y: i (Integrator) has no input \"y\", that is an output; it has u "
      "[unknown-port]");
  row("no ports at all", Json({clock, Typed("p", "Probe")}, {"c.y>p.u1", "c.y>c.x"}),
      "f:8:23: error: c.x: c (Clock) has no input \"x\"; it has no inputs [unknown-port]");
  row("a number too high",
      Json({clock, Typed("p", "Probe", "\"title\": \"t\"")}, {"c.y>p.u1", "c.y>p.u2"}),
      "f:8:23: error: p.u2: p (Probe) has no input \"u2\"; it has u1 [unknown-port]");
  row("unwired input", Json({Typed("g", "Gain")}),
      "f:4:1: error: g.u: the input has no wire; wire an output to it, or remove the block "
      "[unwired-input]");
  row("unwired sink", Json({Typed("p", "Probe")}),
      "f:4:1: warning: p.u1: the input has no wire and shows 0; wire an output to it, or remove "
      "the block [unwired-sink]");
  row("unwired Outport", Json({Subsystem("s", {Typed("o", "Outport")}, {})}),
      "f:4:51: error: s/o.u: the input has no wire; wire an output to it, or remove the block "
      "[unwired-input]");
  row("too many ports", Json({Typed("p", "Mux", "\"inputs\": \"10k + 1\"")}),
      "f:4:1: error: p: the block has more than 10000 ports; the limit is 10000 [too-many-ports]");
  row("repeated index",
      Json(
          {Subsystem("s", {Typed("a", "Inport"), Typed("b", "Inport", "\"index\": 1")}, {}), clock},
          {"c.y>s.a", "c.y>s.b"}),
      "f:4:142: error: s/b.index: `index` is 1 like that of a; each must be a number of its own "
      "[repeated-index]");
  row("repeated tag", Json({clock, Typed("a", "Goto"), Typed("b", "Goto")}, {"c.y>a.u", "c.y>b.u"}),
      "f:6:1: error: b: the tag \"A\" is sent by a already; a diagram has one Goto of each tag "
      "[repeated-tag]");
  row("a tag that is nearly there",
      Json({clock, Typed("g", "Goto", "\"tag\": \"speed\""),
            Typed("f", "From", "\"tag\": \"sped\"")},
           {"c.y>g.u"}),
      "f:6:45: error: f: no Goto of this diagram sends the tag \"sped\", did you mean \"speed\"? "
      "[unknown-tag]");
  row("unknown tag", Json({Typed("f", "From", "\"tag\": \"B\"")}),
      "f:4:45: error: f: no Goto of this diagram sends the tag \"B\"; add one, or name the tag of "
      "one [unknown-tag]");
  row("algebraic loop",
      Json({clock, Typed("s", "Sum"), Typed("g", "Gain")}, {"c.y>s.u1", "g.y>s.u2", "s.y>g.u"}),
      "f:9:1: error: s: Algebraic loop: s.y → g.u → g.y → s.u2 → s.y; each of these values depends "
      "on itself at the same instant. Put a block into the loop whose output does not depend "
      "directly on its input, such as Delay or Integrator, or have the loop solved: "
      "\"algebraic_loops\": \"solve\" in \"simulation\" [algebraic-loop]");
  row("a loop with itself", Json({Typed("g", "Gain")}, {"g.y>g.u"}),
      "f:6:1: error: g: Algebraic loop: g.y → g.u → g.y; each of these values depends on itself at "
      "the same instant. Put a block into the loop whose output does not depend directly on its "
      "input, such as Delay or Integrator, or have the loop solved: \"algebraic_loops\": "
      "\"solve\" in \"simulation\" [algebraic-loop]");
  row("a loop through a subsystem and a tag",
      Json({Subsystem("s", {Typed("in", "Inport"), Typed("g", "Gain"), Typed("out", "Outport")},
                      {"in.y>g.u", "g.y>out.u"}),
            Typed("to", "Goto"), Typed("from", "From"), Typed("h", "Gain")},
           {"s.out>to.u", "from.y>h.u", "h.y>s.in"}),
      "f:10:1: error: h: Algebraic loop: h.y → s/g.u → s/g.y → h.u → h.y; each of these values "
      "depends on itself at the same instant. Put a block into the loop whose output does not "
      "depend directly on its input, such as Delay or Integrator, or have the loop solved: "
      "\"algebraic_loops\": \"solve\" in \"simulation\" [algebraic-loop]");
  row("a circle of wires",
      Json({Subsystem("s", {Typed("in", "Inport"), Typed("out", "Outport")}, {"in.y>out.u"})},
           {"s.out>s.in"}),
      "f:4:1: error: s.out: Algebraic loop: the wires go in a circle that no block is part of: "
      "s.out ← s/in.y ← s.out; wire a block that gives the signal into it [algebraic-loop]");
  row("a block that cannot be made",
      Json({clock, Typed("b", "Sometimes", "\"broken\": true"), Typed("p", "Probe")},
           {"c.y>b.u", "b.y>p.u1"}),
      "f:5:1: error: b: it cannot be made; repair it [block]");
  row("equal streams", Json({Typed("a", "Noise"), Typed("b", "Noise", "\"stream\": \"a\"")}),
      "f:5:1: error: b: its random stream \"a\" gives the same draws as the stream \"a\" of a; "
      "give one of them another `stream` [equal-streams]");
  row("signal of an unknown block",
      "{\"format\": \"loopwright\", \"version\": 1, \"diagram\": {\"blocks\": {" + clock +
          "},\n\"signals\": {\"d.y\": {\"log\": true}}}}",
      "f:2:13: warning: d.y: there is no output port d.y; there is no block d [unknown-signal]");
  row("plot of an unknown port", Json({clock}, {}, "\"plots\": [{\"signals\": [\"c.z\"]}],"),
      "f:2:24: warning: c.z: there is no output port c.z; c has y [unknown-signal]");
  row("plot of an element too far", Json({clock}, {}, "\"plots\": [{\"signals\": [\"c.y[1]\"]}],"),
      "f:2:24: warning: c.y[1]: there is no output port c.y[1]; c.y has width 1, counted from 0 "
      "[unknown-signal]");
  row("plot inside what is no subsystem",
      Json({clock}, {}, "\"plots\": [{\"signals\": [\"c/d.y\"]}],"),
      "f:2:24: warning: c/d.y: there is no output port c/d.y; c is no subsystem [unknown-signal]");
  row("plot of a block missing in a subsystem",
      Json({Subsystem("s", {}, {})}, {}, "\"plots\": [{\"signals\": [\"s/d.y\"]}],"),
      "f:2:24: warning: s/d.y: there is no output port s/d.y; there is no block d in s "
      "[unknown-signal]");
  row("plot of a sink",
      Json({clock, Typed("p", "Probe")}, {"c.y>p.u1"}, "\"plots\": [{\"signals\": [\"p.u1\"]}],"),
      "f:2:24: warning: p.u1: there is no output port p.u1; p has no outputs [unknown-signal]");
  row("analysis at an unknown port",
      Json({clock}, {}, "\"analyses\": [{\"name\": \"a\", \"inputs\": [\"c.y\", \"c.z\"]}],"),
      "f:2:46: warning: c.z: there is no output port c.z; c has y [unknown-signal]");
  row("analysis of a wire that is not there",
      Json({clock, Typed("g", "Gain")}, {"c.y>g.u"},
           "\"analyses\": [{\"name\": \"a\", \"loop\": \">g.y\", \"open\": [\">g.u\"]}],"),
      "f:2:36: warning: g.y: there is no input port g.y; g has u [unknown-input]");
  row("analysis of a wire of a source",
      Json({clock}, {}, "\"analyses\": [{\"name\": \"a\", \"loop\": \">c.u\"}],"),
      "f:2:36: warning: c.u: there is no input port c.u; c has no inputs [unknown-input]");
  row("analysis of an element too far",
      Json({clock, Typed("g", "Gain")}, {"c.y>g.u"},
           "\"analyses\": [{\"name\": \"a\", \"loop\": \">g.u[1]\"}],"),
      "f:2:36: warning: g.u[1]: there is no input port g.u[1]; g.u has width 1, counted from 0 "
      "[unknown-input]");
  row("slider of an unknown parameter",
      Json({clock}, {}, "\"sliders\": [{\"parameter\": \"Kp\"}],"),
      "f:2:13: warning: Kp: there is no parameter Kp for a slider; the diagram has none "
      "[unknown-slider]");
  row("slider of an unknown block",
      Json({clock}, {}, "\"sliders\": [{\"parameter\": \"d.gain\"}],"),
      "f:2:13: warning: d.gain: there is no parameter d.gain for a slider; there is no block d "
      "[unknown-slider]");
  row("slider of another parameter",
      Json({Typed("n", "Noise")}, {}, "\"sliders\": [{\"parameter\": \"n.strem\"}],"),
      "f:2:13: warning: n.strem: there is no parameter n.strem for a slider; n has mean, "
      "deviation, "
      "period, offset, stream, did you mean 'stream'? [unknown-slider]");
  row("extra sample delay",
      Json({clock, Typed("h", "Hold"), Typed("d", "Delay")}, {"c.y>h.u", "h.y>d.u"}),
      "f:9:1: info: d.u: h shows a sample until its next update, so d, updated every 0.1 s as "
      "well, sees it one period later [extra-sample-delay]");
}

void ModelCheckTest::everyDiagnostic() {
  QFETCH(QString, json);
  QFETCH(QString, text);
  const QString found = QString::fromUtf8(Check(json.toStdString()));
  if (text.isEmpty()) {  // Twelve unwired inputs follow this one.
    QVERIFY2(found.contains("f:7:10: error: m.out: m (Mux) has no output \"out\"; it has y "
                            "[unknown-port]"),
             qPrintable(found));
    return;
  }
  QCOMPARE(found, text);
}

void ModelCheckTest::sortedByPlace() {
  const QByteArray found =
      Check(Json({Typed("g", "Gain"), Typed("b", "Nothing"), Typed("h", "Gain", "\"gain\": \"q\"")},
                 {"g.y>h.w"}, "\"plots\": [{\"signals\": [\"x.y\"]}],"));
  QList<QByteArray> places;
  for (const QByteArray& line : found.split('\n')) places.append(line.left(line.indexOf(": ")));
  QCOMPARE(places, (QList<QByteArray>{"f:2:24", "f:4:1", "f:5:15", "f:6:1", "f:6:46", "f:8:23"}));
}

void ModelCheckTest::commentedOutBlocksNeedNoWires() {
  QCOMPARE(Check(Json({"\"g\": {\"type\": \"Gain\", \"enabled\": false}",
                       Subsystem("s", {Typed("g", "Gain")}, {}, ", \"enabled\": false"),
                       "\"h\": {\"type\": \"Gain\", \"enabled\": false}"},
                      {"h.y>h.u"})),
           QByteArray());
}

void ModelCheckTest::defaultsNeedNoWires() {
  QCOMPARE(
      Check(Json({Typed("c", "Clock"), Typed("p", "Plant"), Typed("in", "Inport")}, {"c.y>p.u"})),
      QByteArray());
}

void ModelCheckTest::conditionalFeedthroughIsAsked() {
  const std::vector<std::string> wires = {"b.y>g.u", "g.y>b.u"};
  QCOMPARE(Check(Json({Typed("b", "Sometimes", "\"direct\": false"), Typed("g", "Gain")}, wires)),
           QByteArray());
  QVERIFY(Check(Json({Typed("b", "Sometimes"), Typed("g", "Gain")}, wires))
              .contains("b.y → g.u → g.y → b.u → b.y"));
}

void ModelCheckTest::anyDepth() {
  std::string inside = Typed("g", "Gain");
  const int depth = 60;
  for (int i = 0; i < depth; ++i) inside = Subsystem("s", {inside}, {});
  const QByteArray found = Check(Json({inside}));
  std::string path;
  for (int i = 0; i < depth; ++i) path += "s/";
  QVERIFY(found.contains(QByteArray::fromStdString("error: " + path + "g.u: the input has no")));
}

void ModelCheckTest::longChainsAndLoops() {
  const int count = 20'000;
  std::vector<std::string> blocks, wires;
  for (int i = 0; i < count; ++i) {
    blocks.push_back(Typed("g" + std::to_string(i), "Gain"));
    wires.push_back("g" + std::to_string(i) + ".y>g" + std::to_string((i + 1) % count) + ".u");
  }
  const QByteArray found = Check(Json(blocks, wires));
  QCOMPARE(found.count('\n'), 0);
  QCOMPARE(found.count(" → "), 2 * count);
  blocks[0] = Typed("g0", "Integrator", "\"initial_value\": [1, 2]");
  QCOMPARE(Check(Json(blocks, wires)), QByteArray());
}

// Through a subsystem and a tag: every wire on the way, each with its level.
void ModelCheckTest::loopsTellTheirWires() {
  const Document document =
      Load(Json({Subsystem("s",
                           {Typed("other", "Inport"), Typed("in", "Inport", "\"index\": 2"),
                            Typed("g", "Gain"), Typed("out", "Outport")},
                           {"in.y>g.u", "g.y>out.u"}),
                 Typed("c", "Clock"), Typed("to", "Goto", "\"tag\": \"T\""),
                 Typed("from", "From", "\"tag\": \"T\""), Typed("h", "Gain")},
                {"c.y>s.other", "s.out>to.u", "from.y>h.u", "h.y>s.in"}));
  const std::vector<AlgebraicLoop> loops = Analyse(document, TestBlocks()).loops;
  QCOMPARE(loops.size(), std::size_t{1});
  QCOMPARE(loops[0].path, std::string("h"));
  QVERIFY((loops[0].outputs == std::vector<std::string>{"h.y", "s/g.y"}));
  const std::vector<AlgebraicLoop::Wire> wires{
      {"", "s.in"}, {"s", "g.u"}, {"s", "out.u"}, {"", "to.u"}, {"", "h.u"}};
  QVERIFY(loops[0].wires == wires);
}

void ModelCheckTest::cycles() {
  using Edges = std::vector<std::pair<int, int>>;
  using Nodes = std::vector<std::vector<int>>;
  QCOMPARE(FindCycles(3, Edges{{0, 1}, {1, 2}, {0, 2}}), Nodes{});
  QCOMPARE(FindCycles(2, Edges{{1, 1}}), (Nodes{{1}}));
  // The shortest through the first of each part: 0 1 3 rather than 0 1 2 3.
  QCOMPARE(FindCycles(6, Edges{{0, 1}, {1, 2}, {2, 3}, {3, 0}, {1, 3}, {4, 5}, {5, 4}, {3, 4}}),
           (Nodes{{0, 1, 3}, {4, 5}}));
  // Sorted: what may come first does so by number; 1 and 2 are a cycle, and 4 comes after it.
  QCOMPARE(SortNodes(4, Edges{{3, 1}, {1, 0}, {2, 0}}), (std::vector<int>{2, 3, 1, 0}));
  QCOMPARE(SortNodes(5, Edges{{3, 1}, {1, 2}, {2, 1}, {2, 4}, {3, 0}}), (std::vector<int>{3, 0}));
  QCOMPARE(FindReachable(5, Edges{{3, 1}, {1, 2}, {2, 1}, {4, 3}, {3, 0}}, 1),
           (std::vector<bool>{false, true, true, false, false}));
}

void ModelCheckTest::sampleTimes() {
  const Document document = Load(
      Json({Typed("c", "Constant"), Typed("t", "Clock"), Typed("level", "Level"),
            Typed("d", "Delay", "\"period\": 0.01"), Typed("n", "Noise", "\"period\": 0.01"),
            Typed("m", "Noise", "\"offset\": 0.02"), Typed("same", "Sum"), Typed("two", "Sum"),
            Typed("mixed", "Sum"), Typed("relation", "Relation"), Typed("sampled", "Relation"),
            Typed("random", "Inport", "\"random\": \"uniform\", \"period\": 0.5"),
            Subsystem("s", {Typed("in", "Inport"), Typed("g", "Gain"), Typed("out", "Outport")},
                      {"in.y>g.u", "g.y>out.u"}),
            "\"off\": {\"type\": \"Clock\", \"enabled\": false}", Typed("held", "Sum")},
           {"t.y>d.u", "d.y>same.u1", "n.y>same.u2", "n.y>two.u1", "m.y>two.u2", "d.y>mixed.u1",
            "t.y>mixed.u2", "t.y>relation.u1", "c.y>relation.u2", "d.y>sampled.u1",
            "c.y>sampled.u2", "d.y>s.in", "level.y>held.u1", "d.y>held.u2"}));
  const auto times = FindSampleTimes(document, TestBlocks());
  const auto text = [&](const char* path) { return ToText(times.at(path)); };
  QCOMPARE(text("c.y"), std::string("constant"));
  QCOMPARE(text("t.y"), std::string("continuous"));
  QCOMPARE(text("level.y"), std::string("at events"));
  QCOMPARE(text("d.y"), std::string("every 0.01 s"));
  QCOMPARE(text("m.y"), std::string("every 0.1 s from 0.02 s"));
  QCOMPARE(text("same.y"), std::string("every 0.01 s"));
  QCOMPARE(text("two.y"), std::string("at events"));
  QCOMPARE(text("mixed.y"), std::string("continuous"));
  QCOMPARE(text("relation.y"), std::string("at events"));
  QCOMPARE(text("sampled.y"), std::string("every 0.01 s"));
  QCOMPARE(text("random.y"), std::string("every 0.5 s"));
  QCOMPARE(text("s.out"), std::string("every 0.01 s"));
  QCOMPARE(text("s/in.y"), std::string("every 0.01 s"));
  QCOMPARE(text("off.y"), std::string("constant"));
  QCOMPARE(text("held.y"), std::string("at events"));
}

void ModelCheckTest::sampleTimeTexts() {
  using Kind = SampleTime::Kind;
  const SampleTime fast{Kind::kPeriodic, 0.1, 0};
  QVERIFY(fast.is_discrete());
  QVERIFY((SampleTime{Kind::kEvents, 0, 0}.is_discrete()));
  QVERIFY(!SampleTime{}.is_discrete());
  QVERIFY(!(SampleTime{Kind::kContinuous, 0, 0}.is_discrete()));
  QVERIFY(Join(fast, SampleTime{}) == fast);
  QVERIFY(Join(fast, SampleTime{Kind::kPeriodic, 0.1, 0.05}).kind == Kind::kEvents);
}

LOOPWRIGHT_TEST(ModelCheckTest)

}  // namespace loopwright::test_model_check

#include "test_model_check.moc"
