#include <QObject>
#include <QTest>
#include <cmath>
#include <sstream>

#include "engine/expression/symbolic.h"
#include "engine/scalar/autodiff_helpers.h"
#include "tests/engine/message_of.h"
#include "tests/test_main.h"

namespace loopwright::test_expression_programs {
using symbolic::Environment;
using symbolic::Variable;

namespace {
QString Text(const std::function<void()>& call) { return QString::fromStdString(MessageOf(call)); }
}  // namespace

/// What programs do with formulas and with AutoDiff, under Drake's names.
class TestExpressionPrograms : public QObject {
  Q_OBJECT
 private slots:
  void variablesAreExpressions() {
    const Variable x("x"), y("y");
    const symbolic::Expression e = x * x + 2 * y - sin(x);
    QCOMPARE(e.Evaluate(Environment{{x, 3}, {y, 0.5}}), 9 + 1 - std::sin(3.));
    QCOMPARE(e.to_string(), std::string("x*x + 2*y - sin(x)"));
    QCOMPARE(symbolic::to_string(e), e.to_string());
    std::ostringstream out;
    out << x << ": " << symbolic::Expression(x + y);
    QCOMPARE(out.str(), std::string("x: x + y"));
    QCOMPARE(symbolic::Expression(2.5).Evaluate(), 2.5);
    QCOMPARE(e.GetVariables().to_string(), std::string("{x, y}"));
    QVERIFY(e.GetVariables().include(y));
    QVERIFY(!e.GetVariables().include(Variable("z")));
    QVERIFY(x.equal_to(Variable("x")) && !x.equal_to(y) && x.less(y));
    QVERIFY(Variable().is_dummy());
    const symbolic::Formula positive = x > 0;
    QCOMPARE(if_then_else(positive, symbolic::Expression(x), symbolic::Expression(-y))
                 .Evaluate(Environment{{x, -1}, {y, 4}}),
             -4.);
  }

  void whatHasNoValueIsNamed() {
    const Variable x("x"), y("y");
    QCOMPARE(Text([&] {
               (void)(x + y).Evaluate(Environment{{x, 1}});
             }),
             QString("Expression::Evaluate(): the environment has no value for {y}"));
    QCOMPARE(Text([] { (void)symbolic::Expression(Variable()); }),
             QString("symbolic::Variable: one without a name is no expression"));
    QCOMPARE(Text([] { (void)Variable(""); }),
             QString("symbolic::Variable: a variable needs a name"));
    Environment environment;
    environment.insert(x, 1);
    environment.insert(x, 2);
    environment[y] = 3;
    QCOMPARE(environment.to_string(), std::string("x -> 1, y -> 3"));
    QCOMPARE(environment.find(x)->second, 1.);
  }

  void variablesAreReplaced() {
    const Variable x("x"), y("y");
    const symbolic::Expression e = x * y + x;
    QVERIFY(e.Substitute(x, 2).EqualTo(2 * y + 2));
    const symbolic::Substitution swap{{x, y}, {y, x}};
    QVERIFY(e.Substitute(swap).EqualTo(y * x + y));
    const MatrixX<symbolic::Expression> m = Eigen::Vector2d(1, 2).cast<symbolic::Expression>() * e;
    QCOMPARE(symbolic::Evaluate(m, Environment{{x, 3}, {y, 4}}),
             MatrixX<double>(Eigen::Vector2d(15, 30)));
    QVERIFY(symbolic::EqualTo(symbolic::Substitute(m, swap), m.unaryExpr([&](const auto& element) {
      return element.Substitute(swap);
    })));
    QVERIFY(!symbolic::EqualTo(m, m.transpose()));
  }

  void equalFormulasAreFound() {
    const Variable x("x"), y("y");
    QVERIFY((x + y).EqualTo(y + x));
    QVERIFY((2 * x - x).EqualTo(x));
    QVERIFY((x * y * x).EqualTo(x * x * y));
    QVERIFY(!(x + y).EqualTo(x - y));
    QVERIFY(!((x + 1) * (x - 1)).EqualTo(x * x - 1));
  }

