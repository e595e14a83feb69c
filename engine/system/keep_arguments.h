#pragma once

// How a block of a library is made for another scalar: from the arguments of its constructor.

#include <Eigen/Core>
#include <concepts>
#include <memory>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <vector>

#include "engine/common/inline_vector.h"
#include "engine/common/vector.h"
#include "engine/system/scalar_converter.h"

namespace loopwright {

namespace internal {

// A kept vector or matrix on its way to a constructor, which takes it over a scalar of its own or
// always as numbers: it becomes what the constructor asks for.
template <typename V, int kRows, int kColumns>
class KeptMatrix {
 public:
  explicit KeptMatrix(const Eigen::Matrix<V, kRows, kColumns>& elements) : elements_(elements) {}

  /// A copy with each element converted to the scalar W.
  template <typename W>
  operator Eigen::Matrix<W, kRows, kColumns>() const {  // NOLINT(google-explicit-constructor)
    Eigen::Matrix<W, kRows, kColumns> converted(elements_.rows(), elements_.cols());
    for (Eigen::Index i = 0; i < elements_.size(); ++i) {
      converted.data()[i] = ConvertScalar<W>(elements_.data()[i]);
    }
    return converted;
  }

 private:
  const Eigen::Matrix<V, kRows, kColumns>& elements_;
};

// A vector that is kept, and on its way to a constructor. Up to kFew elements need no memory of
// their own: of a hundred thousand blocks nearly all keep the one element of a parameter, or the
// widths of two inputs.
template <class Vector, int kFew>
class KeptVector {
  using Element = typename Vector::value_type;

 public:
  explicit KeptVector(const Vector& elements) {
    elements_.assign(elements.begin(), elements.end());
  }

  operator std::vector<Element>() const {  // NOLINT(google-explicit-constructor)
    return {elements_.begin(), elements_.end()};
  }
  /// With each element converted to the scalar W.
  template <typename W>
  operator VectorX<W>() const {  // NOLINT(google-explicit-constructor)
    VectorX<W> converted(std::ssize(elements_));
    for (Eigen::Index i = 0; i < converted.size(); ++i) {
      converted[i] = ConvertScalar<W>(elements_[i]);
    }
    return converted;
  }

 private:
  InlineVector<Element, kFew> elements_;
};

// The type that an argument is kept as: its own for all but the vectors that most blocks have.
template <typename A>
struct KeptType {
  using type = A;
};
template <>
struct KeptType<VectorX<double>> {
  using type = KeptVector<VectorX<double>, 1>;
};
template <>
struct KeptType<std::vector<int>> {
  using type = KeptVector<std::vector<int>, 2>;
};

// A kept enumerator on its way to a constructor: an enumeration of a class template is another one
// for each scalar. Its value is the same in each, so a cast takes one to the other.
template <typename A>
class KeptEnumerator {
 public:
  explicit KeptEnumerator(A enumerator) : enumerator_(enumerator) {}

  template <typename E>
  requires std::is_enum_v<E>
  operator E() const {  // NOLINT(google-explicit-constructor)
    return static_cast<E>(enumerator_);
  }

 private:
  A enumerator_;
};

// A kept argument for the constructor over U. The overloads below are for scalars, structures with
// As(), enumerators and matrices; this one passes on all else (names, sizes, flags) as it is.
template <typename U, typename A>
const A& ConvertArgument(const A& argument) {
  return argument;
}
template <typename U, typename A>
requires std::same_as<A, AutoDiff> || std::same_as<A, Expression> U
ConvertArgument(const A& argument) {
  return ConvertScalar<U>(argument);
}
template <typename U, typename A>
requires requires(const A& argument) { argument.template As<U>(); }
auto ConvertArgument(const A& argument) { return argument.template As<U>(); }
template <typename U, typename A>
requires std::is_enum_v<A> KeptEnumerator<A> ConvertArgument(const A& argument) {
  return KeptEnumerator<A>(argument);
}
template <typename U, typename V, int kRows, int kColumns>
requires std::same_as<V, double> || std::same_as<V, AutoDiff> || std::same_as<V, Expression>
    KeptMatrix<V, kRows, kColumns> ConvertArgument(
        const Eigen::Matrix<V, kRows, kColumns>& argument) {
  return KeptMatrix<V, kRows, kColumns>(argument);
}

/// Puts into `table` how an S<T> becomes an S<U>: the kept arguments, a tuple of type Arguments, go
/// to the constructor of S<U>. Nothing is put in for U = T or where the traits of S exclude the
/// pair.
template <template <typename> class S, typename U, typename T, typename Arguments>
void FillConversion(SystemScalarConverter::Table* table) {
  if constexpr (!std::is_same_v<U, T> &&
                scalar_conversion::Traits<S>::template supported<U, T>::value) {
    (*table)[SystemScalarConverter::Place<U, T>()] = [](const void* other,
                                                        const void* kept) -> void* {
      const System<T>& system = *static_cast<const System<T>*>(other);
      if (typeid(system) != typeid(S<T>)) {
        ThrowSubclassNotConvertible(system, ScalarNumber<U>::kName);
      }
      System<U>* made = std::apply(
          [](const auto&... arguments) { return new S<U>(ConvertArgument<U>(arguments)...); },
          *static_cast<const Arguments*>(kept));
      return made;
    };
  }
}

}  // namespace internal

/// What the constructor of a class template S of systems hands to its base class so that a system
/// keeps the arguments that it was made from, and is made from them for any other scalar:
///
///     template <typename T>
///     Gain<T>::Gain(const VectorX<T>& gain, int input_width)
///         : LeafSystem<T>(KeepArguments<Gain, T>(gain, input_width)) { … }
///
/// The arguments go to a public constructor of S<U>: scalars, vectors and matrices over T as those
/// over U, structures by their member `template <typename U> … As() const`, enumerators of S<T> as
/// those of S<U>, all else as it is.
/// Values become what the other scalar can hold: derivatives are lost on the way to another, and
/// an expression that is not constant has no number (std::logic_error when it is converted).
/// Scalars that scalar_conversion::Traits<S> does not support are left out. A subclass of S is
/// refused (ScalarConversionError): it must keep arguments of its own.
template <template <typename> class S, typename T, typename... Arguments>
SystemScalarConverter KeepArguments(const Arguments&... arguments) {
  using Kept = std::tuple<typename internal::KeptType<Arguments>::type...>;
  // The same for all blocks that this constructor makes.
  static const SystemScalarConverter::Table shared = [] {
    SystemScalarConverter::Table table;
    internal::FillConversion<S, double, T, Kept>(&table);
    internal::FillConversion<S, AutoDiff, T, Kept>(&table);
    internal::FillConversion<S, Expression, T, Kept>(&table);
    return table;
  }();
  return SystemScalarConverter::MakeWithArguments(&shared,
                                                  std::make_shared<const Kept>(arguments...));
}

}  // namespace loopwright
