#include "engine/theory/ensemble_theory.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "engine/document/document.h"
#include "engine/linear/linear_model.h"
#include "engine/random/antithetic.h"
#include "engine/theory/followed_run.h"
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
    if (!IsBrokenOff()) AddParameters();
    for (uint64_t run = 0; run < 2 && result_.is_exact && !IsBrokenOff(); ++run) {
      if (!studied_.IsSameInRun(run, first_, request_.times, request_.breaks_off)) {
        SetInexact("the diagram, made linear, is another in each run");
      }
    }
    result_.times = request_.times;
    result_.is_complete = !IsBrokenOff();
    return std::move(result_);
  }

 private:
  bool IsBrokenOff() const { return request_.breaks_off && request_.breaks_off(); }

  void SetInexact(const std::string& reason) {
    if (result_.is_exact) result_.reason = reason;
    result_.is_exact = false;
  }

  // Mean and covariance along the run of means.
  void FollowMeans() {
    const auto model = studied_.MeanModel();
    const NoiseSources sources(*model->nominal(),
                               FindTargets(model->nominal()->index(), studied_.options()));
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
                       const std::string branch = studied_.FindBranches(sources, point);
                       if (!branch.empty()) SetInexact(branch);
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
    SetInexact("the diagram, made linear, changes along the run");
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

  // Each parameter is moved by its deviation up and down, and then all of them at once: what these
  // changes do has to add up.
  void AddParameters() {
    const std::size_t count = studied_.parameters().size(), size = result_.means.size();
    if (count == 0) return;
    const VectorXd nothing = VectorXd::Zero(static_cast<Eigen::Index>(result_.signals.size()));
    std::vector<VectorXd> sum(size, nothing), largest(size, nothing);
    for (std::size_t p = 0; p < count; ++p) {
      std::vector<double> moved(count);
      moved[p] = 1;
      const std::vector<VectorXd> above = MeansOf(moved);
      moved[p] = -1;
      const std::vector<VectorXd> below = MeansOf(moved);
      if (IsBrokenOff()) return;
      for (std::size_t i = 0; i < size; ++i) {
        const VectorXd change = (above[i] - below[i]) / 2;
        result_.covariances[i] += change * change.transpose();
        sum[i] += change;
        largest[i] = largest[i].cwiseMax(change.cwiseAbs());
        const VectorXd bend = (above[i] + below[i]) / 2 - result_.means[i];
        if (const int signal = FirstBeyond(bend, change, i); signal >= 0) {
          SetInexact(result_.signals[static_cast<std::size_t>(signal)] + " does not follow " +
                     studied_.parameters()[p].path + " in a line");
        }
      }
    }
    const std::vector<VectorXd> all = MeansOf(std::vector<double>(count, 1));
    if (IsBrokenOff()) return;
    for (std::size_t i = 0; i < size; ++i) {
      const int signal = FirstBeyond(all[i] - result_.means[i] - sum[i], largest[i], i);
      if (signal >= 0) {
        SetInexact("what random parameters do to " +
                   result_.signals[static_cast<std::size_t>(signal)] + " does not add up");
      }
    }
  }

  // The first signal of which the difference at value `i` is more than rounding and accuracy make,
  // where parameters change it by `change`; -1 where there is none.
  int FirstBeyond(const VectorXd& difference, const VectorXd& change, std::size_t i) const {
    for (Eigen::Index s = 0; s < difference.size(); ++s) {
      const double size = std::abs(change[s]) + std::abs(result_.means[i][s]);
      if (std::abs(difference[s]) > studied_.Tolerance(size)) return static_cast<int>(s);
    }
    return -1;
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
