// The ways of wires: horizontal and vertical, around blocks, off other wires, and a function of
// what is on the canvas alone.
#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>

#include "gui/routing/routing_map.h"
#include "gui/routing/wire_layout.h"
#include "gui/routing/wire_router.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_canvas_routing {

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

Points route(const WireEnd& from, const WireEnd& to, const RoutingMap& map, int net) {
  RoutingView view(map, net);
  return routeWire(from, to, &view);
}

QRectF pieceOf(const Points& way, size_t end) {
  return QRectF(way[end - 1], way[end]).normalized();
}

/// The least distance of pieces of two ways that run side by side; large where none do.
double leastGap(const Points& a, const Points& b) {
  double least = 1e6;
  for (size_t i = 1; i < a.size(); ++i) {
    for (size_t k = 1; k < b.size(); ++k) {
      const QRectF p = pieceOf(a, i);
      const QRectF q = pieceOf(b, k);
      const bool across =
          p.height() == 0 && q.height() == 0 && p.left() < q.right() && q.left() < p.right();
      const bool down =
          p.width() == 0 && q.width() == 0 && p.top() < q.bottom() && q.top() < p.bottom();
      if (across) least = std::min(least, std::abs(p.top() - q.top()));
      if (down) least = std::min(least, std::abs(p.left() - q.left()));
    }
  }
  return least;
}

/// The least distance at which a way runs along a side of a box, but for its first and last piece.
double gapAlong(const Points& way, const QRectF& box) {
  double least = 1e6;
  for (size_t i = 2; i + 1 < way.size(); ++i) {
    const QRectF piece = pieceOf(way, i);
    const bool across =
        piece.height() == 0 && piece.left() < box.right() && box.left() < piece.right();
    const bool down =
        piece.width() == 0 && piece.top() < box.bottom() && box.top() < piece.bottom();
    for (const double side : {box.top(), box.bottom()}) {
      if (across) least = std::min(least, std::abs(piece.top() - side));
    }
    for (const double side : {box.left(), box.right()}) {
      if (down) least = std::min(least, std::abs(piece.left() - side));
    }
  }
  return least;
}

/// Blocks of 60 x 40 with two inputs and two outputs each, their names, and the wires between them.
class Sheet {
 public:
  void put(int block, const QPointF& corner) {
    const QRectF box(corner, QSizeF(60, 40));
    boxes_[block] = box;
    layout_.setObstacle(Obstacle::kBlock, block, box);
    layout_.setObstacle(Obstacle::kText, block, nameOf(box));
    for (const auto& [id, wire] : wires_) {
      if (wire.from / 2 == block || wire.to / 2 == block) tell(id);
    }
  }
  void take(int block) {
    std::vector<int> gone;
    for (const auto& [id, wire] : wires_) {
      if (wire.from / 2 == block || wire.to / 2 == block) gone.push_back(id);
    }
    for (int id : gone) disconnect(id);
    boxes_.erase(block);
    layout_.removeObstacle(Obstacle::kBlock, block);
    layout_.removeObstacle(Obstacle::kText, block);
  }
  /// Ports have the number 2 * block + 0 or 1; a wire has the number of its input.
  void connect(int from, int to) {
    wires_[to] = {from, to};
    tell(to);
  }
  void disconnect(int to) {
    if (wires_.erase(to) > 0) layout_.removeWire(to);
  }
  void frame(const QRectF& box) {
    frame_ = box;
    layout_.setObstacle(Obstacle::kFrame, 0, box);
  }

  bool has(int block) const { return boxes_.contains(block); }
  const QRectF& box(int block) const { return boxes_.at(block); }
  WireLayout& layout() { return layout_; }
  const Points& way(int to) const { return layout_.way(to); }

  static QRectF nameOf(const QRectF& box) { return {box.left() + 10, box.bottom() + 4, 40, 14}; }

