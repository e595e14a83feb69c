#include "blocklib/nonlinear/saturation.h"

#include <algorithm>

#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {
namespace {

// Below, within or above the limits; exactly at a limit is within.
template <typename T>
int64_t Branch(const T& u, const T& lower, const T& upper) {
  return IsTrue(u < lower) ? -1 : IsTrue(u > upper) ? 1 : 0;
}

}  // namespace

// The widest of input and limits is the width of the signal.
template <typename T>
Saturation<T>::Saturation(const VectorX<T>& lower, const VectorX<T>& upper, int input_width)
    : LeafSystem<T>(KeepArguments<Saturation, T>(lower, upper, input_width)),
      input_stride_(Stride(input_width)),
      width_(
          std::max({static_cast<int>(lower.size()), static_cast<int>(upper.size()), input_width})) {
  LOOPWRIGHT_THROW_UNLESS(input_width == 1 || input_width == width_);
  this->DeclareVectorInputPort("u", input_width);
  this->DeclareNumericParameter(BasicVector<T>(Spread<T>(lower, width_)));
  this->DeclareNumericParameter(BasicVector<T>(Spread<T>(upper, width_)));
  this->DeclareModes(width_);
  this->template DeclareVectorOutputPort<&Saturation::CalcOutput>(
      "y", width_,
      {this->all_input_ports_ticket(), this->all_parameters_ticket(), this->modes_ticket()});
}

// With held modes each element is u or a constant, which is smooth.
template <typename T>
void Saturation<T>::CalcOutput(const Context<T>& context, T* y) const {
  using std::max;
  using std::min;
  const T* u = this->input_data(context, 0);
  const T* lower = this->parameter_data(context, kLower);
  const T* upper = this->parameter_data(context, kUpper);
  const int64_t* held = this->held_modes(context);
  for (int i = 0; i < width_; ++i) {
    const T& value = u[i * input_stride_];
    if (held == nullptr) {
      y[i] = min(max(value, lower[i]), upper[i]);
    } else {
      y[i] = held[i] == 0 ? value : held[i] < 0 ? lower[i] : upper[i];
    }
  }
}

// Each element by its own limits.
template <typename T>
void Saturation<T>::DoCalcModes(const Context<T>& context, int64_t* modes) const {
  const T* u = this->input_data(context, 0);
  const T* lower = this->parameter_data(context, kLower);
  const T* upper = this->parameter_data(context, kUpper);
  for (int i = 0; i < width_; ++i) modes[i] = Branch(u[i * input_stride_], lower[i], upper[i]);
}

// How far u is from the limit at which its branch ends.
template <typename T>
void Saturation<T>::DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                                      T* margins) const {
  using std::min;
  const T* u = this->input_data(context, 0);
  const T* lower = this->parameter_data(context, kLower);
  const T* upper = this->parameter_data(context, kUpper);
  for (int i = 0; i < width_; ++i) {
    const T& value = u[i * input_stride_];
    margins[i] = modes[i] == 0  ? min(T(value - lower[i]), T(upper[i] - value))
                 : modes[i] < 0 ? T(lower[i] - value)
                                : T(value - upper[i]);
  }
}

template <typename T>
Saturation<T>::Saturation(const BlockArguments& arguments)
    : Saturation(arguments.vector<T>("lower"), arguments.vector<T>("upper"),
                 arguments.input_width(0)) {}

LOOPWRIGHT_INSTANTIATE_CLASS(Saturation)

// The limits may have an element for each element of the signal, or one for all.
BlockDescriptor SaturationBlock() {
  BlockDescriptor block;
  block.type = "Saturation";
  block.category = "nonlinear";
  block.title = "Saturation";
  block.summary = "Limits a signal.";
  block.search_words = "limit, limiter, clip, clamp, bound, min max, actuator limit, anti-windup";
  block.names_elsewhere = "SATURATION, SAT_f, CLIP, Saturation Dynamic";
  block.icon = R"(
  <path d="M3 12 H21 M12 3 V21" stroke-width="1" stroke-opacity="0.45"/>
  <path d="M3 18 H7.5 L16.5 6 H21"/>
)";
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("lower", ParameterKind::kVector, -1, "", "<= upper", ""),
      MakeParameter("upper", ParameterKind::kVector, 1, "", "", ""),
  };
  block.behaviour = "y = min(max(u, lower), upper); corners are located";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) {
    widths->Elementwise({"lower", "upper"});
  };
  block.characteristic = [](const ParameterReader& number) -> Characteristic {
    return BandCharacteristic{number("lower"), number("upper"), 1, 0};
  };
  block.face = [](const FaceParameters&) {
    return Face::Curve("M-15 8 H-7 L7 -8 H15", Face::kCross);
  };
  block.UseSystem<Saturation>();
  return block;
}

}  // namespace loopwright
