#include "engine/linear/transfer_function.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <vector>

#include "engine/common/exceptions.h"
#include "engine/linear/connected_states.h"
#include "engine/linear/eigenvalues.h"
#include "engine/linear/polynomial.h"
#include "engine/linear/zeros.h"

namespace loopwright {
namespace {

constexpr double kDegrees = 180 / std::numbers::pi;
/// A root is on the boundary where it is as near to it as this, times its size.
constexpr double kOnBoundary = 1e-13;

// By how much a factor jω − r turns the phase, in radians, such that it is continuous in ω and the
// turns of a conjugate pair cancel at ω = 0.
double ContinuousTurn(Complex root, double frequency) {
  const double re = root.real(), im = root.imag();
  if (std::abs(re) <= kOnBoundary * std::abs(root)) {
    const double distance = frequency - im;
    return distance >= 0 ? std::numbers::pi / 2 : -std::numbers::pi / 2;
  }
  const double turn = std::atan((frequency - im) / -re);
  return re < 0 || im != 0 ? turn : turn + std::numbers::pi;
}

// By how much a factor e^(jθ) − r of a sampled model turns the phase, in radians, continuous in θ
// likewise.
double SampledTurn(Complex root, double angle) {
  const double size = std::abs(root);
  if (std::abs(size - 1) <= kOnBoundary) {
    const double at = std::arg(root);
    return (angle + at) / 2 + (angle >= at ? std::numbers::pi / 2 : -std::numbers::pi / 2);
  }
  if (size < 1) return angle + std::arg(1.0 - root * std::polar(1.0, -angle));
  const double start = root.imag() == 0 && root.real() > 0 ? std::numbers::pi : 0;
  return start + std::arg(1.0 - std::polar(1.0, angle) / root);
}

// Of one input and one output, without the dead times that the input does not get into, and those
// that do not get to the output. It is asked of the structure, which elements are 0, with each dead
// time as one more state.
LinearModel WithConnectedDelays(const LinearModel& one) {
  const Eigen::Index n = one.num_states(), q = one.num_delays();
  Eigen::MatrixXd A(n + q, n + q), B(n + q, 1), C(1, n + q);
  A.topLeftCorner(n, n) = one.A;
  A.topRightCorner(n, q) = one.B.rightCols(q);
  A.bottomLeftCorner(q, n) = one.C.bottomRows(q);
  A.bottomRightCorner(q, q) = one.D.bottomRightCorner(q, q);
  B << one.B.col(0), one.D.col(0).tail(q);
  C << one.C.row(0), one.D.row(0).tail(q);
  LinearModel part = one;
  part.delays_sec.clear();
  std::vector<int> ports = {0};
  for (const int state : ConnectedStates(A, B, C)) {
    if (state < n) continue;
    const int delay = state - static_cast<int>(n);
    ports.push_back(1 + delay);
    part.delays_sec.push_back(one.delays_sec[delay]);
  }
  part.B = Eigen::MatrixXd(one.B(Eigen::all, ports));
  part.C = Eigen::MatrixXd(one.C(ports, Eigen::all));
  part.D = Eigen::MatrixXd(one.D(ports, ports));
  return part;
}

// A model without dead times, one input and one output, and the dead time that was before or behind
// it.
struct Series {
  LinearModel model;
  double delay_sec = 0;
};

// A dead time stands before everything where the input goes into it and nowhere else, behind
// everything where the output is what comes out of it and nothing else. Which it is shows in the
// zeros of B, C and D, whose last columns and rows are those of the dead times.
std::optional<Series> SeriesOf(const LinearModel& one) {
  Series series{one, 0};
  const int q = one.num_delays();
  if (q == 0) return series;
  series.model.delays_sec.clear();
  const Eigen::MatrixXd& D = one.D;
  std::vector<int> passed;  // the delays that this input goes into, and nothing else
  for (int i = 0; i < q; ++i) {
    if (D(1 + i, 0) != 0) passed.push_back(i);
  }
  const bool is_before = passed.size() == 1 && one.B.col(0).isZero(0) && D(0, 0) == 0 &&
                         one.C.bottomRows(q).isZero(0) && D.bottomRightCorner(q, q).isZero(0);
  const bool is_behind =
      q == 1 && one.C.row(0).isZero(0) && D(0, 0) == 0 && D(1, 1) == 0 && one.B.col(1).isZero(0);
  if (is_before) {
    const int i = passed[0];
    series.delay_sec = one.delays_sec[i];
    series.model.B = one.B.col(1 + i) * D(1 + i, 0);
    series.model.C = one.C.topRows(1);
    series.model.D = D.block(0, 1 + i, 1, 1) * D(1 + i, 0);
  } else if (is_behind) {
    series.delay_sec = one.delays_sec[0];
    series.model.B = one.B.leftCols(1);
    series.model.C = one.C.bottomRows(1) * D(0, 1);
    series.model.D = D.block(1, 0, 1, 1) * D(0, 1);
  } else {
    return {};
  }
  return series;
}

// From one input to one output of a model with dead times, as if these were not connected.
LinearModel WithoutDelays(const LinearModel& one, Eigen::Index input, Eigen::Index output) {
  LinearModel part = MakeModel(one.A, one.B.col(input), one.C.row(output),
                               one.D.block(output, input, 1, 1), one.period_sec);
  part.states = one.states;
  return ConnectedPart(part);
}

// Where all that gets to the output goes through one dead time, to which nothing comes back: what
// is before it, and what is behind.
std::optional<ZeroPoleGain> ThroughDelay(const LinearModel& one) {
  if (one.num_delays() != 1) return {};
  const ZeroPoleGain past = ToZeroPoleGain(WithoutDelays(one, 0, 0), 0, 0);
  const ZeroPoleGain back = ToZeroPoleGain(WithoutDelays(one, 1, 1), 0, 0);
  if (past.gain != 0 || back.gain != 0) return {};
  const ZeroPoleGain before = ToZeroPoleGain(WithoutDelays(one, 0, 1), 0, 0);
  ZeroPoleGain series = InSeries(before, ToZeroPoleGain(WithoutDelays(one, 1, 0), 0, 0));
  series.delay_sec = one.delays_sec[0];
  return series;
}

// H(s0) Π(s0 − p)/Π(s0 − z) at a real s0 beyond all of them, and of A, whose eigenvalues may all be
// far smaller than itself: of the powers of [−1 −1; 1 1] every one but the first is 0, and beside
// its poles s0 − A is singular up to rounding.
double GainOf(const LinearModel& model, const ComplexList& zeros, const ComplexList& poles) {
  if (zeros.size() == poles.size()) return model.D(0, 0);
  const double largest = std::max({model.A.stableNorm(), LargestSize(zeros), LargestSize(poles)});
  const double at = largest > 0 ? 2 * largest : 1;
  const int n = model.num_states();
  const Eigen::MatrixXd resolvent = at * Eigen::MatrixXd::Identity(n, n) - model.A;
  Complex gain = (model.C * resolvent.partialPivLu().solve(model.B) + model.D)(0, 0);
  for (size_t i = 0; i < poles.size(); ++i) {
    gain *= at - poles[i];
    if (i < zeros.size()) gain /= at - zeros[i];
  }
  if (!std::isfinite(gain.real())) {
    throw NoResultError(
        "the gain of the transfer function is beyond all numbers; choose other units of time, "
        "inputs or outputs");
  }
  return gain.real();
}

}  // namespace

// Zeros and poles in turn, so that the product stays within the range of numbers.
Complex ZeroPoleGain::Evaluate(Complex at) const {
  Complex value = gain;
  for (size_t i = 0; i < std::max(zeros.size(), poles.size()); ++i) {
    if (i < zeros.size()) value *= at - zeros[i];
    if (i < poles.size()) value /= at - poles[i];
  }
  return value;
}

Complex ZeroPoleGain::PointAt(double frequency) const {
  return is_sampled() ? std::polar(1.0, frequency * period_sec) : Complex(0, frequency);
}

Complex ZeroPoleGain::Response(double frequency) const {
  return Evaluate(PointAt(frequency)) * std::polar(1.0, -frequency * delay_sec);
}

// The sum of what each root turns, so that the phase is continuous and not only known up to whole
// turns.
double ZeroPoleGain::PhaseDegrees(double frequency) const {
  const auto turn = [&](Complex root) {
    return is_sampled() ? SampledTurn(root, frequency * period_sec)
                        : ContinuousTurn(root, frequency);
  };
  double phase = gain < 0 ? -std::numbers::pi : 0;
  for (const Complex zero : zeros) phase += turn(zero);
  for (const Complex pole : poles) phase -= turn(pole);
  return (phase - frequency * delay_sec) * kDegrees;
}

// Dead time before the input, behind the output or in between two parts in series is a factor; only
// where it is in a loop is there no transfer function.
ZeroPoleGain ToZeroPoleGain(const LinearModel& model, int input, int output) {
  const LinearModel one = WithConnectedDelays(SelectPorts(model, {input}, {output}));
  const std::optional<Series> series = SeriesOf(one);
  if (!series) {
    if (const auto through = ThroughDelay(one)) return *through;
    throw UsageError(
        "the dead time is inside the model: it has no transfer function of finite "
        "order; use bode, which is exact, or --pade N, which approximates it");
  }
  const LinearModel scaled = ScaleStates(series->model);
  ZeroPoleGain zpk;
  zpk.delay_sec = series->delay_sec;
  zpk.period_sec = model.period_sec;
  zpk.poles = EigenvaluesOf(scaled.A);
  const SystemZeros zeros = ZerosOf(scaled);
  if (zeros.normal_rank == 0) return zpk;  // the output does not follow the input at all
  zpk.zeros = zeros.zeros;
  zpk.gain = GainOf(scaled, zpk.zeros, zpk.poles);
  return zpk;
}

ZeroPoleGain InSeries(const ZeroPoleGain& first, const ZeroPoleGain& second) {
  ZeroPoleGain both = first;
  both.zeros.insert(both.zeros.end(), second.zeros.begin(), second.zeros.end());
  both.poles.insert(both.poles.end(), second.poles.begin(), second.poles.end());
  both.gain *= second.gain;
  both.delay_sec += second.delay_sec;
  return both;
}

// Roots multiplied out; that loses digits where there are many, so it is for what a person reads or
// writes.
TransferFunction ToTransferFunction(const ZeroPoleGain& zpk) {
  TransferFunction function;
  function.delay_sec = zpk.delay_sec;
  function.period_sec = zpk.period_sec;
  function.numerator = zpk.gain * PolynomialOf(zpk.zeros);
  function.denominator = PolynomialOf(zpk.poles);
  return function;
}

// The value at rest. Poles there make it infinite, zeros there 0; as many of both cancel.
double DcGain(const ZeroPoleGain& zpk) {
  const Complex point = zpk.is_sampled() ? 1.0 : 0.0;
  const double scale = zpk.is_sampled() ? 1 : 1e-300;
  Complex value = zpk.gain;
  int poles = 0, zeros = 0;
  for (const Complex zero : zpk.zeros) {
    std::abs(point - zero) <= 1e-14 * scale ? void(++zeros) : void(value *= point - zero);
  }
  for (const Complex pole : zpk.poles) {
    std::abs(point - pole) <= 1e-14 * scale ? void(++poles) : void(value /= point - pole);
  }
  if (zeros > poles || zpk.gain == 0) return 0;
  if (poles > zeros) return std::copysign(std::numeric_limits<double>::infinity(), value.real());
  return value.real();
}

// The controllable canonical form: the denominator's coefficients are the first row of A, and below
// it each state is the derivative of the next one. For example (s + 3)/(s² + 2 s + 5) has A = [−2
// −5; 1 0], B = [1; 0], C = [1 3]. Scaling makes its elements of one size afterwards.
LinearModel FromTransferFunction(const TransferFunction& function) {
  const Eigen::VectorXd denominator = WithoutLeadingZeros(function.denominator);
  const Eigen::VectorXd numerator = WithoutLeadingZeros(function.numerator);
  if (denominator.size() == 0 || denominator[0] == 0) {
    throw UsageError("the denominator of a transfer function must not be 0");
  }
  const Eigen::Index n = denominator.size() - 1;
  if (numerator.size() > denominator.size()) {
    throw UsageError("the transfer function is improper: its numerator has degree " +
                     std::to_string(numerator.size() - 1) + ", its denominator only " +
                     std::to_string(n) + "; add fast poles to the denominator");
  }
  Eigen::VectorXd b = Eigen::VectorXd::Zero(n + 1);
  b.tail(numerator.size()) = numerator / denominator[0];
  const Eigen::VectorXd a = denominator / denominator[0];
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n, n), B = Eigen::MatrixXd::Zero(n, 1);
  Eigen::MatrixXd C(1, n), D(1, 1);
  D(0, 0) = b[0];
  for (Eigen::Index i = 0; i < n; ++i) {
    A(0, i) = -a[i + 1];
    if (i > 0) A(i, i - 1) = 1;
    C(0, i) = b[i + 1] - b[0] * a[i + 1];
  }
  if (n > 0) B(0, 0) = 1;
  const LinearModel model = MakeModel(A, B, C, D, function.period_sec);
  return DelayInputs(ScaleStates(model), function.delay_sec);
}

