#include <QObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

#include "engine/diagram/diagram_builder.h"
#include "engine/system/leaf_system.h"
#include "tests/engine/message_of.h"
#include "tests/test_main.h"

namespace names {

using namespace loopwright;  // NOLINT(google-build-using-namespace)

class Block final : public LeafSystem<double> {
 public:
  Block() {
    DeclareVectorInputPort("in{1}", 1);
    DeclareVectorOutputPort("out", 1, &Block::CalcOut, {nothing_ticket()});
  }

 private:
  void CalcOut(const Context<double>&, BasicVector<double>* y) const { (*y)[0] = 1; }
};

}  // namespace names

namespace loopwright::test_system_names {
using names::Block;

namespace {
/// diagram(inner(block), last), block → last, with an exported input and output.
std::unique_ptr<Diagram<double>> MakeNested() {
  DiagramBuilder<double> inner;
  auto* block = inner.AddNamedSystem<Block>("block");
  inner.ExportInput(block->get_input_port(0), "u");
  inner.ExportOutput(block->get_output_port(0), "y");
  DiagramBuilder<double> builder;
  auto* part = builder.AddNamedSystem("inner", inner.Build());
  auto* last = builder.AddNamedSystem<Block>("last");
  builder.Connect(*part, *last);
  builder.ExportInput(part->get_input_port(0), "u");
  builder.ExportOutput(last->get_output_port(0), "y");
  auto diagram = builder.Build();
  diagram->set_name("diagram");
  return diagram;
}

int CountOf(const std::string& text, const std::string& part) {
  int count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}
}  // namespace

class TestSystemNames : public QObject {
  Q_OBJECT
 private slots:
  void pathsLeadThroughAllDiagrams() {
    auto diagram = MakeNested();
    const auto& inner = dynamic_cast<const Diagram<double>&>(diagram->GetSubsystemByName("inner"));
    const auto& block = inner.GetSubsystemByName("block");
    QCOMPARE(block.GetPath(), std::string("::diagram::inner::block"));
    std::stringstream path;
    inner.GetPath(&path);
    QCOMPARE(path.str(), std::string("::diagram::inner"));
    QCOMPARE(block.GetSystemPathname(), std::string("inner/block"));
    QCOMPARE(block.GetSystemType(), std::string("names::Block"));
    QCOMPARE(block.GetSystemIdString(), std::string("names::Block System inner/block"));
    const std::string object = block.GetMemoryObjectName();
    QCOMPARE(object.substr(0, 12), std::string("names/Block@"));
    QCOMPARE(object.size(), size_t{12 + 16});
    const Block unnamed;
    QCOMPARE(unnamed.get_name(), std::string());
    QCOMPARE(unnamed.GetSystemName(), std::string("_"));
    QCOMPARE(unnamed.GetPath(), std::string("::_"));
  }

  void subsystemsAreFoundByName() {
    auto diagram = MakeNested();
    QCOMPARE(diagram->GetSystems().size(), size_t{2});
    QVERIFY(diagram->HasSubsystemNamed("last"));
    QCOMPARE(diagram->GetDowncastSubsystemByName<Block>("last").get_name(), std::string("last"));
    QCOMPARE(MessageOf([&] { diagram->GetSubsystemByName("first"); }),
             std::string("Diagram 'diagram' has no subsystem named 'first': it has [inner, last]"));
    QCOMPARE(MessageOf([&] { diagram->GetDowncastSubsystemByName<Block>("inner"); }).substr(0, 44),
             std::string("Subsystem 'inner' of diagram 'diagram' is a "));
  }

  void subsystemsAreFoundByANameGivenLater() {
    DiagramBuilder<double> builder;
    std::vector<Block*> blocks;
    for (const char* name : {"d", "b", "a", "c"}) {
      blocks.push_back(builder.AddNamedSystem<Block>(name));
    }
    const auto diagram = builder.Build();
    for (const Block* block : blocks) {
      QCOMPARE(&diagram->GetSubsystemByName(block->get_name()), block);
    }
    blocks[1]->set_name("z");
    QVERIFY(!diagram->HasSubsystemNamed("b"));
    QCOMPARE(&diagram->GetSubsystemByName("z"), blocks[1]);
    QCOMPARE(&diagram->GetSubsystemByName("a"), blocks[2]);
    QCOMPARE(&diagram->GetSubsystemByName("d"), blocks[0]);
  }

  void graphvizShowsPartsDownToADepth() {
    auto diagram = MakeNested();
    const std::string all = diagram->GetGraphvizString();
    QCOMPARE(CountOf(all, "subgraph"), 2);
    QCOMPARE(CountOf(all, "->"), 5);  // u → inner.u → block, block → inner.y → last → y
    QVERIFY(all.find("in\\{1\\}") != std::string::npos);
    QCOMPARE(CountOf(all, "{") - CountOf(all, "\\{"), CountOf(all, "}") - CountOf(all, "\\}"));
    const std::string id = std::to_string(diagram->GetSubsystemByName("inner").GetGraphvizId());
    const std::string shallow = diagram->GetGraphvizString(1);
    QCOMPARE(CountOf(shallow, "subgraph"), 1);
    QVERIFY(shallow.find(id + ":y0 -> ") != std::string::npos);
    QVERIFY(all.find(id + "outputs:y0 -> ") != std::string::npos);
    const std::string closed = diagram->GetGraphvizString(0);
    QCOMPARE(CountOf(closed, "subgraph"), 0);
    QCOMPARE(CountOf(closed, "->"), 0);
    const Block leaf;
    std::stringstream fragment, input, output;
    leaf.GetGraphvizFragment(&fragment);
    leaf.GetGraphvizInputPortToken(leaf.get_input_port(0), 1, &input);
    leaf.GetGraphvizOutputPortToken(leaf.get_output_port(0), 1, &output);
    const std::string own = std::to_string(leaf.GetGraphvizId());
    QCOMPARE(fragment.str(), own + " [shape=record, label=\"_|{{<u0> in\\{1\\}}|{<y0> out}}\"];\n");
    QCOMPARE(input.str(), own + ":u0");
    QCOMPARE(output.str(), own + ":y0");
  }

  void dotAcceptsIt() {
    const QString dot = QStandardPaths::findExecutable("dot");
    if (dot.isEmpty()) QSKIP("the program dot is not installed");
    QProcess process;
    process.start(dot, {"-Tplain"});
    process.write(MakeNested()->GetGraphvizString().c_str());
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 0);
    QVERIFY(process.readAllStandardOutput().contains("edge"));
  }
};

LOOPWRIGHT_TEST(TestSystemNames)
}  // namespace loopwright::test_system_names

#include "test_system_names.moc"
