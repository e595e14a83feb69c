// What rows between the ends of steps cost a run that records four signals.

#include <stdexcept>
#include <string>
#include <vector>

#include "blocklib/registry.h"
#include "engine/file/load.h"
#include "engine/recording/recording.h"
#include "engine/run/run_setup.h"
#include "tests/benchmarks/measure.h"
#include "tests/benchmarks/models.h"

namespace loopwright::benchmarks {

namespace {

struct Case {
  std::string name;
  std::string text;
  RunOptions options;  ///< but for the output
};

struct Recorded {
  double seconds = 0;
  double steps = 0;
  double rows = 0;
};

Recorded RunCase(const Case& measured, const char* output) {
  const LoadResult loaded = LoadDocument(measured.text, BuiltInBlocks());
  if (!loaded.document) throw std::runtime_error(loaded.diagnostics.at(0).text);
  RunOptions options = measured.options;
  options.output = output;
  RunSetup setup(*loaded.document, BuiltInBlocks(), options);
  if (!setup.ok()) throw std::runtime_error(setup.diagnostics().at(0).text);
  Recorded recorded;
  recorded.seconds = Seconds([&] { setup.Run([](double, int64_t) { return true; }); });
  recorded.steps = static_cast<double>(setup.steps());
  recorded.rows = static_cast<double>(setup.recording()->size());
  return recorded;
}

double MeasureCase(const Case& measured, Summary* summary) {
  Recorded smooth, steps;
  const auto times = Alternate(kRepetitions, {[&] {
                                                smooth = RunCase(measured, "smooth");
                                                return smooth.seconds;
                                              },
                                              [&] {
                                                steps = RunCase(measured, "steps");
                                                return steps.seconds;
                                              }});
  summary->CheckEqual(measured.name + ", steps", smooth.steps, steps.steps, 0);
  const double each = 1e9 / steps.steps;
  summary->Add({measured.name + ", smooth against steps",
                times[0] * each,
                "ns/step",
                times[1] * each,
                {Goal::kRatio, 1.3},
                std::to_string(smooth.rows / steps.rows) + " times the rows"});
  return times[0].median;
}

/// A sine, then `count` lags of 1 s, each a Sum and an Integrator; four of them are recorded.
Case ChainOfLags(int count) {
  DiagramText text;
  text.Block("source", "Sine");
  for (int i = 1; i <= count; ++i) {
    const std::string n = std::to_string(i);
    text.Block("e" + n, "Sum", "{'signs': '+-'}");
    text.Block("x" + n, "Integrator");
    text.Wire(i == 1 ? "source.y" : "x" + std::to_string(i - 1) + ".y", "e" + n + ".u1");
    text.Wire("x" + n + ".y", "e" + n + ".u2");
    text.Wire("e" + n + ".y", "x" + n + ".u");
  }
  Case chain{std::to_string(count) + " lags after a sine, dopri5", text.text(), {}};
  chain.options.stop_time = 300;
  for (int i = 1; i <= 4; ++i) {
    chain.options.signal_paths.push_back("x" + std::to_string(i * count / 4) + ".y");
  }
  return chain;
}

/// The same with fixed steps, each short enough to be a line.
Case FixedChain(int count) {
  Case chain = ChainOfLags(count);
  chain.name = std::to_string(count) + " lags after a sine, rk4 at 5 ms";
  chain.options.integrator = "rk4";
  chain.options.fixed_step = 0.005;
  chain.options.stop_time = 30;
  return chain;
}

}  // namespace

void AddSmoothOutputModels(Models* models) {
  for (const Case& measured : {ChainOfLags(100), FixedChain(100), FixedChain(20)}) {
    models->push_back({"smooth_output/" + measured.name,
                       [measured](Summary* summary) { return MeasureCase(measured, summary); }});
  }
}

}  // namespace loopwright::benchmarks
