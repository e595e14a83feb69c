#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace loopwright {

/// A text without the blanks at its ends.
std::string_view WithoutBlanks(std::string_view text);

/// Takes `text` apart at `separator` where no bracket and no quote is open, each part without
/// blanks around it: "f(a, b), c" at ',' into "f(a, b)" and "c".
std::vector<std::string_view> SplitOutside(std::string_view text, char separator);

/// The place of the bracket that closes the one at `open`; the length of the text where none does.
/// Brackets in quotes are parts of names.
std::size_t ClosingBracket(std::string_view text, std::size_t open);

}  // namespace loopwright
