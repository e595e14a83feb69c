#include "blocklib/sources/constant.h"

#include <algorithm>

#include "blocklib/common/linear.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {
namespace {

// The elements of the parameter `value`, row by row.

}  // namespace

// The value is a parameter of the context, and the output depends on nothing else.
template <typename T>
Constant<T>::Constant(const VectorX<T>& value)
    : LeafSystem<T>(KeepArguments<Constant, T>(value)), width_(static_cast<int>(value.size())) {
  this->DeclareNumericParameter(BasicVector<T>(value));
  this->template DeclareVectorOutputPort<&Constant::CalcOutput>(
      "y", width_, {this->numeric_parameter_ticket(0)});
}

template <typename T>
void Constant<T>::CalcOutput(const Context<T>& context, T* y) const {
  std::copy_n(this->parameter_data(context, 0), width_, y);
}

template <typename T>
Constant<T>::Constant(const BlockArguments& arguments)
    : Constant(RowByRow<T>(arguments.matrix<T>("value"))) {}

LOOPWRIGHT_INSTANTIATE_CLASS(Constant)

// The block type `Constant`. A matrix gives its elements row by row. The width of the signal is
// that of the value.
BlockDescriptor ConstantBlock() {
  BlockDescriptor block;
  block.type = "Constant";
  block.category = "sources";
  block.title = "Constant";
  block.summary = "A constant value.";
  block.search_words = "number, fixed value, bias, set point, reference, ground, zero";
  block.names_elsewhere = "CONST_m, CONST_f, CONST, Ground, Ground_g, ConstantVectorSource";
  block.icon = R"(
  <path d="M4 3.5 V20 H21" stroke-width="1" stroke-opacity="0.45"/>
  <path d="M4 9 H21"/>
)";
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("value", ParameterKind::kMatrix, 1, "", "",
                    "the value; a vector gives a vector signal"),
  };
  block.behaviour = "y = value";
  block.infer_widths = [](const BlockArguments& arguments, BlockWidths* widths) {
    widths->set_out(0, arguments.size("value"));
  };
  block.face = [](const FaceParameters& p) { return Face::Text(p.Formula("value")); };
  block.UseSystem<Constant>();
  return block;
}

}  // namespace loopwright
