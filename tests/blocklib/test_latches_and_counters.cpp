#include <QObject>
#include <QTest>

#include "tests/blocklib/diagram_run.h"
#include "tests/test_main.h"

namespace loopwright::test_latches_and_counters {

namespace {

using Values = std::vector<double>;

constexpr double kPi = 3.14159265358979323846;

/// A source given as formulas of t.
std::string Formula(const std::string& name, const std::string& text) {
  return "'" + name + "': {'type': 'Expression', 'parameters': {'expression': '" + text +
         "', 'inputs': 0}}, ";
}

std::string Tested(const std::string& type, const std::string& parameters) {
  return "'b': {'type': '" + type + "', 'parameters': {" + parameters + "}}";
}

/// The instants at which element `element` of the output changes, and what it becomes there.
struct Changes {
  std::vector<double> times;
  Values values;
};

Changes ChangesOf(const RunResult& result, size_t element = 0) {
  Changes changes;
  for (size_t i = 1; i < result.rows.size(); ++i) {
    const double now = result.rows[i].values.at(element);
    if (result.rows[i].side != '+' || now == result.rows[i - 1].values.at(element)) continue;
    changes.times.push_back(result.rows[i].time);
    changes.values.push_back(now);
  }
  return changes;
}

bool AreNear(const std::vector<double>& a, const std::vector<double>& b, double tolerance = 1e-9) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (std::abs(a[i] - b[i]) > tolerance) return false;
  }
  return true;
}

/// A Latch with these inputs, formulas of t.
RunResult RunLatch(const std::string& set, const std::string& reset, const std::string& parameters,
                   double stop) {
  return RunDiagram(
      DiagramText(Formula("s", set) + Formula("r", reset) + Tested("Latch", parameters),
                  "s.y>b.set r.y>b.reset"),
      {"b.y"}, stop);
}

}  // namespace

/// Latch, EdgeDetector and TriggeredCounter: what they remember of crossings, and when.
class TestLatchesAndCounters : public QObject {
  Q_OBJECT

 private slots:
  void latchRemembersWhichWasTrueLast() {
    // set is true on (0.3, 0.6) and (2.3, 2.6), reset on (1.3, 1.6) and (3.3, 3.6).
    const std::string set = "0.15 - abs(mod(t, 2) - 0.45)";
    const std::string reset = "0.15 - abs(mod(t - 1, 2) - 0.45)";
    const RunResult result = RunLatch(set, reset, "", 4);
    QCOMPARE(result.rows.front().values, (Values{0}));
    const Changes changes = ChangesOf(result);
    QVERIFY(AreNear(changes.times, {0.3, 1.3, 2.3, 3.3}));
    QCOMPARE(changes.values, (Values{1, 0, 1, 0}));
  }

  void theOneWithPriorityWinsWhileBothAreTrue() {
    // set is true on (1, 4), reset on (2, 3).
    const std::string set = "1.5 - abs(t - 2.5)";
    const std::string reset = "0.5 - abs(t - 2.5)";
    const Changes off = ChangesOf(RunLatch(set, reset, "", 5));
    QVERIFY(AreNear(off.times, {1, 2, 3}));
    QCOMPARE(off.values, (Values{1, 0, 1}));
    const Changes on = ChangesOf(RunLatch(set, reset, "'priority': 'set'", 5));
    QVERIFY(AreNear(on.times, {1}));
    // The other way round: set within reset.
    const Changes within = ChangesOf(RunLatch(reset, set, "'priority': 'set'", 5));
    QVERIFY(AreNear(within.times, {2, 3}));
    QCOMPARE(within.values, (Values{1, 0}));
    QVERIFY(ChangesOf(RunLatch(reset, set, "", 5)).times.empty());
  }

  void latchStartsWithWhatIsTrueThen() {
    QCOMPARE(RunLatch("1", "0", "", 1).rows.front().values, (Values{1}));
    QCOMPARE(RunLatch("0", "1", "'initially_on': true", 1).rows.front().values, (Values{0}));
    QCOMPARE(RunLatch("1", "1", "", 1).rows.front().values, (Values{0}));
    QCOMPARE(RunLatch("1", "1", "'priority': 'set'", 1).rows.front().values, (Values{1}));
    QCOMPARE(RunLatch("0", "0", "'initially_on': true", 1).rows.back().values, (Values{1}));
    QCOMPARE(RunLatch("-1", "0", "", 1).rows.back().values, (Values{0}));
  }

