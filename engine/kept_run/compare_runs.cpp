#include "engine/kept_run/compare_runs.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "engine/blocks/block_registry.h"
#include "engine/differences/document_differences.h"
#include "engine/file/load.h"
#include "engine/kept_run/hash.h"
#include "engine/kept_run/run_file.h"
#include "engine/recording/recording.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

// A place in a recording: at one time a value before an update (side -) comes before the one after
// it (side +).
struct Instant {
  double time;
  Side side;
  friend bool operator==(const Instant&, const Instant&) = default;
  friend bool operator<(const Instant& a, const Instant& b) {
    return std::tie(a.time, a.side) < std::tie(b.time, b.side);
  }
};

Instant InstantOf(const Recording& recording, int64_t row) {
  return {recording.time(row), recording.side(row)};
}

// Goes through the rows of a recording along instants that another one may have alone.
class Reader {
 public:
  explicit Reader(const Recording& recording) : recording_(recording) {}

  bool at_end() const { return row_ == recording_.size(); }
  Instant next() const { return InstantOf(recording_, row_); }
  // Goes on to an instant that is not before the last one, nor behind next().
  void MoveTo(const Instant& instant) {
    is_exact_ = !at_end() && next() == instant;
    instant_ = instant;
  }
  void Leave() { row_ += is_exact_ ? 1 : 0; }
  // Whether the recording reaches from before the instant to behind it.
  bool has_value() const { return is_exact_ || (row_ > 0 && !at_end()); }
  // The value at the instant. Between two rows, a signal that is held has the value of the row
  // before, and one that moves is on the straight line between both rows.
  double value(int column, bool is_held) const {
    if (is_exact_) return recording_.value(row_, column);
    const double before = recording_.value(row_ - 1, column);
    const double t0 = recording_.time(row_ - 1);
    const double t1 = recording_.time(row_);
    if (is_held || t0 == instant_.time || t1 == t0) return before;
    const double part = (instant_.time - t0) / (t1 - t0);
    return before + part * (recording_.value(row_, column) - before);
  }

 private:
  const Recording& recording_;
  int64_t row_ = 0;  // the first that is not before the instant
  Instant instant_{};
  bool is_exact_ = false;
};

// Goes through both recordings at once, along all instants that either of them has, and calls
// `visit` where both have a value. Runs with other steps can be compared so.
template <typename Visit>
void VisitCommonInstants(const Recording& a, const Recording& b, const Visit& visit) {
  Reader of_a(a), of_b(b);
  while (!of_a.at_end() && !of_b.at_end()) {
    const Instant instant = std::min(of_a.next(), of_b.next());
    of_a.MoveTo(instant);
    of_b.MoveTo(instant);
    if (of_a.has_value() && of_b.has_value()) visit(instant, of_a, of_b);
    of_a.Leave();
    of_b.Leave();
  }
}

// One column of both recordings, and the largest and the first difference that was found in it.
struct ColumnPair {
  int a, b;
  bool is_held;
  double range;
  ColumnDifference difference;
  bool differs = false;
};

std::map<std::string, int> ColumnsByLabel(const Recording& recording) {
  std::map<std::string, int> columns;
  for (int c = 0; c < recording.num_columns(); ++c) columns.emplace(recording.ColumnLabel(c), c);
  return columns;
}

// How far apart the least and greatest value of both lie. Tolerances are parts of that, so that
// they mean the same for a signal in volts and one in kilometres.
double RangeOfBoth(const Recording& a, int column_a, const Recording& b, int column_b) {
  MinMax range = a.Range(column_a, 0, a.size());
  range.Include(b.Range(column_b, 0, b.size()));
  return range.empty() ? 0 : range.max - range.min;
}

// The columns that both have, in the order of the first; names the others.
std::vector<ColumnPair> PairColumns(const Recording& a, const Recording& b,
                                    RecordingComparison* comparison) {
  std::vector<ColumnPair> pairs;
  const std::map<std::string, int> of_b = ColumnsByLabel(b);
  for (const RecordedSignal& signal : a.recorded_signals()) {
    for (int k = 0; k < signal.width; ++k) {
      const int column = signal.first_column + k;
      const std::string label = a.ColumnLabel(column);
      const auto found = of_b.find(label);
      if (found == of_b.end()) {
        comparison->only_in_a.push_back(label);
        continue;
      }
      const double range = RangeOfBoth(a, column, b, found->second);
      pairs.push_back({column, found->second, signal.discrete, range, {}, false});
      pairs.back().difference.column = label;
      pairs.back().difference.range = range;
    }
  }
  const std::map<std::string, int> of_a = ColumnsByLabel(a);
  for (int c = 0; c < b.num_columns(); ++c) {
    if (!of_a.contains(b.ColumnLabel(c))) comparison->only_in_b.push_back(b.ColumnLabel(c));
  }
  comparison->num_compared = static_cast<int>(pairs.size());
  return pairs;
}

// What is not finite has to be the same: infinity is infinity of that sign, and not a number is the
// same as not a number.
bool Agree(double a, double b, double allowed) {
  if (!std::isfinite(a) || !std::isfinite(b)) return a == b || (std::isnan(a) && std::isnan(b));
  return std::abs(a - b) <= allowed;
}

