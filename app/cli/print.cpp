#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iostream>

#include "app/cli/commands.h"
#include "blocklib/registry.h"
#include "engine/common/exceptions.h"
#include "engine/file/load.h"

namespace loopwright {

// Prints diagnostics, a line each, in their order.
void PrintDiagnostics(const std::string& file, const std::vector<Diagnostic>& diagnostics,
                      bool warnings) {
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity != Severity::kError && !warnings) continue;
    std::cerr << FormatDiagnostic(file, diagnostic) << '\n';
  }
}

std::optional<Document> LoadOrPrint(const std::string& file, bool warnings, std::string* text) {
  LoadResult loaded = LoadFile(file, BuiltInBlocks(), text);
  PrintDiagnostics(file, loaded.diagnostics, warnings);
  return std::move(loaded.document);
}

// Writes past the buffers of the standard library, so that a full disk or a closed pipe is noticed
// here. A signal may cut a write short; what is left is written again.
void WriteStandardOutput(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      throw FileError(std::string("Cannot write standard output: ") + std::strerror(errno));
    }
    text.remove_prefix(written);
  }
}

}  // namespace loopwright
