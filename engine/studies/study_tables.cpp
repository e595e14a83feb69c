#include "engine/studies/study_tables.h"

#include <algorithm>
#include <cmath>

#include "engine/statistics/confidence.h"
#include "engine/studies/study_results.h"
#include "engine/text/csv_field.h"
#include "engine/text/number_format.h"
#include "engine/text/utf8.h"

namespace loopwright {
namespace {

constexpr std::size_t kWrittenBytes = std::size_t{1} << 16;

std::size_t NumRows(const Table& table) {
  return table.empty() ? 0 : std::max(table[0].numbers.size(), table[0].texts.size());
}

// Hands on what was written so far where it has become much.
void Flush(std::string* out, const TableSink& sink, bool all = false) {
  if (out->size() < kWrittenBytes && !all) return;
  sink(*out);
  out->clear();
}

// JSON has no word for what is not a number or infinite: null stands for nothing, and infinity is a
// text.
void AppendJsonNumber(double number, std::string* out) {
  if (std::isnan(number)) {
    *out += "null";
  } else if (std::isinf(number)) {
    AppendJsonString(FormatNumber(number), out);
  } else {
    AppendNumber(number, out);
  }
}

// "5" of 0.05, "2.5" of 0.025: with the digits of a person, not those of 100·0.07.
std::string InPercent(double quantile) { return FormatNumber(std::round(quantile * 1e12) / 1e10); }

// A row of the columns of one signal: what is said of its sample at one time and side. An empty
// sample has no mean, least or greatest value.
void AppendStatistics(const SampleSummary& sample, const EnsembleStatistics& statistics,
                      std::span<TableColumn> columns) {
  const Moments& moments = sample.moments;
  const bool is_empty = moments.count == 0;
  const double nothing = std::nan("");
  std::vector<double> row{static_cast<double>(moments.count), is_empty ? nothing : moments.mean,
                          moments.standard_deviation(),
                          MeanHalfWidth(sample.independent, statistics.confidence)};
  for (const double quantile : statistics.quantiles) row.push_back(sample.Quantile(quantile));
  row.push_back(is_empty ? nothing : moments.least);
  row.push_back(is_empty ? nothing : moments.greatest);
  for (std::size_t i = 0; i < row.size(); ++i) columns[i].numbers.push_back(row[i]);
}

}  // namespace

// A row for each run: what was drawn for it, what was measured, and how it ended. The endings are
// sorted by run, so one pass goes along both.
Table RunsTable(const StudyResults& results) {
  Table table{{"run", {}, {}}};
  for (const std::string& name : results.parameters) table.push_back({name, {}, {}});
  for (const std::string& name : results.measures) table.push_back({name, {}, {}});
  TableColumn end{"end", {}, {}}, block{"block", {}, {}}, time{"time", {}, {}},
      reason{"reason", {}, {}};
  auto ending = results.endings.begin();
  for (uint64_t run = 0; run < results.num_runs; ++run) {
    table[0].numbers.push_back(static_cast<double>(run));
    for (std::size_t i = 0; i < results.num_values(); ++i) {
      table[i + 1].numbers.push_back(results.ValuesOf(run)[i]);
    }
    const bool has_ending = ending != results.endings.end() && ending->run == run;
    const bool failed = has_ending && ending->end == RunEnd::kFailed;
    end.texts.emplace_back(failed ? "failed" : has_ending ? "stopped" : "done");
    block.texts.push_back(has_ending ? ending->block : "");
    time.numbers.push_back(has_ending ? ending->time : std::nan(""));
    reason.texts.push_back(has_ending ? ending->reason : "");
    if (has_ending) ++ending;
  }
  for (TableColumn* column : {&end, &block, &time, &reason}) table.push_back(std::move(*column));
  return table;
}

// Two rows for each time of the grid, before and after the updates there, with the statistics of
// all signals side by side. The cells of the ensemble lie in the same order: time, side, signal.
Table EnsembleTable(const StudyResults& results, const EnsembleStatistics& statistics) {
  Table table{{"time", {}, {}}, {"side", {}, {}}};
  std::vector<std::string> names{"count", "mean", "standard_deviation", "confidence"};
  for (const double quantile : statistics.quantiles) names.push_back("q" + InPercent(quantile));
  names.insert(names.end(), {"least", "greatest"});
  for (const std::string& signal : results.signal_labels) {
    for (const std::string& name : names) table.push_back({signal + ":" + name, {}, {}});
  }
  std::size_t cell = 0;
  for (const double time : results.times) {
    for (const char* side : {"-", "+"}) {
      table[0].numbers.push_back(time);
      table[1].texts.emplace_back(side);
      for (std::size_t i = 0; i < results.signal_labels.size(); ++i) {
        AppendStatistics(results.ensemble.Cell(cell++), statistics,
                         std::span(table).subspan(2 + i * names.size(), names.size()));
      }
    }
  }
  return table;
}

// Tables of variants below each other, with a first column that names the variant. Columns are
// joined by name, and a variant without one has nothing in its rows: variants may have other random
// parameters.
Table StackVariants(const std::vector<std::string>& names, std::vector<Table> tables) {
  Table all{{"variant", {}, {}}};
  for (const Table& table : tables) {
    for (const TableColumn& column : table) {
      const bool is_new = std::ranges::none_of(
          all, [&](const TableColumn& other) { return other.name == column.name; });
      if (is_new) all.push_back({column.name, {}, {}});
    }
  }
  for (std::size_t v = 0; v < tables.size(); ++v) {
    const std::size_t rows = NumRows(tables[v]);
    all[0].texts.insert(all[0].texts.end(), rows, names[v]);
    for (TableColumn& stacked : all) {
      if (&stacked == &all[0]) continue;
      const auto column = std::ranges::find(tables[v], stacked.name, &TableColumn::name);
      if (column == tables[v].end()) {
        stacked.numbers.insert(stacked.numbers.end(), rows, std::nan(""));
        continue;
      }
      stacked.numbers.insert(stacked.numbers.end(), column->numbers.begin(), column->numbers.end());
      stacked.texts.insert(stacked.texts.end(), column->texts.begin(), column->texts.end());
    }
  }
  return all;
}

// A missing number is an empty field.
void WriteTableCsv(const Table& table, const TableSink& sink) {
  std::string out;
  const char* separator = "";
  for (const TableColumn& column : table) {
    out += separator + CsvField(column.name);
    separator = ",";
  }
  out += '\n';
  for (std::size_t row = 0; row < NumRows(table); ++row) {
    for (std::size_t i = 0; i < table.size(); ++i) {
      if (i > 0) out += ',';
      if (!table[i].texts.empty()) {
        out += CsvField(table[i].texts[row]);
      } else if (!std::isnan(table[i].numbers[row])) {
        AppendNumber(table[i].numbers[row], &out);
      }
    }
    out += '\n';
    Flush(&out, sink);
  }
  Flush(&out, sink, true);
}

// An object with a list for each column: the way in which data frames are read.
void WriteTableJson(const Table& table, const TableSink& sink) {
  std::string out = "{";
  for (std::size_t i = 0; i < table.size(); ++i) {
    out += i > 0 ? ",\n" : "";
    AppendJsonString(table[i].name, &out);
    out += ": [";
    for (std::size_t row = 0; row < NumRows(table); ++row) {
      if (row > 0) out += ", ";
      if (!table[i].texts.empty()) {
        AppendJsonString(table[i].texts[row], &out);
      } else {
        AppendJsonNumber(table[i].numbers[row], &out);
      }
      Flush(&out, sink);
    }
    out += ']';
  }
  out += "}\n";
  Flush(&out, sink, true);
}

}  // namespace loopwright
