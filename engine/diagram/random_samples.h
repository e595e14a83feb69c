#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/diagram/diagram_builder.h"
#include "engine/random/draw.h"
#include "engine/system/leaf_system.h"
#include "engine/traits/draw_law.h"

namespace loopwright {

template <typename T>
class RandomSamples;

namespace scalar_conversion {
/// Draws are numbers.
template <>
struct Traits<RandomSamples> : NonSymbolicTraits {};
}  // namespace scalar_conversion

/// The source of a random input: independent samples, held for a period (semantics 17). Sample 0 is
/// seen at the start time, the k-th update draws sample k; element i of sample k is draw
/// k*width + i of the stream. Discrete state: group 0 the sample, 1 its number k.
///
///     RandomSamples → y
template <typename T>
class RandomSamples final : public LeafSystem<T>, public DrawLaw<T> {
 public:
  /// Updates run at k*period_sec.
  RandomSamples(RandomDistribution distribution, int width, double period_sec,
                const std::string& stream)
      : RandomSamples(distribution, width, period_sec, StreamKey(stream)) {}
  template <typename U>
  explicit RandomSamples(const RandomSamples<U>& other)
      : RandomSamples(other.distribution_, other.width_, other.period_sec_, other.stream_key_) {}
  /// Sample 0, so that a context is right also before a run initializes it.
  void SetDefaultState(const Context<T>& context, State<T>* state) const override;
  /// Independent samples, of the variance of the distribution.
  std::optional<ElementLaw> LawOf(const Context<T>& context, int element) const override;

 private:
  template <typename U>
  friend class RandomSamples;
  RandomSamples(RandomDistribution distribution, int width, double period_sec,
                std::uint64_t stream_key);
  /// Writes sample `k`, `width` elements.
  void Draw(const Context<T>& context, double k, T* sample) const;
  /// Handlers: sample 0 at the start of a run, with the seed that the context has then, and the
  /// next sample at each update.
  void Initialize(const Context<T>& context, DiscreteValues<T>* next) const;
  void Update(const Context<T>& context, T* next) const;
  void CalcOutput(const Context<T>& context, T* y) const;

  RandomDistribution distribution_;
  /// Elements of a sample.
  int width_;
  double period_sec_;
  std::uint64_t stream_key_;
};

/// Connects a RandomSamples to every random input port in `builder` that is neither connected nor
/// exported, and returns how many. The source of port P of system S is named `S.P`, and so is its
/// stream, after `stream_prefix`: give parts of one diagram that are built apart prefixes of their
/// own. `sampling_interval_sec` > 0.
template <typename T>
int AddRandomInputs(double sampling_interval_sec, DiagramBuilder<T>* builder,
                    const std::string& stream_prefix = "");

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(RandomSamples)

}  // namespace loopwright
