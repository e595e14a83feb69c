#pragma once

#include "engine/context/basic_vector.h"

namespace loopwright {

template <typename T>
class Context;

/// What Eval() of a vector port answers: a view on the elements where they lie in the context, with
/// everything that an Eigen::Map has, valid as long as the context. `Port` is InputPort or
/// OutputPort.
///
/// A program may also take it for a `const VectorX<T>&`, and return it as one from a function. No
/// such vector exists in a context, and a plain map would make a temporary one for the reference to
/// dangle on. So it converts to a copy that the context keeps with the port's value: that is made,
/// and brought up to date, at each conversion, and is valid as long as the context, too.
template <typename T, template <typename> class Port>
class PortVector : public ConstVectorMap<T> {
 public:
  PortVector(const T* data, int size, const Port<T>& port, const Context<T>& context)
      : ConstVectorMap<T>(data, size), port_(&port), context_(&context) {}

  operator const VectorX<T>&() const {  // NOLINT(google-explicit-constructor)
    return port_->EvalBasicVector(*context_).AsEigenVector();
  }

 private:
  const Port<T>* port_;
  const Context<T>* context_;
};

}  // namespace loopwright
