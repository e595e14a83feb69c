#pragma once

#include "engine/studies/variant_studies.h"

namespace loopwright {

/// Prints on standard error what came out: each measure over all runs, and where there are variants
/// how each differs from the first.
void PrintMeasures(const VariantStudies& studies, double confidence);

/// Prints how many runs failed, and where the first did; nothing where none did.
void PrintFailures(const VariantStudies& studies);

/// "1 run", "2 runs".
std::string CountOfRuns(uint64_t count);

}  // namespace loopwright
