#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/recording/side.h"

namespace loopwright {

class BlockRegistry;
class Recording;
struct KeptRun;

/// A column whose values differ in two runs.
struct ColumnDifference {
  std::string column;  ///< PATH.PORT or PATH.PORT[k]
  double time = 0;     ///< of the first instant at which they differ by more than the tolerance
  Side side = Side::kBefore;
  double a = 0, b = 0;  ///< the values there
  double largest = 0;   ///< the largest difference of finite values at any instant
  double range = 0;     ///< from the least to the greatest finite value of both runs
};

/// What differs between the recordings of two runs.
struct RecordingComparison {
  std::vector<ColumnDifference> columns;  ///< those that differ, by the time of the first instant
  std::vector<std::string> only_in_a, only_in_b;          ///< columns that one of them has not
  double begin_a = 0, begin_b = 0, end_a = 0, end_b = 0;  ///< first and last times, seconds
  int num_compared = 0;                                   ///< columns that both have

  bool agree() const {
    return columns.empty() && only_in_a.empty() && only_in_b.empty() && begin_a == begin_b &&
           end_a == end_b;
  }
};

/// Compares the columns of two recordings at every instant and side of either, as far as both
/// reach. Where one of them has no row there, a signal that is held has the value of the row
/// before, another the one on the straight line between the rows around; after an update that only
/// the other had, it has the value before. Values agree where they differ by at most `tolerance` (0
/// or more) times the column's range in both; not a number agrees with itself, an infinity with its
/// like.
RecordingComparison CompareRecordings(const Recording& a, const Recording& b, double tolerance);

/// How far a column of `b` is above that of `a`, at every instant and side of either as far as both
/// reach, by the same rules: a recording of the one column `difference.y`, held where the signal is
/// held in `a`. Nothing is in it where one of them has no such column.
std::shared_ptr<const Recording> RecordDifference(const Recording& a, const Recording& b,
                                                  const std::string& column);

/// What differs in what was run: settings of the run, values set and changed, blocks and parameters
/// of the diagrams; a line for each, without layout.
std::vector<std::string> ListDifferentCauses(const KeptRun& a, const KeptRun& b,
                                             const BlockRegistry& registry);

}  // namespace loopwright
