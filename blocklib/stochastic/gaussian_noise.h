#pragma once

#include <cstdint>
#include <string>

#include "engine/model/block_descriptor.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

template <typename T>
class GaussianNoise;

namespace scalar_conversion {
/// Draws are numbers.
template <>
struct Traits<GaussianNoise> : NonSymbolicTraits {};
}  // namespace scalar_conversion

/// Independent normal samples, held between updates.
///
///     GaussianNoise → y
///
/// Sample 0 is seen at the start time, the k-th update draws sample k; element i of a signal of
/// width m uses draw k*m + i of the stream (semantics 15 to 17).
///
/// Discrete state: group 0 the sample, 1 its number k. Numeric parameters: 0 mean, 1 standard
/// deviation.
template <typename T>
class GaussianNoise final : public LeafSystem<T> {
 public:
  /// Updates run at offset_sec + k*period_sec. A mean or deviation of one element is spread.
  GaussianNoise(const Eigen::VectorXd& mean, const Eigen::VectorXd& standard_deviation,
                double period_sec, double offset_sec, const std::string& stream);
  explicit GaussianNoise(const BlockArguments& arguments);
  /// The same block over another scalar.
  template <typename U>
  explicit GaussianNoise(const GaussianNoise<U>& other);

 private:
  GaussianNoise(const Eigen::VectorXd& mean, const Eigen::VectorXd& standard_deviation,
                double period_sec, double offset_sec, uint64_t stream_key);
  template <typename U>
  friend class GaussianNoise;

  void SetDefaultState(const Context<T>& context, State<T>* state) const override;
  EventStatus Initialize(const Context<T>& context, DiscreteValues<T>* next) const;
  void Update(const Context<T>& context, T* next) const;
  void CalcOutput(const Context<T>& context, T* y) const;
  /// Computes sample `k` (a whole number) into `sample`.
  void Draw(const Context<T>& context, double k, T* sample) const;

  uint64_t stream_key_;
  int width_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(GaussianNoise)

/// The block type `GaussianNoise`.
BlockDescriptor GaussianNoiseBlock();

}  // namespace loopwright
