// The graph of expressions: sharing, exact identities, depth, threads, substitution.

#include <QObject>
#include <QTest>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <thread>
#include <vector>

#include "engine/expression/expression.h"
#include "tests/test_main.h"

namespace loopwright::test_expression_graph {

using loopwright::Expression;
using loopwright::Operation;
using loopwright::OrderOperandsFirst;
using loopwright::Substitute;

namespace {

const double kNan = std::numeric_limits<double>::quiet_NaN();

bool Same(const Expression& a, const Expression& b) { return a.is_identical(b); }

}  // namespace

class TestExpressionGraph : public QObject {
  Q_OBJECT

 private slots:
  void constantsAndVariables() {
    QVERIFY(Expression().is_constant());
    QCOMPARE(Expression().value(), 0.0);
    QVERIFY(Same(Expression(), 0.0));
    QVERIFY(Same(2.5, 2.5));
    QVERIFY(!Same(0.0, -0.0));
    QVERIFY(std::signbit(Expression(-0.0).value()));
    QVERIFY(Same(kNan, kNan));
    const Expression x = Expression::Variable("x");
    QVERIFY(x.is_variable());
    QCOMPARE(x.name(), std::string("x"));
    QVERIFY(Same(x, Expression::Variable("x")));
    QVERIFY(!Same(x, Expression::Variable("y")));
    QCOMPARE(loopwright::ExtractDoubleOrThrow(Expression(2) * 3), 6.0);
  }

  void wrongUseThrows() {
    const Expression x = Expression::Variable("x");
    QVERIFY_THROWS_EXCEPTION(std::logic_error, x.value());
    QVERIFY_THROWS_EXCEPTION(std::logic_error, Expression(1).name());
    QVERIFY_THROWS_EXCEPTION(std::logic_error, x.operand(0));
    QVERIFY_THROWS_EXCEPTION(std::logic_error, (-x).operand(1));
    QVERIFY_THROWS_EXCEPTION(std::logic_error, Expression::Make(Operation::kConstant, x));
    QVERIFY_THROWS_EXCEPTION(std::logic_error, loopwright::ExtractDoubleOrThrow(x));
    QVERIFY_THROWS_EXCEPTION(std::logic_error, loopwright::Apply(Operation::kVariable, 1));
  }

  void equalExpressionsAreOneNode() {
    const Expression x = Expression::Variable("x");
    const Expression y = Expression::Variable("y");
    const Expression sum = sin(x) * y + 1;
    QVERIFY(Same(sum, sin(Expression::Variable("x")) * y + 1));
    QVERIFY(!Same(sum, sin(x) * y + 2));
    QVERIFY(!Same(x - y, y - x));
    QCOMPARE(sum.operation(), Operation::kAdd);
    QVERIFY(Same(sum.operand(0), sin(x) * y));
    QCOMPARE(sum.operand(1).value(), 1.0);
    // Gone and built again.
    { const Expression passing = cosh(x) + 7; }
    QVERIFY(Same(cosh(x) + 7, cosh(x) + 7));
  }

  void constantsAreFolded() {
    const std::array<std::pair<Expression, double>, 14> cases{{
        {Expression(2) + 3, 5},
        {pow(Expression(2), 10), 1024},
        {sqrt(Expression(16)), 4},
        {min(Expression(2), 1), 1},
        {max(Expression(2), 1), 2},
        {select(Expression(2) > 1, 5, 6), 5},
        {Expression(1) && Expression(2), 1},
        {!Expression(3), 0},
        {mod(Expression(-7), 3), 2},
        {round(Expression(-2.5)), -3},
        {atan2(Expression(0), 1), 0},
        {sign(Expression(-4)), -1},
        {Expression(3) <= 3, 1},
        {Expression(0) || Expression(0), 0},
    }};
    for (const auto& [expression, value] : cases) QCOMPARE(expression.value(), value);
  }

