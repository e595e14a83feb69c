#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include "engine/common/interned_string.h"
#include "engine/context/basic_vector.h"
#include "engine/context/context_data.h"
#include "engine/context/dependency_ticket.h"
#include "engine/context/fixed_input_port_value.h"

namespace loopwright {

/// In place of the index of an input port.
enum class InputPortSelection { kNoInput = -1, kUseFirstInputIfItExists = -2 };

/// In place of the index of an output port.
enum class OutputPortSelection { kNoOutput = -1, kUseFirstOutputIfItExists = -2 };

template <typename T>
class System;
template <typename T>
class CacheEntry;
template <typename T>
struct EntryTarget;

/// A port carries either a vector, which has a fixed number of elements of the system's scalar, or
/// an abstract value, which is of any type.
enum PortDataType : uint8_t { kVectorValued, kAbstractValued };
/// What the elements of a random input port are, independently of each other: uniform on [0, 1),
/// normal with mean 0 and variance 1, or exponential with rate 1.
enum class RandomDistribution : uint8_t { kUniform, kGaussian, kExponential };

/// What Eval() of a vector port answers: a view on the elements where they lie in the context, with
/// everything that an Eigen::Map has, valid as long as the context. `Port` is InputPort or
/// OutputPort.
///
/// A program may also take it for a `const VectorX<T>&`, and return it as one from a function. No
/// such vector exists in a context, and a plain map would make a temporary one for the reference to
/// dangle on. So it converts to a copy that the context keeps with the port's value: that is made,
/// and brought up to date, at each conversion, and is valid as long as the context, too.
template <typename T, template <typename> class Port>
class PortVector : public ConstVectorMap<T> {
 public:
  PortVector(const T* data, int size, const Port<T>& port, const Context<T>& context)
      : ConstVectorMap<T>(data, size), port_(&port), context_(&context) {}

  operator const VectorX<T>&() const {  // NOLINT(google-explicit-constructor)
    return port_->EvalBasicVector(*context_).AsEigenVector();
  }

 private:
  const Port<T>* port_;
  const Context<T>* context_;
};

namespace internal {
/// Throws std::logic_error, naming both, unless `context` belongs to `system` or to another system
/// of equal structure; of that one it then belongs to `system`, and every computed value is out of
/// date.
template <typename T>
void ValidateContext(const System<T>& system, const Context<T>& context, const char* caller);

[[noreturn]] void ThrowNotOfClass(const std::string& port, const std::type_info& wanted,
                                  const std::type_info& is);
/// The value of a port as an object of the class V; std::logic_error names the port and both
/// classes where it is of another.
template <class V, typename T, template <typename> class Port>
const V& AsVectorOfClass(const Port<T>& port, const BasicVector<T>& value) {
  if constexpr (std::is_same_v<V, BasicVector<T>>) {
    return value;
  } else {
    const V* of_class = dynamic_cast<const V*>(&value);
    if (of_class == nullptr) {
      ThrowNotOfClass(port.GetFullDescription(), typeid(V), typeid(value));
    }
    return *of_class;
  }
}

/// What Eval<V>() of an input or output port answers. The class that is asked for says how the
/// value is given: a vector's elements, a vector of a class, an abstract value or what is in one.
template <class V, typename T, template <typename> class Port>
decltype(auto) EvalPort(const Port<T>& port, const Context<T>& context) {
  if constexpr (std::is_same_v<V, VectorX<T>>) {
    return PortVector<T, Port>(port.EvalData(context), port.size(), port, context);
  } else if constexpr (std::is_base_of_v<BasicVector<T>, V>) {
    return AsVectorOfClass<V>(port, port.EvalBasicVector(context));
  } else if constexpr (std::is_same_v<V, AbstractValue>) {
    return static_cast<const AbstractValue&>(port.EvalAbstract(context));
  } else {
    return static_cast<const V&>(port.EvalAbstract(context).template get_value<V>());
  }
}
}  // namespace internal

/// An input of a system. Where it is connected, its value is read from where the source's value
/// lies, through any number of diagram levels. Ports are made by LeafSystem's and Diagram's
/// declarations and belong to their system. They hold no values: all functions that evaluate take a
/// context, and throw std::logic_error where it is not one of the system's.
template <typename T>
class InputPort {
 public:
  /// For the engine: authors call LeafSystem's Declare…InputPort(). `model` is what an abstract
  /// value must be of the type of, null for a vector.
  InputPort(const System<T>* system, int index, std::string name, PortDataType type, int size,
            DependencyTicket ticket, std::optional<RandomDistribution> random,
            std::unique_ptr<AbstractValue> model)
      : system_(system),
        name_(std::move(name)),
        model_(std::move(model)),
        index_(index),
        size_(size),
        ticket_(ticket),
        type_(type),
        random_(random) {}

