#pragma once

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// A constant vector signal.
///
///     Constant → y
///
/// Parameter 0 of the context is the value, so that it can be changed while a run goes on.
template <typename T>
class Constant final : public LeafSystem<T> {
 public:
  /// A signal with the elements of `value`.
  explicit Constant(const VectorX<T>& value);
  explicit Constant(const BlockArguments& arguments);

 private:
  void CalcOutput(const Context<T>& context, T* y) const;

  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(Constant)

}  // namespace loopwright
