#include <QObject>
#include <QTest>
#include <algorithm>
#include <memory>
#include <stdexcept>
#include <thread>

#include "tests/blocklib/diagram_run.h"

// After the header that takes Qt's keyword away.
#include "engine/build/build.h"
#include "engine/context/cache_overlay.h"
#include "engine/context/context.h"
#include "engine/context/context_data.h"
#include "engine/diagram/diagram.h"
#include "engine/inspection/instant_reader.h"
#include "engine/run/run_costs.h"
#include "engine/session/run_session.h"
#include "engine/simulation/simulator.h"
#include "tests/test_main.h"

namespace loopwright::test_cache_hits {

namespace {

/// What a run costs with and without counting how often kept values are used again.
struct Cost {
  SimulatorStatistics statistics;
  int64_t computations = 0;  ///< of entries, without those of schedules and prepared updates
  std::vector<double> state;
};

Cost RunTo(const std::string& text, double stop, const std::string& integrator, bool counts) {
  const BuildResult built = BuildDiagram(LoadText(text), BuiltInBlocks());
  if (!built.ok()) throw std::runtime_error(built.diagnostics.at(0).text);
  Simulator<double> simulator(*built.diagram);
  SimulatorConfig config;
  config.integrator = integrator;
  config.fixed_step = 0.01;
  simulator.set_config(config);
  auto& data = simulator.get_mutable_context().data();
  internal::CacheSwitches<double>(&data).SetCounting(counts);
  simulator.Initialize();
  simulator.AdvanceTo(stop);
  const auto& arena = data.arena;
  return {simulator.statistics(),
          data.statistics.computations,
          {arena.begin(), arena.begin() + data.plan->discrete_end}};
}

/// x' = -2 x through a gain that two others read, and a sampled loop beside it.
const std::string kHybrid = DiagramText(
    "'x': {'type': 'Integrator', 'parameters': {'initial_value': 1}}, 'g': {'type': 'Gain', "
    "'parameters': {'gain': -1}}, 'a': {'type': 'Gain'}, 'b': {'type': 'Gain'}, 'sum': {'type': "
    "'Sum'}, 'late': {'type': 'UnitDelay', 'parameters': {'period': 0.1}}, 'half': {'type': "
    "'Gain', 'parameters': {'gain': 0.5}}, 'add': {'type': 'Sum'}",
    "x.y>g.u g.y>a.u g.y>b.u a.y>sum.u1 b.y>sum.u2 sum.y>x.u x.y>add.u1 late.y>half.u "
    "half.y>add.u2 add.y>late.u");

RunCost CostOf(const RunInstant& instant, const std::string& block) {
  const std::vector<std::string>& paths = *instant.costs->paths;
  const auto found = std::find(paths.begin(), paths.end(), block);
  if (found == paths.end()) throw std::runtime_error("no costs of " + block);
  return instant.costs->blocks[static_cast<size_t>(found - paths.begin())];
}

/// Delays in a row behind a constant, with nothing continuous.
std::string DelaysText(int count) {
  std::string blocks = "'first': {'type': 'Constant'}";
  std::string wires = "first.y>d0.u";
  for (int i = 0; i < count; ++i) {
    const std::string name = "d" + std::to_string(i);
    blocks += ", '" + name + "': {'type': 'UnitDelay'}, 'g" + std::to_string(i) +
              "': {'type': 'Gain', 'parameters': {'gain': 0.5}}";
    wires += " " + name + ".y>g" + std::to_string(i) + ".u";
    if (i > 0) wires += " g" + std::to_string(i - 1) + ".y>" + name + ".u";
  }
  return DiagramText(blocks, wires);
}

}  // namespace

/// Counting how often a kept value is used again: the run takes the same shortcuts.
class TestCacheHits : public QObject {
  Q_OBJECT

 private slots:
  void countingTakesTheSameShortcuts_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("integrator");
    for (const char* method : {"rk4", "dopri5", "bogacki_shampine3"}) {
      QTest::newRow(method) << QString::fromStdString(kHybrid) << method;
    }
    QTest::newRow("delays") << QString::fromStdString(DelaysText(20)) << "rk4";
  }
  void countingTakesTheSameShortcuts() {
    QFETCH(QString, text);
    QFETCH(QString, integrator);
    const auto run = [&](bool counts) {
      return RunTo(text.toStdString(), 5, integrator.toStdString(), counts);
    };
    const Cost plain = run(false), counted = run(true);
    QVERIFY(counted.state == plain.state);
    QCOMPARE(counted.computations, plain.computations);
    QCOMPARE(counted.statistics.steps, plain.statistics.steps);
    QCOMPARE(counted.statistics.derivative_evaluations, plain.statistics.derivative_evaluations);
    QCOMPARE(counted.statistics.discrete_updates, plain.statistics.discrete_updates);
    QCOMPARE(plain.statistics.cache_hits, 0);
    QVERIFY(counted.statistics.cache_hits > 0);
  }

