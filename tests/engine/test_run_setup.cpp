#include <QObject>
#include <QTest>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/check/simulation_values.h"
#include "engine/common/exceptions.h"
#include "engine/document/diagnostics.h"
#include "engine/document/document.h"
#include "engine/recording/recording.h"
#include "engine/run/run_failure.h"
#include "engine/run/run_setup.h"
#include "tests/engine/session_blocks.h"
#include "tests/test_main.h"

namespace loopwright::test_run_setup {
namespace {

using session_blocks::MakeBlock;
using session_blocks::MakeDocument;
using session_blocks::Registry;

Document TwoBlocks() {
  return MakeDocument({MakeBlock("counter", "Counter"), MakeBlock("slope", "Slope")}, 1);
}

bool Continue(double, int64_t) { return true; }

std::vector<std::string> Labels(const Recording& recording) {
  std::vector<std::string> labels;
  for (int c = 0; c < recording.num_columns(); ++c) labels.push_back(recording.ColumnLabel(c));
  return labels;
}

// What ResolveSettings() says of the defaults with these options.
std::string Complaint(const RunOptions& options) {
  try {
    ResolveSettings(SimulationValues(), options);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

class RunSetupTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyOutputOfTheTopLevelIsRecordedWhereNothingIsChosen() {
    RunSetup setup(TwoBlocks(), Registry(), {});
    QVERIFY(setup.ok());
    QCOMPARE(Labels(*setup.recording()),
             (std::vector<std::string>{"counter.y[0]", "counter.y[1]", "slope.y"}));
  }

  void loggedSignalsAreRecordedWhereThereAreSome() {
    Document document = TwoBlocks();
    SignalSetting logged;
    logged.key = "slope.y";
    logged.name = "ramp";
    logged.log = true;
    document.root.signal_settings.push_back(logged);
    RunSetup setup(document, Registry(), {});
    QCOMPARE(Labels(*setup.recording()), std::vector<std::string>{"slope.y"});
    QCOMPARE(setup.recording()->recorded_signals()[0].name, std::string("ramp"));
    QVERIFY(!setup.recording()->recorded_signals()[0].discrete);
  }

  void chosenSignalsAreRecordedInTheirOrder() {
    RunOptions options;
    options.signal_paths = {"slope.y", "counter.y[1]", "counter.y"};
    RunSetup setup(TwoBlocks(), Registry(), options);
    QCOMPARE(Labels(*setup.recording()),
             (std::vector<std::string>{"slope.y", "counter.y[1]", "counter.y[0]", "counter.y[1]"}));
    QCOMPARE(setup.Run(Continue).end, RunEnd::kDone);
    const auto recording = setup.recording();
    const int64_t last = recording->size() - 1;
    QCOMPARE(recording->value(last, 1), recording->value(last, 3));
    QCOMPARE(recording->value(last, 1), -2.0);
    QVERIFY(std::abs(recording->value(last, 0) - 1) < 1e-12);
  }

  void moreThanAThousandDefaultSignalsAreCutWithAWarning() {
    std::vector<Block> blocks;
    for (int k = 0; k < 1003; ++k) {
      blocks.push_back(MakeBlock("slope" + std::to_string(k), "Slope"));
    }
    const Document document = MakeDocument(std::move(blocks), 1);
    const RunSetup setup(document, Registry(), {});
    QCOMPARE(setup.recording()->num_columns(), 1000);
    QCOMPARE(setup.diagnostics().size(), size_t{1});
    QCOMPARE(FormatDiagnostic("f", setup.diagnostics()[0]),
             std::string("f: warning: nothing is marked to be recorded, so the first 1000 of 1003 "
                         "output ports of the top level are; choose signals with \"log\": true or "
                         "--signals [signals-left-out]"));
    RunOptions options;
    options.all_signals = true;
    const RunSetup all(document, Registry(), options);
    QCOMPARE(all.recording()->num_columns(), 1003);
    QVERIFY(all.diagnostics().empty());
  }

  void defaultsOfSettingsFollowFromTheDuration() {
    RunOptions options;
    options.start_time = 1;
    options.stop_time = 3;
    const RunSettings settings = ResolveSettings(SimulationValues(), options);
    QCOMPARE(settings.max_step, 2.0 / 50);
    QVERIFY(!settings.fixed_step.has_value());
    QCOMPARE(settings.accuracy, 1e-6);
    QCOMPARE(settings.absolute_tolerance, 1e-9);
    QCOMPARE(settings.stochastic_step, 2.0 / 10000);
    options.integrator = "rk4";
    QCOMPARE(*ResolveSettings(SimulationValues(), options).fixed_step, 2.0 / 1000);
  }

  void impossibleRealtimeRatesAreNamed() {
    RunOptions options;
    options.realtime_rate = -1;
    QCOMPARE(Complaint(options), std::string("realtime_rate is -1; it must not be negative"));
    options = {};
    options.stop_time = std::numeric_limits<double>::infinity();
    QCOMPARE(Complaint(options), std::string("stop_time is inf; it must be finite"));
  }

  void overridesReachParametersAndSettings() {
    Document document = TwoBlocks();
    DiagramParameter h;
    h.name = "h";
    h.value = 0.5;
    document.parameters.push_back(h);
    document.simulation.Set("stop_time", ParameterSetting("4*h"));
    RunOptions options;
    options.overrides = {{"h", "1"}, {"counter.period", "h/2"}};
    options.signal_paths = {"counter.y[0]"};
    RunSetup setup(document, Registry(), options);
    QCOMPARE(setup.settings().stop_time, 4.0);
    QCOMPARE(setup.Run(Continue).time, 4.0);
    const auto recording = setup.recording();
    QCOMPARE(recording->value(recording->size() - 1, 0), 8.0);
  }

  void theCallbackEndsTheRun() {
    RunSetup setup(TwoBlocks(), Registry(), {});
    double last = -1;
    const RunOutcome outcome = setup.Run([&last](double time, int64_t steps) {
      last = time;
      return steps < 3;
    });
    QCOMPARE(outcome.end, RunEnd::kStopped);
    QCOMPARE(outcome.time, last);
    QCOMPARE(setup.steps(), 3);
  }

  void aStopAtTheStartOnlyInitializes() {
    RunOptions options;
    options.stop_time = 0;
    options.integrator = "rk4";
    RunSetup setup(TwoBlocks(), Registry(), options);
    QCOMPARE(setup.Run(Continue).end, RunEnd::kDone);
    QCOMPARE(setup.steps(), 0);
    QCOMPARE(setup.recording()->size(), 1);
    QCOMPARE(setup.recording()->side(0), Side::kBefore);
  }

  void cachingDoesNotChangeResults() {
    std::vector<std::shared_ptr<const Recording>> recordings;
    for (const int mode : {0, 1, 2}) {
      RunOptions options;
      options.no_cache = mode == 1;
      options.check_cache = mode == 2;
      RunSetup setup(TwoBlocks(), Registry(), options);
      QCOMPARE(setup.Run(Continue).end, RunEnd::kDone);
      recordings.push_back(setup.recording());
      QCOMPARE(recordings.back()->size(), recordings.front()->size());
      for (int64_t row = 0; row < recordings.front()->size(); ++row) {
        for (int c = 0; c < 3; ++c) {
          QVERIFY(recordings.back()->value(row, c) == recordings.front()->value(row, c));
        }
      }
    }
  }

  void statisticsCountWhatRan() {
    RunSetup setup(TwoBlocks(), Registry(), {});
    QCOMPARE(setup.Run(Continue).end, RunEnd::kDone);
    const auto statistics = nlohmann::ordered_json::parse(setup.StatisticsJson());
    const std::vector<std::string> keys = {"steps",
                                           "rejected_steps",
                                           "derivative_evaluations",
                                           "output_evaluations",
                                           "cache_hits",
                                           "discrete_updates",
                                           "unrestricted_updates",
                                           "publishes",
                                           "witness_isolations",
                                           "restarts",
                                           "wall_seconds"};
    QCOMPARE(statistics.size(), keys.size());
    for (const std::string& key : keys) QVERIFY(statistics.contains(key));
    QCOMPARE(statistics["steps"].get<int64_t>(), setup.steps());
    QCOMPARE(statistics["discrete_updates"].get<int>(), 2);
  }

  void traceNamesPhasesAndBlocks() {
    RunSetup setup(TwoBlocks(), Registry(), {});
    std::vector<std::string> lines;
    setup.SetTrace([&lines](const std::string& line) { lines.push_back(line); });
    QCOMPARE(setup.Run(Continue).end, RunEnd::kDone);
    QVERIFY(!lines.empty());
    int updates = 0;
    nlohmann::json last;
    for (const std::string& line : lines) {
      const auto phase = nlohmann::json::parse(line);
      QVERIFY(phase.contains("time") && phase.contains("changed"));
      if (phase["phase"] != "discrete") continue;
      ++updates;
      QCOMPARE(phase["blocks"].dump(), std::string("[\"counter\"]"));
      QCOMPARE(phase["changed"].dump(), std::string("[\"counter\"]"));
      QCOMPARE(phase["cause"].size(), std::size_t(1));
      QCOMPARE(phase["cause"][0]["trigger"].get<std::string>(), std::string("periodic"));
      QCOMPARE(phase["cause"][0]["block"].get<std::string>(), std::string("counter"));
      // Each update finds what the last one left.
      QCOMPARE(phase["before"].size(), std::size_t(1));
      QVERIFY(phase["before"]["counter.x"] != phase["after"]["counter.x"]);
      if (!last.is_null()) QVERIFY(phase["before"]["counter.x"] == last);
      last = phase["after"]["counter.x"];
    }
    QCOMPARE(updates, 2);
  }

  void aFailureHasThePlaceOfItsBlock() {
    Document document = MakeDocument({MakeBlock("ender", "Ender", {{"fails", true}})}, 2);
    RunSetup setup(document, Registry(), {});
    const RunOutcome outcome = setup.Run(Continue);
    QCOMPARE(outcome.end, RunEnd::kFailed);
    Block block = document.root.blocks[0];
    block.origin.place = {12, 7};
    document.root.blocks.Replace(0, block);
    QCOMPARE(
        FormatDiagnostic("f", RunFailure(document, outcome)),
        "f:12:7: error: ender: the run failed at t = 1 s: " + outcome.message + " [run-failed]");
    QVERIFY(outcome.message.find("the test asked for it") != std::string::npos);
  }

  void anInterruptionTellsItsTime() {
    RunOutcome outcome;
    outcome.time = 2.5;
    QCOMPARE(
        FormatDiagnostic("f", RunInterruption(outcome)),
        std::string("f: warning: the run was interrupted at t = 2.5 s; what was recorded until "
                    "then is written [interrupted]"));
  }
};

LOOPWRIGHT_TEST(RunSetupTest)

}  // namespace loopwright::test_run_setup

#include "test_run_setup.moc"
