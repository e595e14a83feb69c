#include <QObject>
#include <QTest>

#include "engine/diagram/diagram_builder.h"
#include "engine/leaves/single_output_vector_source.h"
#include "engine/leaves/vector_system.h"
#include "engine/simulation/simulator.h"
#include "tests/engine/message_of.h"
#include "tests/test_main.h"

namespace loopwright::test_system_access {

namespace {

/// State, parameters and ports of each kind.
class Everything final : public LeafSystem<double> {
 public:
  Everything() {
    DeclareVectorInputPort("u", 1);
    DeclareAbstractInputPort("text", Value<std::string>("none"));
    DeclareContinuousState(1, 1, 1);
    DeclareDiscreteState(2);
    DeclareDiscreteState(3);
    DeclareAbstractState(Value<int>(5));
    DeclareNumericParameter(BasicVector<double>({1.5}));
    DeclareAbstractParameter(Value<int>(1));
    DeclareAbstractParameter(Value<int>(2));
    DeclareVectorOutputPort("y", 1, &Everything::CalcY, {xc_ticket()});
    DeclarePerStepPublishEvent(&Everything::Publish);
  }

 private:
  void CalcY(const Context<double>& context, BasicVector<double>* y) const {
    (*y)[0] = context.get_continuous_state()[0];
  }
  void Publish(const Context<double>&) const {}
  void DoCalcTimeDerivatives(const Context<double>& context,
                             ContinuousState<double>* derivatives) const override {
    (*derivatives)[0] = context.get_continuous_state()[1];
    (*derivatives)[1] = -context.get_continuous_state()[0];
    (*derivatives)[2] = 7;
  }
};

/// ẋ = -x + u, as a vector system of two elements; y = x.
class Lag final : public VectorSystem<double> {
 public:
  Lag() : VectorSystem<double>(2, 2, false) { DeclareContinuousState(2); }

 private:
  void DoCalcVectorTimeDerivatives(
      const Context<double>&, const Eigen::VectorBlock<const VectorX<double>>& input,
      const Eigen::VectorBlock<const VectorX<double>>& state,
      Eigen::VectorBlock<VectorX<double>>* derivatives) const override {
    *derivatives = input - state;
  }
  void DoCalcVectorOutput(const Context<double>&,
                          const Eigen::VectorBlock<const VectorX<double>>& input,
                          const Eigen::VectorBlock<const VectorX<double>>& state,
                          Eigen::VectorBlock<VectorX<double>>* output) const override {
    QCOMPARE(input.size(), Eigen::Index{0});
    *output = state;
  }
};

/// x⁺ = 2 x + u every half second; y = x + u.
class Doubling final : public VectorSystem<double> {
 public:
  Doubling() : VectorSystem<double>(1, 1) {
    DeclareDiscreteState(1);
    DeclarePeriodicDiscreteUpdate(0.5, 0);
  }

 private:
  void DoCalcVectorDiscreteVariableUpdates(
      const Context<double>&, const Eigen::VectorBlock<const VectorX<double>>& input,
      const Eigen::VectorBlock<const VectorX<double>>& state,
      Eigen::VectorBlock<VectorX<double>>* next) const override {
    *next = 2 * state + input;
  }
  void DoCalcVectorOutput(const Context<double>&,
                          const Eigen::VectorBlock<const VectorX<double>>& input,
                          const Eigen::VectorBlock<const VectorX<double>>& state,
                          Eigen::VectorBlock<VectorX<double>>* output) const override {
    *output = state + input;
  }
};

/// A vector system that computes nothing of what it has.
class Lazy final : public VectorSystem<double> {
 public:
  Lazy() : VectorSystem<double>(0, 1) { set_name("lazy"); }
};

/// The time and its square.
template <typename T>
class Powers final : public SingleOutputVectorSource<T> {
 public:
  Powers() : SingleOutputVectorSource<T>(SystemTypeTag<Powers>{}, 2) {}
  template <typename U>
  explicit Powers(const Powers<U>&) : Powers() {}

 private:
  void DoCalcVectorOutput(const Context<T>& context,
                          Eigen::VectorBlock<VectorX<T>>* output) const override {
    (*output)[0] = context.get_time();
    (*output)[1] = context.get_time() * context.get_time();
  }
};

/// A circle's equation beside its derivatives: a residual of three elements for two states.
class Circle final : public LeafSystem<double> {
 public:
  Circle() {
    DeclareContinuousState(2);
    DeclareImplicitTimeDerivativesResidualSize(3);
  }

