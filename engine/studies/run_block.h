#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/common/bytes.h"
#include "engine/studies/study_results.h"

namespace loopwright {

/// Runs that follow each other, made by one thread, of this process or another.
struct RunBlock {
  uint64_t first = 0;  ///< number of the first run
  uint64_t asked = 0;
  uint64_t made = 0;  ///< fewer than asked where making was broken off
  /// As StudyResults has them: the values of each run, the endings of some, and of each run the
  /// cells of the ensemble.
  std::vector<double> values;
  std::vector<RunEnding> endings;
  std::vector<double> on_grid;
};

/// As bytes, for a file or a message, and back. DamagedBytes where these are no endings, or no
/// block whose numbers fit together for a study with so many values and cells a run.
void PutEndings(const std::vector<RunEnding>& endings, BytesWriter* out);
std::vector<RunEnding> GetEndings(BytesReader* in);
std::string RunBlockBytes(const RunBlock& block);
RunBlock ReadRunBlock(std::string_view bytes, std::size_t num_values, std::size_t num_cells);

}  // namespace loopwright
