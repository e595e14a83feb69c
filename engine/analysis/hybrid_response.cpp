#include "engine/analysis/hybrid_response.h"

#include <cmath>
#include <memory>
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

/// What has decayed to this part of its beginning no longer counts.
constexpr double kSettled = 1e-14;
constexpr int kMostPeriods = 20000;
/// A stretch between two instants is looked at in so many pieces.
constexpr int kPiecesOfStretch = 8;

void RequireSinglePorts(const HybridModel& model) {
  if (model.num_inputs() == 1 && model.num_outputs() == 1 && model.num_delays() == 0) return;
  throw UsageError(
      "one input, one output and no dead time are needed; choose with --inputs and "
      "--outputs, and replace dead time with --pade N");
}

/// Instants with the end of the period as the last stretch's.
struct Stretch {
  double start_sec = 0, end_sec = 0;
  const HybridInstant<double>* jump = nullptr;  ///< at the start; null: none
};

std::vector<Stretch> StretchesOf(const std::vector<HybridInstant<double>>& instants,
                                 double period_sec) {
  std::vector<Stretch> stretches;
  if (instants.empty() || instants[0].time_sec > 0) stretches.push_back({0, 0, nullptr});
  for (const auto& instant : instants) stretches.push_back({instant.time_sec, 0, &instant});
  for (size_t i = 0; i < stretches.size(); ++i) {
    stretches[i].end_sec = i + 1 < stretches.size() ? stretches[i + 1].start_sec : period_sec;
  }
  return stretches;
}

// Of a model with updates and without dead times.
StepResponse SampledDiagramStep(const HybridModel& model) {
  const PeriodMap<double> map = MapPeriod(model);
  const ComplexList multipliers = EigenvaluesOf(map.A);
  double radius = 0;
  for (const Complex multiplier : multipliers) radius = std::max(radius, std::abs(multiplier));
  if (radius >= 1) {
    throw NoResultError(
        "the step response does not settle: a multiplier over the common period "
        "has the size " +
        FormatNumber(radius));
  }
  const double T = model.period_sec;
  const double periods = radius > 0 ? std::log(kSettled) / std::log(radius) : 0;
  if (periods > kMostPeriods) {
    throw NoResultError("the step response takes more than " + std::to_string(kMostPeriods) +
                        " common periods to settle: a multiplier over one has the size " +
                        FormatNumber(radius));
  }
  const int count = static_cast<int>(periods) + model.num_states() + 2;
  const auto instants = InstantsOf(model);
  const auto stretches = StretchesOf(instants, T);
  const int n = model.num_states();
  auto flow = std::make_shared<Eigen::MatrixXd>(Eigen::MatrixXd::Zero(n + 1, n + 1));
  flow->topLeftCorner(n, n) = model.A;
  flow->topRightCorner(n, 1) = model.B;
  Eigen::RowVectorXd row(n + 1);
  row << model.C, model.D;
  std::map<double, Eigen::MatrixXd> steps;
  Eigen::VectorXd x = Eigen::VectorXd::Zero(n + 1);
  x[n] = 1;
  StepResponse response;
  for (int k = 0; k < count; ++k) {
    for (const Stretch& stretch : stretches) {
      if (stretch.jump != nullptr) {
        x.head(n) = Eigen::VectorXd(stretch.jump->E * x.head(n) + stretch.jump->F);
      }
      const double length = (stretch.end_sec - stretch.start_sec) / kPiecesOfStretch;
      Eigen::MatrixXd& step = steps[length];
      if (step.size() == 0) step = Exponential(Eigen::MatrixXd(*flow * length));
      for (int piece = 0; piece < kPiecesOfStretch; ++piece) {
        const double start = k * T + stretch.start_sec + piece * length;
        response.pieces.push_back({start, start + length, [flow, row, x, start](double t) {
                                     const Eigen::MatrixXd over =
                                         Exponential(Eigen::MatrixXd(*flow * (t - start)));
                                     return row.dot(over * x);
                                   }});
        x = step * x;
      }
    }
  }
  const Eigen::MatrixXd I = Eigen::MatrixXd::Identity(map.A.rows(), map.A.rows());
  response.steady_value = (map.C * SolveRegular(Eigen::MatrixXd(I - map.A), map.B) + map.D)(0, 0);
  return response;
}

// Whether a continuous model is a quotient of polynomials with a dead time before or behind it.
bool HasSeriesDelay(const LinearModel& model) {
  try {
    ToZeroPoleGain(model, 0, 0);
    return true;
  } catch (const UsageError&) {
    return false;
  }
}

}  // namespace