  /// From 0 in the order of declaration.
  int get_index() const { return index_; }
  const std::string& get_name() const { return name_.text(); }
  /// Whether vector or abstract; functions for the other kind throw.
  PortDataType get_data_type() const { return type_; }
  /// Number of elements of a vector; 0 of an abstract value.
  int size() const { return size_; }
  /// What a computation that reads this port names.
  DependencyTicket ticket() const { return ticket_; }
  /// Whether the port is meant to be fed with noise, and of which kind.
  bool is_random() const { return random_.has_value(); }
  std::optional<RandomDistribution> get_random_type() const { return random_; }
  const System<T>& get_system() const { return *system_; }
  /// `SYSTEM.PORT`, with the system's path.
  std::string GetFullDescription() const;
  /// What an abstract value must be of the type of; null for a vector.
  const AbstractValue* model_value() const { return model_.get(); }

  /// Whether the port is connected or fixed in `context`.
  bool HasValue(const Context<T>& context) const;
  /// The value: for a vector a PortVector, which is an Eigen map, or with BasicVector<T> or a
  /// subclass of it as V a reference to one; a reference for an abstract value. std::logic_error
  /// where the port has none or it is of another type.
  template <typename V = VectorX<T>>
  decltype(auto) Eval(const Context<T>& context) const {
    return internal::EvalPort<V>(*this, context);
  }
  /// The first element of a vector value. It is brought up to date first, and stays there until
  /// something that it depends on changes.
  const T* EvalData(const Context<T>& context) const;
  /// As an object of the class that the source declared.
  const BasicVector<T>& EvalBasicVector(const Context<T>& context) const;
  /// The value of an abstract port, whatever its type.
  const AbstractValue& EvalAbstract(const Context<T>& context) const;

  /// Storage for a value: a vector of the class that the port was declared with, or for an abstract
  /// port a copy of its model. std::logic_error for a port of the other kind.
  std::unique_ptr<BasicVector<T>> AllocateVector() const;
  std::unique_ptr<AbstractValue> Allocate() const;

  /// Fixes the value in `context`, in place of a connection if there is one, and returns what it is
  /// fixed to, through which it can be changed. std::logic_error where the value's size or type is
  /// not the port's.
  FixedInputPortValue& FixValue(Context<T>* context, const VectorX<T>& value) const;
  /// A number for a port of one element.
  FixedInputPortValue& FixValue(Context<T>* context, const T& value) const;
  FixedInputPortValue& FixValue(Context<T>* context, const AbstractValue& value) const;
  /// All else is taken for what the port can use: an expression of Eigen's or a BasicVector for a
  /// vector port, a number for a vector port of one element, and for an abstract port a value that
  /// is put into a Value<V>; text, however it is given, becomes a std::string.
  template <typename V>
  FixedInputPortValue& FixValue(Context<T>* context, const V& value) const {
    if constexpr (std::is_base_of_v<AbstractValue, V>) {
      return FixValue(context, static_cast<const AbstractValue&>(value));
    } else if constexpr (std::is_base_of_v<VectorBase<T>, V>) {
      return FixValue(context, value.CopyToVector());
    } else if constexpr (std::is_base_of_v<ConstVectorMap<T>, V>) {
      return FixVectorOrValue(context, static_cast<const ConstVectorMap<T>&>(value));
    } else if constexpr (std::is_base_of_v<Eigen::EigenBase<V>, V>) {
      return FixVectorOrValue(context, value);
    } else if constexpr (std::is_arithmetic_v<V>) {
      if (type_ == kVectorValued) return FixValue(context, T(static_cast<double>(value)));
      return FixValue(context, static_cast<const AbstractValue&>(Value<V>(value)));
    } else if constexpr (std::is_convertible_v<const V&, std::string>) {
      return FixValue(context, static_cast<const AbstractValue&>(Value<std::string>(value)));
    } else {
      return FixValue(context, static_cast<const AbstractValue&>(Value<V>(value)));
    }
  }

 private:
  /// "Input port X has no value: connect it or fix it".
  [[noreturn]] void ThrowNoValue() const;
  /// Columns go to vector ports; matrices, and anything for an abstract port, are values.
  template <typename V>
  FixedInputPortValue& FixVectorOrValue(Context<T>* context, const V& value) const {
    constexpr bool is_vector = V::ColsAtCompileTime == 1;
    if constexpr (is_vector) {
      if (type_ == kVectorValued) {
        return FixValue(context, VectorX<T>(value.template cast<T>()));
      }
    }
    return FixValue(context, static_cast<const AbstractValue&>(
                                 Value<typename V::PlainObject>(typename V::PlainObject(value))));
  }

