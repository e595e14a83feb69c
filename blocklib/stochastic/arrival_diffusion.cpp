#include "blocklib/stochastic/arrival_diffusion.h"

#include <cmath>

#include "engine/random/draw.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

// Drift and diffusion depend on the rate alone.
template <typename T>
ArrivalDiffusion<T>::ArrivalDiffusion(const T& rate_per_sec, const std::string& stream)
    : LeafSystem<T>(KeepArguments<ArrivalDiffusion, T>(rate_per_sec, stream)) {
  this->DeclareNumericParameter(BasicVector<T>{rate_per_sec});
  this->set_derivative_prerequisites({this->numeric_parameter_ticket(0)});
  this->template DeclareTimeDerivatives<&ArrivalDiffusion::CalcDrift>();
  this->DeclareContinuousState(1);
  this->DeclareDiffusion(1, &ArrivalDiffusion::CalcDiffusion, StreamKey(stream),
                         DiffusionForm::kAdditive, {this->numeric_parameter_ticket(0)});
  this->DeclareStateOutputPort("y", ContinuousStateIndex(0));
}

// So many arrivals come in a second on average.
template <typename T>
void ArrivalDiffusion<T>::CalcDrift(const Context<T>& context,
                                    const ContinuousPointers<T>& derivatives) const {
  derivatives.z[0] = this->parameter_data(context, 0)[0];
}

// The variance of a count is its mean.
template <typename T>
void ArrivalDiffusion<T>::CalcDiffusion(const Context<T>& context,
                                        Eigen::Map<MatrixX<T>>* diffusion) const {
  using std::sqrt;
  (*diffusion)(0, 0) = sqrt(this->parameter_data(context, 0)[0]);
}

template <typename T>
ArrivalDiffusion<T>::ArrivalDiffusion(const BlockArguments& arguments)
    : ArrivalDiffusion(arguments.number<T>("rate"), arguments.stream()) {}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(ArrivalDiffusion)

}  // namespace loopwright
