#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "engine/document/diagnostics.h"

namespace loopwright {

/// Collects diagnostics, at most `limit` errors and `limit` warnings: a hostile file cannot make
/// the list grow without end. What is left out is said once.
class DiagnosticSink {
 public:
  explicit DiagnosticSink(std::size_t limit) : limit_(limit) {}

  /// Adds the diagnostic `id`, whose text is made of `arguments`, at a place of the file; `path`
  /// says which block, wire or setting it is about.
  void Add(DiagnosticCode id, SourcePlace place, std::string_view path,
           const std::vector<std::string_view>& arguments = {});

  /// Whether there was an error, also one that was left out.
  bool has_errors() const { return errors_ > 0; }
  /// In the order in which they were added.
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  /// All of them, sorted by place.
  std::vector<Diagnostic> TakeSorted();

 private:
  std::size_t limit_;
  std::size_t errors_ = 0;
  std::size_t warnings_ = 0;
  /// Whether it was said that some are left out.
  bool full_ = false;
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace loopwright
