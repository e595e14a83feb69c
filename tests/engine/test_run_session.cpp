#include <QObject>
#include <QTest>
#include <cmath>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "engine/document/diagnostics.h"
#include "engine/document/document.h"
#include "engine/recording/recording.h"
#include "engine/session/run_session.h"
#include "tests/engine/session_blocks.h"
#include "tests/test_main.h"

namespace loopwright::test_run_session {
namespace {

using session_blocks::MakeBlock;
using session_blocks::MakeDocument;
using session_blocks::Registry;

// A run that nobody waits for: years of half seconds.
constexpr double kEndless = 1e12;

std::shared_ptr<RunSession> StartCounter(double stop_time, RunOptions options = {}) {
  return RunSession::Start(MakeDocument({MakeBlock("counter", "Counter")}, stop_time), Registry(),
                           std::move(options));
}

template <typename Condition>
void WaitUntil(Condition condition) {
  while (!condition()) std::this_thread::yield();
}

int64_t RecordedRows(const RunSession& session) {
  const auto recording = session.recording();
  return recording == nullptr ? 0 : recording->size();
}

}  // namespace

class RunSessionTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aRunRecordsBothSidesAndFinishes() {
    const auto session = StartCounter(2);
    session->Wait();
    QVERIFY(session->finished());
    QCOMPARE(session->outcome().end, RunEnd::kDone);
    QCOMPARE(session->outcome().message, std::string());
    QCOMPARE(session->outcome().time, 2.0);
    QCOMPARE(session->time(), 2.0);
    QCOMPARE(session->start_time(), 0.0);
    QCOMPARE(session->stop_time(), 2.0);
    QCOMPARE(session->progress(), 1.0);
    QCOMPARE(session->steps(), 4);
    QVERIFY(session->diagnostics().empty());
    const auto recording = session->recording();
    QCOMPARE(recording->ColumnLabel(0), std::string("counter.y[0]"));
    QVERIFY(recording->recorded_signals()[0].discrete);
    QCOMPARE(recording->recorded_signals()[0].period, 0.5);
    QCOMPARE(recording->size(), 9);
    for (int64_t row = 0; row < 9; ++row) {
      QCOMPARE(recording->time(row), 0.5 * static_cast<double>(row / 2));
      QCOMPARE(recording->side(row), row % 2 == 0 ? Side::kBefore : Side::kAfter);
      QCOMPARE(recording->value(row, 0), static_cast<double>((row + 1) / 2));
      QCOMPARE(recording->value(row, 1), -static_cast<double>((row + 1) / 2));
    }
  }

  // The counter is updated every half second, and so are the steps.
  void stepsPauseAfterEach() {
    const auto session = StartCounter(kEndless);
    session->Resume({RunGoal::Kind::kStep});
    WaitUntil([&] { return session->state() == RunState::kPaused; });
    const int64_t steps = session->steps();
    for (int64_t n = 1; n <= 3; ++n) {
      session->Resume({RunGoal::Kind::kStep});
      WaitUntil(
          [&] { return session->steps() == steps + n && session->state() == RunState::kPaused; });
    }
    session->Resume({RunGoal::Kind::kUpdate});
    WaitUntil(
        [&] { return session->steps() == steps + 4 && session->state() == RunState::kPaused; });
    session->Resume({RunGoal::Kind::kTime, 100});
    WaitUntil([&] { return session->time() >= 100 && session->state() == RunState::kPaused; });
    QCOMPARE(session->time(), 100.0);
    // A time that is past is reached with the next step.
    session->Resume({RunGoal::Kind::kTime, 50});
    WaitUntil([&] { return session->time() > 100 && session->state() == RunState::kPaused; });
    QCOMPARE(session->time(), 100.5);
    // Going on, no goal holds any more.
    session->Resume();
    WaitUntil([&] { return session->time() > 1000; });
    QCOMPARE(session->state(), RunState::kRunning);
  }

