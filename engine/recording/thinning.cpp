#include "engine/recording/thinning.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/recording/recording.h"

namespace loopwright {
namespace {

// One in so many rows is new enough to stay.
constexpr int64_t kNewestPart = 4;
// A group has so many times the rows that may be chosen from it, each with its other side.
constexpr int64_t kGroupFactor = 8;

// Of a group: its first row, and the least and greatest of each column.
int64_t MostChosen(int columns) { return 2 * int64_t{columns} + 1; }

// Whether the row is the `+` of an update whose `-` is the row before.
bool IsSecondOfPair(const Recording& recording, int64_t row) {
  return row > 0 && recording.side(row) == Side::kAfter &&
         recording.time(row) == recording.time(row - 1);
}

// The rows [begin, end) that stay, as `kept` from `begin` on. Peaks stay, so that a curve of
// thinned rows looks as before at any width at which a group is a pixel or less. Both sides of an
// update stay together.
void ChooseRows(const Recording& recording, int64_t begin, int64_t end, std::vector<char>* kept) {
  kept->assign(end - begin, 0);
  const auto keep = [&](int64_t row) {
    (*kept)[row - begin] = 1;
    if (row > begin && IsSecondOfPair(recording, row)) {
      (*kept)[row - 1 - begin] = 1;
    }
    if (row + 1 < end && recording.side(row) == Side::kBefore &&
        IsSecondOfPair(recording, row + 1)) {
      (*kept)[row + 1 - begin] = 1;
    }
  };
  keep(begin);
  for (int column = 0; column < recording.num_columns(); ++column) {
    int64_t least = -1;
    int64_t greatest = -1;
    for (int64_t row = begin; row < end; ++row) {
      const double value = recording.value(row, column);
      if (!std::isfinite(value)) continue;
      if (least < 0 || value < recording.value(least, column)) least = row;
      if (greatest < 0 || value > recording.value(greatest, column)) greatest = row;
    }
    if (least < 0) continue;
    keep(least);
    keep(greatest);
  }
}

}  // namespace

int64_t LeastRowsToThin(int columns) { return 2 * kGroupFactor * MostChosen(columns); }

// The newest quarter is copied as it is, older rows group by group. No pair of sides is divided
// between groups.
std::shared_ptr<Recording> ThinOlderRows(const Recording& recording) {
  auto thinned = std::make_shared<Recording>(recording.recorded_signals());
  std::vector<double> values(recording.num_columns());
  const auto copy = [&](int64_t row) {
    recording.ReadRow(row, values.data());
    thinned->Append(recording.time(row), recording.side(row), values.data());
  };
  const int64_t rows = recording.size();
  int64_t newest = rows - rows / kNewestPart;
  while (IsSecondOfPair(recording, newest)) --newest;
  const int64_t group = kGroupFactor * MostChosen(recording.num_columns());
  std::vector<char> kept;
  for (int64_t begin = 0, end = 0; begin < newest; begin = end) {
    end = std::min(begin + group, newest);
    while (end < newest && IsSecondOfPair(recording, end)) ++end;
    ChooseRows(recording, begin, end, &kept);
    for (int64_t row = begin; row < end; ++row) {
      if (kept[row - begin] != 0) copy(row);
    }
  }
  for (int64_t row = newest; row < rows; ++row) copy(row);
  thinned->NoteThinned(recording.time(newest));
  return thinned;
}

}  // namespace loopwright
