// Computations given as data, prepared updates of a rate, and output ports that show state: the
// same values as by the general way.

#include <QObject>
#include <QTest>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/diagram/diagram_builder.h"
#include "engine/simulation/simulator.h"
#include "engine/system/leaf_system.h"
#include "tests/engine/message_of.h"
#include "tests/test_main.h"

namespace loopwright::test_kernels {

namespace {

/// y = gain u, as a kernel.
class Scale final : public LeafSystem<double> {
 public:
  explicit Scale(double gain) {
    DeclareVectorInputPort("u", 1);
    DeclareNumericParameter(BasicVector<double>{gain});
    Kernel<double> kernel;
    kernel.size = 1;
    kernel.operands[0] = {Operand::kParameter, 0, 0};
    kernel.operands[1] = {Operand::kInput, 0, 0};
    kernel.run = [](const BoundKernel<double>& op) { op.out[0] = op.in[0][0] * op.in[1][0]; };
    DeclareVectorOutputPort("y", kernel);
  }
};

class Time final : public LeafSystem<double> {
 public:
  Time() { DeclareVectorOutputPort("t", 1, &Time::Calc, {time_ticket()}); }

 private:
  void Calc(const Context<double>& context, double* y) const { y[0] = context.get_time(); }
};

/// The time, which it gives only from 1 s on.
class FailsEarly final : public LeafSystem<double> {
 public:
  FailsEarly() { DeclareVectorOutputPort("t", 1, &FailsEarly::Calc, {time_ticket()}); }

 private:
  void Calc(const Context<double>& context, double* y) const {
    if (context.get_time() < 1) throw std::runtime_error("too early");
    y[0] = context.get_time();
  }
};

/// x⁺ = u, y = x: by a kernel and without a copy, or by a handler and a method.
class Hold final : public LeafSystem<double> {
 public:
  Hold(double period, bool as_data) {
    DeclareVectorInputPort("u", 1);
    DeclareDiscreteState(1);
    if (!as_data) {
      DeclarePeriodicDiscreteUpdateEvent(period, 0, &Hold::Update);
      DeclareVectorOutputPort("y", 1, &Hold::Copy, {xd_ticket()});
      return;
    }
    Kernel<double> kernel;
    kernel.size = 1;
    kernel.operands[0] = {Operand::kInput, 0, 0};
    kernel.run = [](const BoundKernel<double>& op) { op.out[0] = op.in[0][0]; };
    DeclarePeriodicDiscreteUpdateEvent(period, 0, kernel);
    DeclareStateOutputPort("y", DiscreteStateIndex(0));
  }

 private:
  EventStatus Update(const Context<double>& context, DiscreteValues<double>* next) const {
    (*next)[0] = input_data(context, 0)[0];
    return EventStatus::Succeeded();
  }
  void Copy(const Context<double>& context, BasicVector<double>* y) const {
    (*y)[0] = discrete_data(context)[0];
  }
};

/// Two groups, a⁺ = (a1 + 1, a2 + 2) and b⁺ = b + a1, by a method.
class TwoGroups final : public LeafSystem<double> {
 public:
  TwoGroups() {
    DeclareDiscreteState(2);
    DeclareDiscreteState(1);
    DeclarePeriodicDiscreteUpdateEvent<&TwoGroups::Update>(1, 0);
  }

 private:
  void Update(const Context<double>& context, double* next) const {
    const double* a = discrete_data(context, 0);
    next[0] = a[0] + 1;
    next[1] = a[1] + 2;
    next[2] = discrete_data(context, 1)[0] + a[0];
  }
};

enum class Way { kPrepared, kTraced, kNoCache, kChecked };

/// ẋ = u - a x, whose derivatives are a method that is named in one of three ways.
class Decay final : public LeafSystem<double> {
 public:
  enum class Form { kOverride, kMethod, kMethodOfLeaf };
  explicit Decay(Form form) : form_(form) {
    DeclareVectorInputPort("u", 2);
    DeclareNumericParameter(BasicVector<double>{0.7});
    set_derivative_prerequisites({all_input_ports_ticket(), xc_ticket(), pn_ticket()});
    if (form == Form::kMethod) DeclareTimeDerivatives(&Decay::Calc);
    if (form == Form::kMethodOfLeaf) DeclareTimeDerivatives<&Decay::Calc>();
    DeclareContinuousState(Eigen::VectorXd{{1., -2.}}, 1, 1, 0);
    DeclareVectorOutputPort("x", 2, &Decay::Show, {xc_ticket()});
  }
  int num_calls() const { return calls_; }

