#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/document/block_types.h"
#include "engine/document/document.h"

namespace loopwright {

/// What bounds the memory and time that a file can cost. Reaching one is a diagnostic.
struct LoadLimits {
  std::size_t blocks = 1'000'000;   ///< of all levels together
  std::size_t values = 40'000'000;  ///< JSON values and keys
  std::size_t bytes = 2'000'000'000;
  int depth = 64;                   ///< of JSON, beyond the three levels of each subsystem
  std::size_t diagnostics = 1'000;  ///< of each severity
};

/// A document, or errors; warnings come with either. Diagnostics are sorted by place.
struct LoadResult {
  std::optional<Document> document;
  /// Where there are errors that leave something, what could be read: for CheckFile() to find what
  /// else is wrong with it, and for nothing else.
  std::optional<Document> damaged;
  std::vector<Diagnostic> diagnostics;
};

/// Reads a diagram file. Total: any bytes give a document or errors with line and column, never
/// half a document. Everything that is wrong with the form is found in one pass; an error of the
/// JSON itself ends it. What needs more than the form (unknown types, ports, widths, loops) is left
/// to CheckDocument().
LoadResult LoadDocument(std::string_view bytes, const BlockTypes& types,
                        const LoadLimits& limits = {});

/// The bytes of the file at `path`. Throws FileError naming the path and the reason.
std::string ReadFile(const std::string& path);
/// The same; nothing where it is no regular file but a pipe, a device or a directory, which is not
/// opened.
std::optional<std::string> ReadRegularFile(const std::string& path);

/// LoadDocument() of ReadFile(); the document knows its folder. `bytes` (may be null) gets what the
/// file holds.
LoadResult LoadFile(const std::string& path, const BlockTypes& types, std::string* bytes = nullptr);

}  // namespace loopwright
