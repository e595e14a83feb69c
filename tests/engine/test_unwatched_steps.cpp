// Where nobody looks at the end of a step, many are taken at once: the same run, to the bit, as
// when a monitor looks at each.

#include <QObject>
#include <QTest>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "engine/diagram/diagram_builder.h"
#include "engine/simulation/simulator.h"
#include "engine/system/leaf_system.h"
#include "tests/test_main.h"

namespace loopwright::test_unwatched_steps {

namespace {

/// A driven oscillator of `size` pairs, ẍ_i = -(i+1)² x_i + sin t + u, u a sample of x_0 each 0.1
/// s.
class Oscillators final : public LeafSystem<double> {
 public:
  explicit Oscillators(int size, bool with_wall = false) : size_(size), with_wall_(with_wall) {
    DeclareContinuousState(Eigen::VectorXd::Ones(2 * size), size, size, 0);
    DeclareDiscreteState(1);
    DeclarePeriodicDiscreteUpdateEvent(0.1, 0, &Oscillators::Sample);
    DeclareVectorOutputPort("x", size, &Oscillators::Show, {q_ticket()});
    wall_ = MakeWitnessFunction("wall", WitnessFunctionDirection::kPositiveThenNonPositive,
                                &Oscillators::Distance, &Oscillators::Bounce);
  }

 private:
  void DoCalcTimeDerivatives(const Context<double>& context,
                             ContinuousState<double>* derivatives) const override {
    const VectorBase<double>& x = context.get_continuous_state_vector();
    const double u = std::sin(context.get_time()) + discrete_data(context)[0];
    for (int i = 0; i < size_; ++i) {
      (*derivatives)[i] = x[size_ + i];
      (*derivatives)[size_ + i] = -(i + 1) * (i + 1) * x[i] + u;
    }
  }
  EventStatus Sample(const Context<double>& context, DiscreteValues<double>* next) const {
    (*next)[0] = 0.1 * context.get_continuous_state_vector()[0];
    return EventStatus::Succeeded();
  }
  void Show(const Context<double>& context, double* x) const {
    for (int i = 0; i < size_; ++i) x[i] = context.get_continuous_state_vector()[i];
  }
  double Distance(const Context<double>& context) const {
    return context.get_continuous_state_vector()[0] + 0.5;
  }
  EventStatus Bounce(const Context<double>&, ContinuousState<double>* x,
                     DiscreteValues<double>*) const {
    (*x)[size_] = -(*x)[size_];
    return EventStatus::Succeeded();
  }
  void DoGetWitnessFunctions(const Context<double>&,
                             std::vector<const WitnessFunction<double>*>* list) const override {
    if (with_wall_) list->push_back(wall_.get());
  }

  int size_;
  bool with_wall_;
  std::unique_ptr<WitnessFunction<double>> wall_;
};

/// ẋ = 1; counts how often x - `zero` becomes > 0, or, where it only touches, -(x - zero)².
class Ramp final : public LeafSystem<double> {
 public:
  Ramp(double zero, bool touches) : zero_(zero), touches_(touches) {
    DeclareContinuousState(1);
    DeclareDiscreteState(1);
    crossing_ = MakeWitnessFunction("crossing", WitnessFunctionDirection::kNegativeThenNonNegative,
                                    &Ramp::Distance, &Ramp::Count);
  }

 private:
  void DoCalcTimeDerivatives(const Context<double>&,
                             ContinuousState<double>* derivatives) const override {
    (*derivatives)[0] = 1;
  }
  double Distance(const Context<double>& context) const {
    const double x = continuous_data(context)[0] - zero_;
    return touches_ ? -x * x : x;
  }
  EventStatus Count(const Context<double>& context, DiscreteValues<double>* next) const {
    (*next)[0] = discrete_data(context)[0] + 1;
    return EventStatus::Succeeded();
  }
  void DoGetWitnessFunctions(const Context<double>&,
                             std::vector<const WitnessFunction<double>*>* list) const override {
    list->push_back(crossing_.get());
  }

