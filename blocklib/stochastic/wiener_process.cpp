#include "blocklib/stochastic/wiener_process.h"

#include "blocklib/common/parameters.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

// There is no drift, so the derivative depends on nothing; the noise does not depend on the state.
template <typename T>
WienerProcess<T>::WienerProcess(const T& intensity, const T& initial_value,
                                const std::string& stream)
    : BlockLeaf<T>(KeepArguments<WienerProcess, T>(intensity, initial_value, stream)) {
  this->DeclareNumericParameter(BasicVector<T>{intensity});
  this->DeclareNumericParameter(BasicVector<T>{initial_value});
  this->set_derivative_prerequisites({this->nothing_ticket()});
  this->template DeclareTimeDerivatives<&WienerProcess::CalcDrift>();
  this->DeclareContinuousState(1);
  this->StartAs(kInitialValue);
  this->DeclareDiffusion(1, &WienerProcess::CalcDiffusion, StreamKey(stream),
                         DiffusionForm::kAdditive, {this->numeric_parameter_ticket(kIntensity)});
  this->DeclareStateOutputPort("y", ContinuousStateIndex(0));
}

// Nothing moves the state but the noise.
template <typename T>
void WienerProcess<T>::CalcDrift(const Context<T>&,
                                 const ContinuousPointers<T>& derivatives) const {
  derivatives.z[0] = T(0);
}

// The deviation of the state after one second.
template <typename T>
void WienerProcess<T>::CalcDiffusion(const Context<T>& context,
                                     Eigen::Map<MatrixX<T>>* diffusion) const {
  (*diffusion)(0, 0) = this->parameter_data(context, kIntensity)[0];
}

template <typename T>
WienerProcess<T>::WienerProcess(const BlockArguments& arguments)
    : WienerProcess(arguments.number<T>("intensity"), arguments.number<T>("initial_value"),
                    arguments.stream()) {}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(WienerProcess)

// The integral of white noise: its variance grows in proportion to time.
BlockDescriptor WienerProcessBlock() {
  BlockDescriptor block;
  block.type = "WienerProcess";
  block.category = "stochastic";
  block.title = "Wiener process";
  block.summary = "Brownian motion.";
  block.search_words = "Brownian motion, Brownian, diffusion, integrated white noise";
  block.icon = R"(
  <path d="M3 12 C6 6.5 13 4.2 21.5 3 M3 12 C6 17.5 13 19.8 21.5 21" stroke-width="1" stroke-opacity="0.45"/>
  <path d="M3 12 L6 10 L8.2 14 L11 9.5 L13.4 13 L16 7.5 L18.4 10.5 L21.3 6.5"/>
)";
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("intensity", ParameterKind::kNumber, 1, "1/sqrt(s)", ">= 0", ""),
      MakeParameter("initial_value", ParameterKind::kNumber, 0, "", "", ""),
      StreamParameter(),
  };
  block.feedthrough = "none";
  block.state = "continuous";
  block.has_diffusion = true;
  block.behaviour = "dx = intensity dW";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->AllFixed(1); };
  block.face = [](const FaceParameters&) {
    return Face::Curve(
        "M-16 0 L-13 -2 L-11 2 L-8 -2 L-6 1 L-3 -4 L0 -1 L3 -6 L5 -2 L8 -7 L11 -4 "
        "L13 -8 L16 -5",
        "M-16 0 C-12 -7 0 -10 16 -11 M-16 0 C-12 7 0 10 16 11");
  };
  block.UseNonSymbolicSystem<WienerProcess>();
  return block;
}

}  // namespace loopwright
