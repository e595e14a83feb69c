// Gains that give a model the poles asked for, also such that are there more often than inputs.

#include <QObject>
#include <QTest>
#include <cmath>
#include <cstdint>

#include "engine/control/place.h"
#include "engine/linear/model_text.h"
#include "engine/linear/polynomial.h"
#include "tests/engine/message_of.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_pole_placement {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// Numbers of −1 to 1 that are the same in every run.
class Numbers {
 public:
  explicit Numbers(unsigned seed) : state_(seed * 2654435761U + 1) {}
  double Next() {
    state_ = state_ * 1664525U + 1013904223U;
    return static_cast<double>(state_ >> 8U) / (1U << 23U) - 1;
  }
  MatrixXd Matrix(Index rows, Index columns) {
    MatrixXd matrix(rows, columns);
    for (Index i = 0; i < matrix.size(); ++i) matrix(i) = Next();
    return matrix;
  }

 private:
  uint32_t state_;
};

/// By how much the polynomial of A − B K is another than that of the poles, relative to the largest
/// coefficient: unlike poles themselves, it is known exactly where they are there several times.
double MissOf(const MatrixXd& A, const MatrixXd& B, const PolePlacement& placement,
              const ComplexList& poles) {
  const Eigen::VectorXd wanted = PolynomialOf(poles);
  const Eigen::VectorXd found = PolynomialOf(placement.poles);
  if (placement.K.rows() != B.cols() || placement.K.cols() != A.rows()) return 1;
  return (wanted - found).cwiseAbs().maxCoeff() / wanted.cwiseAbs().maxCoeff();
}

}  // namespace

class TestPolePlacement : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // One input and four poles at one place: the gain is known.
  void fourEqualPoles() {
    const LinearModel chain = ParseModel(
        "ss([0 1 0 0; 0 0 1 0; 0 0 0 1; 0 0 0 0], [[0], [0], [0], [1]], [[1, 0, 0, 0]], [[0]])");
    const PolePlacement placement = PlacePoles(chain.A, chain.B, {-2, -2, -2, -2});
    const Eigen::RowVector4d expected(16, 32, 24, 8);  // (s + 2)⁴
    QVERIFY((placement.K - expected).cwiseAbs().maxCoeff() < 1e-11);
    QVERIFY(std::isinf(placement.condition));
  }

  // Two inputs and a pole five times: after as many steps as there are states nothing is left.
  void deadbeatOfTwoInputs() {
    Numbers numbers(7);
    const MatrixXd A = numbers.Matrix(5, 5), B = numbers.Matrix(5, 2);
    const PolePlacement placement = PlacePoles(A, B, ComplexList(5, 0.0));
    MatrixXd power = MatrixXd::Identity(5, 5);
    for (int i = 0; i < 5; ++i) power = MatrixXd(power * (A - B * placement.K));
    QVERIFY2(power.cwiseAbs().maxCoeff() < 1e-10, qPrintable(QString::number(power.norm())));
  }

  // A pair twice, which one input gives blocks of two rows each.
  void equalPairs() {
    Numbers numbers(3);
    const MatrixXd A = numbers.Matrix(5, 5), B = numbers.Matrix(5, 1);
    const ComplexList poles = {{-1, 2}, {-1, -2}, {-1, 2}, {-1, -2}, -1};
    QVERIFY(MissOf(A, B, PlacePoles(A, B, poles), poles) < 1e-9);
  }

  // A mode that no input moves keeps its pole, though another mode is nearer to that.
  void aModeThatStays() {
    const LinearModel model =
        ParseModel("ss([-1 0 0; 0 -0.99 1; 0 0 -3], [[0], [0], [1]], [[1, 0, 0]], [[0]])");
    const ComplexList poles = {-1, -5, -5};
    QVERIFY(MissOf(model.A, model.B, PlacePoles(model.A, model.B, poles), poles) < 1e-12);
    QVERIFY(MessageOf([&] {
              PlacePoles(model.A, model.B, {-5, -5, -5});
            }).starts_with("no input moves the mode at -1"));
  }

  // Models of any size and poles of any kind: real ones from pairs, pairs from real ones, equal
  // ones.
  void manyModels() {
    const int count = RandomCount(200);
    for (int model = 0; model < count; ++model) {
      Numbers numbers(static_cast<unsigned>(model));
      const Index n = 1 + model % 6, m = 1 + model % 3;
      const MatrixXd A = 2 * numbers.Matrix(n, n), B = numbers.Matrix(n, m);
      ComplexList poles;
      while (static_cast<Index>(poles.size()) < n) {
        const double real = -1 - std::floor(2 * std::abs(numbers.Next()));
        if (numbers.Next() > 0 && static_cast<Index>(poles.size()) + 2 <= n) {
          poles.insert(poles.end(), {{real, 1.0}, {real, -1.0}});
        } else {
          poles.emplace_back(real);
        }
      }
      const PolePlacement placement = PlacePoles(A, B, poles);
      const double miss = MissOf(A, B, placement, poles);
      // Of inputs that hardly reach a state the gain is large, and so is rounding.
      const double allowed = 1e-9 * (1 + placement.K.norm());
      QVERIFY2(miss < allowed, qPrintable(QString("model %1: %2").arg(model).arg(miss)));
    }
  }

  // With as many inputs as states eigenvectors may be any, so that a pair's are perpendicular too.
  void pairsOfSeveralInputs() {
    Numbers numbers(11);
    const MatrixXd A = numbers.Matrix(3, 3), B = numbers.Matrix(3, 3);
    const ComplexList poles = {{-1, 1}, {-1, -1}, -4};
    const PolePlacement free = PlacePoles(A, B, poles);
    QVERIFY(MissOf(A, B, free, poles) < 1e-12);
    QVERIFY2(free.condition < 1.001, qPrintable(QString::number(free.condition)));
    // Two inputs leave less of a choice.
    const MatrixXd larger = numbers.Matrix(6, 6), two = numbers.Matrix(6, 2);
    const ComplexList many = {{-1, 1}, {-1, -1}, {-2, 3}, {-2, -3}, -4, -5};
    const PolePlacement placement = PlacePoles(larger, two, many);
    QVERIFY(MissOf(larger, two, placement, many) < 1e-9);
    QVERIFY2(placement.condition < 140, qPrintable(QString::number(placement.condition)));
  }

  // One input moves two equal modes together: where they are nearly equal, rounding is all there
  // is.
  void modesThatMoveTogether() {
    const LinearModel model =
        ParseModel("ss([[1, 0], [0, 1.000000000001]], [[1], [1]], [[1, 0]], [[0]])");
    const std::string error = MessageOf([&] { PlacePoles(model.A, model.B, {-1, -2}); });
    QVERIFY2(error.starts_with("the poles cannot be placed: "), error.c_str());
  }
};

LOOPWRIGHT_TEST(TestPolePlacement)

}  // namespace loopwright::test_pole_placement

#include "test_pole_placement.moc"
