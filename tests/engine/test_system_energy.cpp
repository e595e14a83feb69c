#include <QObject>
#include <QTest>

#include "engine/diagram/diagram_builder.h"
#include "engine/system/leaf_system.h"
#include "tests/engine/message_of.h"
#include "tests/test_main.h"

namespace loopwright::test_system_energy {

namespace {

/// A mass on a spring, k = m = 1, with an input that drives it. Counts computations.
class Spring final : public LeafSystem<double> {
 public:
  Spring() {
    DeclareVectorInputPort("force", 1);
    DeclareContinuousState(1, 1, 0);
    DeclareEnergies();
    DeclareVectorOutputPort("energy", 1, &Spring::CalcEnergy, {pe_ticket(), ke_ticket()});
  }
  mutable int computed = 0;

 private:
  void DoCalcTimeDerivatives(const Context<double>& context,
                             ContinuousState<double>* d) const override {
    const auto& x = context.get_continuous_state();
    d->SetFromVector(Eigen::Vector2d(x[1], -x[0]));
  }
  void CalcEnergy(const Context<double>& context, BasicVector<double>* y) const {
    (*y)[0] = EvalPotentialEnergy(context) + EvalKineticEnergy(context);
  }
  double DoCalcPotentialEnergy(const Context<double>& context) const override {
    ++computed;
    const double q = context.get_continuous_state()[0];
    return 0.5 * q * q;
  }
  double DoCalcKineticEnergy(const Context<double>& context) const override {
    const double v = context.get_continuous_state()[1];
    return 0.5 * v * v;
  }
  double DoCalcConservativePower(const Context<double>& context) const override {
    const auto& x = context.get_continuous_state();
    return -x[0] * x[1];
  }
  double DoCalcNonConservativePower(const Context<double>& context) const override {
    return get_input_port(0).Eval(context)[0] * context.get_continuous_state()[1];
  }
};

/// Computes one energy and does not declare so.
class Undeclared final : public LeafSystem<double> {
 public:
  Undeclared() { DeclareContinuousState(1); }
  mutable int computed = 0;

 private:
  void DoCalcTimeDerivatives(const Context<double>&, ContinuousState<double>* d) const override {
    (*d)[0] = 0;
  }
  double DoCalcKineticEnergy(const Context<double>& context) const override {
    ++computed;
    return 2 * context.get_continuous_state()[0];
  }
};

/// Without anything mechanical.
class Plain final : public LeafSystem<double> {
 public:
  Plain() { DeclareDiscreteState(1); }
};

/// Attitude as a unit vector in the plane: q = (cos φ, sin φ), v = φ̇, so q̇ = N v, N = (-q1, q0).
class Attitude final : public LeafSystem<double> {
 public:
  Attitude() {
    set_name("attitude");
    DeclareContinuousState(VectorX<double>(Eigen::Vector3d(1, 0, 2)), 2, 1, 0);
  }

 private:
  void DoMapVelocityToQDot(const Context<double>& context,
                           const Eigen::Ref<const VectorX<double>>& v,
                           VectorBase<double>* qdot) const override {
    const auto& q = context.get_continuous_state();
    qdot->SetFromVector(Eigen::Vector2d(-q[1] * v[0], q[0] * v[0]));
  }
  void DoMapQDotToVelocity(const Context<double>& context,
                           const Eigen::Ref<const VectorX<double>>& qdot,
                           VectorBase<double>* v) const override {
    const auto& q = context.get_continuous_state();
    (*v)[0] = (-q[1] * qdot[0] + q[0] * qdot[1]) / (q[0] * q[0] + q[1] * q[1]);
  }
  void DoCalcTimeDerivatives(const Context<double>&, ContinuousState<double>*) const override {}
};

/// q and v of different sizes, and no mapping of its own.
class Unmapped final : public LeafSystem<double> {
 public:
  Unmapped() {
    set_name("unmapped");
    DeclareContinuousState(2, 1, 0);
  }

 private:
  void DoCalcTimeDerivatives(const Context<double>&, ContinuousState<double>*) const override {}
};

/// On a circle: one equality, one inequality, and constraint equations.
class Circle final : public LeafSystem<double> {
 public:
  Circle() {
    set_name("circle");
    DeclareContinuousState(VectorX<double>(Eigen::Vector2d(1, 0)), 2, 0, 0);
    DeclareEqualityConstraint(&Circle::CalcRadius, 1, "on the circle");
    DeclareInequalityConstraint(&Circle::CalcHeight,
                                SystemConstraintBounds(Eigen::VectorXd::Zero(1), std::nullopt),
                                "above");
  }

