#pragma once

#include <stdexcept>
#include <string>

/// Three kinds of check. DEMAND guards our own logic and aborts with the place. THROW_UNLESS guards
/// against a wrong use of the API with std::runtime_error. ASSERT is DEMAND in builds without
/// NDEBUG, nothing otherwise.
#define LOOPWRIGHT_DEMAND(condition) \
  ((condition) ? void(0) : ::loopwright::internal::FailDemand(#condition, __FILE__, __LINE__))
#define LOOPWRIGHT_THROW_UNLESS(condition) \
  ((condition) ? void(0) : ::loopwright::internal::ThrowUnless(#condition, __func__))
#ifdef NDEBUG
#define LOOPWRIGHT_ASSERT(condition) void(0)
#else
#define LOOPWRIGHT_ASSERT(condition) LOOPWRIGHT_DEMAND(condition)
#endif

/// LOOPWRIGHT_ASSERT for an expression that checks by itself.
#ifdef NDEBUG
#define LOOPWRIGHT_ASSERT_VOID(expression) void(0)
#else
#define LOOPWRIGHT_ASSERT_VOID(expression) expression
#endif

/// For the public part of a class: objects of it stay where they were made, because others point to
/// them.
#define LOOPWRIGHT_NO_COPY_NO_MOVE_NO_ASSIGN(Name) \
  Name(const Name&) = delete;                      \
  Name(Name&&) = delete;                           \
  Name& operator=(const Name&) = delete;           \
  Name& operator=(Name&&) = delete

namespace loopwright::internal {
/// What the macros call. The first writes the place and the condition to the error output and
/// aborts, the second throws std::runtime_error with the function and the condition.
[[noreturn]] void FailDemand(const char* condition, const char* file, int line);
[[noreturn]] void ThrowUnless(const char* condition, const char* function);
}  // namespace loopwright::internal
