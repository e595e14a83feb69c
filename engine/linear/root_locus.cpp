#include "engine/linear/root_locus.h"

#include <algorithm>
#include <cmath>

#include "engine/common/exceptions.h"
#include "engine/linear/eigenvalues.h"
#include "engine/linear/frequency_response.h"
#include "engine/linear/loop_margins.h"
#include "engine/linear/polynomial.h"

namespace loopwright {

// 1 + k L = 0 on the boundary means L = −1/k there: a crossing of the negative real axis by the
// frequency response, of which the gain margin is this k.
std::vector<CriticalGain> CriticalGainsOf(const ZeroPoleGain& loop) {
  std::vector<CriticalGain> critical;
  for (const PhaseCrossover& crossover : PhaseCrossoversOf(loop)) {
    critical.push_back({crossover.gain_margin, crossover.frequency});
  }
  std::ranges::sort(critical, {}, &CriticalGain::value);
  return critical;
}

RootLocus RootLocusOf(const ZeroPoleGain& loop) {
  if (loop.delay_sec > 0) {
    throw UsageError(
        "a root locus of a loop with dead time has infinitely many branches; replace "
        "the dead time with --pade N, or use margins, which is exact");
  }
  RootLocus locus;
  locus.critical = CriticalGainsOf(loop);
  // Branches meet where dk/ds = 0, with k = −D/N: D' N − D N' = 0.
  const Eigen::VectorXd N = loop.gain * PolynomialOf(loop.zeros);
  const Eigen::VectorXd D = PolynomialOf(loop.poles);
  const Eigen::VectorXd slope =
      WithoutLeadingZeros(Add(Multiply(Derivative(D), N), -Multiply(D, Derivative(N))));
  if (slope.size() < 2 || slope.cwiseAbs().maxCoeff() == 0) return locus;
  for (Complex point : RootsOf(slope)) {
    if (std::abs(point.imag()) < 1e-9 * std::abs(point)) point = point.real();
    const Complex gain = -Evaluate(D, point) / Evaluate(N, point);
    const bool is_on_locus = std::abs(gain.imag()) <= 1e-7 * std::abs(gain) && gain.real() > 0;
    if (is_on_locus && std::isfinite(gain.real())) locus.breakaway.push_back({gain.real(), point});
  }
  std::ranges::sort(locus.breakaway, {}, &Breakaway::value);
  return locus;
}

ComplexList ClosedLoopPoles(const ZeroPoleGain& loop, double gain) {
  ComplexList poles =
      RootsOf(Add(PolynomialOf(loop.poles), gain * loop.gain * PolynomialOf(loop.zeros)));
  SortEigenvalues(&poles);
  return poles;
}

// Two decades below the least of the gains at which something happens and one above the greatest;
// where nothing happens, around 1.
std::vector<double> GainsToShow(const RootLocus& locus, int count) {
  std::vector<double> values;
  for (const CriticalGain& critical : locus.critical) values.push_back(critical.value);
  for (const Breakaway& breakaway : locus.breakaway) values.push_back(breakaway.value);
  std::erase_if(values, [](double value) { return !(value > 0) || !std::isfinite(value); });
  if (values.empty()) values.push_back(1);
  const auto [low, high] = std::ranges::minmax(values);
  std::vector<double> gains = LogarithmicFrequencies(low / 100, high * 10, count - 1);
  gains.insert(gains.begin(), 0);
  return gains;
}

}  // namespace loopwright
