#pragma once

namespace loopwright {

/// Whether two times are one instant (semantics 5), where `period_sec` is the longer of the
/// periods of what happens then; 0 where nothing periodic does.
bool IsOneInstant(double a_sec, double b_sec, double period_sec);

}  // namespace loopwright
