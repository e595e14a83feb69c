#include "engine/control/regulators.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <cmath>
#include <limits>

#include "engine/common/exceptions.h"
#include "engine/linear/eigenvalues.h"
#include "engine/linear/lyapunov.h"
#include "engine/matrices/matrix_functions.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

using Eigen::MatrixXd;

MatrixXd MeanOf(const MatrixXd& matrix) { return (matrix + matrix.transpose()) / 2; }

// ∫ e^(Fᵀs) W e^(Fs) ds over [0, h], and e^(Fh).
struct IntegralOverPeriod {
  MatrixXd integral, step;
};

// Over a short time by an exponential of twice the size; from there on time is doubled,
//
//     I(2t) = I(t) + e^(Fᵀt) I(t) e^(Ft)
//
// since over a long time the part of −F grows as F decays: of a pole at −100 beside one at −1 it
// leaves no digit after half a second. W is taken in units in which it is of size 1 over that time,
// as the exponential is right to rounding of its largest elements: of noise of 10¹⁵ it left two
// digits of e^(Fh), and an integrator decayed.
IntegralOverPeriod Integrate(const MatrixXd& F, const MatrixXd& W, double h) {
  const Eigen::Index n = F.rows();
  if (n == 0) return {W, F};
  double time = h;
  int doublings = 0;
  while (F.norm() * time > 1) {
    time /= 2;
    ++doublings;
  }
  const double size = W.norm() * time;
  const double unit = size > 0 && std::isfinite(size) ? std::exp2(std::round(std::log2(size))) : 1;
  MatrixXd both = MatrixXd::Zero(2 * n, 2 * n);
  both << -F.transpose(), W / unit, MatrixXd::Zero(n, n), F;
  const MatrixXd exponential = Exponential(MatrixXd(both * time));
  MatrixXd step = exponential.bottomRightCorner(n, n);
  MatrixXd integral = MeanOf(step.transpose() * exponential.topRightCorner(n, n));
  for (int i = 0; i < doublings; ++i) {
    integral = MeanOf(integral + step.transpose() * integral * step);
    step = step * step;
  }
  integral *= unit;
  if (!integral.allFinite() || !step.allFinite()) {
    throw NoResultError("over a period of " + FormatNumber(h) +
                        " s the model grows beyond all numbers; choose a shorter one");
  }
  return {integral, step};
}

}  // namespace

// State and held input are one vector z = [x; u] with ż = F z, where u stands still. The cost over
// a period is then z' (∫ e^(F't) W e^(Ft) dt) z, and its blocks are Qd, Nd and Rd. Even where there
// was no cross term there is one now, because x moves while u is held. Inputs are taken in units
// that make B about as large as A, so that one exponential is exact for both.
SampledCost SampleCost(const MatrixXd& A, const MatrixXd& B, const QuadraticCost& cost,
                       double period_sec) {
  const Eigen::Index n = A.rows(), m = B.cols();
  const double unit = UnitOfInputs(A, B);
  MatrixXd flow = MatrixXd::Zero(n + m, n + m), weight(n + m, n + m);
  flow.topRows(n) << A, B / unit;
  const MatrixXd N = cost.N.size() == 0 ? MatrixXd(MatrixXd::Zero(n, m)) : cost.N;
  weight << cost.Q, N / unit, N.transpose() / unit, cost.R / (unit * unit);
  const IntegralOverPeriod over = Integrate(flow, weight, period_sec);
  SampledCost sampled;
  sampled.Phi = over.step.topLeftCorner(n, n);
  sampled.Gamma = over.step.topRightCorner(n, m) * unit;
  sampled.cost = {over.integral.topLeftCorner(n, n),
                  over.integral.bottomRightCorner(m, m) * (unit * unit),
                  over.integral.topRightCorner(n, m) * unit};
  return sampled;
}

// A sampled design for a continuous model is one in the discrete time of its periods, with the cost
// as SampleCost() makes it.
RegulatorDesign DesignRegulator(const LinearModel& model, const QuadraticCost& cost,
                                double period_sec) {
  RegulatorDesign design;
  if (period_sec > 0) {
    RequireWeight("Q", cost.Q, model.num_states(), false);
    RequireWeight("R", cost.R, model.num_inputs(), true);
    design.sampled = SampleCost(model.A, model.B, cost, period_sec);
    design.regulator = SolveRiccati(design.sampled->Phi, design.sampled->Gamma,
                                    design.sampled->cost, true, {model.states});
  } else {
    design.regulator = SolveRiccati(model.A, model.B, cost, model.is_sampled(), {model.states});
  }
  return design;
}

