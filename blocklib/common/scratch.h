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
template <typename T>
class Scratch {
 public:
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
  ~Scratch() {
    if (pool_ != nullptr) --pool_->depth;
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  T* data() { return data_; }

 private:
  static constexpr size_t kFew = std::is_trivially_default_constructible_v<T> ? 64 : 0;
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
