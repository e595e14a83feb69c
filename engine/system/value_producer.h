#pragma once

#include <functional>
#include <memory>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include "engine/common/value.h"
#include "engine/context/basic_vector.h"

namespace loopwright {

/// How a value is allocated and how it is computed from a context, whatever their types: what a
/// cache entry can be declared from. For example
///
///     DeclareCacheEntry("mass matrix",
///                       ValueProducer(this, Eigen::MatrixXd(), &Robot::CalcMassMatrix));
///
/// Types are checked by the compiler where this is made and forgotten afterwards, so that one class
/// serves values and contexts of every type.
class ValueProducer {
 public:
  /// Makes a value, up to date or not, of the type that is computed.
  using AllocateCallback = std::function<std::unique_ptr<AbstractValue>()>;

  /// Starts as a copy of `model`; `calc` is `void (const Context<T>&, V*) const`.
  template <class MySystem, class V, class MyContext>
  ValueProducer(const MySystem* system, const V& model,
                void (MySystem::*calc)(const MyContext&, V*) const)
      : ValueProducer([model = std::make_shared<Value<V>>(model)] { return model->Clone(); },
                      TypedCalc(system, calc)) {}
  /// Starts as a default value.
  template <class MySystem, class V, class MyContext>
  ValueProducer(const MySystem* system, void (MySystem::*calc)(const MyContext&, V*) const)
      : ValueProducer([] { return AbstractValue::Make<V>(); }, TypedCalc(system, calc)) {}
  /// `allocate` returns a `std::unique_ptr<AbstractValue>`.
  template <class MySystem, class V, class MyContext>
  ValueProducer(const MySystem* system,
                std::unique_ptr<AbstractValue> (MySystem::*allocate)() const,
                void (MySystem::*calc)(const MyContext&, V*) const)
      : ValueProducer([system, allocate] { return (system->*allocate)(); },
                      TypedCalc(system, calc)) {}
  /// `calc` is a callable `void (const Context<T>&, AbstractValue*)`.
  template <class Calc>
  ValueProducer(AllocateCallback allocate, Calc calc)
      : ValueProducer(std::move(allocate), std::function(std::move(calc))) {}
  template <class MyContext>
  ValueProducer(AllocateCallback allocate,
                std::function<void(const MyContext&, AbstractValue*)> calc)
      : allocate_(std::move(allocate)),
        context_type_(&typeid(MyContext)),
        calc_([calc = std::move(calc)](const void* context, AbstractValue* value) {
          calc(*static_cast<const MyContext*>(context), value);
        }) {}
  /// A value that nothing computes: it stays as it was allocated, or is written through
  /// CacheEntryValue.
  ValueProducer(AllocateCallback allocate, void (*)()) : allocate_(std::move(allocate)) {}
  /// To be given in place of a computation, as in Drake.
  static void NoopCalc() {}

  /// What makes the first value, in each context.
  const AllocateCallback& allocate_callback() const { return allocate_; }
  /// Whether a context of type `type` can be computed from.
  bool accepts(const std::type_info& type) const {
    return context_type_ == nullptr || *context_type_ == type;
  }
  /// Computes into `value`, which must be of the type that was allocated. `context` must be of a
  /// type that accepts() says yes to: the caller has checked that.
  void Calc(const void* context, AbstractValue* value) const {
    if (calc_) calc_(context, value);
  }

 private:
  /// Wraps a method of an author's class, taking the value out of its abstract form.
  template <class MySystem, class V, class MyContext>
  static std::function<void(const MyContext&, AbstractValue*)> TypedCalc(
      const MySystem* system, void (MySystem::*calc)(const MyContext&, V*) const) {
    return [system, calc](const MyContext& context, AbstractValue* value) {
      if constexpr (std::is_same_v<V, AbstractValue>) {
        (system->*calc)(context, value);
      } else {
        (system->*calc)(context, &value->get_mutable_value<V>());
      }
    };
  }

  AllocateCallback allocate_;
  /// Null where nothing is computed.
  const std::type_info* context_type_ = nullptr;
  /// Empty where nothing is computed.
  std::function<void(const void*, AbstractValue*)> calc_;
};

}  // namespace loopwright
