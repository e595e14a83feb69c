#include "engine/file/signal_file.h"

#include <cmath>
#include <optional>
#include <stdexcept>

#include "engine/common/csv_reader.h"
#include "engine/document/diagnostics.h"
#include "engine/text/number_format.h"
#include "engine/text/split_outside.h"
#include "engine/text/suggest_name.h"

namespace loopwright {
namespace {

constexpr std::size_t kMostNamesListed = 10;

// A finite number and nothing else: not "1 m", not "nan".
std::optional<double> ReadFinite(std::string_view text) {
  const std::optional<double> value = ReadNumber(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

// Reads a table of a time and signals: the first line has names, the first column times that
// increase. Errors are CsvErrors with line and column.
class SignalFileParser {
 public:
  explicit SignalFileParser(std::string_view bytes) : bytes_(bytes), reader_(bytes) {}

  SignalFile Parse(const std::string& columns) {
    if (!reader_.Next())
      throw CsvError(1, 1, "the file is empty: its first line names the columns");
    ReadHeader();
    Select(columns);
    // A row has at least two bytes a column.
    const std::size_t most_rows = bytes_.size() / (2 * header_.size()) + 1;
    file_.times.reserve(most_rows / 4);
    file_.values.reserve(most_rows / 4 * selected_.size());
    while (reader_.Next()) AddRow();
    if (file_.times.empty()) {
      throw CsvError(2, 1, "there are no rows below the names of the columns");
    }
    return std::move(file_);
  }

 private:
  // A file whose first line is numbers has most likely lost its names, and its first row with them.
  void ReadHeader() {
    bool is_numbers = true;
    for (const std::string_view field : reader_.fields()) {
      header_.emplace_back(field);
      is_numbers = is_numbers && ReadFinite(field).has_value();
    }
    if (is_numbers) {
      reader_.FailAt(0, "the first line is numbers: it must be the names of the columns");
    }
  }

  // Which columns make the signal: those that `columns` names, separated by commas, or all but the
  // time.
  void Select(const std::string& columns) {
    if (WithoutBlanks(columns).empty()) {
      if (header_.size() < 2) {
        reader_.FailAt(0, "there is only the column of the time: give one more for the signal");
      }
      for (std::size_t i = 1; i < header_.size(); ++i) selected_.push_back(i);
    } else {
      CsvReader names(columns);
      try {
        names.Next();
      } catch (const CsvError& error) {
        throw std::invalid_argument("is no list of names: " + std::string(error.what()));
      }
      for (const std::string_view name : names.fields()) {
        selected_.push_back(Find(WithoutBlanks(name)));
      }
    }
    for (const std::size_t i : selected_) file_.names.push_back(header_[i]);
  }

  // The number of a column; a name that is missing or not unique is an error with a suggestion.
  std::size_t Find(std::string_view name) const {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < header_.size(); ++i) {
      if (header_[i] != name) continue;
      if (found) reader_.FailAt(i, "there are two columns " + Quoted(name) + ": rename one");
      found = i;
    }
    if (found) return *found;
    std::string text = "there is no column " + Quoted(name);
    if (const auto suggestion = SuggestName(name, header_)) {
      text += ", did you mean " + Quoted(*suggestion) + "?";
    } else {
      text += "; there are ";
      for (std::size_t i = 0; i < header_.size() && i < kMostNamesListed; ++i) {
        text += (i > 0 ? ", " : "") + Quoted(header_[i]);
      }
      if (header_.size() > kMostNamesListed) text += ", ...";
    }
    reader_.FailAt(0, text);
  }

  // The number in a column of the present row.
  double NumberAt(std::size_t column) const {
    const std::string_view text = reader_.fields()[column];
    if (const auto value = ReadFinite(text)) return *value;
    reader_.FailAt(column, Quoted(text) + " in the column " + Quoted(header_[column]) +
                               " is not a finite number");
  }

  // Values lie row by row, as a signal's vector at one time.
  void AddRow() {
    const double time = NumberAt(0);
    if (!file_.times.empty() && !(time > file_.times.back())) {
      reader_.FailAt(0, "the time " + FormatNumber(time) + " does not come after " +
                            FormatNumber(file_.times.back()) +
                            " in the row before: times must increase");
    }
    file_.times.push_back(time);
    for (const std::size_t column : selected_) file_.values.push_back(NumberAt(column));
  }

  std::string_view bytes_;
  CsvReader reader_;
  std::vector<std::string> header_;
  std::vector<std::size_t> selected_;  // columns of the signal
  SignalFile file_;
};

}  // namespace

SignalFile ParseSignalFile(std::string_view bytes, const std::string& columns) {
  return SignalFileParser(bytes).Parse(columns);
}

}  // namespace loopwright
