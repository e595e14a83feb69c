#include "engine/linear/frequency_response.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

#include "engine/linear/eigenvalues.h"
#include "engine/matrices/decompositions.h"

namespace loopwright {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double SizeOf(Complex value) { return std::abs(value.real()) + std::abs(value.imag()); }

/// Complex columns with real and imaginary parts apart, so that a processor can work on several
/// elements at once. The functions below work on the first elements of one column.
struct SplitColumns {
  Eigen::MatrixXd real, imaginary;
  Complex operator()(Eigen::Index row, Eigen::Index column) const {
    return {real(row, column), imaginary(row, column)};
  }
};

// to −= factor × from.
void SubtractComplex(const SplitColumns& from, Complex factor, Eigen::Index count,
                     Eigen::Index column, SplitColumns* to) {
  const double* const real = from.real.data();
  const double* const imaginary = from.imaginary.data();
  double* __restrict const to_real = to->real.col(column).data();
  double* __restrict const to_imaginary = to->imaginary.col(column).data();
  const double x = factor.real(), y = factor.imag();
  for (Eigen::Index i = 0; i < count; ++i) {
    to_real[i] -= x * real[i] - y * imaginary[i];
    to_imaginary[i] -= x * imaginary[i] + y * real[i];
  }
}

// … of a column that is real.
void SubtractReal(const double* from, Complex factor, Eigen::Index count, Eigen::Index column,
                  SplitColumns* to) {
  double* __restrict const to_real = to->real.col(column).data();
  double* __restrict const to_imaginary = to->imaginary.col(column).data();
  const double x = factor.real(), y = factor.imag();
  for (Eigen::Index i = 0; i < count; ++i) {
    to_real[i] -= x * from[i];
    to_imaginary[i] -= y * from[i];
  }
}

// to = from − factor × to.
void SubtractFrom(const double* from, Complex factor, Eigen::Index count, SplitColumns* to) {
  double* __restrict const to_real = to->real.data();
  double* __restrict const to_imaginary = to->imaginary.data();
  const double x = factor.real(), y = factor.imag();
  for (Eigen::Index i = 0; i < count; ++i) {
    const double real = to_real[i], imaginary = to_imaginary[i];
    to_real[i] = from[i] - (x * real - y * imaginary);
    to_imaginary[i] = -(x * imaginary + y * real);
  }
}

/// Solves (p I + N) X = B, N upper Hessenberg and real, by elimination from the last column to the
/// first: of the column before and the one that is carried along that with the larger element in
/// the last row is the pivot, and goes into the solution at once. Only the carried column is
/// complex and changes, and N is read once; so the matrix p I + N is never made (Henry, "The
/// shifted Hessenberg system solve computation", Cornell University (1994), who turns columns where
/// these are subtracted).
class ShiftedHessenberg {
 public:
  ShiftedHessenberg(const Eigen::MatrixXd& N, const Eigen::MatrixXd& B, Complex point)
      : N_(N),
        point_(point),
        right_{B, Eigen::MatrixXd::Zero(B.rows(), B.cols())},
        X_(B.rows(), B.cols()),
        steps_(N.rows()) {}

  // Nothing where −p is an eigenvalue of N.
  std::optional<Eigen::MatrixXcd> Solve() {
    const Eigen::Index n = N_.rows();
    carried_ = {N_.col(n - 1), Eigen::MatrixXd::Zero(n, 1)};
    Add(point_, n - 1, 0, &carried_);
    for (Eigen::Index k = n - 1; k > 0; --k) {
      const Complex own = carried_(k, 0);
      const double other = N_(k, k - 1);
      const bool is_swapped = std::abs(other) > SizeOf(own);
      if (own == 0.0 && other == 0) return {};
      if (is_swapped) {
        EliminateCarried(k, own / other);
      } else {
        EliminateOther(k, other / own);
      }
      steps_[k].is_swapped = is_swapped;
    }
    const Complex last = carried_(0, 0);
    if (last == 0.0) return {};
    for (Eigen::Index j = 0; j < X_.cols(); ++j) X_(0, j) = right_(0, j) / last;
    for (Eigen::Index k = 1; k < n; ++k) Undo(k);
    return std::move(X_);
  }

 private:
  struct Step {
    Complex factor;
    bool is_swapped = false;
  };

  static void Add(Complex value, Eigen::Index row, Eigen::Index column, SplitColumns* to) {
    to->real(row, column) += value.real();
    to->imaginary(row, column) += value.imag();
  }

  // The carried column is the pivot, and what is left of the one before is carried on.
  void EliminateOther(Eigen::Index k, Complex factor) {
    for (Eigen::Index j = 0; j < X_.cols(); ++j) {
      X_(k, j) = right_(k, j) / carried_(k, 0);
      SubtractComplex(carried_, X_(k, j), k, j, &right_);
    }
    SubtractFrom(N_.col(k - 1).data(), factor, k, &carried_);
    Add(point_, k - 1, 0, &carried_);
    steps_[k].factor = factor;
  }

  // The column before is, which is real but for p in its last row but one.
  void EliminateCarried(Eigen::Index k, Complex factor) {
    const double* const other = N_.col(k - 1).data();
    for (Eigen::Index j = 0; j < X_.cols(); ++j) {
      X_(k, j) = right_(k, j) / other[k];
      SubtractReal(other, X_(k, j), k, j, &right_);
      Add(-point_ * X_(k, j), k - 1, j, &right_);
    }
    SubtractReal(other, factor, k, 0, &carried_);
    Add(-point_ * factor, k - 1, 0, &carried_);
    steps_[k].factor = factor;
  }

