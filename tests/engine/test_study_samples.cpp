// Samples of studies: moments in one pass, quantiles from a sketch, confidence intervals.

#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/random/draw.h"
#include "engine/statistics/confidence.h"
#include "engine/statistics/moments.h"
#include "engine/statistics/t_digest.h"
#include "engine/studies/ensemble.h"
#include "tests/test_main.h"

namespace loopwright::test_study_samples {

namespace {

constexpr uint64_t kStream = 7;

std::vector<double> Draws(const QString& distribution, uint64_t count) {
  std::vector<double> values;
  for (uint64_t k = 0; k < count; ++k) {
    if (distribution == "uniform") values.push_back(UniformDraw({1, 0}, kStream, k));
    if (distribution == "gaussian") values.push_back(GaussianDraw({1, 0}, kStream, k));
    if (distribution == "exponential") values.push_back(ExponentialDraw({1, 0}, kStream, k));
    // Heavy tails at both ends.
    if (distribution == "cauchy") {
      const double u = UniformDraw({1, 0}, kStream, k);
      values.push_back(std::tan(3.141592653589793 * (u - 0.5)));
    }
    if (distribution == "ascending") values.push_back(static_cast<double>(k));
    if (distribution == "descending") values.push_back(-static_cast<double>(k));
    if (distribution == "repeated") values.push_back(static_cast<double>(k % 7));
  }
  return values;
}

SampleSummary Summarized(const std::vector<double>& values) {
  Ensemble ensemble(1);
  ensemble.Append(values);
  return ensemble.Cell(0);
}

/// How far the rank of `value` in a sorted sample is from p, as part of the sample: 0 where ranks
/// of numbers equal to it reach p.
double RankError(const std::vector<double>& sorted, double value, double p) {
  const auto n = static_cast<double>(sorted.size());
  const auto rank = [&](auto at) { return static_cast<double>(at - sorted.begin()) / n; };
  const double low = rank(std::lower_bound(sorted.begin(), sorted.end(), value));
  const double high = rank(std::upper_bound(sorted.begin(), sorted.end(), value));
  return std::max({0.0, low - p, p - high});
}

}  // namespace

class TestStudySamples : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void momentsOfPartsAreThoseOfTheWhole() {
    const std::vector<double> values = Draws("exponential", 5000);
    Moments whole, first, second;
    for (std::size_t i = 0; i < values.size(); ++i) {
      whole.Add(values[i]);
      (i < 1234 ? first : second).Add(values[i]);
    }
    first.Merge(second);
    first.Merge(Moments());
    QCOMPARE(first.count, whole.count);
    QVERIFY(std::abs(first.mean - whole.mean) < 1e-14);
    QVERIFY(std::abs(first.variance() / whole.variance() - 1) < 1e-13);
    QCOMPARE(first.least, *std::min_element(values.begin(), values.end()));
    QCOMPARE(first.greatest, *std::max_element(values.begin(), values.end()));
  }

  // A small spread around a large mean keeps its digits.
  void varianceIsStable() {
    Moments moments;
    for (const double value : {1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16}) moments.Add(value);
    QCOMPARE(moments.variance(), 30.0);
    QVERIFY(std::isnan(Moments().variance()));
  }

  void quantilesAreExactUpToALeaf() {
    const std::vector<double> values = Draws("gaussian", Ensemble::kExactRuns);
    std::vector<double> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    const SampleSummary sample = Summarized(values);
    for (const double p : {0.0, 0.05, 0.5, 0.777, 1.0}) {
      const double rank = p * static_cast<double>(sorted.size() - 1);
      const auto below = static_cast<std::size_t>(rank);
      const auto above = std::min(below + 1, sorted.size() - 1);
      const double exact =
          sorted[below] + (sorted[above] - sorted[below]) * (rank - static_cast<double>(below));
      QVERIFY(std::abs(sample.Quantile(p) - exact) < 1e-12);
    }
  }

