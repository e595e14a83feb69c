#include <QObject>
#include <QTest>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "engine/recording/recording.h"
#include "gui/curves/curve_geometry.h"
#include "tests/test_main.h"

namespace loopwright::test_curve_geometry {

namespace {

std::unique_ptr<Recording> OneSignal(bool discrete, double period) {
  return std::make_unique<Recording>(
      std::vector<RecordedSignal>{{"block.y", "", 1, 0, discrete, period}});
}

void Append(Recording* recording, double time, Side side, double value) {
  recording->Append(time, side, &value);
}

// A held signal of the given period that is n + 1 after its n-th update.
std::unique_ptr<Recording> Staircase(int updates, double period) {
  auto recording = OneSignal(true, period);
  for (int n = 0; n < updates; ++n) {
    Append(recording.get(), n * period, Side::kBefore, n);
    Append(recording.get(), n * period, Side::kAfter, n + 1);
  }
  Append(recording.get(), updates * period, Side::kBefore, updates);
  return recording;
}

CurveRequest RequestOf(const Recording& recording, double lower, double upper, int pixels) {
  const RecordedSignal& signal = recording.recorded_signals()[0];
  return {&recording, recording.size(), 0, signal.discrete, signal.period, lower, upper, pixels};
}

int PointCount(const CurveGeometry& geometry) {
  int count = 0;
  for (const QPolygonF& line : geometry.lines) count += int(line.size());
  return count;
}

}  // namespace

class TestCurveGeometry : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void drawsHeldSegmentsWithCirclesAtUpdates();
  void leavesCirclesAwayWhereTheyWouldTouch();
  void breaksAContinuousLineAtAJump();
  void breaksALineWhereAValueIsNotFinite();
  void holdsAValueWhoseUpdateWasNotRecorded();
  void joinsUpdatesAtOneInstant();
  void marksADueUpdateThatChangedNothing();
  void marksUpdatesThatAreDueBehindAnOffset();
  void readsBothValuesAtAnUpdateInstant();
  void needsFewPointsForManyRows();
  void findsTheRareJumpAmongManyRows();
};

void TestCurveGeometry::drawsHeldSegmentsWithCirclesAtUpdates() {
  const auto recording = Staircase(3, 0.02);
  const CurveGeometry geometry = computeCurve(RequestOf(*recording, 0, 0.06, 600));
  // The value before t = 0 is a line of one point.
  QCOMPARE(geometry.lines.size(), size_t{4});
  QCOMPARE(geometry.lines[1], QPolygonF({QPointF(0, 1), QPointF(0.02, 1)}));
  QCOMPARE(geometry.lines[3], QPolygonF({QPointF(0.04, 3), QPointF(0.06, 3)}));
  QCOMPARE(geometry.circles.size(), size_t{3});
  QCOMPARE(geometry.circles[1].time, 0.02);
  QCOMPARE(geometry.circles[1].before, 1.0);
  QCOMPARE(geometry.circles[1].after, 2.0);
  QCOMPARE(geometry.jumps.size(), size_t{3});
}

void TestCurveGeometry::leavesCirclesAwayWhereTheyWouldTouch() {
  const auto recording = Staircase(100, 0.01);
  // 8 pixels from update to update, then 7.
  QCOMPARE(computeCurve(RequestOf(*recording, 0, 1, 801)).circles.size(), size_t{100});
  QCOMPARE(computeCurve(RequestOf(*recording, 0, 1, 700)).circles.size(), size_t{0});
  QCOMPARE(updatesIn(RequestOf(*recording, 0, 1, 700)).size(), size_t{100});
}

void TestCurveGeometry::breaksAContinuousLineAtAJump() {
  auto recording = OneSignal(false, 0);
  Append(recording.get(), 0, Side::kBefore, 1);
  Append(recording.get(), 1, Side::kBefore, -2);
  Append(recording.get(), 1, Side::kAfter, 1.6);
  Append(recording.get(), 2, Side::kBefore, 0);
  const CurveGeometry geometry = computeCurve(RequestOf(*recording, 0, 2, 400));
  QCOMPARE(geometry.lines.size(), size_t{2});
  QCOMPARE(geometry.lines[0], QPolygonF({QPointF(0, 1), QPointF(1, -2)}));
  QCOMPARE(geometry.lines[1], QPolygonF({QPointF(1, 1.6), QPointF(2, 0)}));
  QCOMPARE(geometry.circles.size(), size_t{1});
}

void TestCurveGeometry::breaksALineWhereAValueIsNotFinite() {
  auto recording = OneSignal(false, 0);
  Append(recording.get(), 0, Side::kBefore, 1);
  Append(recording.get(), 1, Side::kBefore, 2);
  Append(recording.get(), 2, Side::kBefore, std::numeric_limits<double>::infinity());
  Append(recording.get(), 3, Side::kBefore, std::nan(""));
  Append(recording.get(), 4, Side::kBefore, 3);
  Append(recording.get(), 5, Side::kBefore, 4);
  const CurveGeometry geometry = computeCurve(RequestOf(*recording, 0, 5, 500));
  QCOMPARE(geometry.lines.size(), size_t{2});
  QCOMPARE(geometry.lines[1], QPolygonF({QPointF(4, 3), QPointF(5, 4)}));
}

