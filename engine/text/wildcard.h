#pragma once

#include <string_view>

namespace loopwright {

/// Whether `text` has wildcards: `*`, which stands for any characters, or `?`, for exactly one.
bool HasWildcard(std::string_view text);

/// Whether all of `text` (UTF-8) is what `pattern` says.
bool MatchesWildcards(std::string_view text, std::string_view pattern);

}  // namespace loopwright
