#pragma once

#include <Eigen/Core>
#include <functional>
#include <optional>

#include "engine/run/run_options.h"

namespace loopwright {

class BlockRegistry;
class Document;

/// Of which samples of which signal the spectrum is asked.
struct SpectrumRequest {
  /// What the run changes of the document, and the one signal, of one element, that it records.
  RunOptions run;
  double start_sec = 0, stop_sec = 0;  ///< of the run
  /// Samples are taken at offset + k period, before or after the updates due then.
  double period_sec = 0, offset_sec = 0;
  bool is_after_updates = false;
  /// Asked now and then: true ends the computation without a result. Empty: never.
  std::function<bool()> breaks_off;
};

/// The power spectral density of samples of a signal of a linear diagram, sampled and continuous
/// parts together, to which an estimate tends. Over the common period of the diagram's rates and of
/// the samples, P = q period_sec, the state moves by z → M z + w, and at sample a of it y = h z.
/// With P_a the covariance of z there, and Φ(b → a) what leads from one sample to a later one, the
/// autocovariance at lag l, averaged over where in a period it begins, is
///
///     r_l = 1/q Σ_b h Φ(b → b + l) P_b hᵀ,
///
/// and the density T Σ_l r_l e^(−ilφ), φ = 2π f T, T = period_sec, the sum being over all lags: of
/// those within a period term by term, of all others as a geometric series, (I − e^(−iqφ) M)⁻¹, by
/// the Schur form of M. What is above half the sampling rate is folded back by itself (Bittanti,
/// Colaneri: Periodic Systems, Filtering and Control (2009), 12; Gardner: Introduction to Random
/// Processes (2nd edition, 1990), 12, for the average over phases).
class SampledSpectrum {
 public:
  /// Two-sided, in unit²/Hz, at a frequency in Hz.
  double DensityAt(double frequency_hz) const;
  double period_sec() const { return period_sec_; }

 private:
  friend class SpectrumFinder;
  double period_sec_ = 0;
  /// Element l is the sum over samples b of a period, of which b + l is one as well, of
  /// h Φ(b → b + l) P_b hᵀ.
  Eigen::VectorXd within_;
  /// M = U T Uᴴ; column b is Uᴴ Φ(b → end of the period) P_b hᵀ, row a is h Φ(start → a) U.
  Eigen::MatrixXcd triangle_, leaving_, arriving_;
};

/// The density of what noises make of a signal in the long run. Nothing where the computation was
/// broken off. Whether the diagram is linear between noises and the signal is found as in
/// CalcEnsembleTheory(), by branches, and by derivatives along runs 0 and 1.
///
/// UsageError: also rates that have no period in common. NoResultError: also that the diagram is
/// not linear, that something adds up without end, that nothing drawn comes to the signal.
/// InvalidDiagramError.
std::optional<SampledSpectrum> CalcSignalSpectrum(const Document& document,
                                                  const BlockRegistry& registry,
                                                  const SpectrumRequest& request);

}  // namespace loopwright
