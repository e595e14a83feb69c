#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/context/context.h"
#include "engine/expression/tape.h"

namespace loopwright {

/// The numbers of a leaf in a context of it alone: its continuous state in the order (q, v, z), its
/// groups of discrete state, and its numeric parameters, all in one list.
template <typename T>
std::vector<T> NumbersOf(const Context<T>& context);

/// Where these numbers lie in the arena of a context of the plan `plan`, in which the leaf is the
/// node `node`; `own` is the plan of the leaf alone.
std::vector<int> PlacesOfNumbers(const Plan<double>& own, const PlanNode& node,
                                 const Plan<double>& plan);

/// The elements of an argument of a numeric kind, column by column.
Eigen::VectorXd ElementsOf(const BlockArguments& arguments, int parameter);
/// An argument of a numeric kind with `by` in the place of its element `element`, counted column by
/// column, or of all elements where none is given.
ArgumentValue WithElement(const BlockArguments& arguments, int parameter,
                          std::optional<Eigen::Index> element, double by);

/// How the numbers of a block follow some of its arguments, for example the coefficients b/a of a
/// transfer function its numerator and denominator. A study makes it once, and computes by it in
/// each run what making the block anew would give.
///
/// The block is made over Expression with symbols as the elements of these arguments, and what its
/// numbers are then is lowered to a tape. It computes the same to the bit where making the block
/// carries out the same operations over both scalars; who uses a program tries it.
class NumberProgram {
 public:
  /// Of arguments with more elements no program is made.
  static constexpr int kMaxElements = 1000;

  /// `varied` are the arguments that vary, by their numbers in the type; all have a numeric kind.
  /// Nothing where the type has no symbolic form, or where the block cannot be made of symbols,
  /// because it decides something by their values. Where it reads an argument as numbers, it reads
  /// NaN, so that the program is seen to be wrong when it is tried.
  static std::optional<NumberProgram> Make(const BlockArguments& arguments,
                                           const std::vector<int>& varied);

  /// Which numbers, of those that NumbersOf() lists, follow the arguments.
  const std::vector<int>& numbers() const { return numbers_; }
  /// Whether each of them is an element of an argument.
  bool is_copy() const { return tape_.num_instructions() == 0; }
  /// The values of these for arguments of the same sizes; they lie in `buffer`, which a thread may
  /// use again.
  std::span<const double> Evaluate(const BlockArguments& arguments,
                                   std::vector<double>* buffer) const;

 private:
  NumberProgram(std::vector<const ParameterDescriptor*> varied, std::vector<int> numbers, Tape tape)
      : varied_(std::move(varied)), numbers_(std::move(numbers)), tape_(std::move(tape)) {}

  std::vector<const ParameterDescriptor*> varied_;
  std::vector<int> numbers_;
  Tape tape_;
};

}  // namespace loopwright
