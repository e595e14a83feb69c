// Conversion of systems and diagrams to other scalars, and their equations.

#include <QObject>
#include <QTest>
#include <cmath>
#include <functional>

#include "engine/analysis/equations.h"
#include "engine/diagram/diagram_builder.h"
#include "engine/expression/tape.h"
#include "engine/system/leaf_system.h"
#include "engine/system/system_constraint.h"
#include "tests/test_main.h"

namespace loopwright::test_scalar_conversion {

namespace {

/// A pendulum with the torque u: q' = v, m l² v' = u - m g l sin(q) - b v. As it is written for
/// Drake, but for names.
template <typename T>
class Pendulum final : public LeafSystem<T> {
 public:
  explicit Pendulum(double damping) : LeafSystem<T>(SystemTypeTag<Pendulum>{}), damping_(damping) {
    this->DeclareVectorInputPort("u", 1);
    this->DeclareNumericParameter(BasicVector<T>{T(2.0), T(0.5)});  // mass, length
    this->DeclareContinuousState(1, 1, 0);
    this->DeclareVectorOutputPort("angle", 1, &Pendulum::CalcAngle, {this->q_ticket()});
  }
  template <typename U>
  explicit Pendulum(const Pendulum<U>& other) : Pendulum(other.damping_) {}

 private:
  template <typename U>
  friend class Pendulum;

  void CalcAngle(const Context<T>& context, BasicVector<T>* y) const {
    (*y)[0] = context.get_continuous_state_vector()[0];
  }
  void DoCalcTimeDerivatives(const Context<T>& context,
                             ContinuousState<T>* derivatives) const override {
    using std::sin;
    const auto& x = context.get_continuous_state_vector();
    const T u = this->get_input_port(0).Eval(context)[0];
    const T m = context.get_numeric_parameter(0)[0];
    const T l = context.get_numeric_parameter(0)[1];
    (*derivatives)[0] = x[1];
    (*derivatives)[1] = (u - m * 9.81 * l * sin(x[0]) - damping_ * x[1]) / (m * l * l);
  }
  T DoCalcPotentialEnergy(const Context<T>& context) const override {
    using std::cos;
    return -9.81 * cos(context.get_continuous_state_vector()[0]);
  }

  double damping_;
};

/// x[n+1] = A x + B u every 0.1 s, y = x, with Eigen's matrices.
template <typename T>
class Affine final : public LeafSystem<T> {
 public:
  Affine() : LeafSystem<T>(SystemTypeTag<Affine>{}) {
    A_ << 1, 0.1, 0, 0.9;
    this->DeclareVectorInputPort("u", 2);
    this->DeclareDiscreteState(2);
    this->DeclarePeriodicDiscreteUpdateEvent(0.1, 0, &Affine::Update);
    this->DeclareVectorOutputPort("y", 2, &Affine::CalcOutput, {this->xd_ticket()});
  }
  template <typename U>
  explicit Affine(const Affine<U>&) : Affine() {}

 private:
  EventStatus Update(const Context<T>& context, DiscreteValues<T>* next) const {
    const VectorX<T> x = context.get_discrete_state_vector().value();
    const VectorX<T> u = this->get_input_port(0).Eval(context);
    next->set_value(A_ * x + 0.5 * u);
    return EventStatus::Succeeded();
  }
  void CalcOutput(const Context<T>& context, BasicVector<T>* y) const {
    y->set_value(context.get_discrete_state_vector().value());
  }

  Eigen::Matrix2d A_;
};

/// y = 2 u, without any conversion.
template <typename T>
class Rigid final : public LeafSystem<T> {
 public:
  Rigid() {
    this->DeclareVectorInputPort("u", 1);
    this->DeclareVectorOutputPort("y", 1, &Rigid::CalcOutput, {this->all_input_ports_ticket()});
  }

 private:
  void CalcOutput(const Context<T>& context, BasicVector<T>* y) const {
    (*y)[0] = 2.0 * this->get_input_port(0).Eval(context)[0];
  }
};

/// y = |u| by a branch on the value: not for expressions.
template <typename T>
class Branching final : public LeafSystem<T> {
 public:
  Branching() : LeafSystem<T>(SystemTypeTag<Branching>{}) {
    this->DeclareVectorInputPort("u", 1);
    this->DeclareVectorOutputPort("y", 1, &Branching::CalcOutput, {this->all_input_ports_ticket()});
  }
  template <typename U>
  explicit Branching(const Branching<U>&) : Branching() {}

