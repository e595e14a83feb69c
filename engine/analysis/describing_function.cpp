#include "engine/analysis/describing_function.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <variant>

#include "engine/common/exceptions.h"
#include "engine/linear/frequency_response.h"
#include "engine/linear/loop_margins.h"
#include "engine/linear/minimum.h"

namespace loopwright {
namespace {

constexpr double kPi = std::numbers::pi;

// Whether two numbers are as far from 0 on either side of it, up to rounding.
bool AreOpposite(double low, double high) { return std::abs(high + low) <= 1e-12 * std::abs(high); }

// −1/N(A) = −π/(4 M) (√(A² − ε²) + j ε): the frequencies are those where Im L is −π ε/(4 M). Where
// M is negative, as of a relay that switches the other way, the curve lies on the right.
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
    if (scale * real < 0) cycles.push_back({w, std::hypot(scale * real, on)});
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

// N of rounding to multiples of q, by A/q: 4/(π a) Σ √(1 − ((2k − 1)/(2a))²) over the steps that
// are reached.
double RoundingFunction(double a) {
  double sum = 0;
  for (double at = 0.5; at <= a; at += 1) sum += std::sqrt(1 - at / a * (at / a));
  return 4 / (kPi * a) * sum;
}

// N is real, and between two steps rises to a peak and falls again: the fewer steps are reached,
// the higher.
std::vector<PredictedCycle> CyclesOf(const RoundingCharacteristic& rounding, const std::string&,
                                     const ZeroPoleGain& loop) {
  constexpr int kMostSteps = 50;  // beyond, it is nearly the line that it stands for
  const double interval = rounding.interval;
  std::vector<PredictedCycle> cycles;
  for (const PhaseCrossover& crossover : PhaseCrossoversOf(loop)) {
    if (crossover.frequency == 0) continue;
    const auto excess = [&](double a) { return RoundingFunction(a) - crossover.gain_margin; };
    for (int step = 1; step <= kMostSteps; ++step) {
      const double from = step - 0.5, to = step + 0.5;
      const double top =
          MinimiseByGoldenSection([&](double a) { return -RoundingFunction(a); }, from, to, 1e-9);
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
double PlayReal(double r) { return (kPi / 2 + std::asin(r) + r * std::sqrt(1 - r * r)) / kPi; }

// At each frequency the real part of −1/L gives r; there is a cycle where the imaginary part
// agrees. Without a gap the output is the input, and there is none.
std::vector<PredictedCycle> CyclesOf(const PlayCharacteristic& play, const std::string&,
                                     const ZeroPoleGain& loop) {
  const double width = play.width;
  if (!(width > 0)) return {};
  const auto ratio_at = [&](double w) {
    const double real = (-1.0 / loop.Response(w)).real();
    return Bisect([&](double r) { return PlayReal(r) - real; }, -1, 1);
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

// The types that have a characteristic, for people: "Saturation, DeadZone, Relay".
std::string DescribedTypes(const BlockRegistry& types) {
  std::string list;
  for (const BlockDescriptor& type : types.all()) {
    if (type.characteristic != nullptr) list += (list.empty() ? "" : ", ") + type.type;
  }
  return list;
}

constexpr int kCurvePoints = 241;
constexpr double kDecades = 1e3;  // of the curve, to one side

void AddPoint(double amplitude, const Complex& value, DescribingCurve* curve) {
  if (!std::isfinite(value.real()) || !std::isfinite(value.imag())) return;
  curve->amplitudes.push_back(amplitude);
  curve->values.push_back(value);
}

// It begins at −j π ε/(4 M), where the amplitude is the threshold ε.
void AddCurve(const SwitchingCharacteristic& of, DescribingCurve* curve) {
  const double scale = 4 * of.on_value / kPi;
  const double on = of.on_threshold;
  AddPoint(on, {0, -on / scale}, curve);
  for (const double part : LogarithmicFrequencies(1 / kDecades, kDecades, kCurvePoints)) {
    const double across = part * std::abs(scale);
    AddPoint(std::hypot(across, on), {-across / scale, -on / scale}, curve);
  }
}

// Up to the corner N is the inner slope.
void AddCurve(const BandCharacteristic& of, DescribingCurve* curve) {
  for (const double ratio : LogarithmicFrequencies(1, kDecades, kCurvePoints)) {
    const double amplitude = ratio * of.upper;
    const double slope =
        of.outer_slope + (of.inner_slope - of.outer_slope) * LimitFunction(of.upper, amplitude);
    AddPoint(amplitude, -1 / slope, curve);
  }
}

// Beyond each step the function rises as a square root, so points lie closer there.
void AddCurve(const RoundingCharacteristic& of, DescribingCurve* curve) {
  constexpr int kStepPoints = 20, kSteps = 50;
  for (int step = 0; step < kSteps; ++step) {
    for (int i = 1; i <= kStepPoints; ++i) {
      const double part = static_cast<double>(i) / kStepPoints;
      const double a = step + 0.5 + part * part;
      AddPoint(a * of.interval, -1 / RoundingFunction(a), curve);
    }
  }
}

// Nothing comes through up to half the width, where r = −1.
void AddCurve(const PlayCharacteristic& of, DescribingCurve* curve) {
  if (!(of.width > 0)) return;
  for (int i = 1; i < kCurvePoints; ++i) {
    const double r = -std::cos(kPi * i / kCurvePoints);
    AddPoint(of.width / (1 - r), -1.0 / Complex(PlayReal(r), -(1 - r * r) / kPi), curve);
  }
}

// A parameter is looked up by its name, or where the index has none for it by the number of its
// group.
Characteristic CharacteristicOf(const Document& document, const BlockRegistry& types,
                                const DiagramIndex<double>& index, const std::string& block) {
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
  return type->characteristic(number);
}

}  // namespace

std::vector<PredictedCycle> PredictCycles(const Document& document, const BlockRegistry& types,
                                          const DiagramIndex<double>& index,
                                          const std::string& block, const ZeroPoleGain& loop) {
  const Characteristic characteristic = CharacteristicOf(document, types, index, block);
  return std::visit([&](const auto& of) { return CyclesOf(of, block, loop); }, characteristic);
}

Complex DescribingCurve::ValueAt(double amplitude) const {
  const auto above = std::lower_bound(amplitudes.begin(), amplitudes.end(), amplitude);
  if (above == amplitudes.begin()) return values.front();
  if (above == amplitudes.end()) return values.back();
  const auto i = above - amplitudes.begin();
  const double part = (amplitude - amplitudes[i - 1]) / (amplitudes[i] - amplitudes[i - 1]);
  return values[i - 1] + part * (values[i] - values[i - 1]);
}

DescribingCurve DescribeBlock(const Document& document, const BlockRegistry& types,
                              const DiagramIndex<double>& index, const std::string& block,
                              const ZeroPoleGain& loop) {
  DescribingCurve curve;
  curve.block = block;
  const Characteristic characteristic = CharacteristicOf(document, types, index, block);
  std::visit(
      [&](const auto& of) {
        curve.cycles = CyclesOf(of, block, loop);
        AddCurve(of, &curve);
      },
      characteristic);
  return curve;
}

}  // namespace loopwright
