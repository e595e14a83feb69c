#include "tests/allocation_count.h"

#include <atomic>
#include <cstdlib>

namespace {

std::atomic<long> allocations{0};

}  // namespace

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)

// A sanitizer has put its own malloc in place, and tells of each call of it
// (sanitizer/allocator_interface.h, which g++ does not come with).
using MallocHook = void (*)(const volatile void* memory, size_t size);
using FreeHook = void (*)(const volatile void* memory);
extern "C" int __sanitizer_install_malloc_and_free_hooks(MallocHook malloc_hook,
                                                         FreeHook free_hook);

static const int installed = __sanitizer_install_malloc_and_free_hooks(
    [](const volatile void*, size_t) { allocations.fetch_add(1, std::memory_order_relaxed); },
    [](const volatile void*) {});

#else

// Takes the place of the C library's malloc, which it calls.
extern "C" {
void* __libc_malloc(size_t size);
void* malloc(size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_malloc(size);
}
}

#endif

long loopwright::AllocationCount() { return allocations.load(std::memory_order_relaxed); }
