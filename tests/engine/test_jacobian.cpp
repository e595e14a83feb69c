// Jacobians: what a plan's dependencies allow, colours, AutoDiff against differences, dense against
// sparse.

#include <Eigen/Dense>
#include <QObject>
#include <QTest>
#include <cmath>
#include <complex>
#include <memory>
#include <stdexcept>

#include "engine/integration/integration_method.h"
#include "engine/integration/jacobian.h"
#include "engine/integration/newton_matrix.h"
#include "tests/engine/integration_problems.h"
#include "tests/test_main.h"

namespace loopwright::test_jacobian {
using namespace loopwright::test;  // NOLINT(google-build-using-namespace)

namespace {

Eigen::MatrixXd AsDense(const StateJacobian& jacobian) {
  return jacobian.is_sparse() ? Eigen::MatrixXd(jacobian.sparse()) : jacobian.dense();
}

/// x' = sqrt(x) at 0: AutoDiff's derivative is infinite there.
struct Root {
  template <typename T>
  void operator()(const T&, const VectorBase<T>& x, T* d) const {
    using std::sqrt;
    d[0] = sqrt(x[0]);
  }
};

/// Parameters, discrete state, modes and a fixed input all take part: x' = p d m u x.
template <typename T>
class Everything final : public LeafSystem<T> {
 public:
  Everything() {
    this->DeclareVectorInputPort("u", 1);
    this->DeclareContinuousState(1);
    this->DeclareDiscreteState(1);
    this->DeclareNumericParameter(BasicVector<T>{T(1)});
    this->DeclareModes(1);
  }

 private:
  void DoCalcTimeDerivatives(const Context<T>& context, ContinuousState<T>* xcdot) const override {
    const double mode = static_cast<double>(this->held_modes(context)[0]);
    (*xcdot)[0] = context.get_numeric_parameter(0)[0] * context.get_discrete_state(0)[0] * mode *
                  this->input_data(context, 0)[0] * context.get_continuous_state_vector()[0];
  }
  void DoCalcModes(const Context<T>&, int64_t* modes) const override { modes[0] = 1; }
  void DoCalcModeMargins(const Context<T>&, const int64_t*, T* margins) const override {
    margins[0] = 1;
  }
};

}  // namespace

class TestJacobian : public QObject {
  Q_OBJECT
 private slots:
  void patternOfAChain() {
    const auto diagram = LagChain<double>(100);
    auto context = diagram->CreateDefaultContext();
    const JacobianPattern pattern = PatternOfDerivatives(*context->data().plan);
    QCOMPARE(pattern.size, 100);
    QVERIFY(pattern.is_sparse());
    QCOMPARE(static_cast<int>(pattern.num_nonzeros), 199);
    QCOMPARE(pattern.num_colors, 2);
    for (int column = 0; column < 100; ++column) {
      const std::vector<int> expected =
          column < 99 ? std::vector<int>{column, column + 1} : std::vector<int>{99};
      QCOMPARE(pattern.rows[column], expected);
    }
  }

  void chainTakesAHandfulOfEvaluations() {
    const auto diagram = LagChain<double>(1000);
    auto context = diagram->CreateDefaultContext();
    auto& data = context->data();
    StateJacobian jacobian(&data, nullptr);
    IntegrationStatistics cost;
    data.EvaluateDerivativesAtStage();
    const std::vector<double> derivative(data.derivatives(), data.derivatives() + 1000);
    QVERIFY(jacobian.Evaluate(derivative.data(), &cost));
    QVERIFY(jacobian.is_sparse());
    QVERIFY(!jacobian.was_differentiated());
    QCOMPARE(static_cast<int>(cost.derivative_evaluations), 2);
    QCOMPARE(static_cast<int>(cost.jacobian_evaluations), 1);
    for (int i = 0; i < 1000; ++i) {
      QVERIFY(std::abs(jacobian.sparse().coeff(i, i) + (1. + i % 7)) < 1e-6);
      if (i > 0) QVERIFY(std::abs(jacobian.sparse().coeff(i, i - 1) - (1. + i % 7)) < 1e-6);
    }
  }

  void differentiatedEqualsDifferences_data() {
    QTest::addColumn<int>("length");
    QTest::newRow("dense") << 20;
    QTest::newRow("sparse") << 200;
  }
  void differentiatedEqualsDifferences() {
    QFETCH(int, length);
    const auto diagram = LagChain<double>(length);
    auto context = diagram->CreateDefaultContext();
    auto& data = context->data();
    context->SetTime(0.3);
    context->SetContinuousState(Eigen::VectorXd::LinSpaced(length, -1, 2));
    data.EvaluateDerivatives();
    const std::vector<double> derivative(data.derivatives(), data.derivatives() + length);
    IntegrationStatistics cost;
    StateJacobian differences(&data, nullptr);
    QVERIFY(differences.Evaluate(derivative.data(), &cost));
    StateJacobian differentiated(&data, [length] {
      return std::shared_ptr<const System<AutoDiff>>(LagChain<AutoDiff>(length));
    });
    const int64_t before = cost.derivative_evaluations;
    QVERIFY(differentiated.Evaluate(derivative.data(), &cost));
    QVERIFY(differentiated.was_differentiated());
    QCOMPARE(cost.derivative_evaluations, before);
    QCOMPARE(differentiated.is_sparse(), length > 100);
    QVERIFY((AsDense(differentiated) - AsDense(differences)).cwiseAbs().maxCoeff() < 1e-6);
    // The differentiated one is exact.
    for (int i = 0; i < length; ++i) {
      QCOMPARE(AsDense(differentiated)(i, i), -(1. + i % 7));
    }
    // The context is as it was.
    QCOMPARE(context->get_time(), 0.3);
    QCOMPARE(context->get_continuous_state_vector()[length - 1], 2.);
  }

