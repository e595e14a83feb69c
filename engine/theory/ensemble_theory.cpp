#include "engine/theory/ensemble_theory.h"

#include <memory>
#include <utility>

#include "engine/document/document.h"
#include "engine/linear/linear_model.h"
#include "engine/random/antithetic.h"
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
    for (uint64_t run = 0; run < 2 && result_.is_exact && !IsBrokenOff(); ++run) {
      if (!studied_.IsSameInRun(run, first_, request_.times, request_.breaks_off)) {
        result_.SetInexact("the diagram, made linear, is another in each run");
      }
    }
    result_.times = request_.times;
    result_.is_complete = !IsBrokenOff();
    return std::move(result_);
  }

 private:
  bool IsBrokenOff() const { return request_.breaks_off && request_.breaks_off(); }

  // Mean and covariance along the run of means.
  void FollowMeans() {
    const auto model = studied_.MeanModel();
    const NoiseSources sources = studied_.SourcesOf(*model->nominal());
    for (const TargetSignal& target : sources.targets()) result_.signals.push_back(target.label);
    std::unique_ptr<CovarianceFlow> flow;
    FollowedRun run(*model, studied_.options(), kMeanRun);
    const std::string failure =
        run.Follow(request_.times, request_.breaks_off,
                   [&](std::size_t i, bool is_after, const OperatingPoint& point) {
                     if (flow == nullptr) {
                       first_ = sources.ModelAt(point);
                       flow = std::make_unique<CovarianceFlow>(
                           first_, request_.times.front(),
                           sources.StartCovariance(point, first_.model.num_states()));
                       flow->SetFirstUpdates(sources.NextUpdatesAt(point));
                       const std::string branch = studied_.FindBranches(sources, point);
                       if (!branch.empty()) result_.SetInexact(branch);
                     }
                     if (is_after) {
                       flow->Update();
                     } else {
                       flow->AdvanceTo(request_.times[i], request_.breaks_off);
                     }
                     result_.means.push_back(ValuesAt(sources.targets(), point));
                     result_.covariances.push_back(flow->OutputCovariance());
                     if (is_after) FollowModel(sources.ModelAt(point), flow.get());
                     return !IsBrokenOff();
                   });
    if (!failure.empty())
      throw NoResultError("the run in which every draw is its mean: " + failure);
  }

  void FollowModel(NoisyModel model, CovarianceFlow* flow) {
    if (result_.is_exact && IsSameModel(model, first_)) return;
    result_.SetInexact("the diagram, made linear, changes along the run");
    flow->SetModel(std::move(model));
  }

  std::vector<VectorXd> MeansOf(const std::vector<double>& moved) const {
    const auto model = studied_.MovedModel(moved);
    const std::vector<TargetSignal> targets =
        FindTargets(model->nominal()->index(), studied_.options());
    std::vector<VectorXd> means;
    FollowedRun run(*model, studied_.options(), kMeanRun);
    const std::string failure = run.Follow(request_.times, request_.breaks_off,
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
  EnsembleTheory result_;
};

}  // namespace

EnsembleTheory CalcEnsembleTheory(const Document& document, const BlockRegistry& registry,
                                  const TheoryRequest& request) {
  return Theory(document, registry, request).Run();
}

}  // namespace loopwright
