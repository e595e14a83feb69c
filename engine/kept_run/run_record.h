#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/recording/recording.h"
#include "engine/run/run_note.h"
#include "engine/run/run_options.h"
#include "engine/run/run_outcome.h"

namespace loopwright {

class RunSetup;
struct RunSettings;

/// A file that a block of the diagram read.
struct KeptInput {
  std::string name;  ///< as the diagram names it
  std::string bytes;
};

/// What is known of a run before its first step: all that it takes to make it again.
struct RunStart {
  std::string program;       ///< version of the program that made it
  std::string began;         ///< when, in UTC: 2026-01-31T12:00:00Z
  std::string diagram_file;  ///< the name of the diagram's file, without its folder
  std::string diagram_text;  ///< what was in that file, byte for byte
  std::vector<KeptInput> inputs;
  RunOptions options;
  /// What the settings were with all defaults filled in, by the names that they have in a diagram's
  /// file, `run` besides.
  std::vector<std::pair<std::string, std::string>> settings;
  std::vector<RecordedSignal> recorded;
};

/// How a run ended.
struct RunFinish {
  RunOutcome outcome;  ///< `end`, `message`, `path` and `time` of it
  int64_t rows = 0;
  /// RowDigest of them all; empty where they were never in a file.
  std::string digest;
};

/// The start of a run that was made ready from the diagram's file at `path`, which held `text`, by
/// a program of that version, now. FileError where a file that a block read cannot be read any
/// more.
RunStart DescribeStart(const RunSetup& setup, const RunOptions& options, const std::string& path,
                       std::string text, const std::string& program);

/// The settings by name, as RunStart has them.
std::vector<std::pair<std::string, std::string>> ListSettings(const RunSettings& settings);

/// @name The record as it lies in the file: JSON
/// Reading throws std::runtime_error or another std::exception where the text is none of these. The
/// diagram's text and the bytes of the inputs are not in the JSON of the start but beside it, with
/// their hashes in it.
/// @{
std::string ToJson(const RunStart& start);
RunStart ParseRunStart(std::string_view json);
std::string ToJson(const RunNote& note);
RunNote ParseRunNote(std::string_view json);
std::string ToJson(const RunFinish& finish);
RunFinish ParseRunFinish(std::string_view json);
/// @}

/// A word for the way a run ended, as it stands in files: `done`, `terminated`, `stopped`,
/// `failed`.
std::string_view ToText(RunEnd end);

}  // namespace loopwright
