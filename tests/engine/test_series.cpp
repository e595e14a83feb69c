// Truncated power series: the functions of AutoDiff on them, and what comparisons say of them.

#include <QObject>
#include <QTest>
#include <cmath>
#include <functional>
#include <numbers>

#include "engine/expression/tape_branches.h"
#include "engine/scalar/autodiff.h"
#include "tests/test_main.h"

namespace loopwright::test_series {

namespace {

/// a + 0.3 t - 0.2 t² + 0.05 t³, as a series and as a number.
AutoDiff Argument(double a) {
  AutoDiff x = AutoDiff::Series(a);
  x.set_coefficient(1, 0.3);
  x.set_coefficient(2, -0.2);
  x.set_coefficient(3, 0.05);
  return x;
}
double ArgumentAt(double a, double t) { return a + t * (0.3 + t * (-0.2 + 0.05 * t)); }

double ValueAt(const AutoDiff& series, double t) {
  double value = 0;
  for (int k = AutoDiff::kDerivatives; k >= 0; --k) value = value * t + series.coefficient(k);
  return value;
}

struct Case {
  const char* name;
  double at;
  std::function<AutoDiff(const AutoDiff&)> of_series;
  std::function<double(double)> of_number;
};

#define FUNCTION(name, at)                                   \
  {                                                          \
#name, at, [](const AutoDiff& x) { return name(x); },      \
        [](double x) { using std::name; return name(x); } \
  }

const std::vector<Case>& Cases() {
  static const std::vector<Case> cases = {
      FUNCTION(sqrt, 2),
      FUNCTION(cbrt, -2),
      FUNCTION(exp, 0.5),
      FUNCTION(log, 2),
      FUNCTION(log10, 2),
      FUNCTION(sin, 1),
      FUNCTION(cos, 1),
      FUNCTION(tan, 0.5),
      FUNCTION(asin, 0.3),
      FUNCTION(acos, 0.3),
      FUNCTION(atan, 0.3),
      FUNCTION(sinh, 0.5),
      FUNCTION(cosh, 0.5),
      FUNCTION(tanh, 0.5),
      FUNCTION(asinh, 0.5),
      FUNCTION(acosh, 2),
      FUNCTION(atanh, 0.3),
      FUNCTION(abs, -1),
      {"square of a root", 2, [](const AutoDiff& x) { return sqrt(x) * sqrt(x); },
       [](double x) { return x; }},
      {"quotient", 2, [](const AutoDiff& x) { return (x * x + 1) / (x - 5); },
       [](double x) { return (x * x + 1) / (x - 5); }},
      {"power", 2, [](const AutoDiff& x) { return pow(x, 2.5); },
       [](double x) { return std::pow(x, 2.5); }},
      {"whole power at zero", 0, [](const AutoDiff& x) { return pow(x, 3.); },
       [](double x) { return x * x * x; }},
      {"power of both", 2, [](const AutoDiff& x) { return pow(x, AutoDiff(x * 0.5)); },
       [](double x) { return std::pow(x, 0.5 * x); }},
      {"constant to a power", 2, [](const AutoDiff& x) { return pow(AutoDiff(3), x); },
       [](double x) { return std::pow(3, x); }},
      {"flat angle", 2, [](const AutoDiff& x) { return atan2(x * 0.25, -x * x); },
       [](double x) { return std::atan2(0.25 * x, -x * x); }},
      {"steep angle", 2, [](const AutoDiff& x) { return atan2(x, 0.1 - x * 0.1); },
       [](double x) { return std::atan2(x, 0.1 - 0.1 * x); }},
  };
  return cases;
}

AutoDiff Growing(double value, double slope) {
  AutoDiff x = AutoDiff::Series(value);
  x.set_coefficient(1, slope);
  return x;
}

}  // namespace

class TestSeries : public QObject {
  Q_OBJECT
 private slots:
  void functionsAgreeWithNumbers_data() {
    QTest::addColumn<int>("index");
    for (int i = 0; i < static_cast<int>(Cases().size()); ++i) QTest::newRow(Cases()[i].name) << i;
  }
  void functionsAgreeWithNumbers() {
    // The terms that are left away are of order t⁹, 1e-18.
    QFETCH(int, index);
    const Case& f = Cases()[index];
    const AutoDiff series = f.of_series(Argument(f.at));
    QVERIFY(series.is_series());
    for (const double t : {0.01, -0.01, 0.005}) {
      const double expected = f.of_number(ArgumentAt(f.at, t));
      QVERIFY2(std::abs(ValueAt(series, t) - expected) <= 4e-16 * (1 + std::abs(expected)),
               qPrintable(QString::number(ValueAt(series, t) - expected)));
    }
  }

