#include "engine/text/wildcard.h"

#include <cstddef>

#include "engine/text/utf8.h"

namespace loopwright {
namespace {

// Behind the character that begins at `at`.
std::size_t NextCharacter(std::string_view text, std::size_t at) {
  ++at;
  while (at < text.size() && !IsUtf8Start(text[at])) ++at;
  return at;
}

}  // namespace

bool HasWildcard(std::string_view text) { return text.find_first_of("*?") != text.npos; }

// Of the '*' only the last one seen may have to take more: what those before it took was the least
// that fits, and taking more could not leave more of the text to match.
bool MatchesWildcards(std::string_view text, std::string_view pattern) {
  std::size_t t = 0, p = 0;
  std::size_t star = pattern.npos, taken = 0;  // the last '*', and where what it takes ends
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      taken = t;
    } else if (p < pattern.size() && pattern[p] == '?') {
      t = NextCharacter(text, t);
      ++p;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++t;
      ++p;
    } else if (star != pattern.npos) {
      t = taken = NextCharacter(text, taken);
      p = star + 1;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == pattern.npos;
}

}  // namespace loopwright
