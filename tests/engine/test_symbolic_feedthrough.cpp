// Direct feedthrough of outputs whose prerequisites were left at the default follows from the
// leaf's symbolic form.

#include <QObject>
#include <QTest>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "engine/diagram/diagram_builder.h"
#include "engine/simulation/simulator.h"
#include "engine/system/leaf_system.h"
#include "tests/engine/message_of.h"
#include "tests/test_main.h"

namespace loopwright::test_symbolic_feedthrough {

namespace {

int conversions = 0;

/// y0 = u1, y1 = p·u0 + x, and y2 = x + t + xd.
template <typename T>
class Cross final : public LeafSystem<T> {
 public:
  Cross() : LeafSystem<T>(SystemTypeTag<Cross>{}) {
    this->DeclareVectorInputPort("u0", 1);
    this->DeclareVectorInputPort("u1", 2);
    this->DeclareContinuousState(1);
    this->DeclareDiscreteState(1);
    this->DeclareNumericParameter(BasicVector<T>(VectorX<T>(VectorX<T>::Zero(1))));
    this->DeclareVectorOutputPort("y0", 2, &Cross::Y0);
    this->DeclareVectorOutputPort("y1", 1, &Cross::Y1);
    this->DeclareVectorOutputPort("y2", 1, &Cross::Y2);
  }
  template <typename U>
  explicit Cross(const Cross<U>&) : Cross() {
    ++conversions;
  }

 private:
  void Y0(const Context<T>& c, BasicVector<T>* y) const {
    y->SetFromVector(this->get_input_port(1).Eval(c));
  }
  void Y1(const Context<T>& c, BasicVector<T>* y) const {
    (*y)[0] = c.get_numeric_parameter(0)[0] * this->get_input_port(0).Eval(c)[0] +
              c.get_continuous_state_vector()[0];
  }
  void Y2(const Context<T>& c, BasicVector<T>* y) const {
    (*y)[0] = c.get_continuous_state_vector()[0] + c.get_time() + c.get_discrete_state(0)[0];
  }
  void DoCalcTimeDerivatives(const Context<T>& c, ContinuousState<T>* d) const override {
    (*d)[0] = this->get_input_port(0).Eval(c)[0];
  }
};

/// y = x, x' = -u, prerequisites not said.
template <typename T>
class Moore final : public LeafSystem<T> {
 public:
  Moore() : LeafSystem<T>(SystemTypeTag<Moore>{}) {
    this->DeclareVectorInputPort("u", 1);
    this->DeclareContinuousState(VectorX<T>(VectorX<T>::Ones(1)), 0, 0, 1);
    this->DeclareVectorOutputPort("y", 1, &Moore::Y);
  }
  template <typename U>
  explicit Moore(const Moore<U>&) : Moore() {}
  void DeclareMore() { this->DeclareNumericParameter(BasicVector<T>(1)); }

 private:
  void Y(const Context<T>& c, BasicVector<T>* y) const {
    (*y)[0] = c.get_continuous_state_vector()[0];
  }
  void DoCalcTimeDerivatives(const Context<T>& c, ContinuousState<T>* d) const override {
    (*d)[0] = -this->get_input_port(0).Eval(c)[0];
  }
};

/// What has no symbolic form, cannot be computed with it, or has values that are not numbers.
enum Hindrance { kNotConvertible, kThrows, kAbstractInput, kAbstractState };
template <typename T>
class Opaque final : public LeafSystem<T> {
 public:
  explicit Opaque(Hindrance hindrance)
      : LeafSystem<T>(hindrance == kNotConvertible
                          ? SystemScalarConverter()
                          : SystemScalarConverter(SystemTypeTag<Opaque>{})),
        hindrance_(hindrance) {
    this->DeclareVectorInputPort("u", 1);
    if (hindrance == kAbstractInput) this->DeclareAbstractInputPort("a", Value<int>(1));
    if (hindrance == kAbstractState) this->DeclareAbstractState(Value<int>(1));
    this->DeclareVectorOutputPort("y", 1, &Opaque::Y);
  }
  template <typename U>
  explicit Opaque(const Opaque<U>& other) : Opaque(other.hindrance()) {}
  Hindrance hindrance() const { return hindrance_; }

