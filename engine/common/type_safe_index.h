#pragma once

namespace loopwright {

/// An index that says what it counts: `SystemConstraintIndex`, `DiscreteStateIndex` and so on. It
/// reads as an int; an int becomes one only where that is written out.
template <class Tag>
class TypeSafeIndex {
 public:
  /// An index of nothing.
  constexpr TypeSafeIndex() = default;
  /// From 0 on; whether there is such a thing is up to who is asked for it.
  constexpr explicit TypeSafeIndex(int index) : index_(index) {}
  constexpr operator int() const { return index_; }  // NOLINT(google-explicit-constructor)
  constexpr bool is_valid() const { return index_ >= 0; }
  constexpr TypeSafeIndex& operator++() {
    ++index_;
    return *this;
  }

 private:
  int index_ = -1;
};

/// One type for each thing that is counted, so that the number of an input cannot be given where
/// that of an output is meant.
using InputPortIndex = TypeSafeIndex<class InputPortTag>;
using OutputPortIndex = TypeSafeIndex<class OutputPortTag>;
using ContinuousStateIndex = TypeSafeIndex<class ContinuousStateTag>;
using DiscreteStateIndex = TypeSafeIndex<class DiscreteStateTag>;
using AbstractStateIndex = TypeSafeIndex<class AbstractStateTag>;
using NumericParameterIndex = TypeSafeIndex<class NumericParameterTag>;
using AbstractParameterIndex = TypeSafeIndex<class AbstractParameterTag>;
using SystemConstraintIndex = TypeSafeIndex<class SystemConstraintTag>;

}  // namespace loopwright
