#include "engine/control/discretise.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "engine/common/exceptions.h"
#include "engine/linear/eigenvalues.h"
#include "engine/linear/transfer_function.h"
#include "engine/matrices/decompositions.h"
#include "engine/matrices/matrix_functions.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

using Eigen::MatrixXd;
/// A continuous model, sampled again, is the sampled one but for this part.
constexpr double kWayBack = 1e-8;

/// The model without its dead times, which stand before everything, and how long they are.
struct Plain {
  LinearModel model;
  std::vector<double> input_delays;
};

// Dead times before the inputs are taken off and given back as numbers; any other dead time is
// refused, as it is not sampled exactly by what follows.
Plain TakeInputDelays(const LinearModel& model) {
  Plain plain{model, std::vector<double>(model.num_inputs(), 0.0)};
  const int q = model.num_delays();
  if (q == 0) return plain;
  const int m = model.num_inputs(), p = model.num_outputs();
  const MatrixXd into = model.D.bottomLeftCorner(q, m);
  const bool is_before =
      model.C.bottomRows(q).isZero(0) && model.D.bottomRightCorner(q, q).isZero(0) && q == m &&
      into.isIdentity(0) && model.B.leftCols(m).isZero(0) && model.D.topLeftCorner(p, m).isZero(0);
  if (!is_before) {
    throw UsageError(
        "the dead time is inside the model; only one before its inputs can be sampled "
        "exactly. Use --pade N");
  }
  plain.model.B = model.B.rightCols(q);
  plain.model.C = model.C.topRows(p);
  plain.model.D = model.D.topRightCorner(p, q);
  plain.input_delays = model.delays_sec;
  plain.model.delays_sec.clear();
  return plain;
}

// A model with other matrices and the same names, which is checked to be finite.
LinearModel WithMatrices(const LinearModel& names, MatrixXd A, MatrixXd B, MatrixXd C, MatrixXd D,
                         double period_sec) {
  const bool is_finite = A.allFinite() && B.allFinite() && C.allFinite() && D.allFinite();
  if (period_sec > 0 && !is_finite) {
    throw NoResultError("over a period of " + FormatNumber(period_sec) +
                        " s the model grows beyond all numbers; choose a shorter one");
  }
  LinearModel model = MakeModel(std::move(A), std::move(B), std::move(C), std::move(D), period_sec);
  if (model.num_states() == names.num_states()) model.states = names.states;
  model.inputs = names.inputs;
  model.outputs = names.outputs;
  return model;
}

// Input j has come over the first f seconds of a period as it was d + 1 periods ago, and then as it
// was d periods ago, its dead time being d h + f.
LinearModel SampleHeld(const Plain& plain, double h) {
  const LinearModel& c = plain.model;
  const int n = c.num_states(), m = c.num_inputs(), p = c.num_outputs();
  // A rest that is only rounding is none.
  const auto periods = [&](int j) { return std::ceil(plain.input_delays[j] / h - 1e-10); };
  double states = n;
  for (int j = 0; j < m; ++j) states += periods(j);
  const int total = static_cast<int>(std::min(states, 1e9));
  RequireDenseSize(total);
  MatrixXd A = MatrixXd::Zero(total, total), B = MatrixXd::Zero(total, m);
  MatrixXd C = MatrixXd::Zero(p, total), D = MatrixXd::Zero(p, m);
  A.topLeftCorner(n, n) = StepHeld(c.A, c.B, h).Phi;
  C.leftCols(n) = c.C;
  LinearModel names = c;
  int first = n;
  for (int j = 0; j < m; ++j) {
    const int lag = static_cast<int>(periods(j));
    // The part of the period in which the newer of the two values is there.
    const double newer = std::max(0.0, lag * h - plain.input_delays[j]);
    const double late = lag == 0 ? h : newer;
    const HeldStep last = StepHeld(c.A, c.B.col(j), late);
    const HeldStep before = StepHeld(c.A, c.B.col(j), h - late);
    // States first … first+lag−1 are the input 1 … lag periods ago.
    const auto add = [&](int ago, const MatrixXd& effect) {
      if (ago == 0) {
        B.block(0, j, n, 1) += effect;
      } else {
        A.block(0, first + ago - 1, n, 1) += effect;
      }
    };
    add(std::max(0, lag - 1), last.Gamma);
    if (lag == 0) {
      D.col(j) += c.D.col(j);
    } else {
      add(lag, last.Phi * before.Gamma);
      C.col(first + lag - 1) += c.D.col(j);
      B(first, j) = 1;
      for (int i = 1; i < lag; ++i) A(first + i, first + i - 1) = 1;
    }
    for (int i = 0; i < lag; ++i) {
      names.states.push_back(c.inputs[j] + ".dead_time[" + std::to_string(i) + "]");
    }
    first += lag;
  }
  LinearModel sampled = WithMatrices(names, A, B, C, D, h);
  sampled.states = names.states;
  return sampled;
}

