#include <algorithm>
#include <cstdint>
#include <exception>
#include <map>
#include <span>
#include <utility>

#include "engine/check/analysis.h"
#include "engine/common/cycles.h"
#include "engine/common/reachable.h"
#include "engine/document/text_diagnostic.h"
#include "engine/system/system.h"

namespace loopwright {

namespace {

// Whether formulas fit the widths of their inputs shows only when the block is made.
bool HasFormulas(const BlockDescriptor& type) {
  return std::ranges::any_of(type.parameters, &ParameterDescriptor::holds_formulas);
}

// Inputs, then outputs: what the answer of a block depends on besides its arguments.
std::vector<int> WidthsOf(const BlockArguments& arguments) {
  std::vector<int> widths;
  for (int i = 0; i < arguments.num_inputs(); ++i) widths.push_back(arguments.input_width(i));
  for (int k = 0; k < arguments.num_outputs(); ++k) widths.push_back(arguments.output_width(k));
  return widths;
}

// Makes the block's system and asks it. What it throws is its refusal, which is kept as an answer,
// too.
std::shared_ptr<const FeedthroughAnswer> Ask(const Structure::BlockNode& node,
                                             std::vector<int> widths) {
  auto answer = std::make_shared<FeedthroughAnswer>();
  answer->widths = std::move(widths);
  try {
    for (const auto& [input, output] : node.type->make(*node.arguments)->GetDirectFeedthroughs()) {
      answer->pairs.emplace_back(input, output);
    }
  } catch (const std::exception& error) {
    answer->refusal = error.what();
  }
  return answer;
}

// The blocks that a refusal says nothing of, since the width of an input may not be the one that is
// meant: those that get signals, directly or not, from something that is wrong.
std::vector<char> FindDoubtful(const Structure& structure) {
  std::vector<int> wrong;
  std::vector<std::vector<int>> readers(structure.blocks.size());
  for (int i = 0; i < structure.num_inputs(); ++i) {
    const Structure::Input& input = structure.inputs[i];
    if (input.source >= 0) {
      const Structure::Output& source = structure.outputs[input.source];
      readers[source.block].push_back(input.block);
    } else if (input.unknown_wire || !structure.HasDefault(i)) {
      wrong.push_back(input.block);
    }
  }
  for (int i = 0; i < structure.num_blocks(); ++i) {
    const Structure::BlockNode& node = structure.blocks[i];
    if (!node.valid || !node.widths_fit) wrong.push_back(i);
  }
  std::vector<char> in_doubt(structure.blocks.size(), 0);
  MarkReachable(
      std::move(wrong), [&](int block) { return std::span<const int>(readers[block]); }, &in_doubt);
  return in_doubt;
}

}  // namespace

// Most types say "all" or "none" and are not made. Answers of a structure before hold where the
// widths are the same.
FeedthroughTable::FeedthroughTable(Structure* structure, std::vector<Diagnostic>* diagnostics)
    : kinds_(structure->blocks.size(), Kind::kNone) {
  const std::vector<char> in_doubt =
      HasErrors(*diagnostics) ? FindDoubtful(*structure) : std::vector<char>(kinds_.size(), 0);
  for (std::size_t i = 0; i < structure->blocks.size(); ++i) {
    Structure::BlockNode& node = structure->blocks[i];
    if (!node.valid || !node.is_system() || !node.enabled) continue;
    const bool depends = node.type->feedthrough != "none" && node.type->feedthrough != "all";
    if (!node.widths_fit || !(depends || HasFormulas(*node.type))) {
      if (node.type->feedthrough == "all") kinds_[i] = Kind::kAll;
      continue;
    }
    std::vector<int> widths = WidthsOf(*node.arguments);
    if (node.feedthrough == nullptr || node.feedthrough->widths != widths) {
      const std::int64_t uses = structure->files->num_uses();
      node.feedthrough = Ask(node, std::move(widths));
      node.uses_files = node.uses_files || structure->files->num_uses() != uses;
    }
    if (!node.feedthrough->refusal) {
      kinds_[i] = Kind::kPairs;
    } else if (!in_doubt[i]) {
      diagnostics->push_back(MakeTextDiagnostic(DiagnosticCode::kBlockRefused,
                                                node.block->origin.place, structure->PathOf(node),
                                                *node.feedthrough->refusal));
    }
  }
}

namespace {

// "Unit delay or Integrator": types that break a loop, by the names that people see.
std::string LoopBreakers(const BlockRegistry& registry) {
  std::string names;
  for (const std::string_view category : {"discrete", "continuous"}) {
    for (const BlockDescriptor& type : registry.all()) {
      if (type.category != category || type.feedthrough != "none" || type.inputs.size() != 1) {
        continue;
      }
      names += (names.empty() ? "" : " or ") + (type.title.empty() ? type.type : type.title);
      break;
    }
  }
  return names;
}

// Follows a loop, given as the outputs whose values it goes through, from each to the next.
class LoopPath {
 public:
  LoopPath(const Structure& structure, const FeedthroughTable& feedthrough)
      : structure_(structure), feedthrough_(feedthrough) {}

  // The input by which `to` depends on `from`.
  int InputBetween(int from, int to) const {
    int found = -1;
    feedthrough_.ForEachPair(structure_, structure_.outputs[to].block, [&](int input, int output) {
      const auto& read = structure_.inputs[input];
      if (output == to && read.source == from && found < 0) found = input;
    });
    return found;
  }

