#include "blocklib/common/canonical_form.h"
#include "blocklib/common/faces.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/zero_pole_gain.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

// A proper rational transfer function in s, in the canonical form of CanonicalForm.
//
//     u → TransferFunction → y
template <typename T>
class TransferFunction final : public CanonicalForm<T> {
 public:
  // Coefficients from the highest power of s on. Everything is CanonicalForm's, with derivatives as
  // what follows from the right-hand side.
  TransferFunction(const VectorX<T>& numerator, const VectorX<T>& denominator)
      : CanonicalForm<T>(KeepArguments<TransferFunction, T>(numerator, denominator),
                         CanonicalForm<T>::CoefficientsOf(numerator, denominator),
                         CanonicalForm<T>::StateKind::kContinuous) {}

  // From the parameters `numerator` and `denominator`.
  explicit TransferFunction(const BlockArguments& arguments)
      : TransferFunction(TrimmedCoefficients<T>(arguments, "numerator"),
                         TrimmedCoefficients<T>(arguments, "denominator")) {}
};

LOOPWRIGHT_INSTANTIATE_CLASS(TransferFunction)

// The block types `TransferFunction` and `ZeroPoleGain`, which gives the roots of numerator and
// denominator instead of their coefficients. Proper ones only: with more zeros than poles the
// output would need derivatives of the input.
BlockDescriptor TransferFunctionBlock() {
  BlockDescriptor block;
  block.type = "TransferFunction";
  block.category = "continuous";
  block.title = "Transfer function";
  block.summary = "Continuous transfer function (proper, single input and output).";
  block.search_words =
      "transfer fcn, G(s), tf, lead, lead-lag, compensator, s-domain, Laplace, numerator "
      "denominator, analog filter, high-pass, band-pass, notch";
  block.names_elsewhere = "Transfer Fcn, CLR, CLR_f, LTI_SISO, TCLSS, Lead-Lag";
  block.icon = R"(
  <path d="M3.5 11.7 H20.5"/>
  <path d="M10.94 4.01 L12.48 2.6 V9"/>
  <path d="M9.32 15.72 C8.68 14.44 6.12 14.44 6.12 16.36 C6.12 18.03 9.38 17.64 9.38 19.44 C9.38 21.42 6.44 21.42 5.93 20.01"/>
  <path d="M14.52 15.66 V20.14 M12.28 17.9 H16.76"/>
)";
  block.shape = {.width = 80};
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("numerator", ParameterKind::kVector, ParameterSetting::List{1}, "", "",
                    "highest power of s first"),
      MakeParameter("denominator", ParameterKind::kVector, ParameterSetting::List{1, 1}, "",
                    "degree >= numerator's", ""),
  };
  block.feedthrough = "where numerator and denominator have equal degree";
  block.state = "continuous";
  block.behaviour =
      "controllable canonical form (a denominator that is not monic is normalised), zero initial "
      "state";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->AllFixed(1); };
  block.validate = ValidateTransferFunction;
  block.face = [](const FaceParameters& p) { return RationalFace(p, "s"); };
  block.UseSystem<TransferFunction>();
  return block;
}

namespace {

// Zeros and poles are multiplied out into the two polynomials, and the rest is the same block.
template <typename T>
std::unique_ptr<System<T>> MakeZeroPoleGain(const BlockArguments& arguments) {
  return std::make_unique<TransferFunction<T>>(ZeroPoleGainNumerator<T>(arguments),
                                               ZeroPoleGainDenominator<T>(arguments));
}

}  // namespace

// Complex numbers are texts, "-1+2i"; each must come with its conjugate, so that the polynomials
// are real.
BlockDescriptor ZeroPoleGainBlock() {
  BlockDescriptor block;
  block.type = "ZeroPoleGain";
  block.category = "continuous";
  block.title = "Zero-pole-gain";
  block.summary = "Transfer function by zeros, poles and gain.";
  block.search_words = "zero-pole, poles, zeros, pole zero, zpk, roots";
  block.names_elsewhere = "Zero-Pole";
  block.icon = R"(
  <path d="M2.5 12 H21.5 M16 3 V21" stroke-width="1" stroke-opacity="0.45"/>
  <path d="M6 4.7 L10.6 9.3 M10.6 4.7 L6 9.3 M6 14.7 L10.6 19.3 M10.6 14.7 L6 19.3"/>
  <circle cx="18.6" cy="12" r="2.6"/>
)";
  block.shape = {.width = 110};
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("zeros", ParameterKind::kComplexVector, ParameterSetting::List{}, "rad/s",
                    "conjugate pairs", "complex numbers as \"-1+2i\""),
      MakeParameter("poles", ParameterKind::kComplexVector, ParameterSetting::List{-1}, "rad/s",
                    "conjugate pairs", ""),
      MakeParameter("gain", ParameterKind::kNumber, 1, "", "", ""),
  };
  block.feedthrough = "where as many zeros as poles";
  block.state = "continuous";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->AllFixed(1); };
  block.validate = ValidateZeroPoleGain;
  block.make = MakeZeroPoleGain<double>;
  block.make_autodiff = MakeZeroPoleGain<AutoDiff>;
  block.make_symbolic = MakeZeroPoleGain<Expression>;
  block.face = [](const FaceParameters& p) { return FactorsFace(p, "s"); };
  return block;
}

}  // namespace loopwright
