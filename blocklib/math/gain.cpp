#include "blocklib/math/gain.h"

#include <algorithm>

#include "blocklib/common/finite.h"
#include "blocklib/common/kernels.h"
#include "blocklib/common/linear.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

// One kernel for all combinations of widths: what has one element is read with a stride of zero.
template <typename T>
Gain<T>::Gain(const VectorX<T>& gain, int input_width)
    : LeafSystem<T>(KeepArguments<Gain, T>(gain, input_width)) {
  const int gain_width = static_cast<int>(gain.size());
  const int width = std::max(gain_width, input_width);
  LOOPWRIGHT_THROW_UNLESS(gain_width == 1 || gain_width == width);
  LOOPWRIGHT_THROW_UNLESS(input_width == 1 || input_width == width);
  this->DeclareVectorInputPort("u", input_width);
  this->DeclareNumericParameter(BasicVector<T>(Spread<T>(gain, gain_width)));
  auto kernel = MakeKernel<T>(width, {ReadElements(Operand::kParameter, 0, gain_width),
                                      ReadElements(Operand::kInput, 0, input_width)});
  kernel.RunBy([](const BoundKernel<T>& op) {
    ForEachElement(op, [&](int i, int j, int) { return op.in[0][i] * op.in[1][j]; });
  });
  this->DeclareVectorOutputPort("y", kernel);
}

// The matrix is stored row by row, as it is read in a product.
template <typename T>
MatrixGain<T>::MatrixGain(const MatrixX<T>& gain)
    : LeafSystem<T>(KeepArguments<MatrixGain, T>(gain)),
      rows_(static_cast<int>(gain.rows())),
      columns_(static_cast<int>(gain.cols())) {
  this->DeclareVectorInputPort("u", columns_);
  this->DeclareNumericParameter(BasicVector<T>(RowByRow<T>(gain)));
  this->template DeclareVectorOutputPort<&MatrixGain::CalcOutput>(
      "y", rows_, {this->all_input_ports_ticket(), this->all_parameters_ticket()});
}

// The sum of each row begins at zero.
template <typename T>
void MatrixGain<T>::CalcOutput(const Context<T>& context, T* y) const {
  std::fill_n(y, rows_, T(0));
  AddProduct(this->parameter_data(context, 0), rows_, columns_, this->input_data(context, 0), y);
}

LOOPWRIGHT_INSTANTIATE_CLASS(Gain)
LOOPWRIGHT_INSTANTIATE_CLASS(MatrixGain)

namespace {

// A gain that was written as a matrix multiplies vectors, any other works elementwise.
template <typename T>
std::unique_ptr<System<T>> MakeGain(const BlockArguments& arguments) {
  const FormulaValue& gain = arguments.value("gain");
  if (gain.kind() == FormulaValue::Kind::kMatrix) {
    return std::make_unique<MatrixGain<T>>(arguments.matrix<T>("gain"));
  }
  return std::make_unique<Gain<T>>(arguments.vector<T>("gain"), arguments.input_width(0));
}

}  // namespace

// One block for three kinds of gain, told apart by how the gain is written: 2 and [2, 3] multiply
// elementwise, [[2, 3]] is a matrix of one row. Widths follow from that.
BlockDescriptor GainBlock() {
  BlockDescriptor block;
  block.type = "Gain";
  block.category = "math";
  block.title = "Gain";
  block.summary = "Multiplies by a gain.";
  block.search_words =
      "multiply by constant, amplifier, proportional, P controller, scale, factor, amplification, "
      "matrix gain, K";
  block.names_elsewhere = "GAINBLK_f, GAINBLK, GAIN_f, Slider Gain, Matrix Gain";
  block.icon = R"(
  <path d="M5 4 L20.5 12 L5 20 Z"/>
)";
  block.shape.outline = BlockOutline::kTriangle;
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
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    RequireFinite(arguments, {"gain"}, problems);
  };
  block.make = [](const BlockArguments& arguments) { return MakeGain<double>(arguments); };
  block.make_autodiff = [](const BlockArguments& arguments) {
    return MakeGain<AutoDiff>(arguments);
  };
  block.make_symbolic = [](const BlockArguments& arguments) {
    return MakeGain<Expression>(arguments);
  };
  block.face = [](const FaceParameters& p) {
    Face face = Face::TextOr(p.Formula("gain"), "K", 11);
    face.room = 0.67;  // the triangle is widest at its left
    return face;
  };
  return block;
}

}  // namespace loopwright
