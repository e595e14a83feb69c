#pragma once

#include <QTemporaryDir>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

// Qt's keyword is a member's name in documents.
#undef signals

#include "blocklib/registry.h"
#include "engine/check/check.h"
#include "engine/file/load.h"
#include "engine/file/save.h"
#include "engine/recording/recording.h"
#include "engine/run/run_setup.h"

namespace loopwright {

/// A record of a run: time, side and the elements of the signals asked for.
struct Row {
  double time;
  char side;
  std::vector<double> values;
  friend bool operator==(const Row&, const Row&) = default;
};

/// A diagram file with these blocks (the inside of the JSON object, with ' for ") and wires
/// ("a.y>b.u c.y>d.u").
inline std::string DiagramText(const std::string& blocks, const std::string& wires,
                               const std::string& parameters = "") {
  std::string list;
  std::istringstream in(wires);
  for (std::string wire; in >> wire;) {
    const size_t arrow = wire.find('>');
    list += (list.empty() ? "" : ", ") + ("{'from': '" + wire.substr(0, arrow)) + "', 'to': '" +
            wire.substr(arrow + 1) + "'}";
  }
  std::string text = "{'format': 'loopwright', 'version': 1, 'parameters': {" + parameters +
                     "}, 'diagram': {'blocks': {" + blocks + "}, 'wires': [" + list + "]}}";
  std::replace(text.begin(), text.end(), '\'', '"');
  return text;
}

/// The folder of the test's diagrams, removed when the test ends.
inline std::string TestFolder() {
  static const QTemporaryDir folder;
  return folder.path().toStdString();
}

/// Writes a file to TestFolder().
inline void WriteTestFile(const std::string& name, const std::string& bytes) {
  std::ofstream(TestFolder() + "/" + name, std::ios::binary) << bytes;
}
inline std::string ReadTestFile(const std::string& name) {
  std::ifstream file(TestFolder() + "/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline Document LoadText(const std::string& text) {
  LoadResult result = LoadDocument(text, BuiltInBlocks());
  if (!result.document) throw std::runtime_error(result.diagnostics.at(0).text);
  result.document->folder.path = TestFolder();
  return *result.document;
}

/// Every problem of a diagram as "PATH: text".
inline std::vector<std::string> Problems(const std::string& text) {
  std::vector<std::string> problems;
  for (const Diagnostic& diagnostic : CheckDocument(LoadText(text), BuiltInBlocks())) {
    problems.push_back(diagnostic.path + ": " + diagnostic.text);
  }
  return problems;
}

struct RunResult {
  RunOutcome outcome;
  std::vector<Row> rows;
  std::string statistics;  ///< StatisticsJson()

  /// The rows of one side.
  std::vector<Row> side(char which) const {
    std::vector<Row> result;
    for (const Row& row : rows) {
      if (row.side == which) result.push_back(row);
    }
    return result;
  }
  /// Element `column` of the last row before or at `time` on `side`.
  double at(double time, char which, size_t column = 0) const {
    double value = std::nan("");
    for (const Row& row : rows) {
      if (row.time <= time && row.side == which) value = row.values.at(column);
    }
    return value;
  }
};

inline RunResult RunDocument(const Document& document, const RunOptions& options) {
  RunSetup setup(document, BuiltInBlocks(), options);
  if (!setup.ok()) {
    throw std::runtime_error(setup.diagnostics().at(0).path + ": " +
                             setup.diagnostics().at(0).text);
  }
  RunResult result;
  result.outcome = setup.Run([](double, int64_t) { return true; });
  setup.WriteFiles();
  result.statistics = setup.StatisticsJson();
  const Recording& recording = *setup.recording();
  for (int64_t i = 0; i < recording.size(); ++i) {
    Row row{recording.time(i), recording.side(i) == Side::kBefore ? '-' : '+', {}};
    for (int column = 0; column < recording.num_columns(); ++column) {
      row.values.push_back(recording.value(i, column));
    }
    result.rows.push_back(row);
  }
  return result;
}

/// Runs a diagram to `stop` and records `signals` at every step and update, and, where `options`
/// say so, between.
inline RunResult RunDiagram(const std::string& text, const std::vector<std::string>& signal_paths,
                            double stop, RunOptions options = {}) {
  options.signal_paths = signal_paths;
  options.stop_time = stop;
  if (!options.output) options.output = "steps";
  return RunDocument(LoadText(text), options);
}

/// The recorded values after every update, with their times: for signals that only jump.
inline std::vector<Row> Jumps(const RunResult& result) { return result.side('+'); }

}  // namespace loopwright
