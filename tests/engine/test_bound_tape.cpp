// Tapes that are bound to addresses: the same numbers as tapes give, in as few steps as can be.

#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "engine/expression/bound_tape.h"
#include "engine/simulation/simulator.h"
#include "engine/system/leaf_system.h"
#include "tests/allocation_count.h"
#include "tests/engine/message_of.h"
#include "tests/engine/random_expressions.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_bound_tape {

using test::RandomExpressions;
using test::RandomVariables;

namespace {

const Expression& X() { return RandomVariables()[0]; }
const Expression& U() { return RandomVariables()[1]; }
const Expression& V() { return RandomVariables()[2]; }
const Expression& Time() { return RandomVariables()[3]; }

/// Every operation without branches.
std::vector<Operation> SmoothOperations() {
  std::vector<Operation> operations;
  for (int i = 0; i <= static_cast<int>(Operation::kSelect); ++i) {
    const auto operation = static_cast<Operation>(i);
    // Truths make modes of their operands.
    const bool is_logic = IsTruth(operation) || operation == Operation::kSelect;
    if (NumOperands(operation) > 0 && !HasBranches(operation) && !is_logic) {
      operations.push_back(operation);
    }
  }
  // The four that are joined come more often.
  for (int i = 0; i < 10; ++i) {
    for (const auto operation :
         {Operation::kAdd, Operation::kSubtract, Operation::kMultiply, Operation::kDivide}) {
      operations.push_back(operation);
    }
  }
  return operations;
}

/// The addresses of the elements of `values`.
std::vector<const double*> AddressesOf(const std::vector<double>& values) {
  std::vector<const double*> addresses;
  for (const double& value : values) addresses.push_back(&value);
  return addresses;
}

int NumSteps(const std::vector<Expression>& outputs) {
  const Tape tape(outputs, RandomVariables());
  const std::vector<double> inputs(RandomVariables().size(), 1.5);
  std::vector<double> results(outputs.size());
  return BoundTape(tape, AddressesOf(inputs), results.data()).num_steps();
}

/// Whether the bits are the same. Which of two NaNs an operation passes on is the compiler's
/// choice.
bool AreSame(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || std::memcmp(&a, &b, sizeof(double)) == 0;
}

/// Whether both give the same numbers for all of `inputs`, to which one bound tape is applied in
/// turn.
bool Agree(const std::vector<Expression>& outputs, const std::vector<std::vector<double>>& inputs) {
  const Tape tape(outputs, RandomVariables());
  std::vector<double> expected(outputs.size()), actual(outputs.size()), values = inputs.front();
  const BoundTape bound(tape, AddressesOf(values), actual.data());
  for (const std::vector<double>& present : inputs) {
    values = present;
    tape.Evaluate(values.data(), expected.data());
    bound.Run();
    if (!std::equal(actual.begin(), actual.end(), expected.begin(), AreSame)) return false;
  }
  return true;
}

/// x1' = x2 u, x2' = -x1 u, by a method that counts its calls, and maybe by formulas too.
class Turning final : public LeafSystem<double> {
 public:
  explicit Turning(bool has_formulas) {
    const Expression x1 = Expression::Variable("x1"), x2 = Expression::Variable("x2"),
                     u = Expression::Variable("u");
    formulas_.tape = Tape(std::vector<Expression>{x2 * u, -x1 * u}, std::vector{x1, x2, u});
    formulas_.inputs = {{Operand::kContinuous, 1, 0, 0},
                        {Operand::kContinuous, 1, 0, 1},
                        {Operand::kInput, 1, 0, 1}};
    DeclareVectorInputPort("u", 2);
    DeclareTimeDerivatives<&Turning::Calc>(has_formulas ? &formulas_ : nullptr);
    DeclareContinuousState(Eigen::VectorXd{{1., 0.5}}, 0, 0, 2);
    DeclareStateOutputPort("x", ContinuousStateIndex(0));
  }
  int num_calls() const { return calls_; }

 private:
  void Calc(const Context<double>& context, const ContinuousPointers<double>& derivatives) const {
    ++calls_;
    const double* x = continuous_data(context);
    const double u = input_data(context, 0)[1];
    derivatives.z[0] = x[1] * u;
    derivatives.z[1] = -x[0] * u;
  }

  KernelTape formulas_;
  mutable int calls_ = 0;
};

/// The state after 1 s with u = (0, 2) and another with u = (0, -1).
std::vector<double> RunTurning(bool has_formulas, int* calls) {
  const Turning turning(has_formulas);
  Simulator<double> simulator(turning);
  SimulatorConfig config;
  config.integrator = "rk4";
  config.fixed_step = 0.125;
  simulator.set_config(config);
  Context<double>& context = simulator.get_mutable_context();
  for (const double u : {2., -1.}) {
    turning.get_input_port(0).FixValue(&context, Eigen::VectorXd{{0., u}});
    simulator.AdvanceTo(context.get_time() + 1);
  }
  *calls = turning.num_calls();
  const auto x = context.get_continuous_state_vector().CopyToVector();
  return {x.begin(), x.end()};
}

}  // namespace

