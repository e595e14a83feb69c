#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_face.h"
#include "engine/blocks/block_widths.h"
#include "engine/blocks/characteristic.h"
#include "engine/document/parameter_setting.h"
#include "engine/expression/default_scalars.h"

namespace loopwright {

template <typename T>
class System;

/// What a parameter's setting is read as. Every numeric one takes expressions.
enum class ParameterKind {
  kNumber,         ///< a number
  kInteger,        ///< a number without a fraction
  kBoolean,        ///< true or false, or an expression (not 0 is true)
  kChoice,         ///< one of the descriptor's choices
  kText,           ///< plain text, or a formula of the block
  kVector,         ///< a vector; a number is a vector of one element
  kMatrix,         ///< a number, a vector or a matrix
  kComplexVector,  ///< a vector whose elements may also be texts such as "-1+2i"
  kTextList,       ///< a list of formulas; a single text is a list of one
  kTextMatrix,     ///< rows of formulas
};

/// The catalogue's name of a kind: "number", "complex vector", ...
std::string_view ToText(ParameterKind kind);
/// Whether its values are numbers that a block may get over any scalar; those of all other kinds
/// decide what the block is.
constexpr bool IsNumeric(ParameterKind kind) {
  return kind == ParameterKind::kNumber || kind == ParameterKind::kVector ||
         kind == ParameterKind::kMatrix;
}

/// One parameter of a block type: a line of the catalogue.
struct ParameterDescriptor {
  std::string name;
  ParameterKind kind = ParameterKind::kNumber;
  ParameterSetting default_value;
  std::string unit;
  /// The catalogue's text. `> 0`, `>= 0`, `< 0`, `!= 0`, `>= 1`, `in [0, 1]`, `<= upper` (another
  /// parameter), `only + and -`, `strictly increasing`, a number of elements (`3`) and the choices
  /// (`min | max`) are checked by CheckConstraints(); all else is the type's `validate`.
  std::string constraint;
  std::string description;
  /// Of a choice: the values, taken from `constraint` by the registry where this is empty.
  std::vector<std::string> choices;
  /// Of a text: whether it is a formula (lists and matrices of texts always are).
  bool is_formula = false;

  /// Whether its texts are formulas, whose names are evaluated when the block runs.
  bool holds_formulas() const {
    return is_formula || kind == ParameterKind::kTextList || kind == ParameterKind::kTextMatrix;
  }
};

/// What a part of a block's state is, for people.
struct StateDescriptor {
  enum class Kind {
    kPosition,    ///< configuration q
    kVelocity,    ///< v
    kContinuous,  ///< other continuous state
    kDiscrete,    ///< a group of discrete state
    kObject,      ///< an object in the state
  };
  Kind kind = Kind::kDiscrete;
  int number = 0;  ///< of a group of discrete state or an object
  /// One text: what it is. Several: what so many parts of it are, all of one size, one behind the
  /// other; {"rate", "current"} of a group of two numbers.
  std::vector<std::string> parts;
};

/// The names of a block's ports, in order.
struct PortNames {
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
};

/// Where blocks of a type belong in a diagram.
enum class BlockRole {
  kSystem,     ///< makes a System
  kSubsystem,  ///< holds a diagram
  kInport,     ///< an input of the enclosing diagram
  kOutport,    ///< an output of the enclosing diagram
  kGoto,       ///< sends its input to the kFrom blocks of the same `tag` and level
  kFrom,       ///< receives it
};

/// When the outputs of a block change by themselves; what feeds through comes on top.
enum class BlockTiming {
  kInherited,   ///< when its inputs do; never without inputs
  kContinuous,  ///< all the time
  kPeriodic,    ///< at updates, by the parameters `period` and (where there is one) `offset`
  kEvents,      ///< at updates that are not periodic
  kPiecewise,   ///< as its inputs, but held between events where these are continuous (Comparison)
};

/// How a block breaks an algebraic loop. Of each one type of a registry is offered.
enum class LoopBreaker {
  kNone,
  kDelay,  ///< its output is the input one sampling instant before, by its parameter `period`
  kLag,    ///< its output follows the input, by its parameter `time_constant`
};

/// The outline that a block is drawn with.
enum class BlockOutline { kRectangle, kCircle, kTriangle, kPill };

/// How blocks of a type are drawn where their layout says nothing else.
struct BlockShape {
  BlockOutline outline = BlockOutline::kRectangle;
  double width = 60;   ///< of the box, before rotation, in units of a diagram
  double height = 40;  ///< the least; many ports make it higher
};

/// A block type, declared in one place beside its system class. All functions may be called by
/// several threads at once.
struct BlockDescriptor {
  std::string type;
  std::string category;
  std::string title;    ///< for people: "Unit delay"
  std::string summary;  ///< one sentence
  /// By which words people look for the type who do not know its title, separated by ", ": what it
  /// is called in speech, what it is used for, its formula. English; an editor in another language
  /// translates the list as a whole.
  std::string search_words;
  /// What other programs call it, the same in every language, separated by ", ": blocks of Simulink
  /// and Xcos, classes and functions of Drake and bdsim.
  std::string names_elsewhere;
  /// Its icon: elements of SVG on a grid of 24, lines in one colour (`currentColor`) and without
  /// text.
  std::string icon;
  int version = 1;
  std::vector<std::string> inputs;  ///< in the catalogue's notation: "u", "u1..un"
  std::vector<std::string> outputs;
  std::vector<ParameterDescriptor> parameters;
  /// `all` and `none` are taken at their word for every pair of ports; any other text (such as
  /// "where D has a non-zero element") means that the system made is asked.
  std::string feedthrough = "all";
  std::string state = "none";  ///< none, continuous, discrete or abstract
  /// What the state consists of, where the block's authors have words for it.
  std::vector<StateDescriptor> states;
  std::string behaviour;
  /// What an input without a wire takes: a number, or the name of a parameter.
  std::vector<std::pair<std::string, ParameterSetting>> input_defaults;
  BlockRole role = BlockRole::kSystem;
  BlockShape shape;
  /// What it shows inside its frame. Null: `icon`.
  Face (*face)(const FaceParameters&) = nullptr;
  /// What stands beside input `i`, counted from 0: the sign of a summand, a letter where inputs
  /// could be confused, or nothing. Null: nothing.
  std::string (*input_sign)(const FaceParameters&, int i) = nullptr;
  /// What stands beside each output where a block has several.
  std::vector<std::string> output_signs;
  BlockPlot plot = BlockPlot::kNone;
  /// Whether its face shows the value at its input at the end of a run.
  bool shows_value = false;
  /// Whether an algebraic loop is offered a block of this type as a remedy, and as which.
  LoopBreaker loop_breaker = LoopBreaker::kNone;
  /// Whether the ports it drives are worth recording: Scope, Display, StopWhen, ... An input of a
  /// sink may stay without a wire.
  bool is_sink = false;
  /// Whether a run writes the signals at its inputs to the file that its parameter `path` names.
  bool writes_file = false;
  /// Whether a block may have every parameter at its default; else `validate` looks at those, too.
  bool defaults_are_valid = true;
  /// Whether its output shows the value of the last update until the next one (ZeroOrderHold,
  /// DiscretePid, ...): feeding a block of the same period it adds a period.
  bool is_held = false;
  /// Whether its output is the value for which its input is zero: its system is a LoopUnknown.
  bool finds_unknown = false;
  /// Whether its continuous state follows stochastic differential equations.
  bool has_diffusion = false;
  /// The characteristic of a block whose numbers are those given, for its describing function.
  /// Null: its blocks have none.
  Characteristic (*characteristic)(const ParameterReader&) = nullptr;

