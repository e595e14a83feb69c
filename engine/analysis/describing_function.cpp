#include "engine/analysis/describing_function.h"

#include <cmath>
#include <numbers>

#include "engine/common/exceptions.h"
#include "engine/linear/loop_margins.h"
#include "engine/linear/minimum.h"

namespace loopwright {
namespace {

constexpr double kPi = std::numbers::pi;

// A parameter by its name, or where the index has none for it by the number of its group.
double ParameterOf(const DiagramIndex<double>& index, const std::string& block,
                   const std::string& name, int number) {
  auto found = index.Find(block + "." + name);
  if (found.quantity == nullptr) found = index.Find(block + ".p" + std::to_string(number));
  if (found.quantity == nullptr) {
    throw UsageError("--describing: the block \"" + block + "\" has no number " + name);
  }
  return index.Read(index.initial(), *found.quantity, found.element);
}

// −1/N(A) = −π/(4 M) (√(A² − ε²) + j ε): the frequencies are those where Im L is −π ε/(4 M).
std::vector<PredictedCycle> OfRelay(const DiagramIndex<double>& index, const std::string& block,
                                    const ZeroPoleGain& loop) {
  const double on = ParameterOf(index, block, "on_threshold", 0);
  const double off = ParameterOf(index, block, "off_threshold", 1);
  const double high = ParameterOf(index, block, "on_value", 2);
  const double low = ParameterOf(index, block, "off_value", 3);
  if (std::abs(on + off) > 1e-12 * std::abs(on) || std::abs(high + low) > 1e-12 * std::abs(high)) {
    throw UsageError("--describing: the relay \"" + block +
                     "\" is not symmetric about 0; its describing function would need a bias");
  }
  const double scale = 4 * high / kPi;
  const auto excess = [&](double w) { return loop.Response(w).imag() + on / scale; };
  std::vector<PredictedCycle> cycles;
  const std::vector<double> grid = FrequencyGrid(loop);
  for (size_t i = 0; i + 1 < grid.size(); ++i) {
    const double before = excess(grid[i]), after = excess(grid[i + 1]);
    if (before * after > 0 || after == 0) continue;
    const double sign = before < 0 ? 1 : -1;
    const double w = Bisect([&](double at) { return sign * excess(at); }, grid[i], grid[i + 1]);
    const double real = loop.Response(w).real();
    if (real < 0) cycles.push_back({w, std::hypot(scale * real, on)});
  }
  return cycles;
}

// N of a saturation with slope 1 and limit d: 2/π (asin ρ + ρ √(1 − ρ²)), ρ = d/A.
double SaturationFunction(double limit, double amplitude) {
  if (amplitude <= limit) return 1;
  const double ratio = limit / amplitude;
  return 2 / kPi * (std::asin(ratio) + ratio * std::sqrt(1 - ratio * ratio));
}

// N is real: cycles are at the crossings of the negative real axis where N(A) is 1/|L|.
std::vector<PredictedCycle> OfLimits(const DiagramIndex<double>& index, const std::string& block,
                                     const ZeroPoleGain& loop, bool is_dead_zone) {
  const double lower = ParameterOf(index, block, "lower", 0);
  const double upper = ParameterOf(index, block, "upper", 1);
  if (!(upper > 0) || std::abs(lower + upper) > 1e-12 * upper) {
    throw UsageError("--describing: the limits of \"" + block + "\" are not symmetric about 0");
  }
  std::vector<PredictedCycle> cycles;
  for (const PhaseCrossover& crossover : PhaseCrossoversOf(loop)) {
    const double wanted =
        is_dead_zone ? 1 - crossover.gain_margin : crossover.gain_margin;  // of a saturation
    if (!(wanted > 0) || !(wanted < 1) || crossover.frequency == 0) continue;
    const double ratio =
        Bisect([&](double at) { return SaturationFunction(upper, upper / at) - wanted; }, 0, 1);
    cycles.push_back({crossover.frequency, upper / ratio});
  }
  return cycles;
}

// N of rounding to multiples of q, by A/q: 4/(π a) Σ √(1 − ((2k − 1)/(2a))²) over the steps that
// are reached.
double QuantizerFunction(double a) {
  double sum = 0;
  for (double at = 0.5; at <= a; at += 1) sum += std::sqrt(1 - at / a * (at / a));
  return 4 / (kPi * a) * sum;
}

// N is real, and between two steps rises to a peak and falls again: the fewer steps are reached,
// the higher.
std::vector<PredictedCycle> OfQuantizer(const DiagramIndex<double>& index, const std::string& block,
                                        const ZeroPoleGain& loop) {
  constexpr int kMostSteps = 50;  // beyond, it is nearly the line that it stands for
  const double interval = ParameterOf(index, block, "interval", 0);
  std::vector<PredictedCycle> cycles;
  for (const PhaseCrossover& crossover : PhaseCrossoversOf(loop)) {
    if (crossover.frequency == 0) continue;
    const auto excess = [&](double a) { return QuantizerFunction(a) - crossover.gain_margin; };
    for (int step = 1; step <= kMostSteps; ++step) {
      const double from = step - 0.5, to = step + 0.5;
      const double top =
          MinimiseByGoldenSection([&](double a) { return -QuantizerFunction(a); }, from, to, 1e-9);
      if (excess(top) < 0) continue;
      if (excess(from) < 0) {
        cycles.push_back({crossover.frequency, interval * Bisect(excess, from, top)});
      }
      if (excess(to) < 0) {
        const double a = Bisect([&](double at) { return -excess(at); }, top, to);
        cycles.push_back({crossover.frequency, interval * a});
      }
    }
  }
  return cycles;
}

// N of a play of width W, with r = 1 − W/A between −1 and 1: its real part is (π/2 + asin r +
// r √(1 − r²))/π, its imaginary part −(1 − r²)/π.
double BacklashReal(double r) { return (kPi / 2 + std::asin(r) + r * std::sqrt(1 - r * r)) / kPi; }

// At each frequency the real part of −1/L gives r; there is a cycle where the imaginary part
// agrees.
std::vector<PredictedCycle> OfBacklash(const DiagramIndex<double>& index, const std::string& block,
                                       const ZeroPoleGain& loop) {
  const double width = ParameterOf(index, block, "width", 0);
  const auto ratio_at = [&](double w) {
    const double real = (-1.0 / loop.Response(w)).real();
    return Bisect([&](double r) { return BacklashReal(r) - real; }, -1, 1);
  };
  const auto is_in_range = [&](double w) {
    const double real = (-1.0 / loop.Response(w)).real();
    return real > 0 && real < 1;
  };
  const auto excess = [&](double w) {
    const double r = ratio_at(w);
    return (-1.0 / loop.Response(w)).imag() + (1 - r * r) / kPi;
  };
  std::vector<PredictedCycle> cycles;
  const std::vector<double> grid = FrequencyGrid(loop);
  for (size_t i = 0; i + 1 < grid.size(); ++i) {
    if (!is_in_range(grid[i]) || !is_in_range(grid[i + 1])) continue;
    const double before = excess(grid[i]), after = excess(grid[i + 1]);
    if (before * after > 0 || after == 0) continue;
    const double sign = before < 0 ? 1 : -1;
    const double w = Bisect([&](double at) { return sign * excess(at); }, grid[i], grid[i + 1]);
    cycles.push_back({w, width / (1 - ratio_at(w))});
  }
  return cycles;
}

}  // namespace

std::vector<PredictedCycle> PredictCycles(const Document& document,
                                          const DiagramIndex<double>& index,
                                          const std::string& block, const ZeroPoleGain& loop) {
  const Block* found = document.FindBlock(block);
  const std::string type = found == nullptr ? "" : found->type;
  if (type == "Relay") return OfRelay(index, block, loop);
  if (type == "Saturation" || type == "DeadZone") {
    return OfLimits(index, block, loop, type == "DeadZone");
  }
  if (type == "Quantizer") return OfQuantizer(index, block, loop);
  if (type == "Backlash") return OfBacklash(index, block, loop);
  throw UsageError(
      "--describing: \"" + block +
      "\" is no block of the types Relay, Saturation, DeadZone, Quantizer or Backlash");
}

}  // namespace loopwright
