#include "engine/theory/stationary_theory.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "engine/document/document.h"
#include "engine/linear/linear_model.h"
#include "engine/random/antithetic.h"
#include "engine/text/number_format.h"
#include "engine/theory/delayed_cycle.h"
#include "engine/theory/delayed_stationary.h"
#include "engine/theory/followed_run.h"
#include "engine/theory/parameter_covariance.h"
#include "engine/theory/stationary_covariance.h"
#include "engine/theory/studied_document.h"

namespace loopwright {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kLeastPeriods = 4;   // of a run whose last one is looked at
constexpr double kMostPeriods = 1e4;  // that are made beyond the stop time
constexpr double kRest = 1e-6;        // of what was at the start, as far as it has decayed then

/// The last period of a run of means: where a study comes to.
struct LastPeriod {
  std::vector<VectorXd> earlier;  ///< means in the middle and three quarters through, likewise
  std::vector<VectorXd> means;    ///< before and after the updates of each phase
  /// After them, by the number of the first phase at which each holds: the last one holds until the
  /// updates of phase 0.
  std::map<std::size_t, NoisyModel> models;
};

// What a study comes to in the end, in three steps: the diagram is made linear along a run in which
// every draw is its mean; that run is followed until it repeats; and of its last period, from which
// no start can be seen any more, the periodic covariance is solved (SolveStationary(), or
// CalcDelayedCycle() behind dead times). Random parameters are then added by moving each of them by
// a deviation.
class Stationary {
 public:
  Stationary(const Document& document, const BlockRegistry& registry, const TheoryRequest& request)
      : request_(request),
        start_sec_(request.times.front()),
        stop_sec_(request.times.back()),
        studied_(document, registry, request.run) {}

  StationaryTheory Run() {
    const auto model = studied_.MeanModel();
    LookAtStart(*model);
    EnsembleTheory& theory = result_.theory;
    const LastPeriod last = Follow(*model, "the run in which every draw is its mean: ");
    if (!IsBrokenOff()) theory.covariances = CovariancesOf(last);
    if (!IsBrokenOff()) {
      theory.means = last.means;
      CompareModels(last);
      if (!HasSettled(last, theory.covariances)) LeaveOutMeans();
    }
    if (!IsBrokenOff()) AddParameters();
    theory.is_complete = !IsBrokenOff();
    return std::move(result_);
  }

 private:
  bool IsBrokenOff() const { return request_.breaks_off && request_.breaks_off(); }

  // The model as it is at first, from which the phases follow.
  void LookAtStart(const RunModel& model) {
    const NoiseSources sources = studied_.SourcesOf(*model.nominal());
    std::string branch;
    first_ = studied_.ModelAtStart(model, sources, start_sec_, &branch);
    if (!branch.empty()) result_.theory.SetInexact(branch);
    for (const TargetSignal& one : sources.targets()) {
      result_.theory.signals.push_back(one.label);
    }
    result_.period_sec = CommonPeriodOf(first_);
    result_.theory.times = PhasesOf(first_, result_.period_sec);
    begin_sec_ = start_sec_;
    for (const auto& update : first_.model.updates)
      begin_sec_ = std::max(begin_sec_, update.offset_sec);
    for (const HeldElement& held : first_.held) begin_sec_ = std::max(begin_sec_, held.offset_sec);
    if (result_.period_sec > 0) {
      begin_sec_ = result_.period_sec * std::ceil(begin_sec_ / result_.period_sec);
    }
    last_start_sec_ = begin_sec_;
    if (!first_.delays.empty()) {
      const double decay = CycleOf(first_).decay_per_sec;
      GoOnUntilSettled(decay > 0 ? -std::log(kRest) / decay : 0);
      return;
    }
    LastPeriod as_at_first;
    as_at_first.models.emplace(0, first_);
    GoOnUntilSettled(SettlingTime(first_, PeriodOf(as_at_first), kRest));
  }

  // Behind dead times that are no states.
  DelayedCycle CycleOf(const NoisyModel& model) const {
    if (result_.period_sec > 0) {
      return CalcDelayedCycle(model, result_.period_sec, result_.theory.times);
    }
    const DelayedStationary found = CalcDelayedStationary(model);
    return {{2, found.covariance}, found.decay_per_sec};
  }

  // The run of means has to be near its end in the middle of its time already. What takes very long
  // is left to who asks for a later stop time.
  void GoOnUntilSettled(double settling_sec) {
    const double unit = result_.period_sec > 0 ? result_.period_sec : stop_sec_ - start_sec_;
    const double needed = std::min(2 * settling_sec, kMostPeriods * unit);
    end_sec_ = std::max(stop_sec_, begin_sec_ + needed);
  }

