#pragma once

#include <cstdint>

#include "engine/common/value.h"
#include "engine/context/basic_vector.h"

namespace loopwright {

/// What an input port is fixed to in one context. Obtain it from InputPort::FixValue(); it is valid
/// as long as the context lives and the port stays fixed. With it a program changes an input in a
/// loop of its own, for example a force that it computes between two calls of AdvanceTo().
class FixedInputPortValue {
 public:
  virtual ~FixedInputPortValue() = default;
  FixedInputPortValue(const FixedInputPortValue&) = delete;
  FixedInputPortValue& operator=(const FixedInputPortValue&) = delete;

  /// A vector is read as `BasicVector<T>`.
  const AbstractValue& get_value() const { return Stored(); }
  /// std::logic_error where the value is not a vector over T.
  template <typename T>
  const BasicVector<T>& get_vector_value() const {
    return get_value().get_value<BasicVector<T>>();
  }
  /// For writing at once: what depends on the value is marked out of date by this call, and not by
  /// what is written through the pointer later.
  AbstractValue* GetMutableData() {
    NoteChange();
    return &Stored();
  }
  /// GetMutableData() as a vector, whose elements can be written; std::logic_error where the value
  /// is not a vector over T.
  template <typename T>
  BasicVector<T>* GetMutableVectorData() {
    return &GetMutableData()->get_mutable_value<BasicVector<T>>();
  }
  /// Grows by one whenever the port is fixed anew or its value is asked for to be written.
  virtual int64_t serial_number() const = 0;

 protected:
  FixedInputPortValue() = default;

 private:
  /// The value where it lies in the context.
  virtual AbstractValue& Stored() const = 0;
  /// Marks what depends on the value out of date and increases the serial number.
  virtual void NoteChange() = 0;
};

}  // namespace loopwright
