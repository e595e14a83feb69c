#include "app/cli/output.h"

#include <filesystem>

#include "app/cli/commands.h"
#include "engine/common/exceptions.h"
#include "engine/recording/results.h"

namespace loopwright {
namespace {

// The format that --format names; UsageError for another word.
ResultFormat NamedFormat(const std::string& format) {
  if (format == "csv") return ResultFormat::kCsv;
  if (format == "mat") return ResultFormat::kMat;
  if (format == "json") return ResultFormat::kJson;
  throw UsageError("--format: there is no format \"" + format + "\"; there are csv, mat and json");
}

// Standard output, or a pipe or device that is there already: its name says nothing of a format.
bool IsNoFile(const std::string& out) {
  std::error_code error;
  const auto status = std::filesystem::status(out, error);
  return out == "-" ||
         (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
          !std::filesystem::is_directory(status));
}

}  // namespace

// What was said counts before what the name says; where both speak they must agree.
ResultFormat FormatOfOutput(const std::string& option, const std::string& out,
                            const std::optional<std::string>& format) {
  const std::optional<ResultFormat> by_name = ResultFormatOf(out);
  if (format.has_value()) {
    const ResultFormat named = NamedFormat(*format);
    if (by_name.has_value() && *by_name != named) {
      throw UsageError("--format: " + *format + " is not what the name \"" + out + "\" of " +
                       option + " says");
    }
    return named;
  }
  if (by_name.has_value()) return *by_name;
  if (IsNoFile(out)) return ResultFormat::kCsv;
  throw UsageError(option + ": \"" + out +
                   "\" names no format of results; it must end in .csv, .mat or .json, or be -, or "
                   "--format says it");
}

// A file is written beside its place until Commit(); `-` is standard output, at once.
Output::Output(const std::string& path) {
  if (path != "-") file_ = std::make_unique<AtomicFile>(path);
}

void Output::Write(std::string_view text) {
  if (file_ != nullptr) {
    file_->Write(text);
  } else {
    WriteStandardOutput(text);
  }
}

// Puts the complete file in its place; standard output needs nothing.
void Output::Commit() {
  if (file_ != nullptr) file_->Commit();
}

// The library's function of this name, which this one hides, knows both kinds of places.
void Output::WriteResults(const Recording& recording, ResultFormat format) {
  if (file_ != nullptr) {
    loopwright::WriteResults(recording, format, file_.get());
  } else {
    loopwright::WriteResults(recording, format, WriteStandardOutput);
  }
}

}  // namespace loopwright
