#pragma once

#include <string>
#include <utility>
#include <vector>

#include "blocklib/common/block_leaf.h"

namespace loopwright {

/// The range that an input of a table must stay in: from the first breakpoint to the last.
struct TableRange {
  std::string input;  ///< its name
  int width = 1;      ///< how many elements it has
  double first = 0;
  double last = 0;
};

/// What tables have in common that fail where an input leaves the range of their breakpoints
/// (`extrapolation` is "error"): a run fails at the start time where an element is outside then,
/// and later in the step in which one leaves, which ends there (a witness function).
template <typename T>
class BoundedTable : public BlockLeaf<T> {
 protected:
  explicit BoundedTable(SystemScalarConverter converter) : BlockLeaf<T>(std::move(converter)) {}

  /// Called by a constructor that has declared the inputs, with a range for each of them. `event`
  /// names the witness function for people: "u leaves the table".
  void FailOutside(std::vector<TableRange> ranges, const std::string& event);

 private:
  /// 1 where an element of an input is outside its range, else -1.
  T CalcIsOutside(const Context<T>& context) const;
  /// Fails where an element is outside before the first step.
  EventStatus CheckAtStart(const Context<T>& context) const;
  /// Fails with the input, its element and value, and the range.
  EventStatus Fail(const Context<T>& context) const;

  std::vector<TableRange> ranges_;  // by the number of the input
};

LOOPWRIGHT_DECLARE_CLASS(BoundedTable)

}  // namespace loopwright
