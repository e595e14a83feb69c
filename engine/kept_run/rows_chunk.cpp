#include "engine/kept_run/rows_chunk.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "engine/common/bytes.h"
#include "engine/kept_run/chunk.h"
#include "engine/recording/recording.h"

namespace loopwright {
namespace {

constexpr int64_t kElementsOfChunk = int64_t{1} << 17;
constexpr int64_t kLeastRowsOfChunk = 16;
constexpr int64_t kMostRowsOfChunk = int64_t{1} << 14;
constexpr size_t kPlanes = sizeof(double);
constexpr size_t kRowsHeadBytes = 16;  // number of the first row, rows, columns

// Turns a column into its planes of bytes, at the end of `content`. Neighbouring rows differ
// little, and so do their bits read as whole numbers. Of the differences the high bytes are mostly
// zero; put together, plane by plane, they compress very well.
void AppendPlanes(std::span<const double> column, std::string* content) {
  const size_t begin = content->size();
  const size_t rows = column.size();
  content->resize(begin + kPlanes * rows);
  char* planes = content->data() + begin;
  uint64_t before = 0;
  for (size_t row = 0; row < rows; ++row) {
    const auto bits = std::bit_cast<uint64_t>(column[row]);
    const uint64_t difference = bits - before;
    before = bits;
    for (size_t plane = 0; plane < kPlanes; ++plane) {
      planes[plane * rows + row] = static_cast<char>(difference >> (8 * plane));
    }
  }
}

// Undoes AppendPlanes(): bytes become differences, and their sum is the bits of each value. Sums
// and differences wrap around in the same way, so nothing is lost.
std::vector<double> FromPlanes(std::string_view planes) {
  const size_t rows = planes.size() / kPlanes;
  std::vector<double> column(rows);
  uint64_t bits = 0;
  for (size_t row = 0; row < rows; ++row) {
    uint64_t difference = 0;
    for (size_t plane = 0; plane < kPlanes; ++plane) {
      difference |= uint64_t{static_cast<unsigned char>(planes[plane * rows + row])} << (8 * plane);
    }
    bits += difference;
    column[row] = std::bit_cast<double>(bits);
  }
  return column;
}

// Rows [begin, end) of a column, from wherever the recording has them.
template <typename Get>
void Gather(int64_t begin, int64_t end, std::vector<double>* column, Get get) {
  column->clear();
  while (begin < end) {
    const std::span<const double> part = get(begin, end);
    column->insert(column->end(), part.begin(), part.end());
    begin += std::ssize(part);
  }
}

// Whether rows with these times may be appended.
bool AreTimesInOrder(const std::vector<double>& times, const Recording& recording) {
  double before = recording.size() > 0 ? recording.time(recording.size() - 1)
                                       : -std::numeric_limits<double>::infinity();
  for (const double time : times) {
    if (!(time >= before)) return false;
    before = time;
  }
  return true;
}

}  // namespace

// A chunk is held in memory as a whole and lost as a whole in a crash, so it has a bounded number
// of elements; but of very wide recordings it has a few rows at least.
int64_t MostRowsOfChunk(int columns) {
  return std::clamp(kElementsOfChunk / (columns + 2), kLeastRowsOfChunk, kMostRowsOfChunk);
}

// The chunk's content: number of the first row, rows, columns, then the planes of the times, a byte
// for each side, and the planes of each column.
std::string EncodeRows(const Recording& recording, int64_t begin, int64_t end) {
  const size_t rows = end - begin;
  const size_t columns = recording.num_columns();
  BytesWriter head;
  head.Put(static_cast<uint64_t>(begin));
  head.Put(static_cast<uint32_t>(rows));
  head.Put(static_cast<uint32_t>(columns));
  std::string content = head.bytes();
  content.reserve((kPlanes * (columns + 1) + 1) * rows + kRowsHeadBytes);
  std::vector<double> column;
  Gather(begin, end, &column, [&](int64_t b, int64_t e) { return recording.Times(b, e); });
  AppendPlanes(column, &content);
  for (int64_t row = begin; row < end; ++row) {
    content += recording.side(row) == Side::kAfter ? '+' : '-';
  }
  for (int c = 0; c < recording.num_columns(); ++c) {
    Gather(begin, end, &column, [&](int64_t b, int64_t e) { return recording.Values(c, b, e); });
    AppendPlanes(column, &content);
  }
  return content;
}

// Every count is checked against what is there and against the recording so far, before a row is
// appended. False is a chunk that does not belong here.
bool DecodeRows(std::string_view content, Recording* recording) {
  if (content.size() < kRowsHeadBytes) return false;
  BytesReader reader(content);
  const auto begin = reader.Get<uint64_t>();
  const uint64_t rows = reader.Get<uint32_t>();
  const uint64_t columns = reader.Get<uint32_t>();
  if (begin != static_cast<uint64_t>(recording->size()) ||
      columns != static_cast<uint64_t>(recording->num_columns()) ||
      content.size() - kRowsHeadBytes != rows * (kPlanes * (columns + 1) + 1)) {
    return false;
  }
  const std::vector<double> times = FromPlanes(reader.Take(kPlanes * rows));
  if (!AreTimesInOrder(times, *recording)) return false;
  const std::string_view sides = reader.Take(rows);
  std::vector<std::vector<double>> values;
  for (uint64_t c = 0; c < columns; ++c) values.push_back(FromPlanes(reader.Take(kPlanes * rows)));
  std::vector<double> row(columns);
  for (uint64_t r = 0; r < rows; ++r) {
    for (uint64_t c = 0; c < columns; ++c) row[c] = values[c][r];
    recording->Append(times[r], sides[r] == '+' ? Side::kAfter : Side::kBefore, row.data());
  }
  return true;
}

RowsPacker::RowsPacker(int columns) : most_rows_(MostRowsOfChunk(columns)), row_(columns) {}

void RowsPacker::Pack(const Recording& recording, int64_t end,
                      const std::function<void(std::string_view)>& write) {
  while (rows_ < end) {
    const int64_t next = std::min(end, rows_ + most_rows_);
    write(PackChunk(kRowsChunk, EncodeRows(recording, rows_, next)));
    for (; rows_ < next; ++rows_) {
      recording.ReadRow(rows_, row_.data());
      digest_.Add(recording.time(rows_), recording.side(rows_), row_);
    }
  }
}

}  // namespace loopwright
