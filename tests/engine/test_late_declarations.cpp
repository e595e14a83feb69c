// What a system declares after a context or a plan was made of it (or asked for in a constructor):
// contexts made from then on have it, those made before go on or are refused with a clear text.

#include <QObject>
#include <QTest>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/diagram/diagram_builder.h"
#include "engine/simulation/simulator.h"
#include "engine/system/leaf_system.h"
#include "tests/engine/message_of.h"
#include "tests/test_main.h"

namespace loopwright::test_late_declarations {

namespace {

/// Declares one thing, whenever it is told to.
class Late final : public LeafSystem<double> {
 public:
  Late() { DeclareVectorInputPort("u", 1); }

  enum What {
    kContinuous,
    kDiscrete,
    kAbstractState,
    kParameter,
    kAbstractParameter,
    kInput,
    kOutput,
    kEntry,
    kPeriodic,
    kPerStep,
    kInitialization,
    kForced,
    kForcedUpdate
  };
  void Declare(What what) {
    switch (what) {
      case kContinuous:
        DeclareContinuousState(2);
        break;
      case kDiscrete:
        DeclareDiscreteState(2);
        break;
      case kAbstractState:
        DeclareAbstractState(Value<int>(4));
        break;
      case kParameter:
        DeclareNumericParameter(BasicVector<double>({1, 2}));
        break;
      case kAbstractParameter:
        DeclareAbstractParameter(Value<int>(5));
        break;
      case kInput:
        DeclareVectorInputPort("late", 1);
        break;
      case kOutput:
        DeclareVectorOutputPort("y", 1, &Late::CalcOutput);
        break;
      case kEntry:
        entry = &DeclareCacheEntry("entry", &Late::CalcEntry, {time_ticket()});
        break;
      case kPeriodic:
        DeclarePeriodicPublishEvent(1, 0, &Late::Count);
        break;
      case kPerStep:
        DeclarePerStepPublishEvent(&Late::Count);
        break;
      case kInitialization:
        DeclareInitializationPublishEvent(&Late::Count);
        break;
      case kForced:
        DeclareForcedPublishEvent(&Late::Count);
        break;
      case kForcedUpdate:
        DeclareForcedDiscreteUpdateEvent(&Late::Update);
        break;
    }
  }
  CacheEntry<double>* entry = nullptr;
  mutable int count = 0;

 private:
  void Count(const Context<double>&) const { ++count; }
  void Update(const Context<double>&, DiscreteValues<double>*) const { ++count; }
  void CalcOutput(const Context<double>& context, BasicVector<double>* y) const {
    (*y)[0] = 2 * get_input_port(0).Eval(context)[0];
  }
  void CalcEntry(const Context<double>&, int* value) const { *value = 9; }
  void DoCalcTimeDerivatives(const Context<double>&,
                             ContinuousState<double>* xcdot) const override {
    for (int i = 0; i < xcdot->size(); ++i) (*xcdot)[i] = i + 1;
  }
};

/// What a context of `system` has of a kind, after what is late was declared.
int CountIn(const Late& system, Context<double>* context, Late::What what) {
  switch (what) {
    case Late::kContinuous:
      return system.EvalTimeDerivatives(*context).size();
    case Late::kDiscrete:
      return context->get_discrete_state(0).size();
    case Late::kAbstractState:
      return context->get_abstract_state<int>(0);
    case Late::kParameter:
      return static_cast<int>(context->get_numeric_parameter(0)[1]);
    case Late::kAbstractParameter:
      return context->get_abstract_parameter(0).get_value<int>();
    case Late::kInput:
      system.get_input_port(1).FixValue(context, 7.);
      return static_cast<int>(system.get_input_port(1).Eval(*context)[0]);
    case Late::kOutput:
      system.get_input_port(0).FixValue(context, 4.);
      return static_cast<int>(system.get_output_port(0).Eval(*context)[0]);
    case Late::kEntry:
      return system.entry->Eval<int>(*context);
    default:
      return system.count;
  }
}

/// A base class whose constructor asks what only a plan tells, and a class derived from it that
/// goes on declaring and overrides what a plan depends on.
class Asking : public LeafSystem<double> {
 public:
  Asking() {
    DeclareDiscreteState(1);
    DeclarePeriodicDiscreteUpdateEvent(0.1, 0, &Asking::Update);
    has_unique_update = GetUniquePeriodicDiscreteUpdateAttribute().has_value();
    const auto context = CreateDefaultContext();
  }
  bool has_unique_update = false;

 private:
  void Update(const Context<double>& context, DiscreteValues<double>* next) const {
    (*next)[0] = context.get_discrete_state(0)[0] + 1;
  }
};
class Overriding : public Asking {
 public:
  mutable int crossings = 0;