  // A run that starts with a goal makes no step more, and a pause that is seen is the new one.
  void stepsAreCountedFromTheFirst() {
    const auto session =
        RunSession::Start(MakeDocument({MakeBlock("counter", "Counter")}, kEndless), Registry(), {},
                          {RunGoal::Kind::kStep});
    for (int64_t n = 1; n <= 300; ++n) {
      WaitUntil([&] { return session->state() == RunState::kPaused; });
      QCOMPARE(session->steps(), n);
      session->Resume({RunGoal::Kind::kStep});
    }
  }

  void pausesChangeNoResult() {
    const auto whole = StartCounter(5);
    whole->Wait();
    const auto stepped = StartCounter(5);
    while (!stepped->finished()) {
      const int64_t before = stepped->steps();
      stepped->Resume({RunGoal::Kind::kStep});
      WaitUntil([&] { return stepped->finished() || stepped->steps() > before; });
    }
    QCOMPARE(stepped->recording()->size(), whole->recording()->size());
    for (int64_t row = 0; row < whole->recording()->size(); ++row) {
      QCOMPARE(stepped->recording()->time(row), whole->recording()->time(row));
      QCOMPARE(stepped->recording()->value(row, 0), whole->recording()->value(row, 0));
    }
  }

  void thePaceFollowsEdits() {
    Document document = MakeDocument({MakeBlock("counter", "Counter")}, kEndless);
    document.simulation.Set("realtime_rate", ParameterSetting(1e-3));
    const auto session = RunSession::Start(document, Registry());
    WaitUntil([&] { return session->steps() > 0 || session->state() == RunState::kRunning; });
    QCOMPARE(session->realtime_rate(), 1e-3);
    document.simulation.Set("realtime_rate", ParameterSetting(0.0));
    session->Edit(document);
    // At the first pace this would take a day.
    WaitUntil([&] { return session->time() > 100; });
    QCOMPARE(session->realtime_rate(), 0.0);
    QVERIFY(session->edits().pending.empty());
  }

  void pointsAreSeenBeforeTheRunEnds() {
    const auto session = StartCounter(kEndless);
    WaitUntil([&] { return RecordedRows(*session) > 20000; });
    QVERIFY(!session->finished());
    QCOMPARE(session->state(), RunState::kRunning);
    const auto recording = session->recording();
    const int64_t seen = recording->size();
    int64_t different = 0;
    for (int64_t row = 0; row < seen; ++row) {
      different += recording->value(row, 0) != static_cast<double>((row + 1) / 2);
    }
    QCOMPARE(different, 0);
    QCOMPARE(recording->Range(0, 0, seen).max, static_cast<double>(seen / 2));
    session->Stop();
    session->Wait();
    QCOMPARE(session->outcome().end, RunEnd::kStopped);
    QVERIFY(recording->size() >= seen);
    QVERIFY(session->progress() < 1);
    QCOMPARE(recording->time(recording->size() - 1), session->outcome().time);
  }

  void aPausedRunMakesNoStepsUntilItResumes() {
    const auto session = StartCounter(kEndless);
    WaitUntil([&] { return session->steps() > 0; });
    session->Pause();
    WaitUntil([&] { return session->state() == RunState::kPaused; });
    const int64_t steps = session->steps();
    const int64_t rows = RecordedRows(*session);
    const double wall_seconds = session->wall_seconds();
    for (int k = 0; k < 1000; ++k) std::this_thread::yield();
    QCOMPARE(session->steps(), steps);
    QCOMPARE(RecordedRows(*session), rows);
    QCOMPARE(session->wall_seconds(), wall_seconds);
    QCOMPARE(session->state(), RunState::kPaused);
    session->Resume();
    WaitUntil([&] { return RecordedRows(*session) > rows + 1000; });
    QVERIFY(session->steps() > steps);
    session->Stop();
    session->Wait();
    QCOMPARE(session->outcome().end, RunEnd::kStopped);
  }

