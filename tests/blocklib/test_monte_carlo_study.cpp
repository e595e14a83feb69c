// Studies: the same bytes for any threads and blocks, run K alone, failed runs, measures.

#include <QObject>
#include <QTest>
#include <algorithm>
#include <atomic>
#include <cmath>

#include "tests/blocklib/noisy_lag.h"

// After the header that takes Qt's keyword away.
#include "engine/common/exceptions.h"
#include "engine/statistics/confidence.h"
#include "engine/studies/run_block.h"
#include "engine/studies/variant_studies.h"
#include "tests/test_main.h"

namespace loopwright::test_monte_carlo_study {

namespace {

StudyOptions Options() { return NoisyLagOptions(); }

std::string TextOfStudy(const StudyOptions& options) {
  MonteCarloStudy study(NoisyLag(), BuiltInBlocks(), options);
  study.Advance({});
  return StudyText(study.results());
}

/// Equal, or neither is a number.
bool IsSame(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

/// The text of the UsageError or MeasureError that a measure makes.
std::string MeasureProblem(const std::string& formula) {
  StudyOptions options = Options();
  options.measures = {{"m", formula}};
  try {
    const MonteCarloStudy study(NoisyLag(), BuiltInBlocks(), options);
  } catch (const MeasureError& error) {
    return error.what();
  }
  return "";
}

/// One measure of one run of a diagram.
double MeasureOf(const std::string& blocks, const std::string& wires, const std::string& formula) {
  StudyOptions options;
  options.run.signal_paths = {"a.y"};
  options.run.stop_time = 4;
  options.measures = {{"m", formula}};
  MonteCarloStudy study(LoadedDiagram(blocks, wires), BuiltInBlocks(), options);
  study.Advance({});
  return study.results().values.at(0);
}

}  // namespace

class TestMonteCarloStudy : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void threadsAndBlocksChangeNothing() {
    StudyOptions options = Options();
    const std::string expected = TextOfStudy(options);
    for (const int threads : {1, 2, 5}) {
      for (const int block : {1, 3, 16, 64, 1000}) {
        options.num_threads = threads;
        options.block_runs = block;
        QVERIFY2(TextOfStudy(options) == expected, qPrintable(QString::number(block)));
      }
    }
  }

  // More runs than are kept exactly.
  void theTreeIsTheSameForAllThreads() {
    StudyOptions options = Options();
    options.num_runs = 3 * Ensemble::kExactRuns + 17;
    options.grid_sec = 0.5;
    const std::string expected = TextOfStudy(options);
    options.num_threads = 2;
    options.block_runs = 7;
    QVERIFY(TextOfStudy(options) == expected);
  }

  void aRunIsThatOfRunAlone() {
    MonteCarloStudy study(NoisyLag(), BuiltInBlocks(), Options());
    study.Advance({});
    const StudyResults& results = study.results();
    QCOMPARE(results.num_runs, uint64_t{200});
    const std::size_t rows = 2 * results.times.size();
    for (const uint64_t run : {0, 17, 199}) {
      RunOptions alone = Options().run;
      alone.run = run;
      alone.log_interval = 0.05;
      RunSetup setup(NoisyLag(), BuiltInBlocks(), alone);
      const RunOutcome outcome = setup.Run([](double, int64_t) { return true; });
      const Recording& recording = *setup.recording();
      const double last = results.ValuesOf(run)[1];
      if (outcome.end == RunEnd::kFailed) {
        QVERIFY(std::isnan(last));
      } else {
        QCOMPARE(last, recording.value(recording.size() - 1, 0));
      }
      const std::vector<double>& leaf = results.ensemble.state().leaf;
      const double* on_grid = leaf.data() + run * results.ensemble.num_cells();
      QCOMPARE(on_grid[2], recording.value(1, 0));  // the first + row of both signals
      QCOMPARE(on_grid[3], recording.value(1, 1));
      QCOMPARE(results.ensemble.num_cells(), 2 * rows);
    }
  }

