#include "blocklib/common/block_leaf.h"
#include "blocklib/common/conditions.h"
#include "blocklib/common/kernels.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

// A first-order low-pass for each element of a signal, time_constant*dy/dt + y = gain*u.
//
//     u → FirstOrderLag → y
//
// Numeric parameters: 0 time constant (s), 1 gain, 2 initial value.
template <typename T>
class FirstOrderLag final : public BlockLeaf<T> {
 public:
  // The time constant must be > 0; a single initial value applies to all `width` elements. The
  // output is the state itself, without a computation of its own: it depends on no input.
  FirstOrderLag(const T& time_constant_sec, const T& gain, const VectorX<T>& initial_value,
                int width)
      : BlockLeaf<T>(
            KeepArguments<FirstOrderLag, T>(time_constant_sec, gain, initial_value, width)) {
    LOOPWRIGHT_THROW_UNLESS(MayHold(time_constant_sec > 0));
    this->DeclareVectorInputPort("u", width);
    this->DeclareNumericParameter(BasicVector<T>{time_constant_sec});
    this->DeclareNumericParameter(BasicVector<T>{gain});
    this->DeclareNumericParameter(BasicVector<T>(Spread<T>(initial_value, width)));
    const auto run = [](const BoundKernel<T>& op) {
      ForEachElement(op, [&](int i, int j, int) {
        return (op.in[2][kGain] * op.in[0][i] - op.in[1][j]) / op.in[2][kTimeConstant];
      });
    };
    const Operand u = ReadElements(Operand::kInput, 0, width);
    const Operand x = ReadElements(Operand::kContinuous, 0, width);
    this->DeclareTimeDerivatives(MakeKernel<T>(width, {u, x, {Operand::kAllParameters}}, run));
    this->DeclareContinuousState(width);
    this->StartAs(kInitialValue);
    this->DeclareStateOutputPort("y", ContinuousStateIndex(0));
  }

  // From the parameters `time_constant`, `gain` and `initial_value`.
  explicit FirstOrderLag(const BlockArguments& arguments)
      : FirstOrderLag(arguments.number<T>("time_constant"), arguments.number<T>("gain"),
                      arguments.vector<T>("initial_value"), arguments.input_width(0)) {}

 private:
  enum Parameter { kTimeConstant, kGain, kInitialValue };
};

LOOPWRIGHT_INSTANTIATE_CLASS(FirstOrderLag)

// The input and the initial value have one width, as a filter for each element.
BlockDescriptor FirstOrderLagBlock() {
  BlockDescriptor block;
  block.type = "FirstOrderLag";
  block.category = "continuous";
  block.title = "First-order lag";
  block.summary = "First-order low-pass.";
  block.search_words =
      "filter, low-pass, low pass filter, lag, PT1, first order, time constant, smoothing, RC, "
      "sensor lag";
  block.names_elsewhere = "FirstOrderLowPassFilter, First-Order Filter, Transfer Fcn First Order";
  block.icon = R"(
  <path d="M4 3.5 V20 H21" stroke-width="1" stroke-opacity="0.45"/>
  <path d="M4 6 H21" stroke-width="1.3" stroke-opacity="0.6" stroke-dasharray="2 2.6"/>
  <path d="M4 20 C7 9.5 12 6.9 21 6.6"/>
)";
  block.shape = {.width = 70};
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("time_constant", ParameterKind::kNumber, 1, "s", "> 0", ""),
      MakeParameter("gain", ParameterKind::kNumber, 1, "", "", ""),
      InitialValueParameter(),
  };
  block.feedthrough = "none";
  block.state = "continuous";
  block.states = ContinuousStates({"output"});
  block.behaviour = "time_constant*dy/dt + y = gain*u";
  block.loop_breaker = LoopBreaker::kLag;
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) {
    widths->SameWidth({"initial_value"});
  };
  block.face = [](const FaceParameters& p) {
    return Face::Fraction(p.Formula("gain"), p.Times("time_constant", "s") + " + 1", "K", "Ts + 1");
  };
  block.UseSystem<FirstOrderLag>();
  return block;
}

}  // namespace loopwright
