#include "blocklib/common/finite.h"

#include <cmath>
#include <string>

#include "engine/blocks/block_descriptor.h"
#include "engine/text/number_format.h"

namespace loopwright {

// Tells the first element at fault of each parameter, with its value and place.
void RequireFinite(const BlockArguments& arguments,
                   std::initializer_list<std::string_view> parameters, ArgumentProblems* problems) {
  for (const std::string_view parameter : parameters) {
    using Elements = Eigen::Map<const Eigen::VectorXd>;
    const bool is_number =
        arguments.descriptor().FindParameter(parameter)->kind == ParameterKind::kNumber;
    const double number = is_number ? arguments.number(parameter) : 0;
    const Eigen::MatrixXd* const matrix = is_number ? nullptr : &arguments.matrix(parameter);
    const Elements elements =
        is_number ? Elements(&number, 1) : Elements(matrix->data(), matrix->size());
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
