// The expression language: reading, evaluation, names, and the text and place of every error.

#include <QObject>
#include <QTest>
#include <cmath>
#include <limits>
#include <random>
#include <string>

#include "engine/expression/formula.h"
#include "engine/text/suggest_name.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_expression_formula {

using loopwright::CheckParameterName;
using loopwright::DidYouMean;
using loopwright::Formula;
using loopwright::FormulaError;
using loopwright::FormulaValue;
using loopwright::NameTable;
using loopwright::RenameInFormula;
using loopwright::SuggestName;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

NameTable Names() {
  NameTable names;
  names.Set("a", 3.0);
  names.Set("b", -2.0);
  names.Set("k", 20.0);
  names.Set("zeta", 0.7);
  names.Set("v", FormulaValue::Vector(Eigen::Vector3d(1, 2, 3)));
  names.Set("w", FormulaValue::Vector(Eigen::Vector2d(10, 20)));
  names.Set("empty", FormulaValue::Vector(Eigen::VectorXd(0)));
  names.Set("m", FormulaValue::Matrix((Eigen::MatrixXd(2, 3) << 1, 2, 3, 4, 5, 6).finished()));
  return names;
}

FormulaValue Evaluate(const std::string& text) { return Formula::Parse(text).Evaluate(Names()); }

QString TextOf(const FormulaValue& value) { return QString::fromStdString(value.ToText()); }

// "begin-end: what" of the error that reading and evaluating `text` gives.
QString ErrorOf(const std::string& text) {
  try {
    const FormulaValue value = Evaluate(text);
    return "no error: " + TextOf(value);
  } catch (const FormulaError& error) {
    return QString("%1-%2: %3").arg(error.begin()).arg(error.end()).arg(error.what());
  }
}

}  // namespace

class TestExpressionFormula : public QObject {
  Q_OBJECT

 private slots:
  void valuesOfFormulas_data();
  void valuesOfFormulas();
  void numbers_data();
  void numbers();
  void shapes_data();
  void shapes();
  void errors_data();
  void errors();
  void notFiniteFollowsIeee();
  void onlyTheChosenBranchIsEvaluated();
  void listsOfFormulas();
  void namesAndPlaces();
  void renaming();
  void parameterNames();
  void suggestions();
  void valuesKnowTheirKind();
  void deepAndLongTexts();
  void randomTextsNeverCrash();
};

