#include "engine/build/stand_ins.h"

#include <algorithm>

namespace loopwright {

// Values are parameters and not constants, so that a program can change what an Inport gives.
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

// What a source of another scalar was made of.
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

// A block with direct feedthrough and nothing else.
template <typename T>
SignalCopy<T>::SignalCopy(int width) : LeafSystem<T>(SystemTypeTag<SignalCopy>{}), width_(width) {
  this->DeclareVectorInputPort("u", width);
  this->DeclareVectorOutputPort("y", width, &SignalCopy::CalcOutput,
                                {this->all_input_ports_ticket()});
}

template <typename T>
void SignalCopy<T>::CalcOutput(const Context<T>& context, T* y) const {
  std::copy_n(this->input_data(context, 0), width_, y);
}

LOOPWRIGHT_INSTANTIATE_CLASS(FixedSource)
LOOPWRIGHT_INSTANTIATE_CLASS(SignalCopy)

}  // namespace loopwright
