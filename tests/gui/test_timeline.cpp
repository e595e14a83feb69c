#include <QHelpEvent>
#include <QLabel>
#include <QObject>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolTip>
#include <cmath>
#include <map>
#include <memory>

#include "engine/simulation/trace_phase.h"
#include "engine/timeline/timeline.h"
#include "gui/canvas/camera.h"
#include "gui/canvas/diagram_view.h"
#include "gui/docks/panel_dock.h"
#include "gui/run/recording_memory.h"
#include "gui/run/shown_instant.h"
#include "gui/timeline/timeline_texts.h"
#include "tests/gui/timeline_window.h"
#include "tests/test_main.h"

namespace loopwright::test_timeline {

namespace {

TracePhase phaseAt(double time, const char* name) {
  TracePhase phase;
  phase.time = time;
  phase.phase = name;
  return phase;
}

}  // namespace

/// The timeline: collected on request, drawn from the whole run to the inside of an instant.
class TestTimeline : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void nothingIsCollectedWhileClosed();
  void theRunThatGoesOnStaysInFront();
  void everyKindOfPhaseHasItsLane();
  void atOneInstantPhasesStandInTheirOrder();
  void theWheelZoomsADragPans();
  void aClickSelectsTheBlockAndGoesThere();
  void aClickOnAnIsolationGoesToItsInstant();
  void whatIsPointedAtTellsItsCauseAndValues();
  void keysChooseAndEnterGoes();
  void theRulerLeadsThroughTheInstants();
  void whatIsLeftOutIsTold();
  void manyInstantsAreAnAxisOfTime();
  void anInstantWithMorePhasesThanRoomSaysSo();
};

void TestTimeline::nothingIsCollectedWhileClosed() {
  TimelineWindow w;
  QVERIFY(!w.dock()->isOpen());
  QVERIFY(w.runs()->recording() != nullptr);
  QVERIFY(w.runs()->timeline() == nullptr);
  w.open();
  auto* const button = w.child<QPushButton>("timelineRun");
  QVERIFY(button->isVisible());
  QVERIFY(!w.chart()->isVisible());
  QCOMPARE(w.text("timelineHint"),
           QString("This run began while the timeline was closed: its phases were not collected."));
  QCOMPARE(button->text(), QString("Run again with the timeline"));
  QSignalSpy finished(w.runs(), &RunController::finished);
  QTest::mouseClick(button, Qt::LeftButton);
  QTRY_COMPARE(finished.count(), 1);
  QVERIFY(w.runs()->timeline() != nullptr);
  QVERIFY(w.chart()->isVisible());
  // The keyboard is where the button was.
  QVERIFY(w.chart()->hasFocus());
  QVERIFY(!w.view().empty());
  QCOMPARE(w.text("timelineRange"), QString("The whole run"));
  // Closed again, it collects nothing and gives back what it had.
  w.dock()->close();
  w.run();
  QVERIFY(w.runs()->timeline() == nullptr);
  QVERIFY(w.view().empty());
}

// A run that begins brings the plots to the front, but not over the timeline.
void TestTimeline::theRunThatGoesOnStaysInFront() {
  TimelineWindow w;
  w.collect();
  QVERIFY(w.timeline()->isVisible());
  w.trigger(ActionId::kShowPlots);
  QTRY_VERIFY(!w.timeline()->isVisible());
  // Behind the plots it is open all the same.
  w.run();
  QVERIFY(!w.timeline()->isVisible());
  QVERIFY(w.runs()->timeline() != nullptr);
  w.open();
  QVERIFY(!w.view().empty());
}

