#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/system/leaf_system.h"

namespace loopwright {

/// Processes that revert to their mean (Ornstein and Uhlenbeck's), side by side, the base of noises
/// that show them in their own way:
///
///     dx_i = -(1/tau_i) x_i dt + sqrt(2/tau_i) sigma_i dV_i,   dV_i dV_j = rho_ij dt
///
/// tau_i > 0 is a time constant in seconds, sigma_i >= 0 the standard deviation of the stationary
/// x_i, in its units, and rho_ij the correlation of the increments that drive x_i and x_j. The
/// stationary covariance of x_i at t + s and x_j at t, s >= 0, is
///
///     rho_ij sigma_i sigma_j 2 sqrt(tau_i tau_j) / (tau_i + tau_j) exp(-s/tau_i)
///
/// (Gardiner: Handbook of Stochastic Methods, 4.4.6). A subclass sets them, registers the state,
/// declares its output and says in WriteOutputs() what that shows. Wind in three directions, of
/// which two go together:
///
///     class Wind final : public MeanRevertingVectorNoise<double> {
///      public:
///       Wind() : MeanRevertingVectorNoise(3) {
///         SetTimeConstants(Eigen::Vector3d(30, 30, 10));
///         SetStationaryStds(Eigen::Vector3d(2, 2, 0.5));
///         SetCorrelation(Eigen::Matrix3d{{1, 0.6, 0}, {0.6, 1, 0}, {0, 0, 1}});
///         RegisterStates(StreamKey("wind"));
///         DeclareOutput("velocity", 3);
///       }
///       …
///     };
///
/// The state is one vector, `meanRevertingState`, which starts at zero and has a noise source for
/// each element. Numeric parameters: 0 the tau_i, 1 the sigma_i.
template <typename T>
class MeanRevertingVectorNoise : public LeafSystem<T> {
 public:
  static constexpr const char* kStateName = "meanRevertingState";

  /// The number of processes.
  int size() const { return size_; }

  /// Of contexts that are made from now on, a value for each process. std::invalid_argument unless
  /// there are size() values, which are > 0 and >= 0; std::logic_error once the state is
  /// registered.
  void SetTimeConstants(const VectorX<T>& sec);
  void SetStationaryStds(const VectorX<T>& deviations);
  /// The rho_ij, size() x size(); by default the increments are independent. std::invalid_argument
  /// unless the matrix is symmetric and positive semidefinite with ones on its diagonal;
  /// std::logic_error once the state is registered.
  void SetCorrelation(const Eigen::MatrixXd& correlation);
  /// What new contexts get.
  const VectorX<T>& time_constants() const { return time_constants_; }
  const VectorX<T>& stationary_stds() const { return stationary_stds_; }
  const Eigen::MatrixXd& correlation() const { return correlation_; }

  /// Of one context. std::invalid_argument as above.
  void SetTimeConstants(Context<T>* context, const VectorX<T>& sec) const;
  void SetStationaryStds(Context<T>* context, const VectorX<T>& deviations) const;

  /// The values of the state. std::logic_error before RegisterStates(), std::invalid_argument
  /// unless there are size() values.
  VectorX<T> GetStateValues(const Context<T>& context) const;
  void SetStateValues(Context<T>* context, const VectorX<T>& values) const;

 protected:
  enum Parameter { kTimeConstant, kStationaryStd };

  /// `size` >= 1 processes.
  explicit MeanRevertingVectorNoise(int size, SystemScalarConverter converter = {});

  /// Declares parameters, state, drift and diffusion; the increments are draws of `stream_key`.
  void RegisterStates(uint64_t stream_key);
  /// Declares an output of `num_elements` elements that WriteOutputs() computes.
  void DeclareOutput(const std::string& name, int num_elements);
  /// Maps the size() elements of the state `x` at a time in nanoseconds to the elements of the
  /// output.
  virtual void WriteOutputs(int64_t current_sim_nanos, const T* x, T* output) const = 0;

  /// Throws std::logic_error where there is no state yet; `what` is the name of the caller.
  void RequireRegistered(const char* what) const;
  /// The key of the random stream; only after RegisterStates().
  uint64_t stream_key() const { return this->diffusion()->stream_key(); }

 private:
  void RequireSize(const char* what, Eigen::Index given) const;
  /// Throws std::logic_error where there is a state already.
  void RequireUnregistered(const char* function, const char* advice) const;
  void CalcDrift(const Context<T>& context, const ContinuousPointers<T>& derivatives) const;
  void CalcDiffusion(const Context<T>& context, Eigen::Map<MatrixX<T>>* diffusion) const;
  void CalcOutput(const Context<T>& context, T* y) const;

  const int size_;
  VectorX<T> time_constants_, stationary_stds_;
  Eigen::MatrixXd correlation_;
  Eigen::MatrixXd factor_;  ///< factor_ factor_' = correlation_
};

/// One process that reverts to its mean, after Basilisk's module meanRevertingNoise, whose
/// setTimeConstant, setStationaryStd, state getter and setter, registerStates and writeOutput are
/// the functions of the same words here:
///
///     dx = -(1/tau) x dt + sqrt(2/tau) sigma_st dW
///
/// with the stationary autocovariance sigma_st² exp(-|s|/tau). A subclass sets both, registers the
/// state, declares its output and says in WriteOutput() what that shows:
///
///     SetTimeConstant(100); SetStationaryStd(0.1);
///     RegisterStates(StreamKey("density"));
///     DeclareOutput("y", 1);
template <typename T>
class MeanRevertingNoise : public MeanRevertingVectorNoise<T> {
 public:
  /// Of contexts that are made from now on. std::invalid_argument unless the value is > 0 and >= 0;
  /// std::logic_error once the state is registered.
  void SetTimeConstant(const T& sec) { this->SetTimeConstants(VectorX<T>::Constant(1, sec)); }
  void SetStationaryStd(const T& deviation) {
    this->SetStationaryStds(VectorX<T>::Constant(1, deviation));
  }
  /// What new contexts get, in seconds and in the units of the state.
  const T& time_constant() const { return this->time_constants()[0]; }
  const T& stationary_std() const { return this->stationary_stds()[0]; }

  /// Of one context. std::invalid_argument as above.
  void SetTimeConstant(Context<T>* context, const T& sec) const {
    this->SetTimeConstants(context, VectorX<T>::Constant(1, sec));
  }
  void SetStationaryStd(Context<T>* context, const T& deviation) const {
    this->SetStationaryStds(context, VectorX<T>::Constant(1, deviation));
  }

  /// The value of the state. std::logic_error before RegisterStates().
  const T& GetStateValue(const Context<T>& context) const;
  void SetStateValue(Context<T>* context, const T& value) const;

 protected:
  explicit MeanRevertingNoise(SystemScalarConverter converter = {})
      : MeanRevertingVectorNoise<T>(1, std::move(converter)) {}

  /// Maps the state `x` at a time in nanoseconds to the elements of the output.
  virtual void WriteOutput(int64_t current_sim_nanos, const T& x, T* output) const = 0;

 private:
  void WriteOutputs(int64_t current_sim_nanos, const T* x, T* output) const final {
    WriteOutput(current_sim_nanos, *x, output);
  }
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(MeanRevertingVectorNoise)
LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(MeanRevertingNoise)

}  // namespace loopwright
