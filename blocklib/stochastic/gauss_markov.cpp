#include "blocklib/stochastic/gauss_markov.h"

#include <cmath>

#include "blocklib/common/convert.h"
#include "blocklib/common/finite.h"
#include "blocklib/common/parameters.h"
#include "engine/random/draw.h"

namespace loopwright {
namespace {
enum Parameter { kTimeConstant, kStationaryDeviation, kInitialValue };
enum Group { kValue, kNumber };
}  // namespace

template <typename T>
GaussMarkov<T>::GaussMarkov(const Settings& settings, double period_sec, double offset_sec,
                            const std::string& stream)
    : GaussMarkov(settings, period_sec, offset_sec, StreamKey(stream)) {}

template <typename T>
GaussMarkov<T>::GaussMarkov(const Settings& settings, double period_sec, double offset_sec,
                            uint64_t stream_key)
    : LeafSystem<T>(SystemTypeTag<GaussMarkov>{}),
      period_sec_(period_sec),
      start_stationary_(settings.start_stationary),
      stream_key_(stream_key) {
  LOOPWRIGHT_THROW_UNLESS(settings.time_constant_sec > 0);
  for (const double parameter :
       {settings.time_constant_sec, settings.stationary_deviation, settings.initial_value}) {
    this->DeclareNumericParameter(BasicVector<T>{T(parameter)});
  }
  this->DeclareDiscreteState(1);
  this->DeclareDiscreteState(1);
  this->DeclareInitializationDiscreteUpdateEvent(&GaussMarkov::Initialize);
  this->DeclarePeriodicDiscreteUpdateEvent(period_sec, offset_sec, &GaussMarkov::Update);
  this->DeclareVectorOutputPort("y", 1, &GaussMarkov::CalcOutput,
                                {this->discrete_state_ticket(kValue)});
}

template <typename T>
T GaussMarkov<T>::DrawStationary(const Context<T>& context) const {
  return this->parameter_data(context, kStationaryDeviation)[0] *
         GaussianDraw(context.random_source(), stream_key_, 0);
}

template <typename T>
void GaussMarkov<T>::SetDefaultState(const Context<T>& context, State<T>* state) const {
  state->get_mutable_discrete_state(kValue)[0] =
      start_stationary_ ? DrawStationary(context) : this->parameter_data(context, kInitialValue)[0];
  state->get_mutable_discrete_state(kNumber)[0] = T(0);
}

template <typename T>
EventStatus GaussMarkov<T>::Initialize(const Context<T>& context, DiscreteValues<T>* next) const {
  if (start_stationary_) next->data(kValue)[0] = DrawStationary(context);
  next->data(kNumber)[0] = T(0);
  return EventStatus::Succeeded();
}

template <typename T>
EventStatus GaussMarkov<T>::Update(const Context<T>& context, DiscreteValues<T>* next) const {
  using std::exp;
  using std::sqrt;
  const T k = this->discrete_data(context, kNumber)[0] + 1.0;
  const double w =
      GaussianDraw(context.random_source(), stream_key_, static_cast<uint64_t>(ValueOf(k)));
  const T a = exp(-period_sec_ / this->parameter_data(context, kTimeConstant)[0]);
  const T& deviation = this->parameter_data(context, kStationaryDeviation)[0];
  next->data(kValue)[0] =
      a * this->discrete_data(context, kValue)[0] + deviation * sqrt(1.0 - a * a) * w;
  next->data(kNumber)[0] = k;
  return EventStatus::Succeeded();
}

template <typename T>
void GaussMarkov<T>::CalcOutput(const Context<T>& context, T* y) const {
  y[0] = this->discrete_data(context, kValue)[0];
}

template <typename T>
GaussMarkov<T>::GaussMarkov(const BlockArguments& arguments)
    : GaussMarkov(
          Settings{arguments.number("time_constant"), arguments.number("stationary_deviation"),
                   arguments.number("initial_value"), arguments.boolean("start_stationary")},
          arguments.number("period"), arguments.number("offset"), arguments.stream()) {}

template <typename T>
template <typename U>
GaussMarkov<T>::GaussMarkov(const GaussMarkov<U>& other)
    : GaussMarkov(
          Settings{DefaultNumber(other, kTimeConstant), DefaultNumber(other, kStationaryDeviation),
                   DefaultNumber(other, kInitialValue), other.start_stationary_},
          TimingOf(other).period_sec, TimingOf(other).offset_sec, other.stream_key_) {}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(GaussMarkov)

BlockDescriptor GaussMarkovBlock() {
  BlockDescriptor block;
  block.type = "GaussMarkov";
  block.category = "stochastic";
  block.title = "Gauss-Markov process";
  block.summary = "Ornstein-Uhlenbeck process sampled exactly.";
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("time_constant", ParameterKind::kNumber, 1, "s", "> 0", "tau"),
      MakeParameter("stationary_deviation", ParameterKind::kNumber, 1, "", ">= 0", "sigma_st"),
      MakeParameter("initial_value", ParameterKind::kNumber, 0, "", "", ""),
      MakeParameter("start_stationary", ParameterKind::kBoolean, false, "", "",
                    "draw the initial value from the stationary distribution"),
      PeriodParameter(),
      OffsetParameter(),
      StreamParameter(),
  };
  block.feedthrough = "none";
  block.state = "discrete";
  block.behaviour =
      "x+ = a x- + sigma_st*sqrt(1 - a^2)*w, a = exp(-period/tau); draw 0 is the stationary start "
      "(kept free otherwise)";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->AllFixed(1); };
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    RequireFinite(arguments, {"stationary_deviation", "initial_value"}, problems);
  };
  block.UseNonSymbolicSystem<GaussMarkov>();
  return block;
}

}  // namespace loopwright
