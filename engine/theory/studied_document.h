#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/build/random_parameters.h"
#include "engine/document/document.h"
#include "engine/run/run_model.h"
#include "engine/run/run_options.h"
#include "engine/theory/diffusion_types.h"
#include "engine/theory/noise_sources.h"

namespace loopwright {

/// The start of a run and some times up to its stop, evenly, at which models are compared.
std::vector<double> ComparisonTimes(double start_sec, double stop_sec);

/// A document whose study is known without its runs: models of it with random parameters where
/// theory wants them, and what shows that it is not linear. Where times of events are drawn they
/// have the diffusion of the same mean and covariance in their place (FindDiffusionTypes()).
class StudiedDocument {
 public:
  /// `options` are what the runs of the study change of the document. The registry outlives this.
  /// InvalidDiagramError, UsageError; NoResultError: there are too many random parameters.
  StudiedDocument(Document document, const BlockRegistry& registry, RunOptions options);

  const RunOptions& options() const { return options_; }
  const std::vector<RandomParameter>& parameters() const { return parameters_; }
  /// The model with every random parameter at its mean. InvalidDiagramError.
  std::unique_ptr<RunModel> MeanModel() const;
  /// The same with each parameter that many standard deviations away from its mean. NoResultError.
  std::unique_ptr<RunModel> MovedModel(const std::vector<double>& moved) const;

  /// What draws in one of these models, as far as the signals that the options select depend on it.
  /// UsageError, NoResultError.
  NoiseSources SourcesOf(const BuiltDocument& built) const;
  /// What on the way to the signals may do one thing now and another then, as a sentence without
  /// its end: "limit is not linear". "" where there is nothing of the kind.
  std::string FindBranches(const NoiseSources& sources, const OperatingPoint& point) const;
  /// The linear model that noise of these sources comes through at the start of a run of `model` in
  /// which every draw is its mean, and in `branch` what FindBranches() says there. NoResultError
  /// where that run does not begin.
  NoisyModel ModelAtStart(const RunModel& model, const NoiseSources& sources, double start_sec,
                          std::string* branch) const;
  /// Whether the diagram, made linear along the first two runs of the study at some of these times,
  /// is `model`. A run that fails is looked at as far as it comes, and none after it was broken
  /// off.
  bool IsSameInRuns(const NoisyModel& model, const std::vector<double>& times,
                    const std::function<bool()>& breaks_off) const;

  /// How far two results may be from each other that are the same: of an integrator with error
  /// control two runs differ by its accuracy. `size` is theirs.
  double Tolerance(double size) const;

 private:
  std::unique_ptr<RunModel> ModelWith(const std::vector<double>& moved) const;

  Document document_;
  std::unique_ptr<const BlockRegistry> diffusion_types_;  ///< FindDiffusionTypes()
  const BlockRegistry& registry_;                         ///< these, or what was given
  RunOptions options_;
  std::unique_ptr<RunModel> study_;
  std::vector<RandomParameter> parameters_;
  double start_sec_ = 0;
};

}  // namespace loopwright
