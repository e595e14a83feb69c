// Measures the engine against hand-written loops of the same models, and prints a table of them
// with the goals. Options are those of Google Benchmark, --benchmark_filter=REGEX for one; with
// --once before them values are compared and no time is measured well.

#include <benchmark/benchmark.h>

#include <exception>
#include <string_view>

#include "tests/benchmarks/measure.h"

int main(int argc, char** argv) {
  using namespace loopwright::benchmarks;
  if (argc > 1 && std::string_view(argv[1]) == "--once") {
    CallOnce();
    argv[1] = argv[0];
    ++argv;
    --argc;
  }
  Models models;
  AddHybridModels(&models);
  AddChainModels(&models);
  AddVanDerPolModels(&models);
  AddBallModels(&models);
  AddEventModels(&models);
  AddEvaluationModels(&models);
  AddBuildingModels(&models);
  AddCachingModels(&models);
  AddBlockModels(&models);
  AddSmoothOutputModels(&models);
  AddSlidingModels(&models);
  AddStudyModels(&models);
  AddRecordingModels(&models);
  AddLinearModels(&models);
  Summary summary;
  for (const NamedModel& model : models) {
    benchmark::RegisterBenchmark(model.name.c_str(),
                                 [&summary, model](benchmark::State& state) {
                                   for (auto iteration : state) {
                                     static_cast<void>(iteration);
                                     try {
                                       state.SetIterationTime(model.run(&summary));
                                     } catch (const std::exception& error) {
                                       summary.Fail(model.name, error.what());
                                     }
                                   }
                                 })
        ->Iterations(1)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  if (summary.empty()) return 0;
  return summary.Print() ? 0 : 1;
}