  void aNumberOfTheContextIsTakenOverAtTheNextStep() {
    const auto document = [](double rate) {
      return MakeDocument({MakeBlock("g", "Growth", {{"rate", rate}})}, 2);
    };
    RunOptions options;
    // So many steps that the run does not end before it is paused; sums of them are exact.
    options.fixed_step = 0x1p-20;
    options.integrator = "rk4";
    const auto session = RunSession::Start(document(1), Registry(), options);
    session->Pause();
    WaitUntil([&] { return session->state() == RunState::kPaused || session->finished(); });
    QVERIFY(!session->finished());
    const double changed_at = session->time();
    session->Edit(document(3));
    session->Edit(document(5));  // the first may never have been looked at
    WaitUntil([&] {
      return !session->edits().notes.empty() && session->edits().notes.back().after == "5";
    });
    QCOMPARE(session->edits().notes.size(), std::size_t{1});
    session->Resume();
    session->Wait();
    QCOMPARE(session->outcome().end, RunEnd::kDone);
    const RunEdits edits = session->edits();
    QCOMPARE(edits.notes.back().path, std::string("g.rate"));
    QCOMPARE(edits.notes.front().before, std::string("1"));
    QCOMPARE(edits.notes.front().time, changed_at);
    QVERIFY(edits.pending.empty());
    // The state goes on from where it was, at the new rate; the jump of the rate has two records.
    const auto recording = session->recording();
    const int64_t last = recording->size() - 1;
    QCOMPARE(recording->value(last, 0), changed_at + 5 * (2 - changed_at));
    int64_t jumps = 0;
    for (int64_t row = 1; row <= last; ++row) {
      const bool jump = recording->value(row, 1) != recording->value(row - 1, 1);
      jumps += jump;
      if (!jump) continue;
      QCOMPARE(recording->side(row), Side::kAfter);
      QCOMPARE(recording->time(row), changed_at);
      QCOMPARE(recording->time(row - 1), changed_at);
      QCOMPARE(recording->value(row - 1, 1), 1.0);
      QCOMPARE(recording->value(row, 1), 5.0);
    }
    QCOMPARE(jumps, 1);
  }

  void whatIsNoNumberOfTheContextNeedsANewRun() {
    const auto document = [](double rate, double initial, double period) {
      return MakeDocument({MakeBlock("g", "Growth", {{"rate", rate}, {"initial", initial}}),
                           MakeBlock("c", "Counter", {{"period", period}})},
                          kEndless);
    };
    const auto session = RunSession::Start(document(1, 0, 0.5), Registry());
    session->Pause();
    WaitUntil([&] { return session->state() == RunState::kPaused; });
    const auto edit = [&](Document edited) {
      const int64_t before = session->num_edits();
      session->Edit(std::move(edited));
      WaitUntil([&] { return session->num_edits() > before; });
      std::vector<std::string> paths;
      for (const RunChange& change : session->edits().pending) paths.push_back(change.path);
      return paths;
    };
    using Paths = std::vector<std::string>;
    QCOMPARE(edit(document(1, 4, 0.5)), Paths{"g.initial"});
    QCOMPARE(edit(document(2, 0, 0.25)), Paths{"c.period"});
    QCOMPARE(session->edits().notes.size(), std::size_t{1});
    QCOMPARE(session->edits().notes[0].path, std::string("g.rate"));
    // A document with errors says nothing new.
    Document wrong = document(2, 0, 0.25);
    wrong.root.blocks.Append(MakeBlock("x", "Wormhole"));
    QCOMPARE(edit(wrong), Paths{"c.period"});
    Document other = document(2, 0, 0.5);
    other.root.blocks.Append(MakeBlock("x", "Slope"));
    other.simulation.Set("accuracy", ParameterSetting(1e-5));
    QCOMPARE(edit(other), (Paths{"x", "simulation.accuracy"}));
    QCOMPARE(edit(document(2, 0, 0.5)), Paths{});
    QCOMPARE(session->edits().notes.size(), std::size_t{1});
    session->Stop();
    session->Wait();
  }

