#include <QDebug>
#include <QElapsedTimer>
#include <QObject>
#include <QTest>
#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "engine/document/document.h"
#include "engine/recording/recording.h"
#include "engine/session/run_session.h"
#include "engine/session/run_snapshots.h"
#include "tests/engine/session_blocks.h"
#include "tests/test_main.h"

namespace loopwright::test_run_session_past {
namespace {

using session_blocks::MakeBlock;
using session_blocks::MakeDocument;
using session_blocks::Registry;

// Steps of 1/8 s, of which every fourth begins with an update of the counter.
Document CounterAndGrowth(double rate, double stop = 4) {
  return MakeDocument({MakeBlock("counter", "Counter"), MakeBlock("g", "Growth", {{"rate", rate}})},
                      stop);
}

RunOptions StepsOfAnEighth() {
  RunOptions options;
  options.integrator = "rk4";
  options.fixed_step = 0.125;
  return options;
}

std::shared_ptr<const RunInstant> ShowInstant(RunSession* session, const RunAim& aim) {
  session->Show(aim);
  while (session->is_looking()) std::this_thread::yield();
  return session->instant();
}

std::vector<double> Values(const RunInstant& instant, const std::vector<double>& of,
                           const char* path) {
  const auto part = instant.Part(of, path);
  return {part.begin(), part.end()};
}

void CompareRows(const Recording& a, const Recording& b) {
  QCOMPARE(a.size(), b.size());
  for (int64_t row = 0; row < a.size(); ++row) {
    QCOMPARE(a.time(row), b.time(row));
    QCOMPARE(a.side(row), b.side(row));
    for (int column = 0; column < a.num_columns(); ++column) {
      QCOMPARE(a.value(row, column), b.value(row, column));
    }
  }
}

}  // namespace

class RunSessionPastTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void instantsHaveBothValuesAndPhases() {
    const auto session = RunSession::Start(CounterAndGrowth(2), Registry(), StepsOfAnEighth());
    session->Wait();
    QCOMPARE(session->last_step(), 32);
    QCOMPARE(session->instant()->step, 32);
    const auto update = ShowInstant(session.get(), {RunAim::Kind::kStep, 8, 0, {}});
    QCOMPARE(update->step, 8);
    QCOMPARE(update->time, 1.0);
    QCOMPARE(Values(*update, update->before, "counter.y"), (std::vector<double>{2, -2}));
    QCOMPARE(Values(*update, update->after, "counter.y"), (std::vector<double>{3, -3}));
    QCOMPARE(Values(*update, update->before, "g.y"), std::vector<double>{2});
    QVERIFY(Values(*update, update->before, "nobody.y").empty());
    QVERIFY(update->phases.size() >= 2);
    QCOMPARE(update->phases[0].name, std::string("discrete"));
    QCOMPARE(update->phases[0].changed, std::vector<std::string>{"counter"});
    const auto continuous =
        std::find_if(update->phases.begin(), update->phases.end(),
                     [](const RunPhase& phase) { return phase.name == "continuous"; });
    QVERIFY(continuous != update->phases.end());
    QCOMPARE(continuous->time, 1.125);
    QCOMPARE(Values(*update, continuous->values, "g.y"), std::vector<double>{2.25});
    // Between updates there is one value; where the run has come to, no step was made yet.
    const auto between = ShowInstant(session.get(), {RunAim::Kind::kStep, 9, 0, {}});
    QVERIFY(between->after.empty());
    const auto end = ShowInstant(session.get(), {RunAim::Kind::kStep, 1000, 0, {}});
    QCOMPARE(end->time, 4.0);
    QVERIFY(end->phases.empty());
    QVERIFY(session->finished());
  }

  void updatesSamplesAndTimesAreFound() {
    const auto session = RunSession::Start(CounterAndGrowth(2), Registry(), StepsOfAnEighth());
    session->Wait();
    const auto step = [&](RunAim::Kind kind, int64_t from, double time, const char* block) {
      return ShowInstant(session.get(), {kind, from, time, block})->step;
    };
    QCOMPARE(step(RunAim::Kind::kUpdateBefore, 32, 0, ""), 28);
    QCOMPARE(step(RunAim::Kind::kUpdateBefore, 28, 0, ""), 24);
    QCOMPARE(step(RunAim::Kind::kUpdateBefore, 0, 0, ""), 0);
    QCOMPARE(step(RunAim::Kind::kUpdateAfter, 24, 0, ""), 28);
    QCOMPARE(step(RunAim::Kind::kUpdateAfter, 28, 0, ""), 32);
    QCOMPARE(step(RunAim::Kind::kSampleBefore, 11, 0, "counter"), 8);
    QCOMPARE(step(RunAim::Kind::kSampleAfter, 8, 0, "counter"), 12);
    QCOMPARE(step(RunAim::Kind::kSampleAfter, 8, 0, "g"), 32);
    QCOMPARE(step(RunAim::Kind::kTime, 0, 1.2, ""), 9);
    QCOMPARE(step(RunAim::Kind::kTime, 0, -1, ""), 0);
    QCOMPARE(step(RunAim::Kind::kTime, 0, 100, ""), 32);
  }

