#pragma once

#include <vector>

#include "engine/blocks/block_descriptor.h"

namespace loopwright {

/// What the groups of numeric parameters in the contexts of a type's systems are: for each group
/// the parameter of the type that it holds as it is, or null where it holds something else, such as
/// the two limits of an Integrator. The group 0 of a Gain is its `gain`.
///
/// It is found by trying: a system is made with every parameter at its default, and another one
/// for each numeric parameter with other numbers in the default's place. A group that holds
/// the parameter in both, and was changed by no other, is that parameter. Empty for a type that
/// makes no leaf from its defaults.
std::vector<const ParameterDescriptor*> FindParameterGroups(const BlockDescriptor& type);

}  // namespace loopwright
