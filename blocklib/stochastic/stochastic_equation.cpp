#include "blocklib/stochastic/stochastic_equation.h"

#include "blocklib/common/block_helpers.h"
#include "blocklib/common/formulas.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/expression/differentiate.h"
#include "engine/random/draw.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {
namespace {

// The elements of a matrix, column by column.
std::vector<Expression> Elements(const MatrixX<Expression>& matrix) {
  return {matrix.data(), matrix.data() + matrix.size()};
}

// Whether the derivative of a formula by a state is other than zero by form. A formula such as x -
// x, which is zero only by value, counts as depending on it.
bool DependsOnState(const Expression& formula, int state) {
  return !Differentiate(formula, StateVariable(state)).is_identical(Expression(0));
}

// Of formulas in the state; what has a derivative of zero by form does not depend on it.
DiffusionForm FormOf(const MatrixX<Expression>& diffusion) {
  // Begins with the simplest forms and takes back what an element contradicts.
  bool is_additive = true;
  bool is_diagonal = diffusion.rows() == diffusion.cols();
  for (int i = 0; i < diffusion.rows(); ++i) {
    for (int j = 0; j < diffusion.cols(); ++j) {
      if (i != j && !diffusion(i, j).is_identical(Expression(0))) is_diagonal = false;
      for (int k = 0; k < diffusion.rows(); ++k) {
        if (!DependsOnState(diffusion(i, j), k)) continue;
        is_additive = false;
        if (k != i) is_diagonal = false;
      }
    }
  }
  if (is_additive) return DiffusionForm::kAdditive;
  if (diffusion.cols() == 1) return DiffusionForm::kScalar;
  return is_diagonal ? DiffusionForm::kDiagonal : DiffusionForm::kGeneral;
}

// What DeclareDiffusionDerivative() asks for: of scalar noise (∂b/∂x) b, of diagonal noise
// b_ii ∂b_ii/∂x_i.
std::vector<Expression> DerivativeFormulas(const MatrixX<Expression>& diffusion,
                                           DiffusionForm form) {
  std::vector<Expression> derivative;
  for (int i = 0; i < diffusion.rows(); ++i) {
    if (form == DiffusionForm::kDiagonal) {
      derivative.push_back(diffusion(i, i) * Differentiate(diffusion(i, i), StateVariable(i)));
      continue;
    }
    Expression sum(0);
    for (int k = 0; k < diffusion.rows(); ++k) {
      sum += diffusion(k, 0) * Differentiate(diffusion(i, 0), StateVariable(k));
    }
    derivative.push_back(sum);
  }
  return derivative;
}

// The formulas of the parameter `diffusion`, which come row by row, as a matrix.
MatrixX<Expression> LowerDiffusion(const BlockArguments& arguments) {
  const std::vector<Expression> rows = LowerStateFormulas(arguments, "diffusion");
  const auto num_rows = static_cast<Eigen::Index>(arguments.text_matrix("diffusion").size());
  MatrixX<Expression> matrix(num_rows, static_cast<Eigen::Index>(rows.size()) / num_rows);
  for (Eigen::Index i = 0; i < matrix.size(); ++i) {
    matrix(i / matrix.cols(), i % matrix.cols()) = rows[i];
  }
  return matrix;
}

// Rows first, then columns, then the formulas themselves.
void ValidateDiffusion(const BlockArguments& arguments, ArgumentProblems* problems) {
  const auto& rows = arguments.text_matrix("diffusion");
  const size_t num_states = arguments.text_list("drift").size();
  if (rows.size() != num_states) {
    problems->Add("diffusion",
                  "has " + std::to_string(rows.size()) + (rows.size() == 1 ? " row" : " rows") +
                      ", `drift` has " + std::to_string(num_states) +
                      (num_states == 1 ? " formula" : " formulas") + ": give a row for each");
    return;
  }
  if (!rows.empty() && rows[0].empty()) {
    problems->Add("diffusion", "has no columns: give one for each Wiener process");
    return;
  }
  ValidateFormulas(arguments, "diffusion", StateFormulaNames(arguments), problems);
}

}  // namespace

// The drift is a function with modes, as the derivatives of DifferentialEquation are; the noise
// comes with its own functions.
template <typename T>
StochasticEquation<T>::StochasticEquation(const std::vector<int>& input_widths,
                                          const std::vector<Expression>& drift,
                                          const MatrixX<Expression>& diffusion,
                                          const std::vector<Expression>& outputs,
                                          const VectorX<T>& initial_state,
                                          const std::string& stream)
    : FormulaSystem<T>(KeepArguments<StochasticEquation, T>(input_widths, drift, diffusion, outputs,
                                                            initial_state, stream),
                       input_widths, outputs, FormulaSystem<T>::StateKind::kContinuous, drift,
                       initial_state) {
  LOOPWRIGHT_THROW_UNLESS(static_cast<Eigen::Index>(drift.size()) == initial_state.size());
  LOOPWRIGHT_THROW_UNLESS(diffusion.rows() == initial_state.size() && diffusion.cols() > 0);
  DeclareNoise(diffusion, StreamKey(stream));
}