  void latchStartsAfterWhatFeedsIt() {
    // The relay is on at the start, as its input is above its threshold; so is the latch behind it.
    const RunResult result = RunDiagram(
        DiagramText("'c': {'type': 'Constant', 'parameters': {'value': 2}}, " +
                        Tested("Latch", "") +
                        ", 'relay': {'type': 'Relay'}, 'zero': {'type': 'Constant', 'parameters': "
                        "{'value': 0}}",
                    "c.y>relay.u relay.y>b.set zero.y>b.reset"),
        {"b.y"}, 1);
    QCOMPARE(result.rows.front().values, (Values{1}));
  }

  void latchSeesStepsBetweenZeroAndOne() {
    const RunResult result = RunDiagram(
        DiagramText(
            "'s': {'type': 'Pulse', 'parameters': {'period': 4, 'duty': 0.25, 'delay': 1}}, "
            "'r': {'type': 'Pulse', 'parameters': {'period': 4, 'duty': 0.25, 'delay': "
            "3}}, " +
                Tested("Latch", ""),
            "s.y>b.set r.y>b.reset"),
        {"b.y"}, 6);
    const Changes changes = ChangesOf(result);
    QCOMPARE(changes.times, (Values{1, 3, 5}));
    QCOMPARE(changes.values, (Values{1, 0, 1}));
  }

  void latchIsElementwiseAndOneResetIsThatOfAll() {
    const RunResult result = RunLatch("t - 1; t - 2", "t - 3", "", 4);
    QVERIFY(AreNear(ChangesOf(result, 0).times, {1, 3}));
    QVERIFY(AreNear(ChangesOf(result, 1).times, {2, 3}));
  }

  void edgeDetectorMakesAPulseAtEachCrossing_data() {
    QTest::addColumn<QString>("edge");
    QTest::addColumn<QList<double>>("times");
    // sin t crosses at k pi; it does not cross by leaving zero at the start.
    QTest::newRow("rising") << "rising" << QList<double>{2 * kPi, 2 * kPi + 0.5};
    QTest::newRow("falling") << "falling" << QList<double>{kPi, kPi + 0.5, 3 * kPi, 3 * kPi + 0.5};
    QTest::newRow("either") << "either" << QList<double>{kPi,           kPi + 0.5, 2 * kPi,
                                                         2 * kPi + 0.5, 3 * kPi,   3 * kPi + 0.5};
  }
  void edgeDetectorMakesAPulseAtEachCrossing() {
    QFETCH(QString, edge);
    QFETCH(QList<double>, times);
    const RunResult result = RunDiagram(
        DiagramText(
            "'s': {'type': 'Sine'}, " +
                Tested("EdgeDetector", "'duration': 0.5, 'edge': '" + edge.toStdString() + "'"),
            "s.y>b.u"),
        {"b.y"}, 10);
    const Changes changes = ChangesOf(result);
    QVERIFY(AreNear(changes.times, {times.begin(), times.end()}));
    for (size_t i = 0; i < changes.values.size(); ++i) QCOMPARE(changes.values[i], 1.0 - i % 2);
  }

  void aFurtherCrossingBeginsThePulseAnew() {
    // Rises at 1, 2, 3 and, after the fourth is left out, at 5; pulses of 1.5 s.
    const RunResult result = RunDiagram(
        DiagramText("'t': {'type': 'SignalTable', 'parameters': {'interpolation': 'hold', 'times': "
                    "[0, 1, 1.5, 2, 2.5, 3, 3.5, 5], 'values': [0, 1, 0, 1, 0, 1, 0, 1]}}, " +
                        Tested("EdgeDetector", "'duration': 1.5"),
                    "t.y>b.u"),
        {"b.y"}, 8);
    const Changes changes = ChangesOf(result);
    QCOMPARE(changes.times, (Values{1, 4.5, 5, 6.5}));
    QCOMPARE(changes.values, (Values{1, 0, 1, 0}));
  }

