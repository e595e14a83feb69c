#include <algorithm>

#include "blocklib/common/spread.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

// The inner product of two vectors, y = u1'*u2, summed from the first element to the last.
//
//     u1 → ┌────────────┐
//     u2 → │ DotProduct │ → y (one element)
//          └────────────┘
//
// An input of one element is spread.
template <typename T>
class DotProduct final : public LeafSystem<T> {
 public:
  // The widths are equal, or one of them is 1; std::logic_error otherwise. A single element is
  // multiplied with each of the other's.
  DotProduct(int u1_width, int u2_width)
      : LeafSystem<T>(KeepArguments<DotProduct, T>(u1_width, u2_width)),
        u1_stride_(Stride(u1_width)),
        u2_stride_(Stride(u2_width)),
        count_(std::max(u1_width, u2_width)) {
    LOOPWRIGHT_THROW_UNLESS(u1_width == 1 || u1_width == count_);
    LOOPWRIGHT_THROW_UNLESS(u2_width == 1 || u2_width == count_);
    this->DeclareVectorInputPort("u1", u1_width);
    this->DeclareVectorInputPort("u2", u2_width);
    this->template DeclareVectorOutputPort<&DotProduct::CalcOutput>(
        "y", 1, {this->all_input_ports_ticket()});
  }

  explicit DotProduct(const BlockArguments& arguments)
      : DotProduct(arguments.input_width(0), arguments.input_width(1)) {}

 private:
  // The order of the sum is fixed, so that results do not depend on how the compiler groups it.
  void CalcOutput(const Context<T>& context, T* y) const {
    const T* u1 = this->input_data(context, 0);
    const T* u2 = this->input_data(context, 1);
    T sum = u1[0] * u2[0];
    for (int i = 1; i < count_; ++i) sum += u1[i * u1_stride_] * u2[i * u2_stride_];
    y[0] = sum;
  }

  int u1_stride_;
  int u2_stride_;
  int count_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(DotProduct)

// Both inputs are of one width, or one of them is spread.
BlockDescriptor DotProductBlock() {
  BlockDescriptor block;
  block.type = "DotProduct";
  block.category = "math";
  block.title = "Dot product";
  block.summary = "Inner product of two vectors.";
  block.search_words = "inner product, scalar product, dot";
  block.icon = R"(
  <circle cx="12" cy="12" r="8.7"/>
  <circle cx="12" cy="12" r="2.8" fill="currentColor" stroke="none"/>
)";
  block.inputs = {"u1", "u2"};
  block.outputs = {"y"};
  block.behaviour = "y = u1'*u2";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) {
    if (widths->in(0) > 1 && widths->in(1) > 1 && widths->in(0) != widths->in(1)) {
      widths->MismatchedInputs(0, 1);
    }
    widths->set_out(0, 1);
  };
  block.face = [](const FaceParameters&) { return Face::Text("u₁ · u₂", 13); };
  block.UseSystem<DotProduct>();
  return block;
}

}  // namespace loopwright
