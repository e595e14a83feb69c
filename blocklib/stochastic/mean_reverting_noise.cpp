#include "blocklib/stochastic/mean_reverting_noise.h"

#include <Eigen/Cholesky>
#include <cmath>
#include <stdexcept>

#include "engine/text/number_format.h"

namespace loopwright {
namespace {

constexpr double kNanosecondsPerSecond = 1e9;

// "the time constant is " of a single process, "time constant 2 is " of element 2 of several.
std::string Subject(const char* what, Eigen::Index element, Eigen::Index size) {
  std::string subject = "MeanRevertingNoise: ";
  if (size == 1) return subject + "the " + what + " is ";
  return subject + what + " " + std::to_string(element) + " is ";
}

// Throws std::invalid_argument for a time constant that is not a positive number.
template <typename T>
void RequireTimeConstants(const VectorX<T>& sec) {
  for (Eigen::Index i = 0; i < sec.size(); ++i) {
    const double value = ValueOf(sec[i]);
    if (value > 0 && std::isfinite(value)) continue;
    throw std::invalid_argument(Subject("time constant", i, sec.size()) + FormatNumber(value) +
                                " s; it must be > 0 and finite");
  }
}

// Throws std::invalid_argument for a deviation that is negative or no number.
template <typename T>
void RequireStationaryStds(const VectorX<T>& deviations) {
  for (Eigen::Index i = 0; i < deviations.size(); ++i) {
    const double value = ValueOf(deviations[i]);
    if (value >= 0 && std::isfinite(value)) continue;
    throw std::invalid_argument(Subject("stationary standard deviation", i, deviations.size()) +
                                FormatNumber(value) + "; it must be >= 0 and finite");
  }
}

void RequireOnesAndSymmetry(const Eigen::MatrixXd& correlation) {
  for (Eigen::Index i = 0; i < correlation.rows(); ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) {
      const double a = correlation(i, j), b = correlation(j, i);
      if (a == b && (i != j || a == 1)) continue;
      const std::string place = "[" + std::to_string(i) + "][" + std::to_string(j) + "]";
      throw std::invalid_argument(
          "MeanRevertingNoise: the correlation" + place + " is " + FormatNumber(a) +
          (i == j ? "; it must be 1"
                  : ", across the diagonal " + FormatNumber(b) + "; they must be the same number"));
    }
  }
}

// F with F F' = correlation, from P' L D L' P = correlation with a permutation P; a correlation of
// ±1 makes D zero somewhere, which rounding may turn into a negative number of its own size.
Eigen::MatrixXd FactorOf(const Eigen::MatrixXd& correlation) {
  constexpr double kRounding = 1e-12;
  const Eigen::LDLT<Eigen::MatrixXd> decomposition(correlation);
  const Eigen::VectorXd d = decomposition.vectorD();
  const Eigen::MatrixXd l = decomposition.matrixL();
  Eigen::MatrixXd factor = decomposition.transpositionsP().transpose() *
                           Eigen::MatrixXd(l * d.cwiseMax(0.).cwiseSqrt().asDiagonal());
  const double most = (factor * factor.transpose() - correlation).cwiseAbs().maxCoeff();
  if (most <= kRounding) return factor;
  throw std::invalid_argument(
      "MeanRevertingNoise: the correlations contradict each other: the matrix must be positive "
      "semidefinite");
}

}  // namespace

// Independent processes of one second and without noise, as Basilisk's module begins.
template <typename T>
MeanRevertingVectorNoise<T>::MeanRevertingVectorNoise(int size, SystemScalarConverter converter)
    : LeafSystem<T>(std::move(converter)),
      size_(size),
      time_constants_(VectorX<T>::Constant(size, T(1))),
      stationary_stds_(VectorX<T>::Constant(size, T(0))),
      correlation_(Eigen::MatrixXd::Identity(size, size)),
      factor_(correlation_) {
  LOOPWRIGHT_THROW_UNLESS(size >= 1);
}

// `what` is what was given, in the plural, for the message: "time constants".
template <typename T>
void MeanRevertingVectorNoise<T>::RequireSize(const char* what, Eigen::Index given) const {
  if (given == size_) return;
  throw std::invalid_argument("MeanRevertingNoise: " + std::to_string(given) + " " + what +
                              " for " + std::to_string(size_) + " processes: give one for each");
}

// New contexts would no longer get what is set now.
template <typename T>
void MeanRevertingVectorNoise<T>::RequireUnregistered(const char* function,
                                                      const char* advice) const {
  if (this->diffusion() == nullptr) return;
  throw std::logic_error(std::string("MeanRevertingNoise::") + function +
                         "(): the state is registered; set " + advice);
}

template <typename T>
void MeanRevertingVectorNoise<T>::SetTimeConstants(const VectorX<T>& sec) {
  RequireSize("time constants", sec.size());
  RequireTimeConstants(sec);
  RequireUnregistered("SetTimeConstant", "the time constant of a context");
  time_constants_ = sec;
}

template <typename T>
void MeanRevertingVectorNoise<T>::SetStationaryStds(const VectorX<T>& deviations) {
  RequireSize("deviations", deviations.size());
  RequireStationaryStds(deviations);
  RequireUnregistered("SetStationaryStd", "the deviation of a context");
  stationary_stds_ = deviations;
}

