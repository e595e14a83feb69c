#pragma once

#include <span>
#include <vector>

#include "engine/expression/tape.h"

namespace loopwright {

/// A tape of numbers without modes, bound to the addresses of what it reads and writes: what a
/// run evaluates thousands of times, always at the same places.
///
/// A step computes up to three operations at once, `(a ∘ b) ∘ (c ∘ d)` with any of + - * / in the
/// places of ∘ and a number in that of a bracket: (1 - x1^2)*x2 - x1 is two steps, `1 - (x1 * x1)`
/// and `(r * x2) - x1`. So values that are needed once stay in the processor, and there are fewer
/// steps to go to. These are the superoperators of Proebsting, "Optimizing an ANSI C interpreter
/// with superoperators" (POPL 1995). Operations keep their order, so results are those of
/// Tape::Evaluate() to the last bit (where both operands are NaN, it may be the other NaN).
///
/// The derivatives of a DifferentialEquation take a fifth of the time that they take with
/// Tape::EvaluateIn() (benchmark blocks/DifferentialEquation).
class BoundTape {
 public:
  /// `inputs` has the address of each input of `tape`, null where the tape does not need it;
  /// results go to the tape.num_outputs() numbers at `outputs`, which must not overlap what is
  /// read. Throws std::logic_error where the tape has modes or another number of inputs.
  BoundTape(const Tape& tape, std::span<const double* const> inputs, double* outputs);
  // Steps point into the object's own memory.
  BoundTape(const BoundTape&) = delete;
  BoundTape& operator=(const BoundTape&) = delete;

  /// Computes all outputs from what lies at the inputs now.
  void Run() const {
    first_->run(first_);
    for (const Word* start : further_starts_) start->run(start);
  }
  /// How many steps that takes, at most as many as the tape has instructions and outputs.
  int num_steps() const { return num_steps_; }

 private:
  friend class TapeBinder;
  union Word;
  /// Computes a step, of which the word is the first, and then goes on to the step behind it, which
  /// compilers make a jump of.
  using StepFunction = void (*)(const Word* step);
  /// A step is its function, the place of its result, and those of as many operands as it has.
  union Word {
    double number;
    StepFunction run;
    double* target;
    const double* operand;
  };

  /// Constants, then results that later steps read, then the steps, so that all that an evaluation
  /// needs lies together. The last step of a row only returns.
  std::vector<Word> memory_;
  const Word* first_ = nullptr;  ///< the first step
  /// Those of further rows of steps: where a compiler makes calls of the jumps, a row must not be
  /// longer than the call stack can bear.
  std::vector<const Word*> further_starts_;
  int num_steps_ = 0;
};

}  // namespace loopwright
