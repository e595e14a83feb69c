#pragma once

#include <utility>

#include "engine/leaves/vector_block.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// Base of sources with one vector output, `y0`, and no input:
///
///     SingleOutputVectorSource → y0
///
/// An author overrides DoCalcVectorOutput(). It is for programs that were written for Drake; blocks
/// of the library write their elements directly.
template <typename T>
class SingleOutputVectorSource : public LeafSystem<T> {
 public:
  LOOPWRIGHT_NO_COPY_NO_MOVE_NO_ASSIGN(SingleOutputVectorSource);

 protected:
  /// An output of `size` elements, or of the class of `model`. With a converter,
  /// `SystemTypeTag<MySource>{}`, the source can be converted to other scalars.
  explicit SingleOutputVectorSource(int size) : SingleOutputVectorSource({}, size) {}
  explicit SingleOutputVectorSource(const BasicVector<T>& model)
      : SingleOutputVectorSource({}, model) {}
  SingleOutputVectorSource(SystemScalarConverter converter, int size)
      : SingleOutputVectorSource(std::move(converter), BasicVector<T>(size)) {}
  SingleOutputVectorSource(SystemScalarConverter converter, const BasicVector<T>& model)
      : LeafSystem<T>(std::move(converter)) {
    this->DeclareVectorOutputPort(kUseDefaultName, model,
                                  &SingleOutputVectorSource<T>::CalcVectorOutput);
  }

  /// Writes all elements of `output`, which has the size of the port.
  virtual void DoCalcVectorOutput(const Context<T>& context,
                                  Eigen::VectorBlock<VectorX<T>>* output) const = 0;

 private:
  /// Lends a vector for what the author's function writes and copies it to the port's value.
  void CalcVectorOutput(const Context<T>& context, BasicVector<T>* output) const {
    internal::LentVector<T> values(output->size());
    auto block = values.block();
    DoCalcVectorOutput(context, &block);
    output->SetFromVector(values.vector());
  }
};

}  // namespace loopwright
