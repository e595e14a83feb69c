// What Histogram and Spectrum show of their samples.

#include <QObject>
#include <QTest>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <numeric>

#undef signals

#include "blocklib/sinks/histogram.h"
#include "blocklib/sinks/spectrum.h"
#include "engine/statistics/confidence.h"
#include "tests/test_main.h"

namespace loopwright::test_sample_statistics {

namespace {

using Values = std::vector<double>;
using Counts = std::vector<int64_t>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Numbers without a pattern, in [-1, 1).
Values Scattered(size_t count) {
  Values values;
  double x = 0.3;
  for (size_t i = 0; i < count; ++i) {
    x = 1 - 2 * x * x;  // a logistic map
    values.push_back(x);
  }
  return values;
}

double Integral(const PowerSpectrum& spectrum) {
  const double step = spectrum.frequencies_hz.at(1);
  return step * std::accumulate(spectrum.densities.begin(), spectrum.densities.end(), 0.0);
}

/// The one-sided density of one segment, straight from its definition.
Values DirectDensities(const Values& x, double period_sec) {
  const size_t n = x.size();
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(n);
  Values densities;
  for (size_t k = 0; 2 * k <= n; ++k) {
    std::complex<double> sum = 0;
    double power = 0;
    for (size_t i = 0; i < n; ++i) {
      const double turn = 2 * std::numbers::pi / static_cast<double>(n);
      const double window = 0.5 * (1 - std::cos(turn * static_cast<double>(i)));
      power += window * window;
      sum += window * (x[i] - mean) *
             std::exp(std::complex<double>(0, -turn * static_cast<double>(i * k)));
    }
    const double sides = k == 0 || 2 * k == n ? 1 : 2;
    densities.push_back(sides * std::norm(sum) * period_sec / power);
  }
  return densities;
}

}  // namespace

class TestSampleStatistics : public QObject {
  Q_OBJECT

 private slots:
  void binsHaveEqualWidths() {
    const BinCounts bins = CountInBins(Values{0, 1, 2, 3, 4, 2.5}, 4);
    QCOMPARE(bins.lower, 0.0);
    QCOMPARE(bins.upper, 4.0);
    QCOMPARE(bins.counts, (Counts{1, 1, 2, 2}));  // the last bin holds both 3 and 4
  }

  void binsOfEqualSamplesAndOfNone() {
    const BinCounts equal = CountInBins(Values{3, 3}, 3);
    QCOMPARE(equal.lower, 2.5);
    QCOMPARE(equal.upper, 3.5);
    QCOMPARE(equal.counts, (Counts{0, 2, 0}));
    // Where numbers lie further apart than 1, and at the ends of their range.
    const double most = std::numeric_limits<double>::max();
    for (const double value : {0x1p52, 0x1p53, -0x1p53, 1e300, most, -most}) {
      const BinCounts large = CountInBins(Values{value, value, value}, 4);
      QVERIFY(large.lower <= value && value <= large.upper && large.lower < large.upper);
      QVERIFY(std::isfinite(large.lower) && std::isfinite(large.upper));
      QCOMPARE(std::accumulate(large.counts.begin(), large.counts.end(), int64_t(0)), int64_t(3));
    }
    // Half of the least number is none.
    const double tiny = std::numeric_limits<double>::denorm_min();
    QCOMPARE(CountInBins(Values{0, tiny}, 1).counts, (Counts{2}));
    const BinCounts none = CountInBins(Values{}, 2);
    QCOMPARE(none.upper, 1.0);
    QCOMPARE(none.counts, (Counts{0, 0}));
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, CountInBins(Values{1}, 0));
  }

  void samplesThatAreNotFiniteAreLeftOut() {
    const BinCounts bins = CountInBins(Values{std::nan(""), 1, kInfinity, 2, -kInfinity}, 2);
    QCOMPARE(bins.lower, 1.0);
    QCOMPARE(bins.counts, (Counts{1, 1}));
    const double most = std::numeric_limits<double>::max();
    QCOMPARE(CountInBins(Values{-most, 0, most}, 2).counts, (Counts{1, 2}));
  }

  void everySampleIsCounted() {
    const Values samples = Scattered(10000);
    for (const int bins : {1, 7, 50}) {
      const BinCounts counted = CountInBins(samples, bins);
      QCOMPARE(std::accumulate(counted.counts.begin(), counted.counts.end(), int64_t(0)),
               int64_t(10000));
    }
    // The map's values have a density that is symmetric about 0.
    const BinCounts counted = CountInBins(samples, 2);
    QVERIFY(std::abs(static_cast<double>(counted.counts[0]) - 5000) < 300);
  }