  double zero_;
  bool touches_;
  std::unique_ptr<WitnessFunction<double>> crossing_;
};

/// ẋ = sqrt(1 - t), which is not a number from t = 1 on.
class Blowup final : public LeafSystem<double> {
 public:
  explicit Blowup(bool is_watched = false) : is_watched_(is_watched) {
    DeclareContinuousState(1);
    far_ = MakeWitnessFunction("far", WitnessFunctionDirection::kCrossesZero, &Blowup::Distance);
  }

 private:
  double Distance(const Context<double>& context) const { return continuous_data(context)[0] - 9; }
  void DoGetWitnessFunctions(const Context<double>&,
                             std::vector<const WitnessFunction<double>*>* list) const override {
    if (is_watched_) list->push_back(far_.get());
  }
  void DoCalcTimeDerivatives(const Context<double>& context,
                             ContinuousState<double>* derivatives) const override {
    (*derivatives)[0] = std::sqrt(1 - context.get_time());
  }

  bool is_watched_;
  std::unique_ptr<WitnessFunction<double>> far_;
};

/// y = 0.5 u + sin(t), as a kernel.
class Mix final : public LeafSystem<double> {
 public:
  Mix() {
    DeclareVectorInputPort("u", 1);
    Kernel<double> kernel;
    kernel.size = 1;
    kernel.operands[0] = {Operand::kInput, 0, 0};
    kernel.operands[1] = {Operand::kTime, 0, 0};
    kernel.run = [](const BoundKernel<double>& op) {
      op.out[0] = 0.5 * op.in[0][0] + std::sin(op.in[1][0]);
    };
    DeclareVectorOutputPort("y", kernel);
  }
};

/// x⁺ = u as a kernel, y = x.
class Hold final : public LeafSystem<double> {
 public:
  explicit Hold(double period, double offset = 0) {
    DeclareVectorInputPort("u", 1);
    DeclareDiscreteState(1);
    Kernel<double> kernel;
    kernel.size = 1;
    kernel.operands[0] = {Operand::kInput, 0, 0};
    kernel.RunBy([](const BoundKernel<double>& op) { op.out[0] = op.in[0][0]; });
    DeclarePeriodicDiscreteUpdateEvent(period, offset, kernel);
    DeclareStateOutputPort("y", DiscreteStateIndex(0));
  }
};

/// n⁺ = n + 1 each 0.01 s, by a method.
class Counter final : public LeafSystem<double> {
 public:
  Counter() {
    DeclareDiscreteState(1);
    DeclarePeriodicDiscreteUpdateEvent<&Counter::Count>(0.01, 0);
  }

