#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"

namespace loopwright {

/// What kind of process an element of a noise is in the long run.
enum class NoiseKind {
  kWhite,          ///< samples that are independent of each other, held
  kColoured,       ///< stationary, what comes next depends on what was
  kAccumulated,    ///< the sum or the integral of white noise: its variance grows with time
  kGrowing,        ///< linear as well, with a variance that grows in another way
  kStateDependent  ///< what is added depends on state, inputs or time, in a way that is not linear
};

/// How strong one element of a noise is, as a number in time and one in frequency. Densities are
/// two-sided: the integral over all frequencies, negative ones too, is the variance.
struct NoiseLaw {
  NoiseKind kind = NoiseKind::kWhite;
  /// Between samples that are held, seconds; none in continuous time.
  std::optional<double> period_sec;
  /// Of kWhite and kColoured that of each value, in unit²; else what each sample adds at the start,
  /// or in continuous time each second, unit²/s.
  double variance = 0;
  /// Of kWhite and kColoured at the frequency 0, in unit²/Hz; else that of the white noise which it
  /// is the integral of (at the start), in (unit/s)²/Hz.
  double density = 0;
  /// Of kWhite and kColoured the equivalent noise bandwidth: up to there noise of this density has
  /// this variance, variance = 2 bandwidth density (Bendat, Piersol: Random Data, 5.2.6). Half the
  /// sampling rate for held white samples, 1/(4 tau) for a process of time constant tau. 0 where
  /// there is none.
  double bandwidth_hz = 0;

  /// x⁺ = factor x⁻ + w at each update.
  struct Held {
    double factor = 0, variance = 0;
  };
  /// dx = A x dt + dV, Cov(dV) = intensity dt, shown as C x.
  struct Continuous {
    Eigen::MatrixXd A, intensity;
    Eigen::RowVectorXd C;
  };
  std::variant<std::monostate, Held, Continuous> process;
};

/// The laws of the elements of the output of a block of this type with these arguments; empty where
/// it draws nothing. Inputs are taken to be numbers that stand still: what they bring comes on top.
/// They come from what the block's system declares, DrawLaw and DeclareDiffusion(), and from
/// derivatives of its equations: a type of block has to say nothing more. Throws what the block's
/// constructor throws.
std::vector<NoiseLaw> FindNoiseLaws(const BlockArguments& arguments);

/// What of a noise is the same under two laws.
enum class KeptStrength { kNothing, kVariance, kDensity, kBoth };

/// To within a thousandth; kNothing also for two kinds.
KeptStrength WhatIsKept(const NoiseLaw& before, const NoiseLaw& after);

/// What stays when samples are drawn twice as often; none where the block has no `period`.
std::optional<KeptStrength> WhatPeriodKeeps(const BlockArguments& arguments);

/// A parameter of a block, and what its value is to be multiplied by.
struct ParameterFactor {
  std::string parameter;
  double factor = 1;
};

/// What gives a noise that was `before` the variance of then, or the density (`kept`), and not
/// both, which would only take back what was changed. None where no number or vector of the block
/// does so alone.
std::optional<ParameterFactor> FindStrengthFactor(const BlockArguments& arguments,
                                                  const std::vector<NoiseLaw>& before,
                                                  KeptStrength kept);

/// The two-sided density, at each of the frequencies in Hz (> 0), of samples of the noise that are
/// taken every `period_sec` seconds, in unit²/Hz: that of the sequence, with all that lies above
/// half the sampling rate folded back. It is what an estimate from such samples tends to. A noise
/// that is held over m of them has its own density times
///
///     (1/m) (sin(m φ/2) / sin(φ/2))²,   φ = 2 π f period,
///
/// near sinc² where m is large; one of which every m-th sample is taken is white where it was, and
/// else has the factor to the power m. Of an accumulated noise it is that of the increments over
/// |1 − e^(−iφ)|², to which estimates tend as they do to a density (Oppenheim, Schafer:
/// Discrete-Time Signal Processing, 2.10 and 4.6). Empty for a noise that has none.
std::vector<double> SampledDensities(const NoiseLaw& law, std::span<const double> frequencies_hz,
                                     double period_sec);

}  // namespace loopwright