  // When the run of means is looked at: at its start, and at the phases of a period in the middle
  // of its time, three quarters through it, and in the last period. The first two are compared with
  // the end, to see that it has settled; where all is continuous, a period has no length, and one
  // time stands for it.
  std::vector<double> FindLooks() const {
    std::vector<double> looks = {start_sec_};
    const double period = result_.period_sec;
    if (period == 0) {
      const double span = end_sec_ > begin_sec_ ? end_sec_ - begin_sec_ : 1;
      for (const double part : {0.5, 0.75, 1.0}) looks.push_back(begin_sec_ + part * span);
      return looks;
    }
    const double first = std::round(begin_sec_ / period);
    const double count = std::max(kLeastPeriods, std::floor(end_sec_ / period) - first);
    for (const double part : {0.5, 0.75, 1.0}) {
      const double number = first + std::floor(part * (count - 1));
      for (const double phase : result_.theory.times) {
        looks.push_back(std::fma(number, period, phase));
      }
    }
    return looks;
  }

  // A run of means: its values at the looks, and the linear models of the last period.
  LastPeriod Follow(const RunModel& model, const std::string& which) {
    const NoiseSources sources = studied_.SourcesOf(*model.nominal());
    const std::vector<double> looks = FindLooks();
    const std::size_t num_phases = result_.theory.times.size(), from = looks.size() - num_phases;
    last_start_sec_ = looks[from] - result_.theory.times.front();
    std::vector<VectorXd> means;
    LastPeriod last;
    const std::string failure =
        FollowRun(model, studied_.options(), kMeanRun, looks, request_.breaks_off,
                  [&](std::size_t i, bool is_after, const OperatingPoint& point) {
                    if (i > 0) means.push_back(ValuesAt(sources.targets(), point));
                    if (i >= from && is_after) AddModel(sources.ModelAt(point), i - from, &last);
                    return !IsBrokenOff();
                  });
    if (!failure.empty()) throw NoResultError(which + failure);
    if (IsBrokenOff()) return last;
    const auto split = means.end() - static_cast<std::ptrdiff_t>(2 * num_phases);
    last.means.assign(split, means.end());
    last.earlier.assign(means.begin(), split);
    return last;
  }

  // Where it is another than before.
  static void AddModel(NoisyModel model, std::size_t phase, LastPeriod* last) {
    const bool is_first = last->models.empty();
    if (!is_first && IsSameModel(model, last->models.rbegin()->second)) return;
    last->models.emplace(phase, std::move(model));
  }

  // What is far below a deviation does not count.
  bool HasSettled(const LastPeriod& last, const std::vector<MatrixXd>& covariances) const {
    for (std::size_t i = 0; i < last.earlier.size(); ++i) {
      const std::size_t same = i % last.means.size();
      const VectorXd& mean = last.means[same];
      for (Eigen::Index s = 0; s < mean.size(); ++s) {
        const double size = std::abs(mean[s]) + std::sqrt(covariances[same](s, s));
        const double change = std::abs(last.earlier[i][s] - mean[s]);
        if (!(change <= studied_.Tolerance(size))) return false;
      }
    }
    return true;
  }

  // Goes through the last period, and calls `visit` before and after the updates of each phase.
  template <typename Visit>
  void Walk(const LastPeriod& last, CovarianceFlow* flow, const Visit& visit) const {
    const std::vector<double>& phases = result_.theory.times;
    for (std::size_t i = 0; i < phases.size() && !IsBrokenOff(); ++i) {
      flow->AdvanceTo(last_start_sec_ + phases[i], request_.breaks_off);
      visit();
      flow->Update();
      visit();
      const auto model = last.models.find(i);
      if (last.models.size() > 1 && model != last.models.end()) flow->SetModel(model->second);
    }
    flow->AdvanceTo(last_start_sec_ + result_.period_sec, request_.breaks_off);
  }

  // P = M P Mᵀ + R: M is what the period makes of a state, R the covariance that it makes of none.
  PeriodicCovariance PeriodOf(const LastPeriod& last) const {
    const NoisyModel& model = last.models.rbegin()->second;
    if (result_.period_sec == 0) {
      const MatrixXd outputs = model.OutputMatrix();
      return {0, model.DriftMatrix(), model.IntensityMatrix(), outputs.transpose() * outputs};
    }
    PeriodicCovariance periodic;
    periodic.period_sec = result_.period_sec;
    periodic.seen = MatrixXd::Zero(model.size(), model.size());
    CovarianceFlow flow(model, last_start_sec_, periodic.seen);
    flow.FollowTransition();
    Walk(last, &flow, [&] {
      const MatrixXd rows = model.OutputMatrix() * flow.transition();
      periodic.seen += rows.transpose() * rows;
    });
    periodic.M = flow.transition();
    periodic.R = flow.covariance();
    return periodic;
  }