 private:
  void CalcOutput(const Context<T>& context, BasicVector<T>* y) const {
    const T u = this->get_input_port(0).Eval(context)[0];
    (*y)[0] = u < 0 ? T(-u) : u;
  }
};

/// Remembers text; and y = 1 where time is late, asked as a bool.
template <typename T>
class Odd final : public LeafSystem<T> {
 public:
  explicit Odd(bool has_text) : LeafSystem<T>(SystemTypeTag<Odd>{}), has_text_(has_text) {
    if (has_text) {
      this->DeclareAbstractState(Value<std::string>("x"));
    } else {
      this->DeclareDiscreteState(1);
      this->DeclarePerStepDiscreteUpdateEvent(&Odd::Update);
    }
  }
  template <typename U>
  explicit Odd(const Odd<U>& other) : Odd(other.has_text_) {}

 private:
  template <typename U>
  friend class Odd;
  void Update(const Context<T>& context, DiscreteValues<T>* next) const {
    next->get_mutable_vector()[0] = IsTrue(context.get_time() > 1) ? T(1) : T(0);
  }
  bool has_text_;
};

/// Makes its other scalars itself.
class SelfMade final : public LeafSystem<double> {
 private:
  std::unique_ptr<System<AutoDiff>> DoToAutoDiffXd() const override {
    return std::make_unique<Rigid<AutoDiff>>();
  }
  std::unique_ptr<System<Expression>> DoToSymbolic() const override {
    return std::make_unique<Rigid<Expression>>();
  }
};

/// A subclass of Diagram that stays what it is.
template <typename T>
class Pair final : public Diagram<T> {
 public:
  explicit Pair(int mark) : Diagram<T>(SystemTypeTag<Pair>{}), mark_(mark) {
    DiagramBuilder<T> builder;
    auto* first = builder.template AddNamedSystem<Pendulum>("first", 0.25);
    auto* second = builder.template AddNamedSystem<Pendulum>("second", 0.5);
    builder.Connect(first->get_output_port(0), second->get_input_port(0));
    builder.ExportInput(first->get_input_port(0), "torque");
    builder.ExportOutput(second->get_output_port(0), "angle");
    builder.BuildInto(this);
  }
  template <typename U>
  explicit Pair(const Pair<U>& other)
      : Diagram<T>(SystemTypeTag<Pair>{}, other), mark_(other.mark()) {}
  int mark() const { return mark_; }

 private:
  int mark_;
};

/// One that passes the tag of its base class on.
template <typename T>
class Impostor : public LeafSystem<T> {
 public:
  Impostor() : LeafSystem<T>(SystemTypeTag<Impostor>{}) {}
  template <typename U>
  explicit Impostor(const Impostor<U>&) : Impostor() {}
};
template <typename T>
class Heir final : public Impostor<T> {};

}  // namespace

}  // namespace loopwright::test_scalar_conversion

namespace loopwright::scalar_conversion {
template <>
struct Traits<test_scalar_conversion::Branching> : NonSymbolicTraits {};
}  // namespace loopwright::scalar_conversion

