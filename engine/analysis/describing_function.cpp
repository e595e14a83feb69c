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
  throw UsageError("--describing: \"" + block +
                   "\" is no block of the types Relay, Saturation or DeadZone");
}

}  // namespace loopwright
