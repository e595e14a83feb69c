#include "engine/studies/confidence.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "engine/random/draw.h"

namespace loopwright {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// P(|T| <= t) for n degrees of freedom, the finite sums of Abramowitz and Stegun 26.7.3 and 26.7.4.
double StudentMiddle(double t, uint64_t n) {
  const double angle = std::atan(t / std::sqrt(static_cast<double>(n)));
  const double cosine = std::cos(angle), square = cosine * cosine;
  const bool is_odd = n % 2 == 1;
  double term = is_odd ? cosine : 1, sum = n == 1 ? 0 : term;
  for (uint64_t k = is_odd ? 3 : 2; k + 2 <= n; k += 2) {
    term *= square * static_cast<double>(k - 1) / static_cast<double>(k);
    sum += term;
  }
  if (!is_odd) return std::sin(angle) * sum;
  return 2 / std::numbers::pi * (angle + std::sin(angle) * sum);
}

// Abramowitz and Stegun 26.7.5, the expansion around the normal distribution.
double StudentExpansion(double p, double n) {
  const double x = internal::NormalQuantile(p), x2 = x * x;
  const double g1 = x * (x2 + 1) / 4;
  const double g2 = x * ((5 * x2 + 16) * x2 + 3) / 96;
  const double g3 = x * (((3 * x2 + 19) * x2 + 17) * x2 - 15) / 384;
  return x + (g1 + (g2 + g3 / n) / n) / n;
}

// The least k with P(K <= k) >= p for K binomial of n trials of probability q.
uint64_t BinomialQuantile(double p, uint64_t n, double q) {
  const auto trials = static_cast<double>(n);
  double sum = 0;
  for (uint64_t k = 0; k <= n; ++k) {
    const auto hits = static_cast<double>(k);
    sum +=
        std::exp(std::lgamma(trials + 1) - std::lgamma(hits + 1) - std::lgamma(trials - hits + 1) +
                 hits * std::log(q) + (trials - hits) * std::log1p(-q));
    if (sum >= p) return k;
  }
  return n;
}

}  // namespace

double StudentQuantile(double p, uint64_t degrees_of_freedom) {
  if (p < 0.5) return -StudentQuantile(1 - p, degrees_of_freedom);
  constexpr uint64_t kMany = 100;
  if (degrees_of_freedom > kMany) {
    return StudentExpansion(p, static_cast<double>(degrees_of_freedom));
  }
  const double middle = 2 * p - 1;
  double low = 0, high = 1;
  while (StudentMiddle(high, degrees_of_freedom) < middle && high < 1e300) high *= 2;
  while (high - low > 1e-9 * high) {
    const double t = (low + high) / 2;
    (StudentMiddle(t, degrees_of_freedom) < middle ? low : high) = t;
  }
  return (low + high) / 2;
}

double MeanHalfWidth(const Moments& sample, double confidence) {
  if (sample.count < 2) return kNone;
  return StudentQuantile((1 + confidence) / 2, sample.count - 1) *
         std::sqrt(sample.variance() / static_cast<double>(sample.count));
}

Interval VarianceInterval(const Moments& sample, double confidence) {
  if (sample.count < 2) return {kNone, kNone};
  const auto n = static_cast<double>(sample.count - 1);
  const auto chi_square = [n](double p) {
    const double part = 2 / (9 * n);
    const double root = 1 - part + internal::NormalQuantile(p) * std::sqrt(part);
    return n * root * root * root;
  };
  return {sample.squares / chi_square((1 + confidence) / 2),
          sample.squares / chi_square((1 - confidence) / 2)};
}

Interval QuantileInterval(std::span<const double> sorted, double p, double confidence) {
  const uint64_t n = sorted.size();
  if (n == 0 || !(p > 0 && p < 1)) return {kNone, kNone};
  const uint64_t below = BinomialQuantile((1 - confidence) / 2, n, p);
  const uint64_t above = BinomialQuantile((1 + confidence) / 2, n, p);
  return {below == 0 ? kNone : sorted[below - 1], above >= n ? kNone : sorted[above]};
}

Interval ProportionInterval(uint64_t hits, uint64_t count, double confidence) {
  if (count == 0) return {kNone, kNone};
  const auto n = static_cast<double>(count);
  const double z = internal::NormalQuantile((1 + confidence) / 2);
  const double part = static_cast<double>(hits) / n, denominator = 1 + z * z / n;
  const double middle = (part + z * z / (2 * n)) / denominator;
  const double half = z / denominator * std::sqrt(part * (1 - part) / n + z * z / (4 * n * n));
  return {middle - half, middle + half};
}

}  // namespace loopwright
