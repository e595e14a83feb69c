#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "engine/document/diagnostics.h"

namespace loopwright {

/// A diagnostic whose text is a sentence of its own, in full length.
inline Diagnostic MakeTextDiagnostic(DiagnosticCode id, SourcePlace place, std::string_view path,
                                     std::string text) {
  Diagnostic diagnostic = MakeDiagnostic(id, place, path);
  diagnostic.text = std::move(text);
  return diagnostic;
}

}  // namespace loopwright
