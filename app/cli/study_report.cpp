#include "app/cli/study_report.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <string>

#include "engine/statistics/confidence.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

// With as many digits as a person takes in.
std::string Short(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

// "mean 1.5 +- 0.1"; one run alone says nothing of how sure the mean is.
std::string MeanText(const Moments& moments, double confidence) {
  std::string text = "mean " + Short(moments.mean);
  if (moments.count > 1) text += " +- " + Short(MeanHalfWidth(moments, confidence));
  return text;
}

// One line for one measure: mean, deviation, least and greatest, and how many runs do not have it.
std::string MeasureLine(const StudyResults& results, std::size_t measure, double confidence) {
  const SampleSummary sample = results.Measure(measure);
  const Moments& moments = sample.moments;
  std::string line = results.measures[measure] + ": ";
  if (moments.count > 0) {
    line += MeanText(sample.independent, confidence);
    if (moments.count > 1) line += ", standard deviation " + Short(moments.standard_deviation());
    line += ", from " + Short(moments.least) + " to " + Short(moments.greatest);
  }
  const uint64_t missing = results.num_runs - moments.count;
  if (missing == 0) return line;
  return line + (moments.count > 0 ? "; " : "") + "not in " + CountOfRuns(missing);
}

std::string Prefix(const std::string& variant) { return variant.empty() ? "" : variant + ": "; }

}  // namespace

std::string CountOfRuns(uint64_t count) {
  return std::to_string(count) + (count == 1 ? " run" : " runs");
}

// Each variant but the first is also compared with the first, run by run.
void PrintMeasures(const VariantStudies& studies, double confidence) {
  const std::vector<const StudyResults*> results = studies.results();
  for (std::size_t v = 0; v < results.size(); ++v) {
    const std::string& name = studies.names()[v];
    for (std::size_t i = 0; i < results[v]->measures.size(); ++i) {
      std::cerr << Prefix(name) << MeasureLine(*results[v], i, confidence) << '\n';
    }
    for (std::size_t i = 0; v > 0 && i < results[v]->measures.size(); ++i) {
      const Moments difference = PairedDifference(*results[v], *results[0], i);
      if (difference.count == 0) continue;
      std::cerr << Prefix(name) << results[v]->measures[i] << " less that of " << studies.names()[0]
                << ", run by run: " << MeanText(difference, confidence) << '\n';
    }
  }
}

// Of each variant how many runs failed, and of the first of them where and why.
void PrintFailures(const VariantStudies& studies) {
  for (std::size_t v = 0; v < studies.names().size(); ++v) {
    const StudyResults& results = studies.studies()[v]->results();
    const auto first =
        std::find_if(results.endings.begin(), results.endings.end(),
                     [](const RunEnding& ending) { return ending.end == RunEnd::kFailed; });
    if (first == results.endings.end()) continue;
    std::cerr << Prefix(studies.names()[v]) << results.num_failed() << " of "
              << CountOfRuns(results.num_runs) << " failed; the first, run " << first->run
              << ", at t = " << FormatNumber(first->time) << " s"
              << (first->block.empty() ? "" : " in " + first->block) << ": " << first->reason
              << '\n';
  }
}

}  // namespace loopwright