  void aRunGoesOnWhileItIsEdited() {
    const auto document = [](double rate) {
      return MakeDocument({MakeBlock("g", "Growth", {{"rate", rate}})}, kEndless);
    };
    RunOptions options;
    options.fixed_step = 0.25;
    options.integrator = "rk4";
    const auto session = RunSession::Start(document(1), Registry(), options);
    for (int k = 1; k <= 50; ++k) {
      const int64_t before = session->num_edits();
      session->Edit(document(1 + k));
      WaitUntil([&] { return session->num_edits() > before; });
    }
    const RunEdits edits = session->edits();
    QCOMPARE(edits.notes.size(), std::size_t{50});
    for (std::size_t k = 1; k < 50; ++k) QVERIFY(edits.notes[k].time >= edits.notes[k - 1].time);
    session->Stop();
    session->Wait();
    QCOMPARE(session->outcome().end, RunEnd::kStopped);
  }

  // What a slider passes on its way in a pause is seen by no step, and is not noted. Where it comes
  // back to, the run is as if nobody had touched it.
  void ofAPauseTheLastValueCounts() {
    const auto document = [](double rate) {
      return MakeDocument({MakeBlock("g", "Growth", {{"rate", rate}})}, 2);
    };
    RunOptions options;
    options.fixed_step = 0.25;
    options.integrator = "rk4";
    const auto whole = RunSession::Start(document(1), Registry(), options);
    whole->Wait();
    for (const double last : {1.0, 4.0}) {
      const auto session =
          RunSession::Start(document(1), Registry(), options, {RunGoal::Kind::kTime, 1, {}});
      WaitUntil([&] { return session->state() == RunState::kPaused; });
      for (const double rate : {2.0, 3.0, last}) {
        const int64_t before = session->num_edits();
        session->Edit(document(rate), rate != 2);
        WaitUntil([&] { return session->num_edits() > before; });
      }
      const std::vector<RunNote> notes = session->edits().notes;
      session->Resume();
      session->Wait();
      const auto recording = session->recording();
      const int64_t end = recording->size() - 1;
      QCOMPARE(recording->value(end, 0), 1 + last);
      if (last == 1) {
        QVERIFY(notes.empty());
        QCOMPARE(recording->size(), whole->recording()->size());
      } else {
        QCOMPARE(notes, (std::vector<RunNote>{{1, "g.rate", "1", "4", false, 4}}));
      }
    }
  }

  void valuesOfAGestureAreOneChange() {
    const std::vector<RunNote> notes = {{1, "a.gain", "1", "2", false, 4},
                                        {1, "b.gain", "7", "8", false, 4},
                                        {2, "a.gain", "2", "3", true, 8},
                                        {3, "a.gain", "3", "4", true, 12},
                                        {5, "a.gain", "4", "1", false, 20}};
    QCOMPARE(JoinGestures(notes), (std::vector<GestureNote>{{1, 3, "a.gain", "1", "4", 3},
                                                            {1, 1, "b.gain", "7", "8", 1},
                                                            {5, 5, "a.gain", "4", "1", 1}}));
    // The run is told which edits go on with the last one.
    const auto document = [](double rate) {
      return MakeDocument({MakeBlock("g", "Growth", {{"rate", rate}})}, kEndless);
    };
    const auto session = RunSession::Start(document(1), Registry(), {}, {RunGoal::Kind::kStep});
    for (const bool goes_on : {false, true, true, false}) {
      WaitUntil([&] { return session->state() == RunState::kPaused; });
      const int64_t before = session->num_edits();
      session->Edit(document(2 + static_cast<double>(before)), goes_on);
      WaitUntil([&] { return session->num_edits() > before; });
      session->Resume({RunGoal::Kind::kStep});
    }
    const std::vector<GestureNote> gestures = JoinGestures(session->edits().notes);
    QCOMPARE(gestures.size(), std::size_t{2});
    QCOMPARE(gestures[0].values, 3);
    QCOMPARE(gestures[0].before + gestures[0].after, std::string("14"));
    QCOMPARE(gestures[1].before + gestures[1].after, std::string("45"));
    session->Stop();
    session->Wait();
  }