namespace loopwright::test_scalar_conversion {

namespace {

/// outer: in → middle/inner (a Pair) → tail → out.
template <class Tail>
std::unique_ptr<Diagram<double>> Nested(std::unique_ptr<Tail> tail_system) {
  DiagramBuilder<double> middle;
  auto* inner = middle.AddNamedSystem("inner", std::make_unique<Pair<double>>(7));
  auto* tail = middle.AddNamedSystem("tail", std::move(tail_system));
  middle.Connect(inner->get_output_port(0), tail->get_input_port(0));
  middle.ExportInput(inner->get_input_port(0), "in");
  middle.ExportOutput(inner->get_output_port(0), "angle");
  middle.ExportOutput(tail->get_output_port(0), "out");
  DiagramBuilder<double> outer;
  auto* nested = outer.AddNamedSystem("middle", middle.Build());
  outer.ExportInput(nested->get_input_port(0), "in");
  outer.ExportOutput(nested->get_output_port(1), "out");
  outer.ExportOutput(nested->get_output_port(0), "angle");
  auto diagram = outer.Build();
  diagram->set_name("whole");
  return diagram;
}

QString MessageOf(const std::function<void()>& call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "nothing was thrown";
}

template <typename T>
VectorX<T> DerivativesAt(const System<T>& system, Context<T>* context, const VectorX<T>& x,
                         const T& u) {
  context->SetContinuousState(x);
  system.get_input_port(0).FixValue(context, u);
  return system.EvalTimeDerivatives(*context).CopyToVector();
}

}  // namespace

class TestScalarConversion : public QObject {
  Q_OBJECT
 private slots:
  void aLeafBecomesAutoDiff() {
    Pendulum<double> pendulum(0.25);
    pendulum.set_name("pendulum");
    const std::unique_ptr<Pendulum<AutoDiff>> converted = System<double>::ToAutoDiffXd(pendulum);
    QCOMPARE(converted->get_name(), std::string("pendulum"));
    auto plain = pendulum.CreateDefaultContext();
    auto context = converted->CreateDefaultContext();
    const Eigen::VectorXd at =
        DerivativesAt<double>(pendulum, plain.get(), Eigen::Vector2d(1, 2), 3);
    VectorX<AutoDiff> x(2);
    x << AutoDiff(1, 0), AutoDiff(2, 1);
    const auto derivatives = DerivativesAt<AutoDiff>(*converted, context.get(), x, AutoDiff(3, 2));
    QCOMPARE(derivatives[0].value(), at[0]);
    QCOMPARE(derivatives[1].value(), at[1]);
    QCOMPARE(derivatives[1].derivatives()[0], -9.81 * std::cos(1) / 0.5);
    QCOMPARE(derivatives[1].derivatives()[1], -0.5);
    QCOMPARE(derivatives[1].derivatives()[2], 2.0);
    QCOMPARE(converted->CalcPotentialEnergy(*context).derivatives()[0], 9.81 * std::sin(1));
  }

  void aLeafBecomesSymbolic() {
    Pendulum<double> pendulum(0.25);
    const auto converted = System<double>::ToSymbolic(pendulum);
    const SystemEquations equations =
        DeriveEquations(*converted, {{"angle", &converted->get_output_port(0)}});
    QCOMPARE(QString::fromStdString(EquationsText(equations)),
             QString("Inputs:\n"
                     "  u\n"
                     "\n"
                     "Continuous state:\n"
                     "  d/dt q = v\n"
                     "  d/dt v = 2 * (u - 9.81 * sin(q) - 0.25 * v)\n"
                     "\n"
                     "Outputs:\n"
                     "  angle = q\n"));
  }

  void anAffineSystemHasDifferenceEquations() {
    DiagramBuilder<double> builder;
    auto* affine = builder.AddNamedSystem<Affine>("my affine");
    builder.ExportInput(affine->get_input_port(0), "u");
    builder.ExportOutput(affine->get_output_port(0), "y");
    const auto diagram = builder.Build();
    const auto symbolic = diagram->ToSymbolic();
    const SystemEquations equations =
        DeriveEquations(*symbolic, {{"y", &symbolic->get_output_port(0)}});
    QCOMPARE(QString::fromStdString(EquationsText(equations)),
             QString("Inputs:\n"
                     "  u[0]\n"
                     "  u[1]\n"
                     "\n"
                     "Every 0.1 s from 0 s on:\n"
                     "  'my affine.x[0]'[n+1] = 'my affine.x[0]' + 0.1 * 'my affine.x[1]' + "
                     "0.5 * u[0]\n"
                     "  'my affine.x[1]'[n+1] = 0.9 * 'my affine.x[1]' + 0.5 * u[1]\n"
                     "\n"
                     "Outputs:\n"
                     "  y[0] = 'my affine.x[0]'\n"
                     "  y[1] = 'my affine.x[1]'\n"));
    QCOMPARE(QString::fromStdString(EquationsLatex(equations)).section('\n', 0, 2),
             QString("\\begin{aligned}\n"
                     "  &\\text{every $0.1$ s from $0$ s on:} \\\\\n"
                     "  x_{\\mathrm{my\\ affine},0}[n+1] &= x_{\\mathrm{my\\ affine},0} + "
                     "0.1\\,x_{\\mathrm{my\\ affine},1} + 0.5\\,u_{0} \\\\"));
  }

