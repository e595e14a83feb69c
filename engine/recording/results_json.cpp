#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/common/result_file.h"
#include "engine/recording/recording.h"
#include "engine/recording/results.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

// Text is handed on in pieces of about this size.
constexpr size_t kWriteBytes = size_t{1} << 16;

// Collects text and hands it on in pieces, so that a long result never lies in memory as a whole.
// The last piece is handed on by Finish() and not by a destructor, because a sink may throw: where
// a disk is full, for example.
class JsonWriter {
 public:
  explicit JsonWriter(const ByteSink& sink) : sink_(sink) {}
  JsonWriter(const JsonWriter&) = delete;
  JsonWriter& operator=(const JsonWriter&) = delete;

  void Text(std::string_view text) {
    out_ += text;
    if (out_.size() < kWriteBytes) return;
    sink_(out_);
    out_.clear();
  }
  void Finish() { sink_(out_); }

  // What is not finite has no number in JSON and becomes a text: "inf", "nan".
  void Number(double value) {
    if (std::isfinite(value)) {
      number_.clear();
      AppendNumber(value, &number_);
    } else {
      number_ = '"' + FormatNumber(value) + '"';
    }
    Text(number_);
  }

 private:
  const ByteSink& sink_;
  std::string out_;
  std::string number_;
};

// A list of numbers, or of lists for a vector.
void WriteSignal(const Recording& recording, const RecordedSignal& signal, int64_t size,
                 JsonWriter* writer) {
  writer->Text("[");
  for (int64_t row = 0; row < size; ++row) {
    if (row > 0) writer->Text(", ");
    if (signal.width != 1) writer->Text("[");
    for (int element = 0; element < signal.width; ++element) {
      if (element > 0) writer->Text(", ");
      writer->Number(recording.value(row, signal.first_column + element));
    }
    if (signal.width != 1) writer->Text("]");
  }
  writer->Text("]");
}

}  // namespace

// Times, sides, then the signals by their paths. Rows that are appended meanwhile are left out.
void WriteJson(const Recording& recording, const ByteSink& sink) {
  const int64_t size = recording.size();
  JsonWriter writer(sink);
  writer.Text(kJsonResultBegin);
  for (int64_t row = 0; row < size; ++row) {
    if (row > 0) writer.Text(", ");
    writer.Number(recording.time(row));
  }
  writer.Text(kJsonResultAfterTimes);
  for (int64_t row = 0; row < size; ++row) {
    if (row > 0) writer.Text(", ");
    writer.Text(recording.side(row) == Side::kAfter ? "\"+\"" : "\"-\"");
  }
  writer.Text("],\n\"signals\": {");
  bool first = true;
  for (const RecordedSignal& signal : recording.recorded_signals()) {
    writer.Text(first ? "\n" : ",\n");
    first = false;
    writer.Text(nlohmann::json(signal.path).dump() + ": ");
    WriteSignal(recording, signal, size, &writer);
  }
  writer.Text("}}\n");
  writer.Finish();
}

}  // namespace loopwright
