#include <QObject>
#include <QTest>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "engine/document/document.h"
#include "engine/session/run_session.h"
#include "engine/simulation/trace_phase.h"
#include "engine/timeline/timeline.h"
#include "tests/engine/session_blocks.h"
#include "tests/test_main.h"

namespace loopwright::test_run_timeline {
namespace {

using session_blocks::MakeBlock;
using session_blocks::MakeDocument;
using session_blocks::Registry;

// Steps of 1/8 s, of which every fourth begins with an update of the counter.
std::shared_ptr<RunSession> StartSteps(double stop, std::optional<int64_t> limit,
                                       const RunGoal& goal = {}) {
  RunOptions options;
  options.integrator = "rk4";
  options.fixed_step = 0.125;
  options.timeline_limit = limit;
  return RunSession::Start(
      MakeDocument({MakeBlock("counter", "Counter"), MakeBlock("g", "Growth", {{"rate", 2.0}})},
                   stop),
      Registry(), options, goal);
}

std::string NameOf(PhaseKind kind) {
  const char* const names[] = {"initialize", "unrestricted", "discrete",
                               "mode",       "continuous",   "publish"};
  return names[static_cast<int>(kind)];
}

// "2: discrete", step and phase, of all that is kept.
std::vector<std::string> Lines(const TimelineView& view) {
  std::vector<std::string> lines;
  view.ForEach(view.first(), view.end(),
               [&](int64_t, const TimelineChunk&, const TimelinePhase& phase) {
                 lines.push_back(std::to_string(phase.step) + "." + std::to_string(phase.place) +
                                 ": " + NameOf(phase.kind));
                 return true;
               });
  return lines;
}

int64_t Count(const TimelineGap& gap) {
  return std::accumulate(gap.phases.begin(), gap.phases.end(), int64_t{0});
}

int64_t CountLeftOut(const TimelineView& view) {
  int64_t count = 0;
  for (const TimelineGap& gap : view.gaps()) count += Count(gap);
  return count;
}

// A phase of nobody's, as a simulator tells it.
TracePhase PhaseAt(double time, const char* phase) {
  TracePhase traced;
  traced.time = time;
  traced.phase = phase;
  return traced;
}

}  // namespace

class RunTimelineTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void withoutALimitThereIsNone() {
    const auto session = StartSteps(1, std::nullopt);
    session->Wait();
    QVERIFY(session->timeline() == nullptr);
  }

  void phasesStandInTheirOrder() {
    const auto session = StartSteps(1, 1 << 20);
    session->Wait();
    const TimelineView view = session->timeline()->Read();
    QVERIFY(view.gaps().empty());
    const std::vector<std::string> lines = Lines(view);
    const std::vector<std::string> first(lines.begin(), lines.begin() + 7);
    QCOMPARE(first, (std::vector<std::string>{"-1.0: initialize", "-1.1: publish", "0.0: discrete",
                                              "0.1: continuous", "0.2: publish", "1.0: continuous",
                                              "1.1: publish"}));
    // For eight steps a continuous part and a publish, and two updates.
    QCOMPARE(lines.size(), size_t{2 + 8 * 2 + 2});
    QCOMPARE(view.LowerBoundStep(1), 5);
    QCOMPARE(view.LowerBoundTime(0.125), 3);
    QCOMPARE(view.LowerBoundTime(1.5), view.end());
  }

  void aPhaseTellsBlockCauseAndValues() {
    const auto session = StartSteps(1, 1 << 20);
    session->Wait();
    const TimelineView view = session->timeline()->Read();
    // The second update of the counter is at 0.5 s, before step 4.
    const int64_t number = view.LowerBoundStep(4);
    const TimelineChunk& chunk = view.ChunkOf(number);
    const TimelinePhase& update = view.phase(number);
    QCOMPARE(update.kind, PhaseKind::kDiscrete);
    QCOMPARE(update.end, 0.5);
    QCOMPARE(update.num_items, 1u);
    const TimelineItem& item = chunk.items[update.first_item];
    QCOMPARE(view.block(item.block), std::string("counter"));
    QCOMPARE(item.cause, PhaseCause::kPeriodic);
    QCOMPARE(item.period_sec, 0.5);
    QVERIFY(item.changed);
    QCOMPARE(item.num_numbers, 1u);
    QCOMPARE(chunk.numbers[item.first_number].before, 1.0);
    QCOMPARE(chunk.numbers[item.first_number].after, 2.0);
    const TimelinePhase& step = view.phase(number + 1);
    QCOMPARE(step.kind, PhaseKind::kContinuous);
    QCOMPARE(step.begin, 0.5);
    QCOMPARE(step.end, 0.625);
    QCOMPARE(step.ended_by, StepEnd::kLength);
    const TimelinePhase& last = view.phase(view.LowerBoundStep(7));
    QCOMPARE(last.kind, PhaseKind::kContinuous);
    QCOMPARE(last.ended_by, StepEnd::kEvent);
  }

