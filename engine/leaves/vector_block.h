#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "engine/context/basic_vector.h"

namespace loopwright::internal {

/// A vector of `size` elements that the thread keeps for the next one who needs one, so that after
/// the first use nothing is allocated: what authors of vector systems read and write. Those of one
/// thread must be destroyed in the reverse order of their making, as local variables are. Drake's
/// signatures want a VectorBlock, which only a vector that owns its elements can give; values of
/// the engine lie in a context's arena and do not.
///
///     internal::LentVector<T> values(3);
///     auto block = values.block();  // for the author's function to write to
template <typename T>
class LentVector {
 public:
  /// Its elements are whatever the last user left.
  explicit LentVector(int size) {
    Pool& pool = ThreadPool();
    if (pool.depth == pool.vectors.size()) pool.vectors.push_back(std::make_unique<VectorX<T>>());
    vector_ = pool.vectors[pool.depth++].get();
    vector_->resize(size);
  }
  ~LentVector() { --ThreadPool().depth; }
  LentVector(const LentVector&) = delete;
  LentVector& operator=(const LentVector&) = delete;

  /// The vector itself, or all of it as a block.
  VectorX<T>& vector() { return *vector_; }
  const VectorX<T>& vector() const { return *vector_; }
  Eigen::VectorBlock<VectorX<T>> block() { return vector_->head(vector_->size()); }
  Eigen::VectorBlock<const VectorX<T>> const_block() const {
    return static_cast<const VectorX<T>&>(*vector_).head(vector_->size());
  }

 private:
  /// One for each thread and scalar, growing to the deepest nesting that there was.
  struct Pool {
    std::vector<std::unique_ptr<VectorX<T>>> vectors;  // One for each level of nesting.
    size_t depth = 0;
  };
  static Pool& ThreadPool() {
    thread_local Pool pool;
    return pool;
  }

  /// In the pool of the thread, which keeps it when this is gone.
  VectorX<T>* vector_;
};

}  // namespace loopwright::internal