void TestTimeline::everyKindOfPhaseHasItsLane() {
  TimelineWindow w;
  w.collect();
  // From top to bottom in the order in which a step has them.
  for (int lane = 1; lane < kNumLanes; ++lane) {
    QCOMPARE(w.chart()->laneRect(static_cast<TimelineLane>(lane)).top(),
             w.chart()->laneRect(static_cast<TimelineLane>(lane - 1)).bottom() + 1);
  }
  std::map<TimelineLane, int> counts;
  std::map<PhaseCause, int> causes;
  w.view().ForEach(w.view().first(), w.view().end(),
                   [&](int64_t number, const TimelineChunk& chunk, const TimelinePhase& phase) {
                     ++counts[laneOf(w.view(), {number, -1, false})];
                     if (phase.num_readings > 0) ++counts[TimelineLane::kIsolation];
                     if (phase.kind != PhaseKind::kDiscrete) return true;
                     for (uint32_t i = 0; i < phase.num_items; ++i) {
                       ++causes[chunk.items[phase.first_item + i].cause];
                     }
                     return true;
                   });
  QCOMPARE(counts[TimelineLane::kInitialize], 1);
  // The limits are reached and left twice each, and the relay switches on and off.
  QCOMPARE(counts[TimelineLane::kModes], 4);
  QCOMPARE(counts[TimelineLane::kIsolation], 6);
  // The updates at the end stay pending.
  QCOMPARE(causes[PhaseCause::kPeriodic], 4);
  QCOMPARE(causes[PhaseCause::kTimed], 1);
  QCOMPARE(causes[PhaseCause::kWitness], 2);
  QCOMPARE(counts[TimelineLane::kDiscrete], 7);
  QVERIFY(counts[TimelineLane::kContinuous] >= 20);
  QCOMPARE(counts[TimelineLane::kPublish], counts[TimelineLane::kContinuous] + 1);
  // Each is drawn in its lane.
  for (const auto& [lane, event] :
       {std::pair(TimelineLane::kDiscrete, w.find(PhaseKind::kDiscrete, "counter", 0.25)),
        std::pair(TimelineLane::kModes, w.find(PhaseKind::kMode, "limits", kLimit)),
        std::pair(TimelineLane::kIsolation, w.isolation(kRelayOn)),
        std::pair(TimelineLane::kContinuous, w.find(PhaseKind::kContinuous, "state", 0.25))}) {
    QVERIFY(event.phase >= 0);
    QVERIFY(w.chart()->laneRect(lane).contains(w.middleOf(event)));
  }
}

void TestTimeline::atOneInstantPhasesStandInTheirOrder() {
  TimelineWindow w;
  w.collect();
  w.zoomInto(kRelayOn);
  QVERIFY2(w.text("timelineRange").startsWith("About the instant t = 0.04021"),
           qPrintable(w.text("timelineRange")));
  // The continuous part was isolated, it was published what was there, then the relay switched,
  // and time went on.
  const TimelineEvent isolation = w.isolation(kRelayOn);
  const TimelineEvent before{isolation.phase, -1, false};
  const TimelineEvent publish{isolation.phase + 1, -1, false};
  const TimelineEvent update = w.find(PhaseKind::kDiscrete, "relay", kRelayOn);
  const TimelineEvent after{update.phase + 1, -1, false};
  QCOMPARE(update.phase, publish.phase + 1);
  const auto box = [&](const TimelineEvent& event) { return w.chart()->boxOf(event); };
  QCOMPARE(w.view().phase(after.phase).kind, PhaseKind::kContinuous);
  QVERIFY(box(before).right() <= box(isolation).left() + 1);
  QVERIFY(box(isolation).right() <= box(publish).left() + 1);
  QVERIFY(box(publish).right() <= box(update).left() + 1);
  QVERIFY(box(update).right() <= box(after).left() + 1);
  for (const TimelineEvent& event : {isolation, publish, update}) QVERIFY(box(event).width() > 40);
  // Nothing else is there.
  QCOMPARE(w.chart()->places().marks().size(), size_t{5});
}

