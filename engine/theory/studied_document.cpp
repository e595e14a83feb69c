#include "engine/theory/studied_document.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/analysis/blocked_paths.h"
#include "engine/linear/linear_model.h"
#include "engine/random/antithetic.h"
#include "engine/run/run_settings.h"
#include "engine/text/number_format.h"
#include "engine/theory/followed_run.h"

namespace loopwright {
namespace {

constexpr std::size_t kMostParameters = 50;  // for each of which the diagram is built twice
constexpr std::size_t kLooks = 12;  // times of a run of the study at which derivatives are compared
constexpr double kLine = 1e-6;      // of a change: as far as it may be from a line

using Distribution = RandomParameter::Distribution;

double MeanOf(const RandomParameter& parameter) {
  const double first = parameter.first, second = parameter.second;
  if (parameter.distribution == Distribution::kUniform) return (first + second) / 2;
  return parameter.distribution == Distribution::kGaussian ? first : 1 / first;
}

double DeviationOf(const RandomParameter& parameter) {
  const double first = parameter.first, second = parameter.second;
  if (parameter.distribution == Distribution::kUniform) {
    return std::abs(second - first) / std::sqrt(12.0);
  }
  return parameter.distribution == Distribution::kGaussian ? std::abs(second) : 1 / first;
}

}  // namespace

std::vector<double> ComparisonTimes(double start_sec, double stop_sec) {
  constexpr int kComparisons = 12;
  std::vector<double> times = {start_sec};
  for (int i = 1; i <= kComparisons && stop_sec > start_sec; ++i) {
    times.push_back(start_sec + (stop_sec - start_sec) * i / kComparisons);
  }
  return times;
}

// Pairs and points of a sequence are ways to draw, which do not matter here.
StudiedDocument::StudiedDocument(Document document, const BlockRegistry& registry,
                                 RunOptions options)
    : document_(std::move(document)),
      diffusion_types_(FindDiffusionTypes(document_, registry)),
      registry_(diffusion_types_ ? *diffusion_types_ : registry),
      options_(std::move(options)) {
  if (document_.study) document_.study->antithetic = document_.study->sobol = std::nullopt;
  options_.is_study = true;
  study_ = std::make_unique<RunModel>(document_, registry_, options_);
  options_.is_study = false;
  if (!study_->nominal()->ok()) {
    throw InvalidDiagramError(study_->nominal()->result().diagnostics);
  }
  start_sec_ = ResolveSettings(study_->NominalRun().simulation, options_).start_time;
  parameters_ = study_->random_parameters();
  if (parameters_.size() > kMostParameters) {
    throw NoResultError("there are " + std::to_string(parameters_.size()) +
                        " random parameters; up to " + std::to_string(kMostParameters) +
                        " are looked at");
  }
}

std::unique_ptr<RunModel> StudiedDocument::ModelWith(const std::vector<double>& moved) const {
  RunOptions options = options_;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const RandomParameter& one = parameters_[i];
    options.overrides.emplace_back(one.path,
                                   FormatNumber(MeanOf(one) + moved[i] * DeviationOf(one)));
  }
  return std::make_unique<RunModel>(document_, registry_, options);
}

std::unique_ptr<RunModel> StudiedDocument::MeanModel() const {
  auto model = ModelWith(std::vector<double>(parameters_.size()));
  if (!model->nominal()->ok()) throw InvalidDiagramError(model->nominal()->result().diagnostics);
  return model;
}

std::unique_ptr<RunModel> StudiedDocument::MovedModel(const std::vector<double>& moved) const {
  auto model = ModelWith(moved);
  if (!model->nominal()->ok()) {
    throw NoResultError(
        "values of the random parameters one deviation from their means make no diagram");
  }
  return model;
}

NoiseSources StudiedDocument::SourcesOf(const BuiltDocument& built) const {
  return {built, FindTargets(built.index(), options_), !parameters_.empty(), start_sec_};
}

// Of parameters of diagrams it is not known where they count: everywhere, then.
std::string StudiedDocument::FindBranches(const NoiseSources& sources,
                                          const OperatingPoint& point) const {
  const DiagramIndex<double>& index = point.built->index();
  std::vector<int> nodes = sources.nodes();
  for (const RandomParameter& parameter : parameters_) {
    const std::string block = JoinPath(parameter.level, parameter.block);
    const int node = parameter.block.empty() ? -1 : index.FindLeaf(block);
    if (node >= 0) nodes.push_back(node);
    if (node < 0) nodes.insert(nodes.end(), index.plan().leaves.begin(), index.plan().leaves.end());
  }
  for (const TargetSignal& target : sources.targets()) {
    const std::vector<std::string> branching = FindBranchingBlocks(point, nodes, target.place.node);
    if (!branching.empty()) return branching.front() + " is not linear";
  }
  const std::string block = sources.BlockOfStateNoise(*point.built);
  return block.empty() ? "" : "the diffusion of " + block + " is no constant";
}

NoisyModel StudiedDocument::ModelAtStart(const RunModel& model, const NoiseSources& sources,
                                         double start_sec, std::string* branch) const {
  NoisyModel found;
  const auto look = [&](std::size_t, bool is_after, const OperatingPoint& point) {
    if (!is_after) return true;
    found = sources.ModelAt(point);
    *branch = FindBranches(sources, point);
    return true;
  };
  const std::string failure = FollowRun(model, options_, kMeanRun, {start_sec}, {}, look);
  if (!failure.empty()) {
    throw NoResultError("the run in which every draw is its mean: " + failure);
  }
  return found;
}

bool StudiedDocument::IsSameInRuns(const NoisyModel& model, const std::vector<double>& times,
                                   const std::function<bool()>& breaks_off) const {
  RunOptions options = options_;
  options.is_study = true;
  const std::size_t every = std::max<std::size_t>(1, times.size() / kLooks);
  const auto is_broken_off = [&] { return breaks_off && breaks_off(); };
  bool is_same = true;
  for (uint64_t number = 0; number < 2 && is_same && !is_broken_off(); ++number) {
    std::optional<NoiseSources> sources;
    FollowRun(*study_, options, number, times, breaks_off,
              [&](std::size_t i, bool is_after, const OperatingPoint& point) {
                if (!is_after || i % every != 0) return !is_broken_off();
                if (!sources) sources = SourcesOf(*point.built);
                is_same = IsSameModel(sources->ModelAt(point), model);
                return is_same && !is_broken_off();
              });
  }
  return is_same;
}

double StudiedDocument::Tolerance(double size) const {
  const double accuracy = study_->NominalRun().simulation.accuracy;
  return std::max(kLine, 100 * accuracy) * size + 100 * accuracy * kLine;
}

}  // namespace loopwright