 private:
  double Calc(const Context<double>& context) const { return context.get_time() - 0.55; }
  void OnCrossing(const Context<double>&) const { ++crossings; }
  void DoGetWitnessFunctions(
      const Context<double>&,
      std::vector<const WitnessFunction<double>*>* witnesses) const override {
    witnesses->push_back(witness_.get());
  }
  double DoCalcKineticEnergy(const Context<double>&) const override { return 3; }

  std::unique_ptr<WitnessFunction<double>> witness_ =
      MakeWitnessFunction("crossing", WitnessFunctionDirection::kCrossesZero, &Overriding::Calc,
                          &Overriding::OnCrossing);
};
class GoingOn final : public Overriding {
 public:
  GoingOn() {
    DeclareNumericParameter(BasicVector<double>({1, 2, 3}));
    DeclareContinuousState(2);
    DeclarePeriodicPublishEvent(0.5, 0, &GoingOn::Show);
    DeclareVectorOutputPort("y", 1, &GoingOn::CalcOutput);
  }
  mutable int shown = 0;

 private:
  void Show(const Context<double>&) const { ++shown; }
  void CalcOutput(const Context<double>& context, BasicVector<double>* y) const {
    (*y)[0] = context.get_discrete_state(0)[0];
  }
  void DoCalcTimeDerivatives(const Context<double>&,
                             ContinuousState<double>* xcdot) const override {
    (*xcdot)[0] = 1;
    (*xcdot)[1] = 2;
  }
};

const char* const kRefused =
    "the context was made before system 'late', or a part of its diagram, declared more state, "
    "parameters, ports or cache entries: make a new one";

/// x' = 1, of one state more in each class derived from it.
class OneState : public LeafSystem<double> {
 public:
  OneState() { DeclareContinuousState(1); }

 private:
  void DoCalcTimeDerivatives(const Context<double>&,
                             ContinuousState<double>* xcdot) const override {
    for (int i = 0; i < xcdot->size(); ++i) (*xcdot)[i] = 1;
  }
};
class TwoStates final : public OneState {
 public:
  TwoStates() { DeclareContinuousState(Eigen::VectorXd(Eigen::Vector2d(5, 6)), 0, 0, 2); }
};
class NoState final : public OneState {
 public:
  NoState() { DeclareContinuousState(0); }
};
/// A vector whose elements are not negative.
class NotNegative final : public BasicVector<double> {
 public:
  explicit NotNegative(int size)
      : BasicVector<double>(Eigen::VectorXd(Eigen::VectorXd::Ones(size))) {}
  void GetElementBounds(Eigen::VectorXd* lower, Eigen::VectorXd* upper) const override {
    *lower = Eigen::VectorXd::Zero(size());
    *upper = Eigen::VectorXd::Constant(size(), HUGE_VAL);
  }

 private:
  NotNegative* DoClone() const override { return new NotNegative(size()); }
};
class Bounded final : public LeafSystem<double> {
 public:
  Bounded() {
    DeclareContinuousState(NotNegative(1));
    DeclareContinuousState(NotNegative(3));
  }
};
class Shown final : public LeafSystem<double> {
 public:
  Shown() {
    DeclareStateOutputPort("y", DeclareContinuousState(1));
    DeclareContinuousState(2);
  }
};
/// Shows state of `before`, which are numbers of q, v and z, and then declares that of `after`.
class ShownKinds final : public LeafSystem<double> {
 public:
  using Kinds = std::array<int, 3>;
  ShownKinds(const Kinds& before, const Kinds& after) {
    DeclareStateOutputPort("y", DeclareContinuousState(before[0], before[1], before[2]));
    DeclareContinuousState(after[0], after[1], after[2]);
  }
};

}  // namespace

class TestLateDeclarations : public QObject {
  Q_OBJECT
 private slots:
  void contextsMadeAfterwardsHaveWhatIsDeclared_data() {
    QTest::addColumn<int>("what");
    QTest::addColumn<int>("expected");
    QTest::newRow("continuous state") << int{Late::kContinuous} << 2;
    QTest::newRow("discrete state") << int{Late::kDiscrete} << 2;
    QTest::newRow("abstract state") << int{Late::kAbstractState} << 4;
    QTest::newRow("numeric parameter") << int{Late::kParameter} << 2;
    QTest::newRow("abstract parameter") << int{Late::kAbstractParameter} << 5;
    QTest::newRow("input port") << int{Late::kInput} << 7;
    QTest::newRow("output port") << int{Late::kOutput} << 8;
    QTest::newRow("cache entry") << int{Late::kEntry} << 9;
  }
  void contextsMadeAfterwardsHaveWhatIsDeclared() {
    QFETCH(int, what);
    QFETCH(int, expected);
    const auto kind = static_cast<Late::What>(what);
    Late alone;
    alone.set_name("late");
    const auto before = alone.CreateDefaultContext();
    alone.Declare(kind);
    const auto after = alone.CreateDefaultContext();
    QCOMPARE(CountIn(alone, after.get(), kind), expected);
    // A context from before is refused, wherever it is used, also for what it has.
    alone.get_input_port(0).FixValue(after.get(), 1.);
    QCOMPARE(MessageOf([&] { alone.ValidateContext(*before); }),
             std::string("ValidateContext(): ") + kRefused);
    QCOMPARE(MessageOf([&] { alone.get_input_port(0).Eval(*before); }),
             std::string("InputPort(): ") + kRefused);
    QCOMPARE(MessageOf([&] { alone.ValidateContext(*before->Clone()); }),
             std::string("ValidateContext(): ") + kRefused);

    // The same as a part of a diagram.
    DiagramBuilder<double> builder;
    builder.AddSystem<OneState>();
    auto* part = builder.AddNamedSystem<Late>("late");
    builder.AddSystem<OneState>();
    const auto diagram = builder.Build();
    const auto diagram_before = diagram->CreateDefaultContext();
    part->Declare(kind);
    const auto diagram_after = diagram->CreateDefaultContext();
    QCOMPARE(CountIn(*part, &diagram->GetMutableSubsystemContext(*part, diagram_after.get()), kind),
             expected);
    QCOMPARE(diagram->num_continuous_states(), what == Late::kContinuous ? 4 : 2);
    QCOMPARE(diagram->EvalTimeDerivatives(*diagram_after).get_vector()[1 + part->num_z()], 1.);
    QVERIFY(MessageOf([&] {
              diagram->ValidateContext(*diagram_before);
            }).find("or a part of its diagram, declared more state") != std::string::npos);
  }