  void aRootAtZeroHasNoSeries() {
    const AutoDiff root = sqrt(Growing(0, 1));
    QCOMPARE(root.value(), 0.);
    QVERIFY(std::isnan(root.coefficient(1)));
    // But sqrt(t² + 2 t³ + t⁴) is t + t².
    const AutoDiff x = Growing(0, 1) * Growing(1, 1);
    const AutoDiff even = sqrt(x * x);
    QCOMPARE(even.value(), 0.);
    QCOMPARE(even.coefficient(1), 1.);
    QCOMPARE(even.coefficient(2), 1.);
    QVERIFY(std::abs(even.coefficient(3)) < 1e-15);
    QVERIFY(std::isnan(even.coefficient(8)));
  }

  void comparisonsSayWhatHoldsJustAfter() {
    const AutoDiff zero = AutoDiff::Series(0), up = Growing(0, 1), down = Growing(0, -1);
    AutoDiff slow = AutoDiff::Series(0);  // -t⁶
    slow.set_coefficient(6, -1);
    QVERIFY(up > 0 && down < 0 && slow < 0 && zero == AutoDiff(0));
    QVERIFY(!(up == zero) && up != zero && up >= zero && !(down >= zero) && zero <= zero);
    QVERIFY(max(up, down) == up && min(up, down) == down && abs(down) == up);
    // Values that differ decide alone, and so they do for what is no series.
    QVERIFY(Growing(1, -5) > Growing(0, 5));
    QVERIFY(AutoDiff(0, 0) == AutoDiff(0));
    // 0.1 + 0.2 is 0.3 but for rounding.
    QVERIFY(Growing(0, 0.1 + 0.2) == Growing(0, 0.3));
  }

  void branchesAreThoseJustAfter() {
    using tape_branches::IndexOf;
    const AutoDiff two_and_less = Growing(2, -1), half_and_more = Growing(0.5, 1), none(0);
    QCOMPARE(IndexOf(Operation::kFloor, two_and_less, none), 1);
    QCOMPARE(IndexOf(Operation::kFloor, Growing(2, 1), none), 2);
    QCOMPARE(IndexOf(Operation::kCeil, Growing(2, 1), none), 3);
    QCOMPARE(IndexOf(Operation::kRound, half_and_more, none), 1);
    QCOMPARE(IndexOf(Operation::kRound, Growing(0.5, -1), none), 0);
    QCOMPARE(IndexOf(Operation::kSign, Growing(0, -1), none), -1);
    QCOMPARE(IndexOf(Operation::kSign, AutoDiff::Series(0), none), 0);
    QCOMPARE(IndexOf(Operation::kAbs, Growing(0, -1), none), -1);
    QCOMPARE(IndexOf(Operation::kLess, Growing(1, -1), AutoDiff(1)), 1);
    QCOMPARE(IndexOf(Operation::kLess, Growing(1, 1), AutoDiff(1)), 0);
    QCOMPARE(IndexOf(Operation::kMax, AutoDiff::Series(1), Growing(1, 1)), 1);
    QCOMPARE(IndexOf(Operation::kMod, Growing(4, -1), AutoDiff(2)), 1);
    QCOMPARE(IndexOf(Operation::kMod, Growing(4, 1), AutoDiff(2)), 2);
    QCOMPARE(IndexOf(Operation::kMod, Growing(4, 1), AutoDiff(-2)), -3);
    // What is no series has the branch of its value.
    QCOMPARE(IndexOf(Operation::kFloor, AutoDiff(2, 0), none), 2);
  }
};

LOOPWRIGHT_TEST(TestSeries)

}  // namespace loopwright::test_series

#include "test_series.moc"
