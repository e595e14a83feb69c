// Sobol' points: as even as they are said to be, scrambled or not, and better than draws.

#include <QObject>
#include <QTest>
#include <cmath>
#include <set>
#include <vector>

#include "engine/random/draw.h"
#include "engine/random/sobol.h"
#include "tests/test_main.h"

namespace loopwright::test_sobol {

namespace {

uint64_t Stream(std::size_t i) { return StreamKey("coordinate " + std::to_string(i)); }

/// The mean over the points of the product of 1 + (u - 1/2) c of each coordinate, whose integral
/// is 1.
double MeanOfProduct(const std::vector<SobolCoordinate>& coordinates, uint64_t seed, uint64_t count,
                     bool draws) {
  double sum = 0;
  for (uint64_t k = 0; k < count; ++k) {
    double product = 1;
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
      const double u =
          draws ? UniformDraw({seed, k}, Stream(i), 0) : coordinates[i].Uniform(seed, Stream(i), k);
      product *= 1 + (u - 0.5);
    }
    sum += product;
  }
  return sum / static_cast<double>(count);
}

}  // namespace

class TestSobol : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Of 1024 points one in each of 1024 equal parts of every coordinate, the last ones of the table
  // too; and of the first two coordinates together one in each rectangle of that area.
  void everyPartHasItsPoint() {
    constexpr uint64_t kPoints = 1024;
    const auto coordinates = SobolCoordinates(SobolCoordinate::kMostCoordinates);
    QCOMPARE(coordinates.size(), SobolCoordinate::kMostCoordinates);
    for (const std::size_t i : {0, 1, 2, 50, 1000, 3666}) {
      std::set<int> parts;
      for (uint64_t k = 0; k < kPoints; ++k) {
        const double u = coordinates[i].Uniform(7, Stream(i), k);
        QVERIFY(u >= 0 && u < 1);
        parts.insert(static_cast<int>(u * kPoints));
      }
      QCOMPARE(parts.size(), std::size_t{kPoints});
    }
    for (int digits = 0; digits <= 10; ++digits) {
      std::set<std::pair<int, int>> rectangles;
      for (uint64_t k = 0; k < kPoints; ++k) {
        rectangles.emplace(std::ldexp(coordinates[0].Uniform(7, 1, k), digits),
                           std::ldexp(coordinates[1].Uniform(7, 2, k), 10 - digits));
      }
      QCOMPARE(rectangles.size(), std::size_t{kPoints});
    }
  }

  // A point alone is uniform over seeds: the mean of 4,000 of them is 1/2 to five of its standard
  // deviations, and its variance 1/12.
  void seedsScramble() {
    const SobolCoordinate coordinate = SobolCoordinates(3)[2];
    constexpr int kSeeds = 4000;
    double sum = 0, squares = 0;
    for (uint64_t seed = 0; seed < kSeeds; ++seed) {
      const double u = coordinate.Uniform(seed, 9, 5) - 0.5;
      sum += u;
      squares += u * u;
    }
    QVERIFY(std::abs(sum / kSeeds) < 5 * std::sqrt(1.0 / 12 / kSeeds));
    QVERIFY(std::abs(squares / kSeeds - 1.0 / 12) < 5 * std::sqrt(1.0 / 180 / kSeeds));
    QVERIFY(coordinate.Uniform(1, 9, 5) != coordinate.Uniform(1, 10, 5));
  }

  // The error of a mean over 1024 runs with five random parameters, over 16 seeds: a tenth of that
  // of draws.
  void meansAreBetter() {
    const auto coordinates = SobolCoordinates(5);
    double of_points = 0, of_draws = 0;
    for (uint64_t seed = 0; seed < 16; ++seed) {
      of_points += std::pow(MeanOfProduct(coordinates, seed, 1024, false) - 1, 2);
      of_draws += std::pow(MeanOfProduct(coordinates, seed, 1024, true) - 1, 2);
    }
    qInfo("rms error of points %g, of draws %g", std::sqrt(of_points / 16),
          std::sqrt(of_draws / 16));
    QVERIFY(std::sqrt(of_points) < 0.1 * std::sqrt(of_draws));
  }
};

LOOPWRIGHT_TEST(TestSobol)

}  // namespace loopwright::test_sobol

#include "test_sobol.moc"