  void onlyExactIdentitiesAreApplied() {
    const Expression x = Expression::Variable("x");
    const Expression y = Expression::Variable("y");
    for (const Expression& same :
         {1 * x, x * 1, x / 1, x - 0, x + Expression(-0.0), -(-x), pow(x, 1), select(1.0, x, y),
          select(0.0, y, x), select(y, x, x), min(x, x), max(x, x)}) {
      QVERIFY(Same(same, x));
    }
    QVERIFY(Same(pow(x, 0), 1.0));
    // NOLINTNEXTLINE(misc-redundant-expression)
    for (const Expression& kept : {x * 0, 0 * x, x + 0, 0 + x, 0 - x, x - x, x / x, x == x}) {
      QCOMPARE(kept.num_operands(), 2);
    }
    // Logic works on truths.
    const Expression less = x < y;
    QVERIFY(Same(less && 1.0, less));
    QVERIFY(Same(1.0 && x, x != 0.0));
    QVERIFY(Same(x && 0.0, 0.0));
    QVERIFY(Same(x || 3.0, 1.0));
    QVERIFY(Same(0.0 || x, x != 0.0));
    QVERIFY(Same(less || less, less));
    QVERIFY(Same(!!less, less));
    QVERIFY(Same(!!x, x != 0.0));
    QVERIFY(Same(select(x, x, y).operand(0), x != 0.0));
    QVERIFY(less.is_truth() && (!x).is_truth() && select(x, less, 0.0).is_truth());
    QVERIFY(!x.is_truth() && !select(x, less, y).is_truth() && !Expression(2).is_truth());
  }

  void assignmentOperators() {
    const Expression x = Expression::Variable("x");
    Expression sum = x;
    sum += 2;
    sum *= x;
    sum -= 3;
    sum /= x;
    QVERIFY(Same(sum, ((x + 2) * x - 3) / x));
    Expression moved = std::move(sum);
    const Expression& alias = moved;
    moved = alias;
    QVERIFY(Same(moved, ((x + 2) * x - 3) / x));
  }

  void deepGraphsDoNotRecurse() {
    constexpr int kDepth = 200'000;
    const Expression x = Expression::Variable("x");
    Expression chain = x;
    for (int i = 0; i < kDepth; ++i) chain = sin(chain);
    QCOMPARE(OrderOperandsFirst(std::vector{chain}).size(), size_t{kDepth + 1});
    const std::vector replaced = Substitute(std::vector{chain}, std::vector{x}, std::vector{x + 1});
    QCOMPARE(OrderOperandsFirst(replaced).size(), size_t{kDepth + 3});
    chain = 0;
    QVERIFY(chain.is_constant());
  }

  void sharedGraphsAreVisitedOnce() {
    Expression doubled = Expression::Variable("x");
    for (int i = 0; i < 100; ++i) doubled = doubled + doubled;
    QCOMPARE(OrderOperandsFirst(std::vector{doubled}).size(), size_t{101});
    const std::vector value = Substitute(
        std::vector{doubled}, std::vector{Expression::Variable("x")}, std::vector<Expression>{1});
    QCOMPARE(value[0].value(), std::ldexp(1.0, 100));
  }

  void operandsComeFirst() {
    const Expression x = Expression::Variable("x");
    const std::vector outputs{sin(x) + x * 2, x};
    const auto order = OrderOperandsFirst(outputs);
    QCOMPARE(order.size(), size_t{5});
    for (size_t i = 0; i < order.size(); ++i) {
      for (int k = 0; k < order[i].num_operands(); ++k) {
        bool earlier = false;
        for (size_t j = 0; j < i; ++j) earlier |= Same(order[j], order[i].operand(k));
        QVERIFY(earlier);
      }
    }
  }

  void substitutionReplacesAllAtOnce() {
    const Expression x = Expression::Variable("x");
    const Expression y = Expression::Variable("y");
    const std::vector swapped =
        Substitute(std::vector{x - 2 * y, y, Expression(3)}, std::vector{x, y}, std::vector{y, x});
    QVERIFY(Same(swapped[0], y - 2 * x));
    QVERIFY(Same(swapped[1], x));
    QVERIFY(Same(swapped[2], 3));
    QVERIFY_THROWS_EXCEPTION(std::logic_error, Substitute(std::vector{x}, std::vector{x}, {}));
    QVERIFY_THROWS_EXCEPTION(std::logic_error,
                             Substitute(std::vector{x}, std::vector{x + y}, std::vector{x}));
  }

  void threadsShareTheTable() {
    constexpr int kThreads = 4;
    std::vector<Expression> results(kThreads);
    std::vector<std::thread> threads;
    for (int thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&results, thread] {
        for (int round = 0; round < 2000; ++round) {
          Expression sum = Expression::Variable("shared");
          for (int i = 0; i < 10; ++i) sum = sin(sum) * (i + 2) + Expression::Variable("other");
          results[static_cast<size_t>(thread)] = sum;
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const Expression& result : results) QVERIFY(Same(result, results[0]));
  }
};

LOOPWRIGHT_TEST(TestExpressionGraph)

}  // namespace loopwright::test_expression_graph

#include "test_expression_graph.moc"
