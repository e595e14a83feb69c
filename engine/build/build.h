#pragma once

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "engine/blocks/block_registry.h"
#include "engine/build/parameter_symbol.h"
#include "engine/document/diagnostics.h"
#include "engine/document/document.h"
#include "engine/file/diagram_files.h"
#include "engine/index/diagram_index.h"

namespace loopwright {

template <typename T>
class Diagram;

/// A wrong use of BuildOptions: an override of a name that the diagram does not have. The text says
/// which names it has.
class OverrideError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct BuildOptions {
  /// Values in place of those of the file: (name, expression), where the name is a parameter of the
  /// top level or `BLOCK.PARAMETER`, `SUB/BLOCK.PARAMETER`.
  std::vector<std::pair<std::string, std::string>> overrides;
  /// Blocks may use files outside the folder of the diagram.
  bool allow_paths = false;
  /// Over Expression: the parameters of diagrams are symbols, in formulas and in what blocks get
  /// for their parameters.
  bool symbolic = false;
  /// With `symbolic`: blocks that have no form over Expression do not refuse the diagram. In their
  /// place stand sources with their outputs, and likewise for the blocks `without_form` (paths and
  /// reasons).
  bool replace_without_form = false;
  std::map<std::string, std::string> without_form = {};
};

/// A file that a run of the diagram writes: what a FileSink gets.
template <typename T>
struct WrittenFile {
  std::string block;  ///< the path of the sink
  std::string file;   ///< absolute
  /// Of the inputs that are wired, in their order: signals of the diagram's index.
  std::vector<const PortSignal<T>*> sources;
};

/// A block in whose place there is a source with its outputs, whose numeric parameter k is output
/// k. `system` is null for a block without outputs.
template <typename T>
struct BlockWithoutForm {
  std::string path;
  std::string reason;
  const System<T>* system = nullptr;
};

template <typename T>
struct BuildResultOf {
  std::unique_ptr<Diagram<T>> diagram;           ///< null where the diagram has errors
  std::shared_ptr<const DiagramIndex<T>> index;  ///< null likewise
  std::vector<WrittenFile<T>> written_files;
  std::vector<FileRead> files_read;
  /// What CheckDocument() finds of errors and warnings, sorted by place.
  std::vector<Diagnostic> diagnostics;
  /// With BuildOptions::symbolic: outer levels first, in the order of the file.
  std::vector<ParameterSymbol> parameters;
  std::vector<BlockWithoutForm<T>> without_form;  ///< BuildOptions::replace_without_form
  bool ok() const { return diagram != nullptr; }
};
using BuildResult = BuildResultOf<double>;

/// Turns a document into a Diagram: subsystems are nested diagrams, blocks in the order of the
/// file; disabled blocks are sources of 0, inputs without a wire and Inports of the top level are
/// sources of their default. Throws OverrideError.
template <typename T>
BuildResultOf<T> BuildDiagramOf(const Document& document, const BlockRegistry& registry,
                                const BuildOptions& options = {});
BuildResult BuildDiagram(const Document& document, const BlockRegistry& registry,
                         const BuildOptions& options = {});

}  // namespace loopwright
