// Grouping blocks into a subsystem and dissolving it again: what a run computes stays the same to
// the bit, and what names signals follows.
#include <QDir>
#include <QObject>
#include <QTest>
#include <bit>
#include <cstdint>

#include "engine/check/check.h"
#include "engine/edits/edit_helpers.h"
#include "engine/edits/group_blocks.h"
#include "tests/blocklib/diagram_run.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_group_blocks {

namespace {

Document LoadExample(const QString& name) {
  const std::string path = LOOPWRIGHT_SOURCE_DIR "/resources/examples/" + name.toStdString();
  return *LoadFile(path, BuiltInBlocks()).document;
}

/// A small generator of its own, the same everywhere.
class Numbers {
 public:
  explicit Numbers(uint64_t seed) : state_(seed) {}
  int Below(int limit) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<int>((state_ >> 33) % static_cast<uint64_t>(limit));
  }

 private:
  uint64_t state_;
};

/// Every time, side and value of a run as bits.
std::vector<uint64_t> Bits(const Document& document, const std::vector<std::string>& signal_paths) {
  RunOptions options;
  options.signal_paths = signal_paths;
  options.stop_time = 1.5;
  std::vector<uint64_t> bits;
  for (const Row& row : RunDocument(document, options).rows) {
    bits.push_back(std::bit_cast<uint64_t>(row.time));
    bits.push_back(static_cast<uint64_t>(row.side));
    for (const double value : row.values) bits.push_back(std::bit_cast<uint64_t>(value));
  }
  return bits;
}

/// The outputs of the top level's blocks.
std::vector<std::string> OutputsOf(const Document& document) {
  std::vector<std::string> outputs;
  for (const Wire& wire : document.root.wires) {
    if (std::find(outputs.begin(), outputs.end(), wire.from) == outputs.end()) {
      outputs.push_back(wire.from);
    }
  }
  return outputs;
}

Document Apply(const Document& document, const std::function<void(Transaction*)>& change) {
  Document changed = document;
  Transaction transaction(&changed);
  change(&transaction);
  UndoRecord record = transaction.Commit();
  // What was done is undone and redone to the byte.
  const std::string after = SaveCanonical(changed);
  record.Swap(&changed);
  if (SaveCanonical(changed) != SaveCanonical(document)) throw std::logic_error("undo differs");
  record.Swap(&changed);
  if (SaveCanonical(changed) != after) throw std::logic_error("redo differs");
  return changed;
}

Document Group(const Document& document, const std::vector<std::string>& names,
               const std::string& level = "") {
  return Apply(document, [&](Transaction* transaction) {
    GroupBlocks(transaction, level, {names, {}, {}}, BuiltInBlocks());
  });
}

Document Dissolve(const Document& document, const std::string& name) {
  return Apply(document, [&](Transaction* transaction) {
    DissolveSubsystem(transaction, "", name, BuiltInBlocks());
  });
}

