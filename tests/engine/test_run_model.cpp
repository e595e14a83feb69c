// A model is built once; runs of it, one after another and side by side, are to the bit the runs
// that a diagram of their own would give.

#include <QObject>
#include <QTest>
#include <string>
#include <thread>
#include <vector>

#include "engine/build/random_parameters.h"
#include "engine/recording/recording.h"
#include "engine/run/run_model.h"
#include "engine/run/run_setup.h"
#include "tests/engine/session_blocks.h"
#include "tests/test_main.h"

namespace loopwright::test_run_model {
namespace {

using session_blocks::MakeBlock;
using session_blocks::MakeDocument;
using session_blocks::Registry;

bool Continue(double, int64_t) { return true; }

RandomSetting Uniform(ParameterSetting lower, ParameterSetting upper) {
  RandomSetting random;
  random.distribution = "uniform";
  random.arguments = {{"lower", std::move(lower)}, {"upper", std::move(upper)}};
  return random;
}

DiagramParameter Parameter(std::string name, ParameterSetting value) {
  DiagramParameter parameter;
  parameter.name = std::move(name);
  parameter.value = std::move(value);
  return parameter;
}

// Two blocks whose rates follow the parameter k, which follows m; m and one initial value are
// random.
Document Growths() {
  Block first = MakeBlock("first", "Growth", {{"rate", "2*k"}, {"initial", 3}});
  first.random.emplace_back("initial", Uniform(1, 2));
  Document document = MakeDocument({first, MakeBlock("second", "Growth", {{"rate", "m"}})}, 1);
  document.parameters = {Parameter("k", "m + 1"), Parameter("m", 5)};
  document.parameters[1].random = Uniform("m - 1", "m + 1");
  return document;
}

RunOptions StudyOptions() {
  RunOptions options;
  options.is_study = true;
  options.seed = 11;
  return options;
}

// All that a run recorded.
std::vector<double> Values(const Recording& recording) {
  std::vector<double> values;
  for (int64_t row = 0; row < recording.size(); ++row) {
    values.push_back(recording.time(row));
    values.push_back(recording.side(row) == Side::kAfter ? 1 : 0);
    for (int c = 0; c < recording.num_columns(); ++c) values.push_back(recording.value(row, c));
  }
  return values;
}

// Run `run` of a diagram of its own, in which the drawn values are numbers of the file.
std::vector<double> Alone(Document document, uint64_t run) {
  SetRandomParameters(ListRandomParameters(document), {11, run}, &document);
  for (DiagramParameter& parameter : document.parameters) parameter.random.reset();
  for (size_t i = 0; i < document.root.blocks.size(); ++i) {
    Block block = document.root.blocks[i];
    block.random.clear();
    document.root.blocks.Replace(i, std::move(block));
  }
  RunOptions options;
  options.seed = 11;
  options.run = run;
  RunSetup setup(document, Registry(), options);
  setup.Run(Continue);
  return Values(*setup.recording());
}

std::vector<double> InStudy(RunSetup* setup, uint64_t run) {
  setup->Begin(run);
  setup->Run(Continue);
  return Values(*setup->recording());
}

}  // namespace

class RunModelTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aThousandRunsMakeOneBuild() {
    const auto model = std::make_shared<const RunModel>(Growths(), Registry(), StudyOptions());
    QCOMPARE(model->random_parameters().size(), size_t{2});
    QVERIFY(model->structural().empty());
    QCOMPARE(model->StructureNote(), std::string());
    RunSetup setup(model, StudyOptions());
    double sum = 0;
    for (uint64_t run = 0; run < 1000; ++run) {
      setup.Begin(run);
      QCOMPARE(setup.Run(Continue).end, RunEnd::kDone);
      QCOMPARE(setup.settings().run, run);
      sum += setup.recording()->value(0, 0);
    }
    QCOMPARE(model->num_builds(), int64_t{1});
    QVERIFY(std::abs(sum / 1000 - 1.5) < 0.05);  // of the initial values, uniform on [1, 2]
  }

  void eachRunIsThatOfADiagramOfItsOwn() {
    const auto model = std::make_shared<const RunModel>(Growths(), Registry(), StudyOptions());
    RunSetup setup(model, StudyOptions());
    for (const uint64_t run : {0, 17, 3, 17}) {
      QCOMPARE(InStudy(&setup, run), Alone(Growths(), run));
    }
    RunOptions options = StudyOptions();
    options.run = 17;
    RunSetup other(model, options);
    other.Run(Continue);
    QCOMPARE(Values(*other.recording()), Alone(Growths(), 17));
    QCOMPARE(model->num_builds(), int64_t{1});
  }

  void theSameRecordingIsUsedUnlessItIsHeld() {
    const auto model = std::make_shared<const RunModel>(Growths(), Registry(), StudyOptions());
    RunSetup setup(model, StudyOptions());
    const Recording* first = setup.recording().get();
    setup.Begin(1);
    QVERIFY(setup.recording().get() == first);
    const auto held = setup.recording();
    setup.Run(Continue);
    const std::vector<double> before = Values(*held);
    setup.Begin(2);
    setup.Run(Continue);
    QVERIFY(setup.recording() != held);
    QCOMPARE(Values(*held), before);
  }

