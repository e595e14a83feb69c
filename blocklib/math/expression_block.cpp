#include "blocklib/math/expression_block.h"

#include <algorithm>
#include <string>

#include "blocklib/common/block_helpers.h"
#include "blocklib/common/formulas.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {
namespace {

// What the inputs of an Expression block are to its formulas.
struct InputRoles {
  explicit InputRoles(const BlockArguments& arguments)
      : formulas(ReadFormulas(arguments, "expression")) {
    for (int i = 0; i < arguments.integer("inputs"); ++i) {
      const std::string name = NumberedPort("u", i);
      if (UsesName(formulas, name) && !UsesElementOf(formulas, name)) numbers.push_back(i);
    }
  }

  std::vector<Formula> formulas;
  std::vector<int> numbers;  ///< inputs that are named without an index
};

// A single formula in bare inputs works elementwise, so these inputs and the output share a width.
// Several formulas give a vector, and their bare inputs are numbers.
void InferWidths(const BlockArguments& arguments, BlockWidths* widths) {
  const InputRoles roles(arguments);
  if (roles.formulas.size() == 1 && !roles.numbers.empty()) {
    return widths->ElementwiseOf(roles.numbers);
  }
  for (const int input : roles.numbers) widths->set_in(input, 1);
  widths->set_out(0, static_cast<int>(roles.formulas.size()));
}

// The formulas; a single one once for each element of the output.
std::vector<Expression> LowerElementwise(const BlockArguments& arguments) {
  const InputRoles roles(arguments);
  // A single formula is made once for each element of the output, with the elements of its bare
  // inputs put in.
  const int count = roles.formulas.size() == 1 ? arguments.output_width(0) : 1;
  std::vector<Expression> result;
  for (int element = 0; element < count; ++element) {
    FormulaNames names = arguments.formula_names();
    for (int port = 0; port < arguments.num_inputs(); ++port) {
      const int width = arguments.input_width(port);
      std::vector<Expression> elements;
      if (std::find(roles.numbers.begin(), roles.numbers.end(), port) != roles.numbers.end()) {
        elements.push_back(InputVariable(port, element * Stride(width)));
      } else {
        for (int i = 0; i < width; ++i) elements.push_back(InputVariable(port, i));
      }
      names.AddVector(NumberedPort("u", port), elements);
    }
    names.AddVariable("t", TimeVariable());
    const std::vector<Expression> lowered =
        LowerFormulas(roles.formulas, arguments, "expression", names);
    result.insert(result.end(), lowered.begin(), lowered.end());
  }
  return result;
}

}  // namespace

// A FormulaSystem without state: the output is all there is.
template <typename T>
ExpressionBlock<T>::ExpressionBlock(const std::vector<int>& input_widths,
                                    const std::vector<Expression>& formulas)
    : FormulaSystem<T>(KeepArguments<ExpressionBlock, T>(input_widths, formulas), input_widths,
                       formulas) {}

template <typename T>
ExpressionBlock<T>::ExpressionBlock(const BlockArguments& arguments)
    : ExpressionBlock(InputWidths(arguments), LowerElementwise(arguments)) {}

LOOPWRIGHT_INSTANTIATE_CLASS(ExpressionBlock)

// The block type `Expression`. An input that a formula names with an index (`u1[0]`) is a vector of
// its own; the others are numbers, or, of a single formula, vectors of one width to which it is
// applied elementwise, an input of width 1 being spread. One formula for each element of the
// output, in the same language as parameters have. A formula with t changes all the time, another
// one as its inputs do.
BlockDescriptor ExpressionBlockDescriptor() {
  BlockDescriptor block;
  block.type = "Expression";
  block.category = "math";
  block.title = "Expression";
  block.summary = "A formula of its inputs.";
  block.search_words = "formula, equation, fcn, user function, script, calculate, arithmetic";
  block.names_elsewhere =
      "Fcn, MATLAB Function, Interpreted MATLAB Function, EXPRESSION, scifunc_block_m, FUNCTION";
  block.icon = R"(
  <path d="M10.06 5.54 C6.55 4.05 5.74 6.62 5.74 9.05 V18.5 M3.04 10.13 H8.98"/>
  <path d="M13.2 4.5 C10.8 8.5 10.8 16 13.2 20 M20 4.5 C22.4 8.5 22.4 16 20 20"/>
  <path d="M14.59 9.8 L18.12 16 M18.12 9.8 L14.59 16"/>
)";
  block.shape = {.width = 80};
  block.inputs = {"u1..un"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter(
          "expression", ParameterKind::kText, "u1", "", "",
          "in u1..un (scalars; u1[0] for elements), t and the diagram's parameters; several "
          "formulas separated by ';' give a vector"),
      MakeParameter("inputs", ParameterKind::kInteger, 1, "", ">= 0", ""),
  };
  block.parameters.front().is_formula = true;
  block.behaviour =
      "the expression language of format.md; works for double, automatic differentiation and "
      "symbolic scalars";
  block.infer_widths = InferWidths;
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    FormulaNames names = arguments.formula_names();
    AddInputNames(arguments, &names);
    ValidateFormulas(arguments, "expression", names, problems);
  };
  block.timing = [](const BlockArguments& arguments) {
    return UsesName(ReadFormulas(arguments, "expression"), "t") ? BlockTiming::kContinuous
                                                                : BlockTiming::kInherited;
  };
  block.face = [](const FaceParameters& p) { return Face::Text(p.Formula("expression"), 11); };
  block.UseSystem<ExpressionBlock>();
  return block;
}

}  // namespace loopwright
