#include "engine/theory/ensemble_theory.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "engine/analysis/blocked_paths.h"
#include "engine/build/random_parameters.h"
#include "engine/common/exceptions.h"
#include "engine/document/document.h"
#include "engine/linear/linear_model.h"
#include "engine/random/antithetic.h"
#include "engine/text/number_format.h"
#include "engine/theory/followed_run.h"
#include "engine/theory/noise_sources.h"

namespace loopwright {
namespace {

constexpr std::size_t kMostParameters = 50;  // for each of which the diagram is built twice
constexpr std::size_t kLooks = 12;  // times of a run of the study at which derivatives are compared
constexpr double kLine = 1e-6;      // of a change: as far as it may be from a line

double MeanOf(const RandomParameter& parameter) {
  switch (parameter.distribution) {
    case RandomParameter::Distribution::kUniform:
      return (parameter.first + parameter.second) / 2;
    case RandomParameter::Distribution::kGaussian:
      return parameter.first;
    case RandomParameter::Distribution::kExponential:
      break;
  }
  return 1 / parameter.first;
}

double DeviationOf(const RandomParameter& parameter) {
  switch (parameter.distribution) {
    case RandomParameter::Distribution::kUniform:
      return std::abs(parameter.second - parameter.first) / std::sqrt(12.0);
    case RandomParameter::Distribution::kGaussian:
      return std::abs(parameter.second);
    case RandomParameter::Distribution::kExponential:
      break;
  }
  return 1 / parameter.first;
}

double ValueAt(const SignalPlace& place, const OperatingPoint& point) {
  auto& data = point.context->data();
  data.Evaluate(place.entry);
  return data.arena[static_cast<std::size_t>(place.offset) + static_cast<std::size_t>(place.first)];
}

class Theory {
 public:
  Theory(const Document& document, const BlockRegistry& registry, const TheoryRequest& request)
      : document_(document), registry_(registry), request_(request) {
    // Pairs and points of a sequence are ways to draw, which do not matter here.
    if (document_.study) document_.study->antithetic = document_.study->sobol = std::nullopt;
    RunOptions study = request.run;
    study.is_study = true;
    study_ = std::make_unique<RunModel>(document_, registry_, study);
    if (!study_->nominal()->ok()) {
      throw InvalidDiagramError(study_->nominal()->result().diagnostics);
    }
    parameters_ = study_->random_parameters();
    if (parameters_.size() > kMostParameters) {
      throw NoResultError("there are " + std::to_string(parameters_.size()) +
                          " random parameters; up to " + std::to_string(kMostParameters) +
                          " are looked at");
    }
  }

  EnsembleTheory Run() {
    FollowMeans();
    if (!IsBrokenOff()) AddParameters();
    for (uint64_t run = 0; run < 2 && result_.is_exact && !IsBrokenOff(); ++run) CompareRun(run);
    for (double& variance : result_.deviations) variance = std::sqrt(variance);
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

  // The model with every random parameter at its mean, but those of `moved` that many standard
  // deviations away from it.
  std::unique_ptr<RunModel> MeanModel(const std::vector<double>& moved) const {
    RunOptions options = request_.run;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      const RandomParameter& one = parameters_[i];
      const double by = moved.empty() ? 0 : moved[i] * DeviationOf(one);
      options.overrides.emplace_back(one.path, FormatNumber(MeanOf(one) + by));
    }
    return std::make_unique<RunModel>(document_, registry_, options);
  }

