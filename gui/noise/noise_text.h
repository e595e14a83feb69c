#pragma once

#include <QString>

#include "gui/noise/block_noise.h"

namespace loopwright {

/// How strong a noise is, in lines: how often it is drawn and its variance, its density and
/// bandwidth, and what of both stays when the period changes. "" where there is none.
///
///     One sample each 1 ms, variance 0.04 unit²
///     Two-sided density 4·10⁻⁵ unit²/Hz, up to 500 Hz
///     Another period keeps the variance and changes the density
QString noiseText(const BlockNoise& noise);

/// Which of both an edit kept of the first element that it changed; kBoth where it changed none.
KeptStrength keptByEdit(const BlockNoise& before, const BlockNoise& after);

/// What an edit kept of a noise and what it changed: "The density stays 0.1 unit²/Hz; the variance
/// of a sample is 2 unit² instead of 1 unit² (2 times)". "" where it kept both or none of them.
QString noiseChangeText(const BlockNoise& before, const BlockNoise& after);

/// A link that applies the remedy: "Keep the density instead: standard deviation 0.28".
QString noiseRemedyText(KeptStrength kept, const NoiseRemedy& remedy);

}  // namespace loopwright
