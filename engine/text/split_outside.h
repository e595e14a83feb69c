#pragma once

#include <string_view>
#include <vector>

namespace loopwright {

/// A text without the blanks at its ends.
std::string_view WithoutBlanks(std::string_view text);

/// Takes `text` apart at `separator` where no bracket and no quote is open, each part without
/// blanks around it: "f(a, b), c" at ',' into "f(a, b)" and "c".
std::vector<std::string_view> SplitOutside(std::string_view text, char separator);

}  // namespace loopwright