namespace {

// The design with the state in units in which the model is alike in size everywhere.
KalmanDesign DesignScaledKalman(const LinearModel& model, const MatrixXd& Q, const MatrixXd& R,
                                double period_sec) {
  KalmanDesign design;
  const MatrixXd C = model.C;
  MatrixXd A = model.A, noise = MeanOf(model.B * Q * model.B.transpose()), measured = R;
  design.period_sec = model.period_sec;
  if (period_sec > 0) {
    // ∫ e^(As) B Q Bᵀ e^(Aᵀs) ds
    const IntegralOverPeriod over = Integrate(model.A.transpose(), noise, period_sec);
    A = over.step.transpose();
    noise = design.Qd = over.integral;
    measured = design.Rd = R / period_sec;
    design.period_sec = period_sec;
  }
  const bool is_sampled = design.period_sec > 0;
  const QuadraticRegulator dual = SolveRiccati(A.transpose(), C.transpose(), {noise, measured, {}},
                                               is_sampled, {model.states, true});
  design.P = dual.S;
  design.L = dual.K.transpose();
  design.poles = dual.poles;
  if (is_sampled) {
    const MatrixXd shown = MeanOf(C * design.P * C.transpose() + measured);
    design.M = shown.ldlt().solve(C * design.P).transpose();
    design.Z = MeanOf(design.P - design.M * C * design.P);
    design.L = A * design.M;
  }
  return design;
}

}  // namespace

// The design is made in units in which all states are of one size, because a state in micrometres
// beside one in kilometres would lose its digits in the Riccati equation. Gains have the unit of a
// state, covariances that of two.
KalmanDesign DesignKalman(const LinearModel& model, const MatrixXd& Q, const MatrixXd& R,
                          double period_sec) {
  RequireWeight("Q", Q, model.num_inputs(), false);
  RequireWeight("R", R, model.num_outputs(), true);
  const Eigen::VectorXd units = StateUnits(model);
  KalmanDesign design = DesignScaledKalman(InStateUnits(model, units), Q, R, period_sec);
  for (MatrixXd* gain : {&design.L, &design.M}) {
    if (gain->size() > 0) *gain = units.asDiagonal() * *gain;
  }
  for (MatrixXd* covariance : {&design.P, &design.Z, &design.Qd}) {
    if (covariance->size() > 0) *covariance = units.asDiagonal() * *covariance * units.asDiagonal();
  }
  return design;
}

// The filter's Riccati equation is the regulator's with Aᵀ for A and Cᵀ for B: to estimate is dual
// to controlling. The controller's A holds both, −B K for what it does and −L C for what it expects
// to see; L D K takes out what its own action shows directly at the output.
LqgDesign DesignLqg(const LinearModel& model, const QuadraticCost& cost, const MatrixXd& W,
                    const MatrixXd& V) {
  RequireWeight("W", W, model.num_states(), false);
  RequireWeight("V", V, model.num_outputs(), true);
  const bool is_sampled = model.is_sampled();
  const QuadraticRegulator regulator =
      SolveRiccati(model.A, model.B, cost, is_sampled, {model.states});
  const QuadraticRegulator filter = SolveRiccati(model.A.transpose(), model.C.transpose(),
                                                 {W, V, {}}, is_sampled, {model.states, true});
  LqgDesign design;
  design.K = regulator.K;
  design.L = filter.K.transpose();
  if (is_sampled) {
    const MatrixXd shown = MeanOf(model.C * filter.S * model.C.transpose() + V);
    design.M = shown.ldlt().solve(model.C * filter.S).transpose();
  }
  design.poles = regulator.poles;
  design.poles.insert(design.poles.end(), filter.poles.begin(), filter.poles.end());
  SortEigenvalues(&design.poles);
  const MatrixXd A =
      model.A - model.B * design.K - design.L * model.C + design.L * model.D * design.K;
  design.controller =
      MakeModel(A, design.L, design.K, MatrixXd::Zero(model.num_inputs(), model.num_outputs()),
                model.period_sec);
  return design;
}

