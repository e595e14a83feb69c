#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "engine/file/load.h"
#include "engine/file/save.h"
#include "engine/kept_run/run_file.h"
#include "engine/kept_run/run_file_writer.h"
#include "engine/recording/recording.h"
#include "engine/run/run_setup.h"
#include "tests/engine/session_blocks.h"

namespace loopwright::kept_runs {

inline RecordedSignal Signal(std::string path, int width, bool discrete = false) {
  RecordedSignal signal;
  signal.path = std::move(path);
  signal.width = width;
  signal.discrete = discrete;
  return signal;
}

inline void Append(Recording* recording, double t, Side side, const std::vector<double>& row) {
  recording->Append(t, side, row.data());
}

/// What a run is told before each step, with the writer of its file.
using Act = std::function<bool(double time, RunSetup* setup, RunFileWriter* writer)>;

/// Runs a document and keeps the run in the file at `path`.
inline RunOutcome Keep(
    const Document& document, const RunOptions& options, const std::string& path,
    const Act& act = [](double, RunSetup*, RunFileWriter*) { return true; }) {
  RunSetup setup(document, session_blocks::Registry(), options);
  RunFileWriter writer(
      path, DescribeStart(setup, options, "folder/test.loop.json", SaveCanonical(document), "1.2"));
  RunOutcome outcome = setup.Run([&](double time, int64_t) {
    writer.Follow(*setup.recording());
    return act(time, &setup, &writer);
  });
  writer.Finish(*setup.recording(), outcome);
  return outcome;
}

inline bool HaveSameRows(const Recording& a, const Recording& b, int64_t rows) {
  for (int64_t r = 0; r < rows; ++r) {
    if (a.time(r) != b.time(r) || a.side(r) != b.side(r)) return false;
    for (int c = 0; c < a.num_columns(); ++c) {
      if (std::bit_cast<uint64_t>(a.value(r, c)) != std::bit_cast<uint64_t>(b.value(r, c))) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace loopwright::kept_runs