 private:
  void CalcRadius(const Context<double>& context, VectorX<double>* value) const {
    (*value)[0] = context.get_continuous_state().CopyToVector().norm() - 1;
  }
  void CalcHeight(const Context<double>& context, VectorX<double>* value) const {
    (*value)[0] = context.get_continuous_state()[1];
  }
  int do_get_num_constraint_equations(const Context<double>&) const override { return 2; }
  Eigen::VectorXd DoEvalConstraintEquations(const Context<double>& context) const override {
    const auto& x = context.get_continuous_state();
    return Eigen::Vector2d(x[0], x[1]);
  }
  Eigen::VectorXd DoEvalConstraintEquationsDot(const Context<double>&) const override {
    return Eigen::Vector2d(3, 4);
  }
  Eigen::VectorXd DoCalcVelocityChangeFromConstraintImpulses(
      const Context<double>&, const Eigen::MatrixXd& J,
      const Eigen::VectorXd& lambda) const override {
    return J.transpose() * lambda;
  }
  void DoCalcTimeDerivatives(const Context<double>&, ContinuousState<double>*) const override {}
};

}  // namespace

class TestSystemEnergy : public QObject {
  Q_OBJECT
 private slots:
  void energyAndPowerAreKeptUntilSomethingChanges() {
    const Spring spring;
    auto context = spring.CreateDefaultContext();
    context->SetContinuousState(Eigen::Vector2d(3, 4));
    spring.get_input_port(0).FixValue(context.get(), 2.0);
    QCOMPARE(spring.EvalPotentialEnergy(*context), 4.5);
    QCOMPARE(spring.EvalKineticEnergy(*context), 8.);
    QCOMPARE(spring.EvalConservativePower(*context), -12.);
    QCOMPARE(spring.EvalNonConservativePower(*context), 8.);
    QVERIFY(&spring.EvalPotentialEnergy(*context) == &spring.EvalPotentialEnergy(*context));
    QCOMPARE(spring.computed, 1);
    QCOMPARE(spring.CalcPotentialEnergy(*context), 4.5);  // without a look at the cache
    QCOMPARE(spring.computed, 2);
    context->SetContinuousState(Eigen::Vector2d(1, 4));
    QCOMPARE(spring.EvalPotentialEnergy(*context), 0.5);
    QCOMPARE(spring.computed, 3);
  }

  void energyIsAPrerequisite() {
    const Spring spring;
    auto context = spring.CreateDefaultContext();
    spring.get_input_port(0).FixValue(context.get(), 2.0);
    const auto& energy = spring.get_output_port(0);
    QCOMPARE(energy.Eval(*context)[0], 0.);
    context->SetContinuousState(Eigen::Vector2d(3, 4));
    QCOMPARE(energy.Eval(*context)[0], 12.5);
    QVERIFY(spring.HasDirectFeedthrough(0, 0));
  }

  void systemsThatAreNotPhysicalHaveNone() {
    const Plain plain;
    auto context = plain.CreateDefaultContext();
    QCOMPARE(plain.EvalPotentialEnergy(*context), 0.);
    QCOMPARE(plain.CalcKineticEnergy(*context), 0.);
    QCOMPARE(plain.EvalConservativePower(*context), 0.);
    QCOMPARE(plain.EvalNonConservativePower(*context), 0.);
    QCOMPARE(plain.cache_entries().size(), size_t{0});
    QVERIFY(plain.extras() == nullptr);
  }

