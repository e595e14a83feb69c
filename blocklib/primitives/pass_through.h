#pragma once

#include <memory>

#include "engine/system/leaf_system.h"

namespace loopwright {

/// Passes its input on, a vector or a value of any type.
///
///     u0 → PassThrough → y0
template <typename T>
class PassThrough final : public LeafSystem<T> {
 public:
  explicit PassThrough(int vector_size);
  explicit PassThrough(const AbstractValue& model);
  template <typename U>
  explicit PassThrough(const PassThrough<U>& other);

 private:
  template <typename U>
  friend class PassThrough;
  PassThrough(int vector_size, std::unique_ptr<AbstractValue> model);

  const std::unique_ptr<AbstractValue> model_;  ///< null for a vector
};

LOOPWRIGHT_DECLARE_CLASS(PassThrough)

}  // namespace loopwright