  void failedRunsAreKeptAndNamed() {
    MonteCarloStudy study(NoisyLag(), BuiltInBlocks(), Options());
    study.Advance({});
    const StudyResults& results = study.results();
    QVERIFY(results.num_failed() > 10);
    QVERIFY(results.endings.size() > results.num_failed() + 3);
    for (const RunEnding& ending : results.endings) {
      const bool failed = ending.end == RunEnd::kFailed;
      QCOMPARE(ending.block, std::string(failed ? "alive" : "end"));
      QVERIFY(ending.time >= 0 && ending.time <= 1);
      if (failed) QVERIFY(ending.reason.find("too low") != std::string::npos);
      const auto values = results.ValuesOf(ending.run);
      QCOMPARE(std::isnan(values[1]), failed);
      QCOMPARE(values[3], failed ? 1.0 : 0.0);
    }
    // Of the last time there are as many as came to it; a measure leaves out who has it not.
    const uint64_t there = results.ensemble.Cell(results.ensemble.num_cells() - 1).moments.count;
    QVERIFY(there < 200 && there >= 200 - results.endings.size());
    QCOMPARE(results.Measure(0).moments.count, 200 - results.num_failed());
    QVERIFY(results.Measure(1).moments.count < results.Measure(0).moments.count);
    QCOMPARE(results.Measure(1).moments.count, results.Measure(3).moments.count);
  }

  // Interrupted after any number of runs and gone on with: what was never interrupted.
  void aStudyGoesOn() {
    StudyOptions options = Options();
    options.num_threads = 2;
    options.block_runs = 5;
    const std::string expected = TextOfStudy(options);
    MonteCarloStudy study(NoisyLag(), BuiltInBlocks(), options);
    for (int stops = 0; study.results().num_runs < 200; ++stops) {
      QVERIFY(stops < 200);
      std::atomic<int> left = 37;
      StudyHooks hooks;
      hooks.goes_on = [&left] { return --left > 0; };
      study.Advance(hooks);
    }
    QVERIFY(StudyText(study.results()) == expected);
  }

  // Broken off in the middle of runs, which then do not count, and gone on with. What each block
  // left on the grid is told once, in the order of runs.
  void aStudyIsBrokenOffAtAnyStep() {
    StudyOptions options = Options();
    options.num_threads = 2;
    options.block_runs = 5;
    const std::string expected = TextOfStudy(options);
    std::atomic<int> steps = 0;
    int allowed = 0;
    options.breaks_off = [&] { return ++steps > allowed; };
    MonteCarloStudy study(NoisyLag(), BuiltInBlocks(), options);
    std::vector<double> on_grid;
    uint64_t told = 0;
    int unfinished = 0;
    StudyHooks hooks;
    hooks.on_made = [&](const RunBlock& block) {
      QCOMPARE(block.first, told);
      told += block.made;
      unfinished += block.made < block.asked ? 1 : 0;
      on_grid.insert(on_grid.end(), block.on_grid.begin(), block.on_grid.end());
    };
    for (int stops = 0; study.results().num_runs < 200; ++stops) {
      QVERIFY(stops < 200);
      steps = 0;
      allowed = 400 + stops;
      study.Advance(hooks);
      QCOMPARE(study.results().num_runs, told);
    }
    QVERIFY(unfinished > 2);
    QVERIFY(StudyText(study.results()) == expected);
    const std::vector<double>& leaf = study.results().ensemble.state().leaf;
    QVERIFY(std::equal(on_grid.begin(), on_grid.end(), leaf.begin(), leaf.end(), IsSame));
  }

  // The stop rule is looked at after 100, 125, 156, ... runs, whatever threads and blocks.
  void stopRules() {
    StudyOptions options = Options();
    options.num_runs = 5000;
    options.has_ensemble = false;
    options.measures = {{"last", "failed(alive) + final(noise.y)"}};
    options.stop = StopRule{"last", StopRule::Of::kMean, 0.5, 0.1};
    uint64_t runs = 0;
    for (const int threads : {1, 2}) {
      for (const int block : {1, 7, 64}) {
        options.num_threads = threads;
        options.block_runs = block;
        MonteCarloStudy study(NoisyLag(), BuiltInBlocks(), options);
        study.Advance({});
        QVERIFY(study.is_complete());
        if (runs == 0) runs = study.results().num_runs;
        QCOMPARE(study.results().num_runs, runs);
      }
    }
    QVERIFY(runs > 200 && runs < 5000 && IsStopCount(runs));
    MonteCarloStudy study(NoisyLag(), BuiltInBlocks(), options);
    study.Advance({});
    QVERIFY(MeanHalfWidth(study.results().Measure(0).moments, 0.95) <= 0.1);
    const std::vector<double> values = study.results().MeasureValues(0);
    QVERIFY(!IsEnough(*options.stop, std::span(values).first(100), 0.95, false));
    // 100 numbers: 95 % for a proportion of 1/2 is ± 0.096, for their median ranks 40 and 61.
    std::vector<double> numbers;
    for (int i = 0; i < 100; ++i) numbers.push_back(i % 2 == 0 ? 0 : i);
    StopRule rule{"m", StopRule::Of::kProportion, 0.5, 0.097};
    QVERIFY(IsEnough(rule, numbers, 0.95, false));
    rule.half_width = 0.09;
    QVERIFY(!IsEnough(rule, numbers, 0.95, false));
    for (int i = 0; i < 100; ++i) numbers[static_cast<std::size_t>(i)] = i;
    rule = {"m", StopRule::Of::kQuantile, 0.5, 10.6};
    QVERIFY(IsEnough(rule, numbers, 0.95, false));
    rule.half_width = 9;
    QVERIFY(!IsEnough(rule, numbers, 0.95, false));
  }

