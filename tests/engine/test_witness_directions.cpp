// Witness functions of time alone (reference case ev_witness_directions): how often each direction
// triggers, and when.

#include <QList>
#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "engine/simulation/simulator.h"
#include "engine/system/leaf_system.h"
#include "tests/test_main.h"

namespace loopwright::test_witness_directions {

namespace {

/// w(t) = t - t*, for the first and the last of `times`; notes when it triggers.
class Alarm final : public LeafSystem<double> {
 public:
  Alarm(WitnessFunctionDirection direction, const std::vector<double>& times) {
    first_ = times.at(0);
    last_ = times.back();
    witnesses_.push_back(MakeWitnessFunction("first", direction, &Alarm::First, &Alarm::Note));
    if (times.size() > 1) {
      witnesses_.push_back(MakeWitnessFunction("last", direction, &Alarm::Last, &Alarm::Note));
    }
  }
  mutable std::vector<double> triggered;

 private:
  double First(const Context<double>& context) const { return context.get_time() - first_; }
  double Last(const Context<double>& context) const { return context.get_time() - last_; }
  EventStatus Note(const Context<double>& context) const {
    triggered.push_back(context.get_time());
    return EventStatus::Succeeded();
  }
  void DoGetWitnessFunctions(
      const Context<double>&,
      std::vector<const WitnessFunction<double>*>* witnesses) const override {
    for (const auto& witness : witnesses_) witnesses->push_back(witness.get());
  }

  double first_ = 0, last_ = 0;
  std::vector<std::unique_ptr<WitnessFunction<double>>> witnesses_;
};

/// A level that a discrete update sets anew every second: level k from t = k on, the first one from
/// the start. Notes at which times a witness function of the level triggers.
class Levels final : public LeafSystem<double> {
 public:
  Levels(WitnessFunctionDirection direction, std::vector<double> levels)
      : levels_(std::move(levels)) {
    DeclareDiscreteState(BasicVector<double>({levels_.at(0)}));
    DeclarePeriodicDiscreteUpdateEvent(1, 1, &Levels::SetLevel);
    witness_ = MakeWitnessFunction("level", direction, &Levels::Level, &Levels::Note);
  }
  mutable std::vector<double> triggered;

 private:
  double Level(const Context<double>& context) const { return context.get_discrete_state(0)[0]; }
  EventStatus SetLevel(const Context<double>& context, DiscreteValues<double>* x) const {
    const auto k = static_cast<size_t>(std::lround(context.get_time()));
    (*x)[0] = levels_.at(std::min(k, levels_.size() - 1));
    return EventStatus::Succeeded();
  }
  EventStatus Note(const Context<double>& context) const {
    triggered.push_back(context.get_time());
    return EventStatus::Succeeded();
  }
  void DoGetWitnessFunctions(
      const Context<double>&,
      std::vector<const WitnessFunction<double>*>* witnesses) const override {
    witnesses->push_back(witness_.get());
  }

  const std::vector<double> levels_;
  std::unique_ptr<WitnessFunction<double>> witness_;
};

std::vector<double> Triggered(const Alarm& alarm, double start, double stop, double step,
                              bool isolate = true) {
  Simulator<double> simulator(alarm);
  SimulatorConfig config;
  config.integrator = "rk4";
  config.fixed_step = step;
  config.max_step = step;
  config.isolate_events = isolate;
  simulator.set_config(config);
  simulator.get_mutable_context().SetTime(start);
  simulator.AdvanceTo(stop);
  return alarm.triggered;
}

}  // namespace

class TestWitnessDirections : public QObject {
  Q_OBJECT
 private slots:
  void eachDirectionTriggersOnItsOwnChanges_data() {
    QTest::addColumn<int>("direction");
    QTest::addColumn<double>("when");
    QTest::addColumn<double>("start");
    QTest::addColumn<double>("stop");
    QTest::addColumn<int>("count");
    const auto row = [](const char* name, WitnessFunctionDirection direction, double when,
                        double start, double stop, int count) {
      QTest::newRow(name) << static_cast<int>(direction) << when << start << stop << count;
    };
    using Direction = WitnessFunctionDirection;
    row("either, in a step", Direction::kCrossesZero, 0.5, 0, 1, 1);
    row("either, where a step ends", Direction::kCrossesZero, 1, 0, 2, 1);
    row("either, starts at zero", Direction::kCrossesZero, 0, 0, 1, 0);
    row("falling, but it rises", Direction::kPositiveThenNonPositive, 1, 0, 2, 0);
    row("rising, where a step ends", Direction::kNegativeThenNonNegative, 0, -1, 1, 1);
    row("none", Direction::kNone, 0.5, 0, 1, 0);
  }
  void eachDirectionTriggersOnItsOwnChanges() {
    QFETCH(int, direction);
    QFETCH(double, when);
    QFETCH(double, start);
    QFETCH(double, stop);
    QFETCH(int, count);
    const Alarm alarm(static_cast<WitnessFunctionDirection>(direction), {when});
    const std::vector<double> triggered = Triggered(alarm, start, stop, 1);
    QCOMPARE(static_cast<int>(triggered.size()), count);
    for (const double t : triggered) {
      QVERIFY(t > when && t - when <= 1e-13);
    }
  }

