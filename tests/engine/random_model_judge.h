#pragma once

#include <Eigen/LU>
#include <QTest>
#include <exception>
#include <limits>
#include <string>

#include "engine/common/exceptions.h"
#include "tests/engine/random_linear_model.h"
#include "tests/random_count.h"

namespace loopwright {

/// Counts what is wrong with results of random models, and tells the first faults with the seed
/// that draws their model again.
class Judge {
 public:
  explicit Judge(int seed) : seed_(seed) {}

  /// `is_right` is the residual of a result against its bound; what is not a number fails it.
  void Expect(bool is_right, const std::string& what, double value) {
    if (is_right) return;
    ++faults_;
    qWarning("seed %d: %s: %.6g", seed_, what.c_str(), value);
  }

  /// The result of `call` goes to `check`; the two kinds of error that say why there is none are
  /// answers as well, but not where `must_answer`.
  template <typename Call, typename Check>
  void Try(const char* what, bool must_answer, const Call& call, const Check& check) {
    try {
      const auto result = call();
      ++results_;
      check(result);
    } catch (const NoResultError& error) {
      Refused(what, must_answer, error);
    } catch (const UsageError& error) {
      Refused(what, must_answer, error);
    } catch (const std::exception& error) {
      Refused(what, true, error);
    }
  }

  int faults() const { return faults_; }
  int results() const { return results_; }

 private:
  void Refused(const char* what, bool is_fault, const std::exception& error) {
    if (std::string(error.what()).empty()) is_fault = true;
    if (!is_fault) return;
    ++faults_;
    qWarning("seed %d: %s: %s", seed_, what, error.what());
  }

  int seed_;
  int faults_ = 0, results_ = 0;
};

/// The response of a model without dead times at a point, and by how much it may be off: by what a
/// change of all elements of the scaled model in the ninth digit makes of it; by any amount where
/// such a change may put a pole there, as the response then has no bound (the first-order bound
/// holds only for changes that are small beside the distance to the next singular matrix: of two
/// integrators that rounding has put apart, a change in the 16th digit makes 1e33 of 1e16).
struct ReferenceResponse {
  Eigen::MatrixXcd value;
  double allowed = 0;
};

inline ReferenceResponse ReferenceAt(const LinearModel& model, Complex point) {
  using Matrix = Eigen::Matrix<std::complex<long double>, Eigen::Dynamic, Eigen::Dynamic>;
  constexpr double kDigits = 1e-9;
  const LinearModel scaled = ScaleStates(model);
  const Eigen::Index n = scaled.A.rows();
  ReferenceResponse response{scaled.D.cast<Complex>(), kDigits * scaled.D.norm()};
  if (n == 0 || scaled.D.size() == 0) return response;
  const Eigen::MatrixXcd shifted =
      point * Eigen::MatrixXcd::Identity(n, n) - scaled.A.cast<Complex>();
  const Eigen::FullPivLU<Matrix> lu(shifted.cast<std::complex<long double>>());
  if (!lu.isInvertible()) return {response.value, std::numeric_limits<double>::infinity()};
  const Matrix inverse = lu.inverse();
  const Matrix states = inverse * scaled.B.cast<std::complex<long double>>();
  response.value += (scaled.C.cast<std::complex<long double>>() * states).cast<Complex>();
  const auto size = static_cast<double>(inverse.norm());
  const double condition = 1 + size * (shifted.norm() + scaled.A.norm());
  response.allowed += kDigits * scaled.C.norm() * size * condition * scaled.B.norm();
  if (!(kDigits * condition < 1)) response.allowed = std::numeric_limits<double>::infinity();
  return response;
}

/// How far X may be from the solution of A X + X Aᵀ + Q = 0, or where `is_sampled` of
/// A X Aᵀ − X + Q = 0: what is left of the equation, with its rounding, times the norm of the
/// inverse of the equation, which is made as one of all elements of X.
inline double LyapunovError(const Eigen::MatrixXd& A, const Eigen::MatrixXd& Q,
                            const Eigen::MatrixXd& X, bool is_sampled) {
  constexpr double kRounding = 1e-14;
  const Eigen::Index n = A.rows();
  if (n == 0) return 0;
  const Eigen::MatrixXd I = Eigen::MatrixXd::Identity(n, n);
  Eigen::MatrixXd equation(n * n, n * n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      equation.block(i * n, j * n, n, n) = is_sampled ? Eigen::MatrixXd(A(i, j) * A - I(i, j) * I)
                                                      : Eigen::MatrixXd(I(i, j) * A + A(i, j) * I);
    }
  }
  const Eigen::FullPivLU<Eigen::MatrixXd> lu(equation);
  if (!lu.isInvertible()) return std::numeric_limits<double>::infinity();
  const Eigen::MatrixXd moved = A * X;
  const Eigen::MatrixXd left = is_sampled ? Eigen::MatrixXd(moved * A.transpose() - X + Q)
                                          : Eigen::MatrixXd(moved + moved.transpose() + Q);
  const double size = A.norm(), times = is_sampled ? size * size + 1 : 2 * size;
  return lu.inverse().norm() * (left.norm() + kRounding * (times * X.norm() + Q.norm()));
}

/// A point at which a model is looked at: of the size of its motions, to the right of them or not.
inline Complex RandomPoint(const LinearModel& model, RandomModels* random) {
  const double turn = random->Uniform(-1.5, 1.5);
  if (model.is_sampled()) return std::polar(random->Uniform(0.9, 1.5), turn);
  const double rate = ScaleStates(model).A.norm();
  return std::polar((rate > 0 ? rate : 1) * random->Size(1), turn);
}

/// Whether two models have the same response at some points; `twice` counts for both the changes
/// that are allowed.
inline void ExpectSameResponse(const LinearModel& model, const LinearModel& other,
                               const std::string& what, RandomModels* random, Judge* judge) {
  for (int i = 0; i < 2; ++i) {
    const Complex point = RandomPoint(model, random);
    const ReferenceResponse a = ReferenceAt(model, point), b = ReferenceAt(other, point);
    const double miss = (a.value - b.value).norm();
    const double allowed = a.allowed + b.allowed;
    judge->Expect(!std::isfinite(allowed) || miss <= allowed, what, miss / allowed);
  }
}

/// A model drawn at random, with what it was drawn from and the verdict on what is said of it.
struct Trial {
  explicit Trial(int seed) : random(static_cast<unsigned>(seed)), judge(seed) {
    constexpr int kTameEvery = 5;
    is_tame = seed % kTameEvery == 0;
    model = is_tame ? random.Tame(seed % (2 * kTameEvery) == 0) : random.Wild();
  }

  bool has_ports() const { return model.num_inputs() > 0 && model.num_outputs() > 0; }

  RandomModels random;
  Judge judge;
  bool is_tame = false;
  LinearModel model;
};

/// Runs `check` over 10,000 trials, or a part of them (RandomScale()); the test fails where one is
/// at fault, or where none has a result.
template <typename Check>
void RunTrials(const Check& check) {
  constexpr int kTrials = 10000, kMostFaults = 20;
  const int first = RandomSeed(1);
  int faults = 0, results = 0;
  for (int i = 0; i < RandomCount(kTrials) && faults < kMostFaults; ++i) {
    Trial trial(first + i);
    check(&trial);
    faults += trial.judge.faults();
    results += trial.judge.results();
  }
  QCOMPARE(faults, 0);
  QVERIFY(results > 0);
}

}  // namespace loopwright
