#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "engine/context/context.h"
#include "engine/context/fixed_input_port_value.h"

namespace loopwright::internal {

/// What an input port is fixed to: a vector, or an abstract value where that is not null.
template <typename T>
struct FixedInput {
  BasicVector<T> vector;
  std::unique_ptr<AbstractValue> abstract;
  int64_t serial_number = 1;
};

/// What the input ports of a context read: the cache entries that they are connected to, or what
/// they are fixed to. A port is known by its number in the plan.
///
/// Fixing a port of a diagram fixes those deeper down that read the same value, unless one of them
/// is fixed itself. Whoever reads an input has a pointer to its value, so a vector that is fixed
/// anew is written where the old one lies.
template <typename T>
class ContextInputs {
 public:
  /// `data` owns this and has its plan already. The second is for a copy of the data that `other`
  /// belongs to. Bind() has to follow.
  explicit ContextInputs(ContextData<T>* data);
  ContextInputs(const ContextInputs& other, ContextData<T>* data);
  ContextInputs(const ContextInputs&) = delete;
  ContextInputs& operator=(const ContextInputs&) = delete;

  /// Points each port at its value, when the arrays of the context are there.
  void Bind();

  /// Where a port's value lies.
  const InputSlot<T>& operator[](int input) const { return slots_[input]; }
  const InputSlot<T>* places() const { return slots_.data(); }
  /// Whether a port is connected or fixed.
  bool has_value(int input) const { return slots_[input].entry != missing_flag(); }
  /// The entry that a port reads; -1 where it is fixed or has no value.
  int entry(int input) const {
    return slots_[input].entry < num_entries_ ? slots_[input].entry : -1;
  }
  /// What a port without an entry reads: fixed there or at an enclosing diagram's port.
  const FixedInput<T>* fixed_value(int input) const;

  /// The handle stays the same while the port is fixed.
  FixedInputPortValue& Fix(int input, FixedInput<T> value);
  /// The value that a port is fixed to is about to be written.
  void NoteChange(int input);
  /// Every port reads again what it is connected to.
  void UnfixAll();
  /// The ports that are fixed themselves, and to what.
  std::unordered_map<int, FixedInput<T>>& fixed() { return fixed_; }
  const std::unordered_map<int, FixedInput<T>>& fixed() const { return fixed_; }

 private:
  int fixed_flag() const { return num_entries_; }
  int missing_flag() const { return num_entries_ + 1; }
  std::vector<int> PortsFixedBy(int input) const;
  void BindReadersOf(int input);

  ContextData<T>& data_;
  const int num_entries_;
  std::vector<InputSlot<T>> slots_;
  std::unordered_map<int, FixedInput<T>> fixed_;
  std::unordered_map<int, int> fixed_at_;  ///< input port → the one whose fixed value it reads
};

LOOPWRIGHT_DECLARE_CLASS(ContextInputs)

}  // namespace loopwright::internal