  /// The ports of one block. Null: `inputs` and `outputs`, where `u1..un` are as many as the
  /// integer parameter `inputs` says.
  PortNames (*ports)(const BlockArguments&) = nullptr;
  /// How widths of ports depend on each other, called again whenever one becomes known. Null:
  /// BlockWidths::Elementwise() without parameters.
  void (*infer_widths)(const BlockArguments&, BlockWidths*) = nullptr;
  /// The constraints that CheckConstraints() does not know. Called when all parameters have a value
  /// of their kind and the constraints it knows hold; widths are not known yet. May be null.
  void (*validate)(const BlockArguments&, ArgumentProblems*) = nullptr;
  /// Null: by `state`: none is kInherited, continuous and abstract are kContinuous, discrete is
  /// kPeriodic where there are parameters `period` and `offset`, else kEvents.
  BlockTiming (*timing)(const BlockArguments&) = nullptr;
  /// Makes the system, all widths being known. What it throws is a diagnostic of the block. Null
  /// where `role` is not kSystem.
  std::unique_ptr<System<double>> (*make)(const BlockArguments&) = nullptr;
  std::unique_ptr<System<AutoDiff>> (*make_autodiff)(const BlockArguments&) = nullptr;
  /// Null also where the system has no symbolic form (random draws).
  std::unique_ptr<System<Expression>> (*make_symbolic)(const BlockArguments&) = nullptr;
  /// Of a block that draws the times of its events: makes the system that stands in its place where
  /// mean and covariance are computed without runs. It has the same ports, and an output of the
  /// same mean and covariance at all times, as continuous state with additive diffusion. Null where
  /// what is drawn has a DrawLaw, or nothing is.
  std::unique_ptr<System<double>> (*make_diffusion)(const BlockArguments&) = nullptr;
  std::unique_ptr<System<AutoDiff>> (*make_diffusion_autodiff)(const BlockArguments&) = nullptr;

  /// Makes systems of the class template `Leaf`, whose constructor takes the BlockArguments.
  template <template <typename> class Leaf>
  void UseSystem() {
    UseNonSymbolicSystem<Leaf>();
    make_symbolic = Make<Leaf, Expression>;
  }
  /// Makes systems of a class template that has no instance for Expression: its blocks have no
  /// symbolic form.
  template <template <typename> class Leaf>
  void UseNonSymbolicSystem() {
    make = Make<Leaf, double>;
    make_autodiff = Make<Leaf, AutoDiff>;
  }

  /// Makes diffusions of the class template `Leaf`, likewise.
  template <template <typename> class Leaf>
  void UseDiffusion() {
    make_diffusion = Make<Leaf, double>;
    make_diffusion_autodiff = Make<Leaf, AutoDiff>;
  }
  /// A system of the class template `Leaf` over T.
  template <template <typename> class Leaf, typename T>
  static std::unique_ptr<System<T>> Make(const BlockArguments& arguments) {
    return std::make_unique<Leaf<T>>(arguments);
  }

  /// The values of the parameters' defaults, filled in by BlockRegistry.
  std::vector<ArgumentValue> default_arguments;

  /// What the parts of this state are (StateDescriptor::parts); empty where there are no words.
  std::vector<std::string> StateParts(StateDescriptor::Kind kind, int number) const;
  /// The parameter called `name`, or null; its index, or -1.
  const ParameterDescriptor* FindParameter(std::string_view name) const;
  int ParameterIndex(std::string_view name) const;
};

/// "u1", ..., "u<count>" for the stem "u".
std::vector<std::string> NumberedPorts(std::string_view stem, int count);

}  // namespace loopwright