 private:
  void Y(const Context<T>& c, BasicVector<T>* y) const {
    if (hindrance_ == kThrows) ExtractDoubleOrThrow(c.get_time());
    (*y)[0] = T(1);
  }
  const Hindrance hindrance_;
};

}  // namespace

class TestSymbolicFeedthrough : public QObject {
  Q_OBJECT
 private slots:
  void outputsDependOnWhatIsInTheirFormula() {
    const std::multimap<int, int> expected{{0, 1}, {1, 0}};
    QVERIFY(Cross<double>().GetDirectFeedthroughs() == expected);
    QVERIFY(Cross<AutoDiff>().GetDirectFeedthroughs() == expected);
    QVERIFY(Cross<Expression>().GetDirectFeedthroughs() == expected);
    QVERIFY(Cross<double>().HasDirectFeedthrough(0, 1));
    QVERIFY(!Cross<double>().HasDirectFeedthrough(2));
    QVERIFY(!Moore<double>().HasAnyDirectFeedthrough());
  }

  void whatTheFormSaysNothingOfIsFeedthrough_data() {
    QTest::addColumn<int>("hindrance");
    QTest::newRow("not convertible") << int{kNotConvertible};
    QTest::newRow("throws") << int{kThrows};
    QTest::newRow("abstract input") << int{kAbstractInput};
    QTest::newRow("abstract state") << int{kAbstractState};
  }
  void whatTheFormSaysNothingOfIsFeedthrough() {
    QFETCH(int, hindrance);
    DiagramBuilder<double> builder;
    auto* opaque = builder.AddNamedSystem<Opaque>("opaque", static_cast<Hindrance>(hindrance));
    QVERIFY(opaque->HasDirectFeedthrough(0, 0));
    builder.Connect(opaque->get_output_port(0), opaque->get_input_port(0));
    QVERIFY(MessageOf([&] {
              builder.Build();
            }).starts_with("Algebraic loop: opaque.y → opaque.u → opaque.y."));
  }

  void aMooreMachineInALoopRuns() {
    for (const bool nested : {false, true}) {
      DiagramBuilder<double> builder;
      auto* moore = builder.AddNamedSystem<Moore>("moore");
      builder.Connect(moore->get_output_port(0), moore->get_input_port(0));
      builder.ExportOutput(moore->get_output_port(0), "y");
      auto inner = builder.Build();
      DiagramBuilder<double> outer;
      const System<double>* system = inner.get();
      std::unique_ptr<Diagram<double>> whole;
      if (nested) {
        outer.AddSystem(std::move(inner));
        whole = outer.Build();
        system = whole.get();
      }
      Simulator<double> simulator(*system);
      simulator.AdvanceTo(1);
      const double x = simulator.get_context().get_continuous_state_vector()[0];
      QVERIFY2(std::abs(x - std::exp(-1)) < 1e-3, std::to_string(x).c_str());
      // The diagram can be converted and built again, and goes on being none with a late parameter.
      const auto converted = system->ToAutoDiffXd();
      QVERIFY(converted->CreateDefaultContext() != nullptr);
      moore->DeclareMore();
      QCOMPARE(system->CreateDefaultContext()->num_numeric_parameter_groups(), 1);
    }
  }

  void buildingConvertsALeafOnce() {
    conversions = 0;
    DiagramBuilder<double> builder;
    auto* cross = builder.AddSystem<Cross>();
    builder.Connect(cross->get_output_port(2), cross->get_input_port(0));
    builder.ExportInput(cross->get_input_port(1), "u");
    builder.ExportOutput(cross->get_output_port(0), "y0");
    builder.ExportOutput(cross->get_output_port(1), "y1");
    const auto diagram = builder.Build();
    QVERIFY((diagram->GetDirectFeedthroughs() == std::multimap<int, int>{{0, 0}}));
    auto context = diagram->CreateDefaultContext();
    QCOMPARE(conversions, 1);
    // What an output does not depend on leaves it up to date; what it does does not.
    diagram->get_input_port(0).FixValue(context.get(), Eigen::Vector2d(1, 2));
    QCOMPARE(diagram->get_output_port(0).Eval(*context)[1], 2.);
    const auto& part = diagram->GetSubsystemContext(*cross, *context);
    const CacheEntry<double>& y2 = *cross->get_output_port(2).cache_entry();
    cross->get_output_port(2).Eval(part);
    diagram->get_input_port(0).FixValue(context.get(), Eigen::Vector2d(3, 4));
    QVERIFY(!y2.is_out_of_date(part));
    QCOMPARE(diagram->get_output_port(0).Eval(*context)[1], 4.);
    context->SetTime(5);
    QVERIFY(y2.is_out_of_date(part));
  }
};

LOOPWRIGHT_TEST(TestSymbolicFeedthrough)

}  // namespace loopwright::test_symbolic_feedthrough

#include "test_symbolic_feedthrough.moc"
