#pragma once

#include <QString>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/document/document.h"

namespace loopwright {

class BlockRegistry;
struct ResponsePicture;

/// What an analysis of a document shows, or why that is nothing.
struct FoundResponse {
  std::shared_ptr<const ResponsePicture> picture = nullptr;
  QString problem = {};                      ///< why there is no picture; "" where there is one
  std::vector<Diagnostic> diagnostics = {};  ///< what is wrong with the diagram, where that is why
  /// Whether what is asked cannot be, as of a signal that is not there; else it has no result.
  bool isWrong = false;
};

/// Analyses a document with other values of parameters, as those of a variant. Whatever goes wrong
/// is told.
FoundResponse findResponse(const Document& document, const BlockRegistry& registry,
                           const AnalysisSetting& analysis,
                           const std::vector<std::pair<std::string, std::string>>& overrides = {});

}  // namespace loopwright
