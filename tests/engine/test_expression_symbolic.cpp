// What is done with expressions: derivatives, simplification, text, LaTeX, vectors of them.

#include <Eigen/Core>
#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "engine/context/basic_vector.h"
#include "engine/expression/differentiate.h"
#include "engine/expression/expression_text.h"
#include "engine/expression/formula.h"
#include "engine/expression/simplify.h"
#include "tests/engine/random_expressions.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_expression_symbolic {
using loopwright::test::RandomExpressions;
using loopwright::test::RandomVariables;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
const Expression x = Expression::Variable("x1");
const Expression y = Expression::Variable("y");
const Expression z = Expression::Variable("z");

std::vector<Operation> Operations(Operation first, Operation last) {
  std::vector<Operation> operations;
  for (int i = static_cast<int>(first); i <= static_cast<int>(last); ++i) {
    operations.push_back(static_cast<Operation>(i));
  }
  return operations;
}

FormulaNames Names() {
  FormulaNames names;
  names.AddVariable("x1", RandomVariables()[0]);
  names.AddVector("u1", {RandomVariables()[1], RandomVariables()[2]});
  names.AddVariable("t", RandomVariables()[3]);
  for (const char* name : {"y", "z", "a", "b", "c"}) {
    names.AddVariable(name, Expression::Variable(name));
  }
  return names;
}
Expression Read(const std::string& text) { return Formula::Parse(text).Lower(Names()); }
QString Text(const Expression& e) { return QString::fromStdString(ToText(e)); }
QString Latex(const std::string& text) { return QString::fromStdString(ToLatex(Read(text))); }

double ValueAt(const Expression& e, const std::vector<double>& inputs) {
  double value;
  Tape(std::vector{e}, RandomVariables()).Evaluate(inputs.data(), &value);
  return value;
}

bool IsClose(double a, double b, double tolerance) {
  return std::abs(a - b) <= tolerance * std::max({1.0, std::abs(a), std::abs(b)});
}

}  // namespace

class TestExpressionSymbolic : public QObject {
  Q_OBJECT

 private slots:
  void derivativesOfEachOperation_data() {
    QTest::addColumn<QString>("formula");
    QTest::addColumn<QString>("derivative");
    const char* const cases[][2] = {
        {"7", "0"},
        {"y", "0"},
        {"x1", "1"},
        {"-x1", "-1"},
        {"x1 + y", "1"},
        {"y - x1", "-1"},
        {"x1*y", "y"},
        {"x1*x1", "x1 + x1"},
        {"y/x1", "-(y/x1/x1)"},
        {"x1/y", "1/y"},
        {"x1^3", "3*x1^2"},
        {"y^x1", "y^x1*log(y)"},
        {"sqrt(x1)", "0.5/sqrt(x1)"},
        {"exp(x1)", "exp(x1)"},
        {"log(x1)", "1/x1"},
        {"log10(x1)", "0.4342944819032518/x1"},
        {"sin(x1)", "cos(x1)"},
        {"cos(2*x1)", "-sin(2*x1)*2"},
        {"tan(x1)", "1 + tan(x1)*tan(x1)"},
        {"asin(x1)", "1/sqrt(1 - x1*x1)"},
        {"acos(x1)", "-1/sqrt(1 - x1*x1)"},
        {"atan(x1)", "1/(1 + x1*x1)"},
        {"sinh(x1)", "cosh(x1)"},
        {"cosh(x1)", "sinh(x1)"},
        {"tanh(x1)", "1 - tanh(x1)*tanh(x1)"},
        {"atan2(x1, y)", "y/(x1*x1 + y*y)"},
        {"abs(x1)", "x1 < 0 ? -1 : 1"},
        {"sign(x1) + floor(x1) + ceil(x1) + round(x1)", "0"},
        {"mod(x1, y)", "1"},
        {"min(x1, y)", "y < x1 ? 0 : 1"},
        {"max(x1, y)", "y > x1 ? 0 : 1"},
        {"x1 > y and not (x1 == z) or x1 != y", "0"},
        {"x1 > y ? x1 : z", "x1 > y ? 1 : 0"},
    };
    for (const auto& [formula, derivative] : cases) {
      QTest::newRow(formula) << formula << derivative;
    }
  }
  void derivativesOfEachOperation() {
    QFETCH(QString, formula);
    QFETCH(QString, derivative);
    QCOMPARE(Text(Differentiate(Read(formula.toStdString()), x)), derivative);
  }