  void wholeDiagramsAreConverted() {
    const auto diagram = Nested(std::make_unique<Branching<double>>());
    const auto converted = System<double>::ToAutoDiffXd(*diagram);
    QCOMPARE(converted->get_name(), std::string("whole"));
    QCOMPARE(converted->GetInputPort("in").get_index(), 0);
    QCOMPARE(converted->GetOutputPort("out").get_index(), 0);
    QCOMPARE(converted->GetOutputPort("angle").get_index(), 1);
    const auto& middle =
        static_cast<const Diagram<AutoDiff>&>(converted->GetSubsystemByName("middle"));
    QCOMPARE(middle.GetSubsystemByName("tail").GetSystemPathname(), std::string("middle/tail"));
    const auto* pair = dynamic_cast<const Pair<AutoDiff>*>(&middle.GetSubsystemByName("inner"));
    QVERIFY(pair != nullptr);
    QCOMPARE(pair->mark(), 7);

    auto plain = diagram->CreateDefaultContext();
    auto context = converted->CreateDefaultContext();
    const Eigen::Vector4d x(0.3, -0.7, 0.2, 0.9);
    const Eigen::VectorXd expected = DerivativesAt<double>(*diagram, plain.get(), x, 2);
    VectorX<AutoDiff> seeded(4);
    for (int i = 0; i < 4; ++i) seeded[i] = AutoDiff(x[i], i);
    const auto derivatives =
        DerivativesAt<AutoDiff>(*converted, context.get(), seeded, AutoDiff(2));
    for (int i = 0; i < 4; ++i) QCOMPARE(derivatives[i].value(), expected[i]);
    QCOMPARE(converted->GetOutputPort("out").Eval(*context)[0].value(),
             diagram->GetOutputPort("out").Eval(*plain)[0]);
    // Back again, and a copy.
    const auto back = converted->ToScalarType<double>();
    auto back_context = back->CreateDefaultContext();
    QCOMPARE(DerivativesAt<double>(*back, back_context.get(), x, 2), expected);
    const auto copy = System<double>::Clone(*diagram);
    QVERIFY(copy.get() != diagram.get());
    QCOMPARE(copy->get_name(), std::string("whole"));
    auto copy_context = copy->CreateDefaultContext();
    QCOMPARE(DerivativesAt<double>(*copy, copy_context.get(), x, 2), expected);
  }

  void valuesAreCopiedBetweenScalars() {
    Pair<double> pair(1);
    auto plain = pair.CreateDefaultContext();
    plain->SetTime(1.5);
    plain->SetAccuracy(1e-3);
    plain->SetContinuousState(Eigen::Vector4d(1, 2, 3, 4));
    pair.GetMutableSubsystemContext(pair.GetSubsystemByName("second"), plain.get())
        .get_mutable_numeric_parameter(0)[0] = 8;
    const auto symbolic = System<double>::ToSymbolic(pair);
    auto context = symbolic->CreateDefaultContext();
    context->SetTimeStateAndParametersFrom(*plain);
    QCOMPARE(context->get_time().value(), 1.5);
    QCOMPARE(*context->get_accuracy(), 1e-3);
    QCOMPARE(context->get_continuous_state_vector()[3].value(), 4.0);
    const auto& second = symbolic->GetSubsystemByName("second");
    QCOMPARE(symbolic->GetSubsystemContext(second, *context).get_numeric_parameter(0)[0].value(),
             8.0);
    auto again = pair.CreateDefaultContext();
    again->SetTimeStateAndParametersFrom(*context);
    QCOMPARE(again->get_continuous_state_vector().CopyToVector(),
             plain->get_continuous_state_vector().CopyToVector());
    QCOMPARE(MessageOf([&] { context->ToBytes(); }),
             QString("Context::ToBytes(): expressions cannot be written to bytes"));
    QCOMPARE(MessageOf([&] { context->FromBytes(plain->ToBytes()); }),
             QString("Context::FromBytes(): expressions cannot be read from bytes"));
    context->SetTime(Expression::Variable("t"));
    QVERIFY_THROWS_EXCEPTION(std::logic_error, again->SetTimeStateAndParametersFrom(*context));
    const auto other = Pendulum<double>(1).CreateDefaultContext();
    QCOMPARE(MessageOf([&] { context->SetTimeStateAndParametersFrom(*other); }),
             QString("Context::SetTimeStateAndParametersFrom(): both must be root contexts of one "
                     "system, converted to different scalars"));
  }

