#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "engine/system/leaf_events.h"
#include "engine/system/system_constraint.h"
#include "engine/system/value_producer.h"

namespace loopwright {

/// The part of LeafSystem that is about what it computes: how an author declares what it reads
/// (input ports) and what is computed from that (output ports, cache entries, constraints). By
/// default a computation depends on all sources; prerequisites say on which alone.
template <typename T>
class LeafComputations : public LeafEvents<T> {
 public:
  using System<T>::all_sources_ticket;
  using CalcFunction = typename CacheEntry<T>::Calculator;

 protected:
  /// For LeafSystem only, the class that authors derive from.
  LeafComputations() = default;
  explicit LeafComputations(SystemScalarConverter converter)
      : LeafEvents<T>(std::move(converter)) {}

  // --- ports ---
  /// An input of `size` elements. `random` says that it is to be fed with noise of that
  /// distribution. std::logic_error where the name is empty or taken; kUseDefaultName gives u0, u1,
  /// ...
  InputPort<T>& DeclareVectorInputPort(std::variant<std::string, DefaultName> name, int size,
                                       std::optional<RandomDistribution> random = std::nullopt);
  /// An input of the size of `model` and, where that is of a subclass of BasicVector, of its class,
  /// with its values as those that System::AllocateFixedInputs() fixes it to and its element bounds
  /// as a constraint.
  InputPort<T>& DeclareVectorInputPort(std::variant<std::string, DefaultName> name,
                                       const BasicVector<T>& model,
                                       std::optional<RandomDistribution> random = std::nullopt);
  /// An input of the type of `model`; what is connected or fixed must be of that type.
  InputPort<T>& DeclareAbstractInputPort(std::variant<std::string, DefaultName> name,
                                         const AbstractValue& model);

