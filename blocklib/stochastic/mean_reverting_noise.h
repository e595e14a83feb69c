#pragma once

#include <cstdint>
#include <string>

#include "engine/system/leaf_system.h"

namespace loopwright {

/// A scalar process that reverts to its mean (Ornstein and Uhlenbeck's), the base of noises that
/// show it in their own way:
///
///     dx = -(1/tau) x dt + sqrt(2/tau) sigma_st dW
///
/// tau > 0 is the time constant in seconds and sigma_st >= 0 the standard deviation of the
/// stationary process, whose autocovariance is sigma_st² exp(-|s|/tau).
///
/// A subclass sets both, registers the state, declares its output and says in WriteOutput() what
/// that shows:
///
///     SetTimeConstant(100); SetStationaryStd(0.1);
///     RegisterStates(StreamKey("density"));
///     DeclareOutput("y", 1);
///
/// After Basilisk's module meanRevertingNoise, whose setTimeConstant, setStationaryStd, state
/// getter and setter, registerStates and writeOutput are the functions of the same words here.
///
/// The state is one variable, `meanRevertingState`, which starts at zero and has one noise source.
/// Numeric parameters: 0 tau, 1 sigma_st.
template <typename T>
class MeanRevertingNoise : public LeafSystem<T> {
 public:
  static constexpr const char* kStateName = "meanRevertingState";

  /// Of contexts that are made from now on. std::invalid_argument unless the value is > 0 and >= 0;
  /// std::logic_error once the state is registered.
  void SetTimeConstant(const T& sec);
  void SetStationaryStd(const T& deviation);
  /// What new contexts get, in seconds and in the units of the state.
  const T& time_constant() const { return time_constant_; }
  const T& stationary_std() const { return stationary_std_; }

  /// Of one context. std::invalid_argument as above.
  void SetTimeConstant(Context<T>* context, const T& sec) const;
  void SetStationaryStd(Context<T>* context, const T& deviation) const;

  /// The value of the state. std::logic_error before RegisterStates().
  const T& GetStateValue(const Context<T>& context) const;
  void SetStateValue(Context<T>* context, const T& value) const;

 protected:
  enum Parameter { kTimeConstant, kStationaryStd };

  explicit MeanRevertingNoise(SystemScalarConverter converter = {})
      : LeafSystem<T>(std::move(converter)) {}

  /// Declares parameters, state, drift and diffusion; the increments are draws of `stream_key`.
  void RegisterStates(uint64_t stream_key);
  /// Declares an output of `size` elements that WriteOutput() computes.
  void DeclareOutput(const std::string& name, int size);
  /// Maps the state `x` at a time in nanoseconds to the elements of the output.
  virtual void WriteOutput(int64_t current_sim_nanos, const T& x, T* output) const = 0;

  /// The key of the random stream; only after RegisterStates().
  uint64_t stream_key() const { return this->diffusion()->stream_key(); }

 private:
  /// Throws where there is no state yet.
  void RequireRegistered(const char* what) const;
  void CalcDrift(const Context<T>& context, const ContinuousPointers<T>& derivatives) const;
  void CalcDiffusion(const Context<T>& context, Eigen::Map<MatrixX<T>>* diffusion) const;
  void CalcOutput(const Context<T>& context, T* y) const;

  T time_constant_ = 1;
  T stationary_std_ = 0;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(MeanRevertingNoise)

}  // namespace loopwright
