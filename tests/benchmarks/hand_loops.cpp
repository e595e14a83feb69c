#include "tests/benchmarks/hand_loops.h"

#include <algorithm>
#include <cmath>

#include "engine/random/draw.h"
#include "tests/benchmarks/hand_tableaus.h"

namespace loopwright::benchmarks {

HybridState HybridByHand(const HybridLoop& loop, long steps, double step, int steps_per_sample) {
  Pair plant{0, 0};
  double integral = 0, force = 0;
  const double inverse_mass = 1 / loop.mass;
  int until_sample = 0;
  for (long n = 0; n < steps; ++n) {
    if (until_sample == 0) {
      const double error = loop.reference - plant.x;
      force = loop.kp * error + loop.ki * integral;
      integral += loop.period * error;
      until_sample = steps_per_sample;
    }
    --until_sample;
    const auto derivative = [&](Pair s) {
      return Pair{s.v, inverse_mass * (force - loop.stiffness * s.x - loop.damping * s.v)};
    };
    Pair k[Rk3::kStages];
    k[0] = derivative(plant);
    plant = Step<Rk3>(plant, k, step, derivative);
  }
  return {plant.x, plant.v, integral, force};
}

void DiscreteChainByHand(const std::vector<double>& gains, long updates, double period,
                         double frequency, std::vector<double>* states) {
  const size_t count = gains.size();
  states->assign(count, 0);
  double* x = states->data();
  for (long k = 0; k < updates; ++k) {
    for (size_t i = count - 1; i > 0; --i) x[i] = gains[i - 1] * x[i - 1];
    x[0] = std::sin(frequency * (static_cast<double>(k) * period));
  }
}

namespace {

// One loop a stage: the derivative of a lag and its state for the next stage.
template <bool with_rates>
void ChainSteps(const double* rates, size_t count, double input, long steps, double step,
                double* __restrict x) {
  std::vector<double> buffer(4 * count);
  double* __restrict k1 = buffer.data();
  double* __restrict k2 = k1 + count;
  double* __restrict middle = k2 + count;
  double* __restrict last = middle + count;
  const auto rate = [&](size_t i, double difference) {
    if constexpr (with_rates) return rates[i] * difference;
    return difference;
  };
  const double half = 0.5 * step, sixth = step / 6, two_thirds = 4 * (step / 6);
  for (long n = 0; n < steps; ++n) {
    double before = input;
    for (size_t i = 0; i < count; ++i) {
      k1[i] = rate(i, before - x[i]);
      middle[i] = x[i] + half * k1[i];
      before = x[i];
    }
    before = input;
    for (size_t i = 0; i < count; ++i) {
      k2[i] = rate(i, before - middle[i]);
      last[i] = x[i] - step * k1[i] + 2 * step * k2[i];
      before = middle[i];
    }
    before = input;
    for (size_t i = 0; i < count; ++i) {
      const double k3 = rate(i, before - last[i]);
      x[i] += sixth * k1[i] + two_thirds * k2[i] + sixth * k3;
      before = last[i];
    }
  }
}

}  // namespace

void ContinuousChainByHand(const std::vector<double>& rates, double input, long steps, double step,
                           std::vector<double>* states) {
  if (rates.empty()) {
    ChainSteps<false>(nullptr, states->size(), input, steps, step, states->data());
  } else {
    ChainSteps<true>(rates.data(), states->size(), input, steps, step, states->data());
  }
}

double NoiseIntoLagByHand(uint64_t run, uint64_t stream, long steps, double step, double lag) {
  const RandomSource source{0, run};
  double x = 0;
  for (long n = 0; n < steps; ++n) {
    // Sample 0 is seen before the update at the start, which draws sample 1.
    const double u = GaussianDraw(source, stream, static_cast<uint64_t>(n) + 1);
    const double k1 = (u - x) / lag;
    const double k2 = (u - (x + 0.5 * step * k1)) / lag;
    const double k3 = (u - (x - step * k1 + 2 * step * k2)) / lag;
    x += step / 6 * k1 + 4 * (step / 6) * k2 + step / 6 * k3;
  }
  return x;
}

double UpToDateByHand(long count) {
  struct {
    double value = 1.5;
    bool stale = false;
  } entry;
  auto* pointer = &entry;
  double sum = 0;
  for (long i = 0; i < count; ++i) {
    asm volatile("" : "+r"(pointer) : : "memory");
    if (pointer->stale) pointer->stale = false;
    sum += pointer->value;
  }
  return sum;
}

double SineByHand(long count, double frequency) {
  double time = 0, sum = 0;
  double* pointer = &time;
  for (long i = 0; i < count; ++i) {
    *pointer = 1e-3 * static_cast<double>(i);
    asm volatile("" : "+r"(pointer) : : "memory");
    sum += std::sin(frequency * *pointer);
  }
  return sum;
}

double ClockByHand(long count) {
  double time = 0, sum = 0;
  double* pointer = &time;
  for (long i = 0; i < count; ++i) {
    *pointer = 1e-3 * static_cast<double>(i);
    asm volatile("" : "+r"(pointer) : : "memory");
    sum += *pointer;
  }
  return sum;
}

double GainsByHand(long count, const std::vector<double>& gains) {
  std::vector<double> values(gains.size() + 1);
  double* y = values.data();
  double sum = 0;
  for (long i = 0; i < count; ++i) {
    y[0] = 1 + 1e-3 * static_cast<double>(i);
    asm volatile("" : "+r"(y) : : "memory");
    for (size_t j = 0; j < gains.size(); ++j) y[j + 1] = gains[j] * y[j];
    sum += y[gains.size()];
  }
  return sum;
}

}  // namespace loopwright::benchmarks
