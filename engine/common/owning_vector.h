#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "engine/common/inline_vector.h"

namespace loopwright {

/// Owns objects whose addresses stay as they are; a single one costs no memory besides its own. For
/// parts that others point to: they do not move when more are added.
template <typename V>
class OwningVector {
 public:
  OwningVector() = default;
  OwningVector(const OwningVector&) = delete;
  OwningVector& operator=(const OwningVector&) = delete;
  ~OwningVector() {
    for (V* object : objects_) delete object;
  }

  /// The objects in the order in which they were added.
  size_t size() const { return objects_.size(); }
  bool empty() const { return objects_.empty(); }
  V* const* begin() const { return objects_.begin(); }
  V* const* end() const { return objects_.end(); }
  V* operator[](size_t i) const { return objects_[i]; }
  /// Takes the object over and returns it; it lives as long as this.
  V& push_back(std::unique_ptr<V> object) {
    objects_.push_back(object.get());
    return *object.release();
  }

 private:
  InlineVector<V*, 1> objects_;
};

}  // namespace loopwright