 private:
  void DoCalcTimeDerivatives(const Context<double>& context,
                             ContinuousState<double>* derivatives) const override {
    (*derivatives)[0] = -context.get_continuous_state()[1];
    (*derivatives)[1] = context.get_continuous_state()[0];
  }
  void DoCalcImplicitTimeDerivativesResidual(const Context<double>& context,
                                             const ContinuousState<double>& proposed,
                                             EigenPtr<VectorX<double>> residual) const override {
    const auto& x = context.get_continuous_state();
    *residual << proposed[0] + x[1], proposed[1] - x[0], x[0] * x[0] + x[1] * x[1] - 1;
  }
};

/// Counts what its witness functions, which all cross zero at 1 s, lead to.
class Witnessed final : public LeafSystem<double> {
 public:
  Witnessed() {
    DeclareDiscreteState(1);
    DeclareAbstractState(Value<int>(0));
    const auto direction = WitnessFunctionDirection::kCrossesZero;
    publish_ = MakeWitnessFunction("p", direction, &Witnessed::Calc, &Witnessed::OnPublish);
    discrete_ = MakeWitnessFunction("d", direction, &Witnessed::Calc, &Witnessed::OnDiscrete);
    unrestricted_ =
        MakeWitnessFunction("u", direction, &Witnessed::Calc, &Witnessed::OnUnrestricted);
    DeclarePeriodicPublishEvent(10, 0, &Witnessed::OnPeriod);
  }
  mutable std::string published;
  mutable int num_periods = 0;

 private:
  double Calc(const Context<double>& context) const { return context.get_time() - 1; }
  static std::string NameOf(const Event<double>& event) {
    const auto* data = event.get_event_data<WitnessTriggeredEventData<double>>();
    return data == nullptr ? "" : data->triggered_witness()->description();
  }
  void OnPublish(const Context<double>&, const PublishEvent<double>& event) const {
    published += NameOf(event);
  }
  void OnDiscrete(const Context<double>& context, const DiscreteUpdateEvent<double>& event,
                  DiscreteValues<double>* next) const {
    (*next)[0] = context.get_discrete_state(0)[0] + (NameOf(event) == "d" ? 10 : 0);
  }
  EventStatus OnUnrestricted(const Context<double>&, const UnrestrictedUpdateEvent<double>& event,
                             State<double>* next) const {
    next->get_mutable_abstract_state<int>(0) += NameOf(event) == "u" ? 100 : 0;
    return EventStatus::Succeeded();
  }
  void OnPeriod(const Context<double>&, const PublishEvent<double>& event) const {
    num_periods += event.get_event_data<PeriodicEventData>()->period_sec() == 10 ? 1 : 0;
  }
  void DoGetWitnessFunctions(
      const Context<double>&,
      std::vector<const WitnessFunction<double>*>* witnesses) const override {
    *witnesses = {publish_.get(), discrete_.get(), unrestricted_.get()};
  }

  std::unique_ptr<WitnessFunction<double>> publish_, discrete_, unrestricted_;
};

/// Can be cloned, not copied; `sides` is what subclasses differ in.
class Shape {
 public:
  explicit Shape(int sides = 0) : sides_(sides) {}
  Shape(const Shape&) = delete;
  Shape& operator=(const Shape&) = delete;
  virtual ~Shape() = default;
  virtual std::unique_ptr<Shape> Clone() const { return std::make_unique<Shape>(sides_); }
  virtual std::string name() const { return "shape"; }
  int sides() const { return sides_; }

