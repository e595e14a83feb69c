#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace loopwright {

/// A signal over time as read from a CSV file.
struct SignalFile {
  std::vector<double> times;       ///< strictly increasing, finite, at least one
  std::vector<double> values;      ///< times.size() rows of names.size() finite elements
  std::vector<std::string> names;  ///< of the columns that `values` has, at least one
  int width() const { return static_cast<int>(names.size()); }
};

/// Reads a table with a header: the first column is the time, `columns` names the columns that make
/// the signal, separated by commas as in CSV (spaces around a name are dropped); empty: all but the
/// first. Throws CsvError where something is wrong with the file, std::invalid_argument where
/// `columns` is no list of names.
SignalFile ParseSignalFile(std::string_view bytes, const std::string& columns);

}  // namespace loopwright