  void derivativesLeaveOutWhatDoesNotDepend() {
    // 0*inf would be no number.
    QCOMPARE(Text(Differentiate(x + y * kInf, x)), QString("1"));
    QVERIFY_THROWS_EXCEPTION(std::logic_error, Differentiate(x, x + 1));
    const MatrixX<Expression> jacobian = Jacobian(std::vector{x * y, sin(y)}, std::vector{x, y});
    QCOMPARE(Text(jacobian(0, 0)), QString("y"));
    QCOMPARE(Text(jacobian(0, 1)), QString("x1"));
    QCOMPARE(Text(jacobian(1, 0)), QString("0"));
    QCOMPARE(Text(jacobian(1, 1)), QString("cos(y)"));
  }

  void derivativesAgreeWithAutoDiff() {
    RandomExpressions random(11, Operations(Operation::kNegate, Operation::kSelect));
    int compared = 0;
    const int count = RandomCount(40000);
    for (int i = 0; i < count; ++i) {
      const Expression f = random.Next(1 + static_cast<int>(random.Below(12)));
      std::vector<Expression> outputs;
      for (const Expression& variable : RandomVariables()) {
        outputs.push_back(Differentiate(f, variable));
      }
      const std::vector<double> inputs = random.Inputs();
      std::vector<AutoDiff> seeded;
      for (size_t k = 0; k < inputs.size(); ++k) seeded.emplace_back(inputs[k], k);
      AutoDiff expected;
      Tape(std::vector{f}, RandomVariables()).Evaluate(seeded.data(), &expected);
      std::vector<double> derivatives(outputs.size());
      Tape(outputs, RandomVariables()).Evaluate(inputs.data(), derivatives.data());
      if (!std::isfinite(expected.value())) continue;
      for (size_t k = 0; k < inputs.size(); ++k) {
        const double want = expected.derivatives()[k];
        // What is left out of one sum and no number in the other cannot be compared.
        if (!std::isfinite(want) || !std::isfinite(derivatives[k]) || std::abs(want) > 1e6)
          continue;
        ++compared;
        QVERIFY2(IsClose(derivatives[k], want, 1e-6),
                 qPrintable(QString("%1 by %2: %3, not %4")
                                .arg(Text(f), Text(RandomVariables()[k]))
                                .arg(derivatives[k])
                                .arg(want)));
      }
    }
    QVERIFY(compared > 2 * count);
  }

  void derivativesAgreeWithDifferences() {
    RandomExpressions random(12, Operations(Operation::kNegate, Operation::kSelect));
    int compared = 0;
    const int count = RandomCount(20000);
    for (int i = 0; i < count; ++i) {
      const Expression f = random.Next(1 + static_cast<int>(random.Below(8)));
      const Tape tape(std::vector{f}, RandomVariables());
      const std::vector<double> inputs = random.Inputs();
      const size_t k = random.Below(inputs.size());
      std::vector<int64_t> modes(static_cast<size_t>(tape.num_modes()));
      tape.CalcModes(inputs.data(), modes.data());
      const auto slope = [&](double h) {
        double values[2];
        for (const int side : {0, 1}) {
          std::vector<double> moved = inputs;
          moved[k] += side ? h : -h;
          tape.Evaluate(moved.data(), &values[side], modes.data());
        }
        return (values[1] - values[0]) / (2 * h);
      };
      const double coarse = slope(1e-4), fine = slope(5e-5);
      const double derivative = ValueAt(Differentiate(f, RandomVariables()[k]), inputs);
      if (!std::isfinite(derivative) || !IsClose(coarse, fine, 1e-6)) continue;
      ++compared;
      QVERIFY2(IsClose(derivative, fine, 1e-4), qPrintable(Text(f)));
    }
    QVERIFY(compared > count / 2);
  }

