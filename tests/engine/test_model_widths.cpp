#include <QObject>
#include <QTest>

#include "engine/check/structure.h"
#include "tests/engine/model_test_blocks.h"
#include "tests/test_main.h"

namespace loopwright::test_model_widths {

using test::Check;
using test::Json;
using test::Load;
using test::TestBlocks;

class ModelWidthsTest : public QObject {
  Q_OBJECT

 private slots:
  void sourcesSpread();
  void backwardsFromWhatNeedsThem();
  void backwardsToTheLastUnknownInput();
  void undeterminedLoopsHaveWidthOne();
  void whatFollowsFromUndeterminedLoops();
  void loopsTakeTheWidthOfWhatEntersThem();
  void concatenation();
  void throughSubsystemsAndTags();
  void commentedOutBlocksKeepTheirWidth();
  void topLevelInports();
  void mismatches_data();
  void mismatches();
  void tooWide();
};

namespace {

const std::string kVector =
    "\"v\": {\"type\": \"Constant\", \"parameters\": {\"value\": [1, 2, 3]}}";
const std::string kScalar = "\"c\": {\"type\": \"Constant\"}";

std::string Typed(const std::string& name, const std::string& type,
                  const std::string& parameters = {}) {
  return "\"" + name + "\": {\"type\": \"" + type + "\", \"parameters\": {" + parameters + "}}";
}

// The width of an output port, all being right.
int Width(const std::string& json, const std::string& path) {
  const Document document = Load(json);
  std::vector<Diagnostic> diagnostics;
  Structure structure = LayOut(document, TestBlocks(), &diagnostics);
  InferWidths(&structure, &diagnostics);
  if (HasErrors(diagnostics)) throw std::runtime_error(diagnostics.front().text);
  return structure.outputs.at(static_cast<std::size_t>(structure.FindOutput(0, path))).width;
}

}  // namespace

void ModelWidthsTest::sourcesSpread() {
  const std::string json = Json({Typed("g", "Gain"), Typed("s", "Sum"),
                                 Typed("h", "Gain", "\"gain\": [1, 2, 3]"), kVector, kScalar},
                                {"v.y>g.u", "g.y>s.u1", "c.y>s.u2", "c.y>h.u"});
  QCOMPARE(Width(json, "g.y"), 3);
  QCOMPARE(Width(json, "s.y"), 3);
  QCOMPARE(Width(json, "h.y"), 3);
  QCOMPARE(Width(json, "c.y"), 1);
}

void ModelWidthsTest::backwardsFromWhatNeedsThem() {
  // Nothing before it says how wide the loop is, but Pair takes 2.
  const std::string json = Json({Typed("i", "Integrator"), Typed("g", "Gain"), Typed("p", "Pair")},
                                {"i.y>g.u", "g.y>i.u", "g.y>p.u"});
  QCOMPARE(Width(json, "i.y"), 2);
  QCOMPARE(Width(json, "g.y"), 2);
}

void ModelWidthsTest::backwardsToTheLastUnknownInput() {
  const std::string json =
      Json({Typed("i", "Integrator"), kScalar, Typed("s", "Sum"), Typed("p", "Pair")},
           {"c.y>s.u1", "i.y>s.u2", "i.y>i.u", "s.y>p.u"});
  QCOMPARE(Width(json, "s.y"), 2);
  QCOMPARE(Width(json, "i.y"), 2);
}

void ModelWidthsTest::undeterminedLoopsHaveWidthOne() {
  const std::string json =
      Json({Typed("i", "Integrator"), Typed("g", "Gain")}, {"i.y>g.u", "g.y>i.u"});
  QCOMPARE(Width(json, "i.y"), 1);
  QCOMPARE(Width(json, "g.y"), 1);
}

void ModelWidthsTest::whatFollowsFromUndeterminedLoops() {
  // The Mux stands first in the file, but its width follows from those of the loops.
  const std::string json =
      Json({Typed("m", "Mux"), Typed("i", "Integrator"), Typed("j", "Integrator")},
           {"i.y>m.u1", "j.y>m.u2", "i.y>i.u", "j.y>j.u"});
  QCOMPARE(Width(json, "m.y"), 2);
  QCOMPARE(Width(json, "j.y"), 1);
}

void ModelWidthsTest::loopsTakeTheWidthOfWhatEntersThem() {
  const std::string json =
      Json({Typed("s", "Sum", "\"signs\": \"+-\""), Typed("i", "Integrator"), kVector},
           {"v.y>s.u1", "i.y>s.u2", "s.y>i.u"});
  QCOMPARE(Width(json, "i.y"), 3);
  QCOMPARE(Width(json, "s.y"), 3);
}

void ModelWidthsTest::concatenation() {
  const std::string json = Json({Typed("m", "Mux"), kVector, kScalar}, {"v.y>m.u1", "c.y>m.u2"});
  QCOMPARE(Width(json, "m.y"), 4);
  // Backwards: of 2 elements one is known.
  const std::string back =
      Json({Typed("i", "Integrator"), kScalar, Typed("m", "Mux"), Typed("p", "Pair")},
           {"c.y>m.u1", "i.y>m.u2", "i.y>i.u", "m.y>p.u"});
  QCOMPARE(Width(back, "i.y"), 1);
}

void ModelWidthsTest::throughSubsystemsAndTags() {
  const std::string inner =
      "\"s\": {\"type\": \"Subsystem\", \"diagram\": {\"blocks\": {\"in\": {\"type\": \"Inport\"}, "
      "\"g\": {\"type\": \"Gain\"}, \"out\": {\"type\": \"Outport\"}, \"through\": {\"type\": "
      "\"Outport\", \"parameters\": {\"index\": 2}}}, \"wires\": [{\"from\": \"in.y\", \"to\": "
      "\"g.u\"}, {\"from\": \"g.y\", \"to\": \"out.u\"}, {\"from\": \"in.y\", \"to\": "
      "\"through.u\"}]}}";
  const std::string json = Json({inner, kVector, Typed("send", "Goto"), Typed("take", "From")},
                                {"take.y>s.in", "v.y>send.u"});
  QCOMPARE(Width(json, "s/in.y"), 3);
  QCOMPARE(Width(json, "s/g.y"), 3);
  QCOMPARE(Width(json, "s.out"), 3);
  QCOMPARE(Width(json, "s.through"), 3);
  QCOMPARE(Width(json, "take.y"), 3);
}

void ModelWidthsTest::commentedOutBlocksKeepTheirWidth() {
  const std::string inner =
      "\"s\": {\"type\": \"Subsystem\", \"enabled\": false, \"diagram\": {\"blocks\": {\"in\": "
      "{\"type\": \"Inport\"}, \"out\": {\"type\": \"Outport\"}}, \"wires\": [{\"from\": \"in.y\", "
      "\"to\": \"out.u\"}]}}";
  const std::string json = Json({inner, kVector, Typed("g", "Gain")}, {"v.y>s.in", "s.out>g.u"});
  QCOMPARE(Width(json, "s.out"), 3);
  QCOMPARE(Width(json, "g.y"), 3);
}

void ModelWidthsTest::topLevelInports() {
  QCOMPARE(Width(Json({Typed("in", "Inport", "\"width\": 4")}), "in.y"), 4);
  QCOMPARE(Width(Json({Typed("in", "Inport", "\"default\": [1, 2]")}), "in.y"), 2);
}

void ModelWidthsTest::mismatches_data() {
  QTest::addColumn<QString>("json");
  QTest::addColumn<QString>("text");
  const auto row = [](const char* name, const std::string& json, const char* text) {
    QTest::addRow("%s", name) << QString::fromStdString(json) << text;
  };
  const std::string pair = "\"w\": {\"type\": \"Constant\", \"parameters\": {\"value\": [1, 2]}}";
  row("two inputs", Json({Typed("s", "Sum"), kVector, pair}, {"v.y>s.u1", "w.y>s.u2"}),
      "f:9:1: error: s.u2: the widths do not match: s.u1 (from v.y) has width 3, s.u2 (from w.y) "
      "has width 2; they must be equal, or one of them 1 [width-mismatch]");
  row("an input of fixed width",
      Json({kVector, Typed("g", "Gain"), Typed("p", "Pair")}, {"v.y>g.u", "g.y>p.u"}),
      "f:9:1: error: p.u: the widths do not match: g.y has width 3, p.u takes width 2 "
      "[width-mismatch]");
  row("two inputs of fixed width",
      Json({Typed("i", "Integrator"), Typed("p", "Pair"), Typed("q", "Sometimes")},
           {"i.y>i.u", "i.y>p.u", "i.y>q.u"}),
      "f:10:1: error: q.u: the widths do not match: i.y has width 2, as p.u needs it, q.u takes "
      "width 1 [width-mismatch]");
  row("an output that turns out wider",
      Json({Typed("i", "Integrator"), Typed("q", "Sometimes"), Typed("m", "Mux"),
            Typed("j", "Integrator")},
           {"i.y>i.u", "m.y>q.u", "i.y>m.u1", "j.y>m.u2", "j.y>j.u"}),
      "f:10:1: error: q.u: the widths do not match: m.y gives width 2, q.u takes width 1 "
      "[width-mismatch]");
  row("an input and a parameter",
      Json({kVector, Typed("g", "Gain", "\"gain\": [1, 2]")}, {"v.y>g.u"}),
      "f:7:1: error: g.u: the widths do not match: g.u (from v.y) has width 3, `gain` has 2 "
      "elements [width-mismatch]");
  row("a state and an input",
      Json({kVector, Typed("i", "Integrator", "\"initial_value\": [1, 2]")}, {"v.y>i.u"}),
      "f:7:1: error: i.u: the widths do not match: i.u (from v.y) has width 3, `initial_value` has "
      "2 elements [width-mismatch]");
  row("two parameters", Json({Typed("n", "Noise", "\"mean\": [1, 2], \"deviation\": [1, 2, 3]")}),
      "f:4:1: error: n: `mean` has 2 elements and `deviation` has 3; give as many, or one "
      "[width-mismatch]");
  row("an empty parameter", Json({kScalar, Typed("g", "Gain", "\"gain\": []")}, {"c.y>g.u"}),
      "f:5:1: error: g: `gain` has 0 elements; give one, or as many as the signal has "
      "[width-mismatch]");
  row("a loop that grows",
      Json({Typed("m", "Mux"), Typed("i", "Integrator"), kScalar},
           {"i.y>m.u1", "c.y>m.u2", "m.y>i.u"}),
      "f:5:1: error: i: the widths do not match: in the loop through i.y it has width 1 and width "
      "2 at once [width-mismatch]");
  row("an Inport", Json({Typed("in", "Inport", "\"width\": 3, \"default\": [1, 2]")}),
      "f:4:1: error: in: `width` is 3 and `default` has 2 elements; give as many, or one "
      "[width-mismatch]");
}

void ModelWidthsTest::mismatches() {
  QFETCH(QString, json);
  QFETCH(QString, text);
  QCOMPARE(QString::fromUtf8(Check(json.toStdString())), text);
}

void ModelWidthsTest::tooWide() {
  QCOMPARE(Check(Json({Typed("in", "Inport", "\"width\": 1000001")})),
           QByteArray("f:4:1: error: in.y: the signal has 1000001 elements; the limit is 1000000 "
                      "[too-wide]"));
  std::vector<std::string> blocks;
  for (int i = 0; i < 101; ++i) {
    blocks.push_back(Typed("in" + std::to_string(i), "Inport",
                           "\"width\": 1000000, \"index\": " + std::to_string(i + 1)));
  }
  QCOMPARE(Check(Json(blocks)),
           QByteArray("f: error: all signals together have 101000000 elements; "
                      "the limit is 100000000 [too-wide]"));
}

LOOPWRIGHT_TEST(ModelWidthsTest)

}  // namespace loopwright::test_model_widths

#include "test_model_widths.moc"
