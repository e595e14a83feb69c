#include "blocklib/stochastic/gauss_markov.h"

#include <cmath>

#include "blocklib/common/finite.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

// The period enters the formulas, so that it is kept as a scalar beside the times of the updates.
template <typename T>
GaussMarkov<T>::GaussMarkov(const Settings& settings, const Known<T>& period_sec, double offset_sec,
                            const std::string& stream)
    : SampledNoise<T>(KeepArguments<GaussMarkov, T>(settings, period_sec, offset_sec, stream), 1,
                      period_sec.number, offset_sec, StreamKey(stream)),
      period_sec_(period_sec.value),
      start_stationary_(settings.start_stationary) {
  LOOPWRIGHT_THROW_UNLESS(settings.time_constant_sec > 0);
  for (const T& parameter :
       {settings.time_constant_sec, settings.stationary_deviation, settings.initial_value}) {
    this->DeclareNumericParameter(BasicVector<T>{parameter});
  }
}

// The recursion is exact for any period: a and the deviation of the new part are those of the
// continuous process over one period.
template <typename T>
void GaussMarkov<T>::CalcSample(const Context<T>& context, uint64_t k, T* sample) const {
  using std::exp;
  using std::sqrt;
  if (k == 0 && !start_stationary_) {
    sample[0] = this->parameter_data(context, kInitialValue)[0];
    return;
  }
  const T& deviation = this->parameter_data(context, kStationaryDeviation)[0];
  // One draw for each update, also where the first is not used.
  const double w = GaussianDraw(context.random_source(), this->stream_key(), k);
  if (k == 0) {
    sample[0] = deviation * w;
    return;
  }
  const T a = exp(-period_sec_ / this->parameter_data(context, kTimeConstant)[0]);
  sample[0] = a * this->last_sample(context)[0] + deviation * sqrt(1.0 - a * a) * w;
}

// As it is drawn: the start has the stationary variance or none.
template <typename T>
std::optional<ElementLaw> GaussMarkov<T>::LawOf(const Context<T>& context, int) const {
  const double deviation = ValueOf(this->parameter_data(context, kStationaryDeviation)[0]);
  const double variance = deviation * deviation;
  const double a =
      std::exp(-ValueOf(period_sec_) / ValueOf(this->parameter_data(context, kTimeConstant)[0]));
  return ElementLaw{start_stationary_ ? variance : 0, a, variance * (1 - a * a)};
}

template <typename T>
GaussMarkov<T>::GaussMarkov(const BlockArguments& arguments)
    : GaussMarkov(
          Settings{arguments.number<T>("time_constant"),
                   arguments.number<T>("stationary_deviation"),
                   arguments.number<T>("initial_value"), arguments.boolean("start_stationary")},
          arguments.known<T>("period"), arguments.number("offset"), arguments.stream()) {}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(GaussMarkov)

// For noise that is correlated in time and read at samples: since the recursion is exact, the
// period need not be short against the time constant.
BlockDescriptor GaussMarkovBlock() {
  BlockDescriptor block = SampledNoiseBlock({
      MakeParameter("time_constant", ParameterKind::kNumber, 1, "s", "> 0", "tau"),
      MakeParameter("stationary_deviation", ParameterKind::kNumber, 1, "", ">= 0", "sigma_st"),
      MakeParameter("initial_value", ParameterKind::kNumber, 0, "", "", ""),
      MakeParameter("start_stationary", ParameterKind::kBoolean, false, "", "",
                    "draw the initial value from the stationary distribution"),
  });
  block.type = "GaussMarkov";
  block.title = "Gauss-Markov process";
  block.summary = "Ornstein-Uhlenbeck process sampled exactly.";
  block.search_words =
      "coloured noise, correlated noise, colored noise, AR(1), exponentially correlated";
  block.icon = R"(
  <path d="M2.5 12 H21.5" stroke-width="1.3" stroke-opacity="0.6" stroke-dasharray="2 2.6"/>
  <path d="M2.5 6 H5.5 V8.5 H8.5 V13 H11.5 V17.5 H14.5 V15 H17.5 V9.5 H21.5"/>
)";
  block.behaviour =
      "x+ = a x- + sigma_st*sqrt(1 - a^2)*w, a = exp(-period/tau); draw 0 is the stationary start "
      "(kept free otherwise)";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->AllFixed(1); };
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    RequireFinite(arguments, {"stationary_deviation", "initial_value"}, problems);
  };
  block.face = [](const FaceParameters&) {
    return Face::Curve(
        "M-16 6 C-12 6 -12 -4 -8 -4 C-5 -4 -5 2 -2 2 C2 2 1 -9 5 -9 C9 -9 8 1 12 "
        "1 C14 1 14 -3 16 -4");
  };
  block.UseNonSymbolicSystem<GaussMarkov>();
  return block;
}

}  // namespace loopwright
