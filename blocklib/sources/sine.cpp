#include "blocklib/sources/sine.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "blocklib/common/declared.h"
#include "blocklib/common/finite.h"
#include "blocklib/common/kernels.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

namespace {

// The parameters lie one after another, `size` elements each.
template <typename T>
void CalcSine(const BoundKernel<T>& op) {
  using std::sin;
  const T* amplitude = op.in[0];
  const T *frequency = amplitude + op.size, *phase = frequency + op.size, *bias = phase + op.size;
  const auto element = [&](int i) {
    op.out[i] = bias[i] + amplitude[i] * sin(frequency[i] * op.in[1][0] + phase[i]);
  };
  if (op.size == 1) return element(0);  // by far the most frequent
  for (int i = 0; i < op.size; ++i) element(i);
}

}  // namespace

// All parameters are spread to the width of the signal, so that the kernel needs no strides.
template <typename T>
Sine<T>::Sine(const VectorX<T>& amplitude, const VectorX<T>& frequency, const VectorX<T>& phase,
              const VectorX<T>& bias)
    : LeafSystem<T>(KeepArguments<Sine, T>(amplitude, frequency, phase, bias)) {
  const auto width =
      static_cast<int>(std::max({amplitude.size(), frequency.size(), phase.size(), bias.size()}));
  for (const VectorX<T>* parameter : {&amplitude, &frequency, &phase, &bias}) {
    this->DeclareNumericParameter(BasicVector<T>(Spread<T>(*parameter, width)));
  }
  this->DeclareVectorOutputPort(
      "y", MakeKernel<T>(width, {{Operand::kAllParameters}, {Operand::kTime}}, &CalcSine<T>));
}

template <typename T>
Sine<T>::Sine(const BlockArguments& arguments)
    : Sine(arguments.vector<T>("amplitude"), arguments.vector<T>("frequency"),
           arguments.vector<T>("phase"), arguments.vector<T>("bias")) {}

// The period of the element with the highest frequency; infinity for a constant.
template <typename T>
double Sine<T>::CalcTimeScale() const {
  return 2 * std::numbers::pi / DefaultVector(*this, 1).cwiseAbs().maxCoeff();
}

LOOPWRIGHT_INSTANTIATE_CLASS(Sine)

// In rad/s and rad, as in formulas; Pulse and Chirp, whose users think in cycles, have periods and
// Hz. Each parameter may be a vector, for several sines at once.
BlockDescriptor SineBlock() {
  BlockDescriptor block;
  block.type = "Sine";
  block.category = "sources";
  block.title = "Sine";
  block.summary = "A sine wave.";
  block.search_words =
      "sin, sine wave, cosine, cos, oscillation, harmonic, wave, signal generator, AC";
  block.names_elsewhere = "GENSIN_f, Sine Wave, Signal Generator, WAVEFORM";
  block.icon = R"(
  <path d="M2 12 H22" stroke-width="1" stroke-opacity="0.45"/>
  <path d="M2.5 12 C6 1.5 8.5 1.5 12 12 C15.5 22.5 18 22.5 21.5 12"/>
)";
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("amplitude", ParameterKind::kVector, 1, "", "", ""),
      MakeParameter("frequency", ParameterKind::kVector, 1, "rad/s", "", "angular frequency"),
      MakeParameter("phase", ParameterKind::kVector, 0, "rad", "", ""),
      MakeParameter("bias", ParameterKind::kVector, 0, "", "", ""),
  };
  block.behaviour = "y = bias + amplitude*sin(frequency*t + phase)";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) {
    widths->Elementwise({"amplitude", "frequency", "phase", "bias"});
  };
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    RequireFinite(arguments, {"amplitude", "frequency", "phase"}, problems);
  };
  block.timing = [](const BlockArguments&) { return BlockTiming::kContinuous; };
  block.face = [](const FaceParameters&) {
    return Face::Curve("M-16 0 C-11 -13 -5 -13 0 0 C5 13 11 13 16 0");
  };
  block.UseSystem<Sine>();
  return block;
}

}  // namespace loopwright
