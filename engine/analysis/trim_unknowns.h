#pragma once

#include <limits>
#include <string>
#include <vector>

#include "engine/blocks/block_registry.h"
#include "engine/run/run_model.h"

namespace loopwright {

/// A number of a context that follows a parameter: arena[place] = offset + factor * parameter.
struct ParameterTie {
  int place = 0;
  double factor = 1, offset = 0;
};

/// An unknown of an equilibrium, and what of a context follows it: a state is one place, from a
/// parameter several numbers of blocks may be computed.
struct Unknown {
  std::string name;
  std::vector<ParameterTie> ties = {};
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

/// Reads NAME or NAME=LO..HI of --free, without ties. UsageError.
Unknown ReadFree(const std::string& text);

/// What of a context follows the parameter `SUB/BLOCK.NAME`, or `NAME` of the diagram: found by
/// building the diagram with two other values of it. OverrideError where there is no such
/// parameter; UsageError where it cannot be changed in a context, as nothing follows it, or not in
/// a straight line.
std::vector<ParameterTie> FindTies(const BuiltDocument& built, const BlockRegistry& registry,
                                   bool allow_paths, const std::string& name);

}  // namespace loopwright