  void eventsCountForContextsMadeAfterwards_data() {
    QTest::addColumn<int>("what");
    QTest::addColumn<int>("expected");
    QTest::newRow("periodic") << int{Late::kPeriodic} << 3;
    QTest::newRow("per step") << int{Late::kPerStep} << 2;
    QTest::newRow("initialization") << int{Late::kInitialization} << 1;
  }
  void eventsCountForContextsMadeAfterwards() {
    QFETCH(int, what);
    QFETCH(int, expected);
    Late system;
    auto before = system.CreateDefaultContext();
    Simulator<double> earlier(system);
    system.Declare(static_cast<Late::What>(what));
    {
      Simulator<double> simulator(system, system.CreateDefaultContext());
      simulator.AdvanceTo(2);
      QVERIFY2(what == Late::kPerStep ? system.count >= expected : system.count == expected,
               std::to_string(system.count).c_str());
    }
    const int of_one_run = std::exchange(system.count, 0);
    // A context from before is of the same structure, so it can take them up at the start of a run.
    {
      Simulator<double> simulator(system, std::move(before));
      simulator.AdvanceTo(2);
      QCOMPARE(system.count, of_one_run);
    }
    system.count = 0;
    earlier.AdvanceTo(2);
    QCOMPARE(system.count, of_one_run);
    // A run that goes on is left alone, by events that are declared then.
    for (int i = 0; i < 100; ++i) system.Declare(static_cast<Late::What>(what));
    system.count = 0;
    earlier.AdvanceTo(4);
    QVERIFY(system.count <= 2 * of_one_run);
  }

  void forcedEventsCountAtOnce() {
    DiagramBuilder<double> builder;
    auto* late = builder.AddSystem<Late>();
    const auto diagram = builder.Build();
    const auto context = diagram->CreateDefaultContext();
    // Asked for before: what stands for no event makes way for the first, and more are added.
    diagram->ExecuteForcedEvents(context.get());
    QCOMPARE(late->count, 0);
    late->Declare(Late::kForced);
    diagram->ForcedPublish(*context);
    QCOMPARE(late->count, 1);
    late->Declare(Late::kForced);
    late->Declare(Late::kForcedUpdate);
    diagram->ExecuteForcedEvents(context.get());
    QCOMPARE(late->count, 4);
  }

  void aSimulatorRefusesAContextOfAnotherStructure() {
    Late system;
    system.set_name("late");
    Simulator<double> simulator(system);
    auto context = system.CreateDefaultContext();
    simulator.Initialize();
    system.Declare(Late::kDiscrete);
    QCOMPARE(MessageOf([&] { simulator.AdvanceTo(1); }),
             std::string("ValidateContext(): ") + kRefused);
    QCOMPARE(MessageOf([&] { simulator.Initialize(); }),
             std::string("ValidateContext(): ") + kRefused);
    QCOMPARE(MessageOf([&] { Simulator<double>(system, std::move(context)); }),
             std::string("ValidateContext(): ") + kRefused);
  }