void TestExpressionFormula::valuesOfFormulas_data() {
  QTest::addColumn<double>("expected");
  const auto row = [](const char* text, double value) { QTest::newRow(text) << value; };
  // Precedence and association.
  row("-2^2", -4);
  row("2^-1", 0.5);
  row("2^3^2", 512);
  row("2^-2^2", 0.0625);
  row("(-2)^2", 4);
  row("1 - 2 - 3", -4);
  row("24 / 4 / 2", 3);
  row("24 / 4 * 2", 12);
  row("2 + 3 * 4", 14);
  row("2 * 3 + 4", 10);
  row("(2 + 3) * 4", 20);
  row("2 * -3", -6);
  row("2 - -3", 5);
  row("--3", 3);
  row("-a^2", -9);
  row("-2*3", -6);
  row("1 + 2 < 4", 1);
  row("(1 < 2) == 1 + 0 or 0", 1);
  row("not 1 < 2", 0);
  row("not 0 and 0", 0);
  row("not (0 and 0)", 1);
  row("not not 3", 1);
  row("0 and 0 or 1", 1);
  row("1 or 0 and 0", 1);
  row("1 or 1 ? 5 : 6", 5);
  row("0 ? 1 : 0 ? 2 : 3", 3);
  row("1 ? 0 ? 1 : 2 : 3", 2);
  row("2 > 1 ? 7 : 8", 7);
  row("0 ? 7 : 8", 8);
  row("(1 ? 2 : 3) + 1", 3);
  row("1 ? 2 : 3 + 1", 2);
  row("if(2, 5, 6)", 5);
  row("if(0, 5, 6)", 6);
  // Comparisons and logic give 1 or 0.
  row("1 <= 1", 1);
  row("1 < 1", 0);
  row("1 == 1.0", 1);
  row("1 != 1", 0);
  row("2 >= 3", 0);
  row("3 > 2", 1);
  row("5 and -1", 1);
  row("0 or 0.5", 1);
  row("1 and 0", 0);
  row("0 or 0", 0);
  // Functions.
  row("abs(-3)", 3);
  row("sign(-3) + 10*sign(0) + 100*sign(2)", 99);
  row("sqrt(16)", 4);
  row("exp(1) == e", 1);
  row("log(e)", 1);
  row("log10(1000)", 3);
  row("sin(pi/2)", 1);
  row("cos(0)", 1);
  row("tan(0)", 0);
  row("2*asin(1) == pi", 1);
  row("acos(1)", 0);
  row("4*atan(1) == pi", 1);
  row("4*atan2(1, 1) == pi", 1);
  row("atan2(0, -1) == pi", 1);
  row("sinh(0) + cosh(0) + tanh(0)", 1);
  row("min(3, 1, 2)", 1);
  row("max(3, 1, 2)", 3);
  row("min(4)", 4);
  row("max(-4)", -4);
  row("floor(-1.5)", -2);
  row("ceil(-1.5)", -1);
  row("round(2.5)", 3);
  row("round(-2.5)", -3);
  row("round(2.4)", 2);
  row("mod(7, 3)", 1);
  row("mod(-7, 3)", 2);
  row("mod(7, -3)", -2);
  row("mod(-7, -3)", -1);
  row("mod(6, 3)", 0);
  row("mod(5.5, 2)", 1.5);
  // Names and spaces.
  row("a*b + k", 14);
  row(" \t\r\n a\n", 3);
  row("pi", M_PI);
  row("e", M_E);
  row("inf", kInf);
  row("-inf", -kInf);
  // Elements.
  row("v[0] + v[2]", 4);
  row("v[a - 2]", 2);
  row("m[1][2]", 6);
  row("m[0][v[0]]", 2);
  row("[5, 6, 7][1]", 6);
  row("[[1, 2], [3, 4]][1][0]", 3);
  row("(v + v)[1]", 4);
  row("2^v[1]", 4);
  row("-v[1]^2", -4);
}

void TestExpressionFormula::valuesOfFormulas() {
  QFETCH(double, expected);
  const FormulaValue value = Evaluate(QTest::currentDataTag());
  QVERIFY(value.is_number());
  QCOMPARE(value.number(), expected);
}

void TestExpressionFormula::numbers_data() {
  QTest::addColumn<double>("expected");
  const auto row = [](const char* text, double value) { QTest::newRow(text) << value; };
  row("2.4k", 2400);
  row("1p", 1e-12);
  row("3n", 3e-9);
  row("4.7u", 4.7e-6);
  row("0.3m", 0.3e-3);
  row("2.2M", 2.2e6);
  row("5G", 5e9);
  row("1e3k", 1e6);
  row("1e-6", 1e-6);
  row("1E+2", 100);
  row(".5", 0.5);
  row("5.", 5);
  row("5.e1", 50);
  row(".25k", 250);
  row("007", 7);
  row("0.1", 0.1);
  row("0e999999999", 0);
  row("1.7976931348623157e308", std::numeric_limits<double>::max());
  row("5e-324", 5e-324);
  row("179769313486231570000M * 1e282 > 1e308", 1);
  row("9007199254740993", 9007199254740992.0);
  row("2-3k", -2998);
}

void TestExpressionFormula::numbers() {
  QFETCH(double, expected);
  QVERIFY(Evaluate(QTest::currentDataTag()).number() == expected);
}

