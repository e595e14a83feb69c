#pragma once

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/check/incremental_check.h"
#include "engine/check/sample_times.h"
#include "engine/document/diagnostics.h"

namespace loopwright {

/// What a check found out about a document: what is wrong with it, and how its signals behave.
/// Output ports are named by their paths, `SUB/BLOCK.PORT`.
struct CheckReport {
  /// The sample time of an output port, or null where the check does not know the port.
  const SampleTime* sampleTime(const std::string& path) const;
  /// The number of its elements; 0 where the check does not know the port.
  int signalWidth(const std::string& path) const;
  /// Whether an algebraic loop is solved for its value.
  bool isLoopUnknown(const std::string& path) const { return loopUnknowns.contains(path); }
  /// Its colour index (see Theme::sampleTimeColour()) by its sample time; that of continuous
  /// signals where none is known.
  int rateOf(const std::string& path) const;

  /// What is wrong, or noteworthy, in the order of the file.
  std::vector<Diagnostic> diagnostics;
  /// The algebraic loops among them.
  std::vector<AlgebraicLoop> loops;
  /// The output ports whose values are solved for in loops that are solved.
  std::set<std::string> loopUnknowns;
  /// The sample time of every output port.
  std::unordered_map<std::string, SampleTime> sampleTimes;
  /// The number of elements of those that have more than one.
  std::unordered_map<std::string, int> widths;
  /// The periods among the sample times, each once, the fastest first: index i has the colour
  /// index i.
  std::vector<double> periods;
  /// The kinds of sample times.
  std::set<SampleTime::Kind> kinds;
};

}  // namespace loopwright
