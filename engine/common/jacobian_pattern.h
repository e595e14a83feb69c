#pragma once

#include <cstdint>
#include <vector>

namespace loopwright {

/// Which elements of a matrix of derivatives can be other than zero, and a partition of the columns
/// such that no two of a colour share a row: those can be found at once (Curtis, Powell, Reid, J.
/// Inst. Maths Applics 13 (1974) 117-119). Colours are given greedily, column by column.
struct JacobianPattern {
  /// By the columns' rows, ascending, of a square matrix.
  explicit JacobianPattern(std::vector<std::vector<int>> the_rows);
  /// … of one with `the_num_rows` rows.
  JacobianPattern(std::vector<std::vector<int>> the_rows, int the_num_rows);

  int size = 0;  ///< how many columns
  int num_rows = 0;
  std::vector<std::vector<int>> rows;  ///< per column, ascending
  std::vector<int> color;              ///< per column
  int num_colors = 0;
  int64_t num_nonzeros = 0;
  /// Large, and with few elements that are not zero: worth a sparse matrix.
  bool is_sparse() const { return size >= 64 && num_nonzeros * 10 <= int64_t{size} * num_rows; }

 private:
  void Color();
};

}  // namespace loopwright
