#include "engine/theory/covariance_flow.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/common/one_instant.h"
#include "engine/linear/linear_model.h"

namespace loopwright {
namespace {

using Eigen::MatrixXd;

constexpr const char* kOtherStates = "the diagram, made linear, has other states later in the run";

// The first time offset + k period, k = 0, 1, …, behind `time`, in seconds.
double InstantBehind(double time, double period, double offset) {
  double k = std::max(0.0, std::floor((time - offset) / period) - 1);
  for (;; ++k) {
    const double instant = std::fma(k, period, offset);
    if (instant > time && !IsOneInstant(instant, time, period)) return instant;
  }
}

bool IsDue(double time, double period, double offset) {
  const double k = std::max(0.0, std::round((time - offset) / period));
  return IsOneInstant(std::fma(k, period, offset), time, period);
}

// Whether matrices are the same, to within rounding of their largest element.
bool IsSameMatrix(const MatrixXd& a, const MatrixXd& b) {
  constexpr double kRounding = 1e-9;
  if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
  if (a.size() == 0) return true;
  return (a - b).cwiseAbs().maxCoeff() <= kRounding * a.cwiseAbs().maxCoeff();
}

}  // namespace

std::string NoisyModel::NameOf(int element) const {
  const size_t at = element;
  return at < model.states.size() ? model.states[at] : held[at - model.states.size()].name;
}

MatrixXd NoisyModel::DriftMatrix() const {
  const auto n = static_cast<Eigen::Index>(model.num_states());
  MatrixXd F = MatrixXd::Zero(size(), size());
  F.topLeftCorner(n, n) = model.A;
  F.topRightCorner(n, size() - n) = model.B.leftCols(size() - n);
  return F;
}

MatrixXd NoisyModel::IntensityMatrix() const {
  const auto n = static_cast<Eigen::Index>(model.num_states());
  MatrixXd Q = MatrixXd::Zero(size(), size());
  Q.topLeftCorner(n, n) = intensity;
  return Q;
}

MatrixXd NoisyModel::OutputMatrix() const {
  MatrixXd H(model.num_outputs(), size());
  H.leftCols(model.C.cols()) = model.C.topRows(H.rows());
  H.rightCols(model.num_inputs()) = model.D.topLeftCorner(H.rows(), model.num_inputs());
  return H;
}

MatrixXd NoisyModel::EnteringMatrix() const {
  const int q = model.num_delays();
  MatrixXd entering(q, size());
  entering.leftCols(model.C.cols()) = model.C.bottomRows(q);
  entering.rightCols(model.num_inputs()) = model.D.bottomLeftCorner(q, model.num_inputs());
  return entering;
}

MatrixXd NoisyModel::StartCovariance(const MatrixXd& of_states) const {
  const auto n = static_cast<Eigen::Index>(model.num_states());
  MatrixXd covariance = MatrixXd::Zero(size(), size());
  covariance.topLeftCorner(n, n) = of_states;
  for (Eigen::Index i = 0; n + i < covariance.rows(); ++i) {
    covariance(n + i, n + i) = held[i].law.start_variance;
  }
  return covariance;
}

CovarianceFlow::CovarianceFlow(NoisyModel model, double start_sec, MatrixXd covariance)
    : noisy_(std::move(model)),
      time_sec_(start_sec),
      covariance_(std::move(covariance)),
      steps_(noisy_.DriftMatrix(), noisy_.IntensityMatrix()) {}

// The covariance stays: it is of the same states, whatever they do from here on.
void CovarianceFlow::SetModel(NoisyModel model) {
  if (model.size() != size()) throw NoResultError(kOtherStates);
  noisy_ = std::move(model);
  steps_ = {noisy_.DriftMatrix(), noisy_.IntensityMatrix()};
}

void CovarianceFlow::SetFirstUpdates(std::vector<HybridUpdate<double>> updates) {
  RequireUpdatesOf(noisy_, updates);
  first_updates_ = std::move(updates);
  was_updated_.assign(first_updates_.size(), false);
}

// The first instant behind the present one of any update or noise; infinity where nothing is
// sampled.
CovarianceFlow::Instant CovarianceFlow::NextInstant() const {
  Instant next{std::numeric_limits<double>::infinity(), 0};
  const auto take = [&](double period, double offset) {
    const double time = InstantBehind(time_sec_, period, offset);
    if (time < next.time_sec) next = {time, period};
  };
  for (const auto& update : noisy_.model.updates) take(update.period_sec, update.offset_sec);
  for (const HeldElement& held : noisy_.held) take(held.period_sec, held.offset_sec);
  return next;
}

// From instant to instant, with the updates of each but those at the end, which are left to who
// calls Update().
void CovarianceFlow::AdvanceTo(double time_sec, const std::function<bool()>& breaks_off) {
  for (Instant next = NextInstant();
       next.time_sec < time_sec && !IsOneInstant(next.time_sec, time_sec, next.period_sec);
       next = NextInstant()) {
    if (breaks_off && breaks_off()) return;
    Flow(next.time_sec);
    Update();
  }
  Flow(time_sec);
}

// J has the rows of all updates that are due now and the factors of the noises that are drawn now,
// and is the identity for all else; W has the variances of what is drawn. All read what was before,
// so one product makes them all.
void CovarianceFlow::Update() {
  const HybridModel& model = noisy_.model;
  const auto n = static_cast<Eigen::Index>(model.num_states());
  MatrixXd jump = MatrixXd::Identity(size(), size());
  MatrixXd drawn = MatrixXd::Zero(size(), size());
  bool has_changed = false;
  for (size_t u = 0; u < model.updates.size(); ++u) {
    const bool is_first = u < first_updates_.size() && !was_updated_[u];
    const HybridUpdate<double>& update = is_first ? first_updates_[u] : model.updates[u];
    if (!IsDue(time_sec_, update.period_sec, update.offset_sec)) continue;
    has_changed = true;
    if (is_first) was_updated_[u] = true;
    for (Eigen::Index row = 0; row < std::ssize(update.rows); ++row) {
      jump.row(update.rows[row]).head(n) = update.E.row(row);
      jump.row(update.rows[row]).tail(size() - n) = update.F.row(row).head(size() - n);
    }
  }
  for (size_t i = 0; i < noisy_.held.size(); ++i) {
    const HeldElement& held = noisy_.held[i];
    if (!IsDue(time_sec_, held.period_sec, held.offset_sec)) continue;
    has_changed = true;
    const auto at = n + static_cast<Eigen::Index>(i);
    jump(at, at) = held.law.factor;
    drawn(at, at) = held.law.variance;
  }
  if (!has_changed) return;
  covariance_ = (jump * covariance_ * jump.transpose() + drawn).eval();
  if (transition_.size() > 0) transition_ = (jump * transition_).eval();
}

// The exponential over a time is kept by FlowSteps, since the same times come again and again.
void CovarianceFlow::Flow(double end_sec) {
  if (end_sec > time_sec_ && noisy_.model.num_continuous > 0) {
    // Steps of one length differ by the rounding of the times between which they are.
    const double duration = end_sec - time_sec_;
    const FlowStep& step =
        steps_.Over(duration, 8 * 0x1p-52 * std::max(std::abs(time_sec_), duration));
    covariance_ = (step.phi * covariance_ * step.phi.transpose() + step.added).eval();
    if (transition_.size() > 0) transition_ = (step.phi * transition_).eval();
  }
  time_sec_ = end_sec;
}

void RequireUpdatesOf(const NoisyModel& noisy, const std::vector<HybridUpdate<double>>& updates) {
  const auto n = static_cast<Eigen::Index>(noisy.model.num_states());
  const bool fit = std::all_of(updates.begin(), updates.end(),
                               [&](const auto& update) { return update.E.cols() == n; });
  if (!fit) throw NoResultError(kOtherStates);
}

// Rounding may leave a variance of nothing a little below it.
MatrixXd WithoutRounding(const MatrixXd& covariance) {
  MatrixXd result = (covariance + covariance.transpose()) / 2;
  result.diagonal() = result.diagonal().cwiseMax(0);
  return result;
}

MatrixXd CovarianceFlow::OutputCovariance() const {
  const MatrixXd H = noisy_.OutputMatrix();
  return WithoutRounding(H * covariance_ * H.transpose());
}

void CovarianceFlow::FollowTransition() { transition_ = MatrixXd::Identity(size(), size()); }

// Names do not count, only what the models do.
bool IsSameModel(const NoisyModel& a, const NoisyModel& b) {
  const HybridModel& one = a.model;
  const HybridModel& other = b.model;
  const bool are_same = IsSameMatrix(one.A, other.A) && IsSameMatrix(one.B, other.B) &&
                        IsSameMatrix(one.C, other.C) && IsSameMatrix(one.D, other.D) &&
                        IsSameMatrix(a.intensity, b.intensity);
  if (!are_same || one.delays_sec != other.delays_sec) return false;
  return std::equal(one.updates.begin(), one.updates.end(), other.updates.begin(),
                    other.updates.end(), [](const auto& left, const auto& right) {
                      return IsSameMatrix(left.E, right.E) && IsSameMatrix(left.F, right.F);
                    });
}

}  // namespace loopwright
