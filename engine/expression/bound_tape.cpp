#include "engine/expression/bound_tape.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>

#include "engine/expression/tape_evaluate.h"

namespace loopwright {
namespace {

/// What stands in a bracket of a step: a number as it is, or one of the four operations, in their
/// order.
enum Bracket { kNumber, kSum, kDifference, kProduct, kQuotient, kNumBrackets };

// How an operation is called in a step; kNumber for those that always take a step of their own.
Bracket BracketOf(Operation operation) {
  if (operation < Operation::kAdd || operation > Operation::kDivide) return kNumber;
  return static_cast<Bracket>(kSum +
                              (static_cast<int>(operation) - static_cast<int>(Operation::kAdd)));
}

// Of a number, `b` does not matter.
template <Bracket kBracket>
double Combine(double a, double b) {
  if constexpr (kBracket == kSum) return a + b;
  if constexpr (kBracket == kDifference) return a - b;
  if constexpr (kBracket == kProduct) return a * b;
  if constexpr (kBracket == kQuotient) return a / b;
  return a;
}

}  // namespace

/// Turns the instructions of a tape into steps. Each instruction is looked at as an operation whose
/// operands are addresses or earlier operations; one of + - * / that is used once, by another one
/// of these, may be computed in the step of that one. Which ones are is chosen so that the steps
/// are as few as can be: that is the covering of a tree by tiles, solved from the leaves to the
/// root (Aho and Johnson, "Optimal code generation for expression trees", J. ACM 23, 1976). In
/// (a*b + c*d) + e the sum in brackets takes in both products and is a step of its own: two steps,
/// while the outer sum with the inner one would leave two products, which makes three.
class TapeBinder {
 public:
  TapeBinder(const Tape& tape, std::span<const double* const> inputs, double* outputs,
             BoundTape* bound)
      : tape_(tape), inputs_(inputs), outputs_(outputs), bound_(bound) {
    ReadOperations();
    Embed();
    for (int i = 0; i < std::ssize(nodes_); ++i) {
      if (!nodes_[i].is_embedded) AddStep(i);
    }
    AddCopies();
    WriteSteps();
  }

 private:
  using Word = BoundTape::Word;
  using StepFunction = BoundTape::StepFunction;

  /// A value: that of an input, a constant or an operation by its number.
  struct Value {
    enum Kind { kNone, kInput, kConstant, kNode } kind = kNone;
    int number = 0;
  };
  struct Node {
    const Tape::Instruction* instruction;
    std::array<Value, 3> operands;
    int num_uses = 0;
    bool is_embedded = false;
    int output = -1;  ///< the first output that it is
    int result = -1;  ///< which of the results that are kept it is
    /// How many steps it takes with all below it that it alone needs: as a step of its own, and
    /// without that step.
    int num_steps = 0, num_steps_embedded = 0;
  };
  /// A step whose operands are not addresses yet. What it computes is a node, or of a copy, whose
  /// node is -1, an output.
  struct Step {
    StepFunction run;
    int node, output;
    std::vector<Value> operands;
  };

  // The value in each register changes as the tape goes on, so `registers` is what a register holds
  // at the present instruction.
  void ReadOperations() {
    std::vector<Value> registers(tape_.num_registers_);
    const int num_inputs = tape_.num_inputs_;
    for (int i = 0; i < num_inputs; ++i) registers[i] = {Value::kInput, i};
    for (int i = 0; i < std::ssize(tape_.constants_); ++i) {
      registers[num_inputs + i] = {Value::kConstant, i};
    }
    for (const Tape::Instruction& instruction : tape_.instructions_) {
      Node node{&instruction, {}};
      const int places[] = {instruction.a, instruction.b, instruction.c};
      for (int i = 0; i < NumOperands(instruction.operation); ++i) {
        node.operands[i] = registers[places[i]];
        if (Node* below = NodeOf(node.operands[i])) ++below->num_uses;
      }
      registers[instruction.target] = {Value::kNode, static_cast<int>(nodes_.size())};
      nodes_.push_back(node);
    }
    for (int i = 0; i < tape_.num_outputs(); ++i) {
      results_.push_back(registers[tape_.outputs_[i]]);
      Node* node = NodeOf(results_.back());
      if (node != nullptr && node->output < 0) node->output = i;
    }
  }

