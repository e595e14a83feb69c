#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "blocklib/common/block_leaf.h"
#include "engine/expression/tape.h"
#include "engine/traits/state_names.h"

namespace loopwright {

/// @name The variables of which a block's formulas are made
/// Counted from 0 here and, but for elements, from 1 in their names: `x1`, `u1[0]`, `t`, `n`.
/// @{
Expression StateVariable(int i);
/// An element of an input: `u2[0]` for port 1 and element 0.
Expression InputVariable(int port, int element);
/// The time t in seconds.
Expression TimeVariable();
/// The number n of updates done, of discrete systems.
Expression StepVariable();
/// @}

/// What systems that are given as formulas have in common: inputs u1 … un, states x1 … xm of one
/// kind, an output y whose elements are formulas, and a mode for each operation with branches.
///
/// The blocks Expression, DifferentialEquation, DifferenceEquation and StochasticEquation derive
/// from it. Formulas become tapes once, in the constructor (Function), and are run from then on.
template <typename T>
class FormulaSystem : public BlockLeaf<T>, public StateNames {
 public:
  /// `x1` … `xm` and, of discrete systems, `n`.
  std::string NameOfState(int group, int element) const final {
    return group == 1 ? "n" : "x" + std::to_string(element + 1);
  }

 protected:
  enum class StateKind { kNone, kContinuous, kDiscrete };

  /// Formulas as a tape, with where the variables lie that they need, and which these are.
  struct Function : KernelTape {
    /// Over Expression: variables that are none of the block's, parameters of the diagram.
    std::vector<Expression> symbols;
    std::vector<bool> uses_input;
    bool uses_state = false;
    bool uses_time = false;
    bool uses_step = false;
    /// Whether branches can be held; where they cannot, they follow the values.
    bool has_modes = false;
    int first_mode = 0;
  };

  /// A system without state: the outputs are all there is.
  FormulaSystem(SystemScalarConverter converter, const std::vector<int>& input_widths,
                const std::vector<Expression>& outputs)
      : FormulaSystem(std::move(converter), input_widths, outputs, StateKind::kNone, {}, {}) {}
  /// Declares inputs, states, modes and the output y. `changes` has the derivatives of continuous
  /// state, or the next values of discrete state, for which the derived class declares updates
  /// (DeclareUpdates()). Discrete systems also get a group 1, the number n of updates done.
  FormulaSystem(SystemScalarConverter converter, const std::vector<int>& input_widths,
                const std::vector<Expression>& outputs, StateKind kind,
                const std::vector<Expression>& changes, const VectorX<T>& initial_state);
  /// The updates of discrete state, at offset_sec + k*period_sec.
  void DeclareUpdates(double period_sec, double offset_sec);

  /// `formulas` as a function; its modes, if `has_modes`, follow those made so far. Throws
  /// std::logic_error where they hold a variable that is none of the block's, but over Expression.
  Function MakeFunction(const std::vector<Expression>& formulas, bool has_modes);
  /// Computes the formulas into `result`, with `modes` as held branches unless null.
  void Evaluate(const Context<T>& context, const Function& function, const int64_t* modes,
                T* result) const;
  /// What `function` reads.
  std::set<DependencyTicket> Prerequisites(const Function& function) const;

 private:
  void DeclareState();
  /// The held branches of `function` in `context`, null where branches follow the values.
  const int64_t* HeldModes(const Context<T>& context, const Function& function) const;
  /// The formulas of `function`, which lives as long as the leaf, for kernels; null where they have
  /// modes, which need the leaf.
  const KernelTape* Formulas(const Function& function) const;
  /// The formulas of y at the present values.
  void CalcOutput(const Context<T>& context, T* y) const;
  /// The formulas of dx/dt at the present values.
  void CalcDerivatives(const Context<T>& context, const ContinuousPointers<T>& derivatives) const;
  /// The formulas of the next x at the present values, and n + 1.
  void CalcUpdate(const Context<T>& context, T* next) const;
  /// The branches of all operations, of the outputs first.
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override;
  void DoCalcModesBeside(const Context<T>& context, const int64_t* held,
                         int64_t* modes) const override;
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override;
  /// Calls `calc(function, variables)` for outputs and derivatives where they have modes.
  template <typename Calc>
  void ForEachWithModes(const Context<T>& context, const Calc& calc) const;
  /// Copies the values that `function` needs to their places among its variables.
  void Gather(const Context<T>& context, const Function& function, T* variables) const;
  /// The block's own variables.
  std::vector<Expression> Variables() const;
  /// Where the block's own variables lie, in the same order.
  std::vector<Operand> Operands() const;

  std::vector<int> input_widths_;
  StateKind kind_;
  int num_states_;
  int num_formula_modes_ = 0;
  Function outputs_, changes_;
};

LOOPWRIGHT_DECLARE_CLASS(FormulaSystem)

}  // namespace loopwright
