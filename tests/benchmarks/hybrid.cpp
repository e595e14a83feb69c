#include "engine/random/draw.h"
#include "tests/benchmarks/hand_loops.h"
#include "tests/benchmarks/measure.h"
#include "tests/benchmarks/models.h"

namespace loopwright::benchmarks {

namespace {

constexpr double kStep = 1e-3;
constexpr long kSteps = 100'000;
constexpr int kStepsPerSample = 10;

double MeasureHybridLoop(Summary* summary) {
  Run run(BuildFile("hybrid_loop"), FixedStep("rk3", kStep));
  HybridState state;
  const auto times = Alternate(
      kRepetitions,
      {[&] { return run.SecondsTo(kSteps * kStep); },
       [&] { return Seconds([&] { state = HybridByHand({}, kSteps, kStep, kStepsPerSample); }); }});
  summary->CheckEqual("hybrid loop",
                      {run.continuous_state("position"), run.continuous_state("velocity"),
                       run.discrete_state("controller"), run.discrete_state("hold")},
                      {state.position, state.velocity, state.integral, state.force}, 1e-11);
  const double each = 1e9 / run.evaluations();
  summary->Add({"hybrid loop from its file, rk3",
                times[0] * each,
                "ns/evaluation",
                times[1] * each,
                {Goal::kRatio, 6}});
  return times[0].median;
}

double MeasureNoiseIntoLag(Summary* summary) {
  constexpr long kSamples = 1000;
  constexpr double kLag = 0.1;
  DiagramText text;
  text.Block("noise", "GaussianNoise", "{'period': 0.001, 'stream': 'noise'}");
  text.Block("lag", "FirstOrderLag", "{'time_constant': 0.1}");
  text.Wire("noise.y", "lag.u");
  Run run(BuildText(text.text()), FixedStep("rk3", kStep));
  constexpr int kRuns = 20;
  const uint64_t stream = StreamKey("noise");
  double by_engine = 0, by_hand = 0;
  const auto engine = [&] {
    return Seconds([&] {
      for (int i = 0; i < kRuns; ++i) {
        run.context().set_random_source({0, static_cast<uint64_t>(i)});
        run.Restart();
        run.simulator().AdvanceTo(kSamples * kStep);
        by_engine = run.continuous_state("lag");
      }
    });
  };
  const auto hand = [&] {
    return Seconds([&] {
      for (int i = 0; i < kRuns; ++i) {
        by_hand = NoiseIntoLagByHand(static_cast<uint64_t>(i), stream, kSamples, kStep, kLag);
      }
    });
  };
  const auto times = Alternate(kRepetitions, {engine, hand});
  summary->CheckEqual("noise into a lag", by_engine, by_hand, 1e-12);
  summary->Add({"noise into a lag, 1 kHz for 1 s, 20 runs, rk3",
                times[0] * (1e6 / kRuns),
                "us/run",
                times[1] * (1e6 / kRuns),
                {}});
  return times[0].median;
}

}  // namespace

void AddHybridModels(Models* models) {
  models->push_back({"hybrid_loop", MeasureHybridLoop});
  models->push_back({"noise_into_lag", MeasureNoiseIntoLag});
}

}  // namespace loopwright::benchmarks