 private:
  void Count(const Context<double>& context, double* next) const {
    next[0] = discrete_data(context)[0] + 1;
  }
};

/// Holds in a ring, each followed by a Mix, with the periods given.
std::unique_ptr<Diagram<double>> Ring(const std::vector<double>& periods) {
  DiagramBuilder<double> builder;
  std::vector<Hold*> holds;
  std::vector<Mix*> mixes;
  for (const double period : periods) {
    holds.push_back(builder.AddSystem<Hold>(period));
    mixes.push_back(builder.AddSystem<Mix>());
    builder.Connect(holds.back()->get_output_port(0), mixes.back()->get_input_port(0));
  }
  for (size_t i = 0; i < holds.size(); ++i) {
    builder.Connect(mixes[i]->get_output_port(0), holds[(i + 1) % holds.size()]->get_input_port(0));
  }
  builder.ExportOutput(mixes.front()->get_output_port(0));
  return builder.Build();
}

/// What is left of a run.
struct Outcome {
  SimulatorStatus status{0};
  SimulatorStatistics statistics;
  std::vector<double> values;  ///< time, state, outputs
  int64_t callbacks = 0;
};

struct Looks {
  bool at_steps = false;  ///< a monitor
  bool calls_back = false;
  int64_t stop_at = std::numeric_limits<int64_t>::max();  ///< by that call
  std::vector<double> boundaries{5};
};

Outcome RunOf(const System<double>& system, const SimulatorConfig& config, const Looks& looks) {
  Simulator<double> simulator(system);
  simulator.set_config(config);
  Outcome outcome;
  if (looks.at_steps) {
    simulator.set_monitor([](const Context<double>&) { return EventStatus::DidNothing(); });
  }
  if (looks.calls_back) {
    simulator.set_step_callback([&] { return ++outcome.callbacks < looks.stop_at; });
  }
  for (const double boundary : looks.boundaries) outcome.status = simulator.TryAdvanceTo(boundary);
  outcome.statistics = simulator.statistics();
  const Context<double>& context = simulator.get_context();
  outcome.values.push_back(context.get_time());
  const auto append = [&](const auto& vector) {
    for (int i = 0; i < vector.size(); ++i) outcome.values.push_back(vector[i]);
  };
  append(context.get_continuous_state_vector());
  for (int g = 0; g < context.num_discrete_state_groups(); ++g) {
    append(context.get_discrete_state(g));
  }
  for (int i = 0; i < system.num_output_ports(); ++i)
    append(system.get_output_port(i).Eval(context));
  return outcome;
}

void CompareRuns(const System<double>& system, const SimulatorConfig& config, Looks looks = {}) {
  const Outcome at_once = RunOf(system, config, looks);
  looks.at_steps = true;
  const Outcome watched = RunOf(system, config, looks);
  QCOMPARE(at_once.values.size(), watched.values.size());
  for (size_t i = 0; i < watched.values.size(); ++i) {
    QVERIFY2(at_once.values[i] == watched.values[i], std::to_string(i).c_str());
  }
  const SimulatorStatistics &a = at_once.statistics, &b = watched.statistics;
  QCOMPARE(a.steps, b.steps);
  QCOMPARE(a.rejected_steps, b.rejected_steps);
  QCOMPARE(a.derivative_evaluations, b.derivative_evaluations);
  QCOMPARE(a.discrete_updates, b.discrete_updates);
  QCOMPARE(a.witness_isolations, b.witness_isolations);
  QCOMPARE(a.restarts, b.restarts);
  QCOMPARE(at_once.callbacks, watched.callbacks);
  QCOMPARE(at_once.status.FormatMessage(), watched.status.FormatMessage());
}

SimulatorConfig Method(const std::string& name, bool fixed) {
  SimulatorConfig config;
  config.integrator = name;
  if (fixed) config.fixed_step = 0.003;  // not a part of 0.1: the last step before a sample is cut
  return config;
}

}  // namespace

class TestUnwatchedSteps : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // States of up to 8 elements have code of their own; 10 go by loops.
  void integratorsTakeTheSameSteps() {
    for (const int pairs : {1, 2, 3, 4, 5}) {
      const Oscillators system(pairs);
      for (const IntegrationMethodInfo& method : IntegrationMethods()) {
        const std::string name(method.name);
        if (method.can_be_fixed()) CompareRuns(system, Method(name, true));
        if (method.has_error_control()) CompareRuns(system, Method(name, false));
      }
    }
  }

  void witnessFunctionsAreIsolatedAlike() {
    const Oscillators system(2, true);
    for (const char* method : {"rk3", "dopri5", "bogacki_shampine3"}) {
      CompareRuns(system, Method(method, true));
      CompareRuns(system, Method(method, false));
      const Outcome outcome = RunOf(system, Method(method, false), {});
      QVERIFY(outcome.statistics.witness_isolations > 0);
    }
    SimulatorConfig config = Method("rk3", true);
    config.isolate_events = false;
    CompareRuns(system, config);
    config = Method("rk3", true);
    config.witness_points = 4;
    CompareRuns(system, config);
  }

  // Every fixed step is looked into at once with the others, whatever the method and the size.
  void fixedStepsAreLookedIntoAlike() {
    for (const int pairs : {1, 2, 5}) {
      const Oscillators system(pairs, true);
      for (const IntegrationMethodInfo& method : IntegrationMethods()) {
        if (!method.can_be_fixed()) continue;
        const SimulatorConfig config = Method(std::string(method.name), true);
        CompareRuns(system, config);
        QVERIFY(RunOf(system, config, {}).statistics.witness_isolations > 0);
        Looks looks;
        looks.boundaries = {0.05, 0.05, 0.7, 0.701, 3};
        CompareRuns(system, config, looks);
      }
    }
  }

