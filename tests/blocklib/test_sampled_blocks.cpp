#include <QObject>
#include <QTest>

#include "tests/blocklib/diagram_run.h"
#include "tests/test_main.h"

namespace loopwright::test_sampled_blocks {

namespace {

using Values = std::vector<double>;

/// What element 0 of `b.y` shows just before and just after each update of a run.
struct Samples {
  Values before, after;
};

Samples Sample(const std::string& block, const std::string& source, double stop) {
  const RunResult result = RunDiagram(
      DiagramText("'c': {" + source + "}, 'b': {" + block + "}", "c.y>b.u"), {"b.y"}, stop);
  Samples samples;
  for (size_t i = 0; i < result.rows.size(); ++i) {
    if (result.rows[i].side != '+') continue;
    samples.before.push_back(result.rows[i - 1].values.at(0));
    samples.after.push_back(result.rows[i].values.at(0));
  }
  return samples;
}

const std::string kClock = "'type': 'Clock'";

/// A source given as formulas of t.
std::string Formula(const std::string& text) {
  return "'type': 'Expression', 'parameters': {'expression': '" + text + "', 'inputs': 0}";
}

}  // namespace

/// Delays, holds, sums and differences of samples, by what they show at both sides of updates.
class TestSampledBlocks : public QObject {
  Q_OBJECT

 private slots:
  void delayShowsTheInputOfSomeSamplesAgo() {
    // On (nh, (n + 1)h] y = u((n + 1 - N)h), N = 3.
    const Samples samples =
        Sample("'type': 'Delay', 'parameters': {'samples': 3, 'period': 1, 'initial_value': -7}",
               kClock, 5.5);
    QCOMPARE(samples.before, (Values{-7, -7, -7, 0, 1, 2}));
    QCOMPARE(samples.after, (Values{-7, -7, 0, 1, 2, 3}));
  }

  void delayByOneIsAUnitDelayAndByTwoShiftsOnce() {
    const Samples one =
        Sample("'type': 'Delay', 'parameters': {'period': 1, 'offset': 0.5}", kClock, 3);
    QCOMPARE(one.after, (Values{0.5, 1.5, 2.5}));
    const Samples two =
        Sample("'type': 'Delay', 'parameters': {'samples': 2, 'period': 1}", kClock, 3.5);
    QCOMPARE(two.after, (Values{0, 0, 1, 2}));
  }

  void delayOfAVectorDelaysEachElement() {
    const RunResult result = RunDiagram(
        DiagramText("'c': {" + Formula("t; 10*t") +
                        "}, 'b': {'type': 'Delay', 'parameters': {'samples': 3, 'period': 1, "
                        "'initial_value': [5, 6]}}",
                    "c.y>b.u"),
        {"b.y"}, 4.5);
    QCOMPARE(result.at(0, '+', 1), 6.0);
    QCOMPARE(result.rows.back().values, (Values{2, 20}));
  }

  void firstOrderHoldExtrapolatesTheLastTwoSamples() {
    // Of t^2 with h = 1: at first the initial value, then the first sample, then a line through the
    // last two: after n >= 1 updates at n, y(n + s) = n^2 + (2 n - 1) s.
    const RunResult result = RunDiagram(
        DiagramText("'c': {" + Formula("t^2") +
                        "}, 'b': {'type': 'FirstOrderHold', 'parameters': {'period': 1, 'offset': "
                        "1, 'initial_value': 5}}",
                    "c.y>b.u"),
        {"b.y"}, 4.25, [] {
          RunOptions options;
          options.log_interval = 0.25;
          return options;
        }());
    QCOMPARE(result.at(0.75, '-'), 5.0);
    QCOMPARE(result.at(1, '-'), 5.0);
    QCOMPARE(result.at(1, '+'), 1.0);
    QCOMPARE(result.at(1.75, '-'), 1.0);
    QCOMPARE(result.at(2, '+'), 4.0);
    QCOMPARE(result.at(2.5, '-'), 4 + 3 * 0.5);
    QCOMPARE(result.at(3, '-'), 7.0);
    QCOMPARE(result.at(3, '+'), 9.0);
    QCOMPARE(result.at(4.25, '-'), 16 + 7 * 0.25);
  }

  void discreteIntegratorFollowsItsRule_data() {
    QTest::addColumn<QString>("method");
    QTest::addColumn<QList<double>>("before");
    // u = 1, 3, 5, 7 (1 + t, h = 2), gain 0.5, from 10: x = 10, 11, 14, 19.
    QTest::newRow("forward") << "forward" << QList<double>{10, 11, 14, 19};
    QTest::newRow("backward") << "backward" << QList<double>{11, 14, 19, 26};
    QTest::newRow("trapezoidal") << "trapezoidal" << QList<double>{10.5, 12.5, 16.5, 22.5};
  }
  void discreteIntegratorFollowsItsRule() {
    QFETCH(QString, method);
    QFETCH(QList<double>, before);
    const Samples samples =
        Sample("'type': 'DiscreteIntegrator', 'parameters': {'method': '" + method.toStdString() +
                   "', 'period': 2, 'gain': 0.5, 'initial_value': 10}",
               Formula("1 + t"), 7);
    QCOMPARE(samples.before, Values(before.begin(), before.end()));
  }

