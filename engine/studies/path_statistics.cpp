#include "engine/studies/path_statistics.h"

#include <cmath>
#include <cstddef>
#include <numbers>
#include <numeric>

#include "engine/studies/ensemble.h"

namespace loopwright {
namespace {

using Path = std::vector<double>;

// What each path is away from the mean of all at each time. That mean follows the paths a little,
// and so takes 1/K of their variance away, which is given back.
std::vector<Path> DeviationsOf(const std::vector<Path>& paths) {
  std::vector<Path> deviations = paths;
  const auto count = static_cast<double>(paths.size());
  const double factor = std::sqrt(count / (count - 1));
  for (std::size_t i = 0; i < paths.front().size(); ++i) {
    double mean = 0;
    for (const Path& path : paths) mean += path[i] / count;
    for (Path& path : deviations) path[i] = factor * (path[i] - mean);
  }
  return deviations;
}

// Of one value a path: the mean, and the band that 90 % of them are in.
void Append(double at, const Path& of_paths, PathBand* band) {
  const SampleSummary sample(of_paths, false);
  band->at.push_back(at);
  band->mean.push_back(sample.moments.mean);
  band->lower.push_back(sample.Quantile(0.05));
  band->upper.push_back(sample.Quantile(0.95));
}

bool HasEnough(const std::vector<Path>& paths) {
  return paths.size() >= 2 && paths.front().size() >= 2;
}

double MeanProduct(const Path& path, std::size_t lag) {
  const std::size_t count = path.size() - lag;
  const double sum = std::inner_product(path.begin(), path.end() - static_cast<std::ptrdiff_t>(lag),
                                        path.begin() + static_cast<std::ptrdiff_t>(lag), 0.0);
  return sum / static_cast<double>(count);
}

}  // namespace

// Of each path the products of values that are a lag apart, over the variance of all; the band is
// the spread of these over the paths.
PathBand AutocorrelationOf(const std::vector<Path>& paths, double step_sec) {
  PathBand band;
  if (!HasEnough(paths)) return band;
  const std::vector<Path> deviations = DeviationsOf(paths);
  double variance = 0;
  for (const Path& path : deviations) {
    variance += MeanProduct(path, 0) / static_cast<double>(paths.size());
  }
  if (!(variance > 0)) return band;
  for (std::size_t lag = 0; 2 * lag <= paths.front().size(); ++lag) {
    Path products;
    for (const Path& path : deviations) products.push_back(MeanProduct(path, lag) / variance);
    Append(static_cast<double>(lag) * step_sec, products, &band);
  }
  return band;
}

// The sums of the transform are taken as they stand, with a table of one turn: paths are a few
// hundred values long.
PathBand SpectrumOf(const std::vector<Path>& paths, double step_sec) {
  PathBand band;
  if (!HasEnough(paths)) return band;
  std::vector<Path> deviations = DeviationsOf(paths);
  const std::size_t n = paths.front().size();
  const double turn = 2 * std::numbers::pi / static_cast<double>(n);
  Path cosines(n), sines(n);
  double power = 0;
  for (std::size_t i = 0; i < n; ++i) {
    cosines[i] = std::cos(turn * static_cast<double>(i));
    sines[i] = std::sin(turn * static_cast<double>(i));
    const double window = 0.5 * (1 - cosines[i]);
    power += window * window;
    for (Path& path : deviations) path[i] *= window;
  }
  for (std::size_t k = 0; 2 * k <= n; ++k) {
    const double sides = k == 0 || 2 * k == n ? 1 : 2;
    Path densities;
    for (const Path& path : deviations) {
      double real = 0, imaginary = 0;
      for (std::size_t i = 0; i < n; ++i) {
        const std::size_t at = i * k % n;
        real += path[i] * cosines[at];
        imaginary += path[i] * sines[at];
      }
      densities.push_back(sides * (real * real + imaginary * imaginary) * step_sec / power);
    }
    Append(static_cast<double>(k) / (static_cast<double>(n) * step_sec), densities, &band);
  }
  return band;
}

}  // namespace loopwright
