// Branches of a chain are chosen in time in proportion to its length (semantics 11).
#include <QObject>
#include <QTest>
#include <type_traits>
#include <vector>

#include "engine/diagram/diagram_builder.h"
#include "engine/simulation/simulator.h"
#include "engine/system/leaf_system.h"
#include "tests/test_main.h"

namespace loopwright::test_branch_order {

namespace {

/// How often a Clip was computed over series.
long evaluations = 0;

/// y = min(u, 1/2), with the branch 1 where u is above.
template <typename T>
class Clip final : public LeafSystem<T> {
 public:
  Clip() : LeafSystem<T>(SystemTypeTag<Clip>{}) {
    this->DeclareVectorInputPort("u", 1);
    this->DeclareModes(1);
    this->DeclareVectorOutputPort("y", 1, &Clip::Output,
                                  {this->all_input_ports_ticket(), this->modes_ticket()});
  }
  template <typename U>
  explicit Clip(const Clip<U>&) : Clip() {}

 private:
  T Input(const Context<T>& context) const { return this->get_input_port(0).Eval(context)[0]; }
  void Output(const Context<T>& context, BasicVector<T>* y) const {
    if (std::is_same_v<T, AutoDiff>) ++evaluations;
    const int64_t* held = this->held_modes(context);
    const T u = Input(context);
    const T limit(0.5);
    (*y)[0] = held != nullptr ? (held[0] == 1 ? limit : u) : select(u > limit, limit, u);
  }
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override {
    modes[0] = IsTrue(Input(context) > T(0.5)) ? 1 : 0;
  }
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override {
    margins[0] = (modes[0] == 1 ? T(1) : T(-1)) * (Input(context) - T(0.5));
  }
};

/// y = sin(t), which is above 1/2 twice up to t = 10.
template <typename T>
class Wave final : public LeafSystem<T> {
 public:
  Wave() : LeafSystem<T>(SystemTypeTag<Wave>{}) {
    this->DeclareContinuousState(1);
    this->DeclareVectorOutputPort("y", 1, &Wave::Output, {this->time_ticket()});
  }
  template <typename U>
  explicit Wave(const Wave<U>&) : Wave() {}

 private:
  void DoCalcTimeDerivatives(const Context<T>&, ContinuousState<T>* derivatives) const override {
    (*derivatives)[0] = T(1);
  }
  void Output(const Context<T>& context, BasicVector<T>* y) const {
    using std::sin;
    (*y)[0] = sin(context.get_time());
  }
};

/// How often the Clips of a chain are computed over series in a run in which all of them reach
/// their thresholds at once, four times.
long CountEvaluations(int clips) {
  DiagramBuilder<double> builder;
  const OutputPort<double>* end = &builder.AddSystem<Wave>()->get_output_port(0);
  for (int i = 0; i < clips; ++i) {
    const auto* clip = builder.AddSystem<Clip>();
    builder.Connect(*end, clip->get_input_port(0));
    end = &clip->get_output_port(0);
  }
  builder.ExportOutput(*end, "y");
  const auto diagram = builder.Build();
  Simulator<double> simulator(*diagram);
  evaluations = 0;
  simulator.AdvanceTo(10);
  const double last = diagram->get_output_port(0).Eval(simulator.get_context())[0];
  return last == std::sin(10.) ? evaluations : -1;
}

}  // namespace

class TestBranchOrder : public QObject {
  Q_OBJECT
 private slots:
  void aChainCostsTimeInProportionToItsLength() {
    const long few = CountEvaluations(20);
    const long many = CountEvaluations(80);
    QVERIFY2(few > 0, "the branches of the chain are chosen over series");
    QVERIFY2(many <= 5 * few, qPrintable(QString("%1 and %2").arg(few).arg(many)));
  }
};

LOOPWRIGHT_TEST(TestBranchOrder)

}  // namespace loopwright::test_branch_order

#include "test_branch_order.moc"