  // From the factors of the columns that are left to those of the columns k − 1 and k.
  void Undo(Eigen::Index k) {
    const Step& step = steps_[k];
    for (Eigen::Index j = 0; j < X_.cols(); ++j) {
      X_(k, j) -= step.factor * X_(k - 1, j);
      if (step.is_swapped) std::swap(X_(k - 1, j), X_(k, j));
    }
  }

  const Eigen::MatrixXd& N_;
  const Complex point_;
  SplitColumns right_, carried_;
  Eigen::MatrixXcd X_;
  std::vector<Step> steps_;  ///< by column
};

}  // namespace

// C (s − A)⁻¹ B is the same in any basis. In one in which A is a Hessenberg matrix, which is upper
// triangular but for one diagonal below, so is s − A, and it is eliminated in n² operations instead
// of n³/3. What is made here once serves every frequency.
FrequencyResponse::FrequencyResponse(const LinearModel& model)
    : D_(model.D.cast<Complex>()), period_sec_(model.period_sec), delays_sec_(model.delays_sec) {
  const LinearModel scaled = ScaleStates(model);
  if (model.num_states() == 0) {
    negative_ = scaled.A;
    B_ = scaled.B;
    C_ = scaled.C.cast<Complex>();
    return;
  }
  const HessenbergForm form = CalcHessenbergForm(scaled.A);
  negative_ = -form.H;
  B_ = form.Q.transpose() * scaled.B;
  C_ = Eigen::MatrixXd(scaled.C * form.Q).cast<Complex>();
}

Eigen::MatrixXcd FrequencyResponse::AtPoint(Complex point) const {
  if (negative_.rows() == 0) return D_;
  const std::optional<Eigen::MatrixXcd> states = ShiftedHessenberg(negative_, B_, point).Solve();
  if (!states) return Eigen::MatrixXcd::Constant(D_.rows(), D_.cols(), kInfinity);
  return C_ * *states + D_;
}

Eigen::MatrixXcd FrequencyResponse::At(double frequency) const {
  const Complex point =
      period_sec_ > 0 ? std::polar(1.0, frequency * period_sec_) : Complex(0, frequency);
  return CloseDelays(AtPoint(point), frequency, delays_sec_);
}

Eigen::MatrixXcd CloseDelays(const Eigen::MatrixXcd& G, double frequency,
                             const std::vector<double>& delays_sec) {
  const auto q = static_cast<Eigen::Index>(delays_sec.size());
  // At a pole all is without bound; a loop of dead times around it cannot be solved.
  if (q == 0 || !G.allFinite()) return G.topLeftCorner(G.rows() - q, G.cols() - q);
  const Eigen::Index p = G.rows() - q, m = G.cols() - q;
  Eigen::VectorXcd turn(q);
  for (Eigen::Index i = 0; i < q; ++i) turn[i] = std::polar(1.0, -frequency * delays_sec[i]);
  // z = Gzu u + Gzw w, w = turn z.
  const Eigen::MatrixXcd loop =
      Eigen::MatrixXcd::Identity(q, q) - G.bottomRightCorner(q, q) * turn.asDiagonal();
  const Eigen::MatrixXcd z = SolveRegular(loop, G.bottomLeftCorner(q, m));
  return G.topLeftCorner(p, m) + G.topRightCorner(p, q) * (turn.asDiagonal() * z);
}

std::vector<double> LogarithmicFrequencies(double from, double to, int count) {
  std::vector<double> frequencies;
  for (int i = 0; i < count; ++i) {
    const double part = count == 1 ? 0 : static_cast<double>(i) / (count - 1);
    frequencies.push_back(from * std::pow(to / from, part));
  }
  return frequencies;
}

FrequencyRange InterestingRange(const LinearModel& model) {
  return InterestingRange(EigenvaluesOf(model.A), model.period_sec, model.delays_sec);
}

FrequencyRange InterestingRange(const ComplexList& poles, double period_sec,
                                const std::vector<double>& delays_sec) {
  // An eigenvalue 1 of a map is met to about the root of rounding where it is a double one.
  constexpr double kIntegratorOfMap = 1e-7, kIntegrator = 1e-12;
  const bool is_sampled = period_sec > 0;
  std::vector<double> frequencies;
  for (const Complex pole : poles) {
    frequencies.push_back(is_sampled ? std::abs(std::log(pole)) / period_sec : std::abs(pole));
  }
  for (const double delay : delays_sec) frequencies.push_back(1 / delay);
  std::erase_if(frequencies, [](double frequency) { return !std::isfinite(frequency); });
  double slowest = kInfinity, fastest = 0;
  for (const double frequency : frequencies) fastest = std::max(fastest, frequency);
  const double least = is_sampled ? kIntegratorOfMap / period_sec : kIntegrator * fastest;
  for (const double frequency : frequencies) {
    if (frequency > least) slowest = std::min(slowest, frequency);
  }
  if (!std::isfinite(slowest)) slowest = fastest = is_sampled ? 0.1 / period_sec : 1;
  FrequencyRange range{slowest / 10, fastest * 10};
  if (is_sampled) {
    range.to = std::numbers::pi / period_sec;
    range.from = std::min(range.from, range.to / 1000);
  }
  return range;
}

}  // namespace loopwright
