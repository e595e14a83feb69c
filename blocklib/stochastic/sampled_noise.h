#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "blocklib/common/parameters.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/random/draw.h"
#include "engine/system/leaf_system.h"
#include "engine/traits/draw_law.h"

namespace loopwright {

/// What noises have in common that are drawn at sampling times and held in between: the start shows
/// sample 0, the k-th update makes sample k (semantics 17). Element i of a signal of width m uses
/// draw k*m + i of the stream for it. A derived class says in CalcSample() what a sample is, and in
/// LawOf() what its law is; a draw depends on the stream, the seed and its number alone, so that a
/// run can be repeated from anywhere.
///
/// Discrete state: group 0 the sample, 1 its number k.
template <typename T>
class SampledNoise : public LeafSystem<T>, public DrawLaw<T> {
 public:
  /// The key of the random stream.
  uint64_t stream_key() const { return stream_key_; }
  /// How many elements the signal has.
  int width() const { return width_; }

 protected:
  /// The law of samples that are all independent, with this variance.
  static ElementLaw IndependentLaw(double variance) { return {variance, 0, variance}; }

  /// Declares state, events and the output y. Updates run at offset_sec + k*period_sec.
  SampledNoise(SystemScalarConverter converter, int width, double period_sec, double offset_sec,
               uint64_t stream_key)
      : LeafSystem<T>(std::move(converter)), width_(width), stream_key_(stream_key) {
    this->DeclareDiscreteState(width);
    this->DeclareDiscreteState(1);
    this->DeclareInitializationDiscreteUpdateEvent(&SampledNoise::Initialize);
    this->template DeclarePeriodicDiscreteUpdateEvent<&SampledNoise::Update>(period_sec,
                                                                             offset_sec);
    this->DeclareStateOutputPort("y", DiscreteStateIndex(0));
  }

  /// Computes sample `k`, where last_sample() is that before (none yet where k is 0).
  virtual void CalcSample(const Context<T>& context, uint64_t k, T* sample) const = 0;
  /// The sample on show, which the update replaces.
  const T* last_sample(const Context<T>& context) const { return this->discrete_data(context, 0); }
  /// The draw of element `i` of sample `k`.
  uint64_t DrawOf(uint64_t k, int i) const {
    return k * static_cast<uint64_t>(width_) + static_cast<uint64_t>(i);
  }

 private:
  /// Sample 0, so that a context shows something before a run.
  void SetDefaultState(const Context<T>& context, State<T>* state) const override {
    CalcSample(context, 0, state->get_mutable_discrete_state(0).data());
    state->get_mutable_discrete_state(1)[0] = T(0);
  }
  /// Sample 0 anew, as a run may have another seed than the context had.
  void Initialize(const Context<T>& context, T* next) const {
    CalcSample(context, 0, next);
    next[width_] = T(0);
  }
  /// The next sample, by its number.
  void Update(const Context<T>& context, T* next) const {
    const T k = this->discrete_data(context, 1)[0] + 1.0;
    CalcSample(context, static_cast<uint64_t>(ValueOf(k)), next);
    next[width_] = k;
  }

  int width_;
  uint64_t stream_key_;
};

/// What the descriptors of such noises have in common; `own` are the parameters of the noise, which
/// come before period, offset and stream.
inline BlockDescriptor SampledNoiseBlock(std::vector<ParameterDescriptor> own) {
  BlockDescriptor block;
  block.category = "stochastic";
  block.outputs = {"y"};
  block.parameters = std::move(own);
  block.parameters.insert(block.parameters.end(),
                          {PeriodParameter(), OffsetParameter(), StreamParameter()});
  block.feedthrough = "none";
  block.state = "discrete";
  block.states = DiscreteStates({"sample", "its number"});
  return block;
}

}  // namespace loopwright