std::string ErrorOf(const std::function<void()>& call) {
  try {
    call();
  } catch (const EditError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

class TestGroupBlocks : public QObject {
  Q_OBJECT

 private slots:
  void computesTheSameToTheBit_data() {
    QTest::addColumn<QString>("name");
    const QDir folder(LOOPWRIGHT_SOURCE_DIR "/resources/examples");
    for (const QString& name : folder.entryList({"*.loop.json"})) {
      QTest::newRow(qPrintable(name)) << name;
    }
  }
  void computesTheSameToTheBit() {
    QFETCH(QString, name);
    const Document document = LoadExample(name);
    const std::vector<std::string> outputs = OutputsOf(document);
    const std::vector<uint64_t> expected = Bits(document, outputs);
    QVERIFY(!expected.empty());
    Numbers numbers(qHash(name, 1));
    for (int draw = 0; draw < RandomCount(200); ++draw) {
      std::vector<std::string> names;
      for (const Block& block : document.root.blocks) {
        const bool is_port = block.type == "Inport" || block.type == "Outport";
        if (!is_port && numbers.Below(2) == 0) names.push_back(block.name);
      }
      if (names.empty()) continue;
      const Document grouped = Group(document, names);
      std::string subsystem;
      for (const Block& block : grouped.root.blocks) {
        if (!document.root.blocks.contains(block.name)) subsystem = block.name;
      }
      std::vector<std::string> inner;
      for (const std::string& output : outputs) {
        const std::string block = output.substr(0, output.rfind('.'));
        const bool moved = std::find(names.begin(), names.end(), block) != names.end();
        inner.push_back(moved ? subsystem + '/' + output : output);
      }
      QVERIFY2(Bits(grouped, inner) == expected, names.front().c_str());
      const Document dissolved = Dissolve(grouped, subsystem);
      QCOMPARE(dissolved.root.blocks.size(), document.root.blocks.size());
      QCOMPARE(dissolved.root.wires.size(), document.root.wires.size());
      QVERIFY2(Bits(dissolved, outputs) == expected, names.front().c_str());
    }
  }

  // Every other state of a chain of lags moves, and the error estimate is summed in another order.
  void explicitIntegratorsStepTheSameToTheBit_data() {
    QTest::addColumn<QString>("integrator");
    QTest::newRow("dopri5") << "dopri5";
    QTest::newRow("bogacki_shampine3") << "bogacki_shampine3";
  }
  void explicitIntegratorsStepTheSameToTheBit() {
    QFETCH(QString, integrator);
    constexpr int kLags = 12;
    std::string blocks = "'s': {'type': 'Sine'}, 'scope': {'type': 'Scope'}";
    std::string wires;
    std::vector<std::string> outputs, inner, names;
    for (int i = 0; i < kLags; ++i) {
      const std::string lag = "lag" + std::to_string(i);
      blocks += ", '" + lag + "': {'type': 'TransferFunction', 'parameters': {'numerator': [1], " +
                "'denominator': [" + std::to_string(0.1 + 0.07 * i) + ", 1]}}";
      wires += (i == 0 ? "s" : "lag" + std::to_string(i - 1)) + ".y>" + lag + ".u ";
      outputs.push_back(lag + ".y");
      inner.push_back((i % 2 == 1 ? "Subsystem/" : "") + lag + ".y");
      if (i % 2 == 1) names.push_back(lag);
    }
    Document document = LoadText(DiagramText(blocks, wires + outputs.back() + ">scope.u1"));
    document.simulation.Set("integrator", ParameterSetting(integrator.toStdString()));
    const std::vector<uint64_t> expected = Bits(document, outputs);
    QVERIFY(expected.size() > 20 * outputs.size());
    QVERIFY(Bits(Group(document, names), inner) == expected);
  }

  void makesOnePortForEachSignal() {
    const Document document = LoadText(DiagramText(
        "'s': {'type': 'Sine'}, 'a': {'type': 'Gain'}, 'b': {'type': 'Gain'}, 'c': {'type': "
        "'Gain'}, 'sum': {'type': 'Sum'}, 'scope': {'type': 'Scope'}",
        "s.y>a.u s.y>b.u a.y>sum.u1 a.y>c.u c.y>sum.u2 sum.y>scope.u1"));
    const Document grouped = Group(document, {"a", "b"});
    const Block& subsystem = *grouped.root.blocks.Find("Subsystem");
    // s.y comes in once, a.y goes out once.
    QCOMPARE(subsystem.diagram->blocks.size(), std::size_t{4});
    QCOMPARE(subsystem.diagram->wires.size(), std::size_t{3});
    QCOMPARE(grouped.root.wires.size(), std::size_t{5});
    QCOMPARE(grouped.root.blocks.IndexOf("Subsystem"), std::size_t{1});
  }

  void namesAndPlotsFollow() {
    const Document document = LoadText(
        R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
        "s": {"type": "Sine"}, "a": {"type": "Gain"}, "b": {"type": "Gain"},
        "scope": {"type": "Scope"}},
        "wires": [{"from": "s.y", "to": "a.u"}, {"from": "a.y", "to": "b.u"},
                  {"from": "b.y", "to": "scope.u1"}],
        "signals": {"a.y": {"name": "speed", "log": true}, "b.y": {"name": "way", "unit": "m"}}},
        "plots": [{"signals": ["a.y", "b.y"], "curves": {"a.y": {"line": "dash"}}},
                  {"block": "scope"}]})");
    const Document withScope = Group(document, {"b", "scope"});
    QCOMPARE(*withScope.plots[1].block, std::string("Subsystem/scope"));
    QCOMPARE(*Dissolve(withScope, "Subsystem").plots[1].block, std::string("scope"));
    const Document grouped = Group(document, {"a", "b"});
    QCOMPARE(grouped.plots[0].curves[0].signal_path, std::string("Subsystem/a.y"));
    QCOMPARE(grouped.plots[0].signal_paths,
             (std::vector<std::string>{"Subsystem/a.y", "Subsystem/b.y"}));
    const DiagramModel& inner = *grouped.root.blocks.Find("Subsystem")->diagram;
    QCOMPARE(*inner.signal_settings[inner.FindSignal("a.y")].name, std::string("speed"));
    // The port is called as the signal, and so is the signal outside.
    QCOMPARE(grouped.root.signal_settings.size(), std::size_t{1});
    QCOMPARE(grouped.root.signal_settings[0].key, std::string("Subsystem.way"));
    QCOMPARE(*grouped.root.signal_settings[0].name, std::string("way"));
    QCOMPARE(*grouped.root.signal_settings[0].unit, std::string("m"));
    const Document dissolved = Dissolve(grouped, "Subsystem");
    QCOMPARE(*dissolved.root.signal_settings[dissolved.root.FindSignal("b.y")].unit,
             std::string("m"));
    QCOMPARE(dissolved.plots[0].signal_paths, (std::vector<std::string>{"a.y", "b.y"}));
    QCOMPARE(dissolved.root.signal_settings.size(), std::size_t{2});
    QVERIFY(*dissolved.root.signal_settings[dissolved.root.FindSignal("a.y")].log);
  }

  void dissolvingKeepsNamesApart() {
    const Document document = LoadText(
        R"({"format": "loopwright", "version": 1, "parameters": {"k": {"value": 2}},
        "diagram": {"blocks": {
          "a": {"type": "Gain", "parameters": {"gain": "k"}},
          "sub": {"type": "Subsystem", "parameters": {},
            "diagram": {"blocks": {
              "in": {"type": "Inport"}, "out": {"type": "Outport"},
              "a": {"type": "Gain", "parameters": {"gain": "10*k"}}},
              "wires": [{"from": "in.y", "to": "a.u"}, {"from": "a.y", "to": "out.u"}]}},
          "one": {"type": "Constant"}, "scope": {"type": "Scope", "parameters": {"inputs": 2}}},
        "wires": [{"from": "one.y", "to": "sub.in"}, {"from": "sub.out", "to": "a.u"},
                  {"from": "sub.out", "to": "scope.u1"}, {"from": "a.y", "to": "scope.u2"}]}})");
    const Document with_own = Apply(document, [](Transaction* transaction) {
      DiagramParameter k;
      k.name = "k";
      k.value = 3;
      transaction->Apply(ParameterEdit{"sub", 0, ListAction::kInsert, k});
    });
    const Document dissolved = Dissolve(with_own, "sub");
    QCOMPARE(dissolved.parameters.size(), std::size_t{2});
    QCOMPARE(dissolved.parameters[1].name, std::string("k2"));
    QCOMPARE(dissolved.root.blocks.Find("a2")->FindParameter("gain")->value,
             ParameterSetting("10*k2"));
    QCOMPARE(Bits(dissolved, {"a2.y", "a.y"}), Bits(with_own, {"sub/a.y", "a.y"}));
  }

  // The study, the sliders and the analyses call what was inside by its new names, also where a
  // parameter had to be renamed: `k` is taken.
  void whatCallsParametersFollowsADissolvedSubsystem() {
    const Document document = LoadText(
        R"json({"format": "loopwright", "version": 1, "parameters": {"k": {"value": 2}},
        "diagram": {"blocks": {
          "a": {"type": "Gain", "parameters": {"gain": "k"}},
          "sub": {"type": "Subsystem",
            "parameters": {"k": {"value": 3}, "m": {"value": "2*k"}},
            "diagram": {"blocks": {
              "in": {"type": "Inport"}, "out": {"type": "Outport"},
              "a": {"type": "Gain", "parameters": {"gain": "m"}}},
              "wires": [{"from": "in.y", "to": "a.u"}, {"from": "a.y", "to": "out.u"}]}},
          "one": {"type": "Constant"}},
        "wires": [{"from": "one.y", "to": "sub.in"}, {"from": "sub.out", "to": "a.u"}]},
        "sliders": [{"parameter": "sub.k", "lower": 0, "upper": 9},
                    {"parameter": "sub/a.gain"}],
        "analyses": [{"name": "rest", "at": {"trim": {
          "target": ["sub.out=1"], "free": ["sub.k=0..1", "sub/a.gain", "k=0..4"]}}}],
        "study": {"signal": "sub.out",
          "measures": {"top": "k*greatest(sub.out) + mean(sub/a.y)"},
          "common": {"low": {"sub.k": 1, "sub/a.gain": "k + 1"}, "high": {"k": 4}},
          "sweep": {"sub.m": ["k", "3*k"], "k": [1, 2]}}})json");
    const Document dissolved = Dissolve(document, "sub");
    QCOMPARE(dissolved.parameters.size(), std::size_t{3});
    QCOMPARE(dissolved.sliders[0].parameter, std::string("k2"));
    QCOMPARE(dissolved.sliders[1].parameter, std::string("a2.gain"));
    const AnalysisTrim& trim = *dissolved.analyses[0].at->trim;
    QCOMPARE(trim.targets, std::vector<std::string>{"a2.y=1"});
    QCOMPARE(trim.frees, (std::vector<std::string>{"k2=0..1", "a2.gain", "k=0..4"}));
    const StudySettings& study = *dissolved.study;
    QCOMPARE(*study.signal, std::string("a2.y"));
    QCOMPARE(study.measures[0].formula, std::string("k*greatest(a2.y) + mean(a2.y)"));
    const StudyParameters low = {{"k2", 1}, {"a2.gain", "k2 + 1"}};
    QCOMPARE(study.common[0].parameters, low);
    QCOMPARE(study.common[1].parameters, (StudyParameters{{"k", 4}}));
    const StudyParameters sweep = {{"m", ParameterSetting::List{"k2", "3*k2"}},
                                   {"k", ParameterSetting::List{1, 2}}};
    QCOMPARE(study.sweep, sweep);
    for (const Diagnostic& diagnostic : CheckDocument(dissolved, BuiltInBlocks())) {
      QVERIFY2(diagnostic.severity != Severity::kError, diagnostic.text.c_str());
    }
  }

  void anInputThatGoesStraightThrough() {
    const Document document = LoadText(
        R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
          "one": {"type": "Constant"},
          "sub": {"type": "Subsystem", "diagram": {"blocks": {
            "in": {"type": "Inport"}, "out": {"type": "Outport"}},
            "wires": [{"from": "in.y", "to": "out.u"}]}},
          "scope": {"type": "Scope"}},
        "wires": [{"from": "one.y", "to": "sub.in"}, {"from": "sub.out", "to": "scope.u1"}]}})");
    const Document dissolved = Dissolve(document, "sub");
    QCOMPARE(dissolved.root.wires.size(), std::size_t{1});
    QCOMPARE(dissolved.root.wires[0].from, std::string("one.y"));
    QCOMPARE(dissolved.root.wires[0].to, std::string("scope.u1"));
  }

  void aTagIsNotParted() {
    BlockDescriptor sends;
    sends.type = "Sends";
    sends.role = BlockRole::kGoto;
    sends.inputs = {"u"};
    ParameterDescriptor tag;
    tag.name = "tag";
    tag.kind = ParameterKind::kText;
    tag.default_value = "A";
    sends.parameters = {tag};
    BlockDescriptor receives = sends;
    receives.type = "Receives";
    receives.role = BlockRole::kFrom;
    receives.inputs = {};
    receives.outputs = {"y"};
    const BlockRegistry registry({sends, receives});
    Document document;
    const auto add = [&](const char* name, const char* type) {
      Block block;
      block.name = name;
      block.type = type;
      document.root.blocks.Append(std::move(block));
    };
    add("to", "Sends");
    add("from", "Receives");
    const auto group = [&](const std::vector<std::string>& names) {
      Transaction transaction(&document);
      GroupBlocks(&transaction, "", {names, {}, {}}, registry);
    };
    QCOMPARE(ErrorOf([&] { group({"to"}); }),
             std::string("The tag A would be parted: select from too, or wire the signal"));
    QCOMPARE(ErrorOf([&] { group({"to", "from"}); }), std::string());
  }

  void whatCannotBeDoneSaysWhy() {
    const Document document =
        LoadText(DiagramText("'in': {'type': 'Inport'}, 'a': {'type': 'Gain'}", "in.y>a.u"));
    QCOMPARE(ErrorOf([&] { Group(document, {"in"}); }),
             std::string("There is nothing to group: select blocks that are no Inport or Outport"));
    QCOMPARE(ErrorOf([&] { Group(document, {"none"}); }),
             std::string("There is no block \"none\""));
    QCOMPARE(ErrorOf([&] { Dissolve(document, "a"); }),
             std::string("\"a\" is no subsystem: select one to dissolve it"));
  }
};

LOOPWRIGHT_TEST(TestGroupBlocks)

}  // namespace loopwright::test_group_blocks

#include "test_group_blocks.moc"