 private:
  int sides_;
};
class Square final : public Shape {
 public:
  Square() : Shape(4) {}
  std::unique_ptr<Shape> Clone() const override { return std::make_unique<Square>(); }
  std::string name() const override { return "square"; }
};

/// The text of what `call` throws.
QString Text(const std::function<void()>& call) { return QString::fromStdString(MessageOf(call)); }

}  // namespace

class TestSystemAccess : public QObject {
  Q_OBJECT
 private slots:
  void aSystemFindsItsContextFromTheRoot() {
    DiagramBuilder<double> inner, outer;
    auto* leaf = inner.AddNamedSystem<Everything>("leaf");
    auto* nested = outer.AddNamedSystem("nested", inner.Build());
    auto* other = outer.AddNamedSystem<Lag>("other");
    const auto diagram = outer.Build();
    diagram->set_name("all");
    auto root = diagram->CreateDefaultContext();
    QCOMPARE(&leaf->GetMyContextFromRoot(*root), &diagram->GetSubsystemContext(*leaf, *root));
    QCOMPARE(&diagram->GetMyContextFromRoot(*root), root.get());
    leaf->GetMyMutableContextFromRoot(root.get()).SetDiscreteState(0, Eigen::Vector2d(3, 4));
    QCOMPARE(leaf->GetMyContextFromRoot(*root).get_discrete_state(0)[1], 4.);
    const Context<double>& part = nested->GetMyContextFromRoot(*root);
    QCOMPARE(Text([&] { leaf->GetMyContextFromRoot(part); }),
             QString("System 'nested/leaf': GetMyContextFromRoot() needs the context of the "
                     "outermost diagram, not that of 'nested'"));
    const Everything stranger;
    QVERIFY(Text([&] { stranger.GetMyContextFromRoot(*root); }).contains("is no part of"));
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, other->GetMyMutableContextFromRoot(nullptr));
  }

  void aSystemCountsItsStateAndParameters() {
    const Everything leaf;
    QCOMPARE(leaf.num_discrete_state_groups(), 2);
    QCOMPARE(leaf.num_abstract_states(), 1);
    QCOMPARE(leaf.num_numeric_parameter_groups(), 1);
    QCOMPARE(leaf.num_abstract_parameters(), 2);
    DiagramBuilder<double> builder;
    for (int i = 0; i < 3; ++i) builder.AddSystem<Everything>();
    const auto diagram = builder.Build();
    QCOMPARE(diagram->num_discrete_state_groups(), 6);
    QCOMPARE(diagram->num_abstract_states(), 3);
    QCOMPARE(diagram->num_numeric_parameter_groups(), 3);
    QCOMPARE(diagram->num_abstract_parameters(), 6);
  }

  void systemsOfOneKindOfEquationAreKnown() {
    double period = -1;
    QVERIFY(Doubling().IsDifferenceEquationSystem(&period));
    QCOMPARE(period, 0.5);
    QVERIFY(!Doubling().IsDifferentialEquationSystem());
    period = -1;
    QVERIFY(!Lag().IsDifferenceEquationSystem(&period));
    QCOMPARE(period, -1.);
    QVERIFY(Lag().IsDifferentialEquationSystem());
    QVERIFY(!Everything().IsDifferenceEquationSystem());
    QVERIFY(!Everything().IsDifferentialEquationSystem());
  }

  void portsAreSelected() {
    const Everything system;
    QCOMPARE(system.get_input_port_selection(InputPortSelection::kUseFirstInputIfItExists),
             &system.get_input_port(0));
    QCOMPARE(system.get_input_port_selection(InputPortSelection::kNoInput),
             static_cast<const InputPort<double>*>(nullptr));
    QCOMPARE(system.get_input_port_selection(InputPortIndex(1)), &system.get_input_port(1));
    QCOMPARE(system.get_output_port_selection(OutputPortSelection::kUseFirstOutputIfItExists),
             &system.get_output_port(0));
    QCOMPARE(system.get_output_port_selection(OutputPortSelection::kNoOutput),
             static_cast<const OutputPort<double>*>(nullptr));
    QCOMPARE(Lazy().get_input_port_selection(InputPortSelection::kUseFirstInputIfItExists),
             static_cast<const InputPort<double>*>(nullptr));
    QVERIFY_THROWS_EXCEPTION(std::out_of_range,
                             system.get_output_port_selection(OutputPortIndex(1)));
  }

