#include "blocklib/stochastic/ornstein_uhlenbeck.h"

#include "blocklib/common/parameters.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/random/draw.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {
namespace {
constexpr int kInitialValueIndex = 2;  // after the parameters of MeanRevertingNoise
}  // namespace

// A stationary start is drawn when the run begins, since the seed is the run's.
template <typename T>
OrnsteinUhlenbeck<T>::OrnsteinUhlenbeck(const Settings& settings, const std::string& stream)
    : MeanRevertingNoise<T>(KeepArguments<OrnsteinUhlenbeck, T>(settings, stream)),
      start_stationary_(settings.start_stationary) {
  this->SetTimeConstant(settings.time_constant_sec);
  this->SetStationaryStd(settings.stationary_deviation);
  this->RegisterStates(StreamKey(stream));
  this->DeclareNumericParameter(BasicVector<T>{settings.initial_value});
  this->DeclareOutput("y", 1);
  if (start_stationary_) {
    this->DeclareInitializationDiscreteUpdateEvent(&OrnsteinUhlenbeck::StartStationary);
  }
}

// The given value, or a draw from the stationary distribution.
template <typename T>
T OrnsteinUhlenbeck<T>::FirstValue(const Context<T>& context) const {
  if (!start_stationary_) return this->parameter_data(context, kInitialValueIndex)[0];
  return this->parameter_data(context, this->kStationaryStd)[0] *
         GaussianDraw(context.random_source(), this->stream_key(), FirstValueDraw());
}

// A context that is never initialized has a first value too.
template <typename T>
void OrnsteinUhlenbeck<T>::SetDefaultState(const Context<T>& context, State<T>* state) const {
  state->get_mutable_continuous_state()[0] = FirstValue(context);
}

// Draws the first value again, with the seed that the run has.
template <typename T>
void OrnsteinUhlenbeck<T>::StartStationary(const Context<T>& context, ContinuousState<T>* x,
                                           DiscreteValues<T>*) const {
  (*x)[0] = FirstValue(context);
}

// The start has the stationary variance or none; what follows is the diffusion's.
template <typename T>
std::optional<ElementLaw> OrnsteinUhlenbeck<T>::LawOf(const Context<T>& context, int) const {
  const double deviation = ValueOf(this->parameter_data(context, this->kStationaryStd)[0]);
  return ElementLaw{start_stationary_ ? deviation * deviation : 0, 0, 0};
}

template <typename T>
OrnsteinUhlenbeck<T>::OrnsteinUhlenbeck(const BlockArguments& arguments)
    : OrnsteinUhlenbeck(
          Settings{arguments.number<T>("time_constant"),
                   arguments.number<T>("stationary_deviation"),
                   arguments.number<T>("initial_value"), arguments.boolean("start_stationary")},
          arguments.stream()) {}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(OrnsteinUhlenbeck)

// The same process as GaussMarkov, here in continuous time: it is for a diagram whose state the
// noise drives, and is advanced with the rest of it.
BlockDescriptor OrnsteinUhlenbeckBlock() {
  BlockDescriptor block;
  block.type = "OrnsteinUhlenbeck";
  block.category = "stochastic";
  block.title = "Ornstein-Uhlenbeck process";
  block.summary = "Mean-reverting noise as a stochastic differential equation.";
  block.search_words = "mean reverting, mean-reverting noise, OU process, coloured noise, Langevin";
  block.icon = R"(
  <path d="M2.5 14 H21.5" stroke-width="1.3" stroke-opacity="0.6" stroke-dasharray="2 2.6"/>
  <path d="M3 3.5 L5.4 9.5 L7.2 7.5 L9.6 15.5 L12 11.5 L14.2 17 L16.6 12 L18.8 16 L21.3 12"/>
)";
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("time_constant", ParameterKind::kNumber, 1, "s", "> 0", "tau"),
      MakeParameter("stationary_deviation", ParameterKind::kNumber, 1, "", ">= 0", "sigma_st"),
      MakeParameter("initial_value", ParameterKind::kNumber, 0, "", "", ""),
      MakeParameter("start_stationary", ParameterKind::kBoolean, false, "", "", ""),
      StreamParameter(),
  };
  block.feedthrough = "none";
  block.state = "continuous";
  block.has_diffusion = true;
  block.behaviour =
      "dx = -(1/tau) x dt + sqrt(2/tau)*sigma_st dW, y = x, advanced by the diagram's stochastic "
      "integrator";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->AllFixed(1); };
  block.face = [](const FaceParameters&) {
    return Face::Curve(
        "M-16 -10 L-13 -4 L-11 -6 L-8 2 L-5 -2 L-3 4 L0 -1 L3 3 L6 -3 L8 1 L11 -2 "
        "L13 3 L16 0",
        Face::kMiddle);
  };
  block.UseNonSymbolicSystem<OrnsteinUhlenbeck>();
  return block;
}

}  // namespace loopwright
