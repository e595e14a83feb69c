#include <QObject>
#include <QTest>
#include <random>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "engine/diagram/diagram_builder.h"
#include "engine/system/leaf_system.h"
#include "tests/engine/message_of.h"
#include "tests/test_main.h"

namespace loopwright::test_system_ports {

namespace {

template <typename T>
class Pair final : public BasicVector<T> {
 public:
  Pair() : BasicVector<T>(2) { this->SetFromVector(VectorX<T>(VectorX<T>::Constant(2, T(7)))); }
  const T& first() const { return (*this)[0]; }
  void set_first(const T& value) { (*this)[0] = value; }

 private:
  Pair<T>* DoClone() const final { return new Pair<T>; }
};

template <typename T>
class Other final : public BasicVector<T> {
 public:
  Other() : BasicVector<T>(2) {}

 private:
  Other<T>* DoClone() const final { return new Other<T>; }
};

/// Vector and abstract ports, state and parameters, partly of a subclass.
class Ports final : public LeafSystem<double> {
 public:
  Ports() {
    set_name("ports");
    DeclareVectorInputPort("plain", 3, RandomDistribution::kGaussian);
    DeclareVectorInputPort("pair", Pair<double>());
    DeclareAbstractInputPort("text", Value<std::string>("model"));
    DeclareDiscreteState(Pair<double>());
    DeclareNumericParameter(Pair<double>());
    DeclareAbstractParameter(Value<int>(5));
    DeclareVectorOutputPort("pair", &Ports::CalcPair, {xd_ticket()});
    DeclareVectorOutputPort("function", Pair<double>(),
                            [](const Context<double>& context, BasicVector<double>* y) {
                              dynamic_cast<Pair<double>&>(*y).set_first(context.get_time());
                            });
    DeclareAbstractOutputPort("text", std::string("start"), &Ports::CalcText, {time_ticket()});
    DeclareAbstractOutputPort(
        "number", [] { return AbstractValue::Make<int>(3); },
        [](const Context<double>&, AbstractValue* value) { value->set_value<int>(4); },
        {nothing_ticket()});
    DeclarePeriodicDiscreteUpdateEvent(1, 0, &Ports::Update);
  }
  VectorMap<double> OutputVector(SystemOutput<double>* output, int port) const {
    return GetMutableOutputVector(output, port);
  }

 private:
  void CalcPair(const Context<double>& context, Pair<double>* y) const {
    const auto& state = dynamic_cast<const Pair<double>&>(context.get_discrete_state(0));
    y->set_first(state.first() + 1);
    (*y)[1] = -1;
  }
  void CalcText(const Context<double>& context, std::string* y) const {
    *y += std::to_string(static_cast<int>(context.get_time()));
  }
  void Update(const Context<double>&, DiscreteValues<double>* xd) const {
    dynamic_cast<Pair<double>&>(xd->get_mutable_vector(0)).set_first(21);
  }
};

/// Hands its input and output on as references, as programs do.
class References final : public LeafSystem<double> {
 public:
  References() {
    DeclareVectorInputPort("u", 3);
    DeclareVectorOutputPort("y", 3, &References::Calc, {all_input_ports_ticket()});
  }
  const Eigen::VectorXd& u(const Context<double>& context) const {
    return get_input_port(0).Eval(context);
  }
  const Eigen::VectorXd& same_u(const Context<double>& context) const {
    return EvalEigenVectorInput(context, 0);
  }
  const Eigen::VectorXd& y(const Context<double>& context) const {
    return get_output_port(0).Eval(context);
  }

 private:
  void Calc(const Context<double>& context, BasicVector<double>* y) const {
    const Eigen::VectorXd& u = get_input_port(0).Eval(context);
    y->SetFromVector(2 * u);
  }
};
double SumOf(const Eigen::VectorXd& values) { return values.sum(); }

// A reference to what Eval() answers is bound to what the answer converts to, never to a temporary
// object that is made of it.
using Answer =
    decltype(std::declval<const InputPort<double>&>().Eval(std::declval<const Context<double>&>()));
static_assert(std::is_same_v<decltype(std::declval<Answer>().operator const Eigen::VectorXd&()),
                             const Eigen::VectorXd&>);
static_assert(std::is_base_of_v<ConstVectorMap<double>, Answer>);
static_assert(!std::is_convertible_v<Answer, Eigen::VectorXd&>);
static_assert(std::is_same_v<decltype(std::declval<const References&>().EvalEigenVectorInput(
                                 std::declval<const Context<double>&>(), 0)),
                             Answer>);

class Nothing final : public LeafSystem<double> {};

/// Random state and parameters.
class Random final : public LeafSystem<double> {
 public:
  Random() {
    DeclareDiscreteState(1);
    DeclareNumericParameter(BasicVector<double>{2.});
  }

