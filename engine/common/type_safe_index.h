#pragma once

#include <compare>

namespace loopwright {

/// An index that cannot be taken for another kind of index. It is made from an int explicitly and
/// read as one implicitly.
template <class Tag>
class TypeSafeIndex {
 public:
  constexpr TypeSafeIndex() = default;
  constexpr explicit TypeSafeIndex(int index) : index_(index) {}
  constexpr operator int() const { return index_; }  // NOLINT(google-explicit-constructor)

 private:
  int index_ = 0;
};

using ContinuousStateIndex = TypeSafeIndex<class ContinuousStateTag>;
using DiscreteStateIndex = TypeSafeIndex<class DiscreteStateTag>;
using AbstractStateIndex = TypeSafeIndex<class AbstractStateTag>;

}  // namespace loopwright
