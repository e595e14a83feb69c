#include <QObject>
#include <QTest>
#include <string>
#include <thread>
#include <vector>

#include "tests/blocklib/diagram_run.h"

// After the header that takes Qt's keyword away.
#include "engine/run/run_failure.h"
#include "engine/session/run_session.h"
#include "tests/test_main.h"

namespace loopwright::test_creeping {

namespace {

/// x' = 1e9 (sin t - x): an explicit method is held to steps of about 3.3e-9 s. Beside it a state
/// that changes slowly.
const std::string kStiff = DiagramText(
    "'wave': {'type': 'Sine'}, 'slow': {'type': 'Integrator'}, 'error': {'type': 'Sum', "
    "'parameters': {'signs': '+-'}}, 'gain': {'type': 'Gain', 'parameters': {'gain': 1e9}}, "
    "'state': {'type': 'Integrator', 'parameters': {'initial_value': 1}}",
    "wave.y>error.u1 wave.y>slow.u state.y>error.u2 error.y>gain.u gain.y>state.u");

/// What a run of the diagram over 1 s says in its first `steps` steps.
RunOutcome FirstSteps(RunOptions options, int64_t steps) {
  options.stop_time = 1;
  RunSetup setup(LoadText(kStiff), BuiltInBlocks(), options);
  return setup.Run([steps](double, int64_t made) { return made < steps; });
}

}  // namespace

/// Runs whose steps are held far below their span by error control.
class TestCreeping : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theBlockThatHoldsTheStepsIsNamed_data() {
    QTest::addColumn<QString>("integrator");
    for (const char* method : {"dopri5", "bogacki_shampine3"}) QTest::newRow(method) << method;
  }
  void theBlockThatHoldsTheStepsIsNamed() {
    QFETCH(QString, integrator);
    RunOptions options;
    options.integrator = integrator.toStdString();
    const RunOutcome outcome = FirstSteps(options, 25000);
    QCOMPARE(int(outcome.end), int(RunEnd::kStopped));
    QCOMPARE(outcome.warnings.size(), size_t{1});
    const RunWarning& warning = outcome.warnings[0];
    QCOMPARE(warning.path, std::string("state"));
    QVERIFY(warning.time > 1e-6 && warning.time < 4e-4);
    const QString text = QString::fromStdString(warning.message);
    QVERIFY2(text.startsWith("error control holds the steps near ") &&
                 text.contains("e-09 s, less than a millionth of the run") &&
                 text.contains("(radau5, cvode_bdf)"),
             qPrintable(text));
    const std::vector<Diagnostic> told = RunWarnings(LoadText(kStiff), outcome);
    QCOMPARE(told.size(), size_t{1});
    QCOMPARE(told[0].path, std::string("state"));
  }

  // The remedy that the warning names: 1 s in a few hundred steps at most, from tiny ones on.
  void aStiffMethodDoesNotCreep_data() {
    QTest::addColumn<QString>("integrator");
    for (const char* method : {"radau5", "cvode_bdf"}) QTest::newRow(method) << method;
  }
  void aStiffMethodDoesNotCreep() {
    QFETCH(QString, integrator);
    RunOptions options;
    options.integrator = integrator.toStdString();
    const RunOutcome outcome = FirstSteps(options, 25000);
    QCOMPARE(int(outcome.end), int(RunEnd::kDone));
    QVERIFY(outcome.warnings.empty());
  }

  // Steps that somebody chose to be short are not held by their error.
  void shortStepsThatWereAskedForAreNone() {
    RunOptions options;
    options.max_step = 1e-11;
    QVERIFY(FirstSteps(options, 25000).warnings.empty());
    RunOptions fixed;
    fixed.integrator = "rk4";
    fixed.fixed_step = 1e-10;
    QVERIFY(FirstSteps(fixed, 25000).warnings.empty());
  }

  // Who waits for the run is told while it goes on.
  void itIsToldWhileTheRunGoesOn() {
    RunOptions options;
    options.stop_time = 1;
    options.signal_paths = {"slow.y"};
    options.log_interval = 0.1;
    const auto session = RunSession::Start(LoadText(kStiff), BuiltInBlocks(), options);
    while (session->num_warnings() == 0 && !session->finished()) std::this_thread::yield();
    QVERIFY(!session->finished());
    QCOMPARE(session->warnings().at(0).path, std::string("state"));
    session->Stop();
    session->Wait();
    QCOMPARE(session->outcome().warnings.size(), size_t{1});
  }
};

LOOPWRIGHT_TEST(TestCreeping)

}  // namespace loopwright::test_creeping

#include "test_creeping.moc"
