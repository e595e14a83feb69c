#include "blocklib/common/canonical_form.h"
#include "blocklib/common/faces.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/zero_pole_gain.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

// A proper rational transfer function in z, in the canonical form of CanonicalForm. With equal
// degrees the output follows the input between updates too.
//
//     u → DiscreteTransferFunction → y
template <typename T>
class DiscreteTransferFunction final : public CanonicalForm<T> {
 public:
  // Coefficients from the highest power of z on; updates run at offset_sec + k*period_sec.
  // CanonicalForm has the state and the output; what is sampled here is only when the state moves
  // on.
  DiscreteTransferFunction(const VectorX<T>& numerator, const VectorX<T>& denominator,
                           double period_sec, double offset_sec)
      : CanonicalForm<T>(KeepArguments<DiscreteTransferFunction, T>(numerator, denominator,
                                                                    period_sec, offset_sec),
                         CanonicalForm<T>::CoefficientsOf(numerator, denominator),
                         CanonicalForm<T>::StateKind::kDiscrete) {
    this->template DeclarePeriodicDiscreteUpdateEvent<&DiscreteTransferFunction::Update>(
        period_sec, offset_sec);
  }

  // From the parameters `numerator`, `denominator`, `period` and `offset`.
  explicit DiscreteTransferFunction(const BlockArguments& arguments)
      : DiscreteTransferFunction(TrimmedCoefficients<T>(arguments, "numerator"),
                                 TrimmedCoefficients<T>(arguments, "denominator"),
                                 arguments.number("period"), arguments.number("offset")) {}

 private:
  // The right-hand sides are the values of the states at the next sample.
  void Update(const Context<T>& context, T* next) const {
    this->CalcRightHandSide(context, this->discrete_data(context, 0), next);
  }
};

LOOPWRIGHT_INSTANTIATE_CLASS(DiscreteTransferFunction)

// The block types `DiscreteTransferFunction` and `DiscreteZeroPoleGain`, which gives the roots of
// numerator and denominator instead of their coefficients. One input and one output: a matrix of
// transfer functions would have to say which of them share their states.
BlockDescriptor DiscreteTransferFunctionBlock() {
  BlockDescriptor block;
  block.type = "DiscreteTransferFunction";
  block.category = "discrete";
  block.title = "Discrete transfer function";
  block.summary = "Transfer function in z.";
  block.search_words =
      "G(z), z-transform, digital filter, IIR, IIR filter, z-domain, discrete filter";
  block.names_elsewhere = "Discrete Transfer Fcn, Discrete Filter, DLR, DLR_f";
  block.icon = R"(
  <path d="M3.5 11.7 H20.5"/>
  <path d="M10.94 4.01 L12.48 2.6 V9"/>
  <path d="M6.12 14.7 H9.64 L6.12 21.1 H9.64"/>
  <path d="M14.52 15.66 V20.14 M12.28 17.9 H16.76"/>
)";
  block.shape = {.width = 80};
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("numerator", ParameterKind::kVector, ParameterSetting::List{1}, "", "",
                    "highest power of z first"),
      MakeParameter("denominator", ParameterKind::kVector, ParameterSetting::List{1, -0.5}, "",
                    "degree >= numerator's", ""),
      PeriodParameter(),
      OffsetParameter(),
  };
  block.feedthrough = "where the degrees are equal";
  block.state = "discrete";
  block.behaviour = "controllable canonical form, zero initial state";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->AllFixed(1); };
  block.validate = ValidateTransferFunction;
  block.face = [](const FaceParameters& p) { return RationalFace(p, "z"); };
  block.UseSystem<DiscreteTransferFunction>();
  return block;
}

namespace {

// Zeros and poles are multiplied out into the two polynomials, and the rest is the same block.
template <typename T>
std::unique_ptr<System<T>> MakeDiscreteZeroPoleGain(const BlockArguments& arguments) {
  return std::make_unique<DiscreteTransferFunction<T>>(
      ZeroPoleGainNumerator<T>(arguments), ZeroPoleGainDenominator<T>(arguments),
      arguments.number("period"), arguments.number("offset"));
}

}  // namespace

// Stable with all poles inside the unit circle; complex ones come in conjugate pairs.
BlockDescriptor DiscreteZeroPoleGainBlock() {
  BlockDescriptor block;
  block.type = "DiscreteZeroPoleGain";
  block.category = "discrete";
  block.title = "Discrete zero-pole-gain";
  block.summary = "Transfer function in z by zeros, poles, gain.";
  block.search_words = "discrete poles, discrete zeros, discrete zpk";
  block.names_elsewhere = "Discrete Zero-Pole";
  block.icon = R"(
  <circle cx="12" cy="12" r="8.8"/>
  <path d="M13 6.8 L17 10.8 M17 6.8 L13 10.8 M13 13.2 L17 17.2 M17 13.2 L13 17.2"/>
  <circle cx="7.8" cy="12" r="2" fill="currentColor" stroke="none"/>
)";
  block.shape = {.width = 110};
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("zeros", ParameterKind::kComplexVector, ParameterSetting::List{}, "", "", ""),
      MakeParameter("poles", ParameterKind::kComplexVector, ParameterSetting::List{0.5}, "", "",
                    ""),
      MakeParameter("gain", ParameterKind::kNumber, 1, "", "", ""),
      PeriodParameter(),
      OffsetParameter(),
  };
  block.feedthrough = "where as many zeros as poles";
  block.state = "discrete";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->AllFixed(1); };
  block.validate = ValidateZeroPoleGain;
  block.make = MakeDiscreteZeroPoleGain<double>;
  block.make_autodiff = MakeDiscreteZeroPoleGain<AutoDiff>;
  block.make_symbolic = MakeDiscreteZeroPoleGain<Expression>;
  block.face = [](const FaceParameters& p) { return FactorsFace(p, "z"); };
  return block;
}

}  // namespace loopwright
