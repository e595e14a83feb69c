#include <QObject>
#include <QTest>
#include <functional>
#include <string>
#include <vector>

#include "engine/differences/document_differences.h"
#include "engine/document/document.h"
#include "tests/engine/session_blocks.h"
#include "tests/test_main.h"

namespace loopwright::test_document_differences {
namespace {

using session_blocks::MakeBlock;
using session_blocks::MakeDocument;
using session_blocks::Registry;

DiagramParameter Parameter(const std::string& name, double value) {
  DiagramParameter parameter;
  parameter.name = name;
  parameter.value = value;
  return parameter;
}

Wire MakeWire(const std::string& from, const std::string& to) {
  Wire wire;
  wire.from = from;
  wire.to = to;
  return wire;
}

Document Base() {
  Document document =
      MakeDocument({MakeBlock("a", "Growth", {{"rate", 2}}), MakeBlock("b", "Slope")}, 5);
  document.parameters = {Parameter("m", 1), Parameter("k", 3)};
  document.root.wires = {MakeWire("a.y", "b.u"), MakeWire("a.rate", "b.v")};
  Block sub = MakeBlock("sub", "Subsystem");
  sub.diagram.emplace().blocks.Append(MakeBlock("inner", "Slope"));
  sub.diagram_parameters = {Parameter("w", 4)};
  document.root.blocks.Append(std::move(sub));
  document.plots.resize(1);
  return document;
}

using Edit = std::function<void(Document*)>;

DocumentDifferences DifferencesAfter(const Edit& edit) {
  Document edited = Base();
  edit(&edited);
  return FindDocumentDifferences(Base(), edited, Registry());
}

Block Changed(const Document& document, size_t index, const std::function<void(Block*)>& change) {
  Block block = document.root.blocks[index];
  change(&block);
  return block;
}

void EditBlock(Document* document, size_t index, const std::function<void(Block*)>& change) {
  document->root.blocks.Replace(index, Changed(*document, index, change));
}

RandomSetting Uniform() {
  RandomSetting random;
  random.distribution = "uniform";
  random.arguments = {{"lower", 0}, {"upper", 2}};
  return random;
}

// An edit and the lines that tell of it.
struct Row {
  std::vector<std::string> lines;
  Edit edit;
};

const std::vector<Row>& ContentRows() {
  static const std::vector<Row> rows = {
      {{"title: none → \"T\""}, [](Document* d) { d->title = "T"; }},
      {{"description: it is another text"}, [](Document* d) { d->description = "D"; }},
      {{"version: 1 → 2"}, [](Document* d) { d->version = 2; }},
      {{"file: keys that this program does not know are others"},
       [](Document* d) {
         d->extras = {{"x", "1"}};
       }},
      {{"simulation.stop_time: 5 → 6"}, [](Document* d) { d->simulation.Set("stop_time", 6); }},
      {{"simulation: keys that this program does not know are others"},
       [](Document* d) {
         d->simulation.extras = {{"x", "1"}};
       }},
      {{"parameter m: 1 → 2*k"}, [](Document* d) { d->parameters[0].value = "2*k"; }},
      {{"parameter m, unit: none → \"kg\""}, [](Document* d) { d->parameters[0].unit = "kg"; }},
      {{"parameter m, description: none → \"mass\""},
       [](Document* d) { d->parameters[0].description = "mass"; }},
      {{"parameter m, random: none → uniform(lower 0, upper 2)"},
       [](Document* d) { d->parameters[0].random = Uniform(); }},
      {{"parameter m: keys that this program does not know are others"},
       [](Document* d) {
         d->parameters[0].extras = {{"x", "1"}};
       }},
      {{"parameter m: removed, was 1", "parameter n: added, 7"},
       [](Document* d) { d->parameters[0] = Parameter("n", 7); }},
      {{"parameter sub.w: 4 → 5"},
       [](Document* d) { (*d->root.blocks.MutableParameters(2))[0].value = 5; }},
      {{"block c: added (Slope)"},
       [](Document* d) { d->root.blocks.Append(MakeBlock("c", "Slope")); }},
      {{"block b: removed (Slope)"}, [](Document* d) { d->root.blocks.Remove(1); }},
      {{"block b: type Slope → Counter"},
       [](Document* d) { d->root.blocks.Replace(1, MakeBlock("b", "Counter")); }},
      {{"blocks of the top level: in another order"},
       [](Document* d) { d->root.blocks.Append(d->root.blocks.Remove(0)); }},
      {{"block sub/new: added (Slope)"},
       [](Document* d) {
         d->root.blocks.MutableDiagram(2)->blocks.Append(MakeBlock("new", "Slope"));
       }},
      {{"block a.rate: 2 → 3"},
       [](Document* d) { EditBlock(d, 0, [](Block* b) { b->SetParameter("rate", 3); }); }},
      {{"block a.rate: 2 → 1"},  // the default
       [](Document* d) {
         EditBlock(d, 0, [](Block* b) { b->SetParameter("rate", std::nullopt); });
       }},
      {{"block a.rate, random: none → uniform(lower 0, upper 2)"},
       [](Document* d) { EditBlock(d, 0, [](Block* b) {
                           b->random = {{"rate", Uniform()}};
                         }); }},
      {{"block a: disabled"},
       [](Document* d) { EditBlock(d, 0, [](Block* b) { b->enabled = false; }); }},
      {{"block a: keys that this program does not know are others"},
       [](Document* d) { EditBlock(d, 0, [](Block* b) {
                           b->extras = {{"x", "1"}};
                         }); }},
      {{"wire b.u: from b.y, was a.y"}, [](Document* d) { d->root.wires[0].from = "b.y"; }},
      {{"wire b.v: removed, was from a.rate"}, [](Document* d) { d->root.wires.pop_back(); }},
      {{"wire b.w: added, from a.y"},
       [](Document* d) { d->root.wires.push_back(MakeWire("a.y", "b.w")); }},
      {{"wire b.u: keys that this program does not know are others"},
       [](Document* d) {
         d->root.wires[0].extras = {{"x", "1"}};
       }},
      {{"signal a.y, name: none → \"position\"", "signal a.y, unit: none → \"m\"",
        "signal a.y, log: none → true"},
       [](Document* d) {
         SignalSetting signal;
         signal.key = "a.y";
         signal.name = "position";
         signal.unit = "m";
         signal.log = true;
         d->root.signal_settings = {signal};
       }},
      {{"the top level: keys that this program does not know are others"},
       [](Document* d) {
         d->root.extras = {{"x", "1"}};
       }},
      {{"plot 1: its signals, axes or ranges are others"},
       [](Document* d) { d->plots[0].signal_paths = {"a.y"}; }},
      {{"plot 1: removed"}, [](Document* d) { d->plots.clear(); }},
      {{"plot 2: added"}, [](Document* d) { d->plots.resize(2); }},
  };
  return rows;
}

const std::vector<Row>& LayoutRows() {
  static const std::vector<Row> rows = {
      {{"block a: moved"},
       [](Document* d) { EditBlock(d, 0, [](Block* b) { b->layout.emplace().x = 10; }); }},
      {{"block a: another size or direction"},
       [](Document* d) { EditBlock(d, 0, [](Block* b) { b->layout.emplace().width = 90; }); }},
      {{"block a: another colour"},
       [](Document* d) { EditBlock(d, 0, [](Block* b) { b->color = "#102030"; }); }},
      {{"wire b.u: another way"},
       [](Document* d) {
         d->root.wires[0].route = std::vector<Point>{{1, 2}};
       }},
      {{"sliders beside the plots"}, [](Document* d) { d->sliders.resize(1); }},
      {{"notes of the top level"}, [](Document* d) { d->root.notes.resize(1); }},
      {{"frames of sub"}, [](Document* d) { d->root.blocks.MutableDiagram(2)->frames.resize(1); }},
  };
  return rows;
}

}  // namespace

class DocumentDifferencesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void equalDocumentsHaveNone() {
    const DocumentDifferences none = DifferencesAfter([](Document*) {});
    QVERIFY(none.content.empty() && none.layout.empty());
    // What equals the default is the same where it is given.
    const DocumentDifferences given = DifferencesAfter([](Document* d) {
      d->simulation.Set("seed", 0);
      EditBlock(d, 0, [](Block* b) { b->SetParameter("initial", 0); });
    });
    QVERIFY(given.content.empty() && given.layout.empty());
  }

