#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/recording/side.h"

namespace loopwright {

class SpillMemory;

/// One signal of a recording: an output port, in `width` neighbouring columns.
struct RecordedSignal {
  std::string path;       ///< SUBSYSTEM/BLOCK.PORT, the name in results
  std::string name;       ///< the name given in the diagram, or empty
  int width = 1;          ///< number of columns
  int first_column = 0;   ///< set by the Recording
  bool discrete = false;  ///< changes only at updates: held in between
  double period = 0;      ///< of a discrete signal with one rate, seconds; else 0
  double offset = 0;      ///< of its updates at offset + k*period, seconds
};

/// The least and the greatest finite value of a part of a column.
struct MinMax {
  double min = std::numeric_limits<double>::infinity();
  double max = -std::numeric_limits<double>::infinity();

  /// True where the part holds no finite value.
  bool empty() const { return min > max; }

  /// Widens to take in `other`.
  void Include(const MinMax& other);
};

/// Append-only rows of doubles, column by column in chunks. The writer appends rows; readers may
/// touch every row of which they have been told (see Recording).
class ColumnChunks {
 public:
  /// The chunks are taken from `memory`, which outlives them; null: from ordinary memory.
  explicit ColumnChunks(int num_columns, SpillMemory* memory = nullptr);
  ColumnChunks(const ColumnChunks&) = delete;
  ColumnChunks& operator=(const ColumnChunks&) = delete;

  int num_columns() const { return num_columns_; }

  /// Rows in a chunk: a power of two, at least 64; few where there are many columns.
  int64_t chunk_rows() const { return int64_t{1} << row_bits_; }

  double at(int64_t row, int column) const { return ChunkOf(row)[Place(row, column)]; }

  /// Rows [begin, end) of a column as far as they lie in one chunk: at least one row.
  std::span<const double> Contiguous(int column, int64_t begin, int64_t end) const;

  /// Writer: makes memory for `rows` rows in all.
  void Reserve(int64_t rows);

  /// Writer: sets one element of a row below the reserved ones.
  void Set(int64_t row, int column, double value) { ChunkOf(row)[Place(row, column)] = value; }

  int64_t reserved_rows() const { return reserved_rows_; }
  int64_t bytes() const;

 private:
  // Two levels of fixed length, so that a reader never sees a directory move: 2²⁴ chunks.
  static constexpr int kDirectoryBits = 12;
  struct ChunkDeleter {
    bool owns = true;
    void operator()(double* chunk) const {
      if (owns) delete[] chunk;
    }
  };
  using Chunk = std::unique_ptr<double[], ChunkDeleter>;

  double* ChunkOf(int64_t row) const {
    const int64_t chunk = row >> row_bits_;
    return directory_[chunk >> kDirectoryBits][chunk & ((1 << kDirectoryBits) - 1)].get();
  }
  int64_t Place(int64_t row, int column) const {
    return column * stride_ + (row & (chunk_rows() - 1));
  }

  int num_columns_;
  SpillMemory* memory_;
  int row_bits_;
  int64_t stride_;  // a cache line more than the rows, so that a row's elements share no cache set
  int64_t reserved_rows_ = 0;
  std::unique_ptr<std::unique_ptr<Chunk[]>[]> directory_;
};

/// What a run recorded: rows of (time, side, value of every column), written by one thread while
/// any others read. Nothing is ever locked or moved: rows are appended to chunks and published by
/// one atomic count. A reader calls size() once and may then read all rows below it; what it asks
/// of rows at or above the size() that it has seen is undefined.
///
/// Times never decrease. For every column the writer keeps a pyramid of least and greatest values
/// (each level covers 64 times the rows of the one below), so a plot's envelope costs the same
/// for a thousand rows and for a thousand million. NaN and infinities are recorded as they are, and
/// are left out of least and greatest values.
class Recording {
 public:
  /// The factor between the levels of the pyramid.
  static constexpr int64_t kPyramidFactor = 64;

  /// For the signals given, whose `first_column` is set here. Rows are kept in `memory`; null: in
  /// ordinary memory.
  explicit Recording(std::vector<RecordedSignal> recorded,
                     std::shared_ptr<SpillMemory> memory = nullptr);

  const std::vector<RecordedSignal>& recorded_signals() const { return signals_; }
  int num_columns() const { return num_columns_; }

  /// The position in recorded_signals() of the signal with this path; -1 where there is none.
  int FindSignal(const std::string& path) const;

  /// The name of a column in results: the path, with `[k]` where the signal has several elements.
  std::string ColumnLabel(int column) const;

  /// The number of published rows.
  int64_t size() const { return size_.load(std::memory_order_acquire); }

  double time(int64_t row) const { return values_.at(row, 0); }
  Side side(int64_t row) const { return values_.at(row, 1) > 0 ? Side::kAfter : Side::kBefore; }
  double value(int64_t row, int column) const { return values_.at(row, column + 2); }

  /// The values of a row, of which there is one a column.
  void ReadRow(int64_t row, double* values) const {
    for (int column = 0; column < num_columns_; ++column) values[column] = value(row, column);
  }
  /// Rows [begin, end) of a column, or of the times, as far as they lie together in memory: at
  /// least one row where begin < end. To scan a part, ask again from where the span ends.
  std::span<const double> Values(int column, int64_t begin, int64_t end) const {
    return values_.Contiguous(column + 2, begin, end);
  }
  std::span<const double> Times(int64_t begin, int64_t end) const {
    return values_.Contiguous(0, begin, end);
  }

  /// The first published row whose time is at least (LowerBound), or greater than (UpperBound),
  /// `t`; size() where there is none.
  int64_t LowerBound(double t) const;
  /// The same for who knows about where it is: the nearer `guess` lies, the fewer rows are read.
  int64_t LowerBound(double t, int64_t guess) const;
  int64_t UpperBound(double t) const;

  /// Where older rows were left out to save memory (ThinOlderRows()): the time from which on all
  /// are there, seconds.
  std::optional<double> thinned_until() const { return thinned_until_; }

  /// The least and the greatest finite value of a column in rows [begin, end).
  MinMax Range(int column, int64_t begin, int64_t end) const;

  /// Bytes of memory that a row costs, the pyramid included.
  double bytes_per_row() const;

  /// Bytes of memory in use for rows and pyramid. For the writer's thread, or after the run.
  int64_t bytes() const;

  /// Writer: makes memory for `rows` rows in all, so that appending them allocates nothing.
  void Reserve(int64_t rows);

  /// Writer: appends and publishes a row; `row` has num_columns() values.
  void Append(double t, Side side, const double* row);

  /// Writer, where nobody reads: takes all rows away. The memory for them stays.
  void Clear();

  /// Writer, before anybody reads: sets thinned_until().
  void NoteThinned(double until_sec) { thinned_until_ = until_sec; }

 private:
  void CompletePyramid(int64_t rows);

  std::shared_ptr<SpillMemory> memory_;
  std::vector<RecordedSignal> signals_;
  int num_columns_;
  ColumnChunks values_;  // time, side, then the columns
  // Level k (from 0) has a row for every 64^(k+1) rows: all least values, then all greatest.
  std::vector<std::unique_ptr<ColumnChunks>> levels_;
  std::atomic<int64_t> size_{0};
  std::optional<double> thinned_until_;
};

}  // namespace loopwright
