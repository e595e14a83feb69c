#include "blocklib/nonlinear/table_arguments.h"

#include <cmath>

#include "blocklib/common/finite.h"
#include "blocklib/common/parameters.h"
#include "engine/text/number_format.h"

namespace loopwright {

ParameterDescriptor ExtrapolationParameter() {
  return MakeParameter("extrapolation", ParameterKind::kChoice, "hold", "", "hold | linear | error",
                       "");
}

// What the block's choice names; the third one is "error".
TableExtrapolation ExtrapolationOf(const BlockArguments& arguments) {
  const std::string& name = arguments.text("extrapolation");
  return name == "hold"     ? TableExtrapolation::kHold
         : name == "linear" ? TableExtrapolation::kLinear
                            : TableExtrapolation::kError;
}

// With the plural where there are several, or none.
std::string CountElements(int count) {
  return std::to_string(count) + (count == 1 ? " element" : " elements");
}

// Beyond being numbers, their range must be one: differences are divided by.
void ValidateBreakpoints(const BlockArguments& arguments, std::string_view parameter,
                         ArgumentProblems* problems) {
  RequireElements(arguments, {parameter}, problems);
  RequireFinite(arguments, {parameter}, problems);
  const Eigen::VectorXd points = arguments.vector(parameter);
  if (points.size() == 0 || !points.array().isFinite().all()) return;
  const double first = points[0], last = points[points.size() - 1];
  if (!std::isfinite(last - first)) {
    problems->Add(parameter, "goes from " + FormatNumber(first) + " to " + FormatNumber(last) +
                                 "; the difference must be finite");
  }
}

// Names the element only where the input has several.
std::string OutsideTable(std::string_view input, int element, int width, double value, double first,
                         double last) {
  return (width == 1 ? std::string() : "element " + std::to_string(element) + " of ") +
         "the input " + std::string(input) + " is " + FormatNumber(value) +
         ", outside the table, which goes from " + FormatNumber(first) + " to " +
         FormatNumber(last) + "; give more breakpoints, or an `extrapolation` of hold or linear";
}

}  // namespace loopwright