  // Mean and variance along the run of means. The deviations hold variances until the end.
  void FollowMeans() {
    const auto model = MeanModel({});
    if (!model->nominal()->ok()) throw InvalidDiagramError(model->nominal()->result().diagnostics);
    const SignalPlace place = FindSignal(model->nominal()->index(), request_.signal);
    const NoiseSources sources(*model->nominal(), place);
    const int held = sources.HeldElementOf(place);
    std::unique_ptr<CovarianceFlow> flow;
    FollowedRun run(*model, request_.run, kMeanRun);
    const std::string failure =
        run.Follow(request_.times, request_.breaks_off,
                   [&](std::size_t i, bool is_after, const OperatingPoint& point) {
                     if (flow == nullptr) {
                       first_ = sources.ModelAt(point, request_.signal);
                       flow = std::make_unique<CovarianceFlow>(
                           first_, request_.times.front(),
                           sources.StartCovariance(point, first_.model.num_states()));
                       FindBranches(sources, place, point);
                     }
                     if (is_after) {
                       flow->Update();
                     } else {
                       flow->AdvanceTo(request_.times[i], request_.breaks_off);
                     }
                     result_.means.push_back(ValueAt(place, point));
                     result_.deviations.push_back(held < 0 ? flow->OutputVariance(0)
                                                           : flow->HeldVariance(held));
                     if (is_after) FollowModel(sources.ModelAt(point, request_.signal), flow.get());
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

  // What on the way to the signal may do one thing now and another then. Of parameters of diagrams
  // it is not known where they count: everywhere, then.
  void FindBranches(const NoiseSources& sources, const SignalPlace& place,
                    const OperatingPoint& point) {
    const DiagramIndex<double>& index = point.built->index();
    std::vector<int> nodes = sources.nodes();
    for (const RandomParameter& parameter : parameters_) {
      const std::string block = JoinPath(parameter.level, parameter.block);
      const int node = parameter.block.empty() ? -1 : index.FindLeaf(block);
      if (node >= 0) nodes.push_back(node);
      if (node < 0)
        nodes.insert(nodes.end(), index.plan().leaves.begin(), index.plan().leaves.end());
    }
    const std::vector<std::string> branching = FindBranchingBlocks(point, nodes, place.node);
    if (!branching.empty()) SetInexact(branching.front() + " is not linear");
    const std::string block = sources.BlockOfStateNoise(*point.built);
    if (!block.empty()) SetInexact("the diffusion of " + block + " is no constant");
  }

  std::vector<double> MeansOf(const std::vector<double>& moved) const {
    const auto model = MeanModel(moved);
    std::vector<double> means;
    if (!model->nominal()->ok()) {
      throw NoResultError(
          "values of the random parameters one deviation from their means make no "
          "diagram");
    }
    const SignalPlace place = FindSignal(model->nominal()->index(), request_.signal);
    FollowedRun run(*model, request_.run, kMeanRun);
    const std::string failure = run.Follow(request_.times, request_.breaks_off,
                                           [&](std::size_t, bool, const OperatingPoint& point) {
                                             means.push_back(ValueAt(place, point));
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
    const std::size_t count = parameters_.size(), size = result_.means.size();
    if (count == 0) return;
    std::vector<double> sum(size), largest(size);
    for (std::size_t p = 0; p < count; ++p) {
      std::vector<double> moved(count);
      moved[p] = 1;
      const std::vector<double> above = MeansOf(moved);
      moved[p] = -1;
      const std::vector<double> below = MeansOf(moved);
      if (IsBrokenOff()) return;
      for (std::size_t i = 0; i < size; ++i) {
        const double change = (above[i] - below[i]) / 2;
        result_.deviations[i] += change * change;
        sum[i] += change;
        largest[i] = std::max(largest[i], std::abs(change));
        const double bend = (above[i] + below[i]) / 2 - result_.means[i];
        if (std::abs(bend) > Tolerance(change, result_.means[i])) {
          SetInexact("the signal does not follow " + parameters_[p].path + " in a line");
        }
      }
    }
    const std::vector<double> all = MeansOf(std::vector<double>(count, 1));
    if (IsBrokenOff()) return;
    for (std::size_t i = 0; i < size; ++i) {
      if (std::abs(all[i] - result_.means[i] - sum[i]) > Tolerance(largest[i], result_.means[i])) {
        SetInexact("what random parameters do to the signal does not add up");
      }
    }
  }

  // Of an integrator with error control two runs differ by its accuracy.
  double Tolerance(double change, double mean) const {
    const double accuracy = study_->NominalRun().simulation.accuracy;
    return std::max(kLine, 100 * accuracy) * (std::abs(change) + std::abs(mean)) +
           100 * accuracy * kLine;
  }

  // The derivatives along a run of the study. A run that fails is looked at as far as it comes.
  void CompareRun(uint64_t number) {
    RunOptions options = request_.run;
    options.is_study = true;
    FollowedRun run(*study_, options, number);
    std::optional<NoiseSources> sources;
    const std::size_t every = std::max<std::size_t>(1, request_.times.size() / kLooks);
    run.Follow(request_.times, request_.breaks_off,
               [&](std::size_t i, bool is_after, const OperatingPoint& point) {
                 if (!is_after || i % every != 0) return !IsBrokenOff();
                 if (!sources)
                   sources.emplace(*point.built, FindSignal(point.built->index(), request_.signal));
                 if (!IsSameModel(sources->ModelAt(point, request_.signal), first_)) {
                   SetInexact("the diagram, made linear, is another in each run");
                 }
                 return result_.is_exact && !IsBrokenOff();
               });
  }

  Document document_;
  const BlockRegistry& registry_;
  const TheoryRequest& request_;
  std::unique_ptr<RunModel> study_;
  std::vector<RandomParameter> parameters_;
  NoisyModel first_;
  EnsembleTheory result_;
};

}  // namespace

EnsembleTheory CalcEnsembleTheory(const Document& document, const BlockRegistry& registry,
                                  const TheoryRequest& request) {
  return Theory(document, registry, request).Run();
}

}  // namespace loopwright
