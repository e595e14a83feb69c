#include "blocklib/stochastic/gaussian_noise.h"

#include <algorithm>

#include "blocklib/common/finite.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

// The wider of mean and deviation is the width of the signal.
template <typename T>
GaussianNoise<T>::GaussianNoise(const VectorX<T>& mean, const VectorX<T>& standard_deviation,
                                double period_sec, double offset_sec, const std::string& stream)
    : SampledNoise<T>(
          KeepArguments<GaussianNoise, T>(mean, standard_deviation, period_sec, offset_sec, stream),
          static_cast<int>(std::max(mean.size(), standard_deviation.size())), period_sec,
          offset_sec, StreamKey(stream)) {
  this->DeclareNumericParameter(BasicVector<T>(Spread<T>(mean, this->width())));
  this->DeclareNumericParameter(BasicVector<T>(Spread<T>(standard_deviation, this->width())));
}

// Draws of mean 0 and deviation 1, scaled and moved for each element.
template <typename T>
void GaussianNoise<T>::CalcSample(const Context<T>& context, uint64_t k, T* sample) const {
  const RandomSource source = context.random_source();
  const T* mean = this->parameter_data(context, kMean);
  const T* deviation = this->parameter_data(context, kStandardDeviation);
  for (int i = 0; i < this->width(); ++i) {
    sample[i] =
        mean[i] + deviation[i] * GaussianDraw(source, this->stream_key(), this->DrawOf(k, i));
  }
}

// The square of the deviation.
template <typename T>
std::optional<ElementLaw> GaussianNoise<T>::LawOf(const Context<T>& context, int element) const {
  const double deviation = ValueOf(this->parameter_data(context, kStandardDeviation)[element]);
  return this->IndependentLaw(deviation * deviation);
}

template <typename T>
GaussianNoise<T>::GaussianNoise(const BlockArguments& arguments)
    : GaussianNoise(arguments.vector<T>("mean"), arguments.vector<T>("standard_deviation"),
                    arguments.number("period"), arguments.number("offset"), arguments.stream()) {}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(GaussianNoise)

// As measurement noise: a new sample at each update, independent of all others. Its draws follow
// from the seed, the stream and the number of the sample, so they stay the same when other blocks
// are added.
BlockDescriptor GaussianNoiseBlock() {
  BlockDescriptor block = SampledNoiseBlock({
      MakeParameter("mean", ParameterKind::kVector, 0, "", "", ""),
      MakeParameter("standard_deviation", ParameterKind::kVector, 1, "", ">= 0", ""),
  });
  block.type = "GaussianNoise";
  block.title = "Gaussian noise";
  block.summary = "Independent normal samples, held between updates.";
  block.search_words =
      "noise, random, random number, normal distribution, measurement noise, Gauss, white";
  block.names_elsewhere = "Random Number, RAND_m, RAND_f, RandomSource, RAND";
  block.icon = R"(
  <path d="M3 19 C9.5 19 8.8 5 12 5 C15.2 5 14.5 19 21 19" fill="currentColor" fill-opacity="0.16"/>
)";
  block.behaviour =
      "sample 0 is seen at the start time (x-); the k-th update draws sample k; element i of a "
      "vector of width m uses draw k*m + i";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) {
    widths->Elementwise({"mean", "standard_deviation"});
  };
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    RequireFinite(arguments, {"mean", "standard_deviation"}, problems);
  };
  block.face = [](const FaceParameters&) {
    return Face::Curve("M-15 4 L-11.5 -5 L-8 7 L-4 -10 L0 3 L3.5 -4 L7.5 9 L11 -6 L15 1");
  };
  block.UseNonSymbolicSystem<GaussianNoise>();
  return block;
}

}  // namespace loopwright
