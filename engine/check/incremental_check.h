#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/check/algebraic_loop.h"
#include "engine/check/sample_times.h"
#include "engine/document/diagnostics.h"

namespace loopwright {

struct Analysis;
class BlockRegistry;
class Document;

/// Checks a document again and again while it is edited. Copies of a document share the blocks that
/// are the same, so a block that is still the same object needs no new look: its parameters are not
/// evaluated again, it is not made again to ask for its feedthrough, and files that did not change
/// are not read again. What follows from the whole diagram (wires, widths, loops, sample times) is
/// found anew each time. The answers are those of CheckDocument() and FindSampleTimes().
class IncrementalCheck {
 public:
  /// `registry` must outlive it.
  explicit IncrementalCheck(const BlockRegistry& registry);
  ~IncrementalCheck();

  /// Checks a document and keeps it until the next one.
  void Check(std::shared_ptr<const Document> document);

  /// What CheckDocument() and FindSampleTimes() say of the last document; there must be one.
  const std::vector<Diagnostic>& diagnostics() const;
  std::unordered_map<std::string, SampleTime> FindSampleTimes() const;
  /// The algebraic loops among the diagnostics.
  const std::vector<AlgebraicLoop>& loops() const;
  /// The number of elements of the output ports that have more than one, by path.
  std::unordered_map<std::string, int> FindWidths() const;

  /// How many blocks' parameters the last check evaluated.
  int num_evaluated() const;

 private:
  const BlockRegistry& registry_;
  std::shared_ptr<const Document> document_;
  std::unique_ptr<Analysis> analysis_;  // of document_; null before the first check
};

}  // namespace loopwright
