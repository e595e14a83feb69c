#include "engine/theory/ensemble_theory.h"

#include <memory>
#include <utility>

#include "engine/document/document.h"
#include "engine/linear/linear_model.h"
#include "engine/random/antithetic.h"
#include "engine/theory/delayed_covariance.h"
#include "engine/theory/followed_run.h"
#include "engine/theory/parameter_covariance.h"
#include "engine/theory/studied_document.h"

namespace loopwright {
namespace {

using Eigen::VectorXd;

class Theory {
 public:
  Theory(const Document& document, const BlockRegistry& registry, const TheoryRequest& request)
      : request_(request), studied_(document, registry, request.run) {}

  EnsembleTheory Run() {
    FollowMeans();
    if (!IsBrokenOff()) {
      AddParameterCovariance(
          studied_, [this](const std::vector<double>& moved) { return MeansOf(moved); },
          request_.breaks_off, &result_);
    }
    if (result_.is_exact && !studied_.IsSameInRuns(first_, request_.times, request_.breaks_off)) {
      result_.SetInexact("the diagram, made linear, is another in each run");
    }
    result_.times = request_.times;
    result_.is_complete = !IsBrokenOff();
    return std::move(result_);
  }

 private:
  bool IsBrokenOff() const { return request_.breaks_off && request_.breaks_off(); }

  // Mean and covariance along the run of means. Behind dead times that are no states the covariance
  // is computed for all times at once, when the run has shown that the model stays as it is.
  void FollowMeans() {
    const auto model = studied_.MeanModel();
    const NoiseSources sources = studied_.SourcesOf(*model->nominal());
    for (const TargetSignal& target : sources.targets()) result_.signals.push_back(target.label);
    const std::string failure =
        FollowRun(*model, studied_.options(), kMeanRun, request_.times, request_.breaks_off,
                  [&](std::size_t i, bool is_after, const OperatingPoint& point) {
                    if (i == 0 && !is_after) Begin(sources, point);
                    result_.means.push_back(ValuesAt(sources.targets(), point));
                    if (flow_ != nullptr) FollowCovariance(request_.times[i], is_after);
                    if (is_after) FollowModel(sources.ModelAt(point));
                    return !IsBrokenOff();
                  });
    if (!failure.empty()) {
      throw NoResultError("the run in which every draw is its mean: " + failure);
    }
    if (flow_ != nullptr || IsBrokenOff()) return;
    result_.covariances =
        CalcDelayedCovariances(first_, start_, request_.times, request_.breaks_off);
  }

  void Begin(const NoiseSources& sources, const OperatingPoint& point) {
    first_ = sources.ModelAt(point);
    start_ = {request_.times.front(), sources.StartCovariance(point, first_.model.num_states()),
              sources.NextUpdatesAt(point)};
    if (first_.model.num_delays() == 0) {
      flow_ = std::make_unique<CovarianceFlow>(first_, request_.times.front(),
                                               first_.StartCovariance(start_.covariance));
      flow_->SetFirstUpdates(start_.first_updates);
    }
    const std::string branch = studied_.FindBranches(sources, point);
    if (!branch.empty()) result_.SetInexact(branch);
  }

  void FollowCovariance(double time_sec, bool is_after) {
    if (is_after) {
      flow_->Update();
    } else {
      flow_->AdvanceTo(time_sec, request_.breaks_off);
    }
    result_.covariances.push_back(flow_->OutputCovariance());
  }

  void FollowModel(NoisyModel model) {
    const bool is_same = IsSameModel(model, first_);
    if (is_same && (result_.is_exact || flow_ == nullptr)) return;
    if (flow_ == nullptr) {
      throw NoResultError(first_.delays.front() +
                          " is a dead time of what changes all the time, behind which a covariance "
                          "is known only where the diagram, made linear, stays the same");
    }
    result_.SetInexact("the diagram, made linear, changes along the run");
    flow_->SetModel(std::move(model));
  }

  std::vector<VectorXd> MeansOf(const std::vector<double>& moved) const {
    const auto model = studied_.MovedModel(moved);
    const std::vector<TargetSignal> targets =
        FindTargets(model->nominal()->index(), studied_.options());
    std::vector<VectorXd> means;
    const std::string failure =
        FollowRun(*model, studied_.options(), kMeanRun, request_.times, request_.breaks_off,
                  [&](std::size_t, bool, const OperatingPoint& point) {
                    means.push_back(ValuesAt(targets, point));
                    return !IsBrokenOff();
                  });
    if (!failure.empty()) {
      throw NoResultError("the run with random parameters one deviation from their means: " +
                          failure);
    }
    return means;
  }

  const TheoryRequest& request_;
  StudiedDocument studied_;
  NoisyModel first_;
  std::unique_ptr<CovarianceFlow> flow_;  // null where dead times are no states
  ModelStart start_;                      // of the model
  EnsembleTheory result_;
};

}  // namespace

EnsembleTheory CalcEnsembleTheory(const Document& document, const BlockRegistry& registry,
                                  const TheoryRequest& request) {
  return Theory(document, registry, request).Run();
}

}  // namespace loopwright