  /// An output of `size` elements that a method computes. `calc` is `void (const Context<T>&,
  /// BasicVector<T>*) const` and writes every element. `prerequisites` are the tickets of what it
  /// reads; the fewer they are, the less often it is computed anew, but one that is missing gives
  /// values that are out of date.
  template <class MySystem>
  OutputPort<T>& DeclareVectorOutputPort(std::variant<std::string, DefaultName> name, int size,
                                         void (MySystem::*calc)(const Context<T>&, BasicVector<T>*)
                                             const,
                                         std::set<DependencyTicket> prerequisites = {
                                             all_sources_ticket()}) {
    auto call = [calc](const System<T>& self, const Context<T>& context,
                       const EntryTarget<T>& target) {
      BasicVector<T> view(target.data, target.size);
      (static_cast<const MySystem&>(self).*calc)(context, &view);
    };
    return AddLeafOutput(std::move(name), size, nullptr, call, std::move(prerequisites));
  }
  /// An output whose `calc` writes the `size` elements at `y`: no view is made for it, which makes
  /// it cheaper than the forms above.
  template <class MySystem>
  OutputPort<T>& DeclareVectorOutputPort(std::variant<std::string, DefaultName> name, int size,
                                         void (MySystem::*calc)(const Context<T>&, T* y) const,
                                         std::set<DependencyTicket> prerequisites = {
                                             all_sources_ticket()}) {
    auto call = [calc](const System<T>& self, const Context<T>& context,
                       const EntryTarget<T>& target) {
      (static_cast<const MySystem&>(self).*calc)(context, target.data);
    };
    return AddLeafOutput(std::move(name), size, nullptr, call, std::move(prerequisites));
  }
  /// An output by such a method that is known when the program is compiled,
  /// `DeclareVectorOutputPort<&MySystem::Calc>("y", 1)`: an integrator's stage calls it directly
  /// (benchmark blocks/Comparison). `formulas` compute the same; see Kernel::formulas.
  template <auto calc>
  OutputPort<T>& DeclareVectorOutputPort(
      std::variant<std::string, DefaultName> name, int size,
      std::set<DependencyTicket> prerequisites = {all_sources_ticket()},
      const KernelTape* formulas = nullptr) {
    auto kernel = Kernel<T>::template OfMethod<calc>(size);
    kernel.formulas = formulas;
    return AddKernelOutput(std::move(name), kernel, std::move(prerequisites));
  }
  /// An output that is given as data instead of a method (kernel.h); it depends on what the kernel
  /// reads, which it says itself.
  OutputPort<T>& DeclareVectorOutputPort(std::variant<std::string, DefaultName> name,
                                         const Kernel<T>& kernel);
  /// An output of the class of `model`, a BasicVector or a subclass of it, so that `calc` and
  /// readers see elements by their names.
  template <class MySystem, typename Vector,
            typename = std::enable_if_t<std::is_base_of_v<BasicVector<T>, Vector>>>
  OutputPort<T>& DeclareVectorOutputPort(
      std::variant<std::string, DefaultName> name, const Vector& model,
      void (MySystem::*calc)(const Context<T>&, std::type_identity_t<Vector>*) const,
      std::set<DependencyTicket> prerequisites = {all_sources_ticket()}) {
    auto call = [calc](const System<T>& self, const Context<T>& context, BasicVector<T>* y) {
      (static_cast<const MySystem&>(self).*calc)(context, static_cast<Vector*>(y));
    };
    return AddLeafOutput(std::move(name), model, call, std::move(prerequisites));
  }
  /// An output of class Vector, with `Vector{}` as the model.
  template <class MySystem, typename Vector,
            typename = std::enable_if_t<std::is_base_of_v<BasicVector<T>, Vector>>>
  OutputPort<T>& DeclareVectorOutputPort(std::variant<std::string, DefaultName> name,
                                         void (MySystem::*calc)(const Context<T>&, Vector*) const,
                                         std::set<DependencyTicket> prerequisites = {
                                             all_sources_ticket()}) {
    return DeclareVectorOutputPort(std::move(name), Vector{}, calc, std::move(prerequisites));
  }
  /// An output that any callable computes, of the size and class of `model`. What the callable
  /// refers to must live as long as the system.
  OutputPort<T>& DeclareVectorOutputPort(
      std::variant<std::string, DefaultName> name, const BasicVector<T>& model,
      std::function<void(const Context<T>&, BasicVector<T>*)> calc,
      std::set<DependencyTicket> prerequisites = {all_sources_ticket()}) {
    auto call = [calc = std::move(calc)](const System<T>&, const Context<T>& context,
                                         BasicVector<T>* y) { calc(context, y); };
    return AddLeafOutput(std::move(name), model, call, std::move(prerequisites));
  }
  /// An output of `size` elements that any callable computes.
  OutputPort<T>& DeclareVectorOutputPort(
      std::variant<std::string, DefaultName> name, int size,
      std::function<void(const Context<T>&, BasicVector<T>*)> calc,
      std::set<DependencyTicket> prerequisites = {all_sources_ticket()}) {
    auto call = [calc = std::move(calc)](const System<T>&, const Context<T>& context,
                                         const EntryTarget<T>& target) {
      BasicVector<T> view(target.data, target.size);
      calc(context, &view);
    };
    return AddLeafOutput(std::move(name), size, nullptr, call, std::move(prerequisites));
  }
  /// An output of type V that starts as V{}; `calc` is `void (const Context<T>&, V*) const` and
  /// gets the former value to overwrite.
  template <class MySystem, typename V>
  OutputPort<T>& DeclareAbstractOutputPort(std::variant<std::string, DefaultName> name,
                                           void (MySystem::*calc)(const Context<T>&, V*) const,
                                           std::set<DependencyTicket> prerequisites = {
                                               all_sources_ticket()}) {
    return AddLeafOutput(std::move(name), -1, AbstractValue::Make<V>(), EntryCall(calc),
                         std::move(prerequisites));
  }
  /// An output of type V that starts as a copy of `model`, for types without a default constructor
  /// or with sizes to be kept.
  template <class MySystem, typename V>
  OutputPort<T>& DeclareAbstractOutputPort(std::variant<std::string, DefaultName> name,
                                           const V& model,
                                           void (MySystem::*calc)(const Context<T>&, V*) const,
                                           std::set<DependencyTicket> prerequisites = {
                                               all_sources_ticket()}) {
    return AddLeafOutput(std::move(name), -1, std::make_unique<Value<V>>(model), EntryCall(calc),
                         std::move(prerequisites));
  }
  /// From a function that makes a value and one that computes it. std::logic_error where the former
  /// returns null.
  OutputPort<T>& DeclareAbstractOutputPort(
      std::variant<std::string, DefaultName> name,
      const std::function<std::unique_ptr<AbstractValue>()>& allocate,
      std::function<void(const Context<T>&, AbstractValue*)> calc,
      std::set<DependencyTicket> prerequisites = {all_sources_ticket()});