  // "sum.y → gain.u → gain.y → sum.u2 → sum.y".
  std::string Text(const std::vector<int>& cycle) const {
    std::string text = structure_.OutputPath(cycle.front());
    for (std::size_t i = 1; i <= cycle.size(); ++i) {
      const int to = cycle[i % cycle.size()];
      text += " → " + structure_.InputPath(InputBetween(cycle[i - 1], to));
      text += " → " + structure_.OutputPath(to);
    }
    return text;
  }

  // The loop with all its outputs and wires, through levels of subsystems, for the editor to mark.
  AlgebraicLoop Describe(const std::vector<int>& cycle) const {
    AlgebraicLoop loop;
    loop.path = structure_.PathOf(structure_.block_of_output(cycle.front()));
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const int from = cycle[i];
      loop.outputs.push_back(structure_.OutputPath(from));
      // Backwards from the block that reads the value to the one that gives it.
      std::vector<AlgebraicLoop::Wire> wires;
      for (int input = InputBetween(from, cycle[(i + 1) % cycle.size()]); input >= 0;) {
        const Structure::Input& end = structure_.inputs[input];
        const Structure::BlockNode& node = structure_.block_of_input(input);
        wires.push_back({structure_.levels[node.level].path, end.wire->to});
        input = end.from == from ? -1 : InputBehind(end.from);
      }
      loop.wires.insert(loop.wires.end(), wires.rbegin(), wires.rend());
    }
    return loop;
  }

 private:
  // The input whose value an output shows that stands for another one: of the subsystem around an
  // Inport, of the Outport inside a subsystem, of the Goto with the tag of a From.
  int InputBehind(int output) const {
    const Structure::BlockNode& node = structure_.block_of_output(output);
    const Structure::Level& level = structure_.levels[node.level];
    const auto block = [this](int i) -> const Structure::BlockNode& {
      return structure_.blocks[i];
    };
    if (node.inner_level >= 0) {
      const auto& outports = structure_.levels[node.inner_level].outports;
      return block(outports[output - node.first_output]).first_input;
    }
    if (node.is(BlockRole::kInport)) {
      const auto place = std::find_if(level.inports.begin(), level.inports.end(),
                                      [&](int i) { return &block(i) == &node; });
      return block(level.parent_block).first_input +
             static_cast<int>(place - level.inports.begin());
    }
    for (int i = level.first_block; i < level.first_block + level.num_blocks; ++i) {
      const bool sends = block(i).valid && block(i).is(BlockRole::kGoto);
      if (sends && block(i).arguments->text("tag") == node.arguments->text("tag")) {
        return block(i).first_input;
      }
    }
    return -1;
  }

  const Structure& structure_;
  const FeedthroughTable& feedthrough_;
};

// Blocks that find an unknown of a loop, and are in none.
void CheckUnknowns(const Structure& structure, const std::vector<std::pair<int, int>>& edges,
                   std::vector<Diagnostic>* diagnostics) {
  const bool has_any = std::ranges::any_of(
      structure.blocks, [](const auto& node) { return node.valid && node.type->finds_unknown; });
  if (!has_any) return;
  std::vector<char> is_in_loop(structure.outputs.size(), 0);
  for (const auto& part : FindStrongParts(structure.num_outputs(), edges)) {
    for (const int output : part) is_in_loop[output] = 1;
  }
  for (const Structure::BlockNode& node : structure.blocks) {
    if (!node.valid || !node.type->finds_unknown || !node.enabled) continue;
    const auto& input = structure.inputs[node.first_input];
    if (input.source < 0 || is_in_loop[node.first_output]) continue;
    diagnostics->push_back(MakeDiagnostic(DiagnosticCode::kOutsideOfLoops, node.block->origin.place,
                                          structure.PathOf(node), {node.ports->outputs.front()}));
  }
}
}  // namespace

// Edges lead from each source to the outputs that depend on it at the same instant; cycles of these
// are the loops. One message for each: an error with remedies, or a note where loops are solved.
std::vector<AlgebraicLoop> CheckAlgebraicLoops(const Structure& structure,
                                               const FeedthroughTable& feedthrough,
                                               const BlockRegistry& registry, bool are_solved,
                                               std::vector<Diagnostic>* diagnostics) {
  std::vector<std::pair<int, int>> edges;
  for (int block = 0; block < structure.num_blocks(); ++block) {
    feedthrough.ForEachPair(structure, block, [&](int input, int output) {
      const int source = structure.inputs[input].source;
      if (source >= 0) edges.emplace_back(source, output);
    });
  }
  const auto cycles = FindCycles(structure.num_outputs(), edges);
  const LoopPath path(structure, feedthrough);
  std::vector<AlgebraicLoop> loops;
  for (const std::vector<int>& cycle : cycles) {
    const AlgebraicLoop& loop = loops.emplace_back(path.Describe(cycle));
    const std::string breakers = LoopBreakers(registry);
    const int input = path.InputBetween(cycle.back(), cycle.front());
    const std::string remedies =
        are_solved ? "; its values are solved for at every instant"
                   : "; each of these values depends on itself at the same instant. Put a block "
                     "into the loop whose output does not depend directly on its input" +
                         (breakers.empty() ? "" : ", such as " + breakers) +
                         R"(, or have the loop solved: "algebraic_loops": "solve" in "simulation")";
    diagnostics->push_back(MakeTextDiagnostic(
        are_solved ? DiagnosticCode::kSolvedLoop : DiagnosticCode::kAlgebraicLoop,
        structure.PlaceOfInput(input), loop.path,
        "Algebraic loop: " + path.Text(cycle) + remedies));
  }
  CheckUnknowns(structure, edges, diagnostics);
  if (are_solved) loops.clear();
  return loops;
}

}  // namespace loopwright
