#include <QObject>
#include <QTest>

#include "engine/random/draw.h"
#include "tests/blocklib/diagram_run.h"
#include "tests/test_main.h"

namespace loopwright::test_stochastic {

namespace {

using Values = std::vector<double>;
using NumberedDraw = double (*)(RandomSource, uint64_t, DrawNumber);

double Draw(const std::string& stream, uint64_t draw, uint64_t seed = 0, uint64_t run = 0) {
  return GaussianDraw(RandomSource{seed, run}, StreamKey(stream), draw);
}

/// Sample mean and variance, each with the standard error that the samples show.
struct Moments {
  double mean, mean_error, variance, variance_error;
};
Moments MomentsOf(const Values& samples) {
  const auto n = static_cast<double>(samples.size());
  double mean = 0, second = 0, fourth = 0;
  for (const double x : samples) mean += x / n;
  for (const double x : samples) {
    const double d = (x - mean) * (x - mean);
    second += d / n;
    fourth += d * d / n;
  }
  return {mean, std::sqrt(second / n), second, std::sqrt((fourth - second * second) / n)};
}

/// The blocks `b` with these parameters, alone.
std::string Alone(const std::string& type, const std::string& parameters) {
  return DiagramText("'b': {'type': '" + type + "', 'parameters': {" + parameters + "}}", "");
}

void CompareClose(const Values& actual, const Values& expected) {
  QCOMPARE(actual.size(), expected.size());
  for (size_t i = 0; i < actual.size(); ++i) {
    QVERIFY2(std::abs(actual[i] - expected[i]) <= 1e-14 * std::max(1., std::abs(expected[i])),
             qPrintable(QString("%1 for %2").arg(actual[i], 0, 'g', 17).arg(expected[i])));
  }
}

}  // namespace

class TestStochastic : public QObject {
  Q_OBJECT

 private slots:
  void noiseShowsSampleZeroAtTheStartAndSampleKAfterUpdateK() {
    const RunResult result =
        RunDiagram(DiagramText("'noise': {'type': 'GaussianNoise'}", ""), {"noise.y"}, 0.15);
    QCOMPARE(result.rows.size(), size_t{5});
    QCOMPARE(result.rows[0].values, (Values{Draw("noise", 0)}));
    QCOMPARE(result.rows[1].values, (Values{Draw("noise", 1)}));
    QCOMPARE(result.rows[2].values, (Values{Draw("noise", 1)}));
    QCOMPARE(result.rows[3].values, (Values{Draw("noise", 2)}));
  }