  // Of the outputs before and after the updates of each phase.
  std::vector<MatrixXd> CovariancesOf(const LastPeriod& last) const {
    std::vector<MatrixXd> covariances;
    if (IsBrokenOff()) return covariances;
    const NoisyModel& model = last.models.rbegin()->second;
    if (!model.delays.empty() && last.models.size() > 1) {
      throw NoResultError(
          "the diagram, made linear, changes within the " + FormatNumber(result_.period_sec) +
          " s after which all repeats: what comes in the end behind the dead time " +
          model.delays.front() + " is not known then");
    }
    if (!model.delays.empty()) return CycleOf(model).covariances;
    const PeriodicCovariance periodic = PeriodOf(last);
    if (IsBrokenOff()) return covariances;
    CovarianceFlow flow(model, last_start_sec_, SolveStationary(model, periodic).covariance);
    Walk(last, &flow, [&] { covariances.push_back(flow.OutputCovariance()); });
    return covariances;
  }

  // The theory of a linear diagram is exact. Whether this one is linear is tried: its model must be
  // the same all along the run of means, and in the first two runs of the study at some times.
  void CompareModels(const LastPeriod& last) {
    const auto is_first = [&](const auto& model) { return IsSameModel(model.second, first_); };
    if (!std::all_of(last.models.begin(), last.models.end(), is_first)) {
      result_.theory.SetInexact("the diagram, made linear, changes along the run");
    }
    if (result_.theory.is_exact &&
        !studied_.IsSameInRuns(first_, ComparisonTimes(start_sec_, stop_sec_),
                               request_.breaks_off)) {
      result_.theory.SetInexact("the diagram, made linear, is another in each run");
    }
  }

  // A mean that goes on changing, as that of a motor that turns, comes to no end; its covariance
  // may do so all the same.
  void LeaveOutMeans() {
    EnsembleTheory& theory = result_.theory;
    result_.no_mean = "the mean has not settled by " +
                      FormatNumber(last_start_sec_ + result_.period_sec) +
                      " s, or goes on changing with time";
    for (VectorXd& mean : theory.means) mean.setConstant(std::numeric_limits<double>::quiet_NaN());
  }

  // The covariance by parameters follows from the means with each parameter one deviation to either
  // side. If the covariance by noise is another there, the two do not just add up, which is told.
  void AddParameters() {
    EnsembleTheory& theory = result_.theory;
    if (studied_.parameters().empty()) return;
    if (!result_.no_mean.empty()) {
      theory.SetInexact("without a mean, random parameters are left out");
      return;
    }
    const std::vector<MatrixXd> of_noise = theory.covariances;
    const auto means_of = [&](const std::vector<double>& moved) {
      const auto model = studied_.MovedModel(moved);
      const LastPeriod last =
          Follow(*model, "the run with random parameters one deviation from their means: ");
      const std::vector<MatrixXd> covariances = CovariancesOf(last);
      if (IsBrokenOff()) return last.means;
      if (!HasSettled(last, covariances)) {
        throw NoResultError(
            "with random parameters one deviation from their means the mean has "
            "not settled by " +
            FormatNumber(stop_sec_) + " s");
      }
      if (!AreSame(covariances, of_noise)) {
        theory.SetInexact("the covariance depends on random parameters");
      }
      return last.means;
    };
    AddParameterCovariance(studied_, means_of, request_.breaks_off, &theory);
  }

  // But for what the differences of steps make of rounding.
  static bool AreSame(const std::vector<MatrixXd>& a, const std::vector<MatrixXd>& b) {
    constexpr double kSame = 1e-6;
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const double size = std::max(a[i].cwiseAbs().maxCoeff(), b[i].cwiseAbs().maxCoeff());
      if ((a[i] - b[i]).cwiseAbs().maxCoeff() > kSame * size) return false;
    }
    return true;
  }

  const TheoryRequest& request_;
  const double start_sec_, stop_sec_;
  double begin_sec_ = 0;  // from when on all is updated that ever is, a multiple of the period
  double end_sec_ = 0;    // of the run of means
  StudiedDocument studied_;
  NoisyModel first_;
  double last_start_sec_ = 0;
  StationaryTheory result_;
};

}  // namespace

StationaryTheory CalcStationaryTheory(const Document& document, const BlockRegistry& registry,
                                      const TheoryRequest& request) {
  return Stationary(document, registry, request).Run();
}

}  // namespace loopwright