  // A guard that is zero where a step ends, or in its middle, triggers once and in time.
  void guardsThatAreZeroAtAPointAreFoundAlike() {
    for (const double zero_sec : {0.375, 0.3125, 0.3}) {
      for (const bool touches : {false, true}) {
        const Ramp system(zero_sec, touches);
        SimulatorConfig config;
        config.integrator = "explicit_euler";  // which is exact here
        config.fixed_step = 0.125;
        CompareRuns(system, config);
        const Outcome outcome = RunOf(system, config, {});
        QCOMPARE(outcome.statistics.witness_isolations, touches ? 0 : 1);
        QCOMPARE(outcome.values.back(), touches ? 0. : 1.);
      }
    }
  }

  void failuresUnderAWatchAreTheSame() {
    const Blowup system(true);
    for (const char* method : {"rk3", "dopri5", "implicit_euler"}) {
      CompareRuns(system, Method(method, true));
      const Outcome outcome = RunOf(system, Method(method, true), {});
      QCOMPARE(outcome.status.reason(), SimulatorStatus::kEventHandlerFailed);
      QVERIFY(std::abs(outcome.status.return_time() - 1) < 0.01);
    }
  }

  void updatesComeAtTheSameInstants() {
    CompareRuns(*Ring({0.01}), {});
    CompareRuns(*Ring({0.01, 0.01, 0.01}), {});
    // Two rates that meet at each 0.03 s, and two that nearly never do.
    CompareRuns(*Ring({0.01, 0.03}), {});
    CompareRuns(*Ring({0.01, 0.0137}), {});
    // Updates of one kernel that are run as one loop, alone and beside another rate.
    std::vector<double> periods(12, 0.01);
    CompareRuns(*Ring(periods), {});
    periods.insert(periods.begin() + 9, {0.0137, 0.03});
    CompareRuns(*Ring(periods), {});
    // A rate whose times reach another's to within rounding, and a boundary at such a time.
    Looks looks;
    looks.boundaries = {0.3 * (1 + 4e-16), 1.1, 5};
    CompareRuns(*Ring({0.1, 0.3}), {}, looks);
    CompareRuns(*Ring({0.1}), {}, looks);
    const Outcome outcome = RunOf(*Ring({0.01}), {}, {});
    QCOMPARE(outcome.statistics.discrete_updates, 500);  // the one at the boundary is pending
    QCOMPARE(outcome.statistics.steps, 500);
  }

  void updatesAreThoseOfTheRecurrence() {
    const Outcome outcome = RunOf(*Ring({0.01}), {}, {});
    double x = 0;
    for (int k = 0; k < 500; ++k) x = 0.5 * x + std::sin(k * 0.01);
    QCOMPARE(outcome.values[0], 5.0);
    QVERIFY(outcome.values[1] == x);
    QVERIFY(outcome.values[2] == 0.5 * x + std::sin(5.0));
  }

  void runsGoOnFromBoundaries() {
    Looks looks;
    looks.boundaries = {0.05, 0.05, 0.1, 0.123, 2.5, 2.5000000000001, 4};
    CompareRuns(*Ring({0.01}), {}, looks);
    CompareRuns(*Ring({0.01, 0.0137}), {}, looks);
    CompareRuns(Oscillators(1), Method("rk3", true), looks);
    CompareRuns(Oscillators(1), Method("dopri5", false), looks);
  }

  void theCallbackComesBeforeEachStep() {
    Looks looks;
    looks.calls_back = true;
    const auto diagram = Ring({0.01});
    const Oscillators oscillators(1), bouncing(1, true);
    for (const int64_t stop_at : {int64_t{1'000'000}, int64_t{1}, int64_t{2}, int64_t{7}}) {
      looks.stop_at = stop_at;
      CompareRuns(*diagram, {}, looks);
      CompareRuns(oscillators, Method("rk3", true), looks);
      CompareRuns(oscillators, Method("dopri5", false), looks);
      CompareRuns(bouncing, Method("rk3", true), looks);
      CompareRuns(Counter(), {}, looks);
    }
    looks.stop_at = 7;
    const Outcome outcome = RunOf(*diagram, {}, looks);
    QCOMPARE(outcome.status.reason(), SimulatorStatus::kInterrupted);
    QCOMPARE(outcome.callbacks, 7);
    QCOMPARE(outcome.statistics.steps, 6);
  }

