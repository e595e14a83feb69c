#include <QObject>
#include <QTest>

#include "engine/build/build.h"
#include "engine/diagram/diagram.h"
#include "tests/engine/model_test_blocks.h"
#include "tests/test_main.h"

namespace loopwright::test_model_build {

using test::Json;
using test::Load;
using test::TestBlocks;

class ModelBuildTest : public QObject {
  Q_OBJECT

 private slots:
  void anEmptyDiagram();
  void valuesFlowThroughSubsystems();
  void anInportStraightToAnOutport();
  void unusedInportsAndSharedOnes();
  void tagsCrossALevel();
  void commentedOutBlocksGiveZero();
  void unwiredInputsTakeTheirDefault();
  void topLevelInports();
  void signalsInTheOrderOfTheFile();
  void loggedByDefault();
  void discreteSignals();
  void errorsMakeNoDiagram();
  void systemsHavePaths();
  void systemsThatAreNotAsDescribed();
  void documentsThatNobodyRead();
  void withDerivatives();
  void overridesReplaceParameters();
  void wrongOverrides_data();
  void wrongOverrides();
  void oneHundredThousandBlocks();
};

namespace {

std::string Typed(const std::string& name, const std::string& type,
                  const std::string& parameters = {}, const std::string& rest = {}) {
  return "\"" + name + "\": {\"type\": \"" + type + "\", \"parameters\": {" + parameters + "}" +
         rest + "}";
}

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

// A diagram that has to be right, with a context of it.
template <typename T>
class Built {
 public:
  explicit Built(const std::string& json, const BuildOptions& options = {})
      : result_(BuildDiagramOf<T>(Load(json), TestBlocks(), options)) {
    if (!result_.ok()) throw std::runtime_error(result_.diagnostics.front().text);
    context_ = result_.diagram->CreateDefaultContext();
  }
  const BuildResultOf<T>& result() const { return result_; }
  const PortSignal<T>& Signal(const std::string& path) const {
    for (const PortSignal<T>& signal : result_.index->port_signals()) {
      if (signal.path == path) return signal;
    }
    throw std::runtime_error("no signal " + path);
  }
  // The elements of a signal, separated by spaces.
  std::string Value(const std::string& path) const {
    const PortSignal<T>& signal = Signal(path);
    const Context<T>& part =
        result_.diagram->GetSubsystemContext(signal.port->get_system(), *context_);
    std::string text;
    for (const T& element : VectorX<T>(signal.port->Eval(part))) {
      text += (text.empty() ? "" : " ") + FormulaValue(ValueOf(element)).ToText();
    }
    return text;
  }
  std::string Paths(bool logged_only) const {
    std::string text;
    for (const PortSignal<T>& signal : result_.index->port_signals()) {
      if (!logged_only || signal.logged_by_default) text += (text.empty() ? "" : " ") + signal.path;
    }
    return text;
  }