void TestTimeline::theWheelZoomsADragPans() {
  TimelineWindow w;
  w.collect();
  const TimelineChart& chart = *w.chart();
  QVERIFY(chart.isFitted());
  QVERIFY(chart.places().from() <= 0 && chart.places().to() >= 1);
  const double span = chart.places().to() - chart.places().from();
  w.wheel(2, w.xOf(0.5));
  QVERIFY(!chart.isFitted());
  const double zoomed = chart.places().to() - chart.places().from();
  QVERIFY(std::abs(zoomed - span / (1.25 * 1.25)) < 1e-9 * span);
  QVERIFY(chart.places().from() < 0.5 && chart.places().to() > 0.5);
  w.wheel(6, w.xOf(0.5));
  const double from = chart.places().from();
  const QPoint middle = chart.laneRect(TimelineLane::kUnrestricted).center();
  w.drag(middle, middle + QPoint(60, 0));
  QVERIFY(chart.places().from() < from);
  w.drag(middle, middle - QPoint(60, 0));
  QVERIFY(std::abs(chart.places().from() - from) < 1e-9);
  // The strip above moves the part in view.
  const QRect strip = chart.overviewRect();
  QTest::mouseClick(w.chart(), Qt::LeftButton, {}, QPoint(strip.right() - 20, strip.center().y()));
  QVERIFY(chart.places().to() > 0.95);
  QTest::mouseDClick(w.chart(), Qt::LeftButton, {}, middle);
  QVERIFY(chart.isFitted());
  QCOMPARE(chart.places().to() - chart.places().from(), span);
  // In and in: there is an end to it.
  for (int n = 0; n < 300; ++n) w.wheel(1, w.xOf(0.25) + 1);
  QVERIFY(chart.places().to() > chart.places().from());
  QVERIFY(chart.places().from() <= 0.25 && chart.places().to() >= 0.25);
  for (int n = 0; n < 400; ++n) w.wheel(-1, w.xOf(0.25) + 1);
  QVERIFY(chart.isFitted());
}

void TestTimeline::aClickSelectsTheBlockAndGoesThere() {
  TimelineWindow w;
  w.collect();
  w.workspace()->view()->camera()->zoomToFit();
  w.trigger(ActionId::kWireValues);
  w.zoomInto(0.25);
  w.click(w.middleOf(w.find(PhaseKind::kDiscrete, "counter", 0.25)));
  QTRY_COMPARE(w.runs()->time(), 0.25);
  QVERIFY(w.runs()->shown()->isInPast());
  QCOMPARE(w.workspace()->view()->selectedBlocks(), QStringList("counter"));
  QCOMPARE(w.onWire("counter.y"), QString("10 → 20"));
  // Publishing sees what was before.
  const TimelineEvent update = w.find(PhaseKind::kDiscrete, "counter", 0.25);
  w.click(w.middleOf({update.phase - 1, -1, false}));
  QTRY_VERIFY(w.runs()->shown()->phase() > 0);
  QCOMPARE(w.runs()->time(), 0.25);
  QCOMPARE(w.onWire("counter.y"), QString("10"));
  // Nothing is there between the lanes' events.
  const int64_t step = w.runs()->shown()->instant()->step;
  w.click(w.chart()->laneRect(TimelineLane::kUnrestricted).center());
  QCOMPARE(w.runs()->shown()->instant()->step, step);
}

void TestTimeline::aClickOnAnIsolationGoesToItsInstant() {
  TimelineWindow w;
  w.collect();
  w.click(w.middleOf(w.isolation(kLimit)));
  QTRY_VERIFY(std::abs(w.runs()->time() - kLimit) < 1e-9);
  QCOMPARE(w.workspace()->view()->selectedBlocks(), QStringList("limits"));
  // The branch is chosen there.
  w.zoomInto(kLimit);
  w.click(w.middleOf(w.find(PhaseKind::kMode, "limits", kLimit)));
  QTRY_COMPARE(w.runs()->shown()->phase(), 0);
  QVERIFY(std::abs(w.runs()->time() - kLimit) < 1e-9);
}

