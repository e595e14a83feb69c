#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/expression/expression.h"

namespace loopwright {

/// A list of expressions lowered to a flat program: common subexpressions are computed once,
/// constants are folded, and evaluation is one loop over an array of instructions that allocates
/// nothing after its first call on a thread.
///
/// Every operation with branches that depends on a variable (every comparison, abs, sign, floor,
/// ceil, round, mod, min and max of two) is a *mode*: the index of its branch can be held, which
/// makes the tape a smooth function. The truth of an operand of `and`, `or`, `not` or of a
/// selection's condition that is neither a comparison nor logic is the comparison u != 0. Modes are
/// numbered so that a mode depends on earlier ones only. Branches, and the margins that are
/// positive while a branch is the right one:
///
/// | operation     | index                | margin                         |
/// |---------------|----------------------|--------------------------------|
/// | a < b, a <= b | 1 true, 0 false      | 1: b-a, 0: a-b                 |
/// | a > b, a >= b | 1 true, 0 false      | 1: a-b, 0: b-a                 |
/// | a == b        | 1 true, 0 false      | 1: -abs(a-b), 0: abs(a-b)      |
/// | a != b        | 1 true, 0 false      | 1: abs(a-b), 0: -abs(a-b)      |
/// | abs(u)        | 1 for u, -1 for -u   | 1: u, -1: -u                   |
/// | sign(u)       | -1, 0, 1 (2 for NaN) | 1: u, 0 and 2: -abs(u), -1: -u |
/// | floor(u)      | n = floor(u)         | min(u-n, n+1-u)                |
/// | ceil(u)       | n = ceil(u)          | min(u-(n-1), n-u)              |
/// | round(u)      | n = round(u)         | min(u-(n-1/2), n+1/2-u)        |
/// | mod(a, b)     | n = floor(a/b)       | min(a/b-n, n+1-a/b)            |
/// | min(a, b)     | 0 for a, 1 for b     | 0: b-a, 1: a-b                 |
/// | max(a, b)     | 0 for a, 1 for b     | 0: a-b, 1: b-a                 |
///
/// A branch that holds at a single point (a == b true, sign 0) has a margin that is zero there and
/// negative elsewhere. The indices of floor, ceil and round stop at +-2^53, from where every double
/// is an integer, and a quotient of mod from +-2^50 on has the index 2^53; so has NaN. In these
/// branches the value follows the operands.
class Tape {
 public:
  /// Computes nothing.
  Tape() = default;
  /// Computes `outputs` from `variables`. Throws std::logic_error where an output needs a variable
  /// that is not listed, or where `variables` holds something else or the same variable twice.
  Tape(std::span<const Expression> outputs, std::span<const Expression> variables);

  int num_inputs() const { return num_inputs_; }
  int num_outputs() const { return static_cast<int>(outputs_.size()); }
  int num_modes() const { return num_modes_; }
  /// How many instructions an evaluation carries out.
  int num_instructions() const { return static_cast<int>(instructions_.size()); }
  /// How many values an evaluation keeps at once.
  int num_registers() const { return num_registers_; }
  /// Whether output `output` depends on input `input` by structure (direct feedthrough).
  bool DependsOn(int output, int input) const {
    return depends_[static_cast<size_t>(output) * static_cast<size_t>(num_inputs_) +
                    static_cast<size_t>(input)];
  }

  /// Computes all outputs. With `held_modes` null, branches follow the present values; else it
  /// gives the num_modes() branch indices to use. `outputs` may be the same array as `inputs`.
  template <typename T>
  void Evaluate(const T* inputs, T* outputs, const int64_t* held_modes = nullptr) const;

  /// The same in place: `registers`, num_registers() of them, start with the inputs.
  template <typename T>
  void EvaluateIn(T* registers, T* outputs, const int64_t* held_modes = nullptr) const;

  /// The branch of each mode at the present values. With `held_modes`, the branch of each where all
  /// others are held: that of `abs` in abs(0.5 - sign(x)) follows from the sign that is held.
  template <typename T>
  void CalcModes(const T* inputs, int64_t* modes, const int64_t* held_modes = nullptr) const;

  /// The margin of each mode while all are held: positive where the held branch is the right one,
  /// falling through zero where it stops being so.
  template <typename T>
  void CalcMargins(const T* inputs, const int64_t* held_modes, T* margins) const;

 private:
  friend class TapeBuilder;
  friend class TapeBinder;

  /// register[target] = operation(register[a], register[b], register[c]).
  struct Instruction {
    Operation operation;
    bool constant_exponent;  // Of kPower: register[b] is a constant.
    int mode;                // -1 where the operation has no branches.
    int target, a, b, c;
  };
  enum class Branches { kFollow, kRecord, kHold, kRecordBesideHeld, kMargins };

  // Fills registers with the inputs and runs in them.
  template <Branches kBranches, typename T>
  void Run(const T* inputs, const int64_t* held_modes, T* outputs, int64_t* modes,
           T* margins) const;
  // Fills the registers with constants, runs the instructions, and copies the outputs to `outputs`
  // unless it is null.
  template <Branches kBranches, typename T>
  void RunIn(T* registers, const int64_t* held_modes, T* outputs, int64_t* modes, T* margins) const;
  template <Branches kBranches, typename T>
  void RunOn(T* registers, const int64_t* held_modes, int64_t* modes, T* margins) const;
  template <typename T>
  static T Compute(const Instruction& instruction, const T& a, const T& b);

  // Registers hold the inputs, then the constants, then whatever instructions compute.
  std::vector<Instruction> instructions_;
  std::vector<double> constants_;
  std::vector<int> outputs_;  // The register of each output.
  std::vector<bool> depends_;
  int num_inputs_{0};
  int num_modes_{0};
  int num_registers_{0};
};

}  // namespace loopwright
