#include "blocklib/math/gain.h"

#include <algorithm>

#include "blocklib/common/convert.h"
#include "blocklib/common/linear.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"

namespace loopwright {

template <typename T>
Gain<T>::Gain(const Eigen::VectorXd& gain, int input_width)
    : LeafSystem<T>(SystemTypeTag<Gain>{}),
      gain_stride_(Stride(static_cast<int>(gain.size()))),
      input_stride_(Stride(input_width)),
      width_(std::max(static_cast<int>(gain.size()), input_width)) {
  const int gain_width = static_cast<int>(gain.size());
  LOOPWRIGHT_THROW_UNLESS(gain_width == 1 || gain_width == width_);
  LOOPWRIGHT_THROW_UNLESS(input_width == 1 || input_width == width_);
  this->DeclareVectorInputPort("u", input_width);
  this->DeclareNumericParameter(BasicVector<T>(Spread<T>(gain, gain_width)));
  this->DeclareVectorOutputPort("y", width_, &Gain::CalcOutput,
                                {this->all_input_ports_ticket(), this->all_parameters_ticket()});
}

template <typename T>
void Gain<T>::CalcOutput(const Context<T>& context, T* y) const {
  const T* u = this->input_data(context, 0);
  const T* gain = this->parameter_data(context, 0);
  for (int i = 0; i < width_; ++i) y[i] = gain[i * gain_stride_] * u[i * input_stride_];
}

template <typename T>
MatrixGain<T>::MatrixGain(const Eigen::MatrixXd& gain)
    : LeafSystem<T>(SystemTypeTag<MatrixGain>{}),
      rows_(static_cast<int>(gain.rows())),
      columns_(static_cast<int>(gain.cols())) {
  this->DeclareVectorInputPort("u", columns_);
  this->DeclareNumericParameter(BasicVector<T>(RowByRow<T>(gain)));
  this->DeclareVectorOutputPort("y", rows_, &MatrixGain::CalcOutput,
                                {this->all_input_ports_ticket(), this->all_parameters_ticket()});
}

template <typename T>
void MatrixGain<T>::CalcOutput(const Context<T>& context, T* y) const {
  std::fill_n(y, rows_, T(0));
  AddProduct(this->parameter_data(context, 0), rows_, columns_, this->input_data(context, 0), y);
}

template <typename T>
template <typename U>
Gain<T>::Gain(const Gain<U>& other)
    : Gain(DefaultVector(other, 0), other.get_input_port(0).size()) {}

LOOPWRIGHT_INSTANTIATE_CLASS(Gain)
template <typename T>
template <typename U>
MatrixGain<T>::MatrixGain(const MatrixGain<U>& other)
    : MatrixGain(DefaultMatrix(other, 0, other.rows_, other.columns_)) {}

LOOPWRIGHT_INSTANTIATE_CLASS(MatrixGain)

namespace {

template <typename T>
std::unique_ptr<System<T>> MakeGain(const BlockArguments& arguments) {
  const FormulaValue& gain = arguments.value("gain");
  if (gain.kind() == FormulaValue::Kind::kMatrix) {
    return std::make_unique<MatrixGain<T>>(gain.elements());
  }
  return std::make_unique<Gain<T>>(arguments.vector("gain"), arguments.input_width(0));
}

}  // namespace

BlockDescriptor GainBlock() {
  BlockDescriptor block;
  block.type = "Gain";
  block.category = "math";
  block.title = "Gain";
  block.summary = "Multiplies by a gain.";
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("gain", ParameterKind::kMatrix, 1, "", "",
                    "scalar or vector: elementwise; matrix: y = K u"),
  };
  block.behaviour = "y = gain*u";
  block.infer_widths = [](const BlockArguments& arguments, BlockWidths* widths) {
    const FormulaValue& gain = arguments.value("gain");
    if (gain.kind() != FormulaValue::Kind::kMatrix) return widths->Elementwise({"gain"});
    widths->set_in(0, static_cast<int>(gain.elements().cols()));
    widths->set_out(0, static_cast<int>(gain.elements().rows()));
  };
  block.make = [](const BlockArguments& arguments) { return MakeGain<double>(arguments); };
  block.make_autodiff = [](const BlockArguments& arguments) {
    return MakeGain<AutoDiff>(arguments);
  };
  block.make_symbolic = [](const BlockArguments& arguments) {
    return MakeGain<Expression>(arguments);
  };
  return block;
}

}  // namespace loopwright