  void simplifies_data() {
    QTest::addColumn<QString>("formula");
    QTest::addColumn<QString>("simple");
    const char* const cases[][2] = {
        {"x1 + 0", "x1"},
        {"0 + x1", "x1"},
        {"0*x1", "0"},
        {"x1*0 + y", "y"},
        {"x1 - x1", "0"},
        {"x1 + y - x1", "y"},
        {"0 - x1", "-x1"},
        {"-(-x1)", "x1"},
        {"x1 + x1", "2*x1"},
        {"3*x1 - x1 - 2*x1", "0"},
        {"x1*y - y*x1", "0"},
        {"2*x1 + y + 3*x1", "5*x1 + y"},
        {"x1 + -1*y", "x1 - y"},
        {"x1 - -y", "x1 + y"},
        {"-x1 + y", "y - x1"},
        {"-x1 - y", "-x1 - y"},
        {"-(x1 - y)", "y - x1"},
        {"1 - x1", "1 - x1"},
        {"x1 + 1 + y + 2", "x1 + y + 3"},
        {"x1 - 3 + 1", "x1 - 2"},
        {"x1*x1", "x1^2"},
        {"x1*x1^2*y/y", "x1^3*y/y"},
        {"x1*x1*3/6", "0.5*x1^2"},
        {"x1/3", "x1/3"},
        {"2*x1/3", "2*x1/3"},
        {"2*(3*x1)", "6*x1"},
        {"x1/y/z", "x1/(y*z)"},
        {"x1/(y/z)", "x1*z/y"},
        {"-x1/-y", "x1/y"},
        {"x1*-y", "-x1*y"},
        {"(x1^2)^3", "x1^6"},
        {"abs(-x1) + abs(abs(y))", "abs(x1) + abs(y)"},
        {"cos(-x1)", "cos(x1)"},
        {"min(x1, inf) + max(-inf, y)", "x1 + y"},
        {"x1 >= inf or x1 <= -inf ? 0 : y", "y"},
        {"(x1 < inf) + (x1 == inf)", "1"},
        {"x1 != -inf", "1"},
        {"(x1 < y) != 0 ? (y < z) == 0 : 2", "x1 < y ? not y < z : 2"},
        {"sin(x1 + y - y)*1", "sin(x1)"},
        {"x1 > y ? z + 0 : z*1", "z"},
        {"10*(x1 + y)", "10*(x1 + y)"},
    };
    for (const auto& [formula, simple] : cases) QTest::newRow(formula) << formula << simple;
  }
  void simplifies() {
    QFETCH(QString, formula);
    QFETCH(QString, simple);
    QCOMPARE(Text(Simplify(Read(formula.toStdString()))), simple);
  }

  void simplificationKeepsTheValue() {
    using enum Operation;
    RandomExpressions random(13, {kAdd, kAdd, kSubtract, kSubtract, kMultiply, kMultiply, kDivide,
                                  kNegate, kSin, kCos, kAbs, kMin, kMax, kPower, kTanh});
    int compared = 0;
    const int count = RandomCount(40000);
    for (int i = 0; i < count; ++i) {
      const Expression f = random.Next(1 + static_cast<int>(random.Below(15)));
      const Expression simple = Simplify(f);
      const std::vector<double> inputs = random.Inputs();
      // Only where no value on the way is large, or small as a divisor: rounding stays small then.
      bool is_tame = true;
      for (const Expression& e : OrderOperandsFirst({&f, 1})) {
        const double value = ValueAt(e, inputs);
        is_tame = is_tame && std::isfinite(value) && std::abs(value) < 1e3 &&
                  (value == 0 || std::abs(value) > 1e-3);
      }
      if (!is_tame) continue;
      ++compared;
      const double expected = ValueAt(f, inputs), value = ValueAt(simple, inputs);
      QVERIFY2(IsClose(value, expected, 1e-6),
               qPrintable(Text(f) + " became " + Text(simple) +
                          QString(": %1, not %2").arg(value).arg(expected)));
    }
    QVERIFY(compared > count / 4);
  }