  void everyChangeOfContentIsTold() {
    for (const Row& row : ContentRows()) {
      const DocumentDifferences found = DifferencesAfter(row.edit);
      QCOMPARE(found.content, row.lines);
      QVERIFY(found.layout.empty());
    }
  }

  void changesOfLayoutAreToldApart() {
    for (const Row& row : LayoutRows()) {
      const DocumentDifferences found = DifferencesAfter(row.edit);
      QCOMPARE(found.layout, row.lines);
      QVERIFY(found.content.empty());
    }
  }

  void valuesAreTellableApart() {
    Document after = Base();
    after.simulation.Set("seed", 9);
    after.parameters.front().value = ParameterSetting(41.5);
    after.title = "another";
    const DocumentDifferences found = FindDocumentDifferences(Base(), after, Registry());
    QCOMPARE(found.content.size(), size_t{3});
    QCOMPARE(found.values.size(), size_t{2});
    QCOMPARE(found.values[0].path, Base().parameters.front().name);
    QCOMPARE(found.values[0].after, std::string("41.5"));
    QCOMPARE(found.values[1].path, std::string("simulation.seed"));
    QCOMPARE(found.values[1].after, std::string("9"));
  }

  void whatWasTakenAwayFromASignalIsTold() {
    Document before = Base();
    SignalSetting signal;
    signal.key = "a.y";
    signal.log = true;
    before.root.signal_settings = {signal};
    QCOMPARE(FindDocumentDifferences(before, Base(), Registry()).content,
             std::vector<std::string>{"signal a.y, log: true → none"});
  }
};

LOOPWRIGHT_TEST(DocumentDifferencesTest)

}  // namespace loopwright::test_document_differences

#include "test_document_differences.moc"