// The first difference is kept with its time, for it is nearest to its cause; the largest one goes
// on being looked for.
void Compare(const Instant& instant, double a, double b, double tolerance, ColumnPair* pair) {
  ColumnDifference& difference = pair->difference;
  const double apart = std::abs(a - b);
  if (std::isfinite(apart)) difference.largest = std::max(difference.largest, apart);
  if (pair->differs || Agree(a, b, tolerance * pair->range)) return;
  pair->differs = true;
  difference.time = instant.time;
  difference.side = instant.side;
  difference.a = a;
  difference.b = b;
}

void NoteSpan(const Recording& recording, double* begin, double* end) {
  if (recording.size() == 0) return;
  *begin = recording.time(0);
  *end = recording.time(recording.size() - 1);
}

// Differences of two lists of names and values, as lines that begin with `kind`.
void ListDifferentValues(std::string_view kind,
                         const std::vector<std::pair<std::string, std::string>>& a,
                         const std::vector<std::pair<std::string, std::string>>& b,
                         std::vector<std::string>* lines) {
  const std::map<std::string, std::string> of_a(a.begin(), a.end());
  const std::map<std::string, std::string> of_b(b.begin(), b.end());
  const auto add = [&](const std::string& name, const std::string& before,
                       const std::string& after) {
    lines->push_back(std::string(kind) + " " + name + ": " + before + " → " + after);
  };
  for (const auto& [name, value] : of_a) {
    const auto found = of_b.find(name);
    if (found == of_b.end()) {
      add(name, value, "none");
    } else if (found->second != value) {
      add(name, value, found->second);
    }
  }
  for (const auto& [name, value] : of_b) {
    if (!of_a.contains(name)) add(name, "none", value);
  }
}

// Changes that were made while the run went on, each named by its parameter and time, so that lists
// of them can be compared as lists of settings are.
std::vector<std::pair<std::string, std::string>> ChangesAsValues(const KeptRun& run) {
  std::vector<std::pair<std::string, std::string>> values;
  for (const RunNote& note : run.changes) {
    values.emplace_back(note.path + " at t = " + FormatNumber(note.time) + " s", note.after);
  }
  return values;
}

// Files that the run read, with a hash in place of their contents: it tells whether they differ,
// and fits on a line.
std::vector<std::pair<std::string, std::string>> InputsAsValues(const KeptRun& run) {
  std::vector<std::pair<std::string, std::string>> values;
  for (const KeptInput& input : run.start.inputs) {
    values.emplace_back(input.name, "contents " + HashOf(input.bytes));
  }
  return values;
}

}  // namespace

RecordingComparison CompareRecordings(const Recording& a, const Recording& b, double tolerance) {
  RecordingComparison comparison;
  NoteSpan(a, &comparison.begin_a, &comparison.end_a);
  NoteSpan(b, &comparison.begin_b, &comparison.end_b);
  std::vector<ColumnPair> pairs = PairColumns(a, b, &comparison);
  VisitCommonInstants(a, b, [&](const Instant& instant, const Reader& of_a, const Reader& of_b) {
    for (ColumnPair& pair : pairs) {
      Compare(instant, of_a.value(pair.a, pair.is_held), of_b.value(pair.b, pair.is_held),
              tolerance, &pair);
    }
  });
  for (const ColumnPair& pair : pairs) {
    if (pair.differs) comparison.columns.push_back(pair.difference);
  }
  std::stable_sort(comparison.columns.begin(), comparison.columns.end(),
                   [](const ColumnDifference& x, const ColumnDifference& y) {
                     return Instant{x.time, x.side} < Instant{y.time, y.side};
                   });
  return comparison;
}

std::shared_ptr<const Recording> RecordDifference(const Recording& a, const Recording& b,
                                                  const std::string& column) {
  RecordingComparison ignored;
  for (const ColumnPair& pair : PairColumns(a, b, &ignored)) {
    if (pair.difference.column != column) continue;
    RecordedSignal signal;
    signal.path = "difference.y";
    signal.discrete = pair.is_held;
    auto recording = std::make_shared<Recording>(std::vector{signal});
    VisitCommonInstants(a, b, [&](const Instant& at, const Reader& of_a, const Reader& of_b) {
      const double apart = of_b.value(pair.b, pair.is_held) - of_a.value(pair.a, pair.is_held);
      recording->Append(at.time, at.side, &apart);
    });
    return recording;
  }
  return std::make_shared<Recording>(std::vector<RecordedSignal>());
}

// What can make two runs differ, from the program's version to the contents of files. A diagram
// that cannot be read any more is left out: the other lines still help.
std::vector<std::string> ListDifferentCauses(const KeptRun& a, const KeptRun& b,
                                             const BlockRegistry& registry) {
  std::vector<std::string> lines;
  if (a.start.program != b.start.program) {
    lines.push_back("program: " + a.start.program + " → " + b.start.program);
  }
  const LoadResult document_a = LoadDocument(a.start.diagram_text, registry);
  const LoadResult document_b = LoadDocument(b.start.diagram_text, registry);
  if (document_a.document.has_value() && document_b.document.has_value()) {
    const DocumentDifferences differences =
        FindDocumentDifferences(*document_a.document, *document_b.document, registry);
    lines.insert(lines.end(), differences.content.begin(), differences.content.end());
  }
  ListDifferentValues("setting", a.start.settings, b.start.settings, &lines);
  ListDifferentValues("set", a.start.options.overrides, b.start.options.overrides, &lines);
  ListDifferentValues("changed", ChangesAsValues(a), ChangesAsValues(b), &lines);
  ListDifferentValues("file", InputsAsValues(a), InputsAsValues(b), &lines);
  return lines;
}

}  // namespace loopwright
