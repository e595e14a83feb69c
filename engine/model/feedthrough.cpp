#include <algorithm>
#include <exception>
#include <map>

#include "engine/common/cycles.h"
#include "engine/model/analysis.h"
#include "engine/model/text_diagnostic.h"
#include "engine/system/system.h"

namespace loopwright {

FeedthroughTable::FeedthroughTable(const Structure& structure, std::vector<Diagnostic>* diagnostics)
    : kinds_(structure.blocks.size(), Kind::kNone) {
  const bool may_ask = !HasErrors(*diagnostics);
  for (std::size_t i = 0; i < structure.blocks.size(); ++i) {
    const Structure::BlockNode& node = structure.blocks[i];
    if (!node.valid || !node.is_system() || !node.enabled) continue;
    // Whether formulas fit the widths of their inputs shows only when the block is made.
    const auto& parameters = node.type->parameters;
    const bool has_formulas =
        std::any_of(parameters.begin(), parameters.end(), [](const ParameterDescriptor& p) {
          return p.is_formula || p.kind == ParameterKind::kTextList ||
                 p.kind == ParameterKind::kTextMatrix;
        });
    const bool depends = node.type->feedthrough != "none" && node.type->feedthrough != "all";
    if ((depends || has_formulas) && may_ask) {
      Ask(structure, static_cast<int>(i), diagnostics);
    } else if (node.type->feedthrough == "all") {
      kinds_[i] = Kind::kAll;
    }
  }
}

void FeedthroughTable::Ask(const Structure& structure, int block,
                           std::vector<Diagnostic>* diagnostics) {
  const Structure::BlockNode& node = structure.blocks[static_cast<std::size_t>(block)];
  try {
    const auto system = node.type->make(*node.arguments);
    auto& pairs = pairs_[block];
    for (const auto& [input, output] : system->GetDirectFeedthroughs()) {
      pairs.emplace_back(input, output);
    }
    kinds_[static_cast<std::size_t>(block)] = Kind::kPairs;
  } catch (const std::exception& error) {
    diagnostics->push_back(MakeTextDiagnostic(DiagnosticCode::kBlockRefused,
                                              node.block->origin.place, structure.PathOf(node),
                                              error.what()));
  }
}

namespace {

// "UnitDelay or Integrator": types that break a loop.
std::string LoopBreakers(const BlockRegistry& registry) {
  std::string names;
  for (const std::string_view category : {"discrete", "continuous"}) {
    for (const BlockDescriptor& type : registry.all()) {
      if (type.category != category || type.feedthrough != "none" || type.inputs.size() != 1) {
        continue;
      }
      names += (names.empty() ? "" : " or ") + type.type;
      break;
    }
  }
  return names;
}

// The part of a loop's path between two outputs: " → gain.u → gain.y".
class LoopText {
 public:
  LoopText(const Structure& structure, const FeedthroughTable& feedthrough)
      : structure_(structure), feedthrough_(feedthrough) {}

  // The input by which `to` depends on `from`.
  int InputBetween(int from, int to) const {
    int found = -1;
    feedthrough_.ForEachPair(structure_, structure_.outputs[static_cast<std::size_t>(to)].block,
                             [&](int input, int output) {
                               const auto& read =
                                   structure_.inputs[static_cast<std::size_t>(input)];
                               if (output == to && read.source == from && found < 0) found = input;
                             });
    return found;
  }

  std::string Path(const std::vector<int>& cycle) const {
    std::string text = structure_.OutputPath(cycle.front());
    for (std::size_t i = 1; i <= cycle.size(); ++i) {
      const int to = cycle[i % cycle.size()];
      text += " → " + structure_.InputPath(InputBetween(cycle[i - 1], to));
      text += " → " + structure_.OutputPath(to);
    }
    return text;
  }

 private:
  const Structure& structure_;
  const FeedthroughTable& feedthrough_;
};

}  // namespace

void CheckAlgebraicLoops(const Structure& structure, const FeedthroughTable& feedthrough,
                         const BlockRegistry& registry, std::vector<Diagnostic>* diagnostics) {
  std::vector<std::pair<int, int>> edges;
  for (int block = 0; block < static_cast<int>(structure.blocks.size()); ++block) {
    feedthrough.ForEachPair(structure, block, [&](int input, int output) {
      const int source = structure.inputs[static_cast<std::size_t>(input)].source;
      if (source >= 0) edges.emplace_back(source, output);
    });
  }
  const auto cycles = FindCycles(static_cast<int>(structure.outputs.size()), edges);
  for (const std::vector<int>& cycle : cycles) {
    const LoopText loop(structure, feedthrough);
    const std::string breakers = LoopBreakers(registry);
    const int input = loop.InputBetween(cycle.back(), cycle.front());
    diagnostics->push_back(MakeTextDiagnostic(
        DiagnosticCode::kAlgebraicLoop, structure.PlaceOfInput(input),
        structure.PathOf(structure.block_of_output(cycle.front())),
        "each value of this loop depends on itself at the same instant: " + loop.Path(cycle) +
            "; put a block into it whose output does not depend directly on its input" +
            (breakers.empty() ? "" : ", such as " + breakers)));
  }
}

}  // namespace loopwright
