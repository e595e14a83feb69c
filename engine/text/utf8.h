#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace loopwright {

/// What DecodeUtf8() gives for bytes that are not UTF-8.
inline constexpr char32_t kNotUtf8 = 0xffffffff;

/// The code point at `*position`, which then stands behind it; kNotUtf8, one byte on, where the
/// bytes there are not UTF-8 (overlong forms and surrogates included). `*position` < text.size().
char32_t DecodeUtf8(std::string_view text, std::size_t* position);

/// Appends a code point as UTF-8.
void AppendUtf8(char32_t code_point, std::string* out);

/// True for a byte that starts a character: all but the continuation bytes 10xxxxxx.
inline bool IsUtf8Start(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; }

/// How many characters (code points) `text` has; it is UTF-8.
inline std::size_t CountCharacters(std::string_view text) {
  return std::count_if(text.begin(), text.end(), IsUtf8Start);
}

/// Appends `text` as a JSON string with its quotes; what needs no escape stays as it is.
void AppendJsonString(std::string_view text, std::string* out);

}  // namespace loopwright
