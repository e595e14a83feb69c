#include "engine/linear/loop_margins.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/common/exceptions.h"
#include "engine/linear/eigenvalues.h"
#include "engine/linear/frequency_response.h"
#include "engine/linear/minimum.h"
#include "engine/linear/polynomial.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

constexpr double kPi = std::numbers::pi;
/// Between neighbours of the grid phase and logarithm of the magnitude change by no more than this.
constexpr double kPhaseStep = 15, kLogStep = 0.25;
/// Dead time turns for ever: crossings below this magnitude are left out.
constexpr double kLeastGain = 0.01;
constexpr size_t kMostPoints = 200000;
/// More crossings of the negative real axis than this tell a person nothing.
constexpr double kMostCrossings = 100000;

double LogGain(const ZeroPoleGain& loop, double frequency) {
  return std::log(std::abs(loop.Evaluate(loop.PointAt(frequency))));
}

// Poles and zeros as points of the s plane.
ComplexList FeaturesOf(const ZeroPoleGain& loop) {
  ComplexList features;
  const auto add = [&](const ComplexList& roots) {
    for (const Complex root : roots) {
      if (loop.is_sampled() && root == 0.0) continue;
      features.push_back(loop.is_sampled() ? std::log(root) / loop.period_sec : root);
    }
  };
  add(loop.zeros);
  add(loop.poles);
  return features;
}

struct GridPoint {
  double frequency, log_gain, phase;
};

GridPoint GridPointOf(const ZeroPoleGain& loop, double frequency) {
  return {frequency, LogGain(loop, frequency), loop.PhaseDegrees(frequency)};
}

// Points between a and b, without these, until neighbours are near in gain and phase.
void Refine(const ZeroPoleGain& loop, const GridPoint& a, const GridPoint& b, int depth,
            std::vector<GridPoint>* grid) {
  const bool is_near = std::abs(a.phase - b.phase) <= kPhaseStep &&
                       (std::abs(a.log_gain - b.log_gain) <= kLogStep ||
                        (std::max(a.log_gain, b.log_gain) < std::log(1e-3)) ||
                        (std::min(a.log_gain, b.log_gain) > std::log(1e3)));
  if (is_near || depth == 0 || grid->size() > kMostPoints) return;
  const GridPoint middle = GridPointOf(loop, std::sqrt(a.frequency * b.frequency));
  Refine(loop, a, middle, depth - 1, grid);
  grid->push_back(middle);
  Refine(loop, middle, b, depth - 1, grid);
}

// The number of poles of the closed loop outside the stable region, without the dead time.
int UnstableWithoutDelay(const ZeroPoleGain& loop) {
  Eigen::VectorXd closed = Add(PolynomialOf(loop.poles), loop.gain * PolynomialOf(loop.zeros));
  if (WithoutLeadingZeros(closed).size() < closed.size()) return 1;  // 1 + L(∞) = 0
  if (closed.size() == 1) return 0;
  const ComplexList roots = RootsOf(closed);
  return static_cast<int>(std::count_if(roots.begin(), roots.end(), [&](Complex root) {
    return !IsStable({root}, loop.is_sampled());
  }));
}

// Each gain crossover takes poles over the boundary whenever the dead time has turned L to −1
// there: outwards where |L| falls, back where it rises.
bool IsClosedLoopStable(const ZeroPoleGain& loop, const std::vector<GainCrossover>& crossovers) {
  int unstable = UnstableWithoutDelay(loop);
  if (loop.delay_sec == 0) return unstable == 0;
  ZeroPoleGain plain = loop;
  plain.delay_sec = 0;
  for (const GainCrossover& crossover : crossovers) {
    const double w = crossover.frequency;
    const double margin = std::remainder(plain.PhaseDegrees(w) + 180, 360);
    const double first = (margin <= 0 ? margin + 360 : margin) * kPi / 180 / w;
    const double every = 2 * kPi / w;
    if (loop.delay_sec <= first) continue;
    const int times = 1 + static_cast<int>(std::floor((loop.delay_sec - first) / every));
    const bool falls = LogGain(plain, w * (1 + 1e-6)) < LogGain(plain, w * (1 - 1e-6));
    unstable += (falls ? 2 : -2) * times;
  }
  const bool is_bounded = loop.zeros.size() < loop.poles.size() || std::abs(loop.gain) < 1;
  return unstable <= 0 && is_bounded;
}

