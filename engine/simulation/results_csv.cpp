#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/common/number_format.h"
#include "engine/simulation/recording.h"
#include "engine/simulation/results.h"

namespace loopwright {
namespace {

constexpr size_t kBufferBytes = size_t{1} << 16;

std::string Quoted(const std::string& field) {
  if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
  std::string quoted = "\"";
  for (const char c : field) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

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

void WriteCsv(const Recording& recording, const ByteSink& sink) {
  const int64_t size = recording.size();
  const int columns = recording.num_columns();
  std::string out = "time,side";
  for (int column = 0; column < columns; ++column) {
    out += ',' + Quoted(recording.ColumnLabel(column));
  }
  out += '\n';
  std::vector<ColumnWriter> writers(static_cast<size_t>(columns) + 1);
  std::vector<std::span<const double>> values(static_cast<size_t>(columns));
  for (int64_t row = 0; row < size;) {
    const auto times = recording.Times(row, size);
    for (int column = 0; column < columns; ++column) {
      values[column] = recording.Values(column, row, size);
    }
    for (size_t k = 0; k < times.size(); ++k) {
      writers.back().Append(times[k], &out);
      out += recording.side(row + static_cast<int64_t>(k)) == Side::kAfter ? ",+" : ",-";
      for (int column = 0; column < columns; ++column) {
        out += ',';
        writers[column].Append(values[column][k], &out);
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