 private:
  void SetRandomState(const Context<double>&, State<double>* state,
                      RandomGenerator* generator) const override {
    state->get_mutable_discrete_state(0)[0] = Draw(generator);
  }
  void SetRandomParameters(const Context<double>&, Parameters<double>* parameters,
                           RandomGenerator* generator) const override {
    parameters->get_mutable_numeric_parameter(0)[0] = Draw(generator);
  }
  static double Draw(RandomGenerator* generator) {
    return std::uniform_real_distribution<double>()(*generator);
  }
};

}  // namespace

class TestSystemPorts : public QObject {
  Q_OBJECT
 private slots:
  void storageIsOfTheDeclaredClass() {
    const Ports system;
    QCOMPARE(system.num_total_inputs(), 5);
    QCOMPARE(system.num_total_outputs(), 4);
    auto plain = system.AllocateInputVector(system.get_input_port(0));
    QCOMPARE(plain->size(), 3);
    auto pair = system.AllocateInputVector(system.get_input_port(1));
    QVERIFY(dynamic_cast<Pair<double>*>(pair.get()) != nullptr);
    QCOMPARE((*pair)[1], 7.);
    auto text = system.AllocateInputAbstract(system.get_input_port(2));
    QCOMPARE(text->get_value<std::string>(), std::string("model"));
    QCOMPARE(MessageOf([&] { system.AllocateInputVector(system.get_input_port(2)); }),
             std::string("Port ports.text is abstract-valued, but a vector was asked for"));
    QCOMPARE(MessageOf([&] { system.AllocateInputAbstract(system.get_input_port(0)); }),
             std::string("Port ports.plain is vector-valued, but an abstract value was asked for"));
    QVERIFY(system.get_input_port(0).is_random());
    QVERIFY(system.get_input_port(0).get_random_type() == RandomDistribution::kGaussian);
    QVERIFY(!system.get_input_port(1).is_random());
  }

  void vectorsAreEvaluatedAsTheirClass() {
    const Ports system;
    auto context = system.CreateDefaultContext();
    system.AllocateFixedInputs(context.get());
    QCOMPARE(system.get_input_port(1).Eval<Pair<double>>(*context).first(), 7.);
    QCOMPARE(system.get_output_port(0).Eval<Pair<double>>(*context).first(), 8.);
    QCOMPARE(MessageOf([&] { system.get_input_port(0).Eval<Pair<double>>(*context); }),
             std::string("The value of port ports.plain is a loopwright::BasicVector<double>, not "
                         "a loopwright::test_system_ports::(anonymous namespace)::Pair<double>"));
    QVERIFY_THROWS_EXCEPTION(std::logic_error,
                             system.get_output_port(0).Eval<Other<double>>(*context));
    QCOMPARE(MessageOf([&] { system.get_input_port(2).Eval<Pair<double>>(*context); }),
             std::string("Port ports.text is abstract-valued, but a vector was asked for"));
    QCOMPARE(MessageOf([&] { system.get_input_port(2).Eval<int>(*context); }),
             "AbstractValue: a request for int does not match the value's type " +
                 DemangledName(typeid(std::string)));
    QCOMPARE(MessageOf([&] { system.get_input_port(2).FixValue(context.get(), 3); }),
             "Input port ports.text is of type " + DemangledName(typeid(std::string)) +
                 " and cannot be fixed to a value of type int");
  }

