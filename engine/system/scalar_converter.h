#pragma once

#include <array>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include "engine/expression/default_scalars.h"
#include "engine/system/system_base.h"

namespace loopwright {

template <typename T>
class System;

/// Names a class template of systems: what a constructor hands to LeafSystem or Diagram so that the
/// system can be converted to another scalar, `LeafSystem<T>(SystemTypeTag<Pendulum>{})`. Without a
/// tag a system can be simulated with double only: linearization needs AutoDiff and equations as
/// text need Expression.
template <template <typename> class S>
struct SystemTypeTag {};

/// A system cannot be converted to a scalar. The text names the system by its path, and the scalar.
class ScalarConversionError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// Which scalars a class template of systems can be converted between. Specialise Traits for a
/// class that supports fewer than all:
///
///     namespace loopwright::scalar_conversion {
///     template <>
///     struct Traits<Delay> : NonSymbolicTraits {};
///     }
namespace scalar_conversion {
/// All three, which is the default.
struct AllTraits {
  template <typename T, typename U>
  using supported = std::true_type;
};
/// Neither to nor from Expression. For computations that branch on values, or need numbers.
struct NonSymbolicTraits {
  template <typename T, typename U>
  using supported = std::bool_constant<!kIsSymbolic<T> && !kIsSymbolic<U>>;
};
/// From double only.
struct FromDoubleTraits {
  template <typename T, typename U>
  using supported = std::is_same<U, double>;
};
/// Where a class has no specialisation of its own.
template <template <typename> class S>
struct Traits : AllTraits {};
}  // namespace scalar_conversion

namespace internal {
/// Rows and columns of the table of conversions, and how error texts call a scalar.
template <typename T>
struct ScalarNumber;
template <>
struct ScalarNumber<double> {
  static constexpr int kNumber = 0;
  static constexpr const char* kName = "double";
};
template <>
struct ScalarNumber<AutoDiff> {
  static constexpr int kNumber = 1;
  static constexpr const char* kName = "AutoDiff";
};
template <>
struct ScalarNumber<Expression> {
  static constexpr int kNumber = 2;
  static constexpr const char* kName = "Expression";
};
inline constexpr int kNumScalars = 3;
/// ScalarConversionError with the path of the system and its class: it has no such conversion; or
/// it is of a subclass, whose author must pass a tag of its own.
[[noreturn]] void ThrowNotConvertible(const SystemBase& system, const char* scalar);
[[noreturn]] void ThrowSubclassNotConvertible(const SystemBase& system, const char* scalar);
}  // namespace internal

/// How systems of one class are converted to other scalars. Cheap to make and to copy, as every
/// block of a diagram has one: all systems of a class share one table. After Drake's
/// SystemScalarConverter.
///
/// The table of a class template S calls its converting constructor,
///
///     template <typename U>
///     explicit S(const S<U>& other);
///
/// or, for a block that keeps its constructor's arguments (KeepArguments()), the constructor with
/// these, which the converter holds beside the table. Either makes the same system over another
/// scalar; state and parameters are the contexts' and are copied between them by
/// Context::SetTimeStateAndParametersFrom().
class SystemScalarConverter {
 public:
  /// A conversion with the types taken off, so that all fit one table: from a system and what the
  /// converter keeps for it (null where it keeps nothing) to the new system, which is the caller's.
  using Function = std::function<void*(const void* system, const void* arguments)>;
  /// Nine places, as there are three scalars; where no conversion is known, the function is empty.
  using Table = std::array<Function, internal::kNumScalars * internal::kNumScalars>;
  /// Where the conversion from U to T stands.
  template <typename T, typename U>
  static constexpr int Place() {
    return internal::ScalarNumber<T>::kNumber * internal::kNumScalars +
           internal::ScalarNumber<U>::kNumber;
  }

  /// Makes a system over T from one over U.
  template <typename T, typename U>
  using ConverterFunction = std::function<std::unique_ptr<System<T>>(const System<U>&)>;

  /// Converts nothing.
  SystemScalarConverter() = default;
  /// Calls S's converting constructor for all pairs of scalars that scalar_conversion::Traits<S>
  /// supports. A subclass of S is refused with std::logic_error: it must pass a tag of its own.
  template <template <typename> class S>
  SystemScalarConverter(SystemTypeTag<S>)  // NOLINT(google-explicit-constructor)
      : table_(&SharedTable<S, true>()) {}
  /// A converter that takes a system of a subclass of S, too, and makes an S of it. For a subclass
  /// that adds nothing which a conversion would lose, such as one that only has another
  /// constructor.
  template <template <typename> class S>
  static SystemScalarConverter MakeWithoutSubtypeChecking() {
    SystemScalarConverter converter;
    converter.table_ = &SharedTable<S, false>();
    return converter;
  }

