#include "engine/check/structure.h"

#include <algorithm>
#include <charconv>

#include "engine/check/structure_builder.h"

namespace loopwright {

Structure LayOut(const Document& document, const BlockRegistry& registry,
                 std::vector<Diagnostic>* diagnostics, bool allow_paths, Structure* before) {
  return StructureBuilder(document, registry, diagnostics, allow_paths, before).Build();
}

int IndexOfPort(const std::vector<std::string>& names, std::string_view name) {
  // Ports are mostly numbered from 1: look there first, a block may have thousands.
  const std::size_t digits = name.find_last_not_of("0123456789");
  std::size_t number = 0;
  if (digits != std::string_view::npos && digits + 1 < name.size()) {
    const char* begin = name.data() + digits + 1;
    std::from_chars(begin, name.data() + name.size(), number);
    if (number >= 1 && number <= names.size() && names[number - 1] == name) {
      return static_cast<int>(number - 1);
    }
  }
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

std::string ListNames(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i == 10) return text + ", ...";
    text += (i > 0 ? ", " : "") + names[i];
  }
  return text;
}

// SUBSYSTEM/BLOCK.
std::string Structure::PathOf(const BlockNode& node) const {
  return JoinPath(levels[node.level].path, node.block->name);
}

std::string Structure::InputPath(int input) const {
  const BlockNode& node = block_of_input(input);
  return PathOf(node) + "." + node.ports->inputs[input - node.first_input];
}

std::string Structure::OutputPath(int output) const {
  const BlockNode& node = block_of_output(output);
  return PathOf(node) + "." + node.ports->outputs[output - node.first_output];
}

// Where the wire stands that leads to the input, or the block where it has none.
SourcePlace Structure::PlaceOfInput(int input) const {
  const Wire* wire = inputs[input].wire;
  return wire ? wire->origin.place : block_of_input(input).block->origin.place;
}

// The number of the port that a path means, seen from a level: "SUB/BLOCK.PORT". -1 where there is
// none.
int Structure::FindPort(int level, std::string_view path, bool is_input) const {
  while (true) {
    const Level& here = levels[level];
    const std::size_t end = path.find_first_of("/.");
    if (end == std::string_view::npos) return -1;
    const std::size_t index = here.diagram->blocks.IndexOf(path.substr(0, end));
    if (index == here.diagram->blocks.size()) return -1;
    const BlockNode& node = blocks[static_cast<std::size_t>(here.first_block) + index];
    const bool is_port = path[end] == '.';
    path.remove_prefix(end + 1);
    if (is_port) {
      if (!node.ports) return -1;
      const int port = IndexOfPort(is_input ? node.ports->inputs : node.ports->outputs, path);
      return port < 0 ? -1 : (is_input ? node.first_input : node.first_output) + port;
    }
    if (node.inner_level < 0) return -1;
    level = node.inner_level;
  }
}

// Whether the block's type says what the input is without a wire.
bool Structure::HasDefault(int input) const {
  const BlockNode& node = block_of_input(input);
  const std::string& name = node.ports->inputs[input - node.first_input];
  const auto& defaults = node.type->input_defaults;
  return std::ranges::any_of(defaults, [&](const auto& entry) { return entry.first == name; });
}

// That value: a number, or a parameter of the block that says it. Zero where there is none, which
// was reported.
Eigen::VectorXd Structure::DefaultOfInput(int input) const {
  const BlockNode& node = block_of_input(input);
  const std::string& name = node.ports->inputs[input - node.first_input];
  for (const auto& [port, value] : node.type->input_defaults) {
    if (port != name) continue;
    if (value.is_number()) return Eigen::VectorXd::Constant(1, value.number());
    const BlockArguments& arguments = *node.arguments;
    if (node.type->FindParameter(value.text())->kind == ParameterKind::kNumber) {
      return Eigen::VectorXd::Constant(1, arguments.number(value.text()));
    }
    return arguments.vector(value.text());
  }
  return Eigen::VectorXd::Zero(1);
}

// Subsystems directly before what is in them, unlike the list of blocks, which is level by level.
std::vector<int> Structure::BlocksInFileOrder() const {
  std::vector<int> order;
  order.reserve(blocks.size());
  struct Range {
    int next;
    int end;
  };
  const Level& root = levels.front();
  std::vector<Range> stack{{root.first_block, root.first_block + root.num_blocks}};
  while (!stack.empty()) {
    if (stack.back().next == stack.back().end) {
      stack.pop_back();
      continue;
    }
    const int block = stack.back().next++;
    order.push_back(block);
    const int inner = blocks[block].inner_level;
    if (inner < 0) continue;
    const Level& level = levels[inner];
    stack.push_back({level.first_block, level.first_block + level.num_blocks});
  }
  return order;
}

}  // namespace loopwright
