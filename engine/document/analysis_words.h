#pragma once

#include <string_view>

namespace loopwright {

// The words of an analysis, as files, the command line and the editor take them.

/// How a response may be looked at: gain and phase over frequency, the complex plane, gain over
/// phase, poles and zeros, and the answer to a step.
inline constexpr std::string_view kAnalysisViews[] = {"bode", "nyquist", "nichols", "poles",
                                                      "step"};

/// Before or after the updates of an instant.
inline constexpr std::string_view kAnalysisSides[] = {"-", "+"};

/// Of a periodic orbit whose period is to be found, in the place of its period.
inline constexpr std::string_view kAnyPeriod = "auto";

}  // namespace loopwright
