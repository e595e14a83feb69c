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
/// for the short lists of which every system has some. For example InlineVector<int, 2> takes its
/// first two numbers without a call of the allocator. It has those members of std::vector that are
/// needed, with their meaning; positions are pointers, and any insertion may make them invalid.
template <typename V, int N>
class InlineVector {
  static_assert(std::is_trivially_copyable_v<V> && std::is_trivially_destructible_v<V>);

 public:
  using value_type = V;
  using iterator = V*;
  using const_iterator = const V*;

  /// Empty, without memory on the heap.
  InlineVector() = default;
  InlineVector(std::initializer_list<V> values) { assign(values.begin(), values.end()); }
  InlineVector(const InlineVector& other) { assign(other.begin(), other.end()); }
  InlineVector& operator=(const InlineVector& other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  ~InlineVector() { Release(); }

  /// The elements lie one after another, inside the object or on the heap.
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
    const size_t index = at - begin();
    if (size_ == capacity_) Reserve(2 * capacity_);
    V* place = begin() + index;
    std::copy_backward(place, end(), end() + 1);
    std::construct_at(place, copy);
    ++size_;
    return place;
  }
  /// Removes one element, and returns where the next one lies now. The others keep their order.
  V* erase(const V* at) {
    V* place = begin() + (at - begin());
    std::copy(place + 1, end(), place);
    --size_;
    return place;
  }
  /// Memory on the heap is kept for what comes next.
  void clear() { size_ = 0; }
  template <typename Iterator>
  void assign(Iterator first, Iterator last) {
    clear();
    for (; first != last; ++first) push_back(*first);
  }

 private:
  /// Capacity tells where the elements are: it is N only as long as there is nothing on the heap.
  bool is_inside() const { return capacity_ == N; }
  /// Moves all elements to a larger piece of the heap.
  void Reserve(uint32_t capacity) {
    V* larger = std::allocator<V>().allocate(capacity);
    std::uninitialized_copy(begin(), end(), larger);
    Release();
    heap_ = larger;
    capacity_ = capacity;
  }
  /// Elements need no destruction; only the heap's piece is given back.
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
