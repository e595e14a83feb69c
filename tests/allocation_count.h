#pragma once

#include <atomic>
#include <cstdlib>

// Counts what a test program allocates, at malloc, which including this replaces: in one source of
// a program only.

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kCountsAllocations = false;  // The sanitizer's own malloc is in place.
std::atomic<long> allocations{0};
#else
constexpr bool kCountsAllocations = true;
std::atomic<long> allocations{0};
extern "C" {
void* __libc_malloc(size_t size);
void* malloc(size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
}
#endif