  void simplificationOfLongSumsTakesLinearTime() {
    Expression sum;
    for (int i = 0; i < 5000; ++i) sum += Expression::Variable("v" + std::to_string(i)) * 1.5;
    const Expression twice = Simplify(sum + sum - sum);
    QVERIFY(WrittenSize(twice) < 3 * WrittenSize(sum) + 10);
    // Doubled over and over, written out it would have 2^60 terms.
    Expression doubled = x;
    for (int i = 0; i < 60; ++i) doubled = doubled + doubled;
    QCOMPARE(
        Text(Simplify(doubled)),
        QString("1152921504606846976*x1").replace("1152921504606846976", Text(std::ldexp(1, 60))));
    QVERIFY(WrittenSize(doubled) >= 1e18);
  }

  void textReadsBackAsTheSame() {
    std::vector<Operation> operations = Operations(Operation::kNegate, Operation::kSelect);
    for (const Operation none : {Operation::kAsinh, Operation::kAcosh, Operation::kAtanh}) {
      std::erase(operations, none);
    }
    RandomExpressions random(14, operations);
    int compared = 0;
    const int count = RandomCount(40000);
    for (int i = 0; i < count; ++i) {
      const Expression f = random.Next(1 + static_cast<int>(random.Below(10)));
      const std::string text = ToText(f);
      if (text.find("inf - inf") != std::string::npos) continue;  // NaN has no word.
      ++compared;
      QVERIFY2(Read(text).is_identical(f), text.c_str());
    }
    QVERIFY(compared > count * 9 / 10);
  }

  void textHasNoNeedlessBrackets() {
    std::vector<Operation> operations = Operations(Operation::kNegate, Operation::kSelect);
    std::erase_if(operations, [](Operation o) { return NumOperands(o) == 1 && !IsTruth(o); });
    operations.push_back(Operation::kNegate);
    RandomExpressions random(15, operations);
    int brackets = 0;
    const int count = RandomCount(20000);
    for (int i = 0; i < count; ++i) {
      const Expression f = random.Next(1 + static_cast<int>(random.Below(8)));
      const std::string text = ToText(f);
      if (text.find("inf - inf") != std::string::npos) continue;
      std::vector<size_t> open;
      for (size_t k = 0; k < text.size(); ++k) {
        if (text[k] == '(') open.push_back(k);
        if (text[k] != ')') continue;
        const size_t begin = open.back();
        open.pop_back();
        if (begin > 0 && std::isalnum(static_cast<unsigned char>(text[begin - 1]))) continue;
        std::string without = text;
        without[begin] = without[k] = ' ';
        ++brackets;
        try {
          QVERIFY2(!Read(without).is_identical(f), text.c_str());
        } catch (const FormulaError&) {
        }
      }
    }
    QVERIFY(brackets > count / 10);
  }

  void textOfSpecialValues() {
    QCOMPARE(Text(-0.0), QString("-0"));
    QVERIFY(Read("-0").is_identical(-0.0));
    QCOMPARE(Text(x * -2.0), QString("x1*-2"));
    QCOMPARE(Text(pow(-2.0, x)), QString("(-2)^x1"));
    QCOMPARE(Text(pow(pow(x, 2), 3)), QString("(x1^2)^3"));
    QCOMPARE(Text(pow(x, pow(y, -2))), QString("x1^y^-2"));
    QCOMPARE(Text(Expression(-kInf) + x), QString("-inf + x1"));
    QCOMPARE(Text(1e-7 * x), QString("1e-07*x1"));
    QCOMPARE(Text(asinh(x)), QString("asinh(x1)"));
    QCOMPARE(Text(x + kInf * Expression(0)), QString("x1 + (inf - inf)"));
    TextStyle style;
    style.symbol = [](const std::string& name) { return "<" + name + ">"; };
    style.spaced_products = true;
    QCOMPARE(QString::fromStdString(ToText(x * y / z, style)), QString("<x1> * <y> / <z>"));
  }

