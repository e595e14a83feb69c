// After its first step a simulation allocates nothing: counted at malloc
// (tests/allocation_count.h).

#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <memory>

#include "engine/diagram/diagram_builder.h"
#include "engine/simulation/simulator.h"
#include "engine/system/leaf_system.h"
#include "tests/allocation_count.h"
#include "tests/test_main.h"

namespace loopwright::test_stepping_allocations {

namespace {

/// A spring that bounces on a wall, driven by a held sample of its own position: continuous,
/// discrete and witnessed parts in one.
class Hybrid final : public LeafSystem<double> {
 public:
  Hybrid() {
    DeclareContinuousState(BasicVector<double>{1., 0.}, 1, 1, 0);
    DeclareDiscreteState(1);
    DeclareModes(1);
    DeclarePeriodicDiscreteUpdateEvent(0.01, 0, &Hybrid::Sample);
    DeclarePerStepPublishEvent(&Hybrid::Publish);
    wall_ = MakeWitnessFunction("wall", WitnessFunctionDirection::kPositiveThenNonPositive,
                                &Hybrid::Distance, &Hybrid::Bounce);
    DeclareVectorOutputPort("y", 1, &Hybrid::Output, {xc_ticket(), modes_ticket()});
  }

 private:
  void DoCalcTimeDerivatives(const Context<double>& context,
                             ContinuousState<double>* xcdot) const override {
    const auto& x = context.get_continuous_state_vector();
    (*xcdot)[0] = x[1];
    (*xcdot)[1] = -40 * x[0] - 0.1 * discrete_data(context)[0];
  }
  void Sample(const Context<double>& context, DiscreteValues<double>* next) const {
    (*next)[0] = context.get_continuous_state_vector()[0];
  }
  void Publish(const Context<double>&) const {}
  double Distance(const Context<double>& context) const {
    return context.get_continuous_state_vector()[0] + 0.5;
  }
  EventStatus Bounce(const Context<double>&, ContinuousState<double>* xc,
                     DiscreteValues<double>*) const {
    (*xc)[1] = -(*xc)[1];
    return EventStatus::Succeeded();
  }
  void DoGetWitnessFunctions(const Context<double>&,
                             std::vector<const WitnessFunction<double>*>* w) const override {
    w->push_back(wall_.get());
  }
  void DoCalcModes(const Context<double>& context, int64_t* modes) const override {
    modes[0] = context.get_continuous_state_vector()[0] < 0 ? -1 : 1;
  }
  void DoCalcModeMargins(const Context<double>& context, const int64_t* modes,
                         double* margins) const override {
    margins[0] = static_cast<double>(modes[0]) * context.get_continuous_state_vector()[0];
  }
  void Output(const Context<double>& context, BasicVector<double>* y) const {
    (*y)[0] = context.get_continuous_state_vector()[0];
  }
  std::unique_ptr<WitnessFunction<double>> wall_;
};

/// x' = cos(t)/2 - m with m = -1 or 1, the side of x: it slides on x = 0, where the mean of m is
/// cos(t)/2.
template <typename T>
class SlidingRelay final : public LeafSystem<T> {
 public:
  SlidingRelay() : LeafSystem<T>(SystemTypeTag<SlidingRelay>{}) {
    this->DeclareContinuousState(1);
    this->DeclareModes(1);
    this->DeclareVectorOutputPort("m", 1, &SlidingRelay::Output,
                                  {this->xc_ticket(), this->modes_ticket()});
  }
  template <typename U>
  explicit SlidingRelay(const SlidingRelay<U>&) : SlidingRelay() {}