// The logarithm of |L| changes its sign between two neighbours of the grid. The margin there is how
// far the phase is from −180°, as an angle in (−180°, 180°]. The dead time that uses it up turns
// the phase by ω τ, so that τ is the angle over ω; a negative margin is reached only after a whole
// turn more.
void AddGainCrossovers(const ZeroPoleGain& loop, const std::vector<GridPoint>& grid,
                       LoopMargins* margins) {
  for (size_t i = 0; i + 1 < grid.size(); ++i) {
    const double before = grid[i].log_gain, after = grid[i + 1].log_gain;
    if (before * after > 0 || after == 0 || !std::isfinite(before) || !std::isfinite(after)) {
      continue;
    }
    const double sign = before < 0 ? 1 : -1;
    const double w = Bisect([&](double at) { return sign * LogGain(loop, at); }, grid[i].frequency,
                            grid[i + 1].frequency);
    const double margin = std::remainder(loop.PhaseDegrees(w) + 180, 360);
    const double turn = margin < 0 ? margin + 360 : margin;
    margins->gain_crossovers.push_back({w, margin, turn * kPi / 180 / w});
  }
}

// The largest size(L) over the grid, on which L has these values, refined; and where.
template <typename Size>
std::pair<double, double> LargestOver(const ZeroPoleGain& loop, const std::vector<GridPoint>& grid,
                                      const ComplexList& responses, const Size& size) {
  std::pair<double, double> best{0, 0};
  const auto take = [&](double w, double value) {
    if (value > best.first) best = {value, w};
  };
  std::vector<double> sizes;
  for (const Complex response : responses) sizes.push_back(size(response));
  for (size_t i = 0; i < grid.size(); ++i) {
    take(grid[i].frequency, sizes[i]);
    if (i == 0 || i + 1 == grid.size()) continue;
    const double left = sizes[i - 1], here = sizes[i], right = sizes[i + 1];
    if (here < left || here < right || std::max(left, right) > 1e6 * here) continue;
    const auto at = [&](double w) { return size(loop.Response(w)); };
    const double w = Minimise([&](double near) { return -at(near); }, grid[i - 1].frequency,
                              grid[i + 1].frequency);
    take(w, at(w));
  }
  return best;
}

// The loop without poles that are on the boundary of stability and have a zero in their place, as
// the integrator has that a derivative follows: there L would be 0/0. They stay whatever the gain.
ZeroPoleGain WithoutHiddenPoles(const ZeroPoleGain& loop) {
  constexpr double kRounding = 1e-11;
  const double scale = loop.is_sampled() ? 1 : LargestSize(loop.poles);
  ZeroPoleGain rest = loop;
  std::erase_if(rest.poles, [&](Complex pole) {
    const double distance = loop.is_sampled() ? std::abs(pole) - 1 : pole.real();
    if (std::abs(distance) > kRounding * scale) return false;
    const auto zero = std::find_if(rest.zeros.begin(), rest.zeros.end(), [&](Complex other) {
      return std::abs(other - pole) <= kRounding * scale;
    });
    if (zero == rest.zeros.end()) return false;
    rest.zeros.erase(zero);
    return true;
  });
  return rest;
}

