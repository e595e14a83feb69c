#include "engine/expression/tape.h"

#include <stdexcept>
#include <string>
#include <unordered_map>

#include "engine/expression/tape_evaluate.h"

namespace loopwright {

// Numbers the expressions below the outputs, lists their operations operands first, and gives every
// operation a register that it keeps until its last use.
class TapeBuilder {
 public:
  TapeBuilder(std::span<const Expression> outputs, std::span<const Expression> variables,
              Tape* tape)
      : order_(OrderOperandsFirst(outputs)), outputs_(outputs), tape_(tape) {
    PlaceVariables(variables);
    PlaceConstants();
    CountUses();
    for (const Expression& expression : order_) {
      if (expression.num_operands() > 0) AddInstruction(expression);
    }
    for (const Expression& output : outputs_) {
      tape_->outputs_.push_back(register_.at(output.id()));
    }
    FindDependencies();
  }

 private:
  // Inputs have the first registers, in the order in which they are listed.
  void PlaceVariables(std::span<const Expression> variables) {
    for (const Expression& variable : variables) {
      if (!variable.is_variable()) {
        throw std::logic_error("Tape: the inputs must be variables");
      }
      if (!register_.emplace(variable.id(), tape_->num_registers_).second) {
        throw std::logic_error("Tape: the variable '" + variable.name() + "' is listed twice");
      }
      ++tape_->num_registers_;
    }
    tape_->num_inputs_ = tape_->num_registers_;
    for (const Expression& expression : order_) {
      if (expression.is_variable() && !register_.contains(expression.id())) {
        throw std::logic_error("Tape: the variable '" + expression.name() + "' is no input");
      }
    }
  }

  // Constants come behind them and are filled in at each evaluation.
  void PlaceConstants() {
    for (const Expression& expression : order_) {
      if (!expression.is_constant()) continue;
      tape_->constants_.push_back(expression.value());
      register_[expression.id()] = tape_->num_registers_++;
    }
  }

  // How often each value is still needed, so that its register can be used again afterwards.
  void CountUses() {
    for (const Expression& expression : order_) {
      for (int i = 0; i < expression.num_operands(); ++i) ++uses_[expression.operand(i).id()];
    }
    // Outputs are read at the end: their count never falls to zero.
    for (const Expression& output : outputs_) ++uses_[output.id()];
  }

  // The target gets its register before those of the operands are given back, so no instruction
  // writes where it reads.
  void AddInstruction(const Expression& expression) {
    const Operation operation = expression.operation();
    const int count = expression.num_operands();
    Tape::Instruction instruction{operation, false, -1, 0, 0, 0, 0};
    int* const places[] = {&instruction.a, &instruction.b, &instruction.c};
    for (int i = 0; i < count; ++i) *places[i] = register_.at(expression.operand(i).id());
    if (operation == Operation::kPower && expression.operand(1).is_constant()) {
      instruction.constant_exponent = true;
      if (expression.operand(1).value() == 2) {  // A square is a product (see Power()).
        instruction.operation = Operation::kMultiply;
        instruction.b = instruction.a;
      }
    }
    // Constants are folded, so what is left depends on a variable.
    if (HasBranches(operation)) instruction.mode = tape_->num_modes_++;
    if (free_.empty()) free_.push_back(tape_->num_registers_++);
    instruction.target = free_.back();
    free_.pop_back();
    register_[expression.id()] = instruction.target;
    for (int i = 0; i < count; ++i) {
      const Expression operand = expression.operand(i);
      if (--uses_.at(operand.id()) == 0 && operand.num_operands() > 0) {
        free_.push_back(register_.at(operand.id()));
      }
    }
    tape_->instructions_.push_back(instruction);
  }

  // For each output, which inputs occur below it.
  void FindDependencies() {
    const size_t num_inputs = tape_->num_inputs_;
    for (const Expression& output : outputs_) {
      std::vector<bool> row(num_inputs, false);
      for (const Expression& expression : OrderOperandsFirst({&output, 1})) {
        if (expression.is_variable()) {
          row[register_.at(expression.id())] = true;
        }
      }
      tape_->depends_.insert(tape_->depends_.end(), row.begin(), row.end());
    }
  }

  const std::vector<Expression> order_;
  const std::span<const Expression> outputs_;
  Tape* const tape_;
  std::unordered_map<const void*, int> register_;
  std::unordered_map<const void*, int> uses_;
  std::vector<int> free_;
};

Tape::Tape(std::span<const Expression> outputs, std::span<const Expression> variables) {
  TapeBuilder(outputs, variables, this);
}

LOOPWRIGHT_INSTANTIATE_TAPE(double);
LOOPWRIGHT_INSTANTIATE_TAPE(AutoDiff);
LOOPWRIGHT_INSTANTIATE_TAPE(Expression);

}  // namespace loopwright
