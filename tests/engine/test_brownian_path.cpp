#include <QObject>
#include <QTest>
#include <cmath>
#include <numeric>

#include "engine/random/draw.h"
#include "engine/stochastic/brownian_path.h"
#include "tests/test_main.h"

using namespace loopwright;

namespace {

constexpr uint64_t kStream = 42;
constexpr RandomSource kSource{7, 3};
constexpr double kCell = 0.3;

double Draw(DrawNumber number) { return GaussianDraw(kSource, kStream, number); }

/// The increments of process `i` of `count` over the parts of cell `n`.
std::vector<double> Parts(uint64_t n, int level, int i = 0, int count = 1) {
  BrownianPath path(kStream, count);
  std::vector<double> increments;
  for (uint64_t k = 0; k < uint64_t{1} << level; ++k) {
    path.Enter(kSource, {n, level, k}, kCell);
    path.Finish();
    increments.push_back(path.increments()[static_cast<size_t>(i)]);
  }
  return increments;
}

/// The mean of products, and how far it may be from its expectation: four standard errors.
struct Moment {
  double mean, bound;
};
Moment MeanProduct(const std::vector<double>& a, const std::vector<double>& b) {
  const auto count = static_cast<double>(a.size());
  double sum = 0, squares = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    sum += a[i] * b[i];
    squares += a[i] * b[i] * a[i] * b[i];
  }
  const double mean = sum / count;
  return {mean, 4 * std::sqrt((squares / count - mean * mean) / count)};
}

}  // namespace

class TestBrownianPath : public QObject {
  Q_OBJECT
 private slots:
  void theIncrementOfACellIsItsDraw() {
    for (const uint64_t n : {0, 1, 1000}) {
      for (const int i : {0, 1, 2}) {
        const double draw = Draw(3 * n + static_cast<uint64_t>(i));
        QCOMPARE(Parts(n, 0, i, 3).at(0), std::sqrt(kCell) * draw);
      }
    }
  }

  void halvesAreDrawnAtTheNodesOfTheTree() {
    // Level 2 by hand: the middle from node 1, the quarters from nodes 2 and 3.
    const double whole = std::sqrt(kCell) * Draw(5);
    const double middle = whole / 2 + std::sqrt(kCell) / 2 * Draw({5, 0, 1});
    const double quarter = middle / 2 + std::sqrt(kCell / 2) / 2 * Draw({5, 0, 2});
    const double three_quarters = (middle + whole) / 2 + std::sqrt(kCell / 2) / 2 * Draw({5, 0, 3});
    const std::vector<double> expected{quarter, middle - quarter, three_quarters - middle,
                                       whole - three_quarters};
    const std::vector<double> parts = Parts(5, 2);
    for (size_t i = 0; i < 4; ++i) QVERIFY(std::abs(parts[i] - expected[i]) < 1e-15);
  }

  void levelsRefineOnePath() {
    for (const uint64_t n : {0, 3}) {
      std::vector<double> coarse = Parts(n, 0, 1, 2);
      for (int level = 1; level <= 6; ++level) {
        const std::vector<double> fine = Parts(n, level, 1, 2);
        for (size_t i = 0; i < coarse.size(); ++i) {
          QVERIFY(std::abs(fine[2 * i] + fine[2 * i + 1] - coarse[i]) < 1e-15);
        }
        coarse = fine;
      }
    }
  }

  void aSplitIsABridgeAndTheRestIsConditionedOnIt() {
    BrownianPath path(kStream, 2);
    const CellPart part{9, 0, 0};
    path.Enter(kSource, part, kCell);
    for (const uint64_t i : {0, 1}) {
      double rest = std::sqrt(kCell) * Draw(18 + i);
      path.Enter(kSource, part, kCell);
      path.Split(kSource, part, 0.1, 0.3);
      const double first = rest * (0.1 / 0.3) + std::sqrt(0.1 * 0.2 / 0.3) * Draw({18 + i, 1, 1});
      QVERIFY(std::abs(path.increments()[i] - first) < 1e-15);
      rest -= first;
      path.Split(kSource, part, 0.05, 0.2);
      const double second =
          rest * (0.05 / 0.2) + std::sqrt(0.05 * 0.15 / 0.2) * Draw({18 + i, 2, 1});
      QVERIFY(std::abs(path.increments()[i] - second) < 1e-15);
      path.Finish();
      QVERIFY(std::abs(path.increments()[i] - (rest - second)) < 1e-15);
    }
  }

  void aSplitOfAPartHasTheNumberOfItsNode() {
    const CellPart part{4, 3, 6};
    QCOMPARE(part.node(), uint64_t{14});
    BrownianPath path(kStream, 1);
    path.Enter(kSource, part, kCell);
    const double length = kCell / 8;
    const double whole = Parts(4, 3).at(6);
    path.Split(kSource, part, length / 4, length);
    const double expected = whole / 4 + std::sqrt(length * 3 / 16) * Draw({4, 1, 14});
    QVERIFY(std::abs(path.increments()[0] - expected) < 1e-15);
  }

  // An error of 5 % in any deviation changes a variance by 10 %; four standard errors are 3 %.
  void partsAreIndependentAndOfTheirVariance() {
    constexpr int kCells = 40000;
    std::vector<std::vector<double>> parts(4), splits(2);
    BrownianPath path(kStream, 1);
    for (uint64_t n = 0; n < kCells; ++n) {
      const std::vector<double> quarters = Parts(n, 2);
      for (size_t i = 0; i < 4; ++i) parts[i].push_back(quarters[i]);
      const CellPart cell{n, 0, 0};
      path.Enter(kSource, cell, kCell);
      path.Split(kSource, cell, 0.1, kCell);
      splits[0].push_back(path.increments()[0]);
      path.Finish();
      splits[1].push_back(path.increments()[0]);
    }
    const auto check = [](const std::vector<double>& a, const std::vector<double>& b,
                          double expected) {
      const Moment moment = MeanProduct(a, b);
      QVERIFY2(std::abs(moment.mean - expected) < moment.bound,
               qPrintable(QString("%1 for %2").arg(moment.mean).arg(expected)));
      QVERIFY(expected == 0 || moment.bound < 0.035 * expected);
    };
    for (size_t i = 0; i < 4; ++i) {
      for (size_t k = 0; k <= i; ++k) check(parts[i], parts[k], i == k ? kCell / 4 : 0);
    }
    check(splits[0], splits[0], 0.1);
    check(splits[1], splits[1], 0.2);
    check(splits[0], splits[1], 0);
  }
};

LOOPWRIGHT_TEST(TestBrownianPath)
#include "test_brownian_path.moc"
