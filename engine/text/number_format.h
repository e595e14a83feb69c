#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace loopwright {

/// Writes `value` in the notation shared by diagram files and results: the fewest digits that
/// read back to the same double, plain from 1e-5 up to 1e16 and scientific elsewhere
/// (`1`, `0.01`, `100000`, `1e-06`), -0 as `0`, and `nan`, `inf`, `-inf`.
std::string FormatNumber(double value);

/// Appends what FormatNumber() writes to `out`, without allocating when `out` has room for 32 more
/// characters.
void AppendNumber(double value, std::string* out);

/// The number that the whole of a text is; nothing where it is none, or more than a number.
std::optional<double> ReadNumber(std::string_view text);

}  // namespace loopwright