  /// The operation that a value is; null where it is none.
  Node* NodeOf(const Value& value) {
    return value.kind == Value::kNode ? &nodes_[value.number] : nullptr;
  }
  static bool IsArithmetic(const Node& node) {
    return BracketOf(node.instruction->operation) != kNumber;
  }
  // One of + - * / that nobody but one step needs.
  static bool MayBeEmbedded(const Node& node) {
    return node.num_uses == 1 && node.output < 0 && IsArithmetic(node);
  }

  // Counts steps from the first operation to the last, then chooses from the last to the first.
  // What several operations use is a step in any case and counts for none of them.
  void Embed() {
    for (Node& node : nodes_) {
      node.num_steps = 1;
      for (const Value& value : node.operands) {
        const Node* below = NodeOf(value);
        if (below == nullptr) continue;
        const int num_steps = below->num_uses == 1 ? below->num_steps : 0;
        node.num_steps_embedded += num_steps;
        node.num_steps += IsArithmetic(node) && MayBeEmbedded(*below)
                              ? std::min(num_steps, below->num_steps_embedded)
                              : num_steps;
      }
    }
    for (auto node = nodes_.rbegin(); node != nodes_.rend(); ++node) {
      if (node->is_embedded || !IsArithmetic(*node)) continue;
      for (const Value& value : node->operands) {
        Node* below = NodeOf(value);
        if (below == nullptr) continue;
        below->is_embedded = MayBeEmbedded(*below) && below->num_steps_embedded < below->num_steps;
      }
    }
  }

  // Embedded operands are brackets, whose own operands become those of the step.
  void AddStep(int number) {
    Node& node = nodes_[number];
    if (node.output < 0) node.result = num_results_++;
    const Operation operation = node.instruction->operation;
    Step step{nullptr, number, -1, {}};
    Bracket brackets[2] = {kNumber, kNumber};
    for (int i = 0; i < NumOperands(operation); ++i) {
      const Node* below = NodeOf(node.operands[i]);
      if (below != nullptr && below->is_embedded) {
        brackets[i] = BracketOf(below->instruction->operation);
        step.operands.push_back(below->operands[0]);
        step.operands.push_back(below->operands[1]);
      } else {
        step.operands.push_back(node.operands[i]);
      }
    }
    step.run =
        IsArithmetic(node)
            ? kArithmetic[((BracketOf(operation) - 1) * kNumBrackets + brackets[0]) * kNumBrackets +
                          brackets[1]]
            : kSingle[static_cast<size_t>(operation)];
    steps_.push_back(std::move(step));
  }

  // Outputs that are inputs or constants, or the same as an earlier output.
  void AddCopies() {
    for (int i = 0; i < std::ssize(results_); ++i) {
      const Node* node = NodeOf(results_[i]);
      if (node == nullptr || node->output != i) steps_.push_back({&RunCopy, -1, i, {results_[i]}});
    }
  }

  // How many numbers and words there are is known now, so that addresses are.
  void WriteSteps() {
    constexpr int kLongestRow = 1000;
    const size_t num_constants = tape_.constants_.size();
    size_t size = num_constants + num_results_ + 1;
    for (const Step& step : steps_) size += 2 + step.operands.size();
    bound_->num_steps_ = static_cast<int>(steps_.size());
    bound_->memory_.resize(size + steps_.size() / kLongestRow);
    Word* next = bound_->memory_.data();
    for (const double constant : tape_.constants_) next++->number = constant;
    next += num_results_;
    bound_->first_ = next;
    int length = 0;
    for (const Step& step : steps_) {
      if (length++ == kLongestRow) {
        next++->run = &Return;
        bound_->further_starts_.push_back(next);
        length = 1;
      }
      next++->run = step.run;
      next++->target = step.node < 0 ? outputs_ + step.output : TargetOf(nodes_[step.node]);
      for (const Value& operand : step.operands) next++->operand = AddressOf(operand);
    }
    next->run = &Return;
  }

  // An operation that is an output is written there.
  double* TargetOf(const Node& node) {
    if (node.output >= 0) return outputs_ + node.output;
    return &bound_->memory_[tape_.constants_.size() + node.result].number;
  }
  const double* AddressOf(const Value& value) {
    switch (value.kind) {
      case Value::kInput:
        return inputs_[value.number];
      case Value::kConstant:
        return &bound_->memory_[value.number].number;
      case Value::kNode:
        return TargetOf(nodes_[value.number]);
      case Value::kNone:
        break;
    }
    return nullptr;
  }

