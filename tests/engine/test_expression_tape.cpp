// Lowering of formulas, and tapes: values, modes, margins, dependencies, derivatives.

#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <new>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/expression/formula.h"
#include "engine/expression/tape.h"
#include "engine/scalar/autodiff.h"
#include "tests/allocation_count.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_expression_tape {

using loopwright::AllocationCount;
using loopwright::AutoDiff;
using loopwright::Expression;
using loopwright::Formula;
using loopwright::FormulaError;
using loopwright::FormulaNames;
using loopwright::FormulaValue;
using loopwright::NameTable;
using loopwright::Tape;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
const double kNan = std::numeric_limits<double>::quiet_NaN();

const NameTable& Parameters() {
  static const NameTable& parameters = *[] {
    auto* table = new NameTable;
    table->Set("a", 3.0);
    table->Set("b", -0.5);
    table->Set("gains", FormulaValue::Vector(Eigen::Vector2d(10, 20)));
    return table;
  }();
  return parameters;
}

// The inputs u1[0], u1[1], u1[2], u2, x1, t.
std::vector<Expression> Variables() {
  std::vector<Expression> variables;
  for (const char* name : {"u1[0]", "u1[1]", "u1[2]", "u2", "x1", "t"}) {
    variables.push_back(Expression::Variable(name));
  }
  return variables;
}

FormulaNames Names() {
  const std::vector<Expression> v = Variables();
  FormulaNames names(&Parameters());
  names.AddVector("u1", {v[0], v[1], v[2]});
  names.AddVector("u2", {v[3]});
  names.AddVector("u3", {});
  names.AddVariable("x1", v[4]);
  names.AddVariable("t", v[5]);
  return names;
}

Expression Lower(const std::string& text) { return Formula::Parse(text).Lower(Names()); }

Tape MakeTape(const std::string& text) {
  std::vector<Expression> outputs;
  for (const Formula& formula : Formula::ParseList(text)) outputs.push_back(formula.Lower(Names()));
  return Tape(outputs, Variables());
}

// A tape of one formula of t.
class OfTime {
 public:
  explicit OfTime(const std::string& text)
      : tape_(std::vector{Lower(text)}, std::vector{Expression::Variable("t")}) {}
  const Tape& tape() const { return tape_; }
  double operator()(double t) const {
    double value;
    tape_.Evaluate(&t, &value);
    return value;
  }
  double Held(double t, int64_t mode) const {
    double value;
    tape_.Evaluate(&t, &value, &mode);
    return value;
  }
  int64_t Mode(double t) const {
    int64_t mode;
    tape_.CalcModes(&t, &mode);
    return mode;
  }
  double Margin(double t, int64_t mode) const {
    double margin;
    tape_.CalcMargins(&t, &mode, &margin);
    return margin;
  }

 private:
  Tape tape_;
};