void TestCurveGeometry::holdsAValueWhoseUpdateWasNotRecorded() {
  auto recording = OneSignal(true, 0);
  Append(recording.get(), 0, Side::kBefore, 1);
  Append(recording.get(), 1, Side::kBefore, 2);
  Append(recording.get(), 2, Side::kBefore, 2);
  const CurveGeometry geometry = computeCurve(RequestOf(*recording, 0, 2, 200));
  QCOMPARE(geometry.lines.size(), size_t{2});
  QCOMPARE(geometry.lines[0], QPolygonF({QPointF(0, 1), QPointF(1, 1)}));
  QCOMPARE(geometry.lines[1], QPolygonF({QPointF(1, 2), QPointF(2, 2)}));
  QVERIFY(geometry.circles.empty());
}

void TestCurveGeometry::joinsUpdatesAtOneInstant() {
  auto recording = OneSignal(true, 0);
  Append(recording.get(), 0, Side::kBefore, 0);
  Append(recording.get(), 1, Side::kBefore, 0);
  Append(recording.get(), 1, Side::kAfter, 5);
  Append(recording.get(), 1, Side::kBefore, 5);
  Append(recording.get(), 1, Side::kAfter, 3);
  Append(recording.get(), 2, Side::kBefore, 3);
  const auto updates = updatesIn(RequestOf(*recording, 0, 2, 200));
  QCOMPARE(updates.size(), size_t{1});
  QCOMPARE(updates[0].before, 0.0);
  QCOMPARE(updates[0].after, 3.0);
}

void TestCurveGeometry::marksADueUpdateThatChangedNothing() {
  auto recording = OneSignal(true, 0.5);
  // Updates of another block, at 0.3, are none of this signal's.
  for (const double time : {0.0, 0.3, 0.5}) {
    Append(recording.get(), time, Side::kBefore, 7);
    Append(recording.get(), time, Side::kAfter, 7);
  }
  Append(recording.get(), 0.6, Side::kBefore, 7);
  const auto updates = updatesIn(RequestOf(*recording, 0, 0.6, 600));
  QCOMPARE(updates.size(), size_t{2});
  QCOMPARE(updates[1].time, 0.5);
}

// Every 0.5 s from 0.2 s on; at 0.5 s another block is updated.
void TestCurveGeometry::marksUpdatesThatAreDueBehindAnOffset() {
  auto recording = OneSignal(true, 0.5);
  for (const double time : {0.2, 0.5, 0.7}) {
    Append(recording.get(), time, Side::kBefore, 7);
    Append(recording.get(), time, Side::kAfter, 7);
  }
  Append(recording.get(), 0.8, Side::kBefore, 7);
  CurveRequest request = RequestOf(*recording, 0, 0.8, 800);
  request.offset = 0.2;
  const auto updates = updatesIn(request);
  QCOMPARE(updates.size(), size_t{2});
  QCOMPARE(updates[0].time, 0.2);
  QCOMPARE(updates[1].time, 0.7);
}

void TestCurveGeometry::readsBothValuesAtAnUpdateInstant() {
  const auto held = Staircase(3, 0.02);
  const CurveRequest request = RequestOf(*held, 0, 0.06, 600);
  const auto at_update = valueAt(request, 0.02);
  QVERIFY(at_update);
  QCOMPARE(at_update->before, 1.0);
  QCOMPARE(at_update->after, 2.0);
  const auto between = valueAt(request, 0.03);
  QVERIFY(between);
  QCOMPARE(between->before, 2.0);
  QCOMPARE(between->after, 2.0);
  QVERIFY(!valueAt(request, -1));
  QVERIFY(!valueAt(request, 1));

  auto smooth = OneSignal(false, 0);
  Append(smooth.get(), 0, Side::kBefore, 0);
  Append(smooth.get(), 2, Side::kBefore, 8);
  QCOMPARE(valueAt(RequestOf(*smooth, 0, 2, 100), 0.5)->after, 2.0);
}

void TestCurveGeometry::needsFewPointsForManyRows() {
  auto recording = OneSignal(false, 0);
  const int rows = 1'000'000;
  for (int i = 0; i < rows; ++i) {
    Append(recording.get(), i * 1e-6, Side::kBefore, i == 123'456 ? 9 : std::sin(1e-3 * i));
  }
  const CurveGeometry geometry = computeCurve(RequestOf(*recording, 0, 1, 800));
  QCOMPARE(geometry.lines.size(), size_t{1});
  QVERIFY(PointCount(geometry) <= 4 * 802);
  // The one high sample is seen.
  QCOMPARE(geometry.lines[0].boundingRect().bottom(), 9.0);
  // Close by, every row is drawn, and one more on each side.
  QCOMPARE(PointCount(computeCurve(RequestOf(*recording, 0.5, 0.5001, 800))), 103);
}

void TestCurveGeometry::findsTheRareJumpAmongManyRows() {
  auto recording = OneSignal(true, 0);
  const int rows = 1'000'000;
  double value = 0;
  for (int i = 0; i < rows; ++i) {
    Append(recording.get(), i * 1e-6, Side::kBefore, value);
    if (i % 100'000 == 50'000) Append(recording.get(), i * 1e-6, Side::kAfter, ++value);
  }
  const CurveGeometry geometry = computeCurve(RequestOf(*recording, 0, 1, 800));
  QCOMPARE(geometry.circles.size(), size_t{10});
  QCOMPARE(geometry.circles[3].time, 0.35);
  QCOMPARE(geometry.circles[3].before, 3.0);
  QCOMPARE(geometry.circles[3].after, 4.0);
  QCOMPARE(geometry.lines.size(), size_t{11});
}

LOOPWRIGHT_TEST(TestCurveGeometry)

}  // namespace loopwright::test_curve_geometry

#include "test_curve_geometry.moc"
