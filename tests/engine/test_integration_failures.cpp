// What integration methods say where they cannot go on, what they refuse, and how they take events.

#include <QObject>
#include <QTest>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "engine/integration/integration_method.h"
#include "tests/engine/integration_problems.h"
#include "tests/test_main.h"

namespace loopwright::test_integration_failures {
using namespace loopwright::test;  // NOLINT(google-build-using-namespace)

namespace {

/// x' = x², which has no solution beyond t = 1.
struct BlowUp {
  template <typename T>
  void operator()(const T&, const VectorBase<T>& x, T* d) const {
    d[0] = x[0] * x[0];
  }
};
struct Undefined {
  template <typename T>
  void operator()(const T&, const VectorBase<T>& x, T* d) const {
    d[0] = x[0] * std::nan("");
  }
};
/// Not a number after t = 1.
struct UntilOne {
  template <typename T>
  void operator()(const T& t, const VectorBase<T>&, T* d) const {
    using std::sqrt;
    d[0] = sqrt(1.0 - t);
  }
};
/// Drives to 1 from both sides: an implicit step from there has no solution.
struct Chattering {
  template <typename T>
  void operator()(const T&, const VectorBase<T>& x, T* d) const {
    d[0] = x[0] < 1.0 ? 1e12 : -1e12;
  }
};
/// x' = 1 + x²: an implicit Euler step of 1 from 0 has no solution.
struct Tangent {
  template <typename T>
  void operator()(const T&, const VectorBase<T>& x, T* d) const {
    d[0] = 1.0 + x[0] * x[0];
  }
};
/// Not finite beyond x = 1.5, and on the way there within a step.
struct Wall {
  template <typename T>
  void operator()(const T&, const VectorBase<T>& x, T* d) const {
    using std::sqrt;
    d[0] = sqrt(1.5 - x[0]) + 1.0;
  }
};
struct Throwing {
  template <typename T>
  void operator()(const T& t, const VectorBase<T>&, T* d) const {
    if (t > 0.5) throw std::runtime_error("no derivative here");
    d[0] = 1;
  }
};

/// A problem with a publish by a witness on the way, that changes nothing.
class Watched final : public LeafSystem<double> {
 public:
  explicit Watched(bool watches) : watches_(watches) {
    DeclareContinuousState(BasicVector<double>{1., 0.}, 1, 1, 0);
    witness_ = MakeWitnessFunction("crossing", WitnessFunctionDirection::kCrossesZero,
                                   &Watched::Position, &Watched::Note);
  }
  mutable std::vector<double> crossings;

 private:
  void DoCalcTimeDerivatives(const Context<double>& context,
                             ContinuousState<double>* xcdot) const override {
    (*xcdot)[0] = context.get_continuous_state_vector()[1];
    (*xcdot)[1] = -context.get_continuous_state_vector()[0];
  }
  void DoGetWitnessFunctions(const Context<double>&,
                             std::vector<const WitnessFunction<double>*>* w) const override {
    if (watches_) w->push_back(witness_.get());
  }
  double Position(const Context<double>& context) const {
    return context.get_continuous_state_vector()[0];
  }
  void Note(const Context<double>& context) const { crossings.push_back(context.get_time()); }

  bool watches_;
  std::unique_ptr<WitnessFunction<double>> witness_;
};

/// A lag driven by a counter that is raised at a period.
class Counted final : public LeafSystem<double> {
 public:
  Counted() {
    DeclareContinuousState(1);
    DeclareDiscreteState(1);
    DeclarePeriodicDiscreteUpdateEvent(0.5, 0, &Counted::Count);
  }

