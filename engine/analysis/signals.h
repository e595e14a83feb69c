#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/index/diagram_index.h"

namespace loopwright {

/// Where the value of a signal lies in a context: an output port, and which of its elements.
struct SignalPlace {
  int node = 0;        ///< of the block whose output it is
  int entry = -1;      ///< of the plan, which computes it
  int offset = 0;      ///< of the port, in the arena
  int port_width = 0;  ///< elements of the port
  int first = 0;       ///< the first element that is meant
  int width = 0;       ///< how many are
  int input = -1;   ///< of the plan: one wire alone, into this input; −1: all that read the port
  int reader = -1;  ///< the node of that input
};

/// An output port, SUB/BLOCK.PORT, or one element of it, SUB/BLOCK.PORT[2]; or the wire into one
/// input, >SUB/BLOCK.PORT, which all others that read the same output have no part in. UsageError
/// suggests a name that is near.
SignalPlace FindSignal(const DiagramIndex<double>& index, const std::string& signal);

/// The signal that input number `input` of a block reads. UsageError where there is no such block,
/// or nothing is wired to it.
std::string SourceOf(const DiagramIndex<double>& index, const std::string& block, int input);

/// The signals of the top-level Inports, BLOCK.y.
std::vector<std::string> DefaultInputs(const DiagramIndex<double>& index);

/// The outputs of the diagram, by the names of the top-level Outports, and the signals that they
/// are.
std::vector<std::pair<std::string, SignalPlace>> DefaultOutputs(const DiagramIndex<double>& index);

}  // namespace loopwright