void TestTimeline::whatIsPointedAtTellsItsCauseAndValues() {
  TimelineWindow w;
  w.collect();
  w.zoomInto(0.25);
  const TimelineEvent update = w.find(PhaseKind::kDiscrete, "counter", 0.25);
  QTest::mouseMove(w.chart(), w.middleOf(update));
  QTRY_COMPARE(w.text("timelineInfo"),
               QString("counter · discrete update · every 0.25 s · t = 0.25 s   counter.x: ○ 10 "
                       "● 20"));
  QHelpEvent help(QEvent::ToolTip, w.middleOf(update), w.chart()->mapToGlobal(w.middleOf(update)));
  QApplication::sendEvent(w.chart(), &help);
  QVERIFY2(QToolTip::text().startsWith("counter · discrete update"), qPrintable(QToolTip::text()));
  QVERIFY(QToolTip::text().endsWith("\ncounter.x: ○ 10 ● 20"));
  const TimelineEvent part{update.phase + 1, -1, false};
  QTest::mouseMove(w.chart(), QPoint(w.chart()->boxOf(part).left() + 4, w.middleOf(part).y()));
  QTRY_VERIFY(w.text("timelineInfo").startsWith("state · continuous part · step "));
  QVERIFY2(w.text("timelineInfo")
               .contains("from t = 0.25 s to 0.3 s · ended by an event that "
                         "time brings"),
           qPrintable(w.text("timelineInfo")));
  // An isolation tells each reading of the guard; the last ones are on both sides of zero.
  w.chart()->fit();
  const TimelineEvent isolation = w.isolation(kRelayOn);
  const TimelineChunk& chunk = w.view().ChunkOf(isolation.phase);
  const TimelinePhase& phase = w.view().phase(isolation.phase);
  QVERIFY(phase.num_readings >= 2);
  bool isBefore = false, isBehind = false;
  for (uint32_t i = 0; i < phase.num_readings; ++i) {
    const TimelineReading& reading = chunk.readings[phase.first_reading + i];
    QCOMPARE(w.view().block(reading.block), std::string("relay"));
    QVERIFY(reading.time > phase.begin && reading.time < phase.begin + 0.05);
    if (std::abs(reading.time - kRelayOn) < 1e-9)
      (reading.time < phase.end ? isBefore : isBehind) = true;
  }
  QVERIFY(isBefore && isBehind);
  QTest::mouseMove(w.chart(), w.middleOf(isolation));
  QTRY_VERIFY(w.text("timelineInfo").startsWith("relay · isolation · t = 0.0402153116"));
  QCOMPARE(w.text("timelineInfo").count("relay at t = "),
           std::min<qsizetype>(phase.num_readings, 12));
  // The time of an update is told as it was meant, not as it was counted.
  TimelineWindow fine(everyKind().replace("0.25}", "0.05}"));
  fine.collect();
  const TimelineEvent third = fine.find(PhaseKind::kDiscrete, "counter", 0.15);
  QVERIFY(fine.view().phase(third.phase).end > 0.15);
  QVERIFY2(longText(fine.view(), third).contains(" · t = 0.15 s"),
           qPrintable(longText(fine.view(), third)));
}

