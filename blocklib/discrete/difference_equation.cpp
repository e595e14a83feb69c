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

// Difference equations as formulas, x_i⁺ = f_i(n, x⁻, u⁻, t), y_j = g_j(n, x, u, t), n the number
// of updates done.
//
//     u1 → ┌────────────────────┐
//     …    │ DifferenceEquation │ → y
//     un → └────────────────────┘
//
// Discrete state: group 0 is x, group 1 is n. Numeric parameter 0 is the initial state.
template <typename T>
class DifferenceEquation final : public FormulaSystem<T> {
 public:
  // Formulas are made of StateVariable(), InputVariable(), TimeVariable() and StepVariable(); there
  // is one update for each element of `initial_state`. Updates run at offset_sec + k*period_sec.
  // All but when the updates happen is FormulaSystem's.
  DifferenceEquation(const std::vector<int>& input_widths, const std::vector<Expression>& updates,
                     const std::vector<Expression>& outputs, const VectorX<T>& initial_state,
                     double period_sec, double offset_sec)
      : FormulaSystem<T>(KeepArguments<DifferenceEquation, T>(
                             input_widths, updates, outputs, initial_state, period_sec, offset_sec),
                         input_widths, outputs, FormulaSystem<T>::StateKind::kDiscrete, updates,
                         initial_state) {
    LOOPWRIGHT_THROW_UNLESS(static_cast<Eigen::Index>(updates.size()) == initial_state.size());
    this->DeclareUpdates(period_sec, offset_sec);
  }

  // From the parameters `updates`, `outputs`, `initial_state`, `period` and `offset`. Throws
  // std::invalid_argument with the place of an error in a formula.
  explicit DifferenceEquation(const BlockArguments& arguments)
      : DifferenceEquation(InputWidths(arguments), LowerStateFormulas(arguments, "updates"),
                           LowerStateFormulas(arguments, "outputs"),
                           arguments.vector<T>("initial_state"), arguments.number("period"),
                           arguments.number("offset")) {}
};

LOOPWRIGHT_INSTANTIATE_CLASS(DifferenceEquation)

// `updates` and `outputs` are formulas that a user types, and the number of inputs follows from the
// highest u that they name, unless `inputs` says more.
BlockDescriptor DifferenceEquationBlock() {
  BlockDescriptor block;
  block.type = "DifferenceEquation";
  block.category = "discrete";
  block.title = "Difference equation";
  block.summary = "Difference equations as formulas.";
  block.search_words = "recursion, recurrence, discrete equations, state machine, x[n], algorithm";
  block.names_elsewhere = "MATLAB System, Discrete S-Function";
  block.icon = R"(
  <path d="M2.02 11 L6.24 18.4 M6.24 11 L2.02 18.4"/>
  <path d="M8.7 5.35 V8.85 M6.95 7.1 H10.45"/>
  <path d="M10.6 12.92 H14.5 M10.6 15.08 H14.5"/>
  <path d="M22.94 6.3 C19.72 4.93 18.98 7.29 18.98 9.52 V18.2 M16.5 10.51 H21.95"/>
)";
  block.shape = {.width = 90};
  block.inputs = {"u1..un"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("updates", ParameterKind::kTextList, ParameterSetting::List{"x1 + 1"}, "", "",
                    "formulas in x1.., u1.., n (the step number), t and the diagram's parameters"),
      MakeParameter("outputs", ParameterKind::kTextList, ParameterSetting::List{"x1"}, "", "", ""),
      MakeParameter("initial_state", ParameterKind::kVector, ParameterSetting::List{0}, "",
                    "one per update", ""),
      MakeParameter("inputs", ParameterKind::kInteger, 0, "", ">= 0", ""),
      PeriodParameter(),
      OffsetParameter(),
  };
  block.feedthrough = "where an output formula names an input";
  block.state = "discrete";
  block.behaviour =
      "x_i+ = updates[i](n, x-, u-); y_j = outputs[j](n, x, u); n counts the updates done";
  block.infer_widths = [](const BlockArguments& arguments, BlockWidths* widths) {
    InferFormulaInputs(arguments, {"updates", "outputs"}, widths);
    widths->set_out(0, static_cast<int>(arguments.text_list("outputs").size()));
  };
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    ValidateStateFormulas(arguments, "updates", problems);
  };
  block.face = [](const FaceParameters& p) {
    return EquationFace(p, "updates", "x⁺ = ", "x⁺ = f(x, u, n)");
  };
  block.UseSystem<DifferenceEquation>();
  return block;
}

}  // namespace loopwright