  void latex_data() {
    QTest::addColumn<QString>("formula");
    QTest::addColumn<QString>("latex");
    const char* const cases[][2] = {
        {"x1 + y", "x_{1} + y"},
        {"y - (x1 - z)", "y - \\left(x_{1} - z\\right)"},
        {"y + (x1 - z)", "y + x_{1} - z"},
        {"y + -z", "y + \\left(-z\\right)"},
        {"2*y*z", "2\\,y\\,z"},
        {"y*2", "y \\cdot 2"},
        {"y*3^z", "y \\cdot 3^{z}"},
        {"(y + z)*t", "\\left(y + z\\right)\\,t"},
        {"-y*z", "-y\\,z"},
        {"-(y*z)", "-y\\,z"},
        {"t*(-y*z)", "t\\,\\left(-y\\,z\\right)"},
        {"(y + z)/(2*t)", "\\frac{y + z}{2\\,t}"},
        {"y^2", "y^{2}"},
        {"(y + 1)^(z/2)", "\\left(y + 1\\right)^{\\frac{z}{2}}"},
        {"sin(y)^2", "\\left(\\sin\\left(y\\right)\\right)^{2}"},
        {"sqrt(y + 1)", "\\sqrt{y + 1}"},
        {"exp(-t)", "e^{-t}"},
        {"log(y) + log10(y)", "\\ln\\left(y\\right) + \\log_{10}\\left(y\\right)"},
        {"asin(y) + atan2(y, z)",
         "\\arcsin\\left(y\\right) + \\operatorname{atan2}\\left(y, z\\right)"},
        {"abs(y) + floor(y) + ceil(y)",
         "\\left|y\\right| + \\left\\lfloor y\\right\\rfloor + \\left\\lceil y\\right\\rceil"},
        {"sign(y)", "\\operatorname{sign}\\left(y\\right)"},
        {"mod(y, 2) + round(z)",
         "\\operatorname{mod}\\left(y, 2\\right) + \\operatorname{round}\\left(z\\right)"},
        {"min(y, max(z, 1))", "\\min\\left(y, \\max\\left(z, 1\\right)\\right)"},
        {"y <= 1 and not (z != 2)", "y \\le 1 \\land \\lnot \\left(z \\ne 2\\right)"},
        {"3*(y < z)", "3\\,\\left[y < z\\right]"},
        {"y > 0 ? 1 : z == 0 ? 2 : t",
         "\\begin{cases} 1 & \\text{if } y > 0 \\\\ 2 & \\text{if } z = 0 \\\\ t & "
         "\\text{otherwise} \\end{cases}"},
        {"1e-07*y", "10^{-7}\\,y"},
        {"2.5e-07*y", "2.5 \\cdot 10^{-7}\\,y"},
        {"y*inf", "y \\cdot \\infty"},
        {"u1[1]", "u_{1,1}"},
    };
    for (const auto& [formula, latex] : cases) QTest::newRow(formula) << formula << latex;
  }
  void latex() {
    QFETCH(QString, formula);
    QFETCH(QString, latex);
    QCOMPARE(Latex(formula.toStdString()), latex);
  }