/// Γ1 = ∫ e^(As) ds B over a period, and Γ2, the same of an input that rises from 0 to 1 in it.
struct RampStep {
  MatrixXd Phi, held, ramp;
};

// What a state, an input and its slope come to over a period, by one exponential of the model with
// both as further states (van Loan, IEEE Transactions on Automatic Control 23 (1978) 395-404).
RampStep StepRamp(const MatrixXd& A, const MatrixXd& B, double h) {
  const Eigen::Index n = A.rows(), m = B.cols();
  const double unit = UnitOfInputs(A, B);
  MatrixXd flow = MatrixXd::Zero(n + 2 * m, n + 2 * m);
  flow.topLeftCorner(n, n) = A * h;
  flow.block(0, n, n, m) = B * (h / unit);
  flow.block(n, n + m, m, m).setIdentity();
  const MatrixXd step = Exponential(flow);
  return {step.topLeftCorner(n, n), step.block(0, n, n, m) * unit,
          step.topRightCorner(n, m) * unit};
}

LinearModel SampleRamps(const LinearModel& c, double h) {
  const RampStep step = StepRamp(c.A, c.B, h);
  return WithMatrices(c, step.Phi, step.held - step.ramp + step.Phi * step.ramp, c.C,
                      c.D + c.C * step.ramp, h);
}

// s = k (z − 1)/(z + 1)
LinearModel Bilinear(const LinearModel& c, double h, double k) {
  const MatrixXd I = MatrixXd::Identity(c.num_states(), c.num_states());
  const FullLu<MatrixXd> lu(k * I - c.A);
  if (!lu.is_invertible()) {
    throw NoResultError("tustin: the model has a pole at " + FormatNumber(k) +
                        ", which no pole of a sampled model is");
  }
  return WithMatrices(c, lu.Solve(k * I + c.A), lu.Solve(c.B) * std::sqrt(2 * k),
                      c.C * lu.Inverse() * std::sqrt(2 * k), c.D + c.C * lu.Solve(c.B), h);
}

// s = k (z − 1) / (z + 1), solved for the matrices of the continuous model; a pole at −1 would be
// at infinity.
LinearModel InverseBilinear(const LinearModel& d, double k) {
  const MatrixXd I = MatrixXd::Identity(d.num_states(), d.num_states());
  const FullLu<MatrixXd> lu(I + d.A);
  if (!lu.is_invertible()) {
    throw NoResultError("tustin: the model has a pole at -1, which belongs to no continuous pole");
  }
  return WithMatrices(d, k * lu.Solve(d.A - I), lu.Solve(d.B) * std::sqrt(2 * k),
                      d.C * lu.Inverse() * std::sqrt(2 * k), d.D - d.C * lu.Solve(d.B), 0);
}

// 2/h, or the factor with which the responses of both models agree at one frequency.
double BilinearFactor(double h, DiscretisationMethod method, double prewarp) {
  if (method == DiscretisationMethod::kTustin) return 2 / h;
  if (!(prewarp > 0) || prewarp * h >= std::numbers::pi) {
    throw UsageError("--prewarp: a frequency between 0 and pi/period, " +
                     FormatNumber(std::numbers::pi / h) + " rad/s, is needed");
  }
  return prewarp / std::tan(prewarp * h / 2);
}

