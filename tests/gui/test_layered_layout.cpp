// Arranging blocks: from left to right, feedback below, nothing on top of anything.
#include <QObject>
#include <QRectF>
#include <QTest>
#include <cmath>

#include "blocklib/registry.h"
#include "engine/drawing/layered_layout.h"
#include "tests/gui/editor_window.h"
#include "tests/test_main.h"

namespace loopwright::test_layered_layout {

namespace {

LayoutNode block(int inputs = 1, int outputs = 1) {
  LayoutNode node{{60, std::max(40.0, 20.0 * (std::max(inputs, outputs) + 1))}, {}, {}};
  for (int i = 0; i < inputs; ++i) node.inputs.push_back(20 + 20 * i);
  for (int i = 0; i < outputs; ++i) node.outputs.push_back(20 + 20 * i);
  return node;
}

QRectF boxOf(const LayoutPlace& place, const LayoutNode& node) {
  return {place.corner.x, place.corner.y, node.size.width, node.size.height};
}

void verifyApart(const std::vector<LayoutPlace>& places, const std::vector<LayoutNode>& nodes) {
  for (size_t i = 0; i < nodes.size(); ++i) {
    QCOMPARE(std::fmod(places[i].corner.x, 10), 0.0);
    QCOMPARE(std::fmod(places[i].corner.y, 10), 0.0);
    for (size_t k = 0; k < i; ++k) {
      // The name below a block has its place too.
      const QRectF one = boxOf(places[i], nodes[i]).adjusted(-5, -5, 5, 15);
      QVERIFY(!one.intersects(boxOf(places[k], nodes[k])));
    }
  }
}

}  // namespace

class TestLayeredLayout : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aChainIsALine() {
    const std::vector<LayoutNode> nodes(4, block());
    const auto places = LayeredLayout(nodes, {{0, 0, 1, 0}, {1, 0, 2, 0}, {2, 0, 3, 0}});
    QCOMPARE(places[0].corner, (Point{0, 0}));
    for (size_t i = 1; i < 4; ++i) {
      QVERIFY(places[i].corner.x >= places[i - 1].corner.x + 100);
      QCOMPARE(places[i].corner.y, 0.0);
    }
  }

  void feedbackGoesBelowAndBack() {
    // reference → sum → controller → plant → scope, plant → sensor → sum.
    const std::vector<LayoutNode> nodes{block(0), block(2), block(), block(), block(1, 0), block()};
    const auto places = LayeredLayout(
        nodes,
        {{0, 0, 1, 0}, {1, 0, 2, 0}, {2, 0, 3, 0}, {3, 0, 4, 0}, {3, 0, 5, 0}, {5, 0, 1, 1}});
    for (size_t i = 1; i < 5; ++i) {
      QVERIFY(places[i].corner.x > places[i - 1].corner.x);
      QVERIFY(!places[i].flipped);
    }
    QVERIFY(places[5].flipped);
    for (size_t i = 0; i < 5; ++i) {
      QVERIFY(places[5].corner.y > boxOf(places[i], nodes[i]).bottom());
    }
    QVERIFY(places[5].corner.x > places[1].corner.x);
    QVERIFY(places[5].corner.x < places[3].corner.x);
    verifyApart(places, nodes);
  }

  void portsDecideTheOrder() {
    // The upper source drives the lower input: it comes to stand below the other.
    const std::vector<LayoutNode> nodes{block(0), block(0), block(2)};
    const auto places = LayeredLayout(nodes, {{0, 0, 2, 1}, {1, 0, 2, 0}});
    QVERIFY(places[0].corner.y > places[1].corner.y);
    QCOMPARE(places[0].corner.x, places[1].corner.x);
  }

