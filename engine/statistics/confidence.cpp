#include "engine/statistics/confidence.h"

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

#include "engine/random/draw.h"

namespace loopwright {
namespace {

constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();

// Computed in doubles, not in the wider type that the library takes by default, which differs
// between processors. Of a binomial distribution, whose numbers are whole, the quantile is the
// least k with P(K <= k) >= p.
using Policy = boost::math::policies::policy<
    boost::math::policies::promote_double<false>,
    boost::math::policies::discrete_quantile<boost::math::policies::integer_round_up>>;
using Student = boost::math::students_t_distribution<double, Policy>;
using ChiSquared = boost::math::chi_squared_distribution<double, Policy>;
using Binomial = boost::math::binomial_distribution<double, Policy>;

}  // namespace

// Student's interval around the mean: t times the standard deviation of the mean. Two values are
// needed to know how much they vary.
double MeanHalfWidth(const Moments& sample, double confidence) {
  if (sample.count < 2) return kNotKnown;
  const auto n = static_cast<double>(sample.count);
  return quantile(Student(n - 1), (1 + confidence) / 2) * std::sqrt(sample.variance() / n);
}

// The sum of squares divided by quantiles of chi square, for values that are normally distributed.
Interval VarianceInterval(const Moments& sample, double confidence) {
  if (sample.count < 2) return {kNotKnown, kNotKnown};
  const ChiSquared chi_squared(static_cast<double>(sample.count - 1));
  return {sample.squares / quantile(chi_squared, (1 + confidence) / 2),
          sample.squares / quantile(chi_squared, (1 - confidence) / 2)};
}

// The estimate times its degrees of freedom over the density is distributed as chi square.
Interval DensityFactors(double degrees_of_freedom, double confidence) {
  const ChiSquared chi_squared(degrees_of_freedom);
  return {degrees_of_freedom / quantile(chi_squared, (1 + confidence) / 2),
          degrees_of_freedom / quantile(chi_squared, (1 - confidence) / 2)};
}

// How many of n values lie below the quantile is binomial, whatever the distribution is. So two
// values of the sorted sample enclose it with the wanted probability. Without enough values there
// is none at that side.
Interval QuantileInterval(std::span<const double> sorted, double p, double confidence) {
  const uint64_t n = sorted.size();
  if (n == 0 || !(p > 0 && p < 1)) return {kNotKnown, kNotKnown};
  const Binomial hits(static_cast<double>(n), p);
  const auto below = static_cast<uint64_t>(quantile(hits, (1 - confidence) / 2));
  const auto above = static_cast<uint64_t>(quantile(hits, (1 + confidence) / 2));
  return {below == 0 ? kNotKnown : sorted[below - 1], above >= n ? kNotKnown : sorted[above]};
}

// Wilson's score interval (Wilson: Probable Inference, the Law of Succession, and Statistical
// Inference): it stays sensible where no run, or every run, was a hit.
Interval ProportionInterval(uint64_t hits, uint64_t count, double confidence) {
  if (count == 0) return {kNotKnown, kNotKnown};
  const auto n = static_cast<double>(count);
  const double z = internal::NormalQuantile((1 + confidence) / 2);
  const double part = static_cast<double>(hits) / n, denominator = 1 + z * z / n;
  const double middle = (part + z * z / (2 * n)) / denominator;
  const double half = z / denominator * std::sqrt(part * (1 - part) / n + z * z / (4 * n * n));
  return {middle - half, middle + half};
}

}  // namespace loopwright