bool SameNumber(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

// Random formulas in u1[0], u1[1], u1[2], u2, x1, t, a, b.
class RandomFormulas {
 public:
  explicit RandomFormulas(uint64_t seed) : generator_(seed) {}

  std::string Text(int depth) {
    if (depth == 0) {
      return Choose({"u1[0]", "u1[1]", "u1[2]", "u2", "x1", "t", "a", "b", "2", "0", "0.25", "-1"});
    }
    const auto operand = [&] {
      return "(" + Text(depth - 1 - static_cast<int>(Draw(2)) % depth) + ")";
    };
    switch (Draw(5)) {
      case 0:
        return Choose({"-", "not "}) + operand();
      case 1:
        return Choose({"sqrt", "exp", "log", "log10", "sin", "cos", "tan", "asin", "acos", "atan",
                       "sinh", "cosh", "tanh", "abs", "sign", "floor", "ceil", "round"}) +
               operand();
      case 2:
        return Choose({"min(", "max(", "mod(", "atan2("}) + operand() + "," + operand() + ")";
      case 3:
        return operand() + "?" + operand() + ":" + operand();
      default:
        return operand() +
               Choose({"+", "-", "*", "/", "^", "<", "<=", "==", "!=", ">=", ">", " and ", " or ",
                       "^2+"}) +
               operand();
    }
  }

  // Often equal to one another, so that branches meet their borders.
  std::vector<double> Inputs() {
    std::vector<double> inputs;
    for (int i = 0; i < 6; ++i) {
      inputs.push_back(Draw(2) == 0 ? static_cast<double>(Draw(9)) / 2 - 2
                                    : static_cast<double>(Draw(1'000'000)) / 1e5 - 5);
    }
    return inputs;
  }

 private:
  uint64_t Draw(uint64_t count) { return generator_() % count; }
  std::string Choose(const std::vector<std::string>& choices) {
    return choices[Draw(choices.size())];
  }

  std::mt19937_64 generator_;
};

NameTable ValuesOf(const std::vector<double>& inputs) {
  NameTable table = Parameters();
  table.Set("u1", FormulaValue::Vector(Eigen::Map<const Eigen::Vector3d>(inputs.data())));
  table.Set("u2", inputs[3]);
  table.Set("x1", inputs[4]);
  table.Set("t", inputs[5]);
  return table;
}

}  // namespace

class TestExpressionTape : public QObject {
  Q_OBJECT

 private slots:
  void lowering();
  void loweringErrors_data();
  void loweringErrors();
  void sharesAndFolds();
  void dependencies();
  void wrongVariables();
  void branches_data();
  void branches();
  void truthOfNumbers();
  void heldBranchesAreSmooth();
  void indicesHaveAnEnd();
  void randomFormulasAgree();
  void marginsTellTheFirstChange();
  void derivativesOfATape();
  void derivativesFollowHeldBranches();
  void evaluationDoesNotAllocate();
  void longTapes();
};

void TestExpressionTape::lowering() {
  const std::vector<Expression> v = Variables();
  QVERIFY(Lower("u1[0] + x1*t").is_identical(v[0] + v[4] * v[5]));
  QVERIFY(Lower("u2").is_identical(v[3]));
  QVERIFY(Lower("u2[0]").is_identical(v[3]));
  QVERIFY(Lower("u1[a - 1]").is_identical(v[2]));
  QVERIFY(Lower("gains[1]*x1").is_identical(20 * v[4]));
  QVERIFY(Lower("([u2, x1]*2 - gains)[1]").is_identical(v[4] * 2 - 20));
  QVERIFY(Lower("a^2 + 1").is_identical(10));
  QVERIFY(Lower("t < 1 ? u2 : x1").is_identical(select(v[5] < 1, v[3], v[4])));
  QVERIFY(Lower("(t < 1 ? [u2, 1] : [x1, 2])[0]").is_identical(select(v[5] < 1, v[3], v[4])));
  QVERIFY(Lower("a > 1 ? u2 : x1").is_identical(v[3]));
  QVERIFY(Lower("a > 1 ? u2 : gains[7]").is_identical(v[3]));
  QVERIFY(Lower("min(u2, x1, t)").is_identical(min(min(v[3], v[4]), v[5])));
  QVERIFY(Lower("max(u2)").is_identical(v[3]));
  QVERIFY(Lower("not u2 and x1").is_identical(!v[3] && v[4]));
  // A block's own names come before the diagram's.
  FormulaNames names(&Parameters());
  names.AddVariable("a", v[0]);
  QVERIFY(Formula::Parse("a").Lower(names).is_identical(v[0]));
  QVERIFY(Formula::Parse("2*3").Lower(FormulaNames()).is_identical(6));
}

