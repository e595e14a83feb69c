#pragma once

#include <cstddef>
#include <deque>
#include <vector>

namespace loopwright {

/// An array of `size` scalars that lives as long as this object, taken from memory that the thread
/// keeps: after the first use of a size nothing is allocated. Objects of one thread must be
/// destroyed in the reverse order of their making, as local variables are. Elements hold whatever
/// the last user left.
template <typename T>
class Scratch {
 public:
  explicit Scratch(size_t size) {
    Pool& pool = ThreadPool();
    if (pool.depth == pool.arrays.size()) pool.arrays.emplace_back();
    std::vector<T>& array = pool.arrays[pool.depth++];
    if (array.size() < size) array.resize(size);
    data_ = array.data();
  }
  ~Scratch() { --ThreadPool().depth; }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  T* data() { return data_; }

 private:
  struct Pool {
    std::deque<std::vector<T>> arrays;  // One for each level of nesting.
    size_t depth = 0;
  };
  static Pool& ThreadPool() {
    thread_local Pool pool;
    return pool;
  }

  T* data_;
};

}  // namespace loopwright
