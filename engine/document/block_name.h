#pragma once

#include <string>
#include <string_view>

namespace loopwright {

class BlockList;

/// The longest name of a block, in characters.
inline constexpr int kMaxBlockName = 200;

/// Why `name` cannot be a block's name, and what would be right; "" where it can. A name has 1 to
/// 200 characters, none of / . [ ] , " ' and no control characters, no space at either end, and is
/// in Unicode's Normalization Form C (as far as IsComposed() tells).
std::string BlockNameProblem(std::string_view name);

/// A name of at most `max_characters` made from `text`: what a name cannot hold becomes `_`, what
/// is too much is cut. An empty text gives "block".
std::string MakeBlockName(std::string_view text, int max_characters = kMaxBlockName);

/// The end of a message about a name in a wire that none of `blocks` has: the one that was probably
/// meant, or what a wire should name. Where there are many blocks none is looked for, which would
/// take long for many wrong names.
std::string WireAdvice(std::string_view name, const BlockList& blocks);

}  // namespace loopwright