void TestExpressionTape::loweringErrors_data() {
  QTest::addColumn<QString>("expected");
  const auto row = [](const char* text, const char* error) { QTest::newRow(text) << error; };
  row("2*u1", "2-4: u1 has 3 elements: name one, u1[0]");
  row("u3", "0-2: u3 has no elements");
  row("u3[0]", "0-5: there is no element 0: a vector of 0 elements has none");
  row("u1[3]", "0-5: there is no element 3: a vector of 3 elements has elements 0 to 2");
  row("1 + u1[t]", "4-9: an index must be known before the run: numbers and parameters");
  row("x1[0]", "0-5: a number has no elements");
  row("gains*t", "0-7: a number is needed, not a vector of 2 elements");
  row("1 + [t]", "0-7: a number is needed, not a vector of 1 element");
  row("u4", "0-2: unknown name 'u4'");
  row("gain", "0-4: unknown name 'gain', did you mean 'gains'?");
  row("(t ? gains : t)[0]",
      "1-14: both results of a condition need one shape, not a vector of 2 elements and a number");
  row("1 + sin(gains*t)", "8-15: sin takes numbers, not a vector of 2 elements");
}

void TestExpressionTape::loweringErrors() {
  QFETCH(QString, expected);
  try {
    Lower(QTest::currentDataTag());
    QFAIL("no error");
  } catch (const FormulaError& error) {
    QCOMPARE(QString("%1-%2: %3").arg(error.begin()).arg(error.end()).arg(error.what()), expected);
  }
}

void TestExpressionTape::sharesAndFolds() {
  const Tape tape = MakeTape("sin(x1)*a + 2^3; sin(x1)*3 - 1; 7; x1; sin(x1)");
  QCOMPARE(tape.num_inputs(), 6);
  QCOMPARE(tape.num_outputs(), 5);
  QCOMPARE(tape.num_modes(), 0);
  QCOMPARE(tape.num_instructions(), 4);
  std::vector<double> values{0, 0, 0, 0, 0.5, 0};
  tape.Evaluate(values.data(), values.data());  // In place.
  const double sine = std::sin(0.5);
  QCOMPARE(values, (std::vector<double>{sine * 3 + 8, sine * 3 - 1, 7, 0.5, sine, 0}));
  Tape().Evaluate<double>(nullptr, nullptr);
  QCOMPARE(Tape().num_outputs(), 0);
}

void TestExpressionTape::dependencies() {
  const Tape tape = MakeTape("u2*x1; 3; t > 0 ? u1[1] : 0; u2 - u2; a > 1 ? x1 : t");
  const auto of_output = [&](int output) {
    std::string inputs;
    for (int i = 0; i < tape.num_inputs(); ++i) inputs += tape.DependsOn(output, i) ? '1' : '0';
    return inputs;
  };
  QCOMPARE(of_output(0), std::string("000110"));
  QCOMPARE(of_output(1), std::string("000000"));
  QCOMPARE(of_output(2), std::string("010001"));
  QCOMPARE(of_output(3), std::string("000100"));
  QCOMPARE(of_output(4), std::string("000010"));
}

void TestExpressionTape::wrongVariables() {
  const Expression x = Expression::Variable("x");
  const Expression y = Expression::Variable("y");
  const auto error_of = [](const std::vector<Expression>& outputs,
                           const std::vector<Expression>& variables) -> QString {
    try {
      const Tape tape(outputs, variables);
    } catch (const std::logic_error& error) {
      return error.what();
    }
    return "no error";
  };
  QCOMPARE(error_of({x + y}, {x}), QString("Tape: the variable 'y' is no input"));
  QCOMPARE(error_of({x}, {x, y, x}), QString("Tape: the variable 'x' is listed twice"));
  QCOMPARE(error_of({x}, {x, y + 1}), QString("Tape: the inputs must be variables"));
  QCOMPARE(error_of({x}, {x, y}), QString("no error"));
}

