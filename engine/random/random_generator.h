#pragma once

#include <cstdint>
#include <limits>

#include "engine/random/random_source.h"

namespace loopwright {

/// A UniformRandomBitGenerator over Philox, for std:: distributions: what SetRandomContext() hands
/// to the authors of systems. The sequence of words is a function of seed and run alone; what a
/// std:: distribution makes of it is reproducible per standard library only.
class RandomGenerator {
 public:
  using result_type = uint64_t;
  static constexpr result_type default_seed = 5489;

  RandomGenerator() : RandomGenerator(default_seed) {}
  explicit RandomGenerator(uint64_t seed, uint64_t run = 0) : source_{seed, run} {}
  explicit RandomGenerator(RandomSource source) : source_(source) {}

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }
  /// The next word.
  result_type operator()();
  RandomSource source() const { return source_; }

 private:
  RandomSource source_;
  uint64_t draw_ = 0;  ///< number of the next word
};

}  // namespace loopwright
