#include "blocklib/primitives/demultiplexer.h"

#include <numeric>

namespace loopwright {

namespace {
// Sizes for `size` elements in parts of `part`; std::logic_error where they do not divide.
std::vector<int> EqualParts(int size, int part) {
  LOOPWRIGHT_THROW_UNLESS(part > 0 && size > 0 && size % part == 0);
  return std::vector<int>(size / part, part);
}
}  // namespace

// Each output copies its part of the input, which begins where the last one ended.
template <typename T>
Demultiplexer<T>::Demultiplexer(const std::vector<int>& output_ports_sizes)
    : LeafSystem<T>(SystemTypeTag<Demultiplexer>{}), sizes_(output_ports_sizes) {
  LOOPWRIGHT_THROW_UNLESS(!sizes_.empty());
  this->DeclareVectorInputPort(kUseDefaultName, std::accumulate(sizes_.begin(), sizes_.end(), 0));
  // Each output has its own first element.
  int first = 0;
  for (const int size : sizes_) {
    LOOPWRIGHT_THROW_UNLESS(size > 0);
    this->DeclareVectorOutputPort(kUseDefaultName, size,
                                  [this, first](const Context<T>& context, BasicVector<T>* y) {
                                    const T* u = this->input_data(context, 0) + first;
                                    for (int i = 0; i < y->size(); ++i) (*y)[i] = u[i];
                                  },
                                  {this->all_input_ports_ticket()});
    first += size;
  }
}
template <typename T>
Demultiplexer<T>::Demultiplexer(int size, int output_ports_size)
    : Demultiplexer(EqualParts(size, output_ports_size)) {}
template <typename T>
template <typename U>
Demultiplexer<T>::Demultiplexer(const Demultiplexer<U>& other)
    : Demultiplexer(other.get_output_ports_sizes()) {}

LOOPWRIGHT_INSTANTIATE_CLASS(Demultiplexer)

}  // namespace loopwright
