#pragma once

#include <random>
#include <string>
#include <vector>

#include "engine/expression/tape.h"

namespace loopwright::test {

/// The variables of random expressions.
inline const std::vector<Expression>& RandomVariables() {
  static const std::vector<Expression> variables{
      Expression::Variable("x1"), Expression::Variable("u1[0]"), Expression::Variable("u1[1]"),
      Expression::Variable("t")};
  return variables;
}

/// Expressions of random operations on a growing pool of operands, so that they share terms.
class RandomExpressions {
 public:
  RandomExpressions(uint64_t seed, std::vector<Operation> operations)
      : generator_(seed), operations_(std::move(operations)) {}

  Expression Next(int operations) {
    std::vector<Expression> pool = RandomVariables();
    for (int i = 0; i < 3; ++i) pool.push_back(Constant());
    for (int i = 0; i < operations; ++i) {
      const Operation operation = operations_[Below(operations_.size())];
      // New terms come more often than old ones.
      const auto pick = [&] {
        const size_t n = pool.size();
        return pool[Below(2) ? n - 1 - Below(std::min<size_t>(n, 4)) : Below(n)];
      };
      pool.push_back(Expression::Make(operation, pick(), pick(), pick()));
    }
    return pool.back();
  }

  std::vector<double> Inputs() {
    std::vector<double> values;
    for (size_t i = 0; i < RandomVariables().size(); ++i) {
      values.push_back(std::uniform_real_distribution<double>(-2, 2)(generator_));
    }
    return values;
  }

  size_t Below(size_t end) { return generator_() % end; }

 private:
  Expression Constant() {
    static const double constants[] = {0, 1, -1, 2, 3, 0.5, -2.5, 1e-6, 0.1, 7};
    return constants[Below(std::size(constants))];
  }

  std::mt19937_64 generator_;
  std::vector<Operation> operations_;
};

}  // namespace loopwright::test