  void referencesToVectorsLast() {
    const References system;
    auto context = system.CreateDefaultContext();
    system.get_input_port(0).FixValue(context.get(), Eigen::Vector3d(1, 2, 3));
    const Eigen::VectorXd& u = system.u(*context);
    const Eigen::VectorXd& y = system.y(*context);
    QCOMPARE(u[2], 3.);
    QCOMPARE(y[2], 6.);
    QVERIFY(&system.u(*context) == &u && &system.same_u(*context) == &u);
    system.get_input_port(0).FixValue(context.get(), Eigen::Vector3d(4, 5, 6));
    QCOMPARE(system.u(*context)[2], 6.);
    QCOMPARE(u[2], 6.);
    QCOMPARE(system.y(*context)[0], 8.);
    QCOMPARE(SumOf(system.get_output_port(0).Eval(*context)), 30.);
    // It is an Eigen map in everything else.
    const Eigen::VectorXd copy = system.get_output_port(0).Eval(*context);
    const Eigen::VectorXd other(system.get_output_port(0).Eval(*context));
    const Eigen::Ref<const Eigen::VectorXd> ref = system.get_output_port(0).Eval(*context);
    const auto map = system.get_output_port(0).Eval(*context);
    QVERIFY(copy == other && copy == ref && copy == map);
    QCOMPARE((Eigen::Matrix3d::Identity() * system.get_output_port(0).Eval(*context)).sum(), 30.);
    auto second = system.CreateDefaultContext();
    system.get_input_port(0).FixValue(second.get(), system.get_output_port(0).Eval(*context));
    QCOMPARE(system.u(*second)[0], 8.);
  }

  void inputsAreReadAsWhatTheyAre() {
    const Ports system;
    auto context = system.CreateDefaultContext();
    QVERIFY(system.EvalVectorInput(*context, 0) == nullptr);
    QVERIFY(system.EvalAbstractInput(*context, 2) == nullptr);
    QVERIFY(system.EvalInputValue<std::string>(*context, 2) == nullptr);
    QCOMPARE(MessageOf([&] { system.EvalEigenVectorInput(*context, 0); }),
             std::string("Input port ports.plain has no value: connect it or fix it"));
    system.AllocateFixedInputs(context.get());
    QCOMPARE(system.EvalEigenVectorInput(*context, 0).size(), Eigen::Index{3});
    QVERIFY(system.EvalVectorInput(*context, 0) != nullptr);
    QVERIFY(system.EvalVectorInput<Pair>(*context, 0) == nullptr);
    QCOMPARE(system.EvalVectorInput<Pair>(*context, 1)->first(), 7.);
    QVERIFY(system.EvalVectorInput<Other>(*context, 1) == nullptr);
    QCOMPARE(system.EvalInputValue<BasicVector<double>>(*context, 1)->size(), 2);
    QCOMPARE(*system.EvalInputValue<std::string>(*context, 2), std::string("model"));
    QVERIFY_THROWS_EXCEPTION(std::logic_error, system.EvalInputValue<int>(*context, 2));
    QCOMPARE(MessageOf([&] { system.EvalVectorInput(*context, 2); }),
             std::string("Port ports.text is abstract-valued, but a vector was asked for"));
    QCOMPARE(MessageOf([&] { system.EvalAbstractInput(*context, 1); }),
             std::string("Port ports.pair is vector-valued, but an abstract value was asked for"));
    QVERIFY_THROWS_EXCEPTION(std::out_of_range, system.EvalVectorInput(*context, 3));
    QCOMPARE(MessageOf([&] { system.EvalVectorInput(*context, -1); }),
             std::string("System 'ports' has no input port -1: it has 3"));
  }

  void inputsAreFixedFromAnyValueThatFits() {
    const Ports system;
    auto context = system.CreateDefaultContext();
    const auto& plain = system.get_input_port(0);
    plain.FixValue(context.get(), Eigen::Vector3i(1, 2, 3).cast<double>());
    QCOMPARE(plain.Eval(*context)[2], 3.);
    plain.FixValue(context.get(), BasicVector<double>{4., 5., 6.});
    QCOMPARE(plain.Eval(*context)[0], 4.);
    system.get_input_port(2).FixValue(context.get(), "literal");
    QCOMPARE(system.get_input_port(2).Eval<std::string>(*context), std::string("literal"));
    system.get_input_port(2).FixValue(context.get(), Value<std::string>("value"));
    QCOMPARE(system.get_input_port(2).Eval<std::string>(*context), std::string("value"));
    QCOMPARE(MessageOf([&] { plain.FixValue(context.get(), 1); }),
             std::string("Input port ports.plain has size 3 and cannot be fixed to a vector of "
                         "size 1"));
  }