 private:
  void Calc(const Context<double>& context, const ContinuousPointers<double>& derivatives) const {
    ++calls_;
    const double a = parameter_data(context, 0)[0];
    const double* u = input_data(context, 0);
    derivatives.q[0] = u[0] - a * context.continuous().q[0];
    derivatives.v[0] = u[1] - a * context.continuous().v[0];
  }
  void DoCalcTimeDerivatives(const Context<double>& context,
                             ContinuousState<double>* derivatives) const override {
    QVERIFY(form_ == Form::kOverride);
    Calc(context, {&(*derivatives)[0], &(*derivatives)[1], nullptr});
  }
  void Show(const Context<double>& context, double* x) const {
    x[0] = context.continuous().q[0];
    x[1] = context.continuous().v[0];
  }

  Form form_;
  mutable int calls_ = 0;
};

/// Two of them in a ring: the state at 1 s, its derivatives, and both with another parameter.
std::vector<double> RunDecays(Decay::Form form, Way way, int64_t* calls) {
  DiagramBuilder<double> builder;
  auto* first = builder.AddSystem<Decay>(form);
  auto* second = builder.AddSystem<Decay>(form);
  builder.Connect(first->get_output_port(0), second->get_input_port(0));
  builder.Connect(second->get_output_port(0), first->get_input_port(0));
  const auto diagram = builder.Build();
  Simulator<double> simulator(*diagram);
  if (way == Way::kNoCache) simulator.get_mutable_context().DisableCaching();
  if (way == Way::kChecked) simulator.get_mutable_context().EnableCacheChecking();
  SimulatorConfig config;
  config.integrator = "rk3";
  config.fixed_step = 0.01;
  simulator.set_config(config);
  simulator.AdvanceTo(1);
  *calls = first->num_calls();
  Context<double>& context = simulator.get_mutable_context();
  std::vector<double> values;
  const auto append = [&] {
    const auto x = context.get_continuous_state_vector().CopyToVector();
    const auto xdot = diagram->EvalTimeDerivatives(context).CopyToVector();
    values.insert(values.end(), x.begin(), x.end());
    values.insert(values.end(), xdot.begin(), xdot.end());
  };
  append();
  // A parameter of the second one alone.
  diagram->GetMutableSubsystemContext(*second, &context).get_mutable_numeric_parameter(0)[0] = 3;
  append();
  return values;
}

/// Time → hold (0.1 s) → ×3 → hold (0.3 s) → ×0.5 → hold (0.1 s).
std::unique_ptr<Diagram<double>> MakeChain(bool as_data) {
  DiagramBuilder<double> builder;
  auto* time = builder.AddNamedSystem("time", std::make_unique<Time>());
  auto* fast = builder.AddNamedSystem("fast", std::make_unique<Hold>(0.1, as_data));
  auto* triple = builder.AddNamedSystem("triple", std::make_unique<Scale>(3));
  auto* slow = builder.AddNamedSystem("slow", std::make_unique<Hold>(0.3, as_data));
  auto* half = builder.AddNamedSystem("half", std::make_unique<Scale>(0.5));
  auto* last = builder.AddNamedSystem("last", std::make_unique<Hold>(0.1, as_data));
  builder.Cascade(*time, *fast);
  builder.Cascade(*fast, *triple);
  builder.Cascade(*triple, *slow);
  builder.Cascade(*slow, *half);
  builder.Cascade(*half, *last);
  for (const System<double>* system :
       {static_cast<const System<double>*>(fast), static_cast<const System<double>*>(triple),
        static_cast<const System<double>*>(slow), static_cast<const System<double>*>(half),
        static_cast<const System<double>*>(last)}) {
    builder.ExportOutput(system->get_output_port(0), system->get_name());
  }
  return builder.Build();
}

std::vector<double> RunChain(bool as_data, Way way) {
  const auto chain = MakeChain(as_data);
  Simulator<double> simulator(*chain);
  if (way == Way::kTraced) simulator.set_trace([](const TracePhase&) {});
  if (way == Way::kNoCache) simulator.get_mutable_context().DisableCaching();
  if (way == Way::kChecked) simulator.get_mutable_context().EnableCacheChecking();
  std::vector<double> values;
  simulator.set_recorder([&](const Context<double>& context, Side) {
    values.push_back(context.get_time());
    for (int i = 0; i < chain->num_output_ports(); ++i) {
      values.push_back(chain->get_output_port(i).Eval(context)[0]);
    }
  });
  simulator.AdvanceTo(2.95);
  return values;
}

}  // namespace

class TestKernels : public QObject {
  Q_OBJECT