template <typename T>
void MeanRevertingVectorNoise<T>::SetCorrelation(const Eigen::MatrixXd& correlation) {
  RequireSize("rows of correlations", correlation.rows());
  RequireSize("columns of correlations", correlation.cols());
  RequireOnesAndSymmetry(correlation);
  RequireUnregistered("SetCorrelation", "the correlation before RegisterStates()");
  factor_ = FactorOf(correlation);
  correlation_ = correlation;
}

// Changes one context, also while it is being simulated.
template <typename T>
void MeanRevertingVectorNoise<T>::SetTimeConstants(Context<T>* context,
                                                   const VectorX<T>& sec) const {
  RequireSize("time constants", sec.size());
  RequireTimeConstants(sec);
  this->GetMutableNumericParameter(context, kTimeConstant).SetFromVector(sec);
}

template <typename T>
void MeanRevertingVectorNoise<T>::SetStationaryStds(Context<T>* context,
                                                    const VectorX<T>& deviations) const {
  RequireSize("deviations", deviations.size());
  RequireStationaryStds(deviations);
  this->GetMutableNumericParameter(context, kStationaryStd).SetFromVector(deviations);
}

template <typename T>
void MeanRevertingVectorNoise<T>::RequireRegistered(const char* what) const {
  if (this->diffusion() != nullptr) return;
  throw std::logic_error(std::string("MeanRevertingNoise::") + what + "(): the state `" +
                         kStateName + "` is not registered yet; call RegisterStates() first");
}

// The state of this leaf in a context of its own; std::logic_error for that of another system.
template <typename T>
VectorX<T> MeanRevertingVectorNoise<T>::GetStateValues(const Context<T>& context) const {
  RequireRegistered("GetStateValues");
  this->ValidateContext(context);
  return Eigen::Map<const VectorX<T>>(this->continuous_data(context), size_);
}

// Overwrites the state of one context, as at a measured start.
template <typename T>
void MeanRevertingVectorNoise<T>::SetStateValues(Context<T>* context,
                                                 const VectorX<T>& values) const {
  RequireRegistered("SetStateValues");
  this->ValidateContext(context);
  RequireSize("values", values.size());
  context->SetContinuousState(values);
}

// The drift reads state and time constants, the diffusion parameters only: additive noise.
template <typename T>
void MeanRevertingVectorNoise<T>::RegisterStates(uint64_t stream_key) {
  this->DeclareNumericParameter(BasicVector<T>(time_constants_));
  this->DeclareNumericParameter(BasicVector<T>(stationary_stds_));
  this->set_derivative_prerequisites(
      {this->xc_ticket(), this->numeric_parameter_ticket(kTimeConstant)});
  this->template DeclareTimeDerivatives<&MeanRevertingVectorNoise::CalcDrift>();
  this->DeclareContinuousState(size_);
  this->DeclareDiffusion(size_, &MeanRevertingVectorNoise::CalcDiffusion, stream_key,
                         DiffusionForm::kAdditive, {this->pn_ticket()});
}

// The output may follow the time as well, as WriteOutputs() is told it.
template <typename T>
void MeanRevertingVectorNoise<T>::DeclareOutput(const std::string& name, int num_elements) {
  this->template DeclareVectorOutputPort<&MeanRevertingVectorNoise::CalcOutput>(
      name, num_elements, {this->xc_ticket(), this->time_ticket()});
}

// -x / tau: back to zero, the faster the farther away.
template <typename T>
void MeanRevertingVectorNoise<T>::CalcDrift(const Context<T>& context,
                                            const ContinuousPointers<T>& derivatives) const {
  const T* x = this->continuous_data(context);
  const T* tau = this->parameter_data(context, kTimeConstant);
  for (int i = 0; i < size_; ++i) derivatives.z[i] = -x[i] / tau[i];
}

// So large that noise and drift balance at the stationary deviation; the rows of the factor have
// length one.
template <typename T>
void MeanRevertingVectorNoise<T>::CalcDiffusion(const Context<T>& context,
                                                Eigen::Map<MatrixX<T>>* diffusion) const {
  using std::sqrt;
  const T* tau = this->parameter_data(context, kTimeConstant);
  const T* sigma = this->parameter_data(context, kStationaryStd);
  for (int i = 0; i < size_; ++i) {
    const T strength = sqrt(2.0 / tau[i]) * sigma[i];
    for (int j = 0; j < size_; ++j) (*diffusion)(i, j) = strength * factor_(i, j);
  }
}

// Hands the state on with the time in whole nanoseconds, as the function of Basilisk takes it.
template <typename T>
void MeanRevertingVectorNoise<T>::CalcOutput(const Context<T>& context, T* y) const {
  const double nanoseconds = ValueOf(context.get_time()) * kNanosecondsPerSecond;
  WriteOutputs(std::llround(nanoseconds), this->continuous_data(context), y);
}

template <typename T>
const T& MeanRevertingNoise<T>::GetStateValue(const Context<T>& context) const {
  this->RequireRegistered("GetStateValue");
  this->ValidateContext(context);
  return this->continuous_data(context)[0];
}

template <typename T>
void MeanRevertingNoise<T>::SetStateValue(Context<T>* context, const T& value) const {
  this->RequireRegistered("SetStateValue");
  this->SetStateValues(context, VectorX<T>::Constant(1, value));
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(MeanRevertingVectorNoise)
LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(MeanRevertingNoise)

}  // namespace loopwright
