#include <QDir>
#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "blocklib/registry.h"
#include "engine/blocks/parameter_groups.h"
#include "engine/common/value.h"
#include "engine/document/document.h"
#include "engine/file/load.h"
#include "engine/inspection/inspected_events.h"
#include "engine/inspection/instant_reader.h"
#include "engine/inspection/object_text.h"
#include "engine/session/run_session.h"
#include "tests/test_main.h"

namespace loopwright::test_inspection {
namespace {

// A loop of an integrator and a gain, dx/dt = 2 (1 − x) from 0, and a counter of 0.1 every 0.5 s.
constexpr const char* kLoop = R"({"format": "loopwright", "version": 1,
  "simulation": {"stop_time": 2},
  "diagram": {"blocks": {
    "set": {"type": "Constant"},
    "error": {"type": "Sum", "parameters": {"signs": "+-"}},
    "gain": {"type": "Gain", "parameters": {"gain": 2}},
    "state": {"type": "Integrator"},
    "counter": {"type": "DiscreteCounter", "parameters": {"increment": 0.1, "period": 0.5}},
    "scope": {"type": "Scope", "parameters": {"inputs": 2}}},
  "wires": [{"from": "set.y", "to": "error.u1"}, {"from": "state.y", "to": "error.u2"},
            {"from": "error.y", "to": "gain.u"}, {"from": "gain.y", "to": "state.u"},
            {"from": "state.y", "to": "scope.u1"}, {"from": "counter.y", "to": "scope.u2"}]}})";

Document LoopDocument() { return *LoadDocument(kLoop, BuiltInBlocks()).document; }

// In steps of 1/8 s by a method of four stages.
RunOptions StepsOfRk4() {
  RunOptions options;
  options.integrator = "rk4";
  options.fixed_step = 0.125;
  options.no_files = true;
  return options;
}

// A session that is looked into, at its end.
std::shared_ptr<RunSession> EndedSession(const Document& document, const RunOptions& options) {
  auto session = RunSession::Start(document, BuiltInBlocks(), options);
  session->LookInside(true);
  session->Wait();
  while (session->is_looking()) std::this_thread::yield();
  return session;
}

std::shared_ptr<const RunInstant> Show(RunSession* session, int64_t step) {
  session->Show({RunAim::Kind::kStep, step, 0, {}});
  while (session->is_looking()) std::this_thread::yield();
  return session->instant();
}

ValueRef OutputOf(const InstantReader& reader, const char* block) {
  return {ValueKind::kOutput, reader.FindBlock(block), 0};
}

InspectedEntry EntryOfOutput(const InstantReader& reader, const char* block) {
  const ValueRef output = OutputOf(reader, block);
  for (const InspectedEntry& entry : reader.EntriesOf(output.node)) {
    if (entry.value == output) return entry;
  }
  qFatal("%s has no such entry", block);
}

// Each value with its block, without those that stand for the same.
std::vector<std::string> NamesOf(const InstantReader& reader, const std::vector<ValueRef>& values) {
  std::vector<std::string> names;
  for (const ValueRef& value : values) {
    names.push_back(reader.BlockOf(value) + "." + reader.NameOf(value));
  }
  return names;
}

std::vector<std::string> OriginNames(const InstantReader& reader, const ValueRef& value) {
  std::vector<ValueRef> values;
  for (const ValueOrigin& origin : reader.OriginOf(value, 100)) values.push_back(origin.value);
  return NamesOf(reader, values);
}

using Names = std::vector<std::string>;

// Reads whatever there is of every block, and says what cannot be read.
std::string ReadAll(const RunInstant& instant, const std::shared_ptr<const InstantContext>& at,
                    int phase) {
  const InstantReader reader(at);
  std::string problems;
  const auto read = [&](const ValueRef& value) {
    ShownValue shown = reader.Read(value);
    if (shown.problem.empty()) return shown;
    problems += reader.BlockOf(value) + "." + reader.NameOf(value) + ": " + shown.problem + "\n";
    return shown;
  };
  for (const int node : at->index->plan().leaves) {
    const std::string path = reader.BlockOf({ValueKind::kInput, node, 0});
    if (reader.FindBlock(path) != node) problems += path + " is not found\n";
    for (int kind = 0; kind < static_cast<int>(ValueKind::kTime); ++kind) {
      for (const ValueRef& value : reader.ValuesOf(node, static_cast<ValueKind>(kind))) {
        const ShownValue shown = read(value);
        reader.DependenciesOf(value);
        if (value.kind != ValueKind::kInput) continue;
        const auto source = reader.SourceOf(value);
        if (source && shown != read(*source)) problems += path + " reads another value\n";
      }
    }
    for (const InspectedEntry& entry : reader.EntriesOf(node)) read(entry.value);
    for (const ValueRef& output : reader.ValuesOf(node, ValueKind::kOutput)) {
      for (const ValueOrigin& origin : reader.OriginOf(output, 50)) read(origin.value);
    }
    for (const InspectedEvent& event : EventsOf(reader, node, ProgressOf(instant, phase))) {
      if (std::isnan(event.next_sec)) problems += path + " has an event without a time\n";
      if (event.next_sec < at->context->get_time() - 1e-9) problems += path + " is late\n";
    }
  }
  return problems;
}