  void cachingChangesNothing() {
    for (const bool fixed : {true, false}) {
      for (const int kind : {0, 1}) {
        std::unique_ptr<System<double>> system;
        if (kind == 0) system = std::make_unique<Oscillators>(2, true);
        if (kind == 1) system = Ring({0.01});
        const SimulatorConfig config = Method("bogacki_shampine3", fixed);
        Simulator<double> on(*system), off(*system);
        off.get_mutable_context().DisableCaching();
        for (Simulator<double>* simulator : {&on, &off}) {
          simulator->set_config(config);
          simulator->AdvanceTo(3.3);
        }
        const auto state = [](const Simulator<double>& simulator) {
          const State<double>& all = simulator.get_context().get_state();
          Eigen::VectorXd x(all.get_continuous_state().size() +
                            all.get_discrete_state().get_vector(0).size());
          x << all.get_continuous_state().CopyToVector(),
              all.get_discrete_state().get_vector(0).CopyToVector();
          return x;
        };
        QVERIFY(state(on) == state(off));
        for (int i = 0; i < system->num_output_ports(); ++i) {
          QVERIFY(system->get_output_port(i).Eval(on.get_context()) ==
                  system->get_output_port(i).Eval(off.get_context()));
        }
      }
    }
  }

  void failuresAreTheSame() {
    const Blowup system;
    for (const char* method : {"rk3", "explicit_euler", "dopri5"}) {
      CompareRuns(system, Method(method, true));
      const Outcome outcome = RunOf(system, Method(method, true), {});
      QCOMPARE(outcome.status.reason(), SimulatorStatus::kEventHandlerFailed);
      QVERIFY(std::abs(outcome.status.return_time() - 1) < 0.01);
    }
    CompareRuns(system, Method("dopri5", false));
  }

  // A callback may fix an input between two updates that would have been repeated.
  void inputsThatAreFixedBetweenUpdatesAreSeen() {
    std::vector<double> results;
    for (const bool watched : {false, true}) {
      DiagramBuilder<double> builder;
      const Hold* hold = builder.AddSystem<Hold>(0.01);
      builder.Connect(hold->get_output_port(0), hold->get_input_port(0));
      const auto diagram = builder.Build();
      Simulator<double> simulator(*diagram);
      Context<double>& context =
          diagram->GetMutableSubsystemContext(*hold, &simulator.get_mutable_context());
      if (watched) {
        simulator.set_monitor([](const Context<double>&) { return EventStatus::DidNothing(); });
      }
      int64_t calls = 0;
      simulator.set_step_callback([&] {
        if (++calls == 10) context.FixInputPort(0, Eigen::VectorXd{{2.}});
        return calls != 11;
      });
      simulator.AdvanceTo(1);
      QCOMPARE(calls, 11);
      QCOMPARE(simulator.get_num_discrete_updates(), 10);
      results.push_back(context.get_discrete_state(0)[0]);
    }
    QCOMPARE(results, (std::vector<double>{2, 2}));
  }

  // What a callback changes is seen by the next step.
  void changesBetweenStepsAreSeen() {
    const Oscillators system(1);
    std::vector<double> results;
    for (const bool watched : {false, true}) {
      Simulator<double> simulator(system);
      simulator.set_config(Method("dopri5", true));
      if (watched) {
        simulator.set_monitor([](const Context<double>&) { return EventStatus::DidNothing(); });
      }
      int calls = 0;
      simulator.set_step_callback([&] {
        if (++calls == 10) simulator.get_mutable_context().SetDiscreteState(Eigen::VectorXd{{2.}});
        return true;
      });
      simulator.AdvanceTo(0.09);
      results.push_back(simulator.get_context().get_continuous_state_vector()[1]);
    }
    QVERIFY(results[0] == results[1]);
  }
};

LOOPWRIGHT_TEST_WITH(QCoreApplication, TestUnwatchedSteps)

}  // namespace loopwright::test_unwatched_steps

#include "test_unwatched_steps.moc"
