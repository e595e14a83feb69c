#pragma once

#include <atomic>
#include <optional>

#include "engine/system/leaf_system.h"

namespace loopwright {

/// Base of systems that are functions of vectors: at most one input `u0`, one output `y0`, and
/// state of one kind, continuous or one group of discrete state.
///
///     u0 → VectorSystem → y0
///
/// An author declares the state in the constructor and overrides those of the three functions below
/// that there is something to compute for. Blocks of vectors are copies: they are right for the
/// duration of the call.
template <typename T>
class VectorSystem : public LeafSystem<T> {
 public:
  LOOPWRIGHT_NO_COPY_NO_MOVE_NO_ASSIGN(VectorSystem);

 protected:
  using InputBlock = Eigen::VectorBlock<const VectorX<T>>;
  using OutputBlock = Eigen::VectorBlock<VectorX<T>>;

  /// Without a port where its size is 0. `direct_feedthrough` says whether the output depends on
  /// the input; where nothing is said it is taken to, unless the system's symbolic form shows that
  /// it does not.
  VectorSystem(int input_size, int output_size,
               std::optional<bool> direct_feedthrough = std::nullopt)
      : VectorSystem({}, input_size, output_size, direct_feedthrough) {}
  /// The same for a system that can be converted to other scalars, `SystemTypeTag<MySystem>{}`.
  VectorSystem(SystemScalarConverter converter, int input_size, int output_size,
               std::optional<bool> direct_feedthrough = std::nullopt);

  /// Makes DoCalcVectorDiscreteVariableUpdates() run at offset + k period, in seconds.
  void DeclarePeriodicDiscreteUpdate(double period_sec, double offset_sec);

  /// Writes the output, of its size, from input and state. `input` is empty where there is none or
  /// the output does not depend on it. Without an override: std::logic_error where there is an
  /// output.
  virtual void DoCalcVectorOutput(const Context<T>& context, const InputBlock& input,
                                  const InputBlock& state, OutputBlock* output) const;
  /// Writes the time derivatives of the state. Without an override: std::logic_error where there is
  /// continuous state.
  virtual void DoCalcVectorTimeDerivatives(const Context<T>& context, const InputBlock& input,
                                           const InputBlock& state, OutputBlock* derivatives) const;
  /// Writes the discrete state after an update. Without an override: std::logic_error where there
  /// is discrete state.
  virtual void DoCalcVectorDiscreteVariableUpdates(const Context<T>& context,
                                                   const InputBlock& input, const InputBlock& state,
                                                   OutputBlock* discrete_updates) const;

  /// A copy of the input; empty where there is no port. std::logic_error where it has no value.
  VectorX<T> EvalVectorInput(const Context<T>& context) const;
  /// A copy of the state; empty where there is none. std::logic_error where there is state of both
  /// kinds, more than one group, or abstract state.
  VectorX<T> GetVectorState(const Context<T>& context) const;

 private:
  void CalcOutput(const Context<T>& context, BasicVector<T>* output) const;
  void DoCalcTimeDerivatives(const Context<T>& context,
                             ContinuousState<T>* derivatives) const final;
  EventStatus CalcDiscreteUpdate(const Context<T>& context, DiscreteValues<T>* discrete) const;
  using Calc = void (VectorSystem::*)(const Context<T>&, const InputBlock&, const InputBlock&,
                                      OutputBlock*) const;
  template <class Values>
  void Compute(const Context<T>& context, int input_size, Calc calc, Values* values) const;
  int InputSize() const;
  int StateSize(const Context<T>& context) const;
  void CopyInput(const Context<T>& context, VectorX<T>* input) const;
  void CopyState(const Context<T>& context, VectorX<T>* state) const;
  bool OutputNeedsInput() const;
  [[noreturn]] void ThrowNotOverridden(const char* function) const;

  const std::optional<bool> direct_feedthrough_;
  mutable std::atomic<signed char> needs_input_{-1};  ///< not known yet, or 0 or 1
};

LOOPWRIGHT_DECLARE_CLASS(VectorSystem)

}  // namespace loopwright
