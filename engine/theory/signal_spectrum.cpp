#include "engine/theory/signal_spectrum.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <string>
#include <vector>

#include "engine/common/exceptions.h"
#include "engine/common/one_instant.h"
#include "engine/document/document.h"
#include "engine/linear/linear_model.h"
#include "engine/matrices/decompositions.h"
#include "engine/text/number_format.h"
#include "engine/theory/diffusion_types.h"
#include "engine/theory/stationary_covariance.h"
#include "engine/theory/studied_document.h"

namespace loopwright {

using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// The spectrum is the Fourier transform of the autocovariance. Lags within a period are summed one
// by one; those of later periods are a geometric series of matrices, Σ turn^j M^j, which is solved
// and not summed. M is triangular here (Schur form), so that a frequency costs a substitution.
double SampledSpectrum::DensityAt(double frequency_hz) const {
  const Eigen::Index q = within_.size(), n = triangle_.rows();
  const auto turn = [&](Eigen::Index lag) {
    return std::polar(
        1.0, -2 * std::numbers::pi * frequency_hz * period_sec_ * static_cast<double>(lag));
  };
  Complex later = 0;
  Eigen::VectorXcd out = Eigen::VectorXcd::Zero(n);
  Eigen::RowVectorXcd in = Eigen::RowVectorXcd::Zero(n);
  for (Eigen::Index k = 0; k < q; ++k) {
    if (k > 0) later += within_[k] * turn(k);
    out += leaving_.col(k) * turn(q - k);
    in += arriving_.row(k) * turn(k);
  }
  const MatrixXcd series = MatrixXcd::Identity(n, n) - turn(q) * triangle_;
  if (n > 0) later += (in * series.triangularView<Eigen::Upper>().solve(out))(0, 0);
  const double density = period_sec_ / static_cast<double>(q) * (within_[0] + 2 * later.real());
  return std::max(0.0, density);  // Rounding may leave nothing a little below.
}

/// Finds the spectrum of one signal.
class SpectrumFinder {
 public:
  SpectrumFinder(const Document& document, const BlockRegistry& registry,
                 const SpectrumRequest& request)
      : request_(request), studied_(document, registry, request.run) {}

  std::optional<SampledSpectrum> Run() {
    LookAtStart();
    if (!model_.delays.empty()) {
      throw NoResultError(
          model_.delays.front() +
          " is a dead time that not only updates read, of what changes between them, or that keeps "
          "more than 200 values: behind it there is no spectrum; mean and covariance there are");
    }
    // Compared with that of the first two runs at some times.
    if (!studied_.IsSameInRuns(model_, ComparisonTimes(request_.start_sec, request_.stop_sec),
                               request_.breaks_off)) {
      throw NoResultError("the diagram, made linear, is not the same all along runs");
    }
    if (IsBrokenOff()) return std::nullopt;
    FindPeriod();
    const StationaryState stationary = FindStationary();
    if (IsBrokenOff()) return std::nullopt;
    SampledSpectrum spectrum = FollowSamples(stationary);
    if (IsBrokenOff()) return std::nullopt;
    return spectrum;
  }

 private:
  bool IsBrokenOff() const { return request_.breaks_off && request_.breaks_off(); }

  // The linear model that noise comes through, at the start; where a branch stands on its threshold
  // there is none.
  void LookAtStart() {
    const auto model = studied_.MeanModel();
    const NoiseSources sources = studied_.SourcesOf(*model->nominal());
    if (sources.targets().size() != 1) {
      throw UsageError("a spectrum is that of one element of one signal, and there are " +
                       std::to_string(sources.targets().size()));
    }
    if (sources.nodes().empty()) {
      throw NoResultError("nothing that is drawn comes to " + sources.targets().front().label);
    }
    std::string branch;
    model_ = studied_.ModelAtStart(*model, sources, request_.start_sec, &branch);
    if (!branch.empty()) throw NoResultError(branch);
  }

  // From when on all is updated that ever is, for a period of all rates.
  void FindPeriod() {
    constexpr double kMostSamples = 1000;
    std::vector<double> periods = {request_.period_sec};
    const double of_diagram = CommonPeriodOf(model_);
    if (of_diagram > 0) periods.push_back(of_diagram);
    duration_sec_ = CommonPeriod(periods);
    const double count = std::round(duration_sec_ / request_.period_sec);
    if (count > kMostSamples) {
      throw NoResultError("samples every " + FormatNumber(request_.period_sec) +
                          " s and the diagram repeat together only after " +
                          FormatNumber(duration_sec_) + " s, more than 1,000 samples");
    }
    num_samples_ = static_cast<Eigen::Index>(count);
    double latest = std::max(request_.start_sec, request_.offset_sec);
    for (const auto& update : model_.model.updates) latest = std::max(latest, update.offset_sec);
    for (const HeldElement& held : model_.held) latest = std::max(latest, held.offset_sec);
    begin_sec_ = duration_sec_ * std::ceil(latest / duration_sec_);
    const double before = (begin_sec_ - request_.offset_sec) / request_.period_sec;
    const bool is_whole = IsOneInstant(SampleTime(std::round(before)), begin_sec_, duration_sec_);
    first_sample_ = is_whole ? std::round(before) : std::ceil(before);
  }