  /// A converter whose conversions all read `arguments`: KeepArguments() makes it, from a table
  /// that all systems made by one constructor of S share and that outlives them.
  template <typename Arguments>
  static SystemScalarConverter MakeWithArguments(const Table* table,
                                                 std::shared_ptr<const Arguments> arguments) {
    SystemScalarConverter converter;
    converter.table_ = table;
    converter.arguments_ = std::move(arguments);
    return converter;
  }

  /// Whether it converts nothing at all.
  bool empty() const { return table_ == nullptr; }

  /// Adds, or replaces, the conversion from U to T: for a class without a converting constructor.
  /// Other converters that share the table are left as they were.
  template <typename T, typename U>
  void Add(const ConverterFunction<T, U>& function) {
    CopyTable()[Place<T, U>()] = Erase<T, U>(function);
  }
  /// Adds the conversion by S's converting constructor if the traits of S support it.
  template <template <typename> class S, typename T, typename U>
  void AddIfSupported() {
    if constexpr (scalar_conversion::Traits<S>::template supported<T, U>::value) {
      Add<T, U>(&Make<S, T, U, true>);
    }
  }
  /// Keeps only what `other` can convert too. What a diagram asks of each of its parts, as it can
  /// be converted where all of them can.
  void RemoveUnlessAlsoSupportedBy(const SystemScalarConverter& other);

  /// Whether there is a conversion from U to T.
  template <typename T, typename U>
  bool IsConvertible() const {
    return table_ != nullptr && (*table_)[Place<T, U>()] != nullptr;
  }
  /// The system over the scalar T, with the same name; null where it is not convertible.
  template <typename T, typename U>
  std::unique_ptr<System<T>> Convert(const System<U>& other) const {
    if (!IsConvertible<T, U>()) return nullptr;
    std::unique_ptr<System<T>> result(
        static_cast<System<T>*>((*table_)[Place<T, U>()](&other, arguments_.get())));
    result->set_name(other.get_name());
    return result;
  }

 private:
  /// The function without its types; Convert() puts them on again.
  template <typename T, typename U>
  static Function Erase(const ConverterFunction<T, U>& function) {
    return [function](const void* other, const void*) -> void* {
      return function(*static_cast<const System<U>*>(other)).release();
    };
  }
  /// Calls the converting constructor. An object of a subclass of S would silently lose what the
  /// subclass adds, so it is refused unless that was allowed.
  template <template <typename> class S, typename T, typename U, bool kCheckSubtype>
  static std::unique_ptr<System<T>> Make(const System<U>& other) {
    if (kCheckSubtype && typeid(other) != typeid(S<U>)) {
      internal::ThrowSubclassNotConvertible(other, internal::ScalarNumber<T>::kName);
    }
    return std::make_unique<S<T>>(static_cast<const S<U>&>(other));
  }
  /// One place of the table, where the traits allow it.
  template <template <typename> class S, bool kCheckSubtype, typename T, typename U>
  static void Fill(Table* table) {
    if constexpr (scalar_conversion::Traits<S>::template supported<T, U>::value) {
      (*table)[Place<T, U>()] = [](const void* other, const void*) -> void* {
        return Make<S, T, U, kCheckSubtype>(*static_cast<const System<U>*>(other)).release();
      };
    }
  }
  // Made once for every class template.
  template <template <typename> class S, bool kCheckSubtype>
  static const Table& SharedTable() {
    static const Table shared = [] {
      Table table;
      Fill<S, kCheckSubtype, AutoDiff, double>(&table);
      Fill<S, kCheckSubtype, Expression, double>(&table);
      Fill<S, kCheckSubtype, double, AutoDiff>(&table);
      Fill<S, kCheckSubtype, Expression, AutoDiff>(&table);
      Fill<S, kCheckSubtype, double, Expression>(&table);
      Fill<S, kCheckSubtype, AutoDiff, Expression>(&table);
      return table;
    }();
    return shared;
  }

  /// A table of this converter's own, which it may change, with what the former one held.
  Table& CopyTable();

  // A table that lives as long as the program, or one that `arguments_` owns; null: nothing can be
  // converted.
  const Table* table_ = nullptr;
  // Points to what the conversions of the table read beside the system, a tuple of the arguments of
  // its constructor; null where they read nothing else. Owns that, and a table of its own.
  std::shared_ptr<const void> arguments_;
};

}  // namespace loopwright