void TestExpressionFormula::shapes_data() {
  QTest::addColumn<QString>("expected");
  const auto row = [](const char* text, const char* value) { QTest::newRow(text) << value; };
  row("[1, 2*a]", "[1, 6]");
  row("[1]", "[1]");
  row("[]", "[]");
  row("[[1, 0], [0, k/a*3]]", "[[1, 0], [0, 20]]");
  row("[v, v*2]", "[[1, 2, 3], [2, 4, 6]]");
  row("v", "[1, 2, 3]");
  row("m", "[[1, 2, 3], [4, 5, 6]]");
  row("m[1]", "[4, 5, 6]");
  row("-v", "[-1, -2, -3]");
  row("v + v", "[2, 4, 6]");
  row("v - 1", "[0, 1, 2]");
  row("1 - v", "[0, -1, -2]");
  row("v*2", "[2, 4, 6]");
  row("2*v", "[2, 4, 6]");
  row("v/2", "[0.5, 1, 1.5]");
  row("m + m[0][0]", "[[2, 3, 4], [5, 6, 7]]");
  row("m - m", "[[0, 0, 0], [0, 0, 0]]");
  row("-2*m/2", "[[-1, -2, -3], [-4, -5, -6]]");
  row("1 ? v : w", "[1, 2, 3]");
  row("if(0, v, 4)", "4");
  row("v + v*2 - 1", "[2, 5, 8]");
  // Blanks between brackets.
  row("[1 0.8 1]", "[1, 0.8, 1]");
  row("[ 1  2\t3 ]", "[1, 2, 3]");
  row("[1 , 2]", "[1, 2]");
  row("[1 -2]", "[1, -2]");
  row("[1 - 2]", "[-1]");
  row("[1 -  2]", "[-1]");
  row("[1-2]", "[-1]");
  row("[1- 2]", "[-1]");
  row("[1 +2]", "[1, 2]");
  row("[1 + 2]", "[3]");
  row("[+1 +a*2]", "[1, 6]");
  row("[1 --2]", "[1, 2]");
  row("[1 - -2]", "[3]");
  row("[1 -v[0]*2]", "[1, -2]");
  row("[1 -v[ 0 ] *2]", "[1, -2]");
  row("[a (b)]", "[3, -2]");
  row("[(a) (b)]", "[3, -2]");
  row("[a (b -1)]", "[3, -3]");
  row("[(1 -2)]", "[-1]");
  row("[max(1 -2, 3) min(4 -1, 5)]", "[3, 3]");
  row("[v[0] v[1 -1] m[1][v [0]]]", "[1, 1, 5]");
  row("[2 *3 4* 5 6 * 7]", "[6, 20, 42]");
  row("[2 ^2 2 ^ -1]", "[4, 0.5]");
  row("[a < b a and b a >-1]", "[0, 1, 1]");
  row("[1 not 0]", "[1, 1]");
  row("[1 ? 2 : 3 4]", "[2, 4]");
  row("[2k 2 k]", "[2000, 2, 20]");
  row("[v v*2]", "[[1, 2, 3], [2, 4, 6]]");
  row("[[1 2] [3 4]]", "[[1, 2], [3, 4]]");
  row("[1, 0; 0, k/20]", "[[1, 0], [0, 1]]");
  row("[1 0;0 1]", "[[1, 0], [0, 1]]");
  row("[1 -2 ; 3 - 4 5]", "[[1, -2], [-1, 5]]");
  row("[1; 2]", "[[1], [2]]");
  row("[1 2; 3 4][1][0]*[1 1]", "[3, 3]");
}

void TestExpressionFormula::shapes() {
  QFETCH(QString, expected);
  QCOMPARE(TextOf(Evaluate(QTest::currentDataTag())), expected);
}

