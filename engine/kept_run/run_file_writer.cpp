#include "engine/kept_run/run_file_writer.h"

#include <algorithm>

#include "engine/kept_run/chunk.h"
#include "engine/kept_run/rows_chunk.h"
#include "engine/kept_run/run_file.h"
#include "engine/kept_run/run_record.h"
#include "engine/recording/recording.h"

namespace loopwright {
namespace {

// What a crash may cost of a slow run.
constexpr std::chrono::seconds kLongestWait(1);

void AppendText(std::string_view text, std::string* content) {
  AppendUint64(text.size(), content);
  *content += text;
}

std::string FirstBytes(const RunStart& start) {
  std::string bytes(kRunFileSignature);
  AppendUint32(kRunFileVersion, &bytes);
  std::string content;
  AppendText(ToJson(start), &content);
  AppendText(start.diagram_text, &content);
  for (const KeptInput& input : start.inputs) AppendText(input.bytes, &content);
  return bytes + PackChunk(kBeginChunk, content);
}

int NumColumns(const RunStart& start) {
  int columns = 0;
  for (const RecordedSignal& signal : start.recorded) columns += signal.width;
  return columns;
}

}  // namespace

RunFileWriter::RunFileWriter(const std::string& path, const RunStart& start)
    : file_(path, FirstBytes(start)),
      most_rows_(MostRowsOfChunk(NumColumns(start))),
      last_(Clock::now()),
      row_(static_cast<size_t>(NumColumns(start))) {}

void RunFileWriter::WriteRows(const Recording& recording, int64_t end) {
  while (rows_ < end) {
    const int64_t next = std::min(end, rows_ + most_rows_);
    file_.Append(PackChunk(kRowsChunk, EncodeRows(recording, rows_, next)));
    for (; rows_ < next; ++rows_) {
      for (size_t c = 0; c < row_.size(); ++c) {
        row_[c] = recording.value(rows_, static_cast<int>(c));
      }
      digest_.Add(recording.time(rows_), recording.side(rows_), row_);
    }
  }
  last_ = Clock::now();
}

void RunFileWriter::Follow(const Recording& recording) {
  const int64_t rows = recording.size();
  if (rows == rows_) return;
  if (rows - rows_ >= most_rows_ || Clock::now() - last_ >= kLongestWait) {
    WriteRows(recording, rows);
  }
}

void RunFileWriter::AddChange(const Recording& recording, const RunNote& note) {
  WriteRows(recording, recording.size());
  file_.Append(PackChunk(kEditChunk, ToJson(note)));
}

void RunFileWriter::Finish(const Recording& recording, const RunOutcome& outcome) {
  WriteRows(recording, recording.size());
  file_.Append(PackChunk(kEndChunk, ToJson(RunFinish{outcome, rows_, digest_.value()})));
  file_.Finish();
}

}  // namespace loopwright
