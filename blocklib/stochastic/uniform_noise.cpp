#include "blocklib/stochastic/uniform_noise.h"

#include <algorithm>

#include "blocklib/common/finite.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

// The wider of both bounds is the width of the signal.
template <typename T>
UniformNoise<T>::UniformNoise(const VectorX<T>& lower, const VectorX<T>& upper, double period_sec,
                              double offset_sec, const std::string& stream)
    : SampledNoise<T>(KeepArguments<UniformNoise, T>(lower, upper, period_sec, offset_sec, stream),
                      static_cast<int>(std::max(lower.size(), upper.size())), period_sec,
                      offset_sec, StreamKey(stream)) {
  this->DeclareNumericParameter(BasicVector<T>(Spread<T>(lower, this->width())));
  this->DeclareNumericParameter(BasicVector<T>(Spread<T>(upper, this->width())));
}

// Draws from [0, 1), stretched to the bounds of each element.
template <typename T>
void UniformNoise<T>::CalcSample(const Context<T>& context, uint64_t k, T* sample) const {
  const RandomSource source = context.random_source();
  const T* lower = this->parameter_data(context, kLower);
  const T* upper = this->parameter_data(context, kUpper);
  for (int i = 0; i < this->width(); ++i) {
    const double draw = UniformDraw(source, this->stream_key(), this->DrawOf(k, i));
    sample[i] = lower[i] + (upper[i] - lower[i]) * draw;
  }
}

// A twelfth of the square of the width.
template <typename T>
std::optional<ElementLaw> UniformNoise<T>::LawOf(const Context<T>& context, int element) const {
  const double width = ValueOf(this->parameter_data(context, kUpper)[element]) -
                       ValueOf(this->parameter_data(context, kLower)[element]);
  return this->IndependentLaw(width * width / 12);
}

template <typename T>
UniformNoise<T>::UniformNoise(const BlockArguments& arguments)
    : UniformNoise(arguments.vector<T>("lower"), arguments.vector<T>("upper"),
                   arguments.number("period"), arguments.number("offset"), arguments.stream()) {}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(UniformNoise)

// As a rounding error is often modelled: every value between the limits is as likely as any other.
BlockDescriptor UniformNoiseBlock() {
  BlockDescriptor block = SampledNoiseBlock({
      MakeParameter("lower", ParameterKind::kVector, 0, "", "<= upper", ""),
      MakeParameter("upper", ParameterKind::kVector, 1, "", "", ""),
  });
  block.type = "UniformNoise";
  block.title = "Uniform noise";
  block.summary = "Independent uniform samples.";
  block.search_words = "noise, uniform distribution, random uniform, dither, rand";
  block.names_elsewhere = "Uniform Random Number";
  block.icon = R"(
  <path d="M6 19 V8 H18 V19" fill="currentColor" fill-opacity="0.16"/>
  <path d="M2.5 19 H21.5"/>
)";
  block.behaviour = "as GaussianNoise";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) {
    widths->Elementwise({"lower", "upper"});
  };
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    RequireFinite(arguments, {"lower", "upper"}, problems);
  };
  block.face = [](const FaceParameters&) { return Face::Curve("M-8 9 V-5 H8 V9", Face::kFloor); };
  block.UseNonSymbolicSystem<UniformNoise>();
  return block;
}

}  // namespace loopwright
