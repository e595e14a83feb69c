// Autocorrelation and spectrum of many paths.

#include <QObject>
#include <QTest>
#include <cmath>

#include "engine/random/draw.h"
#include "engine/studies/path_statistics.h"
#include "tests/test_main.h"

namespace loopwright::test_path_statistics {

namespace {

constexpr int kPaths = 400, kValues = 100;
constexpr double kStep = 0.01;

/// Paths of x⁺ = a x + w on top of a ramp, w normal of variance 1 − a²; from the stationary law.
std::vector<std::vector<double>> Wandering(double a) {
  std::vector<std::vector<double>> paths;
  for (uint64_t run = 0; run < kPaths; ++run) {
    std::vector<double>& path = paths.emplace_back();
    double x = 0;
    for (int i = 0; i < kValues; ++i) {
      const double w = GaussianDraw({1, run}, 7, static_cast<uint64_t>(i));
      x = i == 0 ? w : a * x + std::sqrt(1 - a * a) * w;
      path.push_back(x + 0.3 * i);
    }
  }
  return paths;
}

}  // namespace

class TestPathStatistics : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void autocorrelation() {
    const PathBand band = AutocorrelationOf(Wandering(0.9), kStep);
    QCOMPARE(band.at.size(), std::size_t{kValues / 2 + 1});
    QCOMPARE(band.at[10], 0.1);
    QVERIFY(std::abs(band.mean[0] - 1) < 1e-12);
    for (const std::size_t lag : {1, 5, 10, 20}) {
      QVERIFY(std::abs(band.mean[lag] - std::pow(0.9, lag)) < 0.06);
      QVERIFY(band.lower[lag] < band.mean[lag] && band.mean[lag] < band.upper[lag]);
    }
    // Of white noise each path is within about 1.64 standard errors of nothing.
    const PathBand white = AutocorrelationOf(Wandering(0), kStep);
    QVERIFY(std::abs(white.mean[3]) < 0.02);
    QVERIFY(white.upper[3] > 0.1 && white.upper[3] < 0.25);
    QVERIFY(white.lower[3] < -0.1 && white.lower[3] > -0.25);
  }

  // One-sided: variance 1 over half of the sampling frequency, 50 Hz.
  void spectrum() {
    const PathBand white = SpectrumOf(Wandering(0), kStep);
    QCOMPARE(white.at.size(), std::size_t{kValues / 2 + 1});
    QCOMPARE(white.at.back(), 50.);
    double sum = 0;
    for (std::size_t k = 0; k < white.at.size(); ++k) sum += white.mean[k] * white.at[1];
    QVERIFY(std::abs(sum - 1) < 0.03);
    for (const std::size_t k : {5, 20, 40}) {
      QVERIFY(std::abs(white.mean[k] - 0.02) < 0.004);
      // A periodogram is a χ² of two degrees of freedom: quantiles −log(0.95), −log(0.05).
      QVERIFY(std::abs(white.lower[k] / 0.02 - 0.051) < 0.04);
      QVERIFY(std::abs(white.upper[k] / 0.02 - 2.996) < 0.8);
    }
    const PathBand slow = SpectrumOf(Wandering(0.9), kStep);
    QVERIFY(slow.mean[2] > 20 * slow.mean[40]);
  }

  void nothingToSay() {
    QVERIFY(AutocorrelationOf({}, 1).at.empty());
    QVERIFY(AutocorrelationOf({{1, 2, 3}}, 1).at.empty());
    QVERIFY(AutocorrelationOf({{1, 2, 3}, {1, 2, 3}}, 1).at.empty());
    QVERIFY(SpectrumOf({{1}, {2}}, 1).at.empty());
  }
};

LOOPWRIGHT_TEST(TestPathStatistics)

}  // namespace loopwright::test_path_statistics

#include "test_path_statistics.moc"