  void whatAnInputIsFixedToCanBeChanged() {
    const Ports system;
    auto context = system.CreateDefaultContext();
    const auto& plain = system.get_input_port(0);
    FixedInputPortValue& fixed = plain.FixValue(context.get(), Eigen::Vector3d(1, 2, 3));
    QCOMPARE(fixed.serial_number(), int64_t{1});
    QCOMPARE(fixed.get_vector_value<double>()[1], 2.);
    QCOMPARE(fixed.get_value().get_value<BasicVector<double>>()[2], 3.);
    const int64_t event = context->data().change_event();
    (*fixed.GetMutableVectorData<double>())[1] = 5;
    QVERIFY(context->data().change_event() > event);
    QCOMPARE(plain.Eval(*context)[1], 5.);
    QCOMPARE(fixed.serial_number(), int64_t{2});
    QCOMPARE(&plain.FixValue(context.get(), Eigen::Vector3d(7, 8, 9)), &fixed);
    QCOMPARE(fixed.get_vector_value<double>()[0], 7.);
    QCOMPARE(fixed.serial_number(), int64_t{3});
    FixedInputPortValue& text = system.get_input_port(2).FixValue(context.get(), "before");
    text.GetMutableData()->set_value<std::string>("after");
    QCOMPARE(system.get_input_port(2).Eval<std::string>(*context), std::string("after"));
    QVERIFY(MessageOf([&] {
              text.get_vector_value<double>();
            }).starts_with("AbstractValue: a request for "));
    // What depends on it is computed anew, in a diagram as well.
    const auto clone = context->Clone();
    (*fixed.GetMutableVectorData<double>())[0] = -1;
    QCOMPARE(plain.Eval(*clone)[0], 7.);
    QCOMPARE(plain.Eval(*context)[0], -1.);
  }

  void inputsAreFixedFromAnotherSystem() {
    const Ports from, to;
    auto source = from.CreateDefaultContext(), target = to.CreateDefaultContext();
    from.get_input_port(1).FixValue(source.get(), Eigen::Vector2d(1, 2));
    from.get_input_port(2).FixValue(source.get(), std::string("copied"));
    to.FixInputPortsFrom(from, *source, target.get());
    QVERIFY(!to.get_input_port(0).HasValue(*target));
    QCOMPARE(to.EvalVectorInput<Pair>(*target, 1)->first(), 1.);
    QCOMPARE(to.get_input_port(2).Eval<std::string>(*target), std::string("copied"));
    const Nothing none;
    auto empty = none.CreateDefaultContext();
    QCOMPARE(MessageOf([&] { to.FixInputPortsFrom(none, *empty, target.get()); }),
             std::string("FixInputPortsFrom(): system 'ports' has 3 input ports, system '' has 0"));
  }

  void outputsAreComputedIntoAPlaceOfTheirOwn() {
    const Ports system;
    auto context = system.CreateDefaultContext();
    context->SetTime(6);
    auto output = system.AllocateOutput(*context);
    QCOMPARE(output->num_ports(), 4);
    system.CalcOutput(*context, output.get());
    QCOMPARE(dynamic_cast<const Pair<double>*>(output->get_vector_data(0))->first(), 8.);
    QCOMPARE((*output->get_vector_data(1))[0], 6.);
    QCOMPARE(output->get_data(2)->get_value<std::string>(), std::string("start6"));
    QCOMPARE(output->get_data(3)->get_value<int>(), 4);
    QVERIFY(output->get_data(0) == nullptr && output->get_vector_data(2) == nullptr);
    system.OutputVector(output.get(), 1)[0] = 9;
    QCOMPARE((*output->get_vector_data(1))[0], 9.);
    QCOMPARE(MessageOf([&] { system.OutputVector(output.get(), 2); }),
             std::string("Port ports.text is abstract-valued, but a vector was asked for"));
    QCOMPARE(system.get_output_port(0).Eval<BasicVector<double>>(*context)[1], -1.);
  }

