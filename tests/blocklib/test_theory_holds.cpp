// The covariance behind blocks that keep samples: dead times, lines between samples, averages.

#include <QObject>
#include <QTest>
#include <cmath>
#include <functional>
#include <utility>

#include "tests/blocklib/noisy_lag.h"

// After the header that takes Qt's keyword away.
#include "engine/linear/linear_model.h"
#include "engine/studies/grid.h"
#include "engine/theory/stationary_theory.h"
#include "tests/test_main.h"

namespace loopwright::test_theory_holds {

namespace {

constexpr const char* kNoise = "'noise': {'type': 'GaussianNoise', 'parameters': {'period': 0.1}},";

TheoryRequest RequestOf(const std::string& path, double stop, double grid) {
  TheoryRequest request;
  request.run.signal_paths = {path};
  request.times = GridTimes(0, stop, grid);
  return request;
}

EnsembleTheory TheoryOf(const std::string& blocks, const std::string& wires,
                        const std::string& path, double stop = 1, double grid = 0.1) {
  return CalcEnsembleTheory(LoadedDiagram(blocks, wires), BuiltInBlocks(),
                            RequestOf(path, stop, grid));
}

/// Whether variances are those of a formula: before and after the updates at time number i.
void CompareVariances(const EnsembleTheory& theory,
                      const std::function<std::pair<double, double>(int)>& formula) {
  QVERIFY2(theory.is_exact, theory.reason.c_str());
  for (std::size_t i = 0; i < theory.size(); ++i) {
    const auto [before, after] = formula(static_cast<int>(i / 2));
    const double expected = i % 2 == 0 ? before : after, found = theory.covariances[i](0, 0);
    QVERIFY2(std::abs(found - expected) <= 1e-9,
             qPrintable(QString("value %1: %2 is not %3").arg(i).arg(found).arg(expected)));
  }
}

}  // namespace

class TestTheoryHolds : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Of what is held a dead time shows each value for as long, 0.2 s later; until then what it
  // begins with. Two samples later a Delay shows the same, but for sample 0, which is replaced at
  // once. At no multiple of the period the values come in between.
  void deadTimes() {
    const std::string noise = kNoise;
    const auto late = [](const char* delay) {
      return "'late': {'type': 'TransportDelay', 'parameters': {'delay': " + std::string(delay) +
             ", 'initial_value': 3}}, ";
    };
    const EnsembleTheory shown =
        TheoryOf(noise + late("0.25") + "'gain': {'type': 'Gain', 'parameters': {'gain': 2}}",
                 "noise.y>late.u late.y>gain.u", "gain.y", 0.5, 0.05);
    CompareVariances(shown, [](int i) { return std::pair(i > 5 ? 4. : 0., i >= 5 ? 4. : 0.); });
    QCOMPARE(shown.Mean(9), 6.);
    QCOMPARE(shown.Mean(11), 0.);
    const EnsembleTheory difference =
        TheoryOf(noise + late("0.2") +
                     "'delay': {'type': 'Delay', 'parameters': {'samples': 2, 'period': "
                     "0.1}}, 'sum': {'type': 'Sum', 'parameters': {'signs': '+-'}}",
                 "noise.y>late.u noise.y>delay.u late.y>sum.u1 delay.y>sum.u2", "sum.y");
    CompareVariances(difference,
                     [](int i) { return std::pair(i == 2 ? 1. : 0., i == 1 ? 1. : 0.); });
    // What is shown itself, and a second one behind the first.
    const EnsembleTheory chain = TheoryOf(noise + late("0.2") +
                                              "'later': {'type': 'TransportDelay', 'parameters': "
                                              "{'delay': 0.15}}",
                                          "noise.y>late.u late.y>later.u", "later.y", 0.5, 0.05);
    CompareVariances(chain, [](int i) { return std::pair(i > 7 ? 1. : 0., i >= 7 ? 1. : 0.); });
    // One that nothing random enters does not matter.
    const EnsembleTheory ramp =
        TheoryOf(noise + late("0.2") + "'ramp': {'type': 'Ramp'}, 'sum': {'type': 'Sum'}",
                 "ramp.y>late.u late.y>sum.u1 noise.y>sum.u2", "sum.y");
    CompareVariances(ramp, [](int) { return std::pair(1., 1.); });
  }

