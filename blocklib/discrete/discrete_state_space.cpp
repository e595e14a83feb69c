#include "blocklib/common/linear_form.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

// Linear difference equations, x⁺ = A x⁻ + B u⁻, y = C x + D u; see LinearForm. With a D that is
// not zero the output follows the input between updates too.
//
//     u (m) → DiscreteStateSpace → y (p)
template <typename T>
class DiscreteStateSpace final : public LinearForm<T> {
 public:
  // A single initial value applies to all n states; updates run at offset_sec + k*period_sec.
  // LinearForm has the matrices, the state and the output; here it is said when the state moves on.
  DiscreteStateSpace(const LinearMatrices<T>& matrices, const VectorX<T>& initial_state,
                     double period_sec, double offset_sec)
      : LinearForm<T>(
            KeepArguments<DiscreteStateSpace, T>(matrices, initial_state, period_sec, offset_sec),
            matrices, initial_state, LinearForm<T>::StateKind::kDiscrete) {
    this->template DeclarePeriodicDiscreteUpdateEvent<&DiscreteStateSpace::Update>(period_sec,
                                                                                   offset_sec);
  }

  // From the parameters A, B, C, D, `initial_state`, `period` and `offset`.
  explicit DiscreteStateSpace(const BlockArguments& arguments)
      : DiscreteStateSpace(LinearMatricesOf<T>(arguments), arguments.vector<T>("initial_state"),
                           arguments.number("period"), arguments.number("offset")) {}

 private:
  // A x + B u is the state at the next sample.
  void Update(const Context<T>& context, T* next) const { this->CalcRightHandSide(context, next); }
};

LOOPWRIGHT_INSTANTIATE_CLASS(DiscreteStateSpace)

// As StateSpace, with the state at the next sample in the place of the derivative.
BlockDescriptor DiscreteStateSpaceBlock() {
  BlockDescriptor block;
  block.type = "DiscreteStateSpace";
  block.category = "discrete";
  block.title = "Discrete state space";
  block.summary = "Linear difference equations.";
  block.search_words = "discrete ss, discrete linear system, x[n+1]";
  block.names_elsewhere = "Discrete State-Space, DLSS, DLSS_f";
  block.icon = R"(
  <path d="M7.5 3.8 H3.5 V20.2 H7.5 M16.5 3.8 H20.5 V20.2 H16.5"/>
  <path d="M7 16.5 H10.3 V12 H13.7 V7.5 H17"/>
)";
  block.shape = {.width = 90};
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = LinearParameters(0.5);
  block.parameters.push_back(PeriodParameter());
  block.parameters.push_back(OffsetParameter());
  block.feedthrough = "where D has a non-zero element";
  block.state = "discrete";
  block.behaviour = "x+ = A x- + B u-, y = C x + D u";
  block.infer_widths = InferLinearWidths;
  block.validate = ValidateLinear;
  block.face = [](const FaceParameters&) { return Face::TwoLines("x⁺ = Ax + Bu", "y = Cx + Du"); };
  block.UseSystem<DiscreteStateSpace>();
  return block;
}

}  // namespace loopwright
