#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace loopwright {

/// The forms that results are written in.
enum class ResultFormat { kCsv, kMat, kJson };

/// The form that the end of a file's name says: .csv, .mat or .json. Nothing for other names, and
/// for those of diagrams, .loop.json.
std::optional<ResultFormat> ResultFormatOf(std::string_view path);

/// @name How files of results begin
/// By this a later run knows a file that it may replace (ObstacleToResults()). Writers of results
/// and IsResultFile() share these texts.
/// @{
inline constexpr std::string_view kCsvResultBegin = "time,side";
inline constexpr std::string_view kJsonResultBegin = "{\"time\": [";
inline constexpr std::string_view kJsonResultAfterTimes = "],\n\"side\": [";
inline constexpr std::string_view kMatResultBegin = "MATLAB 5.0 MAT-file, results of Loopwright";
/// @}

/// Whether the regular file at `path` is one of results, by what it begins with: of CSV the names
/// of the first two columns and the side of the first row, of JSON the times, all of them numbers,
/// and the key behind them, of a MAT-file its description. False where it cannot be read.
bool IsResultFile(const std::string& path);

/// What stands in the way of writing results to `path` unasked, as the end of the sentence
/// "`path` is …": a directory, pipe or device, a diagram by whatever name, or a file that no run
/// wrote, unless the person allowed to replace such (`may_replace`). Empty where nothing does.
std::string ObstacleToResults(const std::string& path, bool may_replace);

/// What ObstacleToResults() says would be right where `may_replace` is the remedy.
inline constexpr char kAllowReplacingRemedy[] = "allow replacing it with --allow-paths";

}  // namespace loopwright