  void rankErrorOfTheSketch_data() {
    QTest::addColumn<QString>("distribution");
    QTest::addColumn<int>("count");
    for (const char* distribution :
         {"uniform", "gaussian", "exponential", "cauchy", "ascending", "descending", "repeated"}) {
      for (const int count : {1025, 10'000, 300'000}) {
        QTest::newRow(qPrintable(QString("%1 %2").arg(distribution).arg(count)))
            << distribution << count;
      }
    }
  }
  void rankErrorOfTheSketch() {
    QFETCH(QString, distribution);
    QFETCH(int, count);
    const std::vector<double> values = Draws(distribution, static_cast<uint64_t>(count));
    const SampleSummary sample = Summarized(values);
    QVERIFY(sample.digest.clusters().size() <= TDigest::kMostClusters);
    std::vector<double> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    double worst = 0;
    for (int i = 1; i < 1000; ++i) {
      const double p = i / 1000.0;
      worst = std::max(worst, RankError(sorted, sample.Quantile(p), p));
    }
    qInfo("worst rank error %g, %zu clusters", worst, sample.digest.clusters().size());
    // Between two numbers of the sample there is no rank: half a number more.
    QVERIFY2(worst <= TDigest::kRankError + 1.0 / count, qPrintable(QString::number(worst)));
    QCOMPARE(sample.Quantile(0), sorted.front());
    QCOMPARE(sample.Quantile(1), sorted.back());
  }

  // What is not finite is not there.
  void onlyFiniteNumbersCount() {
    const SampleSummary sample = Summarized({1, NAN, 3, INFINITY});
    QCOMPARE(sample.moments.count, uint64_t{2});
    QCOMPARE(sample.moments.mean, 2.0);
    QCOMPARE(sample.Quantile(0.5), 2.0);
    QVERIFY(std::isnan(Summarized({NAN}).Quantile(0.5)));
  }

  // However runs arrive, the tree is the same.
  void resultsDoNotDependOnBlocks() {
    const std::vector<double> values = Draws("gaussian", 10'000);
    Ensemble by_seven(2), at_once(2);
    at_once.Append(values);
    for (std::size_t begin = 0; begin < values.size(); begin += 14) {
      by_seven.Append(
          std::span(values).subspan(begin, std::min<std::size_t>(14, values.size() - begin)));
    }
    for (const std::size_t cell : {0, 1}) {
      const SampleSummary a = by_seven.Cell(cell), b = at_once.Cell(cell);
      QVERIFY(std::ranges::equal(a.digest.clusters(), b.digest.clusters()));
      QCOMPARE(a.moments.mean, b.moments.mean);
      QCOMPARE(a.moments.squares, b.moments.squares);
    }
  }

  // Student's t of the tables (Abramowitz and Stegun, table 26.10): the half width of n numbers
  // with the variance n.
  void meansAreKnownAsWellAsStudentSays() {
    const struct {
      double confidence;
      uint64_t degrees;
      double t;
    } cases[] = {{0.95, 1, 12.706205},  {0.95, 2, 4.302653},    {0.95, 5, 2.570582},
                 {0.9, 30, 1.697261},   {0.99, 60, 2.660283},   {0.95, 99, 1.984217},
                 {0.95, 120, 1.979930}, {0.999, 120, 3.373454}, {0.95, 1'000'000, 1.959966}};
    for (const auto& [confidence, degrees, t] : cases) {
      Moments moments;
      moments.count = degrees + 1;
      moments.squares = static_cast<double>(degrees) * static_cast<double>(degrees + 1);
      const double found = MeanHalfWidth(moments, confidence);
      QVERIFY2(std::abs(found / t - 1) < 1e-6, qPrintable(QString::number(found, 'g', 10)));
    }
  }

  // χ² of 9 degrees of freedom: 2.7004 and 19.0228; binomial of 10 trials of 1/2: ranks 2 and 9.
  void otherIntervals() {
    Moments moments;
    for (int i = 1; i <= 10; ++i) moments.Add(i);
    const Interval variance = VarianceInterval(moments, 0.95);
    QVERIFY(std::abs(variance.lower * 19.0228 / 82.5 - 1) < 1e-5);
    QVERIFY(std::abs(variance.upper * 2.70039 / 82.5 - 1) < 1e-5);
    const std::vector<double> sorted{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    const Interval median = QuantileInterval(sorted, 0.5, 0.95);
    QCOMPARE(median.lower, 2.0);
    QCOMPARE(median.upper, 9.0);
    QVERIFY(std::isnan(QuantileInterval(sorted, 0.99, 0.95).upper));
    // Wilson's interval of 1 of 10: 0.0179 and 0.4042.
    const Interval part = ProportionInterval(1, 10, 0.95);
    QVERIFY(std::abs(part.lower - 0.0179) < 1e-4);
    QVERIFY(std::abs(part.upper - 0.4042) < 1e-4);
  }
};

LOOPWRIGHT_TEST(TestStudySamples)

}  // namespace loopwright::test_study_samples

#include "test_study_samples.moc"
