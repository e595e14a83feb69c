#include "blocklib/stochastic/random_walk.h"

#include <algorithm>

#include "blocklib/common/convert.h"
#include "blocklib/common/finite.h"
#include "blocklib/common/parameters.h"

namespace loopwright {
namespace {
enum Parameter { kStepDeviation, kInitialValue };
}  // namespace

template <typename T>
RandomWalk<T>::RandomWalk(double step_deviation, const Eigen::VectorXd& initial_value,
                          double period_sec, double offset_sec, uint64_t stream_key)
    : SampledNoise<T>(SystemTypeTag<RandomWalk>{}, static_cast<int>(initial_value.size()),
                      period_sec, offset_sec, stream_key) {
  this->DeclareNumericParameter(BasicVector<T>{T(step_deviation)});
  this->DeclareNumericParameter(BasicVector<T>(VectorX<T>(initial_value.cast<T>())));
}

template <typename T>
void RandomWalk<T>::CalcSample(const Context<T>& context, uint64_t k, T* sample) const {
  if (k == 0) {
    std::copy_n(this->parameter_data(context, kInitialValue), this->width(), sample);
    return;
  }
  const RandomSource source = context.random_source();
  const T& deviation = this->parameter_data(context, kStepDeviation)[0];
  const T* last = this->last_sample(context);
  for (int i = 0; i < this->width(); ++i) {
    sample[i] = last[i] + deviation * GaussianDraw(source, this->stream_key(), this->DrawOf(k, i));
  }
}

template <typename T>
RandomWalk<T>::RandomWalk(const BlockArguments& arguments)
    : RandomWalk(arguments.number("step_deviation"), arguments.vector("initial_value"),
                 arguments.number("period"), arguments.number("offset"), arguments.stream()) {}

template <typename T>
template <typename U>
RandomWalk<T>::RandomWalk(const RandomWalk<U>& other)
    : RandomWalk(DefaultNumber(other, kStepDeviation), DefaultVector(other, kInitialValue),
                 TimingOf(other).period_sec, TimingOf(other).offset_sec, other.stream_key()) {}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(RandomWalk)

BlockDescriptor RandomWalkBlock() {
  BlockDescriptor block;
  block.type = "RandomWalk";
  block.category = "stochastic";
  block.title = "Random walk";
  block.summary = "Sum of independent normal steps.";
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("step_deviation", ParameterKind::kNumber, 1, "", ">= 0",
                    "standard deviation of one step"),
      InitialValueParameter(),
      PeriodParameter(),
      OffsetParameter(),
      StreamParameter(),
  };
  block.feedthrough = "none";
  block.state = "discrete";
  block.behaviour = "x+ = x- + w; the k-th update uses draw k";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) {
    widths->Elementwise({"initial_value"});
  };
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    RequireFinite(arguments, {"step_deviation"}, problems);
  };
  block.UseNonSymbolicSystem<RandomWalk>();
  return block;
}

}  // namespace loopwright