  void randomGraphsKeepApartAndRunRight() {
    uint64_t state = 3;
    const auto below = [&](size_t limit) {
      state = state * 6364136223846793005ULL + 1442695040888963407ULL;
      return static_cast<int>((state >> 33) % limit);
    };
    for (int round = 0; round < 40; ++round) {
      std::vector<LayoutNode> nodes;
      for (int i = 0; i < 25; ++i) nodes.push_back(block(1 + below(3), 1 + below(2)));
      std::vector<LayoutEdge> edges;
      for (int i = 0; i < 35; ++i) {
        const int from = below(24);
        edges.push_back({from, 0, from + 1 + below(static_cast<size_t>(24 - from)), 0});
      }
      const auto places = LayeredLayout(nodes, edges);
      verifyApart(places, nodes);
      for (const LayoutEdge& edge : edges) {
        const auto from = static_cast<size_t>(edge.from);
        const auto to = static_cast<size_t>(edge.to);
        QVERIFY(boxOf(places[from], nodes[from]).right() < places[to].corner.x);
      }
    }
  }

  void aWireThatPassesDoesNotBendTheMainLine() {
    // 0 → 1 → 2 → 3, and 0 → 3 past the two between.
    const std::vector<LayoutNode> nodes{block(0), block(), block(), block(2, 0)};
    const auto places =
        LayeredLayout(nodes, {{0, 0, 1, 0}, {1, 0, 2, 0}, {2, 0, 3, 0}, {0, 0, 3, 1}});
    for (size_t i = 1; i < 4; ++i) QCOMPARE(places[i].corner.y, places[0].corner.y);
  }

  void aPortThatLooksDownDoesNotPull() {
    // 0 → 1 → 2 straight; 3 comes to 1 from below.
    const std::vector<LayoutNode> nodes{block(0), block(2), block(1, 0), block(0)};
    const auto places = LayeredLayout(nodes, {{0, 0, 1, 0}, {1, 0, 2, 0}, {3, 0, 1, 1, true}});
    QCOMPARE(places[1].corner.y, places[0].corner.y);
    QCOMPARE(places[2].corner.y, places[0].corner.y);
    QVERIFY(places[3].corner.y > places[0].corner.y);
    verifyApart(places, nodes);
  }

  void namesHaveRoom() {
    const std::vector<LayoutNode> nodes(3, block());
    const auto places = LayeredLayout(nodes, {{0, 0, 1, 0, false, 120}, {1, 0, 2, 0}});
    QVERIFY(places[1].corner.x - (places[0].corner.x + 60) >= 120);
    QVERIFY(places[2].corner.x - (places[1].corner.x + 60) < 120);
    // And the name that stands above a block has its own.
    std::vector<LayoutNode> column{block(0), block(2, 0), block(0)};
    column[2].above = 20;
    const auto free = LayeredLayout(column, {{0, 0, 1, 0}, {2, 0, 1, 1}});
    QVERIFY(free[2].corner.y - boxOf(free[0], column[0]).bottom() >= 60);
  }

  void loopsOfAnyKindEnd() {
    const std::vector<LayoutNode> nodes(3, block());
    verifyApart(LayeredLayout(nodes, {{0, 0, 1, 0}, {1, 0, 2, 0}, {2, 0, 0, 0}, {1, 0, 1, 0}}),
                nodes);
    QVERIFY(LayeredLayout({}, {}).empty());
  }