 private:
  BuildResultOf<T> result_;
  std::unique_ptr<Context<T>> context_;
};

const std::string kTwo = Typed("c", "Constant", "\"value\": 2");

}  // namespace

void ModelBuildTest::anEmptyDiagram() {
  const Built<double> built(Json({Subsystem("s", {}, {})}));
  QVERIFY(built.result().index->port_signals().empty());
}

void ModelBuildTest::valuesFlowThroughSubsystems() {
  const std::string inner =
      Subsystem("inner",
                {Typed("a", "Inport", "\"index\": 2"), Typed("b", "Inport"),
                 Typed("d", "Sum", "\"signs\": \"+-\""), Typed("out", "Outport")},
                {"a.y>d.u1", "b.y>d.u2", "d.y>out.u"});
  const std::string outer =
      Subsystem("outer",
                {inner, Typed("in", "Inport"), Typed("g", "Gain", "\"gain\": [1, 10]"),
                 Typed("one", "Constant"), Typed("out", "Outport")},
                {"in.y>g.u", "g.y>inner.a", "one.y>inner.b", "inner.out>out.u"});
  const Built<double> built(
      Json({outer, kTwo, Typed("g", "Gain", "\"gain\": 3")}, {"c.y>outer.in", "outer.out>g.u"}));
  QCOMPARE(built.Value("g.y"), std::string("3 57"));
  QCOMPARE(built.Value("outer.out"), std::string("1 19"));
  QCOMPARE(built.Value("outer/inner/a.y"), std::string("2 20"));
  QCOMPARE(built.Signal("outer.out").port, built.Signal("outer/inner/d.y").port);
}

void ModelBuildTest::anInportStraightToAnOutport() {
  const std::string wires = Subsystem(
      "s", {Typed("in", "Inport"), Typed("a", "Outport"), Typed("b", "Outport", "\"index\": 2")},
      {"in.y>a.u", "in.y>b.u"});
  const Built<double> built(
      Json({wires, kTwo, Typed("g", "Sum")}, {"c.y>s.in", "s.a>g.u1", "s.b>g.u2"}));
  QCOMPARE(built.Value("g.y"), std::string("4"));
  QCOMPARE(built.Value("s.b"), std::string("2"));
}

void ModelBuildTest::unusedInportsAndSharedOnes() {
  const std::string inner =
      Subsystem("s",
                {Typed("unused", "Inport"), Typed("in", "Inport", "\"index\": 2"),
                 Typed("g", "Gain"), Typed("h", "Gain", "\"gain\": 5"), Typed("out", "Outport")},
                {"in.y>g.u", "in.y>h.u", "h.y>out.u"});
  const Built<double> built(
      Json({inner, kTwo, Typed("d", "Gain")}, {"c.y>s.unused", "c.y>s.in", "s.out>d.u"}));
  QCOMPARE(built.Value("d.y"), std::string("10"));
  QCOMPARE(built.Value("s/g.y"), std::string("2"));
  QCOMPARE(built.Value("s/unused.y"), std::string("2"));
}

void ModelBuildTest::tagsCrossALevel() {
  const Built<double> built(
      Json({Typed("to", "Goto"), Typed("first", "From"), Typed("second", "From", "\"tag\": \"B\""),
            Typed("again", "Goto", "\"tag\": \"B\""), kTwo, Typed("g", "Gain", "\"gain\": 7")},
           {"c.y>to.u", "first.y>again.u", "second.y>g.u"}));
  QCOMPARE(built.Value("g.y"), std::string("14"));
  QCOMPARE(built.Value("second.y"), std::string("2"));
}

void ModelBuildTest::commentedOutBlocksGiveZero() {
  const std::string off = ", \"enabled\": false";
  const std::string inner =
      Subsystem("s",
                {Typed("in", "Inport"), Typed("k", "Constant", "\"value\": [5, 6]"),
                 Typed("out", "Outport"), Typed("straight", "Outport", "\"index\": 2")},
                {"k.y>out.u", "in.y>straight.u"}, off);
  const std::string partly =
      Subsystem("p",
                {Typed("in", "Inport", "", off), Typed("k", "Constant", "\"value\": [5, 6]"),
                 Typed("out", "Outport", "", off), Typed("g", "Gain"),
                 Typed("gained", "Outport", "\"index\": 2")},
                {"k.y>out.u", "in.y>g.u", "g.y>gained.u"});
  const Built<double> built(
      Json({inner, partly, kTwo, Typed("x", "Constant", "\"value\": [8, 9]", off),
            Typed("d", "Delay", "\"initial_value\": 3", off), Typed("to", "Goto", "", off),
            Typed("from", "From")},
           {"c.y>s.in", "c.y>p.in", "c.y>d.u", "c.y>to.u"}));
  QCOMPARE(built.Value("x.y"), std::string("0 0"));
  QCOMPARE(built.Value("d.y"), std::string("0"));
  QCOMPARE(built.Value("s.out"), std::string("0 0"));
  QCOMPARE(built.Value("s.straight"), std::string("0"));
  QCOMPARE(built.Value("s/k.y"), std::string("0 0"));
  QCOMPARE(built.Value("p.out"), std::string("0 0"));
  QCOMPARE(built.Value("p/k.y"), std::string("5 6"));
  QCOMPARE(built.Value("p/in.y"), std::string("0"));
  QCOMPARE(built.Value("p.gained"), std::string("0"));
  QCOMPARE(built.Value("from.y"), std::string("0"));
}

void ModelBuildTest::unwiredInputsTakeTheirDefault() {
  const Built<double> built(
      Json({Typed("p", "Plant", "\"initial_value\": [1, 2]"), kTwo}, {"c.y>p.u"}));
  QCOMPARE(built.Value("p.y"), std::string("3.5 4.5"));
}

void ModelBuildTest::topLevelInports() {
  const Built<double> built(Json({Typed("in", "Inport", "\"width\": 2, \"default\": 4"),
                                  Typed("noise", "Inport", "\"index\": 2, \"random\": \"uniform\""),
                                  Typed("g", "Gain", "\"gain\": 2"), Typed("out", "Outport")},
                                 {"in.y>g.u", "g.y>out.u"}));
  QCOMPARE(built.Value("g.y"), std::string("8 8"));
  const double sample = std::stod(built.Value("noise.y"));
  QVERIFY(sample > 0 && sample < 1);
  QCOMPARE(built.result().diagram->num_output_ports(), 1);
  QCOMPARE(built.result().diagram->get_output_port(0).get_name(), std::string("out"));
}

void ModelBuildTest::signalsInTheOrderOfTheFile() {
  const std::string inner = Subsystem("s",
                                      {Typed("k", "Constant"), Typed("out", "Outport"),
                                       Subsystem("t", {Typed("k", "Constant")}, {})},
                                      {"k.y>out.u"});
  const Built<double> built(Json({Typed("a", "Constant"), inner, Typed("b", "Constant")}));
  QCOMPARE(built.Paths(false), std::string("a.y s.out s/k.y s/t/k.y b.y"));
}

void ModelBuildTest::loggedByDefault() {
  const std::string sink =
      Subsystem("s",
                {Typed("in", "Inport"), Typed("p", "Probe"),
                 Typed("off", "Probe", "", ", \"enabled\": false"), Typed("k", "Constant")},
                {"in.y>p.u1", "k.y>off.u1"});
  const std::string json =
      "{\"format\": \"loopwright\", \"version\": 1, \"diagram\": {\"blocks\": {" +
      Typed("a", "Constant") + "," + Typed("b", "Constant") + "," + Typed("d", "Constant") + "," +
      Typed("e", "Constant") + "," + Typed("to", "Goto") + "," + Typed("from", "From") + "," +
      sink +
      "}, \"wires\": [{\"from\": \"a.y\", \"to\": \"to.u\"}, {\"from\": \"from.y\", "
      "\"to\": \"s.in\"}], \"signals\": {\"b.y\": {\"name\": \"speed\", \"log\": true}, \"e.y\": "
      "{\"name\": \"unlogged\"}}}, \"plots\": [{\"signals\": [\"d.y[0]\", \"s/k.y\"]}]}";
  const Built<double> built(json);
  QCOMPARE(built.Paths(true), std::string("a.y b.y d.y s/k.y"));
  QCOMPARE(built.Signal("b.y").name, std::string("speed"));
  QCOMPARE(built.Signal("e.y").name, std::string("unlogged"));
  QCOMPARE(built.Signal("a.y").name, std::string());
}

void ModelBuildTest::discreteSignals() {
  const Built<double> built(Json({Typed("d", "Delay", "\"period\": 0.02, \"offset\": 0.005"),
                                  Typed("t", "Clock"), Typed("level", "Level"), kTwo},
                                 {"t.y>d.u"}));
  QVERIFY(built.Signal("d.y").discrete);
  QCOMPARE(built.Signal("d.y").period, 0.02);
  QCOMPARE(built.Signal("d.y").offset, 0.005);
  QVERIFY(built.Signal("level.y").discrete);
  QCOMPARE(built.Signal("level.y").period, 0.0);
  QVERIFY(!built.Signal("t.y").discrete);
  QVERIFY(!built.Signal("c.y").discrete);
}

void ModelBuildTest::errorsMakeNoDiagram() {
  const BuildResult result = BuildDiagram(Load(Json({Typed("g", "Gain")})), TestBlocks());
  QVERIFY(!result.ok());
  QVERIFY(result.index == nullptr);
  QCOMPARE(result.diagnostics.size(), std::size_t{1});
  const BuildResult warned = BuildDiagram(Load(Json({Typed("p", "Probe")})), TestBlocks());
  QVERIFY(warned.ok());
  QCOMPARE(warned.diagnostics.size(), std::size_t{1});
}

void ModelBuildTest::systemsHavePaths() {
  const Built<double> built(Json({Subsystem("s", {Typed("k", "Constant")}, {})}));
  QCOMPARE(built.Signal("s/k.y").port->get_system().GetSystemPathname(), std::string("s/k"));
}

void ModelBuildTest::systemsThatAreNotAsDescribed() {
  BlockDescriptor block = test::Describe("Odd", {}, {"y"}, {});
  block.make = [](const BlockArguments& arguments) -> std::unique_ptr<System<double>> {
    BlockArguments wider = arguments;
    wider.set_widths({}, {2});
    return std::make_unique<test::Direct<double>>(wider);
  };
  const BlockRegistry registry({block});
  Document document;
  Block odd;
  odd.name = "o";
  odd.type = "Odd";
  document.root.blocks.Append(odd);
  const BuildResult result = BuildDiagram(document, registry);
  QVERIFY(!result.ok());
  QCOMPARE(FormatDiagnostic("f", result.diagnostics.at(0)),
           std::string("f: error: o: the ports of the system made are not those that the block "
                       "type Odd declares [block]"));
}

// A document made by a program may be wrong in ways that reading one excludes.
void ModelBuildTest::documentsThatNobodyRead() {
  Document document;
  Block gain;
  gain.name = "g";
  gain.type = "Gain";
  gain.SetParameter("gian", ParameterSetting(1));
  document.root.blocks.Append(gain);
  gain.name = "h";
  gain.SetParameter("gian", std::nullopt);
  gain.SetParameter("gain", ParameterSetting());
  gain.random = {{"gian", RandomSetting{"exponential", {{"rate", 1}}, {}, {}}}};
  document.root.blocks.Append(gain);
  Wire wire;
  wire.from = "x.y";
  wire.to = "g";
  document.root.wires = {wire};
  std::string text;
  for (const Diagnostic& diagnostic : BuildDiagram(document, TestBlocks()).diagnostics) {
    text += FormatDiagnostic("f", diagnostic) + "\n";
  }
  QCOMPARE(
      QString::fromStdString(text),
      QString("f: error: g.gian: Gain has no parameter \"gian\", did you mean "
              "\"gain\"? [unknown-parameter]\n"
              "f: error: h.gian: Gain has no parameter \"gian\", did you mean "
              "\"gain\"? [unknown-parameter]\n"
              "f: error: h.gain: `gain` is null; it must be a number, a list of numbers or an "
              "expression [parameter-value]\n"
              "f: error: x.y: there is no block \"x\" in this diagram; a wire goes from "
              "\"BLOCK.PORT\" to \"BLOCK.PORT\" of blocks beside it [unknown-block]\n"
              "f: error: g: there is no block \"g\" in this diagram; a wire goes from "
              "\"BLOCK.PORT\" to \"BLOCK.PORT\" of blocks beside it [unknown-block]\n"
              "f: error: g.u: the input has no wire; wire an output to it, or remove the block "
              "[unwired-input]\n"
              "f: error: h.u: the input has no wire; wire an output to it, or remove the block "
              "[unwired-input]\n"));
}

void ModelBuildTest::withDerivatives() {
  const Built<AutoDiff> built(Json({kTwo, Typed("g", "Gain", "\"gain\": 3")}, {"c.y>g.u"}));
  QCOMPARE(built.Value("g.y"), std::string("6"));
}

void ModelBuildTest::overridesReplaceParameters() {
  const std::string json =
      Json({Subsystem("s", {Typed("k", "Constant", "\"value\": \"q\"")}, {},
                      ", \"parameters\": {\"q\": {\"value\": 1}}"),
            Typed("c", "Constant", "\"value\": \"m\""), Typed("a", "Sum"), Typed("x", "Kinds")},
           {"c.y>a.u1", "c.y>a.u2"}, "\"parameters\": {\"m\": {\"value\": 2}},");
  BuildOptions options;
  options.overrides = {{"m", "5"},         {"a.signs", "--"},   {"s.q", "[m, 2*m]"},
                       {"x.flag", "true"}, {"x.choice", "max"}, {"x.formulas", "x1; 2*x1"},
                       {"x.table", "1;2"}};
  const Built<double> built(json, options);
  QCOMPARE(built.Value("c.y"), std::string("5"));
  QCOMPARE(built.Value("a.y"), std::string("-10"));
  QCOMPARE(built.Value("s/k.y"), std::string("5 10"));
  options.overrides = {{"s/k.value", "7"}};
  QCOMPARE(Built<double>(json, options).Value("s/k.y"), std::string("7"));
  QCOMPARE(Built<double>(json).Value("c.y"), std::string("2"));
}

void ModelBuildTest::wrongOverrides_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("value");
  QTest::addColumn<QString>("text");
  const auto row = [](const char* name, const char* value, const char* text) {
    QTest::addRow("%s", text) << name << value << text;
  };
  row("masss", "1", "there is no parameter 'masss', did you mean 'mass'?");
  row("zeta", "1", "there is no parameter 'zeta'; the diagram has mass");
  row("mass", "1 +", "the value of 'mass' is no expression: ");
  row("mass", "q", "`mass` has a wrong expression: unknown name 'q'");
  row("gian.gain", "1",
      "there is no block 'gian' to set 'gian.gain' of, did you mean 'gain.gain'?");
  row("t/x.y", "1", "there is no block 't/x' to set 't/x.y' of; 't' has none");
  row("gain.gian", "1", "there is no parameter 'gain.gian', did you mean 'gain.gain'?");
  row("gain.gain", "[1", "the value of 'gain.gain' is no expression: ");
  row("gain.gain", "[[1, 2], [3, 4]]",
      "`gain` is a 2 by 2 matrix; it must be a number or a vector");
  row("x.choice", "mean", "'x.choice' cannot be \"mean\"; it must be min or max");
  row("s.q", "1", "there is no parameter 's.q'; the subsystem has none");
  row("c.u", "1", "there is no parameter 'c.u'; Clock has none");
}