// A diffusion is read at the start of a step only, so its branches need not be held.
template <typename T>
void StochasticEquation<T>::DeclareNoise(const MatrixX<Expression>& diffusion,
                                         uint64_t stream_key) {
  const DiffusionForm form = FormOf(diffusion);
  diffusion_ = this->MakeFunction(Elements(diffusion), false);
  this->DeclareDiffusion(static_cast<int>(diffusion.cols()), &StochasticEquation::CalcDiffusion,
                         stream_key, form, this->Prerequisites(diffusion_));
  if (form != DiffusionForm::kScalar && form != DiffusionForm::kDiagonal) return;
  derivative_ = this->MakeFunction(DerivativeFormulas(diffusion, form), false);
  this->DeclareDiffusionDerivative(&StochasticEquation::CalcDiffusionDerivative,
                                   this->Prerequisites(derivative_));
}

// The elements column by column, as matrices lie in memory.
template <typename T>
void StochasticEquation<T>::CalcDiffusion(const Context<T>& context,
                                          Eigen::Map<MatrixX<T>>* diffusion) const {
  this->Evaluate(context, diffusion_, nullptr, diffusion->data());
}

// What Milstein's method adds to a step, at the present values.
template <typename T>
void StochasticEquation<T>::CalcDiffusionDerivative(const Context<T>& context,
                                                    T* derivative) const {
  this->Evaluate(context, derivative_, nullptr, derivative);
}

template <typename T>
StochasticEquation<T>::StochasticEquation(const BlockArguments& arguments)
    : StochasticEquation(InputWidths(arguments), LowerStateFormulas(arguments, "drift"),
                         LowerDiffusion(arguments), LowerStateFormulas(arguments, "outputs"),
                         arguments.vector<T>("initial_state"), arguments.stream()) {}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(StochasticEquation)

// In the sense of Itô. The form of the noise (additive, scalar, diagonal) is found from the
// formulas, and decides which methods can be used.
BlockDescriptor StochasticEquationBlock() {
  BlockDescriptor block;
  block.type = "StochasticEquation";
  block.category = "stochastic";
  block.title = "Stochastic differential equation";
  block.summary = "Stochastic differential equations as formulas.";
  block.search_words =
      "SDE, stochastic differential equation, Ito, process noise, Langevin equation";
  block.icon = R"(
  <path d="M7.11 7.74 V18.4 M7.11 14.3 C6.7 9.22 2.85 10.2 2.85 14.3 C2.85 18.56 6.7 19.22 7.11 14.3"/>
  <path d="M10.6 9.6 L12.67 19 L14.83 11.95 L16.99 19 L19.06 9.6"/>
)";
  block.shape = {.width = 80};
  block.inputs = {"u1..un"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("drift", ParameterKind::kTextList, ParameterSetting::List{"-x1"}, "", "",
                    "formulas in x1.., u1.., t"),
      MakeParameter("diffusion", ParameterKind::kTextMatrix,
                    ParameterSetting::List{ParameterSetting(ParameterSetting::List{"1"})}, "",
                    "a row per state, a column per Wiener process", "formulas"),
      MakeParameter("outputs", ParameterKind::kTextList, ParameterSetting::List{"x1"}, "", "", ""),
      MakeParameter("initial_state", ParameterKind::kVector, ParameterSetting::List{0}, "", "", ""),
      MakeParameter("inputs", ParameterKind::kInteger, 0, "", ">= 0", ""),
      StreamParameter(),
  };
  block.feedthrough = "where an output formula names an input";
  block.state = "continuous";
  block.has_diffusion = true;
  block.behaviour = "dx = drift dt + diffusion dW (Ito)";
  block.infer_widths = [](const BlockArguments& arguments, BlockWidths* widths) {
    InferFormulaInputs(arguments, {"drift", "diffusion", "outputs"}, widths);
    widths->set_out(0, static_cast<int>(arguments.text_list("outputs").size()));
  };
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    ValidateStateFormulas(arguments, "drift", problems);
    ValidateDiffusion(arguments, problems);
  };
  block.face = [](const FaceParameters&) { return Face::TwoLines("dx = f dt", "+ G dW"); };
  block.UseNonSymbolicSystem<StochasticEquation>();
  return block;
}

}  // namespace loopwright
