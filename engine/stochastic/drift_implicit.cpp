#include "engine/stochastic/drift_implicit.h"

#include <algorithm>
#include <cmath>

namespace loopwright {
namespace {

// The iteration ends where it moves the state by no more than this part of it, which is small
// beside the error of any step that makes sense.
constexpr double kImplicitTolerance = 1e-10;
constexpr int kMostImplicitIterations = 25;

double GreatestOf(const std::vector<double>& values) {
  double greatest = 0;
  for (const double value : values) greatest = std::max(greatest, std::abs(value));
  return greatest;
}

}  // namespace

DriftImplicit::DriftImplicit(const IntegrationMethodInfo& info, internal::ContextData<double>* data,
                             const StochasticSettings& grid, bool is_milstein)
    : EulerMaruyama(info, data, grid, is_milstein),
      jacobian_(data, grid.autodiff_system),
      explicit_part_(start_),
      drift_(start_),
      correction_(Eigen::VectorXd::Zero(size_)) {}

// The Jacobian leaves the context at the start, but out of date.
bool DriftImplicit::TryStep(double h) {
  end_ = start_;
  AddNoiseOfStart(h);
  explicit_part_ = end_;
  AddScaled(drift0_, h, &end_);
  const bool is_finite = jacobian_.Evaluate(drift0_.data(), &statistics_);
  ++statistics_.jacobian_evaluations;
  ++statistics_.factorizations;
  if (is_finite && matrix_.Factorize(1 / h, jacobian_) && Iterate(h)) return true;
  Eigen::Index worst = 0;
  correction_.cwiseAbs().maxCoeff(&worst);
  Fail(LeafOf(static_cast<int>(worst)),
       "Newton's iteration finds no solution of an implicit step's equations: take a smaller "
       "stochastic step");
  return false;
}

// Newton's iteration for x1 = c + h f(t1, x1): (I/h - J) Δ = f(t1, x1) - (x1 - c)/h.
bool DriftImplicit::Iterate(double h) {
  for (int iteration = 0; iteration < kMostImplicitIterations; ++iteration) {
    EvaluateDrift(end_time_, end_, &drift_);
    for (int n = 0; n < size_; ++n) {
      correction_[n] = drift_[n] - (end_[n] - explicit_part_[n]) / h;
    }
    matrix_.Solve(correction_, &correction_);
    for (int n = 0; n < size_; ++n) end_[n] += correction_[n];
    const double moved = correction_.cwiseAbs().maxCoeff();
    if (!std::isfinite(moved)) return false;
    if (moved <= kImplicitTolerance * std::max(GreatestOf(end_), GreatestOf(start_))) return true;
  }
  return false;
}

}  // namespace loopwright
