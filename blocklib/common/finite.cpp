#include "blocklib/common/finite.h"

#include <cmath>
#include <string>

#include "engine/blocks/block_descriptor.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

// The elements of a parameter, of a single number as well.
Eigen::VectorXd Elements(const BlockArguments& arguments, std::string_view parameter) {
  if (arguments.descriptor().FindParameter(parameter)->kind == ParameterKind::kNumber) {
    return Eigen::VectorXd::Constant(1, arguments.number(parameter));
  }
  return arguments.vector(parameter);
}

}  // namespace

// Tells the first element at fault of each parameter, with its value and place.
void RequireFinite(const BlockArguments& arguments,
                   std::initializer_list<std::string_view> parameters, ArgumentProblems* problems) {
  for (const std::string_view parameter : parameters) {
    const Eigen::VectorXd elements = Elements(arguments, parameter);
    for (Eigen::Index i = 0; i < elements.size(); ++i) {
      if (std::isfinite(elements[i])) continue;
      const std::string value = FormatNumber(elements[i]);
      problems->Add(parameter, elements.size() == 1
                                   ? "is " + value + "; it must be finite"
                                   : "has " + value + " as element " + std::to_string(i) +
                                         "; every element must be finite");
      break;
    }
  }
}

// Each of the parameters without elements is told, so that a form can mark all of them at once.
void RequireElements(const BlockArguments& arguments,
                     std::initializer_list<std::string_view> parameters,
                     ArgumentProblems* problems) {
  for (const std::string_view parameter : parameters) {
    if (arguments.size(parameter) == 0) {
      problems->Add(parameter, "has no elements; give at least one");
    }
  }
}

}  // namespace loopwright