  void whatCannotBeConvertedIsNamed() {
    const auto rigid = Nested(std::make_unique<Rigid<double>>());
    QCOMPARE(MessageOf([&] { rigid->ToAutoDiffXd(); }),
             QString("System 'middle/tail' cannot be converted to AutoDiff: its class Rigid has no "
                     "conversion to that scalar"));
    QCOMPARE(MessageOf([&] { rigid->ToSymbolic(); }),
             QString("System 'middle/tail' cannot be converted to Expression: its class Rigid has "
                     "no conversion to that scalar"));
    QVERIFY(rigid->ToAutoDiffXdMaybe() == nullptr);
    QVERIFY(rigid->ToSymbolicMaybe() == nullptr);
    QVERIFY_THROWS_EXCEPTION(std::logic_error, rigid->Clone());
    // By the traits of its class, to one scalar only.
    const auto branching = Nested(std::make_unique<Branching<double>>());
    QVERIFY(branching->ToAutoDiffXdMaybe() != nullptr);
    QCOMPARE(MessageOf([&] { branching->ToSymbolic(); }),
             QString("System 'middle/tail' cannot be converted to Expression: its class Branching "
                     "has no conversion to that scalar"));
    Heir<double> heir;
    heir.set_name("heir");
    QCOMPARE(MessageOf([&] { heir.ToAutoDiffXd(); }),
             QString("System 'heir' cannot be converted to AutoDiff: its class Heir must pass a "
                     "SystemTypeTag of its own to the base class"));
  }

  void hooksMakeTheResultThemselves() {
    DiagramBuilder<double> builder;
    builder.AddNamedSystem<SelfMade>("made");
    const auto diagram = builder.Build();
    const auto autodiff = System<double>::ToAutoDiffXd(*diagram);
    QVERIFY(dynamic_cast<const Rigid<AutoDiff>*>(&autodiff->GetSubsystemByName("made")) != nullptr);
    const auto symbolic = System<double>::ToSymbolic(*diagram);
    QVERIFY(dynamic_cast<const Rigid<Expression>*>(&symbolic->GetSubsystemByName("made")) !=
            nullptr);
  }

  void constraintsOfProgramsGoAlong() {
    Pendulum<double> pendulum(0.25);
    const SystemConstraintCalc<double> angle = [](const System<double>&, const Context<double>& c,
                                                  Eigen::VectorXd* value) {
      (*value)[0] = c.get_continuous_state_vector()[0];
    };
    const SystemConstraintCalc<AutoDiff> derivatives =
        [](const System<AutoDiff>&, const Context<AutoDiff>& c, VectorX<AutoDiff>* value) {
          (*value)[0] = c.get_continuous_state_vector()[0];
        };
    pendulum.AddExternalConstraint(
        ExternalSystemConstraint("hangs", SystemConstraintBounds::Equality(1), angle, derivatives));
    const auto converted = System<double>::ToAutoDiffXd(pendulum);
    QCOMPARE(converted->num_constraints(), 1);
    const auto& constraint = converted->get_constraint(SystemConstraintIndex(0));
    QCOMPARE(constraint.description(), std::string("hangs"));
    auto context = converted->CreateDefaultContext();
    VectorX<AutoDiff> x(2);
    x << AutoDiff(0.5, 0), AutoDiff(0);
    context->SetContinuousState(x);
    VectorX<AutoDiff> value;
    constraint.Calc(*context, &value);
    QCOMPARE(value[0].derivatives()[0], 1.0);
    QCOMPARE(System<double>::Clone(pendulum)->num_constraints(), 1);
    QCOMPARE(System<double>::ToSymbolic(pendulum)->num_constraints(), 1);
  }

