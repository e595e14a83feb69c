#include "blocklib/stochastic/band_limited_white_noise.h"

#include <cmath>

#include "blocklib/common/convert.h"
#include "blocklib/common/finite.h"
#include "blocklib/common/parameters.h"

namespace loopwright {

template <typename T>
BandLimitedWhiteNoise<T>::BandLimitedWhiteNoise(double power, double period_sec, double offset_sec,
                                                uint64_t stream_key)
    : SampledNoise<T>(SystemTypeTag<BandLimitedWhiteNoise>{}, 1, period_sec, offset_sec,
                      stream_key),
      period_sec_(period_sec) {
  this->DeclareNumericParameter(BasicVector<T>{T(power)});
}

template <typename T>
void BandLimitedWhiteNoise<T>::CalcSample(const Context<T>& context, uint64_t k, T* sample) const {
  using std::sqrt;
  const T deviation = sqrt(this->parameter_data(context, 0)[0] / period_sec_);
  sample[0] = deviation * GaussianDraw(context.random_source(), this->stream_key(), k);
}

template <typename T>
BandLimitedWhiteNoise<T>::BandLimitedWhiteNoise(const BlockArguments& arguments)
    : BandLimitedWhiteNoise(arguments.number("power"), arguments.number("period"),
                            arguments.number("offset"), arguments.stream()) {}

template <typename T>
template <typename U>
BandLimitedWhiteNoise<T>::BandLimitedWhiteNoise(const BandLimitedWhiteNoise<U>& other)
    : BandLimitedWhiteNoise(DefaultNumber(other, 0), TimingOf(other).period_sec,
                            TimingOf(other).offset_sec, other.stream_key()) {}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(BandLimitedWhiteNoise)

BlockDescriptor BandLimitedWhiteNoiseBlock() {
  BlockDescriptor block;
  block.type = "BandLimitedWhiteNoise";
  block.category = "stochastic";
  block.title = "Band-limited white noise";
  block.summary = "White noise of a given power spectral density, held.";
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("power", ParameterKind::kNumber, 1, "", ">= 0",
                    "two-sided power spectral density height"),
      PeriodParameter(),
      OffsetParameter(),
      StreamParameter(),
  };
  block.feedthrough = "none";
  block.state = "discrete";
  block.behaviour = "as GaussianNoise, with mean 0 and variance power/period";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->AllFixed(1); };
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    RequireFinite(arguments, {"power"}, problems);
  };
  block.UseNonSymbolicSystem<BandLimitedWhiteNoise>();
  return block;
}

}  // namespace loopwright
