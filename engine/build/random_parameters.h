#pragma once

#include "engine/document/document.h"
#include "engine/random/random_source.h"

namespace loopwright {

/// Gives every parameter that has a distribution the value of one run of a study, at all levels:
/// draw 0 of the stream named after it, `.NAME` or `SUB/SUB.NAME` for a parameter of a diagram,
/// `SUB/BLOCK.NAME` for one of a block. Arguments of the distributions are evaluated with nominal
/// values; where one is wrong, which CheckDocument() reports, the nominal value stays.
void DrawRandomParameters(RandomSource source, Document* document);

}  // namespace loopwright