  void onlyTheForwardRuleBreaksALoop() {
    const auto problems = [](const std::string& method) {
      return Problems(DiagramText("'b': {'type': 'DiscreteIntegrator', 'parameters': {'method': '" +
                                      method + "'}}, 'g': {'type': 'Gain'}",
                                  "b.y>g.u g.y>b.u"));
    };
    QVERIFY(problems("forward").empty());
    QCOMPARE(problems("backward").size(), size_t{1});
    QCOMPARE(problems("trapezoidal").size(), size_t{1});
  }

  void discreteDerivativeIsTheDifferenceOfTheLastTwoSamples() {
    // u = [4 + 2t, 5 + 3t], h = 0.1: 0 at first, u(0)/h after the first update, then the slopes.
    const RunResult result = RunDiagram(
        DiagramText("'c': {" + Formula("4 + 2*t; 5 + 3*t") +
                        "}, 'b': {'type': 'DiscreteDerivative', 'parameters': {'period': 0.5}}",
                    "c.y>b.u"),
        {"b.y"}, 1.25);
    QCOMPARE(result.rows.front().values, (Values{0, 0}));
    QCOMPARE(result.at(0.25, '+', 0), 8.0);
    QCOMPARE(result.at(0.25, '+', 1), 10.0);
    QCOMPARE(result.rows.back().values, (Values{2, 3}));
  }

  void discreteDerivativeKnowsTheInputBeforeTheStart() {
    const Samples samples =
        Sample("'type': 'DiscreteDerivative', 'parameters': {'period': 0.5, 'initial_value': 4}",
               Formula("4 + 2*t"), 0.75);
    QCOMPARE(samples.after, (Values{0, 2}));
  }

  void triggeredSamplerSamplesAtCrossings() {
    // sin t samples t where it falls, at pi and 3 pi.
    const double pi = std::acos(-1.0);
    const RunResult result = RunDiagram(
        DiagramText("'c': {'type': 'Clock'}, 's': {'type': 'Sine'}, 'b': {'type': "
                    "'TriggeredSampler', 'parameters': {'edge': 'falling', 'initial_value': -1}}",
                    "c.y>b.u s.y>b.trigger"),
        {"b.y"}, 10, [] {
          RunOptions options;
          options.max_step = 1;
          return options;
        }());
    const std::vector<Row> jumps = Jumps(result);
    QCOMPARE(jumps.size(), size_t{2});
    for (size_t k = 0; k < 2; ++k) {
      const double time = pi * (2 * double(k) + 1);
      QVERIFY(std::abs(jumps[k].time - time) < 1e-12);
      QCOMPARE(jumps[k].values[0], jumps[k].time);
    }
    QCOMPARE(result.rows.front().values[0], -1.0);
  }

  void aTriggerAcrossAJumpSamplesTheValueAfterIt() {
    // The step at 2 raises the trigger: the event runs at 2, in a step of no length.
    const RunResult result = RunDiagram(
        DiagramText("'c': {'type': 'Clock'}, 's': {'type': 'Step', 'parameters': {'time': 2, "
                    "'initial': [-1, 0, 1]}}, 'b': {'type': 'TriggeredSampler'}",
                    "c.y>b.u s.y>b.trigger"),
        {"b.y"}, 3);
    QCOMPARE(result.rows.back().values, (Values{2, 2, 0}));
  }

  void aHeldBlockThatFeedsOneOfItsPeriodIsHintedAt_data() {
    QTest::addColumn<QString>("type");
    for (const char* type :
         {"FirstOrderHold", "FirFilter", "MovingAverage", "KalmanFilter", "DiscreteDerivative"}) {
      QTest::newRow(type) << type;
    }
  }
  void aHeldBlockThatFeedsOneOfItsPeriodIsHintedAt() {
    QFETCH(QString, type);
    const bool is_filter = type == "KalmanFilter";
    const std::string text = DiagramText(
        "'c': {'type': 'Clock'}, 'b': {'type': '" + type.toStdString() +
            "'}, 'd': {'type': 'UnitDelay'}, 'e': {'type': 'UnitDelay', 'parameters': {'period': "
            "0.2}}",
        std::string(is_filter ? "c.y>b.u c.y>b.measurement b.estimate>d.u b.estimate>e.u"
                              : "c.y>b.u b.y>d.u b.y>e.u"));
    const std::vector<std::string> problems = Problems(text);
    QCOMPARE(problems.size(), size_t{1});
    QCOMPARE(QString::fromStdString(problems[0]),
             "d.u: b shows a sample until its next update, so d, updated every 0.1 s as well, sees "
             "it one period later");
  }
};

LOOPWRIGHT_TEST(TestSampledBlocks)

}  // namespace loopwright::test_sampled_blocks

#include "test_sampled_blocks.moc"