  void aRunPausesAfterASample() {
    const auto session = RunSession::Start(CounterAndGrowth(2, 1e9), Registry(), StepsOfAnEighth(),
                                           {RunGoal::Kind::kTime, 1.25, {}});
    const auto wait_for_pause = [&] {
      while (session->state() != RunState::kPaused) std::this_thread::yield();
    };
    wait_for_pause();
    session->Resume({RunGoal::Kind::kSample, 0, "counter"});
    wait_for_pause();
    QCOMPARE(session->time(), 1.625);
    // Looking back changes nothing of that.
    QCOMPARE(ShowInstant(session.get(), {RunAim::Kind::kStep, 2, 0, {}})->time, 0.25);
    QCOMPARE(session->state(), RunState::kPaused);
    QCOMPARE(session->time(), 1.625);
    session->Resume({RunGoal::Kind::kStep, 0, {}});
    wait_for_pause();
    QCOMPARE(session->time(), 1.75);
    ShowInstant(session.get(), {RunAim::Kind::kStep, 2, 0, {}});
    session->Stop();
    session->Wait();
    QCOMPARE(session->outcome().end, RunEnd::kStopped);
    QCOMPARE(session->outcome().time, 1.75);
  }

  void forksGoOnFromWhereTheyBegan() {
    const auto whole = RunSession::Start(CounterAndGrowth(2), Registry(), StepsOfAnEighth());
    whole->Wait();
    const auto same = whole->Fork(10, CounterAndGrowth(2));
    same->Wait();
    CompareRows(*same->recording(), *whole->recording());
    // Faster from 1.25 s on; a fork of that from 2 s on is slow again.
    const auto faster = whole->Fork(10, CounterAndGrowth(6));
    faster->Wait();
    QCOMPARE(faster->instant()->Part(faster->instant()->before, "g.y")[0], 2.5 + 6 * 2.75);
    QCOMPARE(faster->edits().notes.size(), size_t{1});
    QCOMPARE(faster->edits().notes[0].time, 1.25);
    const auto slower = faster->Fork(16, CounterAndGrowth(2));
    slower->Wait();
    QCOMPARE(slower->instant()->Part(slower->instant()->before, "g.y")[0], 2.5 + 6 * 0.75 + 2 * 2);
    QCOMPARE(slower->edits().notes.size(), size_t{2});
    // The change is made again where a fork is looked back at.
    const auto past = ShowInstant(slower.get(), {RunAim::Kind::kStep, 14, 0, {}});
    QCOMPARE(past->Part(past->before, "g.y")[0], 2.5 + 6 * 0.5);
  }

  // How long it takes is told and not tested.
  void aMillionStepsAreGoneBackFromNearby() {
    const auto session = RunSession::Start(
        MakeDocument({MakeBlock("counter", "Counter")}, 0.5 * 1'000'000), Registry());
    session->Wait();
    QCOMPARE(session->last_step(), 1'000'000);
    QVERIFY(session->snapshots().first <= RunSnapshots::kMost);
    int64_t longest = 0;
    for (const int64_t step : {999'999, 999'998, 990'000, 900'000, 500'000, 3, 999'999}) {
      QElapsedTimer timer;
      timer.start();
      const auto instant = ShowInstant(session.get(), {RunAim::Kind::kStep, step, 0, {}});
      longest = std::max<int64_t>(longest, timer.elapsed());
      QCOMPARE(instant->step, step);
      QCOMPARE(instant->Part(instant->before, "counter.y")[0], static_cast<double>(step));
    }
    qInfo("the longest of seven ways back took %d ms, with %d snapshots", static_cast<int>(longest),
          static_cast<int>(session->snapshots().first));
  }

  // Of a thousand snapshots those stay that are nearest to the end.
  void snapshotsBecomeSparserToThePast() {
    RunSnapshots snapshots(int64_t{1} << 40);
    for (int64_t step = 0; step < 20'000; ++step) {
      snapshots.Add(std::make_shared<const RunSnapshot>(
          RunSnapshot{step, static_cast<double>(step), 100, nullptr}));
    }
    QCOMPARE(snapshots.size(), RunSnapshots::kMost);
    QCOMPARE(snapshots.AtOrBefore(0)->step, 0);
    QCOMPARE(snapshots.AtOrBefore(19'999)->step, 19'999);
    for (const int64_t back : {1, 10, 100, 1000, 10'000}) {
      const int64_t gap = 19'999 - back - snapshots.AtOrBefore(19'999 - back)->step;
      QVERIFY2(gap <= 1 + back / 20, qPrintable(QString("%1: %2").arg(back).arg(gap)));
      QCOMPARE(snapshots.AtOrBeforeTime(19'999.5 - static_cast<double>(back))->step,
               19'999 - back - gap);
    }
    RunSnapshots few(1000);
    for (int64_t step = 0; step < 100; ++step) {
      few.Add(std::make_shared<const RunSnapshot>(
          RunSnapshot{step, static_cast<double>(step), 100, nullptr}));
    }
    QCOMPARE(few.size(), size_t{10});
    QCOMPARE(few.bytes(), 1000);
  }
};

LOOPWRIGHT_TEST(RunSessionPastTest)

}  // namespace loopwright::test_run_session_past

#include "test_run_session_past.moc"
