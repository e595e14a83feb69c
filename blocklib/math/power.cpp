#include <type_traits>

#include "blocklib/common/kernels.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

// Raises each element of a signal to a constant power, y = u^exponent.
//
//     u → ConstantPower → y
//
// A negative number to a power that is not whole is NaN, as it is in formulas. Numeric parameter 0
// is the exponent.
template <typename T>
class ConstantPower final : public LeafSystem<T> {
 public:
  // For a signal of `width` elements. Numbers use the power of formulas, of which a square is
  // exactly u*u.
  ConstantPower(const T& exponent, int width)
      : LeafSystem<T>(KeepArguments<ConstantPower, T>(exponent, width)) {
    this->DeclareVectorInputPort("u", width);
    this->DeclareNumericParameter(BasicVector<T>{exponent});
    const auto run = [](const BoundKernel<T>& op) {
      ForEachElement(op, [&](int i, int j, int) {
        if constexpr (std::is_same_v<T, double>) {
          return Power(op.in[0][i], op.in[1][j]);
        } else {
          return T(pow(op.in[0][i], op.in[1][j]));
        }
      });
    };
    const Operand u = ReadElements(Operand::kInput, 0, width);
    this->DeclareVectorOutputPort(
        "y", MakeKernel<T>(width, {u, ReadElements(Operand::kParameter, 0, 1)}, run));
  }

  explicit ConstantPower(const BlockArguments& arguments)
      : ConstantPower(arguments.number<T>("exponent"), arguments.input_width(0)) {}
};

LOOPWRIGHT_INSTANTIATE_CLASS(ConstantPower)

// The exponent is a parameter; of two signals an Expression makes a power.
BlockDescriptor PowerBlock() {
  BlockDescriptor block;
  block.type = "Power";
  block.category = "math";
  block.title = "Power";
  block.summary = "Raises to a constant power.";
  block.search_words = "exponent, raise, x^n, cube, root";
  block.names_elsewhere = "POWBLK_f, POW, POWBLK";
  block.icon = R"(
  <path d="M3.81 9.5 L9.8 20 M9.8 9.5 L3.81 20"/>
  <path d="M15.11 10.2 V4.31 M15.11 6.48 C15.42 3.69 18.21 3.38 18.21 6.48 V10.2"/>
)";
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("exponent", ParameterKind::kNumber, 2, "", "", ""),
  };
  block.behaviour = "y = u^exponent";
  block.face = [](const FaceParameters& p) { return Face::Power("u", p.Formula("exponent")); };
  block.UseSystem<ConstantPower>();
  return block;
}

}  // namespace loopwright