namespace {

// Pairs of roots, or single real ones, as polynomials of degree 2 or 1; the last may be of degree
// 1. Real roots are paired in order.
std::vector<Eigen::VectorXd> Sections(ComplexList roots, const char* what) {
  std::vector<Eigen::VectorXd> sections;
  std::vector<double> real;
  SortEigenvalues(&roots);
  while (!roots.empty()) {
    const Complex root = roots.back();
    roots.pop_back();
    if (root.imag() == 0) {
      real.push_back(root.real());
      continue;
    }
    const auto partner = std::find(roots.begin(), roots.end(), std::conj(root));
    if (partner == roots.end()) {
      throw UsageError(std::string("the ") + what +
                       " must be real or in conjugate pairs: one has no partner");
    }
    roots.erase(partner);
    sections.emplace_back(Eigen::Vector3d(1, -2 * root.real(), std::norm(root)));
  }
  for (size_t i = 0; i + 1 < real.size(); i += 2) {
    sections.emplace_back(Eigen::Vector3d(1, -real[i] - real[i + 1], real[i] * real[i + 1]));
  }
  if (real.size() % 2 == 1) sections.emplace_back(Eigen::Vector2d(1, -real.back()));
  return sections;
}

// The output of the first is the input of the second: u2 = C1 x1 + D1 u.
LinearModel InSeries(const LinearModel& first, const LinearModel& second) {
  const int n1 = first.num_states(), n2 = second.num_states();
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n1 + n2, n1 + n2), B(n1 + n2, 1), C(1, n1 + n2);
  A.topLeftCorner(n1, n1) = first.A;
  A.bottomLeftCorner(n2, n1) = second.B * first.C;
  A.bottomRightCorner(n2, n2) = second.A;
  B << first.B, second.B * first.D;
  C << second.D * first.C, second.C;
  return MakeModel(A, B, C, second.D * first.D, first.period_sec);
}

}  // namespace