void TestExpressionFormula::errors_data() {
  QTest::addColumn<QString>("expected");
  const auto row = [](const char* text, const char* error) { QTest::newRow(text) << error; };
  // Where an operand is missing.
  row("", "0-0: an expression is needed, such as 2.4k or 2*m");
  row("  ", "0-2: an expression is needed, such as 2.4k or 2*m");
  row("1 +", "3-3: expected a number, a name or '(' after '+'");
  row("1 + * 2", "4-5: expected a number, a name or '(' after '+', not '*'");
  row("+1", "0-1: expected a number, a name or '(' at the beginning, not '+'");
  row("1 + not 2", "4-7: expected a number, a name or '(' after '+', not 'not'");
  row("2^", "2-2: expected a number, a name or '(' after '^'");
  row("()", "1-2: expected a number, a name or '(' after '(', not ')'");
  row("min(1,)", "6-7: expected a number, a name or '(' after ',', not ')'");
  row("[1,,2]", "3-4: expected a number, a name or '(' after ',', not ','");
  row("v[]", "2-3: expected a number, a name or '(' after '[', not ']'");
  row("and", "0-3: expected a number, a name or '(' at the beginning, not 'and'");
  // What follows an expression.
  row("a b", "2-3: expected an operator after 'a', not 'b'");
  row("2 3", "2-3: expected an operator after '2', not '3'");
  row("1.2.3", "3-5: expected an operator after '1.2', not '.3'");
  row("a not", "2-5: expected an operator after 'a', not 'not'");
  row("(a)(b)", "3-4: expected an operator after ')', not '('");
  row("a)", "1-2: ')' closes nothing");
  row("a]", "1-2: ']' closes nothing");
  row("a, b", "1-2: ',' stands only between arguments or elements");
  row("a : b", "2-3: ':' needs a '?' before it: 'condition ? a : b'");
  row("(1", "2-2: expected ')' after '1'");
  row("(1]", "2-3: expected ')' after '1', not ']'");
  row("[1", "2-2: expected ',' or ']' after '1'");
  row("min(1 2)", "6-7: expected ',' or ')' after '1', not '2'");
  row("v[0", "3-3: expected ']' after '0'");
  row("1 ? 2", "5-5: expected ':' of 'condition ? a : b' after '2'");
  row("1 < 2 < 3", "6-7: comparisons are not chained: write a < b and b < c");
  row("a == b != 1", "7-9: comparisons are not chained: write a < b and b < c");
  // Between brackets, where a blank separates.
  row("[1 2", "4-4: expected ',' or ']' after '2'");
  row("[1 -]", "4-5: expected a number, a name or '(' after '-', not ']'");
  row("[1 -zta]", "4-7: unknown name 'zta', did you mean 'zeta'?");
  row("[1 2;]", "5-6: expected a number, a name or '(' after ';', not ']'");
  row("[;1]", "1-2: expected a number, a name or '(' after '[', not ';'");
  row("[1 2; 3]",
      "0-8: elements are all numbers, or all vectors of one length, not a vector of 2 elements and "
      "a vector of 1 element");
  row("[v; v]", "1-2: a row between ';' has numbers, not a vector of 3 elements");
  row("[1 ? 2 3]",
      "6-7: expected ':' of 'condition ? a : b' after '2', not a blank that begins the next "
      "element");
  row("[a sin (b)]", "3-6: 'sin' is a function: write sin(...), without a blank");
  row("[(1 2)]", "4-5: expected ')' after '1', not '2'");
  row("[1, v[0 1]]", "8-9: expected ']' after '0', not '1'");
  row("[1 + +2]", "5-6: expected a number, a name or '(' after '+', not '+'");
  row("v[0; 1]", "3-4: ';' separates formulas, and this is one formula");
  // Words.
  row("2*zta", "2-5: unknown name 'zta', did you mean 'zeta'?");
  row("Zeta", "0-4: unknown name 'Zeta', did you mean 'zeta'?");
  row("Pi", "0-2: unknown name 'Pi', did you mean 'pi'?");
  row("q", "0-1: unknown name 'q'");
  row("1 ? 2 : q", "8-9: unknown name 'q'");
  row("sin", "0-3: 'sin' is a function: write sin(...)");
  row("sine(1)", "0-4: unknown function 'sine', did you mean 'sin'?");
  row("sinn(1)", "0-4: unknown function 'sinn', did you mean 'sin'?");
  row("k(1)", "0-1: unknown function 'k'; a product is written with '*'");
  row("sin(1, 2)", "0-9: sin takes 1 argument, not 2");
  row("1 + sin()", "4-9: sin takes 1 argument, not 0");
  row("atan2(1)", "0-8: atan2 takes 2 arguments, not 1");
  row("if(1, 2)", "0-8: if takes 3 arguments, not 2");
  row("max()", "0-5: max takes at least 1 argument, not 0");
  // Numbers.
  row("2.4kg",
      "3-5: 'kg' after the number '2.4' is none of the suffixes p n u m k M G; a product "
      "is written with '*'");
  row("2e",
      "1-2: 'e' after the number '2' is none of the suffixes p n u m k M G; a product is "
      "written with '*'");
  row("1e999", "0-5: the number '1e999' is out of range: magnitudes go from 4.9e-324 to 1.8e308");
  row("1 + 1e308k",
      "4-10: the number '1e308k' is out of range: magnitudes go from 4.9e-324 to 1.8e308");
  row("1e-999", "0-6: the number '1e-999' is out of range: magnitudes go from 4.9e-324 to 1.8e308");
  row("1e99999999999999999999",
      "0-22: the number '1e99999999999999999999' is out of range: magnitudes go from 4.9e-324 to "
      "1.8e308");
  // Characters.
  row("2**3", "1-3: '**' is no operator: powers are written with '^'");
  row("1 && 2", "2-4: '&&' is no operator: write 'and'");
  row("1 & 2", "2-3: '&' is no operator: write 'and'");
  row("1 || 2", "2-4: '||' is no operator: write 'or'");
  row("|a|", "0-1: '|' is no operator: write 'or', or abs(...) for a magnitude");
  row("!a", "0-1: '!' is no operator: write 'not'");
  row("7 % 3", "2-3: '%' is no operator: write mod(a, b)");
  row("a = 3", "2-3: '=' is no operator: equality is written with '=='");
  row("a; b", "1-2: ';' separates formulas, and this is one formula");
  row("2 # 3", "2-3: the character '#' has no meaning in an expression");
  row("2 \xE2\x88\x92 3", "2-5: the character '\xE2\x88\x92' has no meaning in an expression");
  row("\xCE\xB6", "0-2: the character '\xCE\xB6' has no meaning in an expression");
  row("1 \xFF", "2-3: the byte 0xFF has no meaning in an expression");
  row("1 \xE2\x88", "2-3: the byte 0xE2 has no meaning in an expression");
  row("1 \x01", "2-3: the byte 0x01 has no meaning in an expression");
  row(".", "0-1: the character '.' has no meaning in an expression");
  // Shapes.
  row("1 + v + w",
      "0-9: '+' needs equal shapes or a number on one side, not a vector of 3 "
      "elements and a vector of 2 elements");
  row("v - m",
      "0-5: '-' needs equal shapes or a number on one side, not a vector of 3 elements "
      "and a 2 by 3 matrix");
  row("2*v*w",
      "0-5: '*' needs a number on one side, not a vector of 3 elements and a vector of 2 "
      "elements");
  row("2/[4]", "0-5: '/' needs a number on its right, not a number and a vector of 1 element");
  row("v^2", "0-3: '^' needs numbers, not a vector of 3 elements and a number");
  row("1 < v", "0-5: '<' needs numbers, not a number and a vector of 3 elements");
  row("v and 1", "0-7: 'and' needs numbers, not a vector of 3 elements and a number");
  row("not v", "4-5: 'not' needs a number, not a vector of 3 elements");
  row("v ? 1 : 2", "0-1: a condition is a number, not a vector of 3 elements");
  row("if(v, 1, 2)", "3-4: a condition is a number, not a vector of 3 elements");
  row("1 + sin(v)", "8-9: sin takes numbers, not a vector of 3 elements");
  row("min(1, m)", "7-8: min takes numbers, not a 2 by 3 matrix");
  row("[1, v]",
      "0-6: elements are all numbers, or all vectors of one length, not a number and a "
      "vector of 3 elements");
  row("[v, w]",
      "0-6: elements are all numbers, or all vectors of one length, not a vector of 3 "
      "elements and a vector of 2 elements");
  row("[m]", "0-3: an element is a number or a vector, not a 2 by 3 matrix");
  row("a[0]", "0-4: a number has no elements");
  row("v[3]", "0-4: there is no element 3: a vector of 3 elements has elements 0 to 2");
  row("v[-1]", "0-5: there is no element -1: a vector of 3 elements has elements 0 to 2");
  row("m[2]", "0-4: there is no element 2: a 2 by 3 matrix has elements 0 to 1");
  row("[7][1]", "0-6: there is no element 1: a vector of 1 element has only element 0");
  row("empty[0]", "0-8: there is no element 0: a vector of 0 elements has none");
  row("v[0.5]", "0-6: an index is a whole number, not 0.5");
  row("v[inf-inf]", "0-10: an index is a whole number, not nan");
  row("v[inf]", "0-6: there is no element inf: a vector of 3 elements has elements 0 to 2");
  row("v[v]", "2-3: an index is a number, not a vector of 3 elements");
}

