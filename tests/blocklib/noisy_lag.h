#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "engine/studies/monte_carlo_study.h"
#include "engine/studies/study_tables.h"
#include "tests/blocklib/diagram_run.h"

namespace loopwright {

inline Document LoadedDiagram(const std::string& blocks, const std::string& wires) {
  LoadResult loaded = LoadDocument(DiagramText(blocks, wires), BuiltInBlocks());
  if (!loaded.document) throw std::runtime_error(loaded.diagnostics.at(0).text);
  return std::move(*loaded.document);
}

/// A noise, sampled, through a lag whose start is random; in some runs the noise is below a
/// threshold, and the run fails there, in some above another, and the run stops.
inline Document NoisyLag() {
  return LoadedDiagram(
      "'noise': {'type': 'GaussianNoise', 'parameters': {'period': 0.1}},"
      "'lag': {'type': 'FirstOrderLag', 'parameters': {'time_constant': 0.3, 'initial_value': 0},"
      " 'random': {'initial_value': {'distribution': 'uniform', 'lower': -1, 'upper': 1}}},"
      "'low': {'type': 'Constant', 'parameters': {'value': -2.2}},"
      "'high': {'type': 'Constant', 'parameters': {'value': 2.4}},"
      "'above': {'type': 'Comparison', 'parameters': {'operator': '>'}},"
      "'beyond': {'type': 'Comparison', 'parameters': {'operator': '>'}},"
      "'alive': {'type': 'Assert', 'parameters': {'message': 'too low'}},"
      "'end': {'type': 'StopWhen'}",
      "noise.y>lag.u noise.y>above.u1 low.y>above.u2 above.y>alive.u noise.y>beyond.u1 "
      "high.y>beyond.u2 beyond.y>end.u");
}

/// 200 runs of it, with an ensemble and four measures.
inline StudyOptions NoisyLagOptions() {
  StudyOptions options;
  options.run.stop_time = 1;
  options.run.seed = 5;
  options.run.signal_paths = {"lag.y", "noise.y"};
  options.num_runs = 200;
  options.num_threads = 1;
  options.has_ensemble = true;
  options.grid_sec = 0.05;
  options.measures = {{"last", "final(lag.y)"},
                      {"late", "crossing(lag.y, 0.5)"},
                      {"low", "failed(alive)"},
                      {"sum", "2*last + late"}};
  return options;
}

/// Both tables of a study, as CSV.
inline std::string StudyText(const StudyResults& results) {
  std::string text;
  const TableSink sink = [&text](std::string_view bytes) { text += bytes; };
  WriteTableCsv(RunsTable(results), sink);
  WriteTableCsv(EnsembleTable(results, {}), sink);
  return text;
}

}  // namespace loopwright