  void aConstructorMayAsk() {
    GoingOn system;
    QVERIFY(system.has_unique_update);
    const auto context = system.CreateDefaultContext();
    QCOMPARE(context->num_continuous_states(), 2);
    QCOMPARE(context->num_numeric_parameter_groups(), 1);
    // What derived classes override counts, too.
    QCOMPARE(system.EvalKineticEnergy(*context), 3.);
    Simulator<double> simulator(system);
    simulator.AdvanceTo(1.01);
    QCOMPARE(system.shown, 3);
    QCOMPARE(system.crossings, 1);
    QCOMPARE(system.get_output_port(0).Eval(simulator.get_context())[0], 11.);
    // Where nothing but the class is another one.
    Overriding only_overrides;
    Simulator<double> other(only_overrides);
    other.AdvanceTo(1);
    QCOMPARE(only_overrides.crossings, 1);
    QCOMPARE(only_overrides.EvalKineticEnergy(other.get_context()), 3.);
    // As a part of a diagram.
    DiagramBuilder<double> builder;
    auto* part = builder.AddSystem<Overriding>();
    const auto diagram = builder.Build();
    Simulator<double> whole(*diagram);
    whole.AdvanceTo(1);
    QCOMPARE(part->crossings, 1);
    QCOMPARE(diagram->EvalKineticEnergy(whole.get_context()), 3.);
  }

  void aSecondContinuousStateReplacesTheFirst() {
    const TwoStates two;
    const auto context = two.CreateDefaultContext();
    QCOMPARE(context->num_continuous_states(), 2);
    QCOMPARE(context->get_continuous_state_vector()[1], 6.);
    QCOMPARE(two.EvalTimeDerivatives(*context)[1], 1.);
    Simulator<double> simulator(two);
    simulator.AdvanceTo(1);
    QVERIFY(std::abs(simulator.get_context().get_continuous_state_vector()[0] - 6) < 1e-12);

    const NoState none;
    QCOMPARE(none.CreateDefaultContext()->num_continuous_states(), 0);
    Simulator<double> stateless(none);
    stateless.AdvanceTo(1);

    const Bounded bounded;
    QCOMPARE(bounded.num_constraints(), 1);
    auto of_bounded = bounded.CreateDefaultContext();
    QVERIFY(dynamic_cast<const NotNegative*>(&of_bounded->get_continuous_state_vector()) !=
            nullptr);
    QVERIFY(bounded.CheckSystemConstraintsSatisfied(*of_bounded, 0));
    of_bounded->SetContinuousState(Eigen::Vector3d(1, 1, -1));
    QVERIFY(!bounded.CheckSystemConstraintsSatisfied(*of_bounded, 0));

    QCOMPARE(MessageOf([] { Shown(); }),
             std::string("System '' declares continuous state of another size after output port y "
                         "was declared for it: declare it again, after the state"));
  }

  void shownStateKeepsItsSizeAndPlace() {
    const auto refused = [](const std::string& how) {
      return "System '' declares continuous state " + how +
             " after output port y was declared for it: declare it again, after the state";
    };
    QCOMPARE(MessageOf([] { ShownKinds({1, 1, 0}, {2, 2, 0}); }), refused("of another size"));
    QCOMPARE(MessageOf([] { ShownKinds({1, 1, 1}, {0, 0, 2}); }), refused("of another size"));
    QCOMPARE(MessageOf([] { ShownKinds({0, 0, 2}, {0, 0, 3}); }), refused("of another size"));
    QCOMPARE(MessageOf([] {
               ShownKinds({0, 0, 2}, {1, 1, 0});
             }),
             refused("of several kinds (q, v, z)"));
    // What was gathered from several kinds, or lies in one piece again, is shown as it is now.
    const std::pair<ShownKinds::Kinds, ShownKinds::Kinds> allowed[] = {
        {{1, 1, 0}, {0, 0, 2}}, {{2, 1, 0}, {1, 1, 1}}, {{0, 0, 2}, {2, 0, 0}}};
    for (const auto& [before, after] : allowed) {
      DiagramBuilder<double> builder;
      auto* shown = builder.AddSystem<ShownKinds>(before, after);
      builder.AddSystem<ShownKinds>(ShownKinds::Kinds{1, 1, 1}, ShownKinds::Kinds{1, 1, 1});
      const auto diagram = builder.Build();
      const auto context = diagram->CreateDefaultContext();
      auto& own = shown->GetMyMutableContextFromRoot(context.get());
      const int size = shown->num_continuous_states();
      const Eigen::VectorXd state = Eigen::VectorXd::LinSpaced(size, 1, size);
      own.SetContinuousState(state);
      QVERIFY(shown->get_output_port(0).Eval(own) == state);
    }
  }
};

LOOPWRIGHT_TEST(TestLateDeclarations)

}  // namespace loopwright::test_late_declarations

#include "test_late_declarations.moc"