void TestExpressionFormula::errors() {
  QFETCH(QString, expected);
  QCOMPARE(ErrorOf(QTest::currentDataTag()), expected);
}

void TestExpressionFormula::notFiniteFollowsIeee() {
  QCOMPARE(Evaluate("1/0").number(), kInf);
  QCOMPARE(Evaluate("1/-0").number(), -kInf);
  QVERIFY(std::signbit(Evaluate("-0").number()));
  QVERIFY(std::isnan(Evaluate("0/0").number()));
  QVERIFY(std::isnan(Evaluate("sqrt(-1)").number()));
  QVERIFY(std::isnan(Evaluate("mod(1, 0)").number()));
  QVERIFY(std::isnan(Evaluate("min(1, inf - inf)").number()));
  QVERIFY(std::isnan(Evaluate("max(inf - inf, 1)").number()));
  QVERIFY(std::isnan(Evaluate("sign(0/0)").number()));
  QVERIFY(std::isnan(Evaluate("0*inf").number()));
  QCOMPARE(Evaluate("mod(5, inf)").number(), 5.0);
  QCOMPARE(Evaluate("mod(-5, inf)").number(), kInf);
  QCOMPARE(Evaluate("0/0 == 0/0").number(), 0.0);
  QCOMPARE(Evaluate("0/0 != 0/0").number(), 1.0);
  QCOMPARE(Evaluate("0/0 ? 1 : 2").number(), 1.0);
  // floor, ceil, round and mod have no negative zero.
  for (const char* text : {"floor(-0)", "ceil(-0.5)", "round(-0.2)", "sign(-0)", "mod(-3, 3)"}) {
    QVERIFY2(!std::signbit(Evaluate(text).number()), text);
  }
}

