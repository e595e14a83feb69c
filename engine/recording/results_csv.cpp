#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "engine/common/result_file.h"
#include "engine/recording/recording.h"
#include "engine/recording/results.h"
#include "engine/text/csv_field.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

// Text is handed on in pieces of this size, so that a long result never lies in memory as a whole.
constexpr size_t kBufferBytes = size_t{1} << 16;

// Writes the numbers of one column; a value that is the one before it to the bit, as held signals
// have many, is copied and not formatted again.
class ColumnWriter {
 public:
  void Append(double value, std::string* out) {
    const auto bits = std::bit_cast<uint64_t>(value);
    if (text_.empty() || bits != bits_) {
      bits_ = bits;
      text_.clear();
      AppendNumber(value, &text_);
    }
    out->append(text_);
  }

 private:
  uint64_t bits_ = 0;
  std::string text_;
};

}  // namespace

// All columns, in the order of the recording.
void WriteCsv(const Recording& recording, const ByteSink& sink) {
  std::vector<int> columns(recording.num_columns());
  std::iota(columns.begin(), columns.end(), 0);
  WriteCsv(recording, columns, sink);
}

// A line for each row: time, side, values. Columns are read in pieces that lie together in memory.
void WriteCsv(const Recording& recording, std::span<const int> columns, const ByteSink& sink) {
  const int64_t size = recording.size();
  std::string out(kCsvResultBegin);
  for (const int column : columns) out += ',' + CsvField(recording.ColumnLabel(column));
  out += '\n';
  std::vector<ColumnWriter> writers(columns.size() + 1);
  std::vector<std::span<const double>> values(columns.size());
  for (int64_t row = 0; row < size;) {
    const auto times = recording.Times(row, size);
    for (size_t i = 0; i < columns.size(); ++i) {
      values[i] = recording.Values(columns[i], row, size);
    }
    for (size_t k = 0; k < times.size(); ++k) {
      writers.back().Append(times[k], &out);
      out += recording.side(row + static_cast<int64_t>(k)) == Side::kAfter ? ",+" : ",-";
      for (size_t i = 0; i < columns.size(); ++i) {
        out += ',';
        writers[i].Append(values[i][k], &out);
        if (out.size() >= kBufferBytes) {
          sink(out);
          out.clear();
        }
      }
      out += '\n';
    }
    row += static_cast<int64_t>(times.size());
  }
  sink(out);
}

}  // namespace loopwright
