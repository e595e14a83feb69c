#pragma once

#include <memory>

#include "engine/system/leaf_system.h"

namespace loopwright {

/// Passes its input on, a vector or a value of any type. It gives a signal a second name, or leads
/// an input of a diagram to several places.
///
///     u0 → PassThrough → y0
template <typename T>
class PassThrough final : public LeafSystem<T> {
 public:
  /// For vectors of this size.
  explicit PassThrough(int vector_size);
  /// For values of the type of `model`.
  explicit PassThrough(const AbstractValue& model);
  /// For the conversion to another scalar.
  template <typename U>
  explicit PassThrough(const PassThrough<U>& other);

 private:
  template <typename U>
  friend class PassThrough;
  /// For vectors without a model, else for values of its type.
  PassThrough(int vector_size, std::unique_ptr<AbstractValue> model);

  const std::unique_ptr<AbstractValue> model_;  ///< null for a vector
};

LOOPWRIGHT_DECLARE_CLASS(PassThrough)

}  // namespace loopwright