  void aSineHasItsPowerAtItsFrequency() {
    // 10 periods in each segment of 128: all of A²/2 lies in three bins around it.
    Values samples;
    for (int i = 0; i < 1024; ++i) {
      samples.push_back(7 + 3 * std::sin(2 * std::numbers::pi * 10 * i / 128 + 0.4));
    }
    const PowerSpectrum spectrum = EstimateSpectrum(samples, 128, 0.01);
    QCOMPARE(spectrum.densities.size(), size_t(65));
    QCOMPARE(spectrum.frequencies_hz.back(), 50.0);
    QVERIFY(std::abs(spectrum.frequencies_hz[10] - 10 / 1.28) < 1e-12);
    QVERIFY(std::abs(Integral(spectrum) - 4.5) < 1e-12);
    for (size_t k = 0; k < 65; ++k) {
      if (k < 9 || k > 11) QVERIFY(spectrum.densities[k] < 1e-25);
    }
    // Hann's window: 2/3 of the power in the middle, 1/6 on either side.
    const double step = spectrum.frequencies_hz[1];
    QVERIFY(std::abs(spectrum.densities[10] * step - 4.5 * 2 / 3) < 1e-12);
    QVERIFY(std::abs(spectrum.densities[9] * step - 4.5 / 6) < 1e-12);
  }

  void oneSegmentIsItsDefinition() {
    for (const size_t size : {2u, 8u, 15u, 30u, 77u}) {
      const Values samples = Scattered(size);
      const Values exact = DirectDensities(samples, 0.5);
      const PowerSpectrum spectrum = EstimateSpectrum(samples, static_cast<int>(size), 0.5);
      QCOMPARE(spectrum.densities.size(), exact.size());
      for (size_t k = 0; k < exact.size(); ++k) {
        QVERIFY(std::abs(spectrum.densities[k] - exact[k]) < 1e-12 * (1 + exact[k]));
      }
    }
  }

  void segmentsOverlapByHalfAndAreAveraged() {
    const Values samples = Scattered(37);  // segments of 15 begin at 0, 8 and 16
    const PowerSpectrum spectrum = EstimateSpectrum(samples, 15, 0.1);
    Values mean(8);
    for (const size_t begin : {0u, 8u, 16u}) {
      const auto first = samples.begin() + static_cast<std::ptrdiff_t>(begin);
      const Values part = DirectDensities(Values(first, first + 15), 0.1);
      for (size_t k = 0; k < 8; ++k) mean[k] += part[k] / 3;
    }
    QCOMPARE(spectrum.densities.size(), size_t(8));
    for (size_t k = 0; k < 8; ++k) QVERIFY(std::abs(spectrum.densities[k] - mean[k]) < 1e-12);
  }

  // K periodograms have 2K degrees of freedom, less what overlapping ones have in common: 1/36 of
  // Hann's window and the next. That the window ends make it a little more shows with few samples.
  void overlappingSegmentsKnowLess() {
    const PowerSpectrum one = EstimateSpectrum(Scattered(256), 256, 0.1);
    QCOMPARE(one.degrees_of_freedom, 2.0);
    const PowerSpectrum three = EstimateSpectrum(Scattered(512), 256, 0.1);
    QVERIFY(std::abs(three.degrees_of_freedom - 6 / (1 + 2 * (2.0 / 3) / 36)) < 1e-3);
    // Chi square with 2 degrees of freedom is exponential: its quantile p is −2 log(1 − p).
    const Interval factors = DensityFactors(one.degrees_of_freedom, 0.95);
    QVERIFY(std::abs(factors.lower + 1 / std::log(0.025)) < 1e-12);
    QVERIFY(std::abs(factors.upper + 1 / std::log(0.975)) < 1e-12);
  }

  void fewSamplesAreOneSegment() {
    const Values samples = Scattered(9);
    QCOMPARE(EstimateSpectrum(samples, 256, 0.1).densities,
             EstimateSpectrum(samples, 9, 0.1).densities);
    QVERIFY(EstimateSpectrum(Values{1}, 256, 0.1).densities.empty());
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, EstimateSpectrum(samples, 0, 0.1));
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, EstimateSpectrum(samples, 8, 0));
  }
};

LOOPWRIGHT_TEST(TestSampleStatistics)

}  // namespace loopwright::test_sample_statistics

#include "test_sample_statistics.moc"
