#include "engine/studies/study_comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "engine/check/simulation_values.h"
#include "engine/document/document.h"
#include "engine/statistics/confidence.h"

namespace loopwright {
namespace {

std::optional<std::size_t> FindMeasure(const StudyResults& results, const std::string& name) {
  const auto found = std::find(results.measures.begin(), results.measures.end(), name);
  if (found == results.measures.end()) return std::nullopt;
  return found - results.measures.begin();
}

// A measure that nobody wrote is the last value of the signal it is called by.
std::string FormulaOf(const StudyDraws& draws, const std::string& name) {
  for (const MeasureText& measure : draws.measures) {
    if (measure.name == name) return measure.text;
  }
  return "final(" + name + ")";
}

std::string ObstacleOf(const StudyDraws& one, const StudyDraws& other) {
  if (one.seed != other.seed) {
    return "the seeds are " + std::to_string(one.seed) + " and " + std::to_string(other.seed) +
           ", so that runs of one number have other draws";
  }
  if (one.is_antithetic != other.is_antithetic) {
    return "the runs of one study are antithetic pairs, those of the other are not";
  }
  if (one.has_sobol_points != other.has_sobol_points) {
    return "the random parameters of one study are Sobol' points, those of the other are not";
  }
  return {};
}

// Of two samples that have nothing to do with each other.
void CompareMeans(const Moments& of, const Moments& less, double confidence,
                  MeasureDifference* result) {
  result->half_width = std::hypot(MeanHalfWidth(of, confidence), MeanHalfWidth(less, confidence));
  if (of.count == 0 || less.count == 0) return;
  result->difference.count = std::min(of.count, less.count);
  result->difference.mean = of.mean - less.mean;
}

// Of runs with draws of their own the variances of both add up.
void ComparePairs(std::vector<double> of, std::vector<double> less, bool in_pairs,
                  double confidence, MeasureDifference* result) {
  const std::size_t count = std::min(of.size(), less.size());
  of.resize(count);
  less.resize(count);
  std::vector<double> differences(count);
  for (std::size_t run = 0; run < count; ++run) {
    differences[run] = of[run] - less[run];
    if (std::isfinite(differences[run])) continue;
    of[run] = less[run] = std::numeric_limits<double>::quiet_NaN();
  }
  result->difference = MomentsOf(differences, in_pairs);
  result->half_width = MeanHalfWidth(result->difference, confidence);
  const double apart = MomentsOf(of, in_pairs).variance() + MomentsOf(less, in_pairs).variance();
  const double paired = result->difference.variance();
  if (paired > 0 && std::isfinite(apart)) result->gain = apart / paired;
  if (result->difference.count == 0) result->obstacle = "no run has it in both studies";
}

}  // namespace

StudyDraws StudyDraws::Of(const Document& document) {
  StudyDraws draws;
  draws.seed = EvaluateSimulation(document, nullptr).seed;
  if (!document.study) return draws;
  draws.is_antithetic = document.study->antithetic.value_or(false);
  draws.has_sobol_points = document.study->sobol.value_or(false);
  for (const StudyMeasure& measure : document.study->measures) {
    draws.measures.push_back({measure.name, measure.formula});
  }
  return draws;
}

std::vector<MeasureDifference> CompareMeasures(const StudyResults& of, const StudyDraws& draws,
                                               const StudyResults& less,
                                               const StudyDraws& other_draws, double confidence) {
  std::vector<MeasureDifference> differences;
  const std::string obstacle = ObstacleOf(draws, other_draws);
  for (std::size_t i = 0; i < of.measures.size(); ++i) {
    MeasureDifference& one = differences.emplace_back();
    one.name = of.measures[i];
    const std::optional<std::size_t> other = FindMeasure(less, one.name);
    if (!other) {
      one.obstacle = "the kept study does not have it";
    } else if (FormulaOf(draws, one.name) != FormulaOf(other_draws, one.name)) {
      one.obstacle = "in the kept study it is " + FormulaOf(other_draws, one.name);
    } else if (!obstacle.empty()) {
      one.obstacle = obstacle;
      CompareMeans(of.Measure(i).independent, less.Measure(*other).independent, confidence, &one);
    } else {
      ComparePairs(of.MeasureValues(i), less.MeasureValues(*other), of.is_antithetic, confidence,
                   &one);
    }
  }
  for (const std::string& name : less.measures) {
    if (FindMeasure(of, name)) continue;
    differences.push_back({name, "only the kept study has it", {}, 0, 1});
  }
  return differences;
}

}  // namespace loopwright
