#include <QObject>
#include <QTest>
#include <cmath>
#include <numeric>

#include "engine/stochastic/brownian_path.h"
#include "tests/test_main.h"

namespace loopwright::test_brownian_path {

namespace {

constexpr uint64_t kStream = 42;
constexpr RandomSource kSource{7, 3};
constexpr double kCell = 0.3;

// The marks of draws in their split numbers.
constexpr uint64_t kOfArea = uint64_t{1} << 60;
constexpr uint64_t kOfDifference = uint64_t{2} << 60;

double Draw(DrawNumber number) { return GaussianDraw(kSource, kStream, number); }

/// The increments of process `i` of `count` over the parts of cell `n`.
std::vector<double> Parts(uint64_t n, int level, int i = 0, int count = 1) {
  BrownianPath path({{kStream, count}});
  std::vector<double> increments;
  for (uint64_t k = 0; k < uint64_t{1} << level; ++k) {
    path.Enter(kSource, {n, level, k}, kCell);
    path.Finish(std::ldexp(kCell, -level));
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
    const double area = std::sqrt(kCell / 12) * Draw({5, kOfArea, 1});
    const double d = 1.5 * area + std::sqrt(kCell) / 4 * Draw({5, 0, 1});
    const double e = std::sqrt(kCell / 48) * Draw({5, kOfDifference, 1});
    const double left = whole / 2 + d, left_area = area - d / 2 + e;
    const double right = whole / 2 - d, right_area = area - d / 2 - e;
    const double d2 = 1.5 * left_area + std::sqrt(kCell / 2) / 4 * Draw({5, 0, 2});
    const double d3 = 1.5 * right_area + std::sqrt(kCell / 2) / 4 * Draw({5, 0, 3});
    const std::vector<double> expected{left / 2 + d2, left / 2 - d2, right / 2 + d3,
                                       right / 2 - d3};
    const std::vector<double> parts = Parts(5, 2);
    for (size_t i = 0; i < 4; ++i) QVERIFY(std::abs(parts[i] - expected[i]) < 1e-15);
  }

  // ∫ W over a cell is that of its parts, each from where the one before has brought W.
  void areasOfLevelsBelongToOnePath() {
    for (const uint64_t n : {0, 3}) {
      std::vector<double> integrals;
      for (int level = 0; level <= 6; ++level) {
        BrownianPath path({{kStream, 2}});
        const double length = std::ldexp(kCell, -level);
        double w = 0, integral = 0;
        for (uint64_t k = 0; k < uint64_t{1} << level; ++k) {
          path.Enter(kSource, {n, level, k}, kCell);
          path.Finish(length);
          integral += length * (w + path.Areas()[1] + path.increments()[1] / 2);
          w += path.increments()[1];
        }
        integrals.push_back(integral);
      }
      for (const double integral : integrals) {
        QVERIFY(std::abs(integral - integrals[0]) < 1e-15);
      }
    }
  }

  // Variances and covariances of W and H over parts of a cell, and of the two pieces of one that an
  // event splits.
  void areasHaveTheirLaw() {
    constexpr int kCells = 40000;
    std::vector<std::vector<double>> w(4), h(4);
    BrownianPath path({{kStream, 1}});
    const auto note = [&](size_t i, double length) {
      w[i].push_back(path.increments()[0] / std::sqrt(length));
      h[i].push_back(path.Areas()[0] / std::sqrt(length / 12));
    };
    for (uint64_t n = 0; n < kCells; ++n) {
      for (const uint64_t k : {0, 1}) {
        path.Enter(kSource, {n, 1, k}, kCell);
        path.Finish(kCell / 2);
        note(k, kCell / 2);
      }
      path.Enter(kSource, {n, 0, 0}, kCell);
      path.Split(0.1, kCell);
      note(2, 0.1);
      path.Finish(kCell - 0.1);
      note(3, kCell - 0.1);
    }
    const auto check = [](const std::vector<double>& a, const std::vector<double>& b,
                          double expected) {
      const Moment moment = MeanProduct(a, b);
      QVERIFY2(std::abs(moment.mean - expected) < moment.bound && moment.bound < 0.035,
               qPrintable(QString("%1 for %2").arg(moment.mean).arg(expected)));
    };
    for (const size_t pair : {0, 2}) {
      for (size_t i = pair; i < pair + 2; ++i) {
        for (size_t k = pair; k < pair + 2; ++k) {
          check(w[i], w[k], i == k ? 1 : 0);
          check(h[i], h[k], i == k ? 1 : 0);
          check(w[i], h[k], 0);
        }
      }
    }
  }

  // Given W and H, Lévy's area A = (I_01 - I_10)/2 has the mean H_0 W_1 - W_0 H_1 and the variance
  // h²/12; in all h²/4. Of each a part of 2^-depth / 3 and 2^-depth is missing.
  void areasOfPairsHaveTheirLaw() {
    constexpr int kCells = 20000, kDepth = 5;
    BrownianPath path({{kStream, 1}, {kStream + 1, 2}});
    std::vector<double> areas, around, products, w;
    for (uint64_t n = 0; n < kCells; ++n) {
      path.Enter(kSource, {n, 0, 0}, kCell);
      path.Finish(kCell);
      double integrals[4];
      path.CalcIteratedIntegrals(0, 2, kDepth, integrals);
      const auto& dw = path.increments();
      const auto& h = path.Areas();
      QVERIFY(std::abs(integrals[0] - (dw[0] * dw[0] - kCell) / 2) < 1e-15);
      QVERIFY(std::abs(integrals[1] + integrals[2] - dw[0] * dw[1]) < 1e-14);
      areas.push_back((integrals[1] - integrals[2]) / 2 / kCell);
      around.push_back(areas.back() - (h[0] * dw[1] - dw[0] * h[1]) / kCell);
      products.push_back((h[0] * dw[1] - dw[0] * h[1]) / kCell);
      w.push_back(dw[0]);
    }
    const auto check = [](const Moment& moment, double expected, double resolution) {
      QVERIFY2(
          std::abs(moment.mean - expected) < moment.bound && moment.bound < resolution,
          qPrintable(QString("%1 for %2 +- %3").arg(moment.mean).arg(expected).arg(moment.bound)));
    };
    const double missing = std::ldexp(1., -kDepth) / 12;
    check(MeanProduct(areas, areas), 0.25 - missing, 0.02);
    check(MeanProduct(around, around), 1. / 12 - missing, 0.01);
    check(MeanProduct(around, products), 0, 0.015);
    check(MeanProduct(areas, w), 0, 0.015);
  }

  // Chen's relation joins the parts of a level, and what a finer level adds has the stated variance
  // and belongs to no coarser one: an area is the expectation of the finer one.
  void areasOfPairsRefineOnePath() {
    constexpr int kCells = 20000;
    const auto area_by_parts = [](uint64_t n, int level, int depth) {
      BrownianPath path({{kStream, 3}});
      double w[2] = {0, 0}, area = 0;
      for (uint64_t k = 0; k < uint64_t{1} << level; ++k) {
        path.Enter(kSource, {n, level, k}, kCell);
        path.Finish(std::ldexp(kCell, -level));
        double integrals[4];
        path.CalcIteratedIntegrals(1, 2, depth, integrals);
        const auto& dw = path.increments();
        area += (integrals[1] - integrals[2]) / 2 + (w[0] * dw[2] - w[1] * dw[1]) / 2;
        w[0] += dw[1];
        w[1] += dw[2];
      }
      return area / kCell;
    };
    std::vector<double> coarse, added;
    for (uint64_t n = 0; n < kCells; ++n) {
      const double whole = area_by_parts(n, 0, 3);
      if (n < 100) {
        QVERIFY(std::abs(area_by_parts(n, 1, 2) - whole) < 1e-14);
        QVERIFY(std::abs(area_by_parts(n, 2, 1) - whole) < 1e-14);
      }
      coarse.push_back(whole);
      added.push_back(area_by_parts(n, 1, 3) - whole);
    }
    const Moment variance = MeanProduct(added, added), product = MeanProduct(added, coarse);
    const double expected = (std::ldexp(1., -3) - std::ldexp(1., -4)) / 12;
    QVERIFY(std::abs(variance.mean - expected) < variance.bound);
    QVERIFY(variance.bound < 0.1 * expected);
    QVERIFY(std::abs(product.mean) < product.bound);
  }

  // The same for a piece that an event cut off, whose tree is its own.
  void areasOfPiecesHaveTheirLaw() {
    constexpr int kCells = 20000;
    BrownianPath path({{kStream, 2}});
    std::vector<double> first, second;
    for (uint64_t n = 0; n < kCells; ++n) {
      path.Enter(kSource, {n, 2, 1}, kCell);
      double integrals[4];
      path.Split(0.03, kCell / 4);
      path.CalcIteratedIntegrals(0, 2, 5, integrals);
      first.push_back((integrals[1] - integrals[2]) / 2 / 0.03);
      path.Finish(kCell / 4 - 0.03);
      path.CalcIteratedIntegrals(0, 2, 5, integrals);
      second.push_back((integrals[1] - integrals[2]) / 2 / (kCell / 4 - 0.03));
    }
    const double expected = 0.25 - std::ldexp(1., -5) / 12;
    for (const auto* areas : {&first, &second}) {
      const Moment moment = MeanProduct(*areas, *areas);
      QVERIFY(std::abs(moment.mean - expected) < moment.bound);
    }
    const Moment product = MeanProduct(first, second);
    QVERIFY(std::abs(product.mean) < product.bound);
  }

  void pairsHaveSigns() {
    BrownianPath path({{kStream, 3}});
    std::vector<double> a, b;
    for (uint64_t n = 0; n < 20000; ++n) {
      path.Enter(kSource, {n, 0, 0}, kCell);
      path.Finish(kCell);
      a.push_back(path.PairSign(1, 0));
      b.push_back(path.PairSign(2, 1));
      QCOMPARE(a.back() * a.back(), 1.);
    }
    const Moment mean = MeanProduct(a, std::vector<double>(a.size(), 1.));
    const Moment product = MeanProduct(a, b);
    QVERIFY(std::abs(mean.mean) < mean.bound);
    QVERIFY(std::abs(product.mean) < product.bound);
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
    BrownianPath path({{kStream, 2}});
    const CellPart part{9, 0, 0};
    path.Enter(kSource, part, kCell);
    for (const uint64_t i : {0, 1}) {
      double rest = std::sqrt(kCell) * Draw(18 + i);
      path.Enter(kSource, part, kCell);
      path.Split(0.1, 0.3);
      const double first = rest * (0.1 / 0.3) + std::sqrt(0.1 * 0.2 / 0.3) * Draw({18 + i, 1, 1});
      QVERIFY(std::abs(path.increments()[i] - first) < 1e-15);
      rest -= first;
      path.Split(0.05, 0.2);
      const double second =
          rest * (0.05 / 0.2) + std::sqrt(0.05 * 0.15 / 0.2) * Draw({18 + i, 2, 1});
      QVERIFY(std::abs(path.increments()[i] - second) < 1e-15);
      path.Finish(0.15);
      QVERIFY(std::abs(path.increments()[i] - (rest - second)) < 1e-15);
    }
  }

  void aSplitOfAPartHasTheNumberOfItsNode() {
    const CellPart part{4, 3, 6};
    QCOMPARE(part.node(), uint64_t{14});
    BrownianPath path({{kStream, 1}});
    path.Enter(kSource, part, kCell);
    const double length = kCell / 8;
    const double whole = Parts(4, 3).at(6);
    path.Split(length / 4, length);
    const double expected = whole / 4 + std::sqrt(length * 3 / 16) * Draw({4, 1, 14});
    QVERIFY(std::abs(path.increments()[0] - expected) < 1e-15);
  }

  // An error of 5 % in any deviation changes a variance by 10 %; four standard errors are 3 %.
  void partsAreIndependentAndOfTheirVariance() {
    constexpr int kCells = 40000;
    std::vector<std::vector<double>> parts(4), splits(2);
    BrownianPath path({{kStream, 1}});
    for (uint64_t n = 0; n < kCells; ++n) {
      const std::vector<double> quarters = Parts(n, 2);
      for (size_t i = 0; i < 4; ++i) parts[i].push_back(quarters[i]);
      const CellPart cell{n, 0, 0};
      path.Enter(kSource, cell, kCell);
      path.Split(0.1, kCell);
      splits[0].push_back(path.increments()[0]);
      path.Finish(0.2);
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

}  // namespace loopwright::test_brownian_path

#include "test_brownian_path.moc"
