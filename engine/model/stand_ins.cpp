#include "engine/model/stand_ins.h"

#include <algorithm>

namespace loopwright {

template <typename T>
FixedSource<T>::FixedSource(const std::vector<Port>& ports) {
  for (const Port& port : ports) {
    const VectorX<T> value = port.value.template cast<T>();
    const int width = static_cast<int>(value.size());
    const int index = this->DeclareNumericParameter(BasicVector<T>(value));
    this->DeclareVectorOutputPort(
        port.name, width,
        [this, index, width](const Context<T>& context, BasicVector<T>* y) {
          const T* parameter = this->parameter_data(context, index);
          for (int i = 0; i < width; ++i) (*y)[i] = parameter[i];
        },
        {this->numeric_parameter_ticket(index)});
  }
}

template <typename T>
PassThrough<T>::PassThrough(int width) : width_(width) {
  this->DeclareVectorInputPort("u", width);
  this->DeclareVectorOutputPort("y", width, &PassThrough::CalcOutput,
                                {this->all_input_ports_ticket()});
}

template <typename T>
void PassThrough<T>::CalcOutput(const Context<T>& context, T* y) const {
  std::copy_n(this->input_data(context, 0), width_, y);
}

namespace {
enum Group { kSample, kNumber };
}  // namespace

template <typename T>
RandomSamples<T>::RandomSamples(RandomDistribution distribution, int width, double period_sec,
                                const std::string& stream)
    : distribution_(distribution), width_(width), stream_key_(StreamKey(stream)) {
  this->DeclareDiscreteState(width);
  this->DeclareDiscreteState(1);
  this->DeclareInitializationDiscreteUpdateEvent(&RandomSamples::Initialize);
  this->DeclarePeriodicDiscreteUpdateEvent(period_sec, 0, &RandomSamples::Update);
  this->DeclareVectorOutputPort("y", width, &RandomSamples::CalcOutput,
                                {this->discrete_state_ticket(kSample)});
}

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

template <typename T>
void RandomSamples<T>::Initialize(const Context<T>& context, DiscreteValues<T>* next) const {
  Draw(context, 0, next->data(kSample));
  next->data(kNumber)[0] = T(0);
}

template <typename T>
void RandomSamples<T>::Update(const Context<T>& context, DiscreteValues<T>* next) const {
  const T k = this->discrete_data(context, kNumber)[0] + 1.0;
  Draw(context, ValueOf(k), next->data(kSample));
  next->data(kNumber)[0] = k;
}

template <typename T>
void RandomSamples<T>::CalcOutput(const Context<T>& context, T* y) const {
  std::copy_n(this->discrete_data(context, kSample), width_, y);
}

LOOPWRIGHT_INSTANTIATE_CLASS(FixedSource)
LOOPWRIGHT_INSTANTIATE_CLASS(PassThrough)
LOOPWRIGHT_INSTANTIATE_CLASS(RandomSamples)

}  // namespace loopwright
