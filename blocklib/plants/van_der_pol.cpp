#include "blocklib/common/block_leaf.h"
#include "blocklib/common/kernels.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {
namespace {

constexpr int kOscillatorSize = 2;
}  // namespace

// Van der Pol's oscillator, d²x/dt² = mu (1 - x²) dx/dt - x.
//
//     VanDerPol → y = [x, dx/dt]
//
// Numeric parameters: 0 mu, 1 initial state.
template <typename T>
class VanDerPol final : public BlockLeaf<T> {
 public:
  // The initial state has two elements. The equation of second order is written as two of first
  // order, for x and dx/dt.
  VanDerPol(const T& mu, const VectorX<T>& initial_state)
      : BlockLeaf<T>(KeepArguments<VanDerPol, T>(mu, initial_state)) {
    LOOPWRIGHT_THROW_UNLESS(initial_state.size() == kOscillatorSize);
    this->DeclareNumericParameter(BasicVector<T>{mu});
    this->DeclareNumericParameter(BasicVector<T>(Spread<T>(initial_state, kOscillatorSize)));
    const auto run = [](const BoundKernel<T>& op) {
      const T& x = op.in[0][0];
      const T& rate = op.in[0][1];
      op.out[0] = rate;
      op.out[1] = op.in[1][0] * (1.0 - x * x) * rate - x;
    };
    const Operand state = ReadElements(Operand::kContinuous, 0, kOscillatorSize);
    this->DeclareTimeDerivatives(
        MakeKernel<T>(kOscillatorSize, {state, ReadElements(Operand::kParameter, kMu, 1)}, run));
    this->DeclareContinuousState(kOscillatorSize);
    this->StartAs(kInitialState);
    this->DeclareStateOutputPort("y", ContinuousStateIndex(0));
  }

  explicit VanDerPol(const BlockArguments& arguments)
      : VanDerPol(arguments.number<T>("mu"), arguments.vector<T>("initial_state")) {}

 private:
  enum Parameter { kMu, kInitialState };
};

LOOPWRIGHT_INSTANTIATE_CLASS(VanDerPol)

// For a large mu the motion is slow for long and fast for an instant: a usual test of integrators
// for stiff equations.
BlockDescriptor VanDerPolBlock() {
  BlockDescriptor block;
  block.type = "VanDerPol";
  block.category = "plants";
  block.title = "Van der Pol oscillator";
  block.summary = "Van der Pol oscillator.";
  block.search_words = "limit cycle, relaxation oscillator, nonlinear oscillator";
  block.icon = R"(
  <path d="M3 12 H21 M12 3 V21" stroke-width="1" stroke-opacity="0.45"/>
  <path d="M4.5 10.5 C4.5 3.5 14 3.5 18 8 C20.5 11 19.5 14 19.5 13.5 C19.5 20.5 10 20.5 6 16 C3.5 13 4.5 10 4.5 10.5 Z"/>
)";
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("mu", ParameterKind::kNumber, 1, "", ">= 0", ""),
      MakeParameter("initial_state", ParameterKind::kVector, ParameterSetting::List{2, 0}, "", "2",
                    ""),
  };
  block.feedthrough = "none";
  block.state = "continuous";
  block.states = ContinuousStates({"x", "dx/dt"});
  block.behaviour = "y = [x, dx/dt]; d2x/dt2 = mu (1 - x^2) dx/dt - x";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) {
    widths->set_out(0, kOscillatorSize);
  };
  block.face = [](const FaceParameters&) {
    return Face::Curve(
        "M-12 -3 C-12 -11 4 -11 9 -5 C12 -1 12 2 12 3 C12 11 -4 11 -9 5 C-12 1 "
        "-12 -1 -12 -3 Z",
        Face::kCross);
  };
  block.UseSystem<VanDerPol>();
  return block;
}

}  // namespace loopwright