 private:
  void DoCalcTimeDerivatives(const Context<double>& context,
                             ContinuousState<double>* xcdot) const override {
    (*xcdot)[0] =
        100 * (context.get_discrete_state(0)[0] - context.get_continuous_state_vector()[0]);
  }
  void Count(const Context<double>& context, DiscreteValues<double>* next) const {
    (*next)[0] = context.get_discrete_state(0)[0] + 1;
  }
};

}  // namespace

class TestIntegrationFailures : public QObject {
  Q_OBJECT
 private slots:
  void notFiniteAtTheStart_data() { allMethods(); }
  void notFiniteAtTheStart() {
    fails<Undefined>(QTest::currentDataTag(), 1, 0,
                     "its time derivative is not finite: look for a division by zero, or a root "
                     "or logarithm outside its range, in it or in what it reads");
  }
  void noSolutionAnyFurther_data() { controlledMethods(); }
  void noSolutionAnyFurther() {
    failsNear<BlowUp>(QTest::currentDataTag(), 1, 1e-4, 0.1,
                      "no step is short enough for the accuracy: loosen it, or look for a "
                      "singularity of the solution at that time");
  }
  void notFiniteAnyFurther_data() { controlledMethods(); }
  void notFiniteAnyFurther() {
    failsNear<UntilOne>(QTest::currentDataTag(), 0, 1e-4, 1e-3,
                        "its time derivative is not finite right after that, with any step: look "
                        "for a division by zero, or a root or logarithm outside its range, in it "
                        "or in what it reads");
  }
  void iterationThatDoesNotConverge() {
    const char* const expected =
        "the iteration finds no solution of a step's equations, however short the step: try "
        "another integrator, or another accuracy";
    const auto system = ProblemPair<Chattering>{{1}}.Make();
    Simulator<double> simulator(*system);
    simulator.set_config(Config("radau5", 1e-6));
    simulator.get_mutable_context().SetTime(1);
    QCOMPARE(QString::fromStdString(simulator.TryAdvanceTo(1 + 1e-9).message()), QString(expected));
  }
  void fixedStepsThatFail() {
    fails<Wall>("rk4", 1, 0.5,
                "a step of 0.5 s leads to values that are not finite: try a smaller one");
    fails<Tangent>("implicit_euler", 0, 1,
                   "Newton's iteration finds no end of a step of 1 s: try a smaller one, or error "
                   "control");
    fails<Wall>("implicit_euler", 1, 0.5,
                "a step of 0.5 s leads to values that are not finite: try a smaller one");
  }
  void whatBlocksThrowComesThrough_data() { allMethods(); }
  void whatBlocksThrowComesThrough() {
    const std::string name = QTest::currentDataTag();
    const auto system = ProblemPair<Throwing>{{0}}.Make();
    Simulator<double> simulator(*system);
    simulator.set_config(
        Config(name, 1e-6, FindIntegrationMethod(name)->can_be_fixed() ? 0.01 : 0));
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, simulator.AdvanceTo(2));
  }

