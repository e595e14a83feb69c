#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loopwright {

enum class ResultFormat;
struct StudyResults;

/// A column of a table: numbers, or texts. A number that is NaN is not there.
struct TableColumn {
  std::string name;
  std::vector<double> numbers;
  std::vector<std::string> texts;
};
using Table = std::vector<TableColumn>;

/// What a person asks of the ensemble at a time.
struct EnsembleStatistics {
  std::vector<double> quantiles = {0.05, 0.25, 0.5, 0.75, 0.95};  ///< from 0 to 1
  double confidence = 0.95;  ///< of the interval around the mean
};

/// A row for each run, in order: `run`, its random parameters, its measures, `end` (done, stopped
/// or failed), and where it did not come to its stop time `block`, `time` and `reason`.
Table RunsTable(const StudyResults& results);

/// Two rows for each time of the grid, before (-) and after (+) the updates there: `time`, `side`,
/// and for each signal S `S:count` (the runs that came there with a finite value), `S:mean`,
/// `S:standard_deviation`, `S:confidence` (half the width of the interval that holds the mean),
/// `S:q5` for each quantile in percent, `S:least`, `S:greatest`.
Table EnsembleTable(const StudyResults& results, const EnsembleStatistics& statistics);

/// Tables of several variants as one, with the variant's name as the first column, `variant`. A
/// column that only some have (a random parameter that a variant sets) is empty in the others.
Table StackVariants(const std::vector<std::string>& names, std::vector<Table> tables);

/// Takes the next bytes of what is written.
using TableSink = std::function<void(std::string_view)>;

/// Writes a table as CSV (RFC 4180, lines end in LF): the names, then a line a row, numbers as
/// FormatNumber() does, what is not there empty.
void WriteTableCsv(const Table& table, const TableSink& sink);

/// As JSON: `{"run": [0, 1], "end": ["done", "failed"]}`. What is not there is null, infinities are
/// the strings "inf" and "-inf".
void WriteTableJson(const Table& table, const TableSink& sink);

/// As a MAT-file of level 5 at `path`: a column vector for each column of numbers (NaN for what is
/// not there), a cell array for one of texts, called as MatNames() says. FileError.
void WriteTableMat(const Table& table, const std::string& path);

}  // namespace loopwright
