#include <algorithm>

#include "tests/benchmarks/hand_loops.h"
#include "tests/benchmarks/measure.h"
#include "tests/benchmarks/models.h"

namespace loopwright::benchmarks {

namespace {

constexpr double kStep = 1e-3;
/// Block evaluations of one measurement, about.
constexpr long kWork = 2'000'000;

double MeasureDiscreteChain(int blocks, Summary* summary) {
  const int count = blocks / 2;
  const long updates = std::max(kWork / blocks, 100L);
  Run run(BuildText(DiscreteChainText(count)), {});
  const std::vector<double> gains(count, 0.99);
  std::vector<double> states;
  const double stop = static_cast<double>(updates) * kStep;
  const auto hand = [&] { DiscreteChainByHand(gains, updates, kStep, 7, &states); };
  const auto times =
      Alternate(kRepetitions, {[&] { return run.SecondsTo(stop); }, [&] { return Seconds(hand); }});
  std::vector<double> by_engine;
  for (int i = 0; i < count; ++i) by_engine.push_back(run.discrete_state("x" + std::to_string(i)));
  const std::string name = "discrete chain of " + std::to_string(blocks) + " holds and gains";
  summary->CheckEqual(name, by_engine, states, 1e-13);
  const double each = 1e9 / static_cast<double>(updates * blocks);
  summary->Add({name, times[0] * each, "ns/block+update", times[1] * each, {Goal::kValue, 4}});
  return times[0].median;
}

// The time per block at the least number of lags, for the goal of the greatest.
double& FewestLags(bool with_gain) {
  static double values[2] = {0, 0};
  return values[with_gain ? 1 : 0];
}

double MeasureContinuousChain(int lags, bool with_gain, Summary* summary) {
  const int blocks = lags * (with_gain ? 3 : 2);
  const long steps = std::max(kWork / (3 * blocks), 20L);
  Run run(BuildText(ContinuousChainText(lags, with_gain ? "1.25" : "")), FixedStep("rk3", kStep));
  const std::vector<double> rates(with_gain ? lags : 0, 1.25);
  std::vector<double> states;
  const auto hand = [&] {
    states.assign(lags, 0);
    return Seconds([&] { ContinuousChainByHand(rates, 1, steps, kStep, &states); });
  };
  const double stop = static_cast<double>(steps) * kStep;
  const auto times = Alternate(kRepetitions, {[&] { return run.SecondsTo(stop); }, hand});
  std::vector<double> by_engine;
  for (int i = 0; i < lags; ++i) by_engine.push_back(run.continuous_state("x" + std::to_string(i)));
  const std::string name = "continuous chain of " + std::to_string(lags) + " lags of " +
                           (with_gain ? "3 blocks" : "2 blocks");
  summary->CheckEqual(name, by_engine, states, 1e-12);
  const double each = 1e9 / (run.evaluations() * blocks);
  const Times per_block = times[0] * each;
  double limit = 4;
  if (lags == 10) FewestLags(with_gain) = per_block.median;
  if (lags == 10'000 && FewestLags(with_gain) > 0) limit = 2 * FewestLags(with_gain);
  summary->Add({name, per_block, "ns/block+evaluation", times[1] * each, {Goal::kValue, limit}});
  return times[0].median;
}

}  // namespace

void AddChainModels(Models* models) {
  for (const int blocks : {10, 100, 1000, 10'000}) {
    models->push_back({"discrete_chain/" + std::to_string(blocks), [blocks](Summary* summary) {
                         return MeasureDiscreteChain(blocks, summary);
                       }});
  }
  for (const bool with_gain : {false, true}) {
    for (const int lags : {10, 100, 1000, 10'000}) {
      models->push_back(
          {"continuous_chain/" + std::string(with_gain ? "gain/" : "sum/") + std::to_string(lags),
           [lags, with_gain](Summary* summary) {
             return MeasureContinuousChain(lags, with_gain, summary);
           }});
    }
  }
}

}  // namespace loopwright::benchmarks