// Parameters under the name of another one, by the numbers that the document gives.
std::string MisnamedParameters(const Document& document, const InstantReader& reader) {
  std::string problems;
  for (const int node : reader.at().index->plan().leaves) {
    const Block* const block = document.FindBlock(reader.BlockOf({ValueKind::kInput, node, 0}));
    const BlockDescriptor* const type =
        block != nullptr ? BuiltInBlocks().Find(block->type) : nullptr;
    if (type == nullptr) continue;
    for (const ValueRef& value : reader.ValuesOf(node, ValueKind::kParameter)) {
      const std::string name = reader.NameOf(value);
      const ParameterDescriptor* const parameter = type->FindParameter(name);
      if (parameter == nullptr) continue;
      ParameterSetting setting = parameter->default_value;
      for (const BlockParameter& given : block->parameters) {
        if (given.name == name) setting = given.value;
      }
      const std::vector<double> numbers = reader.Read(value).numbers;
      const bool is_other = setting.is_number() &&
                            std::any_of(numbers.begin(), numbers.end(),
                                        [&](double number) { return number != setting.number(); });
      if (is_other) problems += block->type + "." + name + "\n";
    }
  }
  return problems;
}

}  // namespace

/// What can be read of a run's blocks at one of its instants.
class InspectionTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void valuesAreThoseOfTheInstant() {
    const Document document = LoopDocument();
    const auto session = EndedSession(document, StepsOfRk4());
    const auto end = session->instant();
    QVERIFY(end->inside != nullptr);
    const InstantReader reader(end->inside);
    const int state = reader.FindBlock("state");
    const ShownValue y = reader.Read(OutputOf(reader, "state"));
    QCOMPARE(y.numbers.size(), size_t(1));
    QVERIFY(std::abs(y.numbers[0] - (1 - std::exp(-4))) < 1e-5);
    QCOMPARE(reader.Read({ValueKind::kContinuousState, state, 2}), y);
    // The derivative is what the gain says.
    QCOMPARE(reader.Read({ValueKind::kDerivatives, state, 0}),
             reader.Read(OutputOf(reader, "gain")));
    const auto parameters = reader.ValuesOf(reader.FindBlock("gain"), ValueKind::kParameter);
    QCOMPARE(NamesOf(reader, parameters), Names{"gain.gain"});
    QCOMPARE(reader.Read(parameters[0]).numbers, std::vector<double>{2});
    QCOMPARE(reader.FindBlock("nobody"), -1);
    // At an update each phase has values of its own.
    const auto update = Show(session.get(), 12);
    QCOMPARE(update->time, 1.5);
    QCOMPARE(update->phases.at(0).name, std::string("discrete"));
    const InstantReader before(update->inside);
    const InstantReader after(update->phases[0].inside);
    const ValueRef counted{ValueKind::kDiscreteState, before.FindBlock("counter"), 0};
    QVERIFY(std::abs(before.Read(counted).numbers.at(0) - 0.3) < 1e-12);
    QVERIFY(std::abs(after.Read(counted).numbers.at(0) - 0.4) < 1e-12);
  }

  // Numbers that are made of several parameters, such as the limits of an integrator and the
  // coefficients of poles and zeros, are none of them.
  void parametersAreNamedAsInTheCatalogue() {
    const auto names = [](const char* type) {
      std::string text;
      for (const ParameterDescriptor* const one :
           FindParameterGroups(*BuiltInBlocks().Find(type))) {
        text += (text.empty() ? "" : " ") + (one != nullptr ? one->name : std::string("-"));
      }
      return text;
    };
    QCOMPARE(names("Gain"), std::string("gain"));
    QCOMPARE(names("Integrator"), std::string("initial_value -"));
    QCOMPARE(names("Saturation"), std::string("lower upper"));
    QCOMPARE(names("PidController"),
             std::string("kp ki kd derivative_filter lower upper initial_integral"));
    QCOMPARE(names("StateSpace"), std::string("A B C D initial_state"));
    QCOMPARE(names("MassSpringDamper"),
             std::string("mass stiffness damping initial_position initial_velocity"));
    QCOMPARE(names("ZeroPoleGain"), std::string("- - -"));
    QCOMPARE(names("DiscreteZeroPoleGain"), std::string("- - -"));
    QCOMPARE(names("Scope"), std::string());
    QCOMPARE(names("FileSource"), std::string());
  }

  void nobodyWhoLooksInsideCostsNothing() {
    const Document document = LoopDocument();
    const auto session = RunSession::Start(document, BuiltInBlocks(), StepsOfRk4());
    session->Wait();
    QVERIFY(session->instant()->inside == nullptr);
    const auto update = Show(session.get(), 12);
    QVERIFY(update->inside == nullptr);
    for (const RunPhase& phase : update->phases) QVERIFY(phase.inside == nullptr);
    // The instant that is shown is looked at again.
    session->LookInside(true);
    while (session->is_looking()) std::this_thread::yield();
    QCOMPARE(session->instant()->step, 12);
    QVERIFY(session->instant()->inside != nullptr);
    QCOMPARE(session->instant()->before, update->before);
    QCOMPARE(session->instant()->after, update->after);
  }

  void aPausedRunIsLookedIntoWhereItIs() {
    const Document document = LoopDocument();
    const auto session =
        RunSession::Start(document, BuiltInBlocks(), StepsOfRk4(), {RunGoal::Kind::kTime, 1, {}});
    while (session->state() != RunState::kPaused) std::this_thread::yield();
    QVERIFY(session->instant()->inside == nullptr);
    session->LookInside(true);
    while (session->is_looking()) std::this_thread::yield();
    QCOMPARE(session->instant()->time, 1.0);
    QVERIFY(session->instant()->inside != nullptr);
    QCOMPARE(session->instant()->inside->context->get_time(), 1.0);
    QVERIFY(session->state() == RunState::kPaused);
    session->Resume();
    session->Wait();
    QCOMPARE(session->instant()->time, 2.0);
  }

  // By hand: a step of four stages needs each value four times, and the writing of the state makes
  // it stale before all but the first, where it is known from the end of the step before.
  // With 12.5 ms a step by the wall clock, the run keeps a snapshot, which has no computed values,
  // before each of them.
  void computationsOfAStepAreCounted_data() {
    QTest::addColumn<double>("realtime_rate");
    QTest::newRow("fast") << 0.0;
    QTest::newRow("a snapshot before each step") << 10.0;
  }
  void computationsOfAStepAreCounted() {
    QFETCH(double, realtime_rate);
    const Document document = LoopDocument();
    RunOptions options = StepsOfRk4();
    options.realtime_rate = realtime_rate;
    const auto session = EndedSession(document, options);
    const auto instant = Show(session.get(), 9);
    QVERIFY(!instant->phases.empty());
    const InstantReader end(instant->phases.back().inside);
    const InspectedEntry gain = EntryOfOutput(end, "gain");
    QVERIFY(gain.is_counted);
    QVERIFY(EntryOfOutput(InstantReader(instant->inside), "gain").is_up_to_date);
    QCOMPARE(gain.computed, 3);
    QCOMPARE(NamesOf(end, gain.depends), (Names{"gain.u", "gain.gain"}));
    QVERIFY(gain.cause.has_value());
    QCOMPARE(end.BlockOf(*gain.cause), std::string("state"));
    QVERIFY(gain.cause->kind == ValueKind::kContinuousState);
    QVERIFY(gain.invalidated >= 3);
    // A constant is computed once in a run, and asked for again and again.
    const InspectedEntry set = EntryOfOutput(end, "set");
    QVERIFY(set.is_up_to_date);
    QVERIFY(set.computed <= 1);
    QVERIFY(set.reused >= 3);
    QVERIFY(!set.cause.has_value());
    // Where the run has come to, the step is still to be made.
    const InstantReader head(Show(session.get(), session->last_step())->inside);
    QVERIFY(!EntryOfOutput(head, "gain").is_counted);
  }

  void eventsHaveTheirNextTimes() {
    const Document document = LoopDocument();
    const auto session = EndedSession(document, StepsOfRk4());
    const auto next = [](const RunInstant& instant, int phase) {
      const auto& at =
          phase == 0 ? instant.inside : instant.phases[static_cast<size_t>(phase - 1)].inside;
      const InstantReader reader(at);
      for (const InspectedEvent& event :
           EventsOf(reader, reader.FindBlock("counter"), ProgressOf(instant, phase))) {
        if (event.period_sec == 0.5) return event.next_sec;
      }
      return -1.0;
    };
    // Those due at the end stay pending.
    QCOMPARE(next(*session->instant(), 0), 2.0);
    QCOMPARE(next(*Show(session.get(), 9), 0), 1.5);
    const auto update = Show(session.get(), 12);
    QCOMPARE(next(*update, 0), 1.5);
    QCOMPARE(next(*update, 1), 2.0);
    QCOMPARE(next(*update, static_cast<int>(update->phases.size())), 2.0);
  }

  void witnessesWaitForTheirCrossing() {
    const Document document =
        *LoadFile(LOOPWRIGHT_SOURCE_DIR "/resources/examples/bouncing_ball.loop.json",
                  BuiltInBlocks())
             .document;
    const auto session = EndedSession(document, {});
    const InstantReader reader(session->instant()->inside);
    int witnesses = 0;
    for (const int node : session->instant()->inside->index->plan().leaves) {
      for (const InspectedEvent& event : EventsOf(reader, node, {false, false, true})) {
        if (event.trigger != TriggerType::kWitness) continue;
        ++witnesses;
        QVERIFY(!event.witness.empty());
        QVERIFY(std::isfinite(event.witness_value));
        QVERIFY(std::isinf(event.next_sec));
      }
    }
    QVERIFY(witnesses > 0);
  }

  // Round the loop and back to where it began, which is not gone through again.
  void aValueIsFollowedBackToItsSources() {
    const Document document = LoopDocument();
    const auto session = EndedSession(document, StepsOfRk4());
    const InstantReader reader(session->instant()->inside);
    QCOMPARE(OriginNames(reader, OutputOf(reader, "gain")),
             (Names{"gain.y", "error.y", "gain.gain", "set.y", "state.y", "set.value", "state.x",
                    "gain.y"}));
    const auto rows = reader.OriginOf(OutputOf(reader, "gain"), 100);
    QVERIFY(rows.back().is_repeated);
    QCOMPARE(rows[0].parent, -1);
    QCOMPARE(rows[1].parent, 0);
    QCOMPARE(rows[3].parent, 1);
    // No longer than it may be, up to the causes of one value.
    QVERIFY(reader.OriginOf(OutputOf(reader, "gain"), 3).size() <= 4);
    QCOMPARE(OriginNames(reader, OutputOf(reader, "counter")).at(1), std::string("counter.x"));
  }

  // Forwards from a value to what is computed from it, over wires as well.
  void whatDependsOnAValueIsFound() {
    const Document document = LoopDocument();
    const auto session = EndedSession(document, StepsOfRk4());
    const InstantReader reader(session->instant()->inside);
    const auto dependents = [&](const ValueRef& value) {
      return NamesOf(reader, reader.DependentsOf(value));
    };
    const int state = reader.FindBlock("state");
    QCOMPARE(dependents(OutputOf(reader, "error")), Names{"gain.u"});
    QCOMPARE(dependents({ValueKind::kInput, reader.FindBlock("gain"), 0}), Names{"gain.y"});
    // The derivative, which has no name, and what it changes.
    QCOMPARE(dependents({ValueKind::kInput, state, 0}), (Names{"state.", "state.x"}));
    QCOMPARE(dependents({ValueKind::kContinuousState, state, 2}), Names{"state.y"});
    Names readers = dependents(OutputOf(reader, "state"));
    std::sort(readers.begin(), readers.end());
    QCOMPARE(readers, (Names{"error.u2", "scope.u1"}));
    // A sink computes nothing from its inputs.
    QCOMPARE(dependents({ValueKind::kInput, reader.FindBlock("scope"), 0}), Names{});
    // Each dependency is found from both of its ends.
    for (const int node : reader.at().index->plan().leaves) {
      for (const ValueKind kind : {ValueKind::kInput, ValueKind::kOutput,
                                   ValueKind::kContinuousState, ValueKind::kDiscreteState}) {
        for (const ValueRef& value : reader.ValuesOf(node, kind)) {
          for (const ValueRef& cause : reader.DependenciesOf(value)) {
            const std::vector<ValueRef> found = reader.DependentsOf(cause);
            QVERIFY(std::find(found.begin(), found.end(), value) != found.end());
          }
        }
      }
    }
  }

  void theTimeIsReadByMany() {
    const Document document = *LoadDocument(R"({"format": "loopwright", "version": 1,
      "simulation": {"stop_time": 1}, "diagram": {"blocks": {
        "sine": {"type": "Sine"}, "gain": {"type": "Gain"}, "ramp": {"type": "Sine"}},
      "wires": [{"from": "sine.y", "to": "gain.u"}]}})",
                                            BuiltInBlocks())
                                   .document;
    const auto session = EndedSession(document, StepsOfRk4());
    const InstantReader reader(session->instant()->inside);
    Names names = NamesOf(reader, reader.DependentsOf(ValueRef{}));
    std::sort(names.begin(), names.end());
    QCOMPARE(names, (Names{"ramp.y", "sine.y"}));
  }

  void whatIsComputedIsUpToDateOrNot() {
    const Document document = LoopDocument();
    const auto session = EndedSession(document, StepsOfRk4());
    const auto instant = Show(session.get(), 9);
    const InstantReader reader(instant->inside);
    const int gain = reader.FindBlock("gain");
    for (const auto& phase : instant->phases) {
      const InstantReader within(phase.inside);
      QCOMPARE(within.IsUpToDate(OutputOf(within, "gain")),
               std::optional(EntryOfOutput(within, "gain").is_up_to_date));
    }
    QCOMPARE(reader.IsUpToDate(OutputOf(reader, "gain")), std::optional(true));
    QCOMPARE(reader.IsUpToDate({ValueKind::kInput, gain, 0}),
             reader.IsUpToDate(OutputOf(reader, "error")));
    QVERIFY(!reader.IsUpToDate({ValueKind::kParameter, gain, 0}));
    QVERIFY(!reader.IsUpToDate({ValueKind::kContinuousState, reader.FindBlock("state"), 2}));
    QVERIFY(!reader.IsUpToDate(ValueRef{}));
  }

  void objectsAreTexts() {
    QCOMPARE(TextOfObject(Value<std::string>("on")), std::string("on"));
    QCOMPARE(TextOfObject(Value<bool>(true)), std::string("true"));
    QCOMPARE(TextOfObject(Value<double>(2.5)), std::string("2.5"));
    QCOMPARE(TextOfObject(Value<int>(3)), std::string("3"));
    QCOMPARE(TextOfObject(Value<std::vector<double>>({1, 2})), std::string("[1, 2]"));
    QCOMPARE(TextOfObject(Value<std::vector<double>>(std::vector<double>(10, 1))),
             std::string("[1, 1, 1, 1, 1, 1, 1, 1, … 10]"));
    QCOMPARE(TextOfObject(Value<Document>()), std::string("Document"));
  }

  void everyBlockCanBeLookedInto_data() {
    QTest::addColumn<QString>("file");
    for (const char* folder : {"resources/examples", "resources/help/diagrams"}) {
      const QDir directory(QString(LOOPWRIGHT_SOURCE_DIR "/") + folder);
      for (const QString& file : directory.entryList({"*.loop.json"})) {
        QTest::newRow(qPrintable(file)) << directory.filePath(file);
      }
    }
  }
  void everyBlockCanBeLookedInto() {
    QFETCH(QString, file);
    RunOptions options;
    options.no_files = true;
    const Document document = *LoadFile(file.toStdString(), BuiltInBlocks()).document;
    const auto session = EndedSession(document, options);
    QVERIFY(session->instant() != nullptr);
    QCOMPARE(MisnamedParameters(document, InstantReader(session->instant()->inside)),
             std::string());
    QCOMPARE(ReadAll(*session->instant(), session->instant()->inside, 0), std::string());
    const int64_t last = std::min<int64_t>(session->last_step(), 400);
    for (const int64_t step : {last / 2, last / 3, int64_t{0}}) {
      const auto instant = Show(session.get(), step);
      QCOMPARE(ReadAll(*instant, instant->inside, 0), std::string());
      for (size_t phase = 0; phase < instant->phases.size(); ++phase) {
        QCOMPARE(ReadAll(*instant, instant->phases[phase].inside, static_cast<int>(phase) + 1),
                 std::string());
      }
    }
  }
};

LOOPWRIGHT_TEST(InspectionTest)

}  // namespace loopwright::test_inspection

#include "test_inspection.moc"