  static void Return(const Word*) {}
  // To the step behind one of `count` operands.
  static void GoOn(const Word* step, int count) {
    const Word* const next = step + 2 + count;
    next->run(next);
  }

  static void RunCopy(const Word* step) {
    *step[1].target = *step[2].operand;
    GoOn(step, 1);
  }

  // (a ∘ b) ∘ (c ∘ d), without b and d where there is no bracket.
  template <int kOuter, int kLeft, int kRight>
  static void RunArithmetic(const Word* step) {
    constexpr int kRightBegin = kLeft == kNumber ? 3 : 4,
                  kEnd = kRightBegin + (kRight == kNumber ? 1 : 2);
    const double left = Combine<Bracket(kLeft)>(*step[2].operand, *step[kRightBegin - 1].operand);
    const double right =
        Combine<Bracket(kRight)>(*step[kRightBegin].operand, *step[kEnd - 1].operand);
    *step[1].target = Combine<Bracket(kOuter)>(left, right);
    GoOn(step, kEnd - 2);
  }

  // Any other operation, as a tape computes it.
  template <size_t kOperation>
  static void RunSingle(const Word* step) {
    constexpr auto operation = static_cast<Operation>(kOperation);
    constexpr Tape::Instruction instruction{operation, false, -1, 0, 0, 0, 0};
    const double a = *step[2].operand;
    if constexpr (operation == Operation::kNegate) {
      *step[1].target = -a;
    } else if constexpr (operation == Operation::kSelect) {
      *step[1].target = a != 0 ? *step[3].operand : *step[4].operand;
    } else {
      const double b = NumOperands(operation) > 1 ? *step[3].operand : 0;
      *step[1].target = Tape::Compute<double>(instruction, a, b);
    }
    GoOn(step, NumOperands(operation));
  }

  template <size_t... k>
  static constexpr auto ArithmeticTable(std::index_sequence<k...>) {
    return std::array<StepFunction, sizeof...(k)>{
        &RunArithmetic<k / (kNumBrackets * kNumBrackets) + 1, k / kNumBrackets % kNumBrackets,
                       k % kNumBrackets>...};
  }
  template <size_t... k>
  static constexpr auto SingleTable(std::index_sequence<k...>) {
    return std::array<StepFunction, sizeof...(k)>{&RunSingle<k>...};
  }
  static constexpr size_t kNumForms = (kNumBrackets - 1) * kNumBrackets * kNumBrackets;
  static constexpr size_t kNumOperations = static_cast<size_t>(Operation::kSelect) + 1;
  /// By the operation outside, which is none of kNumber, and the two brackets.
  static const std::array<StepFunction, kNumForms> kArithmetic;
  /// By operation.
  static const std::array<StepFunction, kNumOperations> kSingle;

  const Tape& tape_;
  const std::span<const double* const> inputs_;
  double* const outputs_;
  BoundTape* const bound_;
  std::vector<Node> nodes_;
  std::vector<Value> results_;  ///< the outputs
  std::vector<Step> steps_;
  int num_results_ = 0;  ///< of operations, to be kept
};

constexpr std::array<TapeBinder::StepFunction, TapeBinder::kNumForms> TapeBinder::kArithmetic =
    ArithmeticTable(std::make_index_sequence<kNumForms>());
constexpr std::array<TapeBinder::StepFunction, TapeBinder::kNumOperations> TapeBinder::kSingle =
    SingleTable(std::make_index_sequence<kNumOperations>());

// An operation with branches would need to be told which to take.
BoundTape::BoundTape(const Tape& tape, std::span<const double* const> inputs, double* outputs) {
  if (tape.num_modes() > 0) throw std::logic_error("BoundTape: the tape has modes");
  if (std::ssize(inputs) != tape.num_inputs()) {
    throw std::logic_error("BoundTape: the tape has " + std::to_string(tape.num_inputs()) +
                           " inputs, not " + std::to_string(inputs.size()));
  }
  TapeBinder(tape, inputs, outputs, this);
}

}  // namespace loopwright
