#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace loopwright {

/// What reading and editing a document must know of the block types; the registry is one.
class BlockTypes {
 public:
  virtual ~BlockTypes() = default;

  /// The names of a type's parameters, or null where the type is unknown.
  virtual const std::vector<std::string>* ParameterNames(std::string_view type) const = 0;

  /// True where texts in that parameter are expressions or formulas, so that names in them are
  /// parameters of the diagram; false for choices and plain texts.
  virtual bool HoldsExpressions(std::string_view type, std::string_view parameter) const = 0;
};

}  // namespace loopwright
