#pragma once

#include <QString>

#include "engine/check/sample_times.h"

namespace loopwright {

/// "every 0.02 s", "continuous", "at events", "constant".
QString sampleTimeText(const SampleTime& time);

}  // namespace loopwright
