#include <algorithm>

#include "blocklib/common/finite.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

// A finite impulse response filter for each element of a signal: at each update y⁺ = Σ b_k u[n-k],
// held until the next. Samples before the first one are 0.
//
//     u → FirFilter → y
//
// Discrete state: groups 0 output and, with more than one coefficient, 1 the samples before the
// last update's, newest first. Numeric parameter 0: the coefficients b_0, b_1, ….
template <typename T>
class FirFilter final : public LeafSystem<T> {
 public:
  // At least one coefficient. A filter of one coefficient has no past samples, and no group for
  // them.
  FirFilter(const VectorX<T>& coefficients, double period_sec, double offset_sec, int width)
      : LeafSystem<T>(KeepArguments<FirFilter, T>(coefficients, period_sec, offset_sec, width)),
        num_coefficients_(static_cast<int>(coefficients.size())),
        width_(width) {
    LOOPWRIGHT_THROW_UNLESS(num_coefficients_ >= 1);
    this->DeclareVectorInputPort("u", width);
    this->DeclareNumericParameter(BasicVector<T>(coefficients));
    this->DeclareDiscreteState(width);  // kOutput
    if (num_coefficients_ > 1)
      this->DeclareDiscreteState((num_coefficients_ - 1) * width);  // kPast
    this->template DeclarePeriodicDiscreteUpdateEvent<&FirFilter::Update>(period_sec, offset_sec);
    this->DeclareStateOutputPort("y", DiscreteStateIndex(kOutput));
  }

  // From the parameters `coefficients`, `period` and `offset`.
  explicit FirFilter(const BlockArguments& arguments)
      : FirFilter(arguments.vector<T>("coefficients"), arguments.number("period"),
                  arguments.number("offset"), arguments.input_width(0)) {}

 private:
  enum Group { kOutput, kPast };

  // The output is the sum over the present sample and the past ones; then the samples move on by
  // one place, and the oldest falls out.
  void Update(const Context<T>& context, T* next) const {
    const T* u = this->input_data(context, 0);
    const T* b = this->parameter_data(context, 0);
    const int num_past = num_coefficients_ - 1;
    const T* past = num_past > 0 ? this->discrete_data(context, kPast) : nullptr;
    for (int i = 0; i < width_; ++i) {
      T sum = b[0] * u[i];
      for (int k = 0; k < num_past; ++k) sum += b[k + 1] * past[k * width_ + i];
      next[i] = sum;
    }
    if (num_past == 0) return;
    T* next_past = next + width_;
    std::copy_n(u, width_, next_past);
    std::copy_n(past, (num_past - 1) * width_, next_past + width_);
  }

  int num_coefficients_;
  int width_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(FirFilter)

// The coefficients are the impulse response, newest sample first, and the face shows them as stems.
BlockDescriptor FirFilterBlock() {
  BlockDescriptor block;
  block.type = "FirFilter";
  block.category = "discrete";
  block.title = "FIR filter";
  block.summary = "Finite impulse response filter.";
  block.search_words = "FIR, filter, convolution, taps, impulse response, digital filter";
  block.names_elsewhere = "Discrete FIR Filter";
  block.icon = R"(
  <path d="M4 19.5 V15.5 M8 19.5 V10.5 M12 19.5 V5.5 M16 19.5 V10.5 M20 19.5 V15.5"/>
  <circle cx="4" cy="15.3" r="1.8" fill="currentColor" stroke="none"/>
  <circle cx="8" cy="10" r="1.8" fill="currentColor" stroke="none"/>
  <circle cx="12" cy="5" r="1.8" fill="currentColor" stroke="none"/>
  <circle cx="16" cy="10" r="1.8" fill="currentColor" stroke="none"/>
  <circle cx="20" cy="15.3" r="1.8" fill="currentColor" stroke="none"/>
)";
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("coefficients", ParameterKind::kVector, ParameterSetting::List{1}, "", "",
                    "newest sample first"),
      PeriodParameter(),
      OffsetParameter(),
  };
  block.feedthrough = "none";
  block.state = "discrete";
  block.states = DiscreteStates({"output", "past samples"});
  block.behaviour = "at each update: output+ = sum b_k*u[n-k]; y = output, held";
  block.is_held = true;
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->SameWidth(); };
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    if (arguments.size("coefficients") == 0) {
      problems->Add("coefficients", "has no element: give at least one");
    }
    RequireFinite(arguments, {"coefficients"}, problems);
  };
  block.face = [](const FaceParameters& p) { return Face::Stems(p.Numbers("coefficients")); };
  block.UseSystem<FirFilter>();
  return block;
}

}  // namespace loopwright
