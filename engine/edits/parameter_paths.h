#pragma once

#include <functional>
#include <string>

#include "engine/edits/edit.h"

namespace loopwright {

/// Changes the name by which a parameter is called from outside its diagram: `k` of the top level,
/// `SUB.k` of a subsystem, `SUB/BLOCK.gain` of a block. Names of other parameters it leaves alone.
using ParameterPathRewrite = std::function<void(std::string* path)>;

/// Follows parameters in all that calls them by such names: sliders, what trims may let change, and
/// what the study has other values of. For compound edits.
void RewriteParameterPaths(Transaction* transaction, const ParameterPathRewrite& rewrite);

}  // namespace loopwright
