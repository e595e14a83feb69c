#include "engine/document/block_name.h"

#include <vector>

#include "engine/document/document.h"
#include "engine/text/normalization.h"
#include "engine/text/suggest_name.h"
#include "engine/text/utf8.h"

namespace loopwright {
namespace {

constexpr std::string_view kForbidden = "/.[],\"'";

bool IsControl(char32_t c) { return c < 0x20 || (c >= 0x7f && c < 0xa0); }

bool IsForbidden(char32_t c) {
  return c < 0x80 && kForbidden.find(static_cast<char>(c)) != std::string_view::npos;
}

// Unicode's White_Space beyond the control characters.
bool IsSpace(char32_t c) {
  return c == ' ' || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 ||
         c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000;
}

}  // namespace

// Goes through the characters once and tells the first thing that is wrong, with what would be
// right. A name must have one form only (Unicode's NFC): two that look the same and differ in bytes
// would be two blocks.
std::string BlockNameProblem(std::string_view name) {
  if (name.empty()) return "a name has at least one character";
  int characters = 0;
  char32_t first = 0;
  char32_t last = 0;
  for (std::size_t position = 0; position < name.size(); ++characters) {
    last = DecodeUtf8(name, &position);
    if (characters == 0) first = last;
    if (last == kNotUtf8) return "a name is UTF-8";
    if (IsControl(last)) return "a name has no control characters";
    if (IsForbidden(last)) {
      return "a name has no " + std::string(1, static_cast<char>(last)) +
             "; / . [ ] , and quotes are for paths and signals";
    }
  }
  if (characters > kMaxBlockName) {
    return "it has " + std::to_string(characters) + " characters; a name has at most " +
           std::to_string(kMaxBlockName);
  }
  if (IsSpace(first) || IsSpace(last)) return "a name has no space at its start or end";
  if (!IsComposed(name)) {
    return "a letter and its accent must be one character (Unicode's form NFC)";
  }
  return {};
}

// Makes a name of any text, such as one that was pasted: what may not be in a name becomes an
// underscore, spaces at the ends go, and too long a text is cut. An accent that would have to be
// joined with the letter before it is replaced as well.
std::string MakeBlockName(std::string_view text, int max_characters) {
  std::string name;
  int characters = 0;
  for (std::size_t position = 0; position < text.size() && characters < max_characters;) {
    const char32_t c = DecodeUtf8(text, &position);
    if (name.empty() && IsSpace(c)) continue;
    const bool replaced = c == kNotUtf8 || IsControl(c) || IsForbidden(c);
    AppendUtf8(replaced ? U'_' : c, &name);
    ++characters;
    if (!IsComposed(name)) {
      while (!IsUtf8Start(name.back())) name.pop_back();
      name.back() = '_';
    }
  }
  while (!name.empty() && !BlockNameProblem(name).empty()) {  // a space at the end
    while (!IsUtf8Start(name.back())) name.pop_back();
    name.pop_back();
  }
  return name.empty() ? "block" : name;
}

// What may have been meant by a block's name that is unknown. In a large diagram nothing is
// suggested, since each name is compared letter by letter.
std::string WireAdvice(std::string_view name, const BlockList& blocks) {
  constexpr std::size_t kSuggestedFrom = 200;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < blocks.size() && blocks.size() <= kSuggestedFrom; ++i) {
    names.push_back(blocks[i].name);
  }
  std::string suggestion = DidYouMean(name, names, '"');
  if (!suggestion.empty() && !blocks.contains(name)) return suggestion;
  return "; a wire goes from \"BLOCK.PORT\" to \"BLOCK.PORT\" of blocks beside it";
}

}  // namespace loopwright
