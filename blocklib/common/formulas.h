#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_widths.h"
#include "engine/expression/formula.h"

namespace loopwright {

/// What the formulas of a parameter are: those of a text, separated by ';', of a list of texts, or
/// of a matrix of texts row by row.
/// Throws std::invalid_argument, which names the parameter and the place of the first error.
std::vector<Formula> ReadFormulas(const BlockArguments& arguments, std::string_view parameter);

/// Whether one of `formulas` uses `name`, and whether it does so with an index, as in `u1[0]`.
bool UsesName(const std::vector<Formula>& formulas, std::string_view name);
bool UsesElementOf(const std::vector<Formula>& formulas, std::string_view name);

/// Adds `t` and the inputs `u1` … to `names`; an input whose width is not known yet is a number.
void AddInputNames(const BlockArguments& arguments, FormulaNames* names);

/// What names mean in the formulas of a block with states: x1 …, u1 …, t, and n where the block has
/// a period.
FormulaNames StateFormulaNames(const BlockArguments& arguments);

/// Adds a problem where the formulas of `parameter` cannot be read, there are none, or one uses a
/// name that is not among `names`.
void ValidateFormulas(const BlockArguments& arguments, std::string_view parameter,
                      const FormulaNames& names, ArgumentProblems* problems);

/// Adds what is wrong with the formulas of `equations` and of `outputs` of a block with states, and
/// a problem where `initial_state` has not one element for each equation.
void ValidateStateFormulas(const BlockArguments& arguments, std::string_view equations,
                           ArgumentProblems* problems);

/// Inputs that the formulas of `parameters` name without an index are numbers.
void InferFormulaInputs(const BlockArguments& arguments,
                        std::initializer_list<std::string_view> parameters, BlockWidths* widths);

/// The formulas of `parameter` of a block with states (one for each element of `initial_state`) and
/// inputs. Throws std::invalid_argument as ReadFormulas() does.
std::vector<Expression> LowerStateFormulas(const BlockArguments& arguments,
                                           std::string_view parameter);

/// `formulas`, the ones of `parameter`, with what `names` mean. Parameters of the diagram are
/// symbols where the arguments' scope is a SymbolicScope. `columns` is 0 where they are no matrix.
std::vector<Expression> LowerFormulas(const std::vector<Formula>& formulas,
                                      const BlockArguments& arguments, std::string_view parameter,
                                      const FormulaNames& names, size_t columns = 0);

}  // namespace loopwright
