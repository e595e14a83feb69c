#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/blocks/block_descriptor.h"

namespace loopwright {

/// A line of the catalogue: what a block type says of one of its parameters. `constraint` is a text
/// for people, such as "> 0"; what is checked stands in the type's own code.
inline ParameterDescriptor MakeParameter(std::string name, ParameterKind kind,
                                         ParameterSetting default_value, std::string unit,
                                         std::string constraint, std::string description) {
  return {std::move(name),
          kind,
          std::move(default_value),
          std::move(unit),
          std::move(constraint),
          std::move(description),
          {}};
}

/// @name Parameters that many block types have
/// @{
inline ParameterDescriptor PeriodParameter() {
  return MakeParameter("period", ParameterKind::kNumber, 0.1, "s", "> 0", "sampling period h");
}
/// The time of the first update, in seconds.
inline ParameterDescriptor OffsetParameter() {
  return MakeParameter("offset", ParameterKind::kNumber, 0, "s", ">= 0",
                       "time of the first update; updates run at offset + k*period, k = 0, 1, ...");
}
/// The state at the start, one value for all elements or one for each.
inline ParameterDescriptor InitialValueParameter() {
  return MakeParameter("initial_value", ParameterKind::kVector, 0, "", "",
                       "state at the start time (a scalar applies to every element)");
}
/// The random stream of a block that draws numbers.
inline ParameterDescriptor StreamParameter() {
  return MakeParameter(
      "stream", ParameterKind::kText, "", "", "",
      "name of the random stream; empty: the block's path when it was made (a rename, "
      "move or grouping by the editor writes the old path here; a copy gets its own)");
}
/// @}

/// What the groups of a block's discrete state are, one after the other.
inline std::vector<StateDescriptor> DiscreteStates(std::vector<std::string> groups) {
  std::vector<StateDescriptor> states;
  for (std::string& text : groups) {
    const int number = static_cast<int>(states.size());
    states.push_back({StateDescriptor::Kind::kDiscrete, number, {std::move(text)}});
  }
  return states;
}

/// What the continuous state of a block is, or so many parts of it of one size.
inline std::vector<StateDescriptor> ContinuousStates(std::vector<std::string> parts) {
  return {{StateDescriptor::Kind::kContinuous, 0, std::move(parts)}};
}

/// What configuration and velocity of a mechanical block are, or so many parts of each.
inline std::vector<StateDescriptor> MechanicalStates(std::vector<std::string> positions,
                                                     std::vector<std::string> velocities) {
  return {{StateDescriptor::Kind::kPosition, 0, std::move(positions)},
          {StateDescriptor::Kind::kVelocity, 0, std::move(velocities)}};
}

/// Adds a problem where the integer parameter `name`, a number of samples, is above `most`.
inline void ValidateSampleCount(const BlockArguments& arguments, std::string_view name,
                                std::int64_t most, ArgumentProblems* problems) {
  if (arguments.integer(name) <= most) return;
  problems->Add(name, "is " + std::to_string(arguments.integer(name)) + "; it must be at most " +
                          std::to_string(most));
}

}  // namespace loopwright
