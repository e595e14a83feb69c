#include "engine/diagram/random_samples.h"

#include <algorithm>

namespace loopwright {

namespace {
// Numbers of the groups of discrete state.
enum Group { kSample, kNumber };
}  // namespace

// The number of the sample is state, so that draws follow from it and a run can be continued from
// any context.
template <typename T>
RandomSamples<T>::RandomSamples(RandomDistribution distribution, int width, double period_sec,
                                std::uint64_t stream_key)
    : LeafSystem<T>(SystemTypeTag<RandomSamples>{}),
      distribution_(distribution),
      width_(width),
      period_sec_(period_sec),
      stream_key_(stream_key) {
  this->DeclareDiscreteState(width);
  this->DeclareDiscreteState(1);
  this->DeclareInitializationDiscreteUpdateEvent(&RandomSamples::Initialize);
  this->template DeclarePeriodicDiscreteUpdateEvent<&RandomSamples::Update>(period_sec, 0);
  this->DeclareVectorOutputPort("y", width, &RandomSamples::CalcOutput,
                                {this->discrete_state_ticket(kSample)});
}

// Sample `k`: a function of the context's seed and run, the stream and k, whoever asks and however
// often.
template <typename T>
void RandomSamples<T>::Draw(const Context<T>& context, double k, T* sample) const {
  const RandomSource source = context.random_source();
  const auto first = static_cast<std::uint64_t>(k) * static_cast<std::uint64_t>(width_);
  for (int i = 0; i < width_; ++i) {
    const std::uint64_t draw = first + static_cast<std::uint64_t>(i);
    switch (distribution_) {
      case RandomDistribution::kUniform:
        sample[i] = T(UniformDraw(source, stream_key_, draw));
        break;
      case RandomDistribution::kGaussian:
        sample[i] = T(GaussianDraw(source, stream_key_, draw));
        break;
      case RandomDistribution::kExponential:
        sample[i] = T(ExponentialDraw(source, stream_key_, draw));
        break;
    }
  }
}

template <typename T>
void RandomSamples<T>::SetDefaultState(const Context<T>& context, State<T>* state) const {
  Draw(context, 0, state->get_mutable_discrete_state(kSample).data());
  state->get_mutable_discrete_state(kNumber)[0] = T(0);
}

// The variance of one draw: 1/12 of a uniform number on [0, 1), 1 of a normal one of deviation 1
// and of an exponential one of rate 1.
template <typename T>
std::optional<ElementLaw> RandomSamples<T>::LawOf(const Context<T>&, int) const {
  const double variance = distribution_ == RandomDistribution::kUniform ? 1 / 12. : 1;
  return ElementLaw{variance, 0, variance};
}

template <typename T>
void RandomSamples<T>::Initialize(const Context<T>& context, DiscreteValues<T>* next) const {
  Draw(context, 0, next->data(kSample));
  next->data(kNumber)[0] = T(0);
}

// `next` has both groups one after the other: the sample, then its number.
template <typename T>
void RandomSamples<T>::Update(const Context<T>& context, T* next) const {
  const T k = this->discrete_data(context, kNumber)[0] + 1.0;
  Draw(context, ValueOf(k), next);
  next[width_] = k;
}

template <typename T>
void RandomSamples<T>::CalcOutput(const Context<T>& context, T* y) const {
  std::copy_n(this->discrete_data(context, kSample), width_, y);
}

// Systems that are added here have no inputs, so it does not matter that the list was made before.
template <typename T>
int AddRandomInputs(double sampling_interval_sec, DiagramBuilder<T>* builder,
                    const std::string& stream_prefix) {
  LOOPWRIGHT_THROW_UNLESS(builder != nullptr);
  int count = 0;
  for (const System<T>* system : builder->GetSystems()) {
    for (int i = 0; i < system->num_input_ports(); ++i) {
      const InputPort<T>& input = system->get_input_port(i);
      if (!input.is_random() || builder->IsConnectedOrExported(input)) continue;
      const std::string name = system->get_name() + "." + input.get_name();
      const auto* source = builder->AddNamedSystem(
          name, std::make_unique<RandomSamples<T>>(*input.get_random_type(), input.size(),
                                                   sampling_interval_sec, stream_prefix + name));
      builder->Connect(source->get_output_port(0), input);
      ++count;
    }
  }
  return count;
}

template int AddRandomInputs(double, DiagramBuilder<double>*, const std::string&);
template int AddRandomInputs(double, DiagramBuilder<AutoDiff>*, const std::string&);

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(RandomSamples)

}  // namespace loopwright
