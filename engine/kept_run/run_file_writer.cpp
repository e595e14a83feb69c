#include "engine/kept_run/run_file_writer.h"

#include "engine/common/atomic_file.h"
#include "engine/common/bytes.h"
#include "engine/common/exceptions.h"
#include "engine/kept_run/chunk.h"
#include "engine/kept_run/run_file.h"
#include "engine/kept_run/run_record.h"
#include "engine/recording/recording.h"

namespace loopwright {
namespace {

// What a crash may cost of a slow run.
constexpr std::chrono::seconds kLongestWait(1);

std::string FirstBytes(const RunStart& start) {
  BytesWriter version, content;
  version.Put(kRunFileVersion);
  content.Put(std::string_view(ToJson(start)));
  content.Put(std::string_view(start.diagram_text));
  for (const KeptInput& input : start.inputs) content.Put(std::string_view(input.bytes));
  return std::string(kRunFileSignature) + version.bytes() + PackChunk(kBeginChunk, content.bytes());
}

int NumColumns(const RunStart& start) {
  int columns = 0;
  for (const RecordedSignal& signal : start.recorded) columns += signal.width;
  return columns;
}

}  // namespace

RunFileWriter::RunFileWriter(const std::string& path, const RunStart& start)
    : file_(path, FirstBytes(start)), rows_(NumColumns(start)), last_(Clock::now()) {}

void RunFileWriter::WriteRows(const Recording& recording, int64_t end) {
  rows_.Pack(recording, end, [this](std::string_view chunk) { file_.Append(chunk); });
  last_ = Clock::now();
}

void RunFileWriter::Follow(const Recording& recording) {
  const int64_t rows = recording.size();
  if (rows == rows_.rows()) return;
  const bool is_enough = rows - rows_.rows() >= rows_.most_rows_of_chunk();
  if (is_enough || Clock::now() - last_ >= kLongestWait) WriteRows(recording, rows);
}

void RunFileWriter::AddChange(const Recording& recording, const RunNote& note) {
  WriteRows(recording, recording.size());
  file_.Append(PackChunk(kEditChunk, ToJson(note)));
}

void RunFileWriter::Finish(const Recording& recording, const RunOutcome& outcome) {
  WriteRows(recording, recording.size());
  file_.Append(PackChunk(kEndChunk, ToJson(RunFinish{outcome, rows_.rows(), rows_.digest()})));
  file_.Finish();
}

// A change stands before the rows of its time, which are the first that it can be seen in.
void SaveRun(const KeptRun& run, const std::string& path) {
  const Recording& recording = *run.recording;
  if (recording.thinned_until().has_value()) {
    throw FileError("Cannot write " + path +
                    ": older rows of the run were left out to save memory; give recordings more "
                    "memory, and run it again");
  }
  AtomicFile file(path);
  file.Write(FirstBytes(run.start));
  RowsPacker rows(NumColumns(run.start));
  const auto write = [&file](std::string_view chunk) { file.Write(chunk); };
  for (const RunNote& change : run.changes) {
    rows.Pack(recording, recording.LowerBound(change.time), write);
    write(PackChunk(kEditChunk, ToJson(change)));
  }
  rows.Pack(recording, recording.size(), write);
  if (run.finish.has_value()) {
    const RunFinish finish{run.finish->outcome, rows.rows(), rows.digest()};
    write(PackChunk(kEndChunk, ToJson(finish)));
  }
  file.Commit();
}

}  // namespace loopwright
