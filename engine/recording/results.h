#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loopwright {

class AtomicFile;
class Recording;
enum class ResultFormat;

/// Takes the next bytes of what is written.
using ByteSink = std::function<void(std::string_view)>;

/// Writes a recording as CSV (RFC 4180, lines end in LF): the header `time,side,PATH.PORT,...`
/// (`PATH.PORT[k]` for signals of several elements), then a line for every row. Numbers are
/// written as FormatNumber() does, the side as `-` or `+`.
void WriteCsv(const Recording& recording, const ByteSink& sink);

/// Writes the time, the side, and of the signals only these columns, in the order given.
void WriteCsv(const Recording& recording, std::span<const int> columns, const ByteSink& sink);

/// Writes a recording as JSON: `{"time": [...], "side": ["-", ...], "signals": {"PATH.PORT":
/// [...]}}`. A signal of several elements is a list of lists, one for every row. Values that are
/// not finite are the strings "nan", "inf", "-inf".
void WriteJson(const Recording& recording, const ByteSink& sink);

/// Writes a recording as a MAT-file of level 5. Every signal is a struct of time (n by 1), side (n
/// by 1, int8: -1 before, 1 after), value (n by width) and label (its path), called as MatNames()
/// says. The library that does it needs a file that it can go back in: with a sink that is one in
/// the folder for temporary files, which is then copied. Throws FileError, also for a signal of
/// more than 2 GB.
void WriteMat(const Recording& recording, const AtomicFile& file);
void WriteMat(const Recording& recording, const ByteSink& sink);

/// Writes a recording in any of these forms, to a sink or to a file, which it commits.
void WriteResults(const Recording& recording, ResultFormat format, const ByteSink& sink);
void WriteResults(const Recording& recording, ResultFormat format, AtomicFile* file);

/// The names of variables for signals of these paths: every character but ASCII letters, digits and
/// `_` is `_`, cut to 63 characters; of equal names the second ends in `_2`, and so on.
std::vector<std::string> MatNames(const std::vector<std::string>& paths);

}  // namespace loopwright
