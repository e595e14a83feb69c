#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace loopwright::internal {

/// Whether the class of `object` has a function of its own for the virtual `method` in place of the
/// one that `reference` has. C++ has no way to ask; this reads the two tables of virtual functions
/// as the Itanium C++ ABI lays them out (sections 2.3 and 2.5), which is that of every compiler on
/// Linux. It lets a system pay for a hook only where its author overrides it.
template <class Class, typename Method>
bool IsOverridden(const Class& object, const Class& reference, Method method) {
  // A pointer to a virtual method is the place of the method in the table, marked as virtual by an
  // odd number: one more than the place, except on ARM, where the adjustment is marked instead.
  struct Pointer {
    std::uintptr_t slot;
    std::ptrdiff_t adjustment;
  } pointer;
  static_assert(sizeof pointer == sizeof method);
  std::memcpy(&pointer, &method, sizeof pointer);
#if defined(__aarch64__) || defined(__arm__)
  const std::uintptr_t offset = pointer.slot;
#else
  const std::uintptr_t offset = pointer.slot - 1;
#endif
  // The first word of an object points to the table of its class.
  const auto function_of = [offset](const Class& c) {
    const char* table = nullptr;
    std::memcpy(&table, static_cast<const void*>(&c), sizeof table);
    const void* function = nullptr;
    std::memcpy(&function, table + offset, sizeof function);
    return function;
  };
  return function_of(object) != function_of(reference);
}

}  // namespace loopwright::internal