  // The line goes on through the last two samples: at the part p of a period its variance is (1 +
  // p)² + p², and over the first period, when there is but one sample, 1. What is added to the
  // noise changes when the line has which slope, and nothing else.
  void linesBetweenSamples() {
    const auto expected = [](int i) {
      if (i % 2 == 1) return i == 1 ? std::pair(1., 1.) : std::pair(2.5, 2.5);
      return std::pair(i == 0 ? 0. : i == 2 ? 1. : 5., 1.);
    };
    const std::string lines = "'lines': {'type': 'FirstOrderHold', 'parameters': {'period': 0.1}}";
    CompareVariances(TheoryOf(kNoise + lines, "noise.y>lines.u", "lines.y", 0.5, 0.05), expected);
    const std::string more =
        ", 'ramp': {'type': 'Ramp', 'parameters': {'slope': 3}}, 'sum': "
        "{'type': 'Sum'}";
    const std::string wires = "noise.y>sum.u1 ramp.y>sum.u2 sum.y>lines.u";
    CompareVariances(TheoryOf(kNoise + lines + more, wires, "lines.y", 0.5, 0.05), expected);
  }

  // In the end a line begins at one sample, and ends at two less the one before.
  void linesInTheEnd() {
    const StationaryTheory found = CalcStationaryTheory(
        LoadedDiagram(std::string(kNoise) +
                          "'lines': {'type': 'FirstOrderHold', 'parameters': {'period': 0.1}}",
                      "noise.y>lines.u"),
        BuiltInBlocks(), RequestOf("lines.y", 1, 0.1));
    CompareVariances(found.theory, [](int) { return std::pair(5., 1.); });
  }

  // Of two samples; the first one stands for both.
  void aMovingAverage() {
    CompareVariances(
        TheoryOf(std::string(kNoise) + "'average': {'type': 'MovingAverage', 'parameters': "
                                       "{'window': 2, 'period': 0.1}}",
                 "noise.y>average.u", "average.y"),
        [](int i) {
          return std::pair(i == 0 ? 0. : i == 1 ? 1. : 0.5, i == 0 ? 1. : 0.5);
        });
  }

  // A sample times a ramp that begins in the middle is a line from then on.
  void linesThatBeginLater() {
    std::string text;
    try {
      TheoryOf(std::string(kNoise) +
                   "'hold': {'type': 'ZeroOrderHold', 'parameters': {'period': 0.1}}, 'ramp': "
                   "{'type': 'Ramp', 'parameters': {'start_time': 0.5}}, 'product': {'type': "
                   "'Product'}",
               "noise.y>hold.u hold.y>product.u1 ramp.y>product.u2", "product.y");
    } catch (const NoResultError& error) {
      text = error.what();
    }
    QCOMPARE(text, std::string("the diagram, made linear, has other states later in the run"));
  }

  // A dead time in the end: that of the noise, and what two values have in common in their sum.
  void aDeadTimeInTheEnd() {
    const StationaryTheory found = CalcStationaryTheory(
        LoadedDiagram(std::string(kNoise) +
                          "'late': {'type': 'TransportDelay', 'parameters': {'delay': 0.15}}, "
                          "'average': {'type': 'MovingAverage', 'parameters': {'window': 3, "
                          "'period': 0.1}}, 'sum': {'type': 'Sum'}",
                      "noise.y>late.u late.y>sum.u1 noise.y>average.u average.y>sum.u2"),
        BuiltInBlocks(), RequestOf("sum.y", 1, 0.1));
    const std::vector<double> phases = {0, 0.05};
    QCOMPARE(found.theory.times, phases);
    // Always one of the three samples in the average is that which is shown.
    CompareVariances(found.theory, [](int) {
      const double sum = 1 + 1 / 3. + 2 / 3.;
      return std::pair(sum, sum);
    });
  }
};

LOOPWRIGHT_TEST(TestTheoryHolds)

}  // namespace loopwright::test_theory_holds

#include "test_theory_holds.moc"
