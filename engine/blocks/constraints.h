#pragma once

#include <string>
#include <vector>

#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// CheckConstraints() of a block of which the parameters `without` have no value of their own:
/// neither they nor what is compared with them is checked.
void CheckConstraints(const BlockArguments& arguments, const std::vector<std::string>& without,
                      ArgumentProblems* problems);

}  // namespace loopwright