void TestTimeline::keysChooseAndEnterGoes() {
  TimelineWindow w;
  w.collect();
  w.chart()->setFocus();
  w.runs()->shown()->showTime(0);
  QTRY_COMPARE(w.runs()->time(), 0.0);
  const auto chosen = [&] { return *w.chart()->chosen(); };
  w.key(Qt::Key_Right);
  QCOMPARE(chosen(), w.find(PhaseKind::kDiscrete, "counter", 0));
  QCOMPARE(w.chart()->accessibleDescription().section('\n', 0, 0),
           QString("counter · discrete update · every 0.25 s · t = 0 s"));
  w.key(Qt::Key_Right);
  QCOMPARE(chosen(), w.isolation(kRelayOn));
  w.key(Qt::Key_Right);
  QCOMPARE(chosen(), w.find(PhaseKind::kDiscrete, "relay", kRelayOn));
  w.key(Qt::Key_Return);
  QTRY_VERIFY(std::abs(w.runs()->time() - kRelayOn) < 1e-9);
  QCOMPARE(w.workspace()->view()->selectedBlocks(), QStringList("relay"));
  w.key(Qt::Key_Left);
  QCOMPARE(chosen(), w.isolation(kRelayOn));
  // With Ctrl every phase: the publish is between them.
  w.key(Qt::Key_Right, Qt::ControlModifier);
  QCOMPARE(chosen(), (TimelineEvent{w.isolation(kRelayOn).phase + 1, -1, false}));
  w.key(Qt::Key_Left, Qt::ControlModifier);
  w.key(Qt::Key_Left, Qt::ControlModifier);
  QCOMPARE(chosen(), (TimelineEvent{w.isolation(kRelayOn).phase, -1, false}));
  w.key(Qt::Key_Left);
  QCOMPARE(chosen(), w.find(PhaseKind::kDiscrete, "counter", 0));
  // Zoomed in, the chosen one stays in view, wherever it is.
  for (int n = 0; n < 8; ++n) w.key(Qt::Key_Plus);
  QVERIFY(!w.chart()->isFitted());
  w.key(Qt::Key_Right);
  QVERIFY(!w.chart()->boxOf(chosen()).isEmpty());
  w.key(Qt::Key_0);
  QVERIFY(w.chart()->isFitted());
  // At the end it stays.
  for (int n = 0; n < 40; ++n) w.key(Qt::Key_Right);
  const TimelineEvent last = chosen();
  w.key(Qt::Key_Right);
  QCOMPARE(chosen(), last);
}

void TestTimeline::theRulerLeadsThroughTheInstants() {
  TimelineWindow w;
  w.collect();
  const int y = w.chart()->rulerRect().center().y();
  const QPoint from(static_cast<int>(w.xOf(0.2)), y), to(static_cast<int>(w.xOf(0.62)), y);
  QTest::mousePress(w.chart(), Qt::LeftButton, {}, from);
  QTRY_VERIFY(w.runs()->shown()->isInPast() && w.runs()->time() <= 0.21 && w.runs()->time() > 0.1);
  QTest::mouseMove(w.chart(), from + QPoint(30, 0));
  QTest::mouseMove(w.chart(), to);
  QTest::mouseRelease(w.chart(), Qt::LeftButton, {}, to);
  QTRY_VERIFY(w.runs()->time() > 0.55 && w.runs()->time() < 0.63);
}