void TestExpressionFormula::onlyTheChosenBranchIsEvaluated() {
  QCOMPARE(Evaluate("0 ? empty[0] : 5").number(), 5.0);
  QCOMPARE(Evaluate("if(1, 5, v + w)").number(), 5.0);
}

void TestExpressionFormula::listsOfFormulas() {
  const auto formulas = Formula::ParseList("a; 2*zeta ;v[0]");
  QCOMPARE(formulas.size(), size_t{3});
  QCOMPARE(formulas[1].text(), std::string(" 2*zeta "));
  QCOMPARE(formulas[1].Evaluate(Names()).number(), 1.4);
  QCOMPARE(formulas[1].names()[0].begin, size_t{5});
  QCOMPARE(formulas[1].names()[0].end, size_t{9});
  const auto expect_error = [](const char* text, size_t begin, size_t end) {
    try {
      for (const Formula& formula : Formula::ParseList(text)) formula.Evaluate(Names());
      QFAIL("no error");
    } catch (const FormulaError& error) {
      QCOMPARE(error.begin(), begin);
      QCOMPARE(error.end(), end);
    }
  };
  expect_error("a; ", 2, 3);
  expect_error("a;b;c", 4, 5);
  expect_error("a; 1 + #", 7, 8);
  expect_error("a; v + w", 3, 8);
  expect_error("a; 1 +", 6, 6);
  QCOMPARE(Formula::ParseList("a").size(), size_t{1});
  QCOMPARE(Formula::ParseList("[1 2; 3 4][1][0]; a")[0].Evaluate(Names()).number(), 3.0);
}

void TestExpressionFormula::namesAndPlaces() {
  const Formula formula = Formula::Parse("sin(u1[0])*pi + m*u1[i] - 2.4k*inf*e + m");
  QString text;
  for (const auto& use : formula.names()) {
    text += QString("%1@%2-%3 ").arg(use.name.c_str()).arg(use.begin).arg(use.end);
  }
  QCOMPARE(text, QString("u1@4-6 m@16-17 u1@18-20 i@21-22 m@39-40 "));
  QCOMPARE(formula.text(), std::string("sin(u1[0])*pi + m*u1[i] - 2.4k*inf*e + m"));
  QVERIFY(Formula::Parse("2*pi").names().empty());
  const Formula copy = formula;  // NOLINT(performance-unnecessary-copy-initialization)
  QCOMPARE(&copy.text(), &formula.text());
}