  const System<T>* system_;
  InternedString name_;
  std::unique_ptr<AbstractValue> model_;
  int index_;
  int size_;
  DependencyTicket ticket_;
  PortDataType type_;
  std::optional<RandomDistribution> random_;
};

/// An output of a system: a cache entry of a leaf, or in a diagram another name for an output of
/// one of its subsystems.
template <typename T>
class OutputPort {
 public:
  /// For the engine: authors call LeafSystem's Declare…OutputPort(). Just one of `entry`, for a
  /// leaf's port, and `source`, for a diagram's, is not null.
  OutputPort(const System<T>* system, int index, std::string name, PortDataType type, int size,
             DependencyTicket ticket, const CacheEntry<T>* entry, const OutputPort<T>* source)
      : system_(system),
        name_(std::move(name)),
        index_(index),
        size_(size),
        ticket_(ticket),
        type_(type),
        is_computed_(entry != nullptr) {
    if (is_computed_) {
      entry_ = entry;
    } else {
      source_ = source;
    }
  }

  /// From 0 in the order of declaration.
  int get_index() const { return index_; }
  const std::string& get_name() const { return name_.text(); }
  /// Whether vector or abstract; functions for the other kind throw.
  PortDataType get_data_type() const { return type_; }
  /// Number of elements of a vector; 0 of an abstract value.
  int size() const { return size_; }
  /// What a computation of the same system that reads this port names as its prerequisite.
  DependencyTicket ticket() const { return ticket_; }
  const System<T>& get_system() const { return *system_; }
  /// `SYSTEM.PORT`, with the system's path.
  std::string GetFullDescription() const;
  /// Null for a diagram's port.
  const CacheEntry<T>* cache_entry() const { return is_computed_ ? entry_ : nullptr; }
  /// What an abstract value starts as; null for a vector.
  const AbstractValue* model_value() const;
  /// The subsystem's port that a diagram's port stands for; null for a leaf's.
  const OutputPort<T>* source() const { return is_computed_ ? nullptr : source_; }

  /// The value, computed first where it is out of date: of the same types as InputPort::Eval().
  template <typename V = VectorX<T>>
  decltype(auto) Eval(const Context<T>& context) const {
    return internal::EvalPort<V>(*this, context);
  }
  /// The first element of a vector value; std::logic_error for an abstract port.
  const T* EvalData(const Context<T>& context) const {
    if (context.system() == system_ && type_ == kVectorValued) {
      const auto [entry, offset] = context.outputs()[index_];
      context.EvaluateEntry(entry);
      return context.arena() + offset;
    }
    return EvalDataSlowly(context);
  }
  /// As an object of the class that the port was declared with, or as an abstract value.
  const BasicVector<T>& EvalBasicVector(const Context<T>& context) const;
  const AbstractValue& EvalAbstract(const Context<T>& context) const;
  /// Computes into `value` without looking at the cache of this port. Used to see what a port would
  /// be without disturbing what is cached. std::logic_error for a port of the other kind,
  /// std::runtime_error for a vector of another size or a null abstract value.
  void Calc(const Context<T>& context, BasicVector<T>* value) const;
  void Calc(const Context<T>& context, AbstractValue* value) const;
  /// Storage for a value: a vector of the class that the port was declared with, or for an abstract
  /// port a copy of its model. std::logic_error for a port of the other kind.
  std::unique_ptr<BasicVector<T>> AllocateVector() const;
  std::unique_ptr<AbstractValue> Allocate() const;

 private:
  /// Where the context is not the system's as it stands: checked, or taken over, or refused.
  const T* EvalDataSlowly(const Context<T>& context) const;
  int Evaluated(const Context<T>& context, PortDataType wanted) const;
  void Compute(const Context<T>& context, const EntryTarget<T>& target) const;

  const System<T>* system_;
  InternedString name_;
  /// Which of the two, says is_computed_.
  union {
    const CacheEntry<T>* entry_;
    const OutputPort<T>* source_;
  };
  int index_;
  int size_;
  DependencyTicket ticket_;
  PortDataType type_;
  bool is_computed_;  ///< whether it is a leaf's, with an entry; or a diagram's, with a source
};

LOOPWRIGHT_DECLARE_CLASS(InputPort)
LOOPWRIGHT_DECLARE_CLASS(OutputPort)

}  // namespace loopwright
