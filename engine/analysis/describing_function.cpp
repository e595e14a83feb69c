#include "engine/analysis/describing_function.h"

#include <cmath>
#include <numbers>
#include <string>
#include <variant>

#include "engine/common/exceptions.h"
#include "engine/linear/loop_margins.h"
#include "engine/linear/minimum.h"

namespace loopwright {
namespace {

constexpr double kPi = std::numbers::pi;

// Whether two numbers are as far from 0 on either side of it, up to rounding.
bool AreOpposite(double low, double high) { return std::abs(high + low) <= 1e-12 * std::abs(high); }

// −1/N(A) = −π/(4 M) (√(A² − ε²) + j ε): the frequencies are those where Im L is −π ε/(4 M).
std::vector<PredictedCycle> CyclesOf(const SwitchingCharacteristic& of, const std::string& block,
                                     const ZeroPoleGain& loop) {
  const double on = of.on_threshold;
  if (!AreOpposite(of.off_threshold, on) || !AreOpposite(of.off_value, of.on_value)) {
    throw UsageError("--describing: the thresholds or values of \"" + block +
                     "\" are not symmetric about 0; its describing function would need a bias");
  }
  const double scale = 4 * of.on_value / kPi;
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

// N of a limit d with the slope 1 inside and 0 outside: 2/π (asin ρ + ρ √(1 − ρ²)), ρ = d/A.
double LimitFunction(double limit, double amplitude) {
  if (amplitude <= limit) return 1;
  const double ratio = limit / amplitude;
  return 2 / kPi * (std::asin(ratio) + ratio * std::sqrt(1 - ratio * ratio));
}

// N = m₂ + (m₁ − m₂) N₁, with the slopes m₁ inside and m₂ outside and N₁ that of a limit. It is
// real: cycles are at the crossings of the negative real axis where N(A) is 1/|L|.
std::vector<PredictedCycle> CyclesOf(const BandCharacteristic& of, const std::string& block,
                                     const ZeroPoleGain& loop) {
  if (!(of.upper > 0) || !AreOpposite(of.lower, of.upper)) {
    throw UsageError("--describing: the limits of \"" + block + "\" are not symmetric about 0");
  }
  std::vector<PredictedCycle> cycles;
  for (const PhaseCrossover& crossover : PhaseCrossoversOf(loop)) {
    const double wanted =
        (crossover.gain_margin - of.outer_slope) / (of.inner_slope - of.outer_slope);  // N₁
    if (!(wanted > 0) || !(wanted < 1) || crossover.frequency == 0) continue;
    const double ratio =
        Bisect([&](double at) { return LimitFunction(of.upper, of.upper / at) - wanted; }, 0, 1);
    cycles.push_back({crossover.frequency, of.upper / ratio});
  }
  return cycles;
}

// The types that have a characteristic, for people: "Saturation, DeadZone, Relay".
std::string DescribedTypes(const BlockRegistry& types) {
  std::string list;
  for (const BlockDescriptor& type : types.all()) {
    if (type.characteristic != nullptr) list += (list.empty() ? "" : ", ") + type.type;
  }
  return list;
}

}  // namespace

// A parameter is looked up by its name, or where the index has none for it by the number of its
// group.
std::vector<PredictedCycle> PredictCycles(const Document& document, const BlockRegistry& types,
                                          const DiagramIndex<double>& index,
                                          const std::string& block, const ZeroPoleGain& loop) {
  const Block* found = document.FindBlock(block);
  const BlockDescriptor* type = found == nullptr ? nullptr : types.Find(found->type);
  if (type == nullptr || type->characteristic == nullptr) {
    throw UsageError(
        "--describing: \"" + block +
        "\" is no block with a describing function; types that have one: " + DescribedTypes(types));
  }
  const auto number = [&](const std::string& name) {
    auto place = index.Find(block + "." + name);
    if (place.quantity == nullptr) {
      place = index.Find(block + ".p" + std::to_string(type->ParameterIndex(name)));
    }
    if (place.quantity == nullptr) {
      throw UsageError("--describing: the block \"" + block + "\" has no number " + name);
    }
    return index.Read(index.initial(), *place.quantity, place.element);
  };
  const Characteristic characteristic = type->characteristic(number);
  return std::visit([&](const auto& of) { return CyclesOf(of, block, loop); }, characteristic);
}

}  // namespace loopwright