  void elementsOfNoiseUseDrawsInARow() {
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

  void noiseInASubsystemTakesItsPathAsStream() {
    const RunResult result = RunDiagram(
        DiagramText("'s': {'type': 'Subsystem', 'diagram': {'blocks': {'n': {'type': "
                    "'GaussianNoise'}, 'o': {'type': 'Outport'}}, 'wires': [{'from': 'n.y', 'to': "
                    "'o.u'}]}}",
                    ""),
        {"s.o"}, 0);
    QCOMPARE(result.rows.front().values, (Values{Draw("s/n", 0)}));
  }

  void aLaterStartBeginsWithSampleZeroToo() {
    RunOptions options;
    options.start_time = 1.02;
    const RunResult result =
        RunDiagram(DiagramText("'n': {'type': 'GaussianNoise'}", ""), {"n.y"}, 1.15, options);
    QCOMPARE(result.rows.front().values, (Values{Draw("n", 0)}));
    QCOMPARE(result.rows.back().values, (Values{Draw("n", 1)}));
  }

  void gaussMarkovFollowsItsRecursion() {
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

  void gaussMarkovCanStartStationary() {
    const RunResult result = RunDiagram(
        DiagramText("'m': {'type': 'GaussMarkov', 'parameters': {'stationary_deviation': 3, "
                    "'initial_value': 7, 'start_stationary': true}}",
                    ""),
        {"m.y"}, 0);
    QCOMPARE(result.rows.front().values.at(0), 3 * Draw("m", 0));
  }

  void noisesTransformTheirDraws_data() {
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("parameters");
    QTest::addColumn<QList<double>>("shifts");
    QTest::addColumn<QList<double>>("scales");
    QTest::newRow("uniform") << "UniformNoise"
                             << "'lower': [1, -2], 'upper': [3, 2.5]" << QList<double>{1, -2}
                             << QList<double>{2, 4.5};
    QTest::newRow("uniform, spread") << "UniformNoise"
                                     << "'lower': -1, 'upper': [3, 2, -1]"
                                     << QList<double>{-1, -1, -1} << QList<double>{4, 3, 0};
    QTest::newRow("exponential") << "ExponentialNoise"
                                 << "'rate': [0.5, 4]" << QList<double>{0, 0}
                                 << QList<double>{2, 0.25};
    QTest::newRow("band-limited") << "BandLimitedWhiteNoise"
                                  << "'power': 0.3" << QList<double>{0}
                                  << QList<double>{std::sqrt(0.3 / 0.1)};
  }
  void noisesTransformTheirDraws() {
    QFETCH(QString, type);
    QFETCH(QString, parameters);
    QFETCH(QList<double>, shifts);
    QFETCH(QList<double>, scales);
    const NumberedDraw draw = type == "UniformNoise"       ? &UniformDraw
                              : type == "ExponentialNoise" ? &ExponentialDraw
                                                           : &GaussianDraw;
    RunOptions options;
    options.seed = 8;
    options.run = 2;
    const RunResult result =
        RunDiagram(Alone(type.toStdString(), parameters.toStdString()), {"b.y"}, 0.35, options);
    const auto width = static_cast<uint64_t>(shifts.size());
    const auto sample = [&](uint64_t k) {
      Values values;
      for (uint64_t i = 0; i < width; ++i) {
        const auto at = static_cast<qsizetype>(i);
        values.push_back(shifts[at] + scales[at] * draw({8, 2}, StreamKey("b"), k * width + i));
      }
      return values;
    };
    CompareClose(result.rows.front().values, sample(0));
    const std::vector<Row> jumps = Jumps(result);
    QCOMPARE(jumps.size(), size_t{4});
    for (uint64_t k = 0; k < 4; ++k) CompareClose(jumps[k].values, sample(k + 1));
  }

  void aRandomWalkAddsItsDraws() {
    const RunResult result = RunDiagram(
        Alone("RandomWalk", "'step_deviation': 0.5, 'initial_value': [3, -1], 'offset': 0.05"),
        {"b.y"}, 0.3);
    Values expected{3, -1};
    CompareClose(result.rows.front().values, expected);
    const std::vector<Row> jumps = Jumps(result);
    QCOMPARE(jumps.size(), size_t{3});
    for (uint64_t k = 1; k <= 3; ++k) {
      for (uint64_t i = 0; i < 2; ++i) expected[i] += 0.5 * Draw("b", 2 * k + i);
      CompareClose(jumps[k - 1].values, expected);
    }
  }

  void aPoissonProcessJumpsAfterItsDraws() {
    RunOptions options;
    options.start_time = 2;
    const RunResult result =
        RunDiagram(Alone("PoissonProcess", "'rate': 4, 'stream': 'p'"), {"b.y"}, 7, options);
    double time = 2;
    std::vector<Row> expected;
    for (uint64_t k = 0;; ++k) {
      time += ExponentialDraw({}, StreamKey("p"), k) / 4;
      if (time > 7) break;
      const auto count = static_cast<double>(k);
      expected.push_back({time, '-', {count}});
      expected.push_back({time, '+', {count + 1}});
    }
    QVERIFY(expected.size() > 20);
    QCOMPARE(result.rows.size(), expected.size() + 2);
    QVERIFY(result.rows.front() == (Row{2, '-', {0}}));
    QVERIFY(std::equal(expected.begin(), expected.end(), result.rows.begin() + 1));
  }

  // Four standard errors of the sample, which are less than what 5 % of any parameter do.
  void noisesHaveTheMomentsOfTheirDistribution_data() {
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("parameters");
    QTest::addColumn<double>("mean");
    QTest::addColumn<double>("variance");
    QTest::newRow("gaussian") << "GaussianNoise"
                              << "'mean': 2, 'standard_deviation': 3" << 2. << 9.;
    QTest::newRow("uniform") << "UniformNoise"
                             << "'lower': 2, 'upper': 5" << 3.5 << 0.75;
    QTest::newRow("exponential") << "ExponentialNoise"
                                 << "'rate': 2" << 0.5 << 0.25;
    QTest::newRow("band-limited") << "BandLimitedWhiteNoise"
                                  << "'power': 2, 'period': 0.5" << 0. << 4.;
  }
  void noisesHaveTheMomentsOfTheirDistribution() {
    QFETCH(QString, type);
    QFETCH(QString, parameters);
    QFETCH(double, mean);
    QFETCH(double, variance);
    if (!parameters.contains("period")) parameters += ", 'period': 0.5";
    const RunResult result =
        RunDiagram(Alone(type.toStdString(), parameters.toStdString()), {"b.y"}, 40000);
    Values samples;
    for (const Row& row : Jumps(result)) samples.push_back(row.values[0]);
    QCOMPARE(samples.size(), size_t{80000});
    const Moments moments = MomentsOf(samples);
    QVERIFY(std::abs(moments.mean - mean) < 4 * moments.mean_error);
    QVERIFY(std::abs(moments.variance - variance) < 4 * moments.variance_error);
    QVERIFY(4 * moments.mean_error < 0.05 * std::max(std::abs(mean), std::sqrt(variance)));
    QVERIFY(4 * moments.variance_error < 0.05 * variance);
    // Neighbours are independent.
    double product = 0;
    for (size_t i = 1; i < samples.size(); ++i) {
      product += (samples[i] - mean) * (samples[i - 1] - mean) / 80000;
    }
    QVERIFY(std::abs(product) < 4 * variance / std::sqrt(80000));
  }
};

LOOPWRIGHT_TEST(TestStochastic)

}  // namespace loopwright::test_stochastic

#include "test_stochastic.moc"
