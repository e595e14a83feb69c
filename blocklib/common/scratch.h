#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <vector>

namespace loopwright {

/// An array of `size` scalars that lives as long as this object. Few and plain ones lie in the
/// object, others in memory that the thread keeps: after the first use of a size nothing is
/// allocated. Objects of one thread must be destroyed in the reverse order of their making, as
/// local variables are. Elements hold whatever the last user left.
///
/// Blocks use it for what they need during one computation, since nothing may be allocated while
/// stepping: the Kalman filter for its products, formulas for their registers.
template <typename T>
class Scratch {
 public:
  /// Takes an array of the thread's that no other object is using, made larger where it has to be.
  explicit Scratch(size_t size) {
    if constexpr (kFew > 0) {
      if (size <= kFew) {
        data_ = few_.data();
        return;
      }
    }
    pool_ = &ThreadPool();
    if (pool_->depth == pool_->arrays.size()) pool_->arrays.emplace_back();
    std::vector<T>& array = pool_->arrays[pool_->depth++];
    if (array.size() < size) array.resize(size);
    data_ = array.data();
  }
  /// Gives the array back; its memory stays with the thread.
  ~Scratch() {
    if (pool_ != nullptr) --pool_->depth;
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  /// The first of the elements.
  T* data() { return data_; }

 private:
  /// So many lie in the object itself: 64 numbers are 512 bytes of the stack.
  static constexpr size_t kFew = std::is_trivially_default_constructible_v<T> ? 64 : 0;
  /// The arrays of one thread and how many of them are in use.
  struct Pool {
    std::vector<std::vector<T>> arrays;  // One for each level of nesting; their elements stay.
    size_t depth = 0;
  };
  static Pool& ThreadPool() {
    thread_local Pool pool;
    return pool;
  }

  T* data_;
  Pool* pool_ = nullptr;
  std::array<T, kFew> few_;
};

}  // namespace loopwright
