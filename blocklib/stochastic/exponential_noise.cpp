#include "blocklib/stochastic/exponential_noise.h"

#include "blocklib/common/convert.h"
#include "blocklib/common/parameters.h"

namespace loopwright {

template <typename T>
ExponentialNoise<T>::ExponentialNoise(const Eigen::VectorXd& rate, double period_sec,
                                      double offset_sec, uint64_t stream_key)
    : SampledNoise<T>(SystemTypeTag<ExponentialNoise>{}, static_cast<int>(rate.size()), period_sec,
                      offset_sec, stream_key) {
  this->DeclareNumericParameter(BasicVector<T>(VectorX<T>(rate.cast<T>())));
}

template <typename T>
void ExponentialNoise<T>::CalcSample(const Context<T>& context, uint64_t k, T* sample) const {
  const RandomSource source = context.random_source();
  const T* rate = this->parameter_data(context, 0);
  for (int i = 0; i < this->width(); ++i) {
    sample[i] = ExponentialDraw(source, this->stream_key(), this->DrawOf(k, i)) / rate[i];
  }
}

template <typename T>
ExponentialNoise<T>::ExponentialNoise(const BlockArguments& arguments)
    : ExponentialNoise(arguments.vector("rate"), arguments.number("period"),
                       arguments.number("offset"), arguments.stream()) {}

template <typename T>
template <typename U>
ExponentialNoise<T>::ExponentialNoise(const ExponentialNoise<U>& other)
    : ExponentialNoise(DefaultVector(other, 0), TimingOf(other).period_sec,
                       TimingOf(other).offset_sec, other.stream_key()) {}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(ExponentialNoise)

BlockDescriptor ExponentialNoiseBlock() {
  BlockDescriptor block;
  block.type = "ExponentialNoise";
  block.category = "stochastic";
  block.title = "Exponential noise";
  block.summary = "Independent exponential samples.";
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("rate", ParameterKind::kVector, 1, "1/s", "> 0", ""),
      PeriodParameter(),
      OffsetParameter(),
      StreamParameter(),
  };
  block.feedthrough = "none";
  block.state = "discrete";
  block.behaviour = "as GaussianNoise";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) {
    widths->Elementwise({"rate"});
  };
  block.UseNonSymbolicSystem<ExponentialNoise>();
  return block;
}

}  // namespace loopwright