// A formula of t, a value of t, the mode there, another value of t, and the margin there while that
// mode is held.
void TestExpressionTape::branches_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<double>("t");
  QTest::addColumn<qint64>("mode");
  QTest::addColumn<double>("later");
  QTest::addColumn<double>("margin");
  const auto row = [](const char* text, double t, qint64 mode, double later, double margin) {
    QTest::addRow("%s at %g then %g", text, t, later) << text << t << mode << later << margin;
  };
  for (const char* text : {"t < 2", "t <= 2"}) {
    row(text, 1, 1, 1.5, 0.5);
    row(text, 1, 1, 3, -1);
    row(text, 3, 0, 2.5, 0.5);
    row(text, 3, 0, 1, -1);
  }
  for (const char* text : {"t > 2", "t >= 2"}) {
    row(text, 3, 1, 2.5, 0.5);
    row(text, 3, 1, 1, -1);
    row(text, 1, 0, 1.5, 0.5);
    row(text, 1, 0, 3, -1);
  }
  row("t < 2", 2, 0, 2, 0);
  row("t <= 2", 2, 1, 2, 0);
  row("t == 2", 2, 1, 2.5, -0.5);
  row("t == 2", 2, 1, 1.5, -0.5);
  row("t == 2", 1, 0, 1.5, 0.5);
  row("t == 2", 1, 0, 2, 0);
  row("t != 2", 2, 0, 2.5, -0.5);
  row("t != 2", 1, 1, 1.5, 0.5);
  row("abs(t)", 1, 1, 2, 2);
  row("abs(t)", 1, 1, -2, -2);
  row("abs(t)", -1, -1, -2, 2);
  row("abs(t)", -1, -1, 2, -2);
  row("abs(t)", 0, 1, 0, 0);
  row("sign(t)", 1, 1, 2, 2);
  row("sign(t)", 1, 1, -2, -2);
  row("sign(t)", -1, -1, 2, -2);
  row("sign(t)", 0, 0, 2, -2);
  row("sign(t)", 0, 0, -2, -2);
  row("floor(t)", 2.5, 2, 2.25, 0.25);
  row("floor(t)", 2.5, 2, 2.875, 0.125);
  row("floor(t)", 2.5, 2, 3.5, -0.5);
  row("floor(t)", 2.5, 2, 1.5, -0.5);
  row("floor(t)", -0.5, -1, -0.25, 0.25);
  row("floor(t)", 3, 3, 3, 0);
  row("ceil(t)", 2.5, 3, 2.25, 0.25);
  row("ceil(t)", 2.5, 3, 3.5, -0.5);
  row("ceil(t)", 2.5, 3, 1.5, -0.5);
  row("ceil(t)", -0.5, 0, -0.25, 0.25);
  row("round(t)", 2.4, 2, 2.25, 0.25);
  row("round(t)", 2.5, 3, 2.5, 0);
  row("round(t)", 2.4, 2, 3, -0.5);
  row("round(t)", -2.5, -3, -2.5, 0);
  row("round(t)", 2, 2, 1, -0.5);
  row("mod(t, 2)", 5, 2, 5.5, 0.25);
  row("mod(t, 2)", 5, 2, 4.5, 0.25);
  row("mod(t, 2)", 5, 2, 7, -0.5);
  row("mod(t, 2)", -1, -1, -0.5, 0.25);
  row("mod(t, -2)", 5, -3, 5.5, 0.25);
  row("mod(7, t)", 2, 3, 2.5, -0.2);
  row("min(t, 2)", 1, 0, 1.5, 0.5);
  row("min(t, 2)", 1, 0, 3, -1);
  row("min(t, 2)", 3, 1, 2.5, 0.5);
  row("min(t, 2)", 3, 1, 1, -1);
  row("min(t, 2)", 2, 0, 2, 0);
  row("max(t, 2)", 3, 0, 2.5, 0.5);
  row("max(t, 2)", 3, 0, 1, -1);
  row("max(t, 2)", 1, 1, 1.5, 0.5);
  row("max(t, 2)", 1, 1, 3, -1);
}