  /// The first wire whose way is another one than on a sheet made anew in another order; -1: none.
  int firstDifference() {
    layout_.update();
    Sheet fresh;
    for (auto wire = wires_.rbegin(); wire != wires_.rend(); ++wire) {
      for (int port : {wire->second.to, wire->second.from}) {
        if (!fresh.has(port / 2)) fresh.put(port / 2, boxes_.at(port / 2).topLeft());
      }
      fresh.connect(wire->second.from, wire->second.to);
    }
    for (const auto& [block, box] : boxes_) {
      if (!fresh.has(block)) fresh.put(block, box.topLeft());
    }
    if (!frame_.isNull()) fresh.frame(frame_);
    fresh.layout_.update();
    for (const auto& [id, wire] : wires_) {
      if (way(id) != fresh.way(id)) return id;
    }
    return -1;
  }

 private:
  struct Ends {
    int from;
    int to;
  };

  void tell(int id) {
    const Ends& wire = wires_.at(id);
    const auto end = [this](int port, bool isInput) -> WireEnd {
      const QRectF& box = boxes_.at(port / 2);
      return {{isInput ? box.left() : box.right(), box.top() + 10 + 20 * (port % 2)},
              {isInput ? -1.0 : 1.0, 0}};
    };
    WireCourse course;
    course.from = end(wire.from, false);
    course.to = end(wire.to, true);
    course.net = wire.from;
    course.fromBlock = wire.from / 2;
    course.toBlock = wire.to / 2;
    course.key = QString::number(id);
    layout_.setWire(id, course);
  }

  std::map<int, QRectF> boxes_;
  std::map<int, Ends> wires_;
  QRectF frame_;
  WireLayout layout_;
};

/// A line of `count` blocks that are wired one to the next.
void putLine(Sheet* sheet, int first, int count, double y) {
  for (int i = 0; i < count; ++i) {
    sheet->put(first + i, QPointF(140 * i, y));
    if (i > 0) sheet->connect(2 * (first + i - 1), 2 * (first + i));
  }
}

}  // namespace