  // What a step back shows phase by phase is what the timeline has of that step.
  void stepsAndPlacesAreThoseOfAnInstant() {
    const auto session = StartSteps(2, 1 << 20);
    session->Wait();
    const TimelineView view = session->timeline()->Read();
    for (const int64_t step : {0, 3, 4, 15}) {
      session->Show({RunAim::Kind::kStep, step, 0, {}});
      while (session->is_looking()) std::this_thread::yield();
      const auto instant = session->instant();
      const int64_t first = view.LowerBoundStep(step);
      QCOMPARE(view.LowerBoundStep(step + 1) - first, std::ssize(instant->phases));
      for (size_t i = 0; i < instant->phases.size(); ++i) {
        const TimelinePhase& phase = view.phase(first + static_cast<int64_t>(i));
        QCOMPARE(NameOf(phase.kind), instant->phases[i].name);
        QCOMPARE(phase.end, instant->phases[i].time);
        QCOMPARE(phase.place, static_cast<int32_t>(i));
      }
    }
    // What was made again to be shown is not there twice.
    QCOMPARE(Lines(session->timeline()->Read()), Lines(view));
  }

  void aRunThatGoesOnFromItsPastIsWhole() {
    const auto whole = StartSteps(2, 1 << 20);
    whole->Wait();
    const auto session = StartSteps(2, 1 << 20, {RunGoal::Kind::kTime, 1, {}});
    while (session->state() != RunState::kPaused) std::this_thread::yield();
    const TimelineView paused = session->timeline()->Read();
    QCOMPARE(paused.phase(paused.end() - 1).end, 1.0);
    session->Show({RunAim::Kind::kStep, 2, 0, {}});
    while (session->is_looking()) std::this_thread::yield();
    const auto fork = session->Fork(
        2, MakeDocument(
               {MakeBlock("counter", "Counter"), MakeBlock("g", "Growth", {{"rate", 2.0}})}, 2));
    session->Resume();
    session->Wait();
    fork->Wait();
    const std::vector<std::string> lines = Lines(whole->timeline()->Read());
    QCOMPARE(Lines(session->timeline()->Read()), lines);
    QCOMPARE(Lines(fork->timeline()->Read()), lines);
  }

  // The oldest phases go; how many is known.
  void memoryIsBounded() {
    const auto session = StartSteps(500, 100'000);
    session->Wait();
    const TimelineView view = session->timeline()->Read();
    // Initialization and a publish at the start, 4000 steps, 1000 updates.
    QCOMPARE(view.end(), 2 + 4000 * 2 + 1000);
    QVERIFY(view.first() > 0);
    QCOMPARE(CountLeftOut(view), view.first());
    QCOMPARE(view.gaps().front().begin, 0.0);
    QVERIFY(view.gaps().back().end <= view.phase(view.first()).end);
    int64_t bytes = 0, chunks = 0;
    for (int64_t n = view.first(); n < view.end(); ++chunks) {
      const TimelineChunk& chunk = view.ChunkOf(n);
      bytes += chunk.bytes();
      n = chunk.first + std::ssize(chunk.phases);
    }
    QVERIFY(chunks > 1);
    // The last chunk is not full yet, and comes on top.
    QVERIFY(bytes <= 100'000 + 256 * 256);
    QCOMPARE(view.phase(view.end() - 1).end, 500.0);
  }

  void manyGapsAreJoined() {
    Timeline timeline(1);
    constexpr int64_t kPhases = 2000 * 256;
    for (int64_t n = 0; n < kPhases; ++n) {
      timeline.Add(n, PhaseAt(double(n), n % 2 == 0 ? "discrete" : "publish"));
    }
    timeline.Publish();
    const TimelineView view = timeline.Read();
    QCOMPARE(view.end(), kPhases);
    QVERIFY(view.gaps().size() <= Timeline::kMostGaps);
    QVERIFY(view.gaps().size() > Timeline::kMostGaps / 4);
    QCOMPARE(CountLeftOut(view), view.first());
    int64_t updates = 0;
    double end = 0;
    for (const TimelineGap& gap : view.gaps()) {
      QVERIFY(gap.begin >= end);
      end = gap.end;
      updates += gap.phases[static_cast<size_t>(PhaseKind::kDiscrete)];
    }
    QCOMPARE(updates, view.first() / 2);
  }

  // A reader sees whole phases while the writer goes on, and what it holds does not change.
  void readersSeeAGrowingPart() {
    Timeline timeline(1 << 22);
    std::jthread writer([&] {
      for (int64_t n = 0; n < 100'000; ++n) timeline.Add(n, PhaseAt(double(n), "publish"));
      timeline.Publish();
    });
    int64_t end = 0;
    while (end < 100'000) {
      const TimelineView view = timeline.Read();
      QVERIFY(view.end() >= end);
      end = view.end();
      for (int64_t n = view.first(); n < end; n += 997) QCOMPARE(view.phase(n).end, double(n));
      if (end > 0) QCOMPARE(view.phase(end - 1).step, end - 1);
    }
  }
};

LOOPWRIGHT_TEST(RunTimelineTest)

}  // namespace loopwright::test_run_timeline

#include "test_run_timeline.moc"
