#include "engine/recording/parts.h"

#include <algorithm>
#include <utility>

#include "engine/common/exceptions.h"
#include "engine/recording/recording.h"
#include "engine/text/suggest_name.h"
#include "engine/text/wildcard.h"

namespace loopwright {
namespace {

// Appends rows [begin, end) of the columns given, in the order of `columns`, which may name a
// column twice.
void CopyPart(const Recording& from, const std::vector<int>& columns, int64_t begin, int64_t end,
              Recording* to) {
  std::vector<double> row(columns.size());
  for (int64_t r = begin; r < end; ++r) {
    for (size_t c = 0; c < columns.size(); ++c) row[c] = from.value(r, columns[c]);
    to->Append(from.time(r), from.side(r), row.data());
  }
}

// One column as a signal of its own: what is known of the signal that it is a part of, under the
// path "plant.y[1]". Signals lie in the order of their columns, so the last one that begins at or
// before the column is the one.
RecordedSignal ElementOf(const Recording& recording, int column) {
  RecordedSignal element;
  for (const RecordedSignal& signal : recording.recorded_signals()) {
    if (signal.first_column <= column && signal.width > 0) element = signal;
  }
  element.path = recording.ColumnLabel(column);
  return element;
}

// A UsageError with the nearest name that was recorded, or with the form of names.
[[noreturn]] void ThrowNoSignal(const std::string& text, const Recording& recording) {
  std::vector<std::string> paths;
  for (const RecordedSignal& signal : recording.recorded_signals()) paths.push_back(signal.path);
  std::string message = "no signal \"" + text + "\" was recorded";
  if (const auto near = SuggestName(text, paths)) {
    throw UsageError(message + "; did you mean \"" + *near + "\"?");
  }
  throw UsageError(message + "; a signal is PATH.PORT of an output");
}

}  // namespace

// A text is looked for among whole signals first, then among their elements; one that is found in
// neither is an error. Two texts that name one signal keep it twice.
std::shared_ptr<const Recording> KeepSignals(const Recording& recording,
                                             const std::vector<std::string>& texts) {
  std::vector<RecordedSignal> kept;
  std::vector<int> columns;
  const auto keep = [&](const RecordedSignal& signal, int first, int width) {
    kept.push_back(signal);
    kept.back().width = width;
    for (int k = 0; k < width; ++k) columns.push_back(first + k);
  };
  for (const std::string& text : texts) {
    const size_t kept_before = kept.size();
    for (const RecordedSignal& signal : recording.recorded_signals()) {
      if (signal.path == text || (HasWildcard(text) && MatchesWildcards(signal.path, text))) {
        keep(signal, signal.first_column, signal.width);
      }
    }
    for (int c = 0; c < recording.num_columns() && kept.size() == kept_before; ++c) {
      if (recording.ColumnLabel(c) == text) keep(ElementOf(recording, c), c, 1);
    }
    if (kept.size() == kept_before) ThrowNoSignal(text, recording);
  }
  auto result = std::make_shared<Recording>(std::move(kept));
  CopyPart(recording, columns, 0, recording.size(), result.get());
  return result;
}

// All columns of the rows that a bisection finds.
std::shared_ptr<const Recording> KeepTimes(const Recording& recording, double begin_sec,
                                           double end_sec) {
  auto result = std::make_shared<Recording>(recording.recorded_signals());
  std::vector<int> columns;
  for (int c = 0; c < recording.num_columns(); ++c) columns.push_back(c);
  CopyPart(recording, columns, recording.LowerBound(begin_sec), recording.UpperBound(end_sec),
           result.get());
  return result;
}

// Rows of one time are neighbours. The first of them is what was before the updates, the last what
// was after them; what came between is left out.
std::shared_ptr<const Recording> PutSidesInColumns(const Recording& recording) {
  std::vector<RecordedSignal> sides;
  for (const RecordedSignal& signal : recording.recorded_signals()) {
    for (const char* side : {"-", "+"}) {
      sides.push_back(signal);
      sides.back().path += side;
    }
  }
  auto result = std::make_shared<Recording>(std::move(sides));
  std::vector<double> row(result->num_columns());
  for (int64_t begin = 0, end = 0; begin < recording.size(); begin = end) {
    end = begin + 1;
    while (end < recording.size() && recording.time(end) == recording.time(begin)) ++end;
    size_t at = 0;
    for (const RecordedSignal& signal : recording.recorded_signals()) {
      for (const int64_t source : {begin, end - 1}) {
        for (int k = 0; k < signal.width; ++k) {
          row[at++] = recording.value(source, signal.first_column + k);
        }
      }
    }
    result->Append(recording.time(begin), Side::kBefore, row.data());
  }
  return result;
}

}  // namespace loopwright