void ModelBuildTest::wrongOverrides() {
  QFETCH(QString, name);
  QFETCH(QString, value);
  QFETCH(QString, text);
  const Document document = Load(Json(
      {Typed("gain", "Gain"), Typed("x", "Kinds"), Typed("c", "Clock"), Subsystem("s", {}, {})},
      {"c.y>gain.u"}, "\"parameters\": {\"mass\": {\"value\": 2}},"));
  BuildOptions options;
  options.overrides = {{name.toStdString(), value.toStdString()}};
  try {
    BuildDiagram(document, TestBlocks(), options);
    QFAIL("it was taken");
  } catch (const OverrideError& error) {
    QVERIFY2(QString::fromUtf8(error.what()).startsWith(text), error.what());
  }
}

void ModelBuildTest::oneHundredThousandBlocks() {
  const int count = 100'000;
  std::vector<std::string> blocks{kTwo}, wires;
  for (int i = 0; i < count; ++i) {
    const std::string name = "g" + std::to_string(i);
    blocks.push_back(Typed(name, "Gain", i % 2 ? "\"gain\": 2" : "\"gain\": 0.5"));
    wires.push_back((i == 0 ? "c" : "g" + std::to_string(i - 1)) + ".y>" + name + ".u");
  }
  const Built<double> built(Json(blocks, wires));
  QCOMPARE(built.result().index->port_signals().size(), std::size_t{count + 1});
  QCOMPARE(built.Value("g99999.y"), std::string("2"));
}

LOOPWRIGHT_TEST(ModelBuildTest)

}  // namespace loopwright::test_model_build

#include "test_model_build.moc"
