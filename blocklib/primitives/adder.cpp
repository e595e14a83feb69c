#include "blocklib/primitives/adder.h"

namespace loopwright {

// All inputs have the size of the output; nothing is spread.
template <typename T>
Adder<T>::Adder(int num_inputs, int size) : LeafSystem<T>(SystemTypeTag<Adder>{}) {
  LOOPWRIGHT_THROW_UNLESS(num_inputs > 0 && size > 0);
  for (int i = 0; i < num_inputs; ++i) this->DeclareVectorInputPort(kUseDefaultName, size);
  this->template DeclareVectorOutputPort<&Adder::CalcSum>("sum", size,
                                                          {this->all_input_ports_ticket()});
}

template <typename T>
template <typename U>
Adder<T>::Adder(const Adder<U>& other)
    : Adder(other.num_input_ports(), other.get_input_port(0).size()) {}

// The first input is copied and the others are added to it, in the order of the ports.
template <typename T>
void Adder<T>::CalcSum(const Context<T>& context, T* sum) const {
  const int size = this->get_output_port(0).size();
  for (int port = 0; port < this->num_input_ports(); ++port) {
    const T* u = this->input_data(context, port);
    for (int i = 0; i < size; ++i) sum[i] = port == 0 ? u[i] : T(sum[i] + u[i]);
  }
}

LOOPWRIGHT_INSTANTIATE_CLASS(Adder)

}  // namespace loopwright
