#pragma once

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "engine/linear/linear_model.h"

namespace loopwright {

/// What linear models of tests are drawn from.
class RandomModels {
 public:
  explicit RandomModels(unsigned seed) : engine_(seed) {}

  int Whole(int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(engine_);
  }
  double Uniform(double least, double most) {
    return std::uniform_real_distribution<double>(least, most)(engine_);
  }
  /// A power of ten with an exponent in ±`decades`.
  double Size(double decades) { return std::pow(10, Uniform(-decades, decades)); }
  Eigen::MatrixXd Normal(Eigen::Index rows, Eigen::Index columns) {
    std::normal_distribution<double> normal;
    return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return normal(engine_); });
  }
  /// A matrix that is positive semidefinite of this rank but for rounding, and symmetric.
  Eigen::MatrixXd Weight(Eigen::Index size, Eigen::Index rank) {
    const Eigen::MatrixXd root = Normal(size, rank);
    const Eigen::MatrixXd square = root * root.transpose();
    return (square + square.transpose()) / 2;
  }

  /// A model of normally distributed elements: every mode is reached and shown, nothing is far from
  /// 1. `is_stable` moves the poles to where they decay.
  LinearModel Tame(bool is_stable) {
    const bool is_sampled = Whole(0, 1) == 1;
    const int n = Whole(1, 5), m = Whole(1, 2), p = Whole(1, 2);
    Eigen::MatrixXd A = Normal(n, n);
    const double size = A.norm();
    if (is_sampled) A *= Uniform(0.3, is_stable ? 0.95 : 2) / size;
    if (!is_sampled && is_stable) A -= Eigen::MatrixXd::Identity(n, n) * (size * Uniform(1.05, 2));
    return MakeModel(A, Normal(n, m), Normal(p, n), Normal(p, m) * static_cast<double>(Whole(0, 1)),
                     is_sampled ? Size(1) : 0);
  }

  /// A model that may have any fault: without states or ports, with states that nothing moves or
  /// shows, defective, singular, in units that differ by 10^±12.
  LinearModel Wild() {
    const bool is_sampled = Whole(0, 1) == 1;
    const int n = Whole(0, 6), m = Whole(0, 9) == 0 ? 0 : Whole(1, 3);
    const int p = Whole(0, 9) == 0 ? 0 : Whole(1, 3);
    Eigen::MatrixXd A = WildFlow(n, is_sampled), B = WildPorts(n, m);
    Eigen::MatrixXd C = WildPorts(p, n), D = WildPorts(p, m);
    if (Whole(0, 1) == 0) D.setZero();
    if (Whole(0, 2) == 0 && n > 0) Hide(&A, &B, &C);
    if (Whole(0, 1) == 0 && n > 0) MixStates(&A, &B, &C);
    const double decades = std::vector{0., 2., 6., 12.}[static_cast<size_t>(Whole(0, 3))];
    for (int i = 0; i < n; ++i) {
      const double unit = Size(decades / 2);
      A.col(i) *= unit;
      C.col(i) *= unit;
      A.row(i) /= unit;
      B.row(i) /= unit;
    }
    const double rate = is_sampled ? 1 : Size(decades);
    return MakeModel(A * rate, B * Size(decades), C * Size(decades), D * Size(decades),
                     is_sampled ? Size(decades / 2) : 0);
  }

 private:
  Eigen::MatrixXd Whole(Eigen::Index rows, Eigen::Index columns, int most) {
    return Eigen::MatrixXd::NullaryExpr(rows, columns,
                                        [&] { return static_cast<double>(Whole(-most, most)); });
  }

  Eigen::MatrixXd WildFlow(int n, bool is_sampled) {
    switch (Whole(0, 6)) {
      case 0:  // small whole numbers: many are singular or have eigenvalues more than once
        return Whole(n, n, 1);
      case 1: {  // one Jordan block
        const double pole = Whole(-2, 1) * (is_sampled ? 0.5 : 1);
        Eigen::MatrixXd A = Eigen::MatrixXd::Identity(n, n) * pole;
        for (int i = 0; i + 1 < n; ++i) A(i, i + 1) = 1;
        return A;
      }
      case 2: {  // lags, some with the same pole
        Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n, n);
        for (int i = 0; i < n; ++i) A(i, i) = is_sampled ? Whole(-2, 2) / 2.0 : -Whole(0, 3);
        return A;
      }
      case 3: {  // oscillators of little or no damping
        Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n, n);
        for (int i = 0; i + 1 < n; i += 2) {
          const double w = Uniform(0.1, 2), d = Whole(0, 1) * Size(6) * 1e-6;
          A.block(i, i, 2, 2) << -d, w, -w, -d;
        }
        return is_sampled ? Eigen::MatrixXd(A / 2.1) : A;
      }
      case 4: {  // rows of different sizes
        Eigen::MatrixXd A = Normal(n, n);
        for (int i = 0; i < n; ++i) A.row(i) *= Size(3);
        return A;
      }
      case 5:
        return Eigen::MatrixXd::Zero(n, n);
      default:
        return is_sampled ? Eigen::MatrixXd(Normal(n, n) * 0.4)
                          : Eigen::MatrixXd(Normal(n, n) - 2 * Eigen::MatrixXd::Identity(n, n));
    }
  }

  Eigen::MatrixXd WildPorts(int rows, int columns) {
    switch (Whole(0, 5)) {
      case 0:
        return Eigen::MatrixXd::Zero(rows, columns);
      case 1:
        return Whole(rows, columns, 1);
      case 2: {  // ports that are the same
        return Eigen::MatrixXd::Ones(rows, columns);
      }
      default:
        return Normal(rows, columns);
    }
  }

  // Nothing moves the last states, or they move nothing.
  void Hide(Eigen::MatrixXd* A, Eigen::MatrixXd* B, Eigen::MatrixXd* C) {
    const int n = static_cast<int>(A->rows()), hidden = Whole(1, n);
    if (Whole(0, 1) == 0) {
      A->bottomLeftCorner(hidden, n - hidden).setZero();
      B->bottomRows(hidden).setZero();
    } else {
      A->topRightCorner(n - hidden, hidden).setZero();
      C->rightCols(hidden).setZero();
    }
  }

  // Other coordinates, so that structure is no longer seen in elements that are 0.
  void MixStates(Eigen::MatrixXd* A, Eigen::MatrixXd* B, Eigen::MatrixXd* C) {
    const Eigen::MatrixXd T = Normal(A->rows(), A->rows());
    const Eigen::FullPivLU<Eigen::MatrixXd> lu(T);
    if (lu.rcond() < 1e-3) return;
    *A = lu.inverse() * *A * T;
    *B = lu.inverse() * *B;
    *C = *C * T;
  }

  std::mt19937_64 engine_;
};

}  // namespace loopwright