  void energiesThatAreNotDeclaredAreComputedEachTime() {
    DiagramBuilder<double> builder;
    auto* undeclared = builder.AddSystem<Undeclared>();
    auto* spring = builder.AddSystem<Spring>();
    builder.ExportInput(spring->get_input_port(0), "f");
    const auto diagram = builder.Build();
    auto context = diagram->CreateDefaultContext();
    auto& part = diagram->GetMutableSubsystemContext(*undeclared, context.get());
    part.SetContinuousState(VectorX<double>::Constant(1, 3));
    QCOMPARE(undeclared->EvalKineticEnergy(part), 6.);
    QCOMPARE(undeclared->EvalKineticEnergy(part), 6.);
    QCOMPARE(undeclared->computed, 2);
    QCOMPARE(undeclared->EvalPotentialEnergy(part), 0.);
    QCOMPARE(undeclared->cache_entries().size(), size_t{1});  // its derivatives alone
    // As a part it counts, and the sum is kept, since another part declares energies.
    QCOMPARE(diagram->EvalKineticEnergy(*context), 6.);
    QCOMPARE(diagram->EvalKineticEnergy(*context), 6.);
    QCOMPARE(undeclared->computed, 3);
    part.SetContinuousState(VectorX<double>::Constant(1, 4));
    QCOMPARE(diagram->EvalKineticEnergy(*context), 8.);
  }

  void aDiagramSumsOverItsSystems() {
    DiagramBuilder<double> inner;
    auto* a = inner.AddSystem<Spring>();
    inner.ExportInput(a->get_input_port(0), "f");
    DiagramBuilder<double> builder;
    auto* part = builder.AddSystem(inner.Build());
    auto* b = builder.AddSystem<Spring>();
    builder.AddSystem<Plain>();
    builder.ExportInput(part->get_input_port(0), "f");
    builder.ExportInput(b->get_input_port(0), "f");
    auto diagram = builder.Build();
    auto context = diagram->CreateDefaultContext();
    diagram->get_input_port(0).FixValue(context.get(), 1.0);
    auto& of_a = diagram->GetMutableSubsystemContext(*a, context.get());
    auto& of_b = diagram->GetMutableSubsystemContext(*b, context.get());
    of_a.SetContinuousState(Eigen::Vector2d(2, 1));
    of_b.SetContinuousState(Eigen::Vector2d(4, 3));
    QCOMPARE(diagram->EvalPotentialEnergy(*context), 2. + 8.);
    QCOMPARE(diagram->EvalKineticEnergy(*context), 0.5 + 4.5);
    QCOMPARE(diagram->CalcConservativePower(*context), -2. - 12.);
    QCOMPARE(diagram->EvalNonConservativePower(*context), 1. + 3.);
    diagram->EvalPotentialEnergy(*context);
    QCOMPARE(a->computed, 1);
    of_a.SetContinuousState(Eigen::Vector2d(0, 1));
    QCOMPARE(diagram->EvalPotentialEnergy(*context), 8.);
    QCOMPARE(a->computed, 2);
    QCOMPARE(b->computed, 1);
  }

  void velocityMapsToTheRateOfConfigurationAndBack() {
    const Attitude attitude;
    auto context = attitude.CreateDefaultContext();
    context->SetContinuousState(Eigen::Vector3d(0.6, 0.8, 0));
    BasicVector<double> qdot(2), v(1);
    attitude.MapVelocityToQDot(*context, BasicVector<double>{5.}, &qdot);
    QCOMPARE(qdot[0], -4.);
    QCOMPARE(qdot[1], 3.);
    attitude.MapQDotToVelocity(*context, qdot, &v);
    QCOMPARE(v[0], 5.);
    attitude.MapQDotToVelocity(*context, VectorX<double>(Eigen::Vector2d(-8, 6)), &v);
    QCOMPARE(v[0], 10.);

    const Spring spring;  // q̇ = v by default
    auto other = spring.CreateDefaultContext();
    BasicVector<double> same(1);
    spring.MapVelocityToQDot(*other, VectorX<double>(Eigen::Matrix<double, 1, 1>(7)), &same);
    QCOMPARE(same[0], 7.);
    const Plain plain;  // without second-order state nothing happens
    auto none = plain.CreateDefaultContext();
    BasicVector<double> empty(0);
    plain.MapQDotToVelocity(*none, empty, &empty);
  }

  void aDiagramMapsPieceByPiece() {
    DiagramBuilder<double> builder;
    auto* attitude = builder.AddSystem<Attitude>();
    auto* spring = builder.AddSystem<Spring>();
    builder.AddSystem<Plain>();
    auto diagram = builder.Build();
    auto context = diagram->CreateDefaultContext();
    diagram->GetMutableSubsystemContext(*attitude, context.get())
        .get_mutable_continuous_state()
        .SetFromVector(Eigen::Vector3d(0.6, 0.8, 0));
    BasicVector<double> qdot(3), v(2);
    diagram->MapVelocityToQDot(*context, BasicVector<double>{5., 11.}, &qdot);
    QCOMPARE(qdot.CopyToVector(), Eigen::VectorXd(Eigen::Vector3d(-4, 3, 11)));
    diagram->MapQDotToVelocity(*context, qdot, &v);
    QCOMPARE(v.CopyToVector(), Eigen::VectorXd(Eigen::Vector2d(5, 11)));
    QCOMPARE(spring->num_v(), 1);
  }