 private:
  T Side(const Context<T>& context) const {
    const int64_t* held = this->held_modes(context);
    if (held != nullptr) return T(static_cast<double>(held[0]));
    return select(context.get_continuous_state_vector()[0] > 0, T(1), T(-1));
  }
  void DoCalcTimeDerivatives(const Context<T>& context,
                             ContinuousState<T>* derivatives) const override {
    using std::cos;
    (*derivatives)[0] = 0.5 * cos(context.get_time()) - Side(context);
  }
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override {
    modes[0] = IsTrue(context.get_continuous_state_vector()[0] > 0) ? 1 : -1;
  }
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override {
    margins[0] = static_cast<double>(modes[0]) * context.get_continuous_state_vector()[0];
  }
  void Output(const Context<T>& context, BasicVector<T>* y) const { (*y)[0] = Side(context); }
};

}  // namespace

class TestSteppingAllocations : public QObject {
  Q_OBJECT
 private slots:
  void steppingAllocatesNothing_data() {
    QTest::addColumn<QString>("integrator");
    QTest::addColumn<double>("fixed_step");
    QTest::newRow("dopri5") << "dopri5" << 0.;
    QTest::newRow("rk4") << "rk4" << 1e-3;
    for (const char* name : {"explicit_euler", "semi_explicit_euler", "rk2", "implicit_euler"}) {
      QTest::newRow(name) << name << 1e-3;
    }
    for (const char* name : {"rk3", "bogacki_shampine3", "radau5"})
      QTest::newRow(name) << name << 0.;
  }
  void steppingAllocatesNothing() {
    QFETCH(QString, integrator);
    QFETCH(double, fixed_step);
    const Hybrid system;
    Simulator<double> simulator(system);
    SimulatorConfig config;
    config.integrator = integrator.toStdString();
    if (fixed_step > 0) config.fixed_step = fixed_step;
    simulator.set_config(config);
    double sum = 0;
    simulator.set_recorder([&](const Context<double>& context, Side) {
      sum += system.get_output_port(0).Eval(context)[0];
    });
    simulator.AdvanceTo(0.02);
    const long before = AllocationCount();
    simulator.AdvanceTo(5);
    const long after = AllocationCount();
    QCOMPARE(after - before, 0L);
    QVERIFY(simulator.get_num_steps_taken() > 500);
    QVERIFY(simulator.statistics().witness_isolations > 10);
    QVERIFY(sum != 0);
  }

  void slidingAllocatesNothing_data() {
    QTest::addColumn<QString>("integrator");
    QTest::addColumn<double>("fixed_step");
    QTest::newRow("dopri5") << "dopri5" << 0.;
    QTest::newRow("rk4") << "rk4" << 1e-2;
    QTest::newRow("bogacki_shampine3") << "bogacki_shampine3" << 0.;
  }
  void slidingAllocatesNothing() {
    QFETCH(QString, integrator);
    QFETCH(double, fixed_step);
    const SlidingRelay<double> system;
    Simulator<double> simulator(system);
    SimulatorConfig config;
    config.integrator = integrator.toStdString();
    config.max_step = 0.01;
    if (fixed_step > 0) config.fixed_step = fixed_step;
    simulator.set_config(config);
    double worst = 0;
    simulator.set_recorder([&](const Context<double>& context, Side) {
      if (context.get_time() < 0.5) return;
      const double mean = system.get_output_port(0).Eval(context)[0];
      worst = std::max(worst, std::abs(mean - 0.5 * std::cos(context.get_time())));
    });
    simulator.get_mutable_context().SetContinuousState(VectorX<double>::Constant(1, 0.1));
    simulator.AdvanceTo(1);
    const long before = AllocationCount();
    simulator.AdvanceTo(5);
    const long after = AllocationCount();
    QCOMPARE(after - before, 0L);
    QVERIFY(worst < 1e-12);
    QVERIFY(simulator.get_num_steps_taken() > 300);
  }

  void theCounterCounts() {
    const long before = AllocationCount();
    const auto value = std::make_unique<std::array<double, 100>>();
    QVERIFY(value && AllocationCount() > before);
  }
};

LOOPWRIGHT_TEST(TestSteppingAllocations)

}  // namespace loopwright::test_stepping_allocations

#include "test_stepping_allocations.moc"
