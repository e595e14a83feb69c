#include "engine/studies/monte_carlo.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <utility>

#include "engine/common/checks.h"
#include "engine/studies/handover.h"

namespace loopwright {
namespace {

// A simulator whose parameters, state and inputs are drawn from the generator, and whose noise has
// a seed of its own from it. Everything random is decided here, in the order of samples, before a
// thread runs it.
std::shared_ptr<Simulator<double>> MakeRandomSimulator(const SimulatorFactory& make_simulator,
                                                       RandomGenerator* generator) {
  std::shared_ptr<Simulator<double>> simulator = make_simulator(generator);
  LOOPWRIGHT_THROW_UNLESS(simulator != nullptr);
  Context<double>& context = simulator->get_mutable_context();
  simulator->get_system().SetRandomContext(&context, generator);
  context.set_random_source({(*generator)(), 0});
  return simulator;
}

double Simulate(Simulator<double>* simulator, const ScalarSystemFunction& output,
                double final_time) {
  simulator->AdvanceTo(final_time);
  return output(simulator->get_system(), simulator->get_context());
}

}  // namespace

double RandomSimulation(const SimulatorFactory& make_simulator, const ScalarSystemFunction& output,
                        double final_time, RandomGenerator* generator) {
  LOOPWRIGHT_THROW_UNLESS(generator != nullptr);
  return Simulate(MakeRandomSimulator(make_simulator, generator).get(), output, final_time);
}

// The simulators are made one after another, because the generator goes from one to the next, and
// run in parallel. Each result keeps the generator as it was before, by which that run can be made
// again.
std::vector<RandomSimulationResult> MonteCarloSimulation(const SimulatorFactory& make_simulator,
                                                         const ScalarSystemFunction& output,
                                                         double final_time, int num_samples,
                                                         RandomGenerator* generator,
                                                         int num_threads) {
  LOOPWRIGHT_THROW_UNLESS(num_samples >= 0 && num_threads >= 1);
  RandomGenerator with_default_seed;
  if (generator == nullptr) generator = &with_default_seed;
  struct Sample {
    std::size_t index;
    std::shared_ptr<Simulator<double>> simulator;
  };
  const std::size_t count = num_samples;
  // Room for all, so that none moves while others are made.
  std::vector<RandomSimulationResult> results;
  results.reserve(count);
  const auto make = tbb::make_filter<void, Sample>(
      tbb::filter_mode::serial_in_order, [&](tbb::flow_control& flow) -> Sample {
        const Handover handover;
        if (results.size() == count) {
          flow.stop();
          return {};
        }
        results.emplace_back(*generator);
        return {results.size() - 1, MakeRandomSimulator(make_simulator, generator)};
      });
  const auto simulate =
      tbb::make_filter<Sample, void>(tbb::filter_mode::parallel, [&](const Sample& sample) {
        const Handover handover;
        results.data()[sample.index].output = Simulate(sample.simulator.get(), output, final_time);
      });
  const std::size_t threads = num_threads;
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
  const Handover handover;
  tbb::task_arena(num_threads).execute([&] {
    tbb::parallel_pipeline(2 * threads, make & simulate);
  });
  return results;
}

}  // namespace loopwright