  void mappingChecksSizes() {
    const Attitude attitude;
    auto context = attitude.CreateDefaultContext();
    BasicVector<double> one(1), two(2);
    QCOMPARE(MessageOf([&] { attitude.MapVelocityToQDot(*context, two, &two); }),
             std::string("MapVelocityToQDot(): system 'attitude' has 2 q and 1 v, but q̇ has size 2 "
                         "and v has size 2"));
    QCOMPARE(MessageOf([&] { attitude.MapQDotToVelocity(*context, one, &one); }),
             std::string("MapQDotToVelocity(): system 'attitude' has 2 q and 1 v, but q̇ has size 1 "
                         "and v has size 1"));
    const Unmapped unmapped;
    auto other = unmapped.CreateDefaultContext();
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, unmapped.MapVelocityToQDot(*other, one, &two));
    QCOMPARE(MessageOf([&] { unmapped.MapVelocityToQDot(*other, one, &two); }),
             std::string("System 'unmapped' has q and v of different sizes: it must override "
                         "DoMapVelocityToQDot(), whose default takes q̇ and v for the same"));
    QCOMPARE(MessageOf([&] { unmapped.MapQDotToVelocity(*other, two, &one); }),
             std::string("System 'unmapped' has q and v of different sizes: it must override "
                         "DoMapQDotToVelocity(), whose default takes q̇ and v for the same"));
  }

  void constraintsAreBounds() {
    DiagramBuilder<double> builder;
    auto* circle = builder.AddNamedSystem<Circle>("circle");
    auto diagram = builder.Build();
    QCOMPARE(diagram->num_constraints(), 2);
    auto context = diagram->CreateDefaultContext();
    const auto& equality = diagram->get_constraint(SystemConstraintIndex(0));
    QVERIFY(equality.is_equality_constraint());
    QCOMPARE(equality.description(), std::string("on the circle"));
    QCOMPARE(equality.size(), 1);
    QVERIFY(equality.CheckSatisfied(*context, 0));
    VectorX<double> value;
    context->SetContinuousState(Eigen::Vector2d(3, 4));
    equality.Calc(*context, &value);
    QCOMPARE(value[0], 4.);
    QVERIFY(!equality.CheckSatisfied(*context, 3.9));
    QVERIFY(equality.CheckSatisfied(*context, 4.1));
    const auto& inequality = circle->get_constraint(SystemConstraintIndex(1));
    QVERIFY(inequality.type() == SystemConstraintType::kInequality);
    QCOMPARE(inequality.lower_bound()[0], 0.);
    QVERIFY(std::isinf(inequality.upper_bound()[0]));
    auto& part = diagram->GetMutableSubsystemContext(*circle, context.get());
    QVERIFY(inequality.CheckSatisfied(part, 0));
    part.SetContinuousState(Eigen::Vector2d(1, -0.5));
    QVERIFY(!inequality.CheckSatisfied(part, 0));
    QVERIFY(!diagram->CheckSystemConstraintsSatisfied(*context, 0));
    part.SetContinuousState(Eigen::Vector2d(std::nan(""), 1));
    QVERIFY(!equality.CheckSatisfied(*context, 10));
    QVERIFY_THROWS_EXCEPTION(std::out_of_range, circle->get_constraint(SystemConstraintIndex(2)));
    QCOMPARE(MessageOf([&] { circle->get_constraint(SystemConstraintIndex(2)); }),
             std::string("System 'circle' has no constraint 2: it has 2"));
  }

