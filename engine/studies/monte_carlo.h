#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "engine/random/random_generator.h"
#include "engine/simulation/simulator.h"

// Drake's Monte Carlo analysis, by its names: simulations of a program's own systems with random
// contexts. For diagram files there is MonteCarloStudy.

namespace loopwright {

/// Makes the simulator of one simulation. It may build another system each time, as a function of
/// `generator` alone, and hands its ownership to the simulator.
using SimulatorFactory =
    std::function<std::unique_ptr<Simulator<double>>(RandomGenerator* generator)>;

/// A number from a system at the end of a simulation. It is called from several threads.
using ScalarSystemFunction =
    std::function<double(const System<double>& system, const Context<double>& context)>;

/// Makes a simulator, sets random state and parameters (SetRandomContext()) and the seed of the
/// context's random sources from `generator`, advances to `final_time` (seconds), and returns
/// `output`. The result is a function of the arguments: a copy of the generator as it was before
/// gives it again, to the bit.
double RandomSimulation(const SimulatorFactory& make_simulator, const ScalarSystemFunction& output,
                        double final_time, RandomGenerator* generator);

/// One simulation of many.
struct RandomSimulationResult {
  explicit RandomSimulationResult(const RandomGenerator& generator,
                                  double value = std::numeric_limits<double>::quiet_NaN())
      : generator_snapshot(generator), output(value) {}
  /// The generator as it was before this simulation: RandomSimulation() with a copy of it makes the
  /// simulation again.
  RandomGenerator generator_snapshot;
  double output;
};

/// `num_samples` simulations, one after another from `generator` (null: one with the default seed),
/// which goes on behind them. Systems are made and contexts set in order on one thread, simulations
/// advance on up to `num_threads`: results do not depend on their number. What a simulation throws
/// ends all of them.
std::vector<RandomSimulationResult> MonteCarloSimulation(const SimulatorFactory& make_simulator,
                                                         const ScalarSystemFunction& output,
                                                         double final_time, int num_samples,
                                                         RandomGenerator* generator = nullptr,
                                                         int num_threads = 1);

}  // namespace loopwright
