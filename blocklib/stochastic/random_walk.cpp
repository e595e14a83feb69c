#include "blocklib/stochastic/random_walk.h"

#include <algorithm>

#include "blocklib/common/finite.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

// All elements have steps of the same deviation, and each has its own draws.
template <typename T>
RandomWalk<T>::RandomWalk(const T& step_deviation, const VectorX<T>& initial_value,
                          double period_sec, double offset_sec, const std::string& stream)
    : SampledNoise<T>(KeepArguments<RandomWalk, T>(step_deviation, initial_value, period_sec,
                                                   offset_sec, stream),
                      static_cast<int>(initial_value.size()), period_sec, offset_sec,
                      StreamKey(stream)) {
  this->DeclareNumericParameter(BasicVector<T>{step_deviation});
  this->DeclareNumericParameter(BasicVector<T>(initial_value));
}

// Sample 0 is the initial value; each further one adds a step to the last.
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

// Each step adds its variance.
template <typename T>
std::optional<ElementLaw> RandomWalk<T>::LawOf(const Context<T>& context, int) const {
  const double deviation = ValueOf(this->parameter_data(context, kStepDeviation)[0]);
  return ElementLaw{0, 1, deviation * deviation};
}

template <typename T>
RandomWalk<T>::RandomWalk(const BlockArguments& arguments)
    : RandomWalk(arguments.number<T>("step_deviation"), arguments.vector<T>("initial_value"),
                 arguments.number("period"), arguments.number("offset"), arguments.stream()) {}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(RandomWalk)

BlockDescriptor RandomWalkBlock() {
  BlockDescriptor block = SampledNoiseBlock({
      MakeParameter("step_deviation", ParameterKind::kNumber, 1, "", ">= 0",
                    "standard deviation of one step"),
      InitialValueParameter(),
  });
  block.type = "RandomWalk";
  block.title = "Random walk";
  block.summary = "Sum of independent normal steps.";
  block.search_words = "drift, bias drift, cumulative noise, brownian";
  block.icon = R"(
  <path d="M2.5 15 H5.5 V11.5 H8.5 V14.5 H11.5 V8.5 H14.5 V11.5 H17.5 V5 H21.5"/>
)";
  block.behaviour = "x+ = x- + w; the k-th update uses draw k";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) {
    widths->Elementwise({"initial_value"});
  };
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    RequireFinite(arguments, {"step_deviation"}, problems);
  };
  block.face = [](const FaceParameters&) {
    return Face::Curve("M-16 4 H-11 V0 H-7 V4 H-3 V-2 H1 V-6 H5 V-2 H9 V-9 H16");
  };
  block.UseNonSymbolicSystem<RandomWalk>();
  return block;
}

}  // namespace loopwright
