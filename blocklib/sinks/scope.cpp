#include "blocklib/sinks/scope.h"

#include "blocklib/common/block_helpers.h"

namespace loopwright {

template <typename T>
Scope<T>::Scope(const std::vector<int>& widths) {
  for (size_t i = 0; i < widths.size(); ++i) {
    this->DeclareVectorInputPort(NumberedPort("u", static_cast<int>(i)), widths[i]);
  }
}

LOOPWRIGHT_INSTANTIATE_CLASS(Scope)

//DESCRIPTOR
}  // namespace loopwright
