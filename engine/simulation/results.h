#pragma once

#include <functional>
#include <string_view>

namespace loopwright {

class Recording;

/// Takes the next bytes of what is written.
using ByteSink = std::function<void(std::string_view)>;

/// Writes a recording as CSV (RFC 4180, lines end in LF): the header `time,side,PATH.PORT,...`
/// (`PATH.PORT[k]` for signals of several elements), then a line for every row. Numbers are
/// written as FormatNumber() does, the side as `-` or `+`.
void WriteCsv(const Recording& recording, const ByteSink& sink);

/// Writes a recording as JSON: `{"time": [...], "side": ["-", ...], "signals": {"PATH.PORT":
/// [...]}}`. A signal of several elements is a list of lists, one for every row. Values that are
/// not finite are the strings "nan", "inf", "-inf".
void WriteJson(const Recording& recording, const ByteSink& sink);

}  // namespace loopwright
