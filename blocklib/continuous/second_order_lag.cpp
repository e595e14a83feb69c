#include <algorithm>

#include "blocklib/common/conditions.h"
#include "blocklib/common/kernels.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

// The standard second-order system for each element of a signal, at rest at first:
// d²y/dt² + 2 zeta wn dy/dt + wn² y = gain wn² u.
//
//     u → SecondOrderLag → y
//
// Continuous state: all y, then all dy/dt. Numeric parameters: 0 natural frequency wn (rad/s), 1
// damping ratio zeta, 2 gain.
template <typename T>
class SecondOrderLag final : public LeafSystem<T> {
 public:
  // The natural frequency must be > 0. The equation of second order is two of first order: y' = r
  // and r' = wn (wn (gain u - y) - 2 zeta r). The output reads the first half of the state.
  SecondOrderLag(const T& natural_frequency, const T& damping_ratio, const T& gain, int width)
      : LeafSystem<T>(
            KeepArguments<SecondOrderLag, T>(natural_frequency, damping_ratio, gain, width)) {
    LOOPWRIGHT_THROW_UNLESS(MayHold(natural_frequency > 0));
    this->DeclareVectorInputPort("u", width);
    for (const T& parameter : {natural_frequency, damping_ratio, gain}) {
      this->DeclareNumericParameter(BasicVector<T>{parameter});
    }
    const Operand state = ReadElements(Operand::kContinuous, 0, 2 * width);
    // The state is y of all elements, and behind them their rates.
    const auto calc_derivatives = [](const BoundKernel<T>& op) {
      const int half = op.size / 2;
      const T* y = op.in[1];
      const T* rate = y + half;
      const T& frequency = op.in[2][kNaturalFrequency];
      const T damping = 2.0 * op.in[2][kDampingRatio];
      for (int i = 0; i < half; ++i) {
        op.out[i] = rate[i];
        op.out[half + i] =
            frequency * (frequency * (op.in[2][kGain] * op.in[0][i] - y[i]) - damping * rate[i]);
      }
    };
    this->DeclareTimeDerivatives(MakeKernel<T>(
        2 * width, {ReadElements(Operand::kInput, 0, width), state, {Operand::kAllParameters}},
        calc_derivatives));
    this->DeclareContinuousState(2 * width);
    const auto copy = [](const BoundKernel<T>& op) { std::copy_n(op.in[0], op.size, op.out); };
    this->DeclareVectorOutputPort("y", MakeKernel<T>(width, {state}, copy));
  }

  // From the parameters `natural_frequency`, `damping_ratio` and `gain`.
  explicit SecondOrderLag(const BlockArguments& arguments)
      : SecondOrderLag(arguments.number<T>("natural_frequency"),
                       arguments.number<T>("damping_ratio"), arguments.number<T>("gain"),
                       arguments.input_width(0)) {}

 private:
  enum Parameter { kNaturalFrequency, kDampingRatio, kGain };
};

LOOPWRIGHT_INSTANTIATE_CLASS(SecondOrderLag)

// The face shows the transfer function with its numbers where all three parameters are plain
// numbers, otherwise with their letters.
BlockDescriptor SecondOrderLagBlock() {
  BlockDescriptor block;
  block.type = "SecondOrderLag";
  block.category = "continuous";
  block.title = "Second-order lag";
  block.summary = "Second-order system.";
  block.search_words =
      "PT2, second order, damping, resonance, oscillator, resonator, natural frequency";
  block.names_elsewhere = "Second-Order Filter, Varying Lowpass Filter";
  block.icon = R"(
  <path d="M4 3.5 V20 H21" stroke-width="1" stroke-opacity="0.45"/>
  <path d="M4 20 C7.5 20 7 5 10.5 5 C13.5 5 13.2 13 16 13 C18 13 18.5 10 21 10"/>
)";
  block.shape = {.width = 110};
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("natural_frequency", ParameterKind::kNumber, 1, "rad/s", "> 0", ""),
      MakeParameter("damping_ratio", ParameterKind::kNumber, 0.7, "", ">= 0", ""),
      MakeParameter("gain", ParameterKind::kNumber, 1, "", "", ""),
  };
  block.feedthrough = "none";
  block.state = "continuous";
  block.states = ContinuousStates({"output", "rate of the output"});
  block.behaviour = "G(s) = gain*wn^2/(s^2 + 2*zeta*wn*s + wn^2)";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->SameWidth(); };
  block.face = [](const FaceParameters& p) {
    const std::vector<double> frequency = p.Numbers("natural_frequency");
    const std::vector<double> damping = p.Numbers("damping_ratio");
    const std::vector<double> gain = p.Numbers("gain");
    std::string above;
    std::string below;
    if (frequency.size() == 1 && damping.size() == 1 && gain.size() == 1) {
      const double square = frequency[0] * frequency[0];
      above = p.PolynomialOf({gain[0] * square}, "s");
      below = p.PolynomialOf({1, 2 * damping[0] * frequency[0], square}, "s");
    }
    return Face::Fraction(above, below, "Kω²", "s² + 2ζωs + ω²");
  };
  block.UseSystem<SecondOrderLag>();
  return block;
}

}  // namespace loopwright