  double SampleTime(double number) const {
    return std::fma(number, request_.period_sec, request_.offset_sec);
  }

  // Goes through the period, and calls `visit` with the number of each sample in it.
  template <typename Visit>
  void Walk(CovarianceFlow* flow, const Visit& visit) const {
    if (!IsOneInstant(SampleTime(first_sample_), begin_sec_, duration_sec_)) flow->Update();
    for (Eigen::Index a = 0; a < num_samples_ && !IsBrokenOff(); ++a) {
      flow->AdvanceTo(SampleTime(first_sample_ + static_cast<double>(a)), request_.breaks_off);
      if (!request_.is_after_updates) visit(a);
      flow->Update();
      if (request_.is_after_updates) visit(a);
    }
    flow->AdvanceTo(begin_sec_ + duration_sec_, request_.breaks_off);
  }

  // A flow that also follows what becomes of a state, for the matrices from sample to sample.
  CovarianceFlow FlowFrom(const MatrixXd& covariance) const {
    CovarianceFlow flow(model_, begin_sec_, covariance);
    flow.FollowTransition();
    return flow;
  }

  // At the begin of the period, before its updates.
  StationaryState FindStationary() const {
    const Eigen::Index size = model_.size();
    PeriodicCovariance periodic;
    periodic.period_sec = duration_sec_;
    periodic.seen = MatrixXd::Zero(size, size);
    CovarianceFlow flow = FlowFrom(periodic.seen);
    const MatrixXd row = model_.OutputMatrix();
    Walk(&flow, [&](Eigen::Index) {
      const MatrixXd seen = row * flow.transition();
      periodic.seen += seen.transpose() * seen;
    });
    if (IsBrokenOff()) return {};
    periodic.M = flow.transition();
    periodic.R = flow.covariance();
    return SolveStationary(model_, periodic);
  }

  // Takes the vectors P_b hᵀ along from sample to sample, and to the end of the period.
  SampledSpectrum FollowSamples(const StationaryState& stationary) const {
    const Eigen::Index size = model_.size();
    const Eigen::RowVectorXd h = model_.OutputMatrix().row(0);
    SampledSpectrum spectrum;
    spectrum.period_sec_ = request_.period_sec;
    spectrum.within_ = VectorXd::Zero(num_samples_);
    MatrixXd carried = MatrixXd::Zero(size, num_samples_), from_start(num_samples_, size);
    MatrixXd total = MatrixXd::Identity(size, size);
    CovarianceFlow flow = FlowFrom(stationary.covariance);
    Walk(&flow, [&](Eigen::Index a) {
      total = (flow.transition() * total).eval();
      carried.leftCols(a) = (flow.transition() * carried.leftCols(a)).eval();
      flow.FollowTransition();
      from_start.row(a) = h * total;
      carried.col(a) = flow.covariance() * h.transpose();
      for (Eigen::Index b = 0; b <= a; ++b) spectrum.within_[a - b] += h.dot(carried.col(b));
    });
    const auto schur = CalcSchurForm(stationary.decay);
    if (!schur) RefuseScaling();
    spectrum.triangle_ = schur->T;
    spectrum.leaving_ = schur->U.adjoint() * (flow.transition() * carried).cast<Complex>();
    spectrum.arriving_ = from_start.cast<Complex>() * schur->U;
    return spectrum;
  }

  const SpectrumRequest& request_;
  const StudiedDocument studied_;
  NoisyModel model_;
  double duration_sec_ = 0;  // of the common period
  double begin_sec_ = 0;
  double first_sample_ = 0;  // its number, the first at or after the begin
  Eigen::Index num_samples_ = 0;
};

std::optional<SampledSpectrum> CalcSignalSpectrum(const Document& document,
                                                  const BlockRegistry& registry,
                                                  const SpectrumRequest& request) {
  // Of a diagram without noise nothing is built.
  if (!MayDraw(document, registry)) throw NoResultError("no block of the diagram draws noise");
  return SpectrumFinder(document, registry, request).Run();
}

}  // namespace loopwright
