#pragma once

#include "engine/edits/signal_rewrite.h"

namespace loopwright {

/// Follows signals and blocks in what is asked of many runs: in the formulas of measures, such as
/// `greatest(plant.y)` and `failed(limits/alive)`, and in parameters that variants set, such as
/// `plant.mass`. A name whose signal or block is removed stays: the study cannot do without what it
/// asks for, and its check says that it is gone. Without a study nothing happens.
void RewriteStudy(Transaction* transaction, const SignalRewrite& rewrite);

}  // namespace loopwright