  void programsAddConstraints() {
    Circle circle;
    const auto index = circle.AddExternalConstraint(ExternalSystemConstraint(
        "late", SystemConstraintBounds(Eigen::VectorXd::Ones(1), std::nullopt),
        [](const System<double>&, const Context<double>& context, VectorX<double>* value) {
          (*value)[0] = context.get_time();
        }));
    QCOMPARE(static_cast<int>(index), 2);
    auto context = circle.CreateDefaultContext();
    QVERIFY(!circle.get_constraint(index).CheckSatisfied(*context, 0));
    context->SetTime(1);
    QVERIFY(circle.get_constraint(index).CheckSatisfied(*context, 0));
    const auto none = circle.AddExternalConstraint(
        ExternalSystemConstraint("empty", SystemConstraintBounds::Equality(1), {}));
    VectorX<double> value;
    QCOMPARE(MessageOf([&] { circle.get_constraint(none).Calc(*context, &value); }),
             std::string("External constraint 'empty' of system 'circle' has no function for this "
                         "scalar"));
    const auto wrong = circle.AddExternalConstraint(ExternalSystemConstraint(
        "wrong", SystemConstraintBounds::Equality(1),
        [](const System<double>&, const Context<double>&, VectorX<double>* v) { v->resize(3); }));
    QCOMPARE(MessageOf([&] { circle.get_constraint(wrong).Calc(*context, &value); }),
             std::string("Constraint 'wrong' of system 'circle' has size 1, but its function "
                         "computed 3 elements"));
  }

  void boundsMustMakeSense() {
    const auto bounds = [](std::optional<Eigen::VectorXd> lower,
                           std::optional<Eigen::VectorXd> upper) {
      return MessageOf([&] { SystemConstraintBounds(lower, upper); });
    };
    const Eigen::VectorXd one = Eigen::VectorXd::Ones(1), two = Eigen::VectorXd::Zero(2);
    QCOMPARE(bounds({}, {}),
             std::string("SystemConstraintBounds: give a lower or an upper bound; an equality is "
                         "SystemConstraintBounds::Equality(size)"));
    QCOMPARE(bounds(one, two),
             std::string("SystemConstraintBounds: there are 1 lower and 2 upper bounds"));
    QCOMPARE(bounds(one, Eigen::VectorXd(-one)),
             std::string("SystemConstraintBounds: lower bound 0 is above the upper one"));
  }

  void constraintEquationsOfTheDocument() {
    const Circle circle;
    auto context = circle.CreateDefaultContext();
    QCOMPARE(circle.get_num_constraint_equations(*context), 2);
    QCOMPARE(circle.EvalConstraintEquations(*context)[0], 1.);
    QCOMPARE(circle.CalcConstraintErrorNorm(*context, circle.EvalConstraintEquationsDot(*context)),
             5.);
    QCOMPARE(circle.CalcVelocityChangeFromConstraintImpulses(
                 *context, Eigen::Matrix2d::Identity() * 2, Eigen::Vector2d(1, 2))[1],
             4.);
    QVERIFY_THROWS_EXCEPTION(std::logic_error,
                             circle.CalcConstraintErrorNorm(*context, Eigen::VectorXd::Zero(3)));
    QCOMPARE(MessageOf([&] { circle.CalcConstraintErrorNorm(*context, Eigen::VectorXd::Zero(3)); }),
             std::string("CalcConstraintErrorNorm(): system 'circle' has 2 constraint equations, "
                         "the error has size 3"));
    QCOMPARE(MessageOf([&] {
               circle.CalcVelocityChangeFromConstraintImpulses(
                   *context, Eigen::MatrixXd::Identity(1, 2), Eigen::VectorXd::Zero(2));
             }),
             std::string("CalcVelocityChangeFromConstraintImpulses(): the Jacobian matrix has 1 "
                         "rows, lambda has size 2; both are the number of constraints"));
    const Spring spring;
    auto other = spring.CreateDefaultContext();
    QCOMPARE(spring.get_num_constraint_equations(*other), 0);
    QCOMPARE(spring.EvalConstraintEquations(*other).size(), Eigen::Index{0});
    QCOMPARE(spring.EvalConstraintEquationsDot(*other).size(), Eigen::Index{0});
    QCOMPARE(spring.CalcConstraintErrorNorm(*other, Eigen::VectorXd::Zero(0)), 0.);
    QCOMPARE(spring
                 .CalcVelocityChangeFromConstraintImpulses(*other, Eigen::MatrixXd::Zero(0, 1),
                                                           Eigen::VectorXd::Zero(0))
                 .size(),
             Eigen::Index{1});
  }
};

LOOPWRIGHT_TEST(TestSystemEnergy)

}  // namespace loopwright::test_system_energy

#include "test_system_energy.moc"
