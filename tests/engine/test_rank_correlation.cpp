// Spearman's rank correlation and its confidence interval.

#include <QObject>
#include <QTest>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/random/draw.h"
#include "engine/statistics/rank_correlation.h"
#include "tests/test_main.h"

using namespace loopwright;

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
};

LOOPWRIGHT_TEST(TestRankCorrelation)
#include "test_rank_correlation.moc"