void TestExpressionTape::branches() {
  QFETCH(QString, text);
  QFETCH(double, t);
  QFETCH(qint64, mode);
  QFETCH(double, later);
  QFETCH(double, margin);
  const OfTime formula(text.toStdString());
  QCOMPARE(formula.tape().num_modes(), 1);
  QCOMPARE(qint64{formula.Mode(t)}, mode);
  QCOMPARE(formula.Margin(later, mode), margin);
  QVERIFY(formula.Margin(t, mode) >= 0);
  QCOMPARE(formula.Held(t, mode), formula(t));
}

void TestExpressionTape::truthOfNumbers() {
  // A number as a condition is the comparison with 0; comparisons and logic are no modes again.
  for (const char* text : {"t ? 1 : 2", "not t", "t and t", "t or 0", "if(t, 1, 2)"}) {
    const OfTime formula(text);
    QCOMPARE(formula.tape().num_modes(), 1);
    QCOMPARE(formula.Mode(0), int64_t{0});
    QCOMPARE(formula.Mode(-0.5), int64_t{1});
    QCOMPARE(formula.Margin(-0.5, 1), 0.5);
    QCOMPARE(formula.Margin(-0.5, 0), -0.5);
    QCOMPARE(formula.Margin(0, 0), 0.0);
  }
  QCOMPARE(OfTime("t < 1 ? 1 : 2").tape().num_modes(), 1);
  QCOMPARE(OfTime("t < 1 and t > 2 or not t < 1").tape().num_modes(), 2);
  QCOMPARE(OfTime("(t < 1 ? t > 2 : 0) and t < 1").tape().num_modes(), 2);
  QCOMPARE(MakeTape("min(u2, x1, t)").num_modes(), 2);
  // Constants have no branches.
  QCOMPARE(OfTime("abs(a)*t + floor(2.5) + (a < 1) + min(1, 2) + (not a)").tape().num_modes(), 0);
}

void TestExpressionTape::heldBranchesAreSmooth() {
  QCOMPARE(OfTime("abs(t)").Held(-3, 1), -3.0);
  QCOMPARE(OfTime("sign(t)").Held(-3, 1), 1.0);
  QCOMPARE(OfTime("floor(t)").Held(7.5, 2), 2.0);
  QCOMPARE(OfTime("ceil(t)").Held(7.5, 2), 2.0);
  QCOMPARE(OfTime("round(t)").Held(7.5, 2), 2.0);
  QCOMPARE(OfTime("mod(t, 2)").Held(7.5, 2), 3.5);
  QCOMPARE(OfTime("mod(t, 2)").Held(7.5, 0), 7.5);
  QCOMPARE(OfTime("min(t, 2)").Held(7.5, 0), 7.5);
  QCOMPARE(OfTime("max(t, 2)").Held(7.5, 1), 2.0);
  QCOMPARE(OfTime("t < 2").Held(7.5, 1), 1.0);
  QCOMPARE(OfTime("t < 2 ? t : -t").Held(7.5, 1), 7.5);
  // Modes come in the order of their dependence.
  const OfTime nested("floor(abs(t) - 1)");
  int64_t modes[2];
  const double t = -3.5;
  nested.tape().CalcModes(&t, modes);
  QCOMPARE(modes[0], int64_t{-1});
  QCOMPARE(modes[1], int64_t{2});
}