void RequireSingle(const LinearModel& model, const char* method) {
  if (model.num_inputs() != 1 || model.num_outputs() != 1) {
    throw UsageError(std::string(method) + " is for one input and one output; this model has " +
                     std::to_string(model.num_inputs()) + " and " +
                     std::to_string(model.num_outputs()));
  }
}

// Roots and a gain beyond all numbers make no model.
void RequireRoots(const ZeroPoleGain& zpk) {
  const auto is_finite = [](Complex root) {
    return std::isfinite(root.real()) && std::isfinite(root.imag());
  };
  if (std::isfinite(zpk.gain) && std::all_of(zpk.zeros.begin(), zpk.zeros.end(), is_finite) &&
      std::all_of(zpk.poles.begin(), zpk.poles.end(), is_finite)) {
    return;
  }
  throw NoResultError("matched: the roots or the gain are beyond all numbers; use another period");
}

// (e^x − 1)/x, to all digits where x is small.
Complex GrowthRatio(Complex x) {
  if (x == 0.0) return 1;
  const double half = std::sin(x.imag() / 2);
  const Complex grown(std::expm1(x.real()) * std::cos(x.imag()) - 2 * half * half,
                      std::exp(x.real()) * std::sin(x.imag()));
  return grown / x;
}

// (z − 1)/s of a root s with z = e^(sh): by so much a factor of the sampled model at z = 1 is
// greater than that of the continuous one at s = 0. It is h of a root at 0.
Complex FactorOf(Complex root, double h) { return h * GrowthRatio(root * h); }

// The gain at rest stays as it is; with roots at 0 what grows there does.
LinearModel Matched(const LinearModel& c, double h) {
  RequireSingle(c, "matched");
  const ZeroPoleGain from = ToZeroPoleGain(c, 0, 0);
  ZeroPoleGain to;
  to.period_sec = h;
  for (const Complex zero : from.zeros) to.zeros.push_back(std::exp(zero * h));
  for (const Complex pole : from.poles) to.poles.push_back(std::exp(pole * h));
  Complex factor = 1;
  for (const Complex pole : from.poles) factor *= FactorOf(pole, h);
  for (const Complex zero : from.zeros) factor /= FactorOf(zero, h);
  for (; to.zeros.size() + 1 < to.poles.size(); factor /= 2) to.zeros.emplace_back(-1);
  to.gain = from.gain * factor.real();
  RequireRoots(to);
  return FromZeroPoleGain(to);
}

// Poles and zeros go back by s = ln(z) / h. Zeros at −1 stand for zeros at infinity and are left
// out; the gain is matched at low frequency.
LinearModel InverseMatched(const LinearModel& d) {
  RequireSingle(d, "matched");
  const ZeroPoleGain from = ToZeroPoleGain(d, 0, 0);
  const double h = d.period_sec;
  ZeroPoleGain to;
  Complex factor = 1;
  for (const Complex zero : from.zeros) {
    if (std::abs(zero + 1.0) <= 1e-6) {
      factor *= 2;
      continue;
    }
    if (zero.imag() == 0 && zero.real() <= 0) {
      throw NoResultError("there is no continuous model: no zero of one becomes the zero at " +
                          FormatNumber(zero.real()) + " by matched; use tustin");
    }
    to.zeros.push_back(std::log(zero) / h);
    factor *= FactorOf(to.zeros.back(), h);
  }
  for (const Complex pole : from.poles) {
    to.poles.push_back(std::log(pole) / h);
    factor /= FactorOf(to.poles.back(), h);
  }
  to.gain = from.gain * factor.real();
  RequireRoots(to);
  return FromZeroPoleGain(to);
}

// The samples of the impulse response, times h so that the gain stays.
LinearModel SampleImpulses(const LinearModel& c, double h) {
  if (!c.D.isZero(0)) {
    throw UsageError("impulse: the model has a direct gain, whose impulse response has no samples");
  }
  const HeldStep step = StepHeld(c.A, c.B, h);
  return WithMatrices(c, step.Phi, h * (step.Phi * c.B), c.C, h * (c.C * c.B), h);
}