 private slots:
  void directUpdateReachesGroupsThatLieApart() {
    const TwoGroups system;
    const auto context = system.CreateDefaultContext();
    context->SetDiscreteState(0, Eigen::Vector2d(10, 20));
    context->SetDiscreteState(1, Eigen::VectorXd::Constant(1, 5));
    const auto events = system.AllocateCompositeEventCollection();
    system.GetPeriodicEvents(*context, events.get());
    const auto next = system.AllocateDiscreteVariables();
    QVERIFY(
        !system
             .CalcDiscreteVariableUpdate(*context, events->get_discrete_update_events(), next.get())
             .failed());
    QCOMPARE(next->value(0)[0], 11.);
    QCOMPARE(next->value(0)[1], 22.);
    QCOMPARE(next->value(1)[0], 15.);

    Simulator<double> simulator(system);
    simulator.AdvanceTo(2.5);  // updates at 0, 1 and 2
    QCOMPARE(simulator.get_context().get_discrete_state(0)[1], 6.);
    QCOMPARE(simulator.get_context().get_discrete_state(1)[0], 3.);
    QCOMPARE(simulator.get_num_discrete_updates(), int64_t{3});
  }

  void preparedUpdatesEqualGeneralOnes_data() {
    QTest::addColumn<int>("way");
    QTest::newRow("prepared") << static_cast<int>(Way::kPrepared);
    QTest::newRow("traced") << static_cast<int>(Way::kTraced);
    QTest::newRow("no cache") << static_cast<int>(Way::kNoCache);
    QTest::newRow("checked") << static_cast<int>(Way::kChecked);
  }
  void preparedUpdatesEqualGeneralOnes() {
    QFETCH(int, way);
    const std::vector<double> general = RunChain(false, Way::kNoCache);
    QVERIFY(general.size() > 6 * 2 * 29);
    QVERIFY(RunChain(true, static_cast<Way>(way)) == general);
    QVERIFY(RunChain(false, static_cast<Way>(way)) == general);
  }

  void derivativesOfTheLeafEqualMethods() {
    int64_t calls = 0, expected_calls = 0;
    const std::vector<double> expected =
        RunDecays(Decay::Form::kOverride, Way::kPrepared, &expected_calls);
    QVERIFY(expected.size() == 16 && expected[0] != 1);
    QCOMPARE(expected_calls, int64_t{300});
    for (const auto form : {Decay::Form::kMethod, Decay::Form::kMethodOfLeaf}) {
      for (const Way way : {Way::kPrepared, Way::kNoCache, Way::kChecked}) {
        QVERIFY(RunDecays(form, way, &calls) == expected);
        if (way == Way::kPrepared) QCOMPARE(calls, expected_calls);
      }
    }
    // The prerequisites are those that were declared.
    const Decay leaf(Decay::Form::kMethodOfLeaf);
    const auto context = leaf.CreateDefaultContext();
    leaf.get_input_port(0).FixValue(context.get(), Eigen::VectorXd{{4., 5.}});
    QCOMPARE(leaf.EvalTimeDerivatives(*context)[0], 4 - 0.7);
    QCOMPARE(leaf.EvalTimeDerivatives(*context)[1], 5 + 0.7 * 2);
    context->SetTime(3);
    leaf.EvalTimeDerivatives(*context);
    QCOMPARE(leaf.num_calls(), 1);
    context->get_mutable_numeric_parameter(0)[0] = 1;
    QCOMPARE(leaf.EvalTimeDerivatives(*context)[0], 3.);
    QCOMPARE(leaf.num_calls(), 2);
  }