void TestExpressionTape::indicesHaveAnEnd() {
  constexpr int64_t kEnd = int64_t{1} << 53;
  for (const char* text : {"floor(t)", "ceil(t)", "round(t)"}) {
    const OfTime formula(text);
    for (const double t : {1e300, kInf, -1e300, -kInf, 0x1p53, -0x1p53}) {
      QCOMPARE(formula.Mode(t), t > 0 ? kEnd : -kEnd);
      QCOMPARE(formula.Held(t, formula.Mode(t)), t);
      QVERIFY(formula.Margin(t, formula.Mode(t)) >= 0);
    }
    QVERIFY(formula.Margin(1e15, kEnd) < 0);
    QVERIFY(formula.Margin(-1e15, -kEnd) < 0);
    QVERIFY(std::isnan(formula.Held(kNan, formula.Mode(kNan))));
  }
  const OfTime sign("sign(t)");
  QVERIFY(std::isnan(sign.Held(kNan, sign.Mode(kNan))));
  const OfTime mod("mod(t, 3)");
  for (const double t : {1e300, -1e300, 3 * 0x1p50, -4 * 0x1p50}) {
    QCOMPARE(mod.Mode(t), kEnd);
    QCOMPARE(mod.Held(t, kEnd), mod(t));
    QVERIFY(mod.Margin(t, kEnd) >= 0);
  }
  QCOMPARE(mod(1e300), std::fmod(1e300, 3));
  QVERIFY(mod.Margin(1e15, kEnd) < 0);
  QVERIFY(std::isnan(mod.Held(kNan, mod.Mode(kNan))));
  QVERIFY(std::isnan(mod(kInf)));
  const OfTime of_infinity("mod(-5, t)");
  QCOMPARE(of_infinity.Mode(kInf), int64_t{-1});
  QCOMPARE(of_infinity.Held(kInf, -1), kInf);
  QCOMPARE(of_infinity.Held(-kInf, of_infinity.Mode(-kInf)), -5.0);
}

void TestExpressionTape::randomFormulasAgree() {
  RandomFormulas random(3);
  const std::vector<Expression> variables = Variables();
  int finite = 0;
  for (int i = 0; i < loopwright::RandomCount(20000); ++i) {
    const Formula formula = Formula::Parse(random.Text(5));
    const Expression expression = formula.Lower(Names());
    const Tape tape(std::vector{expression}, variables);
    std::vector<int64_t> modes(static_cast<size_t>(tape.num_modes()));
    for (int point = 0; point < 5; ++point) {
      const std::vector<double> inputs = random.Inputs();
      const double expected = formula.Evaluate(ValuesOf(inputs)).number();
      double value = 0;
      tape.Evaluate(inputs.data(), &value);
      QVERIFY2(SameNumber(value, expected), formula.text().c_str());
      tape.CalcModes(inputs.data(), modes.data());
      double held = 0;
      tape.Evaluate(inputs.data(), &held, modes.data());
      QVERIFY2(SameNumber(held, expected), formula.text().c_str());
      const auto folded = Substitute(std::vector{expression}, variables,
                                     std::vector<Expression>(inputs.begin(), inputs.end()));
      QVERIFY2(SameNumber(folded[0].value(), expected), formula.text().c_str());
      finite += std::isfinite(expected) ? 1 : 0;
    }
  }
  QVERIFY(finite > loopwright::RandomCount(20000));
}

// The first mode to differ between two points depends on held branches that are right in both, so
// its margin must have left the positive side; where no mode differs, every margin is right.
void TestExpressionTape::marginsTellTheFirstChange() {
  RandomFormulas random(4);
  int changes = 0;
  for (int i = 0; i < loopwright::RandomCount(20000); ++i) {
    const Formula formula = Formula::Parse(random.Text(5));
    const Tape tape(std::vector{formula.Lower(Names())}, Variables());
    const size_t count = static_cast<size_t>(tape.num_modes());
    std::vector<int64_t> here(count), there(count);
    std::vector<double> margins(count);
    const std::vector<double> start = random.Inputs();
    const std::vector<double> end = random.Inputs();
    tape.CalcModes(start.data(), here.data());
    tape.CalcMargins(start.data(), here.data(), margins.data());
    for (const double margin : margins) {
      QVERIFY2(std::isnan(margin) || margin >= 0, formula.text().c_str());
    }
    tape.CalcModes(end.data(), there.data());
    tape.CalcMargins(end.data(), here.data(), margins.data());
    const size_t first = static_cast<size_t>(
        std::mismatch(here.begin(), here.end(), there.begin()).first - here.begin());
    if (first == count) continue;
    QVERIFY2(std::isnan(margins[first]) || margins[first] <= 0, formula.text().c_str());
    ++changes;
  }
  QVERIFY(changes > loopwright::RandomCount(20000) / 4);
}

