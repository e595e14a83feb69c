#include "engine/text/number_format.h"

#include <charconv>
#include <cmath>

namespace loopwright {

// The shortest text that is read back as the same number, without exponent where a person would
// write it so: 0.001, but 1e-06. Both zeros are 0.
void AppendNumber(double value, std::string* out) {
  if (std::isnan(value) || value == 0) {
    out->append(value == 0 ? "0" : "nan");
    return;
  }
  const double magnitude = std::abs(value);
  const bool plain = magnitude >= 1e-5 && magnitude < 1e16;
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, value,
                                 plain ? std::chars_format::fixed : std::chars_format::scientific);
  out->append(text, end.ptr);
}

std::optional<double> ReadNumber(std::string_view text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

std::string FormatNumber(double value) {
  std::string text;
  AppendNumber(value, &text);
  return text;
}

}  // namespace loopwright
