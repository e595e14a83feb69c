#include "engine/common/csv_reader.h"

#include <algorithm>

namespace loopwright {

namespace {
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// "1 field", "2 fields".
std::string Fields(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " field" : " fields");
}
}  // namespace

CsvReader::CsvReader(std::string_view bytes) : bytes_(bytes) {
  if (bytes_.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    bytes_.remove_prefix(kByteOrderMark.size());
  }
}

// Reads the fields of one record. A line break inside quotes belongs to its field, so a record may
// have several lines, and lines are counted as they pass. Every record must have as many fields as
// the first, since a column that is missing would shift all others.
bool CsvReader::Next() {
  const auto passed = bytes_.substr(record_begin_, at_ - record_begin_);
  record_line_ += static_cast<int>(std::count(passed.begin(), passed.end(), '\n'));
  record_begin_ = at_;
  fields_.clear();
  begins_.clear();
  unescaped_.clear();
  if (at_ == bytes_.size()) return false;
  while (true) {
    begins_.push_back(at_);
    if (at_ < bytes_.size() && bytes_[at_] == '"') {
      ReadQuotedField();
    } else {
      ReadField();
    }
    if (at_ == bytes_.size()) break;
    const char end = bytes_[at_];
    if (end == '\r' && bytes_.substr(at_, 2) != "\r\n") {
      FailAtByte(at_, "a carriage return stands alone: lines end in CR LF or LF");
    }
    at_ += end == '\r' ? 2 : 1;
    if (end != ',') break;
  }
  if (is_first_) num_columns_ = fields_.size();
  is_first_ = false;
  if (fields_.size() == num_columns_) return true;
  FailAt(std::min(fields_.size() - 1, num_columns_), "the line has " + Fields(fields_.size()) +
                                                         ", the first line has " +
                                                         std::to_string(num_columns_));
}

// Up to the next comma or line end. A quote inside is refused: somewhere else it would have been
// read as the beginning of a quoted field.
void CsvReader::ReadField() {
  const std::size_t begin = at_;
  while (at_ < bytes_.size()) {
    const char c = bytes_[at_];
    if (c == ',' || c == '\n' || c == '\r') break;
    if (c == '"') {
      FailAtByte(at_,
                 "a quote stands inside a field: put the field in quotes and double the quote");
    }
    ++at_;
  }
  fields_.push_back(bytes_.substr(begin, at_ - begin));
}

// Up to the quote that is not doubled. Only a field with doubled quotes is copied; others are views
// into the bytes.
void CsvReader::ReadQuotedField() {
  const std::size_t begin = at_++;
  bool has_doubled = false;
  while (true) {
    const std::size_t quote = bytes_.find('"', at_);
    if (quote == std::string_view::npos) FailAtByte(begin, "the quote is never closed");
    at_ = quote + 1;
    if (at_ == bytes_.size() || bytes_[at_] != '"') break;
    has_doubled = true;
    ++at_;
  }
  if (at_ < bytes_.size() && bytes_[at_] != ',' && bytes_[at_] != '\n' && bytes_[at_] != '\r') {
    FailAtByte(at_, "after the closing quote comes a comma or the end of the line");
  }
  const std::string_view inside = bytes_.substr(begin + 1, at_ - begin - 2);
  if (!has_doubled) {
    fields_.push_back(inside);
    return;
  }
  std::string& text = unescaped_.emplace_back();
  for (std::size_t i = 0; i < inside.size(); ++i) {
    text += inside[i];
    if (inside[i] == '"') ++i;
  }
  fields_.push_back(text);
}

void CsvReader::FailAt(std::size_t index, const std::string& text) const {
  FailAtByte(begins_[index], text);
}

void CsvReader::FailAtByte(std::size_t at, const std::string& text) const {
  const std::string_view before = bytes_.substr(record_begin_, at - record_begin_);
  const int line = record_line_ + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t line_begin = before.rfind('\n') + 1;  // 0 where there is no line break
  // Bytes that continue a character of UTF-8 are not counted.
  const auto characters =
      std::count_if(before.begin() + static_cast<std::ptrdiff_t>(line_begin), before.end(),
                    [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
  throw CsvError(line, 1 + static_cast<int>(characters), text);
}

}  // namespace loopwright
