// The ways of wires: horizontal and vertical, around blocks, off other wires.
#include <QObject>
#include <QTest>
#include <cstdint>

#include "gui/canvas/routing_map.h"
#include "gui/canvas/wire_router.h"

namespace loopwright {

namespace {

using Points = std::vector<QPointF>;

const WireEnd kOut{{60, 20}, {1, 0}};

WireEnd inputAt(double x, double y) { return {{x, y}, {-1, 0}}; }

bool isOrthogonal(const Points& points) {
  for (size_t i = 1; i < points.size(); ++i) {
    if (points[i].x() != points[i - 1].x() && points[i].y() != points[i - 1].y()) return false;
  }
  return points.size() >= 2;
}

bool crosses(const Points& points, const QRectF& box) {
  for (size_t i = 1; i < points.size(); ++i) {
    const QRectF piece = QRectF(points[i - 1], points[i]).normalized();
    if (piece.left() < box.right() && piece.right() > box.left() && piece.top() < box.bottom() &&
        piece.bottom() > box.top()) {
      return true;
    }
  }
  return false;
}

/// A small generator of its own, the same everywhere.
class Numbers {
 public:
  int below(int limit) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<int>((state_ >> 33) % static_cast<uint64_t>(limit));
  }

 private:
  uint64_t state_ = 7;
};

}  // namespace

class TestCanvasRouting : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void straightWhereNothingIsInTheWay() {
    RoutingMap map;
    map.setBlock(0, {0, 0, 60, 40});
    map.setBlock(1, {160, 0, 60, 40});
    QCOMPARE(routeWire(kOut, inputAt(160, 20), map, 0), (Points{{60, 20}, {160, 20}}));
  }

  void stepsInTheMiddle() {
    RoutingMap map;
    map.setBlock(0, {0, 0, 60, 40});
    map.setBlock(1, {160, 60, 60, 40});
    QCOMPARE(routeWire(kOut, inputAt(160, 80), map, 0),
             (Points{{60, 20}, {110, 20}, {110, 80}, {160, 80}}));
  }

  void goesAroundABlockBetween() {
    RoutingMap map;
    const QRectF between(110, -10, 60, 60);
    map.setBlock(0, {0, 0, 60, 40});
    map.setBlock(1, between);
    map.setBlock(2, {240, 0, 60, 40});
    const Points way = routeWire(kOut, inputAt(240, 20), map, 0);
    QVERIFY(isOrthogonal(way));
    QVERIFY(!crosses(way, between));
    QCOMPARE(way.front(), kOut.position);
    QCOMPARE(way.back(), QPointF(240, 20));
  }

  void comesBackAroundItsOwnBlocks() {
    RoutingMap map;
    map.setBlock(0, {0, 0, 60, 40});
    const Points way = routeWire(kOut, inputAt(0, 20), map, 0);
    QVERIFY(isOrthogonal(way));
    QVERIFY(!crosses(way, {0, 0, 60, 40}));
    QVERIFY(way[1].x() > 60);              // leaves to the right
    QVERIFY(way[way.size() - 2].x() < 0);  // arrives from the left
  }

  void staysOffOtherWires() {
    RoutingMap map;
    map.setBlock(0, {0, 0, 60, 40});
    map.setBlock(1, {0, 60, 60, 40});
    map.setBlock(2, {160, 120, 60, 60});
    const Points first = routeWire(kOut, inputAt(160, 140), map, 0);
    map.setWire(10, 0, first);
    const Points second = routeWire({{60, 80}, {1, 0}}, inputAt(160, 160), map, 1);
    for (size_t i = 1; i < second.size(); ++i) {
      QCOMPARE(map.overlap(second[i - 1], second[i], 1), 0.0);
    }
    // Wires of one output may share their way.
    const Points branch = routeWire(kOut, inputAt(160, 160), map, 0);
    QCOMPARE(branch.front(), kOut.position);
    QVERIFY(isOrthogonal(branch));
  }

  void ownCornersAreFollowed() {
    const Points way = routeThroughCorners(kOut, inputAt(200, 60), {{100, 20}, {100, 60}});
    QCOMPARE(way, (Points{{60, 20}, {100, 20}, {100, 60}, {200, 60}}));
    // A port that is elsewhere now is joined horizontally and vertically.
    const Points moved = routeThroughCorners(kOut, inputAt(200, 90), {{100, 20}, {100, 60}});
    QVERIFY(isOrthogonal(moved));
    QCOMPARE(moved.back(), QPointF(200, 90));
  }

  void noWireOfARandomDiagramCrossesABlock() {
    Numbers numbers;
    for (int round = 0; round < 60; ++round) {
      RoutingMap map;
      std::vector<QRectF> boxes;
      for (int i = 0; i < 12; ++i) {
        boxes.emplace_back(i % 4 * 120 + numbers.below(4) * 10, i / 4 * 100 + numbers.below(4) * 10,
                           60, 40);
        map.setBlock(i, boxes.back());
      }
      for (int wire = 0; wire < 8; ++wire) {
        const QRectF a = boxes[static_cast<size_t>(numbers.below(12))];
        const QRectF b = boxes[static_cast<size_t>(numbers.below(12))];
        const Points way = routeWire({{a.right(), a.center().y()}, {1, 0}},
                                     inputAt(b.left(), b.center().y()), map, 100 + wire);
        map.setWire(100 + wire, 100 + wire, way);
        QVERIFY(isOrthogonal(way));
        for (const QRectF& box : boxes) QVERIFY(!crosses(way, box));
      }
    }
  }
};

}  // namespace loopwright

QTEST_APPLESS_MAIN(loopwright::TestCanvasRouting)
#include "test_canvas_routing.moc"