  void withoutIsolationItTriggersAtTheEndOfTheStep() {
    const Alarm alarm(WitnessFunctionDirection::kCrossesZero, {1.25});
    QCOMPARE(Triggered(alarm, 0, 3, 1, false), std::vector<double>{2});
  }

  void jumpsTriggerAlsoByReachingZero_data() {
    QTest::addColumn<int>("direction");
    QTest::addColumn<QList<double>>("levels");
    QTest::addColumn<QList<double>>("times");
    const auto row = [](const char* name, WitnessFunctionDirection direction,
                        const QList<double>& levels, const QList<double>& times) {
      QTest::newRow(name) << static_cast<int>(direction) << levels << times;
    };
    const auto rising = WitnessFunctionDirection::kNegativeThenNonNegative;
    const auto falling = WitnessFunctionDirection::kPositiveThenNonPositive;
    const auto either = WitnessFunctionDirection::kCrossesZero;
    row("0 and 1, rising", rising, {1, 0, 1, 0, 1}, {2, 4});
    row("0 and 1, falling", falling, {1, 0, 1, 0, 1}, {1, 3});
    row("0 and 1, either", either, {0, 1, 0, 1, 0}, {1, 2, 3, 4});
    row("0 and -1, rising", rising, {-1, 0, -1, 0}, {1, 3});
    row("0 and -1, falling", falling, {-1, 0, -1, 0}, {2});
    row("by way of zero, falling", falling, {1, 0, -1, 1, 0, 0, -1}, {1, 4});
    row("by way of zero, rising", rising, {-1, 0, 0, 1, 0, 1}, {1, 5});
    row("by way of zero, either", either, {1, 0, -1, 0, 1}, {1, 3});
    row("zero and back, either", either, {1, 0, 1}, {1, 2});
    row("leaves zero, where it started, falling", falling, {0, -1, 0}, {1});
  }
  void jumpsTriggerAlsoByReachingZero() {
    QFETCH(int, direction);
    QFETCH(QList<double>, levels);
    QFETCH(QList<double>, times);
    const Levels system(static_cast<WitnessFunctionDirection>(direction),
                        {levels.begin(), levels.end()});
    Simulator<double> simulator(system);
    simulator.AdvanceTo(static_cast<double>(levels.size()));
    QCOMPARE(QList<double>(system.triggered.begin(), system.triggered.end()), times);
  }

  void twoInOneStepTriggerAtTheirOwnTimes() {
    const Alarm alarm(WitnessFunctionDirection::kCrossesZero, {1, 2});
    const std::vector<double> triggered = Triggered(alarm, 0, 3, 3);
    QCOMPARE(static_cast<int>(triggered.size()), 2);
    for (int i = 0; i < 2; ++i) QVERIFY(std::abs(triggered[i] - (i + 1)) <= 1e-12);
  }
};

LOOPWRIGHT_TEST(TestWitnessDirections)

}  // namespace loopwright::test_witness_directions

#include "test_witness_directions.moc"
