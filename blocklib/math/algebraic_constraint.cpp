#include <stdexcept>

#include "blocklib/common/finite.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"
#include "engine/traits/loop_unknown.h"

namespace loopwright {

// Finds the value z that makes its input zero, at every instant.
//
//     u → AlgebraicConstraint → z
//
// The input has to depend on z at the same instant, in a diagram that solves its algebraic loops:
// there z is an unknown of the loop and nothing is computed here. Numeric parameter 0 is where the
// search for it begins.
template <typename T>
class AlgebraicConstraint final : public LeafSystem<T>, public LoopUnknown {
 public:
  // Input and output have as many elements as the guess. The output is declared like any other, so
  // that the loop through it is found; its value is the loop's.
  explicit AlgebraicConstraint(const VectorX<T>& initial_guess)
      : LeafSystem<T>(KeepArguments<AlgebraicConstraint, T>(initial_guess)) {
    const int width = static_cast<int>(initial_guess.size());
    this->DeclareVectorInputPort("u", width);
    this->DeclareNumericParameter(BasicVector<T>(Spread<T>(initial_guess, width)));
    this->template DeclareVectorOutputPort<&AlgebraicConstraint::CalcOutput>(
        "z", width, {this->all_input_ports_ticket(), this->all_parameters_ticket()});
  }

  // From the parameter `initial_guess`, spread to the width of the output.
  explicit AlgebraicConstraint(const BlockArguments& arguments)
      : AlgebraicConstraint(arguments.vector<T>("initial_guess", arguments.output_width(0))) {}

 private:
  // Reached only where z is no unknown of a loop; then there is nothing to solve for.
  [[noreturn]] void CalcOutput(const Context<T>&, T*) const {
    throw std::logic_error(this->GetSystemPathname() +
                           ": its input does not depend on its output z in a diagram that solves "
                           "algebraic loops, so no value of it makes the input 0");
  }
};

LOOPWRIGHT_INSTANTIATE_CLASS(AlgebraicConstraint)

// The output is whatever makes the input zero, so the block means something only inside a loop that
// leads from one to the other. Among several solutions the guess decides.
BlockDescriptor AlgebraicConstraintBlock() {
  BlockDescriptor block;
  block.type = "AlgebraicConstraint";
  block.category = "math";
  block.title = "Algebraic constraint";
  block.summary = "Finds the value that makes its input zero.";
  block.search_words =
      "solve, root, equation, zero, implicit, algebraic loop, DAE, unknown, Newton, fsolve";
  block.names_elsewhere = "Algebraic Constraint, CONSTRAINT_c, InverseBlockConstraints";
  block.icon = R"(
  <path d="M2.5 14 H21.5"/>
  <path d="M4 20 C9 19.5 13 15 15.5 4"/>
  <circle cx="12.2" cy="14" r="2.2"/>
)";
  block.inputs = {"u"};
  block.outputs = {"z"};
  block.parameters = {
      MakeParameter("initial_guess", ParameterKind::kVector, 0, "", "", "where the search begins"),
  };
  block.behaviour =
      "z such that u = 0, by Newton, at every instant; needs `algebraic_loops` = solve";
  block.finds_unknown = true;
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) {
    widths->Elementwise({"initial_guess"});
  };
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    RequireFinite(arguments, {"initial_guess"}, problems);
  };
  block.face = [](const FaceParameters&) { return Face::Text("f(z) = 0"); };
  block.UseSystem<AlgebraicConstraint>();
  return block;
}

}  // namespace loopwright
