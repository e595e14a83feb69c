#include "blocklib/primitives/multiplexer.h"

#include <numeric>

#include "blocklib/common/declared.h"

namespace loopwright {

template <typename T>
Multiplexer<T>::Multiplexer(int num_scalar_inputs)
    : Multiplexer(std::vector<int>(num_scalar_inputs, 1)) {}
template <typename T>
Multiplexer<T>::Multiplexer(const std::vector<int>& input_sizes)
    : Multiplexer(input_sizes,
                  BasicVector<T>(std::accumulate(input_sizes.begin(), input_sizes.end(), 0))) {}
template <typename T>
Multiplexer<T>::Multiplexer(const BasicVector<T>& model)
    : Multiplexer(std::vector<int>(model.size(), 1), model) {}
template <typename T>
template <typename U>
Multiplexer<T>::Multiplexer(const Multiplexer<U>& other) : Multiplexer(InputWidths(other)) {}

// All other constructors come here; the model decides on the class of the output.
template <typename T>
Multiplexer<T>::Multiplexer(const std::vector<int>& input_sizes, const BasicVector<T>& model)
    : LeafSystem<T>(SystemTypeTag<Multiplexer>{}) {
  LOOPWRIGHT_THROW_UNLESS(!input_sizes.empty());
  for (const int size : input_sizes) this->DeclareVectorInputPort(kUseDefaultName, size);
  this->DeclareVectorOutputPort(kUseDefaultName, model, &Multiplexer::CombineInputs,
                                {this->all_input_ports_ticket()});
}

// Copies the inputs one behind the other.
template <typename T>
void Multiplexer<T>::CombineInputs(const Context<T>& context, BasicVector<T>* y) const {
  int element = 0;
  for (int port = 0; port < this->num_input_ports(); ++port) {
    const T* u = this->input_data(context, port);
    for (int i = 0; i < this->get_input_port(port).size(); ++i) (*y)[element++] = u[i];
  }
}

LOOPWRIGHT_INSTANTIATE_CLASS(Multiplexer)

}  // namespace loopwright
