// Commands that read or write a diagram and make no run of it, or tell of the program itself.

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/exit_codes.h"
#include "blocklib/registry.h"
#include "engine/analysis/document_equations.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/blocks/block_registry.h"
#include "engine/blocks/catalogue_json.h"
#include "engine/blocks/schema_json.h"
#include "engine/build/build.h"
#include "engine/check/check.h"
#include "engine/common/exceptions.h"
#include "engine/diagram/diagram.h"
#include "engine/differences/document_differences.h"
#include "engine/document/canonical_expressions.h"
#include "engine/drawing/arrange.h"
#include "engine/file/diagnostics_json.h"
#include "engine/file/load.h"
#include "engine/file/save.h"
#include "engine/studies/variant_studies.h"

namespace loopwright {

// Warnings alone are no failure: the exit code tells of errors only.
int CheckCommand(const std::string& file, bool json, bool allow_paths) {
  std::vector<Diagnostic> diagnostics = CheckFile(file, BuiltInBlocks(), allow_paths);
  if (!HasErrors(diagnostics)) {
    const LoadResult loaded = LoadFile(file, BuiltInBlocks());
    const auto of_study = CheckStudy(*loaded.document, BuiltInBlocks(), allow_paths);
    diagnostics.insert(diagnostics.end(), of_study.begin(), of_study.end());
    SortByPlace(&diagnostics);
  }
  if (json) {
    WriteStandardOutput(DiagnosticsJson(file, diagnostics));
  } else {
    PrintDiagnostics(file, diagnostics, true);
  }
  return HasErrors(diagnostics) ? kInvalidDiagram : kDone;
}

// Prints the catalogue of block types: as JSON for programs, or a line each under the headings of
// their categories, with the summaries in one column.
int BlocksCommand(bool json) {
  if (json) {
    WriteStandardOutput(CatalogueJson(BuiltInBlocks()));
    return kDone;
  }
  size_t width = 0;
  for (const BlockDescriptor& block : BuiltInBlocks().all()) {
    width = std::max(width, block.type.size());
  }
  std::string text;
  std::string category;
  for (const BlockDescriptor& block : BuiltInBlocks().all()) {
    if (block.category != category) {
      category = block.category;
      text += (text.empty() ? "" : "\n") + category + "\n";
    }
    text +=
        "  " + block.type + std::string(width + 2 - block.type.size(), ' ') + block.summary + "\n";
  }
  WriteStandardOutput(text);
  return kDone;
}

// Prints the schema that editors of JSON can check a diagram file against.
int SchemaCommand() {
  WriteStandardOutput(SchemaJson(BuiltInBlocks()));
  return kDone;
}

// Derives the equations of the whole diagram and prints them as text or as LaTeX. What is wrong
// with the diagram is printed first, on standard error, so that standard output holds equations
// alone.
int EquationsCommand(const std::string& file, bool latex, bool allow_paths) {
  const std::optional<Document> document = LoadOrPrint(file, true);
  if (!document.has_value()) return kInvalidDiagram;
  const DocumentEquations derived = DeriveEquations(*document, BuiltInBlocks(), allow_paths);
  PrintDiagnostics(file, derived.diagnostics, true);
  if (!derived.equations.has_value()) return kInvalidDiagram;
  WriteStandardOutput(latex ? EquationsLatex(*derived.equations)
                            : EquationsText(*derived.equations));
  return kDone;
}

// Rewrites a file in the canonical form, in which equal diagrams are equal files. With `check` it
// writes nothing and fails where it would, for use before a commit.
int FormatCommand(const std::string& file, bool check) {
  std::string bytes;
  std::optional<Document> document = LoadOrPrint(file, true, &bytes);
  if (!document.has_value()) return kInvalidDiagram;
  CanonicalizeExpressions(&*document, BuiltInBlocks());
  const std::string canonical = SaveCanonical(*document);
  if (canonical == bytes) return kDone;
  if (check) {
    throw UsageError(file + ": is not in the canonical form; `loopwright-cli format " + file +
                     "` rewrites it");
  }
  WriteFileAtomically(file, canonical);
  return kDone;
}

// Either gives places only to blocks that have none, or lays out all levels. A file that comes out
// as it was is not written, so that its date stays.
int ArrangeCommand(const std::string& file, bool missing_only) {
  std::string bytes;
  std::optional<Document> document = LoadOrPrint(file, true, &bytes);
  if (!document.has_value()) return kInvalidDiagram;
  if (missing_only) {
    GiveLayouts(&*document, BuiltInBlocks());
  } else {
    Transaction transaction(&*document);
    ArrangeLevels(&transaction, "", BuiltInBlocks());
    transaction.Commit();
  }
  const std::string arranged = SaveCanonical(*document);
  if (arranged != bytes) WriteFileAtomically(file, arranged);
  return kDone;
}

// Differences of the layout are told, but do not count for the exit code.
int DiffCommand(const std::string& before, const std::string& after) {
  const std::optional<Document> old_document = LoadOrPrint(before, false);
  const std::optional<Document> new_document = LoadOrPrint(after, false);
  if (!old_document.has_value() || !new_document.has_value()) return kInvalidDiagram;
  const DocumentDifferences differences =
      FindDocumentDifferences(*old_document, *new_document, BuiltInBlocks());
  std::string text;
  for (const std::string& line : differences.content) text += line + '\n';
  for (const std::string& line : differences.layout) text += "layout of " + line + '\n';
  WriteStandardOutput(text);
  return differences.content.empty() ? kDone : kWrongUsage;
}

// Prints the built diagram in the language of Graphviz, on standard output.
int GraphvizCommand(const std::string& file, bool allow_paths) {
  const std::optional<Document> document = LoadOrPrint(file, true);
  if (!document.has_value()) return kInvalidDiagram;
  const BuildResult built =
      BuildDiagram(*document, BuiltInBlocks(), {.overrides = {}, .allow_paths = allow_paths});
  PrintDiagnostics(file, built.diagnostics, true);
  if (!built.ok()) return kInvalidDiagram;
  WriteStandardOutput(built.diagram->GetGraphvizString());
  return kDone;
}

}  // namespace loopwright
