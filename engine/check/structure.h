#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/blocks/block_registry.h"
#include "engine/check/parameter_scope.h"
#include "engine/document/document.h"
#include "engine/file/diagram_files.h"

namespace loopwright {

/// The most ports that a block may have, and the widest signal.
inline constexpr int kMaxPorts = 10'000;
inline constexpr int kMaxWidth = 1'000'000;
/// How many elements all signals of a diagram may have together.
inline constexpr std::int64_t kMaxTotalWidth = 100'000'000;

/// What the system made of a block says of its direct feedthrough.
struct FeedthroughAnswer {
  std::vector<int> widths;                 ///< of the block's ports, inputs first, when it was made
  std::vector<std::pair<int, int>> pairs;  ///< (input, output)
  std::optional<std::string> refusal;      ///< why no system could be made
};

/// A document with all levels laid out flat: blocks evaluated, wires and ports resolved to numbers.
/// It is what checking, width inference, building and sample times work on. It refers to the
/// document and the registry, which must outlive it.
///
/// Every output port has a *source*: the output port whose value it shows, which is its own but for
/// ports of subsystems, Inports of subsystems and From blocks. -1 stands for nothing throughout.
struct Structure {
  /// The top level or the inside of a subsystem. Outer levels come before inner ones.
  struct Level {
    const DiagramModel* diagram = nullptr;
    const std::vector<DiagramParameter>* parameters = nullptr;
    std::string path;
    int before = -1;        ///< its number in the structure that LayOut() took over from
    int parent_block = -1;  ///< the subsystem; -1 at the top
    int first_block = 0;    ///< the blocks of a level lie together, in the order of the file
    int num_blocks = 0;
    std::shared_ptr<const ParameterScope> scope;
    std::vector<Diagnostic> scope_diagnostics;  ///< what is wrong with the parameters
    std::vector<int> inports;                   ///< blocks, by index
    std::vector<int> outports;
    bool ports_known = true;  ///< all Inports and Outports are right
  };
  struct BlockNode {
    const Block* block = nullptr;
    const BlockDescriptor* type = nullptr;  ///< null: unknown
    std::unique_ptr<BlockArguments> arguments;
    std::shared_ptr<const PortNames> ports;  ///< null: unknown, because something is wrong
    int level = 0;
    int inner_level = -1;  ///< of a subsystem
    int first_input = 0;
    int first_output = 0;
    bool enabled = true;  ///< neither it nor a subsystem around it is commented out
    bool valid = false;   ///< type, parameters and ports are right
    /// InferWidths() gave all ports widths that the block can have together.
    bool widths_fit = true;

    // What LayOut() of a later version of the document needs to take the block over.
    bool parameters_valid = false;                         ///< `valid`, but for the ports
    bool uses_files = false;                               ///< what is known of it depends on files
    std::vector<Diagnostic> diagnostics;                   ///< what is wrong with its parameters
    std::shared_ptr<const FeedthroughAnswer> feedthrough;  ///< null where it was not asked

    int num_inputs() const { return ports ? static_cast<int>(ports->inputs.size()) : 0; }
    int num_outputs() const { return ports ? static_cast<int>(ports->outputs.size()) : 0; }
    bool is(BlockRole role) const { return type != nullptr && type->role == role; }
    /// Whether a System is made of it.
    bool is_system() const { return is(BlockRole::kSystem); }
  };
  struct Input {
    int block = 0;
    int from = -1;    ///< the output wired to it, in its own level
    int source = -1;  ///< the source of that
    int width = 0;
    const Wire* wire = nullptr;
    /// Wired, but what to cannot be known: reported elsewhere.
    bool unknown_wire = false;
  };
  struct Output {
    int block = 0;
    int alias = -1;   ///< the output that it stands for, if any
    int source = -1;  ///< itself where it stands for none
    int width = 0;
    /// It stands for `alias` in width alone: something on the way is commented out, its value is 0.
    bool cut = false;
  };

  std::unique_ptr<DiagramFiles> files;  ///< those that the blocks may use
  int num_evaluated = 0;                ///< blocks whose parameters were evaluated, not taken over
  std::vector<Level> levels;
  std::vector<BlockNode> blocks;
  std::vector<Input> inputs;
  std::vector<Output> outputs;

  /// How many there are: what numbers of levels, blocks, inputs and outputs count up to.
  int num_levels() const { return static_cast<int>(levels.size()); }
  int num_blocks() const { return static_cast<int>(blocks.size()); }
  int num_inputs() const { return static_cast<int>(inputs.size()); }
  int num_outputs() const { return static_cast<int>(outputs.size()); }

  const BlockNode& block_of_input(int input) const { return blocks[inputs[input].block]; }
  const BlockNode& block_of_output(int output) const { return blocks[outputs[output].block]; }
  /// `SUB/BLOCK`, `SUB/BLOCK.PORT`.
  std::string PathOf(const BlockNode& node) const;
  std::string InputPath(int input) const;
  std::string OutputPath(int output) const;
  /// Where a wire goes into the input, or where its block is.
  SourcePlace PlaceOfInput(int input) const;
  /// The output, or input, port called `SUB/BLOCK.PORT` as seen from a level, or -1.
  int FindOutput(int level, std::string_view path) const { return FindPort(level, path, false); }
  int FindInput(int level, std::string_view path) const { return FindPort(level, path, true); }
  /// Whether the input may stay without a wire, and takes the value of DefaultOfInput().
  bool HasDefault(int input) const;
  /// That value: of a parameter or a number, one element where the width is not known.
  Eigen::VectorXd DefaultOfInput(int input) const;
  /// All blocks in the order of the file: the inside of a subsystem follows the subsystem.
  std::vector<int> BlocksInFileOrder() const;

 private:
  int FindPort(int level, std::string_view path, bool is_input) const;
};

/// Lays a document out. What is wrong (types, parameters, ports, wires, tags, indices, inputs
/// without a wire, circles of nothing but wires) is added to `diagnostics`, and left out or unknown
/// in the structure. With `allow_paths` blocks may use files outside the folder of the diagram.
///
/// `before` (may be null) is the structure of an earlier version of the document, which still
/// exists. What it knows of blocks that are the same objects, under the same path with the same
/// parameters around them, is moved into the result; `before` is then of no more use.
Structure LayOut(const Document& document, const BlockRegistry& registry,
                 std::vector<Diagnostic>* diagnostics, bool allow_paths = false,
                 Structure* before = nullptr);

/// Finds the widths of all ports (format.md), adding mismatches to `diagnostics`. Every port of a
/// valid block has a width of 1 or more afterwards, and its block's arguments know it.
void InferWidths(Structure* structure, std::vector<Diagnostic>* diagnostics);

/// The index of `name` in `names`, or -1.
int IndexOfPort(const std::vector<std::string>& names, std::string_view name);

/// "a, b, c" of names, of which at most ten.
std::string ListNames(const std::vector<std::string>& names);

/// Whether a block has more than kMaxPorts numbered inputs; to be asked before its type looks at
/// each of them.
bool HasTooManyInputs(const BlockArguments& arguments);

/// The ports that a block's type and parameters give (not of a Subsystem).
std::shared_ptr<const PortNames> PortsOf(const BlockArguments& arguments);

}  // namespace loopwright
