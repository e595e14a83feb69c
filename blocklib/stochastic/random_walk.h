#pragma once

#include <cstdint>
#include <string>

#include "blocklib/stochastic/sampled_noise.h"
#include "engine/blocks/block_descriptor.h"

namespace loopwright {

template <typename T>
class RandomWalk;

namespace scalar_conversion {
/// Draws are numbers.
template <>
struct Traits<RandomWalk> : NonSymbolicTraits {};
}  // namespace scalar_conversion

/// The sum of independent normal steps, x⁺ = x⁻ + w.
///
///     RandomWalk → y
///
/// The k-th update uses draw k (of a signal of width m, element i uses draw k*m + i); draw 0 is not
/// used. State as of SampledNoise. Numeric parameters: 0 standard deviation of a step, 1 initial
/// value.
template <typename T>
class RandomWalk final : public SampledNoise<T> {
 public:
  /// Updates run at offset_sec + k*period_sec. There is an element of y for each of
  /// `initial_value`.
  RandomWalk(double step_deviation, const Eigen::VectorXd& initial_value, double period_sec,
             double offset_sec, const std::string& stream)
      : RandomWalk(step_deviation, initial_value, period_sec, offset_sec, StreamKey(stream)) {}
  explicit RandomWalk(const BlockArguments& arguments);
  /// The same block over another scalar.
  template <typename U>
  explicit RandomWalk(const RandomWalk<U>& other);

 private:
  RandomWalk(double step_deviation, const Eigen::VectorXd& initial_value, double period_sec,
             double offset_sec, uint64_t stream_key);
  void CalcSample(const Context<T>& context, uint64_t k, T* sample) const override;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(RandomWalk)

/// The block type `RandomWalk`.
BlockDescriptor RandomWalkBlock();

}  // namespace loopwright
