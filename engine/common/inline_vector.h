#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <type_traits>

namespace loopwright {

/// A vector of small values that keeps up to `N` of them inside itself and only more on the heap:
/// for the short lists of which every system has some.
template <typename V, int N>
class InlineVector {
  static_assert(std::is_trivially_copyable_v<V> && std::is_trivially_destructible_v<V>);

 public:
  using value_type = V;
  using iterator = V*;
  using const_iterator = const V*;

  InlineVector() = default;
  InlineVector(std::initializer_list<V> values) { assign(values.begin(), values.end()); }
  InlineVector(const InlineVector& other) { assign(other.begin(), other.end()); }
  InlineVector& operator=(const InlineVector& other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  ~InlineVector() { Release(); }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  V* begin() { return is_inside() ? reinterpret_cast<V*>(inside_) : heap_; }
  V* end() { return begin() + size_; }
  const V* begin() const { return const_cast<InlineVector*>(this)->begin(); }
  const V* end() const { return begin() + size_; }
  const V& operator[](size_t i) const { return begin()[i]; }
  const V& back() const { return begin()[size_ - 1]; }

  void push_back(const V& value) { insert(end(), value); }
  /// Inserts before `at`; returns where the value lies.
  V* insert(const V* at, const V& value) {
    const V copy = value;
    const auto index = static_cast<size_t>(at - begin());
    if (size_ == capacity_) Reserve(2 * capacity_);
    V* place = begin() + index;
    std::copy_backward(place, end(), end() + 1);
    std::construct_at(place, copy);
    ++size_;
    return place;
  }
  V* erase(const V* at) {
    V* place = begin() + (at - begin());
    std::copy(place + 1, end(), place);
    --size_;
    return place;
  }
  void clear() { size_ = 0; }
  template <typename Iterator>
  void assign(Iterator first, Iterator last) {
    clear();
    for (; first != last; ++first) push_back(*first);
  }

 private:
  bool is_inside() const { return capacity_ == N; }
  void Reserve(uint32_t capacity) {
    V* larger = std::allocator<V>().allocate(capacity);
    std::uninitialized_copy(begin(), end(), larger);
    Release();
    heap_ = larger;
    capacity_ = capacity;
  }
  void Release() {
    if (!is_inside()) std::allocator<V>().deallocate(heap_, capacity_);
  }

  union {
    V* heap_;
    alignas(V) std::byte inside_[sizeof(std::array<V, N>)];
  };
  uint32_t size_ = 0;
  uint32_t capacity_ = N;
};

}  // namespace loopwright