  // Mirrored draws, of a diagram that is linear in them: the mean is exact after two runs.
  void antitheticRuns() {
    Document document = NoisyLag();
    document.study.emplace().antithetic = true;
    StudyOptions options = Options();
    options.run.signal_paths = {"noise.y"};
    options.run.stop_time = 0.1;
    options.num_runs = 50;
    options.measures = {{"last", "final(noise.y)"}};
    MonteCarloStudy study(document, BuiltInBlocks(), options);
    study.Advance({});
    const StudyResults& results = study.results();
    int pairs = 0;
    for (uint64_t run = 0; run < 50; run += 2) {
      const auto one = results.ValuesOf(run), other = results.ValuesOf(run + 1);
      QVERIFY(std::abs(one[0] + other[0]) < 1e-15);  // the start, uniform on [-1, 1)
      if (std::isnan(one[1]) || std::isnan(other[1])) continue;
      QCOMPARE(one[1], -other[1]);
      ++pairs;
    }
    QVERIFY(pairs > 20);
    QCOMPARE(results.Measure(0).independent.count, static_cast<uint64_t>(pairs));
    QCOMPARE(results.Measure(0).independent.mean, 0.0);
    RunOptions alone = options.run;
    alone.run = 7;
    RunSetup setup(document, BuiltInBlocks(), alone);
    setup.Run([](double, int64_t) { return true; });
    QCOMPARE(setup.recording()->value(setup.recording()->size() - 1, 0), results.ValuesOf(7)[1]);
  }

  // Variants have the same draws: the difference of two gains of one noise is known run by run.
  void variantsAreCompared() {
    const Document document = LoadedDiagram(
        "'noise': {'type': 'GaussianNoise', 'parameters': {'period': 0.1}},"
        "'gain': {'type': 'Gain', 'parameters': {'gain': 1}}",
        "noise.y>gain.u");
    StudyOptions options;
    options.run.stop_time = 0.1;
    options.num_runs = 20;
    options.measures = {{"last", "final(gain.y)"}};
    const VariantStudies studies(document, BuiltInBlocks(), options,
                                 SplitVariants("gain.gain=2; three: gain.gain=3"), false, false);
    QCOMPARE(studies.names(), (std::vector<std::string>{"gain.gain=2", "three"}));
    for (const auto& study : studies.studies()) study->Advance({});
    QVERIFY(studies.is_complete());
    const auto results = studies.results();
    for (uint64_t run = 0; run < 20; ++run) {
      QVERIFY(std::abs(results[0]->ValuesOf(run)[0] * 1.5 - results[1]->ValuesOf(run)[0]) < 1e-15);
    }
    const Moments difference = PairedDifference(*results[1], *results[0], 0);
    QCOMPARE(difference.count, uint64_t{20});
    QVERIFY(std::abs(difference.mean - results[0]->Measure(0).moments.mean / 2) < 1e-15);
  }

