// What it costs to build a diagram and to start runs of it: of a study, whose runs share a model,
// and of diagrams that are built by two threads at once.

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "blocklib/registry.h"
#include "engine/file/load.h"
#include "engine/random/draw.h"
#include "engine/run/run_model.h"
#include "engine/run/run_setup.h"
#include "engine/studies/monte_carlo_study.h"
#include "tests/benchmarks/hand_loops.h"
#include "tests/benchmarks/measure.h"
#include "tests/benchmarks/models.h"

namespace loopwright::benchmarks {

namespace {

constexpr int kRuns = 1000;

Document Load(const std::string& text) {
  LoadResult loaded = LoadDocument(text, BuiltInBlocks());
  if (!loaded.document) throw std::runtime_error(loaded.diagnostics.at(0).text);
  return std::move(*loaded.document);
}

/// On [1.5, 2.5].
RandomSetting Uniform() {
  RandomSetting random;
  random.distribution = "uniform";
  random.arguments = {{"lower", 1.5}, {"upper", 2.5}};
  return random;
}

void MakeRandom(const std::string& name, const std::string& parameter, Document* document) {
  const std::size_t index = document->root.blocks.IndexOf(name);
  if (index == document->root.blocks.size()) throw std::runtime_error("there is no " + name);
  Block block = document->root.blocks[index];
  block.random.emplace_back(parameter, Uniform());
  document->root.blocks.Replace(index, std::move(block));
}

/// `num_lags` lags of three blocks each behind a source. Of the first `num_random` lags gain and
/// initial value are random.
Document Lags(int num_lags, int num_random) {
  Document document = Load(ContinuousChainText(num_lags, "2"));
  for (int i = 0; i < num_random; ++i) {
    MakeRandom("g" + std::to_string(i), "gain", &document);
    MakeRandom("x" + std::to_string(i), "initial_value", &document);
  }
  return document;
}

/// 20 chains of five blocks, each with one random parameter. That of the transfer function follows
/// a random parameter of the diagram.
Document MixedChains() {
  DiagramText text;
  for (int i = 0; i < 20; ++i) {
    const std::string n = std::to_string(i);
    text.Block("c" + n, "Constant");
    text.Block("g" + n, "Gain");
    text.Block("s" + n, "Saturation");
    text.Block("t" + n, "TransferFunction", "{'denominator': [1, 'k" + n + "', 1]}");
    text.Block("x" + n, "Integrator");
    text.Wire("c" + n + ".y", "g" + n + ".u");
    text.Wire("g" + n + ".y", "s" + n + ".u");
    text.Wire("s" + n + ".y", "t" + n + ".u");
    text.Wire("t" + n + ".y", "x" + n + ".u");
  }
  Document document = Load(text.text());
  for (int i = 0; i < 20; ++i) {
    const std::string n = std::to_string(i);
    MakeRandom("c" + n, "value", &document);
    MakeRandom("g" + n, "gain", &document);
    MakeRandom("s" + n, "upper", &document);
    MakeRandom("x" + n, "initial_value", &document);
    DiagramParameter parameter;
    parameter.name = "k" + n;
    parameter.value = 2;
    parameter.random = Uniform();
    document.parameters.push_back(std::move(parameter));
  }
  return document;
}

/// The start of a run: its random parameters, its context, and the simulator initialized. A run
/// whose stop is its start is that alone.
double MeasureStarts(const Document& document, const std::string& blocks, Summary* summary) {
  RunOptions options;
  options.is_study = true;
  options.stop_time = 0;
  const auto model = std::make_shared<const RunModel>(document, BuiltInBlocks(), options);
  RunSetup setup(model, options);
  uint64_t run = 0;
  const auto go_on = [](double, int64_t) { return true; };
  const auto times = Alternate(kRepetitions, {[&] {
                                                return Seconds([&] {
                                                  for (int i = 0; i < kRuns; ++i) {
                                                    setup.Begin(run++);
                                                    setup.Run(go_on);
                                                  }
                                                });
                                              },
                                              [&] {
                                                return Seconds([&] {
                                                  for (int i = 0; i < kRuns; ++i) {
                                                    setup.Begin(run++);
                                                  }
                                                });
                                              },
                                              [&] {
                                                RunOptions alone = options;
                                                return Seconds([&] {
                                                  for (int i = 0; i < kRuns / 100; ++i) {
                                                    alone.run = run++;
                                                    RunSetup(document, BuiltInBlocks(), alone);
                                                  }
                                                });
                                              }});
  const std::string name = "runs of 100 " + blocks + ", " +
                           std::to_string(model->random_parameters().size()) +
                           " random parameters: ";
  summary->CheckEqual(name + "builds", static_cast<double>(model->num_builds()), 1, 0);
  const Goal goal{Goal::kValue, 20};
  summary->Add({name + "start, initialized", times[0] * (1e6 / kRuns), "us/run", {}, goal});
  summary->Add({name + "of which drawing and setting", times[1] * (1e6 / kRuns), "us/run", {}, {}});
  summary->Add({name + "each built anew", times[2] * (1e8 / kRuns), "us/run", {}, {}});
  return times[0].median;
}

/// What the second run of a study of 10,000 blocks takes to start, against the first one, for which
/// the model is built.
double MeasureSecondStart(Summary* summary) {
  RunOptions options;
  options.is_study = true;
  options.stop_time = 0;
  const Document document = Lags(3333, 1);
  const auto go_on = [](double, int64_t) { return true; };
  std::unique_ptr<RunSetup> setup;
  const auto times = Alternate(kRepetitions, {[&] {
                                                return Seconds([&] {
                                                  setup = std::make_unique<RunSetup>(
                                                      document, BuiltInBlocks(), options);
                                                  setup->Begin(0);
                                                  setup->Run(go_on);
                                                });
                                              },
                                              [&] {
                                                return Seconds([&] {
                                                  setup->Begin(1);
                                                  setup->Run(go_on);
                                                });
                                              }});
  summary->Add({"study of 10,000 blocks: start of the second run (by the first: \"hand\")",
                times[1] * 1e6,
                "us",
                times[0] * 1e6,
                {Goal::kRatio, 0.01}});
  return times[0].median;
}

double WallSeconds(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Two threads that build at once, each against one alone: in wall time, which tells what they wait
/// for each other on a machine with two idle cores, and in processor time of a thread, which tells
/// what sharing costs it (locks, memory that both write) on any machine.
double MeasureThreads(Summary* summary) {
  const Document document = Load(ContinuousChainText(3000, "2"));
  const auto build = [&] {
    const BuildResult result = BuildDiagram(document, BuiltInBlocks());
    if (!result.ok()) throw std::runtime_error(result.diagnostics.at(0).text);
  };
  struct Taken {
    double wall = 1e300, processor = 1e300;
    void Keep(double wall_seconds, double processor_seconds) {
      wall = std::min(wall, wall_seconds);
      processor = std::min(processor, processor_seconds);
    }
  };
  Taken alone, both;
  for (int i = 0; i < 2 * kRepetitions; ++i) {
    // Each in a thread of its own: a new thread has memory of its own to ask for.
    double first = 0, second = 0;
    const double wall = WallSeconds([&] { std::thread([&] { first = Seconds(build); }).join(); });
    alone.Keep(wall, first);
    const double wall_of_both = WallSeconds([&] {
      std::thread one([&] { first = Seconds(build); });
      std::thread other([&] { second = Seconds(build); });
      one.join();
      other.join();
    });
    both.Keep(wall_of_both, std::max(first, second));
  }
  const std::string name = "two threads that build 9,000 blocks each, against one: ";
  const auto add = [&](const char* what, double two, double one) {
    summary->Add({name + what,
                  {two * 1e3, two * 1e3},
                  "ms",
                  Times{one * 1e3, one * 1e3},
                  {Goal::kRatio, 1.1}});
  };
  add("wall time", both.wall, alone.wall);
  add("processor time", both.processor, alone.processor);
  return both.wall;
}

/// A study of noise into a lag, 1 kHz for 1 s, beside a loop by hand with the same draws; and on
/// two threads beside one, in wall time, which tells something where two cores are idle.
double MeasureStudy(Summary* summary) {
  DiagramText text;
  text.Block("noise", "GaussianNoise", "{'period': 0.001, 'stream': 'noise'}");
  text.Block("lag", "FirstOrderLag", "{'time_constant': 0.1}");
  text.Wire("noise.y", "lag.u");
  const Document document = Load(text.text());
  StudyOptions options;
  options.run.stop_time = 1;
  options.run.integrator = "rk3";
  options.run.fixed_step = 0.001;
  options.run.seed = 0;
  options.run.signal_paths = {"lag.y"};
  options.num_runs = kRuns;
  options.measures = {{"last", "final(lag.y)"}};
  double by_study = 0, by_hand = 0;
  const auto study_on = [&](int threads) {
    options.num_threads = threads;
    MonteCarloStudy study(document, BuiltInBlocks(), options);
    study.Advance({});
    by_study = study.results().values.back();
  };
  const uint64_t stream = StreamKey("noise");
  const auto times =
      Alternate(kRepetitions, {[&] { return Seconds([&] { study_on(1); }); },
                               [&] {
                                 return Seconds([&] {
                                   for (uint64_t run = 0; run < kRuns; ++run) {
                                     by_hand = NoiseIntoLagByHand(run, stream, 1000, 0.001, 0.1);
                                   }
                                 });
                               },
                               [&] { return WallSeconds([&] { study_on(1); }); },
                               [&] { return WallSeconds([&] { study_on(2); }); }});
  summary->CheckEqual("study of noise into a lag", by_study, by_hand, 1e-12);
  const std::string name = "study of 1,000 runs, noise into a lag, 1 kHz for 1 s: ";
  const double each = 1e6 / kRuns;
  summary->Add(
      {name + "one thread", times[0] * each, "us/run", times[1] * each, {Goal::kRatio, 4}});
  summary->Add({name + "wall time, two threads (of one: \"hand\")",
                times[3] * each,
                "us/run",
                times[2] * each,
                {Goal::kRatio, 1 / 1.9}});
  return times[0].median;
}

}  // namespace

void AddStudyModels(Models* models) {
  for (const int num_random : {1, 33}) {
    models->push_back(
        {"studies/starts of runs, " + std::to_string(num_random), [num_random](Summary* summary) {
           return MeasureStarts(Lags(33, num_random), "blocks", summary);
         }});
  }
  models->push_back({"studies/starts of runs, mixed", [](Summary* summary) {
                       return MeasureStarts(MixedChains(), "blocks of five types", summary);
                     }});
  models->push_back({"studies/start of a second run", MeasureSecondStart});
  models->push_back({"studies/two threads build", MeasureThreads});
  models->push_back({"studies/noise into a lag", MeasureStudy});
}

}  // namespace loopwright::benchmarks
