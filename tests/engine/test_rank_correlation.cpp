// How one number depends on another: Spearman's rank correlation and Sobol's index of first order,
// with their confidence intervals.

#include <QObject>
#include <QTest>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "engine/random/draw.h"
#include "engine/statistics/first_order_index.h"
#include "engine/statistics/rank_correlation.h"
#include "tests/test_main.h"

namespace loopwright::test_rank_correlation {

namespace {

using Values = std::vector<double>;

// Independent numbers of a study: run by run, those of parameter `stream`.
Values Draws(int count, uint64_t study, uint64_t stream, bool is_gaussian) {
  Values values;
  for (int run = 0; run < count; ++run) {
    const RandomSource source{study, static_cast<uint64_t>(run)};
    values.push_back(is_gaussian ? GaussianDraw(source, stream, 0)
                                 : UniformDraw(source, stream, 0));
  }
  return values;
}

bool Holds(const FirstOrderIndex& found, double index) {
  return found.interval.lower <= index && index <= found.interval.upper;
}

}  // namespace

class TestRankCorrelation : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // By hand: the squared differences of the ranks sum to 194, 1 - 6*194/(10*99) = -29/165.
  void ranksAreCorrelated() {
    const std::vector<double> x = {106, 100, 86, 101, 99, 103, 97, 113, 112, 110};
    const std::vector<double> y = {7, 27, 2, 50, 28, 29, 20, 12, 6, 17};
    const RankCorrelation found = CorrelateRanks(x, y, 0.95);
    QCOMPARE(found.count, uint64_t{10});
    QVERIFY(std::abs(found.value + 29.0 / 165) < 1e-14);
    const double half = 1.959963984540054 * std::sqrt((1 + found.value * found.value / 2) / 7);
    QVERIFY(std::abs(found.interval.lower - std::tanh(std::atanh(found.value) - half)) < 1e-9);
    QVERIFY(std::abs(found.interval.upper - std::tanh(std::atanh(found.value) + half)) < 1e-9);
  }

  // Ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4: 4.5/sqrt(4.5*5).
  void equalNumbersShareTheirRanks() {
    const double value =
        CorrelateRanks(std::vector<double>{1, 2, 2, 3}, std::vector<double>{10, 20, 30, 40}, 0.95)
            .value;
    QVERIFY(std::abs(value - 4.5 / std::sqrt(22.5)) < 1e-14);
  }

  void whatAlwaysRisesOrFallsIsOne() {
    std::vector<double> x, up, down;
    for (int i = 0; i < 20; ++i) {
      x.push_back(i);
      up.push_back(std::exp(i));
      down.push_back(-i * i * i);
    }
    QCOMPARE(CorrelateRanks(x, up, 0.95).value, 1.0);
    QCOMPARE(CorrelateRanks(x, down, 0.95).value, -1.0);
    QCOMPARE(CorrelateRanks(x, up, 0.95).interval.upper, 1.0);
  }

  void whatIsNotThereIsLeftOut() {
    const double none = std::numeric_limits<double>::quiet_NaN();
    const RankCorrelation found = CorrelateRanks(std::vector<double>{1, none, 2, 3, 4},
                                                 std::vector<double>{1, 5, 2, none, 3}, 0.95);
    QCOMPARE(found.count, uint64_t{3});
    QCOMPARE(found.value, 1.0);
    QVERIFY(std::isnan(found.interval.lower) && std::isnan(found.interval.upper));
  }

  void whatNeverChangesHasNone() {
    const std::vector<double> x = {1, 2, 3, 4, 5}, same(5, 7.0);
    QVERIFY(std::isnan(CorrelateRanks(x, same, 0.95).value));
    QVERIFY(std::isnan(CorrelateRanks(x, same, 0.95).interval.lower));
    QVERIFY(std::isnan(CorrelateRanks({}, {}, 0.95).value));
  }

