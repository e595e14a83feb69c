#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/blocks/block_registry.h"
#include "engine/build/random_parameters.h"
#include "engine/check/simulation_values.h"
#include "engine/document/document.h"
#include "engine/index/diagram_index.h"

namespace loopwright {

/// Where the random parameters of a document go in the contexts of its diagram, so that a run of a
/// study needs no diagram of its own.
///
/// A random parameter is an argument of a block, or a parameter of a diagram that arguments of
/// blocks are computed from. For a run the numbers of a block with such an argument (parameters and
/// state at the start) are computed anew and written into the slots that the block has in a
/// context: by a program (NumberProgram) where there is one, which takes a tenth of a microsecond
/// or few, and otherwise by making the block, which takes microseconds. That is right where the
/// system made differs from the one in the diagram in these numbers alone (SystemShape). This is
/// tried with several draws when this object is made, and so is the program; of a block without one
/// the shape is compared in every run. Other random parameters are *structural* (a period, a number
/// of samples, a factor of a formula): for these a diagram is built anew.
class RandomSlots {
 public:
  /// `document`, which has no errors, the registry and `index`, that of the diagram built from it,
  /// outlive this object.
  RandomSlots(const Document& document, const BlockRegistry& registry, bool allow_paths,
              const DiagramIndex<double>& index, std::vector<RandomParameter> parameters);
  ~RandomSlots();
  RandomSlots(const RandomSlots&) = delete;
  RandomSlots& operator=(const RandomSlots&) = delete;

  const std::vector<RandomParameter>& parameters() const { return parameters_; }
  /// The arguments of blocks (`SUB/BLOCK.NAME`) that depend on a random parameter and cannot be set
  /// in a context. Where there are some, no run can do without a diagram of its own.
  const std::vector<std::string>& structural() const { return structural_; }

  /// What a thread needs to set one run after another: arguments and values of parameters of the
  /// last run. Belongs to one thread.
  class Scratch {
   public:
    explicit Scratch(const RandomSlots& slots);
    ~Scratch();

   private:
    friend class RandomSlots;
    class Levels;
    std::unique_ptr<Levels> levels_;
    std::vector<BlockArguments> arguments_;
    std::vector<double> program_buffer_;
  };

  /// Gives `context`, a default one of the diagram, the parameters and initial values of a run.
  /// False where this run's values are not possible in the diagram, or are wrong: then a diagram
  /// has to be built for them, which tells what is wrong. Any number of threads may call this, each
  /// with a scratch and a context of its own.
  bool Set(RandomSource source, Scratch* scratch, Context<double>* context) const;

  /// The settings of the simulation in the run that was set last.
  SimulationValues Simulation(const Scratch& scratch) const;

 private:
  class Maker;
  friend class Scratch::Levels;
  /// A parameter of a diagram that is random, or follows one that is.
  struct LevelParameter {
    int level;  ///< of the structure
    const DiagramParameter* parameter;
    std::optional<std::size_t> drawn;  ///< which random parameter it is itself
    FormulaValue nominal;
  };
  struct Argument {
    int index;  ///< of the type's parameters
    const ParameterSetting* setting;
    std::optional<std::size_t> drawn;  ///< which random parameter it is itself
    Eigen::Index size;                 ///< elements that it has with nominal values
  };
  struct AffectedBlock;

  bool SetBlock(const AffectedBlock& block, BlockArguments* arguments,
                const std::vector<double>& drawn, Scratch* scratch, Context<double>* context) const;

  struct Resolved;  ///< the document laid out
  const Document& document_;
  const std::vector<RandomParameter> parameters_;
  std::unique_ptr<const Resolved> resolved_;
  std::vector<LevelParameter> level_parameters_;  ///< each after those that it uses
  std::vector<AffectedBlock> blocks_;
  std::vector<std::string> structural_;
  bool simulation_follows_ = false;  ///< some setting of it depends on a random parameter
  SimulationValues nominal_simulation_;
};

}  // namespace loopwright
