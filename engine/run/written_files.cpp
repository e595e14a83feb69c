#include "engine/run/written_files.h"

#include <filesystem>
#include <utility>

#include "engine/common/atomic_file.h"
#include "engine/common/exceptions.h"
#include "engine/common/result_file.h"
#include "engine/common/spill_memory.h"
#include "engine/recording/results.h"

namespace loopwright {

namespace {
// What each file of results holds in memory during a run; the rest is on the disk already.
constexpr size_t kMostKeptBytes = size_t{64} << 20;
}  // namespace

WrittenFiles::WrittenFiles(const BuildResult& build, const FileFolder& folder,
                           const RunOptions& options)
    : files_(folder, options.allow_paths) {
  if (options.is_study) return;
  for (const WrittenFile<double>& written : build.written_files) {
    Open(build, written, !options.no_files);
  }
}
WrittenFiles::~WrittenFiles() = default;

// Looked at twice, before the run and before writing: a file may have come in between.
void WrittenFiles::RequireFreeWay(const std::string& block, const std::string& file) const {
  const std::string obstacle = ObstacleToResults(file, files_.MayReplace(file));
  if (obstacle.empty()) return;
  throw FileError(block + ": Cannot write " + file + ": it is " + obstacle);
}

// Makes the recorder and, unless no file is wanted (RunOptions::no_files), the file, both before
// the run begins.
void WrittenFiles::Open(const BuildResult& build, const WrittenFile<double>& written,
                        bool makes_file) {
  std::vector<SelectedSignal> selected;
  for (const PortSignal<double>* source : written.sources) selected.push_back({source, -1});
  if (!makes_file) {
    outputs_.push_back({written.block, SignalRecorder(*build.index, selected), nullptr});
    return;
  }
  RequireFreeWay(written.block, written.file);
  try {
    auto file = std::make_unique<AtomicFile>(written.file);
    // A file has all rows, however many: what memory is too small for waits beside it.
    auto memory = std::make_shared<SpillMemory>(
        std::filesystem::path(written.file).parent_path().string(), kMostKeptBytes);
    outputs_.push_back({written.block, SignalRecorder(*build.index, selected, std::move(memory)),
                        std::move(file)});
  } catch (const FileError& error) {
    throw FileError(written.block + ": " + error.what());
  }
  outputs_.back().recorder.ReserveUsual();
}

std::vector<SignalRecorder*> WrittenFiles::recorders() {
  std::vector<SignalRecorder*> recorders;
  for (Output& output : outputs_) recorders.push_back(&output.recorder);
  return recorders;
}

// The earliest value that is not finite among those that were written to any file.
std::optional<NonFiniteValue> WrittenFiles::FirstNonFinite() const {
  std::optional<NonFiniteValue> first;
  for (const Output& output : outputs_) {
    const std::optional<NonFiniteValue>& other = output.recorder.non_finite();
    if (other.has_value() && (!first.has_value() || other->time < first->time)) first = other;
  }
  return first;
}

// In the format that the name of each file says.
void WrittenFiles::Write() {
  for (Output& output : outputs_) {
    if (output.file == nullptr) continue;
    RequireFreeWay(output.block, output.file->path());  // it may have come since the start
    WriteResults(*output.recorder.recording(), *ResultFormatOf(output.file->path()),
                 output.file.get());
  }
}

}  // namespace loopwright