  void arrangeIsOneStepAndTakesTheSelection() {
    const EditorWindow e(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
      "s": {"type": "Sine", "layout": {"x": 300, "y": 300}},
      "g": {"type": "Gain", "layout": {"x": 10, "y": 20, "rotation": 180}},
      "i": {"type": "Integrator", "layout": {"x": 200, "y": 0}},
      "far": {"type": "Gain", "layout": {"x": 600, "y": 600}}},
      "wires": [{"from": "s.y", "to": "g.u", "route": [[400, 0]]}, {"from": "g.y", "to": "i.u"}],
      "frames": [{"title": "source", "x": 280, "y": 280, "width": 120, "height": 80}]}})");
    const QByteArray before = e.bytes();
    e.view()->selectBlocks({"s", "g", "i"});
    e.action(ActionId::kArrange)->trigger();
    QCOMPARE(e.undo()->count(), 1);
    QCOMPARE(e.undo()->undoText(), QString("Arrange 3 blocks"));
    QCOMPARE(e.block("s")->pos(), QPointF(10, 0));
    QVERIFY(e.block("g")->pos().x() > e.block("s")->box().right());
    QVERIFY(e.block("i")->pos().x() > e.block("g")->box().right());
    QVERIFY(!e.model("g")->layout->rotation);
    QVERIFY(!e.wireModel("g.u")->route);
    QCOMPARE(e.block("far")->pos(), QPointF(600, 600));
    QVERIFY(e.scene()->findFrame(0)->box().contains(e.block("s")->box()));
    e.verifyWires();
    e.undo()->undo();
    QCOMPARE(e.bytes(), before);
    e.view()->scene()->clearSelection();
    e.action(ActionId::kArrange)->trigger();
    QCOMPARE(e.undo()->undoText(), QString("Arrange the diagram"));
    QVERIFY(e.block("far")->pos() != QPointF(600, 600));
  }

  void aLoopWithADisturbanceIsDrawnAsInABook() {
    const EditorWindow e(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
      "wanted": {"type": "Constant"}, "error": {"type": "Sum", "parameters": {"signs": "+-"}},
      "switch": {"type": "Relay"}, "heater": {"type": "Gain"}, "outdoors": {"type": "Sine"},
      "warmth": {"type": "Sum"}, "room": {"type": "FirstOrderLag"}, "scope": {"type": "Scope"}},
      "wires": [{"from": "wanted.y", "to": "error.u1"}, {"from": "room.y", "to": "error.u2"},
        {"from": "error.y", "to": "switch.u"}, {"from": "switch.y", "to": "heater.u"},
        {"from": "heater.y", "to": "warmth.u1"}, {"from": "outdoors.y", "to": "warmth.u2"},
        {"from": "warmth.y", "to": "room.u"}, {"from": "room.y", "to": "scope.u1"}]}})");
    e.action(ActionId::kArrange)->trigger();
    e.verifyWires();
    // The main line is one straight line from left to right.
    const QStringList line{"error.u1", "switch.u", "heater.u", "warmth.u1", "room.u", "scope.u1"};
    for (const QString& to : line) QCOMPARE(e.wire(to)->points().size(), std::size_t{2});
    QVERIFY(e.block("outdoors")->pos().y() > e.block("heater")->box().bottom());
    // The feedback leads back below it.
    double lowest = 0;
    for (const QPointF& point : e.wire("error.u2")->points()) lowest = std::max(lowest, point.y());
    QVERIFY(lowest > e.block("room")->box().bottom());
  }

  void aFileWithoutLayoutIsArrangedButNotChanged() {
    const WindowFixture fixture;
    const QByteArray text = R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
      "s": {"type": "Sine"}, "g": {"type": "Gain"}, "sub": {"type": "Subsystem", "diagram":
      {"blocks": {"in": {"type": "Inport"}, "x": {"type": "Gain"}},
       "wires": [{"from": "in.y", "to": "x.u"}]}}},
      "wires": [{"from": "s.y", "to": "g.u"}, {"from": "g.y", "to": "sub.in"}]}})";
    const QString path = fixture.write("plain.loop.json", text);
    DiagramDocument document(BuiltInBlocks());
    bool opened = false;
    document.open(path, &opened);
    QVERIFY(opened && !document.isModified());
    const Document& model = document.document();
    QVERIFY(model.FindBlock("g")->layout->x > model.FindBlock("s")->layout->x + 60);
    QVERIFY(model.FindBlock("sub/x")->layout->x > model.FindBlock("sub/in")->layout->x + 60);
    // Saved unchanged, the file keeps its bytes.
    const QString copy = fixture.path("copy.loop.json");
    QCOMPARE(document.save(copy), QString());
    QCOMPARE(WindowFixture::read(copy), text);
  }
};

LOOPWRIGHT_TEST_WITH(QApplication, TestLayeredLayout)

}  // namespace loopwright::test_layered_layout

#include "test_layered_layout.moc"
