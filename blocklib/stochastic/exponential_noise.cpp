#include "blocklib/stochastic/exponential_noise.h"

#include "blocklib/common/parameters.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

// The signal has as many elements as there are rates.
template <typename T>
ExponentialNoise<T>::ExponentialNoise(const VectorX<T>& rate, double period_sec, double offset_sec,
                                      const std::string& stream)
    : SampledNoise<T>(KeepArguments<ExponentialNoise, T>(rate, period_sec, offset_sec, stream),
                      static_cast<int>(rate.size()), period_sec, offset_sec, StreamKey(stream)) {
  this->DeclareNumericParameter(BasicVector<T>(rate));
}

// A draw of mean 1, divided by the element's rate.
template <typename T>
void ExponentialNoise<T>::CalcSample(const Context<T>& context, uint64_t k, T* sample) const {
  const RandomSource source = context.random_source();
  const T* rate = this->parameter_data(context, 0);
  for (int i = 0; i < this->width(); ++i) {
    sample[i] = ExponentialDraw(source, this->stream_key(), this->DrawOf(k, i)) / rate[i];
  }
}

// Mean and deviation are both 1/rate.
template <typename T>
std::optional<ElementLaw> ExponentialNoise<T>::LawOf(const Context<T>& context, int element) const {
  const double rate = ValueOf(this->parameter_data(context, 0)[element]);
  return this->IndependentLaw(1 / (rate * rate));
}

template <typename T>
ExponentialNoise<T>::ExponentialNoise(const BlockArguments& arguments)
    : ExponentialNoise(arguments.vector<T>("rate"), arguments.number("period"),
                       arguments.number("offset"), arguments.stream()) {}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(ExponentialNoise)

// Waiting times of independent events are distributed so; their mean is one over the rate.
BlockDescriptor ExponentialNoiseBlock() {
  BlockDescriptor block = SampledNoiseBlock({
      MakeParameter("rate", ParameterKind::kVector, 1, "1/s", "> 0", ""),
  });
  block.type = "ExponentialNoise";
  block.title = "Exponential noise";
  block.summary = "Independent exponential samples.";
  block.search_words = "noise, exponential distribution, waiting time, lifetime";
  block.icon = R"(
  <path d="M5 19 V4.5 C6.5 14 11 18 20.5 19" fill="currentColor" fill-opacity="0.16"/>
  <path d="M2.5 19 H21.5"/>
)";
  block.behaviour = "as GaussianNoise";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) {
    widths->Elementwise({"rate"});
  };
  block.face = [](const FaceParameters&) {
    return Face::Curve("M-13 9 V-9 C-10 3 -3 8 14 8.6", Face::kFloor);
  };
  block.UseNonSymbolicSystem<ExponentialNoise>();
  return block;
}

}  // namespace loopwright