// Each section is a pole, or a conjugate pair, with as many zeros as it can take. Sections one
// after another keep the digits of the roots, which a polynomial of degree 20 would lose.
LinearModel FromZeroPoleGain(const ZeroPoleGain& zpk) {
  if (zpk.zeros.size() > zpk.poles.size()) {
    throw UsageError("the model is improper: it has " + std::to_string(zpk.zeros.size()) +
                     " zeros, but must have no more than poles, which are " +
                     std::to_string(zpk.poles.size()) + "; add fast poles");
  }
  const std::vector<Eigen::VectorXd> zeros = Sections(zpk.zeros, "zeros");
  const std::vector<Eigen::VectorXd> poles = Sections(zpk.poles, "poles");
  LinearModel model =
      MakeModel({}, {}, {}, Eigen::MatrixXd::Constant(1, 1, zpk.gain), zpk.period_sec);
  // Where sections do not match in degree, polynomials of what is left are made of several.
  Eigen::VectorXd numerator = Eigen::VectorXd::Ones(1);
  size_t next_zero = 0;
  for (size_t i = 0; i < poles.size(); ++i) {
    const Eigen::VectorXd& denominator = poles[i];
    while (next_zero < zeros.size() &&
           numerator.size() + zeros[next_zero].size() - 1 <= denominator.size()) {
      numerator = Multiply(numerator, zeros[next_zero++]);
    }
    const bool is_last = i + 1 == poles.size();
    while (is_last && next_zero < zeros.size()) numerator = Multiply(numerator, zeros[next_zero++]);
    TransferFunction section{numerator, denominator, 0, zpk.period_sec};
    model = InSeries(model, FromTransferFunction(section));
    numerator = Eigen::VectorXd::Ones(1);
  }
  return DelayInputs(ScaleStates(model), zpk.delay_sec);
}

}  // namespace loopwright
