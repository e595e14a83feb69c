#include "engine/random/sobol.h"

#include <boost/random/sobol.hpp>

#include "engine/random/draw.h"

namespace loopwright {
namespace {

constexpr int kDigits = 32;

// What belongs to no draw of the stream has a node of its own (DrawNumber).
constexpr uint64_t kScramblingNode = ~uint64_t{0} - 1;

}  // namespace

// A direction number is the point whose number in Gray code has one digit alone. The library's
// sequence begins behind the point 0, so that seed(n) stands before point n + 1.
std::vector<SobolCoordinate> SobolCoordinates(std::size_t count) {
  std::vector<SobolCoordinate> coordinates(count);
  if (count == 0) return coordinates;
  boost::random::sobol_engine<uint32_t, kDigits> sequence(count);
  for (int digit = 0; digit < kDigits; ++digit) {
    const uint64_t point = (uint64_t{2} << digit) - 1;
    sequence.seed(static_cast<uint32_t>(point - 1));
    for (SobolCoordinate& coordinate : coordinates) {
      coordinate.directions_[digit] = sequence();
    }
  }
  return coordinates;
}

// Digit k is turned by a draw for k and the digits before it, as they were. No two points have all
// 32 digits in common, so what stands behind them is a draw for each point.
double SobolCoordinate::Uniform(uint64_t seed, uint64_t stream, uint64_t point) const {
  uint32_t digits = 0;
  for (int k = 0; k < kDigits; ++k) {
    if ((point >> k & 1) != 0) digits ^= directions_[k];
  }
  const auto draw = [&](uint64_t before, int k) {
    return UniformDraw({seed, 0}, stream, {before, static_cast<uint64_t>(k), kScramblingNode});
  };
  uint64_t scrambled = 0;
  for (int k = 0; k < kDigits; ++k) {
    const uint64_t before = uint64_t{digits} >> (kDigits - k);
    const uint64_t digit = digits >> (kDigits - 1 - k) & 1;
    scrambled = scrambled << 1 | (draw(before, k) < 0.5 ? digit : 1 - digit);
  }
  constexpr int kMoreDigits = 53 - kDigits;
  const double more = draw(digits, kDigits) * (1 << kMoreDigits);
  scrambled = scrambled << kMoreDigits | static_cast<uint64_t>(more);
  return static_cast<double>(scrambled) * 0x1p-53;
}

}  // namespace loopwright