  // y = sin x1 + 7 sin² x2 + 0.1 x3⁴ sin x1, x uniform on (−π, π) (Ishigami, Homma: An importance
  // quantification technique in uncertainty analysis for computer models, 1990): the second
  // parameter has no rank correlation, the third acts with the first alone.
  void ishigamisFunctionHasItsIndices() {
    constexpr int kRuns = 4000;
    const double pi = std::numbers::pi;
    std::vector<Values> x;
    for (uint64_t i = 0; i < 3; ++i) {
      x.push_back(Draws(kRuns, 1, i, false));
      for (double& value : x.back()) value = pi * (2 * value - 1);
    }
    Values y;
    for (std::size_t run = 0; run < kRuns; ++run) {
      const double sine = std::sin(x[1][run]);
      y.push_back((1 + 0.1 * std::pow(x[2][run], 4)) * std::sin(x[0][run]) + 7 * sine * sine);
    }
    const double first = std::pow(1 + 0.1 * std::pow(pi, 4) / 5, 2) / 2, second = 49.0 / 8;
    const double variance = second + 0.1 * std::pow(pi, 4) / 5 + 0.01 * std::pow(pi, 8) / 18 + 0.5;
    const double indices[] = {first / variance, second / variance, 0};
    for (std::size_t i = 0; i < 3; ++i) {
      const FirstOrderIndex found = EstimateFirstOrderIndex(x[i], y, 0.999);
      QCOMPARE(found.count, uint64_t{kRuns});
      QVERIFY2(Holds(found, indices[i]), qPrintable(QString::number(found.value)));
      QVERIFY(found.interval.upper - found.interval.lower < 0.1);
      QVERIFY(!Holds(found, indices[i] + 0.1));
    }
    QVERIFY(std::abs(CorrelateRanks(x[1], y, 0.95).value) < 0.1);
  }

  // y = x1 + x2/2 + noise/2, all Gaussian: 2/3 and 1/6 of the variance. Of 300 studies of 200 runs
  // about 95 % hold them.
  void intervalsHoldTheIndexAsOftenAsTheySay() {
    constexpr int kStudies = 300, kRuns = 200;
    const double indices[] = {2.0 / 3, 1.0 / 6, 0};
    int holds[] = {0, 0, 0};
    double sums[] = {0, 0, 0};
    for (uint64_t study = 0; study < kStudies; ++study) {
      std::vector<Values> x;
      for (uint64_t i = 0; i < 4; ++i) x.push_back(Draws(kRuns, study, i, true));
      Values y;
      for (std::size_t run = 0; run < kRuns; ++run) {
        y.push_back(x[0][run] + 0.5 * x[1][run] + 0.5 * x[3][run]);
      }
      for (std::size_t i = 0; i < 3; ++i) {
        const FirstOrderIndex found = EstimateFirstOrderIndex(x[i], y, 0.95);
        holds[i] += Holds(found, indices[i]);
        sums[i] += found.value / kStudies;
      }
    }
    for (std::size_t i = 0; i < 3; ++i) {
      QVERIFY2(holds[i] >= 0.9 * kStudies, qPrintable(QString::number(holds[i])));
    }
    QVERIFY2(holds[0] + holds[1] <= 1.98 * kStudies, qPrintable(QString::number(holds[0])));
    QVERIFY(std::abs(sums[0] - indices[0]) < 0.015 && std::abs(sums[1] - indices[1]) < 0.015);
  }

  void aFunctionAccountsForAll() {
    const Values x = Draws(1000, 3, 0, true);
    Values square, line;
    for (const double value : x) {
      square.push_back(value * value);
      line.push_back(5 - 3 * value);
    }
    QVERIFY(EstimateFirstOrderIndex(x, square, 0.95).value > 0.99);
    const FirstOrderIndex all = EstimateFirstOrderIndex(x, line, 0.95);
    QVERIFY(all.value > 1 - 1e-12 && all.value <= 1 && all.interval.upper <= 1);
  }

  // Two values of a parameter: what is between them, over what is between and around them.
  void fewValuesAreEnough() {
    Values x, y;
    const Values noise = Draws(2000, 4, 0, true);
    for (std::size_t run = 0; run < noise.size(); ++run) {
      x.push_back(static_cast<double>(run % 2));
      y.push_back(2 * x.back() + noise[run]);
    }
    const FirstOrderIndex found = EstimateFirstOrderIndex(x, y, 0.999);
    QVERIFY(Holds(found, 0.5) && !Holds(found, 0.6) && !Holds(found, 0.4));
  }

  void noIndexWhereThereIsNone() {
    const double none = std::numeric_limits<double>::quiet_NaN();
    const Values x = {1, 2, 3, 4, 5, 6, 7, 8, none}, same(9, 7.0);
    const Values y = {3, 1, 4, 1, 5, 9, none, 6, 5};
    QCOMPARE(EstimateFirstOrderIndex(x, y, 0.95).count, uint64_t{7});
    QVERIFY(std::isnan(EstimateFirstOrderIndex(x, y, 0.95).value));
    QVERIFY(std::isnan(EstimateFirstOrderIndex(x, same, 0.95).value));
    QVERIFY(std::isnan(EstimateFirstOrderIndex(same, x, 0.95).interval.upper));
    QVERIFY(std::isnan(EstimateFirstOrderIndex({}, {}, 0.95).value));
    QVERIFY(std::isfinite(EstimateFirstOrderIndex(x, x, 0.95).interval.lower));
  }
};

LOOPWRIGHT_TEST(TestRankCorrelation)

}  // namespace loopwright::test_rank_correlation

#include "test_rank_correlation.moc"