  void secondRunIsTheSame() {
    const auto chain = MakeChain(true);
    Simulator<double> simulator(*chain);
    std::vector<double> ends;
    for (int run = 0; run < 2; ++run) {
      chain->SetDefaultContext(&simulator.get_mutable_context());
      simulator.get_mutable_context().SetTime(0);
      simulator.Initialize();
      simulator.AdvanceTo(2.95);
      ends.push_back(chain->GetOutputPort("last").Eval(simulator.get_context())[0]);
    }
    QCOMPARE(ends[0], ends[1]);
    QVERIFY(ends[0] > 3);
  }

  void fixedInputIsReadWhereItLies() {
    const Hold hold(1, true);
    auto context = hold.CreateDefaultContext();
    hold.get_input_port().FixValue(context.get(), 4.);
    Simulator<double> simulator(hold, std::move(context));
    const auto y = [&] { return hold.get_output_port().Eval(simulator.get_context())[0]; };
    simulator.AdvanceTo(0.5);
    QCOMPARE(y(), 4.);
    hold.get_input_port().FixValue(&simulator.get_mutable_context(), 7.);
    simulator.AdvanceTo(1.5);
    QCOMPARE(y(), 7.);
    hold.get_input_port().FixValue(&simulator.get_mutable_context(), 9.);
    simulator.AdvanceTo(2.5);
    QCOMPARE(y(), 9.);
  }

  void newFixedInputIsBoundAnew() {
    DiagramBuilder<double> builder;
    auto* first = builder.AddNamedSystem("first", std::make_unique<Hold>(1, true));
    auto* scale = builder.AddNamedSystem("scale", std::make_unique<Scale>(2));
    auto* second = builder.AddNamedSystem("second", std::make_unique<Hold>(1, true));
    builder.ExportInput(first->get_input_port(), "u");
    builder.Cascade(*first, *scale);
    builder.Cascade(*scale, *second);
    const auto diagram = builder.Build();
    Simulator<double> simulator(*diagram);
    Context<double>& context = simulator.get_mutable_context();
    diagram->get_input_port().FixValue(&context, 1.);
    simulator.AdvanceTo(1.5);
    QCOMPARE(second->get_output_port().Eval(diagram->GetSubsystemContext(*second, context))[0], 2.);
    const std::vector<std::byte> bytes = context.ToBytes();
    // A connected input is fixed while the run goes on.
    scale->get_input_port().FixValue(&diagram->GetMutableSubsystemContext(*scale, &context), 50.);
    simulator.AdvanceTo(2.5);
    QCOMPARE(second->get_output_port().Eval(diagram->GetSubsystemContext(*second, context))[0],
             100.);
    // It is connected again in a context from before.
    context.FromBytes(bytes);
    QCOMPARE(scale->get_output_port().Eval(diagram->GetSubsystemContext(*scale, context))[0], 2.);
    simulator.Initialize();
    simulator.AdvanceTo(2.5);
    QCOMPARE(second->get_output_port().Eval(diagram->GetSubsystemContext(*second, context))[0], 2.);
  }

  void missingInputIsNamed() {
    const Hold hold(1, true);
    Simulator<double> simulator(hold);
    QVERIFY(MessageOf([&] { simulator.AdvanceTo(1); }).find("has no value: connect it or fix it") !=
            std::string::npos);
    const Scale scale(2);
    const auto context = scale.CreateDefaultContext();
    QVERIFY(MessageOf([&] {
              scale.get_output_port().Eval(*context);
            }).find("has no value: connect it or fix it") != std::string::npos);
  }