// A grid so fine that between two neighbours magnitude and phase can be followed. First evenly on
// the logarithmic scale, twenty to a decade, from where the loop is still at its asymptote to where
// it is small. Then points near each pole and zero, as close as its distance from the axis: a
// resonance with little damping fits between two points of any even grid. Last, each gap is halved
// while gain or phase change too much in it (Refine()), but where the loop is too small for its
// phase to matter.
std::vector<GridPoint> GridOf(const ZeroPoleGain& loop) {
  const ComplexList features = FeaturesOf(loop);
  double slowest = std::numeric_limits<double>::infinity(), fastest = 0;
  const auto note = [&](double w) {
    if (!(w > 0) || !std::isfinite(w)) return;
    slowest = std::min(slowest, w);
    fastest = std::max(fastest, w);
  };
  for (const Complex feature : features) note(std::abs(feature));
  if (loop.delay_sec > 0) note(1 / loop.delay_sec);
  if (fastest == 0) slowest = fastest = loop.is_sampled() ? 0.1 / loop.period_sec : 1;
  // Far enough for the magnitude to have passed 1 with the slope of the asymptotes.
  const double high = loop.is_sampled() ? kPi / loop.period_sec : fastest * 1e4;
  const auto excess =
      static_cast<double>(loop.poles.size()) - static_cast<double>(loop.zeros.size());
  double to = high;
  if (!loop.is_sampled() && excess > 0) {
    to = std::max(high, 10 * std::pow(std::abs(loop.gain) / kLeastGain, 1 / excess));
  }
  double from = std::min(slowest, loop.is_sampled() ? high : slowest) * 1e-4;
  for (int i = 0; i < 40 && std::abs(LogGain(loop, from)) < std::log(1e3); ++i) {
    if (std::abs(LogGain(loop, from) - LogGain(loop, from / 10)) < 1e-3) break;
    from /= 10;
  }
  const int count = std::max(2, static_cast<int>(std::ceil(std::log10(to / from) * 20)) + 1);
  std::vector<double> coarse = LogarithmicFrequencies(from, to, count);
  coarse.back() = to;
  for (const Complex feature : features) {
    const double w = std::abs(feature.imag()), width = std::abs(feature.real());
    for (const double part : {-10., -3., -1., -0.3, 0., 0.3, 1., 3., 10.}) {
      const double at = w + part * width;
      if (at > from && at < to && !(width == 0)) coarse.push_back(at);
    }
    // A pole on the boundary itself is not looked at, but both its sides are.
    for (const double side : {1 - 1e-6, 1 + 1e-6}) {
      if (w * side > from && w * side < to) coarse.push_back(w * side);
    }
  }
  std::sort(coarse.begin(), coarse.end());
  coarse.erase(std::unique(coarse.begin(), coarse.end()), coarse.end());
  std::vector<GridPoint> grid = {GridPointOf(loop, coarse.front())};
  for (size_t i = 1; i < coarse.size(); ++i) {
    const GridPoint a = grid.back(), b = GridPointOf(loop, coarse[i]);
    const bool is_small = std::max(a.log_gain, b.log_gain) < std::log(kLeastGain / 10);
    if (!is_small) Refine(loop, a, b, 40, &grid);
    grid.push_back(b);
  }
  return grid;
}