  void allThatDerivativesDependOnIsHandedOver() {
    const Everything<double> system;
    auto context = system.CreateDefaultContext();
    context->get_mutable_numeric_parameter(0)[0] = 2;
    context->get_mutable_discrete_state(0)[0] = 3;
    context->data().modes[0] = 5;
    context->data().modes_held = true;
    system.get_input_port(0).FixValue(context.get(), 7.);
    StateJacobian jacobian(&context->data(),
                           [] { return std::make_shared<const Everything<AutoDiff>>(); });
    IntegrationStatistics cost;
    const double derivative = 0;
    QVERIFY(jacobian.Evaluate(&derivative, &cost));
    QVERIFY(jacobian.was_differentiated());
    QCOMPARE(jacobian.dense()(0, 0), 210.);
    context->get_mutable_discrete_state(0)[0] = 4;
    QVERIFY(jacobian.Evaluate(&derivative, &cost));
    QCOMPARE(jacobian.dense()(0, 0), 280.);
  }

  void infiniteDerivativesFallBackToDifferences() {
    const ProblemPair<Root> problem{{0}};
    const auto system = problem.Make();
    auto context = system->CreateDefaultContext();
    StateJacobian jacobian(&context->data(), problem.Source());
    IntegrationStatistics cost;
    const double derivative = 0;
    QVERIFY(jacobian.Evaluate(&derivative, &cost));
    QVERIFY(!jacobian.was_differentiated());
    QVERIFY(jacobian.dense()(0, 0) > 1e3);
  }

  void aSystemOfAnotherShapeIsRefused() {
    const auto diagram = LagChain<double>(3);
    auto context = diagram->CreateDefaultContext();
    StateJacobian jacobian(&context->data(), [] {
      return std::shared_ptr<const System<AutoDiff>>(LagChain<AutoDiff>(4));
    });
    IntegrationStatistics cost;
    const std::vector<double> derivative(3);
    try {
      jacobian.Evaluate(derivative.data(), &cost);
      QFAIL("it was taken");
    } catch (const std::logic_error& error) {
      QVERIFY(
          QString(error.what())
              .startsWith("the system given for automatic differentiation is not of the shape"));
    }
  }

  void newtonMatrices_data() { differentiatedEqualsDifferences_data(); }
  void newtonMatrices() {
    QFETCH(int, length);
    const auto diagram = LagChain<double>(length);
    auto context = diagram->CreateDefaultContext();
    auto& data = context->data();
    data.EvaluateDerivatives();
    const std::vector<double> derivative(data.derivatives(), data.derivatives() + length);
    IntegrationStatistics cost;
    StateJacobian jacobian(&data, nullptr);
    QVERIFY(jacobian.Evaluate(derivative.data(), &cost));
    NewtonMatrix<double> real;
    NewtonMatrix<std::complex<double>> complex;
    // Twice, as the second time only numbers change.
    for (const double shift : {2., 7.}) {
      const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(length, length);
      const Eigen::VectorXd b = Eigen::VectorXd::LinSpaced(length, 1, 3);
      Eigen::VectorXd x;
      QVERIFY(real.Factorize(shift, jacobian));
      real.Solve(b, &x);
      QVERIFY(((shift * identity - AsDense(jacobian)) * x - b).norm() < 1e-10);
      const std::complex<double> complex_shift(shift, 1.5);
      Eigen::VectorXcd z, c = b.cast<std::complex<double>>();
      c[0] = {0, 1};
      QVERIFY(complex.Factorize(complex_shift, jacobian));
      complex.Solve(c, &z);
      const Eigen::MatrixXcd matrix = complex_shift * identity.cast<std::complex<double>>() -
                                      AsDense(jacobian).cast<std::complex<double>>();
      QVERIFY((matrix * z - c).norm() < 1e-10);
    }
    QVERIFY(!real.Factorize(-1, jacobian));  // singular: -1 is an eigenvalue
  }

  void sparseRunsEqualExactOnes() {
    // The first lag's answer to 1 + sin t, in a chain long enough for sparse matrices.
    const auto diagram = LagChain<double>(100);
    for (const char* name : {"radau5", "cvode_bdf", "implicit_euler"}) {
      Simulator<double> simulator(*diagram);
      simulator.set_config(Config(name, 1e-6));
      QVERIFY(simulator.AdvanceTo(2).succeeded());
      const double t = 2, exact = 1 + (std::sin(t) - std::cos(t)) / 2 - std::exp(-t) / 2;
      const double x = simulator.get_context().get_continuous_state_vector()[0];
      QVERIFY2(std::abs(x - exact) < (std::string(name) == "implicit_euler" ? 5e-3 : 1e-5),
               std::to_string(x - exact).c_str());
      QVERIFY(simulator.statistics().jacobian_evaluations > 0);
    }
  }
};

LOOPWRIGHT_TEST(TestJacobian)

}  // namespace loopwright::test_jacobian

#include "test_jacobian.moc"
