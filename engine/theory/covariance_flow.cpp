#include "engine/theory/covariance_flow.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/common/one_instant.h"
#include "engine/linear/linear_model.h"
#include "engine/matrices/matrix_functions.h"

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
  const auto at = static_cast<size_t>(element);
  return at < model.states.size() ? model.states[at] : held[at - model.states.size()].name;
}

MatrixXd NoisyModel::DriftMatrix() const {
  const auto n = static_cast<Eigen::Index>(model.num_states());
  MatrixXd F = MatrixXd::Zero(size(), size());
  F.topLeftCorner(n, n) = model.A;
  F.topRightCorner(n, size() - n) = model.B;
  return F;
}

MatrixXd NoisyModel::IntensityMatrix() const {
  const auto n = static_cast<Eigen::Index>(model.num_states());
  MatrixXd Q = MatrixXd::Zero(size(), size());
  Q.topLeftCorner(n, n) = intensity;
  return Q;
}

MatrixXd NoisyModel::OutputMatrix() const {
  MatrixXd H(model.C.rows(), size());
  H.leftCols(model.C.cols()) = model.C;
  H.rightCols(model.D.cols()) = model.D;
  return H;
}

CovarianceFlow::CovarianceFlow(NoisyModel model, double start_sec, const MatrixXd& start)
    : noisy_(std::move(model)), time_sec_(start_sec) {
  const auto n = static_cast<Eigen::Index>(noisy_.model.num_states());
  const auto m = static_cast<Eigen::Index>(noisy_.held.size());
  covariance_ = MatrixXd::Zero(n + m, n + m);
  covariance_.topLeftCorner(n, n) = start;
  for (Eigen::Index i = 0; i < m; ++i) {
    covariance_(n + i, n + i) = noisy_.held[static_cast<size_t>(i)].law.start_variance;
  }
}

void CovarianceFlow::SetModel(NoisyModel model) {
  if (model.size() != size()) {
    throw NoResultError(kOtherStates);
  }
  noisy_ = std::move(model);
  steps_.clear();
}

void CovarianceFlow::SetFirstUpdates(std::vector<HybridUpdate<double>> updates) {
  const auto n = static_cast<Eigen::Index>(noisy_.model.num_states());
  const bool fit = std::all_of(updates.begin(), updates.end(),
                               [&](const auto& update) { return update.E.cols() == n; });
  if (!fit) throw NoResultError(kOtherStates);
  first_updates_ = std::move(updates);
  was_updated_.assign(first_updates_.size(), false);
}

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
    for (size_t r = 0; r < update.rows.size(); ++r) {
      const auto row = static_cast<Eigen::Index>(r);
      jump.row(update.rows[r]).head(n) = update.E.row(row);
      jump.row(update.rows[r]).tail(size() - n) = update.F.row(row);
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

void CovarianceFlow::Flow(double end_sec) {
  if (end_sec > time_sec_ && noisy_.model.num_continuous > 0) {
    const Step& step = StepOf(end_sec - time_sec_);
    covariance_ = (step.phi * covariance_ * step.phi.transpose() + step.added).eval();
    if (transition_.size() > 0) transition_ = (step.phi * transition_).eval();
  }
  time_sec_ = end_sec;
}

// Steps of one length are made again and again: those are one whose lengths differ by the rounding
// of the times between which they are.
const CovarianceFlow::Step& CovarianceFlow::StepOf(double duration_sec) {
  constexpr size_t kMostSteps = 256;
  const double rounding = 8 * 0x1p-52 * std::max(std::abs(time_sec_), duration_sec);
  const auto found = steps_.lower_bound(duration_sec - rounding);
  if (found != steps_.end() && found->first <= duration_sec + rounding) return found->second;
  if (steps_.size() >= kMostSteps) steps_.clear();
  const Eigen::Index s = size();
  const MatrixXd F = noisy_.DriftMatrix(), Q = noisy_.IntensityMatrix();
  const double reach = F.cwiseAbs().rowwise().sum().maxCoeff() * duration_sec;
  const int doublings = reach > 1 ? static_cast<int>(std::ceil(std::log2(reach))) : 0;
  const double h = std::ldexp(duration_sec, -doublings);
  MatrixXd both = MatrixXd::Zero(2 * s, 2 * s);
  both.topLeftCorner(s, s) = -F * h;
  both.topRightCorner(s, s) = Q * h;
  both.bottomRightCorner(s, s) = F.transpose() * h;
  const MatrixXd e = Exponential(both);
  Step step{e.bottomRightCorner(s, s).transpose(), {}};
  step.added = step.phi * e.topRightCorner(s, s);
  for (int i = 0; i < doublings; ++i) {
    step.added = (step.added + step.phi * step.added * step.phi.transpose()).eval();
    step.phi = (step.phi * step.phi).eval();
  }
  return steps_[duration_sec] = std::move(step);
}

// Rounding may leave a variance of nothing a little below it.
MatrixXd CovarianceFlow::OutputCovariance() const {
  const MatrixXd H = noisy_.OutputMatrix();
  const MatrixXd product = H * covariance_ * H.transpose();
  MatrixXd covariance = (product + product.transpose()) / 2;
  covariance.diagonal() = covariance.diagonal().cwiseMax(0);
  return covariance;
}

void CovarianceFlow::FollowTransition() { transition_ = MatrixXd::Identity(size(), size()); }

bool IsSameModel(const NoisyModel& a, const NoisyModel& b) {
  const HybridModel& one = a.model;
  const HybridModel& other = b.model;
  const std::pair<const MatrixXd*, const MatrixXd*> pairs[] = {{&one.A, &other.A},
                                                               {&one.B, &other.B},
                                                               {&one.C, &other.C},
                                                               {&one.D, &other.D},
                                                               {&a.intensity, &b.intensity}};
  for (const auto& [left, right] : pairs) {
    if (!IsSameMatrix(*left, *right)) return false;
  }
  return std::equal(one.updates.begin(), one.updates.end(), other.updates.begin(),
                    other.updates.end(), [](const auto& left, const auto& right) {
                      return IsSameMatrix(left.E, right.E) && IsSameMatrix(left.F, right.F);
                    });
}

}  // namespace loopwright