  void kernelDependsOnItsOperands() {
    const Scale scale(2);
    const auto context = scale.CreateDefaultContext();
    scale.get_input_port().FixValue(context.get(), 3.);
    QCOMPARE(scale.get_output_port().Eval(*context)[0], 6.);
    context->get_mutable_numeric_parameter(0)[0] = 5;
    QCOMPARE(scale.get_output_port().Eval(*context)[0], 15.);
    const CacheEntry<double>& entry = *scale.get_output_port().cache_entry();
    const int64_t computed = entry.serial_number(*context);
    context->SetTime(8);
    QCOMPARE(scale.get_output_port().Eval(*context)[0], 15.);
    QCOMPARE(entry.serial_number(*context), computed);
    BasicVector<double> value(1);
    scale.get_output_port().Calc(*context, &value);
    QCOMPARE(value[0], 15.);
  }

  void stateIsShownInPlace() {
    const Hold hold(1, true);
    const auto context = hold.CreateDefaultContext();
    context->SetDiscreteState(Eigen::VectorXd::Constant(1, 3));
    QCOMPARE(hold.get_output_port().Eval(*context)[0], 3.);
    context->SetDiscreteState(Eigen::VectorXd::Constant(1, 4));
    QCOMPARE(hold.get_output_port().Eval(*context)[0], 4.);
    QCOMPARE(hold.get_output_port().EvalData(*context),
             context->get_discrete_state(0).value().data());
    BasicVector<double> copy(1);
    hold.get_output_port().Calc(*context, &copy);
    QCOMPARE(copy[0], 4.);
    const auto clone = context->Clone();
    context->SetDiscreteState(Eigen::VectorXd::Constant(1, 5));
    QCOMPARE(hold.get_output_port().Eval(*clone)[0], 4.);
  }

  void longChainsAreEvaluatedByAStack() {
    constexpr int kLength = 20000;
    DiagramBuilder<double> builder;
    std::vector<const Scale*> scales;
    for (int i = 0; i < kLength; ++i) {
      scales.push_back(
          builder.AddNamedSystem("scale" + std::to_string(i), std::make_unique<Scale>(1)));
      if (i > 0) builder.Cascade(*scales[i - 1], *scales[i]);
    }
    builder.ExportInput(scales.front()->get_input_port(), "u");
    builder.ExportOutput(scales.back()->get_output_port(), "y");
    const auto diagram = builder.Build();
    const auto context = diagram->CreateDefaultContext();
    diagram->get_input_port().FixValue(context.get(), 3.);
    QCOMPARE(diagram->get_output_port().Eval(*context)[0], 3.);
    diagram->GetMutableSubsystemContext(*scales[15000], context.get())
        .get_mutable_numeric_parameter(0)[0] = 2;
    QCOMPARE(diagram->get_output_port().Eval(*context)[0], 6.);
    const auto computed = [&](int i) {
      return scales[i]->get_output_port().cache_entry()->serial_number(
          diagram->GetSubsystemContext(*scales[i], *context));
    };
    QCOMPARE(computed(14999), int64_t{1});
    QCOMPARE(computed(15000), int64_t{2});
    QCOMPARE(computed(kLength - 1), int64_t{2});
  }

  void aChainIsComputedAfterAFailureAtItsHead() {
    DiagramBuilder<double> builder;
    const auto* head = builder.AddNamedSystem<FailsEarly>("head");
    const System<double>* last = head;
    for (int i = 0; i < 100; ++i) {
      const auto* scale = builder.AddNamedSystem<Scale>("scale" + std::to_string(i), 1.);
      builder.Connect(*last, *scale);
      last = scale;
    }
    builder.ExportOutput(last->get_output_port(), "y");
    const auto diagram = builder.Build();
    const auto context = diagram->CreateDefaultContext();
    for (int i = 0; i < 2; ++i) {
      QCOMPARE(MessageOf([&] { diagram->get_output_port().Eval(*context); }),
               std::string("too early"));
    }
    context->SetTime(2);
    QCOMPARE(diagram->get_output_port().Eval(*context)[0], 2.);
    QCOMPARE(context->data().statistics.computations, 101);
  }
};

LOOPWRIGHT_TEST(TestKernels)

}  // namespace loopwright::test_kernels

#include "test_kernels.moc"
