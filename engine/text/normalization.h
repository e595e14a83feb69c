#pragma once

#include <string_view>

namespace loopwright {

/// False where `text` (valid UTF-8) is not in Unicode's Normalization Form C: it holds a character
/// that NFC replaces, or a letter directly followed by a mark that NFC makes one character with it
/// (Hangul included). Never false for a text in NFC; a text with several marks on one letter in an
/// order that NFC would change is not found out.
/// Source: Unicode Standard Annex 15; the table covers Unicode 14.
bool IsComposed(std::string_view text);

}  // namespace loopwright