  // --- cache entries. By default they depend on all sources; see CacheEntry. ---
  /// A value that starts as V{}; `calc` is `void (const Context<T>&, V*) const`.
  template <class MySystem, typename V>
  CacheEntry<T>& DeclareCacheEntry(std::string description,
                                   void (MySystem::*calc)(const Context<T>&, V*) const,
                                   std::set<DependencyTicket> prerequisites = {
                                       all_sources_ticket()}) {
    return AddAbstractEntry(std::move(description), AbstractValue::Make<V>(), EntryCall(calc),
                            std::move(prerequisites));
  }
  /// A value that starts as a copy of `model`.
  template <class MySystem, typename V>
  CacheEntry<T>& DeclareCacheEntry(std::string description, const std::type_identity_t<V>& model,
                                   void (MySystem::*calc)(const Context<T>&, V*) const,
                                   std::set<DependencyTicket> prerequisites = {
                                       all_sources_ticket()}) {
    return AddAbstractEntry(std::move(description), std::make_unique<Value<V>>(model),
                            EntryCall(calc), std::move(prerequisites));
  }
  /// A value that starts as what `allocate` returns: `std::unique_ptr<AbstractValue> () const`.
  template <class MySystem, typename V>
  CacheEntry<T>& DeclareCacheEntry(std::string description,
                                   std::unique_ptr<AbstractValue> (MySystem::*allocate)() const,
                                   void (MySystem::*calc)(const Context<T>&, V*) const,
                                   std::set<DependencyTicket> prerequisites = {
                                       all_sources_ticket()}) {
    CacheEntry<T>& entry = AddAbstractEntry(std::move(description), nullptr, EntryCall(calc),
                                            std::move(prerequisites));
    entry.set_allocator([this, allocate] { return (static_cast<MySystem&>(*this).*allocate)(); });
    return entry;
  }
  /// From two callables: one makes a value of the entry's type, the other computes into it. For
  /// types that are known only at run time.
  CacheEntry<T>& DeclareCacheEntry(std::string description,
                                   typename CacheEntry<T>::Allocator allocate,
                                   std::function<void(const Context<T>&, AbstractValue*)> calc,
                                   std::set<DependencyTicket> prerequisites = {
                                       all_sources_ticket()});
  /// From both in one object, as Drake writes it (value_producer.h).
  CacheEntry<T>& DeclareCacheEntry(std::string description, ValueProducer producer,
                                   std::set<DependencyTicket> prerequisites = {
                                       all_sources_ticket()});

