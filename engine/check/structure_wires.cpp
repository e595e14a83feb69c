#include <algorithm>
#include <unordered_map>

#include "engine/check/structure_builder.h"
#include "engine/document/block_name.h"
#include "engine/document/text_diagnostic.h"
#include "engine/text/suggest_name.h"

namespace loopwright {

namespace {
// Blocks with more ports get no suggestion, which would make the time quadratic.
constexpr std::size_t kSuggestedFrom = 200;
// The end of a message about a tag that nobody sends: the one that was probably meant, or what to
// do.
std::string TagAdvice(const std::string& tag,
                      const std::unordered_map<std::string_view, int>& senders) {
  std::vector<std::string> tags;
  if (senders.size() <= kSuggestedFrom) {
    for (const auto& [sent, sender] : senders) tags.emplace_back(sent);
  }
  std::sort(tags.begin(), tags.end());
  const std::string suggestion = DidYouMean(tag, tags, '"');
  return suggestion.empty() ? "; add one, or name the tag of one" : suggestion;
}
}  // namespace

// Says which ports there are, or which was probably meant, and whether the name is one of the other
// side.
void StructureBuilder::ReportUnknownPort(const BlockNode& node, std::string_view port,
                                         SourcePlace place, bool is_input) {
  const std::vector<std::string>& names = is_input ? node.ports->inputs : node.ports->outputs;
  const std::string kind = is_input ? "input" : "output";
  std::string text = node.block->name + " (" + node.type->type + ") has no " + kind + " \"" +
                     Printable(port) + "\"";
  const std::vector<std::string>& others = is_input ? node.ports->outputs : node.ports->inputs;
  if (IndexOfPort(others, port) >= 0) {
    text += is_input ? ", that is an output" : ", that is an input";
  }
  if (names.empty()) {
    text += "; it has no " + kind + "s";
  } else if (const std::string suggestion =
                 names.size() <= kSuggestedFrom ? DidYouMean(port, names, '"') : "";
             !suggestion.empty()) {
    text += suggestion;
  } else {
    text += "; it has " + ListNames(names);
  }
  Report(DiagnosticCode::kUnknownPort, place, structure_.PathOf(node) + "." + Printable(port),
         std::move(text));
}

// The number of the port that one end of a wire names, or -1; `unknown` where the block is there
// but its ports cannot be known.
int StructureBuilder::FindEnd(int level_index, const std::string& text, SourcePlace place,
                              bool is_input, bool* unknown) {
  const Level& level = structure_.levels[level_index];
  const std::size_t dot = text.find('.');
  const std::string_view name = std::string_view(text).substr(0, dot);
  const std::size_t index = level.diagram->blocks.IndexOf(name);
  if (dot == std::string::npos || index == level.diagram->blocks.size()) {
    diagnostics_.push_back(MakeDiagnostic(DiagnosticCode::kWireToNowhere, place,
                                          JoinPath(level.path, text),
                                          {name, WireAdvice(name, level.diagram->blocks)}));
    return -1;
  }
  const BlockNode& node = block(level.first_block + static_cast<int>(index));
  if (!node.ports) {
    *unknown = true;
    return -1;
  }
  const std::string_view port = std::string_view(text).substr(dot + 1);
  const int found = IndexOfPort(is_input ? node.ports->inputs : node.ports->outputs, port);
  if (found < 0) {
    ReportUnknownPort(node, port, place, is_input);
    return -1;
  }
  return found + (is_input ? node.first_input : node.first_output);
}

// Each wire sets which output its input reads. A wire whose source is wrong leaves its input
// marked, so that it is not reported as unwired too.
void StructureBuilder::AddWires(int level_index) {
  const DiagramModel& diagram = *structure_.levels[level_index].diagram;
  for (const Wire& wire : diagram.wires) {
    bool unknown = false;
    const int from = FindEnd(level_index, wire.from, wire.from_origin.place, false, &unknown);
    const int to = FindEnd(level_index, wire.to, wire.to_origin.place, true, &unknown);
    if (to < 0) continue;
    input(to).from = from;
    input(to).wire = &wire;
    input(to).unknown_wire = from < 0;
  }
}

// A From block shows what its level's Goto with the same tag gets. Tags must be unique on a level.
void StructureBuilder::FindTags(const Level& level) {
  std::unordered_map<std::string_view, int> senders;
  const int end = level.first_block + level.num_blocks;
  for (int i = level.first_block; i < end; ++i) {
    const BlockNode& node = block(i);
    if (!node.valid || !node.is(BlockRole::kGoto)) continue;
    const std::string& tag = node.arguments->text("tag");
    const auto [sender, is_new] = senders.emplace(tag, i);
    if (is_new) continue;
    diagnostics_.push_back(MakeDiagnostic(DiagnosticCode::kRepeatedTag,
                                          PlaceOfParameter(node, "tag"), structure_.PathOf(node),
                                          {tag, block(sender->second).block->name}));
  }
  for (int i = level.first_block; i < end; ++i) {
    const BlockNode& node = block(i);
    if (!node.valid || !node.is(BlockRole::kFrom)) continue;
    const std::string& tag = node.arguments->text("tag");
    const auto sender = senders.find(tag);
    if (sender == senders.end()) {
      diagnostics_.push_back(MakeDiagnostic(DiagnosticCode::kUnknownTag,
                                            PlaceOfParameter(node, "tag"), structure_.PathOf(node),
                                            {tag, TagAdvice(tag, senders)}));
      continue;
    }
    const BlockNode& from = block(sender->second);
    output(node.first_output).alias = input(from.first_input).from;
    output(node.first_output).cut = !node.enabled || !from.enabled;
  }
}

// What ports of subsystems, Inports and From blocks stand for.
void StructureBuilder::FindAliases() {
  for (const Level& level : structure_.levels) {
    FindTags(level);
    if (level.parent_block < 0) continue;
    const BlockNode& outside = block(level.parent_block);
    if (!outside.ports) continue;
    for (std::size_t k = 0; k < level.inports.size(); ++k) {
      const BlockNode& inport = block(level.inports[k]);
      Structure::Output& inner = output(inport.first_output);
      inner.alias = input(outside.first_input + static_cast<int>(k)).from;
      inner.cut = !inport.enabled;
    }
    for (std::size_t k = 0; k < level.outports.size(); ++k) {
      const BlockNode& outport = block(level.outports[k]);
      Structure::Output& outer = output(outside.first_output + static_cast<int>(k));
      outer.alias = input(outport.first_input).from;
      outer.cut = !outport.enabled;
    }
  }
}

// Follows the aliases of every output to the block that really makes the value.
void StructureBuilder::FindSources() {
  std::vector<char> states(structure_.outputs.size(), 0);
  for (int i = 0; i < structure_.num_outputs(); ++i) FollowSource(i, &states);
  for (Structure::Input& each : structure_.inputs) {
    if (each.from >= 0) each.source = output(each.from).source;
  }
}

// A chain of aliases: all its outputs get the same source. Chains that were followed before are not
// followed again, and one that meets itself is a circle of wires without a block.
void StructureBuilder::FollowSource(int first, std::vector<char>* states) {
  enum : char { kNew, kOpen, kDone };
  std::vector<int> chain;
  int next = first;
  int source = -1;
  while (source < 0) {
    char& state = (*states)[next];
    if (state == kDone) {
      source = output(next).source;
      break;
    }
    if (state == kOpen) {
      ReportWireCircle(chain, next);
      source = next;
      break;
    }
    state = kOpen;
    chain.push_back(next);
    if (output(next).alias < 0 || output(next).cut) {
      source = next;
    } else {
      next = output(next).alias;
    }
  }
  for (const int each : chain) {
    output(each).source = source;
    (*states)[each] = kDone;
  }
}

// Shown from the end of the chain to its beginning, as the arrows say.
void StructureBuilder::ReportWireCircle(const std::vector<int>& chain, int begin) {
  std::string circle;
  bool inside = false;
  for (const int each : chain) {
    inside = inside || each == begin;
    if (inside) circle += structure_.OutputPath(each) + " ← ";
  }
  Report(DiagnosticCode::kAlgebraicLoop, structure_.block_of_output(begin).block->origin.place,
         structure_.OutputPath(begin),
         "Algebraic loop: the wires go in a circle that no block is part of: " + circle +
             structure_.OutputPath(begin) + "; wire a block that gives the signal into it");
}

// Inputs that read nothing: a warning for a display, which shows 0 then, and an error for any other
// block whose input has no default. Of blocks that are commented out nothing is said.
void StructureBuilder::CheckUnwired() {
  for (int i = 0; i < structure_.num_inputs(); ++i) {
    const Structure::Input& each = input(i);
    const BlockNode& node = block(each.block);
    if (each.from >= 0 || each.unknown_wire || !node.enabled || structure_.HasDefault(i)) continue;
    diagnostics_.push_back(MakeDiagnostic(
        node.type->is_sink ? DiagnosticCode::kUnwiredSink : DiagnosticCode::kUnwiredInput,
        node.block->origin.place, structure_.InputPath(i)));
  }
}

}  // namespace loopwright
