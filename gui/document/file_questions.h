#pragma once

#include <compare>
#include <set>
#include <string>
#include <vector>

#include "engine/document/diagnostics.h"

namespace loopwright {

class Document;

/// A file that a block may use only if the person lets it: one outside the diagram's folder, or
/// one that a run would have to replace though none wrote it.
struct FileQuestion {
  enum class Kind { kOutside, kReplace };
  Kind kind = Kind::kOutside;
  std::string block;  ///< its path
  std::string file;   ///< absolute, links and `..` resolved

  friend auto operator<=>(const FileQuestion&, const FileQuestion&) = default;
};

/// Those that a check of `document` found. What was edited since then asks nothing.
std::set<FileQuestion> findFileQuestions(const Document& document,
                                         const std::vector<Diagnostic>& diagnostics);

}  // namespace loopwright