  void aDiagramGivesAccessToItsParts() {
    DiagramBuilder<double> builder;
    auto* source = builder.AddNamedSystem<Powers>("source");
    auto* first = builder.AddNamedSystem<Lag>("first");
    auto* second = builder.AddNamedSystem<Everything>("second");
    builder.Connect(*source, *first);
    const auto diagram = builder.Build();
    QVERIFY(diagram->AreConnected(source->get_output_port(), first->get_input_port()));
    QVERIFY(!diagram->AreConnected(first->get_output_port(), first->get_input_port()));
    QVERIFY(!diagram->AreConnected(source->get_output_port(), second->get_input_port(0)));
    QCOMPARE(&diagram->GetMutableSubsystemByName("second"), static_cast<System<double>*>(second));
    QCOMPARE(&diagram->GetMutableDowncastSubsystemByName<Lag>("first"), first);
    QCOMPARE(&diagram->GetDowncastSubsystemByName<Powers>("source"),
             static_cast<const Powers<double>*>(source));

    auto context = diagram->CreateDefaultContext();
    first->GetMyMutableContextFromRoot(context.get()).SetContinuousState(Eigen::Vector2d(1, 2));
    second->GetMyMutableContextFromRoot(context.get()).SetContinuousState(Eigen::Vector3d(3, 4, 5));
    context->SetTime(10);
    const auto derivatives = diagram->AllocateTimeDerivatives();
    diagram->CalcTimeDerivatives(*context, derivatives.get());
    const VectorBase<double>& of_first =
        diagram->GetSubsystemDerivatives(*first, *derivatives).get_vector();
    QCOMPARE(of_first[0], 9.);
    QCOMPARE(of_first[1], 98.);
    const ContinuousState<double>& of_second =
        diagram->GetSubsystemDerivatives(*second, *derivatives);
    QCOMPARE(of_second.get_generalized_position()[0], 4.);
    QCOMPARE(of_second.get_generalized_velocity()[0], -3.);
    QCOMPARE(of_second.get_misc_continuous_state()[0], 7.);

    const auto state = context->CloneState();
    State<double>& own = diagram->GetMutableSubsystemState(*second, state.get());
    QCOMPARE(own.get_continuous_state()[1], 4.);
    own.get_mutable_discrete_state(1)[2] = 8;
    own.get_mutable_abstract_state<int>(0) = 6;
    QCOMPARE(state->get_discrete_state(1)[2], 8.);
    QCOMPARE(diagram->GetSubsystemState(*second, *state).get_abstract_state<int>(0), 6);
    QCOMPARE(
        diagram->GetSubsystemDiscreteValues(*second, state->get_discrete_state()).get_vector(1)[2],
        8.);
    diagram->GetMutableSubsystemState(*second, context.get()).get_mutable_discrete_state(0)[0] = 9;
    QCOMPARE(context->get_discrete_state(0)[0], 9.);

    const auto events = diagram->AllocateCompositeEventCollection();
    diagram->GetPerStepEvents(*context, events.get());
    QVERIFY(diagram->GetSubsystemCompositeEventCollection(*second, *events).HasPublishEvents());
    QVERIFY(!diagram->GetSubsystemCompositeEventCollection(*first, *events).HasEvents());
    diagram->GetMutableSubsystemCompositeEventCollection(*second, events.get()).Clear();
    QVERIFY(!events->HasEvents());

    diagram->set_name("whole");
    const Lag stranger;
    QVERIFY(Text([&] {
              diagram->GetSubsystemState(stranger, *state);
            }).contains("is not a subsystem of diagram 'whole'"));
    QVERIFY(Text([&] {
              diagram->GetSubsystemCompositeEventCollection(stranger, *events);
            }).contains("is not a direct subsystem of diagram 'whole'"));
  }

  void timeDerivativesAreAnImplicitEquation() {
    DiagramBuilder<double> builder;
    auto* lag = builder.AddNamedSystem<Everything>("plain");
    auto* circle = builder.AddNamedSystem<Circle>("circle");
    const auto diagram = builder.Build();
    auto context = diagram->CreateDefaultContext();
    circle->GetMyMutableContextFromRoot(context.get()).SetContinuousState(Eigen::Vector2d(2, 1));
    QCOMPARE(lag->implicit_time_derivatives_residual_size(), 3);
    QCOMPARE(diagram->implicit_time_derivatives_residual_size(), 6);
    VectorX<double> residual = diagram->AllocateImplicitTimeDerivativesResidual();
    QCOMPARE(residual.size(), Eigen::Index{6});
    diagram->CalcImplicitTimeDerivativesResidual(*context, diagram->EvalTimeDerivatives(*context),
                                                 &residual);
    QCOMPARE(residual, (VectorX<double>(6) << 0, 0, 0, 0, 0, 4).finished());
    VectorX<double> proposed = VectorX<double>::Zero(2);
    VectorX<double> of_circle = circle->AllocateImplicitTimeDerivativesResidual();
    auto own = circle->CreateDefaultContext();
    own->SetContinuousState(Eigen::Vector2d(2, 1));
    circle->CalcImplicitTimeDerivativesResidual(*own, proposed, &of_circle);
    QCOMPARE(of_circle, (VectorX<double>(3) << 1, -2, 4).finished());
    of_circle.resize(2);
    circle->set_name("circle");
    QVERIFY(Text([&] {
              circle->CalcImplicitTimeDerivativesResidual(*own, proposed, &of_circle);
            }).endsWith("the residual has 2 elements instead of 3"));
  }