DiagramStep StepOfDiagram(const HybridModel& model, int pade_order) {
  const HybridModel part = ConnectedPart(model);
  DiagramStep step;
  if (!part.is_sampled()) {
    LinearModel linear = ToLinearModel(part);
    step.is_approximate = linear.has_delays() && !HasSeriesDelay(linear);
    if (step.is_approximate) linear = ReplaceDelays(linear, pade_order);
    step.response = StepResponseOf(linear, 0, 0);
  } else {
    const std::optional<HybridModel> exact = WithDelayStates(part);
    step.is_approximate = !exact;
    step.response = SampledDiagramStep(exact ? *exact : ReplaceDelays(part, pade_order));
  }
  return step;
}

namespace {

/// The steady state of a model for one frequency: the state, with the input as one more.
class Lens {
 public:
  Lens(const HybridModel& model, const std::vector<Stretch>& stretches, double frequency)
      : n_(model.num_states()),
        period_sec_(model.period_sec),
        frequency_(frequency),
        stretches_(stretches),
        flow_(Eigen::MatrixXcd::Zero(n_ + 1, n_ + 1)),
        row_(n_ + 1) {
    flow_.topLeftCorner(n_, n_) = model.A.cast<Complex>();
    flow_.topRightCorner(n_, 1) = model.B.cast<Complex>();
    flow_(n_, n_) = Complex(0, frequency);
    row_ << model.C.cast<Complex>(), model.D.cast<Complex>();
    FindStart();
  }

  // The part of the output at ω + 2π alias/T.
  Complex ComponentOf(int alias) {
    const Complex shift(0, frequency_ + 2 * std::numbers::pi * alias / period_sec_);
    std::map<double, Eigen::MatrixXcd> integrals;
    Eigen::VectorXcd x = start_;
    Complex component = 0;
    for (const Stretch& stretch : stretches_) {
      if (stretch.jump != nullptr) x = Eigen::VectorXcd(JumpOver(*stretch.jump) * x);
      const double length = stretch.end_sec - stretch.start_sec;
      Eigen::MatrixXcd& integral = integrals[length];
      if (integral.size() == 0) {
        Eigen::MatrixXcd both = Eigen::MatrixXcd::Zero(n_ + 2, n_ + 2);
        both.topLeftCorner(n_ + 1, n_ + 1) =
            flow_ - shift * Eigen::MatrixXcd::Identity(n_ + 1, n_ + 1);
        both.bottomLeftCorner(1, n_ + 1) = row_;
        integral = Exponential(Eigen::MatrixXcd(both * length)).bottomLeftCorner(1, n_ + 1);
      }
      component += std::exp(-shift * stretch.start_sec) * (integral * x)(0);
      x = Eigen::VectorXcd(StepOver(length) * x);
    }
    return component / period_sec_;
  }

 private:
  const Eigen::MatrixXcd& StepOver(double length) {
    Eigen::MatrixXcd& step = steps_[length];
    if (step.size() == 0) step = Exponential(Eigen::MatrixXcd(flow_ * length));
    return step;
  }

  Eigen::MatrixXcd JumpOver(const HybridInstant<double>& instant) const {
    Eigen::MatrixXcd jump = Eigen::MatrixXcd::Identity(n_ + 1, n_ + 1);
    jump.topLeftCorner(n_, n_) = instant.E.cast<Complex>();
    jump.topRightCorner(n_, 1) = instant.F.cast<Complex>();
    return jump;
  }

  // x(T) = e^(jωT) x(0).
  void FindStart() {
    Eigen::MatrixXcd whole = Eigen::MatrixXcd::Identity(n_ + 1, n_ + 1);
    for (const Stretch& stretch : stretches_) {
      if (stretch.jump != nullptr) whole = Eigen::MatrixXcd(JumpOver(*stretch.jump) * whole);
      whole = Eigen::MatrixXcd(StepOver(stretch.end_sec - stretch.start_sec) * whole);
    }
    const Complex turn = std::polar(1.0, frequency_ * period_sec_);
    start_.resize(n_ + 1);
    start_.head(n_) = SolveRegular(
        Eigen::MatrixXcd(turn * Eigen::MatrixXcd::Identity(n_, n_) - whole.topLeftCorner(n_, n_)),
        whole.topRightCorner(n_, 1));
    start_[n_] = 1;
  }

  const int n_;
  const double period_sec_, frequency_;
  const std::vector<Stretch>& stretches_;
  Eigen::MatrixXcd flow_;
  Eigen::RowVectorXcd row_;
  Eigen::VectorXcd start_;
  std::map<double, Eigen::MatrixXcd> steps_;
};

}  // namespace

LensResponse LensResponseOf(const HybridModel& model, const std::vector<double>& frequencies,
                            int aliases) {
  RequireSinglePorts(model);
  const auto instants = InstantsOf(model);
  const auto stretches = StretchesOf(instants, model.period_sec);
  LensResponse result;
  for (const double frequency : frequencies) {
    Lens lens(model, stretches, frequency);
    for (int alias = -aliases; alias <= aliases; ++alias) {
      (alias == 0 ? result.response : result.aliases[alias]).push_back(lens.ComponentOf(alias));
    }
  }
  return result;
}

}  // namespace loopwright