  void aPausedRunCanBeStopped() {
    const auto session = StartCounter(kEndless);
    session->Pause();
    WaitUntil([&] { return session->state() == RunState::kPaused; });
    session->Stop();
    session->Wait();
    QCOMPARE(session->outcome().end, RunEnd::kStopped);
  }

  void destructionStopsTheRunAndTheRecordingStays() {
    auto session = StartCounter(kEndless);
    WaitUntil([&] { return RecordedRows(*session) > 100; });
    const auto recording = session->recording();
    session->Pause();
    session.reset();
    QVERIFY(recording->size() > 100);
    QCOMPARE(recording->value(100, 0), 50.0);
  }

  void aSlowRealtimeRunWaitsAndCanStillBeStopped() {
    RunOptions options;
    options.realtime_rate = 1e-9;
    const auto session = StartCounter(10, options);
    WaitUntil([&] { return session->steps() > 0; });
    session->Stop();
    session->Wait();
    QCOMPARE(session->outcome().end, RunEnd::kStopped);
    QVERIFY(session->outcome().time < 10);
  }

  void aFastRealtimeRunFinishes() {
    RunOptions options;
    options.realtime_rate = 1e9;
    const auto session = StartCounter(10, options);
    session->Wait();
    QCOMPARE(session->outcome().end, RunEnd::kDone);
    QCOMPARE(session->outcome().time, 10.0);
  }

  void aBlockEndsTheRun() {
    const auto session = RunSession::Start(
        MakeDocument({MakeBlock("counter", "Counter"), MakeBlock("ender", "Ender")}, 10),
        Registry());
    session->Wait();
    const RunOutcome outcome = session->outcome();
    QCOMPARE(outcome.end, RunEnd::kTerminated);
    QCOMPARE(outcome.path, std::string("ender"));
    QCOMPARE(outcome.message, std::string("enough"));
    QCOMPARE(outcome.time, 1.0);
    const auto recording = session->recording();
    QCOMPARE(recording->time(recording->size() - 1), 1.0);
  }

  void aBlockFailsTheRunAndWhatWasRecordedIsThere() {
    const auto session = RunSession::Start(
        MakeDocument(
            {MakeBlock("counter", "Counter"), MakeBlock("ender", "Ender", {{"fails", true}})}, 10),
        Registry());
    session->Wait();
    const RunOutcome outcome = session->outcome();
    QCOMPARE(outcome.end, RunEnd::kFailed);
    QCOMPARE(outcome.path, std::string("ender"));
    QVERIFY(outcome.message.find("the test asked for it") != std::string::npos);
    QCOMPARE(outcome.time, 1.0);
    QVERIFY(session->recording()->size() >= 4);
  }

  void aDiagramWithErrorsIsNotRun() {
    const auto session =
        RunSession::Start(MakeDocument({MakeBlock("clock", "Klock")}, 1), Registry());
    session->Wait();
    QCOMPARE(session->outcome().end, RunEnd::kInvalid);
    QVERIFY(HasErrors(session->diagnostics()));
    QVERIFY(session->recording() == nullptr);
    QCOMPARE(session->progress(), 1.0);
  }

  void anImpossibleOptionIsNamed() {
    RunOptions options;
    options.signal_paths = {"countr.y"};
    const auto session = StartCounter(1, options);
    session->Wait();
    QCOMPARE(session->outcome().end, RunEnd::kWrongOption);
    QCOMPARE(session->outcome().message,
             std::string("there is no signal \"countr.y\"; did you mean \"counter.y\"?"));
    QVERIFY(session->recording() == nullptr);
  }
};

LOOPWRIGHT_TEST(RunSessionTest)

}  // namespace loopwright::test_run_session

#include "test_run_session.moc"
