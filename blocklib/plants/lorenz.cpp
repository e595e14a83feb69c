#include "blocklib/common/block_leaf.h"
#include "blocklib/common/kernels.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {
namespace {

constexpr int kSize = 3;
}  // namespace

// The system of Lorenz (J. Atmos. Sci. 20 (1963) 130-141):
//
//     dx/dt = sigma (y - x)
//     dy/dt = x (rho - z) - y
//     dz/dt = x y - beta z
//
//     Lorenz → y = [x, y, z]
//
// Numeric parameters: 0 sigma, 1 rho, 2 beta, 3 initial state.
template <typename T>
class Lorenz final : public BlockLeaf<T> {
 public:
  // The initial state has three elements. The derivatives are one kernel that reads the state and
  // all parameters.
  Lorenz(const T& sigma, const T& rho, const T& beta, const VectorX<T>& initial_state)
      : BlockLeaf<T>(KeepArguments<Lorenz, T>(sigma, rho, beta, initial_state)) {
    LOOPWRIGHT_THROW_UNLESS(initial_state.size() == kSize);
    for (const T& parameter : {sigma, rho, beta}) {
      this->DeclareNumericParameter(BasicVector<T>{parameter});
    }
    this->DeclareNumericParameter(BasicVector<T>(Spread<T>(initial_state, kSize)));
    // dx/dt, dy/dt and dz/dt in their usual order.
    const auto run = [](const BoundKernel<T>& op) {
      const T* x = op.in[0];
      const T* parameters = op.in[1];
      op.out[0] = parameters[kSigma] * (x[1] - x[0]);
      op.out[1] = x[0] * (parameters[kRho] - x[2]) - x[1];
      op.out[2] = x[0] * x[1] - parameters[kBeta] * x[2];
    };
    this->DeclareTimeDerivatives(MakeKernel<T>(
        kSize, {ReadElements(Operand::kContinuous, 0, kSize), {Operand::kAllParameters}}, run));
    this->DeclareContinuousState(kSize);
    this->StartAs(kInitialState);
    this->DeclareStateOutputPort("y", ContinuousStateIndex(0));
  }

  explicit Lorenz(const BlockArguments& arguments)
      : Lorenz(arguments.number<T>("sigma"), arguments.number<T>("rho"),
               arguments.number<T>("beta"), arguments.vector<T>("initial_state")) {}

 private:
  enum Parameter { kSigma, kRho, kBeta, kInitialState };
};

LOOPWRIGHT_INSTANTIATE_CLASS(Lorenz)

// With the classic parameters 10, 28 and 8/3 the motion is chaotic (Lorenz: Deterministic
// Nonperiodic Flow): two runs that begin nearly the same soon have nothing in common.
BlockDescriptor LorenzBlock() {
  BlockDescriptor block;
  block.type = "Lorenz";
  block.category = "plants";
  block.title = "Lorenz system";
  block.summary = "Lorenz system.";
  block.search_words = "chaos, chaotic, attractor, butterfly";
  block.icon = R"(
  <path d="M12 12 C9.5 4.5 2 5 2.8 12 C3.6 19 10 18.5 12 12 C14 5.5 20.4 5 21.2 12 C22 19 14.5 19.5 12 12 Z"/>
  <path d="M12 12 C11 8.8 6.2 8.8 6.2 12.2 C6.2 15.4 10.8 15 12 12 C13.2 9 17.8 8.6 17.8 11.8 C17.8 15.2 13 15.2 12 12"/>
)";
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("sigma", ParameterKind::kNumber, 10, "", "", ""),
      MakeParameter("rho", ParameterKind::kNumber, 28, "", "", ""),
      MakeParameter("beta", ParameterKind::kNumber, "8/3", "", "", ""),
      MakeParameter("initial_state", ParameterKind::kVector, ParameterSetting::List{1, 1, 1}, "",
                    "3", ""),
  };
  block.feedthrough = "none";
  block.state = "continuous";
  block.states = ContinuousStates({"x", "y", "z"});
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) {
    widths->set_out(0, kSize);
  };
  block.face = [](const FaceParameters&) {
    return Face::Curve(
        "M0 0 C-3 -11 -16 -11 -15 0 C-14 10 -4 10 0 0 C4 -11 15 -11 16 -1 C17 10 "
        "4 11 0 0 C-2 -5 -9 -5 -9 0 C-9 5 -2 5 0 0 C2 -5 9 -6 10 -1 C10 5 2 5 0 0");
  };
  block.UseSystem<Lorenz>();
  return block;
}

}  // namespace loopwright
