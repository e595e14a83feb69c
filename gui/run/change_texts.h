#pragma once

#include <QString>

#include "engine/run/run_note.h"

namespace loopwright {

/// What a gesture changed of a run that went on: "B.gain: 2 → 5 from t = 1.2 s on", or of a slider
/// that was dragged meanwhile "B.gain: 2 → 5 in 17 values from t = 1.2 s to 1.9 s".
QString changeText(const GestureNote& change);

}  // namespace loopwright
