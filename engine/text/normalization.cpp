#include "engine/text/normalization.h"

#include <algorithm>
#include <iterator>

#include "engine/text/utf8.h"

namespace loopwright {
namespace {

struct CodePointRange {
  char32_t first;
  char32_t last;
};

struct Compositions {
  char32_t mark;
  std::u32string_view bases;
};

constexpr CodePointRange kReplaced[] = {
#define LOOPWRIGHT_NOT_NFC(first, last) {first, last},
#define LOOPWRIGHT_COMPOSES(mark, bases)
#include "engine/text/normalization_table.inc"
#undef LOOPWRIGHT_NOT_NFC
#undef LOOPWRIGHT_COMPOSES
};

constexpr Compositions kCompositions[] = {
#define LOOPWRIGHT_NOT_NFC(first, last)
#define LOOPWRIGHT_COMPOSES(mark, bases) {mark, bases},
#include "engine/text/normalization_table.inc"
#undef LOOPWRIGHT_NOT_NFC
#undef LOOPWRIGHT_COMPOSES
};

bool IsReplaced(char32_t c) {
  return std::ranges::any_of(
      kReplaced, [c](const CodePointRange& range) { return c >= range.first && c <= range.last; });
}

// Hangul is composed by arithmetic: a leading consonant and a vowel, or such a pair without final
// consonant and a final one (The Unicode Standard, section 3.12).
bool ComposesInHangul(char32_t base, char32_t next) {
  const bool leading = base >= 0x1100 && base <= 0x1112;
  const bool vowel = next >= 0x1161 && next <= 0x1175;
  const bool pair = base >= 0xac00 && base <= 0xd7a3 && (base - 0xac00) % 28 == 0;
  const bool final_consonant = next >= 0x11a8 && next <= 0x11c2;
  return (leading && vowel) || (pair && final_consonant);
}

bool Composes(char32_t base, char32_t next) {
  if (ComposesInHangul(base, next)) return true;
  const auto found = std::ranges::find(kCompositions, next, &Compositions::mark);
  return found != std::end(kCompositions) && found->bases.find(base) != std::u32string_view::npos;
}

}  // namespace

// Text in NFC has no character that the form replaces by another, and no two neighbours that it
// would join. Below U+0300 there is neither.
bool IsComposed(std::string_view text) {
  char32_t before = 0;
  for (std::size_t position = 0; position < text.size();) {
    const char32_t c = DecodeUtf8(text, &position);
    if (c >= 0x300 && (IsReplaced(c) || Composes(before, c))) return false;
    before = c;
  }
  return true;
}

}  // namespace loopwright
