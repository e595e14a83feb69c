#pragma once

// The evaluation of tapes, for the sources that instantiate it. A scalar T needs arithmetic, the
// elementary functions by argument-dependent lookup (pow(T, double) included), construction from
// double, select() and ValueOf(). Over Expression a tape traces itself: without held modes it
// gives expressions in its inputs; modes and their branches need inputs that are constant.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "engine/common/few_elements.h"
#include "engine/expression/tape.h"
#include "engine/expression/tape_branches.h"

namespace loopwright {

/// Operations that have no branches and are not as frequent as those that RunOn() carries out
/// itself. The functions of the standard library are found for double, and for other scalars those
/// beside the scalar.
template <typename T>
T Tape::Compute(const Instruction& instruction, const T& a, const T& b) {
  using std::atan2, std::pow;
  switch (instruction.operation) {
    // A constant exponent needs no derivative with respect to it, which a negative base would not
    // have.
    case Operation::kPower:
      // Numbers go through the same function as formulas do, so that both agree to the last bit.
      if constexpr (std::is_same_v<T, double>) {
        return Power(a, b);
      } else if constexpr (kIsSymbolic<T>) {
        return pow(a, b);
      } else {
        return instruction.constant_exponent ? T(pow(a, ValueOf(b))) : T(pow(a, b));
      }
    // Logic on truths that are modes already.
    case Operation::kAnd:
    case Operation::kOr:
    case Operation::kNot:
      return tape_branches::Follow(instruction.operation, a, b);
    // The angle of the point (b, a).
    case Operation::kAtan2:
      return atan2(a, b);
    default:
      return ApplyElementary(instruction.operation, a);
  }
}

/// The loop itself: one pass over the instructions, each of which reads up to three registers and
/// writes one. kBranches says what is done with operations that have branches, and the compiler
/// makes a loop of its own for each way:
/// - kFollow: the branch of the present values;
/// - kRecord: the same, noted in `modes`;
/// - kHold: the branch that `held_modes` gives;
/// - kRecordBesideHeld: computed with the held one, while the branch of the present values is
///   noted;
/// - kMargins: computed with the held one, while its margin is noted.
template <Tape::Branches kBranches, typename T>
void Tape::RunOn(T* registers, const int64_t* held_modes, int64_t* modes, T* margins) const {
  // Whether a branch comes from `held_modes`.
  constexpr bool kHeld = kBranches != Branches::kFollow && kBranches != Branches::kRecord;
  // The frequent operations first, without a call.
  for (const Instruction& instruction : instructions_) {
    const T& a = registers[instruction.a];
    const T& b = registers[instruction.b];
    T& target = registers[instruction.target];
    switch (instruction.operation) {
      case Operation::kAdd:
        target = a + b;
        continue;
      case Operation::kSubtract:
        target = a - b;
        continue;
      case Operation::kMultiply:
        target = a * b;
        continue;
      case Operation::kDivide:
        target = a / b;
        continue;
      case Operation::kNegate:
        target = -a;
        continue;
      // A value is only copied, an expression has to keep both until the condition is known.
      case Operation::kSelect:
        if constexpr (kIsSymbolic<T>) {
          target = select(a, b, registers[instruction.c]);
        } else {
          target = ValueOf(a) != 0 ? b : registers[instruction.c];
        }
        continue;
      default:
        break;
    }
    // The others: those without branches, and those of which one is chosen.
    if (instruction.mode < 0) {
      target = Compute(instruction, a, b);
      continue;
    }
    // An expression keeps the operation itself, with all its branches.
    if constexpr (kIsSymbolic<T> && kBranches == Branches::kFollow) {
      target = Expression::Make(instruction.operation, a, b);
      continue;
    }
    // The branch first, then what the way of evaluation wants of it, then the value in that
    // branch.
    const int64_t index =
        kHeld ? held_modes[instruction.mode] : tape_branches::IndexOf(instruction.operation, a, b);
    if constexpr (kBranches == Branches::kRecord) modes[instruction.mode] = index;
    if constexpr (kBranches == Branches::kRecordBesideHeld) {
      modes[instruction.mode] = tape_branches::IndexOf(instruction.operation, a, b);
    }
    if constexpr (kBranches == Branches::kMargins) {
      margins[instruction.mode] = tape_branches::Margin(instruction.operation, index, a, b);
    }
    target = tape_branches::Value(instruction.operation, index, a, b);
  }
}

/// Constants are filled in behind the inputs, and outputs are read at the end.
template <Tape::Branches kBranches, typename T>
void Tape::RunIn(T* registers, const int64_t* held_modes, T* outputs, int64_t* modes,
                 T* margins) const {
  // Registers: inputs, constants, results of instructions.
  T* next = registers + num_inputs_;
  for (const double& constant : constants_) *next++ = T(ReadAlone(constant));
  RunOn<kBranches, T>(registers, held_modes, modes, margins);
  if (outputs == nullptr) return;
  for (const int output : outputs_) *outputs++ = registers[output];
}

/// The registers are this function's own: nothing is allocated after the first call on a thread.
template <Tape::Branches kBranches, typename T>
void Tape::Run(const T* inputs, const int64_t* held_modes, T* outputs, int64_t* modes,
               T* margins) const {
  // Few and plain registers lie on the stack, others are kept for the thread; evaluation does not
  // nest.
  if constexpr (std::is_trivially_default_constructible_v<T>) {
    constexpr int kOnStack = 128;
    if (num_registers_ <= kOnStack) {
      std::array<T, kOnStack> registers;
      CopyElements(inputs, num_inputs_, registers.data());
      RunIn<kBranches, T>(registers.data(), held_modes, outputs, modes, margins);
      return;
    }
  }
  thread_local std::vector<T> registers;
  if (registers.size() < static_cast<size_t>(num_registers_)) {
    registers.resize(num_registers_);
  }
  std::copy_n(inputs, num_inputs_, registers.begin());
  RunIn<kBranches, T>(registers.data(), held_modes, outputs, modes, margins);
}

/// What users call; this and the functions below each choose one of the ways above. Without held
/// modes branches follow the present values.
template <typename T>
void Tape::Evaluate(const T* inputs, T* outputs, const int64_t* held_modes) const {
  if (held_modes == nullptr) {
    Run<Branches::kFollow, T>(inputs, nullptr, outputs, nullptr, nullptr);
  } else {
    Run<Branches::kHold, T>(inputs, held_modes, outputs, nullptr, nullptr);
  }
}

/// With registers of the caller, who may keep them from one evaluation to the next.
template <typename T>
void Tape::EvaluateIn(T* registers, T* outputs, const int64_t* held_modes) const {
  if (held_modes == nullptr) {
    RunIn<Branches::kFollow, T>(registers, nullptr, outputs, nullptr, nullptr);
  } else {
    RunIn<Branches::kHold, T>(registers, held_modes, outputs, nullptr, nullptr);
  }
}

/// Only branches are wanted, and no outputs.
template <typename T>
void Tape::CalcModes(const T* inputs, int64_t* modes, const int64_t* held_modes) const {
  if (held_modes == nullptr) {
    Run<Branches::kRecord, T>(inputs, nullptr, nullptr, modes, nullptr);
  } else {
    Run<Branches::kRecordBesideHeld, T>(inputs, held_modes, nullptr, modes, nullptr);
  }
}

/// How far the inputs are inside the held branches.
template <typename T>
void Tape::CalcMargins(const T* inputs, const int64_t* held_modes, T* margins) const {
  Run<Branches::kMargins, T>(inputs, held_modes, nullptr, nullptr, margins);
}

}  // namespace loopwright

/// Instantiates the evaluation of tapes over the scalar T, in namespace loopwright.
#define LOOPWRIGHT_INSTANTIATE_TAPE(T)                                     \
  template void Tape::Evaluate(const T*, T*, const int64_t*) const;        \
  template void Tape::EvaluateIn(T*, T*, const int64_t*) const;            \
  template void Tape::CalcModes(const T*, int64_t*, const int64_t*) const; \
  template void Tape::CalcMargins(const T*, const int64_t*, T*) const