  void convertersArePlainValues() {
    SystemScalarConverter converter;
    QVERIFY(converter.empty());
    const bool before = converter.IsConvertible<AutoDiff, double>();
    QVERIFY(!before);
    converter.Add<AutoDiff, double>([](const System<double>&) -> std::unique_ptr<System<AutoDiff>> {
      return std::make_unique<Rigid<AutoDiff>>();
    });
    converter.AddIfSupported<Branching, Expression, double>();
    converter.AddIfSupported<Branching, double, AutoDiff>();
    const bool added = converter.IsConvertible<AutoDiff, double>();
    const bool unsupported = converter.IsConvertible<Expression, double>();
    QVERIFY(added);
    QVERIFY(!unsupported);
    Rigid<double> rigid;
    rigid.set_name("r");
    QCOMPARE(converter.Convert<AutoDiff>(rigid)->get_name(), std::string("r"));
    converter.RemoveUnlessAlsoSupportedBy(SystemTypeTag<Branching>{});
    const bool kept = converter.IsConvertible<double, AutoDiff>();
    QVERIFY(kept);
    converter.RemoveUnlessAlsoSupportedBy(SystemScalarConverter());
    const bool after = converter.IsConvertible<double, AutoDiff>();
    QVERIFY(!after);
    QVERIFY(rigid.get_system_scalar_converter().empty());
  }

  void equationsAreRefusedByName() {
    for (const bool has_text : {true, false}) {
      DiagramBuilder<Expression> builder;
      builder.AddNamedSystem<Odd>("odd", has_text);
      const auto diagram = builder.Build();
      try {
        DeriveEquations(*diagram, {});
        QFAIL("nothing was thrown");
      } catch (const EquationsError& error) {
        QCOMPARE(error.path(), std::string("odd"));
        QCOMPARE(QString(error.what()),
                 has_text ? QString("it has no closed form: its state is not numbers")
                          : QString("it has no closed form: the value of an expression that is not "
                                    "constant was asked for"));
      }
    }
  }

  void longEquationsShareTerms() {
    DiagramBuilder<Expression> builder;
    const OutputPort<Expression>* last = nullptr;
    for (int i = 0; i < 60; ++i) {
      auto* pendulum = builder.AddNamedSystem<Pendulum>("p" + std::to_string(i), 1.0);
      if (last == nullptr) {
        builder.ExportInput(pendulum->get_input_port(0), "u");
      } else {
        builder.Connect(*last, pendulum->get_input_port(0));
      }
      last = &pendulum->get_output_port(0);
    }
    auto diagram = builder.Build();
    SystemEquations equations = DeriveEquations(*diagram, {});
    QVERIFY(equations.shared.empty());
    QCOMPARE(equations.derivatives.size(), size_t{120});

    // Sixty blocks of which each uses its input three times: written out, 3^60 terms.
    class Doubling final : public LeafSystem<Expression> {
     public:
      Doubling() {
        DeclareVectorInputPort("u", 1);
        DeclareVectorOutputPort("y", 1, &Doubling::CalcOutput, {all_input_ports_ticket()});
      }

     private:
      void CalcOutput(const Context<Expression>& context, BasicVector<Expression>* y) const {
        const Expression u = get_input_port(0).Eval(context)[0];
        (*y)[0] = sin(u) * cos(u) + 0.5 * u;
      }
    };
    DiagramBuilder<Expression> doubling;
    for (int i = 0; i < 60; ++i) {
      auto* next = doubling.AddNamedSystem<Doubling>("d" + std::to_string(i));
      if (i == 0) doubling.ExportInput(next->get_input_port(0), "u");
      if (i > 0) doubling.Connect(*last, next->get_input_port(0));
      last = &next->get_output_port(0);
    }
    diagram = doubling.Build();
    equations = DeriveEquations(*diagram, {{"y", last}});
    QVERIFY(equations.shared.size() >= 29);
    const QString text = QString::fromStdString(EquationsText(equations));
    QVERIFY(text.contains("\nWhere:\n  s1 = "));
    QVERIFY(text.size() < 10000);
    QVERIFY(EquationsLatex(equations).size() < 20000);
    // Put back in, they are the value.
    std::vector<Expression> symbols{Expression::Variable("u")}, values{0.3};
    for (const Equation& shared : equations.shared) {
      const Expression value = Substitute(std::vector{shared.value}, symbols, values).front();
      symbols.push_back(Expression::Variable(shared.symbol));
      values.push_back(value);
    }
    double expected = 0.3;
    for (int i = 0; i < 60; ++i) {
      expected = std::sin(expected) * std::cos(expected) + 0.5 * expected;
    }
    const double value =
        Substitute(std::vector{equations.outputs[0].value}, symbols, values).front().value();
    QVERIFY(std::abs(value - expected) < 1e-9);
  }
};

LOOPWRIGHT_TEST(TestScalarConversion)

}  // namespace loopwright::test_scalar_conversion

#include "test_scalar_conversion.moc"
