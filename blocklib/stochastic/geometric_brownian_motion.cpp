#include "blocklib/stochastic/geometric_brownian_motion.h"

#include "blocklib/common/parameters.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

// The noise is scalar and depends on the state, so the derivative of the diffusion is declared for
// methods of order one, such as Milstein's.
template <typename T>
GeometricBrownianMotion<T>::GeometricBrownianMotion(const T& drift, const T& volatility,
                                                    const T& initial_value,
                                                    const std::string& stream)
    : BlockLeaf<T>(
          KeepArguments<GeometricBrownianMotion, T>(drift, volatility, initial_value, stream)) {
  for (const T& parameter : {drift, volatility, initial_value}) {
    this->DeclareNumericParameter(BasicVector<T>{parameter});
  }
  this->set_derivative_prerequisites({this->xc_ticket(), this->numeric_parameter_ticket(kDrift)});
  this->template DeclareTimeDerivatives<&GeometricBrownianMotion::CalcDrift>();
  this->DeclareContinuousState(1);
  this->StartAs(kInitialValue);
  const std::set<DependencyTicket> reads{this->xc_ticket(),
                                         this->numeric_parameter_ticket(kVolatility)};
  this->DeclareDiffusion(1, &GeometricBrownianMotion::CalcDiffusion, StreamKey(stream),
                         DiffusionForm::kScalar, reads);
  this->DeclareDiffusionDerivative(&GeometricBrownianMotion::CalcDiffusionDerivative, reads);
  this->DeclareStateOutputPort("y", ContinuousStateIndex(0));
}

// mu x, the growth without noise.
template <typename T>
void GeometricBrownianMotion<T>::CalcDrift(const Context<T>& context,
                                           const ContinuousPointers<T>& derivatives) const {
  derivatives.z[0] = this->parameter_data(context, kDrift)[0] * this->continuous_data(context)[0];
}

// sigma x: the noise is in proportion to the state, so that x keeps its sign.
template <typename T>
void GeometricBrownianMotion<T>::CalcDiffusion(const Context<T>& context,
                                               Eigen::Map<MatrixX<T>>* diffusion) const {
  (*diffusion)(0, 0) =
      this->parameter_data(context, kVolatility)[0] * this->continuous_data(context)[0];
}

// b ∂b/∂x with b = sigma x.
template <typename T>
void GeometricBrownianMotion<T>::CalcDiffusionDerivative(const Context<T>& context,
                                                         T* derivative) const {
  const T& sigma = this->parameter_data(context, kVolatility)[0];
  derivative[0] = sigma * sigma * this->continuous_data(context)[0];
}

template <typename T>
GeometricBrownianMotion<T>::GeometricBrownianMotion(const BlockArguments& arguments)
    : GeometricBrownianMotion(arguments.number<T>("drift"), arguments.number<T>("volatility"),
                              arguments.number<T>("initial_value"), arguments.stream()) {}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(GeometricBrownianMotion)

// Growth at a random rate, as of prices. Its solution is known, x0 exp((mu - sigma²/2) t + sigma
// W), by which methods are tested.
BlockDescriptor GeometricBrownianMotionBlock() {
  BlockDescriptor block;
  block.type = "GeometricBrownianMotion";
  block.category = "stochastic";
  block.title = "Geometric Brownian motion";
  block.summary = "Multiplicative noise.";
  block.search_words = "stock price, multiplicative noise, GBM, Black Scholes, finance";
  block.icon = R"(
  <path d="M4 3.5 V20 H21" stroke-width="1" stroke-opacity="0.45"/>
  <path d="M4.5 18 L7.2 16 L9.2 17.5 L12 12.5 L14.2 15 L17 8 L18.8 10.5 L21 4"/>
)";
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("drift", ParameterKind::kNumber, 0, "1/s", "", "mu"),
      MakeParameter("volatility", ParameterKind::kNumber, 0.2, "1/sqrt(s)", ">= 0", "sigma"),
      MakeParameter("initial_value", ParameterKind::kNumber, 1, "", "> 0", ""),
      StreamParameter(),
  };
  block.feedthrough = "none";
  block.state = "continuous";
  block.has_diffusion = true;
  block.behaviour = "dx = mu x dt + sigma x dW (Ito)";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->AllFixed(1); };
  block.face = [](const FaceParameters&) {
    return Face::Curve(
        "M-15 8 L-12 6.5 L-10 7.5 L-6 4 L-4 6 L0 1 L2 3 L6 -4 L8 -1 L12 -8 L13.5 "
        "-6 L16 -10",
        Face::kFloor);
  };
  block.UseNonSymbolicSystem<GeometricBrownianMotion>();
  return block;
}

}  // namespace loopwright