  void derivativesAreFormulas() {
    const VectorX<Variable> q = symbolic::MakeVectorVariable(2, "q");
    QCOMPARE(q[1].get_name(), std::string("q(1)"));
    VectorX<symbolic::Expression> f(2);
    f << q[0] * q[0] * q[1], sin(q[1]);
    const MatrixX<symbolic::Expression> J = symbolic::Jacobian(f, q);
    const Environment at{{q[0], 2}, {q[1], 3}};
    Eigen::Matrix2d expected;
    expected << 12, 4, 0, std::cos(3.);
    QCOMPARE(symbolic::Evaluate(J, at), MatrixX<double>(expected));
    QCOMPARE(symbolic::Evaluate(symbolic::Jacobian(f, {q[1]}), at),
             MatrixX<double>(expected.col(1)));
    QCOMPARE(f[0].Differentiate(q[0]).Evaluate(at), 12.);
    QCOMPARE(f[0].Jacobian(q)[1].Evaluate(at), 4.);
    QCOMPARE(symbolic::GetDistinctVariables(J).size(), size_t{2});
    QCOMPARE(symbolic::MakeMatrixVariable(2, 2, "A")(1, 0).get_name(), std::string("A(1, 0)"));
  }

  void autoDiffVectorsAreMadeAndReadBack() {
    const Eigen::Vector3d x(1, 2, 3);
    const auto x_ad = math::InitializeAutoDiff(x);
    Eigen::Matrix<AutoDiffXd, 2, 1> y(x_ad[0] * x_ad[1], sin(x_ad[2]));
    QCOMPARE(math::ExtractValue(y), Eigen::Vector2d(2, std::sin(3.)));
    Eigen::Matrix<double, 2, 3> gradient;
    gradient << 2, 1, 0, 0, 0, std::cos(3.);
    QCOMPARE(math::ExtractGradient(y, 3), MatrixX<double>(gradient));
    QCOMPARE(math::ExtractGradient(y).cols(), Eigen::Index{AutoDiff::kDerivatives});
    const auto again = math::InitializeAutoDiff(Eigen::Vector2d(2, std::sin(3.)), gradient);
    QCOMPARE(math::ExtractGradient(again, 3), MatrixX<double>(gradient));
    const auto shifted = math::InitializeAutoDiff(x, 6, 3);
    QCOMPARE(shifted[0].derivatives()[3], 1.);
    QCOMPARE(AutoDiffXd(7, 3, 1).derivatives()[1], 1.);
  }

  void moreDerivativesThanThereIsRoomForAreRefused() {
    QCOMPARE(Text([] { (void)math::InitializeAutoDiff(Eigen::VectorXd::Zero(9)); }),
             QString("InitializeAutoDiff(): 9 derivatives are asked for; AutoDiff has room for 8: "
                     "make a wider Jacobian in passes"));
    QCOMPARE(Text([] { (void)math::InitializeAutoDiff(Eigen::Vector2d(1, 2), 3, 2); }),
             QString("InitializeAutoDiff(): the variables 2 to 3 are not within 3 derivatives"));
    QCOMPARE(Text([] {
               (void)math::InitializeAutoDiff(Eigen::Vector2d(1, 2), Eigen::Matrix3d::Zero());
             }),
             QString("InitializeAutoDiff(): the gradient has 3 rows for 2 elements"));
    QVERIFY(Text([] {
              (void)math::ExtractGradient(Eigen::Matrix<AutoDiff, 1, 1>(), 20);
            }).startsWith("ExtractGradient(): 20 derivatives"));
    QCOMPARE(Text([] { (void)AutoDiffXd(1, 2, 2); }),
             QString("AutoDiff: there is no variable 2 of 2: it has room for 8 derivatives"));
  }
};

LOOPWRIGHT_TEST(TestExpressionPrograms)

}  // namespace loopwright::test_expression_programs

#include "test_expression_programs.moc"
