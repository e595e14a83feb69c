#include <QObject>
#include <QTest>

#include "engine/random/draw.h"
#include "tests/blocklib/diagram_run.h"

using namespace loopwright;

namespace {

using Values = std::vector<double>;

double Draw(const std::string& stream, uint64_t draw, uint64_t seed = 0, uint64_t run = 0) {
  return GaussianDraw(RandomSource{seed, run}, StreamKey(stream), draw);
}

}  // namespace

class TestStochastic : public QObject {
  Q_OBJECT

 private slots:
  void NoiseShowsSampleZeroAtTheStartAndSampleKAfterUpdateK() {
    const RunResult result =
        RunDiagram(DiagramText("'noise': {'type': 'GaussianNoise'}", ""), {"noise.y"}, 0.15);
    QCOMPARE(result.rows.size(), size_t{5});
    QCOMPARE(result.rows[0].values, (Values{Draw("noise", 0)}));
    QCOMPARE(result.rows[1].values, (Values{Draw("noise", 1)}));
    QCOMPARE(result.rows[2].values, (Values{Draw("noise", 1)}));
    QCOMPARE(result.rows[3].values, (Values{Draw("noise", 2)}));
  }

  void ElementsOfNoiseUseDrawsInARow() {
    RunOptions options;
    options.seed = 5;
    options.run = 3;
    const RunResult result = RunDiagram(
        DiagramText("'n': {'type': 'GaussianNoise', 'parameters': {'mean': [1, 2, 3], "
                    "'standard_deviation': 0.5, 'period': 1, 'offset': 0.5, 'stream': 'other'}}",
                    ""),
        {"n.y"}, 2, options);
    const auto sample = [](uint64_t k) {
      return Values{1 + 0.5 * Draw("other", 3 * k, 5, 3), 2 + 0.5 * Draw("other", 3 * k + 1, 5, 3),
                    3 + 0.5 * Draw("other", 3 * k + 2, 5, 3)};
    };
    QCOMPARE(result.rows.front().values, sample(0));
    QCOMPARE(result.rows.back().values, sample(2));
  }

  void NoiseInASubsystemTakesItsPathAsStream() {
    const RunResult result = RunDiagram(
        DiagramText("'s': {'type': 'Subsystem', 'diagram': {'blocks': {'n': {'type': "
                    "'GaussianNoise'}, 'o': {'type': 'Outport'}}, 'wires': [{'from': 'n.y', 'to': "
                    "'o.u'}]}}",
                    ""),
        {"s.o"}, 0);
    QCOMPARE(result.rows.front().values, (Values{Draw("s/n", 0)}));
  }

  void ALaterStartBeginsWithSampleZeroToo() {
    RunOptions options;
    options.start_time = 1.02;
    const RunResult result =
        RunDiagram(DiagramText("'n': {'type': 'GaussianNoise'}", ""), {"n.y"}, 1.15, options);
    QCOMPARE(result.rows.front().values, (Values{Draw("n", 0)}));
    QCOMPARE(result.rows.back().values, (Values{Draw("n", 1)}));
  }

  void GaussMarkovFollowsItsRecursion() {
    const RunResult result =
        RunDiagram(DiagramText("'m': {'type': 'GaussMarkov', 'parameters': {'time_constant': 0.5, "
                               "'stationary_deviation': 2, 'initial_value': 7}}",
                               ""),
                   {"m.y"}, 0.25);
    const double a = std::exp(-0.1 / 0.5);
    Values expected{7};
    for (uint64_t k = 1; k <= 3; ++k) {
      expected.push_back(a * expected.back() + 2 * std::sqrt(1 - a * a) * Draw("m", k));
    }
    QCOMPARE(result.rows.front().values.at(0), expected[0]);
    const std::vector<Row> jumps = Jumps(result);
    QCOMPARE(jumps.size(), size_t{3});
    for (size_t k = 0; k < 3; ++k) QCOMPARE(jumps[k].values.at(0), expected[k + 1]);
  }

  void GaussMarkovCanStartStationary() {
    const RunResult result = RunDiagram(
        DiagramText("'m': {'type': 'GaussMarkov', 'parameters': {'stationary_deviation': 3, "
                    "'initial_value': 7, 'start_stationary': true}}",
                    ""),
        {"m.y"}, 0);
    QCOMPARE(result.rows.front().values.at(0), 3 * Draw("m", 0));
  }
};

QTEST_APPLESS_MAIN(TestStochastic)
#include "test_stochastic.moc"