// With samples the state is the estimate after the correction by the present sample, else the
// estimate itself. See the equation in the header.
LinearModel FilterOf(const LinearModel& model, const KalmanDesign& design) {
  const Eigen::Index n = model.num_states(), m = model.num_inputs(), p = model.num_outputs();
  const MatrixXd I = MatrixXd::Identity(n, n);
  MatrixXd A, B(n, m + p);
  if (design.period_sec > 0) {
    const MatrixXd rest = I - design.M * model.C;
    A = rest * model.A;
    B << rest * model.B, design.M;
  } else {
    A = model.A - design.L * model.C;
    B << model.B - design.L * model.D, design.L;
  }
  return MakeModel(A, B, I, MatrixXd::Zero(n, m + p), design.period_sec);
}

LinearModel FilteredController(const LinearModel& plant, const LqgDesign& design) {
  const MatrixXd rest =
      MatrixXd::Identity(plant.num_states(), plant.num_states()) - design.M * plant.C;
  return MakeModel(rest * (plant.A - plant.B * design.K), design.M, design.K,
                   MatrixXd::Zero(plant.num_inputs(), plant.num_outputs()), plant.period_sec);
}

namespace {

// The loop of a plant with a controller, of the states of both, and u of these and of the noise v
// of the measurements.
struct ControlledLoop {
  MatrixXd F, of_noise;  // x⁺ or ẋ = F x + of_noise v + w
  MatrixXd u_of_x, u_of_noise;
};

// With y = C x + D u + v and u = Cc xc + Dc y, u follows from u = Cc xc + Dc (C x + v) + Dc D u.
ControlledLoop LoopOf(const LinearModel& plant, const LinearModel& controller) {
  const Eigen::Index n = plant.A.rows(), nc = controller.A.rows();
  const Eigen::Index m = plant.B.cols(), p = plant.C.rows();
  const MatrixXd direct = MatrixXd::Identity(m, m) - controller.D * plant.D;
  ControlledLoop loop;
  loop.u_of_x.resize(m, n + nc);
  loop.u_of_x << controller.D * plant.C, controller.C;
  loop.u_of_x = direct.lu().solve(loop.u_of_x).eval();
  loop.u_of_noise = direct.lu().solve(controller.D);
  MatrixXd y_of_x = plant.D * loop.u_of_x;
  y_of_x.leftCols(n) += plant.C;
  const MatrixXd y_of_noise = MatrixXd::Identity(p, p) + plant.D * loop.u_of_noise;
  loop.F.resize(n + nc, n + nc);
  loop.F << plant.B * loop.u_of_x, controller.B * y_of_x;
  loop.F.topLeftCorner(n, n) += plant.A;
  loop.F.bottomRightCorner(nc, nc) += controller.A;
  loop.of_noise.resize(n + nc, p);
  loop.of_noise << plant.B * loop.u_of_noise, controller.B * y_of_noise;
  return loop;
}

}  // namespace

double MeanCost(const LinearModel& plant, const QuadraticCost& cost, const MatrixXd& W,
                const MatrixXd& V, const LinearModel& controller) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  const Eigen::Index n = plant.A.rows();
  const ControlledLoop loop = LoopOf(plant, controller);
  if (!loop.F.allFinite() || !IsStable(EigenvaluesOf(loop.F), plant.is_sampled())) return kInfinite;
  const MatrixXd u_noise = loop.u_of_noise * V * loop.u_of_noise.transpose();
  const double at_once = (cost.R * u_noise).trace();
  if (!plant.is_sampled() && at_once > 0) return kInfinite;
  MatrixXd noise = loop.of_noise * V * loop.of_noise.transpose();
  noise.topLeftCorner(n, n) += W;
  const MatrixXd X = SolveLyapunov(loop.F, noise, plant.is_sampled());
  const MatrixXd& K = loop.u_of_x;
  double mean = (cost.Q * X.topLeftCorner(n, n)).trace() + (cost.R * K * X * K.transpose()).trace();
  if (cost.N.size() > 0) mean += 2 * (cost.N * K * X.leftCols(n)).trace();
  return mean + at_once;
}

}  // namespace loopwright
