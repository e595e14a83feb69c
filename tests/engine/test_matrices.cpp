// The decompositions put together again, and functions of matrices in closed form.
#include <Eigen/Core>
#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

#include "engine/matrices/decompositions.h"
#include "engine/matrices/matrix_functions.h"
#include "tests/test_main.h"

namespace loopwright::test_matrices {
using Eigen::MatrixXcd;
using Eigen::MatrixXd;

namespace {

// A regular matrix without symmetry, 3 by 3.
MatrixXd Example() { return MatrixXd{{1, 2, 0.5}, {-3, 0.25, 1}, {0, 4, -2}}; }

template <typename A, typename B>
bool IsEqual(const A& a, const B& b) {
  return (a - b).norm() <= 1e-13 * std::max(1.0, b.norm());
}

}  // namespace

class TestMatrices : public QObject {
  Q_OBJECT
 private slots:
  void eigenvaluesAddUpToTheTrace() {
    const MatrixXd M = Example();
    const auto values = CalcEigenvalues(M);
    QVERIFY(values.has_value());
    QVERIFY(std::abs(values->sum() - M.trace()) < 1e-13);
    const auto system = CalcEigenSystem(M);
    QVERIFY(system.has_value());
    QVERIFY(IsEqual(M * system->vectors, system->vectors * system->values.asDiagonal()));
    Eigen::EigenSolver<MatrixXd> solver(3);
    CalcEigenvalues(M, &solver);
    QVERIFY(IsEqual(solver.eigenvalues(), *values));
    const auto complex = CalcEigenvalues(MatrixXcd(M.cast<std::complex<double>>()));
    QVERIFY(complex.has_value());
    QVERIFY(std::abs(complex->prod() - M.determinant()) < 1e-12);
  }

  // Turns by 1 and by 2 rad, a real eigenvalue between them, and what couples them.
  void theComplexSchurFormIsTriangular() {
    MatrixXd M = MatrixXd::Zero(5, 5);
    for (const Eigen::Index at : {Eigen::Index{0}, Eigen::Index{3}}) {
      const double angle = at == 0 ? 1 : 2;
      M(at, at) = M(at + 1, at + 1) = std::cos(angle);
      M(at + 1, at) = 0.1 * std::sin(angle);  // no rotation: the block has no equal sides
      M(at, at + 1) = -10 * std::sin(angle);
    }
    M(2, 2) = -0.7;
    M.topRightCorner(2, 3).setConstant(3);
    M(2, 3) = -2;
    const MatrixXd mixed{
        {1, 2, 0, 1, -1}, {0, 1, 3, 0, 1}, {2, 0, 1, 1, 0}, {1, 1, 0, 2, 1}, {0, -1, 1, 0, 1}};
    const MatrixXd turn = CalcQ(mixed);
    const MatrixXd turned = turn * M * turn.transpose();
    const auto schur = CalcSchurForm(turned);
    QVERIFY(schur.has_value());
    QVERIFY(IsEqual(schur->U * schur->T * schur->U.adjoint(), turned));
    QVERIFY(IsEqual(schur->U * schur->U.adjoint(), MatrixXd::Identity(5, 5)));
    for (Eigen::Index i = 0; i < 5; ++i) {
      QVERIFY(schur->T.row(i).head(i).isZero(0));
      const double real = i == 2 ? -0.7 : std::cos(i < 2 ? 1 : 2);
      bool is_there = false;
      for (Eigen::Index k = 0; k < 5; ++k) {
        is_there = is_there || std::abs(schur->T(k, k).real() - real) < 1e-10;
      }
      QVERIFY(is_there);
    }
  }

  void formsMultiplyBackToTheMatrix() {
    const MatrixXd M = Example();
    const auto schur = CalcSchurForm(M);
    QVERIFY(schur.has_value());
    QVERIFY(IsEqual(schur->U * schur->T * schur->U.adjoint(), M));
    const HessenbergForm hessenberg = CalcHessenbergForm(M);
    QVERIFY(IsEqual(hessenberg.Q * hessenberg.H * hessenberg.Q.transpose(), M));
    QVERIFY(std::abs(hessenberg.H(2, 0)) < 1e-14);
    const auto svd = CalcSingularSystem(M);
    QVERIFY(IsEqual(svd.U * svd.values.asDiagonal() * svd.V.transpose(), M));
    const MatrixXd symmetric = M + M.transpose();
    const SymmetricEigenSystem system = CalcSymmetricEigenSystem(symmetric);
    QVERIFY(IsEqual(system.vectors * system.values.asDiagonal() * system.vectors.transpose(),
                    symmetric));
    QVERIFY(IsEqual(CalcSymmetricEigenvalues(symmetric), system.values));
  }

  // The second row is twice the first.
  void rankAndWhatIsPerpendicular() {
    const MatrixXd M{{1, 2}, {2, 4}, {0, 0}};
    const auto qr = CalcPivotedQr(M);
    QCOMPARE(qr.rank, Eigen::Index{1});
    QVERIFY((qr.Q.rightCols(2).transpose() * M).norm() < 1e-14);
    QVERIFY((CalcQ(MatrixXd(M.leftCols(1))).rightCols(2).transpose() * M).norm() < 1e-14);
    QVERIFY(CalcSingularValues(MatrixXcd(M.cast<std::complex<double>>()))[1] < 1e-15);
    // The shortest solution of x + 2 y = 5 in the sense of least squares is (1, 2).
    const MatrixXd x = SolveLeastSquares(M, MatrixXd{{5}, {10}, {0}});
    QVERIFY(IsEqual(x, MatrixXd{{1}, {2}}));
  }

