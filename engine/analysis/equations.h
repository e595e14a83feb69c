#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "engine/build/build.h"
#include "engine/diagram/diagram.h"
#include "engine/index/diagram_index.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// `symbol` is an element of a state, or an output; what it is equal to depends on the place.
struct Equation {
  std::string symbol;
  Expression value;
};

/// What state becomes at an event: each new value as a function of all values before it.
struct UpdateEquations {
  TriggerType trigger = TriggerType::kPeriodic;  ///< periodic, timed, per step or witnessed
  double period_sec = 0;                         ///< of a periodic one
  double offset_sec = 0;                         ///< its first time, or that of a timed one
  Expression witness;                            ///< of a witnessed one: what changes its sign
  WitnessFunctionDirection direction = WitnessFunctionDirection::kNone;
  std::vector<Equation> next;
};

/// A block whose outputs are symbols, and why.
struct WithoutForm {
  std::string path;
  std::vector<std::string> symbols;
  std::string reason;
};

/// A system in closed form. Symbols are `t` for the time and, for the elements of what a block at
/// `PATH` has:
///
///     PATH.x               the state of a block that has one kind of it and one group
///     PATH.q .v .z         configuration, velocity and other continuous state beside each other
///     PATH.x0 .x1 …        several groups of discrete state (.xd, .xd0 … beside continuous state)
///     PATH.x1 .x2 … .n     the state of a block given as formulas, by its names there (StateNames)
///     PATH.y               an input of the diagram, or an output of a block without closed form
///     PATH.x[1]            an element of what has several
///     k, k[1], SUB.k       a parameter of the diagram, an element of it, one of a subsystem
///
/// A number that a block computed of parameters when it was made is a number, and so are times of
/// events. Branches follow the present values.
struct SystemEquations {
  std::vector<std::string> inputs;
  /// Algebraic loops: equations that are solved for the unknown that is their symbol, which is in
  /// their value too. Where the symbol is empty the value is 0.
  std::vector<Equation> loops;
  std::vector<Equation> derivatives;  ///< symbol: the state; value: its time derivative
  std::vector<UpdateEquations> updates;
  std::vector<Equation> outputs;
  /// Symbols `s1`, `s2`, … for what the others share, each in terms of those before it. Only there
  /// if writing everything out would be too long.
  std::vector<Equation> shared;
  std::vector<ParameterSymbol> parameters;  ///< whose symbols are in the equations
  std::vector<WithoutForm> without_form;
};

/// Systems that have no closed form; the text is the reason of the first.
class EquationsError : public std::runtime_error {
 public:
  struct Refusal {
    std::string path;
    std::string reason;
  };
  /// At least one.
  explicit EquationsError(std::vector<Refusal> refusals)
      : std::runtime_error(refusals.at(0).reason), refusals_(std::move(refusals)) {}
  const std::string& path() const { return refusals_[0].path; }
  /// All that could be told at once; there may be more without these.
  const std::vector<Refusal>& refusals() const { return refusals_; }

 private:
  std::vector<Refusal> refusals_;
};

/// An output of which an equation is wanted.
struct OutputOfInterest {
  std::string symbol;
  const OutputPort<Expression>* port = nullptr;
};

/// The simplified equations of the diagram that `index` lists. Its inports are symbols under their
/// names. Numeric parameters are what they are by default, functions of `parameters` where systems
/// were made from these. The outputs of systems `without_form`, whose numeric parameter k is output
/// k, are symbols as well. Initial values and what happens at the start are left out. Throws
/// EquationsError.
SystemEquations DeriveEquations(const DiagramIndex<Expression>& index,
                                const std::vector<OutputOfInterest>& outputs,
                                const std::vector<ParameterSymbol>& parameters = {},
                                const std::vector<BlockWithoutForm<Expression>>& without_form = {});

/// Those of a system that no document describes, which may be a diagram; its unconnected inputs are
/// symbols.
SystemEquations DeriveEquations(const System<Expression>& system,
                                const std::vector<OutputOfInterest>& outputs);

/// As lines of text, `d/dt PATH.x = …`, `PATH.x[n+1] = …`, in the language of formulas.
std::string EquationsText(const SystemEquations& equations);

/// As an `aligned` environment of amsmath, to stand between \\[ and \\]; states after an event are
/// marked with a plus.
std::string EquationsLatex(const SystemEquations& equations);

}  // namespace loopwright
