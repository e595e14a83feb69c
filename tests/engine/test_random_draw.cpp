#include <QObject>
#include <QTest>
#include <cmath>
#include <set>

#include "engine/random/antithetic.h"
#include "engine/random/draw.h"
#include "tests/test_main.h"

namespace loopwright::test_random_draw {

class TestRandomDraw : public QObject {
  Q_OBJECT
 private slots:
  void streamKeyIsFnv1a() {
    // Published values of the 64-bit FNV-1a hash.
    QCOMPARE(StreamKey(""), 0xcbf29ce484222325ULL);
    QCOMPARE(StreamKey("a"), 0xaf63dc4c8601ec8cULL);
    QCOMPARE(StreamKey("foobar"), 0x85944171f73967e8ULL);
  }

  void drawsArePureFunctions() {
    const uint64_t stream = StreamKey("noise");
    QCOMPARE(UniformDraw({3, 4}, stream, 5), UniformDraw({3, 4}, stream, 5));
    const std::set<double> different{UniformDraw({3, 4}, stream, 5), UniformDraw({4, 4}, stream, 5),
                                     UniformDraw({3, 5}, stream, 5),
                                     UniformDraw({3, 4}, StreamKey("other"), 5),
                                     UniformDraw({3, 4}, stream, 6)};
    QCOMPARE(different.size(), 5U);
  }

  void philoxWordsAreThePublishedOnes() {
    // Random123's known-answer test of philox4x64 10 for an all-zero key and counter:
    // 16554d9eca36314c db20fe9d672d0fdc d7e772cee186176b 7e68b68aec7ba23b. The stream key is the
    // second word of the key, so it is given as a number here.
    const uint64_t words[] = {0x16554d9eca36314cULL, 0xdb20fe9d672d0fdcULL, 0xd7e772cee186176bULL,
                              0x7e68b68aec7ba23bULL};
    for (uint64_t draw = 0; draw < 4; ++draw) {
      QCOMPARE(UniformDraw({0, 0}, 0, draw), static_cast<double>(words[draw] >> 11) * 0x1p-53);
    }
  }

  void quantileInvertsTheDistributionFunction() {
    for (int i = 1; i < 1000; ++i) {
      const double p = i / 1000.;
      const double back = 0.5 * std::erfc(-internal::NormalQuantile(p) / std::sqrt(2.));
      QVERIFY(std::abs(back - p) <= 4e-15 * p);
    }
    for (const double p : {1e-5, 1e-10, 1e-20, 1e-100}) {
      const double back = 0.5 * std::erfc(-internal::NormalQuantile(p) / std::sqrt(2.));
      QVERIFY(std::abs(back / p - 1) < 1e-12);
    }
    QCOMPARE(internal::NormalQuantile(0.5), 0.);
    // Applied Statistics 37 (1988): the check values of the algorithm.
    QVERIFY(std::abs(internal::NormalQuantile(0.25) + 0.6744897501960817) < 1e-15);
    QVERIFY(std::abs(internal::NormalQuantile(0.001) + 3.090232306167814) < 1e-15);
  }

  void logarithmIsWithinAnUlp() {
    for (double x = 1e-300; x < 1e300; x *= 1.37) {
      const double exact = std::log(x);
      QVERIFY(std::abs(internal::PortableLog(x) - exact) <= 3e-16 * std::abs(exact));
    }
    QCOMPARE(internal::PortableLog(1), 0.);
  }

  void momentsAreThoseOfTheDistribution() {
    const int count = 200000;
    const uint64_t stream = StreamKey("moments");
    double uniform = 0, mean = 0, square = 0, cube = 0, exponential = 0;
    for (int i = 0; i < count; ++i) {
      uniform += UniformDraw({}, stream, i);
      const double g = GaussianDraw({}, stream, i);
      mean += g;
      square += g * g;
      cube += g * g * g;
      exponential += ExponentialDraw({}, stream, i);
    }
    // Four standard deviations of each mean; the draws are the same in every run.
    const double root = std::sqrt(static_cast<double>(count));
    QVERIFY(std::abs(uniform / count - 0.5) < 4 * std::sqrt(1. / 12) / root);
    QVERIFY(std::abs(mean / count) < 4 / root);
    QVERIFY(std::abs(square / count - 1) < 4 * std::sqrt(2.) / root);
    QVERIFY(std::abs(cube / count) < 4 * std::sqrt(15.) / root);
    QVERIFY(std::abs(exponential / count - 1) < 4 / root);
  }

  void theRunOfMeansDrawsMeans() {
    const RandomSource means{3, kMeanRun};
    for (const int draw : {0, 1, 1000}) {
      QCOMPARE(UniformDraw(means, 5, draw), 0.5);
      QCOMPARE(GaussianDraw(means, 5, draw), 0.);
      QCOMPARE(ExponentialDraw(means, 5, draw), 1.);
    }
  }
};

LOOPWRIGHT_TEST(TestRandomDraw)

}  // namespace loopwright::test_random_draw

#include "test_random_draw.moc"
