#pragma once

#include <cstddef>
#include <deque>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace loopwright {

/// What is wrong with a CSV file, and where: line and column count from 1, columns in characters.
/// `what()` says only what is wrong; who knows the file puts its name and the place before it, as
/// in "wind.csv:3:7: the quote is never closed".
class CsvError : public std::runtime_error {
 public:
  CsvError(int line, int column, const std::string& text)
      : std::runtime_error(text), line_(line), column_(column) {}
  int line() const { return line_; }
  int column() const { return column_; }

 private:
  int line_;
  int column_;
};

/// Reads comma-separated values (RFC 4180) record by record: fields that hold a comma, a quote or a
/// line break stand in quotes, a quote in them is doubled, lines end in CR LF or LF. It is strict:
/// a quote inside a field without quotes, anything after a closing quote, a CR without LF, and a
/// record with another number of fields than the first are errors. A byte order mark is skipped.
class CsvReader {
 public:
  /// `bytes` must outlive the reader.
  explicit CsvReader(std::string_view bytes);

  /// Reads the next record; false at the end. Throws CsvError.
  bool Next();
  /// The fields of the record just read, without quotes. They hold until the next call of Next().
  const std::vector<std::string_view>& fields() const { return fields_; }

  /// Throws a CsvError at field `index` of the record just read.
  [[noreturn]] void FailAt(std::size_t index, const std::string& text) const;

 private:
  /// One field from at_ on, up to the comma or line end behind it.
  void ReadField();
  void ReadQuotedField();
  [[noreturn]] void FailAtByte(std::size_t at, const std::string& text) const;

  /// The whole file, and how far it was read.
  std::string_view bytes_;
  std::size_t at_ = 0;
  /// Where the present record begins, and in which line: lines are counted record by record.
  std::size_t record_begin_ = 0;
  int record_line_ = 1;
  bool is_first_ = true;
  std::size_t num_columns_ = 0;
  std::vector<std::string_view> fields_;
  std::vector<std::size_t> begins_;    // where the fields begin, with their quotes
  std::deque<std::string> unescaped_;  // fields with doubled quotes
};

}  // namespace loopwright
