#pragma once

#include <atomic>
#include <cstdint>

namespace loopwright {

/// What orders the tasks of a pipeline or a parallel loop once more: a task takes over what the
/// others did before it began, and passes on what it did when it ends. The thread sanitizer needs
/// it to tell what is in no order, since Debian's TBB is not built with it. Who starts the tasks
/// makes one before them: it ends before what they used is freed, even where one of them throws.
class Handover {
 public:
  Handover() { Count(); }
  ~Handover() { Count(); }
  Handover(const Handover&) = delete;
  Handover& operator=(const Handover&) = delete;

 private:
  static void Count() {
    static std::atomic<uint64_t> count;
    count.fetch_add(1, std::memory_order_acq_rel);
  }
};

}  // namespace loopwright