void TestExpressionTape::derivativesOfATape() {
  const std::vector<std::string> texts = {"t*t*t - 2/t",
                                          "sqrt(t) + exp(-t)",
                                          "log(t)*log10(t)",
                                          "sin(t)*cos(t) + tan(t)",
                                          "asin(t/4)",
                                          "acos(t/4)*atan(t)",
                                          "atan2(t, 1 - t)",
                                          "sinh(t) + cosh(t)/tanh(t)",
                                          "t^2 + t^-1.5",
                                          "2^t + t^t",
                                          "-t",
                                          "mod(t, 0.3)",
                                          "abs(-t)*t",
                                          "min(t^2, t)",
                                          "max(t^2, t)",
                                          "t < 2 ? t^2 : t",
                                          "floor(t)*t",
                                          "round(t) + ceil(t)",
                                          "(-t)^2",
                                          "(-t)^3"};
  for (const std::string& text : texts) {
    const OfTime formula(text);
    const AutoDiff t(0.7, 0);
    AutoDiff value;
    formula.tape().Evaluate(&t, &value);
    const double step = 1e-6;
    const double slope = (formula(0.7 + step) - formula(0.7 - step)) / (2 * step);
    QVERIFY2(std::abs(value.value() - formula(0.7)) < 1e-15, text.c_str());
    QVERIFY2(std::abs(value.derivatives()[0] - slope) < 1e-8 * (1 + std::abs(slope)), text.c_str());
  }
}

void TestExpressionTape::derivativesFollowHeldBranches() {
  const OfTime formula("min(t^2, 3*t)");
  const AutoDiff t(1, 0);
  int64_t mode = 1;
  AutoDiff value, margin;
  formula.tape().Evaluate(&t, &value, &mode);
  QCOMPARE(value.value(), 3.0);
  QCOMPARE(value.derivatives()[0], 3.0);
  formula.tape().CalcMargins(&t, &mode, &margin);
  QCOMPARE(margin.value(), -2.0);
  QCOMPARE(margin.derivatives()[0], -1.0);
  formula.tape().CalcModes(&t, &mode);
  QCOMPARE(mode, int64_t{0});
}

void TestExpressionTape::evaluationDoesNotAllocate() {
  std::string many = "0";
  for (int i = 0; i < 200; ++i) {
    many = "sin(u2*" + std::to_string(i) + ")" + (i == 0 ? "" : "+" + many);
  }
  const Tape few = MakeTape("abs(u2) + sin(t)*floor(x1)");
  const Tape registers = MakeTape(many);
  QVERIFY(few.num_registers() <= 128);
  QVERIFY(registers.num_registers() > 128);
  std::vector<AutoDiff> inputs(6), outputs(1);
  std::vector<double> numbers(6), results(1), margins(2);
  std::vector<int64_t> modes(2);
  long counted = 0;
  for (int round = 0; round < 2; ++round) {
    const long before = AllocationCount();
    for (const Tape* tape : {&few, &registers}) {
      tape->Evaluate(numbers.data(), results.data());
      tape->Evaluate(inputs.data(), outputs.data());
    }
    few.CalcModes(numbers.data(), modes.data());
    few.CalcMargins(numbers.data(), modes.data(), margins.data());
    counted = AllocationCount() - before;
  }
  QCOMPARE(counted, 0L);
}

void TestExpressionTape::longTapes() {
  // A chain needs few registers, however long it is.
  std::string text = "t";
  for (int i = 0; i < 100'000; ++i) text += "+t";
  const OfTime sum(text);
  QCOMPARE(sum(1), 100'001.0);
  QCOMPARE(sum.tape().num_instructions(), 100'000);
  QVERIFY(sum.tape().num_registers() < 5);
}

LOOPWRIGHT_TEST(TestExpressionTape)

}  // namespace loopwright::test_expression_tape

#include "test_expression_tape.moc"