  void symbolsInLatex_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("latex");
    const char* const cases[][2] = {
        {"k", "k"},
        {"x12", "x_{12}"},
        {"omega", "\\omega"},
        {"Omega_n", "\\Omega_{n}"},
        {"alpha2", "\\alpha_{2}"},
        {"mass", "\\mathrm{mass}"},
        {"k_spring", "k_{\\mathrm{spring}}"},
        {"plant/mass 1.q", "q_{\\mathrm{plant/mass\\ 1}}"},
        {"my_block.x[2]", "x_{\\mathrm{my\\_block},2}"},
        {"pid.x0[1]", "x_{\\mathrm{pid},0,1}"},
        {"100% & {a} #1 $ ~^\\.y",
         "y_{\\mathrm{100\\%\\ \\&\\ \\{a\\}\\ \\#1\\ \\$\\ "
         "\\sim{}\\hat{}\\backslash{}}}"},
        {"plant.position", "\\mathrm{position}_{\\mathrm{plant}}"},
        {"_", "\\mathrm{\\_}"},
    };
    for (const auto& [name, latex] : cases) QTest::newRow(name) << name << latex;
  }
  void symbolsInLatex() {
    QFETCH(QString, name);
    QFETCH(QString, latex);
    QCOMPARE(QString::fromStdString(SymbolToLatex(name.toStdString())), latex);
  }

  void vectorsOfExpressions() {
    VectorX<Expression> v(2), w(2);
    v << x, y;
    w << 2.0, z;
    MatrixX<Expression> m(2, 2);
    m << 1.0, x, 0.5, z;
    const VectorX<Expression> sum = v + 3.0 * w - v / y;
    QCOMPARE(Text(sum[0]), QString("x1 + 6 - x1/y"));
    QCOMPARE(Text(Simplify(v.dot(w))), QString("2*x1 + y*z"));
    const VectorX<Expression> product = m * v;
    QCOMPARE(Text(Simplify(product[0])), QString("x1 + x1*y"));
    QCOMPARE(Text(Simplify(product[1])), QString("0.5*x1 + z*y"));
    QCOMPARE(Text(VectorX<Expression>::Zero(1)[0]), QString("0"));
    QCOMPARE(Eigen::VectorXd(Eigen::Vector2d(1, 2)).cast<Expression>()[1].value(), 2.0);
    QCOMPARE(Text(select(x > y, x, y)), QString("x1 > y ? x1 : y"));
    QCOMPARE(Text(if_then_else(x > y, x, y)), QString("x1 > y ? x1 : y"));
    QCOMPARE(if_then_else(1.0 > 2.0, 3.0, 4.0), 4.0);
    QVERIFY(IsTrue(Expression(3) > 2));
    QVERIFY_THROWS_EXCEPTION(std::logic_error, IsTrue(x > 2));
    QCOMPARE(Text(isnan(x)), QString("x1 != x1"));
  }

  // A tape over expressions gives the formulas that it was made from.
  void tapesTraceThemselves() {
    std::vector<Operation> operations = Operations(Operation::kNegate, Operation::kSelect);
    std::erase(operations, Operation::kPower);  // A square is kept as a product.
    RandomExpressions random(16, operations);
    for (int i = 0; i < RandomCount(10000); ++i) {
      const Expression f = random.Next(1 + static_cast<int>(random.Below(10)));
      const Tape tape(std::vector{f}, RandomVariables());
      Expression traced;
      tape.Evaluate(RandomVariables().data(), &traced);
      QVERIFY2(traced.is_identical(f), qPrintable(Text(f) + " became " + Text(traced)));
      // With held branches it is the smooth function that a tape over numbers is.
      const std::vector<double> at = random.Inputs();
      std::vector<int64_t> modes(static_cast<size_t>(tape.num_modes()));
      tape.CalcModes(at.data(), modes.data());
      tape.Evaluate(RandomVariables().data(), &traced, modes.data());
      const std::vector<double> elsewhere = random.Inputs();
      double expected;
      tape.Evaluate(elsewhere.data(), &expected, modes.data());
      const double value = ValueAt(traced, elsewhere);
      if (std::isfinite(expected) && std::isfinite(value)) {
        QVERIFY2(IsClose(value, expected, 1e-9), qPrintable(Text(f)));
      }
    }
  }
};

LOOPWRIGHT_TEST(TestExpressionSymbolic)

}  // namespace loopwright::test_expression_symbolic

#include "test_expression_symbolic.moc"