void TestExpressionFormula::renaming() {
  const auto rename = [](const char* text, const char* from, const char* to) {
    return QString::fromStdString(RenameInFormula(text, from, to));
  };
  QCOMPARE(rename("m*k + m", "m", "mass"), QString("mass*k + mass"));
  QCOMPARE(rename("2m + m*mm - am + m1", "m", "mass"), QString("2m + mass*mm - am + m1"));
  QCOMPARE(rename("2.4k*k+1e3k-k", "k", "stiffness"), QString("2.4k*stiffness+1e3k-stiffness"));
  QCOMPARE(rename(" a\t+  a ", "a", "b"), QString(" b\t+  b "));
  QCOMPARE(rename("sin(a)[a]", "a", "x"), QString("sin(x)[x]"));
  QCOMPARE(rename("a + # a (", "a", "b"), QString("b + # b ("));
  QCOMPARE(rename("", "a", "b"), QString(""));
  QCOMPARE(rename("1e5", "e5", "b"), QString("1e5"));
}

void TestExpressionFormula::parameterNames() {
  for (const char* name : {"m", "k", "kp", "u", "x", "t1", "n2", "_a", "u1a", "e1", "PI", "_1"}) {
    QVERIFY2(!CheckParameterName(name), name);
  }
  const auto reason = [](const char* name) {
    return QString::fromStdString(CheckParameterName(name).value_or("fine"));
  };
  QCOMPARE(reason(""), QString("a parameter needs a name"));
  const QString no_name = " is not a name: names have letters, digits and '_', no digit first";
  QCOMPARE(reason("2x"), "'2x'" + no_name);
  QCOMPARE(reason("a b"), "'a b'" + no_name);
  QCOMPARE(reason("\xCE\xB6"), "'\xCE\xB6'" + no_name);
  QCOMPARE(reason("pi"), QString("'pi' is a constant"));
  QCOMPARE(reason("e"), QString("'e' is a constant"));
  QCOMPARE(reason("inf"), QString("'inf' is a constant"));
  QCOMPARE(reason("and"), QString("'and' is an operator"));
  QCOMPARE(reason("or"), QString("'or' is an operator"));
  QCOMPARE(reason("not"), QString("'not' is an operator"));
  QCOMPARE(reason("if"), QString("'if' is a function"));
  for (const char* name :
       {"abs",  "sign",  "sqrt", "exp",  "log",  "log10", "sin", "cos",   "tan",  "asin",  "acos",
        "atan", "atan2", "sinh", "cosh", "tanh", "min",   "max", "floor", "ceil", "round", "mod"}) {
    QCOMPARE(reason(name), QString("'%1' is a function").arg(name));
  }
  QCOMPARE(reason("t"), QString("'t' is the time in formulas"));
  QCOMPARE(reason("n"), QString("'n' is the step number in formulas"));
  QCOMPARE(reason("u1"), QString("'u1' names a block's input"));
  QCOMPARE(reason("x12"), QString("'x12' names a block's state"));
  QCOMPARE(reason("y0"), QString("'y0' names a block's output"));
  QCOMPARE(reason("w3"), QString("'w3' names a block's noise"));
  const std::string long_name = "2" + std::string(100000, 'x');
  QVERIFY(CheckParameterName(long_name)->size() < 150);
}

void TestExpressionFormula::suggestions() {
  const std::vector<std::string> names = {"stiffness", "damping", "kp", "Mass"};
  QCOMPARE(SuggestName("stifness", names).value_or(""), std::string("stiffness"));
  QCOMPARE(SuggestName("dampnig", names).value_or(""), std::string("damping"));
  QCOMPARE(SuggestName("KP", names).value_or(""), std::string("kp"));
  QCOMPARE(SuggestName("mass", names).value_or(""), std::string("Mass"));
  QCOMPARE(SuggestName("kq", names).value_or(""), std::string("kp"));
  QCOMPARE(DidYouMean("Kq", {"Kp"}), std::string(", did you mean 'Kp'?"));
  QCOMPARE(DidYouMean("Kq", {"Kp"}, '"'), std::string(", did you mean \"Kp\"?"));
  QCOMPARE(DidYouMean("Tq", {"Kp", "Ti"}), std::string(", did you mean 'Ti'?"));
  QCOMPARE(DidYouMean("mp", {"Kp"}), std::string());
  QCOMPARE(DidYouMean("u2", {"u1"}), std::string());
  QVERIFY(!SuggestName("q", names));
  QVERIFY(!SuggestName("speed", names));
  QVERIFY(!SuggestName("a", {}));
}

