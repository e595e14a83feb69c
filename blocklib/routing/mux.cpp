#include "blocklib/routing/mux.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "blocklib/common/block_helpers.h"

namespace loopwright {

template <typename T>
Mux<T>::Mux(const std::vector<int>& widths) : widths_(widths) {
  for (size_t i = 0; i < widths.size(); ++i) {
    this->DeclareVectorInputPort(NumberedPort("u", static_cast<int>(i)), widths[i]);
  }
  this->DeclareVectorOutputPort("y", std::accumulate(widths.begin(), widths.end(), 0),
                                &Mux::CalcOutput, {this->all_input_ports_ticket()});
}

template <typename T>
void Mux<T>::CalcOutput(const Context<T>& context, T* y) const {
  const int count = static_cast<int>(widths_.size());
  for (int port = 0; port < count; ++port) {
    y = std::copy_n(this->input_data(context, port), widths_[port], y);
  }
}

template <typename T>
Demux<T>::Demux(const std::vector<int>& widths) {
  this->DeclareVectorInputPort("u", std::accumulate(widths.begin(), widths.end(), 0));
  int first = 0;
  for (size_t i = 0; i < widths.size(); ++i) {
    AddOutput(static_cast<int>(i), first, widths[i]);
    first += widths[i];
  }
}

template <typename T>
void Demux<T>::AddOutput(int index, int first, int width) {
  this->DeclareVectorOutputPort(
      NumberedPort("y", index), width,
      [this, first, width](const Context<T>& context, BasicVector<T>* y) {
        std::copy_n(this->input_data(context, 0) + first, width, y->data());
      },
      {this->all_input_ports_ticket()});
}

LOOPWRIGHT_INSTANTIATE_CLASS(Mux)
LOOPWRIGHT_INSTANTIATE_CLASS(Demux)

//DESCRIPTOR
}  // namespace loopwright
