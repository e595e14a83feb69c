#include "tests/benchmarks/measure.h"
#include "tests/benchmarks/models.h"

namespace loopwright::benchmarks {

namespace {

/// x⁺ = 1 + 0.5 x at 10 kHz, and beside it `idle` samplers of a constant at 1 Hz.
std::string LoopText(int idle) {
  DiagramText text;
  text.Block("one", "Constant");
  text.Block("sum", "Sum");
  text.Block("state", "UnitDelay", "{'period': 0.0001}");
  text.Block("half", "Gain", "{'gain': 0.5}");
  text.Wire("one.y", "sum.u1");
  text.Wire("half.y", "sum.u2");
  text.Wire("sum.y", "state.u");
  text.Wire("state.y", "half.u");
  for (int i = 0; i < idle; ++i) {
    const std::string name = "idle" + std::to_string(i);
    text.Block(name, "ZeroOrderHold", "{'period': 1}");
    text.Wire("one.y", name + ".u");
  }
  return text.text();
}

double SecondsBetween(Run* run, double start, double stop) {
  run->Restart();
  run->simulator().AdvanceTo(start);
  return Seconds([&] { run->simulator().AdvanceTo(stop); });
}

double MeasureIdleBlocks(Summary* summary) {
  constexpr int kIdle = 10'000;
  Run alone(BuildText(LoopText(0)), {});
  Run beside(BuildText(LoopText(kIdle)), {});
  const auto seconds = [](Run* run, double start, double stop) {
    return [=] { return SecondsBetween(run, start, stop); };
  };
  // A short run, so measured more often than others.
  const auto times =
      Alternate(3 * kRepetitions, {seconds(&beside, 0, 4), seconds(&alone, 0, 4),
                                   seconds(&beside, 0.1, 0.9), seconds(&alone, 0.1, 0.9)});
  summary->CheckEqual("10 kHz loop", beside.discrete_state("state"), alone.discrete_state("state"),
                      0);
  const auto slower = [](double with, double without) { return 100 * (with / without - 1); };
  const auto add = [&](const std::string& name, const Times& with, const Times& without) {
    const Times percent{slower(with.median, without.median), slower(with.minimum, without.minimum)};
    summary->Add({name, percent, "% slower", {}, {Goal::kValue, 20}});
  };
  constexpr double kStepsInAll = 40'000;
  summary->Add({"10 kHz loop alone", times[1] * (1e9 / kStepsInAll), "ns/step", {}, {}});
  add("10,000 idle 1 Hz blocks, their updates included", times[0], times[1]);
  add("10,000 idle 1 Hz blocks, between their updates", times[2], times[3]);
  return times[0].median;
}

}  // namespace

void AddEventModels(Models* models) { models->push_back({"idle_blocks", MeasureIdleBlocks}); }

}  // namespace loopwright::benchmarks
