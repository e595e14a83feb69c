#include "engine/kept_run/run_file.h"

#include <algorithm>
#include <exception>
#include <stdexcept>

#include "engine/common/bytes.h"
#include "engine/common/exceptions.h"
#include "engine/file/load.h"
#include "engine/kept_run/chunk.h"
#include "engine/kept_run/rows_chunk.h"
#include "engine/recording/recording.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

constexpr size_t kFileHeadBytes = 12;  // signature, version

[[noreturn]] void ThrowCannotOpen(const std::string& name, const std::string& why) {
  throw FileError("Cannot open " + name + ": it is " + why);
}

// Throws DamagedBytes or a std::exception where the content is none of the kind.
RunStart ParseBeginning(std::string_view content) {
  BytesReader reader(content);
  RunStart start = ParseRunStart(reader.GetText());
  start.diagram_text = reader.GetText();
  for (KeptInput& input : start.inputs) input.bytes = reader.GetText();
  return start;
}

[[noreturn]] void ThrowNoRun(const std::string& name) {
  ThrowCannotOpen(
      name, "no file of a run, as `loopwright-cli run FILE --save-run RUN.loop-run` writes one");
}

[[noreturn]] void ThrowCutBefore(const std::string& name) {
  ThrowCannotOpen(name, "the file of a run, but cut before the run began; make the run again");
}

[[noreturn]] void ThrowDamagedRecord(const std::string& name) {
  ThrowCannotOpen(name, "damaged where its record begins, so nothing of it can be read");
}

// Tells three cases apart for the user: no file of a run at all, one that was cut at once, and one
// of a newer program.
void RequireSignature(std::string_view bytes, const std::string& name) {
  const size_t compared = std::min(bytes.size(), kRunFileSignature.size());
  if (bytes.substr(0, compared) != kRunFileSignature.substr(0, compared)) ThrowNoRun(name);
  if (bytes.size() < kFileHeadBytes) ThrowCutBefore(name);
  const auto version = BytesReader(bytes.substr(kRunFileSignature.size())).Get<uint32_t>();
  if (version < 1) ThrowNoRun(name);
  if (version > kRunFileVersion) {
    ThrowCannotOpen(name, "of version " + std::to_string(version) +
                              " of the form of runs' files; this program reads up to version " +
                              std::to_string(kRunFileVersion) +
                              ": open it with the program that wrote it, or a newer one");
  }
}

// Puts what a chunk holds into the run. Throws where that is not what its kind says.
void TakeChunk(const Chunk& chunk, Recording* recording, KeptRun* run) {
  if (chunk.kind == kRowsChunk) {
    if (!DecodeRows(chunk.content, recording)) {
      throw std::runtime_error("its rows do not follow the ones before");
    }
  } else if (chunk.kind == kEditChunk) {
    run->changes.push_back(ParseRunNote(chunk.content));
  } else if (chunk.kind == kEndChunk) {
    run->finish = ParseRunFinish(chunk.content);
  }
}

std::string DamageAt(size_t offset, const KeptRun& run) {
  std::string text = "is damaged at byte " + std::to_string(offset) + ": ";
  const int64_t rows = run.recording->size();
  if (rows == 0) return text + "nothing that was recorded can be read";
  return text + "only what was recorded up to t = " + FormatNumber(run.recording->time(rows - 1)) +
         " s can be read";
}

}  // namespace

// Without the first chunk nothing can be said, so its faults are errors. Behind it, whatever is
// damaged ends the reading, and what came before is the run: that is how the file of a crashed
// program is read.
KeptRun ReadRun(std::string_view bytes, const std::string& name) {
  RequireSignature(bytes, name);
  ChunkReader reader(bytes, kFileHeadBytes);
  const std::optional<Chunk> first = reader.Next();
  if (!first.has_value() && !reader.is_damaged()) ThrowCutBefore(name);
  if (!first.has_value()) ThrowDamagedRecord(name);
  KeptRun run;
  try {
    if (first->kind != kBeginChunk) throw std::runtime_error("another chunk is first");
    run.start = ParseBeginning(first->content);
  } catch (const std::exception&) {
    ThrowDamagedRecord(name);
  } catch (const DamagedBytes&) {
    ThrowDamagedRecord(name);
  }
  const auto recording = std::make_shared<Recording>(run.start.recorded);
  run.recording = recording;
  size_t offset = reader.offset();
  try {
    while (const std::optional<Chunk> chunk = reader.Next()) {
      TakeChunk(*chunk, recording.get(), &run);
      offset = reader.offset();
    }
    if (reader.is_damaged()) run.damage = DamageAt(offset, run);
  } catch (const std::exception&) {
    run.damage = DamageAt(offset, run);
  }
  return run;
}

KeptRun ReadRunFile(const std::string& path) { return ReadRun(ReadFile(path), path); }

}  // namespace loopwright
