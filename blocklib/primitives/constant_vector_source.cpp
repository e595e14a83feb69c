#include "blocklib/primitives/constant_vector_source.h"

#include "blocklib/common/declared.h"

namespace loopwright {

// The output depends on the parameter alone, so that it is computed again only when that is
// changed.
template <typename T>
ConstantVectorSource<T>::ConstantVectorSource(const BasicVector<T>& value)
    : LeafSystem<T>(SystemTypeTag<ConstantVectorSource>{}) {
  this->DeclareNumericParameter(value);
  this->DeclareVectorOutputPort(kUseDefaultName, value, &ConstantVectorSource::CalcOutput,
                                {this->all_parameters_ticket()});
}
template <typename T>
ConstantVectorSource<T>::ConstantVectorSource(const Eigen::Ref<const VectorX<T>>& value)
    : ConstantVectorSource(BasicVector<T>(VectorX<T>(value))) {}
template <typename T>
ConstantVectorSource<T>::ConstantVectorSource(const T& value)
    : ConstantVectorSource(BasicVector<T>{value}) {}
// The copy over another scalar has the default value of the original, not that of a context.
template <typename T>
template <typename U>
ConstantVectorSource<T>::ConstantVectorSource(const ConstantVectorSource<U>& other)
    : ConstantVectorSource(BasicVector<T>(VectorX<T>(DefaultVector(other, 0).template cast<T>()))) {
}

LOOPWRIGHT_INSTANTIATE_CLASS(ConstantVectorSource)

}  // namespace loopwright