// Of a loop without hidden poles, on its grid.
std::vector<PhaseCrossover> PhaseCrossoversOn(const std::vector<GridPoint>& grid,
                                              const ZeroPoleGain& loop) {
  std::vector<PhaseCrossover> crossovers;
  const auto add = [&](double w) {
    const double gain = std::abs(loop.Response(w));
    if (!std::isfinite(gain) || gain == 0) return;
    if (loop.delay_sec > 0 && gain < kLeastGain) return;
    crossovers.push_back({w, 1 / gain});
  };
  const double at_zero = DcGain(loop);
  if (at_zero < 0 && std::isfinite(at_zero)) add(0);
  const auto turns_of = [](double degrees) { return (degrees + 180) / 360; };
  const auto turns = [&](size_t i) { return turns_of(grid[i].phase); };
  // Where dead time alone turns a small L nothing is looked for.
  const auto counts = [&](size_t i) {
    if (loop.delay_sec == 0) return true;
    const double log_gain = std::max(grid[i].log_gain, grid[i + 1].log_gain);
    return !(log_gain < std::log(kLeastGain));
  };
  double crossings = 0;
  for (size_t i = 0; i + 1 < grid.size(); ++i) {
    if (counts(i)) crossings += std::abs(turns(i + 1) - turns(i));
  }
  if (crossings > kMostCrossings) {
    throw NoResultError("before its gain is down to 0.01 the dead time of " +
                        FormatNumber(loop.delay_sec) + " s turns the loop " +
                        FormatNumber(std::round(crossings)) +
                        " times; a loop so fast beside its dead time has no margins to speak of");
  }
  const double nyquist = loop.is_sampled() ? kPi / loop.period_sec : 0;
  for (size_t i = 0; i + 1 < grid.size(); ++i) {
    if (!counts(i)) continue;
    const double before = turns(i), after = turns(i + 1);
    const double low = std::min(before, after), high = std::max(before, after);
    // Along the axis itself the phase only rounds to the crossing.
    if (high - low < 1e-12) continue;
    for (double whole = std::ceil(low); whole <= std::floor(high); ++whole) {
      const double sign = before < after ? 1 : -1;
      const double w =
          Bisect([&](double at) { return sign * (turns_of(loop.PhaseDegrees(at)) - whole); },
                 grid[i].frequency, grid[i + 1].frequency);
      if (nyquist > 0 && w > nyquist * (1 - 1e-9)) continue;
      if (std::abs(w / grid[i].frequency - 1) < 1e-15 && i > 0)
        continue;  // found from the other side
      add(w);
    }
  }
  if (nyquist > 0 && loop.Evaluate(-1.0).real() < 0) add(nyquist);
  return crossovers;
}

}  // namespace

std::vector<double> FrequencyGrid(const ZeroPoleGain& loop) {
  std::vector<double> frequencies;
  for (const GridPoint& point : GridOf(loop)) frequencies.push_back(point.frequency);
  return frequencies;
}

std::vector<PhaseCrossover> PhaseCrossoversOf(const ZeroPoleGain& given) {
  const ZeroPoleGain loop = WithoutHiddenPoles(given);
  return PhaseCrossoversOn(GridOf(loop), loop);
}

// What is asked of the crossings is asked of exact roots; only the largest |S| and |T|, which are
// maxima, are looked for from the grid. A loop with a pole on the boundary that a zero hides is not
// stable, whatever the margins say: that pole stays where it is.
LoopMargins MarginsOf(const ZeroPoleGain& given) {
  const ZeroPoleGain loop = WithoutHiddenPoles(given);
  LoopMargins margins;
  const std::vector<GridPoint> grid = GridOf(loop);
  AddGainCrossovers(loop, grid, &margins);
  margins.phase_crossovers = PhaseCrossoversOn(grid, loop);
  for (const PhaseCrossover& crossover : margins.phase_crossovers) {
    const double factor = crossover.gain_margin;
    if (factor > 1) margins.gain_margin = std::min(margins.gain_margin, factor);
    if (factor < 1) margins.gain_reduction = std::max(margins.gain_reduction, factor);
  }
  for (const GainCrossover& crossover : margins.gain_crossovers) {
    if (std::abs(crossover.phase_margin) < std::abs(margins.phase_margin)) {
      margins.phase_margin = crossover.phase_margin;
    }
    margins.delay_margin = std::min(margins.delay_margin, crossover.delay_margin);
  }
  margins.stable =
      loop.poles.size() == given.poles.size() && IsClosedLoopStable(loop, margins.gain_crossovers);
  ComplexList responses;
  for (const GridPoint& point : grid) responses.push_back(loop.Response(point.frequency));
  const auto sensitivity = LargestOver(
      loop, grid, responses, [](const Complex& value) { return 1 / std::abs(1.0 + value); });
  margins.Ms = sensitivity.first;
  margins.Ms_frequency = sensitivity.second;
  margins.modulus_margin = 1 / margins.Ms;
  margins.Mt = LargestOver(loop, grid, responses, [](const Complex& value) {
                 return std::abs(value / (1.0 + value));
               }).first;
  return margins;
}

}  // namespace loopwright