  // --- constraints ---
  /// calc(context, &value) computes `count` elements that are all zero where it holds.
  template <class MySystem>
  SystemConstraintIndex DeclareEqualityConstraint(void (MySystem::*calc)(const Context<T>&,
                                                                         VectorX<T>*) const,
                                                  int count, std::string description) {
    return DeclareEqualityConstraint(ConstraintCall(calc), count, std::move(description));
  }
  /// From a callable instead of a method.
  SystemConstraintIndex DeclareEqualityConstraint(ContextConstraintCalc<T> calc, int count,
                                                  std::string description) {
    return DeclareInequalityConstraint(std::move(calc), SystemConstraintBounds::Equality(count),
                                       std::move(description));
  }
  /// calc(context, &value) computes as many elements as `bounds` has, within which they lie.
  template <class MySystem>
  SystemConstraintIndex DeclareInequalityConstraint(void (MySystem::*calc)(const Context<T>&,
                                                                           VectorX<T>*) const,
                                                    SystemConstraintBounds bounds,
                                                    std::string description) {
    return DeclareInequalityConstraint(ConstraintCall(calc), std::move(bounds),
                                       std::move(description));
  }
  /// From a callable; all other forms end up here.
  SystemConstraintIndex DeclareInequalityConstraint(ContextConstraintCalc<T> calc,
                                                    SystemConstraintBounds bounds,
                                                    std::string description);

  // --- what these are made of ---
  /// Element bounds of a vector class become a constraint on `value(context)`.
  void AddBoundsConstraint(const BasicVector<T>& model, const std::string& description,
                           std::function<VectorX<T>(const Context<T>&)> value);
  /// All forms of output end in one of these: the first where a pointer is enough to write to, or
  /// for an abstract value; the second where the vector is of a class of its own.
  OutputPort<T>& AddLeafOutput(std::variant<std::string, DefaultName> name, int size,
                               std::unique_ptr<AbstractValue> model, CalcFunction calc,
                               std::set<DependencyTicket> prerequisites);
  /// A computation that wants a vector object of the declared class to write to.
  using VectorCalc = std::function<void(const System<T>&, const Context<T>&, BasicVector<T>*)>;
  OutputPort<T>& AddLeafOutput(std::variant<std::string, DefaultName> name,
                               const BasicVector<T>& model, VectorCalc calc,
                               std::set<DependencyTicket> prerequisites);
  OutputPort<T>& AddKernelOutput(std::variant<std::string, DefaultName> name,
                                 const Kernel<T>& kernel, std::set<DependencyTicket> prerequisites);
  /// What a kernel reads, which its author need not name.
  std::set<DependencyTicket> PrerequisitesOf(const Kernel<T>& kernel) const;
  /// Runs a kernel where what it reads may be out of date.
  static CalcFunction CalculatorOf(const Kernel<T>* kernel);

 private:
  /// A method of this system as a function of the context alone.
  template <class MySystem>
  ContextConstraintCalc<T> ConstraintCall(void (MySystem::*calc)(const Context<T>&, VectorX<T>*)
                                              const) const {
    const auto* self = static_cast<const MySystem*>(this);
    return [self, calc](const Context<T>& context, VectorX<T>* value) {
      (self->*calc)(context, value);
    };
  }
  /// A method that computes a V as a function that computes an abstract value.
  template <class MySystem, typename V>
  static CalcFunction EntryCall(void (MySystem::*calc)(const Context<T>&, V*) const) {
    return [calc](const System<T>& self, const Context<T>& context, const EntryTarget<T>& target) {
      const auto& system = static_cast<const MySystem&>(self);
      if constexpr (std::is_same_v<V, AbstractValue>) {
        (system.*calc)(context, target.abstract);
      } else {
        (system.*calc)(context, &target.abstract->template get_mutable_value<V>());
      }
    };
  }
  /// An entry of an abstract value, whose size is noted as -1.
  CacheEntry<T>& AddAbstractEntry(std::string description, std::unique_ptr<AbstractValue> model,
                                  CalcFunction calc, std::set<DependencyTicket> prerequisites) {
    return this->AddCacheEntry(std::move(description), -1, std::move(model), std::move(calc),
                               std::move(prerequisites));
  }
};

LOOPWRIGHT_DECLARE_CLASS(LeafComputations)

}  // namespace loopwright
