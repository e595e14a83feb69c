#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loopwright {

/// The one of `candidates` that `name` was probably meant to be: the nearest by edits of letters
/// (inserted, left out, replaced, two neighbours swapped), ignoring case, if it is near; of equally
/// near ones that with the longest common beginning (`sin` for `sinn`, not `sign`). Of two
/// letters the second may differ (`Kq` for `Kp`, not `u2` for `u1`), of three to five one, of more
/// two. Nothing when none is near.
std::optional<std::string> SuggestName(std::string_view name,
                                       const std::vector<std::string>& candidates);

/// The same as the end of a message, ", did you mean 'Kp'?"; empty when none is near.
std::string DidYouMean(std::string_view name, const std::vector<std::string>& candidates,
                       char quote = '\'');

/// Words in a row, for a message: "linear, cubic or nearest" where `last` is " or ".
std::string ListWords(const std::vector<std::string>& words, std::string_view last);

}  // namespace loopwright
