#include "engine/recording/recording.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "engine/common/spill_memory.h"

namespace loopwright {
namespace {

// Each row begins with its time and its side; the values come behind.
constexpr int kTimeColumn = 0;
constexpr int kSideColumn = 1;
constexpr int kFirstValueColumn = 2;

// 64⁶ = 2³⁶ rows under one element of the top level: more than the directory can hold in practice.
constexpr int kPyramidLevels = 6;

// A chunk is about a mebibyte, whatever the number of columns.
constexpr int64_t kChunkElements = int64_t{1} << 17;
constexpr int64_t kMinChunkRows = Recording::kPyramidFactor;
constexpr int64_t kMaxChunkRows = int64_t{1} << 14;

constexpr int64_t kCacheLineDoubles = 8;

// Written so that compilers can do it for several values at once.
bool IsFinite(double value) { return std::abs(value) <= std::numeric_limits<double>::max(); }

// Infinity where no value is finite: it widens no range.
double LeastFinite(std::span<const double> values) {
  double least = std::numeric_limits<double>::infinity();
  for (const double value : values) least = IsFinite(value) && value < least ? value : least;
  return least;
}

double GreatestFinite(std::span<const double> values) {
  double greatest = -std::numeric_limits<double>::infinity();
  for (const double value : values) {
    greatest = IsFinite(value) && value > greatest ? value : greatest;
  }
  return greatest;
}

// The first row of [begin, end) that is not before a place, by halving; `end` where all are.
template <typename IsBefore>
int64_t FirstRowNot(const IsBefore& is_before, int64_t begin, int64_t end) {
  while (begin < end) {
    const int64_t middle = begin + (end - begin) / 2;
    if (is_before(middle)) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

// Widens `range` by rows [begin, end) of the two columns.
void IncludeRows(const ColumnChunks& chunks, int least_column, int greatest_column, int64_t begin,
                 int64_t end, MinMax* range) {
  while (begin < end) {
    const auto least = chunks.Contiguous(least_column, begin, end);
    const auto greatest = chunks.Contiguous(greatest_column, begin, end);
    range->Include({LeastFinite(least), GreatestFinite(greatest)});
    begin += static_cast<int64_t>(least.size());
  }
}

}  // namespace

void MinMax::Include(const MinMax& other) {
  min = std::min(min, other.min);
  max = std::max(max, other.max);
}

// Rows of a chunk are a power of two, so that shifts find the chunk and the row. Columns are padded
// by a cache line: columns a power of two apart would all fall into the same lines of the cache.
ColumnChunks::ColumnChunks(int num_columns, SpillMemory* memory)
    : num_columns_(num_columns),
      memory_(memory),
      directory_(std::make_unique<std::unique_ptr<Chunk[]>[]>(size_t{1} << kDirectoryBits)) {
  const int64_t rows =
      std::clamp(kChunkElements / std::max(num_columns, 1), kMinChunkRows, kMaxChunkRows);
  row_bits_ = std::bit_width(static_cast<uint64_t>(rows)) - 1;
  stride_ = chunk_rows() + kCacheLineDoubles;
}

// As many of the rows as lie together in one chunk; the caller asks again for the rest.
std::span<const double> ColumnChunks::Contiguous(int column, int64_t begin, int64_t end) const {
  if (begin >= end) return {};
  const int64_t chunk_end = (begin | (chunk_rows() - 1)) + 1;
  return {ChunkOf(begin) + Place(begin, column),
          static_cast<size_t>(std::min(end, chunk_end) - begin)};
}

// Adds chunks until there is room. Chunks never move, and the directory is in two levels of fixed
// size, so that readers on other threads may go on reading meanwhile.
void ColumnChunks::Reserve(int64_t rows) {
  while (reserved_rows_ < rows) {
    const int64_t chunk = reserved_rows_ >> row_bits_;
    auto& part = directory_[chunk >> kDirectoryBits];
    if (part == nullptr) part = std::make_unique<Chunk[]>(size_t{1} << kDirectoryBits);
    const size_t count = stride_ * num_columns_;
    part[chunk & ((1 << kDirectoryBits) - 1)] =
        memory_ != nullptr ? Chunk(memory_->Allocate(count), {false}) : Chunk(new double[count]);
    reserved_rows_ += chunk_rows();
  }
}

int64_t ColumnChunks::bytes() const {
  return (reserved_rows_ >> row_bits_) * stride_ * num_columns_ *
         static_cast<int64_t>(sizeof(double));
}

// Signals get their columns one after another. Above the rows lies a pyramid: each element of a
// level holds the least and greatest values of 64 elements below, per column.
Recording::Recording(std::vector<RecordedSignal> recorded, std::shared_ptr<SpillMemory> memory)
    : memory_(std::move(memory)),
      signals_(std::move(recorded)),
      num_columns_([this] {
        int columns = 0;
        for (RecordedSignal& signal : signals_) {
          signal.first_column = columns;
          columns += signal.width;
        }
        return columns;
      }()),
      values_(num_columns_ + kFirstValueColumn, memory_.get()) {
  for (int level = 0; level < kPyramidLevels; ++level) {
    levels_.push_back(std::make_unique<ColumnChunks>(2 * num_columns_, memory_.get()));
  }
}

// -1 where there is none; signals are few, and asked for seldom.
int Recording::FindSignal(const std::string& path) const {
  for (size_t k = 0; k < signals_.size(); ++k) {
    if (signals_[k].path == path) return static_cast<int>(k);
  }
  return -1;
}

// PATH, or PATH[k] for an element of a vector.
std::string Recording::ColumnLabel(int column) const {
  const auto after = std::ranges::upper_bound(signals_, column, {}, &RecordedSignal::first_column);
  // Signals of width 0 share their first column with the next: the last of them is the right one.
  const RecordedSignal& signal = *std::prev(after);
  if (signal.width == 1) return signal.path;
  return signal.path + "[" + std::to_string(column - signal.first_column) + "]";
}

int64_t Recording::LowerBound(double t) const {
  return FirstRowNot([&](int64_t row) { return time(row) < t; }, 0, size());
}

// Goes from the guess in steps that double, until the row lies between the last two, which are then
// halved (Bentley and Yao, "An almost optimal algorithm for unbounded searching", 1976).
int64_t Recording::LowerBound(double t, int64_t guess) const {
  const int64_t rows = size();
  int64_t begin = 0;
  int64_t end = std::clamp<int64_t>(guess, 0, rows);
  int64_t step = 1;
  if (end < rows && time(end) < t) {
    begin = end + 1;
    for (; begin + step < rows && time(begin + step) < t; step *= 2) begin += step + 1;
    end = std::min(rows, begin + step);
  } else {
    for (; end - step > 0 && time(end - step) >= t; step *= 2) end -= step;
    begin = std::max<int64_t>(0, end - step);
  }
  return FirstRowNot([&](int64_t row) { return time(row) < t; }, begin, end);
}

int64_t Recording::UpperBound(double t) const {
  return FirstRowNot([&](int64_t row) { return time(row) <= t; }, 0, size());
}

// The least and greatest finite value of a column in a range of rows, in a time that grows with the
// logarithm of their number: at each level only the ends that fill no whole element are looked at,
// and the middle is left to the level above.
MinMax Recording::Range(int column, int64_t begin, int64_t end) const {
  MinMax range;
  const ColumnChunks* chunks = &values_;
  int least_column = column + kFirstValueColumn;
  int greatest_column = least_column;
  for (int level = 0; level < kPyramidLevels && end - begin > kPyramidFactor; ++level) {
    const int64_t first_node = (begin + kPyramidFactor - 1) / kPyramidFactor;
    const int64_t end_node = end / kPyramidFactor;
    IncludeRows(*chunks, least_column, greatest_column, begin, first_node * kPyramidFactor, &range);
    IncludeRows(*chunks, least_column, greatest_column, end_node * kPyramidFactor, end, &range);
    begin = first_node;
    end = end_node;
    chunks = levels_[level].get();
    least_column = column;
    greatest_column = num_columns_ + column;
  }
  IncludeRows(*chunks, least_column, greatest_column, begin, end, &range);
  return range;
}

// The pyramid adds 1/63 of two columns for each, the sum of 1/64 + 1/64² + ...
double Recording::bytes_per_row() const {
  const double padded =
      1 + static_cast<double>(kCacheLineDoubles) / static_cast<double>(values_.chunk_rows());
  const double pyramid = 2.0 * num_columns_ / (kPyramidFactor - 1);
  return sizeof(double) * (values_.num_columns() + pyramid) * padded;
}

int64_t Recording::bytes() const {
  int64_t bytes = values_.bytes();
  for (const auto& level : levels_) bytes += level->bytes();
  return bytes;
}

void Recording::Reserve(int64_t rows) {
  values_.Reserve(rows);
  for (const auto& level : levels_) {
    rows /= kPyramidFactor;
    level->Reserve(rows);
  }
}

// Values are written first and the count is published last, with release order: who reads a count
// sees all rows below it.
void Recording::Append(double t, Side side, const double* row) {
  const int64_t at = size_.load(std::memory_order_relaxed);
  if (at >= values_.reserved_rows()) values_.Reserve(at + 1);
  values_.Set(at, kTimeColumn, t);
  values_.Set(at, kSideColumn, static_cast<double>(side));
  for (int column = 0; column < num_columns_; ++column) {
    values_.Set(at, column + kFirstValueColumn, row[column]);
  }
  const int64_t rows = at + 1;
  if (rows % kPyramidFactor == 0) CompletePyramid(rows);
  size_.store(rows, std::memory_order_release);
}

// Rows are forgotten, chunks stay.
void Recording::Clear() {
  size_.store(0, std::memory_order_release);
  thinned_until_.reset();
}

// Adds the element of every level that `rows` rows complete; the rows below an element lie
// together in memory, since chunks hold a multiple of 64 rows.
void Recording::CompletePyramid(int64_t rows) {
  const ColumnChunks* below = &values_;
  int least_column = kFirstValueColumn;
  int greatest_column = kFirstValueColumn;
  for (const auto& level : levels_) {
    if (rows % kPyramidFactor != 0) return;
    const int64_t node = rows / kPyramidFactor - 1;
    if (node >= level->reserved_rows()) level->Reserve(node + 1);
    for (int column = 0; column < num_columns_; ++column) {
      level->Set(
          node, column,
          LeastFinite(below->Contiguous(least_column + column, rows - kPyramidFactor, rows)));
      level->Set(
          node, num_columns_ + column,
          GreatestFinite(below->Contiguous(greatest_column + column, rows - kPyramidFactor, rows)));
    }
    below = level.get();
    least_column = 0;
    greatest_column = num_columns_;
    rows /= kPyramidFactor;
  }
}

}  // namespace loopwright