void TestTimeline::whatIsLeftOutIsTold() {
  TimelineWindow w(counterDiagram(1000));
  RecordingMemory::setMebibytes(RecordingMemory::kLeastMebibytes);
  w.collect();
  QVERIFY(w.view().first() > 0);
  // Initialization and a publish at the start; an update and a publish every 0.02 s.
  QCOMPARE(w.view().end(), 2 + 2 * 50'000);
  int64_t leftOut = 0;
  for (const TimelineGap& gap : w.view().gaps()) {
    for (const int64_t count : gap.phases) leftOut += count;
  }
  QCOMPARE(leftOut, w.view().first());
  QVERIFY(w.child<QLabel>("timelineLeftOut")->isVisible());
  QCOMPARE(w.text("timelineLeftOut"),
           QString("%1 phases up to t = %2 s were left out to save memory.")
               .arg(formatCount(leftOut))
               .arg(w.view().gaps().back().end, 0, 'g', 6));
  // The run can be taken there nevertheless.
  const int y = w.chart()->rulerRect().center().y();
  QTest::mouseClick(w.chart(), Qt::LeftButton, {}, QPoint(static_cast<int>(w.xOf(100)), y));
  QTRY_VERIFY(w.runs()->shown()->isInPast() && std::abs(w.runs()->time() - 100) < 3);
}

// Between instants, place and time lead to each other; pixels say what is there.
void TestTimeline::manyInstantsAreAnAxisOfTime() {
  Timeline timeline(1 << 22);
  for (int n = 0; n < 1000; ++n) {
    timeline.Add(n, phaseAt(n, n % 100 == 0 ? "discrete" : "publish"));
  }
  timeline.Publish();
  const TimelineView view = timeline.Read();
  const TimelineLayout whole(view, 0, 1000, 500, 0);
  QVERIFY(!whole.isOpened());
  QCOMPARE(whole.xOf(300), 150.0);
  QCOMPARE(whole.timeAt(150), 300.0);
  int updates = 0;
  for (int x = 0; x < 500; ++x) {
    updates += whole.toneAt(TimelineLane::kDiscrete, x) != TimelineTone::kNone;
    QVERIFY(whole.toneAt(TimelineLane::kPublish, x) != TimelineTone::kNone || x % 50 == 0);
  }
  QCOMPARE(updates, 10);
  const auto mark = whole.markAt(view, TimelineLane::kDiscrete, 152);
  QVERIFY(mark && mark->event.phase == 300);
  QVERIFY(!whole.markAt(view, TimelineLane::kDiscrete, 160));
  // Few instants are opened, and what is left of the width is time.
  const TimelineLayout part(view, 298, 303, 500, 0);
  QVERIFY(part.isOpened());
  QCOMPARE(part.marks().size(), size_t{6});
  // Behind each is what there is up to the next one of its lane.
  for (const TimelineMark& shown : part.marks()) {
    double next = part.width();
    for (const TimelineMark& other : part.marks()) {
      if (other.lane == shown.lane && other.left > shown.left) next = std::min(next, other.left);
    }
    QVERIFY(std::abs(shown.free - std::max(0.0, next - shown.right)) < 1e-9);
  }
  QVERIFY(part.xOf(300, true) - part.xOf(300) > 40);
  QCOMPARE(part.timeAt(part.xOf(300) + 5), 300.0);
  for (const double time : {298.5, 300.25, 302.75}) {
    QVERIFY(std::abs(part.timeAt(part.xOf(time)) - time) < 1e-9);
  }
  QVERIFY(std::abs(part.xOf(303, true) - 500) < 1e-6);
}

void TestTimeline::anInstantWithMorePhasesThanRoomSaysSo() {
  Timeline timeline(1 << 22);
  for (int n = 0; n < 300; ++n) timeline.Add(n, phaseAt(1, "discrete"));
  timeline.Publish();
  const TimelineView view = timeline.Read();
  const TimelineLayout layout(view, 0.5, 1.5, 600, 150);
  QVERIFY(layout.isOpened());
  QCOMPARE(layout.hiddenPhases() + std::ssize(layout.marks()), 300);
  QVERIFY(layout.hiddenPhases() > 200);
  QVERIFY(layout.markOf(view, {150, -1, false}).has_value());
  QVERIFY(!layout.markOf(view, {0, -1, false}).has_value());
  TimelineChart chart;
  chart.resize(700, 250);
  chart.setTimeline(view, 0, true);
  for (int n = 0; n < 5; ++n) QTest::keyClick(&chart, Qt::Key_Right, Qt::ControlModifier);
  QVERIFY(chart.chosen().has_value());
  QCOMPARE(chart.chosen()->phase, 4);
  QVERIFY(!chart.boxOf(*chart.chosen()).isEmpty());
  for (int n = 0; n < 200; ++n) QTest::keyClick(&chart, Qt::Key_Right, Qt::ControlModifier);
  QCOMPARE(chart.chosen()->phase, 204);
  QVERIFY(!chart.boxOf(*chart.chosen()).isEmpty());
}

LOOPWRIGHT_TEST_WITH(QApplication, TestTimeline)

}  // namespace loopwright::test_timeline

#include "test_timeline.moc"
