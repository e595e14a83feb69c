#include "blocklib/stochastic/band_limited_white_noise.h"

#include <cmath>

#include "blocklib/common/finite.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

// The period is kept as a scalar, since derivatives by it go into the deviation.
template <typename T>
BandLimitedWhiteNoise<T>::BandLimitedWhiteNoise(const T& power, const Known<T>& period_sec,
                                                double offset_sec, const std::string& stream)
    : SampledNoise<T>(
          KeepArguments<BandLimitedWhiteNoise, T>(power, period_sec, offset_sec, stream), 1,
          period_sec.number, offset_sec, StreamKey(stream)),
      period_sec_(period_sec.value) {
  this->DeclareNumericParameter(BasicVector<T>{power});
}

// A held sample of variance P/h has the spectral density P at low frequencies.
template <typename T>
void BandLimitedWhiteNoise<T>::CalcSample(const Context<T>& context, uint64_t k, T* sample) const {
  using std::sqrt;
  const T deviation = sqrt(this->parameter_data(context, 0)[0] / period_sec_);
  sample[0] = deviation * GaussianDraw(context.random_source(), this->stream_key(), k);
}

// As it is drawn.
template <typename T>
std::optional<ElementLaw> BandLimitedWhiteNoise<T>::LawOf(const Context<T>& context, int) const {
  return this->IndependentLaw(ValueOf(this->parameter_data(context, 0)[0]) / ValueOf(period_sec_));
}

// The stream is the one that the block names, or its path.
template <typename T>
BandLimitedWhiteNoise<T>::BandLimitedWhiteNoise(const BlockArguments& arguments)
    : BandLimitedWhiteNoise(arguments.number<T>("power"), arguments.known<T>("period"),
                            arguments.number("offset"), arguments.stream()) {}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(BandLimitedWhiteNoise)

// White noise itself has no values. Held samples with the right variance have its spectrum at
// frequencies far below that of the sampling.
BlockDescriptor BandLimitedWhiteNoiseBlock() {
  BlockDescriptor block = SampledNoiseBlock({
      MakeParameter("power", ParameterKind::kNumber, 1, "", ">= 0",
                    "two-sided power spectral density height"),
  });
  block.type = "BandLimitedWhiteNoise";
  block.title = "Band-limited white noise";
  block.summary = "White noise of a given power spectral density, held.";
  block.search_words = "white noise, noise, power spectral density, sensor noise, PSD noise";
  block.names_elsewhere = "Band-Limited White Noise";
  block.icon = R"(
  <path d="M2.5 13 L5 7 L7.5 17 L10 4 L12.7 20 L15 8 L17.3 15.5 L19.5 6.5 L21.5 12"/>
)";
  block.behaviour = "as GaussianNoise, with mean 0 and variance power/period";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->AllFixed(1); };
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    RequireFinite(arguments, {"power"}, problems);
  };
  block.face = [](const FaceParameters&) {
    return Face::Curve(
        "M-16 1 L-14 -6 L-12 7 L-10 -10 L-8 10 L-6 -4 L-4 5 L-2 -9 L0 9 L2 -3 L4 "
        "7 L6 -10 L8 8 L10 -5 L12 6 L14 -8 L16 2");
  };
  block.UseNonSymbolicSystem<BandLimitedWhiteNoise>();
  return block;
}

}  // namespace loopwright
