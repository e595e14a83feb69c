#include <algorithm>
#include <string_view>

#include "engine/check/check.h"
#include "engine/file/load.h"

namespace loopwright {
namespace {

// Whether `path` is `owner`, or something in it.
bool IsIn(std::string_view path, std::string_view owner) {
  if (!path.starts_with(owner)) return false;
  return path.size() == owner.size() || path[owner.size()] == '.' || path[owner.size()] == '/' ||
         path[owner.size()] == '[';
}

bool IsMissing(const Diagnostic& error) {
  return error.id == DiagnosticCode::kMissingKey || error.id == DiagnosticCode::kWrongType ||
         error.id == DiagnosticCode::kBadValue;
}

// Whether `found` may be there only since `error`, which is one of the form, is: it is about the
// same text or the same thing, or a whole section that it depends on could not be read.
bool Follows(const Diagnostic& found, const Diagnostic& error) {
  if (found.place == error.place) return true;
  if ((IsMissing(error) || found.id == error.id) && IsIn(found.path, error.path)) return true;
  if (!IsMissing(error)) return false;
  const bool is_unwired =
      found.id == DiagnosticCode::kUnwiredInput || found.id == DiagnosticCode::kUnwiredSink;
  if (is_unwired && error.path.find("wires") != std::string::npos) return true;
  return found.id == DiagnosticCode::kExpression && error.path.ends_with("parameters");
}

}  // namespace

std::vector<Diagnostic> CheckFile(const std::string& path, const BlockRegistry& registry,
                                  bool allow_paths) {
  LoadResult loaded = LoadFile(path, registry);
  std::vector<Diagnostic> diagnostics = std::move(loaded.diagnostics);
  const std::vector<Diagnostic> of_form = diagnostics;
  const bool is_damaged = loaded.damaged.has_value();
  if (!is_damaged && !loaded.document) return diagnostics;
  const Document& document = is_damaged ? *loaded.damaged : *loaded.document;
  for (Diagnostic& found : CheckDocument(document, registry, allow_paths)) {
    const bool follows =
        is_damaged && (found.place == SourcePlace() ||
                       std::any_of(of_form.begin(), of_form.end(), [&](const Diagnostic& error) {
                         return error.severity == Severity::kError && Follows(found, error);
                       }));
    if (!follows) diagnostics.push_back(std::move(found));
  }
  SortByPlace(&diagnostics);
  return diagnostics;
}

}  // namespace loopwright