class TestBoundTape : public QObject {
  Q_OBJECT

 private slots:
  void randomFormulasAgree();
  void stepsAreFew();
  void logicAndSelections();
  void longRows();
  void runningDoesNotAllocate();
  void refusals();
  void derivativesRunTheFormulas();
};

void TestBoundTape::randomFormulasAgree() {
  RandomExpressions random(21, SmoothOperations());
  long steps = 0, instructions = 0;
  for (int i = 0; i < RandomCount(20'000); ++i) {
    std::vector<Expression> outputs;
    const size_t count = 1 + random.Below(3);
    while (outputs.size() < count) outputs.push_back(random.Next(1 + random.Below(12)));
    QVERIFY(Agree(outputs, {random.Inputs(), random.Inputs(), random.Inputs()}));
    steps += NumSteps(outputs);
    instructions += Tape(outputs, RandomVariables()).num_instructions();
  }
  QVERIFY(steps < instructions);
}

void TestBoundTape::stepsAreFew() {
  // Van der Pol's oscillator: a copy, 1 - (x*x), and (r*u) - x.
  QCOMPARE(NumSteps({U(), (1 - X() * X()) * U() - X()}), 3);
  // The inner sum takes in both products.
  QCOMPARE(NumSteps({(X() * U() + V() * Time()) + X()}), 2);
  QCOMPARE(NumSteps({X() * U() + V() * Time()}), 1);
  // What is used twice, or is an output itself, is a step.
  QCOMPARE(NumSteps({(X() * U()) / (1 + X() * U())}), 2);
  QCOMPARE(NumSteps({X() * U(), X() * U() + V()}), 2);
  QCOMPARE(NumSteps({X() + U(), X() + U()}), 2);
  // A function takes a step and joins nothing.
  QCOMPARE(NumSteps({sin(X() * U()) + V()}), 3);
  // Nothing but copies.
  QCOMPARE(NumSteps({X(), Expression(4)}), 2);
  QCOMPARE(NumSteps({}), 0);
}

void TestBoundTape::logicAndSelections() {
  // A condition that is a comparison is a mode, and so is any other; what is left are constants.
  const Expression chosen = Expression::Make(Operation::kSelect, Expression(1), X(), U());
  QVERIFY(Agree({chosen, Expression::Make(Operation::kNot, Expression(0), {}, {})},
                {{1, 2, 3, 4}, {5, 6, 7, 8}}));
}

void TestBoundTape::longRows() {
  // Sines cannot be joined: 2,500 steps that follow each other, of which a row holds 1,000.
  Expression chain = X();
  for (int i = 0; i < 2500; ++i) chain = sin(chain);
  QCOMPARE(NumSteps({chain}), 2500);
  QVERIFY(Agree({chain, chain * U()}, {{1, 2, 3, 4}, {0.1, -6, 7, 8}}));
  for (const int length : {999, 1000, 1001, 2000}) {
    Expression exact = X();
    for (int i = 0; i < length; ++i) exact = sin(exact);
    QVERIFY(Agree({exact}, {{1, 2, 3, 4}, {0.1, -6, 7, 8}}));
  }
}

void TestBoundTape::runningDoesNotAllocate() {
  const Tape tape(std::vector<Expression>{sin(X()) * U() + V(), X()}, RandomVariables());
  std::vector<double> inputs{1, 2, 3, 4}, results(2);
  const BoundTape bound(tape, AddressesOf(inputs), results.data());
  const long before = AllocationCount();
  bound.Run();
  QCOMPARE(AllocationCount() - before, 0L);
  QCOMPARE(results[1], 1.);
}

void TestBoundTape::refusals() {
  const std::vector<double> inputs{1, 2, 3, 4};
  double result = 0;
  const Tape branches(std::vector<Expression>{abs(X())}, RandomVariables());
  QCOMPARE(MessageOf([&] { const BoundTape bound(branches, AddressesOf(inputs), &result); }),
           std::string("BoundTape: the tape has modes"));
  const Tape tape(std::vector<Expression>{X()}, RandomVariables());
  QCOMPARE(MessageOf([&] {
             const BoundTape bound(tape, AddressesOf({1, 2}), &result);
           }),
           std::string("BoundTape: the tape has 4 inputs, not 2"));
}

void TestBoundTape::derivativesRunTheFormulas() {
  int calls_of_method = 0, calls_of_formulas = 0;
  const auto by_method = RunTurning(false, &calls_of_method);
  const auto by_formulas = RunTurning(true, &calls_of_formulas);
  QVERIFY(by_method == by_formulas);
  QVERIFY(calls_of_method >= 64);
  QCOMPARE(calls_of_formulas, 0);
}

LOOPWRIGHT_TEST(TestBoundTape)

}  // namespace loopwright::test_bound_tape

#include "test_bound_tape.moc"