void TestExpressionFormula::valuesKnowTheirKind() {
  QVERIFY(FormulaValue().is_number());
  QCOMPARE(FormulaValue(2.5).number(), 2.5);
  QCOMPARE(FormulaValue(2.5).Describe(), std::string("a number"));
  const FormulaValue vector = Evaluate("[1, 2]");
  QVERIFY(vector.is_vector());
  QCOMPARE(vector.elements().rows(), Eigen::Index{2});
  QCOMPARE(vector.elements().cols(), Eigen::Index{1});
  QVERIFY_THROWS_EXCEPTION(std::logic_error, vector.number());
  const FormulaValue matrix = Evaluate("[[1, 2, 3], [4, 5, 6]]");
  QVERIFY(matrix.is_matrix());
  QCOMPARE(matrix.elements()(0, 2), 3.0);
  QCOMPARE(matrix.elements()(1, 0), 4.0);
  QCOMPARE(Names().Find("nothing"), nullptr);
  QCOMPARE(Names().names().size(), size_t{8});
}

void TestExpressionFormula::deepAndLongTexts() {
  const QString too_deep = "brackets, signs, powers and conditions nest more than 200 deep";
  const auto repeat = [](const std::string& text, int count) {
    std::string result;
    for (int i = 0; i < count; ++i) result += text;
    return result;
  };
  for (const char* part :
       {"(", "-", "not ", "[", "2^", "sin(", "v[", "1?", "1?2:", "-(", "if(1,"}) {
    const QString error = ErrorOf(repeat(part, 200'000));
    QVERIFY2(error.endsWith(too_deep), qPrintable(QString(part) + error));
  }
  QCOMPARE(ErrorOf(repeat("(", 1'000'000)), "200-201: " + too_deep);
  QCOMPARE(Evaluate(repeat("(", 199) + "7" + repeat(")", 199)).number(), 7.0);
  QCOMPARE(Evaluate(repeat("-", 198) + "7").number(), 7.0);
  QCOMPARE(Evaluate("1" + repeat("+1", 100'000)).number(), 100'001.0);
  QCOMPARE(Evaluate("1" + repeat(" or 0", 100'000)).number(), 1.0);
  QCOMPARE(Evaluate("1" + repeat("*1/1", 100'000)).number(), 1.0);
  QCOMPARE(ErrorOf("v" + repeat("[0]", 100'000)), QString("0-300001: a number has no elements"));
  QCOMPARE(ErrorOf(std::string(1'000'001, '-')),
           QString("1000000-1000001: the expression has 1000001 characters; at most 1000000 are "
                   "possible"));
  QCOMPARE(ErrorOf(std::string(100'000, 'x')),
           "0-100000: unknown name '" + QString(40, 'x') + "...'");
}

void TestExpressionFormula::randomTextsNeverCrash() {
  const int count = loopwright::RandomCount(100000);
  const std::vector<std::string> words = {
      "a",        "v", "m",  "2", "1.5k", "(",  ")",   "[",   "]",     ",",   "?",   ":",  "+",
      "-",        "*", "/",  "^", "<",    "==", "and", "or",  "not",   "sin", "min", "if", "mod",
      "\xCE\xB6", " ", "e5", ".", "=",    ";",  "1e9", "abs", "empty", "inf", "0"};
  std::mt19937_64 generator(2);
  int understood = 0;
  for (int i = 0; i < 20 * count; ++i) {
    std::string text;
    const size_t length = generator() % 12;
    for (size_t j = 0; j < length; ++j) {
      if (i % 4 == 0) {
        text += static_cast<char>(generator());
      } else {
        text += words[generator() % words.size()];
      }
    }
    try {
      Evaluate(text);
      ++understood;
    } catch (const FormulaError& error) {
      QVERIFY(error.begin() <= error.end() && error.end() <= text.size());
      QVERIFY(*error.what() != '\0');
    }
  }
  QVERIFY(understood > 0);
}

LOOPWRIGHT_TEST(TestExpressionFormula)

}  // namespace loopwright::test_expression_formula

#include "test_expression_formula.moc"