  void aCrossingAtTheVeryEndGoesOnWithThePulse() {
    const RunResult result = RunDiagram(
        DiagramText("'t': {'type': 'SignalTable', 'parameters': {'interpolation': 'hold', 'times': "
                    "[0, 1, 1.5, 2], 'values': [0, 1, 0, 1]}}, " +
                        Tested("EdgeDetector", "'duration': 1"),
                    "t.y>b.u"),
        {"b.y"}, 4);
    QCOMPARE(result.rows.back().values, (Values{0}));
    // What is shown goes to 0 at no other instant for longer than that instant.
    for (size_t i = 0; i < result.rows.size(); ++i) {
      const Row& row = result.rows[i];
      if (row.time > 1 && row.time < 3 && row.time != 2) QCOMPARE(row.values[0], 1.0);
    }
    QCOMPARE(ChangesOf(result).times.back(), 3.0);
  }

  void pulsesOfElementsEndOnTheirOwn() {
    const RunResult result = RunDiagram(
        DiagramText(Formula("s", "t - 1; t - 1.2; 1") + Tested("EdgeDetector", "'duration': 0.5"),
                    "s.y>b.u"),
        {"b.y"}, 3);
    QVERIFY(AreNear(ChangesOf(result, 0).times, {1, 1.5}));
    QVERIFY(AreNear(ChangesOf(result, 1).times, {1.2, 1.7}));
    QVERIFY(ChangesOf(result, 2).times.empty());
  }

  void counterCountsItsEdges_data() {
    QTest::addColumn<QString>("edge");
    QTest::addColumn<double>("count");
    QTest::newRow("rising") << "rising" << 1.0;
    QTest::newRow("falling") << "falling" << 2.0;
    QTest::newRow("either") << "either" << 3.0;
  }
  void counterCountsItsEdges() {
    QFETCH(QString, edge);
    QFETCH(double, count);
    const RunResult result = RunDiagram(
        DiagramText(
            "'s': {'type': 'Sine'}, " +
                Tested("TriggeredCounter", "'increment': 2.5, 'initial_value': 10, 'edge': '" +
                                               edge.toStdString() + "'"),
            "s.y>b.trigger"),
        {"b.y"}, 10);
    QCOMPARE(result.rows.front().values, (Values{10}));
    QCOMPARE(result.rows.back().values, (Values{10 + 2.5 * count}));
  }

  void counterSeesStepsBetweenZeroAndOne() {
    const auto count = [](const std::string& edge) {
      return RunDiagram(DiagramText("'p': {'type': 'Pulse', 'parameters': {'delay': 0.5}}, " +
                                        Tested("TriggeredCounter", "'edge': '" + edge + "'"),
                                    "p.y>b.trigger"),
                        {"b.y"}, 4.75)
          .rows.back()
          .values[0];
    };
    QCOMPARE(count("rising"), 5.0);
    QCOMPARE(count("falling"), 4.0);
    QCOMPARE(count("either"), 9.0);
  }

  void aRisingResetWinsOverACountAtTheSameInstant() {
    // Both rise at 3, and the reset falls at 4, which is nothing to it.
    const RunResult result = RunDiagram(
        DiagramText("'p': {'type': 'Pulse', 'parameters': {'delay': 1}}, 'r': {'type': 'Pulse', "
                    "'parameters': {'period': 100, 'duty': 0.01, 'delay': 3}}, " +
                        Tested("TriggeredCounter", "'initial_value': 7"),
                    "p.y>b.trigger r.y>b.reset"),
        {"b.y"}, 5.5);
    const Changes changes = ChangesOf(result);
    QCOMPARE(changes.times, (Values{1, 2, 3, 4, 5}));
    QCOMPARE(changes.values, (Values{8, 9, 7, 8, 9}));
  }

  void oneResetIsThatOfAllElements() {
    const RunResult result =
        RunDiagram(DiagramText(Formula("s", "sin(6*t); sin(3*t); 1") + Formula("r", "t - 4") +
                                   Tested("TriggeredCounter", ""),
                               "s.y>b.trigger r.y>b.reset"),
                   {"b.y"}, 6);
    // 6 t = 2 pi k: three before 4 and two after; 3 t = 2 pi k: one before (2.09), 4.19 after.
    QCOMPARE(result.at(3.9, '-', 0), 3.0);
    QCOMPARE(result.at(3.9, '-', 1), 1.0);
    QCOMPARE(result.rows.back().values, (Values{2, 1, 0}));
  }
};

LOOPWRIGHT_TEST(TestLatchesAndCounters)

}  // namespace loopwright::test_latches_and_counters

#include "test_latches_and_counters.moc"