// A real pole that is not above 0 has no real logarithm.
void RequireLogarithm(const LinearModel& d) {
  for (const Complex pole : EigenvaluesOf(d.A)) {
    if (pole.imag() != 0 || pole.real() > 0) continue;
    throw NoResultError("there is no continuous model: the pole at " + FormatNumber(pole.real()) +
                        (pole.real() == 0
                             ? ", as a delay by a sample has it, belongs to no motion in between"
                             : " turns by half a turn in each sample, which no real model does") +
                        "; use tustin, or a model without it");
  }
}

// A and B of the flow that makes this step in a period.
MatrixXd FlowOf(const MatrixXd& step, double period_sec) {
  const std::optional<MatrixXd> logarithm = Logarithm(step);
  if (!logarithm) {
    throw NoResultError(
        "there is no continuous model: a pole is at 0 up to rounding, as a delay by a sample has "
        "it, and belongs to no motion in between; use tustin, or a model without it");
  }
  return *logarithm / period_sec;
}

// The way back from a held input: state and input together are one step, whose logarithm is the
// flow.
LinearModel FromHeld(const LinearModel& d) {
  const int n = d.num_states(), m = d.num_inputs();
  const double unit = UnitOfInputs(d.A, d.B);
  MatrixXd step = MatrixXd::Identity(n + m, n + m);
  step.topLeftCorner(n, n) = d.A;
  step.topRightCorner(n, m) = d.B / unit;
  const MatrixXd flow = FlowOf(step, d.period_sec);
  return WithMatrices(d, flow.topLeftCorner(n, n), flow.topRightCorner(n, m) * unit, d.C, d.D, 0);
}

// A is the logarithm; B follows from what a unit of input does over a period in which it goes along
// a ramp.
LinearModel FromRamps(const LinearModel& d) {
  const double h = d.period_sec;
  const MatrixXd A = FlowOf(d.A, h);
  const RampStep unit = StepRamp(A, MatrixXd::Identity(A.rows(), A.rows()), h);
  const MatrixXd effect = unit.held - unit.ramp + unit.Phi * unit.ramp;
  const MatrixXd B = FullLu<MatrixXd>(effect).Solve(d.B);
  return WithMatrices(d, A, B, d.C, d.D - d.C * unit.ramp * B, 0);
}

// Not every sampled model is one: its first sample must be that of an impulse response.
LinearModel FromImpulses(const LinearModel& d) {
  const MatrixXd B = FullLu<MatrixXd>(d.A).Solve(d.B) / d.period_sec;
  const double miss = (d.C * B * d.period_sec - d.D).norm();
  if (!(miss <= 1e-8 * (d.D.norm() + (d.C * d.B).norm()))) {
    throw NoResultError(
        "there is no continuous model: the first sample is not that of an impulse "
        "response");
  }
  return WithMatrices(d, FlowOf(d.A, d.period_sec), B, d.C, 0 * d.D, 0);
}

// A logarithm that rounding has spoilt is found out on the way back.
LinearModel RequireWayBack(const LinearModel& continuous, const LinearModel& sampled,
                           DiscretisationMethod method) {
  const LinearModel back = ToSampled(continuous, sampled.period_sec, method);
  const auto is_same = [](const MatrixXd& matrix, const MatrixXd& expected) {
    return (matrix - expected).norm() <= kWayBack * expected.norm();
  };
  if (is_same(back.A, sampled.A) && is_same(back.B, sampled.B) &&
      (back.D - sampled.D).norm() <=
          kWayBack * (sampled.D.norm() + (sampled.C * sampled.B).norm())) {
    return continuous;
  }
  throw NoResultError(
      "there is no continuous model that rounding leaves anything of: a pole is next to 0 or to "
      "the negative real axis, or there are several at one place; use tustin");
}

}  // namespace