  void vectorSystemsAreFunctionsOfVectors() {
    const Lag lag;
    QVERIFY(!lag.HasAnyDirectFeedthrough());
    auto context = lag.CreateDefaultContext();
    context->SetContinuousState(Eigen::Vector2d(1, 2));
    QCOMPARE(lag.get_output_port().Eval(*context)[1], 2.);
    lag.get_input_port().FixValue(context.get(), Eigen::Vector2d(5, 5));
    QCOMPARE(lag.EvalTimeDerivatives(*context)[0], 4.);

    const Doubling doubling;
    QVERIFY(doubling.HasAnyDirectFeedthrough());
    Simulator<double> simulator(doubling);
    doubling.get_input_port().FixValue(&simulator.get_mutable_context(), 1.0);
    (void)simulator.AdvanceTo(1.25);
    QCOMPARE(doubling.get_output_port().Eval(simulator.get_context())[0], 7. + 1.);
    auto next = doubling.AllocateDiscreteVariables();
    doubling.CalcForcedDiscreteVariableUpdate(simulator.get_context(), next.get());
    QCOMPARE((*next)[0], 15.);

    const Lazy lazy;
    auto nothing = lazy.CreateDefaultContext();
    QCOMPARE(Text([&] { lazy.get_output_port().Eval(*nothing); }),
             QString("VectorSystem 'lazy' must override DoCalcVectorOutput()"));
  }

  void aSourceOfOneVectorIsConverted() {
    const Powers<double> powers;
    const auto differentiated = System<double>::ToAutoDiffXd(powers);
    auto context = differentiated->CreateDefaultContext();
    context->SetTime(AutoDiff(3, 0));
    const auto y = differentiated->get_output_port().Eval(*context);
    QCOMPARE(y[1].value(), 9.);
    QCOMPARE(y[1].derivatives()[0], 6.);
  }

  void handlersAreToldTheirEvent() {
    const Witnessed system;
    Simulator<double> simulator(system);
    SimulatorConfig config;
    config.max_step = 0.3;
    simulator.set_config(config);
    (void)simulator.AdvanceTo(2);
    QCOMPARE(system.published, std::string("p"));
    QCOMPARE(simulator.get_context().get_discrete_state(0)[0], 10.);
    QCOMPARE(simulator.get_context().get_abstract_state<int>(0), 100);
    QCOMPARE(system.num_periods, 1);
  }

  void valuesAreMadeOfArgumentsAndClones() {
    using Named = std::pair<std::string, int>;
    QCOMPARE(Value<Named>("three", 3).get_value(), Named("three", 3));
    QCOMPARE(Value<std::vector<int>>({3, 0}).get_value().size(), size_t{2});
    QCOMPARE(Value<std::string>("text").get_value(), std::string("text"));

    const Value<Shape> square{std::unique_ptr<Shape>(std::make_unique<Square>())};
    const auto copy = square.Clone();
    QCOMPARE(copy->get_value<Shape>().name(), std::string("square"));
    Value<Shape> other(Shape(5));
    QCOMPARE(other.get_value().sides(), 5);
    other.SetFrom(*copy);
    QCOMPARE(other.get_value().name(), std::string("square"));
    auto made = AbstractValue::Make<Shape>(Shape(6));
    QCOMPARE(made->get_value<Shape>().sides(), 6);
    made->set_value<Shape>(Shape(7));
    QCOMPARE(made->get_value<Shape>().sides(), 7);
    QCOMPARE(AbstractValue::Make<Shape>()->get_value<Shape>().sides(), 0);
    QVERIFY_THROWS_EXCEPTION(std::logic_error, Value<Shape>(std::unique_ptr<Shape>()));
  }
};

LOOPWRIGHT_TEST(TestSystemAccess)

}  // namespace loopwright::test_system_access

#include "test_system_access.moc"