  void measuresOfClosedForms() {
    // A ramp from 0 to 2 at 4 s, and a step from 1 to 3 at 1 s; the sampled counter 0, 1, 2, ...
    const std::string ramp = "'a': {'type': 'Ramp', 'parameters': {'slope': 0.5}}";
    const std::string step =
        "'a': {'type': 'Step', 'parameters': {'time': 1, 'initial': 1, 'final': 3}}";
    const auto near = [](double found, double expected) {
      return std::abs(found - expected) < 1e-12;
    };
    QVERIFY(near(MeasureOf(ramp, "", "greatest(a.y) - least(a.y)"), 2));
    QVERIFY(near(MeasureOf(ramp, "", "mean(a.y)"), 1));
    QVERIFY(near(MeasureOf(ramp, "", "rms(a.y)^2"), 4.0 / 3));
    QVERIFY(near(MeasureOf(ramp, "", "crossing(a.y, 0.75)"), 1.5));
    QVERIFY(near(MeasureOf(ramp, "", "value(a.y, 3.3)"), 1.65));
    QVERIFY(near(MeasureOf(ramp, "", "settling(a.y, 2, 0.25)"), 3.5));
    QVERIFY(near(MeasureOf(ramp, "", "overshoot(a.y, 1.6)"), 0.25));
    QVERIFY(near(MeasureOf(step, "", "value(a.y, 1, -) + 10*value(a.y, 1, +)"), 31));
    QVERIFY(near(MeasureOf(step, "", "mean(a.y)"), 2.5));
    QVERIFY(near(MeasureOf(step, "", "rms(a.y)^2"), 7));
    QVERIFY(near(MeasureOf(step, "", "crossing(a.y, 2)"), 1));
    QVERIFY(near(MeasureOf(step, "", "count(a.y, 2) + final(a.y)"), 4));
    // What begins on the level has not come to it.
    QVERIFY(std::isnan(MeasureOf(ramp, "", "crossing(a.y, 0)")));
    QVERIFY(near(MeasureOf(step, "", "settling(a.y, 3, 0.5)"), 1));
    QVERIFY(near(MeasureOf(step, "", "overshoot(a.y, 2)"), 1));
    // What does not exist.
    QVERIFY(std::isnan(MeasureOf(ramp, "", "crossing(a.y, 5)")));
    QVERIFY(std::isnan(MeasureOf(ramp, "", "settling(a.y, 5, 0.1)")));
    QVERIFY(std::isnan(MeasureOf(ramp, "", "max(value(a.y, 9), 1)")));
  }

  // A jump, the samples of a sampled block, a branch that changes; nothing of what happens in every
  // step.
  void eventsOfABlockAreCounted() {
    const std::string step = "'a': {'type': 'Step', 'parameters': {'time': 1}}";
    const std::string noise = "'a': {'type': 'GaussianNoise', 'parameters': {'period': 0.5}}";
    const std::string limited =
        "'b': {'type': 'Sine', 'parameters': {'frequency': 1}},"
        "'a': {'type': 'Saturation', 'parameters': {'lower': -0.5, 'upper': 0.5}}";
    QCOMPARE(MeasureOf(step, "", "count(a)"), 1.0);
    QCOMPARE(MeasureOf(noise, "", "count(a)"), 8.0);  // from 0 s on, none at the stop
    QVERIFY(MeasureOf(limited, "b.y>a.u", "count(a)") >= 2);
    QCOMPARE(MeasureOf(limited, "b.y>a.u", "count(b)"), 0.0);
    QCOMPARE(
        MeasureProblem("count(nobody)"),
        std::string("there is no block \"nobody\"; count() takes BLOCK or SUBSYSTEM/BLOCK, or a "
                    "signal and a level"));
  }

  void wrongMeasuresSayWhatIsRight() {
    QCOMPARE(MeasureProblem("final(lag.x)"),
             std::string("there is no signal \"lag.x\"; did you mean \"lag.y\"?"));
    QVERIFY(MeasureProblem("settling(lag.y, 1)").find("settling(SIGNAL, TARGET, BAND)") !=
            std::string::npos);
    QVERIFY(MeasureProblem("final(lag.y) + q").find("unknown name \"q\"") != std::string::npos);
    QVERIFY(MeasureProblem("biggest(lag.y)").find("greatest(SIGNAL)") != std::string::npos);
    QVERIFY(MeasureProblem("failed(nobody)").find("there is no block") != std::string::npos);
    QVERIFY(MeasureProblem("value(lag.y, 1, x)").find("must be - (before) or + (after)") !=
            std::string::npos);
    QVERIFY(MeasureProblem("final(lag.y").find("a ')' is missing") != std::string::npos);
    QVERIFY(MeasureProblem("[1, final(lag.y)]").find("a measure is a number") != std::string::npos);
    QVERIFY(MeasureProblem("value(lag.y, [1, 2])").find("is not a finite number") !=
            std::string::npos);
  }
};

LOOPWRIGHT_TEST(TestMonteCarloStudy)

}  // namespace loopwright::test_monte_carlo_study

#include "test_monte_carlo_study.moc"