DiscretisationMethod DiscretisationMethodOf(const std::string& name) {
  using Method = DiscretisationMethod;
  constexpr std::pair<const char*, Method> kMethods[] = {
      {"zoh", Method::kZoh},         {"foh", Method::kFoh},         {"tustin", Method::kTustin},
      {"prewarp", Method::kPrewarp}, {"matched", Method::kMatched}, {"impulse", Method::kImpulse}};
  for (const auto& [known, method] : kMethods) {
    if (name == known) return method;
  }
  throw UsageError("--method: there is no method \"" + name +
                   "\"; there are zoh, foh, tustin, prewarp, matched and impulse");
}

// exp of the model with its inputs as states that stand still gives both matrices at once (van
// Loan).
HeldStep StepHeld(const MatrixXd& A, const MatrixXd& B, double time_sec) {
  const Eigen::Index n = A.rows(), m = B.cols();
  const double unit = UnitOfInputs(A, B);
  MatrixXd flow = MatrixXd::Zero(n + m, n + m);
  flow.topLeftCorner(n, n) = A * time_sec;
  flow.topRightCorner(n, m) = B * (time_sec / unit);
  const MatrixXd step = Exponential(flow);
  return {step.topLeftCorner(n, n), step.topRightCorner(n, m) * unit};
}

namespace {

// A model whose first states are in these units, with all in units of 1.
LinearModel InUnitsOfOne(const LinearModel& model, const Eigen::VectorXd& units) {
  Eigen::VectorXd back = Eigen::VectorXd::Ones(model.num_states());
  back.head(units.size()) = units.cwiseInverse();
  return InStateUnits(model, back);
}

}  // namespace

void RequirePeriod(double period_sec) {
  if (period_sec > 0 && std::isfinite(period_sec)) return;
  throw UsageError("--period: a positive number of seconds is needed");
}

// The state is sampled in units in which the model is alike in size everywhere: an exponential is
// right to rounding of its largest elements.
LinearModel ToSampled(const LinearModel& model, double period_sec, DiscretisationMethod method,
                      double prewarp) {
  using Method = DiscretisationMethod;
  if (model.is_sampled()) {
    throw UsageError("c2d is for a continuous model; this one has the period " +
                     FormatNumber(model.period_sec) + " s");
  }
  RequirePeriod(period_sec);
  Plain plain = TakeInputDelays(model);
  const Eigen::VectorXd units = StateUnits(plain.model);
  if (method != Method::kMatched) plain.model = InStateUnits(plain.model, units);
  if (method == Method::kZoh) return InUnitsOfOne(SampleHeld(plain, period_sec), units);
  const LinearModel& c = plain.model;
  LinearModel sampled = method == Method::kFoh       ? SampleRamps(c, period_sec)
                        : method == Method::kMatched ? Matched(c, period_sec)
                        : method == Method::kImpulse
                            ? SampleImpulses(c, period_sec)
                            : Bilinear(c, period_sec, BilinearFactor(period_sec, method, prewarp));
  const double delay = plain.input_delays.empty() ? 0 : plain.input_delays[0];
  if (method != Method::kMatched) sampled = InUnitsOfOne(sampled, units);
  return DelayInputs(sampled, delay);
}

LinearModel ToContinuous(const LinearModel& model, DiscretisationMethod method, double prewarp) {
  using Method = DiscretisationMethod;
  if (!model.is_sampled()) {
    throw UsageError("d2c is for a sampled model; this one is continuous: it has no period");
  }
  const bool is_bilinear = method == Method::kTustin || method == Method::kPrewarp;
  if (is_bilinear) {
    return InverseBilinear(model, BilinearFactor(model.period_sec, method, prewarp));
  }
  RequireLogarithm(model);
  switch (method) {
    case Method::kFoh:
      return RequireWayBack(FromRamps(model), model, method);
    case Method::kMatched:
      return InverseMatched(model);
    case Method::kImpulse:
      return RequireWayBack(FromImpulses(model), model, method);
    default:
      return RequireWayBack(FromHeld(model), model, method);
  }
}

}  // namespace loopwright
