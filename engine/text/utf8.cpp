#include "engine/text/utf8.h"

namespace loopwright {

// The number of leading ones in the first byte says how many bytes there are. Refused are bytes
// that cannot begin a character, longer forms than needed, surrogates, and what is beyond Unicode;
// then one byte is skipped, so that a reader finds its way again.
char32_t DecodeUtf8(std::string_view text, std::size_t* position) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t start = (*position)++;
  const unsigned char first = byte(start);
  if (first < 0x80) return first;
  const int length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || start + length > text.size()) return kNotUtf8;
  char32_t code_point = first & (0x7f >> length);
  for (int i = 1; i < length; ++i) {
    if (IsUtf8Start(text[start + i])) return kNotUtf8;
    code_point = code_point << 6 | (byte(start + i) & 0x3f);
  }
  const char32_t least = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80;
  const bool surrogate = code_point >= 0xd800 && code_point < 0xe000;
  if (code_point < least || code_point > 0x10ffff || surrogate) return kNotUtf8;
  *position = start + length;
  return code_point;
}

// Six bits in each byte after the first.
void AppendUtf8(char32_t code_point, std::string* out) {
  const auto append = [&](char32_t bits) { out->push_back(static_cast<char>(bits)); };
  if (code_point < 0x80) return append(code_point);
  const int more = code_point < 0x800 ? 1 : code_point < 0x10000 ? 2 : 3;  // bytes to follow
  append(0xff << (7 - more) | code_point >> 6 * more);
  for (int i = more - 1; i >= 0; --i) append(0x80 | (code_point >> 6 * i & 0x3f));
}

void AppendJsonString(std::string_view text, std::string* out) {
  static constexpr char kHex[] = "0123456789abcdef";
  // What has an escape of its own, and its letter.
  static constexpr std::string_view kEscaped = "\"\\\n\t\r\b\f", kLetters = "\"\\ntrbf";
  out->push_back('"');
  for (const char c : text) {
    const bool is_control = static_cast<unsigned char>(c) < 0x20;
    if (!is_control && c != '"' && c != '\\') {
      out->push_back(c);
    } else if (const std::size_t i = kEscaped.find(c); i != kEscaped.npos) {
      out->append({'\\', kLetters[i]});
    } else {
      out->append({'\\', 'u', '0', '0', kHex[c >> 4], kHex[c & 15]});
    }
  }
  out->push_back('"');
}

}  // namespace loopwright
