#include <string>

#include "blocklib/common/block_leaf.h"
#include "blocklib/common/kernels.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {
namespace {

enum Parameter { kInitialValue, kFactors };
enum Factor { kGain, kPeriod, kWeight };

// The part w of the present input that the output shows before the next update takes it in.
template <typename Method>
double WeightOf(Method method) {
  if (method == Method::kForward) return 0;
  return method == Method::kBackward ? 1 : 0.5;
}

// A kernel that reads the input, the state and the factors of the method, in this order.
template <typename T>
Kernel<T> MethodKernel(int width, typename BoundKernel<T>::Run run) {
  const Operand u = ReadElements(Operand::kInput, 0, width);
  const Operand x = ReadElements(Operand::kDiscrete, 0, width);
  return MakeKernel<T>(width, {u, x, {Operand::kParameter, 1, kFactors}}, run);
}

// The method that the block's choice names; the third one is "trapezoidal".
template <typename Method>
Method MethodNamed(const std::string& name) {
  if (name == "forward") return Method::kForward;
  return name == "backward" ? Method::kBackward : Method::kTrapezoidal;
}

}  // namespace

// Sums each element of its input, x⁺ = x⁻ + gain h u⁻ with h the period, and shows
// y = x + w gain h u: the rule of rectangles forwards (w = 0), backwards (w = 1) or the
// trapezoidal rule (w = 1/2). With w > 0 the output follows the input between updates too.
//
//     u → DiscreteIntegrator → y
//
// Numeric parameters: 0 initial value, 1 [gain, h (s), w].
template <typename T>
class DiscreteIntegrator final : public BlockLeaf<T> {
 public:
  enum class Method { kForward, kBackward, kTrapezoidal };

  // A single initial value applies to all `width` elements. All three methods have the same update.
  // They differ in the output: forwards it is the state, which depends on no input; otherwise a
  // part of the present input is added.
  DiscreteIntegrator(Method method, const T& gain, const Known<T>& period_sec, double offset_sec,
                     const VectorX<T>& initial_value, int width)
      : BlockLeaf<T>(KeepArguments<DiscreteIntegrator, T>(method, gain, period_sec, offset_sec,
                                                          initial_value, width)) {
    this->DeclareVectorInputPort("u", width);
    this->DeclareNumericParameter(BasicVector<T>(Spread<T>(initial_value, width)));
    this->DeclareNumericParameter(BasicVector<T>{gain, period_sec.value, T(WeightOf(method))});
    this->DeclareDiscreteState(width);
    this->StartAs(kInitialValue);
    this->DeclarePeriodicDiscreteUpdateEvent(period_sec.number, offset_sec,
                                             MethodKernel<T>(width, [](const BoundKernel<T>& op) {
                                               const T step = op.in[2][kGain] * op.in[2][kPeriod];
                                               for (int i = 0; i < op.size; ++i)
                                                 op.out[i] = op.in[1][i] + step * op.in[0][i];
                                             }));
    if (method == Method::kForward) {
      this->DeclareStateOutputPort("y", DiscreteStateIndex(0));
      return;
    }
    this->DeclareVectorOutputPort("y", MethodKernel<T>(width, [](const BoundKernel<T>& op) {
                                    const T step =
                                        op.in[2][kWeight] * (op.in[2][kGain] * op.in[2][kPeriod]);
                                    for (int i = 0; i < op.size; ++i) {
                                      op.out[i] = op.in[1][i] + step * op.in[0][i];
                                    }
                                  }));
  }

  // From the parameters `method`, `gain`, `period`, `offset` and `initial_value`.
  explicit DiscreteIntegrator(const BlockArguments& arguments)
      : DiscreteIntegrator(MethodNamed<Method>(arguments.text("method")),
                           arguments.number<T>("gain"), arguments.known<T>("period"),
                           arguments.number("offset"), arguments.vector<T>("initial_value"),
                           arguments.input_width(0)) {}
};

LOOPWRIGHT_INSTANTIATE_CLASS(DiscreteIntegrator)

// The three ways to replace an integral by a sum. Forwards has no direct feedthrough and may close
// a loop, the other two are closer to the integral's phase.
BlockDescriptor DiscreteIntegratorBlock() {
  BlockDescriptor block;
  block.type = "DiscreteIntegrator";
  block.category = "discrete";
  block.title = "Discrete integrator";
  block.summary = "Sums its input.";
  block.search_words =
      "accumulator, discrete-time integrator, sum over time, running sum, forward Euler, "
      "trapezoidal";
  block.names_elsewhere = "Discrete-Time Integrator, DINTEGRATOR, Cumulative Sum";
  block.icon = R"(
  <path d="M17.8 7 V4.2 H6 L13 12 L6 19.8 H17.8 V17"/>
)";
  block.shape = {.width = 70};
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      PeriodParameter(),
      OffsetParameter(),
      MakeParameter("method", ParameterKind::kChoice, "forward", "",
                    "forward | backward | trapezoidal", ""),
      MakeParameter("gain", ParameterKind::kNumber, 1, "", "", ""),
      InitialValueParameter(),
  };
  block.feedthrough = "all but forward";
  block.state = "discrete";
  block.behaviour =
      "forward: y = x, x+ = x- + gain*period*u-; backward: y = x + gain*period*u; trapezoidal: y = "
      "x + gain*period/2*u";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) {
    widths->SameWidth({"initial_value"});
  };
  block.face = [](const FaceParameters& p) {
    const std::string method = p.Text("method");
    const std::string factor = p.Text("gain") == "1" ? "h" : "Kh";
    if (method == "backward") return Face::Fraction(factor + "z", "z − 1");
    if (method == "trapezoidal") return Face::Fraction(factor + "(z + 1)", "2(z − 1)");
    return Face::Fraction(factor, "z − 1");
  };
  block.UseSystem<DiscreteIntegrator>();
  return block;
}

}  // namespace loopwright
