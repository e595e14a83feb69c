#include "blocklib/common/linear_form.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

// A linear system, dx/dt = A x + B u, y = C x + D u; see LinearForm.
//
//     u (m) → StateSpace → y (p)
template <typename T>
class StateSpace final : public LinearForm<T> {
 public:
  // A single initial value applies to all n states.
  StateSpace(const LinearMatrices<T>& matrices, const VectorX<T>& initial_state)
      : LinearForm<T>(KeepArguments<StateSpace, T>(matrices, initial_state), matrices,
                      initial_state, LinearForm<T>::StateKind::kContinuous) {}

  // From the parameters A, B, C, D and `initial_state`.
  explicit StateSpace(const BlockArguments& arguments)
      : StateSpace(LinearMatricesOf<T>(arguments), arguments.vector<T>("initial_state")) {}
};

LOOPWRIGHT_INSTANTIATE_CLASS(StateSpace)

// The matrices say how many states, inputs and outputs there are, and must agree. Whether D is zero
// decides if the block can close a loop.
BlockDescriptor StateSpaceBlock() {
  BlockDescriptor block;
  block.type = "StateSpace";
  block.category = "continuous";
  block.title = "State space";
  block.summary = "Linear state-space system.";
  block.search_words = "ss, A B C D, linear system, matrices, LTI, MIMO";
  block.names_elsewhere =
      "State-Space, CLSS, LTI_SS, LinearSystem, AffineSystem, Descriptor State-Space";
  block.icon = R"(
  <path d="M8 3.8 H4 V20.2 H8 M16 3.8 H20 V20.2 H16"/>
  <circle cx="9.2" cy="8.6" r="1.7" fill="currentColor" stroke="none"/>
  <circle cx="14.8" cy="8.6" r="1.7" fill="currentColor" stroke="none"/>
  <circle cx="9.2" cy="15.4" r="1.7" fill="currentColor" stroke="none"/>
  <circle cx="14.8" cy="15.4" r="1.7" fill="currentColor" stroke="none"/>
)";
  block.shape = {.width = 90};
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = LinearParameters(-1);
  block.feedthrough = "where D has a non-zero element";
  block.state = "continuous";
  block.behaviour = "dx/dt = A x + B u, y = C x + D u";
  block.infer_widths = InferLinearWidths;
  block.validate = ValidateLinear;
  block.face = [](const FaceParameters&) { return Face::TwoLines("ẋ = Ax + Bu", "y = Cx + Du"); };
  block.UseSystem<StateSpace>();
  return block;
}

}  // namespace loopwright