  void aValueThatTwoReadIsAHitInEachEvaluation() {
    // The second reading of the gain's value is one; there is no other.
    const std::string loop = DiagramText(
        "'x': {'type': 'Integrator', 'parameters': {'initial_value': 1}}, 'g': {'type': 'Gain'}, "
        "'a': {'type': 'Gain'}, 'b': {'type': 'Gain'}, 'sum': {'type': 'Sum'}",
        "x.y>g.u g.y>a.u g.y>b.u a.y>sum.u1 b.y>sum.u2 sum.y>x.u");
    const SimulatorStatistics cost = RunTo(loop, 1, "rk4", true).statistics;
    QCOMPARE(cost.derivative_evaluations, 400);
    QCOMPARE(cost.cache_hits, 400);
  }

  void aValueThatOneReadsIsNone() {
    // Each gain is computed for the delay behind it. The first delay finds the constant's value in
    // every update but the first.
    for (const int count : {1, 2, 20}) {
      const SimulatorStatistics cost = RunTo(DelaysText(count), 5, "rk4", true).statistics;
      QCOMPARE(cost.discrete_updates, 50);
      QCOMPARE(cost.cache_hits, 49);
    }
  }

  // Where each block's computations are counted, all shortcuts are off: four stages in each of 100
  // steps, and the values at their ends.
  void costsOfBlocksAreCounted() {
    const Document document = LoadText(kHybrid);
    RunOptions options;
    options.integrator = "rk4";
    options.fixed_step = 0.01;
    options.stop_time = 1;
    const auto read = [&](RunSetup* setup) {
      setup->Run([](double, int64_t) { return true; });
      return setup->ReadInstant(0, false);
    };
    RunSetup plain(document, BuiltInBlocks(), options);
    const RunInstant without = read(&plain);
    QVERIFY(without.costs == nullptr);
    options.counts_costs = true;
    RunSetup counting(document, BuiltInBlocks(), options);
    const RunInstant with = read(&counting);
    QVERIFY(with.before == without.before);
    for (const char* block : {"g", "a", "b", "sum"}) {
      const int64_t computed = CostOf(with, block).computed;
      QVERIFY2(computed >= 300 && computed <= 600, block);
    }
    // Of two that read it, the second finds it.
    QVERIFY(CostOf(with, "g").reused >= 300);
    const RunCost late = CostOf(with, "late");
    QVERIFY(late.computed >= 10 && late.computed <= 30);
    // To look once more costs the run nothing.
    const RunInstant again = counting.ReadInstant(0, false);
    QCOMPARE(CostOf(again, "g").computed, CostOf(with, "g").computed);
  }

  // What is replayed for who looks at the past is no cost of the run; that of its entries is told
  // there, too.
  void stepsThatAreMadeAgainCostNothing() {
    RunOptions options;
    options.integrator = "rk4";
    options.fixed_step = 0.01;
    options.stop_time = 1;
    options.counts_costs = true;
    const auto session = RunSession::Start(LoadText(kHybrid), BuiltInBlocks(), options);
    session->Wait();
    const int64_t computed = CostOf(*session->instant(), "sum").computed;
    session->LookInside(true);
    session->Show({RunAim::Kind::kStep, 50, 0, {}});
    while (session->is_looking()) std::this_thread::yield();
    const std::shared_ptr<const RunInstant> past = session->instant();
    QCOMPARE(past->step, int64_t{50});
    QCOMPARE(CostOf(*past, "sum").computed, computed);
    const InstantReader reader(past->inside);
    const int node = reader.FindBlock("sum");
    const std::vector<InspectedEntry> entries = reader.EntriesOf(node, past->costs.get());
    int64_t sum = 0;
    for (const InspectedEntry& entry : entries) sum += entry.in_run.value().computed;
    QCOMPARE(sum, computed);
    QVERIFY(!reader.EntriesOf(node).at(0).in_run.has_value());
    // In the step itself it is once for each stage but the first, where it is known.
    const InstantReader end(past->phases.back().inside);
    const int64_t in_step = end.EntriesOf(node).at(0).computed;
    QVERIFY(in_step >= 3 && in_step <= 5);
  }
};

LOOPWRIGHT_TEST(TestCacheHits)

}  // namespace loopwright::test_cache_hits

#include "test_cache_hits.moc"