  void events_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"dopri5", "radau5", "implicit_euler", "cvode_bdf", "cvode_adams"}) {
      methodRow(name);
    }
  }
  // Each update restarts the method; the lag has long settled when the next one comes.
  void events() {
    const Counted system;
    Simulator<double> simulator(system);
    simulator.set_config(Config(QTest::currentDataTag(), 1e-5));
    QVERIFY(simulator.AdvanceTo(2.25).succeeded());
    const double expected = 5 - std::exp(-25.);
    const double x = simulator.get_context().get_continuous_state_vector()[0];
    QVERIFY2(std::abs(x - expected) < 1e-4, std::to_string(x).c_str());
    QCOMPARE(static_cast<int>(simulator.statistics().restarts), 4);
  }
  void witnesses_data() { events_data(); }
  void witnesses() {
    const Watched system(true);
    Simulator<double> simulator(system);
    const std::string name = QTest::currentDataTag();
    simulator.set_config(Config(name, name == "implicit_euler" ? 1e-6 : 1e-10));
    QVERIFY(simulator.AdvanceTo(10).succeeded());
    QCOMPARE(static_cast<int>(system.crossings.size()), 3);
    for (int k = 0; k < 3; ++k) {
      const double error = system.crossings[k] - (k + 0.5) * M_PI;
      QVERIFY2(std::abs(error) < (name == "implicit_euler" ? 1e-1 : 1e-7),
               std::to_string(error).c_str());
    }
  }
  // An event that changes nothing leaves CVODE its history: it integrates as if nothing had been.
  void eventsWithoutChangeKeepTheHistory() {
    for (const char* name : {"cvode_bdf", "cvode_adams"}) {
      int64_t evaluations[2];
      double end[2];
      for (const bool watches : {false, true}) {
        const Watched system(watches);
        Simulator<double> simulator(system);
        simulator.set_config(Config(name, 1e-8));
        QVERIFY(simulator.AdvanceTo(3).succeeded());
        evaluations[watches] = simulator.statistics().derivative_evaluations;
        end[watches] = simulator.get_context().get_continuous_state_vector()[0];
        QCOMPARE(static_cast<int>(simulator.statistics().restarts), 0);
        QCOMPARE(system.crossings.size(), watches ? 1u : 0u);
      }
      QCOMPARE(evaluations[true], evaluations[false]);
      QCOMPARE(end[true], end[false]);
    }
  }

  void impossibleSettingsAreRefused_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("fixed");
    QTest::addColumn<QString>("expected");
    QTest::newRow("unknown") << "rk5" << true
                             << QString::fromStdString("there is no integrator 'rk5'; there are " +
                                                       IntegrationMethodNames());
    QTest::newRow("no estimate") << "rk4" << false
                                 << "rk4 has no error estimate: it needs a fixed step";
    QTest::newRow("own steps") << "cvode_adams" << true
                               << "cvode_adams chooses its own steps: it cannot have a fixed step";
  }
  void impossibleSettingsAreRefused() {
    QFETCH(QString, name);
    QFETCH(bool, fixed);
    QFETCH(QString, expected);
    const auto system = OscillatorProblem().Make();
    auto context = system->CreateDefaultContext();
    IntegrationSettings settings;
    settings.fixed_step = fixed;
    try {
      MakeIntegrationMethod<double>(name.toStdString(), &context->data(), settings);
      QFAIL("it was made");
    } catch (const std::logic_error& error) {
      QCOMPARE(QString(error.what()), expected);
    }
  }
  void implicitMethodsAreForDoubleOnly() {
    const Problem<AutoDiff> system(Oscillator{}, {1, 0});
    auto context = system.CreateDefaultContext();
    try {
      MakeIntegrationMethod<AutoDiff>("radau5", &context->data(), {});
      QFAIL("it was made");
    } catch (const std::logic_error& error) {
      QCOMPARE(QString(error.what()), QString("radau5 integrates systems of double only"));
    }
    Simulator<AutoDiff> simulator(system);
    try {
      simulator.set_config(Config("cvode_bdf", 1e-6));
      QFAIL("it was taken");
    } catch (const std::logic_error& error) {
      QCOMPARE(QString(error.what()),
               QString("Simulator: cvode_bdf integrates systems of double only"));
    }
  }

 private:
  static void methodRow(std::string_view name) {
    QTest::newRow(std::string(name).c_str()) << QString::fromStdString(std::string(name));
  }
  static void allMethods() {
    QTest::addColumn<QString>("name");
    for (const auto& method : IntegrationMethods()) methodRow(method.name);
  }
  static void controlledMethods() {
    QTest::addColumn<QString>("name");
    for (const auto& method : IntegrationMethods()) {
      if (method.has_error_control()) methodRow(method.name);
    }
  }
  /// Near t = 1, with error control.
  template <typename F>
  static void failsNear(const std::string& name, double initial, double accuracy, double within,
                        const char* expected) {
    const auto system = ProblemPair<F>{{initial}}.Make();
    Simulator<double> simulator(*system);
    simulator.set_config(Config(name, accuracy));
    const SimulatorStatus status = simulator.TryAdvanceTo(2);
    QCOMPARE(status.reason(), SimulatorStatus::kEventHandlerFailed);
    QVERIFY2(std::abs(status.return_time() - 1) < within,
             std::to_string(status.return_time()).c_str());
    QCOMPARE(QString::fromStdString(status.message()), QString(expected));
    QCOMPARE(status.system(), static_cast<const SystemBase*>(system.get()));
  }
  /// At t = 0, with a step of `step` (0: with error control, or of 0.1 where there is none).
  template <typename F>
  static void fails(const std::string& name, double initial, double step, const char* expected) {
    const auto system = ProblemPair<F>{{initial}}.Make();
    Simulator<double> simulator(*system);
    if (step == 0 && !FindIntegrationMethod(name)->has_error_control()) step = 0.1;
    simulator.set_config(Config(name, 1e-6, step));
    const SimulatorStatus status = simulator.TryAdvanceTo(2);
    QCOMPARE(status.reason(), SimulatorStatus::kEventHandlerFailed);
    QCOMPARE(status.return_time(), 0.);
    QCOMPARE(QString::fromStdString(status.message()), QString(expected));
  }
};

LOOPWRIGHT_TEST(TestIntegrationFailures)

}  // namespace loopwright::test_integration_failures

#include "test_integration_failures.moc"