  void outputsOfAnotherShapeAreRefused() {
    const Ports system;
    const auto check = [&](const SystemOutput<double>* output) {
      return MessageOf([&] { system.CheckValidOutput(output); });
    };
    QCOMPARE(check(nullptr), std::string("System 'ports': the output is null"));
    SystemOutput<double> output;
    output.Add(std::make_unique<BasicVector<double>>(2));
    QCOMPARE(check(&output), std::string("System 'ports': the output has 1 ports, the system 4"));
    output.Add(AbstractValue::Make<int>(1));
    output.Add(AbstractValue::Make<int>(1));
    output.Add(AbstractValue::Make<int>(1));
    QCOMPARE(check(&output),
             std::string("System 'ports': the output for port 'function' must be a vector"));
    SystemOutput<double> sizes;
    sizes.Add(std::make_unique<BasicVector<double>>(3));
    for (int i = 0; i < 3; ++i) sizes.Add(AbstractValue::Make<int>(1));
    QCOMPARE(check(&sizes),
             std::string("System 'ports': the output for port 'pair' must have size 2, not 3"));
    SystemOutput<double> kinds;
    for (int i = 0; i < 4; ++i) kinds.Add(std::make_unique<BasicVector<double>>(2));
    QCOMPARE(check(&kinds),
             std::string("System 'ports': the output for port 'text' must be an abstract value"));
    QCOMPARE(check(system.AllocateOutput().get()), std::string("nothing was thrown"));
  }

  void stateAndParametersKeepTheirClass() {
    DiagramBuilder<double> builder;
    auto* ports = builder.AddSystem<Ports>();
    builder.AddSystem<Random>();
    auto diagram = builder.Build();
    auto context = diagram->CreateDefaultContext();
    const auto& part = diagram->GetSubsystemContext(*ports, *context);
    QCOMPARE(dynamic_cast<const Pair<double>&>(part.get_discrete_state(0)).first(), 7.);
    QCOMPARE(dynamic_cast<const Pair<double>&>(part.get_numeric_parameter(0)).first(), 7.);
    QVERIFY(dynamic_cast<const Pair<double>*>(&context->get_discrete_state(0)) != nullptr);
    QVERIFY(dynamic_cast<const Pair<double>*>(&context->get_discrete_state(1)) == nullptr);
    auto discrete = diagram->AllocateDiscreteVariables();
    auto events = diagram->AllocateCompositeEventCollection();
    diagram->GetPeriodicEvents(*context, events.get());
    QVERIFY(!diagram
                 ->CalcDiscreteVariableUpdate(*context, events->get_discrete_update_events(),
                                              discrete.get())
                 .failed());
    QCOMPARE(dynamic_cast<const Pair<double>&>(discrete->get_vector(0)).first(), 21.);
    auto clone = context->Clone();
    const auto& of_clone = diagram->GetSubsystemContext(*ports, *clone);
    QCOMPARE(dynamic_cast<const Pair<double>&>(of_clone.get_discrete_state(0)).first(), 7.);
    auto parameters = part.get_parameters().Clone();
    QVERIFY(dynamic_cast<const Pair<double>*>(&parameters->get_numeric_parameter(0)) != nullptr);
    QCOMPARE(parameters->get_abstract_parameter<int>(0), 5);
  }

  void randomContextsDrawAllStateThenAllParameters() {
    DiagramBuilder<double> builder;
    builder.AddSystem<Random>();
    builder.AddSystem<Ports>();
    builder.AddSystem<Random>();
    auto diagram = builder.Build();
    auto context = diagram->CreateDefaultContext();
    RandomGenerator generator(17), same(17);
    diagram->SetRandomContext(context.get(), &generator);
    std::uniform_real_distribution<double> uniform;
    QCOMPARE(context->get_discrete_state(0)[0], uniform(same));
    QCOMPARE(context->get_discrete_state(2)[0], uniform(same));
    QCOMPARE(context->get_numeric_parameter(0)[0], uniform(same));
    QCOMPARE(context->get_numeric_parameter(2)[0], uniform(same));
    QCOMPARE(context->get_discrete_state(1)[0], 7.);  // what has no random values is as by default
    RandomGenerator other_run(17, 1);
    QVERIFY(uniform(other_run) != context->get_discrete_state(0)[0]);
    diagram->SetDefaultContext(context.get());
    QCOMPARE(context->get_numeric_parameter(0)[0], 2.);
  }
};

LOOPWRIGHT_TEST(TestSystemPorts)

}  // namespace loopwright::test_system_ports

#include "test_system_ports.moc"
