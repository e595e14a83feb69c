#include "engine/model/stand_ins.h"

#include <algorithm>

namespace loopwright {

template <typename T>
FixedSource<T>::FixedSource(const std::vector<Port>& ports)
    : LeafSystem<T>(SystemTypeTag<FixedSource>{}) {
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
template <typename U>
std::vector<typename FixedSource<T>::Port> FixedSource<T>::PortsOf(const FixedSource<U>& other) {
  std::vector<Port> ports;
  for (int i = 0; i < other.num_output_ports(); ++i) {
    const VectorX<U>& value = other.numeric_parameter_models()[i];
    ports.push_back({other.get_output_port(i).get_name(), Eigen::VectorXd(value.size())});
    for (int k = 0; k < value.size(); ++k) ports.back().value[k] = ConvertScalar<double>(value[k]);
  }
  return ports;
}
template <typename T>
template <typename U>
FixedSource<T>::FixedSource(const FixedSource<U>& other) : FixedSource(PortsOf(other)) {}

template <typename T>
PassThrough<T>::PassThrough(int width)
    : LeafSystem<T>(SystemTypeTag<PassThrough>{}), width_(width) {
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
                                std::uint64_t stream_key)
    : LeafSystem<T>(SystemTypeTag<RandomSamples>{}),
      distribution_(distribution),
      width_(width),
      period_sec_(period_sec),
      stream_key_(stream_key) {
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
LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(RandomSamples)

}  // namespace loopwright
