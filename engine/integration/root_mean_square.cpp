#include "engine/integration/root_mean_square.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>

namespace loopwright {

double RootMeanSquare(const std::vector<double>& values) {
  // Beyond it the bound on the sum might overflow.
  constexpr double kLargestSum = 1e280;
  const std::size_t count = values.size();
  if (count == 0) return 0;
  double sum = 0;
  double largest = 0;
  for (const double value : values) {
    const double square = value * value;
    sum += square;
    largest = std::max(largest, square);
  }
  // The sum of two is the same in either order.
  if (count > 2 && sum > 0 && sum < kLargestSum) {
    int exponent = 0;
    std::frexp(largest, &exponent);
    const double bound = std::ldexp(1, exponent + static_cast<int>(std::bit_width(count)));
    sum = 0;
    for (const double value : values) sum += (bound + value * value) - bound;
  }
  return std::sqrt(sum / static_cast<double>(count));
}

}  // namespace loopwright
