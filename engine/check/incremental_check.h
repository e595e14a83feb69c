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

/// Checks a document again and again while it is edited, at a cost that follows from the edit where
/// work is expensive, and from the size of the diagram only where it is cheap.
///
/// Copies of a document share the blocks that are the same: an edit makes a new object of the block
/// that it changes, and of no other. So "unchanged" is a comparison of two addresses. The check
/// keeps the analysis of the document before, and goes through the levels of the new one:
///
///  - A level of the same path, in the same scope, whose parameters have the same values, keeps its
///    scope: names mean there what they meant before. Where a value is another, all blocks of the
///    level and below it are looked at anew, since any expression may use it.
///  - In such a level a block that is the same object is taken over with its evaluated parameters,
///    its ports, its feedthrough and what was wrong with it. One that reads files is not, as these
///    may have changed by themselves; their contents are kept as long as their stamps are.
///  - What follows from the whole (wires, widths, loops, sample times) is found anew each time:
///    these are searches in graphs of numbers, which cost little beside evaluating expressions.
///
/// The answers are those of CheckDocument() and FindSampleTimes(), whatever was taken over.
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
