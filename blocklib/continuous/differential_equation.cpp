#include <vector>

#include "blocklib/common/block_helpers.h"
#include "blocklib/common/faces.h"
#include "blocklib/common/formula_system.h"
#include "blocklib/common/formulas.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

// Ordinary differential equations as formulas, dx_i/dt = f_i(x, u, t), y_j = g_j(x, u, t).
//
//     u1 → ┌──────────────────────┐
//     …    │ DifferentialEquation │ → y
//     un → └──────────────────────┘
//
// Numeric parameter 0 is the initial state.
template <typename T>
class DifferentialEquation final : public FormulaSystem<T> {
 public:
  // Formulas are made of StateVariable(), InputVariable() and TimeVariable(); there is one
  // derivative for each element of `initial_state`. The derivatives have modes of their own behind
  // those of the outputs: both may hold branches, such as abs(), at which the simulator stops.
  DifferentialEquation(const std::vector<int>& input_widths,
                       const std::vector<Expression>& derivatives,
                       const std::vector<Expression>& outputs, const VectorX<T>& initial_state)
      : FormulaSystem<T>(KeepArguments<DifferentialEquation, T>(input_widths, derivatives, outputs,
                                                                initial_state),
                         input_widths, outputs, FormulaSystem<T>::StateKind::kContinuous,
                         derivatives, initial_state) {
    LOOPWRIGHT_THROW_UNLESS(static_cast<Eigen::Index>(derivatives.size()) == initial_state.size());
  }

  // From the parameters `derivatives`, `outputs` and `initial_state`. Throws std::invalid_argument
  // with the place of an error in a formula. The formulas of the parameters, with names and
  // constants put in.
  explicit DifferentialEquation(const BlockArguments& arguments)
      : DifferentialEquation(InputWidths(arguments), LowerStateFormulas(arguments, "derivatives"),
                             LowerStateFormulas(arguments, "outputs"),
                             arguments.vector<T>("initial_state")) {}
};

LOOPWRIGHT_INSTANTIATE_CLASS(DifferentialEquation)

// For a model that exists as equations on paper: a formula for each state, and one for each output.
// How many inputs there are follows from the formulas.
BlockDescriptor DifferentialEquationBlock() {
  BlockDescriptor block;
  block.type = "DifferentialEquation";
  block.category = "continuous";
  block.title = "Differential equation";
  block.summary = "Ordinary differential equations as formulas.";
  block.search_words =
      "ODE, ordinary differential equation, xdot, dynamics, nonlinear system, model, equations of "
      "motion, S-function";
  block.names_elsewhere = "S-Function, MBLOCK, SymbolicVectorSystem";
  block.icon = R"(
  <path d="M2.45 10 L7.12 18.2 M7.12 10 L2.45 18.2"/>
  <circle cx="4.8" cy="6.2" r="1.4" fill="currentColor" stroke="none"/>
  <path d="M9.6 12.65 H13.76 M9.6 14.95 H13.76"/>
  <path d="M22.54 6.3 C19.32 4.93 18.58 7.29 18.58 9.52 V18.2 M16.1 10.51 H21.55"/>
)";
  block.shape = {.width = 90};
  block.inputs = {"u1..un"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("derivatives", ParameterKind::kTextList, ParameterSetting::List{"-x1"}, "", "",
                    "formulas in x1.., u1.., t and the diagram's parameters"),
      MakeParameter("outputs", ParameterKind::kTextList, ParameterSetting::List{"x1"}, "", "", ""),
      MakeParameter("initial_state", ParameterKind::kVector, ParameterSetting::List{0}, "",
                    "one per derivative", ""),
      MakeParameter("inputs", ParameterKind::kInteger, 0, "", ">= 0", ""),
  };
  block.feedthrough = "where an output formula names an input";
  block.state = "continuous";
  block.behaviour = "dx_i/dt = derivatives[i]; y_j = outputs[j]";
  block.infer_widths = [](const BlockArguments& arguments, BlockWidths* widths) {
    InferFormulaInputs(arguments, {"derivatives", "outputs"}, widths);
    widths->set_out(0, static_cast<int>(arguments.text_list("outputs").size()));
  };
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    ValidateStateFormulas(arguments, "derivatives", problems);
  };
  block.face = [](const FaceParameters& p) {
    return EquationFace(p, "derivatives", "ẋ = ", "ẋ = f(x, u, t)");
  };
  block.UseSystem<DifferentialEquation>();
  return block;
}

}  // namespace loopwright
