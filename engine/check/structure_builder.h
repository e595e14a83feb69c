#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/check/structure.h"

namespace loopwright {

/// Lays a document out in a Structure, step by step; see LayOut(). It goes through levels, blocks
/// and ports in passes and never recurses, so that a file's depth costs no call stack. Diagnostics
/// are added as problems are found; what is wrong is left out of later steps, so that one mistake
/// is reported once.
class StructureBuilder {
 public:
  /// `before` may be null: a structure of an earlier version of the document, from which unchanged
  /// blocks are moved.
  StructureBuilder(const Document& document, const BlockRegistry& registry,
                   std::vector<Diagnostic>* diagnostics, bool allow_paths, Structure* before);

  /// Once. The document must outlive the result.
  Structure Build();

 private:
  using Level = Structure::Level;
  using BlockNode = Structure::BlockNode;

  /// Levels and their blocks, with parameters evaluated.
  void AddLevels();
  /// `outer` is the scope of the level around it, null at the top.
  void AddLevel(Level level, const ParameterScope* outer);
  /// What the structure before knows of a level or block that has not changed; null where it has.
  Level* LevelBefore(const Level& level, const ParameterScope* outer) const;
  /// Appends the blocks of a level, and a level for each subsystem among them.
  void AddBlocks(int level);
  /// What was found out about this block before, where nothing that it depends on has changed; or
  /// null.
  BlockNode* BlockBefore(int level, std::size_t index);
  /// With the type that was probably meant.
  void ReportUnknownType(const BlockNode& node, const std::string& path);
  /// Moves what was found out, so that the structure before loses it.
  void TakeOver(BlockNode* before, BlockNode* node);
  /// Evaluates a block's parameters.
  void Evaluate(BlockNode* node, const ParameterScope& scope);
  void EvaluateParameters(BlockNode* node, const ParameterScope& scope);
  void ReportUnknownParameter(const BlockDescriptor& type, std::string_view name, SourcePlace place,
                              const std::string& path);
  /// The names of parameters that got no value, which are reported.
  std::vector<std::string> EvaluateGiven(BlockNode* node, const ParameterScope& scope);
  /// Values that are given, and distributions of random ones.
  void CheckRandom(const BlockNode& node, const ParameterScope& scope);
  void CheckRandom(const std::vector<DiagramParameter>& parameters, const Level& level);
  void CheckDistribution(const RandomSetting& random, const std::string& path,
                         const NameScope& scope);
  /// Whether values are possible for the type, but for those that are `wrong`.
  void Validate(BlockNode* node, const std::vector<std::string>& wrong);

  /// Ports: which there are, and their numbers.
  void SortPorts(Level* level);
  /// The names of a block's ports, from its type, its arguments or the blocks inside.
  void FindPorts(BlockNode* node);
  void ReportTooManyPorts(BlockNode* node);
  /// All ports of the document in one row, inputs and outputs apart: what follows works with
  /// numbers.
  void NumberPorts();

  /// Wires, and what they lead through.
  void AddWires(int level);
  /// The port that one end of a wire names; -1, with a diagnostic, where there is none.
  int FindEnd(int level, const std::string& text, SourcePlace place, bool is_input, bool* unknown);
  void ReportUnknownPort(const BlockNode& node, std::string_view port, SourcePlace place,
                         bool is_input);

  /// What stands for the value of another output, and where values are really made.
  void FindAliases();
  void FindTags(const Level& level);
  void FindSources();
  void FollowSource(int output, std::vector<char>* states);
  void ReportWireCircle(const std::vector<int>& chain, int begin);
  void CheckUnwired();

  /// Messages, and access by number.
  void Report(DiagnosticCode code, SourcePlace place, const std::string& path,
              std::string text) const;
  SourcePlace PlaceOfParameter(const BlockNode& node, std::string_view parameter) const;
  BlockNode& block(int index) { return structure_.blocks[index]; }
  Structure::Input& input(int index) { return structure_.inputs[index]; }
  Structure::Output& output(int index) { return structure_.outputs[index]; }

  const Document& document_;
  const BlockRegistry& registry_;
  std::vector<Diagnostic>& diagnostics_;
  /// Null where there was none; emptied block by block.
  Structure* before_;
  std::unordered_map<std::string_view, int> levels_before_;  // by path
  /// What is being built. Levels and blocks are only appended, so their numbers stay right.
  Structure structure_;
  std::unordered_map<const BlockDescriptor*, std::shared_ptr<const PortNames>> fixed_ports_;
};

}  // namespace loopwright
