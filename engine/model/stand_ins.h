#pragma once

#include <Eigen/Core>
#include <string>
#include <utility>
#include <vector>

#include "engine/random/draw.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// Outputs that keep their value: what stands in for a block that is commented out (zeros), an
/// input without a wire, and an Inport of the top level. Port k has the numeric parameter k as its
/// value.
template <typename T>
class FixedSource final : public LeafSystem<T> {
 public:
  struct Port {
    std::string name;
    Eigen::VectorXd value;
  };
  explicit FixedSource(const std::vector<Port>& ports);
  template <typename U>
  explicit FixedSource(const FixedSource<U>& other);

 private:
  template <typename U>
  static std::vector<Port> PortsOf(const FixedSource<U>& other);
};

/// y = u: what an Inport becomes whose value is an output of its subsystem.
template <typename T>
class PassThrough final : public LeafSystem<T> {
 public:
  explicit PassThrough(int width);
  template <typename U>
  explicit PassThrough(const PassThrough<U>& other) : PassThrough(other.get_input_port(0).size()) {}

 private:
  void CalcOutput(const Context<T>& context, T* y) const;
  int width_;
};

template <typename T>
class RandomSamples;

namespace scalar_conversion {
/// Draws are numbers.
template <>
struct Traits<RandomSamples> : NonSymbolicTraits {};
}  // namespace scalar_conversion

/// A random Inport of the top level: independent samples, held for a period (semantics 17). Element
/// i of sample k is draw k*width + i of the stream.
template <typename T>
class RandomSamples final : public LeafSystem<T> {
 public:
  RandomSamples(RandomDistribution distribution, int width, double period_sec,
                const std::string& stream)
      : RandomSamples(distribution, width, period_sec, StreamKey(stream)) {}
  template <typename U>
  explicit RandomSamples(const RandomSamples<U>& other)
      : RandomSamples(other.distribution_, other.width_, other.period_sec_, other.stream_key_) {}
  void SetDefaultState(const Context<T>& context, State<T>* state) const override;

 private:
  template <typename U>
  friend class RandomSamples;
  RandomSamples(RandomDistribution distribution, int width, double period_sec,
                std::uint64_t stream_key);
  void Draw(const Context<T>& context, double k, T* sample) const;
  void Initialize(const Context<T>& context, DiscreteValues<T>* next) const;
  void Update(const Context<T>& context, DiscreteValues<T>* next) const;
  void CalcOutput(const Context<T>& context, T* y) const;

  RandomDistribution distribution_;
  int width_;
  double period_sec_;
  std::uint64_t stream_key_;
};

LOOPWRIGHT_DECLARE_CLASS(FixedSource)
LOOPWRIGHT_DECLARE_CLASS(PassThrough)
LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(RandomSamples)

}  // namespace loopwright