  void aPeriodThatIsDrawnNeedsADiagramForEachRun() {
    Block counter = MakeBlock("counter", "Counter");
    counter.random.emplace_back("period", Uniform(0.1, 0.4));
    const Document document = MakeDocument({counter, MakeBlock("slope", "Slope")}, 1);
    const auto model = std::make_shared<const RunModel>(document, Registry(), StudyOptions());
    QCOMPARE(model->structural(), std::vector<std::string>{"counter.period"});
    QCOMPARE(model->StructureNote(),
             std::string("the diagram is built anew for every run, because its structure depends "
                         "on what is drawn: counter.period"));
    RunSetup setup(model, StudyOptions());
    for (const uint64_t run : {4, 5}) QCOMPARE(InStudy(&setup, run), Alone(document, run));
    QCOMPARE(model->num_builds(), int64_t{3});
  }

  void settingsOfTheSimulationMayFollowWhatIsDrawn() {
    Document document = Growths();
    document.simulation.Set("stop_time", ParameterSetting("m/2"));
    const auto model = std::make_shared<const RunModel>(document, Registry(), StudyOptions());
    RunSetup setup(model, StudyOptions());
    setup.Begin(1);
    const double stop = setup.settings().stop_time;
    setup.Begin(2);
    QVERIFY(setup.settings().stop_time != stop);
    for (const uint64_t run : {1, 2}) QCOMPARE(InStudy(&setup, run), Alone(document, run));
    QCOMPARE(model->num_builds(), int64_t{1});
  }

  void aRunAfterOneThatFailedIsAsEver() {
    Document document = Growths();
    Block ender = MakeBlock("ender", "Ender", {{"fails", true}, {"time", 0.25}});
    document.root.blocks.Append(ender);
    const auto model = std::make_shared<const RunModel>(document, Registry(), StudyOptions());
    RunSetup setup(model, StudyOptions());
    for (const uint64_t run : {1, 2}) {
      setup.Begin(run);
      QCOMPARE(setup.Run(Continue).end, RunEnd::kFailed);
      QCOMPARE(Values(*setup.recording()), Alone(document, run));
    }
  }

  void whatIsOverriddenIsNotDrawn() {
    RunOptions options = StudyOptions();
    options.overrides = {{"m", "7"}};
    const auto model = std::make_shared<const RunModel>(Growths(), Registry(), options);
    QCOMPARE(model->random_parameters().size(), size_t{1});
    RunSetup setup(model, options);
    setup.Begin(3);
    setup.Run(Continue);
    const auto recording = setup.recording();
    const int rate =
        recording->recorded_signals()[static_cast<size_t>(recording->FindSignal("second.rate"))]
            .first_column;
    QCOMPARE(recording->value(0, rate), 7.);
  }

  void aNominalValueThatIsWrongDoesNotMatterWhereItIsDrawn() {
    Document document = Growths();
    document.parameters.push_back(Parameter("n", "1/unknown"));
    document.parameters.back().random = Uniform(1, 2);
    const auto model = std::make_shared<const RunModel>(document, Registry(), StudyOptions());
    QVERIFY(!model->nominal()->ok());
    RunSetup setup(model, StudyOptions());
    QVERIFY(!setup.ok());
    setup.Begin(3);
    QVERIFY(setup.ok());
    QCOMPARE(InStudy(&setup, 3), Alone(document, 3));
  }

  // The thread sanitizer watches this.
  void threadsShareAModel() {
    const auto model = std::make_shared<const RunModel>(Growths(), Registry(), StudyOptions());
    constexpr uint64_t kThreads = 4, kRuns = 12;
    std::vector<std::vector<double>> results(kThreads * kRuns);
    std::vector<std::thread> threads;
    for (uint64_t thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&, thread] {
        RunSetup setup(model, StudyOptions());
        for (uint64_t run = thread; run < kThreads * kRuns; run += kThreads) {
          results[run] = InStudy(&setup, run);
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (uint64_t run = 0; run < kThreads * kRuns; ++run) {
      QCOMPARE(results[run], Alone(Growths(), run));
    }
    QCOMPARE(model->num_builds(), int64_t{1});
  }

  void threadsBuildAtOnce() {
    const std::vector<double> expected = Alone(Growths(), 5);
    std::vector<std::vector<double>> results(4);
    std::vector<std::thread> threads;
    for (auto& result : results) {
      threads.emplace_back([&result] {
        for (int i = 0; i < 5; ++i) result = Alone(Growths(), 5);
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const auto& result : results) QCOMPARE(result, expected);
  }
};

LOOPWRIGHT_TEST(RunModelTest)

}  // namespace loopwright::test_run_model

#include "test_run_model.moc"
