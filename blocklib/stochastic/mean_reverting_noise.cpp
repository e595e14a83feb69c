#include "blocklib/stochastic/mean_reverting_noise.h"

#include <cmath>
#include <stdexcept>

#include "engine/text/number_format.h"

namespace loopwright {
namespace {

constexpr double kNanosecondsPerSecond = 1e9;

// Throws std::invalid_argument for a time constant that is not a positive number.
void RequireTimeConstant(double sec) {
  if (sec > 0 && std::isfinite(sec)) return;
  throw std::invalid_argument("MeanRevertingNoise: the time constant is " + FormatNumber(sec) +
                              " s; it must be > 0 and finite");
}

// Throws std::invalid_argument for a deviation that is negative or no number.
void RequireStationaryStd(double deviation) {
  if (deviation >= 0 && std::isfinite(deviation)) return;
  throw std::invalid_argument("MeanRevertingNoise: the stationary standard deviation is " +
                              FormatNumber(deviation) + "; it must be >= 0 and finite");
}

}  // namespace

// Refused once the state is registered, since new contexts would no longer get the value.
template <typename T>
void MeanRevertingNoise<T>::SetTimeConstant(const T& sec) {
  RequireTimeConstant(ValueOf(sec));
  if (this->diffusion() != nullptr) {
    throw std::logic_error(
        "MeanRevertingNoise::SetTimeConstant(): the state is registered; set the time constant of "
        "a context");
  }
  time_constant_ = sec;
}

template <typename T>
void MeanRevertingNoise<T>::SetStationaryStd(const T& deviation) {
  RequireStationaryStd(ValueOf(deviation));
  if (this->diffusion() != nullptr) {
    throw std::logic_error(
        "MeanRevertingNoise::SetStationaryStd(): the state is registered; set the deviation of a "
        "context");
  }
  stationary_std_ = deviation;
}

// Changes one context, also while it is being simulated.
template <typename T>
void MeanRevertingNoise<T>::SetTimeConstant(Context<T>* context, const T& sec) const {
  RequireTimeConstant(ValueOf(sec));
  this->GetMutableNumericParameter(context, kTimeConstant)[0] = sec;
}

template <typename T>
void MeanRevertingNoise<T>::SetStationaryStd(Context<T>* context, const T& deviation) const {
  RequireStationaryStd(ValueOf(deviation));
  this->GetMutableNumericParameter(context, kStationaryStd)[0] = deviation;
}

// Throws std::logic_error where a function is called before there is a state; `what` is its name.
template <typename T>
void MeanRevertingNoise<T>::RequireRegistered(const char* what) const {
  if (this->diffusion() != nullptr) return;
  throw std::logic_error(std::string("MeanRevertingNoise::") + what + "(): the state `" +
                         kStateName + "` is not registered yet; call RegisterStates() first");
}

template <typename T>
const T& MeanRevertingNoise<T>::GetStateValue(const Context<T>& context) const {
  RequireRegistered("GetStateValue");
  this->ValidateContext(context);
  return this->continuous_data(context)[0];
}

// Overwrites the state of one context, as at a measured start.
template <typename T>
void MeanRevertingNoise<T>::SetStateValue(Context<T>* context, const T& value) const {
  RequireRegistered("SetStateValue");
  this->ValidateContext(context);
  context->SetContinuousState(VectorX<T>(VectorX<T>::Constant(1, value)));
}

// The drift reads state and time constant, the diffusion parameters only: additive noise.
template <typename T>
void MeanRevertingNoise<T>::RegisterStates(uint64_t stream_key) {
  this->DeclareNumericParameter(BasicVector<T>{time_constant_});
  this->DeclareNumericParameter(BasicVector<T>{stationary_std_});
  this->set_derivative_prerequisites(
      {this->xc_ticket(), this->numeric_parameter_ticket(kTimeConstant)});
  this->DeclareTimeDerivatives(&MeanRevertingNoise::CalcDrift);
  this->DeclareContinuousState(1);
  this->DeclareDiffusion(1, &MeanRevertingNoise::CalcDiffusion, stream_key,
                         DiffusionForm::kAdditive, {this->pn_ticket()});
}

// The output may follow the time as well, as WriteOutput() is told it.
template <typename T>
void MeanRevertingNoise<T>::DeclareOutput(const std::string& name, int size) {
  this->DeclareVectorOutputPort(name, size, &MeanRevertingNoise::CalcOutput,
                                {this->xc_ticket(), this->time_ticket()});
}

// -x / tau: back to zero, the faster the farther away.
template <typename T>
void MeanRevertingNoise<T>::CalcDrift(const Context<T>& context,
                                      const ContinuousPointers<T>& derivatives) const {
  derivatives.z[0] =
      -this->continuous_data(context)[0] / this->parameter_data(context, kTimeConstant)[0];
}

// So large that noise and drift balance at the stationary deviation.
template <typename T>
void MeanRevertingNoise<T>::CalcDiffusion(const Context<T>& context,
                                          Eigen::Map<MatrixX<T>>* diffusion) const {
  using std::sqrt;
  (*diffusion)(0, 0) = sqrt(2.0 / this->parameter_data(context, kTimeConstant)[0]) *
                       this->parameter_data(context, kStationaryStd)[0];
}

// Hands the state on with the time in whole nanoseconds, as the function of Basilisk takes it.
template <typename T>
void MeanRevertingNoise<T>::CalcOutput(const Context<T>& context, T* y) const {
  const double nanoseconds = ValueOf(context.get_time()) * kNanosecondsPerSecond;
  WriteOutput(std::llround(nanoseconds), this->continuous_data(context)[0], y);
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(MeanRevertingNoise)

}  // namespace loopwright
