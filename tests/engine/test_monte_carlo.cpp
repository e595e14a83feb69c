// RandomSimulation and MonteCarloSimulation keep the promises of Drake's.

#include <QObject>
#include <QTest>
#include <memory>
#include <random>
#include <set>
#include <stdexcept>

#include "engine/studies/monte_carlo.h"
#include "engine/system/leaf_system.h"
#include "tests/engine/message_of.h"
#include "tests/test_main.h"

namespace loopwright::test_monte_carlo {

namespace {

/// x' = rate, with a random start; the rate is what the factory drew.
class RandomStart final : public LeafSystem<double> {
 public:
  explicit RandomStart(double rate) : rate_(rate) { DeclareContinuousState(1); }

 private:
  void DoCalcTimeDerivatives(const Context<double>&,
                             ContinuousState<double>* derivatives) const override {
    (*derivatives)[0] = rate_;
  }
  void SetRandomState(const Context<double>&, State<double>* state,
                      RandomGenerator* generator) const override {
    std::uniform_real_distribution<double> uniform(0, 1);
    state->get_mutable_continuous_state()[0] = uniform(*generator);
  }

  double rate_;
};

std::unique_ptr<Simulator<double>> MakeFixed(RandomGenerator*) {
  return std::make_unique<Simulator<double>>(
      std::unique_ptr<const System<double>>(std::make_unique<RandomStart>(0.5)));
}

/// Another system each time.
std::unique_ptr<Simulator<double>> MakeDrawn(RandomGenerator* generator) {
  std::uniform_real_distribution<double> uniform(1, 2);
  return std::make_unique<Simulator<double>>(
      std::unique_ptr<const System<double>>(std::make_unique<RandomStart>(uniform(*generator))));
}

double FinalState(const System<double>&, const Context<double>& context) {
  return context.get_continuous_state_vector()[0];
}

double Seed(const System<double>&, const Context<double>& context) {
  return static_cast<double>(context.random_source().seed);
}

}  // namespace

class TestMonteCarlo : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aSimulationIsAFunctionOfTheGenerator() {
    RandomGenerator generator(7), same(7), other(8);
    const double first = RandomSimulation(MakeFixed, FinalState, 2, &generator);
    QVERIFY(first >= 1 && first < 2);
    QCOMPARE(RandomSimulation(MakeFixed, FinalState, 2, &same), first);
    QVERIFY(RandomSimulation(MakeFixed, FinalState, 2, &other) != first);
    // It has moved on.
    QVERIFY(RandomSimulation(MakeFixed, FinalState, 2, &generator) != first);
  }

  void resultsCanBeReplayed() {
    for (const auto& factory : {SimulatorFactory(MakeFixed), SimulatorFactory(MakeDrawn)}) {
      RandomGenerator generator(3);
      const auto results = MonteCarloSimulation(factory, FinalState, 0.5, 20, &generator);
      QCOMPARE(results.size(), std::size_t{20});
      std::set<double> outputs;
      for (const RandomSimulationResult& result : results) {
        RandomGenerator again = result.generator_snapshot;
        QCOMPARE(RandomSimulation(factory, FinalState, 0.5, &again), result.output);
        outputs.insert(result.output);
      }
      QCOMPARE(outputs.size(), std::size_t{20});
      // The generator goes on behind the last of them.
      RandomGenerator last = results.back().generator_snapshot;
      RandomSimulation(factory, FinalState, 0.5, &last);
      QCOMPARE(generator(), last());
    }
  }

  void threadsChangeNothing() {
    RandomGenerator generator(3), same(3);
    const auto one = MonteCarloSimulation(MakeDrawn, FinalState, 0.5, 100, &generator, 1);
    const auto three = MonteCarloSimulation(MakeDrawn, FinalState, 0.5, 100, &same, 3);
    for (std::size_t i = 0; i < 100; ++i) QCOMPARE(three[i].output, one[i].output);
    QCOMPARE(generator(), same());
  }

  // Noise in systems differs from simulation to simulation too.
  void randomSourcesDiffer() {
    const auto results = MonteCarloSimulation(MakeFixed, Seed, 0.1, 10);
    std::set<double> seeds;
    for (const RandomSimulationResult& result : results) seeds.insert(result.output);
    QCOMPARE(seeds.size(), std::size_t{10});
    const auto again = MonteCarloSimulation(MakeFixed, Seed, 0.1, 10);
    QCOMPARE(again[9].output, results[9].output);
  }

  void whatASimulationThrowsComesOut() {
    const auto failing = [](const System<double>&, const Context<double>&) -> double {
      throw std::runtime_error("no output");
    };
    for (const int threads : {1, 2}) {
      QCOMPARE(
          MessageOf([&] { MonteCarloSimulation(MakeFixed, failing, 0.1, 5, nullptr, threads); }),
          std::string("no output"));
    }
    QVERIFY(MonteCarloSimulation(MakeFixed, FinalState, 0.1, 0).empty());
  }
};

LOOPWRIGHT_TEST(TestMonteCarlo)

}  // namespace loopwright::test_monte_carlo

#include "test_monte_carlo.moc"
