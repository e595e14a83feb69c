#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/check/structure.h"

namespace loopwright {

/// Lays a document out in a Structure, step by step; see LayOut().
class StructureBuilder {
 public:
  StructureBuilder(const Document& document, const BlockRegistry& registry,
                   std::vector<Diagnostic>* diagnostics, bool allow_paths, Structure* before);

  Structure Build();

 private:
  using Level = Structure::Level;
  using BlockNode = Structure::BlockNode;

  void AddLevels();
  void AddLevel(Level level, const ParameterScope* outer);
  Level* LevelBefore(const Level& level, const ParameterScope* outer) const;
  void AddBlocks(int level);
  BlockNode* BlockBefore(int level, std::size_t index);
  void ReportUnknownType(const BlockNode& node, const std::string& path);
  void TakeOver(BlockNode* before, BlockNode* node);
  void Evaluate(BlockNode* node, const ParameterScope& scope);
  void EvaluateParameters(BlockNode* node, const ParameterScope& scope);
  std::vector<std::string> EvaluateGiven(BlockNode* node, const ParameterScope& scope);
  void CheckRandom(const BlockNode& node, const ParameterScope& scope);
  void CheckRandom(const std::vector<DiagramParameter>& parameters, const Level& level);
  void CheckDistribution(const RandomSetting& random, const std::string& path,
                         const NameScope& scope);
  void Validate(BlockNode* node, const std::vector<std::string>& wrong);

  void SortPorts(Level* level);
  void FindPorts(BlockNode* node);
  void ReportTooManyPorts(BlockNode* node);
  void NumberPorts();

  void AddWires(int level);
  int FindEnd(int level, const std::string& text, SourcePlace place, bool is_input, bool* unknown);
  void ReportUnknownPort(const BlockNode& node, std::string_view port, SourcePlace place,
                         bool is_input);

  void FindAliases();
  void FindTags(const Level& level);
  void FindSources();
  void FollowSource(int output, std::vector<char>* states);
  void ReportWireCircle(const std::vector<int>& chain, int begin);
  void CheckUnwired();

  void Report(DiagnosticCode code, SourcePlace place, const std::string& path,
              std::string text) const;
  SourcePlace PlaceOfParameter(const BlockNode& node, std::string_view parameter) const;
  BlockNode& block(int index) { return structure_.blocks[static_cast<std::size_t>(index)]; }
  Structure::Input& input(int index) { return structure_.inputs[static_cast<std::size_t>(index)]; }
  Structure::Output& output(int index) {
    return structure_.outputs[static_cast<std::size_t>(index)];
  }

  const Document& document_;
  const BlockRegistry& registry_;
  std::vector<Diagnostic>& diagnostics_;
  Structure* before_;
  std::unordered_map<std::string_view, int> levels_before_;  // by path
  Structure structure_;
  std::unordered_map<const BlockDescriptor*, std::shared_ptr<const PortNames>> fixed_ports_;
};

}  // namespace loopwright
