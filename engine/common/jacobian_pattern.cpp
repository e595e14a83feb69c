#include "engine/common/jacobian_pattern.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace loopwright {

JacobianPattern::JacobianPattern(std::vector<std::vector<int>> the_rows)
    : JacobianPattern(std::move(the_rows), static_cast<int>(the_rows.size())) {}

JacobianPattern::JacobianPattern(std::vector<std::vector<int>> the_rows, int the_num_rows)
    : size(static_cast<int>(the_rows.size())),
      num_rows(the_num_rows),
      rows(std::move(the_rows)),
      color(rows.size(), 0) {
  for (const std::vector<int>& column : rows) num_nonzeros += std::ssize(column);
  Color();
}

// Greedy: each column gets the first colour that no column has with which it shares a row. That
// need not be the fewest colours, but each one less saves an evaluation, and finding the fewest
// would cost more.
void JacobianPattern::Color() {
  if (!is_sparse()) {
    // Few columns, or hardly any that go together.
    num_colors = size;
    for (int column = 0; column < size; ++column) color[column] = column;
    if (2 * num_nonzeros > int64_t{size} * num_rows) return;
    num_colors = 0;
  }
  std::vector<std::vector<int>> used(num_rows);  // per row: the colours of its columns so far
  std::vector<int> taken(size, -1);              // per colour: the last column that cannot have it
  for (int column = 0; column < size; ++column) {
    for (const int row : rows[column]) {
      for (const int c : used[row]) taken[c] = column;
    }
    int free = 0;
    while (taken[free] == column) ++free;
    color[column] = free;
    num_colors = std::max(num_colors, free + 1);
    for (const int row : rows[column]) used[row].push_back(free);
  }
}

}  // namespace loopwright
