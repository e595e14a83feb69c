// The norm that controls steps: its value, and that no order of the elements shows in it.
#include <QObject>
#include <QTest>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "engine/integration/root_mean_square.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_root_mean_square {

namespace {

long double Expected(const std::vector<double>& values) {
  long double sum = 0;
  for (const double value : values) sum += static_cast<long double>(value) * value;
  return std::sqrt(sum / static_cast<long double>(values.size()));
}

}  // namespace

class TestRootMeanSquare : public QObject {
  Q_OBJECT
 private slots:
  void ofAFewNumbers() {
    QCOMPARE(RootMeanSquare({}), 0.0);
    QCOMPARE(RootMeanSquare({-3}), 3.0);
    QCOMPARE(RootMeanSquare({1, 7}), 5.0);
    QCOMPARE(RootMeanSquare({2, -2, 2}), 2.0);
    QCOMPARE(RootMeanSquare({0, 0, 0}), 0.0);
    QCOMPARE(RootMeanSquare({1e-170, 0, 0}), 0.0);  // Its square is.
    QCOMPARE(RootMeanSquare({1e150, 1e150, 1e150}), 1e150);
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    QCOMPARE(RootMeanSquare({1, kInfinity, 1}), kInfinity);
    QVERIFY(std::isnan(RootMeanSquare({1, std::nan(""), 1})));
    QVERIFY(std::isnan(RootMeanSquare({std::nan(""), 1})));
  }

  void noOrderShows() {
    std::mt19937_64 generator(1);
    std::normal_distribution<double> exponent(-3, 6);
    std::normal_distribution<double> mantissa;
    int plain_sums_differ = 0;
    for (int draw = 0; draw < RandomCount(20000); ++draw) {
      std::vector<double> values(1 + generator() % 300);
      const double spread = draw % 3 == 0 ? 0 : draw % 3 == 1 ? 1 : 3;
      for (double& value : values) {
        value = mantissa(generator) * std::pow(10, spread * exponent(generator));
      }
      const double norm = RootMeanSquare(values);
      const double plain = std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
      const auto n = static_cast<double>(values.size());
      const auto expected = static_cast<double>(Expected(values));
      QVERIFY(std::abs(norm - expected) <= (std::ldexp(n * n, -51) + 1e-15) * expected);
      for (int i = 0; i < 5; ++i) {
        std::shuffle(values.begin(), values.end(), generator);
        QCOMPARE(std::bit_cast<std::uint64_t>(RootMeanSquare(values)),
                 std::bit_cast<std::uint64_t>(norm));
        plain_sums_differ +=
            plain != std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
      }
    }
    QVERIFY(plain_sums_differ > 100);  // The test can fail.
  }
};

LOOPWRIGHT_TEST(TestRootMeanSquare)

}  // namespace loopwright::test_root_mean_square

#include "test_root_mean_square.moc"
