#include <QObject>
#include <QTest>
#include <cmath>
#include <functional>

#include "engine/expression/expression_scalar.h"
#include "engine/scalar/autodiff.h"
#include "tests/test_main.h"

namespace loopwright::test_autodiff {

class TestAutoDiff : public QObject {
  Q_OBJECT
 private slots:
  void functionsAgreeWithCentralDifferences_data() {
    QTest::addColumn<int>("index");
    for (int i = 0; i < static_cast<int>(functions().size()); ++i) {
      QTest::newRow(functions()[i].name) << i;
    }
  }
  void functionsAgreeWithCentralDifferences() {
    QFETCH(int, index);
    const auto& f = functions()[index];
    const AutoDiff result = f.function(AutoDiff(f.at, 3));
    const double h = 1e-5;
    const double high = f.function(AutoDiff(f.at + h)).value();
    const double low = f.function(AutoDiff(f.at - h)).value();
    const double slope = (high - low) / (2 * h);
    QVERIFY(std::abs(result.derivatives()[3] - slope) <= 1e-8 * (1 + std::abs(slope)));
    for (int i = 0; i < AutoDiff::kDerivatives; ++i) {
      if (i != 3) QCOMPARE(result.derivatives()[i], 0.);
    }
  }

  void twoVariablesMix() {
    const AutoDiff x(2, 0), y(3, 1);
    const AutoDiff z = x * y / (x + y) - atan2(y, x);
    QVERIFY(std::abs(z.derivatives()[0] - (9. / 25 + 3. / 13)) < 1e-15);
    QVERIFY(std::abs(z.derivatives()[1] - (4. / 25 - 2. / 13)) < 1e-15);
  }

  // 0^e is 0 for every e near 2, so it does not change with e.
  void powersOfZeroWithAVaryingExponent() {
    const AutoDiff power = pow(AutoDiff(0, 0), AutoDiff(2, 1));
    QCOMPARE(power.value(), 0.);
    QCOMPARE(power.derivatives()[0], 0.);
    QCOMPARE(power.derivatives()[1], 0.);
  }

  // The slope of these functions is infinite there, but a constant does not move.
  void constantsWhereASlopeIsInfinite() {
    const AutoDiff zero(0), one(1);
    for (const AutoDiff& y : {sqrt(zero), cbrt(zero), log(zero), log10(zero), asin(one), acos(-one),
                              acosh(one), atanh(one), pow(zero, 0.5)}) {
      for (double derivative : y.derivatives()) QCOMPARE(derivative, 0.);
    }
    const AutoDiff moving = sqrt(AutoDiff(0, 2));
    QVERIFY(std::isinf(moving.derivatives()[2]));
    QCOMPARE(moving.derivatives()[1], 0.);
  }

  void theSignOfNanIsNan() {
    QVERIFY(std::isnan(sign(std::nan(""))));
    QVERIFY(std::isnan(sign(AutoDiff(std::nan(""), 0)).value()));
    QVERIFY(!std::signbit(sign(-0.0)));
  }

  void powersOfNegativeBases() {
    const AutoDiff cube = pow(AutoDiff(-2, 0), AutoDiff(3));
    QCOMPARE(cube.value(), -8.);
    QCOMPARE(cube.derivatives()[0], 12.);
    QCOMPARE(pow(AutoDiff(0, 0), 0.).derivatives()[0], 0.);
  }

  void worksInEigenMatrices() {
    Eigen::Matrix<AutoDiff, 2, 2> a;
    a << AutoDiff(1, 0), AutoDiff(2), AutoDiff(3), AutoDiff(4);
    const Eigen::Matrix<AutoDiff, 2, 1> b(AutoDiff(5), AutoDiff(6));
    const Eigen::Matrix<AutoDiff, 2, 1> c = a * b;
    QCOMPARE(c[0].value(), 17.);
    QCOMPARE(c[0].derivatives()[0], 5.);
    QCOMPARE(c[1].derivatives()[0], 0.);
  }

 private:
  struct Case {
    const char* name;
    double at;
    std::function<AutoDiff(const AutoDiff&)> function;
  };
  static const std::vector<Case>& functions() {
    using A = const AutoDiff&;
    static const std::vector<Case> cases{
        {"sqrt", 2, [](A x) { return sqrt(x); }},
        {"cbrt", 2, [](A x) { return cbrt(x); }},
        {"exp", 0.3, [](A x) { return exp(x); }},
        {"log", 0.3, [](A x) { return log(x); }},
        {"log10", 0.3, [](A x) { return log10(x); }},
        {"sin", 0.3, [](A x) { return sin(x); }},
        {"cos", 0.3, [](A x) { return cos(x); }},
        {"tan", 0.3, [](A x) { return tan(x); }},
        {"asin", 0.3, [](A x) { return asin(x); }},
        {"acos", 0.3, [](A x) { return acos(x); }},
        {"atan", 0.3, [](A x) { return atan(x); }},
        {"sinh", 0.3, [](A x) { return sinh(x); }},
        {"cosh", 0.3, [](A x) { return cosh(x); }},
        {"tanh", 0.3, [](A x) { return tanh(x); }},
        {"asinh", 0.3, [](A x) { return asinh(x); }},
        {"acosh", 1.3, [](A x) { return acosh(x); }},
        {"atanh", 0.3, [](A x) { return atanh(x); }},
        {"abs", -0.3, [](A x) { return abs(x); }},
        {"floor", 1.3, [](A x) { return floor(x) * x; }},
        {"ceil", 1.3, [](A x) { return ceil(x) * x; }},
        {"round", 1.3, [](A x) { return round(x) * x; }},
        {"min", 1.3, [](A x) { return min(x * x, AutoDiff(4)); }},
        {"max", 1.3, [](A x) { return max(x * x, AutoDiff(1)); }},
        {"base", 1.3, [](A x) { return pow(x, 2.5); }},
        {"exponent", 1.3, [](A x) { return pow(AutoDiff(2), x); }},
        {"both", 1.3, [](A x) { return pow(x, x); }},
        {"quotient", 1.3, [](A x) { return 1 / (2 - x) - x / 3; }},
        {"assignments", 1.3,
         [](A x) {
           AutoDiff y = x;
           y += x * x;
           y -= 2;
           y *= x;
           y /= 1 + x;
           return -y;
         }},
    };
    return cases;
  }
};

LOOPWRIGHT_TEST(TestAutoDiff)

}  // namespace loopwright::test_autodiff

#include "test_autodiff.moc"
