#include <algorithm>
#include <cmath>

#include "blocklib/common/kernels.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

// The angle of the point (x, y) in (-pi, pi] radians, elementwise; 0 of (0, 0).
//
//     y → ┌───────┐
//     x → │ Atan2 │ → angle
//         └───────┘
//
// An input of one element is spread.
template <typename T>
class Atan2 final : public LeafSystem<T> {
 public:
  // The widths are equal, or one of them is 1; std::logic_error otherwise. No modes: where the
  // angle jumps from pi to -pi it is not located.
  Atan2(int y_width, int x_width) : LeafSystem<T>(KeepArguments<Atan2, T>(y_width, x_width)) {
    const int width = std::max(y_width, x_width);
    LOOPWRIGHT_THROW_UNLESS(y_width == 1 || y_width == width);
    LOOPWRIGHT_THROW_UNLESS(x_width == 1 || x_width == width);
    this->DeclareVectorInputPort("y", y_width);
    this->DeclareVectorInputPort("x", x_width);
    const auto run = [](const BoundKernel<T>& op) {
      using std::atan2;
      ForEachElement(op, [&](int i, int j, int) { return T(atan2(op.in[0][i], op.in[1][j])); });
    };
    const Operand y = ReadElements(Operand::kInput, 0, y_width);
    const Operand x = ReadElements(Operand::kInput, 1, x_width);
    this->DeclareVectorOutputPort("angle", MakeKernel<T>(width, {y, x}, run));
  }

  explicit Atan2(const BlockArguments& arguments)
      : Atan2(arguments.input_width(0), arguments.input_width(1)) {}
};

LOOPWRIGHT_INSTANTIATE_CLASS(Atan2)

// The inputs are in the order of the function, y first, and their names stand at them.
BlockDescriptor Atan2Block() {
  BlockDescriptor block;
  block.type = "Atan2";
  block.category = "math";
  block.title = "Four-quadrant arctangent";
  block.summary = "Four-quadrant arctangent.";
  block.search_words = "arctangent, angle, polar, phase angle, direction";
  block.names_elsewhere = "Trigonometric Function atan2, Cartesian to Polar";
  block.icon = R"(
  <path d="M4 19.5 H21 M4 19.5 L17 6"/>
  <path d="M12.2 19.5 C12.2 17.2 11.4 15.3 9.9 13.7"/>
  <circle cx="17.3" cy="5.7" r="2.1" fill="currentColor" stroke="none"/>
)";
  block.inputs = {"y", "x"};
  block.outputs = {"angle"};
  block.behaviour = "angle = atan2(y, x)";
  block.input_sign = [](const FaceParameters&, int i) -> std::string {
    constexpr const char* kSigns[] = {"y", "x"};
    return i < 2 ? kSigns[i] : "";
  };
  block.UseSystem<Atan2>();
  return block;
}

}  // namespace loopwright
