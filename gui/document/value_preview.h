#pragma once

#include <QString>
#include <memory>
#include <string>
#include <vector>

#include "engine/blocks/block_descriptor.h"
#include "engine/check/parameter_scope.h"
#include "engine/document/document.h"

namespace loopwright {

/// What names mean in expressions at a level of a document. Holds as long as the document stays as
/// it is.
class LevelScope {
 public:
  /// For the level with the path `level`, "" for the top. Keeps references to `document`.
  LevelScope(const Document& document, const std::string& level);

  /// The names of the level itself, which hide those of the levels around it.
  const NameScope& names() const { return *scopes_.back(); }

 private:
  std::vector<std::unique_ptr<ParameterScope>> scopes_;  // the outermost first
};

/// The value of something typed, for showing beside it, or why it has none.
struct ValuePreview {
  QString value;    ///< "60", "[1, 2]"; empty where there is nothing to say beyond what was typed
  QString problem;  ///< "" where the setting is right
  /// The same as the check of a document says it behind the setting's name: "is 0; it must be > 0".
  QString predicate;
  bool isExpression = false;  ///< whether the problem is within an expression

  bool isRight() const { return problem.isEmpty(); }
  /// "`gain` is 0; it must be > 0".
  QString told(const std::string& name) const;
};

/// What `setting` is as the parameter `parameter` of `block` at `level`, the constraints of its
/// type included. A setting that is just a number has no value beyond itself.
ValuePreview previewParameter(const Document& document, const std::string& level,
                              const Block& block, const BlockDescriptor& descriptor,
                              const ParameterDescriptor& parameter,
                              const ParameterSetting& setting);

/// What `setting` is as the number `key` of the document's simulation; what is wrong with it is
/// told as the check of a document does: "`accuracy` is 0; it must be > 0 and finite".
ValuePreview previewSimulation(const Document& document, const std::string& key,
                               const ParameterSetting& setting);

/// What `setting` is as a number, vector or matrix in `scope`.
ValuePreview previewNumeric(const ParameterSetting& setting, const NameScope& scope);

}  // namespace loopwright