  void linearEquations() {
    const MatrixXd M = Example(), right{{1}, {2}, {3}};
    QVERIFY(IsEqual(M * SolveRegular(M, right), right));
    const FullLu<MatrixXd> lu(M);
    QVERIFY(lu.is_invertible());
    QVERIFY(lu.rcond() > 0.01);
    QVERIFY(IsEqual(M * lu.Solve(right), right));
    QVERIFY(IsEqual(M * lu.Inverse(), MatrixXd::Identity(3, 3)));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const MatrixXd& singular :
         {MatrixXd{{1, 2}, {2, 4}}, MatrixXd{{1e43, 0}, {0, 1}},
          MatrixXd{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, MatrixXd{{1, nan}, {0, 1}}}) {
      QVERIFY(!FullLu<MatrixXd>(singular).is_invertible());
      QCOMPARE(FullLu<MatrixXd>(singular).rcond(), 0.0);
    }
  }

  // A = diag(1, 2), and B singular in the second direction: one eigenvalue is infinite.
  void aPencilWithAnInfiniteEigenvalue() {
    const PencilEigenvalues values =
        CalcPencilEigenvalues(MatrixXd{{1, 0}, {0, 2}}, MatrixXd{{0.5, 0}, {0, 0}}).value();
    const int finite = values.betas[0] != 0 ? 0 : 1;
    QCOMPARE(values.betas[1 - finite], 0.0);
    QVERIFY(std::abs(values.alphas[finite] / values.betas[finite] - 2.0) < 1e-14);
  }

  // A turn by an angle is the exponential of its generator.
  // As models without state have.
  void aMatrixWithoutElements() {
    const MatrixXd none(0, 0);
    QCOMPARE(CalcEigenvalues(none)->size(), Eigen::Index{0});
    QCOMPARE(CalcEigenvalues(MatrixXcd(0, 0))->size(), Eigen::Index{0});
    QCOMPARE(CalcEigenSystem(none)->vectors.size(), Eigen::Index{0});
    QCOMPARE(CalcSymmetricEigenSystem(none).values.size(), Eigen::Index{0});
    QCOMPARE(CalcSymmetricEigenvalues(none).size(), Eigen::Index{0});
    QCOMPARE(CalcSchurForm(none)->T.size(), Eigen::Index{0});
    QCOMPARE(Logarithm(none)->size(), Eigen::Index{0});
    QCOMPARE(Exponential(none).size(), Eigen::Index{0});
    QCOMPARE(Exponential(MatrixXcd(0, 0)).size(), Eigen::Index{0});
    const auto svd = CalcSingularSystem(MatrixXd(0, 2));
    QCOMPARE(svd.values.size(), Eigen::Index{0});
    QCOMPARE(svd.V, MatrixXd(MatrixXd::Identity(2, 2)));
    const FullLu<MatrixXd> lu(none);
    QVERIFY(lu.is_invertible());
    QCOMPARE(lu.rcond(), 1.0);
    QCOMPARE(lu.Solve(MatrixXd(0, 3)).cols(), Eigen::Index{3});
    QCOMPARE(lu.Inverse().size(), Eigen::Index{0});
  }

  // ẋ = −x + 2⁸⁰ u, over a second: without a unit for u, e^(−1) would be 1.
  void inputsMuchLargerThanTheState() {
    const MatrixXd A = MatrixXd::Constant(1, 1, -1),
                   B = MatrixXd::Constant(1, 1, std::ldexp(1, 80));
    const double unit = UnitOfInputs(A, B);
    QCOMPARE(unit, std::ldexp(1, 80));
    const MatrixXd step = Exponential(MatrixXd{{A(0, 0), B(0, 0) / unit}, {0, 0}});
    QVERIFY(std::abs(step(0, 0) - std::exp(-1)) < 1e-15);
    QVERIFY(std::abs(step(0, 1) - (1 - std::exp(-1))) < 1e-15);
    QCOMPARE(UnitOfInputs(A, MatrixXd::Constant(1, 1, 10)), 1.0);
    QCOMPARE(UnitOfInputs(MatrixXd::Zero(1, 1), B), 1.0);
  }

  void exponentialAndLogarithmOfATurn() {
    const double angle = std::numbers::pi / 3;
    const MatrixXd generator{{0, -angle}, {angle, 0}};
    const MatrixXd turn{{0.5, -std::sqrt(0.75)}, {std::sqrt(0.75), 0.5}};
    QVERIFY(IsEqual(Exponential(generator), turn));
    QVERIFY(IsEqual(*Logarithm(turn), generator));
    const MatrixXcd scalar = MatrixXcd::Constant(1, 1, std::complex<double>(0, angle));
    QVERIFY(std::abs(Exponential(scalar)(0, 0) - std::polar(1.0, angle)) < 1e-15);
  }

  // Roots of 0 are 0 however many are taken, and what stands beside it grows without bound. A fast
  // motion has its logarithm.
  void logarithmsThatThereAreNot() {
    QVERIFY(!Logarithm(MatrixXd::Zero(1, 1)));
    QVERIFY(!Logarithm(MatrixXd{{0, 1e9, 0}, {0, 0, 1e9}, {0, 0, 0}}));
    QVERIFY(!Logarithm(MatrixXd{{1e-200, 1e9, 0}, {0, 1e-200, 1e9}, {0, 0, 1e-200}}));
    const MatrixXd fast = *Logarithm(MatrixXd{{1e-40, 0.5}, {0, 1}});
    QVERIFY(std::abs(fast(0, 0) - std::log(1e-40)) < 1e-12);
    QVERIFY(std::abs(fast(0, 1) + 0.5 * std::log(1e-40)) < 1e-12);
  }
};

LOOPWRIGHT_TEST(TestMatrices)

}  // namespace loopwright::test_matrices

#include "test_matrices.moc"