class TestCanvasRouting : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void straightWhereNothingIsInTheWay() {
    RoutingMap map;
    map.setBlock(0, {0, 0, 60, 40});
    map.setBlock(1, {160, 0, 60, 40});
    QCOMPARE(route(kOut, inputAt(160, 20), map, 0), (Points{{60, 20}, {160, 20}}));
  }

  void stepsInTheMiddle() {
    RoutingMap map;
    map.setBlock(0, {0, 0, 60, 40});
    map.setBlock(1, {160, 60, 60, 40});
    QCOMPARE(route(kOut, inputAt(160, 80), map, 0),
             (Points{{60, 20}, {110, 20}, {110, 80}, {160, 80}}));
  }

  void goesAroundABlockBetween() {
    RoutingMap map;
    const QRectF between(110, -10, 60, 60);
    map.setBlock(0, {0, 0, 60, 40});
    map.setBlock(1, between);
    map.setBlock(2, {240, 0, 60, 40});
    const Points way = route(kOut, inputAt(240, 20), map, 0);
    QVERIFY(isOrthogonal(way));
    QVERIFY(!crosses(way, between));
    QCOMPARE(way.front(), kOut.position);
    QCOMPARE(way.back(), QPointF(240, 20));
  }

  void comesBackAroundItsOwnBlocks() {
    RoutingMap map;
    map.setBlock(0, {0, 0, 60, 40});
    const Points way = route(kOut, inputAt(0, 20), map, 0);
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
    const Points first = route(kOut, inputAt(160, 140), map, 0);
    map.setWire(10, 0, first);
    const Points second = route({{60, 80}, {1, 0}}, inputAt(160, 160), map, 1);
    QVERIFY(leastGap(first, second) >= 10);
    // Wires of one output may share their way.
    const Points branch = route(kOut, inputAt(160, 160), map, 0);
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
        const Points way = route({{a.right(), a.center().y()}, {1, 0}},
                                 inputAt(b.left(), b.center().y()), map, 100 + wire);
        map.setWire(100 + wire, 100 + wire, way);
        QVERIFY(isOrthogonal(way));
        for (const QRectF& box : boxes) QVERIFY(!crosses(way, box));
      }
    }
  }

  // ---- a function of what is there --------------------------------------------------------------

  void waysDoNotDependOnTheOrderOfEdits() {
    Numbers numbers;
    for (int round = 0; round < RandomCount(160); ++round) {
      Sheet sheet;
      for (int block = 0; block < 14; ++block) {
        sheet.put(block, QPointF(block % 5 * 120, block / 5 * 110));
      }
      for (int edit = 0; edit < 40; ++edit) {
        const int block = numbers.below(14);
        switch (numbers.below(8)) {
          case 0:
          case 1:
          case 2:
            sheet.put(block, QPointF(numbers.below(60) * 10, numbers.below(40) * 10));
            break;
          case 3:
            if (sheet.has(block)) sheet.take(block);
            break;
          case 4:
            sheet.disconnect(numbers.below(28));
            break;
          case 5:
            sheet.frame({numbers.below(30) * 10.0, numbers.below(20) * 10.0, 300, 200});
            break;
          default: {
            const int from = numbers.below(28);
            const int to = numbers.below(28);
            if (sheet.has(from / 2) && sheet.has(to / 2)) sheet.connect(from, to);
          }
        }
        if (numbers.below(4) == 0) sheet.layout().update();
      }
      const int different = sheet.firstDifference();
      QVERIFY2(different < 0,
               qPrintable(QStringLiteral("round %1, wire %2").arg(round).arg(different)));
    }
  }

  void aMoveLaysOnlyWhatItMayTouch() {
    Sheet sheet;
    constexpr int kRows = 20;
    constexpr int kColumns = 20;
    for (int row = 0; row < kRows; ++row) putLine(&sheet, row * kColumns, kColumns, row * 120);
    for (int row = 0; row < kRows; ++row) {
      sheet.connect(2 * (row * kColumns + kColumns - 1), 2 * row * kColumns);
    }
    sheet.layout().update();
    const long before = sheet.layout().laidCount();
    QCOMPARE(before, static_cast<long>(kRows * kColumns));
    const int moved = 10 * kColumns + 10;
    sheet.put(moved, sheet.box(moved).topLeft() + QPointF(20, 10));
    sheet.layout().update();
    QVERIFY2(sheet.layout().laidCount() - before <= 10,
             qPrintable(QString::number(sheet.layout().laidCount() - before)));
    QCOMPARE(sheet.firstDifference(), -1);
    // What is told again as it is changes nothing.
    const long told = sheet.layout().laidCount();
    sheet.put(moved, sheet.box(moved).topLeft());
    QVERIFY(sheet.layout().update().empty());
    QCOMPARE(sheet.layout().laidCount(), told);
  }

  /// A long feedback that others cross lies in the first channel that is free: what moves farther
  /// below or above has no bearing on it.
  void aMoveBesideALongWireLeavesIt() {
    Sheet sheet;
    constexpr int kCount = 40;
    putLine(&sheet, 0, kCount, 1000);
    sheet.connect(2 * (kCount - 1), 0);
    for (int i = 0; i < 5; ++i) {
      const int below = kCount + i;
      sheet.put(below, QPointF(700 * (i + 1), 1200));
      sheet.connect(2 * below, 2 * (5 * (i + 1) + 1) + 1);
    }
    const std::vector<int> loose{100, 101};
    sheet.put(loose[0], QPointF(3000, 1350));
    sheet.put(loose[1], QPointF(3000, 750));
    sheet.layout().update();
    const long before = sheet.layout().laidCount();
    for (int block : loose) sheet.put(block, sheet.box(block).topLeft() + QPointF(10, 10));
    QVERIFY(sheet.layout().update().empty());
    QCOMPARE(sheet.layout().laidCount(), before);
    QCOMPARE(sheet.firstDifference(), -1);
  }

  /// Feedback of each row, longer than a screen, in the only channel between the rows.
  static void putLongRows(Sheet* sheet, int rows) {
    constexpr int kColumns = 26;
    for (int row = 0; row < rows; ++row) {
      putLine(sheet, row * kColumns, kColumns, row * 80);
      sheet->connect(2 * (row * kColumns + kColumns - 1), 2 * row * kColumns);
    }
    sheet->layout().update();
  }

  void aLongWireThatIsDrivenOutDrivesOutFew() {
    Sheet sheet;
    putLongRows(&sheet, 40);
    const int moved = 5 * 26 + 12;
    sheet.put(moved, sheet.box(moved).topLeft() + QPointF(0, 30));
    const size_t changed = sheet.layout().update().size();
    QVERIFY2(changed >= 3 && changed <= 14, qPrintable(QString::number(changed)));
    QCOMPARE(sheet.firstDifference(), -1);
  }

  /// Where long wires cross, neither has a bearing on the other.
  void whatCrossesALongWireLeavesIt() {
    Sheet sheet;
    constexpr int kRows = 30;
    constexpr int kTop = kRows * 26;
    putLongRows(&sheet, kRows);
    const auto put = [&](double x) {
      sheet.put(kTop, QPointF(x, -300));
      sheet.put(kTop + 1, QPointF(x + 400, kRows * 80 + 200));
    };
    put(600);
    sheet.connect(2 * kTop, 2 * kTop + 2);
    sheet.layout().update();
    const auto crossing = [&] {
      const Points& way = sheet.way(2 * kTop + 2);
      return std::any_of(way.begin(), way.end(), [](const QPointF& p) { return p.y() < 0; }) &&
             std::any_of(way.begin(), way.end(), [](const QPointF& p) { return p.y() > 2400; });
    };
    QVERIFY(crossing());
    const Points before = sheet.way(2 * kTop + 2);
    const long laid = sheet.layout().laidCount();
    put(740);
    sheet.layout().update();
    QVERIFY(crossing() && sheet.way(2 * kTop + 2) != before);
    QVERIFY2(sheet.layout().laidCount() - laid <= 5,
             qPrintable(QString::number(sheet.layout().laidCount() - laid)));
    QCOMPARE(sheet.firstDifference(), -1);
  }

  /// Wires that lead anywhere on a large sheet: few areas are looked at for each, and their ways
  /// are a function of the sheet, too.
  void farWiresTakeAFixedEffort() {
    Numbers numbers;
    constexpr int kSide = 24;
    constexpr int kBlocks = kSide * kSide;
    for (int round = 0; round < RandomCount(12); ++round) {
      Sheet sheet;
      for (int i = 0; i < kBlocks; ++i) {
        sheet.put(i, QPointF(i % kSide * 200 + numbers.below(4) * 10,
                             i / kSide * 130 + numbers.below(3) * 10));
      }
      for (int i = 0; i < 160; ++i) {
        sheet.connect(2 * numbers.below(kBlocks), 2 * numbers.below(kBlocks) + numbers.below(2));
      }
      sheet.layout().update();
      for (int i = 0; i < 12; ++i) {
        const int block = numbers.below(kBlocks);
        const QPointF step((numbers.below(21) - 10) * 10, (numbers.below(21) - 10) * 10);
        sheet.put(block, sheet.box(block).topLeft() + step);
        sheet.layout().update();
      }
      const int most = sheet.layout().mostLooks();
      QVERIFY2(most < 490, qPrintable(QString::number(most)));
      QCOMPARE(sheet.firstDifference(), -1);
    }
  }

  // ---- as a control engineer draws --------------------------------------------------------------

  void feedbackReturnsBelowAndOffEdges() {
    Sheet sheet;
    putLine(&sheet, 0, 4, 100);
    sheet.connect(4, 1);  // from the third block to the lower input of the first
    sheet.layout().update();
    const Points& way = sheet.way(1);
    QCOMPARE(way.size(), std::size_t{6});
    double lowest = 0;
    for (const QPointF& point : way) {
      QVERIFY(point.y() >= 110);
      lowest = std::max(lowest, point.y());
    }
    for (int block = 0; block < 4; ++block) {
      QVERIFY(gapAlong(way, sheet.box(block)) >= 20);
      QVERIFY(gapAlong(way, Sheet::nameOf(sheet.box(block))) >= 20);
    }
    QVERIFY(lowest < 200);  // and no further below than that
    // It leaves the wire to the fourth block in the middle.
    QCOMPARE(way[1], QPointF(380, 110));
  }

  void loopsLieInsideEachOther() {
    Sheet sheet;
    putLine(&sheet, 0, 5, 100);
    sheet.connect(6, 1);
    sheet.connect(4, 3);
    sheet.layout().update();
    QVERIFY(leastGap(sheet.way(1), sheet.way(3)) >= 20);
    const auto lowest = [&](int wire) {
      double y = 0;
      for (const QPointF& point : sheet.way(wire)) y = std::max(y, point.y());
      return y;
    };
    QVERIFY(lowest(1) > lowest(3));
  }

  void aBranchToAFarInputLeavesLate() {
    Sheet sheet;
    putLine(&sheet, 0, 3, 100);
    sheet.put(3, {280, 260});
    sheet.connect(0, 6);  // past the second block to one below the third
    sheet.layout().update();
    // 20 px before the second block, which the trunk leads to.
    QCOMPARE(sheet.way(6)[1], QPointF(120, 110));
    // Another one goes along with it as far as it can.
    sheet.put(4, {420, 260});
    sheet.connect(0, 8);
    sheet.layout().update();
    const Points& near = sheet.way(6);
    const Points& far = sheet.way(8);
    QCOMPARE(far[0], near[0]);
    QCOMPARE(far[1], near[1]);
    QCOMPARE(far[2].x(), near[2].x());
    QVERIFY(far[2].y() > 140);
  }

  void parallelRunsKeepTwentyWhereThereIsRoom() {
    for (const double distance : {200.0, 100.0}) {
      Sheet sheet;
      for (int i = 0; i < 3; ++i) sheet.put(i, QPointF(0, 70 * i));
      for (int i = 0; i < 3; ++i) sheet.put(3 + i, QPointF(60 + distance, 300 + 70 * i));
      for (int i = 0; i < 3; ++i) sheet.connect(2 * i, 2 * (3 + i));
      sheet.layout().update();
      const double least = distance == 200 ? 20 : 10;
      for (const auto& [a, b] : {std::pair(6, 8), std::pair(6, 10), std::pair(8, 10)}) {
        QVERIFY(leastGap(sheet.way(a), sheet.way(b)) >= least);
      }
      for (int wire : {6, 8, 10}) QCOMPARE(sheet.way(wire).size(), std::size_t{4});
    }
  }

  void wiresKeepOffBordersOfFrames() {
    Sheet sheet;
    sheet.put(0, {0, 0});
    sheet.put(1, {200, 120});
    sheet.connect(0, 2);
    sheet.layout().update();
    const Points before = sheet.way(2);
    const double step = before[1].x();
    // Its border would lie on the step.
    sheet.frame({step + 5, -100, 400, 400});
    sheet.layout().update();
    QVERIFY(std::abs(sheet.way(2)[1].x() - (step + 5)) >= 20);
    QCOMPARE(sheet.firstDifference(), -1);
  }
};

LOOPWRIGHT_TEST(TestCanvasRouting)

}  // namespace loopwright::test_canvas_routing

#include "test_canvas_routing.moc"
